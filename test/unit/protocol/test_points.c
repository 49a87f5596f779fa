// test_points.c: how many control points a curve gets, by frames that are left out, and curves that become constants again.
#include <math.h>

#include "protocol/capture/fit/points.h"
#include "test.h"

enum { FRAMES = 8 };

// A fit of one test with so many frames, and two trials whose left-out errors differ by gain[f].
static bool needed(const double gain[FRAMES]) {
  pl_test test = {.n_frame = FRAMES};
  pl_fit_case one = {.test = &test};
  pl_fit fit = {.problem = {.n_fitted = 1}, .work = {.fit_case = &one}};
  pl_left_out left[2][FRAMES];
  pl_point_trials trials = {.n = 2, .left = {left[0], left[1]}};
  for (int f = 0; f < FRAMES; f++) {
    left[0][f] = (pl_left_out){.n = 10, .square = 20};
    left[1][f] = (pl_left_out){.n = 10, .square = 20 - gain[f]};
  }
  return pl__points_needed(&fit, &trials);
}

// By hand: with gains g_f the sum must exceed sqrt(n/(n - 1) sum (g_f - mean)^2).
TEST(points_need_better_predictions_of_left_out_frames) {
  CHECK(needed((double[]){1, 1, 1, 1, 1, 1, 1, 1}));
  CHECK(!needed((double[]){0, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(!needed((double[]){-1, -1, -1, -1, -1, -1, -1, -1}));
  CHECK(!needed((double[]){3, -3, 3, -3, 3, -3, 3, -2}));  // sum 1, standard error 8.4
  CHECK(needed((double[]){5, 5, 0, 0, 0, 0, 0, 0}));       // sum 10, standard error 6.5
}

// Most points at the bound, a thousandth of the largest.
TEST(points_at_the_bound_become_a_constant) {
  pl_cloth_shape shape = {.row = pl_cloth_find("shell")};
  for (int c = 0; c < PL_CURVE_COUNT; c++) shape.curve[c] = (pl_cloth_points){.n = 1, .top = 1, .value = {1}};
  shape.curve[PL_CURVE_BEND_WARP] = (pl_cloth_points){.n = 3, .top = 1, .value = {3e-6, 3e-9, 3e-9}};
  shape.curve[PL_CURVE_BEND_WEFT] = (pl_cloth_points){.n = 2, .top = 1, .value = {3e-6, 3e-9}};
  shape.curve[PL_CURVE_SHEAR] = (pl_cloth_points){.n = 3, .top = 1, .value = {3, 2, 1}};
  CHECK(pl__points_bounded(&shape, ~0u) == 1u << PL_CURVE_BEND_WARP);
  CHECK(pl__points_bounded(&shape, 1u << PL_CURVE_SHEAR) == 0);
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.arena = arena, .ctx = ctx, .findings.arena = arena};
  pl__points_simplify(&shape, 1u << PL_CURVE_BEND_WARP);
  REQUIRE(pl__points_record(&fit.findings, &shape) == PL_OK);
  CHECK(shape.curve[PL_CURVE_BEND_WARP].n == 1);
  CHECK_CLOSE(shape.curve[PL_CURVE_BEND_WARP].value[0], 1.002e-6, 1e-12);
  CHECK(shape.curve[PL_CURVE_SHEAR].n == 3);
  pl_warning warning[4] = {0};
  fit.findings.warning = warning;
  REQUIRE(pl__warn_points(&fit, &fit.findings) == PL_OK);
  CHECK(fit.findings.n_warning == 1);
  CHECK_TEXT(warning[0].id, "capture.curve-simplified");
  pl_arena_destroy(fit.arena);
  pl_context_destroy(ctx);
}
