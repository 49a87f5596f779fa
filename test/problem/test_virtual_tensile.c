// The virtual tensile test (Volino 4.1) in small: forces on a mesh against the curves converted back (eqs. 15-16).
#include "scenes/scenes.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

#define LENGTH 0.05
#define WIDTH 0.2
#define WEFT 1.5707963267948966

// Largest relative force error over the frames; the report goes to *report.
static double worst_error(pl_context *ctx, const pl_material *material, const scene_tensile *scene, pl_rig_edges edges,
                          pl_rig_report *report) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_test plan;
  REQUIRE(scene_tensile_plan(arena, scene, &plan) == PL_OK);
  pl_rig_options options = pl_rig_options_default();
  options.method = PL_TEST_MESH;
  options.cells = 20;
  options.cells_short = 10;
  options.edges = (int)edges;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  REQUIRE(pl_rig_measure(ctx, pl_protocol_find("tensile"), 1, &plan, material, &options, &solve, NULL, 0, &measurement, report) == PL_OK);
  const pl_test *test = &measurement->test[0];
  const double *fu = test->channel[PL_TENSILE_FORCE].value, *fv = test->channel[PL_TENSILE_SHEAR_FORCE].value;
  bool shear = scene->control == PL_TENSILE_SHEAR_DISPLACEMENT;
  double worst = 0;
  for (int f = 1; f < test->n_frame; f++) {
    double d = test->channel[scene->control].value[f], law_u, law_v;
    scene_uniform_force(material, test, shear ? 0 : d, shear ? d : 0, &law_u, &law_v);
    double error = fabs(fu[f] / law_u - 1);
    if (shear) error = fmax(error, fabs(fv[f] / law_v - 1));
    worst = error <= worst ? worst : error;  // NaN stays
  }
  pl_measurement_destroy(measurement);
  pl_arena_destroy(arena);
  return worst;
}

TEST(virtual_tensile_forces_are_the_laws) {
  const scene_tensile scene[4] = {
      {"warp", LENGTH, WIDTH, 0, PL_TEST_MESH, PL_TENSILE_DISPLACEMENT, 0.029 * LENGTH, 7},
      {"weft", LENGTH, WIDTH, WEFT, PL_TEST_MESH, PL_TENSILE_DISPLACEMENT, 0.077 * LENGTH, 7},
      {"shear along warp", LENGTH, WIDTH, 0, PL_TEST_MESH, PL_TENSILE_SHEAR_DISPLACEMENT, 0.2 * LENGTH, 7},
      {"shear along weft", LENGTH, WIDTH, WEFT, PL_TEST_MESH, PL_TENSILE_SHEAR_DISPLACEMENT, 0.2 * LENGTH, 7},
  };
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  REQUIRE(pl_material_load(ctx, "gabardine-virtual", &material) == PL_OK);
  for (int i = 0; i < 4; i++) {
    pl_rig_report report;
    bool shear = i >= 2;
    CHECK_LESS(worst_error(ctx, material, &scene[i], shear ? PL_EDGES_GUIDED : PL_EDGES_FREE, &report), 1e-6);
    CHECK_LESS(report.max_iterations, 10);
    CHECK(report.n_failed == 0);
  }
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// With free short edges a sheared sample is not uniform: a few percent, and less on a wider one.
TEST(virtual_tensile_free_edges_carry_less) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material;
  REQUIRE(pl_material_load(ctx, "gabardine-virtual", &material) == PL_OK);
  scene_tensile scene = {"shear", LENGTH, WIDTH, WEFT, PL_TEST_MESH, PL_TENSILE_SHEAR_DISPLACEMENT, 0.2 * LENGTH, 5};
  pl_rig_report report;
  double narrow = worst_error(ctx, material, &scene, PL_EDGES_FREE, &report);
  CHECK(report.n_failed == 0);
  scene.width = 2 * WIDTH;
  double wide = worst_error(ctx, material, &scene, PL_EDGES_FREE, &report);
  CHECK_LESS(1e-3, narrow);
  CHECK_LESS(narrow, 0.05);
  CHECK_LESS(wide, 0.7 * narrow);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}
