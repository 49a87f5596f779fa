// test_dynamics_friction.c: internal friction in motion: long steps stay stable, nothing is gained, what remains after a load is the law's own.
#include "law/law.h"
#include "problem/moving_sheet.h"
#include "test.h"

// The friction paper's cotton, warp (its stretch table): density, k1, a, b, tau; the shear and bending numbers are ours.
static const double RHO = 0.143;
static const char *const elastic[] = {
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"135.6 N/m\"}}",
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"135.6 N/m\"}}",
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"20 N/m\"}}",
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-6 N m\"}}", NULL};
#define FRICTION(name, value)                                                                        \
  "{\"name\": \"" name "\", \"strain\": \"green\", \"values\": [\"" value "\"], \"law\": \"dahl\", " \
  "\"parameters\": {\"a\": \"2.22 N/m\", \"b\": \"3.16 N/m\", \"tau\": 0.006}}"
static const char *const friction[] = {FRICTION("warp-friction", "warp"), FRICTION("weft-friction", "weft"), NULL};

static const double nowhere[3] = {0, 0, 0};

static void hold_left(const double *x0, uint8_t *fixed) { fixed[0] = fixed[1] = fixed[2] = x0[0] < 1e-9; }
// flat for ever: swinging out of the plane, which stretch friction hardly sees, is left out
static void hold_flat(const double *x0, uint8_t *fixed) {
  fixed[0] = fixed[1] = x0[0] < 1e-9;
  fixed[2] = 1;
}

static void sheet(moving_sheet *s, bool with_elastic, bool with_friction, bool flat) {
  const char *terms[8];
  int n = 0;
  for (int i = 0; with_elastic && elastic[i]; i++) terms[n++] = elastic[i];
  for (int i = 0; with_friction && friction[i]; i++) terms[n++] = friction[i];
  terms[n] = NULL;
  moving_sheet_make(s, 0.1, 0.05, 8, 4, RHO, nowhere, terms, flat ? hold_flat : hold_left);
}

// Pulled along x and thrown about.
static void disturb(const moving_sheet *s, pl_state *state) {
  for (int32_t i = 0; i < s->model->n_dof; i++) {
    if (i % 3 == 0) state->x[i] *= 1.05;
    state->v[i] = s->fixed[i] ? 0 : 0.3 * sin(13.0 * i * i + i);
  }
}

static double speed(const pl_state *state) {
  double most = 0;
  for (int32_t i = 0; i < state->n_dof; i++) most = fmax(most, fabs(state->v[i]));
  return most;
}

// Backward Euler with friction: whatever the step, no energy is gained.
TEST(dynamics_friction_is_stable_at_long_steps) {
  const double steps[] = {1e-3, 5e-3, 15e-3};
  for (int k = 0; k < 6; k++) {
    moving_sheet s;
    sheet(&s, true, true, k >= 3);
    s.options.step = steps[k % 3];
    moving_sheet_begin(&s);
    disturb(&s, s.state);
    pl_energies e = moving_sheet_energies(&s);
    double before = pl_energies_balance(&e), scale = before;
    int n_step = (int)lround(0.3 / s.options.step), worst = 0;
    for (int n = 0; n < n_step; n++) {
      pl_step_report report = moving_sheet_run(&s, 1);
      worst = report.iterations > worst ? report.iterations : worst;
      e = moving_sheet_energies(&s);
      if (!(pl_energies_balance(&e) <= before + 1e-9 * scale))
        test_fail(__FILE__, __LINE__, "step %g s, number %d: gained %g J", s.options.step, n, pl_energies_balance(&e) - before);
      before = pl_energies_balance(&e);
    }
    printf("step %g s: kinetic %.3g J at the end, friction took %.3g J, at most %d linear solves\n", s.options.step, e.kinetic,
           e.work.friction, worst);
    CHECK_LESS(0, e.work.friction);
    moving_sheet_destroy(&s);
  }
}

// With an integrator that loses nothing by itself, friction alone takes the motion out of a flat cloth.
TEST(dynamics_friction_brings_to_rest) {
  double kinetic[2];
  for (int with = 0; with < 2; with++) {
    moving_sheet s;
    sheet(&s, true, with, true);
    s.options.method = PL_MIDPOINT;
    s.options.step = 1e-3;
    moving_sheet_begin(&s);
    disturb(&s, s.state);
    moving_sheet_run(&s, 200);
    pl_energies e = moving_sheet_energies(&s);
    kinetic[with] = e.kinetic;
    moving_sheet_destroy(&s);
  }
  printf("kinetic energy after 0.2 s: %.3g J without friction, %.3g J with it\n", kinetic[0], kinetic[1]);
  CHECK_LESS(kinetic[1], 0.02 * kinetic[0]);
}

// The same with friction as a force known at the beginning of each step: at 15 ms it shakes the cloth for ever.
TEST(dynamics_explicit_friction_is_not_stable) {
  moving_sheet all, plain, rub;
  double last[2];
  sheet(&all, true, true, true);
  sheet(&plain, true, false, true);
  sheet(&rub, false, true, true);
  all.options.step = plain.options.step = 15e-3;
  moving_sheet_begin(&all);
  moving_sheet_begin(&plain);
  disturb(&all, all.state);
  disturb(&plain, plain.state);
  moving_sheet_run(&all, 200);
  last[0] = speed(all.state);

  pl_work *work;
  pl_history *history;
  pl_step_report report;
  REQUIRE(pl_work_create(rub.model, &work) == PL_OK && pl_history_create(rub.model, &history) == PL_OK);
  double *force = pl_alloc(rub.ctx, (size_t)rub.model->n_dof, sizeof *force);
  REQUIRE(force);
  last[1] = 0;
  for (int n = 0; n < 200; n++) {
    pl_work_set_history(work, history);
    REQUIRE(pl_model_eval(rub.model, rub.material->theta, plain.state->x, PL_HESS_EXACT, NULL, force, NULL, work));
    for (int32_t i = 0; i < rub.model->n_dof; i++) force[i] = -force[i];
    REQUIRE(pl_step(plain.stepper, plain.material->theta, plain.state, plain.target, force, &report) == PL_OK && report.finite);
    pl_history_commit(rub.model, rub.material->theta, plain.state->x, history, work);
    if (n >= 150) last[1] = fmax(last[1], speed(plain.state));
  }
  printf("speed after 3 s: %.3g m/s implicit, %.3g m/s explicit\n", last[0], last[1]);
  CHECK_LESS(last[0], 1e-4);
  CHECK_LESS(0.05, last[1]);
  pl_free(rub.ctx, force);
  pl_history_destroy(history);
  pl_work_destroy(work);
  moving_sheet_destroy(&all);
  moving_sheet_destroy(&plain);
  moving_sheet_destroy(&rub);
}

// ---- a strip loaded and unloaded, by equilibria ----

static void slide(const double *x0, uint8_t *fixed) {
  fixed[0] = x0[0] < 1e-9;
  fixed[1] = fixed[2] = 1;
}

// Strain at which the law path from `history` carries the stress F: bisection, since elasticity and friction together rise.
static double strain_at(const pl_law *law, const double *theta, double k, double stress, double *history) {
  double low = -0.1, high = 0.3, t;
  for (int i = 0; i < 200; i++) {
    double s = 0.5 * (low + high);
    pl_law_step_one(law, theta, &s, history, NULL, &t, NULL, NULL);
    if (k * s + t < stress)
      low = s;
    else
      high = s;
  }
  double s = 0.5 * (low + high);
  pl_law_step_one(law, theta, &s, history, NULL, &t, NULL, history);
  return s;
}

TEST(dynamics_friction_path_of_equilibria) {
  static const char *const terms[] = {
      "{\"name\": \"warp\", \"strain\": \"soft\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"135.6 N/m\"}}",
      "{\"name\": \"rub\", \"strain\": \"soft\", \"values\": [\"warp\"], \"law\": \"dahl\","
      " \"parameters\": {\"a\": \"2.22 N/m\", \"b\": \"3.16 N/m\", \"tau\": 0.006}}",
      NULL};
  const double L = 0.1, W = 0.05, k = 135.6;
  moving_sheet s;
  moving_sheet_make(&s, L, W, 1, 1, RHO, nowhere, terms, slide);
  s.options.method = PL_STATIC;
  s.options.tolerance = 1e-13;
  moving_sheet_begin(&s);
  const pl_term *term = pl_material_term(s.material, "rub");
  const double *theta = s.material->theta + term->theta;
  double history[PL_LAW_MAX_HISTORY] = {0}, load[12] = {0}, taken = 0, stored = 0;
  const double stresses[] = {2, 6, 10, 6, 2, 0, 4, 0};
  for (int n = 0; n < 8; n++) {
    pl_step_report report;
    // half of the force per vertex of the right edge, each of which has half of the sheet's stiffness
    load[6] = load[9] = 0.5 * stresses[n] * W;
    REQUIRE(pl_step(s.stepper, s.material->theta, s.state, s.target, load, &report) == PL_OK);
    CHECK(report.converged);
    double before[PL_LAW_MAX_HISTORY], psi, t;
    memcpy(before, history, sizeof before);
    double strain = strain_at(&term->law, theta, k, stresses[n], history);
    for (int v = 2; v < 4; v++) CHECK_NEAR(s.state->x[3 * v] / L - 1, strain, 1e-10);
    pl_law_step_one(&term->law, theta, &strain, before, &psi, &t, NULL, NULL);
    taken += psi * L * W;
    stored = 0.5 * k * strain * strain * L * W;
    printf("stress %g N/m: strain %.6f\n", stresses[n], strain);
    pl_energies e = moving_sheet_energies(&s);
    CHECK_NEAR(e.work.friction, taken, 1e-12);
    CHECK_NEAR(e.elastic, stored, 1e-12);
  }
  CHECK_LESS(0.005, s.state->x[6] / L - 1);  // what remains
  moving_sheet_destroy(&s);
}
