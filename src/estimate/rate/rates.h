// rates.h: does the stress depend on the speed of the test?
//
// Tests of one mode (protocol, mode, direction, main control) at different speeds v are compared at equal strain. With y_s the mean stress of
// test s over the strains that all of them reach while they are loaded,
//
//   ln y_s = a + b ln v_s + u_s,     u_s: scatter between specimens, standard deviation t
//
// b is the relative change of stress per e-fold of speed, and (v_fast / v_slow)^b the stress ratio. Scatter is the residual of this line,
// together with a prior for few tests (3 degrees of freedom). Specimens that were tested at several speeds are compared with themselves: a is
// then one number per specimen, and t the repeatability of one specimen. A relaxation test shows its loss of stress directly.
// docs/theory/rate.md
#ifndef PL_ESTIMATE_RATE_RATES_H
#define PL_ESTIMATE_RATE_RATES_H

#include "estimate/problem/fit.h"

// One mode that was measured at several speeds.
typedef struct pl_rate_mode {
  const pl_test *test;  // the first of them
  int n_test, n_speed;
  double slow, fast;  // speeds of the main control, its unit per s
  double ratio;       // stress at the fast speed over that at the slow one, at equal strain
  double sigma;       // standard error of its logarithm
  double scatter;     // standard deviation between specimens (or repeats of one) that was assumed, relative
  bool paired;        // specimens are compared with themselves
  double chance;      // probability of such a difference if stress does not depend on speed
  bool noticed;
} pl_rate_mode;

// A test that holds its specimen.
typedef struct pl_rate_hold {
  const pl_test *test;
  double duration;  // s
  double drop;      // decrease of the stress, as a share of the first one
  double sigma;     // standard error of the drop by the noise of the readings
  bool noticed;
} pl_rate_hold;

typedef struct pl_rates {
  int n_mode, n_hold;
  pl_rate_mode *mode;
  pl_rate_hold *hold;
  bool noticed;  // any of them is
  bool able;     // the fitted model could relax
} pl_rates;

// Of n tests; memory in the arena.
pl_status pl_rates_find(pl_arena *arena, int n, const pl_given_test *given, pl_rates *out);

#endif
