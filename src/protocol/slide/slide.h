// slide.h: friction of cloth on a surface: a loaded sled that is pulled, a board that is tilted, a strip around a rod (capstan).
//
//   static-force, kinetic-force  observed, N: pull at which the sled, or the strip, begins to slide, and while it slides
//   static-angle, kinetic-angle  observed, rad: tilt at which a board lets the sled go, and at which it keeps sliding once pushed
// Closed forms, mu of the phase in the direction of the pull:
//   sled     F = mu N                     N the weight on the cloth
//   incline  tan(angle) = mu
//   capstan  F = T exp(mu wrap)           T the tension that is held, wrap the angle of contact (Euler 1769)
#ifndef PL_PROTOCOL_SLIDE_SLIDE_H
#define PL_PROTOCOL_SLIDE_SLIDE_H

#include "measure/protocol.h"

enum { PL_SLIDE_REPEAT, PL_SLIDE_STATIC_FORCE, PL_SLIDE_KINETIC_FORCE, PL_SLIDE_STATIC_ANGLE, PL_SLIDE_KINETIC_ANGLE, PL_SLIDE_CHANNELS };
typedef enum pl_slide_kind { PL_SLIDE_SLED, PL_SLIDE_INCLINE, PL_SLIDE_CAPSTAN, PL_SLIDE_KINDS } pl_slide_kind;
enum { PL_SLIDE_STATIC, PL_SLIDE_KINETIC, PL_SLIDE_PHASES };

typedef struct pl_slide {
  pl_slide_kind kind;
  const char *against;  // the other surface; NULL: the cloth itself
  const double *load;   // [n_frame], N: weight on the sled, or tension held; NULL: an incline, which needs none
  double wrap;          // rad, capstan
  const char *trace;    // table of force over travel from which the readings were taken; NULL: none
} pl_slide;

extern const pl_protocol pl_protocol_slide;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_slide *pl_slide_of(const pl_test *test) { return test->protocol == &pl_protocol_slide ? test->detail : NULL; }
// The channel of a phase.
static inline int pl_slide_channel(pl_slide_kind kind, int phase) {
  return (kind == PL_SLIDE_INCLINE ? PL_SLIDE_STATIC_ANGLE : PL_SLIDE_STATIC_FORCE) + phase;
}

#endif
