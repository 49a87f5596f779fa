// history.c: the memory of a model: storage for the history of its potentials, and the sums over them (history.h has the formulas).
#include "model/history.h"

#include <math.h>
#include <string.h>

#include "model/assemble.h"

bool pl_model_remembers(const pl_model *model) { return model->n_history > 0; }

pl_status pl_history_create(const pl_model *model, pl_history **out) {
  pl_history *history = *out = pl_alloc(model->ctx, sizeof *history + model->n_history * sizeof(pl_lanes), 1);
  if (!history) return PL_ERROR_MEMORY;
  history->ctx = model->ctx;
  history->n_row = model->n_history;
  pl_history_clear(history);
  return PL_OK;
}

void pl_history_destroy(pl_history *history) {
  if (history) pl_free(history->ctx, history);
}

void pl_history_clear(pl_history *history) { memset(history->row, 0, history->n_row * sizeof(pl_lanes)); }

void pl_history_copy(const pl_history *from, pl_history *to) {
  PL_ASSERT(from->n_row == to->n_row);
  memcpy(to->row, from->row, from->n_row * sizeof(pl_lanes));
}

size_t pl_history_size(const pl_history *history) { return history->n_row * PL_BLOCK; }
double *pl_history_values(pl_history *history) { return history->row[0]; }

void pl_work_set_history(pl_work *work, const pl_history *history) { work->history = history; }
void pl_work_set_duration(pl_work *work, double duration) { work->duration = duration; }

// ---- over the potentials with a memory ----

#define EACH_MEMORY(p)                                                                           \
  for (const pl_potential *p = model->potential; p < model->potential + model->n_potential; p++) \
    if (p->n_history > 0)

void pl_history_begin(const pl_model *model, const double *theta, const double *x, pl_history *history, pl_work *work) {
  double duration = work->duration;
  pl_history_clear(history);
  pl_work_set_duration(work, INFINITY);
  pl_work_bind(model, theta, work);
  EACH_MEMORY(p) p->row->begin(model, p, x, history, work);
  pl_work_set_duration(work, duration);
}

void pl_history_commit(const pl_model *model, const double *theta, const double *x, pl_history *history, pl_work *work) {
  pl_work_bind(model, theta, work);
  EACH_MEMORY(p) p->row->commit(model, p, theta, x, history, work);
}

double pl_history_work(const pl_model *model, const double *theta, const double *x, const pl_history *history, pl_work *work) {
  double sum = 0;
  pl_work_bind(model, theta, work);
  EACH_MEMORY(p) sum += p->row->uptake(model, p, theta, x, history, work);
  return sum;
}

// ---- derivatives along a path ----

pl_status pl_history_slope_create(const pl_model *model, int n_column, pl_history_slope **out) {
  size_t n_row = model->n_history * (size_t)n_column;
  pl_history_slope *slope = *out = pl_alloc(model->ctx, sizeof *slope + n_row * sizeof(pl_lanes), 1);
  if (!slope) return PL_ERROR_MEMORY;
  slope->ctx = model->ctx;
  slope->n_row = model->n_history;
  slope->n_column = n_column;
  pl_history_slope_clear(slope);
  return PL_OK;
}

void pl_history_slope_destroy(pl_history_slope *slope) {
  if (slope) pl_free(slope->ctx, slope);
}

void pl_history_slope_clear(pl_history_slope *slope) { memset(slope->row, 0, slope->n_row * (size_t)slope->n_column * sizeof(pl_lanes)); }

void pl_history_add_columns(const pl_model *model, const double *theta, const double *x, const pl_history *history,
                            const pl_history_slope *slope, int first, int n, double *out, pl_work *work) {
  EACH_MEMORY(p) p->row->add_columns(model, p, theta, x, history, slope, first, n, out, work);
}

void pl_history_slope_commit(const pl_model *model, const double *theta, const double *x, const pl_history *history, const int *column,
                             const double *dx, pl_history_slope *slope, pl_work *work) {
  EACH_MEMORY(p) p->row->commit_slope(model, p, theta, x, history, column, dx, slope, work);
}
