// verdict.c: a fit in one sentence: the result and its uncertainty. Its clauses have ids (say_verdict.h).
#include "report/result/result.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "estimate/advise/words.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/moduli.h"
#include "report/result/doubts.h"
#include "report/result/result_parts.h"
#include "report/result/say_verdict.h"

// A verdict as it is written: its text, and the ids of its clauses.
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

// True if the channel was part of the objective. Captures are compared by one channel each, the others are only reported. Held-out ones
// count if they are judged.
static bool compared(const pl_fit *fit, const pl_score *score) {
  for (int i = 0; i < fit->problem.n_fitted && !score->held_out; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    if (c->test->name == score->test) return !c->weighting.unused[score->channel - c->measurement->protocol->channel];
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
typedef enum term_told { TERM_TOLD, TERM_BORDER, TERM_BOUND, TERM_OPEN, TERM_UNMEASURED, TERM_ASSUMED, TERM_TOLD_COUNT } term_told;

static const char *const told_words[TERM_TOLD_COUNT] = {
    [TERM_TOLD] = "identifiable",     [TERM_BORDER] = "limited by convexity", [TERM_BOUND] = "at a bound",
    [TERM_OPEN] = "not identifiable", [TERM_UNMEASURED] = "not measured",     [TERM_ASSUMED] = "assumed, not measured",
};

static term_told told(const pl_fit *fit, const pl_term *term) {
  int from = term->theta, to = from + pl_term_theta_count(term);
  bool bound = false, border = false, strained = false;
  for (int i = 0; i < fit->problem.n_case; i++)
    if (pl_case_words(&fit->problem.fit_case[i])->all_act) return TERM_TOLD;
  if (pl__term_assumed(fit, term)) return TERM_ASSUMED;
  if (!fit->known.identified) return TERM_TOLD;
  for (int j = from; j < to; j++) {
    if (fit->known.identified[j]) return TERM_TOLD;
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

// "An orthotropic law", "A neo-hookean law (absolute stiffness not identifiable, its volume is assumed)".
static void add_law(const pl_fit *fit, const pl_term *term, writing *w) {
  // files call the law of a solid "isotropic3"
  const char *law = term->law.row->name;
  int length = (int)strlen(law), n_sample = pl_term_sample_count(term), n_note = 0;
  if (length > 0 && law[length - 1] == '3') length--;
  say(w, SAY_VERDICT_LAW, strchr("aeiou", law[0]) ? "An" : "A", length, law);
  if (n_sample > 1) say(w, SAY_VERDICT_HETEROGENEOUS, n_sample);
  if (fit->solution.scale_held) say(w, SAY_VERDICT_SCALE, n_note++ ? ", " : " (");
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *volume = &fit->material->term[t];
    term_told how = told(fit, volume);
    if (volume == term || how == TERM_TOLD) continue;
    say(w, SAY_VERDICT_VOLUME, n_note++ ? ", " : " (", how == TERM_ASSUMED ? "assumed" : told_words[how]);
  }
  if (n_note) pl_text_add(w->out, ")");
}

// "Warp, weft and shear curves", "Warp curve (limited by convexity: area; not measured: weft, shear)", "A model of 9 curves" if no curve is
// determined, or a law.
static void add_model(const pl_fit *fit, writing *w) {
  const pl_material *material = fit->material;
  const pl_term *only = only_term(material);
  if (only) {
    add_law(fit, only, w);
    return;
  }
  pl_text *out = w->out;
  size_t start = out->size;
  int n[TERM_TOLD_COUNT] = {0}, done = 0, n_note = 0;
  for (int t = 0; t < material->n_term; t++) n[told(fit, &material->term[t])]++;
  int n_fitted = material->n_term - n[TERM_ASSUMED];
  for (int t = 0; t < material->n_term; t++)
    if (told(fit, &material->term[t]) == TERM_TOLD) {
      pl_text_printf(out, "%s%s", done == 0 ? "" : done + 1 < n[TERM_TOLD] ? ", " : " and ", material->term[t].name);
      done++;
    }
  if (out->size > start) out->data[start] = (char)toupper((unsigned char)out->data[start]);
  if (done == 0)
    say(w, SAY_VERDICT_NO_CURVES, n_fitted, plural(n_fitted));
  else
    say(w, SAY_VERDICT_CURVES, plural(done));
  for (int how = TERM_BORDER; how < TERM_TOLD_COUNT; how++) {
    // what holds for all of them is stated for their parameters, after the residuals
    if (n[how] == 0 || (how == TERM_OPEN && n[how] == n_fitted)) continue;
    pl_text_printf(out, "%s%s", n_note++ ? "; " : " (", told_words[how]);
    for (int t = 0, listed = 0; t < material->n_term; t++)
      if (told(fit, &material->term[t]) == (term_told)how) pl_text_printf(out, "%s%s", listed++ ? ", " : ": ", material->term[t].name);
  }
  if (n_note) pl_text_add(out, ")");
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

// " and single readings to 0.56 sigma or 12 % of their change", after n ranges of R2.
static void add_few(pl_text *out, int n, int n_few, double sigmas, double change) {
  if (n_few == 0) return;
  char text[32];
  pl_text_add(out, n > 0 ? " and single readings" : ": single readings");
  if (sigmas >= 0) pl_text_printf(out, " to %s sigma", pl_judge_multiple(sigmas, text));
  if (change >= 0) pl_text_printf(out, "%s %s %% of their change", sigmas >= 0 ? " or" : " to", pl_judge_multiple(100 * change, text));
}

// "held-out 'bias' predicted with R2 = 0.992 (passed)".
static void add_held_out(const pl_fit *fit, writing *w) {
  double range[2], sigmas, change;
  char why[80] = "";
  pl_text *out = w->out;
  int n = spread(fit, true, true, range), n_case = fit->problem.n_case - fit->problem.n_fitted, n_below = 0;
  if (n_case == 0) return;
  for (int i = 0; i < fit->evidence.n_score; i++)
    n_below += fit->evidence.score[i].held_out && fit->evidence.score[i].judged && !pl_score_passes(fit, &fit->evidence.score[i]);
  if (n_case == 1)
    pl_text_printf(out, "held-out '%s'", fit->problem.fit_case[fit->problem.n_fitted].test->name);
  else
    pl_text_printf(out, "%d held-out tests", n_case);
  int n_few = few_worst(fit, &sigmas, &change);
  if (n + n_few == 0) {
    say(w, SAY_VERDICT_UNJUDGED);
    return;
  }
  pl_text_add(out, " predicted");
  if (n > 0) {
    pl_text_printf(out, " with R² %s", range[0] == range[1] ? "= " : "");
    add_range(fit, out, range, false);
  }
  add_few(out, n, n_few, sigmas, change);
  if (fit->findings.validation_passed) {
    say(w, SAY_VERDICT_PASSED);
    return;
  }
  if (n + n_few == 1 && n == 1) snprintf(why, sizeof why, "below %.4g: ", fit->problem.options.accept_r2);
  if (n + n_few > 1 && n_few == 0) snprintf(why, sizeof why, "%d of %d curves below %.4g: ", n_below, n, fit->problem.options.accept_r2);
  if (n + n_few > 1 && n_few > 0) snprintf(why, sizeof why, "%d of %d channels ", n_below, n + n_few);
  say(w, SAY_VERDICT_FAILED, why);
}

// ", 1 of 36 frames without equilibrium excluded": why a fit with small residuals may still not count as passed.
static void add_failed(const pl_fit *fit, writing *w) {
  int n = 0, n_failed = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    n += fit->problem.fit_case[i].test->n_frame, n_failed += fit->problem.fit_case[i].report.n_failed;
  if (n_failed) say(w, SAY_VERDICT_FRAMES_FAILED, n_failed, n, plural(n));
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
  double worst;  // largest relative standard error of the weak ones
} tally;

static tally count_told(const pl_fit *fit) {
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
    c.lost += is_lost(fit, j);
    if (weak) c.worst = fmax(c.worst, material->sigma[j] / fabs(material->theta[j]));
  }
  return c;
}

// True if the material is hardly determined: more than half of the identifiable parameters are weak, or one has a very large standard
// error.
static bool is_vague(const tally *c) { return 2 * c->weak > c->n || c->worst > PL_VAGUE; }

// True if the protocol of the test judges single readings by their sigma.
static bool names_readings(const pl_fit *fit, const char *test) {
  for (int i = 0; i < fit->problem.n_case; i++)
    if (fit->problem.fit_case[i].test->name == test) return pl_case_words(&fit->problem.fit_case[i])->single_readings;
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

// The rule for the state. Bad: the fit did not converge, or a test fails. Good: the data determine every fitted parameter well enough,
// nothing in the files looks wrong, and the material is stable. The residuals of a body must be noise, and homogeneous curves must be
// followed. Otherwise partly. A parameter limited by a bound or by convexity is not determined by the data.
pl_verdict_state pl_result_state(const pl_fit *fit) {
  if (!fit->solution.converged || !fit->findings.fit_passed || !fit->findings.validation_passed || fit->findings.contradicted)
    return PL_VERDICT_BAD;
  if (fit->problem.n_fitted == 0) return PL_VERDICT_GOOD;
  tally c = count_told(fit);
  bool told = fit->solution.formula || (!c.lost && !c.held && !c.zero && !is_vague(&c) && !fit->solution.scale_held);
  bool followed = beyond_noise(fit) == 0 && unfollowed(fit) == 0;
  return told && followed && !fit->findings.unstable && !pl__fit_doubted(fit) ? PL_VERDICT_GOOD : PL_VERDICT_PARTLY;
}

const char *pl_verdict_name(pl_verdict_state state) {
  static const char *const name[] = {"bad", "partly", "good"};
  return name[state];
}

const char *pl_verdict_sign(pl_verdict_state state) {
  static const char *const sign[] = {"!", "~", "\xE2\x9C\x93"};
  return sign[state];
}

// " (warp.k4, all of weft and 3 more)": the parameters that are not identifiable; a term without any identifiable one by its name. Nothing
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
      const char *between = n_named++ ? ", " : " (";
      pl_text_printf(out, "%s%s%s", between, whole ? "all of " : "", whole ? term->name : material->parameter[j].name);
      left -= whole ? lost : 1;
      if (whole) break;
    }
  }
  if (left > 0) pl_text_printf(out, " and %d more", left);
  if (n_named) pl_text_add(out, ")");
}

// "; but 3 of 14 parameters are not identifiable from these data (...), 2 of 14 are at an active bound".
static void add_open(const pl_fit *fit, const tally *c, const char *but, writing *w) {
  if (c->lost) {
    say(w, SAY_VERDICT_NOT_IDENTIFIABLE, but, c->lost, c->n, plural(c->n), c->lost == 1 ? "is" : "are");
    add_lost_names(fit, w->out);
    // a local value may be undetermined although the global one is determined, as Poisson's ratio of a body with regularised lambdas
    if (fit->solution.ties.n > 0) pl_text_add(w->out, ", only by regularisation");
  }
  if (c->held == 0) return;
  const char *join = c->lost ? "," : ";", *first = c->lost ? "" : but, *noun = c->lost ? "" : " parameter",
             *many = c->lost ? "" : plural(c->n), *verb = c->held == 1 ? "is" : "are";
  if (c->border == 0)
    say(w, SAY_VERDICT_BOUND, join, first, c->held, c->n, noun, many, verb);
  else if (c->border == c->held)
    say(w, SAY_VERDICT_CONVEXITY, join, first, c->held, c->n, noun, many, verb);
  else
    say(w, SAY_VERDICT_BOUND_OR_CONVEXITY, join, first, c->held, c->n, noun, many, verb);
}

// "; all 14 parameters are identifiable".
static void add_told(const pl_fit *fit, const tally *c, writing *w) {
  int n = c->n, n_told = c->n - c->zero;
  char all[40];
  snprintf(all, sizeof all, "all %d parameters are", n);
  if (fit->solution.ties.n > 0)
    say(w, SAY_VERDICT_TIED, fit->evidence.effective, n);
  else if (c->zero)
    say(w, SAY_VERDICT_SOME, n_told, n, plural(n), n_told == 1 ? "is" : "are");
  else
    say(w, SAY_VERDICT_ALL, n == 1 ? "its parameter is" : n == 2 ? "both parameters are" : all);
}

// ", but 5 of them with a standard error of 8 % or more (up to 38 %)".
static void add_weak(const tally *c, bool others, const char *but, writing *w) {
  char which[60];
  if (c->weak == 0) return;
  if (c->weak == c->n)
    snprintf(which, sizeof which, "%s%s", but, c->n == 1 ? "it" : "all of them");
  else
    snprintf(which, sizeof which, others ? "%s%d more" : "%s%d of them", others ? "" : but, c->weak);
  say(w, SAY_VERDICT_WEAK, which, 100 * PL_WEAK);
  if (c->worst > PL_VAGUE) pl_text_printf(w->out, " (%s%.0f %%)", c->weak > 1 ? "up to " : "", 100 * c->worst);
}

// Returns true if a "but" was written.
static bool add_parameters(const pl_fit *fit, writing *w) {
  tally c = count_told(fit);
  if (c.n == 0 || fit->findings.contradicted) return false;
  if (fit->solution.formula) {
    say(w, SAY_VERDICT_FORMULA);
    return false;
  }
  bool partly = pl_result_state(fit) == PL_VERDICT_PARTLY, others = c.lost || c.held, vague = is_vague(&c);
  if (others)
    add_open(fit, &c, partly ? "but " : "", w);
  else
    add_told(fit, &c, w);
  add_weak(&c, others, vague && !others ? "but " : "", w);
  if (c.zero) say(w, SAY_VERDICT_ZERO, others || vague ? "" : "but ", c.zero, c.zero == 1 ? "is" : "are");
  return others || vague || c.zero;
}

// ", but the units or sizes of warp are doubtful, and the material is not convex (...)": why well determined parameters may still be
// useless.
static void add_caveats(const pl_fit *fit, bool but, writing *w) {
  char text[32];
  double missed = beyond_noise(fit), off = unfollowed(fit);
  if (missed > 0) say(w, SAY_VERDICT_BEYOND_NOISE, but ? "and" : "but", pl_judge_multiple(missed, text));
  but = but || missed > 0;
  if (off > 0) say(w, SAY_VERDICT_UNFOLLOWED, but ? "and" : "but", pl_judge_multiple(off, text));
  but = but || off > 0;
  if (pl__add_doubts(fit, but ? ", and " : ", but ", w->out)) {
    say(w, SAY_VERDICT_DOUBTED);
    but = true;
  }
  if (fit->findings.unstable) say(w, SAY_VERDICT_UNSTABLE, but ? "and" : "but", fit->findings.unstable);
}

// A sigma has two significant digits.
static double two_digits(double sigma) {
  double unit = pow(10, floor(log10(sigma)) - 1);
  return round(sigma / unit) * unit;
}

// "; Young's modulus 59.87 kPa (sigma 0.13), Poisson's ratio 0.402 (sigma 0.004)". An anisotropic solid has too many moduli for a sentence,
// and undetermined ones are omitted.
static void add_moduli(const pl_fit *fit, writing *w) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n = 0;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena || pl_moduli_make(arena, fit, &n, modulus) != PL_OK || n > 3) n = 0;
  bool any = false;
  for (int i = 0; i < (n < 2 ? n : 2); i++) {
    const pl_modulus *m = &modulus[i];
    bool number = pl_dim_equal(m->dim, PL_DIM_NONE);
    char value[40], last[40], sigma[40];
    bool nothing = m->n == 1 && m->value[0] == 0;  // set by a bound
    if (m->lost || nothing || (fit->solution.scale_held && !number)) continue;
    pl_shown in = pl_dim_shown(m->dim, m->value[m->n - 1]);
    pl_number_people(in.factor * m->value[0], value, sizeof value);
    pl_number_people(in.factor * m->value[m->n - 1], last, sizeof last);
    say(w, SAY_VERDICT_MODULUS, any ? "," : ";", m->name, value);
    if (m->n > 1) pl_text_printf(w->out, " to %s", last);
    if (!number) pl_text_printf(w->out, " %s", in.unit);
    if (m->n == 1 && m->sigma[0] > 0)
      pl_text_printf(w->out, " (standard error %s)", pl_number_people(two_digits(in.factor * m->sigma[0]), sigma, sizeof sigma));
    any = true;
  }
  if (any && modulus[0].n > 1) pl_text_add(w->out, ", from 5 to 95 % of the body");
  pl_arena_destroy(arena);
}

// A prediction, without a fit.
static void write_prediction(const pl_fit *fit, writing *w) {
  int n_case = fit->problem.n_case;
  double range[2], sigmas, change;
  int n = spread(fit, true, true, range), n_few = few_worst(fit, &sigmas, &change);
  char why[40] = "";
  say(w, SAY_VERDICT_PREDICTS, fit->material->name, n_case, plural(n_case));
  if (n > 0) {
    pl_text_printf(w->out, " with R² %s", range[0] == range[1] ? "= " : "");
    add_range(fit, w->out, range, false);
  }
  add_few(w->out, n, n_few, sigmas, change);
  if (n > 0 && n_few == 0) snprintf(why, sizeof why, "not everywhere above %.4g: ", fit->problem.options.accept_r2);
  if (n + n_few > 0 && fit->findings.validation_passed)
    say(w, SAY_VERDICT_PASSED);
  else if (n + n_few > 0)
    say(w, SAY_VERDICT_FAILED, why);
}

static void write_fit(const pl_fit *fit, writing *w) {
  double range[2];
  if (fit->findings.contradicted && fit->findings.contradiction[0].opposite)
    say(w, SAY_VERDICT_CONTRADICTED_MOTION, fit->findings.contradicted);
  else if (fit->findings.contradicted)
    say(w, SAY_VERDICT_CONTRADICTED, fit->findings.contradicted);
  else if (!fit->solution.converged)
    say(w, SAY_VERDICT_NOT_CONVERGED, fit->solution.stop_reason);
  add_model(fit, w);
  say(w, SAY_VERDICT_FITTED, fit->problem.n_fitted, plural(fit->problem.n_fitted));
  if (spread(fit, false, false, range)) {
    pl_text residuals;
    pl_text_init(&residuals, fit->ctx);
    add_range(fit, &residuals, range, true);
    say(w, SAY_VERDICT_RESIDUALS, residuals.data ? residuals.data : "");
    pl_text_clear(&residuals);
  }
  add_failed(fit, w);
  if (fit->problem.n_case > fit->problem.n_fitted) pl_text_add(w->out, ", ");
  add_held_out(fit, w);
  bool but = add_parameters(fit, w) || pl_result_state(fit) == PL_VERDICT_BAD;
  add_caveats(fit, but, w);
  add_moduli(fit, w);
}

static writing write_verdict(const pl_fit *fit, pl_text *out) {
  writing w = {.out = out};
  if (fit->problem.n_fitted == 0)
    write_prediction(fit, &w);
  else
    write_fit(fit, &w);
  pl_text_add(out, ".");
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
