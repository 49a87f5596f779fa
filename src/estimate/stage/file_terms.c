// file_terms.c: the schedule of `--model FILE.json`: the terms of a material file, as they are, in one stage.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/friction/friction.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/curves.h"

// What each protocol among the tests needs, once.
static pl_status begin_each(const pl_fit *fit, pl_stage *stage) {
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

#define OTHER_SIZE 2.0  // times: numbers that differ by less have the file's size
enum { ROUNDS = 4 };

// The largest number of a term with this dimension.
static double largest(const pl_material *material, const pl_term *term, pl_dim dim, const double *theta) {
  double most = 0;
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
    if (pl_dim_equal(material->parameter[j].dim, dim)) most = fmax(most, fabs(theta[j]));
  return most;
}

// Scales of moduli that the fit moved to another size than that of `old`, and of the priors with them. True: there are some.
static bool take_size(pl_material *material, const double *old) {
  bool other = false;
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *parameter = &material->parameter[j];
    const pl_term *term = &material->term[parameter->term];
    if (parameter->dim.kg == 0) continue;
    double before = largest(material, term, parameter->dim, old), now = largest(material, term, parameter->dim, material->theta);
    if (!(before > 0 && now > 0) || (now < OTHER_SIZE * before && before < OTHER_SIZE * now)) continue;
    parameter->scale *= now / before;
    other = true;
  }
  return other;
}

// The prior of the file's numbers is as wide as ten times these numbers. A file whose numbers are of another size than the cloth's would
// pull the fit towards itself. So the fit is repeated from its own result until its size no longer changes.
static pl_status run_sized(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  size_t n = (size_t)fit->material->n_theta;
  double *old = pl_arena_alloc(fit->arena, n + 1, sizeof *old);
  if (!old) return PL_ERROR_MEMORY;
  for (int round = 0; round < ROUNDS; round++) {
    memcpy(old, fit->material->theta, n * sizeof *old);
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
    if (!take_size(fit->material, old)) break;
  }
  return PL_OK;
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
  return run_sized(fit, &stage, solution);
}
