// words.c: texts of the protocol `biaxial-hang` about its tests.
#include "estimate/advise/words.h"
#include "protocol/biaxial-hang/say.h"
#include "protocol/biaxial-hang/hang_part.h"

static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  (void)c;
  return kind == PL_REMEDY_WEAK && fit->problem.options.points > 4 ? PL_SAID(SAY_HUNG_WEAK_POINTS) : (pl_sentence){0};
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  (void)c, (void)usual;
  return true;
}

const pl_protocol_words pl__hang_words = {.remedy = {[PL_REMEDY_FAILED] = {SAY_HUNG_FAILED},
                                                     [PL_REMEDY_UNKNOWN] = {SAY_HUNG_UNKNOWN},
                                                     [PL_REMEDY_POOR] = {SAY_HUNG_POOR},
                                                     [PL_REMEDY_SYSTEMATIC] = {SAY_HUNG_SYSTEMATIC},
                                                     [PL_REMEDY_FEW] = {SAY_HUNG_FEW},
                                                     [PL_REMEDY_WEAK] = {SAY_HUNG_WEAK},
                                                     [PL_REMEDY_NOT_CONVEX] = {SAY_HUNG_NOT_CONVEX}},
                                          .own_remedy = own_remedy,
                                          .is_made = is_made};
