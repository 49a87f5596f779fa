// test_integrators.c: what every integrator must do: the order it claims, on closed forms and on cloth; its energy; its bookkeeping.
#include "problem/moving_sheet.h"
#include "test.h"

static const double nowhere[3] = {0, 0, 0}, down[3] = {0, 0, -9.81};
static const char membrane[] = "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\","
                               " \"parameters\": {\"unit\": \"N/m\", \"values\": [60, 5, 40, 10]}}";
static const char bending[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}";
static const char rate[] = "{\"name\": \"shear-rate\", \"strain\": \"green\", \"values\": [\"shear\"], \"rate\": true, \"law\": \"linear\","
                           " \"parameters\": {\"k\": \"0.05 N s/m\"}}";

static const struct {
  const char *name;
  int method;
  double order;
} integrators[] = {{"backward-euler", PL_BACKWARD_EULER, 1}, {"midpoint", PL_MIDPOINT, 2}, {"bdf2", PL_BDF2, 2}};
enum { N_INTEGRATOR = 3 };

// ---- two triangles as a mass on a spring ----
//
// The left edge is held, the two vertices of the right one slide along x by u. The strain norm(w_u) - 1 of each triangle is u/L of its one
// vertex on a horizontal edge. So each vertex hangs on a linear spring k W/(2L):  m u'' + T (k W/2L) u' + (k W/2L) u = 0. The vertex of
// both triangles has a third of the sheet's mass, omega^2 = 3k/(2 rho L^2), the other a sixth, omega^2 = 3k/(rho L^2). The damping ratio is
// T omega/2.
static const double L = 0.1, W = 0.05, RHO = 0.2, K = 30, U0 = 0.01;
static const char spring[] = "{\"name\": \"warp\", \"strain\": \"soft\", \"values\": [\"warp\"], \"law\": \"linear\","
                             " \"parameters\": {\"k\": \"30 N/m\"}}";

static void slide(const double *x0, uint8_t *fixed) {
  fixed[0] = x0[0] < 1e-9;
  fixed[1] = fixed[2] = 1;
}

static void oscillator(moving_sheet *s, int method, double h, double damping) {
  const char *const terms[] = {spring, NULL};
  moving_sheet_make(s, L, W, 1, 1, RHO, nowhere, terms, slide);
  s->options.method = method;
  s->options.step = h;
  s->options.tolerance = 1e-15;
  s->dynamics.damping.membrane = damping;
  moving_sheet_begin(s);
  for (int v = 2; v < 4; v++) s->state->x[3 * v] += U0;  // y runs fastest: vertices 2 and 3 are on the right
}

static double exact(int vertex, double t, double damping) {
  double omega = sqrt((vertex == 3 ? 1.5 : 3) * K / (RHO * L * L)), zeta = 0.5 * damping * omega, turn = omega * sqrt(1 - zeta * zeta);
  return U0 * exp(-zeta * omega * t) * (cos(turn * t) + zeta * omega / turn * sin(turn * t));
}

static double oscillator_error(int method, double h, int n, double damping) {
  moving_sheet s;
  oscillator(&s, method, h, damping);
  moving_sheet_run(&s, n);
  double error = 0;
  for (int v = 2; v < 4; v++) error = fmax(error, fabs(s.state->x[3 * v] - L - exact(v, n * h, damping)));
  CHECK_NEAR(s.state->time, n * h, 1e-12);
  moving_sheet_destroy(&s);
  return error;
}

TEST(integrator_orders_of_an_oscillator) {
  for (int i = 0; i < N_INTEGRATOR; i++)
    for (int damped = 0; damped < 2; damped++) {
      double damping = damped ? 2e-3 : 0, h = 2e-4;
      double e1 = oscillator_error(integrators[i].method, h, 150, damping),
             e2 = oscillator_error(integrators[i].method, h / 2, 300, damping);
      double order = log2(e1 / e2);
      printf("%s, damping %g s: errors %.3g and %.3g m, order %.3f\n", integrators[i].name, damping, e1, e2, order);
      CHECK_NEAR(order, integrators[i].order, 0.12);
    }
}

TEST(integrator_energy_of_an_oscillator) {
  for (int i = 0; i < N_INTEGRATOR; i++) {
    moving_sheet s;
    oscillator(&s, integrators[i].method, 5e-4, 0);
    double first = 0.5 * K * W / L * U0 * U0, before = first, lowest = first, highest = first;
    for (int n = 0; n < 1000; n++) {
      moving_sheet_run(&s, 1);
      pl_energies e = moving_sheet_energies(&s);
      double now = pl_energies_total(&e);
      if (integrators[i].method == PL_BACKWARD_EULER) CHECK(now <= before * (1 + 1e-12));
      before = now;
      lowest = fmin(lowest, now);
      highest = fmax(highest, now);
    }
    printf("%s: energy %.6g to %.6g of its start\n", integrators[i].name, lowest / first, highest / first);
    if (integrators[i].method == PL_MIDPOINT) CHECK(lowest > first * (1 - 1e-9) && highest < first * (1 + 1e-9));
    CHECK(highest <= first * (1 + 1e-3));
    moving_sheet_destroy(&s);
  }
}

// ---- cloth: a moving clip, gravity, damping, viscous terms, wind ----

static void hold_edge(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }

static void cloth(moving_sheet *s, int method, double h) {
  const char *const terms[] = {membrane, bending, rate, NULL};
  moving_sheet_make(s, 0.2, 0.1, 6, 3, 0.15, down, terms, hold_edge);
  s->options.method = method;
  s->options.step = h;
  s->options.tolerance = 1e-13;
  s->dynamics.damping = (pl_strain_damping){2e-3, 2e-3};
  s->dynamics.wind = (pl_wind){{1, 0.5, 0.2}, 0.8, 0.1};
  moving_sheet_begin(s);
}

// The clip goes up and turns, smoothly: p = x0 + (0, 0, a sin^2) at time t.
static void cloth_run(moving_sheet *s, double end) {
  int n = (int)lround(end / s->options.step);
  for (int i = 1; i <= n; i++) {
    double t = i * s->options.step, q = sin(20 * t), up = 0.02 * q * q;
    for (int32_t k = 0; k < s->model->n_dof; k++) s->target[k] = s->mesh->x0[k] + (k % 3 == 2 ? up * (1 + 5 * s->mesh->x0[k - 1]) : 0);
    moving_sheet_run(s, 1);
  }
}

TEST(integrator_orders_of_cloth) {
  const double end = 0.064;
  for (int i = 0; i < N_INTEGRATOR; i++) {
    moving_sheet s[3];
    double difference[2] = {0, 0}, balance[3];
    for (int k = 0; k < 3; k++) {
      cloth(&s[k], integrators[i].method, 1e-3 / (1 << k));
      pl_energies e = moving_sheet_energies(&s[k]);
      double first = pl_energies_balance(&e);
      cloth_run(&s[k], end);
      e = moving_sheet_energies(&s[k]);
      balance[k] = pl_energies_balance(&e) - first;
      CHECK(e.work.damping > 0 && e.work.input > 0 && e.kinetic > 0);
    }
    for (int k = 0; k < 2; k++)
      for (int32_t d = 0; d < s[0].model->n_dof; d++) difference[k] = fmax(difference[k], fabs(s[k].state->x[d] - s[k + 1].state->x[d]));
    double order = log2(difference[0] / difference[1]), kept = log2((balance[0] - balance[1]) / (balance[1] - balance[2]));
    printf("%s: differences %.3g and %.3g m, order %.3f; balance %.3g, %.3g, %.3g J, order %.3f\n", integrators[i].name, difference[0],
           difference[1], order, balance[0], balance[1], balance[2], kept);
    CHECK_NEAR(order, integrators[i].order, 0.2);
    CHECK_NEAR(kept, integrators[i].order, 0.3);
    CHECK_LESS(fabs(balance[2]), fabs(balance[0]));
    for (int k = 0; k < 3; k++) moving_sheet_destroy(&s[k]);
  }
}

// One linear solve per step is of first order too, and stays near what Newton finds.
TEST(integrator_one_solve_is_of_first_order) {
  moving_sheet s[3], full;
  double difference[2] = {0, 0}, apart = 0;
  for (int k = 0; k < 3; k++) {
    cloth(&s[k], PL_BACKWARD_EULER, 2.5e-4 / (1 << k));
    s[k].options.newton = 1;
    moving_sheet_begin(&s[k]);
    cloth_run(&s[k], 0.032);
  }
  cloth(&full, PL_BACKWARD_EULER, 2.5e-4 / 4);
  cloth_run(&full, 0.032);
  for (int32_t d = 0; d < full.model->n_dof; d++) {
    for (int k = 0; k < 2; k++) difference[k] = fmax(difference[k], fabs(s[k].state->x[d] - s[k + 1].state->x[d]));
    apart = fmax(apart, fabs(s[2].state->x[d] - full.state->x[d]));
  }
  printf("differences %.3g and %.3g m, order %.3f, from Newton %.3g m\n", difference[0], difference[1], log2(difference[0] / difference[1]),
         apart);
  CHECK_NEAR(log2(difference[0] / difference[1]), 1, 0.2);
  CHECK_LESS(apart, difference[1]);
  for (int k = 0; k < 3; k++) moving_sheet_destroy(&s[k]);
  moving_sheet_destroy(&full);
}

// A stiff cloth thrown with random velocities, and steps far longer than its vibrations: what is there never grows, whatever the state.
TEST(integrator_backward_euler_never_gains_energy) {
  const char *const terms[] = {"{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\","
                               " \"parameters\": {\"unit\": \"N/m\", \"values\": [2000, 100, 1500, 300]}}",
                               bending, NULL};
  const double steps[] = {1e-3, 5e-3, 15e-3};
  for (int k = 0; k < 3; k++) {
    moving_sheet s;
    moving_sheet_make(&s, 0.2, 0.1, 8, 4, 0.15, down, terms, hold_edge);
    s.options.step = steps[k];
    moving_sheet_begin(&s);
    for (int32_t i = 0; i < s.model->n_dof; i++) s.state->v[i] = s.fixed[i] ? 0 : 3 * sin(17.0 * i * i + i);
    pl_energies e = moving_sheet_energies(&s);
    double before = pl_energies_total(&e), scale = e.kinetic;
    for (int n = 0; n < 60; n++) {
      moving_sheet_run(&s, 1);
      e = moving_sheet_energies(&s);
      if (!(pl_energies_total(&e) <= before + 1e-9 * scale))
        test_fail(__FILE__, __LINE__, "step %g s, number %d: energy grew by %g J", steps[k], n, pl_energies_total(&e) - before);
      before = pl_energies_total(&e);
    }
    moving_sheet_destroy(&s);
  }
}
