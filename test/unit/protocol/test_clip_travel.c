// test_clip_travel.c: how far clips have gone, on motions whose answer is known.
#define _XOPEN_SOURCE 700  // M_PI
#include "protocol/capture/view/clip_travel.h"

#include <math.h>

#include "test.h"

enum { N_FRAME = 5 };

// Middles of n clips, [clip][frame][3].
typedef struct motion {
  int n_clip;
  double middle[4][N_FRAME][3];  // m
} motion;

static void place(motion *m, int clip, int frame, double x, double y, double z) {
  m->middle[clip][frame][0] = x, m->middle[clip][frame][1] = y, m->middle[clip][frame][2] = z;
}

static bool travel(const motion *m, int clip, double *out, int *opposite) {
  return pl_clip_travel(m->n_clip, N_FRAME, &m->middle[0][0][0], clip, out, opposite);
}

// Pulled apart and back, then pushed together, while both are carried along: only what lies between them counts.
TEST(clip_travel_of_a_stretch_is_the_change_of_distance) {
  const double s[N_FRAME] = {0, 0.01, 0.02, 0.005, -0.004};
  motion m = {.n_clip = 2};
  for (int f = 0; f < N_FRAME; f++) {
    place(&m, 0, f, 0.3 * f, 0.1, 0);
    place(&m, 1, f, 0.3 * f + 0.06 + 0.6 * s[f], 0.1 + 0.08 + 0.8 * s[f], 0);
  }
  for (int clip = 0; clip < 2; clip++) {
    double out[N_FRAME];
    int opposite;
    REQUIRE(travel(&m, clip, out, &opposite));
    CHECK(opposite == 1 - clip);
    for (int f = 0; f < N_FRAME; f++) CHECK_NEAR(out[f], s[f], 1e-12);
  }
}

// Pushed together only: negative, since apart is positive.
TEST(clip_travel_together_is_negative) {
  motion m = {.n_clip = 2};
  for (int f = 0; f < N_FRAME; f++) {
    place(&m, 0, f, 0, 0, 0);
    place(&m, 1, f, 0, 0, 0.1 - 0.002 * f);
  }
  double out[N_FRAME];
  int opposite;
  REQUIRE(travel(&m, 1, out, &opposite));
  for (int f = 0; f < N_FRAME; f++) CHECK_NEAR(out[f], -0.002 * f, 1e-12);
}

// Four bars of a frame that is sheared by an angle. The opposite bar is the parallel one, and slides past by the chord 2 L sin(angle / 2).
TEST(clip_travel_of_a_picture_frame_is_the_slide_of_opposite_bars) {
  const double side = 0.1;
  motion m = {.n_clip = 4};
  for (int f = 0; f < N_FRAME; f++) {
    // half edges of a rhombus: a along the lower bar, b along the left one
    double angle = 5 * M_PI / 180 * f, a[2] = {side / 2, 0}, b[2] = {side / 2 * sin(angle), side / 2 * cos(angle)};
    place(&m, 0, f, -a[0], -a[1], 0);  // left
    place(&m, 1, f, a[0], a[1], 0);    // right
    place(&m, 2, f, -b[0], -b[1], 0);  // bottom
    place(&m, 3, f, b[0], b[1], 0);    // top
  }
  double out[N_FRAME];
  int opposite;
  REQUIRE(travel(&m, 3, out, &opposite));
  CHECK(opposite == 2);
  double most = 20 * M_PI / 180;
  for (int f = 0; f < N_FRAME; f++) {
    // the chord of a part of the arc, seen along the whole chord
    double angle = 5 * M_PI / 180 * f;
    CHECK_NEAR(out[f], 2 * side * sin(angle / 2) * cos((most - angle) / 2), 1e-12);
  }
  // the bars across do not move against each other
  CHECK(!travel(&m, 0, out, &opposite));
}

// No control: one clip, a clip that goes around the other, one that holds nothing.
TEST(clip_travel_is_refused_where_no_line_is_followed) {
  motion alone = {.n_clip = 1}, around = {.n_clip = 2}, empty = {.n_clip = 2};
  for (int f = 0; f < N_FRAME; f++) {
    place(&alone, 0, f, 0.01 * f, 0, 0);
    place(&around, 0, f, 0, 0, 0);
    place(&around, 1, f, 0.1 * cos(0.5 * M_PI * f), 0.1 * sin(0.5 * M_PI * f), 0);
    place(&empty, 0, f, 0.01 * f, 0, 0);
    place(&empty, 1, f, NAN, NAN, NAN);
  }
  double out[N_FRAME];
  int opposite;
  CHECK(!travel(&alone, 0, out, &opposite));
  CHECK(!travel(&around, 1, out, &opposite));
  CHECK(!travel(&empty, 0, out, &opposite));
  CHECK(!travel(&empty, 1, out, &opposite));
}
