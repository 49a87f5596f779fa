// test_field_motion.c: laws without an energy in motion, and steps that do not converge as a whole (solve/stage.h, solve/integrate.c).
#include <stdlib.h>

#include "problem/moving_sheet.h"
#include "test.h"

static const double down[3] = {0, 0, -9.81};
static const char bend[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}";
static const char constant[] =
    "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", "
    "\"values\": [80, 20, 60, 15]}}";
static const char constant_field[] = "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [], "
                                     "\"parameters\": {\"unit\": \"N/m\", \"values\": [80, 20, 60, 30]}}";
// half as stiff along warp on the ring, negative coupling at 45 degrees
static const char field[] =
    "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [0.02], \"angles\": {\"unit\": \"deg\", "
    "\"values\": [0, 45, 90]}, \"parameters\": {\"unit\": \"N/m\", \"values\": [80, 20, 60, 30, 40, 30, 90, 45, 72, -10, 54, 27, 112, 28, "
    "84, 42]}}";

static void hold_left(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }

static void make(moving_sheet *s, const char *stretch, int method, int newton, double step) {
  const char *const terms[] = {stretch, bend, NULL};
  moving_sheet_make(s, 0.2, 0.1, 10, 5, 0.2, down, terms, hold_left);
  s->options.method = method;
  s->options.newton = newton;
  s->options.step = step;
  moving_sheet_begin(s);
}

static double farthest(const moving_sheet *a, const moving_sheet *b) {
  double most = 0;
  for (int32_t i = 0; i < a->model->n_dof; i++) most = fmax(most, fabs(a->state->x[i] - b->state->x[i]));
  return most;
}

// A constant tensor has an energy, but the program does not use it: the motion is that of the law with one.
TEST(field_motion_of_a_constant_tensor) {
  for (int newton = 1; newton <= 50; newton += 49) {
    moving_sheet with, without;
    make(&with, constant, PL_BACKWARD_EULER, newton, 0.01);
    make(&without, constant_field, PL_BACKWARD_EULER, newton, 0.01);
    CHECK(with.model->symmetric && !without.model->symmetric);
    for (int i = 0; i < 20; i++) {
      moving_sheet_run(&with, 1);
      pl_step_report report = moving_sheet_run(&without, 1);
      CHECK(report.parts == 1 && (newton > 1 || report.factors == 1));
    }
    CHECK_NEAR(farthest(&with, &without), 0, newton == 1 ? 1e-12 : 1e-7);
    moving_sheet_destroy(&with);
    moving_sheet_destroy(&without);
  }
}

// Residual of backward Euler at the end of a step, recomputed here: largest free component of M (v1 - v0)/h + g(x1), N.
static double euler_residual(moving_sheet *s, const double *v0) {
  pl_work *work;
  double energy, most = 0, *g = malloc((size_t)s->model->n_dof * sizeof *g);
  REQUIRE(g && pl_work_create(s->model, &work) == PL_OK);
  REQUIRE(pl_model_eval(s->model, s->material->theta, s->state->x, PL_HESS_EXACT, &energy, g, NULL, work));
  for (int32_t i = 0; i < s->model->n_dof; i++)
    if (!s->model->fixed[i]) most = fmax(most, fabs(g[i] + s->model->mass[i / 3] * (s->state->v[i] - v0[i]) / s->options.step));
  pl_work_destroy(work);
  free(g);
  return most;
}

// Iterated steps solve the equations of the step, with few factors.
TEST(field_motion_solves_its_equations) {
  moving_sheet s;
  make(&s, field, PL_BACKWARD_EULER, 50, 0.01);
  double *v0 = malloc((size_t)s.model->n_dof * sizeof *v0), weight = 0;
  int solves = 0, factors = 0;
  for (int32_t v = 0; v < s.model->n_vertex; v++) weight = fmax(weight, 9.81 * s.model->mass[v]);
  for (int i = 0; i < 40; i++) {
    memcpy(v0, s.state->v, (size_t)s.model->n_dof * sizeof *v0);
    pl_step_report report = moving_sheet_run(&s, 1);
    solves += report.iterations;
    factors += report.factors;
    if (report.parts == 1) CHECK(euler_residual(&s, v0) < 1e-3 * weight);
  }
  if (solves > 40 * 8 || 2 * factors > solves) test_fail(__FILE__, __LINE__, "%d solves, %d factors in 40 steps", solves, factors);
  free(v0);
  moving_sheet_destroy(&s);
}

// ---- steps in parts ----

// Two solves are not enough for a whole step: it is made in parts, ends at its time, and each part solves its equations. With equal parts it is the
// motion with shorter steps.
TEST(step_in_parts_is_the_motion_with_shorter_steps) {
  moving_sheet s, shorter;
  make(&s, constant, PL_BACKWARD_EULER, 4, 0.04);
  pl_step_report report = {0};
  int parts = 0;
  for (int i = 0; i < 5 && parts < 2; i++) {
    REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
    CHECK(report.finite && report.converged);
    if (report.parts > 1) {
      parts = report.parts;
      break;
    }
  }
  CHECK(parts > 1 && report.halved >= 1);
  CHECK_NEAR(s.state->time, 0.04 * (double)s.state->n_step, 1e-15);
  // every part of the first step in equal parts
  if (s.state->n_step == 1 && (parts & (parts - 1)) == 0 && report.halved == 1) {
    make(&shorter, constant, PL_BACKWARD_EULER, 50, 0.04 / parts);
    moving_sheet_run(&shorter, parts);
    CHECK_NEAR(farthest(&s, &shorter), 0, 1e-6);
    moving_sheet_destroy(&shorter);
  }
  moving_sheet_destroy(&s);
}

// What does not converge in the smallest parts either is counted, in every method; nothing is accepted in silence.
TEST(step_that_does_not_converge_is_counted) {
  for (int method = 0; method < PL_STATIC; method++) {
    moving_sheet s;
    make(&s, constant, method, 2, 0.04);
    s.options.tolerance = 1e-16;
    moving_sheet_begin(&s);
    pl_step_report report;
    REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
    CHECK(report.finite);
    if (!report.converged) CHECK(report.parts > 1 && report.halved >= 6);
    CHECK(report.converged || report.parts == 64);
    CHECK(s.state->n_step == 1);
    moving_sheet_destroy(&s);
  }
}

// bdf2 goes on with whole steps: the step before is kept, not the last part.
TEST(step_in_parts_keeps_the_step_before) {
  moving_sheet s;
  make(&s, constant, PL_BDF2, 4, 0.04);
  size_t bytes = (size_t)s.model->n_dof * sizeof(double);
  double *x = malloc(bytes), *v = malloc(bytes);
  pl_step_report report = {0};
  bool parted = false;
  for (int i = 0; i < 8; i++) {
    memcpy(x, s.state->x, bytes);
    memcpy(v, s.state->v, bytes);
    REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK && report.finite);
    parted = parted || report.parts > 1;
    CHECK(memcmp(x, s.state->x_old, bytes) == 0 && memcmp(v, s.state->v_old, bytes) == 0);
  }
  CHECK(parted);
  free(v);
  free(x);
  moving_sheet_destroy(&s);
}
