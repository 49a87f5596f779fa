// dahl.c: internal friction (Dahl 1968, in the parameters of the friction paper, section 3),
//
//   d sigma / d s = (sigma_max - d sigma) / tau,   sigma_max = a + b |s|,   d = +1 or -1, the direction of motion;   dahl.h has the variants.
//
// History: (s0, sigma0), strain and stress at the end of the last step. In one step the strain moves from s0 to s without turning, and the stress is
// the exact solution there. In the direction of motion, y = d sigma, path x, slope m = -b towards zero strain and +b away from it, xi = x/tau:
//
//   y = y0 + (M0 - y0) e1(xi) + m tau e2(xi)        (relax.h; the paper's eq. 3 leaves the last term out)
//   k = (M0 - y0) exp(-xi) / tau + m e1(xi)
//   psi = y0 x + tau ((M0 - y0) e2(xi) + m tau e3(xi))
//
// A strain that changes sign goes to zero with -b and on from there with +b. So sigma is one continuous function of s, the derivative of
// psi. Its tangent is never below -b if the stress began within sigma_max (gamma = 1, "form": "tau"). Invariants:
//   1. s = s0 changes nothing. The tangent there is the mean of the two directions, M0/tau: a Newton step is then wrong by at most a factor
//      of two.
//   2. A lane's result does not depend on its neighbours: for lanes that do not cross zero the second piece has length 0, which is exact.
//
// "step": "linearised" is the paper's eq. 9. With the last increment p = s0 - s_before (a third history value), d0 = sign p,
//
//   sigma = sigma0 + (a + b |s0 + p| - d0 sigma0) / (tau + |p|) (s - s0),
//
// and the history's stress is updated by the exact solution, as in the paper's algorithm. A step that reverses has the wrong d0: a
// first-order error.
#include "law/friction/dahl.h"

#include <math.h>
#include <stdio.h>

#include "law/rows.h"
#include "math/relax.h"

static const pl_law_row linearised_row;

static const char *const forms[] = {"tau", "alpha"};
static const char *const maxima[] = {"linear", "constant"};
static const char *const steps[] = {"exact", "linearised"};

// One of two words, the first by default.
static pl_status read_word(pl_context *ctx, pl_json *object, const char *key, const char *const *words, int *index) {
  pl_json *value = pl_json_find(object, key);
  *index = 0;
  return value ? pl_json_choice(ctx, value, 2, words, index) : PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  int form, constant, linearised;
  double gamma = 1;
  PL_TRY(read_word(ctx, object, "form", forms, &form));
  PL_TRY(read_word(ctx, object, "max", maxima, &constant));
  PL_TRY(read_word(ctx, object, "step", steps, &linearised));
  pl_json *value = pl_json_find(object, "gamma");
  // Below 1 the stress reaches sigma_max at a finite strain, and its derivative by the stress is infinite there.
  if (value) PL_TRY(pl_json_number(ctx, value, 1, 10, &gamma));
  if (linearised && (gamma != 1 || form == PL_DAHL_ALPHA)) {
    pl_where where = pl_json_where(pl_json_find(object, "step"));
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"step\" out for the exact solution, or use \"form\": \"tau\" without \"gamma\"",
                   "the linearised step supports only the form \"tau\" with gamma = 1");
  }
  pl_dahl *shape = pl_arena_alloc(arena, 1, sizeof *shape);
  if (!shape) return PL_ERROR_MEMORY;
  *shape = (pl_dahl){(pl_dahl_form)form, constant, gamma};
  if (linearised) law->row = &linearised_row;
  law->shape = shape;
  law->n_param = constant ? 2 : 3;
  law->n_bound = 3;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const pl_dahl *shape = law->shape;
  if (shape->form == PL_DAHL_ALPHA) pl_json_put_text(writer, "form", "alpha");
  if (shape->constant) pl_json_put_text(writer, "max", "constant");
  if (shape->gamma != 1) pl_json_put_number(writer, "gamma", shape->gamma);
  if (law->row == &linearised_row) pl_json_put_text(writer, "step", "linearised");
}

// Index of parameter j among (a, b, rate).
static int place(const pl_dahl *shape, int j) { return shape->constant && j == 1 ? 2 : j; }

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const pl_dahl *shape = law->shape;
  pl_dim stiffness_dim = pl_dim_divide(stress_dim, strain_dim);
  double stiffness = pl_law_scale(stiffness_dim), strain = pl_law_strain_scale(strain_dim);
  static const char *const names[2][3] = {{"a", "b", "tau"}, {"a", "b", "alpha"}};
  int i = place(shape, j);
  snprintf(out->name, sizeof out->name, "%s", names[shape->form][i]);
  out->lower = 0;
  out->upper = INFINITY;
  out->knot = NAN;
  if (i == 0) {
    out->dim = stress_dim;
    out->scale = 0.2 * stiffness * strain;
    if (shape->form == PL_DAHL_ALPHA || shape->gamma != 1) out->lower = 1e-6 * out->scale;  // a/alpha is a strain that must not vanish
  } else if (i == 1) {
    out->dim = stiffness_dim;
    out->scale = 0.05 * stiffness;
  } else {
    out->dim = shape->form == PL_DAHL_ALPHA ? stiffness_dim : strain_dim;
    out->scale = shape->form == PL_DAHL_ALPHA ? 0.2 * stiffness : strain;
    out->lower = 1e-4 * out->scale;
    out->role = shape->form == PL_DAHL_ALPHA ? PL_ROLE_SLIP : PL_ROLE_OTHER;
  }
}

// (a, b, rate), b = 0 when sigma_max is constant.
static void spread_theta(const pl_dahl *shape, const double *theta, double full[3]) {
  full[1] = 0;
  for (int j = 0; j < (shape->constant ? 2 : 3); j++) full[place(shape, j)] = theta[j];
}

// Solved by the vector kernel: a constant tau, which for a constant sigma_max is a / alpha.
static bool relaxes(const pl_dahl *shape) { return shape->gamma == 1 && (shape->form == PL_DAHL_TAU || shape->constant); }

static void bind(const pl_law *law, const double *theta, double *bound) {
  const pl_dahl *shape = law->shape;
  spread_theta(shape, theta, bound);
  if (relaxes(shape) && shape->form == PL_DAHL_ALPHA) bound[2] = bound[0] / bound[2];
}

// The step of one lane for the reference solution. full: (a, b, rate)
static pl_dahl_step step_of(const double full[3], const pl_lanes *s, int lane) {
  return (pl_dahl_step){pl_dual_input(s[0][lane], PL_DAHL_S),      pl_dual_input(s[1][lane], PL_DAHL_S0),
                        pl_dual_input(s[2][lane], PL_DAHL_SIGMA0), pl_dual_input(full[0], PL_DAHL_A),
                        pl_dual_input(full[1], PL_DAHL_B),         pl_dual_input(full[2], PL_DAHL_RATE)};
}

// A partly filled block repeats its last element, which need not be solved again.
static bool same_lane(const pl_lanes *s, int n, int lane) {
  for (int i = 0; i < n; i++)
    if (lane == 0 || s[i][lane] != s[i][lane - 1]) return false;
  return true;
}

static void repeat_lane(int n, pl_lanes *out, int lane) {
  for (int i = 0; i < n; i++) out[i][lane] = out[i][lane - 1];
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const pl_dahl *shape = law->shape;
  if (!relaxes(shape)) {
    PL_EACH_LANE(l) {
      if (same_lane(s, 3, l)) {
        repeat_lane(1, t, l);
        if (psi) repeat_lane(1, psi, l);
        if (k) repeat_lane(1, k, l);
        continue;
      }
      pl_dahl_step step = step_of(bound, s, l);
      t[0][l] = pl_dahl_solve(shape, &step, psi ? &psi[0][l] : NULL, k ? &k[0][l] : NULL).v;
    }
    return;
  }
  double a = bound[0], b = bound[1], tau = bound[2], per_tau = 1 / tau;
  pl_lanes direction, rest, y, tangent, work, crossed;
  PL_FOR_LANES(l) {
    double s0 = s[1][l], d = s[0][l] < s0 ? -1 : 1, x = d * (s[0][l] - s0),
           ahead = d * s0;  // ahead < 0: zero lies in front, at path -ahead
    double crossing = ahead < 0 && x > -ahead ? 1 : 0, length = crossing > 0 ? -ahead : x, m = ahead < 0 ? -b : b;
    double y0 = d * s[2][l], max = a + b * fabs(s0), gap = max - y0, decay, e1, e2, e3;
    pl_relax(length * per_tau, &decay, &e1, &e2, &e3);
    direction[l] = d;
    crossed[l] = crossing;
    rest[l] = x - length;
    y[l] = y0 + (gap * e1 + m * tau * e2);
    tangent[l] = x == 0 ? max * per_tau : gap * decay * per_tau + m * e1;
    work[l] = y0 * length + tau * (gap * e2 + m * tau * e3);
  }
  double any = 0;
  PL_EACH_LANE(l) any += crossed[l];
  if (any > 0) PL_FOR_LANES(l) {
      double gap = a - y[l], decay, e1, e2, e3;
      pl_relax(rest[l] * per_tau, &decay, &e1, &e2, &e3);
      work[l] += y[l] * rest[l] + tau * (gap * e2 + b * tau * e3);
      tangent[l] = crossed[l] > 0 ? gap * decay * per_tau + b * e1 : tangent[l];
      y[l] += gap * e1 + b * tau * e2;
    }
  PL_FOR_LANES(l) t[0][l] = direction[l] * y[l];
  if (psi) PL_FOR_LANES(l) psi[0][l] = work[l];
  if (k) PL_FOR_LANES(l) k[0][l] = tangent[l];
}

static void commit(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next) {
  pl_lanes sigma[1];
  eval(law, bound, s, NULL, sigma, NULL);
  PL_FOR_LANES(l) {
    next[0][l] = s[0][l];
    next[1][l] = sigma[0][l];
  }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  const pl_dahl *shape = law->shape;
  double full[3];
  spread_theta(shape, theta, full);
  PL_EACH_LANE(l) {
    if (same_lane(s, 3, l)) {
      repeat_lane(law->n_param, dt, l);
      continue;
    }
    pl_dahl_step step = step_of(full, s, l);
    pl_dual sigma = pl_dahl_solve(shape, &step, NULL, NULL);
    for (int j = 0; j < law->n_param; j++) dt[j][l] = sigma.d[PL_DAHL_A + place(shape, j)];
  }
}

// The rows of next = (s, sigma(s, s0, sigma0), ...) that exact and linearised steps share, for one lane.
static pl_dual next_derivatives(const pl_law *law, const double full[3], const pl_lanes *s, int lane, pl_lanes *next_s, pl_lanes *next_h,
                                pl_lanes *next_theta) {
  const pl_dahl *shape = law->shape;
  int n_history = law->row->n_history;
  pl_dahl_step step = step_of(full, s, lane);
  pl_dual sigma = pl_dahl_solve(shape, &step, NULL, NULL);
  for (int m = 0; m < n_history; m++) {
    next_s[m][lane] = m == 0;
    for (int n = 0; n < n_history; n++) next_h[m * n_history + n][lane] = 0;
    for (int j = 0; j < law->n_param; j++) next_theta[m * law->n_param + j][lane] = 0;
  }
  next_s[1][lane] = sigma.d[PL_DAHL_S];
  for (int n = 0; n < 2; n++) next_h[n_history + n][lane] = sigma.d[PL_DAHL_S0 + n];
  for (int j = 0; j < law->n_param; j++) next_theta[law->n_param + j][lane] = sigma.d[PL_DAHL_A + place(shape, j)];
  return sigma;
}

static void path(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
                 pl_lanes *next_theta) {
  double full[3];
  spread_theta(law->shape, theta, full);
  PL_EACH_LANE(l) {
    if (same_lane(s, 3, l)) {
      repeat_lane(2, t_h, l), repeat_lane(2, next_s, l), repeat_lane(4, next_h, l), repeat_lane(2 * law->n_param, next_theta, l);
      continue;
    }
    pl_dual sigma = next_derivatives(law, full, s, l, next_s, next_h, next_theta);
    for (int n = 0; n < 2; n++) t_h[n][l] = sigma.d[PL_DAHL_S0 + n];
  }
}

// ---- the linearised step; history (s0, sigma0, p) ----

static void linearised_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  double a = bound[0], b = bound[1], tau = bound[2];
  PL_FOR_LANES(l) {
    double s0 = s[1][l], p = s[3][l], d0 = p > 0 ? 1 : p < 0 ? -1 : 0, x = s[0][l] - s0;
    double tangent = (a + b * fabs(s0 + p) - d0 * s[2][l]) / (tau + fabs(p));
    t[0][l] = s[2][l] + tangent * x;
    if (psi) psi[0][l] = x * (s[2][l] + 0.5 * tangent * x);
    if (k) k[0][l] = tangent;
  }
}

// An element that did not move keeps the increment, and thus the direction, of its last movement.
static void linearised_commit(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next) {
  commit(law, bound, s, next);
  PL_FOR_LANES(l) next[2][l] = s[0][l] != s[1][l] ? s[0][l] - s[1][l] : s[3][l];
}

// The stress of one lane with its derivatives.
static pl_dual linearised_stress(const double full[3], const pl_lanes *s, int lane) {
  pl_dahl_step step = step_of(full, s, lane);
  pl_dual p = pl_dual_input(s[3][lane], PL_DAHL_BEFORE), end = pl_dual_add(step.s0, 1, p);
  double d0 = p.v > 0 ? 1 : p.v < 0 ? -1 : 0;
  pl_dual max = pl_dual_add(step.a, 1, pl_dual_times(step.b, pl_dual_scale(end.v < 0 ? -1 : 1, end)));
  pl_dual tangent = pl_dual_over(pl_dual_add(max, -d0, step.sigma0), pl_dual_add(step.rate, d0, p));
  return pl_dual_add(step.sigma0, 1, pl_dual_times(tangent, pl_dual_add(step.s, -1, step.s0)));
}

static void linearised_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  double full[3];
  spread_theta(law->shape, theta, full);
  PL_EACH_LANE(l) {
    pl_dual sigma = linearised_stress(full, s, l);
    for (int j = 0; j < law->n_param; j++) dt[j][l] = sigma.d[PL_DAHL_A + place(law->shape, j)];
  }
}

static void linearised_path(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
                            pl_lanes *next_theta) {
  double full[3];
  spread_theta(law->shape, theta, full);
  PL_EACH_LANE(l) {
    next_derivatives(law, full, s, l, next_s, next_h, next_theta);
    bool moved = s[0][l] != s[1][l];
    next_s[2][l] = moved;
    next_h[2 * 3 + 0][l] = moved ? -1 : 0;
    next_h[2 * 3 + 2][l] = !moved;
    pl_dual sigma = linearised_stress(full, s, l);
    t_h[0][l] = sigma.d[PL_DAHL_S0];
    t_h[1][l] = sigma.d[PL_DAHL_SIGMA0];
    t_h[2][l] = sigma.d[PL_DAHL_BEFORE];
  }
}

// ---- alternative parameters ----

static pl_status convert(pl_context *ctx, const pl_law *law, pl_json *given, pl_dim strain_dim, pl_dim stress_dim, bool sigma,
                         double *theta, bool *converted) {
  static const char *const names[] = {"persistent", "saturation", "stiffness", "c"};
  const pl_dahl *shape = law->shape;
  *converted = !sigma && given->kind == PL_JSON_OBJECT && (pl_json_find(given, "persistent") || pl_json_find(given, "saturation"));
  if (!*converted) return PL_OK;
  pl_dim dims[3] = {strain_dim, strain_dim, pl_dim_divide(stress_dim, strain_dim)};
  double number[3], c = 0.95, a, tau;
  for (int i = 0; i < 3; i++) {
    pl_json *value = pl_json_find(given, names[i]);
    if (!value) {
      pl_where where = pl_json_where(given);
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give \"persistent\", \"saturation\" and \"stiffness\" together, or a, b and tau instead",
                     PL_ID("law.friction-parameter-missing") "the parameter \"%s\" is missing", names[i]);
    }
    PL_TRY(pl_json_quantity(ctx, value, dims[i], 0, INFINITY, &number[i]));
  }
  pl_json *value = pl_json_find(given, "c");
  if (value) PL_TRY(pl_json_number(ctx, value, 0.01, 0.999999, &c));
  PL_TRY(pl_json_done(ctx, given, 4, names));
  double smallest = 1e-4 * pl_law_strain_scale(strain_dim);
  pl_dahl_from_strains(number[0], number[1], number[2], c, &a, &tau);
  if (!(a > 0 && tau >= smallest)) {
    pl_where where = pl_json_where(given);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give a positive stiffness and 0 < persistent < saturation",
                   PL_ID("law.no-friction") "persistent = %g, saturation = %g, stiffness = %g make no friction", number[0], number[1],
                   number[2]);
  }
  double full[3] = {a, 0, shape->form == PL_DAHL_ALPHA ? a / tau : tau};
  for (int j = 0; j < law->n_param; j++) theta[j] = full[place(shape, j)];
  return PL_OK;
}

static const char *const keys[] = {"form", "max", "gamma", "step", NULL};

#define COMMON                                                                                                                          \
  .name = "dahl", .help = "d sigma / d s = (a + b |s| - d sigma) / tau, d the direction of motion: internal friction",                  \
  .words = "Internal friction: a stress against the motion, up to a + b |strain|, reached within about tau of strain.",                 \
  .source = "Dahl 1968; Miguel et al. 2013, sections 3 and 5", .n_in = 1, .flags = PL_LAW_CONSERVATIVE | PL_LAW_FRICTION, .read = read, \
  .write = write, .parameter = parameter, .bind = bind, .keys = keys, .convert = convert

const pl_law_row pl_law_dahl = {
    COMMON, .eval = eval, .eval_theta = eval_theta, .n_history = 2, .commit = commit, .path = path,
};

// The row that `read` uses for "step": "linearised".
static const pl_law_row linearised_row = {
    COMMON, .eval = linearised_eval, .eval_theta = linearised_theta, .n_history = 3, .commit = linearised_commit, .path = linearised_path,
};
