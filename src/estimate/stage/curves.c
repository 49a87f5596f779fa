// curves.c: the schedule for force curves of clamped, pushed and inflated cloth.
//
//   1. constant stiffnesses            robust start; shows which strains the tests visit
//   2. the candidate model             splines start exactly at stage 1's answer
//   3. the same with knots on the strains now visited, when they moved
//   4. friction beside it, on request  (curve_friction.c)
// Displacement offsets are estimated from stage 2 on.
//
// Beside tests of bending (joint.h) the schedule fits the others only.
//
// A pull along one yarn measures c11 - c12^2/c22 where the cloth is free to contract and c11 where it is not. Without the contraction itself
// only the small difference between the two identifies c12, below the misfit of most models. Such a coupling is fixed, c12 = nu sqrt(c11 c22).
#include "estimate/stage/curves.h"

#include <math.h>
#include <string.h>

#include "estimate/friction/friction.h"
#include "estimate/model/candidate.h"
#include "estimate/model/registry.h"
#include "estimate/optimise/convex_set.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/homogeneous_start.h"
#include "estimate/stage/joint.h"

enum { CROSS_AUTO, CROSS_ON, CROSS_OFF };  // choices of the option `cross`

const char *const pl__curve_name[PL_CURVES] = {"warp", "weft", "shear"};

// A fitted test of stretching: NULL for one of bending.
static const pl_fit_case *stretched(const pl_fit *fit, int i) {
  const pl_fit_case *c = &fit->work.fit_case[i];
  return pl_joint_bends(c) ? NULL : c;
}

// A typical membrane stiffness, N/m: mean secant of all force curves.
static double stiffness_level(const pl_fit *fit) {
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!stretched(fit, i)) continue;
    const pl_test *test = fit->work.fit_case[i].test;
    const pl_protocol *protocol = fit->work.fit_case[i].given->measurement->protocol;
    for (int c = 0; c < protocol->n_channel; c++) {
      if (!protocol->channel[c].observed || !test->channel[c].value || !pl_channel_is_force(&protocol->channel[c])) continue;
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
    double own = pl_case_part(&fit->work.fit_case[i])->usual_stiffness;
    if (own > 0) usual = fmin(usual, own);
  }
  return n ? sum / n : usual;
}

static void visited_strains(const pl_fit *fit, pl_visited *visited) {
  memset(visited, 0, sizeof *visited);
  const pl_strain *green = pl_strain_find("green");
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (stretched(fit, i)) pl_rig_strain_range(fit->work.fit_case[i].rig, green, visited->range);
}

// Is there a test that measures the strain across the pull?
static bool lateral_measured(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (pl_case_part(c)->lateral && pl_case_part(c)->lateral(c->test)) return true;
  }
  return false;
}

// Tests that strain cloth in all directions at once identify one combination of its stiffnesses, and no curve of each.
static bool every_direction(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (stretched(fit, i) && !pl_case_part(&fit->work.fit_case[i])->every_direction) return false;
  return fit->problem.n_fitted > 0;
}

// Does some test strain warp and weft at once, or measure the strain across a pull? Pulls at an angle to the yarns do.
static bool coupling_measured(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_fit *part = pl_case_part(c);
    if (part->every_direction || (part->curve && part->curve(c->test) < 0)) return true;
  }
  return lateral_measured(fit);
}

static bool want_cross(const pl_fit *fit, const pl_candidate_row *row) {
  if (fit->problem.options.cross != CROSS_AUTO) return fit->problem.options.cross == CROSS_ON;
  return lateral_measured(fit) || row->free_compression;
}

const char *pl_curve_usual(const pl_fit *fit, const pl_test *test) {
  (void)test;
  return lateral_measured(fit) ? "coupled" : every_direction(fit) ? "linear" : "volino";
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
void pl__curve_start_offsets(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    pl_fit_case *c = &fit->work.fit_case[i];
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

// Steps of a candidate with a grid stay among the convex materials, some way around the strains that were visited.
static pl_status hold_convex(const pl_fit *fit, const pl_candidate_row *row, const pl_visited *visited, const pl_ls_set **out) {
  *out = NULL;
  if (!row->grid) return PL_OK;
  double box[3][2], least = INFINITY;
  for (int i = 0; i < PL_CURVES; i++) {
    double top = fmax(fmax(visited->range[i][1], -visited->range[i][0]), 1e-4);
    box[i][1] = 1.25 * top;
    box[i][0] = fmin(1.5 * visited->range[i][0], -0.1 * top);
    least = fmin(least, fit->material->theta[pl_material_term(fit->material, pl__curve_name[i])->theta]);
  }
  pl_convex_set *set;
  PL_TRY(pl_convex_set_create(fit->arena, fit->material, pl_strain_find("green"), (const double(*)[2])box, 1e-3 * least, false, &set));
  *out = pl_convex_set_ls(set);
  return PL_OK;
}

#define HELD_POISSON 0.3  // between woven cloth and rubber

// Tests that strain the sheet equally in all directions identify E/(1 - nu), not both: Poisson's ratio is held.
static void hold_poisson(const pl_fit *fit, pl_material *material) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (stretched(fit, i) && !pl_case_part(&fit->work.fit_case[i])->equibiaxial) return;
  for (int j = 0; j < material->n_theta; j++) {
    if (material->parameter[j].role != PL_ROLE_POISSON) continue;
    material->theta[j] = HELD_POISSON;
    material->parameter[j].frozen = true;
  }
}

enum { COUPLING_ROUNDS = 5 };
#define COUPLING_TOLERANCE 0.01  // of the fixed coupling; its effect on the stiffnesses is smaller by the ratio squared

// The stage, with an unmeasured coupling fixed at its ratio to the stiffnesses of the result, or at 0 on request. The stiffnesses change by
// about the square of the ratio times the change of the coupling, so two or three rounds suffice.
static pl_status run_candidate(pl_fit *fit, const pl_stage *stage, bool measured, pl_solution *solution) {
  if (fit->problem.options.cross == CROSS_OFF) {
    pl_candidate_fix_coupling(fit->material, 0);
    return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
  }
  if (!measured && pl_candidate_fix_coupling(fit->material, HELD_POISSON)) fit->solution.coupling = HELD_POISSON;
  for (int round = 0; round < COUPLING_ROUNDS; round++) {
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
    if (measured || round + 1 == COUPLING_ROUNDS) break;
    if (!(pl_candidate_coupling_change(fit->material, HELD_POISSON) > COUPLING_TOLERANCE)) break;
    pl_candidate_fix_coupling(fit->material, HELD_POISSON);
  }
  return PL_OK;
}

// The candidate, its knots on the strains that the constant stiffnesses visit, once more where these strains change.
static pl_status fit_candidate(pl_fit *fit, const pl_candidate_row *row, pl_stage *stage, bool cross, bool measured,
                               pl_solution *solution) {
  pl_material *linear, *material;
  PL_TRY(pl_material_copy(fit->material, &linear));
  pl_status status = PL_OK;
  pl_visited visited, now;
  visited_strains(fit, &visited);
  for (int round = 0; round < 2 && status == PL_OK; round++) {
    status = pl_candidate_build(fit->ctx, row, &fit->problem.options, &visited, linear, cross, measured, &material);
    if (status == PL_OK) hold_poisson(fit, material);
    if (status == PL_OK) status = pl_stage_material(&fit->problem, &fit->work, stage, &fit->material, material);
    if (status == PL_OK) status = hold_convex(fit, row, &visited, &stage->set);
    if (status == PL_OK) status = run_candidate(fit, stage, measured, solution);
    if (status != PL_OK) break;
    visited_strains(fit, &now);
    if (!knots_misfit(&visited, &now)) break;
    visited = now;
  }
  pl_material_destroy(linear);
  return status;
}

#define STARTS_DIFFER 2.0  // times: Gauss-Newton steps from either reach the same minimum below this

static bool starts_differ(int n, const double *a, const double *b) {
  for (int j = 0; j < n; j++)
    if (!(fabs(a[j]) < STARTS_DIFFER * fabs(b[j]) && fabs(b[j]) < STARTS_DIFFER * fabs(a[j]))) return true;
  return false;
}

// The first stage. Without a coupling its problem is linear, and any start will do. With one it starts from the homogeneous solution of the
// same readings and, where that differs, from the usual level too. The better result is kept and run again: the solution belongs to it.
// Equilibria of another start may lie in folds, so each start forgets them.
static pl_status run_constant(pl_fit *fit, const pl_stage *stage, bool coupled, pl_solution *solution) {
  enum { MOST = 8 };
  double level[MOST], first[MOST];
  int n = fit->material->n_theta;
  size_t size = (size_t)n * sizeof *level;
  PL_ASSERT(n <= MOST);
  memcpy(level, fit->material->theta, size);
  if (coupled) PL_TRY(pl_homogeneous_start(fit, fit->material));
  bool differ = coupled && starts_differ(n, level, fit->material->theta);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
  if (!differ) return PL_OK;
  const pl_spent before = solution->fell_short;
  pl_goodness best = {solution->n_failed, 2 * solution->objective};
  memcpy(first, fit->material->theta, size);
  memcpy(fit->material->theta, level, size);
  pl_stage_forget(&fit->problem, &fit->work, stage);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution));
  if (pl_goodness_better((pl_goodness){solution->n_failed, 2 * solution->objective}, best)) return PL_OK;
  solution->fell_short = before;  // refused trials of a start that is not kept do not count
  memcpy(fit->material->theta, first, size);
  pl_stage_forget(&fit->problem, &fit->work, stage);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
}

static pl_status fit_on(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  const pl_candidate_row *row = pl_candidate_find(fit->solution.model);
  bool friction = fit->problem.options.friction > PL_FRICTION_NONE, cross = want_cross(fit, row), measured = coupling_measured(fit);
  if (friction) PL_TRY(pl__curve_check_turns(fit));
  if (friction) PL_TRY(pl_fit_take_asked_paths(fit, stage));
  pl__curve_start_offsets(fit);
  pl_stage constant = pl_stage_named(stage, "constant stiffness"), curves = pl_stage_named(stage, row->name);
  constant.hold_intrinsics = true;
  pl_measurement whole = pl_fit_whole(fit);
  pl_material *material;
  PL_TRY(pl_candidate_linear(fit->ctx, whole.name, whole.density, stiffness_level(fit), cross && measured, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &constant, &fit->material, material));
  PL_TRY(run_constant(fit, &constant, cross && lateral_measured(fit), solution));
  PL_TRY(fit_candidate(fit, row, &curves, cross, measured, solution));
  return friction ? pl__curve_fit_friction(fit, stage, solution) : PL_OK;
}

pl_status pl_fit_curves(pl_fit *fit, pl_solution *solution) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  return fit_on(fit, &stage, solution);
}

// ---- beside tests of bending ----

static pl_status joint_stage(const pl_fit *fit, pl_stage *stage) {
  *stage = pl_stage_default(&fit->problem);
  return PL_OK;
}

// The model is that of --model auto for these tests.
static pl_status joint_run(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(stage, i)) fit->solution.model = pl_case_part(stretched(fit, i))->models->usual(fit, fit->work.fit_case[i].test);
  return fit_on(fit, stage, solution);
}

const pl_joint_part pl_joint_curves = {.half = PL_JOINT_STRETCH, .tests = "force curves", .stage = joint_stage, .run = joint_run};
