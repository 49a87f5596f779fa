// test_path.c: sheets that remember: paths of equilibria with internal friction, and their derivatives.
#include "rig/rig.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

enum { N_FRAME = 9, MAX_THETA = 12 };

static const char *const terms[] = {
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"quadratic\", \"parameters\": {\"k1\": \"60 N/m\", "
    "\"k2\": \"90 N/m\"}}",
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"40 N/m\"}}",
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"10 N/m\"}}",
    "{\"name\": \"warp-friction\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"1 N/m\", "
    "\"b\": \"5 N/m\", \"tau\": 0.02}}",
    "{\"name\": \"shear-friction\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"0.4 "
    "N/m\", \"b\": \"2 N/m\", \"tau\": 0.03}}",
};

typedef struct scene {
  pl_context *ctx;
  pl_material *material;
  pl_test test;
  const pl_rig *rig;
  double displacement[64], force[64], side[64];
} scene;

static void open_scene(scene *s, int n_frame, const double *displacement, double angle, pl_test_method method, bool offset) {
  *s = (scene){.ctx = pl_context_create(NULL)};
  REQUIRE(pl_material_create(s->ctx, "remembers", 0.1, &s->material) == PL_OK);
  for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) REQUIRE(pl_material_add_term(s->material, terms[i]) == PL_OK);
  REQUIRE(pl_material_finish(s->material) == PL_OK);
  memcpy(s->displacement, displacement, (size_t)n_frame * sizeof *displacement);
  s->test = (pl_test){.name = "path",
                      .file = "",
                      .length = 0.1,
                      .width = 0.08,
                      .strips = 1,
                      .angle = angle,
                      .method = method,
                      .n_frame = n_frame,
                      .fit_offset = offset};
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

static void predict(scene *s, const double *theta, double offset, double *force, double *by_theta, double *by_offset) {
  double *value[PL_MAX_CHANNEL] = {0}, *dt[PL_MAX_CHANNEL] = {0}, *di[PL_MAX_CHANNEL] = {0};
  value[PL_TENSILE_FORCE] = force;
  dt[PL_TENSILE_FORCE] = by_theta;
  di[PL_TENSILE_FORCE] = by_offset;
  pl_rig_report report;
  pl_prediction ask = {
      .theta = theta, .intrinsic = &offset, .value = value, .by_theta = by_theta ? dt : NULL, .by_intrinsic = by_offset ? di : NULL};
  REQUIRE(pl_rig_predict(s->rig, &ask, &report) == PL_OK);
  CHECK(report.n_failed == 0);
}

static const double cycle[N_FRAME] = {0, 2e-3, 5e-3, 8e-3, 6e-3, 3e-3, 1e-3, 4e-3, 9e-3};  // m

// Exact derivatives along a path with turning points, cut askew on a mesh, against central differences of whole paths; a displacement offset
// included.
TEST(path_derivatives_are_exact) {
  scene s;
  open_scene(&s, N_FRAME, cycle, 0.4, PL_TEST_MESH, true);
  int n_theta = s.material->n_theta;
  REQUIRE(n_theta <= MAX_THETA);
  double theta[MAX_THETA], force[N_FRAME], plus[N_FRAME], minus[N_FRAME], by_theta[N_FRAME * MAX_THETA], by_offset[N_FRAME];
  memcpy(theta, s.material->theta, (size_t)n_theta * sizeof *theta);
  predict(&s, theta, 2e-4, force, by_theta, by_offset);
  for (int j = 0; j <= n_theta; j++) {
    double h = j < n_theta ? 1e-4 * theta[j] : 1e-7, size = 0;
    if (j < n_theta) theta[j] += h;
    predict(&s, theta, j < n_theta ? 2e-4 : 2e-4 + h, plus, NULL, NULL);
    if (j < n_theta) theta[j] -= 2 * h;
    predict(&s, theta, j < n_theta ? 2e-4 : 2e-4 - h, minus, NULL, NULL);
    if (j < n_theta) theta[j] += h;
    for (int f = 0; f < N_FRAME; f++) size = fmax(size, fabs(plus[f] - minus[f]) / (2 * h));
    for (int f = 0; f < N_FRAME; f++) {
      double exact = j < n_theta ? by_theta[f * n_theta + j] : by_offset[f];
      CHECK_NEAR(exact, (plus[f] - minus[f]) / (2 * h), 2e-5 * size);
    }
    CHECK_LESS(0, size);
  }
  close_scene(&s);
}

// The friction of a uniform pull is the integral of Dahl's equation along it, which the test integrates independently in small steps.
TEST(path_of_a_uniform_pull_is_dahls) {
  scene s;
  open_scene(&s, N_FRAME, cycle, 0, PL_TEST_CLAMPED, false);
  double force[N_FRAME], strain = 0, sigma = 0;
  predict(&s, s.material->theta, 0, force, NULL, NULL);
  for (int f = 0; f < N_FRAME; f++) {
    double ratio = 1 + cycle[f] / 0.1, end = 0.5 * (ratio * ratio - 1);
    int n = 20000, d = end > strain ? 1 : -1;
    double h = (end - strain) / n;
    for (int i = 0; i < n; i++) {
      double middle = sigma + h / 2 * (1 + 5 * fabs(strain) - d * sigma) / 0.02;
      sigma += h * (1 + 5 * fabs(strain + h / 2) - d * middle) / 0.02;
      strain += h;
    }
    CHECK_NEAR(force[f], ((60 + 90 * end) * end + sigma) * 0.08 * ratio, 1e-6);
  }
  close_scene(&s);
}

// Frames between do not matter as long as none of them is a turning point: the step is exact however long it is.
TEST(path_does_not_depend_on_its_steps) {
  double fine[41], force[41], coarse[3], few[3] = {0, 8e-3, 2e-3};
  for (int i = 0; i <= 40; i++) fine[i] = i <= 20 ? 8e-3 * i / 20 : 8e-3 - 6e-3 * (i - 20) / 20;
  scene s;
  open_scene(&s, 41, fine, 0, PL_TEST_MESH, false);
  predict(&s, s.material->theta, 0, force, NULL, NULL);
  close_scene(&s);
  open_scene(&s, 3, few, 0, PL_TEST_MESH, false);
  predict(&s, s.material->theta, 0, coarse, NULL, NULL);
  CHECK_CLOSE(coarse[1], force[20], 1e-7);
  CHECK_CLOSE(coarse[2], force[40], 1e-7);
  CHECK_LESS(force[40], 0.6 * force[5]);  // the way back lies well below
  // and a second prediction begins with a fresh sheet again
  predict(&s, s.material->theta, 0, force, NULL, NULL);
  CHECK_CLOSE(force[1], coarse[1], 1e-9);
  close_scene(&s);
}
