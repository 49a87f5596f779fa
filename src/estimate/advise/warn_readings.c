// warn_readings.c: warnings about residuals: too large, systematic, or inconsistent with the stated sigma. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include <math.h>
#include <string.h>

#include "base/sentence/say_numbers.h"
#include "base/sentence/say_readings.h"
#include "base/text.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"

// The case and channel of a score.
static const pl_fit_case *case_of(const pl_fit *fit, const pl_score *score, int *channel) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    *channel = (int)(score->channel - c->given->measurement->protocol->channel);
    if (c->test->name == score->test && *channel >= 0 && *channel < c->given->measurement->protocol->n_channel) return c;
  }
  return NULL;
}

// The name of the frame with the largest residuals, if frames have names; else NULL. *alone: no other frame was measured.
static const char *worst_frame(const pl_fit_case *c, int k, bool *alone) {
  const pl_protocol_words *words = pl_case_words(c);
  if (!words->frame_name || !c->predicted[k]) return NULL;
  int width = pl_channel_width(&c->test->channel[k]), worst = -1, n = 0;
  double most = -1;
  for (int f = 0; f < c->test->n_frame; f++) {
    double sum = 0;
    bool any = false;
    for (int v = f * width; v < (f + 1) * width; v++) {
      double r = c->predicted[k][v] - c->test->channel[k].value[v];
      if (!isnan(r)) sum += r * r, any = true;
    }
    n += any;
    if (any && sum > most) most = sum, worst = f;
  }
  *alone = n <= 1;
  return worst < 0 ? NULL : words->frame_name(c->test, worst);
}

// ", most in pose \"bent\""; for a single frame ", in pose \"bent\""; "" if frames have no names.
static const char *worst_words(const pl_fit *fit, const pl_fit_case *c, int k) {
  bool alone;
  const char *name = worst_frame(c, k, &alone);
  const char *words = name ? pl_arena_printf(fit->arena, ", %sin %s \"%s\"", alone ? "" : "most ", pl_case_words(c)->frame, name) : "";
  return words ? words : "";
}

// The same for a cell of a table.
static const char *worst_cell(const pl_fit *fit, const pl_fit_case *c, int k) {
  bool alone;
  const char *name = worst_frame(c, k, &alone);
  return name ? pl_arena_printf(fit->arena, "\"%s\"", name) : "";
}

// "12 sigma" for one or two values with a sigma, and for readings that do not vary; else "3.4 %".
static const char *missed_by(const pl_fit *fit, const pl_score *s) {
  char text[32];
  bool constant = !s->few && isnan(s->r2), sigmas = constant || (s->few && isfinite(s->doubts));
  double shown = constant ? s->rms / s->sigma : sigmas ? s->doubts : 100 * s->relative;
  return pl_arena_printf(fit->arena, "%s %s", pl_judge_multiple(shown, text), sigmas ? "sigma" : "%");
}

void pl__warn_poor(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!c || !s->used || s->n == 0 || pl_score_passes(fit, s)) continue;  // frames without equilibrium have their own warning
    const char *where = worst_words(fit, c, k);
    pl_sentence remedy = pl_remedy(fit, c, PL_REMEDY_POOR);
    char score[32];
    if (!s->judged) {
      pl_warning_add(findings, PL_SAID(SAY_CELLS_FOR_FOLDS),
                     pl_say(fit->arena, SAY_POOR_UNJUDGED, s->test, s->channel->name,
                            pl_judge_print(s->r2, fit->problem.options.accept_r2, 2, score)));
      continue;
    }
    if (!s->few && isnan(s->r2))
      pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_POOR_CONSTANT, s->test, s->channel->name, where, missed_by(fit, s)));
    else if (s->few)
      pl_warning_add(findings, remedy,
                     pl_say(fit->arena, SAY_POOR_FEW, s->test, s->channel->name, s->n == 1 ? "one reading" : "two readings", where,
                            missed_by(fit, s)));
    else
      pl_warning_add(
          findings, remedy,
          pl_say(fit->arena, SAY_POOR, s->test, s->channel->name, pl_judge_print(s->r2, fit->problem.options.accept_r2, 2, score), where));
    pl_warning_row(findings, PL_SAID(SAY_POOR_ALL), "test|channel|worst|>R²|>residual", s->test, s->channel->name, worst_cell(fit, c, k),
                   s->few || isnan(s->r2) ? "-"
                                          : pl_arena_text(fit->arena, pl_judge_print(s->r2, fit->problem.options.accept_r2, 5, score)),
                   missed_by(fit, s));
  }
}

static int free_numbers(const pl_fit *fit) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n += !fit->material->parameter[j].frozen;
  return n;
}

// As many parameters as readings can fit any data: the residuals then do not measure scatter.
static bool meets_anything(const pl_fit *fit) { return fit->solution.ties.n == 0 && fit->evidence.n_residual <= free_numbers(fit); }

// Stated and observed scatter should agree within a small factor.
void pl__warn_sigma(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (!c->predicted[k] || c->weighting.unused[k] || !(c->test->channel[k].sigma > 0)) continue;
      double sum = 0;
      int n = pl_case_values(c, k), n_used = 0;
      for (int f = 0; f < n; f++)
        if (!isnan(c->predicted[k][f] - c->test->channel[k].value[f]))  // for bodies, not every place is measured in every pose
          sum += pow(c->predicted[k][f] - c->test->channel[k].value[f], 2), n_used++;
      double ratio = n_used ? sqrt(sum / n_used) / c->test->channel[k].sigma : 1;
      const char *test = c->test->name, *channel = c->test->channel[k].row->name;
      if (ratio < 0.1 && n_used > 2 && !meets_anything(fit)) {  // a single reading may agree by chance
        pl_warning_add(findings, PL_SAID(SAY_STATE_SIGMA), pl_say(fit->arena, SAY_SIGMA_LARGE, channel, test, 1 / ratio));
        pl_warning_row(findings, PL_SAID(SAY_SIGMA_LARGE_ALL), "test|channel|>times", test, channel,
                       pl_warning_number(findings, 1 / ratio, ""));
      } else if (ratio > PL_MANY_SIGMAS && !pl_case_words(c)->single_readings) {
        pl_warning_add(findings, PL_SAID(SAY_SIGMAS_WIDENED),
                       pl_say(fit->arena, SAY_SIGMA_SMALL, channel, test, ratio, worst_words(fit, c, k)));
        pl_warning_row(findings, PL_SAID(SAY_SIGMA_SMALL_ALL), "test|channel|worst|>times sigma", test, channel, worst_cell(fit, c, k),
                       pl_warning_number(findings, ratio, ""));
      }
    }
}

// The number that the summary shows. With regularised samples: the effective number of parameters that the data determine.
void pl__warn_few(const pl_fit *fit, pl_fit_findings *findings) {
  int n_free = 0, n_all = fit->known.identified ? free_numbers(fit) : 0;
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) n_free += fit->known.identified[j];
  double determined = fit->solution.ties.n > 0 ? fit->evidence.effective : n_free;
  bool any = fit->evidence.n_residual < n_all && meets_anything(fit);
  if (fit->problem.n_fitted == 0 || (fit->evidence.n_residual >= 3 * determined && !any)) return;
  pl_sentence remedy = pl_remedy(fit, NULL, PL_REMEDY_FEW);
  int n = fit->evidence.n_residual;
  if (fit->solution.ties.n > 0)
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_FEW_TIED, n, determined, n_all));
  else if (any)
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_MORE_THAN_READINGS, n_all, n));
  else if (determined < n_all)
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_FEW_DETERMINED, n, n_free, n_all));
  else
    pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_FEW, n, n_all));
}

static void warn_unfollowed(const pl_fit *fit, pl_fit_findings *findings, const pl_fit_case *c, const pl_score *s) {
  char times[32];
  pl_judge_multiple(pl_judge_unfollowed(fit, s), times);
  pl_warning_add(findings, pl_remedy(fit, c, PL_REMEDY_SYSTEMATIC),
                 pl_say(fit->arena, SAY_UNFOLLOWED, s->test, s->channel->name, times, 100 * s->relative));
  pl_warning_row(findings, PL_SAID(SAY_UNFOLLOWED_ALL), "test|channel|>residuals over scatter|>of its range", s->test, s->channel->name,
                 pl_arena_printf(fit->arena, "%s", times), pl_warning_number(findings, 100 * s->relative, " %"));
}

void pl__warn_correlated(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    int k = 0;
    const pl_fit_case *c = case_of(fit, s, &k);
    if (!c) continue;
    if (pl_judge_unfollowed(fit, s) > 0) {
      warn_unfollowed(fit, findings, c, s);
      continue;
    }
    if (!pl_remedy_systematic(s)) continue;
    pl_warning_add(findings, pl_remedy(fit, c, PL_REMEDY_SYSTEMATIC),
                   pl_say(fit->arena, SAY_SYSTEMATIC, s->test, s->channel->name, 100 * s->relative, worst_words(fit, c, k)));
    pl_warning_row(findings, PL_SAID(SAY_SYSTEMATIC_ALL), "test|channel|worst|>of its range", s->test, s->channel->name,
                   worst_cell(fit, c, k), pl_warning_number(findings, 100 * s->relative, " %"));
  }
}
