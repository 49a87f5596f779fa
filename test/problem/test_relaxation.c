// test_relaxation.c: materials whose stress relaxes in time: closed forms of the standard linear solid in a pull, at rest and under weight.
#include "problem/moving_sheet.h"
#include "protocol/tensile/tensile.h"
#include "rig/rig.h"
#include "test.h"

enum { MOST_FRAMES = 512, MAX_THETA = 16 };

#define LINEAR(name, k, more)                                                                                                     \
  "{\"name\": \"" name "\", \"strain\": \"green\", \"values\": [\"" name "\"], \"law\": \"linear\", \"parameters\": {\"k\": \"" k \
  " N/m\"}" more "}"

typedef struct scene {
  pl_context *ctx;
  pl_material *material;
  pl_test test;
  const pl_rig *rig;
  double displacement[MOST_FRAMES], time[MOST_FRAMES];
} scene;

static void open_scene(scene *s, const char *const *term, int n_frame, const double *displacement, const double *time, double angle,
                       pl_test_method method) {
  *s = (scene){.ctx = pl_context_create(NULL)};
  REQUIRE(pl_material_create(s->ctx, "relaxes", 0.1, &s->material) == PL_OK);
  for (; *term; term++) REQUIRE(pl_material_add_term(s->material, *term) == PL_OK);
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  memcpy(s->displacement, displacement, (size_t)n_frame * sizeof *displacement);
  memcpy(s->time, time, (size_t)n_frame * sizeof *time);
  s->test = (pl_test){.name = "relaxation",
                      .file = "",
                      .length = 0.1,
                      .width = 0.08,
                      .strips = 1,
                      .angle = angle,
                      .method = method,
                      .n_frame = n_frame,
                      .time = s->time};
  const pl_protocol *protocol = pl_protocol_find("tensile");
  for (int c = 0; c < protocol->n_channel; c++) s->test.channel[c].row = &protocol->channel[c];
  s->test.channel[PL_TENSILE_DISPLACEMENT].value = s->displacement;
  pl_rig_options options = pl_rig_options_default();
  options.cells = 6;
  options.cells_short = 5;
  pl_solve_options solve = pl_solve_options_default();
  REQUIRE(pl_rig_create(s->ctx, protocol, &s->test, s->material, &options, &solve, &s->rig) == PL_OK);
}

static void close_scene(scene *s) {
  pl_rig_destroy(s->rig);
  pl_material_destroy(s->material);
  pl_context_destroy(s->ctx);
}

static void predict(scene *s, const double *theta, double *force, double *by_theta) {
  double *value[PL_MAX_CHANNEL] = {0}, *dt[PL_MAX_CHANNEL] = {0};
  value[PL_TENSILE_FORCE] = force;
  dt[PL_TENSILE_FORCE] = by_theta;
  pl_rig_report report;
  pl_prediction ask = {.theta = theta, .value = value, .by_theta = by_theta ? dt : NULL};
  REQUIRE(pl_rig_predict(s->rig, &ask, &report) == PL_OK);
  CHECK(report.n_failed == 0);
}

static const double K = 60, G[2] = {0.5, 0.3}, TAU[2] = {2, 50};
static const char *const solid[] = {LINEAR("warp", "60", ", \"prony\": {\"g\": [0.5, 0.3], \"tau\": [\"2 s\", \"50 s\"]}"),
                                    LINEAR("weft", "40", ""), LINEAR("shear", "10", ""), NULL};

// One step to 8 mm in 4 s, then at rest: t = t_e (1 + sum g c(4 s) exp(-t/tau)), exactly.
TEST(relaxation_of_a_held_strip_is_exponential) {
  enum { N = 9 };
  double u[N], time[N] = {4, 4.5, 5, 7, 10, 20, 60, 200, 1e4}, force[N], strain = 0.5 * (1.08 * 1.08 - 1);
  for (int f = 0; f < N; f++) u[f] = 8e-3;
  scene s;
  open_scene(&s, solid, N, u, time, 0, PL_TEST_CLAMPED);
  predict(&s, s.material->theta, force, NULL);
  for (int f = 0; f < N; f++) {
    double factor = 1;
    for (int i = 0; i < 2; i++) factor += G[i] * TAU[i] / 4 * (1 - exp(-4 / TAU[i])) * exp(-(time[f] - 4) / TAU[i]);
    CHECK_CLOSE(force[f], K * strain * factor * 0.08 * 1.08, 1e-10);
  }
  CHECK_CLOSE(force[N - 1], K * strain * 0.08 * 1.08, 1e-6);  // the elastic law remains
  close_scene(&s);
}

// A pull at constant speed against the hereditary integral q = g int exp(-(t - s)/tau) dt_e, and twice as many rows a quarter of the error.
TEST(relaxation_follows_the_speed) {
  double error[2], last[2];
  for (int fast = 0; fast < 2; fast++) {
    double speed = fast ? 8e-3 : 8e-5;  // m/s
    for (int k = 0; k < 2; k++) {
      int n = k ? 40 : 20;
      double u[64], time[64], force[64];
      for (int f = 0; f < n; f++) u[f] = 8e-3 * (f + 1) / n, time[f] = u[f] / speed;
      scene s;
      open_scene(&s, solid, n, u, time, 0, PL_TEST_CLAMPED);
      predict(&s, s.material->theta, force, NULL);
      close_scene(&s);
      double ratio = 1.08, end = time[n - 1], stress = K * 0.5 * (ratio * ratio - 1), rate = speed / 0.1;
      // dt_e/dt = K rate (1 + rate t): int exp(-(T - t)/tau) (1 + rate t) dt = tau (1 - e) + rate tau (T - tau (1 - e))
      for (int i = 0; i < 2; i++) {
        double e = 1 - exp(-end / TAU[i]);
        stress += G[i] * K * rate * (TAU[i] * e + rate * TAU[i] * (end - TAU[i] * e));
      }
      last[fast] = force[n - 1];
      error[k] = fabs(force[n - 1] - stress * 0.08 * ratio) / force[n - 1];
    }
    CHECK_LESS(error[1], 2e-5);
    CHECK(error[0] / error[1] > 3.5 && error[0] / error[1] < 4.5);
  }
  CHECK_LESS(1.2 * last[0], last[1]);  // the fast pull is stiffer
}

// Exact derivatives along a path of changing speeds with a rest, cut askew on a mesh, against differences of whole paths. Weft relaxes by
// the series of warp.
TEST(relaxation_derivatives_are_exact) {
  enum { N = 8 };
  static const char *const terms[] = {
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"quadratic\", \"parameters\": {\"k1\": \"60 N/m\", "
      "\"k2\": \"90 N/m\"}, \"prony\": {\"g\": [0.5, 0.3], \"tau\": [\"1 s\", \"9 s\"]}}",
      LINEAR("weft", "40", ", \"prony\": \"warp\""), LINEAR("shear", "10", ", \"prony\": {\"g\": [0.8], \"tau\": [\"4 s\"]}"),
      "{\"name\": \"friction\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"0.5 N/m\", "
      "\"b\": \"3 N/m\", \"tau\": 0.02}}",
      NULL};
  static const double u[N] = {1e-3, 2e-3, 5e-3, 8e-3, 8e-3, 6e-3, 3e-3, 9e-3}, time[N] = {0.2, 1, 1.5, 3, 9, 9.3, 12, 40};
  scene s;
  open_scene(&s, terms, N, u, time, 0.4, PL_TEST_MESH);
  int n_theta = s.material->n_theta;
  REQUIRE(n_theta == 4 + 4 + 2 + 3);
  double theta[MAX_THETA], force[N], plus[N], minus[N], by_theta[N * MAX_THETA];
  memcpy(theta, s.material->theta, (size_t)n_theta * sizeof *theta);
  predict(&s, theta, force, by_theta);
  for (int j = 0; j < n_theta; j++) {
    double kept = theta[j], h = 1e-4 * kept, size = 0;
    theta[j] = kept + h;
    predict(&s, theta, plus, NULL);
    theta[j] = kept - h;
    predict(&s, theta, minus, NULL);
    theta[j] = kept;
    for (int f = 0; f < N; f++) size = fmax(size, fabs(plus[f] - minus[f]) / (2 * h));
    for (int f = 0; f < N; f++) CHECK_NEAR(by_theta[f * n_theta + j], (plus[f] - minus[f]) / (2 * h), 2e-5 * size);
    CHECK_LESS(0, size);
  }
  close_scene(&s);
}

// Without times the material is elastic.
TEST(relaxation_without_times_is_elastic) {
  static const double u[3] = {2e-3, 5e-3, 8e-3}, time[3] = {0};
  double force[3];
  scene s;
  open_scene(&s, solid, 3, u, time, 0, PL_TEST_CLAMPED);
  s.test.time = NULL;
  predict(&s, s.material->theta, force, NULL);
  for (int f = 0; f < 3; f++) {
    double ratio = 1 + u[f] / 0.1;
    CHECK_CLOSE(force[f], K * 0.5 * (ratio * ratio - 1) * 0.08 * ratio, 1e-10);
  }
  close_scene(&s);
}

// ---- a hanging strip ----

static const double LENGTH = 0.2;

static void hold_top(const double *x0, uint8_t *fixed) {
  fixed[0] = fixed[1] = x0[0] < 1e-9;
  fixed[2] = 1;
}

// How far its lower end has gone down after `time`, with steps of this size.
static double sag(int method, double step, double time) {
  // 0.1 kg/m^2 under gravity and 2 kN/m: strains of 1e-4, where Green's strain is linear
  static const char *const terms[] = {LINEAR("warp", "2000", ", \"prony\": {\"g\": [0.6], \"tau\": [\"2 s\"]}"), LINEAR("weft", "2000", ""),
                                      LINEAR("shear", "1000", ""), NULL};
  moving_sheet s;
  moving_sheet_make(&s, LENGTH, 0.02, 40, 4, 0.1, (double[]){9.81, 0, 0}, terms, hold_top);
  s.options.method = method;
  s.options.step = step;
  s.options.tolerance = 1e-13;
  moving_sheet_begin(&s);
  moving_sheet_run(&s, (int)lround(time / step));
  double lowest = 0;
  for (int32_t v = 0; v < s.mesh->n_vertex; v++)
    if (s.mesh->x0[3 * v] > LENGTH - 1e-9) lowest = fmax(lowest, s.state->x[3 * v] - LENGTH);
  moving_sheet_destroy(&s);
  return lowest;
}

// Creep of the standard linear solid under its own weight, hung up at once. The end goes down by
// rho g L^2/(2 k) (1 - g/(1 + g) exp(-t/((1 + g) tau))), with half the error for half the step.
TEST(relaxation_of_a_hanging_strip_is_creep) {
  for (int k = 0; k < 3; k++) {
    double time = (double[]){0.5, 2, 12}[k], still = 0.1 * 9.81 * LENGTH * LENGTH / (2 * 2000);
    double exact = still * (1 - 0.6 / 1.6 * exp(-time / (1.6 * 2))), coarse = sag(PL_STATIC, 0.02, time) / exact - 1,
           fine = sag(PL_STATIC, 0.01, time) / exact - 1;
    CHECK_NEAR(fine, 0, 3e-3);
    CHECK_NEAR(2 * fine - coarse, 0, 3e-4);  // extrapolated to steps of no length
  }
}

// The same in motion, once its oscillations have died: the integrators pass their step to the law.
TEST(relaxation_in_motion) {
  double still = 0.1 * 9.81 * LENGTH * LENGTH / (2 * 2000), exact = still * (1 - 0.6 / 1.6 * exp(-3.0 / (1.6 * 2)));
  CHECK_CLOSE(sag(PL_BACKWARD_EULER, 0.02, 3), exact, 3e-3);
  CHECK_CLOSE(sag(PL_BDF2, 0.02, 3), exact, 3e-3);
}
