// compare_star.c: determines which fit and which values of a comparison are marked as the best. See compare.h.
#include <math.h>
#include <string.h>

#include "report/page/compare.h"

// Errors within a hundredth of the smallest tie: they are equal in three digits, and a repeated test differs by more.
#define TIE 0.01
#define TIE_OF_SCALE 1e-5  // both are negligible: 0.001 % of full scale

static bool ties(double value, double least, double floor) { return value - least <= fmax(TIE * least, floor); }

// Never marked: it was stopped, or predicts badly.
static bool barred(const pl_compared_fit *fit) { return fit->unfinished || fit->fault; }

// ---- marks of columns ----

// The smallest finite error; -1 if there are fewer than two, another one ties, or its fit is barred.
static int smallest(const pl_comparison *c, const double *error, double floor) {
  int best = -1, n_tied = 0, n_finite = 0;
  for (int i = 0; i < c->n_fit; i++) {
    n_finite += isfinite(error[i]);
    if (isfinite(error[i]) && (best < 0 || error[i] < error[best])) best = i;
  }
  for (int i = 0; i < c->n_fit && best >= 0; i++) n_tied += isfinite(error[i]) && ties(error[i], error[best], floor);
  return n_finite > 1 && n_tied == 1 && !barred(&c->fit[best]) ? best : -1;
}

// True if some fit has a failed frame, or compared more values than another.
static bool is_uneven(const pl_comparison *c, const pl_compared_score *score) {
  double n = NAN;
  for (int i = 0; i < c->n_fit; i++) {
    if (score->n_failed[i] > 0 || (isfinite(n) && isfinite(score->values[i]) && score->values[i] != n)) return true;
    if (isfinite(score->values[i])) n = score->values[i];
  }
  return false;
}

// True if both fits predict a held-out channel within sigma. Their difference is then noise.
static bool both_within(const pl_compared_score *score, int i, int k) {
  return score->held_out && score->sigmas[i] < 1 && score->sigmas[k] < 1;
}

// Full scale of a channel, in its unit; 0 when no fit has it.
static double full_scale(const pl_comparison *c, const pl_compared_score *score) {
  for (int i = 0; i < c->n_fit; i++)
    if (score->rms[i] > 0 && score->relative[i] > 0) return score->rms[i] / score->relative[i];
  return 0;
}

// True if the lowest R2 of all fits is over the same tests of the same data. Fits without such tests do not count.
static bool same_tests(const pl_comparison *c, bool held_out) {
  for (int k = 0; k < c->n_score; k++) {
    const pl_compared_score *score = &c->score[k];
    if (score->held_out != held_out) continue;
    if (score->differs || score->uneven) return false;
    for (int i = 0; i < c->n_fit; i++)
      if (isfinite(c->fit[i].lowest_r2[held_out]) && !isfinite(score->rms[i])) return false;
  }
  return true;
}

// True if they are equal when rounded as shown: three digits on the page, four on the terminal near 1.
static bool reads_alike(double r2, double other) {
  double gap = 1 - r2, last = gap >= 10 ? 1 : gap >= 1e-3 ? 1e-3 : 1e-4;
  return round(r2 / last) == round(other / last);
}

static int highest_r2(const pl_comparison *c, double *gap, bool held_out) {
  for (int i = 0; i < c->n_fit; i++) gap[i] = 1 - c->fit[i].lowest_r2[held_out];
  int best = same_tests(c, held_out) ? smallest(c, gap, 0) : -1;
  for (int i = 0; i < c->n_fit && best >= 0; i++)
    if (i != best && reads_alike(c->fit[best].lowest_r2[held_out], c->fit[i].lowest_r2[held_out])) best = -1;
  return best;
}

// Why the smallest error of a channel is not marked. NULL: fewer than two fits have it.
static const char *unmarked_words(const pl_comparison *c, const pl_compared_score *score) {
  int n = 0, lead = -1;
  bool noise = false;
  for (int i = 0; i < c->n_fit; i++) {
    n += isfinite(score->rms[i]);
    if (isfinite(score->rms[i]) && (lead < 0 || score->rms[i] < score->rms[lead])) lead = i;
  }
  if (n < 2) return NULL;
  if (score->differs) return "different data";
  if (score->uneven) return "different frames";
  for (int i = 0; i < c->n_fit; i++) noise = noise || (i != lead && both_within(score, i, lead));
  if (noise) return "within sigma";
  return barred(&c->fit[lead]) ? "the fit with the smallest error is excluded" : "a tie";
}

static void mark_score(const pl_comparison *c, pl_compared_score *score) {
  score->uneven = is_uneven(c, score);
  score->best = score->differs || score->uneven ? -1 : smallest(c, score->rms, TIE_OF_SCALE * full_scale(c, score));
  for (int i = 0; i < c->n_fit && score->best >= 0; i++)
    if (i != score->best && both_within(score, i, score->best)) score->best = -1;
  score->unmarked = score->best < 0 ? unmarked_words(c, score) : NULL;
}

static pl_status mark_columns(pl_comparison *c) {
  for (int k = 0; k < c->n_score; k++) mark_score(c, &c->score[k]);
  double *gap = pl_arena_alloc(c->arena, (size_t)c->n_fit + 1, sizeof *gap);  // [n_fit] 1 - R2
  if (!gap) return PL_ERROR_MEMORY;
  for (int held_out = 0; held_out < 2; held_out++) c->best_r2[held_out] = highest_r2(c, gap, held_out == 1);
  return PL_OK;
}

// ---- ranked fits ----

// True if all fits predict this channel, with the same data and in all frames.
static bool is_common(const pl_comparison *c, const pl_compared_score *score) {
  for (int i = 0; i < c->n_fit; i++)
    if (!isfinite(score->relative[i])) return false;
  return score->held_out == !c->star_by_fitted && score->judged && !score->differs && !score->uneven;
}

// Failed frames of fit i in the fitted or held-out tests. The channels of a test have the same ones: the first counts.
static double failed_frames(const pl_comparison *c, int i, bool held_out) {
  double sum = 0;
  for (int k = 0; k < c->n_score; k++) {
    const pl_compared_score *score = &c->score[k];
    bool counted = score->held_out != held_out || !(score->n_failed[i] > 0);
    for (int e = 0; e < k && !counted; e++)
      counted = c->score[e].held_out == held_out && c->score[e].n_failed[i] > 0 && strcmp(c->score[e].test, score->test) == 0;
    if (!counted) sum += score->n_failed[i];
  }
  return sum;
}

// True if all of several fits failed their held-out tests, and have no other fault.
static bool all_failed(const pl_comparison *c) {
  int n = 0;
  for (int i = 0; i < c->n_fit; i++) n += !c->fit[i].unfinished && c->fit[i].n_failed == 0 && c->fit[i].fault == PL_COMPARE_HELD_OUT;
  return n == c->n_fit && n > 1;
}

// " Excluded: knit has 2 frames without equilibrium, stiff did not converge.", or nothing.
static const char *out_words(const pl_comparison *c) {
  const char *words = "";
  if (all_failed(c)) return pl_arena_printf(c->arena, " Excluded: all %d failed their held-out tests.", c->n_fit);
  for (int i = 0; i < c->n_fit && words; i++) {
    const pl_compared_fit *fit = &c->fit[i];
    const char *why = fit->unfinished ? fit->unfinished : pl_compare_fault_text(fit->fault);
    if (fit->n_failed > 0)
      why = pl_arena_printf(c->arena, "has %.0f %s without equilibrium", fit->n_failed, fit->n_failed == 1 ? "frame" : "frames");
    else if (!why)
      continue;
    if (!why) return NULL;
    words = pl_arena_printf(c->arena, "%s%s %s %s", words, *words ? "," : " Excluded:", fit->label, why);
  }
  return words && *words ? pl_arena_printf(c->arena, "%s.", words) : words;
}

// ---- the star ----

// True if fit i equals the leading one except for held-out channels that both predict within sigma. Those differ by noise: the root mean
// square of the others decides.
static bool noise_apart(const pl_comparison *c, int i, int lead) {
  double own = 0, least = 0;
  int n = 0, n_noise = 0;
  for (int k = 0; k < c->n_score; k++) {
    const pl_compared_score *score = &c->score[k];
    if (!is_common(c, score)) continue;
    if (both_within(score, i, lead)) {
      n_noise++;
      continue;
    }
    own += score->relative[i] * score->relative[i], least += score->relative[lead] * score->relative[lead], n++;
  }
  return n_noise > 0 && (n == 0 || ties(sqrt(own / n), sqrt(least / n), TIE_OF_SCALE));
}

// The fits that tie with the best error, as `tied`; returns their number.
static int tie_with_best(pl_comparison *c, const double *error) {
  int lead = -1, n = 0;
  c->tied_by_noise = false;
  for (int i = 0; i < c->n_fit; i++)
    if (isfinite(error[i]) && (lead < 0 || error[i] < error[lead])) lead = i;
  for (int i = 0; i < c->n_fit; i++) {
    bool alike = isfinite(error[i]) && ties(error[i], error[lead], TIE_OF_SCALE);
    bool noise = isfinite(error[i]) && !alike && noise_apart(c, i, lead);
    c->fit[i].tied = alike || noise;
    c->tied_by_noise = c->tied_by_noise || noise;
    n += c->fit[i].tied;
  }
  return n;
}

// The fit with the smallest error; among ties the one with the fewest parameters; none if two of them have equally few. If all of these are
// barred the rest is ranked. `error` [n_fit] is a fraction of full scale, NAN for fits that are not ranked.
static void find_star(pl_comparison *c, double *error) {
  c->star = -1;
  for (;;) {
    int n_ranked = 0, n_fewest = 0;
    for (int i = 0; i < c->n_fit; i++) n_ranked += isfinite(error[i]), c->fit[i].tied = false;
    if (n_ranked < 2) return;
    int n_tied = tie_with_best(c, error);
    for (int i = 0; i < c->n_fit; i++) {
      if (!c->fit[i].tied || barred(&c->fit[i])) continue;
      if (c->star < 0 || c->fit[i].n_free < c->fit[c->star].n_free) c->star = i, n_fewest = 0;
      n_fewest += c->fit[i].n_free == c->fit[c->star].n_free;
    }
    if (c->star >= 0) {
      c->n_tied = n_tied > 1 ? n_tied : 0;
      if (n_fewest > 1) c->star = -1;
      return;
    }
    for (int i = 0; i < c->n_fit; i++) error[i] = c->fit[i].tied ? NAN : error[i];
  }
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

static const char *tie_words(const pl_comparison *c, const char *out) {
  const char *tied = tied_words(c), *how = "within sigma, so their difference is noise";
  const char *kind = c->star_by_fitted ? "fit the tests" : "predict the held-out tests";
  double least = INFINITY;
  bool all = true;  // true if all of them are ranked
  for (int i = 0; i < c->n_fit; i++) {
    if (!c->fit[i].tied) continue;
    least = fmin(least, c->fit[i].error);
    all = all && !barred(&c->fit[i]);
  }
  if (!c->tied_by_noise) how = pl_arena_printf(c->arena, "equally well (rms %.2g %% of full scale)", 100 * least);
  if (!tied || !how) return NULL;
  const char *among = all ? "" : " of those not excluded";
  if (c->star < 0)
    return pl_arena_printf(c->arena, "A tie: %s %s %s. They have equally few parameters%s, so none is marked as the best.%s", tied, kind,
                           how, among, out);
  return pl_arena_printf(c->arena, "A tie: %s %s %s. %s has the fewest parameters%s, %d.%s", tied, kind, how, c->fit[c->star].label, among,
                         c->fit[c->star].n_free, out);
}

// `error` as find_star leaves it.
static const char *star_words(const pl_comparison *c, const double *error) {
  const char *kind = c->star_by_fitted ? "fitted" : "held-out", *out = out_words(c);
  int next = -1;
  if (!out) return NULL;
  if (c->n_common == 0)
    return pl_arena_printf(c->arena, "No %s test is common to all fits with the same data and all frames: no fit is marked as the best.%s",
                           kind, out);
  if (c->n_tied > 0) return tie_words(c, out);
  if (c->star < 0)
    return pl_arena_printf(c->arena, "Fewer than two fits can be ranked by the %s tests: no fit is marked as the best.%s", kind, out);
  for (int i = 0; i < c->n_fit; i++)
    if (i != c->star && isfinite(error[i]) && (next < 0 || error[i] < error[next])) next = i;
  const char *channels = c->n_common == 1 ? "in the one channel" : pl_arena_printf(c->arena, "over the %d channels", c->n_common);
  if (!channels) return NULL;
  return pl_arena_printf(c->arena, "%s %s: rms %.3g %% of full scale %s common to all fits. Next: %s with %.3g %%.%s%s",
                         c->fit[c->star].label, c->star_by_fitted ? "fits its tests best" : "predicts the held-out tests best",
                         100 * c->fit[c->star].error, channels, c->fit[next].label, 100 * c->fit[next].error,
                         c->star_by_fitted ? " Nothing was held out, and fitted tests favour models with more parameters." : "", out);
}

// Root mean square over the common channels of rms / range.
static pl_status give_star(pl_comparison *c) {
  c->star_by_fitted = true;
  for (int k = 0; k < c->n_score; k++) c->star_by_fitted = c->star_by_fitted && !c->score[k].held_out;
  double *error = pl_arena_alloc(c->arena, (size_t)c->n_fit + 1, sizeof *error);
  if (!error) return PL_ERROR_MEMORY;
  for (int k = 0; k < c->n_score; k++) c->n_common += is_common(c, &c->score[k]);
  for (int i = 0; i < c->n_fit; i++) {
    pl_compared_fit *fit = &c->fit[i];
    double sum = 0;
    for (int k = 0; k < c->n_score; k++)
      if (is_common(c, &c->score[k])) sum += c->score[k].relative[i] * c->score[k].relative[i];
    fit->n_failed = failed_frames(c, i, !c->star_by_fitted);
    fit->error = c->n_common ? sqrt(sum / c->n_common) : NAN;
    error[i] = fit->n_failed > 0 || fit->unfinished ? NAN : fit->error;
  }
  find_star(c, error);
  c->words = star_words(c, error);
  return c->words ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl__comparison_mark(pl_comparison *c) {
  PL_TRY(mark_columns(c));
  return give_star(c);
}
