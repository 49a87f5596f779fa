// test_branch.c: turning points, averaging of load and unload, thinning.
#include "test.h"

#include "measure/table/curve.h"
#include "protocol/tensile/tensile.h"

enum { MAX = 4000 };

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  double x[MAX], y[MAX];
  int branch[MAX];
  pl_curve curve;
  int n_segment;
  pl_segment *segment;
} fixture;

static fixture f;

static void start(void) {
  f.ctx = pl_context_create(NULL);
  f.arena = pl_arena_create(f.ctx);
  f.curve = (pl_curve){.n_channel = 3, .branch = f.branch, .variance = 1};
  f.curve.value[0] = f.x;
  f.curve.value[2] = f.y;  // channel 1 is not measured
}

static void finish(void) {
  pl_arena_destroy(f.arena);
  pl_context_destroy(f.ctx);
}

// Append n frames going from the last control to `to`, with y = slope * x + offset.
static void go(int n, double to, double slope, double offset) {
  int first = f.curve.n_frame;
  double from = first > 0 ? f.x[first - 1] : 0;
  for (int i = 0; i < n; i++) {
    double x = from + (to - from) * (i + 1) / n;
    f.x[f.curve.n_frame] = x;
    f.y[f.curve.n_frame++] = slope * x + offset;
  }
}

static void segments(void) {
  REQUIRE(pl__curve_segments(f.arena, f.x, f.curve.n_frame, &f.n_segment, &f.segment) == PL_OK);
  pl__curve_label(&f.curve, f.n_segment, f.segment);
  // they tile the frames
  int at = 0;
  for (int s = 0; s < f.n_segment; s++) {
    CHECK(f.segment[s].first == at);
    at = f.segment[s].end;
  }
  CHECK(at == f.curve.n_frame);
}

TEST(branch_single_load) {
  start();
  go(50, 1, 2, 0);
  segments();
  CHECK(f.n_segment == 1);
  CHECK(f.segment[0].branch == PL_BRANCH_LOAD);
  pl_curve average;
  double hysteresis;
  REQUIRE(pl__curve_average(f.arena, &f.curve, 0, 2, f.n_segment, f.segment, &average, &hysteresis) == PL_OK);
  CHECK(average.n_frame == 0);
  CHECK(hysteresis == 0);
  finish();
}

// Noise of 1.5 % of the range, and a dwell at the top, cut nothing.
TEST(branch_noise_and_dwell) {
  start();
  go(100, 1, 1, 0);
  go(30, 1, 1, 0);
  go(100, 0, 1, 0);
  for (int i = 0; i < f.curve.n_frame; i++) f.x[i] += 0.0075 * (i % 2 ? 1 : -1);
  segments();
  CHECK(f.n_segment == 2);
  CHECK(f.segment[0].branch == PL_BRANCH_LOAD);
  CHECK(f.segment[1].branch == PL_BRANCH_UNLOAD);
  CHECK(f.segment[0].end >= 95 && f.segment[0].end <= 132);
  finish();
}

TEST(branch_turn_is_at_the_extreme) {
  start();
  go(10, 1, 1, 0);
  go(10, 0.2, 1, 0);
  go(10, 1.5, 1, 0);
  segments();
  REQUIRE(f.n_segment == 3);
  CHECK(f.segment[0].end == 10);
  CHECK(f.segment[1].end == 20);
  CHECK(f.branch[9] == PL_BRANCH_LOAD && f.branch[10] == PL_BRANCH_UNLOAD && f.branch[19] == PL_BRANCH_UNLOAD &&
        f.branch[20] == PL_BRANCH_LOAD);
  finish();
}

// Linear branches: the average and the hysteresis are known exactly away from the turning point.
TEST(branch_average_of_one_cycle) {
  start();
  f.curve.n_frame = 1;  // a first frame at 0, 0
  f.x[0] = f.y[0] = 0;
  go(40, 10, 3, 0);
  go(25, 2, 2, 0);
  segments();
  CHECK(f.n_segment == 2);
  pl_curve average;
  double hysteresis;
  REQUIRE(pl__curve_average(f.arena, &f.curve, 0, 2, f.n_segment, f.segment, &average, &hysteresis) == PL_OK);
  REQUIRE(average.n_frame > 20);
  CHECK_NEAR(average.value[0][0], 2, 1e-12);
  CHECK_NEAR(average.value[0][average.n_frame - 1], 10, 1e-12);
  CHECK(average.value[1] == NULL);
  for (int i = 0; i < average.n_frame; i++) {
    double x = average.value[0][i];
    CHECK(average.branch[i] == PL_BRANCH_AVERAGE);
    if (x < 10 - 8.0 / 25) CHECK_NEAR(average.value[2][i], 2.5 * x, 1e-12);
  }
  // |3x - 2x| / 2.5x, slightly less because both branches meet at the turning point
  CHECK_NEAR(hysteresis, 0.4, 0.03);
  CHECK_NEAR(average.variance, 0.5, 1e-12);
  finish();
}

// Five equal cycles: all are averaged, on the range common to all.
TEST(branch_average_of_cycles) {
  start();
  f.curve.n_frame = 1;
  f.x[0] = f.y[0] = 0;
  for (int k = 0; k < 5; k++) {
    go(100, 10, 3 + 0.1 * k, 0);
    go(100, 0.5, 2 + 0.1 * k, 0);
  }
  segments();
  CHECK(f.n_segment == 10);
  pl_curve average;
  double hysteresis;
  REQUIRE(pl__curve_average(f.arena, &f.curve, 0, 2, f.n_segment, f.segment, &average, &hysteresis) == PL_OK);
  REQUIRE(average.n_frame > 50);
  CHECK_NEAR(average.value[0][0], 0.5, 1e-12);
  CHECK_NEAR(average.variance, 0.1, 1e-12);
  for (int i = 0; i < average.n_frame; i++) {
    double x = average.value[0][i];
    if (x > 0.7 && x < 9.8) CHECK_NEAR(average.value[2][i], 2.7 * x, 1e-10);
  }
  finish();
}

// KES shear: 0 -> 8 -> -8 -> 0 is cut at zero into load, unload, load, unload; the average covers both sides.
TEST(branch_loop_to_both_sides) {
  start();
  f.curve.n_frame = 1;
  f.x[0] = f.y[0] = 0;
  go(80, 8, 1, 0.5);
  go(160, -8, 1, -0.5);
  go(80, 0, 1, 0.5);
  segments();
  REQUIRE(f.n_segment == 4);
  CHECK(f.segment[0].branch == PL_BRANCH_LOAD && f.segment[1].branch == PL_BRANCH_UNLOAD);
  CHECK(f.segment[2].branch == PL_BRANCH_LOAD && f.segment[3].branch == PL_BRANCH_UNLOAD);
  pl_curve average;
  double hysteresis;
  REQUIRE(pl__curve_average(f.arena, &f.curve, 0, 2, f.n_segment, f.segment, &average, &hysteresis) == PL_OK);
  REQUIRE(average.n_frame > 100);
  CHECK_NEAR(average.value[0][0], -8, 1e-9);
  CHECK_NEAR(average.value[0][average.n_frame - 1], 8, 1e-9);
  for (int i = 0; i < average.n_frame; i++) {
    double x = average.value[0][i];
    if (fabs(x) > 0.2 && fabs(x) < 7.8) CHECK_NEAR(average.value[2][i], x, 1e-9);
  }
  CHECK_NEAR(hysteresis, 1.0 / 4, 0.02);
  finish();
}

TEST(branch_select) {
  start();
  go(30, 1, 1, 0);
  go(20, 0, 2, 0);
  segments();
  pl_curve load, unload;
  REQUIRE(pl__curve_select(f.arena, &f.curve, PL_BRANCH_LOAD, &load) == PL_OK);
  REQUIRE(pl__curve_select(f.arena, &f.curve, PL_BRANCH_UNLOAD, &unload) == PL_OK);
  CHECK(load.n_frame == 30 && unload.n_frame == 20);
  CHECK(unload.value[0][0] == f.x[30] && unload.value[2][19] == f.y[49]);
  finish();
}

TEST(branch_thin_averages_in_bins) {
  start();
  go(2000, 1, 5, 1);
  go(1000, 0, 3, 1);
  segments();
  pl_curve thin;
  REQUIRE(pl__curve_thin(f.arena, &f.curve, 0, 400, &thin) == PL_OK);
  CHECK(thin.n_frame <= 400 && thin.n_frame >= 390);
  CHECK(thin.value[1] == NULL);
  int n_load = 0;
  for (int i = 0; i < thin.n_frame; i++) {
    bool load = thin.branch[i] == PL_BRANCH_LOAD;
    n_load += load;
    // means of a linear branch stay on it; the order of travel is kept
    CHECK_NEAR(thin.value[2][i], (load ? 5 : 3) * thin.value[0][i] + 1, 1e-12);
    if (i > 0 && thin.branch[i] == thin.branch[i - 1]) CHECK((thin.value[0][i] > thin.value[0][i - 1]) == load);
  }
  CHECK(n_load > 255 && n_load < 275);
  CHECK_NEAR(thin.variance, 400.0 / 3000, 0.01);
  pl_curve same;
  REQUIRE(pl__curve_thin(f.arena, &thin, 0, 400, &same) == PL_OK);
  CHECK(same.n_frame == thin.n_frame && same.value[0] == thin.value[0]);
  finish();
}

// The control is the channel that moves most; its own force goes with it.
TEST(branch_main_channels) {
  start();
  const pl_protocol *tensile = pl_protocol_find("tensile");
  double still[10], wide[10], force[10], shear[10];
  for (int i = 0; i < 10; i++) {
    still[i] = 0.001 + 1e-6 * i;
    wide[i] = 0.001 * i;
    force[i] = 1;
    shear[i] = i;
  }
  pl_curve curve = {.n_frame = 10, .n_channel = tensile->n_channel, .variance = 1};
  curve.value[PL_TENSILE_DISPLACEMENT] = still;
  curve.value[PL_TENSILE_SHEAR_DISPLACEMENT] = wide;
  curve.value[PL_TENSILE_FORCE] = force;
  curve.value[PL_TENSILE_SHEAR_FORCE] = shear;
  int control, observed;
  pl__curve_main(tensile, &curve, &control, &observed);
  CHECK(control == PL_TENSILE_SHEAR_DISPLACEMENT && observed == PL_TENSILE_SHEAR_FORCE);
  curve.value[PL_TENSILE_SHEAR_DISPLACEMENT] = NULL;
  pl__curve_main(tensile, &curve, &control, &observed);
  CHECK(control == PL_TENSILE_DISPLACEMENT && observed == PL_TENSILE_FORCE);
  finish();
}
