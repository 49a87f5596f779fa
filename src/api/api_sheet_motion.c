// api_sheet_motion.c: one sheet in time, over the integrators of solve.
#include <pliant/simulate.h>

#include <math.h>
#include <string.h>

#include "solve/integrate.h"

struct pl_sheet_motion {
  pl_arena *arena;
  pl_model *model;
  pl_dynamics dynamics;
  pl_stepper *stepper;
  pl_state *state;
  double *load;          // [n_dof], N; NULL: none
  double *from, *place;  // [n_dof], m: supports at the beginning of a call, and at the end of a step
};

pl_sheet_motion_options pl_sheet_motion_options_default(void) {
  pl_integrate_options usual = pl_integrate_options_default();
  return (pl_sheet_motion_options){
      .integrator = (pl_integrator)usual.method, .step = usual.step, .newton = usual.newton, .tolerance = usual.tolerance};
}

static bool finite_all(const double *value, int32_t n) {
  for (int32_t i = 0; value && i < n; i++)
    if (!isfinite(value[i])) return false;
  return true;
}

static pl_status check(pl_context *ctx, const pl_material *material, const pl_sheet_motion_options *options, int32_t n_dof) {
  if (!finite_all(options->gravity, 3) || !finite_all(options->load, n_dof) || !finite_all(options->velocity, n_dof))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give finite numbers", "gravity, a load or a velocity is not a number");
  if (!(options->step > 0 && options->step <= 1e3) || !(options->tolerance > 0) || options->newton < 1)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "begin with pl_sheet_motion_options_default()",
                   "a step of %g s, a tolerance of %g m and %d linear solves: all must be above zero", options->step, options->tolerance,
                   options->newton);
  if (options->integrator < 0 || options->integrator >= PL_INTEGRATOR_COUNT)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use PL_BACKWARD_EULER", "there is no integrator %d", (int)options->integrator);
  if (!(pl_material_density(material) > 0) && options->integrator != PL_STATIC)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the material its density", "'%.80s' has no density, motion needs one",
                   pl_material_name(material));
  return PL_OK;
}

void pl_sheet_motion_destroy(pl_sheet_motion *motion) {
  if (!motion) return;
  pl_state_destroy(motion->state);
  pl_stepper_destroy(motion->stepper);
  pl_model_destroy(motion->model);
  pl_arena_destroy(motion->arena);
}

pl_status pl_sheet_motion_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_sheet_motion_options *options,
                                 pl_sheet_motion **out) {
  *out = NULL;
  pl_sheet_motion_options chosen = options ? *options : pl_sheet_motion_options_default();
  int32_t n_dof = 3 * mesh->n_vertex;
  size_t size = (size_t)n_dof * sizeof(double);
  PL_TRY(check(ctx, material, &chosen, n_dof));
  pl_arena *arena = pl_arena_create(ctx);
  pl_sheet_motion *motion = arena ? pl_arena_alloc(arena, 1, sizeof *motion) : NULL;
  if (!motion) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *motion = (pl_sheet_motion){.arena = arena};
  pl_model_options model = {.fixed = chosen.fixed};
  memcpy(model.gravity, chosen.gravity, sizeof model.gravity);
  pl_integrate_options integrate = {(int)chosen.integrator, chosen.step, chosen.newton, chosen.tolerance};
  pl_status status;
  PL_TRY_CLEAN(pl_model_create(ctx, mesh, material, &model, &motion->model));
  PL_TRY_CLEAN(pl_model_check_volume(motion->model));
  PL_TRY_CLEAN(pl_stepper_create(motion->model, &motion->dynamics, &integrate, &motion->stepper));
  PL_TRY_CLEAN(pl_state_create(motion->model, mesh->x0, &motion->state));
  status = PL_ERROR_MEMORY;
  motion->from = pl_arena_alloc(arena, (size_t)n_dof, sizeof(double));
  motion->place = pl_arena_alloc(arena, (size_t)n_dof, sizeof(double));
  if (chosen.load) motion->load = pl_arena_alloc(arena, (size_t)n_dof, sizeof(double));
  if (!motion->from || !motion->place || (chosen.load && !motion->load)) goto cleanup;
  if (chosen.load) memcpy(motion->load, chosen.load, size);
  if (chosen.velocity) memcpy(motion->state->v, chosen.velocity, size);
  *out = motion;
  return PL_OK;
cleanup:
  pl_sheet_motion_destroy(motion);
  return status;
}

pl_status pl_sheet_motion_advance(pl_sheet_motion *motion, int64_t n, const double *target, pl_sheet_motion_report *report) {
  pl_sheet_motion_report all = {0};
  const double *theta = motion->model->material->theta;
  int32_t n_dof = motion->model->n_dof;
  if (report) *report = all;
  if (!finite_all(target, n_dof))
    return pl_fail(motion->model->ctx, PL_ERROR_INPUT, NULL, "give finite numbers", "a target of the supports is not a number");
  memcpy(motion->from, motion->state->x, (size_t)n_dof * sizeof *motion->from);
  for (int64_t i = 0; i < n && !all.stopped; i++) {
    double share = (double)(i + 1) / (double)n;
    for (int32_t k = 0; k < n_dof; k++)
      motion->place[k] = motion->from[k] + (target && motion->model->fixed[k] ? share * (target[k] - motion->from[k]) : 0);
    pl_step_report step;
    PL_TRY(pl_step(motion->stepper, theta, motion->state, motion->place, motion->load, &step));
    all.stopped = !step.finite;
    all.n_step += step.finite;
    all.n_loose += step.finite && !step.converged;
    all.n_parts += step.finite && step.parts > 1;
    all.iterations += step.iterations;
    if (report) *report = all;
  }
  return PL_OK;
}

double pl_sheet_motion_time(const pl_sheet_motion *motion) { return motion->state->time; }

const double *pl_sheet_motion_positions(const pl_sheet_motion *motion) { return motion->state->x; }

const double *pl_sheet_motion_velocities(const pl_sheet_motion *motion) { return motion->state->v; }

pl_energies pl_sheet_motion_energies(pl_sheet_motion *motion) {
  return pl_stepper_energies(motion->stepper, motion->model->material->theta, motion->state);
}
