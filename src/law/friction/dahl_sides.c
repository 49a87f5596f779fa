// dahl_sides.c: internal friction with separate parameters for either sign of the strain. Cloth is rolled with one face inside, and with
// the other (Miguel et al. 2013, end of section 4.1).
//
//   d sigma / d s = (sigma_max - d sigma) / tau,   sigma_max = a + b |s|,   d = +1 or -1, the direction of motion,
//
// with (a, b, tau) of the present side of s. History: (s0, sigma0), as in dahl.c. A step that stays on one side is Dahl's exact solution. A
// step that crosses zero is two of them, from s0 to 0 and from 0 to s; the stress is continuous while sigma_max jumps:
//
//   sigma = f2(s, 0, f1(0, s0, sigma0)),   psi = psi1 + psi2,
//   d sigma / d (s0, sigma0, theta1) = f2,sigma0  d f1 / d (s0, sigma0, theta1).
//
// A stress carried across zero may exceed sigma_max of the other side; it then decreases towards it, and the tangent can be below -b there.
// With equal parameters on both sides this is the law dahl. The parameters belong to a sign; which face of the cloth that is depends on the
// numbering of the mesh: strain_hinge.c.
#include <stdio.h>
#include <string.h>

#include "law/friction/dahl.h"
#include "law/rows.h"

enum { PER_SIDE = 3, POSITIVE = 0, NEGATIVE = 1, N_FULL = 2 * PER_SIDE };

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  static const char *const maxima[] = {"linear", "constant"};
  pl_json *value = pl_json_find(object, "max");
  int constant = 0;
  if (value) PL_TRY(pl_json_choice(pl_arena_context(arena), value, 2, maxima, &constant));
  pl_dahl *shape = pl_arena_alloc(arena, 1, sizeof *shape);
  if (!shape) return PL_ERROR_MEMORY;
  *shape = (pl_dahl){PL_DAHL_TAU, constant, 1};
  law->shape = shape;
  law->n_param = constant ? 4 : N_FULL;
  law->n_bound = N_FULL;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  if (((const pl_dahl *)law->shape)->constant) pl_json_put_text(writer, "max", "constant");
}

// Index of parameter j among (a, b, tau) of the positive side, then of the negative one.
static int place(const pl_law *law, int j) {
  if (!((const pl_dahl *)law->shape)->constant) return j;
  return PER_SIDE * (j / 2) + (j % 2 ? 2 : 0);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  static const char *const names[PER_SIDE] = {"a", "b", "tau"}, *const sides[] = {"positive", "negative"};
  int i = place(law, j);
  pl_law one = {.row = &pl_law_dahl, .n_param = PER_SIDE, .shape = &(pl_dahl){PL_DAHL_TAU, false, 1}};
  pl_law_dahl.parameter(&one, i % PER_SIDE, strain_dim, stress_dim, out);
  snprintf(out->name, sizeof out->name, "%s-%s", names[i % PER_SIDE], sides[i / PER_SIDE]);
}

// (a, b, tau) of both sides, b = 0 when sigma_max is constant.
static void bind(const pl_law *law, const double *theta, double *full) {
  full[1] = full[PER_SIDE + 1] = 0;
  for (int j = 0; j < law->n_param; j++) full[place(law, j)] = theta[j];
}

// Stress at the end of a step, with its derivatives.
typedef struct outcome {
  double sigma, psi, k;
  double by_s, by_s0, by_sigma0, by_full[N_FULL];
} outcome;

// Dahl's step on one side.
static pl_dual one_side(const double p[PER_SIDE], double s, double s0, double sigma0, double *psi, double *k) {
  static const pl_dahl shape = {PL_DAHL_TAU, false, 1};
  pl_dahl_step step = {pl_dual_input(s, PL_DAHL_S),    pl_dual_input(s0, PL_DAHL_S0),  pl_dual_input(sigma0, PL_DAHL_SIGMA0),
                       pl_dual_input(p[0], PL_DAHL_A), pl_dual_input(p[1], PL_DAHL_B), pl_dual_input(p[2], PL_DAHL_RATE)};
  return pl_dahl_solve(&shape, &step, psi, k);
}

static outcome solve(const double full[N_FULL], double s, double s0, double sigma0) {
  int side = s0 > 0 || (s0 == 0 && s >= 0) ? POSITIVE : NEGATIVE;
  bool crosses = s0 * s < 0;
  double psi, k, chain = 1;
  outcome out = {0};
  pl_dual last = one_side(full + PER_SIDE * side, crosses ? 0 : s, s0, sigma0, &psi, &k);
  if (crosses) {
    pl_dual first = last;
    double psi0 = psi;
    last = one_side(full + PER_SIDE * (1 - side), s, 0, first.v, &psi, &k);
    psi += psi0;
    chain = last.d[PL_DAHL_SIGMA0];
    for (int i = 0; i < PER_SIDE; i++) {
      out.by_full[PER_SIDE * side + i] = chain * first.d[PL_DAHL_A + i];
      out.by_full[PER_SIDE * (1 - side) + i] = last.d[PL_DAHL_A + i];
    }
    out.by_s0 = chain * first.d[PL_DAHL_S0];
    out.by_sigma0 = chain * first.d[PL_DAHL_SIGMA0];
  } else {
    for (int i = 0; i < PER_SIDE; i++) out.by_full[PER_SIDE * side + i] = last.d[PL_DAHL_A + i];
    out.by_s0 = last.d[PL_DAHL_S0];
    out.by_sigma0 = last.d[PL_DAHL_SIGMA0];
  }
  out.sigma = last.v;
  out.by_s = last.d[PL_DAHL_S];
  out.psi = psi;
  out.k = k;
  return out;
}

// A partly filled block repeats its last element, which need not be solved again.
static bool same_lane(const pl_lanes *s, int lane) {
  for (int i = 0; i < 3 && lane > 0; i++)
    if (s[i][lane] != s[i][lane - 1]) return false;
  return lane > 0;
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law;
  outcome at = {0};
  PL_EACH_LANE(l) {
    if (!same_lane(s, l)) at = solve(bound, s[0][l], s[1][l], s[2][l]);
    t[0][l] = at.sigma;
    if (psi) psi[0][l] = at.psi;
    if (k) k[0][l] = at.k;
  }
}

static void commit(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next) {
  eval(law, bound, s, NULL, next + 1, NULL);
  PL_FOR_LANES(l) next[0][l] = s[0][l];
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  double full[N_FULL];
  outcome at = {0};
  bind(law, theta, full);
  PL_EACH_LANE(l) {
    if (!same_lane(s, l)) at = solve(full, s[0][l], s[1][l], s[2][l]);
    for (int j = 0; j < law->n_param; j++) dt[j][l] = at.by_full[place(law, j)];
  }
}

static void path(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
                 pl_lanes *next_theta) {
  double full[N_FULL];
  outcome at = {0};
  bind(law, theta, full);
  PL_EACH_LANE(l) {
    if (!same_lane(s, l)) at = solve(full, s[0][l], s[1][l], s[2][l]);
    t_h[0][l] = next_h[2][l] = at.by_s0;
    t_h[1][l] = next_h[3][l] = at.by_sigma0;
    next_h[0][l] = next_h[1][l] = 0;
    next_s[0][l] = 1;
    next_s[1][l] = at.by_s;
    for (int j = 0; j < law->n_param; j++) {
      next_theta[j][l] = 0;
      next_theta[law->n_param + j][l] = at.by_full[place(law, j)];
    }
  }
}

int pl_dahl_sides(const pl_law *law, const double *theta, double side[2][3]) {
  if (!(law->row->flags & PL_LAW_FRICTION) || ((const pl_dahl *)law->shape)->form != PL_DAHL_TAU) return 0;
  double full[N_FULL];
  bool two = law->row->bind == bind;
  law->row->bind(law, theta, full);
  memcpy(side, full, (two ? N_FULL : PER_SIDE) * sizeof *full);
  return two ? 2 : 1;
}

static const char *const keys[] = {"max", NULL};

const pl_law_row pl_law_dahl_sides = {
    .name = "dahl-sides",
    .help = "the law dahl with separate a, b, tau for positive and for negative strain",
    .words = "Internal friction with separate parameters for positive and negative strain. The stress opposes the motion and reaches "
             "a + b |strain| within about tau of strain.",
    .source = "Miguel et al. 2013, section 4.1",
    .n_in = 1,
    .flags = PL_LAW_CONSERVATIVE | PL_LAW_FRICTION,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .keys = keys,
    .n_history = 2,
    .commit = commit,
    .path = path,
};
