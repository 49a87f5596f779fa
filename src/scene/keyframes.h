// keyframes.h: a rigid motion in time: translation and rotation about one axis, given at some times.
#ifndef PL_SCENE_KEYFRAMES_H
#define PL_SCENE_KEYFRAMES_H

#include <pliant/extend.h>

typedef struct pl_keyframe {
  double time;            // s
  double translation[3];  // m
  double angle;           // rad, about the motion's axis, right-handed; turns add up
} pl_keyframe;

// Between two keyframes translation and angle are interpolated: linearly, or smoothly with zero velocity in every keyframe (3 u^2 - 2 u^3).
// Before the first and after the last one they are constant.
typedef struct pl_keyed_motion {
  int n_keyframe;               // 0: nothing moves
  const pl_keyframe *keyframe;  // [n_keyframe], times ascending
  double axis[3];               // unit vector
  double center[3];             // m, a point of the axis
  bool smooth;
} pl_keyed_motion;

pl_keyframe pl_keyed_at(const pl_keyed_motion *motion, double time);
// The position at this time of the point that was at anchor[3] before the motion: R(angle) (anchor - center) + center + translation.
void pl_keyed_move(const pl_keyed_motion *motion, double time, const double anchor[3], double point[3]);

#endif
