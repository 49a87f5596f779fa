// keyframes.c: see keyframes.h.
#include "scene/keyframes.h"

#include <math.h>

pl_keyframe pl_keyed_at(const pl_keyed_motion *motion, double time) {
  int n = motion->n_keyframe;
  const pl_keyframe *k = motion->keyframe;
  pl_keyframe at = {.time = time};
  if (n == 0) return at;
  int next = 0;
  while (next < n && k[next].time <= time) next++;
  const pl_keyframe *a = &k[next > 0 ? next - 1 : 0], *b = &k[next < n ? next : n - 1];
  double u = b->time > a->time ? (time - a->time) / (b->time - a->time) : 0;
  if (motion->smooth) u = u * u * (3 - 2 * u);
  for (int i = 0; i < 3; i++) at.translation[i] = a->translation[i] + u * (b->translation[i] - a->translation[i]);
  at.angle = a->angle + u * (b->angle - a->angle);
  return at;
}

void pl_keyed_move(const pl_keyed_motion *motion, double time, const double anchor[3], double point[3]) {
  pl_keyframe at = pl_keyed_at(motion, time);
  const double *a = motion->axis;
  double p[3] = {anchor[0], anchor[1], anchor[2]};
  if (at.angle != 0) {  // Rodrigues: cos q + sin a x q + (1 - cos) (a.q) a
    double q[3] = {anchor[0] - motion->center[0], anchor[1] - motion->center[1], anchor[2] - motion->center[2]};
    double c = cos(at.angle), s = sin(at.angle), along = (1 - c) * (a[0] * q[0] + a[1] * q[1] + a[2] * q[2]);
    double cross[3] = {a[1] * q[2] - a[2] * q[1], a[2] * q[0] - a[0] * q[2], a[0] * q[1] - a[1] * q[0]};
    for (int i = 0; i < 3; i++) p[i] = motion->center[i] + c * q[i] + s * cross[i] + along * a[i];
  }
  for (int i = 0; i < 3; i++) point[i] = p[i] + at.translation[i];
}
