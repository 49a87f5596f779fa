// fit_joint.c: the schedule for hung samples and strips of one cloth (Wang 2011: 24 parameters of stretching, 15 of bending).
//
//   1. the hung samples alone      protocol/biaxial-hang/fit.c: stretching
//   2. the strips alone            protocol/cantilever/fit.c: bending, on a membrane that does not stretch
//   3. all of them at once         from both results: strips bend on the measured membrane, and the covariance includes both
// If interrupted before the third stage, the two materials are combined and all tests are scored with the result. Bending is that found so
// far or, if no strip was fitted yet, Peirce's estimate for each strip.
#include <string.h>

#include "estimate/model/registry.h"
#include "estimate/stage/stage.h"
#include "protocol/biaxial-hang/hang.h"

// State that a stage on other tests would pull back to its prior.
typedef struct kept {
  double intrinsic[PL_MAX_INTRINSIC];
} kept;

// The stages of the fit: one for each half, and for both.
typedef struct joint_stages {
  pl_stage stretch, bend, both;
} joint_stages;

static pl_status make_stages(const pl_fit *fit, joint_stages *s) {
  size_t n = (size_t)fit->problem.n_fitted;
  bool *hung = pl_arena_alloc(fit->arena, 2 * n, sizeof *hung), *strip = hung ? hung + n : NULL;
  if (!hung) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) strip[i] = !(hung[i] = pl_hang_of(fit->problem.fit_case[i].test) != NULL);
  s->both = s->stretch = s->bend = pl_fit_hang_stage(fit);
  s->both.name = "joint";
  s->stretch.left_out = strip;
  s->bend.left_out = hung;
  s->bend.tolerance = fit->problem.options.tolerance;
  return PL_OK;
}

static void keep_intrinsics(const pl_fit *fit, const pl_stage *half, kept *all) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(half, i)) memcpy(all[i].intrinsic, fit->problem.fit_case[i].specimen.value, sizeof all[i].intrinsic);
}

// Copies scales and bounds of the parts, by name: a combined material has only values. Parameters that a part fixed are not free.
static void take_parameters(const pl_material *part, pl_material *whole) {
  for (int j = 0; j < part->n_theta; j++) {
    const pl_parameter *from = &part->parameter[j];
    int at = pl_material_parameter_index(whole, from->name);
    if (at < 0 || from->frozen) continue;
    whole->parameter[at].scale = from->scale;
    whole->parameter[at].lower = from->lower;
    whole->parameter[at].upper = from->upper;
  }
}

// Uses one material for all cases from now on.
static pl_status join(pl_fit *fit, const pl_stage *both, const pl_material *stretch, const pl_material *bend, const char *words,
                      const kept *all) {
  pl_material *joint;
  PL_TRY(pl_material_combine(fit->ctx, stretch, bend, &joint));
  take_parameters(bend, joint);
  take_parameters(stretch, joint);
  const char *note = pl_arena_text(joint->arena, words);
  if (!note) {
    pl_material_destroy(joint);
    return PL_ERROR_MEMORY;
  }
  joint->note = note;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (fit->problem.fit_case[i].rig) memcpy(fit->problem.fit_case[i].specimen.value, all[i].intrinsic, sizeof all[i].intrinsic);
  fit->solution.model = "wang and wang-bending";
  return pl_stage_material(fit, both, joint);
}

static pl_status together(pl_fit *fit, const pl_stage *both, const pl_material *stretch, const kept *all, pl_solution *solution) {
  PL_TRY(join(fit, both, stretch, fit->material, "Stretching from hung samples and bending from strips, fitted together.", all));
  pl_status status = pl_stage_run(fit, both, solution);
  // interrupted before its first residuals: the halves still exist
  return solution->nowhere ? pl_fit_stopped(fit, both, status, solution) : status;
}

// Interrupted in one of the halves; stretch NULL: in the first.
static pl_status half_done(pl_fit *fit, const joint_stages *s, const pl_material *stretch, kept *all, pl_solution *solution) {
  solution->nowhere = true;
  if (fit->solution.n_iteration == 0) return PL_ERROR_INTERRUPTED;
  keep_intrinsics(fit, stretch ? &s->bend : &s->stretch, all);
  pl_status status;
  if (stretch) {
    status =
        join(fit, &s->both, stretch, fit->material,
             "Stretching from hung samples, bending from strips as far as it was fitted when the fit was interrupted; not fitted together.",
             all);
  } else {
    pl_material *bend;
    PL_TRY(pl_fit_cantilever_guess(fit, &bend));
    status = join(
        fit, &s->both, fit->material, bend,
        "Stretching from hung samples as far as it was fitted when the fit was interrupted; bending by Peirce's formula, not fitted.", all);
    pl_material_destroy(bend);
  }
  PL_TRY(status);
  return pl_fit_stopped(fit, &s->both, PL_ERROR_INTERRUPTED, solution);
}

static pl_status fit_joint(pl_fit *fit, pl_solution *solution) {
  kept *all = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *all);
  pl_material *stretch = NULL;
  joint_stages s;
  if (!all) return PL_ERROR_MEMORY;
  PL_TRY(pl_fit_check_density(fit));
  PL_TRY(make_stages(fit, &s));
  pl_status status = pl_fit_hang_stages(fit, &s.stretch, solution);
  if (status == PL_ERROR_INTERRUPTED) return half_done(fit, &s, NULL, all, solution);
  PL_TRY(status);
  keep_intrinsics(fit, &s.stretch, all);
  PL_TRY(pl_material_copy(fit->material, &stretch));
  status = pl_fit_cantilever_stages(fit, &s.bend, solution);
  if (status == PL_OK) {
    keep_intrinsics(fit, &s.bend, all);
    status = together(fit, &s.both, stretch, all, solution);
  } else if (status == PL_ERROR_INTERRUPTED) {
    status = half_done(fit, &s, stretch, all, solution);
  }
  pl_material_destroy(stretch);
  return status;
}

const pl_schedule pl_schedule_joint = {.name = "joint", .run = fit_joint};
