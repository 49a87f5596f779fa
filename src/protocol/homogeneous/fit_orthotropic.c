// fit_orthotropic.c: homogeneous tests of bodies with axes: woven and knitted sheets, tissue, fibre-filled rubber.
//
//   sheets (every test has a thickness), N/m
//     1. orthotropic   St. Venant-Kirchhoff's with two axes: c11, c12, c22, c33
//     2. additive      (auto) the same as four addends, warp, weft, shear, area; then curves and coupling of strains, whichever
//                      predicts five-fold held-out rows best, while they improve (additive_model.h)
//   blocks, Pa
//     1. stvk          isotropic
//     2. orthotropic   c11, c12, c22, c66, and c13, c23 if a thickness was measured. Stiffnesses of the third axis are those of stage 1
//                      unless tests act on it ("axes", "plane"): pressure or free thickness can compensate them
// A stage starts where the one before ended, or at the solution of the linear problem around it if that is better. Parameters that the data
// do not determine keep the value of the stage before (linear_stage.h). Steps stay within the convex materials (convex_hold.h).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/model/additive_model.h"
#include "estimate/model/body_model.h"
#include "estimate/model/registry.h"
#include "estimate/optimise/convex_hold.h"
#include "protocol/homogeneous/homogeneous_run.h"
#include "estimate/stage/linear_stage.h"
#include "protocol/homogeneous/homogeneous.h"

#define FIRST_POISSON 0.3
#define MOST_POISSON 0.45
#define ROOM 1.25       // margin around the visited strains, within which the energy is kept convex
#define FLOOR 1e-6      // of the stiffness scale (young): lower limit of the eigenvalues, and of the stiffnesses of a sheet
#define BOTH_SIDES 0.2  // of the larger side of a strain: what the other side must reach for separate values
enum { FEWEST_POINTS = 2, MOST_POINTS = 5 };

typedef struct axes_run {
  pl_fit *fit;
  pl_solution *solution;
  const pl_stage *stage;
  bool sheet, incompressible, additive;
  double thickness;         // m, of a sheet
  double young;             // Pa, of a sheet N/m: the scale of everything that follows
  double range[6][2];       // visited Green strains
  pl_additive_shape shape;  // of a sheet
} axes_run;

// ---- tests and model ----

static pl_status check_tests(axes_run *run) {
  const pl_fit *fit = run->fit;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_homogeneous *h = pl_homogeneous_of(c->test);
    pl_where where = {.file = c->given->measurement->file, .line = c->test->line};
    if (i == 0) run->thickness = h->thickness, run->sheet = h->thickness > 0, run->incompressible = h->incompressible;
    if (run->sheet != (h->thickness > 0))
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where,
                     "give the \"thickness\" of every test of a sheet, and of no test of a block (\"area\" instead)",
                     "'%s' has %s thickness, '%s' has %s", c->test->name, h->thickness > 0 ? "a" : "no", c[-1].test->name,
                     run->sheet ? "one" : "none");
  }
  return PL_OK;
}

// Main stresses over main strains, by least squares.
static double first_young(const axes_run *run) {
  double product = 0, square = 0;
  for (int i = 0; i < run->fit->problem.n_fitted; i++) {
    const pl_test *test = run->fit->work.fit_case[i].test;
    const double *stress = test->channel[test->observed].value;
    double sigma = pl_case_sigma(test, test->observed);
    for (int f = 0; f < test->n_frame; f++) {
      pl_homogeneous_state s = pl_homogeneous_at(test, f);
      double strain = (test->control == PL_HOMOGENEOUS_SHEAR ? s.shear : s.stretch[0] - 1) / sigma;
      product += strain * stress[f] / sigma;
      square += strain * strain;
    }
  }
  double young = square > 0 && product > 0 ? product / square : 1e5;
  return run->sheet ? young * run->thickness : young;
}

// ---- stages ----

// Strains of the predicted states, and the set of convex materials around them.
static pl_status hold_convex(axes_run *run, const double *inner, const pl_ls_set **set) {
  pl_convex_hold hold = {.strain = pl_strain_find(run->sheet ? "green" : "green3"), .floor = FLOOR * run->young};
  for (int k = 0; k < hold.strain->n_value; k++) {
    double most = ROOM * fmax(fmax(-run->range[k][0], run->range[k][1]), 1e-6);
    hold.box[k][0] = -most;
    hold.box[k][1] = most;
  }
  return pl_convex_hold_on(run->fit, &hold, inner, set);
}

static void visit(axes_run *run) {
  memset(run->range, 0, sizeof run->range);
  for (int i = 0; i < run->fit->problem.n_fitted; i++)
    pl_rig_strain_range(run->fit->work.fit_case[i].rig, pl_strain_find(run->sheet ? "green" : "green3"), run->range);
}

// The solution of the linear problem around the present material (inner, convex) is a start if it fits better. It need not. With a free
// stretch or shear the problem is linear to first order only. Far away a frame may have no equilibrium.
static pl_status find_start(axes_run *run, const pl_ls_set **set) {
  pl_fit *fit = run->fit;
  size_t size = (size_t)fit->material->n_theta * sizeof(double);
  double *inner = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *inner);
  if (!inner) return PL_ERROR_MEMORY;
  memcpy(inner, fit->material->theta, size);
  PL_TRY(pl_linear_stage_near(&fit->problem, &fit->work, fit->material, run->stage, run->solution));
  visit(run);
  PL_TRY(hold_convex(run, inner, set));
  pl_goodness before = pl_solution_goodness(run->solution);
  PL_TRY(pl_stage_evaluate(run->fit->material, run->solution));
  if (pl_goodness_better(pl_solution_goodness(run->solution), before))
    pl_linear_stage_scale(fit->material);
  else
    memcpy(fit->material->theta, inner, size);
  return PL_OK;
}

static pl_status run_stage(axes_run *run, const char *name) {
  pl_fit *fit = run->fit;
  pl_stage stage = pl_stage_named(run->stage, name);
  PL_TRY(find_start(run, &stage.set));
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution));
  visit(run);
  return PL_OK;
}

// A sheet's density is that of its body times its thickness.
static double sheet_density(const axes_run *run) { return pl_fit_whole(run->fit).density * run->thickness; }

static pl_status orthotropic_sheet(const axes_run *run, pl_material **out) {
  static const char term[] =
      "{\"name\": \"membrane\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\"}";
  const double c11 = run->young / (1 - FIRST_POISSON * FIRST_POISSON);
  const double start[4] = {c11, FIRST_POISSON * c11, c11, 0.5 * (1 - FIRST_POISSON) * c11};  // c11, c12, c22, c33
  pl_material *material;
  *out = NULL;
  PL_TRY(pl_material_create(run->fit->ctx, pl_fit_whole(run->fit).name, sheet_density(run), &material));
  pl_status status;
  PL_TRY_CLEAN(pl_material_add_term(material, term));
  PL_TRY_CLEAN(pl_material_finish(material));
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *p = &material->parameter[j];
    material->theta[j] = start[j];
    p->scale = run->young;
    if (p->lower == 0) p->lower = FLOOR * run->young;
  }
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// ---- additive sheets ----

static pl_status take_shape(axes_run *run) {
  pl_material *material;
  PL_TRY(pl_additive_material(run->fit->ctx, pl_fit_whole(run->fit).name, sheet_density(run), &run->shape, &material));
  return pl_stage_material(&run->fit->problem, &run->fit->work, run->stage, &run->fit->material, material);
}

static pl_status try_shape(axes_run *run, pl_held_out *out) {
  pl_fit *fit = run->fit;
  PL_TRY(take_shape(run));
  PL_TRY(pl_linear_stage_make(&fit->problem, &fit->work, fit->material, run->stage, run->solution));
  PL_TRY(pl_linear_stage_held_out(fit->material, run->solution, out));
  const char *words = pl_additive_words(run->solution->arena, &run->shape);
  if (!words) return PL_ERROR_MEMORY;
  return pl_progress(fit->ctx, "addends", -1, "%s: held-out rows are missed by %.4g sigma", words, out->error) ? PL_OK
                                                                                                               : PL_ERROR_INTERRUPTED;
}

static bool both_sides(const double range[2]) { return fmin(-range[0], range[1]) > BOTH_SIDES * fmax(-range[0], range[1]); }

// Move k of PL_SLOTS + 1: the next level of an addend, or more control strains for all curves. False: there is none.
static bool make_move(axes_run *run, int k) {
  pl_additive_shape *shape = &run->shape;
  if (k == PL_SLOTS) {
    bool curved = false;
    for (int s = 0; s <= PL_SLOT_SHEAR; s++) curved = curved || shape->addend[s].level >= PL_LEVEL_CURVED;
    if (!curved || shape->points >= MOST_POINTS) return false;
    pl_additive_points(shape, 2 * shape->points - 1);
    return true;
  }
  pl_additive_slot slot = (pl_additive_slot)k;
  pl_additive_level level = shape->addend[slot].level, next = pl_additive_next(slot, level, 1);
  bool sides = both_sides(shape->range[slot == PL_SLOT_WEFT || slot == PL_SLOT_WEFT_SHEAR ? 1 : slot == PL_SLOT_SHEAR ? 2 : 0]);
  if (slot == PL_SLOT_AREA) sides = sides && both_sides(shape->range[1]);
  if (next == level || (next == PL_LEVEL_ASYMMETRIC && (!sides || !pl_additive_two_sided(shape, slot)))) return false;
  pl_additive_set(shape, slot, next);
  return true;
}

static pl_status choose_addends(axes_run *run) {
  pl_held_out least, error, smallest;
  PL_TRY(try_shape(run, &least));
  for (;;) {
    pl_additive_shape before = run->shape, best = before;
    smallest.error = INFINITY;
    for (int k = 0; k <= PL_SLOTS; k++) {
      run->shape = before;
      if (!make_move(run, k)) continue;
      PL_TRY(try_shape(run, &error));
      if (error.error < smallest.error) smallest = error, best = run->shape;
    }
    run->shape = before;
    if (!pl_linear_stage_improves(&least, &smallest)) return PL_OK;
    least = smallest;
    run->shape = best;
  }
}

// From the four fitted constants: the same energy.
static pl_status fit_additive(axes_run *run) {
  const pl_fit *fit = run->fit;
  const double *c = fit->material->theta;
  const double value[4] = {c[0], c[2], c[3], c[1]};  // warp, weft, shear, area
  pl_additive_start(&run->shape, run->young, FIRST_POISSON, 0);
  run->shape.flat = true;
  for (int k = 0; k < 3; k++) {
    double most = fmax(fmax(-run->range[k][0], run->range[k][1]), 1e-6);
    run->shape.range[k][0] = fmin(run->range[k][0], -1e-3 * most);
    run->shape.range[k][1] = fmax(run->range[k][1], 1e-3 * most);
  }
  run->shape.points = FEWEST_POINTS;
  pl_additive_raise(&run->shape, PL_ADDITIVE_ANISOTROPIC);
  for (int s = 0; s <= PL_SLOT_AREA; s++) run->shape.addend[s].value[0] = value[s];
  PL_TRY(choose_addends(run));
  PL_TRY(take_shape(run));
  return run_stage(run, "additive");
}

// ---- blocks ----

static pl_status take_body(axes_run *run, const char *name, double poisson) {
  const pl_body_guess guess = {.young = run->young, .poisson = poisson};
  pl_material *material;
  pl_measurement whole = pl_fit_whole(run->fit);
  PL_TRY(pl_body_material(run->fit->ctx, &whole, pl_body_find(name, true), &guess, &material));
  return pl_stage_material(&run->fit->problem, &run->fit->work, run->stage, &run->fit->material, material);
}

// True if the thickness of a body stretched in its plane was measured.
static bool thickness_known(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (pl_homogeneous_of(test)->mode != PL_UNIAXIAL && test->channel[PL_HOMOGENEOUS_LATERAL].value) return true;
  }
  return false;
}

static void freeze(pl_material *material, const char *name) {
  int j = pl_material_parameter_index(material, name);
  PL_ASSERT(j >= 0);
  material->parameter[j].frozen = true;
}

// True if some test acts in the plane of axes a and b: shears it, or stretches along both.
static bool acts_on(const pl_fit *fit, int a, int b, bool shear) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    int axis[3];
    double sense;
    pl_homogeneous_axes(pl_homogeneous_of(test), axis, &sense);
    bool sheared = test->control == PL_HOMOGENEOUS_SHEAR, pair = axis[0] + axis[1] == a + b,
         alone = a == b && (axis[0] == a || axis[1] == a);
    bool single = pl_homogeneous_of(test)->mode == PL_UNIAXIAL;
    if (sheared == shear && ((pair && !single) || (alone && (!single || axis[0] == a)))) return true;
  }
  return false;
}

// Stiffnesses that involve the third axis, where no test acts on it.
static pl_status run_axes(axes_run *run, double poisson) {
  pl_fit *fit = run->fit;
  bool thick = thickness_known(fit);
  PL_TRY(take_body(run, "orthotropic", poisson));
  if (!acts_on(fit, 2, 2, false)) freeze(fit->material, "body.c33");
  if (!acts_on(fit, 1, 2, true)) freeze(fit->material, "body.c44");
  if (!acts_on(fit, 0, 2, true)) freeze(fit->material, "body.c55");
  if (!thick && !acts_on(fit, 0, 2, false)) freeze(fit->material, "body.c13");
  if (!thick && !acts_on(fit, 1, 2, false)) freeze(fit->material, "body.c23");
  return run_stage(run, "orthotropic");
}

// In an incompressible body pressure replaces the volumetric stiffness: lambda has no effect. A nearly incompressible body starts as a
// softer one, which the in-plane parameters compensate. If that ends worse than stage 1, it is fitted again from the parameters of stage 1:
// no result is worse than the start.
static pl_status fit_block(axes_run *run) {
  pl_fit *fit = run->fit;
  double poisson = run->incompressible ? 0 : FIRST_POISSON;
  PL_TRY(take_body(run, "stvk", poisson));
  if (run->incompressible) freeze(fit->material, "body.lambda");
  const pl_stage stage = pl_stage_named(run->stage, "stvk");
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, run->solution));
  pl_goodness before = pl_solution_goodness(run->solution);
  pl_body_moduli(fit->material, true, &run->young, &poisson);
  double start = fmin(fmax(poisson, 0), MOST_POISSON);
  PL_TRY(run_axes(run, start));
  if (start == poisson || !pl_goodness_better(before, pl_solution_goodness(run->solution))) return PL_OK;
  return run_axes(run, poisson);
}

// ---- bodies whose directions stiffen each other ----

static pl_tissue_guess tissue_guess(const axes_run *run) {
  static const char *const name[2][4] = {{"body.c11", "body.c12", "body.c22", "body.c66"},
                                         {"membrane.c11", "membrane.c12", "membrane.c22", "membrane.c33"}};
  const pl_material *material = run->fit->material;
  pl_tissue_guess g = {.sheet = run->sheet, .incompressible = run->incompressible, .modulus = run->young};
  for (int k = 0; k < 4; k++) g.c[k] = material->theta[pl_material_parameter_index(material, name[run->sheet][k])];
  for (int k = 0; k < 3; k++) {
    const double *range = run->range[k < 2 ? k : run->sheet ? 2 : 5];
    g.strain[k] = fmax(fmax(-range[0], range[1]), k < 2 ? 1e-6 : 0);
  }
  pl__tissue_visit(run->fit, &g);
  return g;
}

// With three tests along the same directions and more, --model auto keeps the additive model only if it predicts left-out tests best.
static pl_status choose_model(axes_run *run, const pl_tissue_guess *g) {
  bool chosen;
  const bool *fold;
  PL_TRY(pl__tissue_folds(run->fit, &fold));
  if (!fold) return PL_OK;
  pl_stage stage = *run->stage;
  PL_TRY(hold_convex(run, NULL, &stage.set));
  PL_TRY(pl__choose_tissue(run->fit, &stage, g, run->solution, &chosen));
  return chosen ? PL_OK : run_stage(run, run->additive ? "additive" : "orthotropic");
}

static pl_status fit_elastic(axes_run *run) {
  pl_fit *fit = run->fit;
  const pl_tissue_row *tissue = pl_tissue_find(fit->solution.model);
  if (run->sheet) {
    pl_material *material;
    PL_TRY(orthotropic_sheet(run, &material));
    PL_TRY(pl_stage_material(&fit->problem, &fit->work, run->stage, &fit->material, material));
    PL_TRY(run_stage(run, "orthotropic"));
  } else {
    PL_TRY(fit_block(run));
  }
  const pl_tissue_guess guess = tissue_guess(run);
  if (tissue) return pl__fit_tissue(fit, run->stage, tissue, &guess, run->solution);
  if (run->additive) PL_TRY(fit_additive(run));
  return pl_model_is_auto(fit) ? choose_model(run, &guess) : PL_OK;
}

pl_status pl_fit_orthotropic(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  axes_run run = {.fit = fit, .stage = stage, .solution = solution};
  bool friction = pl__homogeneous_has_friction(fit);
  PL_TRY(check_tests(&run));
  if (friction) PL_TRY(pl__homogeneous_take_paths(fit));
  run.additive = fit->solution.additive;
  run.young = first_young(&run);
  PL_TRY(fit_elastic(&run));
  if (!friction) return PL_OK;
  visit(&run);
  const pl_strain *strain = pl_strain_reference(!run.sheet);
  return pl__homogeneous_friction(fit, stage, strain, (const double(*)[2])run.range, run.young, solution);
}
