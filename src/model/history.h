// history.h: the memory of a model whose laws have one (internal friction, plasticity, relaxation).
//
// Every element of a term with such a law keeps its law's history (Dahl: strain and stress at the last converged state). A step from x_n to
// x_(n+1) minimises the energy with the history of x_n; only then is the history updated:
//
//   h_(n+1) = next(s(x_(n+1)), h_n; theta)
//
// Derivatives along the path are updated as well, for any parameter p of theta or of the rig:
//
//   g(x, h; p) = 0    =>  dx/dp = -H^-1 (dg/dp + dg/dh dh/dp)
//   dh_(n+1)/dp = next,theta + next,s ds/dx dx/dp + next,h dh_n/dp
#ifndef PL_MODEL_HISTORY_H
#define PL_MODEL_HISTORY_H

#include "model/model.h"

typedef struct pl_history pl_history;              // h of every element
typedef struct pl_history_slope pl_history_slope;  // dh/dp of every element, p in n_column columns

bool pl_model_remembers(const pl_model *model);  // true if it has a term with a memory

// All zero: the sheet never moved. For a model without memory it is empty and costs nothing.
pl_status pl_history_create(const pl_model *model, pl_history **history);
void pl_history_destroy(pl_history *history);
void pl_history_clear(pl_history *history);
// No friction and no overstress in the history at x: a sheet that was made in that shape, or relaxed in it.
void pl_history_begin(const pl_model *model, const double *theta, const double *x, pl_history *history, pl_work *work);
void pl_history_copy(const pl_history *from, pl_history *to);  // of one model, or of models with the same elements and terms
// As numbers, for checkpoints.
size_t pl_history_size(const pl_history *history);
double *pl_history_values(pl_history *history);  // [pl_history_size]

// The history at the start of the step for evaluations with this work; borrowed; NULL: the sheet never moved.
void pl_work_set_history(pl_work *work, const pl_history *history);
// Duration (s) of the step for terms that relax; INFINITY, as at first: slower than any relaxation.
void pl_work_set_duration(pl_work *work, double duration);

// The step that started at `history` ended at x: history becomes that of x. `work` is scratch; its content does not matter.
void pl_history_commit(const pl_model *model, const double *theta, const double *x, pl_history *history, pl_work *work);

// Work (J) that the terms with a memory absorb in the step from `history` to x. It is the integral of their stress over the strain.
double pl_history_work(const pl_model *model, const double *theta, const double *x, const pl_history *history, pl_work *work);

pl_status pl_history_slope_create(const pl_model *model, int n_column, pl_history_slope **slope);
void pl_history_slope_destroy(pl_history_slope *slope);
void pl_history_slope_clear(pl_history_slope *slope);
// out[n][n_dof] += dg/dh dh/dp at x, for the n columns from `first` on.
void pl_history_add_columns(const pl_model *model, const double *theta, const double *x, const pl_history *history,
                            const pl_history_slope *slope, int first, int n, double *out, pl_work *work);
// dh/dp after the step to x, before the history is updated. column[n_theta]: column of each parameter, -1 for none, NULL: in order;
// dx[n_column][n_dof] = dx/dp, m per unit of p.
void pl_history_slope_commit(const pl_model *model, const double *theta, const double *x, const pl_history *history, const int *column,
                             const double *dx, pl_history_slope *slope, pl_work *work);

#endif
