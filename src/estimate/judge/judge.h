// judge.h: how good, how sure: scores, covariance, identifiability.
#ifndef PL_ESTIMATE_JUDGE_JUDGE_H
#define PL_ESTIMATE_JUDGE_JUDGE_H

#include "estimate/problem/stack.h"

// Scores of all cases from their current predictions, into fit->evidence.score.
pl_status pl_judge_scores(pl_fit *fit);
// Fewer numbers than these have no R2.
enum { PL_FEW_READINGS = 3 };
// Misses beyond so many sigmas given are the model's, or those of a sigma that was given too small.
#define PL_MANY_SIGMAS 10.0
// Why a score may be told without deciding anything (is_judged in judge.c).
#define PL_NOT_JUDGED "folds lie elsewhere on another mesh, and forces decide"
// What noise may do to a single reading and its prediction.
#define PL_FEW_SIGMAS 3.0
// Is what was measured described: by R2 from accept-r2 on; one or two numbers to PL_FEW_SIGMAS, or to the part of their change that accept-r2 leaves?
bool pl_score_passes(const pl_fit *fit, const pl_score *score);
// How many times the scatter of neighbouring readings the misses of a fitted curve of a homogeneous test are, where the model clearly does not follow
// it; else 0. Curves of other protocols are simulated on meshes, which leave misses of their own.
double pl_judge_unfollowed(const pl_fit *fit, const pl_score *score);
// Covariance, singular values, identified flags from the Jacobian at the solution (least-squares weighted, prior rows last).
pl_status pl_judge_covariance(pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);
// After that: does parameter j have its value from the border of the convex materials, more than from the data?
bool pl_judge_on_border(const pl_fit *fit, int j);
// The same: does parameter j not scatter, frozen or held by a bound?
bool pl_judge_held(const pl_fit *fit, const pl_stack *stack, int j);
// How much the residuals of a case scatter beyond the sigma they were weighted with, correlation counted: a factor on standard deviations.
double pl_judge_inflation(const pl_fit_case *c);
// Standard deviation of every prediction from the covariance.
void pl_judge_predictions(pl_fit *fit, const pl_stack *stack);
// A score with so many decimals, and more where rounding would put it on the other side of the limit it is judged by: 0.94795 is below 0.95.
const char *pl_judge_print(double score, double limit, int decimals, char buffer[32]);
// How many times, to two digits: "0.15", "1.2", "52917".
const char *pl_judge_multiple(double times, char buffer[32]);

#endif
