// observe.c: the observed values of an equilibrium, and their exact derivatives.
//
// Forward: dx/dp for every parameter, one factor and many right-hand sides; the next prediction starts from x + dx (p - old p). Adjoint:
// one system per observed value, for models without an energy, whose systems are expensive and whose parameters are many.
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "rig/visit.h"

// The linear part of an observer.
static double observe(const pl_observer *o, const double *gradient, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < o->n_force; i++) sum += o->force_weight[i] * gradient[o->force_dof[i]];
  for (int32_t i = 0; i < o->n_position; i++) sum += o->position_weight[i] * x[o->position_dof[i]];
  return sum;
}

static bool read_in(const pl_observer *o, int frame) { return o->frame < 0 || o->frame == frame; }

// Index of an observer's value of a frame in its channel.
static size_t slot(const pl_rig *rig, const pl_observer *o, int frame) {
  return (size_t)frame * pl_channel_width(&rig->test->channel[o->channel]) + o->component;
}

// Factor of a reading.
static double gauge(const pl__visit *v, const pl_observer *o) {
  const pl_rig *rig = v->rig;
  if (rig->read.gauge.length == 0 || o->channel != rig->read.gauge.channel) return 1;
  int k = rig->read.gauge.intrinsic;
  return 1 + (v->ask->intrinsic ? v->ask->intrinsic[k] : rig->intrinsic[k].start) / rig->read.gauge.length;
}

void pl__observe_values(const pl__visit *v, const double *x) {
  double *gradient = v->desk->x;
  pl_solver_gradient(v->solver, v->ask->theta, x, gradient);
  if (v->rig->act.aim) v->rig->act.aim(v->rig, v->frame, x, v->rig->memory);
  for (int i = 0; i < v->rig->read.n_observer; i++) {
    const pl_observer *o = &v->rig->memory->observer[i];
    double *out = v->ask->value[o->channel];
    if (out && read_in(o, v->frame)) out[slot(v->rig, o, v->frame)] = gauge(v, o) * (o->constant + observe(o, gradient, x));
  }
}

int pl__theta_columns(const pl_rig *rig, const pl_prediction *ask) { return ask->columns.column ? ask->columns.n : rig->material->n_theta; }

// Effect of intrinsic parameter k: motion of the supports and change of the gradient, both [n_dof] and zero on entry.
static pl_status vary(const pl__visit *v, int k, const double *x, double *motion, double *force) {
  const pl_rig *rig = v->rig;
  if (rig->act.vary) return rig->act.vary(rig, v->solver, v->frame, k, v->ask->theta, x, motion, force);
  if (rig->path.direction[0]) memcpy(motion, rig->path.direction[0], (size_t)rig->body.model->n_dof * sizeof *motion);
  return PL_OK;
}

// dx and dr of every intrinsic parameter, after the columns of theta.
static pl_status vary_intrinsics(const pl__visit *v, const double *x) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  double *motion = v->desk->x, *force = motion + n_dof;
  for (int k = 0; k < rig->n_intrinsic; k++) {
    size_t to = (size_t)(pl__theta_columns(rig, v->ask) + k) * n_dof;
    memset(motion, 0, 2 * n_dof * sizeof *motion);
    PL_TRY(vary(v, k, x, motion, force));
    pl_sensitivity_add_history(v->solver, v->ask->theta, x, pl__theta_columns(rig, v->ask) + k, force);
    PL_TRY(pl_sensitivity_motion(v->solver, motion, force, v->desk->dx + to, v->desk->dr + to));
  }
  return PL_OK;
}

static void write_derivatives(const pl__visit *v) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof, n_theta = (size_t)rig->material->n_theta, n_intrinsic = (size_t)rig->n_intrinsic;
  const double *dx = v->desk->dx, *dr = v->desk->dr;
  for (int i = 0; i < rig->read.n_observer; i++) {
    const pl_observer *o = &rig->memory->observer[i];
    if (!v->ask->value[o->channel] || !read_in(o, v->frame)) continue;
    double *by_theta = v->ask->by_theta ? v->ask->by_theta[o->channel] : NULL;
    double *by_intrinsic = v->ask->by_intrinsic ? v->ask->by_intrinsic[o->channel] : NULL;
    size_t row = slot(rig, o, v->frame);
    double factor = gauge(v, o);
    for (size_t j = 0; j < n_theta && by_theta; j++) {
      int from = v->ask->columns.column ? v->ask->columns.column[j] : (int)j;
      by_theta[row * n_theta + j] = from < 0 ? 0 : factor * observe(o, dr + (size_t)from * n_dof, dx + (size_t)from * n_dof);
    }
    for (size_t k = 0; k < n_intrinsic && by_intrinsic; k++) {
      size_t from = (size_t)pl__theta_columns(rig, v->ask) + k;
      by_intrinsic[row * n_intrinsic + k] = factor * observe(o, dr + from * n_dof, dx + from * n_dof);
      if (rig->read.gauge.length > 0 && rig->read.gauge.channel == o->channel && rig->read.gauge.intrinsic == (int)k)
        by_intrinsic[row * n_intrinsic + k] += v->ask->value[o->channel][row] / (factor * rig->read.gauge.length);
    }
  }
}

// ---- adjoint derivatives: models without an energy, where every system needs a Krylov solve ----

static bool same_weights(int32_t n, const int32_t *dof, const double *weight, const int32_t *other_dof, const double *other_weight) {
  if (n == 0) return true;
  return memcmp(dof, other_dof, (size_t)n * sizeof *dof) == 0 && memcmp(weight, other_weight, (size_t)n * sizeof *weight) == 0;
}

// The first observer of a frame with the same weights as observer i: points on one rigid body differ by a constant only.
static int first_alike(const pl_rig *rig, int frame, int i) {
  const pl_observer *o = &rig->memory->observer[i];
  for (int j = 0; j < i; j++) {
    const pl_observer *p = &rig->memory->observer[j];
    if (read_in(p, frame) && p->n_force == o->n_force && p->n_position == o->n_position &&
        same_weights(o->n_force, o->force_dof, o->force_weight, p->force_dof, p->force_weight) &&
        same_weights(o->n_position, o->position_dof, o->position_weight, p->position_dof, p->position_weight))
      return j;
  }
  return i;
}

enum { MAX_ADJOINT = 64 };

bool pl__adjoints_pay(const pl_rig *rig) {
  return !rig->body.model->symmetric && rig->read.n_observer <= MAX_ADJOINT && !pl_model_remembers(rig->body.model);
}

// The row of one observer: adjoint . dg/dp, and for moving supports also b.m + adjoint . (H m).
static void adjoint_row(const pl__visit *v, const pl_observer *o, const double *adjoint) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof, n_theta = (size_t)rig->material->n_theta, n_intrinsic = (size_t)rig->n_intrinsic;
  size_t row = slot(rig, o, v->frame);
  double *by_theta = v->ask->by_theta ? v->ask->by_theta[o->channel] : NULL;
  double *by_intrinsic = v->ask->by_intrinsic ? v->ask->by_intrinsic[o->channel] : NULL;
  for (size_t j = 0; j < n_theta && by_theta; j++) {
    int from = v->ask->columns.column ? v->ask->columns.column[j] : (int)j;
    by_theta[row * n_theta + j] = from < 0 ? 0 : cblas_ddot((int)n_dof, adjoint, 1, v->desk->dx + (size_t)from * n_dof, 1);
  }
  for (size_t k = 0; k < n_intrinsic && by_intrinsic; k++) {
    size_t from = (size_t)pl__theta_columns(rig, v->ask) + k;
    // dr contains the motion of the supports
    const double *motion = v->desk->dr + from * n_dof;
    by_intrinsic[row * n_intrinsic + k] = cblas_ddot((int)n_dof, adjoint, 1, v->desk->dx + from * n_dof, 1);
    for (int32_t i = 0; i < o->n_position; i++) by_intrinsic[row * n_intrinsic + k] += o->position_weight[i] * motion[o->position_dof[i]];
  }
}

// dg/dp of every parameter in desk->dx, the supports' motion in desk->dr, then one system per distinct observer.
static pl_status differentiate_by_adjoints(const pl__visit *v, const double *x) {
  const pl_rig *rig = v->rig;
  size_t n_dof = (size_t)rig->body.model->n_dof;
  if (v->ask->by_theta)
    pl_sensitivity_columns(v->solver, v->ask->theta, x, pl__theta_columns(rig, v->ask), v->ask->columns.column, v->desk->dx);
  for (int k = 0; k < rig->n_intrinsic && v->ask->by_intrinsic; k++) {
    size_t to = (size_t)(pl__theta_columns(rig, v->ask) + k) * n_dof;
    double *motion = v->desk->dr + to, *force = v->desk->dx + to;
    PL_TRY(vary(v, k, x, motion, force));
    pl_sensitivity_add_motion(v->solver, motion, force);
  }
  double *weight = v->desk->x, *reaction = weight + n_dof, *adjoint = weight + 2 * n_dof;
  for (int i = 0; i < rig->read.n_observer; i++) {
    const pl_observer *o = &rig->memory->observer[i];
    if (!v->ask->value[o->channel] || !read_in(o, v->frame) || first_alike(rig, v->frame, i) != i) continue;
    memset(weight, 0, 2 * n_dof * sizeof *weight);
    for (int32_t j = 0; j < o->n_position; j++) weight[o->position_dof[j]] += o->position_weight[j];
    for (int32_t j = 0; j < o->n_force; j++) reaction[o->force_dof[j]] += o->force_weight[j];
    PL_TRY(pl_sensitivity_adjoint(v->solver, weight, o->n_force > 0 ? reaction : NULL, adjoint));
    for (int j = i; j < rig->read.n_observer; j++)
      if (v->ask->value[rig->memory->observer[j].channel] && read_in(&rig->memory->observer[j], v->frame) &&
          first_alike(rig, v->frame, j) == i)
        adjoint_row(v, &rig->memory->observer[j], adjoint);
  }
  return PL_OK;
}

// ---- derivatives ----

pl_status pl__differentiate(const pl__visit *v, const double *x, bool rest, bool *stable) {
  const pl_rig *rig = v->rig;
  size_t size = (size_t)(pl__theta_columns(rig, v->ask) + rig->n_intrinsic) * (size_t)rig->body.model->n_dof;
  memset(v->desk->dx, 0, size * sizeof(double));
  memset(v->desk->dr, 0, size * sizeof(double));
  bool solvable;
  PL_TRY(pl_sensitivity_begin(v->solver, v->ask->theta, x, &solvable));
  *stable = solvable || rest;  // a sheet at rest may have zero stiffness; nothing depends on its parameters there
  if (!*stable) return PL_OK;
  if (solvable && pl__adjoints_pay(rig)) {
    PL_TRY(differentiate_by_adjoints(v, x));
    *stable = pl_sensitivity_solved(v->solver);
    return PL_OK;
  }
  if (solvable) {
    if (v->ask->by_theta)
      PL_TRY(pl_sensitivity_theta(v->solver, v->ask->theta, x, pl__theta_columns(rig, v->ask), v->ask->columns.column, v->desk->dx,
                                  v->desk->dr));
    if (v->ask->by_intrinsic) PL_TRY(vary_intrinsics(v, x));
    *stable = pl_sensitivity_solved(v->solver);
  }
  if (*stable) write_derivatives(v);
  return PL_OK;
}
