// words.c: texts of the protocol `tensile` about its tests.
#include <math.h>
#include <string.h>

#include "base/sentence/say_remedies.h"
#include "estimate/advise/words.h"
#include "protocol/rows.h"
#include "protocol/tensile/say.h"

#define SAME_CUT 0.1  // rad

// The row's options are those of curves; a law without knots has others.
static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  (void)c;
  if (pl_remedy_has_curves(fit)) return (pl_sentence){0};
  switch (kind) {
  case PL_REMEDY_FAILED: return PL_SAID(SAY_CURVE_FAILED_LAW);
  case PL_REMEDY_UNKNOWN: return PL_SAID(SAY_CURVE_UNKNOWN_LAW);
  case PL_REMEDY_SYSTEMATIC: return PL_SAID(SAY_CURVE_SYSTEMATIC_LAW);
  case PL_REMEDY_FEW: return PL_SAID(SAY_CURVE_FEW_LAW);
  case PL_REMEDY_BELOW: return PL_SAID(SAY_DO_BELOW);
  default: return (pl_sentence){0};
  }
}

bool pl_words_same_cut(const pl_test *test, const pl_usual *usual) {
  return fabs(atan2(fabs(sin(test->angle)), fabs(cos(test->angle))) - usual->angle) < SAME_CUT;
}

double pl_words_largest(int n, const double *value) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(value[i]));
  return most;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  if (c->test->control != usual->which) return false;
  return c->test->control == PL_TENSILE_SHEAR_DISPLACEMENT || pl_words_same_cut(c->test, usual);
}

static pl_reach_words reach(const pl_test *test) {
  if (!(test->length > 0)) return (pl_reach_words){0, "", ""};
  return (pl_reach_words){100 * pl_words_largest(test->n_frame, test->channel[test->control].value) / test->length,
                          test->control == PL_TENSILE_SHEAR_DISPLACEMENT ? "a shear of" : "a strain of", "%"};
}

const pl_protocol_words pl_words_tensile = {.remedy = {[PL_REMEDY_FAILED] = {SAY_CURVE_FAILED},
                                                       [PL_REMEDY_UNKNOWN] = {SAY_CURVE_UNKNOWN},
                                                       [PL_REMEDY_POOR] = {SAY_CURVE_POOR},
                                                       [PL_REMEDY_SYSTEMATIC] = {SAY_CURVE_SYSTEMATIC},
                                                       [PL_REMEDY_FEW] = {SAY_CURVE_FEW},
                                                       [PL_REMEDY_BELOW] = {SAY_CURVE_BELOW},
                                                       [PL_REMEDY_NOT_CONVEX] = {SAY_CURVE_NOT_CONVEX},
                                                       [PL_REMEDY_FALLING] = {SAY_CURVE_FALLING}},
                                            .own_remedy = own_remedy,
                                            .is_made = is_made,
                                            .reach = reach};
