// fit.c: the walk from measurements to a material: stages, held-out prediction, verdict.
//
//   1. constant stiffnesses            (robust start, shows which strains the tests visit)
//   2. the candidate model             (splines start exactly at stage 1's answer)
//   3. the same with knots on the strains now visited, when they moved
//   4. covariance, held-out tests, warnings
#include "estimate/fit.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "estimate/candidate.h"
#include "estimate/judge.h"
#include "estimate/least_squares.h"
#include "estimate/warnings.h"

typedef struct stage_progress {
  pl_fit *fit;
  const char *name;
  int capacity;
} stage_progress;

static bool note_iteration(void *user, const pl_ls_iteration *it) {
  stage_progress *stage = user;
  pl_fit *fit = stage->fit;
  if (fit->n_iteration < stage->capacity)
    fit->iteration[fit->n_iteration++] = (pl_iteration){stage->name, it->objective, it->step, it->damping, it->accepted, it->n_failed};
  return pl_progress(fit->ctx, stage->name, -1, "iteration %d, objective %.4g, step %.2g%s", fit->n_iteration, it->objective, it->step,
                     it->n_failed ? ", some frames without equilibrium" : "");
}

enum { MAX_HISTORY = 4096 };

static pl_status collect_cases(pl_fit *fit, int n, pl_measurement *const *measurement, bool held_out) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < measurement[i]->n_test; k++)
      fit->fit_case[fit->n_case++] = (pl_fit_case){.measurement = measurement[i], .test = &measurement[i]->test[k], .held_out = held_out};
  return PL_OK;
}

static pl_status create(pl_context *ctx, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                        const pl_fit_options *options, pl_fit **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit *fit = arena ? pl_arena_alloc(arena, 1, sizeof *fit) : NULL;
  int n_case = 0;
  for (int i = 0; i < n_fit; i++) n_case += measurement[i]->n_test;
  for (int i = 0; i < n_hold; i++) n_case += hold[i]->n_test;
  bool ok = fit != NULL;
  if (ok) {
    *fit = (pl_fit){.arena = arena, .ctx = ctx, .options = *options, .shear_mismatch = NAN, .shear_words = "", .stop_reason = "", .inflation = 1};
    fit->fit_case = pl_arena_alloc(arena, (size_t)n_case + 1, sizeof *fit->fit_case);
    fit->iteration = pl_arena_alloc(arena, MAX_HISTORY, sizeof *fit->iteration);
    ok = fit->fit_case && fit->iteration;
  }
  if (!ok) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  collect_cases(fit, n_fit, measurement, false);
  fit->n_fitted = fit->n_case;
  collect_cases(fit, n_hold, hold, true);
  *out = fit;
  return PL_OK;
}

void pl_fit_destroy(pl_fit *fit) {
  if (!fit) return;
  for (int i = 0; i < fit->n_case; i++) pl_rig_destroy(fit->fit_case[i].rig);
  pl_material_destroy(fit->material);
  pl_arena_destroy(fit->arena);
}

// Replace the material and make new rigs for the cases of [first, last).
static pl_status take_material(pl_fit *fit, pl_material *material, int first, int last) {
  for (int i = 0; i < fit->n_case; i++) {
    pl_rig_destroy(fit->fit_case[i].rig);
    fit->fit_case[i].rig = NULL;
  }
  if (fit->material != material) pl_material_destroy(fit->material);
  fit->material = material;
  for (int i = first; i < last; i++) PL_TRY(pl_case_create(fit, &fit->fit_case[i]));
  return PL_OK;
}

// A typical membrane stiffness, N/m: mean secant of all force curves.
static double stiffness_level(const pl_fit *fit) {
  double sum = 0;
  int n = 0;
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_test *test = fit->fit_case[i].test;
    const pl_protocol *protocol = fit->fit_case[i].measurement->protocol;
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
  return n ? sum / n : 1000;
}

static void visited_strains(pl_fit *fit, pl_visited *visited) {
  memset(visited, 0, sizeof *visited);
  const pl_strain *green = pl_strain_find("green");
  for (int i = 0; i < fit->n_fitted; i++) pl_rig_strain_range(fit->fit_case[i].rig, green, visited->range);
}

// All parameters as they stand: theta, then the offsets.
static void current_parameters(const pl_fit *fit, const pl_stack *stack, double *p) {
  memcpy(p, fit->material->theta, (size_t)stack->n_theta * sizeof *p);
  for (int i = 0; i < fit->n_fitted; i++)
    if (stack->offset_index[i] >= 0) p[stack->offset_index[i]] = fit->fit_case[i].offset;
}

// One least-squares stage on the current material. r and jacobian at the solution go to the caller's arena when wanted.
static pl_status run_stage(pl_fit *fit, const char *name, bool hold_offsets, pl_arena *arena, pl_stack *stack, double **r, double **jacobian) {
  PL_TRY(pl_stack_create(arena, fit, hold_offsets, stack));
  double *p = pl_arena_alloc(arena, (size_t)stack->n_parameter + 1, sizeof *p);
  *r = pl_arena_alloc(arena, (size_t)stack->n_residual + 1, sizeof **r);
  *jacobian = pl_arena_alloc(arena, (size_t)stack->n_residual * stack->n_parameter + 1, sizeof **jacobian);
  if (!p || !*r || !*jacobian) return PL_ERROR_MEMORY;
  current_parameters(fit, stack, p);
  stage_progress progress = {fit, name, MAX_HISTORY};
  pl_ls_problem problem = {stack->n_parameter, stack->n_residual, stack->scale, stack->lower, stack->upper, stack->frozen, pl_stack_evaluate, stack};
  pl_ls_options ls = {fit->options.max_iterations, fit->options.tolerance, note_iteration, &progress};
  pl_ls_report report;
  PL_TRY(pl_least_squares(fit->ctx, &problem, &ls, p, *r, *jacobian, &report));
  memcpy(fit->material->theta, p, (size_t)stack->n_theta * sizeof *p);
  for (int i = 0; i < fit->n_fitted; i++)
    if (stack->offset_index[i] >= 0) fit->fit_case[i].offset = p[stack->offset_index[i]];
  fit->converged = report.outcome == PL_LS_CONVERGED;
  fit->stop_reason = pl_ls_outcome_text(report.outcome);
  if (report.outcome == PL_LS_INTERRUPTED) return PL_ERROR_INTERRUPTED;
  return PL_OK;
}

static bool lateral_measured(const pl_fit *fit) {
  for (int i = 0; i < fit->n_fitted; i++)
    if (strcmp(fit->fit_case[i].measurement->protocol->name, "tensile") == 0 && fit->fit_case[i].test->channel[PL_TENSILE_LATERAL].value) return true;
  return false;
}

static bool want_cross(const pl_fit *fit, const pl_candidate_row *row) {
  if (fit->options.cross != 0) return fit->options.cross == 1;
  return lateral_measured(fit) || (row->compression && strcmp(row->compression, "free") == 0);
}

static pl_status find_candidate(pl_fit *fit, const pl_candidate_row **row) {
  const char *model = fit->options.model;
  *row = NULL;
  if (strchr(model, '/') || strstr(model, ".json")) return PL_OK;
  if (strcmp(model, "auto") == 0) model = lateral_measured(fit) ? "coupled" : "volino";
  *row = pl_candidate_find(model);
  if (*row) {
    fit->options.model = (*row)->name;  // what "auto" came to, for the report
    return PL_OK;
  }
  const char *names[16];
  for (int i = 0; i < pl_candidate_count(); i++) names[i] = pl_candidate_at(i)->name;
  const char *near = pl_text_nearest(model, pl_candidate_count(), names);
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use volino, convex, coupled, linear, orthotropic, isotropic, or the path of a material file",
                 "unknown model '%s'%s%s%s", model, near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
}

// Did the strains move so far that the knots no longer fit them?
static bool knots_misfit(const pl_visited *knots, const pl_visited *now) {
  for (int i = 0; i < 3; i++) {
    double old_high = fmax(knots->range[i][1], -knots->range[i][0]), high = fmax(now->range[i][1], -now->range[i][0]);
    if (high > 1.1 * old_high || high < 0.6 * old_high) return true;
  }
  return false;
}

static pl_status fit_stages(pl_fit *fit, pl_arena *arena, pl_stack *stack, double **r, double **jacobian) {
  const pl_candidate_row *row;
  PL_TRY(find_candidate(fit, &row));
  pl_material *material = NULL;
  if (!row) {
    PL_TRY(pl_material_load(fit->ctx, fit->options.model, &material));
    PL_TRY(take_material(fit, material, 0, fit->n_fitted));
    return run_stage(fit, "fit", false, arena, stack, r, jacobian);
  }
  const pl_measurement *first = fit->fit_case[0].measurement;
  bool cross = want_cross(fit, row);
  double density = 0;
  for (int i = 0; i < fit->n_fitted; i++)
    if (fit->fit_case[i].measurement->density > 0) density = fit->fit_case[i].measurement->density;
  PL_TRY(pl_candidate_linear(fit->ctx, first->name, density, stiffness_level(fit), cross, &material));
  PL_TRY(take_material(fit, material, 0, fit->n_fitted));
  PL_TRY(run_stage(fit, "constant stiffness", true, arena, stack, r, jacobian));
  pl_material *linear;
  PL_TRY(pl_material_copy(fit->material, &linear));
  pl_status status = PL_OK;
  pl_visited visited, now;
  visited_strains(fit, &visited);
  for (int round = 0; round < 2 && status == PL_OK; round++) {
    status = pl_candidate_build(fit->ctx, row, &fit->options, &visited, linear, cross, &material);
    if (status == PL_OK) status = take_material(fit, material, 0, fit->n_fitted);
    if (status == PL_OK) status = run_stage(fit, row->name, false, arena, stack, r, jacobian);
    if (status != PL_OK) break;
    visited_strains(fit, &now);
    if (!knots_misfit(&visited, &now)) break;
    visited = now;
  }
  pl_material_destroy(linear);
  return status;
}

// Validity: the strains the fitted tests visited.
static void set_ranges(pl_fit *fit) {
  for (int t = 0; t < fit->material->n_term; t++) {
    pl_term *term = &fit->material->term[t];
    double range[PL_STRAIN_MAX_VALUE][2] = {{0}};
    for (int i = 0; i < fit->n_fitted; i++) pl_rig_strain_range(fit->fit_case[i].rig, term->strain, range);
    for (int a = 0; a < term->law.row->n_in; a++) memcpy(term->range[a], range[term->value[a]], sizeof term->range[a]);
  }
}

static pl_status set_sigma(pl_fit *fit) {
  pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  material->sigma = pl_arena_alloc(material->arena, n + 1, sizeof(double));
  material->correlation = pl_arena_alloc(material->arena, n * n + 1, sizeof(double));
  if (!material->sigma || !material->correlation) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) material->sigma[i] = sqrt(fmax(fit->covariance[i * fit->n_parameter + i], 0));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double product = material->sigma[i] * material->sigma[j];
      material->correlation[i * n + j] = product > 0 ? fit->covariance[i * fit->n_parameter + j] / product : i == j;
    }
  return PL_OK;
}

// The displacement zero of a held-out test belongs to its mounting, not to the material: found from that test alone (Gauss-Newton in one number).
static pl_status held_out_offset(pl_fit *fit, int index) {
  pl_fit_case *c = &fit->fit_case[index];
  if (!c->test->fit_offset) return PL_OK;
  for (int round = 0; round < 8; round++) {
    double gradient = 0, curvature = 0;
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int f = 0; c->predicted[k] && f < pl_case_values(c, k); f++) {
        if (isnan(c->predicted[k][f])) continue;
        double w = 1 / (c->weight_sigma[k] * c->weight_sigma[k]), d = c->offset_derivative[k][f];
        gradient += w * d * (c->predicted[k][f] - c->test->channel[k].value[f]);
        curvature += w * d * d;
      }
    if (!(curvature > 0)) break;
    double limit = 0.1 * c->test->length, next = fmin(fmax(c->offset - gradient / curvature, -limit), limit), step = next - c->offset;
    c->offset = next;
    c->offset_sigma = 1 / sqrt(curvature);  // inflated by the misfit in judge()
    PL_TRY(pl_cases_predict(fit, fit->material->theta, index, index + 1, true));
    if (fabs(step) < 1e-9 * c->test->length) break;
  }
  return PL_OK;
}

static pl_status predict_held_out(pl_fit *fit) {
  for (int i = fit->n_fitted; i < fit->n_case; i++)
    if (!fit->fit_case[i].rig) PL_TRY(pl_case_create(fit, &fit->fit_case[i]));
  PL_TRY(pl_cases_predict(fit, fit->material->theta, fit->n_fitted, fit->n_case, true));
  for (int i = fit->n_fitted; i < fit->n_case; i++) PL_TRY(held_out_offset(fit, i));
  return PL_OK;
}

static pl_status judge(pl_fit *fit, const pl_stack *stack) {
  PL_TRY(predict_held_out(fit));
  for (int i = fit->n_fitted; i < fit->n_case; i++) fit->fit_case[i].offset_sigma *= fmax(pl_judge_inflation(&fit->fit_case[i]), 1);
  pl_judge_predictions(fit, stack);
  PL_TRY(pl_judge_scores(fit));
  fit->validation_passed = true;
  for (int i = 0; i < fit->n_score; i++)
    if (fit->score[i].held_out && !(fit->score[i].r2 >= fit->options.accept_r2)) fit->validation_passed = false;
  for (int i = 0; i < fit->n_fitted; i++)
    if (stack->offset_index[i] >= 0)
      fit->fit_case[i].offset_sigma = sqrt(fmax(fit->covariance[(size_t)stack->offset_index[i] * (fit->n_parameter + 1)], 0));
  return pl_fit_warn(fit);
}

pl_status pl_fit_run(pl_context *ctx, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                     const pl_fit_options *options, pl_fit **out) {
  double start = pl_seconds();
  *out = NULL;
  pl_fit *fit;
  PL_TRY(create(ctx, n_fit, measurement, n_hold, hold, options, &fit));
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = PL_ERROR_MEMORY;
  pl_stack stack;
  double *r = NULL, *jacobian = NULL;
  if (!arena) goto cleanup;
  status = fit_stages(fit, arena, &stack, &r, &jacobian);
  bool interrupted = status == PL_ERROR_INTERRUPTED;
  if (status != PL_OK && !interrupted) goto cleanup;
  // the cases still hold the last trial, which may have been rejected: evaluate the answer itself
  int n_failed;
  double *p = pl_arena_alloc(arena, (size_t)stack.n_parameter + 1, sizeof *p);
  if (!p) {
    status = PL_ERROR_MEMORY;
    goto cleanup;
  }
  current_parameters(fit, &stack, p);
  PL_TRY_CLEAN(pl_stack_evaluate(&stack, p, r, jacobian, &n_failed));
  set_ranges(fit);
  PL_TRY_CLEAN(pl_judge_covariance(fit, &stack, r, jacobian));
  PL_TRY_CLEAN(set_sigma(fit));
  PL_TRY_CLEAN(judge(fit, &stack));
  fit->seconds = pl_seconds() - start;
  pl_arena_destroy(arena);
  *out = fit;
  return PL_OK;
cleanup:
  pl_arena_destroy(arena);
  pl_fit_destroy(fit);
  return status;
}

// Covariance as the material file tells it.
static pl_status covariance_from_material(pl_fit *fit) {
  const pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  fit->n_parameter = material->n_theta;
  fit->covariance = pl_arena_alloc(fit->arena, n * n + 1, sizeof(double));
  if (!fit->covariance) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n && material->sigma; i++)
    for (size_t j = 0; j < n; j++) {
      double correlation = material->correlation ? material->correlation[i * n + j] : i == j;
      fit->covariance[i * n + j] = correlation * material->sigma[i] * material->sigma[j];
    }
  return PL_OK;
}

pl_status pl_fit_predict(pl_context *ctx, pl_material *material, int n_hold, pl_measurement *const *hold, const pl_fit_options *options, pl_fit **out) {
  double start = pl_seconds();
  *out = NULL;
  pl_fit *fit;
  PL_TRY(create(ctx, 0, NULL, n_hold, hold, options, &fit));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(pl_material_copy(material, &fit->material));
  PL_TRY_CLEAN(covariance_from_material(fit));
  pl_stack stack = {.fit = fit, .n_theta = fit->material->n_theta, .n_parameter = fit->material->n_theta};
  PL_TRY_CLEAN(judge(fit, &stack));
  fit->converged = true;
  fit->stop_reason = "nothing was fitted";
  fit->seconds = pl_seconds() - start;
  *out = fit;
  return PL_OK;
cleanup:
  pl_fit_destroy(fit);
  return status;
}

void pl_fit_band(const pl_fit *fit, const pl_term *term, const double *s, double *half_width) {
  int n_in = term->law.row->n_in, n = term->law.n_param;
  double dt[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN];
  for (int i = 0; i < n_in; i++) half_width[i] = 0;
  if (!fit->covariance) return;
  pl_law_theta_one(&term->law, fit->material->theta + term->theta, s, dt);
  for (int i = 0; i < n_in; i++) {
    double sum = 0;
    for (int p = 0; p < n; p++)
      for (int q = 0; q < n; q++)
        sum += dt[p * n_in + i] * fit->covariance[(size_t)(term->theta + p) * fit->n_parameter + term->theta + q] * dt[q * n_in + i];
    half_width[i] = 1.96 * sqrt(fmax(sum, 0));
  }
}
