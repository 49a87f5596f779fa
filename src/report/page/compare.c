// compare.c: see compare.h.
#include "report/page/compare.h"

#include <math.h>
#include <string.h>

#include "estimate/advise/warnings.h"
#include "report/result/reader.h"
#include "report/result/result.h"
#include "report/result/result_parts.h"

// ---- selection of fits ----

static pl_status add_fit(pl_comparison *c, const char *folder, const char *label) {
  if (c->n_fit == PL_COMPARE_MOST) {
    pl_where where = {.file = folder};
    return pl_fail(c->ctx, PL_ERROR_INPUT, &where, "compare fewer at a time", "more than %d fits on one page", PL_COMPARE_MOST);
  }
  pl_compared_fit *fit = &c->fit[c->n_fit];
  *fit = (pl_compared_fit){.folder = folder, .label = label};
  if (!folder || !label) return PL_ERROR_MEMORY;
  PL_TRY(pl_result_load(c->arena, folder, &fit->fit));
  c->n_fit++;
  return PL_OK;
}

// "out/knit/" as "out/knit".
static const char *without_slash(pl_arena *arena, const char *folder) {
  size_t size = strlen(folder);
  while (size > 1 && folder[size - 1] == '/') size--;
  return pl_arena_printf(arena, "%.*s", (int)size, folder);
}

// The finished fits of a folder of --all-models.
static pl_status add_models(pl_comparison *c, const char *folder, bool alone) {
  const char **name;
  int n;
  PL_TRY(pl__result_models(c->arena, folder, &n, &name));
  for (int i = 0; i < n; i++)
    PL_TRY(add_fit(c, pl_path_join(c->arena, folder, name[i]),
                   alone ? name[i] : pl_arena_printf(c->arena, "%s/%s", pl_path_name(folder), name[i])));
  c->table = folder;
  return PL_OK;
}

static pl_status add_folder(pl_comparison *c, const char *given, bool alone) {
  const char *folder = without_slash(c->arena, given);
  if (!folder) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n_fit; i++)
    if (strcmp(c->fit[i].folder, folder) == 0) {
      pl_where where = {.file = folder};
      return pl_fail(c->ctx, PL_ERROR_INPUT, &where, "name each folder once", PL_ID("compare.given-twice") "this folder is given twice");
    }
  if (pl__result_is_models(c->arena, folder)) return add_models(c, folder, alone);
  return add_fit(c, folder, pl_path_name(folder));
}

// The last part of a folder's name suffices unless two folders share it.
static void make_unique(pl_comparison *c) {
  bool shared[PL_COMPARE_MOST] = {false};
  for (int i = 0; i < c->n_fit; i++)
    for (int k = 0; k < c->n_fit; k++) shared[i] = shared[i] || (k != i && strcmp(c->fit[i].label, c->fit[k].label) == 0);
  for (int i = 0; i < c->n_fit; i++)
    if (shared[i]) c->fit[i].label = c->fit[i].folder;
}

// ---- contents of the fits ----

static double *no_numbers(pl_comparison *c) {
  double *value = pl_arena_alloc(c->arena, (size_t)c->n_fit + 1, sizeof *value);
  for (int i = 0; value && i < c->n_fit; i++) value[i] = NAN;
  return value;
}

// True if the member is false; older results lack some members.
static bool denied(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_BOOL && !value->boolean;
}

// True if the fit warns that fewer material samples predict held-out poses better.
static bool warns_of_samples(pl_json *fit) {
  pl_sample_stage stage[PL_MAX_SAMPLE_STAGE];
  int n = 0, best, last;
  for (pl_json *from = pl__member_list(pl_json_find(fit, "samples"), "stages"); from && n < PL_MAX_SAMPLE_STAGE; from = from->next)
    stage[n++] = (pl_sample_stage){
        .held_out = pl__member_number(from, "held_out"), .kept = pl__member_flag(from, "kept"), .needed = pl__member_flag(from, "needed")};
  return pl_fewer_samples_predict_better(n, stage, &best, &last);
}

const char *pl_compare_fault_text(pl_compare_fault fault) {
  static const char *const text[] = {
      [PL_COMPARE_HELD_OUT] = "failed its held-out tests", [PL_COMPARE_SAMPLES] = "warns that fewer samples predict better"};
  return text[fault];
}

// Why a fit cannot be the best: one that was stopped is not ranked, one that predicts badly is ranked but skipped.
static void find_faults(pl_compared_fit *fit, pl_json *outcome) {
  if (pl__member_flag(outcome, "interrupted"))
    fit->unfinished = "was interrupted";
  else if (denied(outcome, "converged"))
    fit->unfinished = "did not converge";
  if (denied(outcome, "validation_passed"))
    fit->fault = PL_COMPARE_HELD_OUT;
  else if (warns_of_samples(fit->fit))
    fit->fault = PL_COMPARE_SAMPLES;
}

static void describe(pl_compared_fit *fit) {
  pl_json *material = pl_json_find(fit->fit, "material"), *outcome = pl_json_find(fit->fit, "outcome");
  fit->name = pl__member_text(material, "name");
  fit->model = pl_path_name(pl__member_text(material, "model"));
  fit->converged = pl__member_flag(outcome, "converged");
  fit->chi2 = pl__member_number(outcome, "chi2");
  fit->n_residual = pl__member_number(outcome, "residuals");
  pl__fit_lowest_r2(fit->fit, fit->lowest_r2);
  for (pl_json *parameter = pl__member_list(fit->fit, "parameters"); parameter; parameter = parameter->next)
    fit->n_free += parameter->kind == PL_JSON_OBJECT && !pl__member_flag(parameter, "frozen");
  find_faults(fit, outcome);
}

static pl_compared_score *score_of(pl_comparison *c, pl_json *from, int most) {
  const char *test = pl__member_text(from, "test"), *channel = pl__member_text(from, "channel");
  bool held_out = pl__member_flag(from, "held_out");
  for (int k = 0; k < c->n_score; k++) {
    pl_compared_score *score = &c->score[k];
    if (score->held_out == held_out && strcmp(score->test, test) == 0 && strcmp(score->channel, channel) == 0) return score;
  }
  if (c->n_score == most) return NULL;
  pl_compared_score *score = &c->score[c->n_score++];
  *score = (pl_compared_score){.test = test,
                               .channel = channel,
                               .unit = pl__member_text(from, "unit"),
                               .data = "",
                               .held_out = held_out,
                               .judged = true,
                               .best = -1};
  score->rms = no_numbers(c), score->r2 = no_numbers(c), score->relative = no_numbers(c);
  score->values = no_numbers(c), score->n_failed = no_numbers(c), score->sigmas = no_numbers(c);
  return score->rms && score->r2 && score->relative && score->values && score->n_failed && score->sigmas ? score : NULL;
}

static pl_status gather_scores(pl_comparison *c) {
  int most = 0;
  for (int i = 0; i < c->n_fit; i++) most += pl__member_count(c->fit[i].fit, "scores");
  c->score = pl_arena_alloc(c->arena, (size_t)most + 1, sizeof *c->score);
  if (!c->score) return PL_ERROR_MEMORY;
  for (int held_out = 0; held_out < 2; held_out++)
    for (int i = 0; i < c->n_fit; i++)
      for (pl_json *from = pl__member_list(c->fit[i].fit, "scores"); from; from = from->next) {
        if (from->kind != PL_JSON_OBJECT || pl__member_flag(from, "held_out") != (held_out == 1)) continue;
        pl_compared_score *score = score_of(c, from, most);
        if (!score) return PL_ERROR_MEMORY;
        const char *data = pl__member_text(from, "data_sha256");  // older results have none
        if (!score->data[0]) score->data = data;
        score->differs = score->differs || (data[0] && strcmp(score->data, data) != 0);
        score->rms[i] = pl__member_number(from, "rms");
        score->r2[i] = pl__member_number(from, "r2");
        score->relative[i] = pl__member_number(from, "relative");
        score->values[i] = pl__member_number(from, "values");
        score->n_failed[i] = pl__member_number(from, "failed_frames");
        double together = pl__member_number(from, "sigmas_judged");  // for one or two values: including the sigma of the prediction
        score->sigmas[i] = isfinite(together) ? together : pl__member_number(from, "sigmas");
        score->judged = score->judged && (!held_out || pl_json_find(from, "passed"));
      }
  return PL_OK;
}

static pl_status gather_parameters(pl_comparison *c) {
  int most = 0;
  for (int i = 0; i < c->n_fit; i++) most += pl__member_count(c->fit[i].fit, "parameters");
  c->parameter = pl_arena_alloc(c->arena, (size_t)most + 1, sizeof *c->parameter);
  if (!c->parameter) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n_fit; i++)
    for (pl_json *from = pl__member_list(c->fit[i].fit, "parameters"); from; from = from->next) {
      if (from->kind != PL_JSON_OBJECT) continue;
      const char *name = pl__member_text(from, "name"), *unit = pl__member_text(from, "unit");
      int k = 0;
      while (k < c->n_parameter && (strcmp(c->parameter[k].name, name) != 0 || strcmp(c->parameter[k].unit, unit) != 0)) k++;
      pl_compared_parameter *parameter = &c->parameter[k];
      if (k == c->n_parameter) {
        *parameter = (pl_compared_parameter){.name = name, .unit = unit, .value = no_numbers(c), .sigma = no_numbers(c)};
        if (!parameter->value || !parameter->sigma) return PL_ERROR_MEMORY;
        c->n_parameter++;
      }
      parameter->value[i] = pl__member_number(from, "value");
      parameter->sigma[i] = pl__member_number(from, "sigma");
    }
  return PL_OK;
}

pl_status pl_comparison_load(pl_context *ctx, int n, const char *const *folder, const char *command, pl_comparison **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_comparison *c = pl_arena_alloc(arena, 1, sizeof *c);
  pl_status status = PL_ERROR_MEMORY;
  if (!c) goto cleanup;
  *c = (pl_comparison){.arena = arena, .ctx = ctx, .command = pl_arena_text(arena, command ? command : "")};
  c->fit = pl_arena_alloc(arena, PL_COMPARE_MOST, sizeof *c->fit);
  if (!c->fit || !c->command) goto cleanup;
  for (int i = 0; i < n; i++) PL_TRY_CLEAN(add_folder(c, folder[i], n == 1));
  make_unique(c);
  for (int i = 0; i < c->n_fit; i++) describe(&c->fit[i]);
  PL_TRY_CLEAN(gather_scores(c));
  PL_TRY_CLEAN(gather_parameters(c));
  PL_TRY_CLEAN(pl__comparison_mark(c));
  *out = c;
  return PL_OK;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

void pl_comparison_destroy(pl_comparison *c) {
  if (c) pl_arena_destroy(c->arena);
}

// ---- as JSON ----

static void put_fit(pl_json_writer *w, const pl_compared_fit *fit) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "label", fit->label);
  pl_json_put_text(w, "folder", fit->folder);
  pl_json_put_text(w, "name", fit->name);
  pl_json_put_text(w, "model", fit->model);
  pl_json_put_text(w, "verdict", pl__member_text(fit->fit, "verdict"));
  pl_json_put_bool(w, "converged", fit->converged);
  pl_json_put_text(w, "no_star", fit->unfinished ? fit->unfinished : fit->fault ? pl_compare_fault_text(fit->fault) : "");
  pl_json_put_integer(w, "parameters", fit->n_free);
  pl_json_put_number(w, "chi2", fit->chi2);
  pl_json_put_number(w, "residuals", fit->n_residual);
  pl_json_put_number(w, "error", fit->error);
  pl_json_put_number(w, "failed_frames", fit->n_failed);
  pl_json_put_number(w, "lowest_r2_fitted", fit->lowest_r2[0]);
  pl_json_put_number(w, "lowest_r2_held_out", fit->lowest_r2[1]);
  pl_json_put_number(w, "seconds", pl__member_number(fit->fit, "seconds"));
  pl_json_end_object(w);
}

static void put_score(pl_json_writer *w, const pl_comparison *c, const pl_compared_score *score) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "test", score->test);
  pl_json_put_text(w, "channel", score->channel);
  pl_json_put_text(w, "unit", score->unit);
  pl_json_put_bool(w, "held_out", score->held_out);
  pl_json_put_integer(w, "best", score->best);
  if (score->unmarked) pl_json_put_text(w, "unmarked", score->unmarked);
  pl_json_put_bool(w, "data_differ", score->differs);
  pl_json_put_bool(w, "uneven", score->uneven);
  pl_json_put_numbers(w, "rms", c->n_fit, score->rms);
  pl_json_put_numbers(w, "r2", c->n_fit, score->r2);
  pl_json_end_object(w);
}

pl_status pl_comparison_json(pl_context *ctx, const pl_comparison *c, pl_json_writer **writer) {
  pl_json_writer *w = *writer = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "pliant", PL_COMPARE_FORMAT);
  pl_json_put_text(w, "version", pl_version());
  pl_json_put_text(w, "command", c->command);
  pl_json_begin_array(w, "fits");
  for (int i = 0; i < c->n_fit; i++) put_fit(w, &c->fit[i]);
  pl_json_end_array(w);
  pl_json_put_integer(w, "star", c->star);
  pl_json_put_text(w, "star_by", c->star_by_fitted ? "fitted" : "held-out");
  pl_json_put_text(w, "words", c->words);
  pl_json_put_text(w, "rule", PL_COMPARE_RULE);
  pl_json_put_integer(w, "best_r2_fitted", c->best_r2[0]);
  pl_json_put_integer(w, "best_r2_held_out", c->best_r2[1]);
  pl_json_begin_array(w, "scores");
  for (int k = 0; k < c->n_score; k++) put_score(w, c, &c->score[k]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "parameters");
  for (int k = 0; k < c->n_parameter; k++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", c->parameter[k].name);
    pl_json_put_text(w, "unit", c->parameter[k].unit);
    pl_json_put_numbers(w, "value", c->n_fit, c->parameter[k].value);
    pl_json_put_numbers(w, "sigma", c->n_fit, c->parameter[k].sigma);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}
