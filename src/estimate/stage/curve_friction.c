// curve_friction.c: internal friction of cloth from curves that go up and down again, one direction at a time (Miguel 2013).
#include <math.h>

#include "estimate/friction/friction.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/curves.h"
#include "estimate/stage/joint.h"

static int curve_of(const pl_fit_case *c) { return pl_case_part(c)->curve ? pl_case_part(c)->curve(c->test) : -1; }

pl_status pl__curve_check_turns(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (pl_joint_bends(&fit->work.fit_case[i])) continue;
    bool load = false, unload = false;
    for (int f = 0; f < test->n_raw && test->raw_branch; f++) {
      load = load || test->raw_branch[f] == PL_BRANCH_LOAD;
      unload = unload || test->raw_branch[f] == PL_BRANCH_UNLOAD;
    }
    if (load && unload) return PL_OK;
  }
  return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = pl_fit_whole(fit).file},
                 "measure the way back as well, or leave --friction out",
                 PL_ID("friction.not-unloaded") "no test is unloaded: friction is what loading and unloading differ by");
}

int pl__curve_along(double angle) {
  double quarter = angle / 1.5707963267948966;
  if (fabs(quarter - round(quarter)) > 1e-6) return -1;
  return fabs(fmod(round(quarter), 2)) > 0 ? PL_CURVE_WEFT : PL_CURVE_WARP;
}

pl_status pl__curve_paths(const pl_fit *fit, int curve, pl_stage *stage, int *n_path, pl_path **path) {
  size_t n = (size_t)fit->problem.n_fitted;
  bool *left_out = pl_arena_alloc(fit->arena, n, sizeof *left_out);
  *path = pl_arena_alloc(fit->arena, n, sizeof **path);
  *n_path = 0;
  if (!*path || !left_out) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    left_out[i] = curve_of(c) != curve;
    if (!left_out[i]) PL_TRY(pl_case_part(c)->nominal_path(fit->arena, c, curve, &(*path)[(*n_path)++]));
  }
  stage->left_out = left_out;
  return PL_OK;
}

// One direction by itself.
static pl_status fit_direction(pl_fit *fit, const pl_stage *all, int d, pl_solution *solution) {
  pl_stage stage = *all;
  pl_path *path;
  int n_path;
  PL_TRY(pl__curve_paths(fit, d, &stage, &n_path, &path));
  return pl_friction_fit(fit, &stage, pl__curve_name[d], n_path, path, solution);
}

pl_status pl__curve_fit_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution) {
  bool present[PL_CURVES] = {false, false, false};
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (curve_of(&fit->work.fit_case[i]) >= 0) present[curve_of(&fit->work.fit_case[i])] = true;
  if (!present[0] && !present[1] && !present[2])
    return pl_fail(fit->ctx, PL_ERROR_INPUT, NULL, "give a tensile test along warp or weft, or a shear test, with load and unload",
                   PL_ID("friction.no-direction") "no test is pulled along a yarn or sheared: friction is not identifiable by direction");
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  pl_status status = PL_OK;
  for (int d = 0; d < PL_CURVES && status == PL_OK; d++)
    if (present[d]) status = pl_friction_add_term(material, pl__curve_name[d], (pl_friction)fit->problem.options.friction);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, all, &fit->material, material));
  for (int d = 0; d < PL_CURVES && status == PL_OK; d++)
    if (present[d]) status = fit_direction(fit, all, d, solution);
  const pl_stage together = pl_stage_named(all, "elasticity and friction");
  return status == PL_OK ? pl_stage_run(&fit->problem, &fit->work, fit->material, &together, solution)
                         : pl_fit_stopped(fit, all, status, solution);
}
