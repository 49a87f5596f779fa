// say_remedies.h: general remedies, for protocols without a specific sentence.
#ifndef PL_BASE_SENTENCE_SAY_REMEDIES_H
#define PL_BASE_SENTENCE_SAY_REMEDIES_H

#define SAY_DO_FAILED "remedy.failed", "they were excluded; use a finer mesh or smaller steps"
#define SAY_DO_UNKNOWN "remedy.unknown", "add a test that strains the material that way, or use a model with fewer parameters"
#define SAY_DO_POOR "remedy.poor", "check this test first: file, units, sizes, direction; only then the model"
#define SAY_DO_SYSTEMATIC \
  "remedy.systematic",    \
      "the model cannot follow these readings; use one with more parameters, or fit this test alone to see whether tests disagree"
#define SAY_DO_FEW "remedy.few", "take more readings, or use a model with fewer parameters"
#define SAY_DO_BELOW "remedy.below", "the best-fitting stiffness there is negative; use a model with fewer parameters"
#define SAY_DO_NOT_CONVEX "remedy.not-convex", "simulations may find several equilibria there; use a convex model"
#define SAY_DO_FALLING "remedy.falling", "a simulation is unstable there; use a convex model"
// a material with memory, any protocol
#define SAY_FAILED_PATH "remedy.failed-path", "they were excluded, and the loading path continues without them; simulate with more --cells"

#endif
