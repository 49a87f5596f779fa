// roll.h: a strip is rolled on a cylinder and released; its spiral is photographed from the side: protocol `roll`.
//
// Miguel et al. 2013, section 4.3. One test is one profile: one radius, one repetition, a single frame. Coordinates: y up against gravity, x
// horizontal, origin at the held end.
//   profile [1][2 n_point], m: labelled points from the held end to the free end (x, y), at unknown arc lengths
//
// Signs. Curvature is positive in the sense of rolling, for either sense in the photograph. The part beyond a point, towards the free end,
// hangs from it. Let s be the arc length from the held end, S that of the free end, and l = S - s. With x_m the mean of x over [s, S],
// gravity bends the strip at s with
//   T_gravity / width = rho g l d,   d = -sense (x_m - x(s)),   sense = +1 for counterclockwise, -1 for clockwise,
// so that it is positive where gravity rolls the strip up further. Equilibrium is  rho g l d = B kappa + sigma  (eq. 7 with B = 3 k).
#ifndef PL_PROTOCOL_ROLL_ROLL_H
#define PL_PROTOCOL_ROLL_ROLL_H

#include "measure/protocol.h"

enum { PL_ROLL_DEFAULT_SAMPLES = 5, PL_ROLL_MAX_SAMPLES = 1000 };

// One point of the smoothed spiral.
typedef struct pl_roll_sample {
  double s;              // m, arc length from the held end
  double x[2];           // m
  double kappa;          // 1/m, curvature
  double kappa_sigma;    // 1/m, its standard error
  double hanging;        // m, l: length of the strip beyond
  double lever;          // m, d
  double torque;         // N, rho g l d: gravity torque per width
  double anchor_strain;  // 1/m, 3 / R: the bending strain on the cylinder
  double strain;         // 1/m, 3 kappa
  bool opposed;          // gravity rolls up, elasticity unrolls: unrolling may not have been monotonic; the paper excludes such samples
} pl_roll_sample;

// Quantities derived from the spiral.
typedef struct pl_roll_profile {
  double sense;     // +1: rolled counterclockwise as photographed, -1: clockwise
  double arc;       // m, length of the smoothed curve
  double turns;     // its total turning / 2 pi
  double sigma;     // m, noise of the points: as given, else estimated
  double residual;  // m, rms distance of the points from the curve
  double freedom;   // effective number of parameters of the curve
  bool converged;
  int n_sample;
  pl_roll_sample *sample;  // [n_sample], from the held end to the free end
} pl_roll_profile;

typedef struct pl_roll {
  double radius;          // m, of the cylinder (to the middle of the cloth)
  int repetition;         // from 1
  int side;               // +1, -1: the two ways of rolling the strip, with separate friction parameters
  double gravity;         // m/s^2
  double rigidity;        // N m, B: elastic torque per width over curvature (k = B / 3); 0: not given
  double rigidity_sigma;  // N m, its standard deviation; 0: unknown
  const char *bending;    // path of an experiment or material with the rigidity; NULL: none
  const char *strip;      // tests of the same strip have the same name
  int n_point;
  const pl_roll_profile *profile;  // with the number of samples given in the experiment file
} pl_roll;

extern const pl_protocol pl_protocol_roll;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_roll *pl_roll_of(const pl_test *test) { return test->protocol == &pl_protocol_roll ? test->detail : NULL; }

enum { PL_ROLL_PROFILE };  // channels

// Smooths the profile of a test and samples it at the centres of n_sample equal parts. density: kg/m^2. Results are in the arena.
pl_status pl_roll_derive(pl_arena *arena, const pl_test *test, double density, int n_sample, pl_roll_profile *profile);

#endif
