// fit_joint.c: the schedule for hung samples and strips of one cloth (Wang 2011: 24 numbers of stretching, 15 of bending).
//
//   1. the hung samples alone      fit_hang.c: stretching
//   2. the strips alone            fit_cantilever.c: bending, on a membrane that does not stretch
//   3. all of them at once         from both results: strips bend on the membrane that was measured, and the covariance knows both
#include <string.h>

#include "estimate/stage.h"

// What a stage on other tests would pull back to its prior.
typedef struct kept {
  double intrinsic[PL_MAX_INTRINSIC];
} kept;

static void only(pl_fit *fit, bool hung) {
  for (int i = 0; i < fit->n_fitted; i++) fit->fit_case[i].idle = (fit->fit_case[i].test->hang != NULL) != hung;
}

static void keep_intrinsics(const pl_fit *fit, kept *all) {
  for (int i = 0; i < fit->n_fitted; i++)
    if (!fit->fit_case[i].idle) memcpy(all[i].intrinsic, fit->fit_case[i].intrinsic, sizeof all[i].intrinsic);
}

// Scales and bounds of the parts, by name: a combined material knows values only. What a part held was no unknown of its own.
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

static pl_status together(pl_fit *fit, const pl_material *stretch, const kept *all, pl_solution *solution) {
  pl_material *joint;
  PL_TRY(pl_material_combine(fit->ctx, stretch, fit->material, &joint));
  take_parameters(fit->material, joint);
  take_parameters(stretch, joint);
  const char *note = pl_arena_text(joint->arena, "Stretching from hung samples and bending from strips, fitted together.");
  if (!note) {
    pl_material_destroy(joint);
    return PL_ERROR_MEMORY;
  }
  joint->note = note;
  for (int i = 0; i < fit->n_fitted; i++) {
    fit->fit_case[i].idle = false;
    memcpy(fit->fit_case[i].intrinsic, all[i].intrinsic, sizeof all[i].intrinsic);
  }
  PL_TRY(pl_stage_material(fit, joint));
  return pl_stage_run(fit, "joint", false, solution);
}

// Interrupted in one of the halves: half a material tells nothing of the tests of the other, which have no rigs yet. Nothing to keep.
static pl_status half_done(pl_status status, pl_solution *solution) {
  solution->nowhere = solution->nowhere || status == PL_ERROR_INTERRUPTED;
  return status;
}

pl_status pl_fit_joint(pl_fit *fit, pl_solution *solution) {
  const double asked_tolerance = fit->options.tolerance;
  kept *all = pl_arena_alloc(fit->arena, (size_t)fit->n_fitted, sizeof *all);
  pl_material *stretch = NULL;
  if (!all) return PL_ERROR_MEMORY;
  PL_TRY(pl_fit_check_density(fit));
  only(fit, true);
  PL_TRY(half_done(pl_fit_hang(fit, solution), solution));
  keep_intrinsics(fit, all);
  double precise = fit->options.tolerance;
  PL_TRY(pl_material_copy(fit->material, &stretch));
  only(fit, false);
  fit->options.model = "auto";
  fit->options.tolerance = asked_tolerance;
  pl_status status = half_done(pl_fit_cantilever(fit, solution), solution);
  if (status == PL_OK) {
    keep_intrinsics(fit, all);
    fit->options.model = "wang and wang-bending";
    fit->options.tolerance = precise;
    status = together(fit, stretch, all, solution);
  }
  for (int i = 0; i < fit->n_fitted; i++) fit->fit_case[i].idle = false;
  pl_material_destroy(stretch);
  return status;
}
