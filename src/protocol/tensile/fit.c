// fit.c: the schedule for force curves (tensile, disk-push).
//
//   1. constant stiffnesses            robust start; shows which strains the tests visit
//   2. the candidate model             splines start exactly at stage 1's answer
//   3. the same with knots on the strains now visited, when they moved
// Displacement offsets are estimated from stage 2 on.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/model/candidate.h"
#include "estimate/model/registry.h"
#include "estimate/optimise/convex_set.h"
#include "estimate/friction/friction.h"
#include "estimate/stage/stage.h"
#include "protocol/capture/capture.h"
#include "protocol/biaxial-hang/hang.h"

// A typical membrane stiffness, N/m: mean secant of all force curves.
static double stiffness_level(const pl_fit *fit) {
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->problem.fit_case[i].test;
    const pl_protocol *protocol = fit->problem.fit_case[i].measurement->protocol;
    for (int c = 0; c < protocol->n_channel; c++) {
      if (!protocol->channel[c].observed || !test->channel[c].value || !pl_dim_equal(protocol->channel[c].dim, PL_DIM_FORCE)) continue;
      double force = 0, move = 0;
      for (int f = 0; f < test->n_frame; f++) {
        force = fmax(force, fabs(test->channel[c].value[f]));
        for (int k = 0; k < protocol->n_channel; k++)
          if (!protocol->channel[k].observed && test->channel[k].value) move = fmax(move, fabs(test->channel[k].value[f]));
      }
      if (force > 0 && move > 0) {
        sum += force * test->length / (move * test->width * test->strips);
        n++;
      }
    }
  }
  double usual = 1000;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    double own = pl_case_part(&fit->problem.fit_case[i])->usual_stiffness;
    if (own > 0) usual = fmin(usual, own);
  }
  return n ? sum / n : usual;
}

static void visited_strains(pl_fit *fit, pl_visited *visited) {
  memset(visited, 0, sizeof *visited);
  const pl_strain *green = pl_strain_find("green");
  for (int i = 0; i < fit->problem.n_fitted; i++) pl_rig_strain_range(fit->problem.fit_case[i].rig, green, visited->range);
}

static bool lateral_measured(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (strcmp(fit->problem.fit_case[i].measurement->protocol->name, "tensile") == 0 &&
        fit->problem.fit_case[i].test->channel[PL_TENSILE_LATERAL].value)
      return true;
  return false;
}

// A disk strains cloth in all directions at once: its curve tells one combination of what acts along and between them, and no curves of each.
static bool only_pushed(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (strcmp(fit->problem.fit_case[i].measurement->protocol->name, "disk-push") != 0) return false;
  return fit->problem.n_fitted > 0;
}

static bool want_cross(const pl_fit *fit, const pl_candidate_row *row) {
  if (fit->problem.options.cross != 0) return fit->problem.options.cross == 1;
  return lateral_measured(fit) || (row->compression && strcmp(row->compression, "free") == 0);
}

const char *pl_curve_usual(const pl_fit *fit, const pl_test *test) {
  (void)test;
  return lateral_measured(fit) ? "coupled" : only_pushed(fit) ? "linear" : "volino";
}

// Did the strains move so far that the knots no longer fit them?
static bool knots_misfit(const pl_visited *knots, const pl_visited *now) {
  for (int i = 0; i < 3; i++) {
    double old_high = fmax(knots->range[i][1], -knots->range[i][0]), high = fmax(now->range[i][1], -now->range[i][0]);
    if (high > 1.1 * old_high || high < 0.6 * old_high) return true;
  }
  return false;
}

// Slack shows as travel without force: start the offset of such a test where its force begins.
static void start_offsets(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    pl_fit_case *c = &fit->problem.fit_case[i];
    if (!c->test->fit_offset || c->test->control != 0 || c->test->observed < 0) continue;  // -1: the test has none
    const double *control = c->test->channel[c->test->control].value, *force = c->test->channel[c->test->observed].value;
    if (!control || !force) continue;
    double largest = 0, slack = 0, travel = 0;
    for (int f = 0; f < c->test->n_frame; f++) largest = fmax(largest, fabs(force[f])), travel = fmax(travel, fabs(control[f]));
    for (int f = 0; f < c->test->n_frame; f++)
      if (fabs(force[f]) < 0.003 * largest) slack = fmax(slack, control[f]);
    if (slack > 0.02 * travel) c->specimen.value[0] = -slack;
  }
}

// ---- friction ----

static const char *const direction_name[3] = {"warp", "weft", "shear"};

// What a test tells most about: warp and weft when pulled along them, shear when sheared; -1: a mixture.
static int direction_of(const pl_fit_case *c) {
  if (strcmp(c->measurement->protocol->name, "tensile") != 0) return -1;
  double quarter = c->test->angle / 1.5707963267948966;
  if (fabs(quarter - round(quarter)) > 1e-6) return -1;
  if (c->test->control == PL_TENSILE_SHEAR_DISPLACEMENT) return 2;
  return (int)fabs(fmod(round(quarter), 2));
}

// Friction is the difference of loading and unloading: some test must do both.
static pl_status check_turns(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->problem.fit_case[i].test;
    bool load = false, unload = false;
    for (int f = 0; f < test->n_raw && test->raw_branch; f++) {
      load = load || test->raw_branch[f] == PL_BRANCH_LOAD;
      unload = unload || test->raw_branch[f] == PL_BRANCH_UNLOAD;
    }
    if (load && unload) return PL_OK;
  }
  return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = pl_fit_whole(fit).file},
                 "measure the way back as well, or leave --friction out",
                 "no test is unloaded: friction is what loading and unloading differ by");
}

// Strain and stress along a test as if the specimen were uniform (eqs. 15 and 17): a start for those that are not.
static pl_status nominal_path(pl_arena *arena, const pl_fit_case *c, int direction, pl_path *path) {
  const pl_test *test = c->test;
  const double *du = test->channel[PL_TENSILE_DISPLACEMENT].value, *dv = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value;
  const double *fu = test->channel[PL_TENSILE_FORCE].value, *fv = test->channel[PL_TENSILE_SHEAR_FORCE].value;
  pl_sample sample = {test->length, test->width * test->strips};
  int observed = direction == 2 ? PL_TENSILE_SHEAR_FORCE : PL_TENSILE_FORCE;
  PL_TRY(pl_path_create(arena, test->n_frame, path));
  for (int f = 0; f < test->n_frame; f++) {
    double u = du ? du[f] : 0, v = dv ? dv[f] : 0, strain[2], stress[2];
    u += c->specimen.n > 0 ? c->specimen.value[0] : 0;
    pl_tensile_strain(&sample, u, v, &strain[0], &strain[1]);
    pl_tensile_stress(&sample, u, v, fu ? fu[f] : 0, fv ? fv[f] : 0, &stress[0], &stress[1]);
    path->strain[f] = strain[direction == 2];
    path->stress[f] = stress[direction == 2];
    path->sigma[f] = pl_case_weight_sigma(c, observed) / sample.width;
  }
  return PL_OK;
}

// One direction by itself: its tests, as paths.
static pl_status fit_direction(pl_fit *fit, const pl_stage *all, int d, pl_solution *solution) {
  size_t n = (size_t)fit->problem.n_fitted;
  pl_path *path = pl_arena_alloc(fit->arena, n, sizeof *path);
  bool *left_out = pl_arena_alloc(fit->arena, n, sizeof *left_out);
  if (!path || !left_out) return PL_ERROR_MEMORY;
  int n_path = 0;
  for (size_t i = 0; i < n; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    left_out[i] = direction_of(c) != d;
    if (!left_out[i]) PL_TRY(nominal_path(fit->arena, c, d, &path[n_path++]));
  }
  pl_stage stage = *all;
  stage.left_out = left_out;
  return pl_friction_fit(fit, &stage, direction_name[d], n_path, path, solution);
}

// The curve's elasticity with friction beside it in every direction that was pulled, then everything together.
static pl_status fit_friction(pl_fit *fit, const pl_stage *all, pl_solution *solution) {
  bool present[3] = {false, false, false};
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (direction_of(&fit->problem.fit_case[i]) >= 0) present[direction_of(&fit->problem.fit_case[i])] = true;
  if (!present[0] && !present[1] && !present[2])
    return pl_fail(fit->ctx, PL_ERROR_INPUT, NULL, "give a tensile test along warp or weft, or a shear test, with load and unload",
                   "no test is pulled along a yarn or sheared: friction cannot be told apart by direction");
  pl_material *material;
  PL_TRY(pl_material_copy(fit->material, &material));
  pl_status status = PL_OK;
  for (int d = 0; d < 3 && status == PL_OK; d++)
    if (present[d]) status = pl_friction_add_term(material, direction_name[d], (pl_friction)fit->problem.options.friction);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  PL_TRY(pl_stage_material(fit, all, material));
  for (int d = 0; d < 3 && status == PL_OK; d++)
    if (present[d]) status = fit_direction(fit, all, d, solution);
  const pl_stage together = pl_stage_named(all, "elasticity and friction");
  return status == PL_OK ? pl_stage_run(fit, &together, solution) : pl_fit_stopped(fit, all, status, solution);
}

// Before the first rig. The material is destroyed when that fails.
static pl_status take_paths(pl_fit *fit, pl_material **material) {
  pl_status status = pl_fit_take_paths(fit, 0, fit->problem.n_fitted);
  if (status == PL_OK) return PL_OK;
  pl_material_destroy(*material);
  *material = NULL;
  return status;
}

// Steps of a candidate with a grid stay among the convex materials, some way around the strains that were visited.
static pl_status hold_convex(pl_fit *fit, const pl_candidate_row *row, const pl_visited *visited, const pl_ls_set **out) {
  *out = NULL;
  if (!row->grid) return PL_OK;
  double box[3][2], least = INFINITY;
  for (int i = 0; i < 3; i++) {
    double top = fmax(fmax(visited->range[i][1], -visited->range[i][0]), 1e-4);
    box[i][1] = 1.25 * top;
    box[i][0] = fmin(1.5 * visited->range[i][0], -0.1 * top);
    least = fmin(least, fit->material->theta[pl_material_term(fit->material, direction_name[i])->theta]);
  }
  pl_convex_set *set;
  PL_TRY(pl_convex_set_create(fit->arena, fit->material, pl_strain_find("green"), (const double(*)[2])box, 1e-3 * least, false, &set));
  *out = pl_convex_set_ls(set);
  return PL_OK;
}

// What each protocol among the tests needs, once.
static void begin_each(pl_fit *fit, pl_stage_steps *steps) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_protocol_fit *part = pl_case_part(&fit->problem.fit_case[i]);
    bool begun = !part->begin;
    for (int k = 0; k < i; k++) begun = begun || pl_case_part(&fit->problem.fit_case[k]) == part;
    if (!begun) part->begin(fit, steps);
  }
}

pl_status pl_fit_curves(pl_fit *fit, pl_solution *solution) {
  const pl_candidate_row *row = pl_candidate_find(fit->problem.options.model);  // NULL: a material file
  bool friction = fit->problem.options.friction > PL_FRICTION_NONE;
  if (friction) PL_TRY(check_turns(fit));
  if (friction) PL_TRY(pl_fit_take_paths(fit, 0, fit->problem.n_fitted));
  start_offsets(fit);
  pl_stage stage = pl_stage_default(fit);
  pl_material *material = NULL;
  if (!row) {
    PL_TRY(pl_material_load(fit->ctx, fit->problem.options.model, &material));
    if (pl_material_remembers(material)) PL_TRY(take_paths(fit, &material));
    // the file gives the terms; what was measured gives the name and the density
    pl_measurement whole = pl_fit_whole(fit);
    material->name = pl_arena_text(material->arena, whole.name);
    material->note = "";
    if (whole.density > 0) material->density = whole.density, material->density_dim = pl_measurement_density_dim(&whole);
    begin_each(fit, &stage.steps);
    PL_TRY(pl_stage_material(fit, &stage, material));
    return pl_stage_run(fit, &stage, solution);
  }
  pl_measurement whole = pl_fit_whole(fit);
  bool cross = want_cross(fit, row);
  PL_TRY(pl_candidate_linear(fit->ctx, whole.name, whole.density, stiffness_level(fit), cross, &material));
  pl_stage constant = pl_stage_named(&stage, "constant stiffness"), curves = pl_stage_named(&stage, row->name);
  constant.hold_intrinsics = true;
  PL_TRY(pl_stage_material(fit, &constant, material));
  PL_TRY(pl_stage_run(fit, &constant, solution));
  pl_material *linear;
  PL_TRY(pl_material_copy(fit->material, &linear));
  pl_status status = PL_OK;
  pl_visited visited, now;
  visited_strains(fit, &visited);
  for (int round = 0; round < 2 && status == PL_OK; round++) {
    status = pl_candidate_build(fit->ctx, row, &fit->problem.options, &visited, linear, cross, &material);
    if (status == PL_OK) status = pl_stage_material(fit, &curves, material);
    if (status == PL_OK) status = hold_convex(fit, row, &visited, &curves.set);
    if (status == PL_OK) status = pl_stage_run(fit, &curves, solution);
    if (status != PL_OK) break;
    visited_strains(fit, &now);
    if (!knots_misfit(&visited, &now)) break;
    visited = now;
  }
  pl_material_destroy(linear);
  if (status == PL_OK && friction) status = fit_friction(fit, &stage, solution);
  return status;
}
