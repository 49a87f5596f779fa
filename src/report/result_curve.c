// result_curve.c: laws as sampled curves with confidence bands.
#include "report/result_parts.h"

#include <math.h>
#include <string.h>

#include "base/unit_si.h"

enum { MAX_CURVE = 256 };

const char *pl__si_unit(pl_dim dim) {
  pl_unit unit;
  const char *display = pl_dim_unit(dim);
  return pl_unit_parse(display, &unit) && unit.factor == 1 ? display : pl__dim_si_text(dim);
}

bool pl__curve_in_range(const pl_curve_sample *curve, double strain) {
  double slack = 1e-9 * (curve->range[1] - curve->range[0]);
  return curve->measured && strain >= curve->range[0] - slack && strain <= curve->range[1] + slack;
}

// 95 % half-width of the tangent: dt/dtheta is differentiated over the strain by a central difference (exact for piecewise polynomials of
// low order, and a band needs no more).
static double stiffness_band(const pl_fit *fit, const pl_curve_sample *curve, const double *theta, double strain, double step) {
  const pl_term *term = curve->term;
  int n_in = term->law.row->n_in, n = term->law.n_param;
  double above[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], below[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], s[PL_LAW_MAX_IN] = {0}, sum = 0;
  if (!fit->covariance) return 0;
  s[curve->input] = strain + step;
  pl_law_theta_one(&term->law, theta, s, above);
  s[curve->input] = strain - step;
  pl_law_theta_one(&term->law, theta, s, below);
  for (int p = 0; p < n; p++) above[p] = (above[p * n_in + curve->output] - below[p * n_in + curve->output]) / (2 * step);
  for (int p = 0; p < n; p++)
    for (int q = 0; q < n; q++)
      sum += above[p] * fit->covariance[(size_t)(term->theta + p) * fit->n_parameter + term->theta + q] * above[q];
  return 1.96 * sqrt(fmax(sum, 0));
}

static void eval_curve(const pl_curve_sample *curve, const double *theta, double strain, double *stress, double *stiffness) {
  int n_in = curve->term->law.row->n_in;
  double s[PL_LAW_MAX_IN] = {0}, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN], psi;
  s[curve->input] = strain;
  pl_law_eval_one(&curve->term->law, theta, s, &psi, t, k);
  *stress = t[curve->output];
  *stiffness = k[curve->output * n_in + curve->input];
}

static void find_range(pl_curve_sample *curve) {
  const pl_term *term = curve->term;
  memcpy(curve->range, term->range[curve->input], sizeof curve->range);
  double round_off = 1e-9 * (curve->range[1] - curve->range[0]);
  for (int i = 0; i < 2; i++)
    if (fabs(curve->range[i]) < round_off) curve->range[i] = 0;
  curve->measured = curve->range[1] > curve->range[0];
  if (curve->measured) return;
  double range[PL_LAW_MAX_IN][2] = {{0}};
  if (term->law.row->range) term->law.row->range(&term->law, range);
  memcpy(curve->range, range[curve->input], sizeof curve->range);
  if (!(curve->range[1] > curve->range[0])) curve->range[0] = 0, curve->range[1] = 0.1;
}

static pl_status sample(pl_arena *arena, const pl_fit *fit, pl_curve_sample *curve) {
  int n = PL_CURVE_POINTS;
  double *memory = pl_arena_alloc(arena, 5 * (size_t)n, sizeof *memory);
  if (!memory) return PL_ERROR_MEMORY;
  curve->n = n;
  curve->strain = memory, curve->stress = memory + n, curve->half_width = memory + 2 * n, curve->stiffness = memory + 3 * n;
  curve->stiffness_half_width = memory + 4 * n;
  const double *theta = fit->material->theta + curve->term->theta;
  double low = fmin(curve->range[0], 0), high = fmax(curve->range[1], 0), span = high - low, step = 1e-5 * span;
  // a curve that was only pulled starts at zero, not a little into compression
  low -= curve->range[0] < -0.02 * span ? 0.06 * span : 0;
  high += curve->range[1] > 0.02 * span ? 0.06 * span : 0;
  for (int i = 0; i < n; i++) {
    double s[PL_LAW_MAX_IN] = {0}, half[PL_LAW_MAX_IN];
    s[curve->input] = curve->strain[i] = low + (high - low) * i / (n - 1);
    eval_curve(curve, theta, curve->strain[i], &curve->stress[i], &curve->stiffness[i]);
    pl_fit_band(fit, curve->term, s, half);
    curve->half_width[i] = half[curve->output];
    curve->stiffness_half_width[i] = stiffness_band(fit, curve, theta, curve->strain[i], step);
  }
  double unused;
  eval_curve(curve, theta, 0, &unused, &curve->zero_stiffness);
  curve->zero_half_width = stiffness_band(fit, curve, theta, 0, step);
  return PL_OK;
}

// Whether the law puts any stress on `output` when only `input` is strained.
static bool acts(const pl_curve_sample *curve, const double *theta) {
  double stress, stiffness;
  eval_curve(curve, theta, curve->range[1], &stress, &stiffness);
  return stress != 0 || stiffness != 0;
}

pl_status pl__curves_sample(pl_arena *arena, const pl_fit *fit, int *n, pl_curve_sample **out) {
  *n = 0;
  pl_curve_sample *curve = *out = pl_arena_alloc(arena, MAX_CURVE, sizeof *curve);
  if (!curve) return PL_ERROR_MEMORY;
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    int n_in = term->law.row->n_in;
    const double *theta = fit->material->theta + term->theta;
    for (int i = 0; i < n_in && *n < MAX_CURVE; i++) {
      pl_curve_sample *c = &curve[*n];
      *c = (pl_curve_sample){.term = term, .input = i, .output = i};
      find_range(c);
      if (n_in > 1 && !acts(c, theta)) {
        if (i > 0) continue;  // the coupling of one pair is one curve
        c->input = 1, c->output = 0;
        find_range(c);
        if (!acts(c, theta)) continue;
      }
      c->name = n_in == 1 || c->input != c->output ? term->name
                                                   : pl_arena_printf(arena, "%s.%s", term->name, term->strain->value_name[term->value[i]]);
      if (!c->name) return PL_ERROR_MEMORY;
      PL_TRY(sample(arena, fit, c));
      ++*n;
    }
  }
  return PL_OK;
}

// ---- parameters by number ----

const pl_fit_case *pl__intrinsic_case(const pl_fit *fit, int j, int *k) {
  int first = fit->material->n_theta;
  for (int i = 0; i < fit->n_fitted; first += fit->fit_case[i++].n_intrinsic) {
    *k = j - first;
    if (*k >= 0 && *k < fit->fit_case[i].n_intrinsic) return &fit->fit_case[i];
  }
  return NULL;
}

const char *pl__parameter_name(pl_arena *arena, const pl_fit *fit, int j) {
  if (j < fit->material->n_theta) return fit->material->parameter[j].name;
  int k;
  const pl_fit_case *c = pl__intrinsic_case(fit, j, &k);
  const char *name = c ? pl_arena_printf(arena, "%s.%s", c->test->name, c->rig->intrinsic[k].name) : NULL;
  return name ? name : "intrinsic";
}

double pl__parameter_sigma(const pl_fit *fit, int j) {
  if (!fit->covariance || (fit->n_fitted == 0 && !fit->material->sigma)) return NAN;
  double variance = fit->covariance[(size_t)j * (fit->n_parameter + 1)];
  return isnan(variance) ? NAN : sqrt(fmax(variance, 0));
}

void pl__worst_direction_words(pl_arena *arena, const pl_fit *fit, pl_text *out) {
  int n = fit->n_parameter;
  if (!fit->worst_direction || !fit->singular || fit->n_singular < 2) return;
  const double *v = fit->worst_direction;
  int first = 0, second = -1;
  for (int j = 1; j < n; j++)
    if (fabs(v[j]) > fabs(v[first])) first = j;
  for (int j = 0; j < n; j++)
    if (j != first && (second < 0 || fabs(v[j]) > fabs(v[second]))) second = j;
  double length = v[first] * v[first] + v[second] * v[second];
  if (!(length > 0)) return;
  const char *a = pl__parameter_name(arena, fit, first), *b = pl__parameter_name(arena, fit, second);
  double weakest = fit->singular[fit->n_singular - 1],
         known = weakest > 0 ? 1 / weakest : INFINITY;  // of its scale, one standard deviation
  bool lost = !(known < 0.5);
  if (fabs(v[first]) > 0.95) {
    pl_text_printf(out, lost ? "These data do not determine %s." : "Least determined is %s", a);
  } else if (length > 0.8) {
    pl_text_printf(out,
                   lost ? "These data cannot tell %s and %s apart: %s is hardly noticed."
                        : "Hardest to tell apart are %s and %s (%s is noticed least)",
                   a, b, v[first] * v[second] > 0 ? "raising both together" : "raising one while lowering the other");
  } else {
    pl_text_printf(out,
                   lost ? "These data do not determine a combination of several parameters; %s and %s have the largest part in it."
                        : "The least determined combination is spread over several parameters, %s and %s first",
                   a, b);
  }
  if (!lost) pl_text_printf(out, "; that direction is known to %.2g %% of its scale.", 100 * known);
}
