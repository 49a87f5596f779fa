// say_curve_words.h: remedies for curves of force over displacement, shared by the protocols that measure them.
#ifndef PL_ESTIMATE_ADVISE_SAY_CURVE_WORDS_H
#define PL_ESTIMATE_ADVISE_SAY_CURVE_WORDS_H

#define SAY_CURVE_FAILED "remedy.curve-failed", "they were excluded; simulate with more --cells, or fit fewer --segments"
#define SAY_CURVE_FAILED_LAW "remedy.curve-failed-law", "they were excluded; simulate with more --cells"
#define SAY_CURVE_UNKNOWN "remedy.curve-unknown", "add a test that strains the fabric that way, or fit fewer --segments"
#define SAY_CURVE_UNKNOWN_LAW "remedy.curve-unknown-law", "add a test that strains the fabric that way"
#define SAY_CURVE_POOR \
  "remedy.curve-poor", "check this curve first: file, direction, specimen size, outliers, a broken specimen; only then the model"
#define SAY_CURVE_SYSTEMATIC \
  "remedy.curve-systematic", \
      "the model cannot follow this curve; try more --segments, or fit this direction alone to see whether two tests disagree"
#define SAY_CURVE_SYSTEMATIC_LAW \
  "remedy.curve-systematic-law", \
      "the model cannot follow this curve; one with curves may: --model volino or convex, or such a material file"
#define SAY_CURVE_FEW "remedy.curve-few", "measure more points, or fit fewer --segments"
#define SAY_CURVE_FEW_LAW "remedy.curve-few-law", "measure more points, or use a model with fewer parameters"
#define SAY_CURVE_BELOW \
  "remedy.curve-below", "the best-fitting stiffness there is negative; use fewer --segments, or --monotone false to see how far"
#define SAY_CURVE_NOT_CONVEX "remedy.curve-not-convex", "simulations may find several equilibria there; use --model convex, or --cross off"
#define SAY_CURVE_FALLING "remedy.curve-falling", "a simulation is unstable there; --model convex keeps the stress rising"

#endif
