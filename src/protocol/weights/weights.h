// weights.h: a square of cloth hangs on a vertical board. Weights are added to its lower side one after the other and removed again:
// protocol `weights`.
//
// Miguel et al. 2013, section 4.2. One test is one specimen in one direction with its whole history: the weights in their order, and the
// length at each. Friction depends on that order, so frames are never sorted, averaged or thinned. The force at the middle of the cloth is
// used:
//   force = weight + (clip + half of the cloth) g.
// Channels:
//   force   [n_frame], N: imposed, the total above
//   length  [n_frame], m: observed, from the upper to the lower edge (or mark) of the hanging cloth
// The field test->length is the rest length L0 of what `length` measures. The field test->branch is load or unload per frame. The top of a
// branch belongs to loading, the lowest frame to unloading, the very first frame to loading. The field test->raw equals the frames.
#ifndef PL_PROTOCOL_WEIGHTS_WEIGHTS_H
#define PL_PROTOCOL_WEIGHTS_WEIGHTS_H

#include "measure/protocol.h"

typedef enum pl_weights_first {
  PL_WEIGHTS_VIRGIN,      // no friction stress before the first frame: fresh or relaxed cloth
  PL_WEIGHTS_CONDITIONED  // saturated by an earlier unloading: stress -sigma_max at the first frame
} pl_weights_first;

typedef struct pl_weights {
  double gravity;     // m/s^2
  double clip;        // kg, permanent mass on the lower side
  double cloth;       // kg, of the hanging cloth; half of it counts
  double dead;        // N, (clip + cloth / 2) g: the force when no weight hangs
  double cut_length;  // m, nominal length between the clips; test->length is the same unless a rest length was measured
  double rest_sigma;  // m: prior standard deviation of test->length (intrinsic parameter); 0: exact
  pl_weights_first first;
  int n_turn;             // number of frames at which loading becomes unloading or the reverse
  int n_cycle;            // loadings that were followed by an unloading
  int n_top;              // different largest weights among the cycles
  const double *weight;   // [n_frame], N, the weights alone
  const int *cycle;       // [n_frame], from 0: the loading and the unloading after it
  const int *repetition;  // [n_frame], from the table, from 1; NULL: the table has no such column
  const int
      *anchor;  // [n_frame], frame of the paper's anchor deformation (eq. 4): when loading the last frame with the smallest weight, when
                // unloading the last frame with the branch's largest weight; the first branch is anchored at frame 0
} pl_weights;

extern const pl_protocol pl_protocol_weights;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_weights *pl_weights_of(const pl_test *test) { return test->protocol == &pl_protocol_weights ? test->detail : NULL; }

// Fills what follows from the order of the weights: `n_turn`, `n_cycle`, `n_top`, `cycle` and `anchor` of w, and the branches of the test.
// Uses w->weight and test->n_frame. Equal consecutive weights are repeated readings: they belong to the branch before them. Memory is in
// the arena.
pl_status pl_weights_follow(pl_arena *arena, pl_weights *w, pl_test *test);

enum { PL_WEIGHTS_FORCE, PL_WEIGHTS_LENGTH };  // channels
enum { PL_WEIGHTS_REST };                      // intrinsic parameters: error of the rest length (m), L0 = test->length + it

#endif
