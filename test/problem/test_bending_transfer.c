// test_bending_transfer.c: a rigidity means the same in a scene as in a strip test, on meshes of every kind (`reproduce bending-transfer`).
#include <math.h>

#include "scene/clamp_depth.h"
#include "scenes/transfer.h"
#include "test.h"

static const scene_strip_mesh meshes[] = {
    {.topology = "alternating", .cell = {0.002, 0.002}, .n = {20, 4}},
    {.topology = "uniform", .cell = {0.002, 0.01}, .n = {20, 3}},
    {.topology = "irregular", .cell = {0.002, 0.002}, .n = {20, 6}},
    {.topology = "irregular", .cell = {0.002, 0.01}, .n = {20, 4}},
};
enum { N_MESH = sizeof meshes / sizeof meshes[0] };

TEST(rigidity_of_a_heavy_cantilever_in_a_scene) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < N_MESH; i++) {
    double error;
    REQUIRE(scene_transfer_cantilever(ctx, test_folder(), &meshes[i], 4, &error) == PL_OK);
    printf("%s: rigidity %+.2f %%\n", meshes[i].topology, 100 * error);
    CHECK_LESS(fabs(error), 0.01);
  }
  pl_context_destroy(ctx);
}

TEST(column_buckles_under_its_own_weight_in_a_scene) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < N_MESH; i++) {
    double critical;
    REQUIRE(scene_transfer_column(ctx, test_folder(), &meshes[i], 7.8373, &critical) == PL_OK);
    printf("%s: w L^3/B = %.3f\n", meshes[i].topology, critical);
    CHECK_LESS(fabs(critical / 7.8373 - 1), 0.01);
  }
  pl_context_destroy(ctx);
}

// With the edge of a clamp in the first cells no triangle lies in it. Nothing holds the direction of the cloth, and a warning says so.
TEST(clamp_within_the_first_cells_is_noticed) {
  static const double clamped[] = {0.5, 1, 1.5, 2};
  pl_context *ctx = pl_context_create(NULL);
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < 4; i++) {
      const scene_strip_mesh mesh = {
          .topology = t ? "uniform" : "alternating", .cell = {0.002, 0.004}, .n = {10, 5}, .clamped = clamped[i]};
      double loose;
      REQUIRE(scene_transfer_loose(ctx, test_folder(), &mesh, &loose) == PL_OK);
      CHECK_NEAR(loose, clamped[i] < 1 ? 1 : 0, 1e-9);
      CHECK(pl_clamp_is_loose(loose) == (clamped[i] < 1));
    }
  pl_context_destroy(ctx);
}
