// test_folds.h: the error of whole tests that were left out: of paths that a model has not seen, not of readings between those it has.
#ifndef PL_ESTIMATE_STAGE_TEST_FOLDS_H
#define PL_ESTIMATE_STAGE_TEST_FOLDS_H

#include "estimate/stage/linear_stage.h"

enum { PL_FEWEST_FOLDS = 3 };  // tests: with two, each would be predicted from a single path

// Each fitted test with fold[n_fitted] is left out in turn, the others are fitted from the current parameters, and it is predicted. Root mean square over sigma
// of all its readings. The parameters are those on entry afterwards. The material must have been fitted before.
pl_status pl_test_folds(pl_fit *fit, const pl_stage *stage, pl_solution *solution, const bool *fold, pl_held_out *out);

#endif
