// fit_samples.c: fits a heterogeneous material, starting from a homogeneous fit (Miguel 2016, 5.2 and table 3).
//
// Samples are inserted in stages, 1 -> 2 -> 4 -> 8 -> ... Each stage
//   1. estimates a stiffness map at many candidate places, and the correlation between places (sample_map.c)
//   2. inserts samples where the present ones do not describe the map
//   3. starts from the field of the stage before or from the map: fewer failed frames first, then smaller residuals. The weights of
//      all samples change when one is added, so neither is reproduced exactly, and residuals may start slightly above the previous end
//   4. fits all parameters of all samples, regularised as a random field with the first map's prior, so that stages can be compared
//      (sample_ties.c)
//   5. predicts the result on a mesh of half the cell size (mesh_correction.h) and fits again, until the correction converges
//   6. is kept if the data are fitted better than by the stage before (pl_goodness_better). Otherwise all samples are placed
//      anew by the map and fitted again; then each sample is split in two, which nearly keeps the field. If nothing helps, the stage
//      before is the result
// If no number of samples is given, the result is the stage with the fewest samples that predicts left-out poses as well as any
// (sample_choice.h).
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/timer.h"
#include "estimate/optimise/convex_hold.h"
#include "estimate/field/mesh_correction.h"
#include "estimate/field/sample_choice.h"
#include "estimate/field/sample_run.h"
#include "estimate/problem/protocol_fit.h"
#include "mesh/same.h"

enum { LEAST_AGAIN = 2, MOST_AGAIN = 6 };  // fits of a stage, each with the mesh correction of the one before
enum { MOST_CHOSEN = 16 };                 // maximum number of samples when their number is chosen

typedef pl__samples_run samples_run;

// ---- heterogeneous terms ----

// Elastic terms of the body itself. Bending belongs to mesh edges and stays homogeneous.
static bool takes_samples(const pl_material *material, const pl_term *term) {
  bool body = pl_element_is_solid(term->strain->element) || term->strain->element == PL_ELEMENT_TRIANGLE, moves = false;
  for (int j = 0; j < term->law.n_param; j++) moves = moves || !material->parameter[term->theta + j].frozen;
  return body && moves && !term->rate && term->law.row->n_history == 0 && !term->samples;
}

pl_samples pl__samples_at(int n, const double *point, double radius) { return (pl_samples){n, point, radius}; }

pl_samples pl__sample_candidates(const samples_run *run) {
  double apart = pl_samples_radius(run->candidates.n, run->candidates.place, run->places.extent);
  return pl__samples_at(run->candidates.n, run->candidates.place, PL__CANDIDATE_RADIUS * apart);
}

// Sizes of the sampled parameters in the homogeneous fit; they scale steps and priors.
static void scale_by_reference(const samples_run *run, pl_material *material) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < (run->chosen[t] ? pl_term_theta_count(&material->term[t]) : 0); j++)
      material->parameter[material->term[t].theta + j].scale = run->size[term->theta + j % term->law.n_param].reference;
  }
}

pl_status pl__sample_material(const samples_run *run, const pl_samples *samples, pl_material **material) {
  PL_TRY(pl_material_with_samples(run->base, run->chosen, samples, material));
  if (samples->n > 1) scale_by_reference(run, *material);  // one sample is the homogeneous body, with its prior
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    // one parameter, at the first sample, fixes the absolute stiffness
    for (int j = term->law.n_param; j < (run->chosen[t] ? pl_term_theta_count(&(*material)->term[t]) : 0) && run->fit->solution.scale_held;
         j++)
      (*material)->parameter[(*material)->term[t].theta + j].frozen = false;
  }
  return PL_OK;
}

pl_status pl__sample_carry(const samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to,
                           const pl_samples *samples) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t], *own = &to->term[t];
    int n = term->law.n_param;
    double lower[PL_LAW_MAX_PARAM];
    if (term->shares >= 0) continue;
    if (!run->chosen[t]) {
      memcpy(to->theta + own->theta, from->theta + from->term[t].theta, (size_t)n * sizeof *to->theta);
      continue;
    }
    for (int j = 0; j < n; j++)
      lower[j] = run->size[term->theta + j].stiffness ? PL__SMALLEST * run->base->theta[term->theta + j]
                                                      : run->base->parameter[term->theta + j].lower;
    PL_TRY(
        pl_samples_carry(run->fit->ctx, &run->places, old, from->theta + from->term[t].theta, samples, n, lower, to->theta + own->theta));
  }
  return PL_OK;
}

pl_status pl__sample_linearise(samples_run *run, const pl_stage *stage) {
  PL_TRY(pl_solution_room(&run->fit->problem, &run->fit->work, run->fit->material, stage, run->solution));
  return pl_stage_evaluate(run->fit->material, run->solution);
}

// ---- one stage ----

static double other_chi2(const pl_solution *s) {
  double sum = 0;
  for (int i = s->stack.n_data; i < s->stack.n_residual; i++) sum += s->r[i] * s->r[i];
  return sum;
}

// Errors of left-out poses at the current material: each fitted pose once, and held-out tests. Both are reported; the fitted poses decide.
static pl_status leave_out(samples_run *run, double *held_out, double *left_out) {
  pl_fit *fit = run->fit;
  run->last.n_pose = pl_samples_poses(fit);
  run->last.left = pl_arena_alloc(fit->arena, (size_t)run->last.n_pose + 1, sizeof *run->last.left);
  if (!run->last.left) return PL_ERROR_MEMORY;
  PL_TRY(pl_samples_left_out(fit, run->solution, run->last.left));
  if (run->solution->n_failed > 0) run->last.left = NULL;
  *left_out = run->last.left ? pl_samples_left_out_error(run->last.n_pose, run->last.left) : NAN;
  return pl_samples_held_out(fit, held_out);
}

static pl_status note_stage(samples_run *run, double start, double seconds) {
  pl_fit *fit = run->fit;
  if (fit->way.n_sample_stage == PL_MAX_SAMPLE_STAGE) return PL_OK;
  pl_sample_stage *stage = &fit->way.sample_stage[fit->way.n_sample_stage++];
  *stage = (pl_sample_stage){.n_sample = run->now.n,
                             .start = start,
                             .chi2 = pl_solution_goodness(run->solution).chi2,
                             .regularisation = other_chi2(run->solution),
                             .radius = run->now.radius,
                             .kept = true,
                             .needed = true,
                             .excess = NAN,
                             .excess_error = NAN,
                             .unsettled = run->last.unsettled,
                             .seconds = seconds};
  for (int j = 0; j < fit->material->n_theta; j++) stage->n_parameter += !fit->material->parameter[j].frozen;
  stage->relative = sqrt(stage->chi2 / fmax(fit->way.sample_stage[0].chi2, 1e-300));
  return leave_out(run, &stage->held_out, &stage->left_out);
}

// Goodness of fit of the current material, which is not yet regularised.
static pl_status evaluate_start(samples_run *run, pl_goodness *goodness) {
  pl_stage untied = run->stage;
  untied.ties.n = 0;
  PL_TRY(pl__sample_linearise(run, &untied));
  *goodness = pl_solution_goodness(run->solution);
  return PL_OK;
}

// After a split both samples get the values of the original.
static void copy_twice(const samples_run *run, const pl_material *from, pl_material *to) {
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *own = &to->term[t];
    int n = own->law.n_param;
    for (int i = 0; i < (run->base->term[t].shares < 0 ? pl_term_theta_count(own) : 0); i++) {
      int m = run->chosen[t] ? i / n / 2 : 0;
      to->theta[own->theta + i] = from->theta[from->term[t].theta + m * n + i % n];
    }
  }
}

// The start of the stage: the previous field, or the map. `now` is the material of the stage before.
static pl_status choose_start(samples_run *run, const pl_material *now, const pl_samples *old, const pl_samples *samples, bool split,
                              double *chi2) {
  pl_fit *fit = run->fit;
  pl_material *material, *many;
  pl_goodness by_field, by_map;
  pl_samples all = pl__sample_candidates(run);
  PL_TRY(pl__sample_material(run, samples, &material));
  pl_status status = PL_OK;
  if (split)
    copy_twice(run, now, material);
  else
    status = pl__sample_carry(run, now, old, material, samples);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &run->stage, &fit->material, material));
  size_t size = (size_t)material->n_theta * sizeof(double);
  double *first = pl_arena_alloc(fit->arena, (size_t)material->n_theta + 1, sizeof *first);
  if (!first) return PL_ERROR_MEMORY;
  PL_TRY(evaluate_start(run, &by_field));
  memcpy(first, material->theta, size);
  PL_TRY(pl__sample_material(run, &all, &many));
  memcpy(many->theta, run->candidates.theta, (size_t)many->n_theta * sizeof *many->theta);
  status = pl__sample_carry(run, many, &all, material, samples);
  pl_material_destroy(many);
  PL_TRY(status);
  PL_TRY(evaluate_start(run, &by_map));
  bool map = pl_goodness_better(by_map, by_field);
  *chi2 = map ? by_map.chi2 : by_field.chi2;
  if (!map) memcpy(material->theta, first, size);
  return PL_OK;
}

static pl_status keep_best(samples_run *run) {
  const pl_fit *fit = run->fit;
  run->now.theta = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *run->now.theta);
  if (!run->now.theta) return PL_ERROR_MEMORY;
  memcpy(run->now.theta, fit->material->theta, (size_t)fit->material->n_theta * sizeof *run->now.theta);
  run->now.goodness = pl_solution_goodness(run->solution);
  run->now.end = run->solution->end;
  double *point = pl_arena_alloc(fit->arena, 3 * (size_t)run->now.n, sizeof *point);
  double *level = pl_arena_alloc(fit->arena, (size_t)run->now.n, sizeof *level);
  if (!point || !level) return PL_ERROR_MEMORY;
  memcpy(level, run->now.level, (size_t)run->now.n * sizeof *level);
  memcpy(point, run->now.point, 3 * (size_t)run->now.n * sizeof *point);
  if (run->n_record < PL_MAX_SAMPLE_STAGE)
    run->record[run->n_record++] = (pl__sample_record){run->now.n,     fit->way.n_sample_stage - 1, run->now.radius, point,         level,
                                                       run->now.theta, run->now.goodness,           run->now.end,    run->last.left};
  return PL_OK;
}

// Restores the samples in run, their parameters, and the end state of their stage. One sample was fitted without regularisation.
static pl_status go_back(samples_run *run) {
  pl_fit *fit = run->fit;
  pl_samples samples = pl__samples_at(run->now.n, run->now.point, run->now.radius);
  pl_material *material;
  PL_TRY(pl__sample_material(run, &samples, &material));
  memcpy(material->theta, run->now.theta, (size_t)material->n_theta * sizeof *material->theta);
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &run->stage, &fit->material, material));
  run->solution->end = run->now.end;
  run->stage.ties.n = 0;
  if (run->now.n > 1) PL_TRY(pl__sample_tie(run, material, &samples, run->now.level));
  PL_TRY(pl_solution_room(&fit->problem, &fit->work, fit->material, &run->stage, run->solution));
  if (!pl_fit_corrects(fit)) return PL_OK;
  PL_TRY(pl_fit_mesh_correct(fit, 0, fit->problem.n_fitted, NULL));
  double error;
  return pl_samples_held_out(fit, &error);  // restores their correction too
}

static pl_status go_back_to(samples_run *run, const pl__sample_record *to) {
  run->now.n = to->n, run->now.radius = to->radius, run->now.theta = to->theta, run->now.goodness = to->goodness, run->now.end = to->end;
  memcpy(run->now.point, to->point, 3 * (size_t)to->n * sizeof *run->now.point);
  memcpy(run->now.level, to->level, (size_t)to->n * sizeof *run->now.level);
  return go_back(run);
}

// Left-out poses for the stage of one sample, by the same rule as the others. Regularisation and priors pull towards the homogeneous fit,
// which used all poses. Without them one sample would look worse even for a homogeneous body.
static pl_status leave_out_of_one(samples_run *run, pl__sample_record *one) {
  pl_fit *fit = run->fit;
  PL_TRY(go_back_to(run, one));
  pl_samples samples = pl__samples_at(1, run->now.point, run->now.radius);
  scale_by_reference(run, fit->material);
  double level = 1;
  PL_TRY(pl__sample_tie(run, fit->material, &samples, &level));
  PL_TRY(pl__sample_linearise(run, &run->stage));
  pl_left_out *left = pl_arena_alloc(fit->arena, (size_t)run->last.n_pose + 1, sizeof *left);
  if (!left) return PL_ERROR_MEMORY;
  PL_TRY(pl_samples_left_out(fit, run->solution, left));
  one->left = run->solution->n_failed == 0 ? left : NULL;
  fit->way.sample_stage[one->stage].left_out = one->left ? pl_samples_left_out_error(run->last.n_pose, left) : NAN;
  return PL_OK;
}

// The fewest samples that predict left-out poses as well as any number does, within one standard error. A stage with a failed pose is not
// compared. If fewer than two poses can be compared, nothing is chosen: the last stage is the result.
static pl_status choose_number(samples_run *run) {
  pl_fit *fit = run->fit;
  const pl_left_out *left[PL_MAX_SAMPLE_STAGE];
  double excess[PL_MAX_SAMPLE_STAGE], error[PL_MAX_SAMPLE_STAGE];
  if (run->n_record > 1) PL_TRY(leave_out_of_one(run, &run->record[0]));
  for (int i = 0; i < run->n_record; i++) {
    left[i] = run->record[i].left;
    fit->way.sample_stage[run->record[i].stage].lost = !left[i];
  }
  int chosen = pl_samples_choose(run->n_record, run->last.n_pose, left, &fit->way.n_choice_frame, excess, error);
  for (int i = 0; i < run->n_record && chosen >= 0; i++) {
    pl_sample_stage *stage = &fit->way.sample_stage[run->record[i].stage];
    stage->excess = excess[i], stage->excess_error = error[i], stage->needed = i <= chosen;
  }
  return run->n_record > 1 ? go_back_to(run, &run->record[chosen < 0 ? run->n_record - 1 : chosen]) : PL_OK;
}

// Fits from the current material and updates the mesh correction until it converges. The residuals include the last correction. (For a
// block with a ball it changes by up to 0.7 sigma after the first fit, ten times less after the second.)
static pl_status fit_held(samples_run *run, const pl_stage *stage) {
  pl_fit *fit = run->fit;
  run->last.unsettled = 0;
  PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, run->solution));
  for (int again = 1; pl_fit_corrects(fit); again++) {
    PL_TRY(pl_fit_mesh_correct(fit, 0, fit->problem.n_fitted, &run->last.unsettled));
    bool settled = again >= LEAST_AGAIN && run->last.unsettled <= PL_CORRECTION_SETTLED;
    if (settled || again == MOST_AGAIN) return pl_stage_evaluate(run->fit->material, run->solution);
    PL_TRY(pl_stage_run(&fit->problem, &fit->work, fit->material, stage, run->solution));
  }
  return PL_OK;
}

// With a convexity constraint, the material is convex at every sample, hence everywhere. A start outside the set is moved towards the
// homogeneous fit.
static pl_status fit_stage(samples_run *run, const char *name) {
  pl_fit *fit = run->fit;
  double *inner = pl_arena_alloc(fit->arena, (size_t)fit->material->n_theta + 1, sizeof *inner);
  if (!inner) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t], *own = &fit->material->term[t];
    for (int j = 0; j < pl_term_theta_count(own); j++) inner[own->theta + j] = run->base->theta[term->theta + j % term->law.n_param];
  }
  pl_stage stage = pl_stage_named(&run->stage, name);
  PL_TRY(pl_convex_hold_on(fit, run->hold, inner, &stage.set));
  return fit_held(run, &stage);
}

// How the samples of a stage are placed.
typedef enum placing {
  INSERT,  // new ones where the present samples do not describe the map
  AFRESH,  // all of them by the present map, which uses more information than the earlier maps
  SPLIT,   // two in place of each one: nearly the same field
  N_PLACING
} placing;

// Places samples by the map, into point, [n][3], m.
static void place_samples(samples_run *run, int wanted, placing how, int *n, double *point, double *radius) {
  const pl_fit *fit = run->fit;
  pl_wanted_map map = {run->candidates.n, run->candidates.place, run->candidates.share, run->candidates.map};
  *n = run->now.n == 1 || how == AFRESH ? 0 : run->now.n;  // the place of a single sample does not matter
  *radius = fit->problem.options.sample_radius;
  memcpy(point, run->now.point, sizeof run->now.point);
  if (how == SPLIT) {
    *n = 2 * run->now.n, *radius = run->now.radius;
    pl_samples_split(&map, run->now.n, run->now.point, run->now.radius, point);
    return;
  }
  *n = pl_samples_insert(&map, *radius, *n, wanted, point);
  if (!(*radius > 0)) *radius = pl_samples_fit_radius(&map, *n, point, run->places.extent);
}

// Fits samples at these places from the material `now` of the stage before.
static pl_status try_samples(samples_run *run, const pl_material *now, const pl_samples *samples, bool split, double begin, bool *better) {
  const pl_fit *fit = run->fit;
  pl_samples old = pl__samples_at(run->now.n, run->now.point, run->now.radius);
  int before = run->now.n;
  double start, radius_before = run->now.radius, level[PL__MAX_POINT];
  PL_TRY(choose_start(run, now, &old, samples, split, &start));
  PL_TRY(pl__sample_levels(run, fit->material, samples->n, level));
  PL_TRY(pl__sample_tie(run, fit->material, samples, level));
  const char *name = pl_arena_printf(fit->arena, "%d samples", samples->n);
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(fit_stage(run, name));
  *better = pl_goodness_better(pl_solution_goodness(run->solution), run->now.goodness);
  run->now.n = samples->n, run->now.radius = samples->radius;
  PL_TRY(note_stage(run, start, pl_seconds() - begin));
  if (*better)
    memcpy(run->now.level, level, (size_t)samples->n * sizeof *level);
  else
    run->now.n = before, run->now.radius = radius_before;
  return PL_OK;
}

// From run->now.n samples to `wanted`. *better is false when the fit did not improve: then the stage before is kept.
static pl_status next_stage(samples_run *run, int wanted, bool *better) {
  pl_fit *fit = run->fit;
  double begin = pl_seconds(), point[3 * PL__MAX_POINT], radius;
  int n;
  pl_material *now;
  PL_TRY(pl_material_copy(fit->material, &now));
  pl_status status = pl__sample_ask_for_map(run);
  if (run->now.n == 1) fit->map.tie = run->tie = run->candidates.prior;  // the same for all stages, so that their results can be compared
  *better = false;
  // two samples are placed anew anyway; splitting doubles their number
  for (placing how = INSERT; how < (run->now.n == 1 ? AFRESH : N_PLACING) && !*better && status == PL_OK; how++) {
    if (how == SPLIT && wanted != 2 * run->now.n) break;
    if (how > INSERT) fit->way.n_sample_stage--;  // only the last attempt is reported
    place_samples(run, wanted, how, &n, point, &radius);
    pl_samples samples = pl__samples_at(n, point, radius);
    status = try_samples(run, now, &samples, how == SPLIT, begin, better);
  }
  pl_material_destroy(now);
  PL_TRY(status);
  if (!*better) {
    fit->way.sample_stage[fit->way.n_sample_stage - 1].kept = false;
    return go_back(run);
  }
  memcpy(run->now.point, point, sizeof point);
  return keep_best(run);
}

// The samples are places of one undeformed body: all tests must be of that body.
static pl_status check_meshes(const pl_fit *fit) {
  for (int i = 1; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i], *other = c - 1;
    const pl_protocol_fit *part = pl_case_part(c);
    if (part->body && pl_mesh_same(pl_case_part(other)->body(other->test), part->body(c->test))) continue;
    return pl_fail(
        fit->ctx, PL_ERROR_USAGE, &(pl_where){.file = c->given->measurement->file},
        "fit each body on its own, give both the same mesh, or leave --samples out",
        PL_ID("samples.other-mesh") "material samples are places of one body, but the mesh of '%s' differs from that of '%s' (%s)",
        c->test->name, other->test->name, other->given->measurement->file);
  }
  return PL_OK;
}

static pl_status begin_run(samples_run *run) {
  const pl_fit *fit = run->fit;
  int32_t chosen[PL__CANDIDATES];
  bool any = false;
  PL_TRY(check_meshes(fit));
  const pl_fit_case *one = fit->work.fit_case;  // all have the same body
  PL_TRY(pl_places_of_mesh(fit->arena, one->rig->body.mesh, &run->places));
  PL_TRY(pl_places_spread(fit->ctx, &run->places, PL__CANDIDATES, &run->candidates.n, chosen, run->candidates.share));
  for (int k = 0; k < run->candidates.n; k++)
    memcpy(run->candidates.place + 3 * k, run->places.place + 3 * (size_t)chosen[k], 3 * sizeof(double));
  PL_TRY(pl_material_copy(fit->material, &run->base));
  run->chosen = pl_arena_alloc(fit->arena, (size_t)run->base->n_term + 1, sizeof *run->chosen);
  if (!run->chosen) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    run->chosen[t] = term->shares >= 0 ? run->chosen[term->shares] : takes_samples(run->base, term);
    any = any || run->chosen[t];
  }
  PL_TRY(pl__sample_find_sizes(run));
  if (!any)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "leave --samples out, or choose a model of the body itself",
                   PL_ID("samples.no-term") "no term of the model %s can change from place to place", fit->solution.model);
  run->most = fit->problem.options.samples > 0  ? fit->problem.options.samples
              : run->candidates.n < MOST_CHOSEN ? run->candidates.n
                                                : MOST_CHOSEN;
  if (run->candidates.n < fit->problem.options.samples)
    return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, "use fewer samples, or a finer mesh",
                   "%d material samples are requested, the body has room for %d", fit->problem.options.samples, run->candidates.n);
  run->now.n = 1, run->now.level[0] = 1;
  memcpy(run->now.point, run->candidates.place, 3 * sizeof(double));
  run->now.radius = run->places.extent;
  return PL_OK;
}

pl_status pl_fit_samples(pl_fit *fit, const pl_stage *stage, const pl_convex_hold *hold, pl_solution *solution) {
  if (fit->problem.options.samples == 1) return PL_OK;
  samples_run *run = pl_arena_alloc(fit->arena, 1, sizeof *run);
  if (!run) return PL_ERROR_MEMORY;
  *run = (samples_run){.fit = fit, .solution = solution, .stage = *stage, .hold = hold};
  pl_status status = begin_run(run);
  if (status != PL_OK) goto cleanup;
  pl_samples one = pl__samples_at(1, run->now.point, run->now.radius);
  pl_material *material;
  double begin = pl_seconds();
  PL_TRY_CLEAN(pl__sample_material(run, &one, &material));
  PL_TRY_CLEAN(pl_stage_material(&fit->problem, &fit->work, &run->stage, &fit->material, material));
  PL_TRY_CLEAN(pl__sample_linearise(run, &run->stage));
  double start = pl_solution_goodness(solution).chi2;
  if (pl_fit_corrects(fit)) {
    PL_TRY_CLEAN(pl_fit_mesh_correct(fit, 0, fit->problem.n_fitted, NULL));
    PL_TRY_CLEAN(fit_stage(run, "1 sample"));
  }
  PL_TRY_CLEAN(note_stage(run, start, pl_seconds() - begin));
  PL_TRY_CLEAN(keep_best(run));
  for (bool better = true; better && run->now.n < run->most;)
    PL_TRY_CLEAN(next_stage(run, 2 * run->now.n < run->most ? 2 * run->now.n : run->most, &better));
  if (fit->problem.options.samples == 0) PL_TRY_CLEAN(choose_number(run));
  PL_TRY_CLEAN(pl__sample_map_sigma(run));
  PL_TRY_CLEAN(pl_solution_room(&fit->problem, &fit->work, fit->material, &run->stage, solution));
cleanup:
  pl_material_destroy(run->base);
  return status;
}
