// test_runs.c: runs of one pull compared with each other.
#include "test.h"

#include <math.h>

#include "scenes/runs.h"
#include "protocol/tensile/tensile.h"

enum { N_FRAME = 101, N_RUN = 4 };

typedef struct run {
  double displacement[N_FRAME], force[N_FRAME];
  pl_test test;
} run;

// Force = at rest + slope * (stretch - 1) up to the stretch `end`.
static void make_run(run *r, double end, double rest, double slope) {
  r->test = (pl_test){.length = 0.2, .n_frame = N_FRAME};
  for (int f = 0; f < N_FRAME; f++) {
    double strain = (end - 1) * f / (N_FRAME - 1);
    r->displacement[f] = strain * r->test.length;
    r->force[f] = rest + slope * strain;
  }
  r->test.channel[PL_TENSILE_DISPLACEMENT].value = r->displacement;
  r->test.channel[PL_TENSILE_FORCE].value = r->force;
}

TEST(runs_reading_of_a_line_is_exact_and_goes_straight_on) {
  run r;
  make_run(&r, 1.5, 2, 30);
  CHECK_NEAR(scene_run_end(&r.test), 1.5, 1e-12);
  const double stretch[] = {0.9, 1, 1.0031, 1.25, 1.5, 1.7};
  for (size_t i = 0; i < sizeof stretch / sizeof *stretch; i++)
    CHECK_NEAR(scene_run_reading(&r.test, PL_TENSILE_FORCE, stretch[i]), 2 + 30 * (stretch[i] - 1), 1e-9);
}

// Offsets 0, 1, 2, 6: run 3 is 5 above the mean of the others; with itself in the mean it is 3/4 of that.
TEST(runs_mean_of_the_others_and_of_all) {
  run r[N_RUN];
  const double offset[N_RUN] = {0, 1, 2, 6};
  const pl_test *test[N_RUN];
  for (int i = 0; i < N_RUN; i++) {
    make_run(&r[i], 1.2 + 0.1 * i, offset[i], 10);
    test[i] = &r[i].test;
  }
  double predicted[N_FRAME], largest = r[3].force[N_FRAME - 1];
  for (int f = 0; f < N_FRAME; f++) predicted[f] = r[3].force[f] - 2;
  scene_run_gap gap = scene_run_compare(test[3], PL_TENSILE_FORCE, predicted, N_RUN - 1, test, INFINITY);
  CHECK_NEAR(sqrt(gap.model) * largest, 2, 1e-9);
  CHECK_NEAR(sqrt(gap.mean) * largest, 5, 1e-9);
  CHECK_NEAR(sqrt(gap.between) * largest, 3, 1e-9);
  gap = scene_run_compare(test[3], PL_TENSILE_FORCE, predicted, N_RUN, test, INFINITY);
  CHECK_NEAR(sqrt(gap.mean) * largest, 5 * 0.75, 1e-9);
}

TEST(runs_count_frames_that_are_reached_and_predicted) {
  run held, other;
  make_run(&held, 1.4, 0, 10);
  make_run(&other, 1.4, 1, 10);
  const pl_test *test[1] = {&other.test};
  double predicted[N_FRAME];
  // wrong by 1 up to the stretch 1.2, by 100 beyond, and nothing at one frame
  for (int f = 0; f < N_FRAME; f++) predicted[f] = held.force[f] + (scene_run_stretch(&held.test, f) < 1.2001 ? 1 : 100);
  predicted[7] = NAN;
  scene_run_gap gap = scene_run_compare(&held.test, PL_TENSILE_FORCE, predicted, 1, test, 1.2001);
  CHECK_NEAR(sqrt(gap.model) * 4, 1, 1e-9);
  CHECK_NEAR(sqrt(gap.between) * 4, 0, 1e-9);
  gap = scene_run_compare(&held.test, PL_TENSILE_FORCE, predicted, 1, test, 0.5);
  CHECK(isnan(gap.model));
}
