// potential.c: a model as the sum of its potentials (potential.h).
#include "model/potential.h"

#include <math.h>
#include <string.h>

#include "model/assemble.h"
#include "model/narrow.h"

void pl_model_add_potential(pl_model *model, const pl_potential *potential) {
  pl_potential *all = (pl_potential *)model->potential;  // the model's memory, constant once it is built
  PL_ASSERT(model->n_potential < PL_MAX_POTENTIAL);
  pl_potential *own = &all[model->n_potential++];
  *own = *potential;
  own->history_first = model->n_history;
  model->n_history += own->n_history;
  model->limited = model->limited || own->row->max_step;
  if (!own->row->place) return;
  PL_ASSERT(!model->constraint && model->n_dof <= PL_PLACED_DOF);
  model->constraint = own;
}

const pl_potential *pl_model_potential(const pl_model *model, const pl_potential_row *row) {
  for (int i = 0; i < model->n_potential; i++)
    if (model->potential[i].row == row) return &model->potential[i];
  return NULL;
}

const double *pl_model_place(const pl_model *model, const double *x, double *placed) {
  if (!model->constraint) return x;
  model->constraint->row->place(model->constraint, x, placed);
  return placed;
}

// The neutral element of floating-point addition is -0: sums that begin with it keep the sign of a zero.
static void clear(int32_t n, double *sum) {
  for (int32_t i = 0; i < n; i++) sum[i] = -0.0;
}

// The energies of potentials [from, to) in order, with those marked as last at the end.
static void add(const pl_model *model, int from, int to, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  for (int i = from; i < to; i++) {
    const pl_potential *p = &model->potential[i];
    if (p->row->add) p->row->add(model, p, theta, x, mode, p->row->energy_last ? NULL : energy, gradient, hessian, work);
  }
  for (int i = from; i < to && energy; i++) {
    const pl_potential *p = &model->potential[i];
    if (p->row->energy_last) p->row->add(model, p, theta, x, mode, energy, NULL, NULL, work);
  }
}

bool pl_model_eval(const pl_model *model, const double *theta, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                   pl_block_matrix *hessian, pl_work *work) {
  pl_work_bind(model, theta, work);
  double sum = 0, check = 0, placed[PL_PLACED_DOF], slope[PL_PLACED_DOF];
  x = pl_model_place(model, x, placed);
  if (model->constraint && hessian && !gradient) gradient = slope;  // its Hessian needs the multipliers
  if (gradient) clear(model->n_dof, gradient);
  bool narrow = hessian && work->narrow;
  if (hessian) pl_block_matrix_zero(hessian);
  if (narrow) pl_block_matrix_zero(work->narrow);
  add(model, 0, model->n_own, theta, x, mode, energy ? &sum : NULL, gradient, hessian, work);
  add(model, model->n_own, model->n_potential, theta, x, mode, energy ? &sum : NULL, gradient, hessian, work);
  if (narrow) {
    pl_status status = pl_narrow_combine(model, x, hessian, work);
    if (status != PL_OK) pl_work_fail(work, status);
  }
  if (energy) check += *energy = sum;
  if (model->constraint && gradient) model->constraint->row->reduce(model->constraint, x, mode, gradient, hessian);
  if (gradient) pl_model_tie(model, gradient);
  if (gradient)
    for (int32_t i = 0; i < model->n_dof; i++) check += gradient[i];
  return isfinite(check) && work->status == PL_OK;
}

void pl_model_energies(const pl_model *model, const double *theta, const double *x, double account[PL_ACCOUNT_COUNT], pl_work *work) {
  double placed[PL_PLACED_DOF];
  memset(account, 0, PL_ACCOUNT_COUNT * sizeof *account);
  pl_work_bind(model, theta, work);
  x = pl_model_place(model, x, placed);
  add(model, 0, model->n_own, theta, x, PL_HESS_EXACT, &account[PL_ACCOUNT_BODY], NULL, NULL, work);
  for (int i = model->n_own; i < model->n_potential; i++)
    add(model, i, i + 1, theta, x, PL_HESS_EXACT, &account[model->potential[i].row->account], NULL, NULL, work);
}

void pl_model_theta(const pl_model *model, const double *theta, const double *x, int n_column, const int *column, double *out,
                    pl_work *work) {
  double placed[PL_PLACED_DOF];
  const pl_potential *constraint = model->constraint;
  x = pl_model_place(model, x, placed);
  memset(out, 0, (size_t)n_column * model->n_dof * sizeof *out);
  for (int i = 0; i < model->n_potential; i++) {
    const pl_potential *p = &model->potential[i];
    if (p->row->add_theta) p->row->add_theta(model, p, theta, x, column, out, work);
  }
  for (int j = 0; j < n_column && constraint; j++)
    constraint->row->reduce(constraint, x, PL_HESS_EXACT, out + (size_t)j * model->n_dof, NULL);
}

// The part of the step that all potentials admit, and the one that limits it most, NULL: none does.
static double admitted(const pl_model *model, const double *x, const double *dx, pl_work *work, const pl_potential **limiting) {
  double part = 1;
  *limiting = NULL;
  for (int i = 0; i < model->n_potential && model->limited; i++) {
    const pl_potential *p = &model->potential[i];
    double own = p->row->max_step ? p->row->max_step(model, p, x, dx, work) : 1;
    if (own < part) *limiting = p;
    part = fmin(part, own);
  }
  return part;
}

double pl_model_max_step(const pl_model *model, const double *x, const double *dx, pl_work *work) {
  const pl_potential *limiting;
  return admitted(model, x, dx, work, &limiting);
}

const char *pl_model_limiting(const pl_model *model, const double *x, const double *dx, pl_work *work) {
  const pl_potential *limiting;
  admitted(model, x, dx, work, &limiting);
  return limiting ? limiting->row->name : NULL;
}
