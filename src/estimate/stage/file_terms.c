// file_terms.c: the schedule of `--model FILE.json`: the terms of a material file, as they are, in one stage.
#include "base/text.h"
#include "estimate/friction/friction.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/curves.h"

// What each protocol among the tests needs, once.
static pl_status begin_each(pl_fit *fit, pl_stage *stage) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_protocol_fit *part = pl_case_part(&fit->work.fit_case[i]);
    bool begun = !part->begin;
    for (int k = 0; k < i; k++) begun = begun || pl_case_part(&fit->work.fit_case[k]) == part;
    if (!begun) PL_TRY(part->begin(fit, stage));
  }
  return PL_OK;
}

// The file gives the terms; what was measured gives the name and the density.
static void name_material(const pl_fit *fit, pl_material *material) {
  pl_measurement whole = pl_fit_whole(fit);
  material->name = pl_arena_text(material->arena, whole.name);
  material->note = "";
  if (whole.density > 0) material->density = whole.density, material->density_dim = pl_measurement_density_dim(&whole);
}

pl_status pl_fit_file_terms(pl_fit *fit, pl_solution *solution) {
  pl_stage stage = pl_stage_default(&fit->problem);
  pl_material *material;
  PL_TRY(begin_each(fit, &stage));
  pl__curve_start_offsets(fit);
  PL_TRY(pl_material_load(fit->ctx, fit->solution.model, &material));
  // friction depends on the order of the frames; paths are taken before the first rig
  pl_status status = pl_material_remembers(material) ? pl_fit_take_paths(fit, 0, fit->problem.n_fitted) : PL_OK;
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  name_material(fit, material);
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution);
}
