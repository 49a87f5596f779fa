// fit.c: from measurements to a material: a schedule of stages, then covariance, held-out prediction, verdict.
#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "estimate/problem/fit.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/friction/friction.h"
#include "estimate/problem/audience.h"
#include "estimate/problem/file_order.h"
#include "estimate/problem/intrinsic.h"
#include "estimate/problem/nominal.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/misfit.h"
#include "estimate/judge/repeats.h"
#include "estimate/judge/rest_error.h"
#include "estimate/problem/stack.h"
#include "estimate/rate/rate_fit.h"
#include "estimate/stage/stage.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/words.h"
#include "rig/starts.h"

enum { PATH_FRAMES = 400 };

// Friction depends on the order of the frames: curves are replaced by the paths on which they were measured.
static pl_status on_path(const pl_fit *fit, const pl_protocol *protocol, const pl_test **test) {
  pl_test *path = pl_arena_alloc(fit->arena, 1, sizeof *path);
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_test_as_path(fit->arena, protocol, *test, PATH_FRAMES, path));
  *test = path;
  return PL_OK;
}

pl_status pl_fit_take_paths(pl_fit *fit, int first, int last) {
  for (int i = first; i < last; i++) {
    pl_fit_case *c = &fit->work.fit_case[i];
    if (pl_case_part(c)->raw_path) PL_TRY(on_path(fit, c->given->measurement->protocol, &c->test));
  }
  return PL_OK;
}

pl_status pl_fit_take_asked_paths(pl_fit *fit, const pl_stage *stage) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_stage_asks(stage, i)) PL_TRY(pl_fit_take_paths(fit, i, i + 1));
  return PL_OK;
}

// The fitted tests; the tests of the same files that are declared as held out; or all tests of held-out files.
typedef enum collected { COLLECT_FITTED, COLLECT_HELD_OUT, COLLECT_ALL } collected;

// Tests in the order of the cases.
typedef struct collection {
  int n;
  pl_given_test *given;
} collection;

static pl_status collect_tests(pl_arena *arena, const pl_fit_options *options, int n, pl_measurement *const *measurement, collected which,
                               collection *out) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < measurement[i]->n_test; k++) {
      const pl_test *test = &measurement[i]->test[k];
      if (which != COLLECT_ALL && test->held_out != (which == COLLECT_HELD_OUT)) continue;
      pl_given_test *given = &out->given[out->n++];
      *given = (pl_given_test){.measurement = measurement[i], .test = test, .held_out = which != COLLECT_FITTED};
      const pl_protocol_fit *part = measurement[i]->protocol->fit;
      if (part && part->prepare) PL_TRY(part->prepare(arena, options, &given->test, &given->mesh));
    }
  return PL_OK;
}

// True if every reading of the fitted tests has importance 0.
static bool nothing_counts(const pl_fit_problem *problem) {
  bool any = false;
  for (int i = 0; i < problem->n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_test *test = problem->given[i].test;
      const pl_channel *channel = &test->channel[k];
      if (!channel->row || !channel->row->observed || !channel->value) continue;
      if (!channel->importance) return false;
      any = true;
      for (int v = 0; v < test->n_frame * pl_channel_width(channel); v++)
        if (channel->importance[v] > 0 && !isnan(channel->value[v])) return false;
    }
  return any;
}

static pl_status make_problem(pl_arena *arena, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                              pl_fit_problem *problem) {
  size_t n_case = 1;
  for (int i = 0; i < n_fit; i++) n_case += (size_t)measurement[i]->n_test;
  for (int i = 0; i < n_hold; i++) n_case += (size_t)hold[i]->n_test;
  collection all = {.given = pl_arena_alloc(arena, n_case, sizeof *all.given)};
  if (!all.given) return PL_ERROR_MEMORY;
  problem->given = all.given;
  pl_status status = collect_tests(arena, &problem->options, n_fit, measurement, COLLECT_FITTED, &all);
  problem->n_fitted = all.n;
  if (status == PL_OK) pl_share_nominal(all.n, all.given);
  if (status == PL_OK) status = collect_tests(arena, &problem->options, n_fit, measurement, COLLECT_HELD_OUT, &all);
  if (status == PL_OK) status = collect_tests(arena, &problem->options, n_hold, hold, COLLECT_ALL, &all);
  problem->n_case = all.n;
  PL_TRY(status);
  if (n_fit == 0) return PL_OK;
  const pl_where where = {.file = measurement[0]->file};
  char remedy[80];
  if (problem->n_fitted == 0) {
    snprintf(remedy, sizeof remedy, "take \"held-out\" away from some %ss", pl_protocol_frame(measurement[0]->protocol));
    return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, remedy,
                   PL_ID("fit.all-held-out") "everything is held out: nothing can be fitted");
  }
  if (nothing_counts(problem)) {
    snprintf(remedy, sizeof remedy, "give some %s or reading a \"weight\" above 0", pl_protocol_frame(measurement[0]->protocol));
    return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, remedy,
                   PL_ID("fit.no-weight") "every reading has weight 0: nothing can be fitted");
  }
  return PL_OK;
}

static void clear_problem(const pl_fit_problem *problem) {
  for (int i = 0; i < problem->n_case; i++) pl_mesh_destroy(problem->given[i].mesh);
}

static pl_status make_work(pl_arena *arena, const pl_fit_problem *problem, pl_fit_work *work) {
  *work = (pl_fit_work){.arena = arena,
                        .fit_case = pl_arena_alloc(arena, (size_t)problem->n_case + 1, sizeof *work->fit_case),
                        .iteration = pl_arena_alloc(arena, PL_MAX_HISTORY, sizeof *work->iteration)};
  if (!work->fit_case || !work->iteration) return PL_ERROR_MEMORY;
  for (int i = 0; i < problem->n_case; i++) work->fit_case[i] = (pl_fit_case){.given = &problem->given[i], .test = problem->given[i].test};
  return PL_OK;
}

static void clear_work(const pl_fit_problem *problem, pl_fit_work *work) {
  for (int i = 0; i < problem->n_case; i++) {
    pl_rig_destroy(work->fit_case[i].rig);
    pl_arena_destroy(work->fit_case[i].arena);
  }
}

// The fit has its own copy of the texts of its options.
static pl_status copy_options(pl_arena *arena, const pl_fit_options *options, pl_fit_options *out) {
  *out = *options;
  for (int i = 0; i < pl_fit_option_table.n_option; i++) {
    const pl_option *option = &pl_fit_option_table.option[i];
    if (option->type != PL_OPTION_TEXT) continue;
    const char **text = (const char **)((char *)out + option->offset);
    *text = pl_arena_text(arena, *text ? *text : "");
    if (!*text) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

static pl_status create(pl_context *ctx, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                        const pl_fit_options *options, pl_fit **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_fit_problem problem = {0};
  pl_status status = copy_options(arena, options, &problem.options);
  if (status == PL_OK) status = make_problem(arena, n_fit, measurement, n_hold, hold, &problem);
  pl_fit_work work = {0};
  if (status == PL_OK) status = make_work(arena, &problem, &work);
  const pl_fit made = {.arena = arena,
                       .ctx = ctx,
                       .problem = problem,
                       .work = work,
                       .solution.model = problem.options.model,
                       .solution.stop_reason = "",
                       .evidence.inflation = 1,
                       .findings.arena = arena,
                       .way.n_choice_frame = -1};
  pl_fit *fit = pl_arena_alloc(arena, 1, sizeof *fit);
  if (status == PL_OK && !fit) status = PL_ERROR_MEMORY;
  if (status == PL_OK) {
    memcpy(fit, &made, sizeof made);  // its problem is constant: it cannot be assigned
    *out = fit;
    return PL_OK;
  }
  clear_problem(&problem);
  pl_arena_destroy(arena);
  return status;
}

void pl_fit_destroy(pl_fit *fit) {
  if (!fit) return;
  clear_work(&fit->problem, &fit->work);
  clear_problem(&fit->problem);
  for (int i = 0; i < fit->way.n_step; i++) pl_material_destroy(fit->way.step[i].material);
  pl_material_destroy(fit->material);
  pl_arena_destroy(fit->arena);
}

// Validity ranges: the strains that the fitted tests visited.
static void set_ranges(pl_fit *fit) {
  for (int t = 0; t < fit->material->n_term; t++) {
    pl_term *term = &fit->material->term[t];
    double range[PL_LAW_MAX_IN][2];
    for (int a = 0; a < term->law.row->n_in; a++) range[a][0] = range[a][1] = term->strain->rest_value[term->value[a]];
    for (int i = 0; i < fit->problem.n_fitted; i++) pl_rig_term_range(fit->work.fit_case[i].rig, term, range);
    for (int a = 0; a < term->law.row->n_in; a++)
      for (int k = 0; k < 2; k++) {
        double edge = range[a][k];
        term->range[a][k] = fabs(edge) < 1e-9 ? 0 : edge;  // round-off is no measurement
      }
  }
}

// Held-out folds: the equilibria nearest to the measured shapes, and from which start each was found.
static pl_status choose_starts(pl_fit *fit, const pl_stage *stage, int i) {
  pl_fit_case *c = &fit->work.fit_case[i];
  if (!c->rig->act.start_is_measured) return PL_OK;
  pl_start_choice *choice = pl_arena_alloc(c->arena, (size_t)c->test->n_frame, sizeof *choice);
  if (!choice) return PL_ERROR_MEMORY;
  bool changed;
  pl_prediction ask = {.theta = fit->material->theta, .intrinsic = c->specimen.value};
  PL_TRY(pl_rig_choose_starts(c->rig, &ask, choice, &changed));
  c->start = choice;
  int n_failed = INT_MAX;
  pl_cases_ask again = {.theta = fit->material->theta, .first = i, .last = i + 1, .wanted = PL_WANTED_LAST};
  return changed ? pl_cases_predict(&fit->problem, &fit->work, stage, &again, &n_failed) : PL_OK;
}

static pl_status predict_held_out(pl_fit *fit) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  if (pl_material_remembers(fit->material)) PL_TRY(pl_fit_take_paths(fit, fit->problem.n_fitted, fit->problem.n_case));
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++)
    if (!fit->work.fit_case[i].rig) PL_TRY(pl_case_create(&fit->work, &stage, fit->material, i));
  int n_failed = INT_MAX, n_held = fit->problem.n_case - fit->problem.n_fitted;
  if (n_held > 0)
    pl_progress(fit->ctx, "predicting", 0, fit->problem.n_fitted ? "%d held-out %s" : "%d %s", n_held, n_held == 1 ? "test" : "tests");
  PL_TRY(pl_cases_predict(
      &fit->problem, &fit->work, &stage,
      &(pl_cases_ask){.theta = fit->material->theta, .first = fit->problem.n_fitted, .last = fit->problem.n_case, .wanted = PL_WANTED_LAST},
      &n_failed));
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    if (fit->work.fit_case[i].specimen.n > 0) pl_progress(fit->ctx, "specimen", -1, "%s", fit->work.fit_case[i].test->name);
    PL_TRY(choose_starts(fit, &stage, i));
    PL_TRY(pl_intrinsics_alone(fit, i));
  }
  return PL_OK;
}

// Effect of the simulation mesh on the parameters, by each protocol among the fitted tests.
static pl_status count_mesh_error(pl_fit *fit, const pl_solution *solution) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_protocol_fit *part = pl_case_part(&fit->work.fit_case[i]);
    bool counted = !part->mesh_error;
    for (int k = 0; k < i; k++) counted = counted || pl_case_part(&fit->work.fit_case[k]) == part;
    if (!counted) PL_TRY(part->mesh_error(fit, &solution->stack, solution->jacobian));
  }
  return PL_OK;
}

static pl_status judge(pl_fit *fit, const pl_stack *stack) {
  PL_TRY(predict_held_out(fit));
  if (!fit->solution.interrupted) PL_TRY(pl_refuse_idle_beside_material(fit));
  PL_TRY(pl_judge_predictions(fit, stack));
  PL_TRY(pl_judge_scores(fit));
  fit->findings.fit_passed = fit->findings.validation_passed = true;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    bool below = !pl_score_passes(fit, &fit->evidence.score[i]) || fit->evidence.score[i].n_failed > 0;
    if (!fit->evidence.score[i].judged || !below) continue;
    if (fit->evidence.score[i].held_out) fit->findings.validation_passed = false;
    if (fit->evidence.score[i].used) fit->findings.fit_passed = false;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < fit->work.fit_case[i].specimen.n; k++) {
      size_t j = (size_t)(stack->first_intrinsic[i] + k);
      fit->work.fit_case[i].specimen.sigma[k] = sqrt(fmax(fit->evidence.covariance[j * (size_t)(fit->solution.n_parameter + 1)], 0));
    }
  return PL_OK;
}

// The same experiment given twice would count twice, or would validate itself when held out.
static pl_status refuse_repeats(pl_context *ctx, int n_fit, pl_measurement *const *fit, int n_hold, pl_measurement *const *hold) {
  for (int i = 0; i < n_fit + n_hold; i++)
    for (int j = 0; j < i; j++) {
      const pl_measurement *a = i < n_fit ? fit[i] : hold[i - n_fit], *b = j < n_fit ? fit[j] : hold[j - n_fit];
      if (a->n_input == 0 || pl_compare_content(a, b) != 0) continue;
      pl_where where = {.file = a->file};
      bool judge_itself = i >= n_fit && j < n_fit;
      return pl_fail(ctx, PL_ERROR_INPUT, &where, judge_itself ? "hold out a test that is not fitted" : "give it once",
                     judge_itself ? PL_ID("fit.held-out-is-fitted") "the same experiment is fitted and held out (%s)"
                                  : PL_ID("fit.given-twice") "the same experiment is given twice (%s)",
                     b->file);
    }
  return PL_OK;
}

static bool seen_before(int n, const char *const *names, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

// Tests that no stage fits leave every parameter at its start: that is no fitted material.
static pl_status refuse_only_scored(pl_context *ctx, int n_fit, pl_measurement *const *measurement) {
  enum { MAX_WORD = 8 };
  const char *seen[MAX_WORD], *remedy = "";
  int n_seen = 0;
  char words[160] = "";
  for (int i = 0; i < n_fit; i++) {
    const pl_protocol_fit *part = measurement[i]->protocol->fit;
    if (!part || !part->unfitted || measurement[i]->n_test == 0) return PL_OK;
    for (int t = 0; t < measurement[i]->n_test; t++) {
      const char *word = part->unfitted(&measurement[i]->test[t]);
      if (!word) return PL_OK;
      if (n_seen == MAX_WORD || seen_before(n_seen, seen, word)) continue;
      size_t used = strlen(words);
      snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "", word);
      seen[n_seen++] = word;
      remedy = part->unfitted_remedy;
    }
  }
  if (n_fit == 0) return PL_OK;
  pl_where where = {.file = measurement[0]->file};
  return pl_fail(ctx, PL_ERROR_INPUT, &where, remedy, PL_ID("fit.only-scored") "no test can be fitted: %s %s for --validate", words,
                 n_seen == 1 ? "is" : "are");
}

// True if all models of the fit may relax.
static bool reads_rate(const pl_model_choice *choice) {
  for (int i = 0; i < choice->n; i++)
    if (choice->file || !pl_model_reads(choice->protocol[i], &choice->model[i], "rate")) return false;
  return choice->n > 0;
}

// Runs the schedule for the measurements and the model.
static pl_status run_schedule(pl_fit *fit, pl_solution *solution) {
  pl_model_choice choice;
  PL_TRY(pl_model_choose(fit, &choice));
  PL_TRY(pl_refuse_idle_options(fit, &choice));
  if (fit->problem.options.sample_contrast > 0 && fit->problem.options.sample_contrast < PL_LEAST_SAMPLE_CONTRAST)
    return pl_fail(
        fit->ctx, PL_ERROR_USAGE, NULL, "give 0 to have it chosen by the data, or --samples 1 for the same material everywhere",
        PL_ID("fit.sample-contrast") "sample-contrast = %g must be 0 or between %g and 1000: below, the prior outweighs the readings",
        fit->problem.options.sample_contrast, PL_LEAST_SAMPLE_CONTRAST);
  pl_status status = choice.schedule->run(fit, solution);
  if (status == PL_OK) status = pl_rate_fit(fit, reads_rate(&choice), solution);
  // a later stage was interrupted before its first residuals: the result of the earlier ones is kept
  bool kept = solution->nowhere && choice.schedule->keeps;
  pl_stage stage = pl_stage_default(&fit->problem);
  stage.weighting = solution->stack.stage.weighting;
  return kept ? pl_fit_stopped(fit, &stage, status, solution) : status;
}

// Copies the result of the last stage into the fit. Cuts of a material of another size are dropped.
static void take_end(pl_fit *fit, const pl_solution *solution) {
  const pl_stage_end *end = &solution->end;
  fit->solution.converged = end->converged;
  fit->solution.stop_reason = end->stop_reason ? end->stop_reason : "";
  fit->solution.at_limit = end->at_limit;
  fit->solution.n_refused = end->n_refused;
  fit->solution.cut = (pl_fit_cuts){end->cut_width == fit->material->n_theta ? end->n_cut : 0, end->cut_width, end->cut};
  fit->solution.fell_short = solution->fell_short;
  fit->solution.ties = solution->stack.stage.ties;
  for (int i = 0; i < fit->problem.n_fitted; i++) fit->work.fit_case[i].weighting = *pl_stage_weighting(&solution->stack.stage, i);
}

static pl_status run_fit(pl_context *ctx, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                         const pl_fit_options *options, pl_fit **out) {
  double start = pl_seconds();
  *out = NULL;
  PL_TRY(refuse_repeats(ctx, n_fit, measurement, n_hold, hold));
  PL_TRY(refuse_only_scored(ctx, n_fit, measurement));
  pl_fit *fit;
  PL_TRY(create(ctx, n_fit, measurement, n_hold, hold, options, &fit));
  pl_solution solution = {.arena = pl_arena_create(ctx)};
  pl_status status = PL_ERROR_MEMORY;
  if (!solution.arena) goto cleanup;
  status = run_schedule(fit, &solution);
  bool nothing = solution.nowhere || fit->work.n_iteration == 0;  // only the starting values
  if (status == PL_ERROR_INTERRUPTED && nothing)
    pl_fail(ctx, status, NULL, "give it more time, or a coarser mesh",
            PL_ID("fit.interrupted-at-once") "interrupted before anything was fitted: nothing is written");
  if (status != PL_OK && (status != PL_ERROR_INTERRUPTED || nothing)) goto cleanup;
  take_end(fit, &solution);
  fit->solution.interrupted = status == PL_ERROR_INTERRUPTED;
  if (fit->solution.interrupted) {
    // even if an earlier stage converged
    fit->solution.converged = false;
    fit->solution.stop_reason = "interrupted";
  }
  PL_TRY_CLEAN(pl_stage_evaluate(fit->material, &solution));
  set_ranges(fit);
  PL_TRY_CLEAN(pl_judge_covariance(fit, &solution.stack, solution.r, solution.jacobian));
  if (fit->problem.options.mesh_error == PL_MESH_ERROR_TRUE) PL_TRY_CLEAN(count_mesh_error(fit, &solution));
  PL_TRY_CLEAN(pl_rest_error_make(fit, &solution.stack, solution.r, solution.jacobian));
  PL_TRY_CLEAN(pl_mark_sigmas(fit));
  PL_TRY_CLEAN(pl_mark_parameters(fit));
  PL_TRY_CLEAN(pl_steps_held_out(fit));
  PL_TRY_CLEAN(judge(fit, &solution.stack));
  PL_TRY_CLEAN(pl_misfit_find(fit, &solution.stack, solution.r, solution.jacobian));
  PL_TRY_CLEAN(pl_fit_warn(fit));
  fit->solution.seconds = pl_seconds() - start;
  pl_arena_destroy(solution.arena);
  *out = fit;
  return PL_OK;
cleanup:
  pl_arena_destroy(solution.arena);
  pl_fit_destroy(fit);
  return status;
}

pl_status pl_fit_run(pl_context *ctx, int n_fit, pl_measurement *const *measurement, int n_hold, pl_measurement *const *hold,
                     const pl_fit_options *options, pl_fit **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement **fitted, **held;
  pl_status status = arena ? pl_file_order(arena, n_fit, measurement, &fitted) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_file_order(arena, n_hold, hold, &held);
  if (status == PL_OK) status = run_fit(ctx, n_fit, fitted, n_hold, held, options, out);
  pl_arena_destroy(arena);
  return status;
}

// Covariance from the material file.
static pl_status covariance_from_material(pl_fit *fit) {
  const pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  fit->solution.n_parameter = material->n_theta;
  fit->evidence.covariance = pl_arena_alloc(fit->arena, n * n + 1, sizeof(double));
  if (!fit->evidence.covariance) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n && material->sigma; i++)
    for (size_t j = 0; j < n; j++) {
      double correlation = material->correlation ? material->correlation[i * n + j] : i == j;
      double product = correlation * material->sigma[i] * material->sigma[j];
      fit->evidence.covariance[i * n + j] = isnan(product) ? 0 : product;
    }
  return PL_OK;
}

// A material without a density gets that of the first experiment that gives one: the prediction depends on it in no other way.
static void take_density(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_case && fit->material->density == 0; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    bool solid = fit->material->n_term > 0 && pl_element_is_solid(fit->material->term[0].strain->element);
    if (!(m->density > 0) || m->per_volume != solid) continue;
    char text[64];
    fit->material->density = m->density;
    fit->material->density_dim = pl_measurement_density_dim(m);
    pl_log(fit->ctx, PL_LOG_WARNING, PL_TEXT(SAY_DENSITY_TAKEN), fit->material->name,
           pl_quantity_print(m->density, fit->material->density_dim, text, sizeof text), m->file);
  }
}

pl_status pl_fit_predict(pl_context *ctx, pl_material *material, int n_hold, pl_measurement *const *hold, const pl_fit_options *options,
                         pl_fit **out) {
  double start = pl_seconds();
  *out = NULL;
  pl_fit *fit;
  PL_TRY(create(ctx, 0, NULL, n_hold, hold, options, &fit));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(pl_refuse_idle_rig_options(fit));
  PL_TRY_CLEAN(pl_material_copy(material, &fit->material));
  take_density(fit);
  PL_TRY_CLEAN(covariance_from_material(fit));
  pl_stack stack = {.problem = &fit->problem,
                    .work = &fit->work,
                    .stage = pl_stage_default(&fit->problem),
                    .n_theta = fit->material->n_theta,
                    .n_parameter = fit->material->n_theta};
  PL_TRY_CLEAN(judge(fit, &stack));
  PL_TRY_CLEAN(pl_fit_warn(fit));
  fit->solution.converged = true;
  fit->solution.stop_reason = "nothing was fitted";
  fit->solution.seconds = pl_seconds() - start;
  *out = fit;
  return PL_OK;
cleanup:
  pl_fit_destroy(fit);
  return status;
}

void pl_fit_band(const pl_fit *fit, const pl_term *term, const double *s, double *half_width, double *next) {
  int n_in = term->law.row->n_in, n = term->law.n_param, n_sample = pl_term_sample_count(term);
  const double *theta = fit->material->theta + term->theta;
  double left[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN], right[PL_LAW_MAX_PARAM * PL_LAW_MAX_IN];
  for (int i = 0; i < n_in; i++) half_width[i] = 0;
  for (int i = 0; i < n_in && next; i++) next[i] = NAN;
  if (!fit->evidence.covariance) return;
  for (int a = 0; a < n_sample; a++) {
    pl_law_theta_one(&term->law, theta + a * n, s, left);
    for (int b = 0; b < n_sample; b++) {
      const double *block =
          fit->evidence.covariance + (size_t)(term->theta + a * n) * (size_t)fit->solution.n_parameter + term->theta + b * n;
      pl_law_theta_one(&term->law, theta + b * n, s, right);
      for (int i = 0; i < n_in; i++)
        for (int p = 0; p < n; p++)
          for (int q = 0; q < n; q++)
            half_width[i] += left[p * n_in + i] * block[(size_t)p * (size_t)fit->solution.n_parameter + (size_t)q] * right[q * n_in + i];
    }
  }
  int kind = pl_repeats_kind_of(fit, term);
  for (int i = 0; i < n_in; i++) {
    double variance = fmax(half_width[i], 0) / (n_sample * n_sample);
    const pl_slopes slopes = {term->theta, n_sample == 1 ? n : 0, left + i, n_in};  // bodies with samples are no repeats
    half_width[i] = pl_scatter_95(fit->material, slopes, variance) * sqrt(variance);
    if (next) next[i] = pl_scatter_next(fit->material, kind, slopes, variance).half_width;
  }
}
