// say_verdict.h: the sentences of the verdict and their parts, each with an id (fit.json: "reasons"). A part that begins with a space
// continues the sentence before.
#ifndef PL_REPORT_RESULT_SAY_VERDICT_H
#define PL_REPORT_RESULT_SAY_VERDICT_H

#define SAY_VERDICT_CONTRADICTED \
  "verdict.contradicted", "Readings contradict each other; no stiffness is identifiable until this is corrected"
#define SAY_VERDICT_CONTRADICTED_MOTION \
  "verdict.contradicted-motion", "Readings contradict how the body was moved; no stiffness is identifiable until this is corrected"
#define SAY_VERDICT_NOT_CONVERGED "verdict.not-converged", "Not converged (%s)"
#define SAY_VERDICT_LOSS "verdict.loss", "'%s' loses %s %% of its force between loading and unloading, and the model has no friction"
#define SAY_VERDICT_RATE "verdict.rate", "Stress of tests like '%s' depends on %s, and the model does not relax"
#define SAY_VERDICT_EXTRAPOLATES "verdict.extrapolates", "%d of %d predicted test%s %s beyond the fitted strains"
#define SAY_VERDICT_TIMES "verdict.extrapolates-times", ", up to %s times as far"
#define SAY_VERDICT_SYSTEMATIC "verdict.systematic", "Residuals of '%s' (%s) are systematic: %s %% of the level of its readings"
#define SAY_VERDICT_LAW "verdict.law", "%s %.*s law"
#define SAY_VERDICT_HETEROGENEOUS "verdict.heterogeneous", " that varies in space (%d samples)"
#define SAY_VERDICT_SCALE "verdict.scale-unknown", "The absolute stiffness is not identifiable"
#define SAY_VERDICT_VOLUME "verdict.volume", "The bulk modulus is %s"
#define SAY_VERDICT_TERMS "verdict.terms", "%s: "
#define SAY_VERDICT_CURVES "verdict.curves", " curve%s"
#define SAY_VERDICT_NO_CURVES "verdict.no-curves", "A model of %d curve%s"
#define SAY_VERDICT_FITTED "verdict.fitted", " fitted to %d test%s"
#define SAY_VERDICT_RESIDUALS "verdict.residuals", ": residuals %s %% of full scale"
#define SAY_VERDICT_FRAMES_FAILED "verdict.frames-failed", "%d of %d frame%s without equilibrium %s excluded"
#define SAY_VERDICT_UNJUDGED "verdict.held-out-unjudged", " could not be judged"
#define SAY_VERDICT_PASSED "verdict.held-out-passed", " (passed)"
#define SAY_VERDICT_FAILED "verdict.held-out-failed", " (not passed%s)"
#define SAY_VERDICT_PREDICTS "verdict.predicts", "Material '%s' predicts %d test%s"
#define SAY_VERDICT_NOT_IDENTIFIABLE "verdict.not-identifiable", "%d of %d parameter%s %s not identifiable from these data"
#define SAY_VERDICT_REGULARISED "verdict.regularised", "Only regularisation determines %s"
#define SAY_VERDICT_BOUND "verdict.bound", "%d of %d parameter%s %s at an active bound"
#define SAY_VERDICT_CONVEXITY "verdict.convexity", "%d of %d parameter%s %s limited by the convexity constraint"
#define SAY_VERDICT_BOUND_OR_CONVEXITY "verdict.bound-or-convexity", "%d of %d parameter%s %s limited by a bound or by convexity"
#define SAY_VERDICT_TIED "verdict.tied", "The data determine %.1f of %d parameters, regularisation between samples the rest"
#define SAY_VERDICT_SOME "verdict.identifiable-some", "%d of %d parameter%s %s identifiable"
#define SAY_VERDICT_ALL "verdict.identifiable", "%s identifiable"
#define SAY_VERDICT_WEAK "verdict.weak", "%s a standard error of %.0f %% or more"
#define SAY_VERDICT_ZERO "verdict.zero", "%d %s indistinguishable from zero"
#define SAY_VERDICT_FORMULA "verdict.formula", "The parameters follow the formula of the paper, which gives no standard error"
#define SAY_VERDICT_BEYOND_NOISE "verdict.beyond-noise", "Residuals are %s times the sigma given"
#define SAY_VERDICT_UNFOLLOWED "verdict.unfollowed", "The model does not follow the curves: residuals are %s times the local scatter"
#define SAY_VERDICT_DOUBTED "verdict.doubted", " are doubtful"
#define SAY_VERDICT_UNSTABLE "verdict.unstable", "%s"
#define SAY_VERDICT_MODULUS "verdict.modulus", "%s %s"

#endif
