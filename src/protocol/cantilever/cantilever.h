// cantilever.h: a strip that bends under its own weight over an edge or out of a clamp: protocol `cantilever`.
//
// One test is one strip at one overhang, seen from the side, with a single frame (Wang 2011, 4.2; Peirce; ASTM D1388). Coordinates: x
// horizontal, out of the clamp; y up; origin where the strip leaves the clamp. One of three observed channels is measured:
//    profile  [1][2 n_point], m: labelled points along the strip from clamp to tip (x, y), at unknown arc lengths; the last is the tip if
//             `tip_labelled`
//    tip      [1][2], m: only the tip
//    angle    [1], rad: of the chord from clamp to tip below the horizontal, positive downwards
#ifndef PL_PROTOCOL_CANTILEVER_CANTILEVER_H
#define PL_PROTOCOL_CANTILEVER_CANTILEVER_H

#include "measure/protocol.h"

typedef struct pl_cantilever {
  double overhang;  // m, arc length outside the clamp; test->angle is the cut (strip's long axis from warp), test->width the strip's width
  double inclination;  // rad, of the clamp's plane below the horizontal at its exit: usually 0
  bool tip_labelled;   // the last point of the profile is the tip
  int n_point;         // of the profile
  double gravity;      // m/s^2
  double turn_sigma;  // rad: prior standard deviation of the clamp's direction (Wang's correction angle is an intrinsic parameter with this
                      // prior); 0: exact
  const char *strip;  // tests of the same strip have the same name
} pl_cantilever;

extern const pl_protocol pl_protocol_cantilever;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_cantilever *pl_cantilever_of(const pl_test *test) {
  return test->protocol == &pl_protocol_cantilever ? test->detail : NULL;
}

enum { PL_CANTILEVER_PROFILE, PL_CANTILEVER_TIP, PL_CANTILEVER_ANGLE };  // channels
enum { PL_CANTILEVER_TURN };                                             // intrinsic parameters: correction of the clamp's direction (rad)

#endif
