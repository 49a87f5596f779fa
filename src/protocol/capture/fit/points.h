// points.h: how many control points a curve gets, and curves that are simplified to a constant.
#ifndef PL_PROTOCOL_CAPTURE_FIT_POINTS_H
#define PL_PROTOCOL_CAPTURE_FIT_POINTS_H

#include "estimate/field/sample_choice.h"
#include "estimate/model/cloth_model.h"

// The trials of a stage: shapes with 1, 2, ... points per curve.
typedef struct pl_point_trials {
  int n;
  pl_cloth_shape shape[PL_CLOTH_MAX_POINT + 1];
  double sum[PL_CLOTH_MAX_POINT + 1];         // weighted sum of squares at the final equilibria of the fit
  pl_left_out *left[PL_CLOTH_MAX_POINT + 1];  // [frames of all cases], every frame left out once, to first order; NULL: not computed
} pl_point_trials;

// Adds left[n - 1] of the last trial from its residuals and derivatives.
pl_status pl__points_leave_out(const pl_fit *fit, const pl_solution *solution, pl_point_trials *trials);
// True if the last trial predicts left-out frames better than all earlier ones, by more than one standard error of the difference. With one
// trial it is true; with fewer than two frames to compare it is false.
bool pl__points_needed(const pl_fit *fit, const pl_point_trials *trials);

// Curves of the set (bit c) with several points, more than half of them at the lower bound.
unsigned pl__points_bounded(const pl_cloth_shape *shape, unsigned curves);
// Such a curve becomes a constant: the mean of its points.
void pl__points_simplify(pl_cloth_shape *shape, unsigned curves);
// Records the simplified curves of the final shape for the warning.
pl_status pl__points_record(pl_fit_findings *findings, const pl_cloth_shape *shape);
pl_status pl__warn_points(const pl_fit *fit, pl_fit_findings *findings);

#endif
