// verdict.c: a fit in a few short sentences: the result and its uncertainty. The sentences and their parts have ids (say_verdict.h).
#include "report/result/result.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "estimate/rate/rates.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/moduli.h"
#include "report/result/doubts.h"
#include "report/result/result_parts.h"
#include "report/result/say_verdict.h"

// A verdict as it is written: its text, and the ids of its sentences and their parts.
typedef struct writing {
  pl_text *out;
  int n_id;
  const char *id[PL_MAX_REASON];
} writing;

PL_PRINTF(3, 4) static void say(writing *w, const char *id, const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  pl_text_add(w->out, text);
  bool known = false;
  for (int i = 0; i < w->n_id; i++) known = known || w->id[i] == id;
  if (!known && w->n_id < PL_MAX_REASON) w->id[w->n_id++] = id;
}

// A sentence begins with a capital letter and ends with a stop. begin() returns its place in the text, for end().
static size_t begin(writing *w) {
  if (w->out->size > 0) pl_text_add(w->out, " ");
  return w->out->size;
}

static void end(writing *w, size_t start) {
  if (w->out->size > start) w->out->data[start] = (char)toupper((unsigned char)w->out->data[start]);
  pl_text_add(w->out, ".");
}

// A whole sentence: SAY(w, SAY_X, ...).
#define SAY(w, ...)           \
  do {                        \
    size_t start_ = begin(w); \
    say(w, __VA_ARGS__);      \
    end(w, start_);           \
  } while (0)

// True if the channel was part of the objective. Captures are compared by one channel each, the others are only reported. Held-out ones
// count if they are judged.
static bool compared(const pl_fit *fit, const pl_score *score) {
  for (int i = 0; i < fit->problem.n_fitted && !score->held_out; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (c->test->name == score->test) return !c->weighting.unused[score->channel - c->given->measurement->protocol->channel];
  }
  return score->judged || !score->held_out;
}

// Smallest and largest value of a score's field over the fitted or the held-out channels. Returns their number.
static int spread(const pl_fit *fit, bool held_out, bool r2, double range[2]) {
  int n = 0;
  range[0] = INFINITY, range[1] = -INFINITY;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    double value = r2 ? s->r2 : s->relative;
    if (s->held_out != held_out || !isfinite(value) || !compared(fit, s)) continue;
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
    n++;
  }
  return n;
}

// A fraction in percent, or R2; only significant digits.
static void print_score(const pl_fit *fit, double value, bool percent, char text[32]) {
  if (percent)
    snprintf(text, 32, 100 * value < 99 ? "%.2g" : "%.0f", 100 * value);
  else
    pl_judge_print(value, fit->problem.options.accept_r2, value < -9 ? 0 : value > 0.9995 ? 5 : 3, text);
}

// "0.81 to 1.9" (percent) or "0.981 to 0.998" (R2); one number when both read the same.
static void add_range(const pl_fit *fit, pl_text *out, const double range[2], bool percent) {
  char low[32], high[32];
  print_score(fit, range[0], percent, low);
  print_score(fit, range[1], percent, high);
  pl_text_add(out, low);
  if (strcmp(low, high) != 0) pl_text_printf(out, " to %s", high);
}

// True if this parameter is at a bound or limited by the convexity constraint.
static bool is_held(const pl_fit *fit, int j) { return fit->known.at_bound[j] || pl_judge_on_border(fit, j); }

// What the data determine about a term. Held: it was fitted, but every parameter is limited by a bound or by convexity. Open: the tests
// strain it but do not determine it. Unmeasured: no test strains it.
typedef enum term_state {
  TERM_IDENTIFIABLE,
  TERM_BORDER,
  TERM_BOUND,
  TERM_OPEN,
  TERM_UNMEASURED,
  TERM_ASSUMED,
  TERM_STATE_COUNT
} term_state;

static const char *const state_words[TERM_STATE_COUNT] = {
    [TERM_IDENTIFIABLE] = "identifiable", [TERM_BORDER] = "limited by convexity", [TERM_BOUND] = "at a bound",
    [TERM_OPEN] = "not identifiable",     [TERM_UNMEASURED] = "not measured",     [TERM_ASSUMED] = "assumed, not measured",
};

static term_state state_of(const pl_fit *fit, const pl_term *term) {
  int from = term->theta, to = from + pl_term_theta_count(term);
  bool bound = false, border = false, strained = false;
  for (int i = 0; i < fit->problem.n_case; i++)
    if (pl_case_words(&fit->work.fit_case[i])->all_act) return TERM_IDENTIFIABLE;
  if (pl__term_assumed(fit, term)) return TERM_ASSUMED;
  if (!fit->known.identified) return TERM_IDENTIFIABLE;
  for (int j = from; j < to; j++) {
    if (fit->known.identified[j]) return TERM_IDENTIFIABLE;
    bound = bound || fit->known.at_bound[j];
    border = border || pl_judge_on_border(fit, j);
  }
  if (border || bound) return border ? TERM_BORDER : TERM_BOUND;
  for (int i = 0; i < PL_LAW_MAX_IN; i++) strained = strained || term->range[i][1] > term->range[i][0];
  return strained ? TERM_OPEN : TERM_UNMEASURED;
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static bool is_volume(const pl_term *term) { return term->strain->volume; }

// The only term besides that of a solid's volume; NULL when there are several.
static const pl_term *only_term(const pl_material *material) {
  const pl_term *only = NULL;
  for (int t = 0; t < material->n_term; t++) {
    if (material->n_term > 1 && is_volume(&material->term[t])) continue;
    if (only) return NULL;
    only = &material->term[t];
  }
  return only;
}

// "An orthotropic law", "A neo-hookean law that varies in space (8 samples)".
static void add_law(const pl_term *term, writing *w) {
  // files call the law of a solid "isotropic3"
  const char *law = term->law.row->name;
  int length = (int)strlen(law), n_sample = pl_term_sample_count(term);
  if (length > 0 && law[length - 1] == '3') length--;
  say(w, SAY_VERDICT_LAW, strchr("aeiou", law[0]) ? "An" : "A", length, law);
  if (n_sample > 1) say(w, SAY_VERDICT_HETEROGENEOUS, n_sample);
}

enum { MOST_NAMES = 8 };  // of curves within a sentence of 25 words

// How many terms are determined this way, and their names: "warp, weft and 3 more".
static int count_terms(const pl_fit *fit, term_state how) {
  int n = 0;
  for (int t = 0; t < fit->material->n_term; t++) n += state_of(fit, &fit->material->term[t]) == how;
  return n;
}

static void add_names(const pl_fit *fit, term_state how, pl_text *out) {
  int n = count_terms(fit, how), most = n > MOST_NAMES ? MOST_NAMES - 1 : n, done = 0;
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    if (state_of(fit, term) != how || done == most) continue;
    pl_text_printf(out, "%s%s", done == 0 ? "" : done + 1 < n ? ", " : " and ", term->name);
    done++;
  }
  if (n > done) pl_text_printf(out, " and %d more", n - done);
}

// "Warp, weft and shear curves", "A model of 9 curves" if no curve is determined, or a law.
static void add_model(const pl_fit *fit, writing *w) {
  const pl_term *only = only_term(fit->material);
  int n_identified = count_terms(fit, TERM_IDENTIFIABLE), n_fitted = fit->material->n_term - count_terms(fit, TERM_ASSUMED);
  if (only) {
    add_law(only, w);
  } else if (n_identified == 0) {
    say(w, SAY_VERDICT_NO_CURVES, n_fitted, plural(n_fitted));
  } else {
    add_names(fit, TERM_IDENTIFIABLE, w->out);
    say(w, SAY_VERDICT_CURVES, plural(n_identified));
  }
}

// "Limited by convexity: area. Not measured: weft and shear." Of a law: what is not known of its stiffness and of its volume.
static void add_model_limits(const pl_fit *fit, writing *w) {
  const pl_material *material = fit->material;
  const pl_term *only = only_term(material);
  int n_fitted = material->n_term - count_terms(fit, TERM_ASSUMED);
  if (only && fit->solution.scale_held) SAY(w, SAY_VERDICT_SCALE);
  for (int t = 0; only && t < material->n_term; t++) {
    term_state how = state_of(fit, &material->term[t]);
    if (&material->term[t] != only && how != TERM_IDENTIFIABLE) SAY(w, SAY_VERDICT_VOLUME, state_words[how]);
  }
  for (int how = TERM_BORDER; !only && how < TERM_STATE_COUNT; how++) {
    int n = count_terms(fit, (term_state)how);
    // what holds for all of them is stated for their parameters, after the residuals
    if (n == 0 || (how == TERM_OPEN && n == n_fitted)) continue;
    size_t start = begin(w);
    say(w, SAY_VERDICT_TERMS, state_words[how]);
    add_names(fit, (term_state)how, w->out);
    end(w, start);
  }
}

// For held-out channels of one or two values, which have no R2: the largest residual in sigma of those within some sigmas. For the others
// (or those without a sigma) it is a fraction of their change; -1: none. Returns the number judged.
static int few_worst(const pl_fit *fit, double *sigmas, double *change) {
  int n = 0;
  *sigmas = *change = -1;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (!s->held_out || !s->judged || !s->few) continue;
    n++;
    if (s->doubts <= PL_FEW_SIGMAS || (isfinite(s->doubts) && !isfinite(s->of_change)))
      *sigmas = fmax(*sigmas, s->doubts);
    else if (isfinite(s->of_change))
      *change = fmax(*change, s->of_change);
  }
  return n;
}

// The same for constant readings, which have no R2: a fraction of their level, or sigmas where they stay at rest.
static int constant_worst(const pl_fit *fit, double *sigmas, double *share) {
  int n = 0;
  *sigmas = *share = -1;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (!s->held_out || !s->judged || s->few || s->n == 0 || !isnan(s->r2)) continue;
    n++;
    if (isfinite(s->share))
      *share = fmax(*share, s->share);
    else
      *sigmas = fmax(*sigmas, s->rms / s->sigma);
  }
  return n;
}

// " with R2 0.981 to 0.998", of n channels.
static void add_r2(const pl_fit *fit, int n, const double range[2], pl_text *out) {
  if (n == 0) return;
  pl_text_printf(out, " with R² %s", range[0] == range[1] ? "= " : "");
  add_range(fit, out, range, false);
}

// " and single readings to 0.56 sigma or 12 % of their change", after n ranges of R2.
static void add_few(pl_text *out, int n, int n_few, double sigmas, double change) {
  if (n_few == 0) return;
  char text[32];
  pl_text_add(out, n > 0 ? " and single readings" : ": single readings");
  if (sigmas >= 0) pl_text_printf(out, " to %s sigma", pl_judge_multiple(sigmas, text));
  if (change >= 0) pl_text_printf(out, "%s %s %% of their change", sigmas >= 0 ? " or" : " to", pl_judge_multiple(100 * change, text));
}

// " and constant readings to 0.56 sigma or 12 % of their level", after n other results.
static void add_constant(pl_text *out, int n, int n_constant, double sigmas, double share) {
  if (n_constant == 0) return;
  char text[32];
  pl_text_add(out, n > 0 ? " and constant readings" : ": constant readings");
  if (sigmas >= 0) pl_text_printf(out, " to %s sigma", pl_judge_multiple(sigmas, text));
  if (share >= 0) pl_text_printf(out, "%s %s %% of their level", sigmas >= 0 ? " or" : " to", pl_judge_multiple(100 * share, text));
}

// Why a held-out test is not passed: ": below 0.95", ": 2 of 5 curves below 0.95", ": 2 of 5 channels".
static void add_missed(const pl_fit *fit, int n, int n_few, writing *w) {
  char why[80] = "";
  int n_below = 0;
  for (int i = 0; i < fit->evidence.n_score; i++)
    n_below += fit->evidence.score[i].held_out && fit->evidence.score[i].judged && !pl_score_passes(fit, &fit->evidence.score[i]);
  if (n + n_few > 1 && n_few > 0)
    snprintf(why, sizeof why, ": %d of %d", n_below, n + n_few);
  else if (n > 1)
    snprintf(why, sizeof why, ": %d of %d curves below %.4g", n_below, n, fit->problem.options.accept_r2);
  else if (n == 1)
    snprintf(why, sizeof why, ": below %.4g", fit->problem.options.accept_r2);
  say(w, SAY_VERDICT_FAILED, why);
}

// "Held-out 'bias' predicted with R2 = 0.992 (passed)."
static void add_held_out(const pl_fit *fit, writing *w) {
  double range[2], sigmas, change, constant_sigmas, share;
  pl_text *out = w->out;
  int n = spread(fit, true, true, range), n_case = fit->problem.n_case - fit->problem.n_fitted;
  if (n_case == 0) return;
  size_t start = begin(w);
  if (n_case == 1)
    pl_text_printf(out, "held-out '%s'", fit->work.fit_case[fit->problem.n_fitted].test->name);
  else
    pl_text_printf(out, "%d held-out tests", n_case);
  int n_few = few_worst(fit, &sigmas, &change), n_constant = constant_worst(fit, &constant_sigmas, &share);
  if (n + n_few + n_constant == 0) {
    say(w, SAY_VERDICT_UNJUDGED);
  } else {
    pl_text_add(out, " predicted");
    add_r2(fit, n, range, out);
    add_few(out, n, n_few, sigmas, change);
    add_constant(out, n + n_few, n_constant, constant_sigmas, share);
    if (fit->findings.validation_passed)
      say(w, SAY_VERDICT_PASSED);
    else
      add_missed(fit, n, n_few + n_constant, w);
  }
  end(w, start);
}

// "1 of 36 frames without equilibrium was excluded.": why a fit with small residuals may still not count as passed.
static void add_failed(const pl_fit *fit, writing *w) {
  int n = 0, n_failed = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    n += fit->work.fit_case[i].test->n_frame, n_failed += fit->work.fit_case[i].report.n_failed;
  if (n_failed) SAY(w, SAY_VERDICT_FRAMES_FAILED, n_failed, n, plural(n), n_failed == 1 ? "was" : "were");
}

// True if this parameter was fitted but is not determined by the data.
static bool is_lost(const pl_fit *fit, int j) {
  return fit->known.identified && !fit->material->parameter[j].frozen && !fit->known.identified[j] && !is_held(fit, j);
}

// True if it is only known to be small.
static bool is_zero(const pl_fit *fit, int j) {
  return fit->known.weak && !fit->material->parameter[j].frozen && fit->known.weak[j] && pl_mark_near_zero(fit, j);
}

static int count_lost(const pl_fit *fit, int from, int to) {
  int n = 0;
  for (int j = from; j < to; j++) n += is_lost(fit, j);
  return n;
}

static int count_free(const pl_fit *fit, int from, int to) {
  int n = 0;
  for (int j = from; j < to; j++) n += !fit->material->parameter[j].frozen;
  return n;
}

// The fitted parameters, by how well the data determine them.
typedef struct tally {
  int n, lost, held, border, weak, zero;
  int n_of[2], weak_of[2];  // n and weak of stretching (0) and of bending (1)
  double worst;             // largest relative standard error of the weak ones
} tally;

// True if the parameter belongs to a law of bending.
static bool of_bending(const pl_material *material, int j) { return pl_strain_bends(material->term[material->parameter[j].term].strain); }

static tally count_identified(const pl_fit *fit) {
  const pl_material *material = fit->material;
  tally c = {0};
  for (int j = 0; j < material->n_theta && fit->known.identified; j++) {
    if (material->parameter[j].frozen) continue;
    bool weak = fit->known.weak && fit->known.weak[j] && !is_zero(fit, j);
    c.n++;
    c.held += is_held(fit, j);
    c.border += !fit->known.at_bound[j] && pl_judge_on_border(fit, j);
    c.zero += is_zero(fit, j);
    c.weak += weak;
    c.n_of[of_bending(material, j)]++;
    c.weak_of[of_bending(material, j)] += weak;
    c.lost += is_lost(fit, j);
    if (weak) c.worst = fmax(c.worst, material->sigma[j] / fabs(material->theta[j]));
  }
  return c;
}

// True if the material is hardly determined: more than half of the parameters are weak, or one has a very large standard error. Those of
// stretching and of bending are counted apart: a test of bending says nothing about a stiffness in the plane.
static bool is_vague(const tally *c) { return 2 * c->weak_of[0] > c->n_of[0] || 2 * c->weak_of[1] > c->n_of[1] || c->worst > PL_VAGUE; }

// True if the protocol of the test judges single readings by their sigma.
static bool names_readings(const pl_fit *fit, const char *test) {
  for (int i = 0; i < fit->problem.n_case; i++)
    if (fit->work.fit_case[i].test->name == test) return pl_case_words(&fit->work.fit_case[i])->single_readings;
  return false;
}

#define BEYOND_NOISE 3.0  // sigmas, root mean square of a fitted channel

// The ratio of residuals to the given sigma of a body's fitted readings, for the worst channel, if it exceeds noise; else 0. The body then
// differs from the model, and may be heterogeneous. Other tests always have mesh error: R2 judges them.
static double beyond_noise(const pl_fit *fit) {
  double most = 0;
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (names_readings(fit, fit->evidence.score[i].test) && fit->evidence.score[i].used && !fit->evidence.score[i].held_out &&
        fit->evidence.score[i].sigmas > BEYOND_NOISE)
      most = fmax(most, fit->evidence.score[i].sigmas);
  return most;
}

// The largest pl_judge_unfollowed; 0: the model follows its curves.
static double unfollowed(const pl_fit *fit) {
  double most = 0;
  for (int i = 0; i < fit->evidence.n_score; i++) most = fmax(most, pl_judge_unfollowed(fit, &fit->evidence.score[i]));
  return most;
}

// The channel with the largest pl_judge_systematic; NULL: none.
static const pl_score *systematic(const pl_fit *fit) {
  const pl_score *most = NULL;
  for (int i = 0; i < fit->evidence.n_score; i++) {
    double part = pl_judge_systematic(&fit->evidence.score[i]);
    if (part > 0 && (!most || part > most->systematic)) most = &fit->evidence.score[i];
  }
  return most;
}

// The rule for the state. Bad: the fit did not converge, or a test fails. Good: the data determine every fitted parameter well enough,
// nothing in the files looks wrong, and the material is stable. The residuals of a body must be noise, and homogeneous curves must be
// followed. No channel has a systematic error above a few percent of its level, no loss between loading and unloading is ignored, and no
// prediction extrapolates. Otherwise partly. A parameter limited by a bound or by convexity is not determined by the data.
// A test whose stress depends on time while the material does not relax; NULL: none. *on: what it depends on.
static const pl_test *rate_test(const pl_fit *fit, const char **on) {
  const pl_rates *rates = fit->findings.rates;
  if (!rates || !rates->noticed || pl_material_relaxes(fit->material)) return NULL;
  for (int i = 0; i < rates->n_mode; i++)
    if (rates->mode[i].noticed) {
      if (on) *on = "speed";
      return rates->mode[i].test;
    }
  if (on) *on = "time";
  for (int i = 0; i < rates->n_hold; i++)
    if (rates->hold[i].noticed) return rates->hold[i].test;
  return NULL;
}

pl_verdict_state pl_result_state(const pl_fit *fit) {
  if (!fit->solution.converged || !fit->findings.fit_passed || !fit->findings.validation_passed || fit->findings.contradicted)
    return PL_VERDICT_BAD;
  const char *test;
  if (pl_judge_loss(fit, &test) > 0 || fit->findings.n_extrapolated > 0 || systematic(fit) || rate_test(fit, NULL))
    return PL_VERDICT_PARTLY;
  if (fit->problem.n_fitted == 0) return PL_VERDICT_GOOD;
  tally c = count_identified(fit);
  bool identified = fit->solution.formula || (!c.lost && !c.held && !c.zero && !is_vague(&c) && !fit->solution.scale_held);
  bool followed = beyond_noise(fit) == 0 && unfollowed(fit) == 0;
  return identified && followed && !fit->findings.unstable && !pl__fit_doubted(fit) ? PL_VERDICT_GOOD : PL_VERDICT_PARTLY;
}

const char *pl_verdict_name(pl_verdict_state state) {
  static const char *const name[] = {"bad", "partly", "good"};
  return name[state];
}

const char *pl_verdict_sign(pl_verdict_state state) {
  static const char *const sign[] = {"!", "~", "\xE2\x9C\x93"};
  return sign[state];
}

// ": warp.k4, all of weft and 3 more": the parameters that are not identifiable; a term without any identifiable one by its name. Nothing
// if none is identifiable.
static void add_lost_names(const pl_fit *fit, pl_text *out) {
  enum { MOST = 4 };
  const pl_material *material = fit->material;
  int left = count_lost(fit, 0, material->n_theta), n_named = 0;
  if (left == count_free(fit, 0, material->n_theta)) return;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    int from = term->theta, to = from + pl_term_theta_count(term), lost = count_lost(fit, from, to);
    bool whole = lost > 1 && lost == count_free(fit, from, to);
    for (int j = from; j < to && n_named < MOST; j++) {
      if (!is_lost(fit, j)) continue;
      const char *between = n_named++ ? ", " : ": ";
      pl_text_printf(out, "%s%s%s", between, whole ? "all of " : "", whole ? term->name : material->parameter[j].name);
      left -= whole ? lost : 1;
      if (whole) break;
    }
  }
  if (left > 0) pl_text_printf(out, " and %d more", left);
}

static const char *is_or_are(int n) { return n == 1 ? "is" : "are"; }

// "3 of 14 parameters are not identifiable from these data: ... 2 of 14 parameters are at an active bound."
static void add_open(const pl_fit *fit, const tally *c, writing *w) {
  const char *many = plural(c->n), *verb = is_or_are(c->held);
  if (c->lost) {
    size_t start = begin(w);
    say(w, SAY_VERDICT_NOT_IDENTIFIABLE, c->lost, c->n, many, is_or_are(c->lost));
    add_lost_names(fit, w->out);
    end(w, start);
    // a local value may be undetermined although the global one is determined, as Poisson's ratio of a body with regularised lambdas
    if (fit->solution.ties.n > 0) SAY(w, SAY_VERDICT_REGULARISED, c->lost == 1 ? "it" : "them");
  }
  if (c->held == 0) return;
  if (c->border == 0)
    SAY(w, SAY_VERDICT_BOUND, c->held, c->n, many, verb);
  else if (c->border == c->held)
    SAY(w, SAY_VERDICT_CONVEXITY, c->held, c->n, many, verb);
  else
    SAY(w, SAY_VERDICT_BOUND_OR_CONVEXITY, c->held, c->n, many, verb);
}

// "All 14 parameters are identifiable."
static void add_identified(const pl_fit *fit, const tally *c, writing *w) {
  int n = c->n, n_identified = c->n - c->zero;
  char all[40];
  snprintf(all, sizeof all, "all %d parameters are", n);
  if (fit->solution.ties.n > 0)
    SAY(w, SAY_VERDICT_TIED, fit->evidence.effective, n);
  else if (c->zero)
    SAY(w, SAY_VERDICT_SOME, n_identified, n, plural(n), is_or_are(n_identified));
  else
    SAY(w, SAY_VERDICT_ALL, n == 1 ? "its parameter is" : n == 2 ? "both parameters are" : all);
}

// "5 of them have a standard error of 8 % or more (up to 38 %)."
static void add_weak(const tally *c, bool others, writing *w) {
  char which[60];
  if (c->weak == 0) return;
  if (c->weak == c->n)
    snprintf(which, sizeof which, "%s", c->n == 1 ? "it has" : "all of them have");
  else
    snprintf(which, sizeof which, "%d %s %s", c->weak, others ? "more" : "of them", c->weak == 1 ? "has" : "have");
  size_t start = begin(w);
  say(w, SAY_VERDICT_WEAK, which, 100 * PL_WEAK);
  if (c->worst > PL_VAGUE) pl_text_printf(w->out, " (%s%.0f %%)", c->weak > 1 ? "up to " : "", 100 * c->worst);
  end(w, start);
}

static void add_parameters(const pl_fit *fit, writing *w) {
  tally c = count_identified(fit);
  if (c.n == 0 || fit->findings.contradicted) return;
  if (fit->solution.formula) {
    SAY(w, SAY_VERDICT_FORMULA);
    return;
  }
  bool others = c.lost || c.held;
  if (others)
    add_open(fit, &c, w);
  else
    add_identified(fit, &c, w);
  add_weak(&c, others, w);
  if (c.zero) SAY(w, SAY_VERDICT_ZERO, c.zero, is_or_are(c.zero));
}

// "Residuals of 'bias' (force) are systematic: 12 % of the level of its readings."
static void add_systematic(const pl_fit *fit, writing *w) {
  const pl_score *s = systematic(fit);
  char text[32];
  if (s) SAY(w, SAY_VERDICT_SYSTEMATIC, s->test, s->channel->name, pl_judge_multiple(100 * s->systematic, text));
}

// What a reader must know first. Examples are "'foam' loses 68 % of its force ..." and "1 of 2 predicted tests is beyond the fitted
// strains, up to 1.8 times as far."
static void add_first(const pl_fit *fit, writing *w) {
  const char *test = NULL;
  char text[32];
  double loss = pl_judge_loss(fit, &test);
  int n = fit->findings.n_extrapolated, n_predicted = fit->problem.n_case - fit->problem.n_fitted;
  if (loss > 0) SAY(w, SAY_VERDICT_LOSS, test, pl_judge_multiple(100 * loss, text));
  const char *on = NULL;
  const pl_test *rated = rate_test(fit, &on);
  if (rated) SAY(w, SAY_VERDICT_RATE, rated->name, on);
  if (n == 0) return;
  size_t start = begin(w);
  say(w, SAY_VERDICT_EXTRAPOLATES, n, n_predicted, plural(n_predicted), is_or_are(n));
  say(w, SAY_VERDICT_TIMES, pl_judge_multiple(fit->findings.extrapolated, text));
  end(w, start);
}

// "Units or sizes of warp are doubtful. The material is not convex (...).": why well determined parameters may still be useless.
static void add_caveats(const pl_fit *fit, writing *w) {
  char text[32];
  double missed = beyond_noise(fit), off = unfollowed(fit);
  if (missed > 0) SAY(w, SAY_VERDICT_BEYOND_NOISE, pl_judge_multiple(missed, text));
  if (off > 0) SAY(w, SAY_VERDICT_UNFOLLOWED, pl_judge_multiple(off, text));
  add_systematic(fit, w);
  for (int d = PL_DOUBT_SIZES; d < PL_DOUBT_COUNT; d++) {
    if (!pl__fit_doubts(fit, (pl_doubt)d)) continue;
    size_t start = begin(w);
    pl__add_doubt(fit, (pl_doubt)d, w->out);
    say(w, SAY_VERDICT_DOUBTED);
    end(w, start);
  }
  if (fit->findings.unstable) SAY(w, SAY_VERDICT_UNSTABLE, fit->findings.unstable);
}

// A sigma has two significant digits.
static double two_digits(double sigma) {
  double unit = pow(10, floor(log10(sigma)) - 1);
  return round(sigma / unit) * unit;
}

// "Young's modulus 59.87 kPa (standard error 0.13), Poisson's ratio 0.402 (standard error 0.004)." An anisotropic solid has too many moduli for a sentence,
// and undetermined ones are omitted.
static void add_moduli(const pl_fit *fit, writing *w) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n = 0;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena || pl_moduli_make(arena, fit, &n, modulus) != PL_OK || n > 3) n = 0;
  bool any = false;
  size_t start = 0;
  for (int i = 0; i < (n < 2 ? n : 2); i++) {
    const pl_modulus *m = &modulus[i];
    bool number = pl_dim_equal(m->dim, PL_DIM_NONE);
    char value[40], last[40], sigma[40];
    bool nothing = m->n == 1 && m->value[0] == 0;  // set by a bound
    if (m->lost || nothing || (fit->solution.scale_held && !number)) continue;
    pl_shown in = pl_dim_shown(m->dim, m->value[m->n - 1]);
    pl_number_people(in.factor * m->value[0], value, sizeof value);
    pl_number_people(in.factor * m->value[m->n - 1], last, sizeof last);
    if (any)
      pl_text_add(w->out, ", ");
    else
      start = begin(w);
    say(w, SAY_VERDICT_MODULUS, m->name, value);
    if (m->n > 1) pl_text_printf(w->out, " to %s", last);
    if (!number) pl_text_printf(w->out, " %s", in.unit);
    if (m->n == 1 && m->sigma[0] > 0)
      pl_text_printf(w->out, " (standard error %s)", pl_number_people(two_digits(in.factor * m->sigma[0]), sigma, sizeof sigma));
    any = true;
  }
  if (any && modulus[0].n > 1) pl_text_add(w->out, ", from 5 to 95 % of the body");
  if (any) end(w, start);
  pl_arena_destroy(arena);
}

// A prediction, without a fit.
static void write_prediction(const pl_fit *fit, writing *w) {
  int n_case = fit->problem.n_case;
  double range[2], sigmas, change, constant_sigmas, share;
  int n = spread(fit, true, true, range), n_few = few_worst(fit, &sigmas, &change);
  int n_constant = constant_worst(fit, &constant_sigmas, &share), n_all = n + n_few + n_constant;
  char why[40] = "";
  size_t start = begin(w);
  say(w, SAY_VERDICT_PREDICTS, fit->material->name, n_case, plural(n_case));
  add_r2(fit, n, range, w->out);
  add_few(w->out, n, n_few, sigmas, change);
  add_constant(w->out, n + n_few, n_constant, constant_sigmas, share);
  if (n > 0 && n == n_all) snprintf(why, sizeof why, ": not everywhere above %.4g", fit->problem.options.accept_r2);
  if (n_all > 0 && fit->findings.validation_passed)
    say(w, SAY_VERDICT_PASSED);
  else if (n_all > 0)
    say(w, SAY_VERDICT_FAILED, why);
  end(w, start);
  add_systematic(fit, w);
}

// "Warp, weft and shear curves fitted to 4 tests: residuals 0.81 to 1.9 % of full scale."
static void add_fitted(const pl_fit *fit, writing *w) {
  double range[2];
  size_t start = begin(w);
  add_model(fit, w);
  say(w, SAY_VERDICT_FITTED, fit->problem.n_fitted, plural(fit->problem.n_fitted));
  if (spread(fit, false, false, range)) {
    pl_text residuals;
    pl_text_init(&residuals, fit->ctx);
    add_range(fit, &residuals, range, true);
    say(w, SAY_VERDICT_RESIDUALS, residuals.data ? residuals.data : "");
    pl_text_clear(&residuals);
  }
  end(w, start);
}

static void add_stop(const pl_fit *fit, writing *w) {
  if (!fit->findings.contradicted) {
    if (!fit->solution.converged) SAY(w, SAY_VERDICT_NOT_CONVERGED, fit->solution.stop_reason);
    return;
  }
  if (fit->findings.contradicts_motion)
    SAY(w, SAY_VERDICT_CONTRADICTED_MOTION);
  else
    SAY(w, SAY_VERDICT_CONTRADICTED);
  size_t start = begin(w);
  pl_text_add(w->out, fit->findings.contradicted);
  end(w, start);
}

static void write_fit(const pl_fit *fit, writing *w) {
  add_stop(fit, w);
  add_fitted(fit, w);
  add_model_limits(fit, w);
  add_failed(fit, w);
  add_held_out(fit, w);
  add_parameters(fit, w);
  add_caveats(fit, w);
  add_moduli(fit, w);
}

static writing write_verdict(const pl_fit *fit, pl_text *out) {
  writing w = {.out = out};
  if (!fit->findings.contradicted) add_first(fit, &w);
  if (fit->problem.n_fitted == 0)
    write_prediction(fit, &w);
  else
    write_fit(fit, &w);
  return w;
}

void pl_result_verdict(const pl_fit *fit, pl_text *out) { write_verdict(fit, out); }

int pl_result_reasons(const pl_fit *fit, const char *id[PL_MAX_REASON]) {
  pl_text text;
  pl_text_init(&text, fit->ctx);
  writing w = write_verdict(fit, &text);
  pl_text_clear(&text);
  memcpy(id, w.id, (size_t)w.n_id * sizeof *id);
  return w.n_id;
}
