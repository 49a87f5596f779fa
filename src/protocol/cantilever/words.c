// words.c: texts of the protocol `cantilever` about its tests.
#include "estimate/advise/curve_words.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/cantilever/say.h"
#include "protocol/cantilever/cantilever_part.h"

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return pl_words_same_cut(c->test, usual); }

static pl_reach_words reach(const pl_test *test) {
  return (pl_reach_words){1e3 * pl_cantilever_of(test)->overhang, "an overhang of", "mm"};
}

const pl_protocol_words pl__cantilever_words = {.remedy = {[PL_REMEDY_FAILED] = {SAY_STRIP_FAILED},
                                                           [PL_REMEDY_UNKNOWN] = {SAY_STRIP_UNKNOWN},
                                                           [PL_REMEDY_POOR] = {SAY_STRIP_POOR},
                                                           [PL_REMEDY_SYSTEMATIC] = {SAY_STRIP_SYSTEMATIC},
                                                           [PL_REMEDY_FEW] = {SAY_STRIP_FEW},
                                                           [PL_REMEDY_WEAK] = {SAY_STRIP_WEAK},
                                                           [PL_REMEDY_BELOW] = {SAY_STRIP_BELOW},
                                                           [PL_REMEDY_FALLING] = {SAY_STRIP_FALLING}},
                                                .is_made = is_made,
                                                .reach = reach};
