// test_specimen_bands.c: bands of rubber's energy curves follow the rule of all bands: Student's t where scatter counts.
#include <math.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "estimate/judge/repeats.h"
#include "fit/virtual_tests.h"
#include "report/result/rubber_curve.h"
#include "scenes/specimens.h"
#include "test.h"

static const char rubber[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"terms\": [{\"name\": \"r\", \"strain\": \"invariants\", \"values\": [\"i1\", "
    "\"i2\", \"j\"], \"law\": \"neo-hookean\", \"parameters\": {\"unit\": \"kPa\", \"values\": [200, 0]}}]}";

// The curve over I1 is mu/2 everywhere: its half-width is half of that of mu. Three blocks: t = 4.3, not 1.96.
TEST(rubber_bands_are_students) {
  enum { BLOCKS = 3 };
  static const double factor[BLOCKS] = {0.94, 1.0, 1.06};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *truth = truth_from_text(ctx, rubber);
  pl_measurement *m[BLOCKS];
  pl_fit *fit;
  pl_fit_options options = pl_fit_options_default();
  char path[600];
  snprintf(path, sizeof path, "%s/truth.json", test_folder());
  REQUIRE(pl_file_write(ctx, path, rubber, strlen(rubber)) == PL_OK);
  options.model = path;
  options.further = PL_FURTHER_OFF;
  scene_specimens plan = {"homogeneous", "uniaxial", scene_specimens_block(arena), BLOCKS, factor, 0.2, 5};
  REQUIRE(scene_specimens_measure(arena, truth, &plan, m) == PL_OK);
  REQUIRE(pl_fit_run(ctx, BLOCKS, m, 0, NULL, &options, &fit) == PL_OK);
  double sigma = fit->material->sigma[0];
  const double one = 1;
  double t = pl_scatter_95(fit->material, (pl_slopes){0, 1, &one, 1}, sigma * sigma);
  CHECK_NEAR(t, 4.303, 0.1);
  pl_rubber_curve *curve;
  int n;
  REQUIRE(pl_rubber_curves(arena, fit->material, &n, &curve) == PL_OK && n >= 1);
  for (int i = 0; i < curve[0].n; i += 20) CHECK_NEAR(curve[0].half[i], 0.5 * t * sigma, 1e-6 * sigma);
  pl_fit_destroy(fit);
  scene_specimens_clear(BLOCKS, m);
  pl_material_destroy(truth);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
