// stage.c: Newton on the incremental potential of one implicit stage (stage.h).
#include "solve/stage.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model/potential.h"

static const double FIRST_PART = 1.0 / 64;  // of the semidefinite Hessian

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

pl_status pl__stage_create(const pl_model *model, const pl_dynamics *dynamics, pl_stage *s) {
  *s = (pl_stage){.ctx = model->ctx, .model = model, .dynamics = dynamics, .n_dof = model->n_dof, .has_rate = has_rate_terms(model)};
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
  PL_TRY(pl_factor_create(s->ctx, &m->pattern, m->fixed, m->tie, m->symmetric ? PL_FACTOR_CHOLESKY_NONZERO : PL_FACTOR_LU, &s->factor));
  if (!m->symmetric) return PL_OK;
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

// Phi, its gradient and, if requested, its Hessian at x. False when a result is not finite.
static bool eval(pl_stage *s, const double *x, pl_hess_mode mode, double *phi, double *gradient, bool hess) {
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

// ---- Newton ----

// If the exact Hessian is not positive definite: mixes in as much of the semidefinite one as needed; the masses contribute too. Using only
// the semidefinite one makes steps too short where cloth buckles.
static pl_status factor_blend(pl_stage *s, pl_step_report *report, pl_factor_outcome *outcome) {
  PL_TRY(pl_block_matrix_copy(&s->hess, &s->exact));
  if (!eval(s, s->x, PL_HESS_PSD, &s->phi, s->gradient, true)) return pl_work_status(s->work);
  for (double part = s->part; *outcome != PL_FACTOR_OK; part = fmin(1, 4 * part)) {
    // mixed = (1 - part) exact + part semidefinite (in hess)
    PL_TRY(pl_block_matrix_blend(&s->exact, part, &s->hess, &s->mixed));
    PL_TRY(pl_factor_compute(s->factor, &s->mixed, 0, NULL, outcome));
    report->factors++;
    s->part = fmax(0.5 * part, FIRST_PART);
    if (part >= 1) break;
  }
  return PL_OK;
}

// Phi, gradient and Hessian at x, and a factor. *found is false when there is none, or x is not finite.
static pl_status linearise(pl_stage *s, pl_hess_mode mode, pl_step_report *report, bool *found) {
  pl_factor_outcome outcome = PL_FACTOR_NOT_POSITIVE;
  *found = false;
  s->iterative = pl__conjugate_next(&s->conjugate);
  pl_work_set_narrow(s->work, s->iterative ? &s->conjugate.matrix : NULL);
  bool finite = eval(s, s->x, mode, &s->phi, s->gradient, true);
  pl_work_set_narrow(s->work, NULL);
  if (!finite) return pl_work_status(s->work);
  s->factored = &s->hess;
  if (s->iterative) {
    PL_TRY(pl__conjugate_factor(&s->conjugate, found));
    report->factors++;
    s->iterative = *found;
    if (*found) return PL_OK;
  }
  PL_TRY(pl_factor_compute(s->factor, &s->hess, 0, NULL, &outcome));
  report->factors++;
  if (outcome != PL_FACTOR_OK && mode == PL_HESS_EXACT && s->model->symmetric) {
    report->indefinite++;
    s->factored = &s->mixed;
    PL_TRY(factor_blend(s, report, &outcome));
  }
  *found = outcome == PL_FACTOR_OK;
  return PL_OK;
}

static double largest(const pl_stage *s, const double *a) {
  double most = 0;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!(fabs(a[i]) <= most)) most = fabs(a[i]);
  return most;
}

static double dot(const pl_stage *s, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++) sum += a[i] * b[i];
  return sum;
}

// Half the squared residual, for models without an energy.
static double residual(const pl_stage *s, const double *gradient) {
  double sum = 0;
  for (int32_t i = 0; i < s->n_dof; i++)
    if (!s->model->fixed[i]) sum += gradient[i] * gradient[i];
  return 0.5 * sum;
}

// Energies closer than this are indistinguishable.
static double slack(const pl_stage *s) {
  const double *load = pl_work_load(s->model, s->work);
  double sum = fabs(s->phi);
  for (int32_t i = 0; i < s->n_dof; i++) sum += fabs(load[i] * s->x[i]);
  return 64 * DBL_EPSILON * sum;
}

static void accept(pl_stage *s, double phi) {
  double *x = s->x, *g = s->gradient;
  s->x = s->trial, s->trial = x;
  s->gradient = s->trial_gradient, s->trial_gradient = g;
  s->phi = phi;
}

// Backtracking along dx. Where the decrease is below round-off, a smaller residual decides. False when no step is good.
static bool search(pl_stage *s) {
  const double armijo = 1e-4;
  bool symmetric = s->model->symmetric;
  double norm = residual(s, s->gradient), slope = symmetric ? dot(s, s->gradient, s->dx) : -2 * norm, rounding = symmetric ? slack(s) : 0;
  double at = symmetric ? s->phi : norm;
  double a = pl_model_max_step(s->model, s->x, s->dx, s->work);
  for (int i = 0; i < 30; i++) {
    double phi;
    for (int32_t k = 0; k < s->n_dof; k++) s->trial[k] = s->x[k] + a * s->dx[k];
    bool finite = eval(s, s->trial, PL_HESS_EXACT, &phi, s->trial_gradient, false);
    double now = symmetric ? phi : residual(s, s->trial_gradient), rise = now - at;
    bool low = finite && rise <= armijo * a * slope;
    bool drowned = finite && symmetric && rise <= rounding && residual(s, s->trial_gradient) < norm;
    if (low || drowned) {
      accept(s, phi);
      return true;
    }
    double curvature = rise - slope * a, best = finite && curvature > 0 ? -0.5 * slope * a * a / curvature : 0.2 * a;
    a = fmin(fmax(best, 0.1 * a), 0.5 * a);
  }
  return false;
}

// Error of a direction, relative to it, in the norm of the energy. Newton's method corrects it in its next iteration, so it then converges by a
// factor of a thousand each time. A single solve per step is not corrected: its error is far below that of the time step.
static const double NEWTON_ERROR = 1e-3, SINGLE_ERROR = 1e-6;

// dx: Newton's direction of the free dofs when the fixed ones move by `move` [n_dof], NULL: they stay. It counts as an iteration.
static pl_status find_direction(pl_stage *s, const double *move, pl_hess_mode mode, pl_step_report *report, bool *found) {
  bool solved = false;
  while (!solved) {
    PL_TRY(linearise(s, mode, report, found));
    if (!*found) return PL_OK;
    for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] = -s->gradient[i];
    if (move) {
      pl_block_matrix_multiply(s->factored, move, s->scratch);
      for (int32_t i = 0; i < s->n_dof; i++) s->dx[i] -= s->scratch[i];
    }
    solved = !s->iterative;
    if (s->iterative)  // if it fails, the next matrix is factorised
      PL_TRY(pl__conjugate_solve(&s->conjugate, &s->hess, mode == PL_HESS_EXACT ? NEWTON_ERROR : SINGLE_ERROR, s->dx, s->dx, &solved));
    else
      PL_TRY(pl_factor_solve(s->factor, 1, s->dx, s->dx));
  }
  report->iterations++;
  return PL_OK;
}

// The step dx of the free dofs when the fixed ones move to their targets, linearised at the start. With one solve per step this is the
// whole method.
static pl_status first_step(pl_stage *s, const double *target, pl_hess_mode mode, pl_step_report *report, bool *found) {
  double moved = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    s->trial[i] = s->model->fixed[i] ? target[i] - s->x[i] : 0;
    moved = fmax(moved, fabs(s->trial[i]));
  }
  PL_TRY(find_direction(s, moved > 0 ? s->trial : NULL, mode, report, found));
  if (!*found) return PL_OK;
  for (int32_t i = 0; i < s->n_dof; i++) s->trial[i] += s->dx[i];
  double phi, part = pl_model_max_step(s->model, s->x, s->trial, s->work);
  bool whole = part >= 1;
  for (int32_t i = 0; i < s->n_dof; i++) s->trial[i] = s->model->fixed[i] ? target[i] : s->x[i] + part * s->dx[i];
  // supports move all of their way or not at all
  *found = (whole || moved == 0) && isfinite(largest(s, s->dx)) && eval(s, s->trial, PL_HESS_EXACT, &phi, s->trial_gradient, false);
  if (*found) accept(s, phi);
  report->converged = *found && whole;
  return PL_OK;
}

static pl_status iterate(pl_stage *s, int newton, double tolerance, pl_step_report *report) {
  while (report->iterations < newton) {
    bool found;
    PL_TRY(find_direction(s, NULL, PL_HESS_EXACT, report, &found));
    if (!found) return PL_OK;
    report->last = largest(s, s->dx);
    if (!isfinite(report->last)) return PL_OK;
    // far from the origin positions have fewer significant digits
    report->converged = report->last <= fmax(tolerance, 1e3 * DBL_EPSILON * largest(s, s->x));
    double gain = -dot(s, s->gradient, s->dx);
    bool moved = search(s);
    // no better point, and no decrease that Phi can resolve: converged
    if (!moved && s->model->symmetric && gain <= slack(s)) report->converged = true;
    if (!moved || report->converged) return PL_OK;
  }
  return PL_OK;
}

pl_status pl__stage_solve(pl_stage *s, const double *target, int newton, double tolerance, pl_step_report *report) {
  bool found;
  *report = (pl_step_report){.finite = true};
  s->part = FIRST_PART;
  // with a single solve no line search can shorten the step of a nearly singular matrix
  PL_TRY(first_step(s, target, newton > 1 ? PL_HESS_EXACT : PL_HESS_PSD, report, &found));
  if (!found) {  // start with the supports displaced and everything else in place
    for (int32_t i = 0; i < s->n_dof; i++) s->trial[i] = s->model->fixed[i] ? target[i] - s->x[i] : 0;
    report->finite = pl_model_max_step(s->model, s->x, s->trial, s->work) >= 1;
    if (!report->finite) return PL_OK;
    for (int32_t i = 0; i < s->n_dof; i++) s->x[i] = s->model->fixed[i] ? target[i] : s->x[i];
    report->finite = eval(s, s->x, PL_HESS_EXACT, &s->phi, s->gradient, false);
    if (!report->finite) return pl_work_status(s->work);
  }
  if (newton > 1) {
    report->converged = false;
    return iterate(s, newton, tolerance, report);
  }
  report->last = largest(s, s->dx);
  return PL_OK;
}
