// test_dynamics.c: motions with a closed form: falling in air, lying on obstacles, equilibria found as the end of a motion.
#include "said.h"
#include "conformance/derivative.h"
#include "problem/moving_sheet.h"
#include "solve/equilibrium.h"
#include "test.h"

static const double down[3] = {0, 0, -9.81};
static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\","
                               " \"parameters\": {\"unit\": \"N/m\", \"values\": [600, 50, 400, 100]}}";
static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}";
static const char *const terms[] = {membrane, bending, NULL};

static void hold_nothing(const double *x0, uint8_t *fixed) {
  (void)x0;
  fixed[0] = fixed[1] = fixed[2] = 0;
}
static void hold_left(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }

// A flat sheet falls broadside or edgewise: rho dv/dt = rho g - c v. So v = v_T (1 - exp(-c t/rho)), v_T = rho g/c with c of that side.
TEST(dynamics_terminal_velocity) {
  const double rho = 0.15, c[2] = {3, 0.4};
  for (int side = 0; side < 2; side++) {
    moving_sheet s;
    const double along[3] = {-9.81, 0, 0};
    moving_sheet_make(&s, 0.2, 0.1, 4, 3, rho, side == 0 ? down : along, terms, hold_nothing);
    s.dynamics.wind = (pl_wind){{0, 0, 0}, c[0], c[1]};
    s.options.method = PL_MIDPOINT;
    s.options.step = 2e-3;
    s.options.tolerance = 1e-13;
    moving_sheet_begin(&s);
    double last = rho * 9.81 / c[side], v = 0;
    moving_sheet_run(&s, 20);
    for (int32_t i = 0; i < s.mesh->n_vertex; i++) v += -s.state->v[3 * i + (side == 0 ? 2 : 0)] / s.mesh->n_vertex;
    CHECK_CLOSE(v, last * (1 - exp(-c[side] * 0.04 / rho)), 2e-4);
    s.options.method = PL_BACKWARD_EULER;
    s.options.step = 0.1;
    moving_sheet_begin(&s);
    moving_sheet_run(&s, 200);
    for (int32_t i = 0; i < s.mesh->n_vertex; i++) CHECK_CLOSE(-s.state->v[3 * i + (side == 0 ? 2 : 0)], last, 1e-6);
    pl_energies e = moving_sheet_energies(&s);
    CHECK(e.work.drag > 0);
    moving_sheet_destroy(&s);
  }
}

// A wind of 1 m/s carries a sheet along until both move as one.
TEST(dynamics_wind_carries) {
  moving_sheet s;
  const double none[3] = {0, 0, 0};
  moving_sheet_make(&s, 0.1, 0.1, 3, 3, 0.1, none, terms, hold_nothing);
  s.dynamics.wind = (pl_wind){{0.3, -0.2, 1}, 2, 0.5};
  s.options.step = 0.05;
  moving_sheet_begin(&s);
  moving_sheet_run(&s, 200);
  for (int32_t i = 0; i < s.model->n_dof; i++) CHECK_NEAR(s.state->v[i], s.dynamics.wind.velocity[i % 3], 1e-6);
  pl_energies e = moving_sheet_energies(&s);
  CHECK(e.work.drag < 0);  // the wind drives
  moving_sheet_destroy(&s);
}

// ---- statics ----

// The method "static" finds what the equilibrium solver finds.
TEST(dynamics_static_is_the_equilibrium) {
  moving_sheet s;
  moving_sheet_make(&s, 0.12, 0.06, 8, 4, 0.15, down, terms, hold_left);
  s.options.method = PL_STATIC;
  s.options.tolerance = 1e-12;
  moving_sheet_begin(&s);
  for (int32_t v = 0; v < s.mesh->n_vertex; v++) s.target[3 * v + 2] = 0.01;
  pl_step_report report = moving_sheet_run(&s, 1);
  pl_solve_options options = pl_solve_options_default();
  pl_solver *solver;
  pl_solve_report solved;
  REQUIRE(pl_solver_create(s.model, &options, &solver) == PL_OK);
  double *x = pl_alloc(s.ctx, (size_t)s.model->n_dof, sizeof *x);
  REQUIRE(x);
  memcpy(x, s.state->x, (size_t)s.model->n_dof * sizeof *x);
  REQUIRE(pl_equilibrium(solver, s.material->theta, x, &solved) == PL_OK);
  CHECK(solved.outcome == PL_SOLVE_CONVERGED);
  double apart = 0;
  for (int32_t i = 0; i < s.model->n_dof; i++) apart = fmax(apart, fabs(x[i] - s.state->x[i]));
  printf("apart by %.3g m after %d linear solves\n", apart, report.iterations);
  CHECK_LESS(apart, 1e-9);
  CHECK_NEAR(s.state->x[2], 0.01, 0);
  pl_free(s.ctx, x);
  pl_solver_destroy(solver);
  moving_sheet_destroy(&s);
}

// Without a mass nothing moves in time; equilibria can still be found.
TEST(dynamics_needs_a_density) {
  moving_sheet s;
  const double none[3] = {0, 0, 0};
  moving_sheet_make(&s, 0.1, 0.05, 2, 2, 0, none, terms, hold_left);
  CHECK(pl_stepper_create(s.model, &s.dynamics, &s.options, &s.stepper) == PL_ERROR_INPUT);
  CHECK(s.stepper == NULL);
  CHECK_CONTAINS(said_error(s.ctx), "no density");
  CHECK_CONTAINS(pl_context_error(s.ctx)->hint, "density");
  pl_context_clear_error(s.ctx);
  s.options.method = PL_STATIC;
  moving_sheet_begin(&s);
  moving_sheet_run(&s, 1);
  moving_sheet_destroy(&s);
}

// A step that is not finite leaves the state as it was.
TEST(dynamics_not_finite_is_an_outcome) {
  moving_sheet s;
  moving_sheet_make(&s, 0.1, 0.05, 2, 2, 0.1, down, terms, hold_left);
  moving_sheet_begin(&s);
  moving_sheet_run(&s, 2);
  double x[27], v[27];
  memcpy(x, s.state->x, sizeof x);
  memcpy(v, s.state->v, sizeof v);
  s.target[0] = NAN;
  pl_step_report report;
  REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, NULL, &report) == PL_OK);
  CHECK(!report.finite && !report.converged);
  CHECK(memcmp(x, s.state->x, sizeof x) == 0 && memcmp(v, s.state->v, sizeof v) == 0);
  CHECK(s.state->n_step == 2);
  s.target[0] = 0;
  moving_sheet_run(&s, 1);
  CHECK(s.state->n_step == 3);
  moving_sheet_destroy(&s);
}
