// test_solvers.c: the checklist of every equilibrium method on every problem.
//
//  1. The outcome is "converged", and the force, evaluated anew, is below the tolerance on every free dof. Fixed dofs have not moved.
//  2. Reactions and loads balance, forces and torques.
//  3. It is a minimum: random displacements raise the energy.
//  4. Where the equilibrium is unique, all methods find the same energy and the same shape.
//  5. From the solution itself nothing moves any more.
//  6. Hopeless input gives an outcome, never a crash, an error or an endless loop.
// SOLVER_TRACE=1 prints a line per solve, SOLVER_CELLS=24 changes the resolution: how the table in docs/theory/equilibrium.md was made.
#include <stdlib.h>

#include "base/rng.h"
#include "conformance/solver_problem.h"
#include "test.h"

static const char *const method_name[PL_METHOD_COUNT] = {"auto", "hybrid", "lbfgs", "levenberg", "relaxation"};

typedef struct solution {
  double *x;
  pl_solve_report report;
} solution;

static solution solve(const problem *p, int method, const double *start) {
  size_t bytes = (size_t)p->model->n_dof * sizeof(double);
  solution s = {.x = malloc(bytes)};
  memcpy(s.x, start, bytes);
  pl_solve_options options = pl_solve_options_default();
  options.method = method;
  if (method == PL_METHOD_LEVENBERG) options.max_iterations = 4000;  // the slowest out of a tangle
  pl_solver *solver;
  REQUIRE(pl_solver_create(p->model, &options, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, p->material->theta, s.x, &s.report) == PL_OK);
  pl_solver_destroy(solver);
  if (getenv("SOLVER_TRACE") != NULL) {
    const pl_solve_report *r = &s.report;
    double total = 0;
    for (int i = 0; i < PL_PHASE_COUNT; i++) total += r->times.seconds[i];
    printf("%-11s %-11s %-12s it %5d ev %6d exact %4d shifted %4d |g| %.1e step %.1e E %.9g  %.1f ms (assemble %.1f, factor %.1f, solve "
           "%.1f)\n",
           p->name, method_name[method], pl_solve_outcome_text(r->outcome), r->iterations, r->evaluations, r->exact_factors,
           r->shifted_factors, r->force, r->step, r->energy, 1e3 * total, 1e3 * r->times.seconds[PL_PHASE_ASSEMBLE],
           1e3 * r->times.seconds[PL_PHASE_FACTOR], 1e3 * r->times.seconds[PL_PHASE_SOLVE]);
  }
  return s;
}

static double energy_at(const problem *p, const double *x, double *g) {
  pl_work *work;
  double energy;
  REQUIRE(pl_work_create(p->model, &work) == PL_OK);
  CHECK(pl_model_eval(p->model, p->material->theta, x, PL_HESS_EXACT, &energy, g, NULL, work));
  pl_work_destroy(work);
  return energy;
}

// Reactions are g on fixed dofs; with the loads f they must cancel: sum g = -sum f, sum x X g = -sum x X f.
static void check_balance(const problem *p, const double *x, const double *g) {
  double force[3] = {0}, torque[3] = {0}, largest = 1e-3;
  for (int32_t v = 0; v < p->model->n_vertex; v++) {
    const double *xv = x + 3 * v;
    double f[3];
    for (int a = 0; a < 3; a++) {
      f[a] = (p->model->fixed[3 * v + a] ? g[3 * v + a] : 0) + p->model->load[3 * v + a];
      force[a] += f[a];
      largest = fmax(largest, fabs(f[a]));
    }
    for (int a = 0; a < 3; a++) torque[a] += xv[(a + 1) % 3] * f[(a + 2) % 3] - xv[(a + 2) % 3] * f[(a + 1) % 3];
  }
  for (int a = 0; a < 3; a++) {
    CHECK_NEAR(force[a], 0, 1e-8 * largest + 1e-9 * p->model->n_vertex);
    CHECK_NEAR(torque[a], 0, 1e-8 * largest + 1e-9 * p->model->n_vertex);
  }
}

static void check_minimum(const problem *p, const double *x, double energy) {
  pl_rng rng;
  pl_rng_init(&rng, 9);
  double *y = malloc((size_t)p->model->n_dof * sizeof *y);
  for (int trial = 0; trial < 20; trial++) {
    double amplitude = trial % 2 == 0 ? 1e-4 : 1e-6;
    for (int32_t i = 0; i < p->model->n_dof; i++) y[i] = x[i] + (p->model->fixed[i] ? 0 : amplitude * pl_rng_normal(&rng));
    CHECK(energy_at(p, y, NULL) > energy);
  }
  free(y);
}

static void check_solution(const problem *p, int method, const solution *s, const double *start) {
  const pl_solve_report *r = &s->report;
  if (r->outcome != PL_SOLVE_CONVERGED) {
    test_fail(__FILE__, __LINE__, "%s of %s: %s, force %g N, step %g m after %d iterations", method_name[method], p->name,
              pl_solve_outcome_text(r->outcome), r->force, r->step, r->iterations);
    return;
  }
  double *g = malloc((size_t)p->model->n_dof * sizeof *g), energy = energy_at(p, s->x, g), force = 0;
  for (int32_t i = 0; i < p->model->n_dof; i++) {
    if (p->model->fixed[i])
      CHECK(s->x[i] == start[i]);
    else
      force = fmax(force, fabs(g[i]));
  }
  CHECK_LESS(force, 1e-9);
  CHECK_LESS(r->step, 1e-9);
  CHECK_CLOSE(r->force, force, 1e-6);
  CHECK(method == PL_METHOD_AUTO || r->method == method);
  CHECK(r->iterations > 0 && r->evaluations > 0 && r->exact_factors > 0);
  if (p->model->symmetric) {
    CHECK_CLOSE(r->energy, energy, 1e-12);
    check_minimum(p, s->x, energy);
  }
  check_balance(p, s->x, g);
  free(g);
}

static void check_problem(problem_kind kind, int cells) {
  if (getenv("SOLVER_CELLS") != NULL) cells = atoi(getenv("SOLVER_CELLS"));
  problem p;
  problem_create(kind, cells, &p);
  solution first = {0};
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    solution s = solve(&p, method, p.start);
    check_solution(&p, method, &s, p.start);
    if (first.x == NULL) {
      first = s;
      continue;
    }
    if (p.unique) {
      double apart = 0;
      for (int32_t i = 0; i < p.model->n_dof; i++) apart = fmax(apart, fabs(s.x[i] - first.x[i]));
      CHECK_CLOSE(s.report.energy, first.report.energy, 1e-10);
      CHECK_LESS(apart, 1e-7);
    }
    free(s.x);
  }
  // From the solution itself: no more than a look.
  solution again = solve(&p, PL_METHOD_HYBRID, first.x);
  CHECK(again.report.outcome == PL_SOLVE_CONVERGED);
  CHECK(again.report.iterations <= 1);
  free(again.x);
  free(first.x);
  problem_destroy(&p);
}

TEST(solve_stretch) { check_problem(PROBLEM_STRETCH, 12); }
TEST(solve_shear) { check_problem(PROBLEM_SHEAR, 10); }
TEST(solve_cantilever) { check_problem(PROBLEM_CANTILEVER, 16); }
TEST(solve_hang) { check_problem(PROBLEM_HANG, 12); }
TEST(solve_corner) { check_problem(PROBLEM_CORNER, 12); }
TEST(solve_buckle) { check_problem(PROBLEM_BUCKLE, 12); }
TEST(solve_tangle) { check_problem(PROBLEM_TANGLE, 8); }

// The filtered replacement of Volino 2.3, and the exact matrix with a shift.
TEST(solve_other_hessians) {
  for (int kind = 0; kind < PROBLEM_COUNT; kind++) {
    problem p;
    problem_create((problem_kind)kind, 8, &p);
    for (int hessian = 0; hessian <= PL_HESS_FILTERED; hessian++) {
      pl_solve_options options = pl_solve_options_default();
      options.hessian = hessian;
      pl_solver *solver;
      solution s = {.x = malloc((size_t)p.model->n_dof * sizeof *s.x)};
      memcpy(s.x, p.start, (size_t)p.model->n_dof * sizeof *s.x);
      REQUIRE(pl_solver_create(p.model, &options, &solver) == PL_OK);
      REQUIRE(pl_equilibrium(solver, p.material->theta, s.x, &s.report) == PL_OK);
      check_solution(&p, PL_METHOD_AUTO, &s, p.start);
      pl_solver_destroy(solver);
      free(s.x);
    }
    problem_destroy(&p);
  }
}

// A tangent that is not symmetric: no energy, LU, residual norm.
TEST(solve_unsymmetric) {
  problem p;
  problem_create_unsymmetric(10, &p);
  double *first = NULL;
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    solution s = solve(&p, method, p.start);
    check_solution(&p, method == PL_METHOD_LBFGS ? PL_METHOD_LBFGS : method, &s, p.start);
    double apart = 0;
    for (int32_t i = 0; i < p.model->n_dof && first != NULL; i++) apart = fmax(apart, fabs(s.x[i] - first[i]));
    CHECK_LESS(apart, 1e-8);
    if (first == NULL)
      first = s.x;
    else
      free(s.x);
  }
  free(first);
  problem_destroy(&p);
}

// Everything held: nothing to do, and that is a solution.
TEST(solve_all_fixed) {
  problem p;
  problem_create(PROBLEM_STRETCH, 4, &p);
  memset(p.model->fixed, 1, (size_t)p.model->n_dof);
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    solution s = solve(&p, method, p.start);
    CHECK(s.report.outcome == PL_SOLVE_CONVERGED);
    CHECK(s.report.force == 0 && s.report.step == 0);
    CHECK(memcmp(s.x, p.start, (size_t)p.model->n_dof * sizeof *s.x) == 0);
    free(s.x);
  }
  problem_destroy(&p);
}

// A solver gives the same bits every time, whatever it did in between.
TEST(solve_repeats_bitwise) {
  problem p;
  problem_create(PROBLEM_HANG, 8, &p);
  size_t bytes = (size_t)p.model->n_dof * sizeof(double);
  double *x[2] = {malloc(bytes), malloc(bytes)};
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    pl_solve_options options = pl_solve_options_default();
    options.method = method;
    pl_solver *solver;
    pl_solve_report report;
    REQUIRE(pl_solver_create(p.model, &options, &solver) == PL_OK);
    for (int i = 0; i < 2; i++) {
      memcpy(x[i], p.start, bytes);
      REQUIRE(pl_equilibrium(solver, p.material->theta, x[i], &report) == PL_OK);
    }
    CHECK(memcmp(x[0], x[1], bytes) == 0);
    pl_solver_destroy(solver);
  }
  free(x[0]);
  free(x[1]);
  problem_destroy(&p);
}

// ---- hopeless input ----

TEST(solve_start_not_finite) {
  problem p;
  problem_create(PROBLEM_CANTILEVER, 8, &p);
  const double poison[] = {NAN, INFINITY, 1e200};
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    for (int k = 0; k < 3; k++) {
      double *start = malloc((size_t)p.model->n_dof * sizeof *start);
      memcpy(start, p.start, (size_t)p.model->n_dof * sizeof *start);
      start[p.model->n_dof - 1] = poison[k];
      solution s = solve(&p, method, start);
      CHECK(s.report.outcome == PL_SOLVE_NOT_FINITE);
      free(s.x);
      free(start);
    }
  }
  problem_destroy(&p);
}

// Materials no cloth is made of: negative, zero, enormous, not a number. Any outcome will do, within the iterations given.
TEST(solve_absurd_material) {
  problem p;
  problem_create(PROBLEM_HANG, 5, &p);
  size_t n_theta = (size_t)p.material->n_theta;
  double *theta = malloc(n_theta * sizeof *theta);
  const double factor[] = {-1, 0, 1e-12, 1e12, 1e300, NAN};
  for (int method = 0; method < PL_METHOD_COUNT; method++) {
    for (int k = 0; k < 6; k++) {
      for (size_t j = 0; j < n_theta; j++) theta[j] = factor[k] * p.material->theta[j];
      pl_solve_options options = pl_solve_options_default();
      options.method = method;
      options.max_iterations = 20;
      pl_solver *solver;
      pl_solve_report report;
      double *x = malloc((size_t)p.model->n_dof * sizeof *x);
      memcpy(x, p.start, (size_t)p.model->n_dof * sizeof *x);
      REQUIRE(pl_solver_create(p.model, &options, &solver) == PL_OK);
      REQUIRE(pl_equilibrium(solver, theta, x, &report) == PL_OK);
      if (k == 5) CHECK(report.outcome == PL_SOLVE_NOT_FINITE);
      if (k < 2) CHECK(report.outcome != PL_SOLVE_CONVERGED);
      pl_solver_destroy(solver);
      free(x);
    }
  }
  free(theta);
  problem_destroy(&p);
}

// From the flat cloth, with few iterations.
static pl_solve_report solve_from_rest(const problem *p, int method, int max_iterations) {
  size_t bytes = (size_t)p->model->n_dof * sizeof(double);
  pl_solve_options options = pl_solve_options_default();
  options.method = method;
  options.max_iterations = max_iterations;
  pl_solver *solver;
  pl_solve_report report;
  double *x = malloc(bytes);
  memcpy(x, p->mesh->x0, bytes);
  REQUIRE(pl_solver_create(p->model, &options, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, p->material->theta, x, &report) == PL_OK);
  pl_solver_destroy(solver);
  free(x);
  return report;
}

// The limit of relaxation is one of work, and its work is reported. Fifteen evaluations, of steps and of stiffness, are one iteration, and
// as the only method it has eight times as many. Without supports nothing is ever found.
TEST(solve_relaxation_counts_its_work) {
  problem p;
  problem_create(PROBLEM_HANG, 6, &p);
  memset(p.model->fixed, 0, (size_t)p.model->n_dof);
  pl_solve_report report = solve_from_rest(&p, PL_METHOD_RELAXATION, 5);
  CHECK(report.outcome == PL_SOLVE_ITERATIONS);
  CHECK(report.evaluations <= 15 * 40 + 15);
  CHECK(report.iterations >= 40 && report.iterations <= 42);
  problem_destroy(&p);
}

// Nothing holds the cloth: a free fall has no equilibrium; without gravity the flat shape is one, but not a strict minimum.
TEST(solve_without_supports) {
  for (int gravity = 0; gravity < 2; gravity++) {
    problem p;
    problem_create(gravity ? PROBLEM_HANG : PROBLEM_BUCKLE, 6, &p);
    memset(p.model->fixed, 0, (size_t)p.model->n_dof);
    for (int method = 0; method < PL_METHOD_COUNT; method++) {
      pl_solve_report report = solve_from_rest(&p, method, 40);
      CHECK(report.outcome != PL_SOLVE_CONVERGED);
      if (!gravity) CHECK(report.outcome == PL_SOLVE_UNSTABLE);
    }
    problem_destroy(&p);
  }
}
