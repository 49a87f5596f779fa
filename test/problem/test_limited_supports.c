// test_limited_supports.c: supports that move where a potential limits steps (solve/stage_solve.c).
#include <stdlib.h>

#include "conformance/wall.h"
#include "problem/moving_sheet.h"
#include "test.h"

static int n_violations;
static const wall floor_wall = {.floor = -0.05, .reach = 0.004, .strength = 100, .ends = {0, 1}, .n_violations = &n_violations};
static const double down[3] = {0, 0, -9.81};

static void hold_left(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }

static void make(moving_sheet *s, bool energy, int method, int newton) {
  static const char stretch[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": "
                                "\"N/m\", \"values\": [60, 5, 40, 10]}}",
                    field[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [], \"parameters\": "
                              "{\"unit\": \"N/m\", \"values\": [60, 5, 40, 20]}}",
                    bend[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}";
  const char *const terms[] = {energy ? stretch : field, bend, NULL};
  const pl_potential potential = wall_potential(&floor_wall);
  moving_sheet_make(s, 0.1, 0.05, 6, 3, 0.2, down, terms, hold_left);
  moving_sheet_add(s, &potential);
  s->options.method = method;
  s->options.newton = newton;
  s->options.step = 0.01;
  n_violations = 0;
  moving_sheet_begin(s);
}

static void lower(moving_sheet *s, double z) {
  for (int32_t i = 2; i < s->model->n_dof; i += 3)
    if (s->model->fixed[i]) s->target[i] = z;
}

static double lowest(const moving_sheet *s) {
  double z = INFINITY;
  for (int32_t i = 2; i < s->model->n_dof; i += 3) z = fmin(z, s->state->x[i]);
  return z;
}

// The clamped edge is lowered to 1 mm above the floor at once. The sheet hangs lower and cannot follow all the way; it ends on the floor.
TEST(limited_supports_arrive) {
  for (int energy = 0; energy < 2; energy++)
    for (int method = 0; method < PL_INTEGRATOR_COUNT; method++)
      for (int newton = 1; newton <= 50; newton += 49) {
        moving_sheet s;
        make(&s, energy, method, newton);
        pl_step_report report;
        for (int i = 0; i < 6; i++) {  // it falls first
          REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
          CHECK(report.finite);
        }
        lower(&s, -0.049);
        bool good = true;
        for (int i = 0; i < 3; i++) {
          REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
          good = good && report.finite && (newton == 1 || report.converged);
        }
        double z = lowest(&s);
        for (int32_t i = 0; i < s.model->n_dof; i++) good = good && (!s.model->fixed[i] || s.state->x[i] == s.target[i]);
        if (!good || n_violations > 0 || !(z > floor_wall.floor))
          test_fail(__FILE__, __LINE__, "energy %d, method %d, newton %d: lowest %g m, %d violations, finite %d, converged %d, limit %s",
                    energy, method, newton, z, n_violations, report.finite, report.converged, report.limit ? report.limit : "");
        moving_sheet_destroy(&s);
      }
}

// Below the floor there is no way: the outcome names the potential and the time, and the state is the one before the step.
TEST(limited_supports_that_cannot_arrive) {
  for (int method = 0; method < PL_INTEGRATOR_COUNT; method++)
    for (int newton = 1; newton <= 50; newton += 49) {
      moving_sheet s;
      make(&s, true, method, newton);
      size_t bytes = (size_t)s.model->n_dof * sizeof(double);
      double *x = malloc(bytes);
      pl_step_report report;
      REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK && report.finite);
      memcpy(x, s.state->x, bytes);
      lower(&s, -0.06);
      REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
      CHECK(!report.finite && !report.converged && report.blocked && report.halved >= 6);
      CHECK(report.limit && strcmp(report.limit, "wall") == 0);
      CHECK(report.until > 0.01 && report.until < 0.02);  // five sixths of the way are free
      CHECK(memcmp(x, s.state->x, bytes) == 0 && s.state->n_step == 1 && n_violations == 0);
      // and it goes on from there
      lower(&s, 0);
      REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
      CHECK(report.finite && s.state->n_step == 2);
      free(x);
      moving_sheet_destroy(&s);
    }
}
