// test_potentials.c: one checklist for everything that has an energy (model/potential.h), and that every search honours the steps it admits.
#include <stdlib.h>

#include "conformance/derivative.h"
#include "base/rng.h"
#include "conformance/solver_problem.h"
#include "conformance/wall.h"
#include "math/eigen_small.h"
#include "model/assemble.h"
#include "problem/moving_sheet.h"
#include "test.h"

#include <lapacke.h>

enum { MAX_DOF = 64, MAX_THETA = 16 };

typedef struct subject {
  pl_context *ctx;
  pl_arena *arena;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_block_matrix hess;
  const pl_potential *potential;  // the one under test; NULL: the model as a whole
  const double *theta;
  double x[MAX_DOF];
  int n;
} subject;

static int n_violations;
static const wall floor_wall = {.floor = -0.04, .reach = 0.06, .strength = 20, .ends = {0, 5}, .spring = 3, .n_violations = &n_violations};

static void open(subject *s, const pl_model_options *options) {
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  REQUIRE(pl_model_create(s->ctx, s->mesh, s->material, options, &s->model) == PL_OK);
  REQUIRE(pl_work_create(s->model, &s->work) == PL_OK);
  REQUIRE(pl_block_matrix_create(s->arena, &s->model->pattern, &s->hess) == PL_OK);
  s->n = s->model->n_dof;
  s->theta = s->material->theta;
  REQUIRE(s->n <= MAX_DOF && s->material->n_theta <= MAX_THETA);
}

// A sheet with every potential that a sheet can have, bent and stretched.
static void open_sheet(subject *s) {
  static const char *const terms[] = {
      "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [60, 5, "
      "40, 10]}, \"prony\": {\"g\": [0.4, 0.3], \"tau\": [\"0.2 s\", \"3 s\"]}}",
      "{\"name\": \"friction\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"0.4 N/m\", "
      "\"b\": \"3 N/m\", \"tau\": 0.05}}",
      "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"quadratic\", \"parameters\": {\"k1\": \"1e-3 N m\", \"k2\": \"1e-5 N "
      "m^2\"}}"};
  *s = (subject){.ctx = pl_context_create(NULL)};
  s->arena = pl_arena_create(s->ctx);
  pl_specimen specimen = {.length = 0.1, .width = 0.05, .n_length = 2, .n_width = 1};
  REQUIRE(pl_mesh_strip(s->ctx, &specimen, &s->mesh) == PL_OK);
  REQUIRE(pl_material_create(s->ctx, "test", 0.2, &s->material) == PL_OK);
  for (int i = 0; i < 3; i++) REQUIRE(pl_material_add_term(s->material, terms[i]) == PL_OK);
  double pressure[MAX_DOF] = {0}, spring[MAX_DOF] = {0};
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int i = 0; i < s->mesh->n_triangle; i++) pressure[i] = 100 + 50 * i;
  for (int i = 0; i < 3 * s->mesh->n_vertex; i++) {
    spring[i] = i % 4 == 0 ? 5 : 0;
    s->x[i] = s->mesh->x0[i] + 0.008 * pl_rng_normal(&rng);
  }
  const pl_potential more[] = {wall_potential(&floor_wall)};
  open(s, &(pl_model_options){.gravity = {1, 2, -9.81}, .pressure = pressure, .spring = spring, .n_potential = 1, .potential = more});
  pl_work_set_duration(s->work, 0.5);
}

// A block of rubber that keeps its volume.
static void open_block(subject *s) {
  static const double unit[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, state[12] = {0, 0, 0, 1.4, 0.1, 0, 0.3, 0.9, 0, 0, 0, 17};
  static const int32_t tet[4] = {0, 1, 2, 3};
  *s = (subject){.ctx = pl_context_create(NULL)};
  s->arena = pl_arena_create(s->ctx);
  REQUIRE(pl_mesh_create_solid(s->ctx, 4, unit, unit, 1, tet, 0, NULL, &s->mesh) == PL_OK);
  REQUIRE(pl_material_create(s->ctx, "rubber", 0, &s->material) == PL_OK);
  REQUIRE(pl_material_add_term(s->material,
                               "{\"name\": \"r\", \"strain\": \"invariants\", \"law\": \"mooney-rivlin\", \"incompressible\": true, "
                               "\"parameters\": {\"c10\": \"2e5 Pa\", \"c01\": \"3e4 Pa\"}}") == PL_OK);
  memcpy(s->x, state, sizeof state);
  open(s, &(pl_model_options){.isochoric = true});
}

static void destroy(subject *s) {
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

// The potential by itself, added to what is there; a constraint is one of the whole.
static void add_mode(subject *s, const double *x, pl_hess_mode mode, double *value, double *gradient, pl_block_matrix *hessian) {
  const pl_potential *p = s->potential;
  pl_work_bind(s->model, s->theta, s->work);
  p->row->add(s->model, p, s->theta, x, mode, value, gradient, hessian, s->work);
}

static void eval_mode(subject *s, const double *x, pl_hess_mode mode, double *value, double *gradient, double *hessian) {
  if (value) *value = 0;
  if (gradient) memset(gradient, 0, (size_t)s->n * sizeof *gradient);
  pl_block_matrix_zero(&s->hess);
  if (s->potential)
    add_mode(s, x, mode, value, gradient, hessian ? &s->hess : NULL);
  else
    REQUIRE(pl_model_eval(s->model, s->theta, x, mode, value, gradient, hessian ? &s->hess : NULL, s->work));
  for (int j = 0; j < s->n && hessian; j++) {
    double one[MAX_DOF] = {0}, column[MAX_DOF];
    one[j] = 1;
    pl_block_matrix_multiply(&s->hess, one, column);
    for (int i = 0; i < s->n; i++) hessian[i * s->n + j] = column[i];
  }
}

static void eval(void *user, const double *x, double *value, double *gradient, double *hessian) {
  eval_mode(user, x, PL_HESS_EXACT, value, gradient, hessian);
}

static const char *name_of(const subject *s) { return s->potential ? s->potential->row->name : "whole model"; }

// ---- the checklist ----

static void check_slopes(subject *s) {
  derivative_check check = check_derivatives(eval, s, s->n, s->x, 1e-3, true, 5);
  if (!check.gradient_ok || !check.hessian_ok || check.asymmetry > 1e-10)
    test_fail(__FILE__, __LINE__, "%s: slopes %.2f %.2f, errors %.1e (%d) %.1e (%d, %d), asymmetry %.1e", name_of(s), check.gradient_slope,
              check.hessian_slope, check.gradient_error, check.gradient_entry, check.hessian_error, check.hessian_row, check.hessian_column,
              check.asymmetry);
}

// The semidefinite mode changes neither energy nor gradient, and has no negative eigenvalue.
static void check_semidefinite(subject *s) {
  static double h[MAX_DOF * MAX_DOF];
  double value[2], g[2][MAX_DOF], w[MAX_DOF];
  eval_mode(s, s->x, PL_HESS_EXACT, &value[0], g[0], NULL);
  eval_mode(s, s->x, PL_HESS_PSD, &value[1], g[1], h);
  CHECK(value[0] == value[1] && memcmp(g[0], g[1], (size_t)s->n * sizeof *g[0]) == 0);
  REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', s->n, h, s->n, w) == 0);
  double largest = fmax(fabs(w[0]), fabs(w[s->n - 1]));
  if (!(w[0] >= -1e-10 * largest)) test_fail(__FILE__, __LINE__, "%s: eigenvalues %g to %g", name_of(s), w[0], w[s->n - 1]);
}

// It adds, and outputs that are not needed may be NULL.
static void check_adds(subject *s) {
  double once, twice = 7, g[MAX_DOF], sum[MAX_DOF];
  eval_mode(s, s->x, PL_HESS_EXACT, &once, g, NULL);
  for (int i = 0; i < s->n; i++) sum[i] = 3;
  add_mode(s, s->x, PL_HESS_EXACT, &twice, NULL, NULL);
  add_mode(s, s->x, PL_HESS_EXACT, NULL, sum, NULL);
  add_mode(s, s->x, PL_HESS_EXACT, NULL, NULL, &s->hess);
  CHECK_NEAR(twice - 7, once, 1e-12 * (7 + fabs(once)));
  for (int i = 0; i < s->n; i++) CHECK_NEAR(sum[i] - 3, g[i], 1e-12 * (3 + fabs(g[i])));
}

// dg/dtheta against central differences; a potential without it does not depend on theta.
static void check_theta(subject *s) {
  static double by[MAX_THETA * MAX_DOF];
  int n_theta = s->material->n_theta;
  double theta[MAX_THETA], g[2][MAX_DOF];
  memset(by, 0, sizeof by);
  const pl_potential *p = s->potential;
  pl_work_bind(s->model, s->material->theta, s->work);
  if (!p)
    pl_model_theta(s->model, s->material->theta, s->x, n_theta, NULL, by, s->work);
  else if (p->row->add_theta)
    p->row->add_theta(s->model, p, s->material->theta, s->x, NULL, by, s->work);
  memcpy(theta, s->material->theta, (size_t)n_theta * sizeof *theta);
  s->theta = theta;
  for (int j = 0; j < n_theta; j++) {
    double kept = theta[j], h = 1e-4 * fabs(kept), largest = 0;
    for (int side = 0; side < 2; side++) {
      theta[j] = kept + (side ? h : -h);
      eval_mode(s, s->x, PL_HESS_EXACT, NULL, g[side], NULL);
    }
    theta[j] = kept;
    for (int i = 0; i < s->n; i++) largest = fmax(largest, fabs(by[j * s->n + i]));
    for (int i = 0; i < s->n; i++) {
      double difference = (g[1][i] - g[0][i]) / (2 * h), round_off = 1e-13 * (fabs(g[0][i]) + fabs(g[1][i])) / h;
      if (!(fabs(difference - by[j * s->n + i]) <= 1e-6 * largest + round_off))
        test_fail(__FILE__, __LINE__, "%s: dg%d/dtheta%d = %g, by differences %g", name_of(s), i, j, by[j * s->n + i], difference);
    }
  }
  s->theta = s->material->theta;
}

// Whatever the step: the part that is admitted is in (0, 1], and the energy is finite all the way.
static void check_max_step(subject *s) {
  pl_rng rng;
  pl_rng_init(&rng, 9);
  n_violations = 0;
  for (int k = 0; k < 40; k++) {
    double dx[MAX_DOF], x[MAX_DOF], size = pow(10, -4 + 0.1 * k), value;
    for (int i = 0; i < s->n; i++) dx[i] = size * pl_rng_normal(&rng);
    double part = s->potential && s->potential->row->max_step ? s->potential->row->max_step(s->model, s->potential, s->x, dx, s->work) : 1;
    CHECK(part > 0 && part <= 1);
    CHECK(pl_model_max_step(s->model, s->x, dx, s->work) <= part);
    for (int i = 0; i < s->n; i++) dx[i] *= part;
    CHECK(pl_model_max_step(s->model, s->x, dx, s->work) > 0);
    for (int j = 1; j <= 10 && s->potential && s->potential->row->max_step; j++) {
      for (int i = 0; i < s->n; i++) x[i] = s->x[i] + 0.1 * j * dx[i];
      eval_mode(s, x, PL_HESS_EXACT, &value, NULL, NULL);
      CHECK(isfinite(value));
    }
  }
  CHECK(n_violations == 0);
}

static void check_memory(const subject *s) {
  const pl_potential_row *row = s->potential->row;
  bool all = row->begin && row->commit && row->uptake && row->add_columns && row->commit_slope;
  bool none = !row->begin && !row->commit && !row->uptake && !row->add_columns && !row->commit_slope;
  CHECK(all || none);
  CHECK(s->potential->n_history == 0 || all);
}

TEST(potential_checklist) {
  static const pl_potential_row *const rows[] = {&pl_potential_terms, &pl_potential_dead_load, &pl_potential_pressure,
                                                 &pl_potential_springs};
  subject s;
  open_sheet(&s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) CHECK(pl_model_potential(s.model, rows[i]) != NULL);
  CHECK(s.model->n_potential == 5);
  for (int i = 0; i < s.model->n_potential; i++) {
    s.potential = &s.model->potential[i];
    check_slopes(&s);
    check_semidefinite(&s);
    check_adds(&s);
    check_theta(&s);
    check_max_step(&s);
    check_memory(&s);
  }
  s.potential = NULL;
  check_slopes(&s);
  check_theta(&s);
  destroy(&s);
}

// The same in the second step of a path: friction and overstresses of the first are there.
TEST(potential_checklist_with_a_past) {
  subject s;
  double before[MAX_DOF];
  pl_history *history;
  open_sheet(&s);
  for (int i = 0; i < s.n; i++) before[i] = s.mesh->x0[i] + 0.6 * (s.x[i] - s.mesh->x0[i]);
  REQUIRE(pl_history_create(s.model, &history) == PL_OK);
  pl_history_commit(s.model, s.theta, before, history, s.work);
  pl_work_set_duration(s.work, 0.8);
  pl_work_set_history(s.work, history);
  s.potential = pl_model_potential(s.model, &pl_potential_terms);
  check_slopes(&s);
  check_semidefinite(&s);
  check_adds(&s);
  check_theta(&s);
  pl_work_set_history(s.work, NULL);
  pl_history_destroy(history);
  destroy(&s);
}

TEST(potential_constraint_checklist) {
  subject s;
  open_block(&s);
  CHECK(s.model->constraint == pl_model_potential(s.model, &pl_potential_isochoric));
  check_slopes(&s);
  check_theta(&s);
  // the multiplier is the pressure that leaves face 3 free: with it the plain gradient is that of the constrained energy
  double placed[PL_PLACED_DOF], plain[PL_PLACED_DOF] = {0}, reduced[PL_PLACED_DOF], pressure;
  const double *x = pl_model_place(s.model, s.x, placed);
  s.potential = pl_model_potential(s.model, &pl_potential_terms);
  add_mode(&s, x, PL_HESS_EXACT, NULL, plain, NULL);
  REQUIRE(pl_model_eval(s.model, s.theta, s.x, PL_HESS_EXACT, NULL, reduced, NULL, s.work));
  const pl_potential *constraint = s.model->constraint;
  REQUIRE(constraint->row->n_multiplier == 1);
  constraint->row->multipliers(constraint, x, plain, &pressure);
  double d = x[3] * x[7] - x[4] * x[6], by_volume[PL_PLACED_DOF] = {[3] = x[7], [4] = -x[6], [6] = -x[4], [7] = x[3]};
  for (int i = 0; i < s.n; i++) {
    double volume = i == 11 ? d / 6 : by_volume[i] * x[11] / 6;  // dV/dx_i
    CHECK_NEAR(plain[i] + pressure * volume, reduced[i], 1e-9 * 2e5);
  }
  CHECK(fabs(pressure) > 1e4);
  destroy(&s);
}

// The sum of the potentials is the model, and the accounts are the sum.
TEST(potential_sums) {
  subject s;
  open_sheet(&s);
  double energy, sum = 0, g[MAX_DOF], all[MAX_DOF] = {0}, account[PL_ACCOUNT_COUNT];
  REQUIRE(pl_model_eval(s.model, s.theta, s.x, PL_HESS_EXACT, &energy, g, NULL, s.work));
  for (int i = 0; i < s.model->n_potential; i++) {
    s.potential = &s.model->potential[i];
    add_mode(&s, s.x, PL_HESS_EXACT, &sum, all, NULL);
  }
  CHECK_NEAR(sum, energy, 1e-12 * fabs(energy));
  for (int i = 0; i < s.n; i++) CHECK_NEAR(all[i], g[i], 1e-12 * (1 + fabs(g[i])));
  pl_model_energies(s.model, s.theta, s.x, account, s.work);
  CHECK(account[PL_ACCOUNT_OBSTACLE] > 0);
  CHECK_NEAR(account[PL_ACCOUNT_BODY] + account[PL_ACCOUNT_OBSTACLE], energy, 1e-12 * fabs(energy));
  destroy(&s);
}

// A history holds what every potential remembers, each in its own rows.
TEST(potential_memories_stand_apart) {
  subject s;
  open_sheet(&s);
  const pl_potential *terms = pl_model_potential(s.model, &pl_potential_terms), *last = &s.model->potential[s.model->n_potential - 1];
  pl_history *history;
  REQUIRE(pl_history_create(s.model, &history) == PL_OK);
  CHECK(terms->history_first == 0 && terms->n_history > 0 && last->history_first == terms->n_history && last->n_history == 1);
  CHECK(pl_history_size(history) == (terms->n_history + 1) * PL_BLOCK);
  pl_history_begin(s.model, s.model->material->theta, s.mesh->x0, history, s.work);
  for (int k = 1; k <= 3; k++) {
    pl_history_commit(s.model, s.theta, s.x, history, s.work);
    CHECK(wall_commits(last, history) == k);
  }
  CHECK(pl_history_values(history)[0] != 0);  // the strain of the first element
  pl_history_destroy(history);
  destroy(&s);
}

// ---- every search honours max_step ----

// The problem's model with a floor that its equilibrium would pass.
static pl_model *above(const problem *p, const pl_potential *potential) {
  pl_model *model;
  pl_model_options options = {.load = p->model->load, .fixed = p->model->fixed, .n_potential = 1, .potential = potential};
  REQUIRE(pl_model_create(p->ctx, p->mesh, p->material, &options, &model) == PL_OK);
  return model;
}

static double lowest(const pl_model *model, const double *x) {
  double z = INFINITY;
  for (int32_t v = 0; v < model->n_vertex; v++) z = fmin(z, x[3 * v + 2]);
  return z;
}

static double find(const pl_model *model, const double *theta, int method, const double *start, double *x) {
  pl_solve_options options = pl_solve_options_default();
  pl_solve_report report;
  pl_solver *solver;
  options.method = method;
  memcpy(x, start, (size_t)model->n_dof * sizeof *x);
  REQUIRE(pl_solver_create(model, &options, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, theta, x, &report) == PL_OK);
  if (report.outcome != PL_SOLVE_CONVERGED)
    test_fail(__FILE__, __LINE__, "method %d: %s, force %g N", method, pl_solve_outcome_text(report.outcome), report.force);
  pl_solver_destroy(solver);
  return report.energy;
}

static void check_methods(problem *p, int n_method, const int *method) {
  size_t bytes = (size_t)p->model->n_dof * sizeof(double);
  double *x = malloc(bytes), *start = malloc(bytes);
  memcpy(start, p->start, bytes);
  find(p->model, p->material->theta, PL_METHOD_AUTO, start, x);
  double sag = lowest(p->model, x), first = 0;
  for (int32_t i = 2; i < p->model->n_dof; i += 3) start[i] = p->mesh->x0[i];  // flat, above the floor
  CHECK(sag < -1e-3);
  wall w = {
      .floor = 0.1 * sag, .reach = -0.02 * sag, .strength = 1e6 / p->material->theta[0], .ends = {0, 1}, .n_violations = &n_violations};
  pl_potential potential = wall_potential(&w);
  pl_model *model = above(p, &potential);
  for (int i = 0; i < n_method; i++) {
    n_violations = 0;
    double energy = find(model, p->material->theta, method[i], start, x);
    if (i == 0) first = energy;
    CHECK(n_violations == 0);
    CHECK(lowest(model, x) > w.floor);
    CHECK_NEAR(energy, first, 1e-6 * fabs(first));
  }
  pl_model_destroy(model);
  free(start);
  free(x);
}

TEST(potential_limits_hold_in_every_method) {
  static const int methods[] = {PL_METHOD_HYBRID, PL_METHOD_LBFGS, PL_METHOD_LEVENBERG, PL_METHOD_RELAXATION, PL_METHOD_AUTO};
  problem p;
  problem_create(PROBLEM_CANTILEVER, 8, &p);
  check_methods(&p, 5, methods);
  problem_destroy(&p);
}

static void hold_left(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }

// A strip falls on the floor; single linear solves have no line search, and the midpoint rule ends its steps beyond its stage.
TEST(potential_limits_hold_in_every_integrator) {
  static const char *const terms[] = {
      "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [60, 5, "
      "40, 10]}}",
      "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}", NULL};
  static const wall w = {.floor = -0.02, .reach = 0.002, .strength = 100, .ends = {0, 1}, .n_violations = &n_violations};
  const double down[3] = {0, 0, -9.81};
  for (int method = 0; method < PL_INTEGRATOR_COUNT; method++)
    for (int newton = 1; newton <= 50; newton += 49) {
      moving_sheet s;
      const pl_potential potential = wall_potential(&w);
      n_violations = 0;
      moving_sheet_make(&s, 0.1, 0.05, 6, 3, 0.2, down, terms, hold_left);
      moving_sheet_add(&s, &potential);
      s.options.method = method;
      s.options.newton = newton;
      s.options.step = 0.01;
      moving_sheet_begin(&s);
      double z = 0;
      for (int i = 0; i < (method == PL_STATIC ? 2 : 60); i++) {
        pl_step_report report;
        REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK && report.finite);
        z = fmin(z, lowest(s.model, s.state->x));
      }
      if (!(z > w.floor && z < w.floor + w.reach && n_violations == 0))
        test_fail(__FILE__, __LINE__, "method %d, newton %d: lowest %g m, %d violations", method, newton, z, n_violations);
      CHECK(wall_commits(&s.model->potential[s.model->n_potential - 1], s.state->history) >= 1);
      moving_sheet_destroy(&s);
    }
}

// ---- blocks outside the pattern, and work spaces ----

// Whether the blocks of a spring are part of the pattern or extra ones makes no difference to a Hessian, nor to any method.
TEST(potential_blocks_outside_the_pattern) {
  static const int methods[] = {PL_METHOD_HYBRID, PL_METHOD_LBFGS, PL_METHOD_LEVENBERG, PL_METHOD_RELAXATION, PL_METHOD_AUTO};
  problem p;
  problem_create(PROBLEM_CANTILEVER, 8, &p);
  size_t bytes = (size_t)p.model->n_dof * sizeof(double);
  double *x[2] = {malloc(bytes), malloc(bytes)}, *y[2] = {malloc(bytes), malloc(bytes)};
  // between opposite corners: no element joins them
  wall w = {.floor = -1, .reach = 1e-3, .strength = 1, .ends = {0, p.model->n_vertex - 1}, .spring = 0.3, .n_violations = &n_violations};
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
    double energy[2];
    for (int outside = 0; outside < 2; outside++) {
      w.outside = outside;
      pl_potential potential = wall_potential(&w);
      pl_model *model = above(&p, &potential);
      CHECK((pl_block_position(&model->pattern, w.ends[1], w.ends[0]) < 0) == w.outside);
      energy[outside] = find(model, p.material->theta, methods[m], p.start, x[outside]);
      pl_model_destroy(model);
    }
    CHECK_NEAR(energy[0], energy[1], 1e-9 * fabs(energy[0]));
    for (int32_t i = 0; i < p.model->n_dof; i++) CHECK_NEAR(x[0][i], x[1][i], 1e-6);
  }
  // products of both Hessians with any vector
  for (int outside = 0; outside < 2; outside++) {
    w.outside = outside;
    pl_potential potential = wall_potential(&w);
    pl_model *model = above(&p, &potential);
    pl_arena *arena = pl_arena_create(p.ctx);
    pl_block_matrix h;
    pl_work *work;
    REQUIRE(pl_block_matrix_create(arena, &model->pattern, &h) == PL_OK && pl_work_create(model, &work) == PL_OK);
    const pl_potential *own = &model->potential[model->n_potential - 1];
    CHECK(wall_hessians(model, own, work) == 0);
    for (int twice = 0; twice < 2; twice++) REQUIRE(pl_model_eval(model, p.material->theta, x[0], PL_HESS_EXACT, NULL, NULL, &h, work));
    CHECK(wall_hessians(model, own, work) == 2);
    pl_block_matrix_multiply(&h, x[0], y[outside]);
    pl_work_destroy(work);
    pl_arena_destroy(arena);
    pl_model_destroy(model);
  }
  double size = 0;
  for (int32_t i = 0; i < p.model->n_dof; i++) size = fmax(size, fabs(y[0][i]));
  for (int32_t i = 0; i < p.model->n_dof; i++) CHECK_NEAR(y[0][i], y[1][i], 1e-14 * size);
  for (int i = 0; i < 2; i++) free(x[i]), free(y[i]);
  problem_destroy(&p);
}

// The same in time, for membranes with hinges and for curvatures, whose narrow matrix has to have the blocks too.
TEST(potential_blocks_outside_the_pattern_in_time) {
  static const char *const bending[] = {
      "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}",
      "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N m\", \"values\": [1e-6, "
      "1e-7, "
      "1e-6, 1e-6]}}"};
  const double down[3] = {0, 0, -9.81};
  for (int kind = 0; kind < 2; kind++)
    for (int method = 0; method < PL_INTEGRATOR_COUNT; method++) {
      const char *const terms[] = {"{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": "
                                   "\"N/m\", \"values\": [60, 5, "
                                   "40, 10]}}",
                                   bending[kind], NULL};
      double x[2][3 * 28];
      for (int outside = 0; outside < 2; outside++) {
        moving_sheet s;
        const wall w = {.floor = -0.02,
                        .reach = 0.002,
                        .strength = 100,
                        .ends = {3, 26},
                        .spring = 2,
                        .n_violations = &n_violations,
                        .outside = outside};
        const pl_potential potential = wall_potential(&w);
        moving_sheet_make(&s, 0.1, 0.05, 6, 3, 0.2, down, terms, hold_left);
        moving_sheet_add(&s, &potential);
        s.options.method = method;
        s.options.tolerance = 1e-12;
        s.options.step = 0.01;
        moving_sheet_begin(&s);
        REQUIRE(s.model->n_dof == 3 * 28);
        for (int i = 0; i < (method == PL_STATIC ? 1 : 10); i++) {
          pl_step_report report;
          REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK && report.finite);
        }
        memcpy(x[outside], s.state->x, sizeof x[outside]);
        moving_sheet_destroy(&s);
      }
      for (int i = 0; i < 3 * 28; i++) CHECK_NEAR(x[0][i], x[1][i], 1e-8);
    }
}
