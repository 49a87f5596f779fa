// say_readings.h: sentences about readings that the model does not describe, and about their stated scatter.
#ifndef PL_BASE_SENTENCE_SAY_READINGS_H
#define PL_BASE_SENTENCE_SAY_READINGS_H

// warnings
#define SAY_POOR "readings.poor", "the model does not describe '%s' (%s): R² = %s%s"
#define SAY_POOR_FEW "readings.poor-few", "the model does not describe '%s' (%s, %s%s): residual %s"
#define SAY_POOR_CONSTANT \
  "readings.poor-constant", "the model does not describe '%s' (%s%s): residual %s of readings that do not vary, so R² is undefined"
#define SAY_POOR_ALL "readings.poor.all", "the model does not describe several readings"
#define SAY_POOR_UNJUDGED "readings.poor-unjudged", "'%s' (%s): R² = %s, reported but not judged: folds lie elsewhere on another mesh"
#define SAY_SIGMA_LARGE "readings.sigma-large", "the sigma given for %s of '%s' is %.0f times the scatter of the readings"
#define SAY_SIGMA_LARGE_ALL "readings.sigma-large.all", "given sigmas are many times the scatter of the readings"
#define SAY_SIGMA_SMALL "readings.sigma-small", "residuals of %s of '%s' are %.0f times the sigma given%s"
#define SAY_SIGMA_SMALL_ALL "readings.sigma-small.all", "residuals are many times the sigma given"
#define SAY_UNFOLLOWED \
  "readings.unfollowed", "the model does not follow '%s' (%s): residuals are %s times the local scatter, %.1f %% of its range"
#define SAY_UNFOLLOWED_ALL "readings.unfollowed.all", "the model does not follow several curves"
#define SAY_SYSTEMATIC "readings.systematic", "the residuals of '%s' (%s) are systematic, %.1f %% of its range%s"
#define SAY_SYSTEMATIC_ALL "readings.systematic.all", "the residuals of several curves are systematic"
#define SAY_HYSTERESIS "readings.hysteresis", "the force of '%s' drops by %.0f %% between loading and unloading"
#define SAY_RATE                                                                                                                 \
  "readings.rate", "stress depends on speed. %d tests like '%s' have %.2f +- %.2f times the stress at %s that they have at %s. " \
                   "%s %.1f %%; probability by chance %.2g %%"
#define SAY_RATE_UNCLEAR                                                                                                                   \
  "readings.rate-unclear", "tests like '%s' have %.2f times the stress at %s that they have at %s. Scatter between specimens may explain " \
                           "it"
#define SAY_RELAXES "readings.relaxes", "the stress of '%s' drops by %.1f %% while it is held for %s, where an elastic law has one stress"
#define SAY_HYSTERESIS_ALL "readings.hysteresis.all", "forces drop between loading and unloading"

// remedies
#define SAY_FIT_RATE "remedy.fit-rate", "estimate relaxation with --rate prony (it needs times or speeds), or fit tests of one speed"
#define SAY_FIT_ONE_SPEED "remedy.fit-one-speed", "fit tests of one speed, or before they rest: this model cannot relax in time"
#define SAY_REPEAT_SPEEDS "remedy.repeat-speeds", "repeat the test on several specimens per speed, or test one specimen at both speeds"
#define SAY_CELLS_FOR_FOLDS "remedy.cells-for-folds", "fit with more --cells: what improves is mesh error; forces determine the stiffnesses"
#define SAY_STATE_SIGMA "remedy.state-sigma", "state the standard deviation of one reading, or omit sigma to have it estimated"
#define SAY_SIGMAS_WIDENED "remedy.sigmas-widened", "confidence intervals were widened to match; the model or the stated sigma is wrong"
#define SAY_ONE_BRANCH \
  "remedy.one-branch", "an elastic law runs between both branches; fit one branch, or tests of a protocol with --friction dahl"
#define SAY_FIT_FRICTION "remedy.fit-friction", "the elastic curve is the mean of both branches; --friction dahl fits both along their path"

#endif
