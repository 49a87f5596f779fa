// test_slide_fit.c: coefficients of friction found again from sleds, boards and rods with noise; bad input; friction of scenes.
#include <math.h>

#include "base/rng.h"
#include "estimate/problem/fit.h"
#include "material/material.h"
#include "protocol/slide/slide.h"
#include "said.h"
#include "scene/scene.h"
#include "test.h"

#define PI 3.14159265358979323846
enum { N = 40 };

// Readings by the closed forms, written as text: another way than the rig's.
static void put_list(char *text, size_t size, const char *key, const char *unit, double value, double noise, pl_rng *rng) {
  size_t n = strlen(text);
  n += (size_t)snprintf(text + n, size - n, ", \"%s\": {\"unit\": \"%s\", \"values\": [", key, unit);
  for (int i = 0; i < N; i++) n += (size_t)snprintf(text + n, size - n, "%s%.9g", i ? ", " : "", value + noise * pl_rng_normal(rng));
  snprintf(text + n, size - n, "]}");
}

static pl_status load(pl_context *ctx, const char *tests, pl_measurement **m) {
  char path[600], *text = pl_alloc(ctx, 40000, 1);
  REQUIRE(text != NULL);
  snprintf(path, sizeof path, "%s/slide.json", test_folder());
  int n = snprintf(text, 40000, "{\"pliant\": \"experiment 1\", \"protocol\": \"slide\", \"name\": \"cloth\", \"tests\": [%s]}", tests);
  REQUIRE(n < 40000 && pl_file_write(ctx, path, text, (size_t)n) == PL_OK);
  pl_free(ctx, text);
  return pl_measurement_load(ctx, path, m);
}

static const double truth[2][2] = {{0.55, 0.42}, {0.37, 0.31}};  // [phase][axis]
static double along(int phase, double angle) { return hypot(truth[phase][0] * cos(angle), truth[phase][1] * sin(angle)); }

TEST(slide_fit_finds_friction_by_phase_and_direction) {
  static const char *const phase[] = {"static", "kinetic"}, *const axis[] = {"warp", "weft"};
  static const double angle[] = {0, 90, 45};
  pl_context *ctx = pl_context_create(NULL);
  char text[30000] = "", name[40];
  pl_rng rng;
  pl_rng_init(&rng, 11);
  for (int t = 0; t < 3; t++) {
    size_t n = strlen(text);
    double phi = angle[t] * PI / 180;
    n += (size_t)snprintf(text + n, sizeof text - n, "%s{\"name\": \"board %d\", \"angle\": \"%g deg\"", t ? ", " : "", t, angle[t]);
    for (int p = 0; p < 2; p++) {
      snprintf(name, sizeof name, "%s-angle", phase[p]);
      put_list(text, sizeof text, name, "deg", atan(along(p, phi)) * 180 / PI, 0.6, &rng);
    }
    n = strlen(text);
    snprintf(text + n, sizeof text - n, "}, {\"name\": \"rod %d\", \"angle\": \"%g deg\", \"load\": \"0.5 N\", \"wrap\": \"200 deg\"", t,
             angle[t]);
    put_list(text, sizeof text, "kinetic-force", "N", 0.5 * exp(along(1, phi) * 200 * PI / 180), 0.03, &rng);
    n = strlen(text);
    snprintf(text + n, sizeof text - n, "}");
  }
  size_t n = strlen(text);
  snprintf(text + n, sizeof text - n, ", {\"name\": \"skin\", \"direction\": \"weft\", \"against\": \"skin\", \"load\": \"3 N\"");
  put_list(text, sizeof text, "static-force", "N", 3 * 0.7, 0.05, &rng);
  n = strlen(text);
  snprintf(text + n, sizeof text - n, "}");
  pl_measurement *m;
  pl_fit *fit;
  REQUIRE(load(ctx, text, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  CHECK(fit->material->n_theta == 5);
  for (int p = 0; p < 2; p++)
    for (int a = 0; a < 2; a++) {
      snprintf(name, sizeof name, "%s-%s.k", phase[p], axis[a]);
      int j = pl_material_parameter_index(fit->material, name);
      REQUIRE(j >= 0);
      CHECK_NEAR(fit->material->theta[j], truth[p][a], 3.5 * fit->material->sigma[j]);
      CHECK_LESS(fit->material->sigma[j], 0.01);
    }
  int j = pl_material_parameter_index(fit->material, "static-weft-on-skin.k");
  REQUIRE(j >= 0);
  CHECK_NEAR(fit->material->theta[j], 0.7, 3.5 * fit->material->sigma[j]);
  // what scenes take: kinetic, the mean of both directions; static where nothing else is known
  CHECK_NEAR(pl_material_friction(fit->material, NULL), 0.34, 0.01);
  CHECK_NEAR(pl_material_friction(fit->material, "skin"), 0.7, 0.03);
  CHECK(isnan(pl_material_friction(fit->material, "wood")));
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(slide_reads_a_trace) {
  pl_context *ctx = pl_context_create(NULL);
  char path[600];
  snprintf(path, sizeof path, "%s/mine", test_folder());
  REQUIRE(pl_measurement_new(ctx, "slide", path) == PL_OK);
  pl_measurement *m;
  REQUIRE(pl_measurement_load(ctx, path, &m) == PL_OK);
  const pl_test *sled = &m->test[m->n_test - 1];
  CHECK(pl_slide_of(sled)->kind == PL_SLIDE_SLED && sled->n_frame == 1);
  // 2 N, coefficients 0.52 and 0.41 with 0.01 N of noise
  CHECK_NEAR(sled->channel[PL_SLIDE_STATIC_FORCE].value[0], 1.04, 0.03);
  CHECK_NEAR(sled->channel[PL_SLIDE_KINETIC_FORCE].value[0], 0.82, 0.012);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

TEST(slide_refuses_bad_input) {
  static const char *const bad[][2] = {
      {"{\"static-angle\": \"26 deg\"}", "experiment.pulling-direction-missing"},
      {"{\"direction\": \"warp\"}", "slide.readings"},
      {"{\"direction\": \"warp\", \"static-angle\": \"-3 deg\"}", NULL},
      {"{\"direction\": \"warp\", \"static-angle\": [\"20 deg\", \"-3 deg\"]}", "slide.value-range"},
      {"{\"direction\": \"warp\", \"static-angle\": [\"20 deg\", \"91 deg\"]}", "slide.value-range"},
      {"{\"direction\": \"warp\", \"static-angle\": \"20 deg\", \"load\": \"1 N\", \"static-force\": \"1 N\"}", "slide.readings"},
      {"{\"direction\": \"warp\", \"static-angle\": [\"20 deg\", \"21 deg\"], \"kinetic-angle\": \"18 deg\"}", "slide.counts"},
      {"{\"direction\": \"warp\", \"static-force\": \"1 N\"}", NULL},
      {"{\"direction\": \"warp\", \"load\": [\"1 N\", \"2 N\", \"3 N\"], \"static-force\": [\"1 N\", \"2 N\"]}", "slide.counts"},
      {"{\"direction\": \"warp\", \"load\": \"2 N\", \"wrap\": \"180 deg\", \"static-force\": \"1 N\"}", "slide.capstan-order"},
      {"{\"direction\": \"warp\", \"wrap\": \"180 deg\", \"static-angle\": \"20 deg\"}", "slide.wrap"},
      {"{\"direction\": \"warp\", \"file\": \"a.csv\", \"static-angle\": \"20 deg\"}", "slide.file"},
      {"{\"direction\": \"warp\", \"against\": \"\", \"static-angle\": \"20 deg\"}", "slide.against"},
      {"{\"direction\": \"warp\", \"load\": \"2 N\", \"trace\": \"none.csv\"}", NULL},
  };
  pl_context *ctx = pl_context_create(NULL);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    pl_measurement *m;
    pl_status status = load(ctx, bad[i][0], &m);
    if (status != PL_ERROR_INPUT && status != PL_ERROR_FILE) test_fail(__FILE__, __LINE__, "%s was read", bad[i][0]);
    const pl_error *error = pl_context_error(ctx);
    CHECK(error->hint[0] != 0);
    if (bad[i][1]) CHECK_TEXT(error->id, bad[i][1]);
    pl_context_clear_error(ctx);
  }
  pl_context_destroy(ctx);
}

// Friction of a pair: the scene's own number, then what the material keeps, then the default.
TEST(slide_friction_is_used_by_scenes) {
  static const struct {
    const char *contact;
    double itself, ball, floor;
  } rows[] = {{"{}", 0.34, 0.7, 0},
              {"{\"friction\": 0.1}", 0.1, 0.1, 0.1},
              {"{\"friction\": {\"default\": 0.2}}", 0.34, 0.7, 0.2},
              {"{\"friction\": {\"pairs\": [{\"between\": [\"cloth\", \"ball\"], \"coefficient\": 0.5}]}}", 0.34, 0.5, 0}};
  static const char material[] =
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"100 g/m^2\", \"terms\": [{\"name\": \"body\", \"strain\": \"green\", "
      "\"law\": \"isotropic\", \"parameters\": {\"young\": \"1000 N/m\", \"poisson\": 0.3}},"
      "{\"name\": \"a\", \"strain\": \"slip\", \"values\": [\"kinetic-warp\"], \"law\": \"linear\", \"parameters\": {\"k\": 0.37}},"
      "{\"name\": \"b\", \"strain\": \"slip\", \"values\": [\"kinetic-weft\"], \"law\": \"linear\", \"parameters\": {\"k\": 0.31}},"
      "{\"name\": \"c\", \"strain\": \"slip\", \"values\": [\"static-warp\"], \"law\": \"linear\", \"against\": \"skin\", \"parameters\": "
      "{\"k\": 0.7}}]}";
  pl_context *ctx = pl_context_create(NULL);
  char path[600], text[1600];
  snprintf(path, sizeof path, "%s/m.json", test_folder());
  REQUIRE(pl_file_write(ctx, path, material, strlen(material)) == PL_OK);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    pl_scene *scene;
    snprintf(text, sizeof text,
             "{\"pliant\": \"scene 1\", \"duration\": \"1 s\", \"meshes\": [{\"name\": \"cloth\", \"sheet\": {\"length\": \"10 mm\", "
             "\"width\": \"10 mm\", \"cells\": [1, 1]}, \"material\": \"m.json\"}], \"obstacles\": [{\"name\": \"ball\", \"kind\": "
             "\"sphere\", \"surface\": \"skin\", \"center\": [\"0 m\", \"0 m\", \"-1 m\"], \"radius\": \"10 mm\"}, {\"name\": \"floor\", "
             "\"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"-2 m\"], \"normal\": [0, 0, 1]}], \"contact\": %s}",
             rows[i].contact);
    pl_status status = pl_scene_parse(ctx, "scene.json", test_folder(), text, strlen(text), &scene);
    if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
    REQUIRE(status == PL_OK);
    CHECK_NEAR(scene->contact.friction[0], rows[i].itself, 1e-12);
    CHECK_NEAR(scene->contact.friction[1], rows[i].ball, 1e-12);
    CHECK_NEAR(scene->contact.friction[3], rows[i].ball, 1e-12);
    CHECK_NEAR(scene->contact.friction[2], rows[i].floor, 1e-12);
    pl_scene_destroy(scene);
  }
  pl_context_destroy(ctx);
}
