// result_solid.c: members of fit.json for solids and rubber: moduli at rest, and laws of invariants and stretches as curves.
#include "estimate/judge/moduli.h"
#include "report/result/result_parts.h"
#include "report/result/rubber_curve.h"

static pl_status write_moduli(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n;
  PL_TRY(pl_moduli_make(arena, fit, &n, modulus));
  pl_json_begin_array(w, "moduli");
  for (int i = 0; i < n; i++) {
    const pl_modulus *m = &modulus[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->name);
    pl_json_put_text(w, "unit", pl__si_unit(m->dim));
    if (m->n > 1) pl_json_put_numbers(w, "share", m->n, pl_moduli_share);
    pl_json_put_numbers(w, "value", m->n, m->value);
    pl_json_put_numbers(w, "sigma", m->n, m->sigma);
    if (fit->solution.scale_held && !pl_dim_equal(m->dim, PL_DIM_NONE)) pl_json_put_bool(w, "ratios_only", true);
    if (m->lost) pl_json_put_bool(w, "not_determined", true);
    if (m->counts_knots) pl_json_put_bool(w, "counts_knots", true);
    if (m->counts_drift) pl_json_put_bool(w, "counts_drift", true);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  return PL_OK;
}

// ---- laws of rubber ----

static void put_x(pl_json_writer *w, const char *key, const pl_rubber_curve *c, int n, const double *x) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < n; i++) pl_json_put_number(w, NULL, pl_rubber_curve_x(c, x[i]));
  pl_json_end_array(w);
}

// Parameters that are values of the slope, with their positions.
static void write_control(pl_json_writer *w, const pl_fit *fit, const pl_rubber_curve *c) {
  pl_json_begin_array(w, "control");
  for (int k = 0; k < c->n_control; k++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "parameter", fit->material->parameter[c->parameter[k]].name);
    pl_json_put_number(w, "x", pl_rubber_curve_x(c, c->at[k]));
    pl_json_put_number(w, "value", c->value[k]);
    pl_json_put_number(w, "slope", fit->material->theta[c->parameter[k]]);
    pl_json_put_number(w, "sigma", pl__parameter_sigma(fit, c->parameter[k]));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// Fractions of the states that the fitted tests visited, in equal bins over x (for stretches over ln x, the drawn axis). Every test has
// equal weight.
static void write_histogram(pl_json_writer *w, const pl_fit *fit, const pl_rubber_curve *c, int input) {
  enum { N_BIN = 40 };
  double share[N_BIN] = {0};
  const pl_bins bins = {
      .range = {pl_rubber_curve_x(c, c->x[0]), pl_rubber_curve_x(c, c->x[c->n - 1])}, .n = N_BIN, .logarithmic = c->stretch};
  int n_test = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    double count[N_BIN] = {0}, sum = 0;
    const pl_rig *rig = fit->work.fit_case[i].rig;
    if (!rig || !rig->memory->x) continue;
    for (int k = 0; k < c->term->law.row->n_in; k++)
      if (c->stretch || k == input) pl_rig_term_histogram(rig, c->term, k, &bins, count);
    for (int k = 0; k < N_BIN; k++) sum += count[k];
    for (int k = 0; k < N_BIN && sum > 0; k++) share[k] += count[k] / sum;
    n_test += sum > 0;
  }
  for (int k = 0; k < N_BIN && n_test > 0; k++) share[k] /= n_test;
  if (n_test > 0) pl_json_put_numbers(w, "histogram", N_BIN, share);
  if (n_test > 0 && bins.logarithmic) pl_json_put_text(w, "bins", "log");
}

static void write_curve(pl_json_writer *w, const pl_fit *fit, const pl_rubber_curve *c) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "term", c->term->name);
  pl_json_put_text(w, "law", c->term->law.row->name);
  pl_json_put_text(w, "words", c->term->law.row->words);
  pl_json_put_text(w, "over", pl_rubber_curve_over(c));
  pl_json_put_text(w, "title", pl_rubber_curve_title(c));
  pl_json_put_text(w, "about", pl_rubber_curve_about(c));
  pl_json_put_text(w, "value_name", c->y_name);
  pl_json_put_text(w, "slope_name", c->slope_name);
  pl_json_put_text(w, "unit", pl__si_unit(c->dim));
  if (c->stretch || c->input >= 0) pl_json_put_bool(w, "measured", c->measured);  // else it is unknown
  put_x(w, "range", c, 2, c->range);
  put_x(w, "x", c, c->n, c->x);
  pl_json_put_numbers(w, "value", c->n, c->y);
  pl_json_put_numbers(w, "value_half_width", c->n, c->half);
  pl_json_put_numbers(w, "slope", c->n, c->slope);
  pl_json_put_numbers(w, "slope_half_width", c->n, c->slope_half);
  write_control(w, fit, c);
  if (c->stretch || c->input >= 0) write_histogram(w, fit, c, c->input);
  pl_json_end_object(w);
}

pl_status pl__result_solid_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  pl_rubber_curve *curve;
  int n;
  PL_TRY(write_moduli(w, arena, fit));
  PL_TRY(pl_rubber_curves(arena, fit->material, &n, &curve));
  pl_json_begin_array(w, "energy_curves");
  for (int i = 0; i < n; i++)
    if (!pl__term_assumed(fit, curve[i].term)) write_curve(w, fit, &curve[i]);
  pl_json_end_array(w);
  return PL_OK;
}
