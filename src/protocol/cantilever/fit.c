// fit.c: the schedule for strips that bend under their own weight (Wang 2011, 4.2).
//
//   1. one stiffness per direction                     from Peirce's bending length of each strip
//   2. a moment that increases with curvature          convex-spline on the knots of `bend-knots`; the clamps' directions are estimated
//                                                      from here on
//   3. `wang-bending`: k(alpha) through the same knots, from the secants of stage 2
// `convex-bending` ends with stage 2, `hinge` with the constants of stage 1. Stage 2 is needed because a decreasing moment makes strips
// snap. Starting from constant stiffness, an unconstrained k(alpha) soon has one, and the shapes jump as the parameters change.
// `curvature` has the constants of a plate. With `--bend-knots auto` it ends with them, unless the curves of stage 2 predict strips that are
// left out better (fit_choice.c).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/problem/whole.h"
#include "estimate/stage/joint.h"
#include "protocol/cantilever/fit_strips.h"

enum { ROWS = PL__STRIP_ROWS };

typedef pl__bend_curve bend_curve;
static const char *const fold_words[ROWS] = {"along warp", "at 45 degrees", "along weft"};

// Plate rigidity over stiffness.
static double rigidity_of(const pl__strips *strips) { return pl_strain_find(strips->row->strain)->rigidity; }

// The row of the chosen model, or the default one together with hung samples, whose model is no row here (estimate/stage/joint.h).
static const pl_bending_row *find_row(pl_fit *fit) {
  const pl_bending_row *row = pl_bending_find(fit->solution.model);
  if (!row) row = pl_bending_at(0);
  fit->solution.model = row->model;
  return row;
}

static const pl_measurement *first_strip(const pl_fit *fit) {
  int i = 0;
  while (!pl__strip(fit, i)) i++;
  return fit->work.fit_case[i].given->measurement;
}

// Shapes determine only stiffness over density: all strips, and hung samples with them, must be of the cloth of the first strip.
static pl_status check_density(const pl_fit *fit) {
  const pl_measurement *first = first_strip(fit);
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_measurement *other = fit->work.fit_case[i].given->measurement;
    if (other->density > 0 && fabs(other->density - first->density) > 0.01 * first->density)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &(pl_where){.file = other->file, .key = "density"}, "fit different cloths one by one",
                     "%g kg/m^2, but '%s' has %g kg/m^2", other->density, first->name, first->density);
  }
  return PL_OK;
}

// ---- the note of the material ----

static void write_fold_lines(pl_text *text, const pl__strips *strips, const bend_curve constant[ROWS]) {
  int n = 0;
  pl_text_add(text, "Bending rigidity of the best constant stiffness:");
  for (int j = 0; j < ROWS; j++)
    if (constant[j].n > 0)
      pl_text_printf(text, "%s %.4g µN m about fold lines %s", n++ ? "," : "", 1e6 * rigidity_of(strips) * constant[j].value[0],
                     fold_words[j]);
  for (int j = 0; j < ROWS; j++)
    if (constant[j].n == 0) pl_text_printf(text, "; not measured about fold lines %s", fold_words[j]);
  pl_text_add(text, ".");
}

static void write_plate(pl_text *text, const pl__strips *strips, const bend_curve constant[ROWS]) {
  if (strips->isotropic) {
    pl_text_printf(
        text, "Bending rigidity %.4g µN m, assumed equal in all directions: strips of one oblique cut do not determine D11, D22 and D66.",
        1e6 * constant[1].value[0]);
    return;
  }
  pl_text_add(text, "Rigidities of the best plate of constant stiffness:");
  int n = 0;
  for (int j = ROWS - 1; j >= 0; j--)
    if (constant[j].n > 0) pl_text_printf(text, "%s %s = %.4g µN m", n++ ? "," : "", strips->row->symbol[j], 1e6 * constant[j].value[0]);
  for (int j = ROWS - 1; j >= 0; j--)
    if (constant[j].n == 0) pl_text_printf(text, "; %s not measured", strips->row->symbol[j]);
  if (constant[1].n > 0) pl_text_add(text, ". D12 = 0 is assumed: strips determine only D12 + 2 D66");
  pl_text_add(text, ".");
  if (strips->assumed_twist) pl_text_add(text, " D66 is not identifiable without oblique strips; sqrt(D11 D22)/2 is assumed.");
}

// Rigidities of the constant stage, and what was assumed or not measured.
static pl_status write_note(pl_material *material, const pl__strips *strips, const bend_curve constant[ROWS]) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(material->arena));
  if (strips->row->plate)
    write_plate(&text, strips, constant);
  else
    write_fold_lines(&text, strips, constant);
  pl_text_add(&text, " The membrane is assumed, not measured.");
  const char *note = text.failed ? NULL : pl_arena_text(material->arena, text.data);
  pl_text_clear(&text);
  if (!note) return PL_ERROR_MEMORY;
  material->note = note;
  return PL_OK;
}

// ---- stages ----

// Values of the last stage's constants.
static void take_constants(const pl_fit *fit, const pl__strips *strips, bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    if (curve[j].n > 0) curve[j].value[0] = curve[j].scale[0] = fit->material->theta[pl__strip_term(fit->material, strips, j)->theta];
  if (strips->assumed_twist) curve[1].value[0] = curve[1].scale[0] = pl__strip_usual_twist(curve[0].value[0], curve[2].value[0]);
}

// Values of the last stage's curves, with the scales of the constants.
static void take_values(const pl_fit *fit, const pl__strips *strips, bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < curve[j].n; i++) curve[j].value[i] = fit->material->theta[pl__strip_term(fit->material, strips, j)->theta + i];
}

// Secants of the last stage's curves: stress over alpha at the knots, the tangent at zero. Their uncertainty is far smaller than the order
// of magnitude that the weak prior allows constants. The prior is tightened to the value itself, so that weakly determined values do not
// drift until the moment decreases.
static void take_secants(const pl_fit *fit, const pl__strips *strips, bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < curve[j].n; i++) {
      const pl_term *term = pl__strip_term(fit->material, strips, j);
      double stress, tangent, alpha = curve[j].at[i];
      pl_law_eval_one(&term->law, fit->material->theta + term->theta, &alpha, NULL, &stress, &tangent);
      curve[j].value[i] = alpha > 0 ? stress / alpha : tangent;
      curve[j].scale[i] = 0.1 * curve[j].value[i];
    }
}

static pl_status run(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, const char *law, const bend_curve curve[ROWS],
                     pl_solution *solution) {
  pl_material *material;
  PL_TRY(pl__strip_material(fit, strips, law, curve, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, stage, solution);
}

// The first guess, before any fit: one stiffness per direction by Peirce's formula.
static pl_status guess(pl_fit *fit, pl_material **material) {
  bend_curve curve[ROWS];
  pl__strips strips = pl__strips_of(fit, find_row(fit));
  pl__strip_guess(fit, &strips, curve);
  return pl__strip_material(fit, &strips, "linear", curve, material);
}

static bool has_curve(const bend_curve curve[ROWS]) {
  for (int j = 0; j < ROWS; j++)
    if (curve[j].n > 1) return true;
  return false;
}

// Models of fold lines: curves in any case.
static pl_status fit_curves(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, bend_curve curve[ROWS], pl_solution *solution) {
  const pl_stage rising_moment = pl_stage_named(stage, "rising moment"), last = pl_stage_named(stage, strips->row->model);
  bool rising = has_curve(curve);
  if (rising) {
    PL_TRY(run(fit, &rising_moment, strips, "convex-spline", curve, solution));
    take_secants(fit, strips, curve);
  }
  if (!rising || pl_law_find(strips->row->curve)->flags & PL_LAW_SECANT)
    PL_TRY(run(fit, &last, strips, "stiffness-spline", curve, solution));
  return PL_OK;
}

// Plates: constants with the directions of the clamps, then curves. Which of them remain is decided by left-out strips, or by the user.
static pl_status fit_plate(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, bend_curve curve[ROWS], pl_solution *solution) {
  const pl_stage constants = pl_stage_named(stage, strips->row->model), curves = pl_stage_named(stage, "rising moment");
  bend_curve constant[ROWS];
  pl_goodness goodness[2];
  PL_TRY(run(fit, &constants, strips, "linear", curve, solution));
  take_constants(fit, strips, curve);
  memcpy(constant, curve, sizeof constant);
  goodness[0] = pl_solution_goodness(solution);
  PL_TRY(pl__strip_choose_knots(fit, strips, curve));
  if (has_curve(curve)) {
    PL_TRY(run(fit, &curves, strips, strips->row->curve, curve, solution));
    if (strcmp(fit->problem.options.bend_knots, "auto") == 0) {
      bend_curve chosen[ROWS];
      take_values(fit, strips, curve);
      goodness[1] = pl_solution_goodness(solution);
      PL_TRY(pl__strip_choose(fit, stage, strips, constant, curve, goodness, solution, chosen));
      PL_TRY(run(fit, has_curve(chosen) ? &curves : &constants, strips, strips->row->curve, chosen, solution));
    }
  }
  return write_note(fit->material, strips, constant);
}

static pl_status fit_stages(pl_fit *fit, const pl_stage *stage, pl_solution *solution) {
  const pl__strips strips = pl__strips_of(fit, find_row(fit));
  bend_curve curve[ROWS], constant[ROWS];
  pl_stage constants = pl_stage_named(stage, "constant stiffness");
  const pl_stage last = pl_stage_named(stage, strips.row->model);
  constants.hold_intrinsics = true;
  PL_TRY(check_density(fit));
  pl__strip_guess(fit, &strips, curve);
  PL_TRY(run(fit, &constants, &strips, "linear", curve, solution));
  take_constants(fit, &strips, curve);
  if (strips.row->plate) return fit_plate(fit, stage, &strips, curve, solution);
  if (strips.row->curve) {
    memcpy(constant, curve, sizeof curve);
    PL_TRY(pl__strip_choose_knots(fit, &strips, curve));
    PL_TRY(fit_curves(fit, stage, &strips, curve, solution));
    return write_note(fit->material, &strips, constant);
  }
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &last, solution));
  take_constants(fit, &strips, curve);
  return write_note(fit->material, &strips, curve);
}

pl_status pl__cantilever_fit(pl_fit *fit, pl_solution *solution) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  return fit_stages(fit, &stage, solution);
}

const pl_joint_part pl__cantilever_joint = {
    .half = PL_JOINT_BEND, .tests = "strips", .check = check_density, .run = fit_stages, .guess = guess, .guessed_by = "Peirce's formula"};
