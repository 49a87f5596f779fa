// test_bending_transfer.c: a rigidity means the same in a scene as in a strip test, on meshes of every kind (`reproduce bending-transfer`).
#include <math.h>

#include "scenes/transfer.h"
#include "test.h"

static const scene_strip_mesh meshes[] = {
    {.topology = "alternating", .cell = {0.002, 0.002}, .n = {20, 4}},
    {.topology = "uniform", .cell = {0.002, 0.01}, .n = {20, 3}},
    {.topology = "irregular", .cell = {0.002, 0.002}, .n = {20, 6}},
};

TEST(rigidity_of_a_heavy_cantilever_in_a_scene) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < 3; i++) {
    double error;
    REQUIRE(scene_transfer_cantilever(ctx, test_folder(), &meshes[i], 4, &error) == PL_OK);
    printf("%s: rigidity %+.2f %%\n", meshes[i].topology, 100 * error);
    CHECK_LESS(fabs(error), 0.01);
  }
  pl_context_destroy(ctx);
}

TEST(column_buckles_under_its_own_weight_in_a_scene) {
  pl_context *ctx = pl_context_create(NULL);
  for (int i = 0; i < 3; i++) {
    double critical;
    REQUIRE(scene_transfer_column(ctx, test_folder(), &meshes[i], 7.8373, &critical) == PL_OK);
    printf("%s: w L^3/B = %.3f\n", meshes[i].topology, critical);
    CHECK_LESS(fabs(critical / 7.8373 - 1), 0.01);
  }
  pl_context_destroy(ctx);
}
