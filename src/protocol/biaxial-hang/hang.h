// hang.h: a square of cloth on a board, loaded by weights on three sides (Wang 2011, 4.1): protocol `biaxial-hang`.
//
// One test is one sample (one cut); a frame is one set of weights. Board coordinates: x to the right, y up, origin anywhere. The cloth
// carries four rigid bodies. The top slat (fixed to the board), the bottom slat, and a clip in the middle of the left and of the right
// edge. The last three translate. Points are labelled on the bodies in every frame. The channels of a test:
//   points  [n_frame][2 n_point], m, observed: positions on the board; NAN where a point was not labelled in a frame
#ifndef PL_PROTOCOL_BIAXIAL_HANG_HANG_H
#define PL_PROTOCOL_BIAXIAL_HANG_HANG_H

#include "measure/protocol.h"

typedef enum pl_hang_body { PL_HANG_TOP, PL_HANG_BOTTOM, PL_HANG_LEFT, PL_HANG_RIGHT, PL_HANG_BODIES } pl_hang_body;

typedef struct pl_hang_point {
  const char *name;  // "bottom-left"
  pl_hang_body body;
} pl_hang_point;

typedef struct pl_hang {
  double width, height;  // m, of the cloth between the slats as it was cut (400 mm); test->angle is the cut: the bias angle, from warp
  double clip;           // m, length of a side clip along its edge, centred on it
  int n_point;           // at least both ends of every body
  const pl_hang_point *point;  // [n_point]
  const double *load;          // [n_frame][3], N: on the bottom slat, the left and the right clip, holders and slat included
  const double *direction;     // [n_frame][3][2], unit: direction of each pull (the labelled cords)
  // permanent loads, N, included in `load` (pl__hang_weight subtracts them); zero when the load is all weight
  double slat;                      // bottom slat with its hook, straight down
  double holder;                    // at the end of each side cord, along it
  double clip_weight;               // a side clip, straight down
  int unloaded;                     // frame with the least load: its points give the candidate rest shape
  double gravity;                   // m/s^2
  double cut_sigma, stretch_sigma;  // rad, 1: prior standard deviations of the cut angle and the vertical scale
} pl_hang;

extern const pl_protocol pl_protocol_biaxial_hang;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_hang *pl_hang_of(const pl_test *test) { return test->protocol == &pl_protocol_biaxial_hang ? test->detail : NULL; }

enum { PL_HANG_POINTS };  // channels
enum {
  PL_HANG_STRETCH,
  PL_HANG_TURN
};  // intrinsic parameters: vertical stretch of the candidate rest shape (1 = none), correction of the cut (rad)

#endif
