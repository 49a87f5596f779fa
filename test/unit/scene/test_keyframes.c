// test_keyframes.c: interpolated rigid motions.
#include "scene/keyframes.h"
#include "test.h"

#define PI 3.14159265358979323846

static const pl_keyframe frames[] = {{1, {0, 0, 0}, 0}, {2, {0.1, 0, -0.2}, PI / 2}, {4, {0.1, 0.4, 0}, PI / 2}};

TEST(keyframes_interpolate) {
  pl_keyed_motion motion = {.n_keyframe = 3, .keyframe = frames, .axis = {0, 0, 1}};
  // before, at, between, after
  CHECK_NEAR(pl_keyed_at(&motion, 0).translation[0], 0, 0);
  CHECK_NEAR(pl_keyed_at(&motion, 1).angle, 0, 0);
  CHECK_NEAR(pl_keyed_at(&motion, 2).angle, PI / 2, 0);
  CHECK_NEAR(pl_keyed_at(&motion, 1.25).translation[2], -0.05, 1e-15);
  CHECK_NEAR(pl_keyed_at(&motion, 3).translation[1], 0.2, 1e-15);
  CHECK_NEAR(pl_keyed_at(&motion, 3).translation[2], -0.1, 1e-15);
  CHECK_NEAR(pl_keyed_at(&motion, 9).translation[1], 0.4, 0);
  // smooth: the same at keyframes and half way, 3 u^2 - 2 u^3 elsewhere, at rest in the keyframes
  motion.smooth = true;
  CHECK_NEAR(pl_keyed_at(&motion, 1.5).translation[0], 0.05, 1e-15);
  CHECK_NEAR(pl_keyed_at(&motion, 1.25).translation[0], 0.1 * (3 * 0.0625 - 2 * 0.015625), 1e-15);
  const double h = 1e-5;
  for (int k = 0; k < 3; k++) {
    pl_keyframe a = pl_keyed_at(&motion, frames[k].time - h), b = pl_keyed_at(&motion, frames[k].time + h);
    for (int i = 0; i < 3; i++) CHECK_NEAR(b.translation[i] - a.translation[i], 0, 1e-9);
  }
}

TEST(keyframes_move_points) {
  pl_keyed_motion motion = {.n_keyframe = 3, .keyframe = frames, .axis = {0, 0, 1}, .center = {1, 0, 0}};
  const double anchor[3] = {2, 0, 5};
  double p[3];
  pl_keyed_move(&motion, 0, anchor, p);
  for (int i = 0; i < 3; i++) CHECK(p[i] == anchor[i]);
  // a quarter turn about (1, 0, .) takes (2, 0) to (1, 1); then the translation
  pl_keyed_move(&motion, 2, anchor, p);
  CHECK_NEAR(p[0], 1.1, 1e-15);
  CHECK_NEAR(p[1], 1, 1e-15);
  CHECK_NEAR(p[2], 4.8, 1e-15);
  // distances stay, about any axis
  pl_keyed_motion skew = {.n_keyframe = 3, .keyframe = frames, .axis = {0.6, 0, 0.8}, .center = {0.3, -0.2, 0.1}};
  const double other[3] = {-1, 0.5, 2};
  double q[3], before = 0, after = 0;
  pl_keyed_move(&skew, 1.3, anchor, p);
  pl_keyed_move(&skew, 1.3, other, q);
  for (int i = 0; i < 3; i++) {
    before += (anchor[i] - other[i]) * (anchor[i] - other[i]);
    after += (p[i] - q[i]) * (p[i] - q[i]);
  }
  CHECK_CLOSE(after, before, 1e-14);
  // no keyframe, no motion
  pl_keyed_motion still = {.axis = {0, 0, 1}};
  pl_keyed_move(&still, 3, anchor, p);
  for (int i = 0; i < 3; i++) CHECK(p[i] == anchor[i]);
}
