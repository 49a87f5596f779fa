// words.c: texts of the protocol `weights` about its tests.
#include "estimate/advise/curve_words.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/say.h"
#include "protocol/weights/weights.h"

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return pl_words_same_cut(c->test, usual); }

static pl_reach_words reach(const pl_test *test) {
  return (pl_reach_words){pl_words_largest(test->n_frame, pl_weights_of(test)->weight) / test->width, "weights of", "N/m"};
}

const pl_protocol_words pl__weights_words = {.remedy = {[PL_REMEDY_FAILED] = {SAY_PATH_FAILED},
                                                        [PL_REMEDY_UNKNOWN] = {SAY_PATH_UNKNOWN},
                                                        [PL_REMEDY_POOR] = {SAY_PATH_POOR},
                                                        [PL_REMEDY_SYSTEMATIC] = {SAY_PATH_SYSTEMATIC},
                                                        [PL_REMEDY_FEW] = {SAY_PATH_FEW}},
                                             .is_made = is_made,
                                             .reach = reach};
