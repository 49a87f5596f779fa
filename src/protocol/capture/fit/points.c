// points.c: see points.h.
//
// More points always fit the fitted frames better: they follow noise and the error of the mesh. So each frame is left out once, to first
// order (sample_choice.h), and a further point must predict the left-out frames better. Differences between two trials are taken frame by
// frame, and their sum must exceed its standard error.
#include "protocol/capture/fit/points.h"

#include <math.h>

#include "estimate/advise/warning_rows.h"
#include "estimate/problem/detail.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/say.h"

// What fits of captures found besides the common findings.
typedef struct capture_detail {
  unsigned simplified;  // bit c: curve c was simplified to a constant
} capture_detail;

pl_status pl__points_leave_out(const pl_fit *fit, const pl_solution *solution, pl_point_trials *trials) {
  pl_left_out *left = pl_arena_alloc(fit->arena, (size_t)pl_samples_poses(fit) + 1, sizeof *left);
  if (!left) return PL_ERROR_MEMORY;
  trials->left[trials->n - 1] = left;
  return pl_samples_left_out(fit, solution, left);
}

bool pl__points_needed(const pl_fit *fit, const pl_point_trials *trials) {
  if (trials->n == 1) return true;
  double excess[PL_CLOTH_MAX_POINT + 1], error[PL_CLOTH_MAX_POINT + 1];
  int n_compared,
      chosen = pl_samples_choose(trials->n, pl_samples_poses(fit), (const pl_left_out *const *)trials->left, &n_compared, excess, error);
  return chosen == trials->n - 1;
}

// The lower bound of a point is a thousandth of the largest one at the start of a stage (cloth_model.c). That one may have changed by half
// since.
static const double NEAR_BOUND = 2e-3;

static bool is_bounded(const pl_cloth_points *points) {
  double largest = 0;
  int n = 0;
  for (int j = 0; j < points->n; j++) largest = fmax(largest, points->value[j]);
  for (int j = 0; j < points->n; j++) n += points->value[j] <= NEAR_BOUND * largest;
  return points->n > 1 && 2 * n > points->n;
}

unsigned pl__points_bounded(const pl_cloth_shape *shape, unsigned curves) {
  unsigned bounded = 0;
  for (int c = 0; c < PL_CURVE_COUNT; c++)
    if ((curves >> c & 1) && pl_cloth_owner(shape, (pl_cloth_curve)c) == (pl_cloth_curve)c && is_bounded(&shape->curve[c]))
      bounded |= 1u << c;
  return bounded;
}

void pl__points_simplify(pl_cloth_shape *shape, unsigned curves) {
  shape->simplified |= curves;
  for (int c = 0; c < PL_CURVE_COUNT; c++) {
    pl_cloth_points *points = &shape->curve[c];
    if (!(curves >> c & 1)) continue;
    double mean = 0;
    for (int j = 0; j < points->n; j++) mean += points->value[j] / points->n;
    points->n = 1;
    points->value[0] = mean;
  }
}

pl_status pl__points_record(pl_fit_findings *findings, const pl_cloth_shape *shape) {
  if (!shape->simplified) return PL_OK;
  capture_detail *detail = pl_fit_detail_make(findings, &pl_protocol_capture, sizeof *detail);
  if (!detail) return PL_ERROR_MEMORY;
  detail->simplified = shape->simplified;
  return PL_OK;
}

pl_status pl__warn_points(const pl_fit *fit, pl_fit_findings *findings) {
  const capture_detail *detail = pl_fit_detail(fit, &pl_protocol_capture);
  for (int c = 0; c < PL_CURVE_COUNT && detail; c++)
    if (detail->simplified >> c & 1)
      pl_warning_add(findings, PL_SAID(SAY_CURVE_SIMPLIFIED_DO),
                     pl_say(fit->arena, SAY_CURVE_SIMPLIFIED, pl_cloth_curve_name((pl_cloth_curve)c)));
  return PL_OK;
}
