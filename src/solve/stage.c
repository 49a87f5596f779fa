// stage.c: the incremental potential of one implicit stage (stage.h), and its memory.
#include "solve/stage.h"

#include <math.h>
#include <string.h>

#include "model/potential.h"

// ---- memory ----

static bool has_rate_terms(const pl_model *model) {
  for (int i = 0; i < model->n_group; i++)
    if (model->group[i].n_rate_term > 0) return true;
  return false;
}

static pl_status lay_out(pl_stage *s) {
  const pl_model *model = s->model;
  size_t n_vertex = (size_t)model->n_vertex;
  int32_t *diagonal = pl_arena_alloc(s->arena, n_vertex, sizeof *diagonal);
  double *mass = pl_arena_alloc(s->arena, n_vertex, sizeof *mass);
  double **vectors[] = {&s->reference, &s->push, &s->x, &s->gradient, &s->trial, &s->trial_gradient, &s->dx, &s->v, &s->scratch};
  if (!diagonal || !mass) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    if (!(*vectors[i] = pl_arena_alloc(s->arena, (size_t)s->n_dof, sizeof(double)))) return PL_ERROR_MEMORY;
  // a body of unknown density can still follow equilibria: its inertia only affects the path to them
  pl_model_masses(model, 0.1, 1000, mass);
  for (int32_t v = 0; v < model->n_vertex; v++) diagonal[v] = pl_block_position(&model->pattern, v, v);
  s->diagonal = diagonal;
  s->mass = mass;
  PL_TRY(pl_block_matrix_create(s->arena, &model->pattern, &s->hess));
  PL_TRY(pl_block_matrix_create(s->arena, &model->pattern, &s->viscous));
  PL_TRY(pl_block_matrix_create(s->arena, &model->pattern, &s->exact));
  PL_TRY(pl_block_matrix_create(s->arena, &model->pattern, &s->mixed));
  PL_TRY(pl__conjugate_create(s->arena, model, &s->conjugate));
  s->conjugate.able = s->conjugate.able && !s->has_rate;
  if (s->conjugate.able) PL_TRY(pl_block_matrix_create(s->arena, &model->pattern, &s->narrow_viscous));
  return s->has_rate ? pl_block_matrix_create(s->arena, &model->pattern, &s->rate) : PL_OK;
}

pl_status pl__stage_create(const pl_model *model, const pl_dynamics *dynamics, bool single, pl_stage *s) {
  *s = (pl_stage){
      .ctx = model->ctx, .model = model, .dynamics = dynamics, .single = single, .n_dof = model->n_dof, .has_rate = has_rate_terms(model)};
  pl_status status = PL_ERROR_MEMORY;
  s->arena = pl_arena_create(model->ctx);
  if (!s->arena) goto cleanup;
  PL_TRY_CLEAN(lay_out(s));
  PL_TRY_CLEAN(pl_work_create(model, &s->work));
  PL_TRY_CLEAN(pl__stage_supports(s));
  return PL_OK;
cleanup:
  pl__stage_clear(s);
  return status;
}

void pl__stage_clear(pl_stage *s) {
  pl_factor_destroy(s->factor);
  pl__conjugate_clear(&s->conjugate);
  pl_work_destroy(s->work);
  pl_arena_destroy(s->arena);
  *s = (pl_stage){0};
}

pl_status pl__stage_supports(pl_stage *s) {
  pl_factor_destroy(s->factor);
  s->factor = NULL;
  const pl_model *m = s->model;
  // the semidefinite matrix of a single solve is symmetric, whatever the law
  bool symmetric = m->symmetric || s->single;
  PL_TRY(pl_factor_create(s->ctx, &m->pattern, m->fixed, m->tie, symmetric ? PL_FACTOR_CHOLESKY_NONZERO : PL_FACTOR_SYMMETRIC_PART,
                          &s->factor));
  if (!symmetric) return PL_OK;
  uint8_t *used = pl_alloc(s->ctx, (size_t)m->pattern.n_block + 1, sizeof *used);
  if (!used) return PL_ERROR_MEMORY;
  pl_model_structure(m, m->material->theta, used, s->work);
  pl_factor_use(s->factor, used);
  pl_free(s->ctx, used);
  return pl__conjugate_supports(m, s->work, &s->conjugate);
}

// ---- the incremental potential ----

// Keeps an error of a sum, for want of memory; eval returns false from then on.
static void keep(pl_stage *s, pl_status status) {
  if (status != PL_OK) pl_work_fail(s->work, status);
}

void pl__stage_damping(pl_stage *s, const double *theta, bool damped) {
  const pl_dynamics *d = s->dynamics;
  bool strain = d->damping.membrane > 0 || d->damping.bending > 0, wind = pl_wind_acts(&d->wind);
  s->damped = damped && (strain || wind || s->has_rate);
  if (!s->damped) return;
  pl_block_matrix_zero(&s->viscous);
  memset(s->push, 0, (size_t)s->n_dof * sizeof *s->push);
  if (wind) pl_drag_add(&d->wind, s->model->mesh, s->reference, &s->viscous, s->push);
  pl_block_matrix *narrow = s->conjugate.able ? &s->narrow_viscous : NULL;
  if (narrow) keep(s, pl_block_matrix_copy(&s->viscous, narrow));
  if (strain) pl_strain_damping_add(&d->damping, s->model, theta, s->reference, &s->viscous, narrow, s->work);
}

// R(x_ref, v) and its gradient, added; the second derivative of the rate terms goes to `rate`.
static double add_dissipation(pl_stage *s, const double *v, double *gradient, bool hess) {
  double power_half = 0;
  pl_block_matrix_multiply(&s->viscous, v, s->scratch);
  for (int32_t i = 0; i < s->n_dof; i++) {
    power_half += (0.5 * s->scratch[i] - s->push[i]) * v[i];
    gradient[i] += s->scratch[i] - s->push[i];
  }
  if (s->has_rate) {
    if (hess) pl_block_matrix_zero(&s->rate);
    pl_model_add_rates(s->model, s->theta, s->reference, v, &power_half, gradient, hess ? &s->rate : NULL, s->work);
  }
  return power_half;
}

// matrix += C/gamma + M/gamma^2
static void add_viscous_and_mass(pl_stage *s, const pl_block_matrix *viscous, pl_block_matrix *matrix) {
  double inverse = 1 / s->gamma;
  if (s->damped) keep(s, pl_block_matrix_add_scaled(inverse, viscous, matrix));
  for (int32_t v = 0; v < s->model->n_vertex; v++)
    for (int k = 0; k < 9; k += 4) matrix->value[9 * (size_t)s->diagonal[v] + (size_t)k] += s->mass[v] * inverse * inverse;
}

static void add_matrices(pl_stage *s) {
  if (s->damped && s->has_rate) keep(s, pl_block_matrix_add_scaled(1 / s->gamma, &s->rate, &s->hess));
  add_viscous_and_mass(s, &s->viscous, &s->hess);
  if (s->iterative) add_viscous_and_mass(s, &s->narrow_viscous, &s->conjugate.matrix);
}

bool pl__stage_eval(pl_stage *s, const double *x, pl_hess_mode mode, double *phi, double *gradient, bool hess) {
  const pl_model *m = s->model;
  bool finite = pl_model_eval(m, s->theta, x, mode, phi, gradient, hess ? &s->hess : NULL, s->work);
  double inertia = 0, sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    double moved = x[i] - s->position[i];
    s->v[i] = moved / s->gamma;
    if (m->fixed[i]) continue;
    double f = s->mass[i / 3] * (s->v[i] - s->velocity[i]) / s->gamma;
    inertia += 0.5 * f * (moved - s->gamma * s->velocity[i]);
    gradient[i] += f;
  }
  *phi += inertia;
  if (s->damped) *phi += s->gamma * add_dissipation(s, s->v, gradient, hess);
  if (hess) add_matrices(s);
  pl_model_tie(m, gradient);
  for (int32_t i = 0; i < s->n_dof; i++) sum += gradient[i];
  return finite && isfinite(*phi) && isfinite(sum) && pl_work_status(s->work) == PL_OK;
}

void pl__stage_dissipation(pl_stage *s, const double *v, double *damping, double *drag) {
  memset(damping, 0, (size_t)s->n_dof * sizeof *damping);
  memset(drag, 0, (size_t)s->n_dof * sizeof *drag);
  if (!s->damped) return;
  add_dissipation(s, v, damping, false);
  if (!pl_wind_acts(&s->dynamics->wind)) return;
  pl_drag_force(&s->dynamics->wind, s->model->mesh, s->reference, v, drag);
  for (int32_t i = 0; i < s->n_dof; i++) damping[i] -= drag[i];
}
