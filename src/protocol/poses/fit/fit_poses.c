// fit_poses.c: the schedule for bodies in poses (Miguel 2016, section 4): any measured quantity, any body.
//
//   1. size         Young's modulus by decades: equilibria of all poses from stiff to soft, the best is kept (sheets: bending likewise);
//                   then by Newton steps with all ratios fixed: with two parameters of which one combination is identifiable, large
//                   residuals would send the other far along its valley
//   2. isotropic    stvk, or the isotropic sheet: no starting values are needed
//   3. the model    starts as the fitted linear isotropic body; models with coupled strains stay convex during the steps; --polyconvex:
//                   neo-Hooke, or curves of the invariants whose bounds make them polyconvex; --addends auto: addends one after the
//                   other, by cross-validation over poses (body_choice.c)
//   4. samples      if requested: a heterogeneous material (fit_samples.c)
//
// Readings that imply stiffnesses a hundredfold apart (poses_sizes.c) cannot be fitted by a homogeneous isotropic body. With two parameters
// the fit would drift for minutes towards incompressibility, where equilibria are most expensive. Then one parameter is fitted, and the
// result names these readings. If samples were requested the body may be stiff in one place and soft in another: all stages run.
//
// If no force was measured and no load acts on the body, positions do not depend on absolute stiffness. It is then fixed, and only ratios
// are fitted.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/progress.h"
#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/optimise/convex_hold.h"
#include "estimate/stage/linear_stage.h"
#include "protocol/poses/fit/poses_run.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/poses_part.h"

#define FIRST_POISSON 0.3
#define LAST_POISSON 0.4998  // bulk modulus 2500 times the shear modulus: softest gels and tissue
#define HELD_YOUNG 1e5       // Pa, if no measurement determines absolute stiffness
#define HELD_SHEET 1e3       // N/m
#define FLOOR 1e-3           // of the smallest stiffness: lower limit of eigenvalues
#define MUCH_WORSE 4.0       // of the mean square of the residuals
#define NOT_FELT 1e-4        // of the objective: many parameters creep along valleys that do not affect the readings
#define LARGE_RESIDUAL 25.0  // mean square of the residuals, in sigma^2: far above noise
#define THIN 1e-3            // of a sheet's size: thickness of the plate stiffness that is tried first
#define SIZE_STEP 4.0        // of the size
#define SIZE_MET 1.0         // decrease of the sum of squares by another size: one standard error of it
enum { SIZE_ROUNDS = 4 };
enum { N_POINT = 3 };  // control strains of a curve
// Maximum iterations of a pose in a trial step, which starts near its equilibrium and usually needs 1 to 10. Bodies made nearly
// incompressible in one step take thousands, and a shorter step works as well. The limit applies to each method that the solver falls back
// to (pl_solver_limit), not to factorisations: `auto` may try three.
enum { TRIAL_ITERATIONS = 60 };
// The same if another Poisson's ratio is tried at once: some tens are usual, but a hanging body may need relaxation, whose work counts.
enum { WIDE_ITERATIONS = 2000 };

// ---- tests and model ----

static pl_status check_tests(pl_poses_run *run) {
  const pl_fit *fit = run->fit;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i], *other = i > 0 ? c - 1 : c;
    if (i == 0) run->solid = pl_mesh_is_solid(pl_poses_of(c->test)->mesh);
    pl_where where = {.file = c->given->measurement->file, .line = c->test->line};
    if (pl_mesh_is_solid(pl_poses_of(c->test)->mesh) != run->solid)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "fit solids and sheets apart", "'%s' and '%s' are a sheet and a solid",
                     c->test->name, other->test->name);
    if (c->given->measurement->density > 0 && other->given->measurement->density > 0 &&
        fabs(c->given->measurement->density / other->given->measurement->density - 1) > 0.01)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "fit different materials one by one", "the density of '%s' is not that of '%s'",
                     c->given->measurement->name, other->given->measurement->name);
    run->size = fmax(run->size, c->test->length);
  }
  return PL_OK;
}

// True if some measurement determines absolute stiffness.
static bool knows_size(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (test->channel[PL_POSES_FORCE].value || test->channel[PL_POSES_TORQUE].value) return true;
    for (int f = 0; f < test->n_frame; f++) {
      const double *g = pl_poses_of(test)->pose[f].gravity;
      if (pl_poses_of(test)->pose[f].n_load > 0 || pl_poses_of(test)->frame[f].spring || g[0] != 0 || g[1] != 0 || g[2] != 0) return true;
    }
  }
  return false;
}

// ---- stages ----

// True for isotropic solids when readings contradict each other: no two parameters fit them.
static bool one_number(const pl_poses_run *run, const pl_body_row *row) {
  return run->fit->findings.contradicts && row->solid && row->isotropic;
}

pl_status pl_poses_take(pl_poses_run *run, pl_material *material) {
  if (run->scale_held) material->parameter[pl_body_scale_parameter(material, run->solid)].frozen = true;
  return pl_stage_material(&run->fit->problem, &run->fit->work, &run->stage, &run->fit->material, material);
}

static pl_status take(pl_poses_run *run, const pl_body_row *row) {
  const pl_fit *fit = run->fit;
  pl_material *material;
  pl_measurement whole = pl_fit_whole(fit);
  PL_TRY(pl_body_material(fit->ctx, &whole, row, &run->guess, &material));
  int scale = pl_body_scale_parameter(material, run->solid);
  for (int j = 0; j < material->n_theta && one_number(run, row); j++) material->parameter[j].frozen = j != scale;
  return pl_poses_take(run, material);
}

// Mean square of the weighted residuals at the present guess, over predicted values. On entry *n_failed says how many frames may fail (as
// in pl_ls_evaluate), on return how many did.
static pl_status try_guess(pl_poses_run *run, const pl_stage *stage, const pl_body_row *row, double *mean, int *n_failed) {
  pl_fit *fit = run->fit;
  PL_TRY(take(run, row));
  PL_TRY(pl_solution_reset(fit->ctx, run->solution));
  pl_stack *stack = &run->solution->stack;
  PL_TRY(pl_stack_create(run->solution->arena, &fit->problem, &fit->work, fit->material, stage, stack));
  double *r = pl_arena_alloc(run->solution->arena, (size_t)stack->n_residual + 1, sizeof *r);
  if (!r) return PL_ERROR_MEMORY;
  PL_TRY(pl_stack_evaluate(stack, fit->material->theta, r, NULL, n_failed));
  double sum = 0;
  int n = 0;
  for (int i = 0; i < stack->n_data; i++) {
    sum += r[i] * r[i];
    n += r[i] != 0;
  }
  *mean = n > 0 ? sum / n : INFINITY;
  return PL_OK;
}

// The best of some values of a parameter of the guess, from the first to the last. Stops when the error is much larger, or slightly larger
// twice: the following values are softer still, and their equilibria most expensive.
static pl_status scan(pl_poses_run *run, const pl_body_row *row, const char *what, double *number, int n, double first, double factor) {
  double best = first, least = INFINITY, value = first;
  int fewest = INT_MAX, worse = 0;
  for (int i = 0; i < n && worse < 2; i++, value *= factor) {
    double mean;
    int n_failed = INT_MAX;
    *number = value;
    pl_progress_listen(run->fit->ctx, true);
    pl_status status = try_guess(run, &run->stage, row, &mean, &n_failed);
    pl_progress_listen(run->fit->ctx, false);
    run->solution->nowhere = true;  // until a stage starts
    PL_TRY(status);
    if (run->solid) pl_sizes_note(&run->sizes, value);
    if (!pl_progress(run->fit->ctx, "size", -1, "%s %.3g: residuals of %.3g sigma, %d poses without equilibrium", what, value, sqrt(mean),
                     n_failed))
      return PL_ERROR_INTERRUPTED;
    bool better = n_failed < fewest || (n_failed == fewest && mean < least);
    worse = better ? 0 : worse + (mean > MUCH_WORSE * least ? 2 : 1);
    if (!better) continue;
    fewest = n_failed;
    least = mean;
    best = value;
  }
  *number = best;
  return PL_OK;
}

// Prediction of a nearly incompressible body, ten times stiffer than the best so that displacements are proportional to loads. Neo-Hooke:
// its hexahedra do not lock. Poses that take too long are ignored.
static pl_status widen_sizes(pl_poses_run *run) {
  const pl_fit *fit = run->fit;
  pl_body_guess best = run->guess;
  double mean;
  int n_failed = INT_MAX - 1;  // any number may fail, within the iteration limit
  run->guess.young *= 10;
  run->guess.poisson = LAST_POISSON;
  pl_stage wide = run->stage;
  wide.steps.effort = WIDE_ITERATIONS;
  pl_progress_listen(fit->ctx, true);
  pl_status status = try_guess(run, &wide, pl_body_find("neo-hookean", true), &mean, &n_failed);
  pl_progress_listen(fit->ctx, false);
  PL_TRY(status);
  pl_sizes_widen(&run->sizes, run->guess.young);
  run->guess = best;
  run->solution->nowhere = true;
  return PL_OK;
}

// Contradictions that another Poisson's ratio explains do not count; nor do those that requested samples may explain.
static pl_status judge_sizes(pl_poses_run *run) {
  pl_fit *fit = run->fit;
  PL_TRY(pl_sizes_judge(fit, &run->sizes));
  if (pl_poses_findings_of(fit)->n_contradiction > 0) {
    PL_TRY(widen_sizes(run));
    PL_TRY(pl_sizes_judge(fit, &run->sizes));
  }
  if (fit->problem.options.samples != 1) fit->findings.contradicts = false;
  return PL_OK;
}

static pl_status find_size(pl_poses_run *run, const pl_body_row *row) {
  run->guess = (pl_body_guess){.young = run->solid ? HELD_YOUNG : HELD_SHEET, .poisson = FIRST_POISSON, .points = N_POINT};
  double thin = THIN * run->size;
  run->guess.bend = run->guess.young * thin * thin / 12;
  if (run->scale_held) return PL_OK;
  if (run->solid) {
    PL_TRY(pl_sizes_create(run->fit, &run->sizes));
    PL_TRY(scan(run, row, "Young modulus in Pa", &run->guess.young, 10, 1e11, 0.1));
    return judge_sizes(run);
  }
  PL_TRY(scan(run, row, "Young modulus in N/m", &run->guess.young, 8, 1e6, 0.1));
  return scan(run, row, "bending stiffness in N m", &run->guess.bend, 9, 1e3 * run->guess.young * thin * thin / 12, 0.1);
}

// Residuals are linear in the scale s of all stiffnesses, as are forces of a body with imposed displacements. So g = dr/ds = J theta, s = 1
// - g.r / g.g. The scale changes by at most SIZE_STEP at a time, while the fit improves.
static pl_status refine_size(pl_poses_run *run, const pl_body_row *row) {
  pl_fit *fit = run->fit;
  pl_body_guess best = run->guess;
  pl_goodness goodness = {.n_failed = INT_MAX};
  for (int round = 0; round < SIZE_ROUNDS && !run->scale_held && !fit->findings.contradicts; round++) {
    PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, &run->stage, run->solution));
    pl_goodness now = pl_solution_goodness(run->solution);
    if (!pl_goodness_better(now, goodness)) break;
    best = run->guess;
    goodness = now;
    double gr = 0, gg = 0;
    for (int i = 0; i < run->solution->stack.n_data; i++) {
      double g = 0;
      for (int j = 0; j < fit->material->n_theta; j++)
        g += run->solution->jacobian[(size_t)i * (size_t)run->solution->stack.n_parameter + (size_t)j] * fit->material->theta[j];
      gr += g * run->solution->r[i];
      gg += g * g;
    }
    if (!(gg > 0) || gr * gr < SIZE_MET * gg) return PL_OK;
    double s = fmin(fmax(1 - gr / gg, 1 / SIZE_STEP), SIZE_STEP);
    run->guess.young *= s;
    run->guess.bend *= s;
    PL_TRY(take(run, row));
  }
  run->guess = best;
  return take(run, row);
}

// Strains of the elements over all poses: control strains, and the box of the convexity constraint.
static void visit(pl_poses_run *run, const pl_strain *strain, double range[6][2]) {
  memset(range, 0, 12 * sizeof(double));
  for (int i = 0; i < run->fit->problem.n_fitted; i++) pl_rig_strain_range(run->fit->work.fit_case[i].rig, strain, range);
}

pl_status pl_poses_hold_convex(pl_poses_run *run, const double *inner, const pl_ls_set **set) {
  pl_fit *fit = run->fit;
  pl_convex_hold *hold = pl_arena_alloc(fit->arena, 1, sizeof *hold);
  if (!hold) return PL_ERROR_MEMORY;
  hold->strain = pl_strain_find(run->solid ? "green3" : "green");
  for (int k = 0; k < hold->strain->n_value; k++) {
    double most = fmax(fmax(-run->guess.range[k][0], run->guess.range[k][1]), 1e-6);
    hold->box[k][0] = -most;
    hold->box[k][1] = most;
  }
  double least = INFINITY;
  for (int j = 0; j < fit->material->n_theta; j++)
    if (fit->material->term[fit->material->parameter[j].term].strain == hold->strain && fit->material->theta[j] > 0)
      least = fmin(least, fit->material->theta[j]);
  hold->floor = FLOOR * least;
  run->hold = hold;
  return pl_convex_hold_on(fit, hold, inner, set);
}

// Neo-Hooke first: it is polyconvex, its moduli are the start of the curves, and its equilibria give the range of the invariants.
//    E = 9 K mu/(3 K + mu),  nu = (3 K - 2 mu)/(2 (3 K + mu))
static pl_status fit_neo_hookean(pl_poses_run *run) {
  pl_fit *fit = run->fit;
  PL_TRY(take(run, pl_body_find("neo-hookean", true)));
  const pl_stage stage = pl_stage_named(&run->stage, "neo-hookean");
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution));
  double mu = fit->material->theta[0], bulk = fit->material->theta[1], both = 3 * bulk + mu;
  run->guess.young = 9 * bulk * mu / both;
  run->guess.poisson = fmax((3 * bulk - 2 * mu) / (2 * both), 0);
  for (int k = 0; k < 2; k++) run->guess.range[k][0] = run->guess.range[k][1] = 3;
  for (int i = 0; i < fit->problem.n_fitted; i++) pl_rig_invariant_range(fit->work.fit_case[i].rig, run->guess.range);
  return PL_OK;
}

static bool chooses(const pl_poses_run *run) { return strcmp(run->fit->problem.options.addends, "auto") == 0; }

static pl_status fit_model(pl_poses_run *run, const pl_body_row *isotropic) {
  pl_fit *fit = run->fit;
  pl_body_moduli(fit->material, run->solid, &run->guess.young, &run->guess.poisson);
  if (!run->solid) run->guess.bend = fit->material->theta[pl_material_term(fit->material, "bend")->theta];
  run->guess.poisson = fmin(fmax(run->guess.poisson, 0.02), 0.49);
  if (run->row == isotropic || (chooses(run) && fit->findings.contradicts && run->solid)) return PL_OK;
  run->guess.polyconvex = fit->problem.options.polyconvex;
  if (run->row->rubber || (run->guess.polyconvex && run->row->coupled))
    PL_TRY(fit_neo_hookean(run));
  else
    visit(run, pl_strain_find(run->solid ? "green3" : "green"), run->guess.range);
  if (chooses(run)) return pl_body_choice(run);
  PL_TRY(take(run, run->row));
  pl_stage stage = pl_stage_named(&run->stage, run->row->name);
  if (run->row->coupled && !run->guess.polyconvex)
    PL_TRY(pl_poses_hold_convex(run, NULL, &stage.set));  // it starts isotropic, which is inside
  if (run->row->coupled) stage.tolerance = fmax(stage.tolerance, NOT_FELT);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution);
}

pl_status pl__poses_begin(const pl_fit *fit, pl_stage *stage) {
  bool any = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) any = any || pl_poses_of(fit->work.fit_case[i].test);
  if (any) stage->steps = (pl_stage_steps){.effort = TRIAL_ITERATIONS, .large_residual = LARGE_RESIDUAL, .fall = 0.9, .rise = 9};
  return PL_OK;
}

pl_status pl__poses_fit(pl_fit *fit, pl_solution *solution) {
  pl_poses_run run = {.fit = fit, .solution = solution, .stage = pl_stage_default(&fit->problem)};
  PL_TRY(check_tests(&run));
  run.row = pl_body_find(fit->solution.model, run.solid);
  PL_TRY(pl_body_choice_check(&run));
  PL_TRY(pl__poses_begin(fit, &run.stage));
  run.scale_held = fit->solution.scale_held = !knows_size(fit);
  const pl_body_row *isotropic = pl_body_find(run.solid ? "stvk" : "isotropic", run.solid);
  PL_TRY(find_size(&run, isotropic));
  PL_TRY(take(&run, isotropic));
  pl_stage_forget(&fit->problem, &fit->work, &run.stage);  // bodies that are far too soft invert
  PL_TRY(refine_size(&run, isotropic));
  const pl_stage first = pl_stage_named(&run.stage, isotropic->name);
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &first, solution));
  PL_TRY(fit_model(&run, isotropic));
  if (one_number(&run, chooses(&run) ? isotropic : run.row)) {
    solution->end.converged = false;
    solution->end.stop_reason = PL_STOP_CONTRADICTION;
    solution->end.at_limit = false;
    return PL_OK;
  }
  return pl_fit_samples(fit, &run.stage, run.hold, solution);
}
