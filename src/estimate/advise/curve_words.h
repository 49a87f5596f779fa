// curve_words.h: words that protocols share. Remedies for curves of force over displacement, and comparisons with usual tests.
#ifndef PL_ESTIMATE_ADVISE_CURVE_WORDS_H
#define PL_ESTIMATE_ADVISE_CURVE_WORDS_H

#include "estimate/advise/say_curve_words.h"
#include "estimate/advise/words.h"

// The member `remedy` of a protocol of curves: its options are those of models with curves.
#define PL_CURVE_REMEDIES                                                                                                      \
  {                                                                                                                            \
    [PL_REMEDY_FAILED] = {SAY_CURVE_FAILED}, [PL_REMEDY_UNKNOWN] = {SAY_CURVE_UNKNOWN}, [PL_REMEDY_POOR] = {SAY_CURVE_POOR},   \
    [PL_REMEDY_SYSTEMATIC] = {SAY_CURVE_SYSTEMATIC}, [PL_REMEDY_FEW] = {SAY_CURVE_FEW}, [PL_REMEDY_BELOW] = {SAY_CURVE_BELOW}, \
    [PL_REMEDY_NOT_CONVEX] = {SAY_CURVE_NOT_CONVEX}, [PL_REMEDY_FALLING] = {                                                   \
      SAY_CURVE_FALLING                                                                                                        \
    }                                                                                                                          \
  }
// The member `own_remedy` beside them: other options for a law without knots.
pl_sentence pl_curve_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind);

// True for specimens cut at the angle of a usual test from warp, folded into 0 .. pi/2: equivalent for an orthotropic cloth.
bool pl_words_same_cut(const pl_test *test, const pl_usual *usual);
// The largest |value[n]|; 0 if n = 0.
double pl_words_largest(int n, const double *value);

#endif
