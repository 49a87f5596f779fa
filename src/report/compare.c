// compare.c: see compare.h.
#include "report/compare.h"

#include <math.h>
#include <string.h>

#include "report/model_table.h"
#include "report/page.h"
#include "report/result.h"
#include "report/result_parts.h"

// ---- which fits ----

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

// The fits of a folder of --all-models, those that are done.
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
      return pl_fail(c->ctx, PL_ERROR_INPUT, &where, "name each folder once", "this folder is given twice");
    }
  if (pl__result_is_models(c->arena, folder)) return add_models(c, folder, alone);
  return add_fit(c, folder, pl_path_name(folder));
}

// The last part of a folder's name is enough unless two folders share it.
static void make_unique(pl_comparison *c) {
  bool shared[PL_COMPARE_MOST] = {false};
  for (int i = 0; i < c->n_fit; i++)
    for (int k = 0; k < c->n_fit; k++) shared[i] = shared[i] || (k != i && strcmp(c->fit[i].label, c->fit[k].label) == 0);
  for (int i = 0; i < c->n_fit; i++)
    if (shared[i]) c->fit[i].label = c->fit[i].folder;
}

// ---- what they say ----

static double *no_numbers(pl_comparison *c) {
  double *value = pl_arena_alloc(c->arena, (size_t)c->n_fit + 1, sizeof *value);
  for (int i = 0; value && i < c->n_fit; i++) value[i] = NAN;
  return value;
}

static void describe(pl_compared_fit *fit) {
  pl_json *material = pl_json_find(fit->fit, "material"), *outcome = pl_json_find(fit->fit, "outcome");
  fit->name = pl__page_text(material, "name");
  fit->model = pl_path_name(pl__page_text(material, "model"));
  fit->converged = pl__page_flag(outcome, "converged");
  fit->chi2 = pl__page_number(outcome, "chi2");
  fit->n_residual = pl__page_number(outcome, "residuals");
  pl__page_lowest_r2(fit->fit, fit->lowest_r2);
  for (pl_json *parameter = pl__page_list(fit->fit, "parameters"); parameter; parameter = parameter->next)
    fit->n_free += parameter->kind == PL_JSON_OBJECT && !pl__page_flag(parameter, "frozen");
}

static pl_compared_score *score_of(pl_comparison *c, pl_json *from, int most) {
  const char *test = pl__page_text(from, "test"), *channel = pl__page_text(from, "channel");
  bool held_out = pl__page_flag(from, "held_out");
  for (int k = 0; k < c->n_score; k++) {
    pl_compared_score *score = &c->score[k];
    if (score->held_out == held_out && strcmp(score->test, test) == 0 && strcmp(score->channel, channel) == 0) return score;
  }
  if (c->n_score == most) return NULL;
  pl_compared_score *score = &c->score[c->n_score++];
  *score = (pl_compared_score){
      .test = test, .channel = channel, .unit = pl__page_text(from, "unit"), .data = "", .held_out = held_out, .judged = true, .best = -1};
  score->rms = no_numbers(c), score->r2 = no_numbers(c), score->relative = no_numbers(c);
  score->values = no_numbers(c), score->lost = no_numbers(c);
  return score->rms && score->r2 && score->relative && score->values && score->lost ? score : NULL;
}

static pl_status gather_scores(pl_comparison *c) {
  int most = 0;
  for (int i = 0; i < c->n_fit; i++) most += pl__page_count(c->fit[i].fit, "scores");
  c->score = pl_arena_alloc(c->arena, (size_t)most + 1, sizeof *c->score);
  if (!c->score) return PL_ERROR_MEMORY;
  for (int held_out = 0; held_out < 2; held_out++)
    for (int i = 0; i < c->n_fit; i++)
      for (pl_json *from = pl__page_list(c->fit[i].fit, "scores"); from; from = from->next) {
        if (from->kind != PL_JSON_OBJECT || pl__page_flag(from, "held_out") != (held_out == 1)) continue;
        pl_compared_score *score = score_of(c, from, most);
        if (!score) return PL_ERROR_MEMORY;
        const char *data = pl__page_text(from, "data_sha256");  // older results have none
        if (!score->data[0]) score->data = data;
        score->differs = score->differs || (data[0] && strcmp(score->data, data) != 0);
        score->rms[i] = pl__page_number(from, "rms");
        score->r2[i] = pl__page_number(from, "r2");
        score->relative[i] = pl__page_number(from, "relative");
        score->values[i] = pl__page_number(from, "values");
        score->lost[i] = pl__page_number(from, "failed_frames");
        score->judged = score->judged && (!held_out || pl_json_find(from, "passed"));
      }
  return PL_OK;
}

static pl_status gather_parameters(pl_comparison *c) {
  int most = 0;
  for (int i = 0; i < c->n_fit; i++) most += pl__page_count(c->fit[i].fit, "parameters");
  c->parameter = pl_arena_alloc(c->arena, (size_t)most + 1, sizeof *c->parameter);
  if (!c->parameter) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n_fit; i++)
    for (pl_json *from = pl__page_list(c->fit[i].fit, "parameters"); from; from = from->next) {
      if (from->kind != PL_JSON_OBJECT) continue;
      const char *name = pl__page_text(from, "name"), *unit = pl__page_text(from, "unit");
      int k = 0;
      while (k < c->n_parameter && (strcmp(c->parameter[k].name, name) != 0 || strcmp(c->parameter[k].unit, unit) != 0)) k++;
      pl_compared_parameter *parameter = &c->parameter[k];
      if (k == c->n_parameter) {
        *parameter = (pl_compared_parameter){.name = name, .unit = unit, .value = no_numbers(c), .sigma = no_numbers(c)};
        if (!parameter->value || !parameter->sigma) return PL_ERROR_MEMORY;
        c->n_parameter++;
      }
      parameter->value[i] = pl__page_number(from, "value");
      parameter->sigma[i] = pl__page_number(from, "sigma");
    }
  return PL_OK;
}

// Errors nearer than a hundredth to the smallest are a tie: they read the same in three digits, and the same test made twice differs by more.
#define TIE 0.01
#define TIE_OF_SCALE 1e-5  // both are nothing beside what was measured: 0.001 % of full scale
#define TIE_R2 5e-6        // R2 is shown with five digits

static bool ties(double value, double least, double floor) { return value - least <= fmax(TIE * least, floor); }

// The smallest of the finite errors; -1 when there are fewer than two, or another one ties with it.
static int smallest(int n, const double *error, double floor) {
  int best = -1, n_tied = 0, n_finite = 0;
  for (int i = 0; i < n; i++) {
    n_finite += isfinite(error[i]);
    if (isfinite(error[i]) && (best < 0 || error[i] < error[best])) best = i;
  }
  for (int i = 0; i < n && best >= 0; i++) n_tied += isfinite(error[i]) && ties(error[i], error[best], floor);
  return n_finite > 1 && n_tied == 1 ? best : -1;
}

// Did some fit lose a frame, or compare more values than another?
static bool is_uneven(const pl_comparison *c, const pl_compared_score *score) {
  double n = NAN;
  for (int i = 0; i < c->n_fit; i++) {
    if (score->lost[i] > 0 || (isfinite(n) && isfinite(score->values[i]) && score->values[i] != n)) return true;
    if (isfinite(score->values[i])) n = score->values[i];
  }
  return false;
}

// What the rms of a channel is a part of, in its unit; 0 when no fit tells it.
static double full_scale(const pl_comparison *c, const pl_compared_score *score) {
  for (int i = 0; i < c->n_fit; i++)
    if (score->rms[i] > 0 && score->relative[i] > 0) return score->rms[i] / score->relative[i];
  return 0;
}

static pl_status mark_best(pl_comparison *c) {
  bool differs[2] = {false, false};
  for (int k = 0; k < c->n_score; k++) {
    pl_compared_score *score = &c->score[k];
    score->uneven = is_uneven(c, score);
    differs[score->held_out] = differs[score->held_out] || score->differs || score->uneven;
    score->best = score->differs || score->uneven ? -1 : smallest(c->n_fit, score->rms, TIE_OF_SCALE * full_scale(c, score));
  }
  double *lowest = no_numbers(c);
  if (!lowest) return PL_ERROR_MEMORY;
  for (int held_out = 0; held_out < 2; held_out++) {
    for (int i = 0; i < c->n_fit; i++) lowest[i] = 1 - c->fit[i].lowest_r2[held_out];
    c->best_r2[held_out] = differs[held_out] ? -1 : smallest(c->n_fit, lowest, TIE_R2);
  }
  return PL_OK;
}

// ---- the star ----

// Do all fits answer for this channel, with the same data and for all of its frames?
static bool is_common(const pl_comparison *c, const pl_compared_score *score) {
  for (int i = 0; i < c->n_fit; i++)
    if (!isfinite(score->relative[i])) return false;
  return score->judged && !score->differs && !score->uneven;
}

// " Out of the running: 'knit' lost 2 frames, 'stiff' lost 1 frame (no equilibrium).", or nothing.
static const char *lost_words(const pl_comparison *c) {
  const char *words = "";
  for (int i = 0; i < c->n_fit && words; i++)
    if (c->fit[i].n_lost > 0)
      words = pl_arena_printf(c->arena, "%s%s %s lost %.0f %s", words, *words ? "," : " Out of the running:", c->fit[i].label,
                              c->fit[i].n_lost, c->fit[i].n_lost == 1 ? "frame" : "frames");
  return words && *words ? pl_arena_printf(c->arena, "%s (no equilibrium).", words) : words;
}

// The fit with the smallest error; of those that tie with it the one with the fewest parameters, nobody when two of them have as few.
static void find_star(pl_comparison *c, const double *error) {
  c->star = smallest(c->n_fit, error, TIE_OF_SCALE);
  double least = INFINITY;
  int n_finite = 0, n_fewest = 0;
  for (int i = 0; i < c->n_fit; i++) n_finite += isfinite(error[i]), least = isfinite(error[i]) ? fmin(least, error[i]) : least;
  if (c->star >= 0 || n_finite < 2) return;
  for (int i = 0; i < c->n_fit; i++) {
    if (!isfinite(error[i]) || !ties(error[i], least, TIE_OF_SCALE)) continue;
    c->n_tied++;
    c->fit[i].tied = true;
    if (c->star < 0 || c->fit[i].n_free < c->fit[c->star].n_free) c->star = i, n_fewest = 0;
    n_fewest += c->fit[i].n_free == c->fit[c->star].n_free;
  }
  if (n_fewest > 1) c->star = -1;
}

// "neo, mooney-rivlin and ogden-2".
static const char *tied_words(const pl_comparison *c) {
  const char *words = "";
  for (int i = 0, done = 0; i < c->n_fit && words; i++)
    if (c->fit[i].tied) {
      const char *between = done == 0 ? "" : done + 1 < c->n_tied ? ", " : " and ";
      words = pl_arena_printf(c->arena, "%s%s%s", words, between, c->fit[i].label);
      done++;
    }
  return words;
}

static const char *star_words(const pl_comparison *c, bool any_held_out) {
  const char *kind = any_held_out ? "held-out" : "fitted", *lost = lost_words(c);
  int n_whole = 0, next = -1;
  if (!lost) return NULL;
  for (int i = 0; i < c->n_fit; i++) n_whole += !(c->fit[i].n_lost > 0);
  if (c->n_common == 0)
    return pl_arena_printf(
        c->arena, "No %s test is common to all fits with the same data and all frames: none of them is called the best.%s", kind, lost);
  if (n_whole < 2)
    return pl_arena_printf(c->arena, "Fewer than two fits found every equilibrium of the %s tests: none of them is called the best.%s",
                           kind, lost);
  if (c->n_tied > 0) {
    const char *tied = tied_words(c);
    double least = INFINITY;
    for (int i = 0; i < c->n_fit; i++) least = c->fit[i].tied ? fmin(least, c->fit[i].error) : least;
    if (!tied) return NULL;
    return c->star < 0
               ? pl_arena_printf(c->arena,
                                 "A tie: %s meet the %s tests alike (rms %.2g %% of full scale), and none has fewer parameters: none of "
                                 "them is called the best.%s",
                                 tied, kind, 100 * least, lost)
               : pl_arena_printf(c->arena,
                                 "A tie: %s meet the %s tests alike (rms %.2g %% of full scale); %s does it with the fewest parameters, "
                                 "%d.%s",
                                 tied, kind, 100 * least, c->fit[c->star].label, c->fit[c->star].n_free, lost);
  }
  for (int i = 0; i < c->n_fit; i++)
    if (i != c->star && !(c->fit[i].n_lost > 0) && (next < 0 || c->fit[i].error < c->fit[next].error)) next = i;
  const char *channels = c->n_common == 1 ? "in the one channel" : pl_arena_printf(c->arena, "over the %d channels", c->n_common);
  if (!channels) return NULL;
  return pl_arena_printf(c->arena, "%s %s: rms %.3g %% of full scale %s common to all fits, next %s with %.3g %%.%s%s",
                         c->fit[c->star].label, any_held_out ? "predicts the held-out tests best" : "meets the fitted tests best",
                         100 * c->fit[c->star].error, channels, c->fit[next].label, 100 * c->fit[next].error,
                         any_held_out ? "" : " Nothing was held out, and fitted tests favour the model with more freedom.", lost);
}

// Frames of the fitted or held-out tests that fit i lost. The channels of a test lose the same ones: the first counts.
static double lost_frames(const pl_comparison *c, int i, bool held_out) {
  double sum = 0;
  for (int k = 0; k < c->n_score; k++) {
    const pl_compared_score *score = &c->score[k];
    bool counted = score->held_out != held_out || !(score->lost[i] > 0);
    for (int e = 0; e < k && !counted; e++)
      counted = c->score[e].held_out == held_out && c->score[e].lost[i] > 0 && strcmp(c->score[e].test, score->test) == 0;
    if (!counted) sum += score->lost[i];
  }
  return sum;
}

// Root mean square over the common channels of rms / range.
static pl_status give_star(pl_comparison *c) {
  bool any_held_out = false;
  for (int k = 0; k < c->n_score; k++) any_held_out = any_held_out || c->score[k].held_out;
  double *error = no_numbers(c);
  if (!error) return PL_ERROR_MEMORY;
  c->star_by_fitted = !any_held_out;
  for (int k = 0; k < c->n_score; k++) c->n_common += c->score[k].held_out == any_held_out && is_common(c, &c->score[k]);
  for (int i = 0; i < c->n_fit; i++) {
    double sum = 0;
    for (int k = 0; k < c->n_score; k++) {
      const pl_compared_score *score = &c->score[k];
      if (score->held_out != any_held_out) continue;
      if (is_common(c, score)) sum += score->relative[i] * score->relative[i];
    }
    c->fit[i].n_lost = lost_frames(c, i, any_held_out);
    c->fit[i].error = c->n_common ? sqrt(sum / c->n_common) : NAN;
    error[i] = c->fit[i].n_lost > 0 ? NAN : c->fit[i].error;
  }
  find_star(c, error);
  c->words = star_words(c, any_held_out);
  return c->words ? PL_OK : PL_ERROR_MEMORY;
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
  PL_TRY_CLEAN(mark_best(c));
  PL_TRY_CLEAN(give_star(c));
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
  pl_json_put_text(w, "verdict", pl__page_text(fit->fit, "verdict"));
  pl_json_put_bool(w, "converged", fit->converged);
  pl_json_put_integer(w, "parameters", fit->n_free);
  pl_json_put_number(w, "chi2", fit->chi2);
  pl_json_put_number(w, "residuals", fit->n_residual);
  pl_json_put_number(w, "error", fit->error);
  pl_json_put_number(w, "lost_frames", fit->n_lost);
  pl_json_put_number(w, "lowest_r2_fitted", fit->lowest_r2[0]);
  pl_json_put_number(w, "lowest_r2_held_out", fit->lowest_r2[1]);
  pl_json_put_number(w, "seconds", pl__page_number(fit->fit, "seconds"));
  pl_json_end_object(w);
}

static void put_score(pl_json_writer *w, const pl_comparison *c, const pl_compared_score *score) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "test", score->test);
  pl_json_put_text(w, "channel", score->channel);
  pl_json_put_text(w, "unit", score->unit);
  pl_json_put_bool(w, "held_out", score->held_out);
  pl_json_put_integer(w, "best", score->best);
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
