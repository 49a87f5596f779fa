// wall.c: see wall.h.
#include "conformance/wall.h"

#include <math.h>
#include <stdlib.h>

// b = -(d - D)^2 ln(d / D) and its derivatives; 0 from D on.
static void barrier(const wall *w, double d, double b[3]) {
  double D = w->reach, l = log(d / D), m = d - D;
  b[0] = d < D ? -m * m * l : 0;
  b[1] = d < D ? -2 * m * l - m * m / d : 0;
  b[2] = d < D ? -2 * l - 4 * m / d + m * m / (d * d) : 0;
}

// The work space of this potential: the number of its Hessians.
static pl_status scratch_create(const pl_model *model, const pl_potential *own, void **scratch) {
  (void)model, (void)own;
  *scratch = calloc(1, sizeof(int));
  return *scratch ? PL_OK : PL_ERROR_MEMORY;
}

int wall_hessians(const pl_model *model, const pl_potential *own, const pl_work *work) { return *(int *)pl_work_scratch(model, own, work); }

static int32_t place(const pl_block_matrix *m, int32_t row, int32_t column) { return pl_block_position(m->pattern, row, column); }

static void add_spring(const wall *w, const double *x, double *energy, double *gradient, pl_block_matrix *hessian, pl_work *work) {
  int32_t low = w->ends[0] < w->ends[1] ? w->ends[0] : w->ends[1], high = w->ends[0] + w->ends[1] - low;
  const int32_t outside[2][2] = {{high, low}, {low, high}};
  if (hessian && w->outside) {
    pl_status status = pl_block_matrix_include(hessian, hessian->pattern->symmetric ? 1 : 2, outside);
    if (status != PL_OK) {
      pl_work_fail(work, status);
      return;
    }
  }
  for (int k = 0; k < 3; k++) {
    double d = x[3 * high + k] - x[3 * low + k];
    if (energy) *energy += 0.5 * w->spring * d * d;
    if (gradient) gradient[3 * high + k] += w->spring * d, gradient[3 * low + k] -= w->spring * d;
    if (!hessian) continue;
    hessian->value[9 * (size_t)place(hessian, high, high) + 4 * (size_t)k] += w->spring;
    hessian->value[9 * (size_t)place(hessian, low, low) + 4 * (size_t)k] += w->spring;
    pl_block_matrix_at(hessian, high, low)[4 * k] -= w->spring;
    if (!hessian->pattern->symmetric) pl_block_matrix_at(hessian, low, high)[4 * k] -= w->spring;
  }
}

static void add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)mode;  // convex
  const wall *w = own->data;
  if (hessian) ++*(int *)pl_work_scratch(model, own, work);
  for (int32_t v = 0; v < model->n_vertex; v++) {
    double d = x[3 * v + 2] - w->floor, size = w->strength * theta[0] * model->mesh->vertex_area[v], b[3];
    if (!(d > 0)) {
      ++*w->n_violations;
      continue;
    }
    barrier(w, d, b);
    if (energy) *energy += size * b[0];
    if (gradient) gradient[3 * v + 2] += size * b[1];
    if (hessian) hessian->value[9 * (size_t)place(hessian, v, v) + 8] += size * b[2];
  }
  add_spring(w, x, energy, gradient, hessian, work);
}

static void add_theta(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const int *column, double *out,
                      pl_work *work) {
  (void)theta, (void)work;
  const wall *w = own->data;
  int to = column ? column[0] : 0;
  for (int32_t v = 0; v < model->n_vertex && to >= 0; v++) {
    double b[3];
    barrier(w, x[3 * v + 2] - w->floor, b);
    out[(size_t)to * (size_t)model->n_dof + 3 * (size_t)v + 2] += w->strength * model->mesh->vertex_area[v] * b[1];
  }
}

static double max_step(const pl_model *model, const pl_potential *own, const double *x, const double *dx, pl_work *work) {
  (void)work;
  const wall *w = own->data;
  double part = 1;
  for (int32_t v = 0; v < model->n_vertex; v++)
    if (dx[3 * v + 2] < 0) part = fmin(part, 0.9 * (x[3 * v + 2] - w->floor) / -dx[3 * v + 2]);
  return part;
}

static double *counter(const pl_potential *own, pl_history *history) { return pl_history_values(history) + own->history_first * PL_BLOCK; }

static void begin(const pl_model *model, const pl_potential *own, const double *x, pl_history *history, pl_work *work) {
  (void)model, (void)x, (void)work;
  *counter(own, history) = 0;
}

static void commit(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_history *history,
                   pl_work *work) {
  (void)model, (void)theta, (void)x, (void)work;
  ++*counter(own, history);
}

// Counting takes up no work and moves nothing.
static double uptake(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                     pl_work *work) {
  (void)model, (void)own, (void)theta, (void)x, (void)history, (void)work;
  return 0;
}

static void add_columns(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                        const pl_history_slope *slope, int first, int n, double *out, pl_work *work) {
  (void)model, (void)own, (void)theta, (void)x, (void)history, (void)slope, (void)first, (void)n, (void)out, (void)work;
}

static void commit_slope(const pl_model *model, const pl_potential *own, const double *theta, const double *x, const pl_history *history,
                         const int *column, const double *dx, pl_history_slope *slope, pl_work *work) {
  (void)model, (void)own, (void)theta, (void)x, (void)history, (void)column, (void)dx, (void)slope, (void)work;
}

static const pl_potential_row row = {
    .name = "wall",
    .account = PL_ACCOUNT_OBSTACLE,
    .add = add,
    .add_theta = add_theta,
    .max_step = max_step,
    .scratch_create = scratch_create,
    .scratch_destroy = free,
    .begin = begin,
    .commit = commit,
    .uptake = uptake,
    .add_columns = add_columns,
    .commit_slope = commit_slope,
};

pl_potential wall_potential(const wall *w) {
  return (pl_potential){.row = &row, .data = w, .n_couple = w->outside ? 0 : 1, .couple_size = 2, .couple = w->ends, .n_history = 1};
}

double wall_commits(const pl_potential *p, pl_history *history) { return *counter(p, history); }
