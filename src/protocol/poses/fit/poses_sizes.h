// poses_sizes.h: how stiff a solid in poses is as a whole, by each of its readings alone; and which readings contradict the others.
#ifndef PL_PROTOCOL_POSES_FIT_POSES_SIZES_H
#define PL_PROTOCOL_POSES_FIT_POSES_SIZES_H

#include "estimate/problem/fit.h"

// Sizes that single readings ask for and that differ by more than this are a contradiction: no isotropic body that is alike everywhere meets both. It
// is told when a fit misses.
#define PL_SIZES_APART 3.0
// Beyond this a wrong unit is likelier than a body with a grain or a hard inclusion: fit->findings.contradicts, unless material samples were asked for.
#define PL_SIZES_HOPELESS 100.0

// Why such a fit ends where it does.
#define PL_STOP_CONTRADICTION "readings contradict each other, and only the shear modulus was fitted"

// What one reading says: a force or torque on supports that alone act on the body, or landmarks under loads while what holds the body stays.
typedef struct pl_size_reading {
  const pl_fit_case *of;
  int pose, channel;
  int quantity;             // of the body; -1: all landmarks of the pose
  double measured;          // SI, length of the vector read; of landmarks their largest motion
  double young, low, high;  // Pa: as read, and at least and at most; young = 0: nothing yet
  double share;             // of landmarks: predicted over measured motion where young was taken
  bool opposite;            // a force against the one that any stiffness gives, beyond noise
} pl_size_reading;

typedef struct pl_sizes {
  int n;
  pl_size_reading *reading;  // [n], the fit's arena's
} pl_sizes;

// Lists the readings of the fitted cases that say how stiff the body is.
pl_status pl_sizes_create(pl_fit *fit, pl_sizes *sizes);
// Takes a prediction of all cases in, made with this Young modulus in Pa and small strains: a size is the modulus times measured over predicted force,
// or times predicted over measured motion.
void pl_sizes_note(pl_sizes *sizes, double young);
// The same prediction with another Poisson ratio: what a reading may say begins at the smaller and ends at the larger of both sizes. A body that
// cannot escape sideways is a thousand times stiffer when it hardly changes its volume, which contradicts nothing. A reading without such a
// prediction says nothing any more, and one whose sign this body has is not opposite.
void pl_sizes_widen(pl_sizes *sizes, double young);
// Readings of the opposite sign, then those that contradict the others, those that contradict most first: fit->findings.contradiction, fit->findings.contradicts, both
// made anew.
pl_status pl_sizes_judge(pl_fit *fit, const pl_sizes *sizes);
// Does the fit, as it is now, meet all of these readings: each to 3 sigma, or as R2 asks (pl_score_passes)? Meeting the one that contradicts is not
// enough: a force in a wrong unit outweighs all others.
bool pl_sizes_met(const pl_fit *fit);

#endif
