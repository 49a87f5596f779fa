// curve_words.c: see curve_words.h.
#include "estimate/advise/curve_words.h"

#include <math.h>

#include "base/sentence/say_remedies.h"

#define SAME_CUT 0.1  // rad

pl_sentence pl_curve_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
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
