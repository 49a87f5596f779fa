// say_numbers.h: sentences about the parameters: identifiability, standard errors, and limits by bounds, convexity or the specimen.
#ifndef PL_BASE_SENTENCE_SAY_NUMBERS_H
#define PL_BASE_SENTENCE_SAY_NUMBERS_H

// warnings
#define SAY_NOT_IDENTIFIABLE "numbers.not-identifiable", "not identifiable from these data (values are those of the prior): %s"
#define SAY_IDENTIFIED_BY_TIES \
  "numbers.identified-by-ties", "not identifiable from these data, only by the regularisation between material samples: %s"
#define SAY_VAGUE "numbers.vague", "not identifiable from these data (standard error above half of the value): %s"
#define SAY_TRADED \
  "numbers.not-identifiable-alone", "not identifiable one by one: %s. The data determine %d combination%s of the %d free parameters%s%s"
#define SAY_LOWER_BOUND "numbers.lower-bound", "active lower bound: %s"
#define SAY_UPPER_BOUND "numbers.upper-bound", "active upper bound: %s"
#define SAY_BULK_INFINITE "numbers.bulk-infinite", "the bulk modulus is indistinguishable from infinite: it is at the largest value tried"
#define SAY_CONVEXITY_ACTIVE "numbers.convexity-active", "the convexity constraint is active in %d combination%s of parameters%s"
#define SAY_SCALE_UNKNOWN  \
  "numbers.scale-unknown", \
      "absolute stiffness is not identifiable: only positions were measured, and nothing loads the body. Ratios of stiffnesses are"
#define SAY_COUPLING_FIXED                                                                                                         \
  "numbers.coupling-fixed", "no test measured the coupling of warp and weft: it was fixed at %.2g of the geometric mean of their " \
                            "stiffnesses (%s = %.3g %s)"
#define SAY_WEAK "numbers.weak", "standard error of %.0f %% or more: %s"
#define SAY_MOVED "numbers.moved", "the misfit of '%s' moves %s to %s %s; the other tests give %s +- %s %s"
#define SAY_MOVED_ALL "numbers.moved.all", "tests that the model does not describe move parameters that other tests determine"
#define SAY_ZERO "numbers.zero", "indistinguishable from zero: %s"
#define SAY_SPECIMEN "numbers.specimen", "%s of '%s' is %.3g %s, %.1f times the tolerance of %.3g %s that its file states"
#define SAY_SPECIMEN_ALL "numbers.specimen.all", "specimen parameters are far outside the tolerances that their files state"
#define SAY_FEW "numbers.few", "%d readings for %d parameters: the fit can follow noise"
#define SAY_FEW_DETERMINED "numbers.few-determined", "%d readings for the %d of %d identifiable parameters: the fit can follow noise"
#define SAY_FEW_TIED "numbers.few-tied", "%d readings determine %.1f of %d parameters, regularisation the rest: the fit can follow noise"
#define SAY_MORE_THAN_READINGS                                                                                                       \
  "numbers.more-than-readings", "more parameters than readings, %d for %d: such a fit matches any readings, so its residuals prove " \
                                "nothing"

// remedies
#define SAY_BOUND_FROM_ABOVE \
  "remedy.bound-from-above", "the bound limits the value, not the data; add a test that strains the material that way"
#define SAY_FEWER_NUMBERS_CONVEX \
  "remedy.fewer-numbers-convex", "the best fit is not convex, and this is the nearest convex one; use a model with fewer parameters"
#define SAY_MEASURE_FORCE \
  "remedy.measure-force", \
      "measure a force or torque on a support, or load the body by gravity, a weight, a pressure or a spring of known stiffness"
#define SAY_MEASURE_LATERAL \
  "remedy.measure-lateral", "measure the width across a pull (column lateral-stretch), or add a pull at 45 degrees or a biaxial test"
#define SAY_MORE_CELLS \
  "remedy.more-cells", "use more --cells: a finer mesh would change these parameters by half of their standard errors or more"
#define SAY_ADD_TEST_OR_FEWER \
  "remedy.add-test-or-fewer", "add a test that strains the material that way, or use a model with fewer parameters"
#define SAY_ADD_TEST_OR_WITHOUT "remedy.add-test-or-without", "add a test that strains the material that way, or try a model without them"
#define SAY_LAW_FOR_TEST \
  "remedy.law-for-test", "use a law that can follow that test (a convex-spline in place of linear), or fit without it"
#define SAY_CHECK_SPECIMEN \
  "remedy.check-specimen", "check sizes, masses and directions in its file: an error there is absorbed by this parameter"

#endif
