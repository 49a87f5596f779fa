// test_specimen_protocols.c: in every protocol with kinds, scatter of stiffness is found from whatever was read, and names make specimens.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "estimate/judge/repeats.h"
#include "fit/virtual_tests.h"
#include "scenes/specimens.h"
#include "test.h"

#define HEAD "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"200 g/m^2\", \"terms\": ["
#define LINEAR(name, strain, value, unit, number)                                                                                      \
  "{\"name\": \"" name "\", \"strain\": \"" strain "\", \"values\": [\"" value "\"], \"law\": \"linear\", \"parameters\": {\"unit\": " \
  "\"" unit "\", \"values\": [" number "]}}"
#define MEMBRANE                                                                                                            \
  "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", " \
  "\"parameters\": {\"unit\": "                                                                                             \
  "\"N/m\", \"values\": [1500, 0, 1500, 750]}},"
static const char bending[] = HEAD MEMBRANE LINEAR("bend-warp", "curvature", "warp", "uN m", "10") "," LINEAR(
    "bend-weft", "curvature", "weft", "uN m", "10") "," LINEAR("bend-twist", "curvature", "twist", "uN m", "5") "]}";
static const char cloth[] = HEAD LINEAR("warp", "green", "warp", "N/m", "800") "," LINEAR("weft", "green", "weft", "N/m", "800") "," LINEAR(
    "shear", "green", "shear", "N/m", "60") "]}";
static const char rubber[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"terms\": [{\"name\": \"r\", \"strain\": \"invariants\", \"values\": [\"i1\", "
    "\"i2\", \"j\"], \"law\": \"neo-hookean\", \"parameters\": {\"unit\": \"kPa\", \"values\": [200, 0]}}]}";

enum { N = 3 };
static const double factor[N] = {0.93, 1.0, 1.07};

static double spread(void) {
  double square = 0;
  for (int i = 0; i < N; i++) square += (factor[i] - 1) * (factor[i] - 1);
  return sqrt(square / (N - 1));
}

typedef struct trial {
  const char *truth, *protocol, *usual;
  const char *name;  // of a number that these tests identify alone; NULL: they identify combinations
  bool given;        // the law of the truth is fitted; false: the protocol's usual one
  bool named;        // also under one name
  double share;      // accuracy of the scatter and of the standard error: noise adds to them
} trial;

// The specimens have the scatter of the factors. The standard error of a number is that of their mean.
static void check_scatter(trial t) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *fabric = truth_from_text(ctx, t.truth);
  pl_measurement *m[N];
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  scene_specimens plan = {t.protocol, t.usual, strcmp(t.protocol, "homogeneous") == 0 ? scene_specimens_block(arena) : NULL, N, factor,
                          0.2,        3};
  char path[600];
  snprintf(path, sizeof path, "%s/truth.json", test_folder());
  REQUIRE(pl_file_write(ctx, path, t.truth, strlen(t.truth)) == PL_OK);
  if (t.given) options.model = path;
  options.further = PL_FURTHER_OFF;
  REQUIRE(scene_specimens_measure(arena, fabric, &plan, m) == PL_OK);
  REQUIRE(pl_fit_run(ctx, N, m, 0, NULL, &options, &fit) == PL_OK);
  const pl_repeats *all = fit->evidence.repeats;
  REQUIRE(all && all->any);
  double s = spread();
  for (int g = 0; g < all->n_kind; g++) {
    printf("%s: scatter %.3f (%.3f planted)\n", t.protocol, all->kind[g].scatter.value, s);
    REQUIRE(all->kind[g].n == N);
    CHECK_NEAR(all->kind[g].scatter.value, s, t.share * s);
  }
  for (int i = 0; i < all->n_specimen; i++)
    CHECK_NEAR(all->specimen[i].effect, factor[atoi(strrchr(all->specimen[i].name, '-') + 1) - 1] - 1, 0.02);
  if (t.name) {
    int j = pl_material_parameter_index(fit->material, t.name), k = pl_material_parameter_index(fabric, t.name);
    REQUIRE(j >= 0 && k >= 0);
    double sigma = fit->material->sigma[j] / fit->material->theta[j];
    printf("%s %.4g of %.4g +- %.3f\n", t.name, fit->material->theta[j], fabric->theta[k], sigma);
    CHECK_NEAR(sigma, s / sqrt(N), t.share * s / sqrt(N));
    CHECK_NEAR(fit->material->theta[j], fabric->theta[k], 3 * fit->material->sigma[j]);
  }
  // one specimen under one name: no scatter is known
  for (int i = 0; i < N; i++)
    for (int k = 0; k < m[i]->n_test; k++) m[i]->test[k].specimen = "the same";
  if (t.named) {
    pl_fit *one;
    REQUIRE(pl_fit_run(ctx, N, m, 0, NULL, &options, &one) == PL_OK);
    CHECK(!one->evidence.repeats->any && one->evidence.repeats->n_specimen == one->evidence.repeats->n_kind);
    CHECK(one->material->scatter == NULL);
    pl_fit_destroy(one);
  }
  pl_fit_destroy(fit);
  scene_specimens_clear(N, m);
  pl_material_destroy(fabric);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(specimens_of_cantilevers_scatter) { check_scatter((trial){bending, "cantilever", "warp strip", "bend-warp.k", false, false, 0.1}); }
TEST(specimens_of_bending_loops_scatter) {
  check_scatter((trial){bending, "moment-curvature", "bending loop warp", "bend-warp.k", false, true, 0.1});
}
TEST(specimens_of_blocks_scatter) { check_scatter((trial){rubber, "homogeneous", "uniaxial", "r.mu", true, true, 0.1}); }
TEST(specimens_of_bulged_discs_scatter) { check_scatter((trial){cloth, "bulge", "bulged disc", NULL, true, false, 0.1}); }
TEST(specimens_of_hung_samples_scatter) { check_scatter((trial){cloth, "biaxial-hang", "hung samples", NULL, true, false, 0.2}); }
