// result_solid.c: members of fit.json that solids and rubber have: moduli at rest, and laws of invariants and stretches as curves.
#include <math.h>

#include "report/energy_curves.h"
#include "report/moduli.h"
#include "report/result_parts.h"

static void put_array(pl_json_writer *w, const char *key, int n, const double *value) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < n; i++) pl_json_put_number(w, NULL, value[i]);
  pl_json_end_array(w);
}

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
    if (m->n > 1) put_array(w, "share", m->n, pl_moduli_share);
    put_array(w, "value", m->n, m->value);
    put_array(w, "sigma", m->n, m->sigma);
    if (fit->scale_held && !pl_dim_equal(m->dim, PL_DIM_NONE)) pl_json_put_bool(w, "size_made_up", true);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  return PL_OK;
}

// Parameters that are values of the second derivative, where they act.
static void write_control(pl_json_writer *w, const pl_fit *fit, const pl_energy_curve *c) {
  pl_json_begin_array(w, "control");
  for (int j = c->term->theta; j < c->term->theta + pl_term_theta_count(c->term); j++) {
    double x = pl_energy_control(c, &fit->material->parameter[j]);
    if (isnan(x)) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "parameter", fit->material->parameter[j].name);
    pl_json_put_number(w, "x", x);
    pl_json_put_number(w, "bend", fit->material->theta[j]);
    pl_json_put_number(w, "sigma", pl__parameter_sigma(fit, j));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

// Shares of the states that the fitted tests visited, in equal bins over x; every test counts the same.
static void write_histogram(pl_json_writer *w, const pl_fit *fit, const pl_energy_curve *c) {
  enum { N_BIN = 40 };
  double share[N_BIN] = {0}, range[2] = {c->x[0], c->x[PL_ENERGY_POINTS - 1]};
  int n_test = 0, n_in = c->term->law.row->n_in;
  for (int i = 0; i < fit->n_fitted; i++) {
    double count[N_BIN] = {0}, sum = 0;
    pl_rig *rig = fit->fit_case[i].rig;
    if (!rig || !rig->x) continue;
    for (int k = 0; k < n_in; k++)
      if (c->kind == PL_ENERGY_STRETCH || k == (int)c->kind) pl_rig_term_histogram(rig, c->term, k, range, N_BIN, count);
    for (int k = 0; k < N_BIN; k++) sum += count[k];
    for (int k = 0; k < N_BIN && sum > 0; k++) share[k] += count[k] / sum;
    n_test += sum > 0;
  }
  for (int k = 0; k < N_BIN && n_test > 0; k++) share[k] /= n_test;
  if (n_test > 0) put_array(w, "histogram", N_BIN, share);
}

static void write_curve(pl_json_writer *w, const pl_fit *fit, const pl_energy_curve *c) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "term", c->term->name);
  pl_json_put_text(w, "law", c->term->law.row->name);
  pl_json_put_text(w, "over", pl_energy_over[c->kind]);
  pl_json_put_text(w, "unit", pl__si_unit(pl_term_stress_dim(c->term)));
  pl_json_put_number(w, "rest", c->rest);
  pl_json_put_bool(w, "measured", c->measured);
  put_array(w, "range", 2, c->range);
  put_array(w, "x", PL_ENERGY_POINTS, c->x);
  put_array(w, "slope", PL_ENERGY_POINTS, c->slope);
  put_array(w, "slope_half_width", PL_ENERGY_POINTS, c->half_width);
  put_array(w, "bend", PL_ENERGY_POINTS, c->bend);
  put_array(w, "bend_half_width", PL_ENERGY_POINTS, c->bend_half_width);
  write_control(w, fit, c);
  write_histogram(w, fit, c);
  pl_json_end_object(w);
}

pl_status pl__result_solid_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  pl_energy_curve *curve;
  int n;
  PL_TRY(write_moduli(w, arena, fit));
  PL_TRY(pl_energy_curves_make(arena, fit, &n, &curve));
  pl_json_begin_array(w, "energy_curves");
  for (int i = 0; i < n; i++) write_curve(w, fit, &curve[i]);
  pl_json_end_array(w);
  return PL_OK;
}
