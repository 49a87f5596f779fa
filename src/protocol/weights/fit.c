// fit.c: the schedule for loading and unloading with weights (Miguel et al. 2013, section 4.2).
//
// Warp and weft are fitted separately. Elasticity (k1 + k2 s) s and friction follow from the measured lengths, by linear least squares at
// each of a range of tau. Each is improved on length residuals along the exact path. Then the best one with tau free; finally all
// directions and rest lengths together. Residuals are lengths, because lengths have the measurement error: force residuals would be biased
// by noise. With the option `path` = paper the parameters are those of the paper's formula (anchor.h), and nothing is fitted after it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "protocol/weights/anchor.h"
#include "estimate/problem/whole.h"
#include "estimate/friction/friction.h"
#include "estimate/stage/curves.h"
#include "protocol/weights/weights.h"
#include "protocol/weights/weights_part.h"

// Maximum solver iterations of one equilibrium of a trial, Newton steps only: a square of cloth needs 3 to 10. Impossible readings (for
// example a rest length that is too long) lead the scan through materials without equilibria. These are better refused soon in each of
// hundreds of frames. Unless another number is given.
enum { TRIAL_ITERATIONS = 30 };

int pl__weights_curve(const pl_test *test) { return pl__curve_along(test->angle); }

static pl_status check_tests(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    pl_where where = {.file = c->given->measurement->file, .line = c->test->line};
    if (pl__weights_curve(c->test) < 0)
      return pl_fail(fit->ctx, PL_ERROR_INPUT, &where, "cut the square along the yarns and declare \"direction\": \"warp\" or \"weft\"",
                     "'%s' is cut at %.4g degrees: its friction belongs to warp, weft and shear at once", c->test->name,
                     c->test->angle * 180 / 3.14159265358979323846);
  }
  return PL_OK;
}

// The loading path of a test: Green strain and the stress of eq. 5, F = stress width L / L0.
pl_status pl__weights_nominal_path(pl_arena *arena, const pl_fit_case *c, int curve, pl_path *path) {
  (void)curve;
  const pl_test *test = c->test;
  const double *force = test->channel[PL_WEIGHTS_FORCE].value, *length = test->channel[PL_WEIGHTS_LENGTH].value;
  PL_TRY(pl_path_create(arena, test->n_frame, path));
  path->conditioned = pl_weights_of(test)->first == PL_WEIGHTS_CONDITIONED;
  double rest = test->length, largest = 0, span = 1e-9;
  for (int f = 0; f < test->n_frame; f++) {
    double ratio = length[f] / rest;
    path->strain[f] = 0.5 * (ratio * ratio - 1);
    path->stress[f] = force[f] / (test->width * ratio);
    largest = fmax(largest, path->stress[f]);
    span = fmax(span, path->strain[f]);
  }
  // an error of the length is one of the strain and, through the secant, of the stress
  for (int f = 0; f < test->n_frame; f++) {
    double sigma = pl_case_value_sigma(c, PL_WEIGHTS_LENGTH, f);
    path->sigma[f] = sigma * length[f] / (rest * rest) * largest / span;
  }
  return PL_OK;
}

static pl_status build_material(const pl_fit *fit, pl_friction kind, const bool present[2], pl_material **out) {
  pl_measurement whole = pl_fit_whole(fit);
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, whole.name, whole.density, &material));
  pl_status status = PL_OK;
  for (int d = 0; d < 2; d++) {
    if (!present[d]) continue;
    char text[160];
    snprintf(text, sizeof text, "{\"name\": \"%s\", \"strain\": \"green\", \"values\": [\"%s\"], \"law\": \"quadratic\"}",
             pl__curve_name[d], pl__curve_name[d]);
    PL_TRY_CLEAN(pl_material_add_term(material, text));
    if (kind != PL_FRICTION_NONE) PL_TRY_CLEAN(pl_friction_add_term(material, pl__curve_name[d], kind));
  }
  PL_TRY_CLEAN(pl_material_finish(material));
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

// Elasticity alone: the secant of the largest stress.
static void start_at_secant(pl_fit *fit, int d, const pl_path *path) {
  const pl_term *term = pl_material_term(fit->material, pl__curve_name[d]);
  double largest = 0, span = 1e-9;
  for (int f = 0; f < path->n; f++) largest = fmax(largest, path->stress[f]), span = fmax(span, path->strain[f]);
  for (int j = 0; j < 2; j++) fit->material->parameter[term->theta + j].scale = largest / span;
  fit->material->theta[term->theta] = largest / span;
  fit->material->theta[term->theta + 1] = 0;
}

static pl_status fit_direction(pl_fit *fit, const pl_stage *all, int d, bool friction, pl_solution *solution) {
  pl_stage stage = pl_stage_named(all, "elasticity");
  pl_path *path;
  int n_path;
  PL_TRY(pl__curve_paths(fit, d, &stage, &n_path, &path));
  if (friction) return pl_friction_fit(fit, &stage, pl__curve_name[d], n_path, path, solution);
  start_at_secant(fit, d, &path[0]);
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution);
}

// An interrupted fit: directions that were not reached keep their initial stiffness, without friction.
static pl_status stopped(pl_fit *fit, const pl_stage *all, pl_solution *solution) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    int d = pl__weights_curve(fit->work.fit_case[i].test);
    pl_path path;
    if (fit->material->theta[pl_material_term(fit->material, pl__curve_name[d])->theta] > 0) continue;
    PL_TRY(pl__weights_nominal_path(fit->arena, &fit->work.fit_case[i], d, &path));
    start_at_secant(fit, d, &path);
  }
  return pl_fit_stopped(fit, all, PL_ERROR_INTERRUPTED, solution);
}

// The paper's formula covers two kinds of friction.
static pl_status check_path(const pl_fit *fit, pl_friction kind) {
  if (fit->problem.options.path != PL_PATH_PAPER || kind == PL_FRICTION_DAHL || kind == PL_FRICTION_CONSTANT) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "take --friction dahl or constant, or leave --path at exact",
                 "--path paper has no formula for --friction %s", kind == PL_FRICTION_NONE ? "none" : "alpha");
}

// One direction by the paper's formula (anchor.h): its parameters unchanged.
static pl_status formula_direction(pl_fit *fit, int d, bool constant) {
  const pl_test **test = pl_arena_alloc(fit->arena, (size_t)fit->problem.n_fitted, sizeof *test);
  if (!test) return PL_ERROR_MEMORY;
  int n_test = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl__weights_curve(fit->work.fit_case[i].test) == d) test[n_test++] = fit->work.fit_case[i].test;
  pl_anchor found;
  PL_TRY(pl_anchor_fit(fit->ctx, n_test, test, constant, &found));
  char friction_name[64];
  snprintf(friction_name, sizeof friction_name, "%s-friction", pl__curve_name[d]);
  const pl_term *elastic = pl_material_term(fit->material, pl__curve_name[d]), *friction = pl_material_term(fit->material, friction_name);
  double *theta = fit->material->theta;
  theta[elastic->theta] = found.k1;
  theta[elastic->theta + 1] = found.k2;
  theta[friction->theta] = found.a;
  if (!constant) theta[friction->theta + 1] = found.b;
  theta[pl_friction_rate(fit->material, friction)] = found.tau;
  return PL_OK;
}

// Nothing is free after the formula: its sum of squares is not one of measurement errors, so it gives no covariance and no sigma.
static pl_status hold_formula(pl_fit *fit, const pl_stage *all, pl_solution *solution) {
  size_t n = (size_t)fit->material->n_theta;
  bool *held = pl_arena_alloc(fit->arena, n + 1, sizeof *held);
  if (!held) return PL_ERROR_MEMORY;
  for (size_t j = 0; j < n; j++) held[j] = true;  // in the stage: the material's parameters still count as found from the data
  pl_stage stage = pl_stage_named(all, "formula");
  stage.held = held;
  stage.hold_intrinsics = true;
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution));
  fit->solution.formula = solution->end.converged = true;
  solution->end.stop_reason = "the parameters are those of the paper's formula (eqs. 4-6 of Miguel et al. 2013); nothing was refined";
  return PL_OK;
}

pl_status pl__weights_fit(pl_fit *fit, pl_solution *solution) {
  PL_TRY(check_tests(fit));
  pl_friction kind = fit->problem.options.friction == PL_FRICTION_AUTO ? PL_FRICTION_DAHL : (pl_friction)fit->problem.options.friction;
  PL_TRY(check_path(fit, kind));
  bool formula = fit->problem.options.path == PL_PATH_PAPER;
  fit->solution.model = kind == PL_FRICTION_NONE ? "quadratic"
                        : formula                ? "quadratic with friction by the paper's formula"
                                                 : "quadratic with friction";
  bool present[2] = {false, false};
  for (int i = 0; i < fit->problem.n_fitted; i++) present[pl__weights_curve(fit->work.fit_case[i].test)] = true;
  pl_material *material;
  PL_TRY(build_material(fit, kind, present, &material));
  pl_stage stage = pl_stage_default(&fit->problem);
  if (stage.solve.method == PL_METHOD_AUTO) stage.solve.method = PL_METHOD_HYBRID;
  if (stage.solve.max_iterations == pl_solve_options_default().max_iterations) stage.solve.max_iterations = TRIAL_ITERATIONS;
  pl_status status = pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material);
  for (int d = 0; d < 2 && status == PL_OK; d++)
    if (present[d])
      status = formula ? formula_direction(fit, d, kind == PL_FRICTION_CONSTANT)
                       : fit_direction(fit, &stage, d, kind != PL_FRICTION_NONE, solution);
  if (status == PL_ERROR_INTERRUPTED) return stopped(fit, &stage, solution);
  if (formula && status == PL_OK) return hold_formula(fit, &stage, solution);
  stage.name = "all together";
  return status == PL_OK ? pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution) : status;
}
