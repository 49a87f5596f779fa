// mesh_error.c: see mesh_error.h.
//
// The compared captures are predicted once more at the fitted parameters on a mesh of half the cell. With d the change of the weighted predictions
// at the same material points, a fit on that mesh would end, to first order, at theta + shift,
//   shift = -(J^T J)^-1 J^T d      (J with the rows of the prior)
// For an error of second order in the cell the limit is a third further. No sigma that is made of residuals shows this error: the coarse mesh fits
// as well with other numbers.
#include "estimate/mesh_error.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "measure/capture_part.h"
#include "rig/rig_capture.h"

// The vertices of the fine mesh at the material points of the coarse one's, as places: x_coarse = sum_j w_j x_fine.
static pl_status find_places(pl_arena *arena, const pl_mesh *coarse, const pl_mesh *fine, pl__place **place) {
  pl__locator *locator = pl__locator_create(arena, fine);
  *place = pl_arena_alloc(arena, (size_t)coarse->n_vertex, sizeof **place);
  if (!locator || !*place) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < coarse->n_vertex; v++) (*place)[v] = pl__locate(locator, coarse->rest + 2 * (size_t)v);
  return PL_OK;
}

// Positions predicted on the fine mesh, read at the coarse vertices of a frame.
static void read_positions(const pl_mesh *fine, const pl__place *place, int32_t n_coarse, const double *x, double *out) {
  for (int32_t v = 0; v < n_coarse; v++) {
    const int32_t *corner = fine->triangle + 3 * (size_t)place[v].triangle;
    for (int k = 0; k < 3; k++) {
      out[3 * v + k] = 0;
      for (int j = 0; j < 3; j++) out[3 * v + k] += place[v].weight[j] * x[3 * (size_t)corner[j] + (size_t)k];
    }
  }
}

// Weighted changes of one case from the coarse to the fine mesh, in the order of the stack's rows. Returns their number in *n.
static pl_status case_change(pl_fit *fit, const pl_fit_case *c, double *d, int *n) {
  pl_arena *arena = pl_arena_create(fit->ctx);
  pl_mesh *mesh = NULL;
  pl_rig *rig = NULL;
  pl_status status = PL_ERROR_MEMORY;
  pl_test *test = arena ? pl_arena_alloc(arena, 1, sizeof *test) : NULL;
  if (!test) goto cleanup;
  pl_rig_options options = fit->options.rig;
  options.cells = 2 * pl_rig_cells(&options, 24);
  PL_TRY_CLEAN(pl_capture_prepare(arena, c->test, &options, test, &mesh));
  PL_TRY_CLEAN(pl_rig_create(fit->ctx, c->measurement->protocol, test, fit->material, &options, &fit->options.solve, &rig));
  double *value[PL_MAX_CHANNEL] = {NULL};
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    if (!pl_case_used(c, k)) continue;
    value[k] = pl_arena_alloc(arena, (size_t)test->n_frame * (size_t)pl_channel_width(&test->channel[k]), sizeof **value);
    status = value[k] ? PL_OK : PL_ERROR_MEMORY;
    if (!value[k]) goto cleanup;
  }
  pl_prediction ask = {.theta = fit->material->theta, .value = value};
  pl_rig_report report;
  PL_TRY_CLEAN(pl_rig_predict(rig, &ask, &report));
  const pl_mesh *coarse = c->test->resampled->mesh;
  pl__place *place;
  PL_TRY_CLEAN(find_places(arena, coarse, mesh, &place));
  *n = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    if (!value[k]) continue;
    size_t width = (size_t)pl_channel_width(&c->test->channel[k]), fine_width = (size_t)pl_channel_width(&test->channel[k]);
    for (int f = 0; f < test->n_frame; f++) {
      double *row = d + *n;
      if (k == PL_CAPTURE_POSITIONS)
        read_positions(mesh, place, coarse->n_vertex, value[k] + (size_t)f * fine_width, row);
      else
        memcpy(row, value[k] + (size_t)f * fine_width, width * sizeof *row);
      for (size_t i = 0; i < width; i++) {
        row[i] = (row[i] - c->predicted[k][(size_t)f * width + i]) / c->weight_sigma[k];
        if (isnan(row[i])) row[i] = 0;  // a frame that one of the meshes has lost says nothing
      }
      *n += (int)width;
    }
  }
cleanup:
  pl_rig_destroy(rig);
  pl_mesh_destroy(mesh);
  pl_arena_destroy(arena);
  return status;
}

// -(J^T J)^-1 J^T d over the parameters that the fit moved, zero elsewhere. False when the normal equations are singular.
static bool solve_shift(const pl_fit *fit, const pl_stack *stack, const double *jacobian, const double *d, double *matrix, double *shift) {
  int n = stack->n_parameter;
  memset(matrix, 0, (size_t)n * (size_t)n * sizeof *matrix);
  memset(shift, 0, (size_t)n * sizeof *shift);
  for (int i = 0; i < stack->n_residual; i++) {
    const double *row = jacobian + (size_t)i * (size_t)n;
    for (int j = 0; j < n; j++) {
      double at = row[j] * stack->scale[j];
      if (i < stack->n_data) shift[j] -= at * d[i];
      for (int k = 0; k <= j; k++) matrix[j * n + k] += at * row[k] * stack->scale[k];
    }
  }
  for (int j = 0; j < n; j++) {
    bool held = stack->frozen[j] || (j < stack->n_theta && fit->at_bound[j]) || !(matrix[j * n + j] > 0);
    if (!held) continue;
    for (int k = 0; k < n; k++) matrix[(j > k ? j : k) * n + (j > k ? k : j)] = j == k;
    shift[j] = 0;
  }
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n, 1, matrix, n, shift, 1) != 0) return false;
  for (int j = 0; j < n; j++) shift[j] *= stack->scale[j];
  return true;
}

pl_status pl_fit_mesh_error(pl_fit *fit, const pl_stack *stack, const double *jacobian) {
  if (fit->n_fitted == 0 || !fit->fit_case[0].test->resampled) return PL_OK;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n = (size_t)stack->n_parameter;
  double *d = pl_arena_alloc(arena, (size_t)stack->n_data + 1, sizeof *d), *matrix = pl_arena_alloc(arena, n * n + 1, sizeof *matrix);
  fit->mesh_shift = pl_arena_alloc(fit->arena, n + 1, sizeof *fit->mesh_shift);
  pl_status status = d && matrix && fit->mesh_shift ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0, row = 0, count; i < fit->n_fitted && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (pl_case_compared(c) == 0) continue;
    if (!pl_progress(fit->ctx, "mesh error", (double)i / fit->n_fitted, "%s on a finer mesh", c->test->name)) status = PL_ERROR_INTERRUPTED;
    if (status == PL_OK) status = case_change(fit, c, d + row, &count);
    if (status == PL_OK) row += count;
  }
  if (status == PL_OK && solve_shift(fit, stack, jacobian, d, matrix, fit->mesh_shift)) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) fit->covariance[i * n + j] += fit->mesh_shift[i] * fit->mesh_shift[j];
  } else
    fit->mesh_shift = NULL;  // warnings.c tells
  pl_arena_destroy(arena);
  return status == PL_ERROR_INTERRUPTED ? PL_OK : status;
}
