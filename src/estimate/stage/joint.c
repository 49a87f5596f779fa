// joint.c: see joint.h. The schedule for two kinds of tests of one cloth (Wang 2011: 24 parameters of stretching, 15 of bending).
//
//   1. the tests of stretching alone    by the schedule of their protocol
//   2. the tests of bending alone       likewise, on a membrane that does not stretch
//   3. all of them at once              from both results: strips bend on the measured membrane, and the covariance includes both
// If interrupted before the third stage, the two materials are combined and all tests are scored with the result. Bending is that found so
// far or, if no such test was fitted yet, the guess of its protocol.
#include "estimate/stage/joint.h"

#include <string.h>

#include "estimate/model/registry.h"
#include "estimate/problem/protocol_fit.h"

// State that a stage on other tests would pull back to its prior.
typedef struct kept {
  double intrinsic[PL_MAX_INTRINSIC];
} kept;

// The halves, and the stages of the fit: one for each half, and for both.
typedef struct joint_stages {
  const pl_joint_part *part[PL_JOINT_HALVES];
  pl_stage half[PL_JOINT_HALVES], both;
} joint_stages;

bool pl_joint_bends(const pl_fit_case *c) {
  const pl_joint_part *part = pl_case_part(c)->joint;
  return part && part->half == PL_JOINT_BEND;
}

static pl_status make_stages(const pl_fit *fit, joint_stages *s) {
  size_t n = (size_t)fit->problem.n_fitted;
  bool *other[PL_JOINT_HALVES];  // [n], cases of the other half
  for (int h = 0; h < PL_JOINT_HALVES; h++) {
    other[h] = pl_arena_alloc(fit->arena, n, sizeof *other[h]);
    if (!other[h]) return PL_ERROR_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    const pl_joint_part *part = pl_case_part(&fit->work.fit_case[i])->joint;
    s->part[part->half] = part;
    for (int h = 0; h < PL_JOINT_HALVES; h++) other[h][i] = part->half != (pl_joint_half)h;
  }
  PL_TRY(s->part[PL_JOINT_STRETCH]->stage(fit, &s->both));
  for (int h = 0; h < PL_JOINT_HALVES; h++) {
    s->half[h] = s->both;
    s->half[h].left_out = other[h];
  }
  s->both.name = "joint";
  s->half[PL_JOINT_BEND].tolerance = fit->problem.options.tolerance;
  return PL_OK;
}

static void keep_intrinsics(const pl_fit *fit, const pl_stage *half, kept *all) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(half, i)) memcpy(all[i].intrinsic, fit->work.fit_case[i].specimen.value, sizeof all[i].intrinsic);
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

// One half of the result: its material and the name of its model.
typedef struct half_result {
  const pl_material *material;
  const char *model;
} half_result;

// Uses one material for all cases from now on. note: arena text; NULL: out of memory.
static pl_status join(pl_fit *fit, const pl_stage *both, half_result stretch, half_result bend, const char *note, const kept *all) {
  pl_material *joint;
  const char *model = pl_arena_printf(fit->arena, "%s and %s", stretch.model, bend.model);
  if (!note || !model) return PL_ERROR_MEMORY;
  PL_TRY(pl_material_combine(fit->ctx, stretch.material, bend.material, &joint));
  take_parameters(bend.material, joint);
  take_parameters(stretch.material, joint);
  note = pl_arena_text(joint->arena, note);
  if (!note) {
    pl_material_destroy(joint);
    return PL_ERROR_MEMORY;
  }
  joint->note = note;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (fit->work.fit_case[i].rig) memcpy(fit->work.fit_case[i].specimen.value, all[i].intrinsic, sizeof all[i].intrinsic);
  fit->solution.model = model;
  return pl_stage_material(&fit->problem, &fit->work, both, &fit->material, joint);
}

static pl_status together(pl_fit *fit, const joint_stages *s, half_result stretch, const kept *all, pl_solution *solution) {
  half_result bend = {fit->material, fit->solution.model};
  const char *note = pl_arena_printf(fit->arena, "Stretching from %s and bending from %s, fitted together.",
                                     s->part[PL_JOINT_STRETCH]->tests, s->part[PL_JOINT_BEND]->tests);
  PL_TRY(join(fit, &s->both, stretch, bend, note, all));
  pl_status status = pl_stage_run(&fit->problem, &fit->work, fit->material, &s->both, solution);
  // interrupted before its first residuals: the halves still exist
  return solution->nowhere ? pl_fit_stopped(fit, &s->both, status, solution) : status;
}

// Interrupted in one of the halves; stretch NULL: in the first.
static pl_status half_done(pl_fit *fit, const joint_stages *s, const half_result *stretch, kept *all, pl_solution *solution) {
  const pl_joint_part *stretching = s->part[PL_JOINT_STRETCH], *bending = s->part[PL_JOINT_BEND];
  half_result present = {fit->material, fit->solution.model};
  solution->nowhere = true;
  if (fit->work.n_iteration == 0) return PL_ERROR_INTERRUPTED;
  keep_intrinsics(fit, &s->half[stretch ? PL_JOINT_BEND : PL_JOINT_STRETCH], all);
  pl_status status;
  if (stretch) {
    const char *note = pl_arena_printf(
        fit->arena, "Stretching from %s, bending from %s as far as it was fitted when the fit was interrupted; not fitted together.",
        stretching->tests, bending->tests);
    status = join(fit, &s->both, *stretch, present, note, all);
  } else {
    pl_material *guess;
    PL_TRY(bending->guess(fit, &guess));
    const char *note =
        pl_arena_printf(fit->arena, "Stretching from %s as far as it was fitted when the fit was interrupted; bending by %s, not fitted.",
                        stretching->tests, bending->guessed_by);
    status = join(fit, &s->both, present, (half_result){guess, fit->solution.model}, note, all);
    pl_material_destroy(guess);
  }
  PL_TRY(status);
  return pl_fit_stopped(fit, &s->both, PL_ERROR_INTERRUPTED, solution);
}

static pl_status fit_joint(pl_fit *fit, pl_solution *solution) {
  kept *all = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *all);
  pl_material *copy = NULL;
  joint_stages s = {0};
  if (!all) return PL_ERROR_MEMORY;
  PL_TRY(make_stages(fit, &s));
  for (int h = 0; h < PL_JOINT_HALVES; h++)
    if (s.part[h]->check) PL_TRY(s.part[h]->check(fit));
  pl_status status = s.part[PL_JOINT_STRETCH]->run(fit, &s.half[PL_JOINT_STRETCH], solution);
  if (status == PL_ERROR_INTERRUPTED) return half_done(fit, &s, NULL, all, solution);
  PL_TRY(status);
  keep_intrinsics(fit, &s.half[PL_JOINT_STRETCH], all);
  PL_TRY(pl_material_copy(fit->material, &copy));
  const half_result stretch = {copy, fit->solution.model};
  status = s.part[PL_JOINT_BEND]->run(fit, &s.half[PL_JOINT_BEND], solution);
  if (status == PL_OK) {
    keep_intrinsics(fit, &s.half[PL_JOINT_BEND], all);
    status = together(fit, &s, stretch, all, solution);
  } else if (status == PL_ERROR_INTERRUPTED) {
    status = half_done(fit, &s, &stretch, all, solution);
  }
  pl_material_destroy(copy);
  return status;
}

const pl_schedule pl_schedule_joint = {.name = "joint", .run = fit_joint};
