// poses_sizes.h: absolute stiffness of a solid in poses from each of its readings alone; and which readings contradict the others.
#ifndef PL_PROTOCOL_POSES_FIT_POSES_SIZES_H
#define PL_PROTOCOL_POSES_FIT_POSES_SIZES_H

#include "estimate/problem/fit.h"

// Stiffness estimates of single readings that differ by more than this factor contradict each other: no homogeneous isotropic body fits
// both. It is reported if the fit does not describe them.
#define PL_SIZES_APART 3.0
// Beyond this a wrong unit is more likely than anisotropy or a hard inclusion: fit->findings.contradicts, unless material samples were
// requested.
#define PL_SIZES_HOPELESS 100.0

// Stop reason of such a fit.
#define PL_STOP_CONTRADICTION "readings contradict each other, and only the shear modulus was fitted"

// Estimate from one reading: a force or torque on supports if only supports act, or landmarks under loads with fixed supports.
typedef struct pl_size_reading {
  const pl_fit_case *of;
  int pose, channel;
  int quantity;             // of the body; -1: all landmarks of the pose
  double measured;          // SI, norm of the measured vector; for landmarks their largest displacement
  double young, low, high;  // Pa: estimate, lower and upper limit; young = 0: none yet
  double share;             // for landmarks: predicted over measured displacement at which young was estimated
  bool opposite;            // a force of the wrong sign for any stiffness, beyond noise
} pl_size_reading;

// A reading of a solid in poses that implies a very different stiffness than the others.
typedef struct pl_contradiction {
  const char *test, *pose, *name;  // name: of the set, "" for landmarks
  const pl_channel_row *channel;
  const char *other_pose, *other_name;  // the reading it contradicts most
  const pl_channel_row *other_channel;
  double measured;       // SI, norm of the measured vector; for landmarks their largest displacement
  double young, others;  // Pa: Young's modulus from it alone, and from those that agree with each other
  int n_others;          // number of those
  bool opposite;         // a force of opposite sign
} pl_contradiction;

// The detail of a fit of solids (detail.h).
typedef struct pl_poses_findings {
  int n_contradiction;
  pl_contradiction *contradiction;  // [n_contradiction], those that contradict most others first
  int n_reading;
  const pl_size_reading *reading;  // [n_reading], all compared readings
} pl_poses_findings;

// NULL: the sizes of its readings were not compared.
const pl_poses_findings *pl_poses_findings_of(const pl_fit *fit);

typedef struct pl_sizes {
  int n;
  pl_size_reading *reading;  // [n], in the fit's arena
} pl_sizes;

// Lists the readings of the fitted cases that determine absolute stiffness.
pl_status pl_sizes_create(const pl_fit *fit, pl_sizes *sizes);
// Uses a prediction of all cases with this Young's modulus (Pa) and small strains. The estimate is the modulus times measured over
// predicted force, or times predicted over measured displacement.
void pl_sizes_note(pl_sizes *sizes, double young);
// The same prediction with another Poisson's ratio: the limits of a reading become the smaller and the larger of both estimates. A
// laterally confined body is a thousand times stiffer when nearly incompressible, which is no contradiction. A reading without such a
// prediction is dropped, and one whose sign this body reproduces is not opposite.
void pl_sizes_widen(pl_sizes *sizes, double young);
// Readings of opposite sign, then those that contradict the others, the worst first: sets the detail of the fit and
// fit->findings.contradicts.
pl_status pl_sizes_judge(pl_fit *fit, const pl_sizes *sizes);
// True if the present fit describes all of these readings: each to 3 sigma, or by R2 (pl_score_passes). Describing the contradicting one is
// not enough: a force in a wrong unit outweighs all others.
bool pl_sizes_met(const pl_fit *fit);

#endif
