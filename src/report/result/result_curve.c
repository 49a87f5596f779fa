// result_curve.c: laws as sampled curves with confidence bands.
#include "estimate/judge/repeats.h"
#include "report/result/result_parts.h"

#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "base/unit_si.h"

enum { MAX_CURVE = 256 };

const char *pl__si_unit(pl_dim dim) {
  pl_unit unit;
  if (pl_dim_equal(dim, PL_DIM_PRESSURE)) return "Pa";
  const char *display = pl_dim_unit(dim);
  return pl_unit_parse(display, &unit) && unit.factor == 1 ? display : pl__dim_si_text(dim);
}

bool pl__in_range(const double range[2], double x) {
  double slack = 1e-9 * (range[1] - range[0]);
  return x >= range[0] - slack && x <= range[1] + slack;
}

bool pl__curve_in_range(const pl_curve_sample *curve, double strain) { return curve->measured && pl__in_range(curve->range, strain); }

// d(tangent)/d(theta of one material sample), slope[n_param]: central difference of dt/dtheta over the strain.
static void difference(const pl_curve_sample *curve, const double *theta, double strain, double step, double *slope) {
  const pl_law *law = &curve->term->law;
  int n_in = law->row->n_in;
  double above[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], below[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], s[PL_LAW_MAX_IN] = {0};
  s[curve->input] = strain + step;
  pl_law_theta_one(law, theta, s, above);
  s[curve->input] = strain - step;
  pl_law_theta_one(law, theta, s, below);
  for (int p = 0; p < law->n_param; p++) slope[p] = (above[p * n_in + curve->output] - below[p * n_in + curve->output]) / (2 * step);
}

// The same from two steps: 2 D(h/2) - D(h) has no error of first order, which |s| in a law gives at rest. There the tangent of a curve is a
// parameter, and has its standard error.
static void stiffness_slope(const pl_curve_sample *curve, const double *theta, double strain, double step, double *slope) {
  double whole[PL_LAW_MAX_PARAM];
  difference(curve, theta, strain, step, whole);
  difference(curve, theta, strain, 0.5 * step, slope);
  for (int p = 0; p < curve->term->law.n_param; p++) slope[p] = 2 * slope[p] - whole[p];
}

#define ROUNDED 1e-9  // of the tangent: a smaller standard error is none, because only fixed parameters contribute

// 95 % half-width of the tangent and its standard error; with material samples, of their mean.
static double stiffness_band(const pl_fit *fit, const pl_curve_sample *curve, const double *theta, double strain, double step,
                             double *sigma) {
  const pl_term *term = curve->term;
  int n = term->law.n_param, n_sample = pl_term_sample_count(term);
  double left[PL_LAW_MAX_PARAM], right[PL_LAW_MAX_PARAM], sum = 0;
  *sigma = 0;
  if (!fit->evidence.covariance) return 0;
  for (int a = 0; a < n_sample; a++) {
    stiffness_slope(curve, theta + a * n, strain, step, left);
    for (int b = 0; b < n_sample; b++) {
      const double *block =
          fit->evidence.covariance + (size_t)(term->theta + a * n) * (size_t)fit->solution.n_parameter + term->theta + b * n;
      stiffness_slope(curve, theta + b * n, strain, step, right);
      for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) sum += left[p] * block[(size_t)p * (size_t)fit->solution.n_parameter + (size_t)q] * right[q];
    }
  }
  double variance = fmax(sum, 0) / (n_sample * n_sample);
  *sigma = sqrt(variance);
  return *sigma * pl_scatter_95(fit->material, (pl_slopes){term->theta, n_sample == 1 ? n : 0, left, 1}, variance);
}

static void eval_curve(const pl_fit *fit, const pl_curve_sample *curve, double strain, double *stress, double *stiffness) {
  int n_in = curve->term->law.row->n_in;
  double s[PL_LAW_MAX_IN] = {0}, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN], psi;
  s[curve->input] = strain;
  pl_term_eval_mean(curve->term, fit->material->theta, s, &psi, t, k);
  *stress = t[curve->output];
  *stiffness = k[curve->output * n_in + curve->input];
}

// True if the stress is odd in the strain, over the shown range.
static bool is_odd(const pl_material *material, const pl_term *term, double size) {
  const double *theta = material->theta + term->theta;
  for (int k = 1; k <= 4; k++) {
    double s[2] = {0.25 * k * size, -0.25 * k * size}, t[2];
    for (int i = 0; i < 2; i++) pl_law_eval_one(&term->law, theta, &s[i], NULL, &t[i], NULL);
    if (fabs(t[0] + t[1]) > 1e-9 * fmax(fabs(t[0]), fabs(t[1]))) return false;
  }
  return true;
}

bool pl_term_shown_range(const pl_material *material, const pl_term *term, int i, double range[2]) {
  memcpy(range, term->range[i], 2 * sizeof *range);
  bool measured = range[1] > range[0];
  if (!measured && term->law.row->range) {
    double own[PL_LAW_MAX_IN][2] = {{0}};
    term->law.row->range(&term->law, own);
    memcpy(range, own[i], 2 * sizeof *range);
  }
  if (!(range[1] > range[0]) || !isfinite(range[0]) || !isfinite(range[1])) {  // unknown: a small range around rest
    range[0] = term->strain->rest_value[term->value[i]];
    range[1] = range[0] + 0.1;
  }
  double round_off = 1e-9 * (range[1] - range[0]), size = fmax(-range[0], range[1]);
  for (int k = 0; k < 2; k++)
    if (fabs(range[k]) < round_off) range[k] = 0;
  // the sign of the curvature is a convention
  if (pl_strain_bends(term->strain) && term->law.row->n_in == 1 && is_odd(material, term, size)) range[0] = 0, range[1] = size;
  return measured;
}

const char *pl_term_fold_words(const pl_term *term) {
  static const char *const words[] = {"fold line at 90 deg, strips cut at 0 deg", "fold line at 45 deg, strips cut at 45 deg",
                                      "fold line at 0 deg, strips cut at 90 deg"};
  static const char *const plate[] = {"D11, strips cut at 0 deg", "D22, strips cut at 90 deg", "D66, oblique strips"};
  if (pl_element_is_patch(term->strain->element) && term->law.row->n_in == 1) return plate[term->value[0]];
  for (int c = 0; c < term->strain->n_class && term->strain->rigidity > 0; c++)
    if (term->classes == 1u << c) return words[term->strain->class_cut[c] / 45];
  return "";
}

bool pl__term_assumed(const pl_fit *fit, const pl_term *term) {
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
    if (!fit->material->parameter[j].frozen) return false;
  return fit->problem.n_fitted > 0 && term->law.n_param > 0;
}

static void find_range(const pl_fit *fit, pl_curve_sample *curve) {
  curve->assumed = pl__term_assumed(fit, curve->term);
  curve->measured = pl_term_shown_range(fit->material, curve->term, curve->input, curve->range) && !curve->assumed;
}

// Curves of bending extend to the last control point, measured or not.
static double last_knot(const pl_fit *fit, const pl_term *term) {
  double last = 0;
  for (int j = term->theta; j < term->theta + term->law.n_param && pl_strain_bends(term->strain); j++)
    if (isfinite(fit->material->parameter[j].knot)) last = fmax(last, fit->material->parameter[j].knot);
  return last;
}

// sigma = k(s) s: k and its band are stress and its band over s, and at s = 0 the tangent.
static pl_status sample_secant(pl_arena *arena, pl_curve_sample *curve) {
  if (!(curve->term->law.row->flags & PL_LAW_SECANT)) return PL_OK;
  double *memory = pl_arena_alloc(arena, 2 * (size_t)curve->n, sizeof *memory);
  if (!memory) return PL_ERROR_MEMORY;
  curve->secant = memory, curve->secant_half_width = memory + curve->n;
  for (int i = 0; i < curve->n; i++) {
    double s = curve->strain[i];
    bool rest = fabs(s) < 1e-9 * fabs(curve->strain[curve->n - 1]);
    curve->secant[i] = rest ? curve->zero_stiffness : curve->stress[i] / s;
    curve->secant_half_width[i] = rest ? curve->zero_half_width : curve->half_width[i] / fabs(s);
  }
  return PL_OK;
}

static pl_status sample(pl_arena *arena, const pl_fit *fit, pl_curve_sample *curve) {
  int n = PL_CURVE_POINTS;
  double *memory = pl_arena_alloc(arena, 6 * (size_t)n, sizeof *memory);
  if (!memory) return PL_ERROR_MEMORY;
  curve->n = n;
  curve->strain = memory, curve->stress = memory + n, curve->half_width = memory + 2 * n, curve->stiffness = memory + 3 * n;
  curve->stiffness_half_width = memory + 4 * n, curve->next = memory + 5 * n;
  const double *theta = fit->material->theta + curve->term->theta;
  double low = fmin(curve->range[0], 0), high = fmax(curve->range[1], last_knot(fit, curve->term)), span = high - low, step = 1e-5 * span;
  // a curve measured only in tension starts at zero, not in compression
  low -= curve->range[0] < -0.02 * span ? 0.06 * span : 0;
  high += curve->range[1] > 0.02 * span ? 0.06 * span : 0;
  for (int i = 0; i < n; i++) {
    double s[PL_LAW_MAX_IN] = {0}, half[PL_LAW_MAX_IN], next[PL_LAW_MAX_IN], sigma;
    s[curve->input] = curve->strain[i] = low + (high - low) * i / (n - 1);
    eval_curve(fit, curve, curve->strain[i], &curve->stress[i], &curve->stiffness[i]);
    pl_fit_band(fit, curve->term, s, half, next);
    curve->half_width[i] = half[curve->output];
    curve->next[i] = next[curve->output];
    curve->stiffness_half_width[i] = stiffness_band(fit, curve, theta, curve->strain[i], step, &sigma);
  }
  double unused;
  eval_curve(fit, curve, 0, &unused, &curve->zero_stiffness);
  curve->zero_half_width = stiffness_band(fit, curve, theta, 0, step, &curve->zero_sigma);
  if (!(curve->zero_sigma > ROUNDED * fabs(curve->zero_stiffness))) curve->zero_sigma = NAN;
  return sample_secant(arena, curve);
}

// True if the law has a stress on `output` when only `input` is strained.
static bool acts(const pl_fit *fit, const pl_curve_sample *curve) {
  double stress, stiffness;
  eval_curve(fit, curve, curve->range[1], &stress, &stiffness);
  return stress != 0 || stiffness != 0;
}

pl_status pl__curves_sample(pl_arena *arena, const pl_fit *fit, int *n, pl_curve_sample **out) {
  *n = 0;
  pl_curve_sample *curve = *out = pl_arena_alloc(arena, MAX_CURVE, sizeof *curve);
  if (!curve) return PL_ERROR_MEMORY;
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    int n_in = term->law.row->n_in;
    if (term->law.row->rest) continue;  // invariants and stretches cannot vary separately: such a law is shown by its tests
    for (int i = 0; i < n_in && *n < MAX_CURVE; i++) {
      pl_curve_sample *c = &curve[*n];
      *c = (pl_curve_sample){.term = term, .input = i, .output = i};
      find_range(fit, c);
      if (n_in > 1 && !acts(fit, c)) {
        if (i > 0) continue;  // the coupling of one pair is one curve
        c->input = 1, c->output = 0;
        find_range(fit, c);
        if (!acts(fit, c)) continue;
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

// ---- parameters of the least determined combination ----

const pl_fit_case *pl__intrinsic_case(const pl_fit *fit, int j, int *k) {
  int first = fit->material->n_theta;
  for (int i = 0; i < fit->problem.n_fitted; first += fit->work.fit_case[i++].specimen.n) {
    *k = j - first;
    if (*k >= 0 && *k < fit->work.fit_case[i].specimen.n) return &fit->work.fit_case[i];
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
  if (!fit->evidence.covariance || (fit->problem.n_fitted == 0 && !fit->material->sigma)) return NAN;
  double variance = fit->evidence.covariance[(size_t)j * (fit->solution.n_parameter + 1)];
  return variance > 0 ? sqrt(variance) : NAN;
}

double pl__parameter_half_width(const pl_fit *fit, int j) {
  double sigma = pl__parameter_sigma(fit, j);
  const double one = 1;
  return sigma * pl_scatter_95(fit->material, (pl_slopes){j, 1, &one, 1}, sigma * sigma);
}

static bool is_undetermined(const pl_fit *fit, int j) {
  return j < fit->material->n_theta && fit->known.identified && !fit->known.identified[j];
}

// ": 2.31 ± 2.8 kPa (± is sigma).".
static void add_sigma(const pl_fit *fit, int j, pl_text *out) {
  pl_dim dim = fit->material->parameter[j].dim;
  char value[40], sigma[40];
  pl_shown in = pl_dim_shown(dim, fit->material->theta[j]);
  pl_text_printf(out, ": %s \xC2\xB1 %s", pl_number_people(in.factor * fit->material->theta[j], value, sizeof value),
                 pl_number_people(in.factor * pl__parameter_sigma(fit, j), sigma, sizeof sigma));
  pl_text_printf(out, "%s%s (\xC2\xB1 is sigma).", *in.unit ? " " : "", in.unit);
}

void pl__worst_direction_words(pl_arena *arena, const pl_fit *fit, pl_text *out) {
  int n = fit->solution.n_parameter;
  if (!fit->known.worst_direction || n < 2 || fit->known.n_singular < 2) return;
  const double *v = fit->known.worst_direction;
  int first = 0, second = -1;
  for (int j = 1; j < n; j++)
    if (fabs(v[j]) > fabs(v[first])) first = j;
  for (int j = 0; j < n; j++)
    if (j != first && (second < 0 || fabs(v[j]) > fabs(v[second]))) second = j;
  double length = v[first] * v[first] + v[second] * v[second];
  if (!(length > 0)) return;
  const char *a = pl__parameter_name(arena, fit, first), *b = pl__parameter_name(arena, fit, second);
  // the parameters' flags decide what is undetermined, so that all parts of a result agree
  bool open = is_undetermined(fit, first) || (fabs(v[first]) <= 0.95 && is_undetermined(fit, second));
  if (fabs(v[first]) > 0.95) {
    pl_text_printf(out, open ? "%s is not identifiable from these data." : "Least determined: %s", a);
  } else if (length > 0.8) {
    pl_text_printf(out,
                   open ? "%s and %s are not identifiable separately: %s hardly changes the residuals."
                        : "Least determined: %s and %s together (%s)",
                   a, b, v[first] * v[second] > 0 ? "raising both together" : "raising one while lowering the other");
  } else {
    pl_text_printf(out,
                   open ? "A combination of several parameters is not identifiable; %s and %s have the largest part in it."
                        : "Least determined: a combination of several parameters, mainly %s and %s",
                   a, b);
  }
  if (open) return;
  // for a single parameter the table has the sigma: use the same words
  if (fabs(v[first]) > 0.95 && first < fit->material->n_theta)
    add_sigma(fit, first, out);
  else
    pl_text_printf(out, ". Its standard deviation is %.2g %% of the usual size of its parameters.", 100 * fit->known.worst_sigma);
}
