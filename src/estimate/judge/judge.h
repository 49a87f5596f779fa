// judge.h: scores, covariance and identifiability of a fit.
#ifndef PL_ESTIMATE_JUDGE_JUDGE_H
#define PL_ESTIMATE_JUDGE_JUDGE_H

#include "estimate/problem/stack.h"

// Scores of all cases from their current predictions, into fit->evidence.score.
pl_status pl_judge_scores(pl_fit *fit);
// Fewer values have no R2.
enum { PL_FEW_READINGS = 3 };
// Residuals beyond this many given sigmas are model error, or sigma was given too small.
#define PL_MANY_SIGMAS 10.0
// Why a score may be reported without being judged (is_judged in judge.c).
#define PL_NOT_JUDGED "folds lie elsewhere on another mesh, and forces decide"
// Deviation in sigma that noise may cause in a single reading and its prediction.
#define PL_FEW_SIGMAS 3.0
// Share of the level that the systematic part of the residuals may reach in a good fit. Repeats of one fabric and simulation meshes differ
// by a few percent; this is above both.
#define PL_SYSTEMATIC_SHARE 0.05
// Loss between loading and unloading that an elastic model may ignore: its curve lies half of it from either branch.
#define PL_LOSS (2 * PL_SYSTEMATIC_SHARE)
// A predicted test counts as extrapolation from this multiple of the fitted strain on. A third of the readings of an even ramp are then
// beyond it; less is only warned of.
#define PL_FAR 1.5
// True if the model describes the channel: R2 >= accept-r2, or residuals that are noise by the given sigma, or a small share of the level.
// The share is that of a straight curve from rest at this R2 (pl_judge_share). In a sequence of readings their systematic part decides.
// One or two values: within PL_FEW_SIGMAS, or within the part of their change that accept-r2 allows. Readings that do not vary have no R2.
// Their residual is within PL_FEW_SIGMAS of the sigma they are weighted by, or within that share.
bool pl_score_passes(const pl_fit *fit, const pl_score *score);
// Of a straight curve from rest sum (m - mean)^2 is a quarter of sum m^2, so R2 = 1 - 4 share^2: 11 % for 0.95.
double pl_judge_share(const pl_fit *fit);
// The systematic part of a channel's residuals over its level, if it exceeds PL_SYSTEMATIC_SHARE; else 0. Channels that decide alone.
double pl_judge_systematic(const pl_score *score);
// The largest loss between loading and unloading that the material ignores, and its test; 0: none above PL_LOSS.
double pl_judge_loss(const pl_fit *fit, const char **test);
// Ratio of residuals to the scatter of neighbouring readings of a fitted homogeneous curve, if the model clearly does not follow it; else
// 0. Curves of other protocols are simulated on meshes, whose error adds residuals.
double pl_judge_unfollowed(const pl_fit *fit, const pl_score *score);
// Covariance, singular values and identified flags from the Jacobian at the solution (weighted rows, prior rows last).
pl_status pl_judge_covariance(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);
// After that: true if the convexity constraint determines parameter j more than the data do.
bool pl_judge_on_border(const pl_fit *fit, int j);
// After that: true if parameter j has no variance: frozen or at a bound.
bool pl_judge_held(const pl_fit *fit, const pl_stack *stack, int j);
// Factor by which the residuals of a case scatter beyond their weighting sigma, including correlation; for standard deviations.
double pl_judge_inflation(const pl_fit_case *c);
// Standard deviation and 95 % intervals of every prediction from the covariance.
pl_status pl_judge_predictions(pl_fit *fit, const pl_stack *stack);
// Prints a score with this many decimals, and more where rounding would move it across its limit: 0.94795 is below 0.95.
const char *pl_judge_print(double score, double limit, int decimals, char buffer[32]);
// A ratio with two digits: "0.15", "1.2", "52917".
const char *pl_judge_multiple(double times, char buffer[32]);

#endif
