// mesh_error.c: see mesh_error.h.
//
// The compared captures are predicted again at the fitted parameters on a mesh of half the cell size. With d the change of the weighted
// predictions at the same material points, a fit on that mesh would give, to first order, theta + shift,
//    shift = -(J^T J)^-1 J^T d      (J with the rows of the prior)
// No sigma computed from residuals includes this error: the coarse mesh fits equally well with other parameters. For an error of second
// order in the cell size the limit is a third further, and that is used as the error.
//
// A shift may be small because frames have opposite effects, which differ on another mesh. So the covariance gets, besides shift shift^T,
// the effects of the frames one by one. With g_f = J_f^T d_f of frame f and sum_f g_f = J^T d,
//    A^-1 (sum_f g_f g_f^T) A^-T,   A = J^T J
// A row enters only the equations of parameters that were fitted to its capture (pl_fit_case.unfitted), as in the covariance of the noise.
// If hanging cloth determines bending only, its mesh error does not affect stretch. A is then not symmetric.
#include "protocol/capture/fit/mesh_error.h"

#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "estimate/judge/sandwich.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/rig/rig_capture.h"
#include "protocol/capture/capture.h"

static const double TO_LIMIT = 4.0 / 3;  // h^2 - 0 over h^2 - (h/2)^2

// The vertices of one mesh located in another over the same cloth: x = sum_j w_j x_in.
static pl_status find_places(pl_arena *arena, const pl_mesh *mesh, const pl_mesh *in, pl__place **place) {
  pl__locator *locator = pl__locator_create(arena, in);
  *place = pl_arena_alloc(arena, (size_t)mesh->n_vertex, sizeof **place);
  if (!locator || !*place) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++) (*place)[v] = pl__locate(locator, mesh->rest + 2 * (size_t)v);
  return PL_OK;
}

// x at a place of a mesh.
static void read_position(const pl_mesh *mesh, const pl__place *place, const double *x, double out[3]) {
  const int32_t *corner = mesh->triangle + 3 * (size_t)place->triangle;
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int j = 0; j < 3; j++) out[k] += place->weight[j] * x[3 * (size_t)corner[j] + (size_t)k];
  }
}

// The same cloth must be held by clips on both meshes: a fine vertex is held if its coarse triangle, or edge of it, is. Deciding by the
// nearest captured vertex would be off by half a captured cell on a mesh finer than the capture.
static pl_status hold_alike(pl_arena *arena, const pl_resampled *coarse, int n_frame, const pl_resampled *fine) {
  const pl_mesh *from = coarse->mesh, *to = fine->mesh;
  pl__place *place;
  PL_TRY(find_places(arena, to, from, &place));
  for (int32_t v = 0; v < to->n_vertex; v++) {
    const int32_t *corner = from->triangle + 3 * (size_t)place[v].triangle;
    int holder = -1;
    bool held = true;
    for (int j = 0; j < 3; j++) {
      if (fabs(place[v].weight[j]) < 1e-6) continue;
      int clip = coarse->clip[corner[j]];
      held = held && clip >= 0 && (holder < 0 || clip == holder);
      holder = clip;
    }
    fine->clip[v] = held ? holder : -1;
    for (int f = 0; f < n_frame && held; f++)
      read_position(from, &place[v], coarse->x + 3 * (size_t)from->n_vertex * (size_t)f,
                    fine->x + 3 * ((size_t)to->n_vertex * (size_t)f + (size_t)v));
  }
  return PL_OK;
}

// Weighted changes of one case from the coarse to the fine mesh, in the order of the stack's rows. Returns their number in *n.
static pl_status case_change(const pl_fit *fit, const pl_fit_case *c, double *d, int *n) {
  pl_arena *arena = pl_arena_create(fit->ctx);
  pl_mesh *mesh = NULL;
  const pl_rig *rig = NULL;
  pl_status status = PL_ERROR_MEMORY;
  pl_test *test = arena ? pl_arena_alloc(arena, 1, sizeof *test) : NULL;
  if (!test) goto cleanup;
  pl_rig_options options = fit->problem.options.rig;
  options.cells = 2 * pl_rig_cells(&options, 24);
  PL_TRY_CLEAN(pl_capture_prepare(arena, c->test, &options, test, &mesh));
  PL_TRY_CLEAN(hold_alike(arena, pl_resampled_of(c->test), test->n_frame, pl_resampled_of(test)));
  PL_TRY_CLEAN(pl_rig_create(fit->ctx, c->given->measurement->protocol, test, fit->material, &options, &fit->problem.options.solve, &rig));
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
  const pl_mesh *coarse = pl_resampled_of(c->test)->mesh;
  pl__place *place;
  PL_TRY_CLEAN(find_places(arena, coarse, mesh, &place));
  *n = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    if (!value[k]) continue;
    size_t width = (size_t)pl_channel_width(&c->test->channel[k]), fine_width = (size_t)pl_channel_width(&test->channel[k]);
    for (int f = 0; f < test->n_frame; f++) {
      double *row = d + *n;
      if (k == PL_CAPTURE_POSITIONS)
        for (int32_t v = 0; v < coarse->n_vertex; v++)
          read_position(mesh, &place[v], value[k] + (size_t)f * fine_width, row + 3 * (size_t)v);
      else
        memcpy(row, value[k] + (size_t)f * fine_width, width * sizeof *row);
      for (size_t i = 0; i < width; i++) {
        row[i] = (row[i] - c->predicted[k][(size_t)f * width + i]) / pl_case_weight_sigma(c, k);
        if (isnan(row[i])) row[i] = 0;  // a frame that fails on one of the meshes is excluded
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

// In scaled parameters, without those that the fit did not move.
typedef struct pulls {
  double *normal;   // [n][n], A = J^T J; then its inverse
  double *total;    // [n], J^T d
  double *product;  // [n][n], sum_f g_f g_f^T
  double *frame;    // [n], g_f
  double *half;     // [n][n], work
  double *spread;   // [n][n], A^-1 (sum_f g_f g_f^T) A^-T
  int *pivot;       // [n], work
  bool symmetric;
} pulls;

static pl_status pulls_create(pl_arena *arena, size_t n, pulls *p) {
  double **const square[] = {&p->normal, &p->product, &p->half, &p->spread}, **const line[] = {&p->total, &p->frame};
  p->pivot = pl_arena_alloc(arena, n + 1, sizeof *p->pivot);
  bool ok = p->pivot != NULL;
  for (size_t i = 0; i < 4; i++) ok = (*square[i] = pl_arena_alloc(arena, n * n + 1, sizeof(double))) != NULL && ok;
  for (size_t i = 0; i < 2; i++) ok = (*line[i] = pl_arena_alloc(arena, n + 1, sizeof(double))) != NULL && ok;
  p->symmetric = true;
  return ok ? PL_OK : PL_ERROR_MEMORY;
}

// A += J_i^T J_i of row i, in the equations of the parameters fitted to it.
static void add_normal(const pl_stack *stack, const double *row, const bool *unfitted, const pulls *p) {
  int n = stack->n_parameter;
  for (int j = 0; j < n; j++) {
    if (row[j] == 0 || (unfitted && j < stack->n_theta && unfitted[j])) continue;
    for (int k = 0; k < n; k++) p->normal[j * n + k] += row[j] * stack->scale[j] * row[k] * stack->scale[k];
  }
}

static void add_frame(const pl_stack *stack, const double *jacobian, const double *d, int n_row, const bool *unfitted, const pulls *p) {
  int n = stack->n_parameter;
  memset(p->frame, 0, (size_t)n * sizeof *p->frame);
  for (int i = 0; i < n_row; i++) {
    const double *row = jacobian + (size_t)i * (size_t)n;
    add_normal(stack, row, unfitted, p);
    for (int j = 0; j < n; j++)
      if (!unfitted || j >= stack->n_theta || !unfitted[j]) p->frame[j] += row[j] * stack->scale[j] * d[i];
  }
  for (int j = 0; j < n; j++) {
    p->total[j] += p->frame[j];
    for (int k = 0; k < n; k++) p->product[j * n + k] += p->frame[j] * p->frame[k];
  }
}

static void sum_pulls(const pl_fit *fit, const pl_stack *stack, const double *jacobian, const double *d, pulls *p) {
  size_t n = (size_t)stack->n_parameter;
  size_t first = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!pl_case_used(c, k)) continue;
      p->symmetric = p->symmetric && !c->unfitted;
      int width = pl_channel_width(&c->test->channel[k]);
      for (int f = 0; f < c->test->n_frame; f++, first += (size_t)width)
        add_frame(stack, jacobian + first * n, d + first, width, c->unfitted, p);
    }
  for (size_t i = (size_t)stack->n_data; i < (size_t)stack->n_residual; i++) add_normal(stack, jacobian + i * n, NULL, p);
  for (size_t j = 0; j < n; j++) {
    bool held = stack->frozen[j] || ((int)j < stack->n_theta && fit->known.at_bound[j]) || !(p->normal[j * n + j] > 0);
    if (!held) continue;
    for (size_t k = 0; k < n; k++) {
      p->normal[j * n + k] = p->normal[k * n + j] = j == k;
      p->product[j * n + k] = p->product[k * n + j] = 0;
    }
    p->total[j] = 0;
  }
}

// shift = -A^-1 J^T d, and the covariance with the mesh error. False, and nothing changed, when the normal equations are singular.
static bool add_shift(const pl_fit *fit, const pl_stack *stack, const pulls *p, double *shift, double *covariance) {
  size_t n = (size_t)stack->n_parameter;
  pl_border_fill(fit->evidence.border, p->normal);  // parameters on the boundary stay there
  if (!pl_sandwich((int)n, p->symmetric, p->normal, p->product, p->pivot, p->half, p->spread)) return false;
  pl_border_project(fit->evidence.border, p->normal);
  pl_border_project(fit->evidence.border, p->spread);
  for (size_t j = 0; j < n; j++) {
    shift[j] = 0;
    for (size_t k = 0; k < n; k++) shift[j] -= p->normal[j * n + k] * p->total[k] * stack->scale[j];
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      covariance[i * n + j] += TO_LIMIT * TO_LIMIT * (shift[i] * shift[j] + p->spread[i * n + j] * stack->scale[i] * stack->scale[j]);
  return true;
}

pl_status pl_fit_mesh_error(pl_fit *fit, const pl_stack *stack, const double *jacobian) {
  bool captures = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) captures = captures || pl_resampled_of(fit->work.fit_case[i].test);
  if (!captures) return PL_OK;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n = (size_t)stack->n_parameter;
  double *d = pl_arena_alloc(arena, (size_t)stack->n_data + 1, sizeof *d);
  pulls p = {0};
  fit->evidence.mesh_shift = pl_arena_alloc(fit->arena, n + 1, sizeof *fit->evidence.mesh_shift);
  pl_status status = d && fit->evidence.mesh_shift ? pulls_create(arena, n, &p) : PL_ERROR_MEMORY;
  for (int i = 0, row = 0, count; i < fit->problem.n_fitted && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (pl_case_compared(c) == 0) continue;
    if (!pl_resampled_of(c->test)) {  // a curve fitted together with captures has a separate mesh, or none: d = 0
      for (int k = 0; k < PL_MAX_CHANNEL; k++)
        if (pl_case_used(c, k)) row += pl_case_values(c, k);
      continue;
    }
    if (!pl_progress(fit->ctx, "mesh error", (double)i / fit->problem.n_fitted, "%s on a finer mesh", c->test->name))
      status = PL_ERROR_INTERRUPTED;
    // a signal takes effect within the case, not after all of its frames on the finer mesh
    pl_progress_listen(fit->ctx, true);
    if (status == PL_OK) status = case_change(fit, c, d + row, &count);
    pl_progress_listen(fit->ctx, false);
    if (status == PL_OK) row += count;
  }
  if (status == PL_OK) sum_pulls(fit, stack, jacobian, d, &p);
  if (status != PL_OK || !add_shift(fit, stack, &p, fit->evidence.mesh_shift, fit->evidence.covariance))
    fit->evidence.mesh_shift = NULL;  // warnings.c reports it
  pl_arena_destroy(arena);
  return status == PL_ERROR_INTERNAL ? status : PL_OK;  // the fit is kept even if this fails
}
