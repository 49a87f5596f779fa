// test_sensitivity.c: derivatives of equilibria against equilibria solved again.
//
// Central differences of re-solved states (to 1e-13 N) must agree with the analytic columns to 1e-6. The remainder of the linear prediction
// must decrease with the square of the step (slope 2).
#include <stdlib.h>

#include "base/rng.h"
#include "conformance/solver_problem.h"
#include "test.h"

static const double X_NOISE = 5e-15, G_NOISE = 2e-13;  // m, N

typedef struct state {
  problem p;
  pl_solver *solver;
  size_t n_dof, n_theta;
  double *theta, *x;  // the equilibrium
} state;

static void resolve(state *s, const double *theta, double *x) {
  pl_solve_report report;
  REQUIRE(pl_equilibrium(s->solver, theta, x, &report) == PL_OK);
  if (report.outcome != PL_SOLVE_CONVERGED) {
    test_fail(__FILE__, __LINE__, "%s: %s, force %g, step %g", s->p.name, pl_solve_outcome_text(report.outcome), report.force, report.step);
    test_stop();
  }
}

static void state_create(problem_kind kind, int cells, bool unsymmetric, state *s) {
  if (unsymmetric)
    problem_create_unsymmetric(cells, &s->p);
  else
    problem_create(kind, cells, &s->p);
  pl_solve_options options = pl_solve_options_default();
  options.force_tolerance = 1e-12;
  options.step_tolerance = 1e-12;
  REQUIRE(pl_solver_create(s->p.model, &options, &s->solver) == PL_OK);
  s->n_dof = (size_t)s->p.model->n_dof;
  s->n_theta = (size_t)s->p.material->n_theta;
  s->theta = malloc(s->n_theta * sizeof *s->theta);
  memcpy(s->theta, s->p.material->theta, s->n_theta * sizeof *s->theta);
  s->x = malloc(s->n_dof * sizeof *s->x);
  memcpy(s->x, s->p.start, s->n_dof * sizeof *s->x);
  resolve(s, s->theta, s->x);
}

static void state_destroy(state *s) {
  free(s->theta);
  free(s->x);
  pl_solver_destroy(s->solver);
  problem_destroy(&s->p);
}

static void gradient(const state *s, const double *theta, const double *x, double *g) {
  pl_work *work;
  REQUIRE(pl_work_create(s->p.model, &work) == PL_OK);
  CHECK(pl_model_eval(s->p.model, theta, x, PL_HESS_EXACT, NULL, g, NULL, work));
  pl_work_destroy(work);
}

// Largest difference, and the largest entry of the reference.
// `noise`: what the round-off of a re-solved state becomes in a difference quotient.
static void compare(const state *s, const char *what, const double *analytic, const double *numeric, bool at_fixed, double relative,
                    double noise) {
  double error = 0, scale = 0;
  for (size_t i = 0; i < s->n_dof; i++) {
    if (at_fixed && !s->p.model->fixed[i]) {
      CHECK(analytic[i] == 0);
      continue;
    }
    error = fmax(error, fabs(analytic[i] - numeric[i]));
    scale = fmax(scale, fabs(numeric[i]));
  }
  if (!(error <= relative * scale + noise)) test_fail(__FILE__, __LINE__, "%s, %s: off by %g of %g", s->p.name, what, error, scale);
}

static void check_theta(state *s, double relative) {
  size_t n = s->n_dof;
  double *dx = malloc(s->n_theta * n * sizeof *dx), *dr = malloc(s->n_theta * n * sizeof *dr), *theta = malloc(s->n_theta * sizeof *theta);
  double *x[2] = {malloc(n * sizeof(double)), malloc(n * sizeof(double))}, *g[2] = {malloc(n * sizeof(double)), malloc(n * sizeof(double))};
  bool stable;
  REQUIRE(pl_sensitivity_begin(s->solver, s->theta, s->x, &stable) == PL_OK);
  REQUIRE(stable);
  REQUIRE(pl_sensitivity_theta(s->solver, s->theta, s->x, (int)s->n_theta, NULL, dx, dr) == PL_OK);
  for (size_t j = 0; j < s->n_theta; j++) {
    double h = 3e-5 * fabs(s->theta[j]);
    for (int side = 0; side < 2; side++) {
      memcpy(theta, s->theta, s->n_theta * sizeof *theta);
      memcpy(x[side], s->x, n * sizeof(double));
      theta[j] += side == 0 ? h : -h;
      resolve(s, theta, x[side]);
      gradient(s, theta, x[side], g[side]);
    }
    for (size_t i = 0; i < n; i++) {
      x[0][i] = (x[0][i] - x[1][i]) / (2 * h);
      g[0][i] = (g[0][i] - g[1][i]) / (2 * h);
    }
    compare(s, s->p.material->parameter[j].name, dx + j * n, x[0], false, relative, X_NOISE / h);
    compare(s, s->p.material->parameter[j].name, dr + j * n, g[0], true, relative, G_NOISE / h);
  }
  // without reactions, the same columns
  double *again = malloc(s->n_theta * n * sizeof *again);
  REQUIRE(pl_sensitivity_begin(s->solver, s->theta, s->x, &stable) == PL_OK && stable);
  REQUIRE(pl_sensitivity_theta(s->solver, s->theta, s->x, (int)s->n_theta, NULL, again, NULL) == PL_OK);
  // the first used the factor the equilibrium left, a last step (below 1e-9 of the size) away: the same but for that
  double largest = 0, difference = 0;
  for (size_t i = 0; i < s->n_theta * n; i++) {
    largest = fmax(largest, fabs(dx[i]));
    difference = fmax(difference, fabs(again[i] - dx[i]));
  }
  CHECK(difference <= 1e-8 * largest);
  free(again);
  free(dx);
  free(dr);
  free(theta);
  for (int side = 0; side < 2; side++) {
    free(x[side]);
    free(g[side]);
  }
}

// A random motion of the supports (planar problems: within the plane).
static void random_motion(const state *s, double *motion) {
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (size_t i = 0; i < s->n_dof; i++) {
    motion[i] = pl_rng_normal(&rng);
    if (s->p.planar && i % 3 == 2) motion[i] = 0;
  }
}

static void check_motion(state *s, double relative) {
  size_t n = s->n_dof;
  double *motion = malloc(n * sizeof(double)), *dx = malloc(n * sizeof(double)), *dr = malloc(n * sizeof(double));
  double *x[2] = {malloc(n * sizeof(double)), malloc(n * sizeof(double))}, *g[2] = {malloc(n * sizeof(double)), malloc(n * sizeof(double))};
  bool stable;
  random_motion(s, motion);
  REQUIRE(pl_sensitivity_begin(s->solver, s->theta, s->x, &stable) == PL_OK && stable);
  REQUIRE(pl_sensitivity_motion(s->solver, motion, NULL, dx, dr) == PL_OK);
  double h = 1e-7;
  for (int side = 0; side < 2; side++) {
    for (size_t i = 0; i < n; i++) x[side][i] = s->x[i] + (s->p.model->fixed[i] ? (side == 0 ? h : -h) * motion[i] : 0);
    resolve(s, s->theta, x[side]);
    gradient(s, s->theta, x[side], g[side]);
  }
  for (size_t i = 0; i < n; i++) {
    x[0][i] = (x[0][i] - x[1][i]) / (2 * h);
    g[0][i] = (g[0][i] - g[1][i]) / (2 * h);
    if (s->p.model->fixed[i]) CHECK(dx[i] == motion[i]);
  }
  compare(s, "motion", dx, x[0], false, relative, X_NOISE / h);
  compare(s, "motion's reactions", dr, g[0], true, relative, G_NOISE / h);
  free(motion);
  free(dx);
  free(dr);
  for (int side = 0; side < 2; side++) {
    free(x[side]);
    free(g[side]);
  }
}

static void check(problem_kind kind, int cells, bool unsymmetric, double relative) {
  state s;
  state_create(kind, cells, unsymmetric, &s);
  check_theta(&s, relative);
  check_motion(&s, relative);
  state_destroy(&s);
}

TEST(sensitivity_stretch) { check(PROBLEM_STRETCH, 8, false, 1e-6); }
TEST(sensitivity_shear) { check(PROBLEM_SHEAR, 8, false, 1e-6); }
TEST(sensitivity_cantilever) { check(PROBLEM_CANTILEVER, 12, false, 1e-6); }
TEST(sensitivity_hang) { check(PROBLEM_HANG, 8, false, 1e-6); }
TEST(sensitivity_corner) { check(PROBLEM_CORNER, 8, false, 1e-6); }
TEST(sensitivity_unsymmetric) { check(PROBLEM_STRETCH, 8, true, 1e-6); }

// x(theta + h d) - x - h dx d = O(h^2).
TEST(sensitivity_taylor_slope) {
  state s;
  state_create(PROBLEM_CANTILEVER, 10, false, &s);
  size_t n = s.n_dof;
  double *dx = malloc(s.n_theta * n * sizeof *dx), *theta = malloc(s.n_theta * sizeof *theta), *x = malloc(n * sizeof *x),
         *d = malloc(n * sizeof *d);
  bool stable;
  REQUIRE(pl_sensitivity_begin(s.solver, s.theta, s.x, &stable) == PL_OK && stable);
  REQUIRE(pl_sensitivity_theta(s.solver, s.theta, s.x, (int)s.n_theta, NULL, dx, NULL) == PL_OK);
  double remainder[3];
  for (int k = 0; k < 3; k++) {
    double h = 0.04 / (1 << (2 * k));
    memset(d, 0, n * sizeof *d);
    for (size_t j = 0; j < s.n_theta; j++) {
      double step = h * s.theta[j] * (j % 2 == 0 ? 1 : -0.7);
      theta[j] = s.theta[j] + step;
      for (size_t i = 0; i < n; i++) d[i] += step * dx[j * n + i];
    }
    memcpy(x, s.x, n * sizeof *x);
    resolve(&s, theta, x);
    remainder[k] = 0;
    for (size_t i = 0; i < n; i++) remainder[k] = fmax(remainder[k], fabs(x[i] - s.x[i] - d[i]));
  }
  CHECK_NEAR(log2(remainder[0] / remainder[1]) / 2, 2, 0.15);
  CHECK_NEAR(log2(remainder[1] / remainder[2]) / 2, 2, 0.1);
  free(dx);
  free(theta);
  free(x);
  free(d);
  state_destroy(&s);
}

// A saddle (flat, compressed) is refused; so is a point that is not finite.
TEST(sensitivity_refuses_unstable) {
  problem p;
  problem_create(PROBLEM_BUCKLE, 8, &p);
  pl_solve_options options = pl_solve_options_default();
  pl_solver *solver;
  bool stable = true;
  REQUIRE(pl_solver_create(p.model, &options, &solver) == PL_OK);
  double *x = malloc((size_t)p.model->n_dof * sizeof *x);
  for (int32_t i = 0; i < p.model->n_dof; i++) x[i] = p.mesh->x0[i] * (i % 3 == 0 ? 0.95 : 1);
  REQUIRE(pl_sensitivity_begin(solver, p.material->theta, x, &stable) == PL_OK);
  CHECK(!stable);
  x[4] = NAN;
  stable = true;
  REQUIRE(pl_sensitivity_begin(solver, p.material->theta, x, &stable) == PL_OK);
  CHECK(!stable);
  free(x);
  pl_solver_destroy(solver);
  problem_destroy(&p);
}

// A draft ends at the same equilibrium with fewer factorisations; its derivatives are near the exact ones, and exact again when requested.
TEST(sensitivity_of_a_draft) {
  state s;
  state_create(PROBLEM_SHEAR, 8, false, &s);
  size_t size = s.n_dof * s.n_theta;
  double *x[2], *dx[3], largest = 0, apart = 0, near = 0, exact = 0;
  for (int k = 0; k < 3; k++) dx[k] = malloc(size * sizeof **dx);
  s.theta[0] *= 1.02;
  int factors[2];
  bool stable;
  for (int draft = 0; draft < 2; draft++) {
    pl_solve_report report;
    x[draft] = malloc(s.n_dof * sizeof **x);
    memcpy(x[draft], s.x, s.n_dof * sizeof **x);
    pl_solver_draft(s.solver, draft);
    REQUIRE(pl_equilibrium(s.solver, s.theta, x[draft], &report) == PL_OK);
    CHECK(report.outcome == PL_SOLVE_CONVERGED);
    factors[draft] = report.exact_factors;
    REQUIRE(pl_sensitivity_begin(s.solver, s.theta, x[draft], &stable) == PL_OK && stable);
    REQUIRE(pl_sensitivity_theta(s.solver, s.theta, x[draft], (int)s.n_theta, NULL, dx[draft], NULL) == PL_OK);
  }
  pl_solver_draft(s.solver, false);
  REQUIRE(pl_sensitivity_begin(s.solver, s.theta, x[1], &stable) == PL_OK && stable);
  REQUIRE(pl_sensitivity_theta(s.solver, s.theta, x[1], (int)s.n_theta, NULL, dx[2], NULL) == PL_OK);
  for (size_t i = 0; i < s.n_dof; i++) apart = fmax(apart, fabs(x[0][i] - x[1][i]));
  for (size_t i = 0; i < size; i++) {
    largest = fmax(largest, fabs(dx[0][i]));
    near = fmax(near, fabs(dx[1][i] - dx[0][i]));
    exact = fmax(exact, fabs(dx[2][i] - dx[0][i]));
  }
  CHECK(factors[1] < factors[0]);
  CHECK_NEAR(apart, 0, 1e-11);
  CHECK(near <= 0.05 * largest);
  CHECK(near > 1e-9 * largest);  // the factor of another place was used
  CHECK(exact <= 1e-7 * largest);
  for (int k = 0; k < 3; k++) free(dx[k]);
  for (int k = 0; k < 2; k++) free(x[k]);
  state_destroy(&s);
}
