// verdict.c: a fit in one sentence: what was found and how sure it is.
#include "report/result/result.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/unit_scale.h"
#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/moduli.h"
#include "report/result/doubts.h"
#include "report/result/result_parts.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/poses/poses.h"

// Was the channel part of the objective? Captures are compared by one channel each, the others are told beside it. Held-out ones count when they are judged.
static bool compared(const pl_fit *fit, const pl_score *score) {
  for (int i = 0; i < fit->problem.n_fitted && !score->held_out; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    if (c->test->name == score->test) return !c->unused[score->channel - c->measurement->protocol->channel];
  }
  return score->judged || !score->held_out;
}

// Smallest and largest of a score's field over the fitted or the held-out channels. Returns how many there are.
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

// A share in percent, or R2; digits only where they say something.
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

// Does a bound hold this number, or the border of the convex materials?
static bool is_held(const pl_fit *fit, int j) { return fit->known.at_bound[j] || pl_judge_on_border(fit, j); }

// What the data say about a term. Held: it was fitted, but no number of it is where the data alone would put it. Open: the tests strain it and do not
// tell it. Unmeasured: no test strains it.
typedef enum term_told { TERM_TOLD, TERM_BORDER, TERM_BOUND, TERM_OPEN, TERM_UNMEASURED, TERM_ASSUMED, TERM_TOLD_COUNT } term_told;

static const char *const told_words[TERM_TOLD_COUNT] = {
    [TERM_TOLD] = "determined",     [TERM_BORDER] = "held by convexity", [TERM_BOUND] = "held at a bound",
    [TERM_OPEN] = "not determined", [TERM_UNMEASURED] = "not measured",  [TERM_ASSUMED] = "assumed, not measured",
};

static term_told told(const pl_fit *fit, const pl_term *term) {
  int from = term->theta, to = from + pl_term_theta_count(term);
  bool bound = false, border = false, strained = false;
  // every number of rubber acts in every test
  if (fit->problem.n_case > 0 && pl_homogeneous_of(fit->problem.fit_case[0].test)) return TERM_TOLD;
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

static bool is_volume(const pl_term *term) { return strcmp(term->strain->name, "volume") == 0; }

// The only term beside that of a solid's volume; NULL when there are several.
static const pl_term *only_term(const pl_material *material) {
  const pl_term *only = NULL;
  for (int t = 0; t < material->n_term; t++) {
    if (material->n_term > 1 && is_volume(&material->term[t])) continue;
    if (only) return NULL;
    only = &material->term[t];
  }
  return only;
}

// "An orthotropic law", "A neo-hookean law (its size is made up, its volume is not determined)".
static void add_law(const pl_fit *fit, const pl_term *term, pl_text *out) {
  // "isotropic3" is what files call the law of a solid
  const char *law = term->law.row->name;
  int length = (int)strlen(law), n_sample = pl_term_sample_count(term), n_note = 0;
  if (length > 0 && law[length - 1] == '3') length--;
  pl_text_printf(out, "%s %.*s law", strchr("aeiou", law[0]) ? "An" : "A", length, law);
  if (n_sample > 1) pl_text_printf(out, " that changes from place to place (%d samples)", n_sample);
  if (fit->solution.scale_held) pl_text_printf(out, "%sits size is made up", n_note++ ? ", " : " (");
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *volume = &fit->material->term[t];
    term_told how = told(fit, volume);
    if (volume == term || how == TERM_TOLD) continue;
    pl_text_printf(out, "%sits volume is %s", n_note++ ? ", " : " (", how == TERM_ASSUMED ? "assumed" : told_words[how]);
  }
  if (n_note) pl_text_add(out, ")");
}

// "Warp, weft and shear curves", "Warp curve (held by convexity: area; not measured: weft, shear)", "A model of 9 curves" when no curve is told, or a
// law.
static void add_model(const pl_fit *fit, pl_text *out) {
  const pl_material *material = fit->material;
  const pl_term *only = only_term(material);
  if (only) {
    add_law(fit, only, out);
    return;
  }
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
    pl_text_printf(out, "A model of %d curve%s", n_fitted, plural(n_fitted));
  else
    pl_text_printf(out, " curve%s", plural(done));
  for (int how = TERM_BORDER; how < TERM_TOLD_COUNT; how++) {
    // what is true of all of them is said of their numbers, behind the residuals
    if (n[how] == 0 || (how == TERM_OPEN && n[how] == n_fitted)) continue;
    pl_text_printf(out, "%s%s", n_note++ ? "; " : " (", told_words[how]);
    for (int t = 0, listed = 0; t < material->n_term; t++)
      if (told(fit, &material->term[t]) == (term_told)how) pl_text_printf(out, "%s%s", listed++ ? ", " : ": ", material->term[t].name);
  }
  if (n_note) pl_text_add(out, ")");
}

// Held-out channels of one or two numbers, which have no R2: how far those within some sigmas are missed, in sigmas, and the others (or those without
// a sigma) as a part of their change; -1: there are none. Returns how many are judged.
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
static void add_held_out(const pl_fit *fit, pl_text *out) {
  double range[2], sigmas, change;
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
    pl_text_add(out, " could not be judged");
    return;
  }
  pl_text_add(out, " predicted");
  if (n > 0) {
    pl_text_printf(out, " with R2 %s", range[0] == range[1] ? "= " : "");
    add_range(fit, out, range, false);
  }
  add_few(out, n, n_few, sigmas, change);
  if (fit->findings.validation_passed)
    pl_text_add(out, " (passed)");
  else if (n + n_few == 1)
    pl_text_printf(out, n == 1 ? " (below %.4g: not passed)" : " (not passed)", fit->problem.options.accept_r2);
  else if (n_few == 0)
    pl_text_printf(out, " (%d of %d curves below %.4g: not passed)", n_below, n, fit->problem.options.accept_r2);
  else
    pl_text_printf(out, " (%d of %d channels not passed)", n_below, n + n_few);
}

// ", 1 of 36 frames found no equilibrium and was left out": why a fit with small residuals may still not count as passed.
static void add_failed(const pl_fit *fit, pl_text *out) {
  int n = 0, n_failed = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    n += fit->problem.fit_case[i].test->n_frame, n_failed += fit->problem.fit_case[i].report.n_failed;
  if (n_failed)
    pl_text_printf(out, ", %d of %d frame%s found no equilibrium and %s left out", n_failed, n, plural(n), n_failed == 1 ? "was" : "were");
}

// Was this number fitted, and do the data not tell it?
static bool is_lost(const pl_fit *fit, int j) {
  return fit->known.identified && !fit->material->parameter[j].frozen && !fit->known.identified[j] && !is_held(fit, j);
}

// Is it known to be small, and no more?
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

// The numbers that were fitted, by what the data say about them.
typedef struct tally {
  int n, lost, held, border, weak, zero;
  double worst;  // largest relative sigma of the weak ones
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

// Numbers that are told, but so weakly that the material is hardly known: more than half of them weak, or one of them vague.
static bool is_vague(const tally *c) { return 2 * c->weak > c->n || c->worst > PL_VAGUE; }

#define BEYOND_NOISE 3.0  // sigmas, root mean square of a fitted channel

// How many times the sigma given for them the fitted readings of a body are missed by, of the worst channel, when noise does not do that; else 0. The body
// is then not what the model says, perhaps not alike everywhere. Tests of other protocols leave more than noise on any mesh: R2 judges them.
static double beyond_noise(const pl_fit *fit) {
  double most = 0;
  for (int i = 0; i < fit->evidence.n_score && pl_poses_of(fit->problem.fit_case[0].test); i++)
    if (fit->evidence.score[i].used && !fit->evidence.score[i].held_out && fit->evidence.score[i].sigmas > BEYOND_NOISE)
      most = fmax(most, fit->evidence.score[i].sigmas);
  return most;
}

// The largest pl_judge_unfollowed; 0: the model follows its curves.
static double unfollowed(const pl_fit *fit) {
  double most = 0;
  for (int i = 0; i < fit->evidence.n_score; i++) most = fmax(most, pl_judge_unfollowed(fit, &fit->evidence.score[i]));
  return most;
}

// The one rule: bad when the fit did not converge or a test is missed; good when the data tell every number that was fitted, and not too weakly,
// the files are not doubted, the material is stable, noise explains what a body leaves, and homogeneous curves are followed; else between. A number that a bound or the border of the convex materials holds is not one
// that the data tell, whichever side it is held on: the bound, or the model, made it.
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

// " (warp.k4, all of weft and 3 more)": which numbers are lost; a term without any told number by its name. Nothing when no number is told.
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

// "; but 3 of 14 parameters are not determined by these data (...), 2 of 14 are held at a bound".
static void add_open(const pl_fit *fit, const tally *c, const char *but, pl_text *out) {
  if (c->lost) {
    pl_text_printf(out, "; %s%d of %d parameter%s %s not determined by these data", but, c->lost, c->n, plural(c->n),
                   c->lost == 1 ? "is" : "are");
    add_lost_names(fit, out);
    // what belongs to a place may be open while all places together are told, as Poisson's ratio of a body whose lambdas are tied
    if (fit->solution.ties.n > 0) pl_text_add(out, " but by the ties between material samples");
  }
  if (c->held) {
    pl_text_printf(out, "%s %s%d of %d", c->lost ? "," : ";", c->lost ? "" : but, c->held, c->n);
    if (!c->lost) pl_text_printf(out, " parameter%s", plural(c->n));
    pl_text_printf(out, " %s held %s", c->held == 1 ? "is" : "are",
                   c->border == 0         ? "at a bound"
                   : c->border == c->held ? "by convexity"
                                          : "at a bound or by convexity");
  }
}

// "; all 14 parameters are determined by these data".
static void add_told(const pl_fit *fit, const tally *c, pl_text *out) {
  int n = c->n, n_told = c->n - c->zero;
  if (fit->solution.ties.n > 0)
    pl_text_printf(out, "; the data determine %.1f of %d parameters, the ties between material samples the rest", fit->evidence.effective,
                   n);
  else if (c->zero)
    pl_text_printf(out, "; %d of %d parameter%s %s determined by these data", n_told, n, plural(n), n_told == 1 ? "is" : "are");
  else
    pl_text_printf(out,
                   n == 1   ? "; its parameter is determined by these data"
                   : n == 2 ? "; both parameters are determined by these data"
                            : "; all %d parameters are determined by these data",
                   n);
}

// ", but 5 of them are uncertain by 8 % or more (up to 38 %)".
static void add_weak(const tally *c, bool others, const char *but, pl_text *out) {
  if (c->weak == 0) return;
  if (c->n == 1)
    pl_text_printf(out, ", %suncertain", but);
  else if (c->weak == c->n)
    pl_text_printf(out, ", %sall of them uncertain", but);
  else if (others)
    pl_text_printf(out, ", %d more %s uncertain", c->weak, c->weak == 1 ? "is" : "are");
  else
    pl_text_printf(out, ", %s%d of them uncertain", but, c->weak);
  pl_text_printf(out, " by %.0f %% or more", 100 * PL_WEAK);
  if (c->worst > PL_VAGUE) pl_text_printf(out, " (%s%.0f %%)", c->weak > 1 ? "up to " : "", 100 * c->worst);
}

// Returns whether a "but" was said.
static bool add_parameters(const pl_fit *fit, pl_text *out) {
  tally c = count_told(fit);
  if (c.n == 0 || fit->findings.contradicted) return false;
  if (fit->solution.formula) {
    pl_text_printf(out, "; the parameters are those of the paper's formula, which states no sigma");
    return false;
  }
  bool partly = pl_result_state(fit) == PL_VERDICT_PARTLY, others = c.lost || c.held, vague = is_vague(&c);
  if (others)
    add_open(fit, &c, partly ? "but " : "", out);
  else
    add_told(fit, &c, out);
  add_weak(&c, others, vague && !others ? "but " : "", out);
  if (c.zero) pl_text_printf(out, ", %s%d %s not told from zero", others || vague ? "" : "but ", c.zero, c.zero == 1 ? "is" : "are");
  return others || vague || c.zero;
}

// ", but the units or sizes of warp are doubted, and the material is not convex (...)": why numbers that are known well may still be of no use.
static void add_caveats(const pl_fit *fit, bool but, pl_text *out) {
  char text[32];
  double missed = beyond_noise(fit), off = unfollowed(fit);
  if (missed > 0)
    pl_text_printf(out, ", %s readings are missed by %s times their sigma", but ? "and" : "but", pl_judge_multiple(missed, text));
  but = but || missed > 0;
  if (off > 0)
    pl_text_printf(out, ", %s the model does not follow the curves: misses are %s times the scatter of neighbouring readings",
                   but ? "and" : "but", pl_judge_multiple(off, text));
  but = but || off > 0;
  but = pl__add_doubts(fit, but ? ", and " : ", but ", out) || but;
  if (fit->findings.unstable) pl_text_printf(out, ", %s %s", but ? "and" : "but", fit->findings.unstable);
}

// A sigma has two digits that mean something.
static double two_digits(double sigma) {
  double unit = pow(10, floor(log10(sigma)) - 1);
  return round(sigma / unit) * unit;
}

// "; Young's modulus 59.87 kPa (sigma 0.13), Poisson's ratio 0.402 (sigma 0.004)": what people know a solid by. One whose axes differ has too many such
// numbers for a sentence, and one that is not determined has no place in it.
static void add_moduli(const pl_fit *fit, pl_text *out) {
  pl_modulus modulus[PL_MODULI_MAX];
  int n = 0;
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena || pl_moduli_make(arena, fit, &n, modulus) != PL_OK || n > 3) n = 0;
  bool any = false;
  for (int i = 0; i < (n < 2 ? n : 2); i++) {
    const pl_modulus *m = &modulus[i];
    bool number = pl_dim_equal(m->dim, PL_DIM_NONE);
    char value[40], last[40], sigma[40];
    bool nothing = m->n == 1 && m->value[0] == 0;  // a bound put it there
    if (m->lost || nothing || (fit->solution.scale_held && !number)) continue;
    pl_shown in = pl_dim_shown(m->dim, m->value[m->n - 1]);
    pl_number_people(in.factor * m->value[0], value, sizeof value);
    pl_number_people(in.factor * m->value[m->n - 1], last, sizeof last);
    pl_text_printf(out, "%s %s %s", any ? "," : ";", m->name, value);
    if (m->n > 1) pl_text_printf(out, " to %s", last);
    if (!number) pl_text_printf(out, " %s", in.unit);
    if (m->n == 1 && m->sigma[0] > 0)
      pl_text_printf(out, " (sigma %s)", pl_number_people(two_digits(in.factor * m->sigma[0]), sigma, sizeof sigma));
    any = true;
  }
  if (any && modulus[0].n > 1) pl_text_add(out, ", from 5 to 95 % of the body");
  pl_arena_destroy(arena);
}

void pl_result_verdict(const pl_fit *fit, pl_text *out) {
  double range[2];
  if (fit->problem.n_fitted == 0) {
    int n_case = fit->problem.n_case;
    pl_text_printf(out, "Material '%s' predicts %d test%s", fit->material->name, n_case, plural(n_case));
    double sigmas, change;
    int n = spread(fit, true, true, range), n_few = few_worst(fit, &sigmas, &change);
    if (n > 0) {
      pl_text_printf(out, " with R2 %s", range[0] == range[1] ? "= " : "");
      add_range(fit, out, range, false);
    }
    add_few(out, n, n_few, sigmas, change);
    if (n > 0 && n_few == 0)
      pl_text_printf(out, " (%s %.4g: %spassed)", fit->findings.validation_passed ? "at or above" : "not everywhere above",
                     fit->problem.options.accept_r2, fit->findings.validation_passed ? "" : "not ");
    else if (n_few > 0)
      pl_text_add(out, fit->findings.validation_passed ? " (passed)" : " (not passed)");
    pl_text_add(out, ".");
    return;
  }
  if (fit->findings.contradicted)
    pl_text_printf(out, "Readings contradict %s: %s; no stiffness is determined until that is put right. ",
                   fit->findings.contradiction[0].opposite ? "how the body was moved" : "each other", fit->findings.contradicted);
  else if (!fit->solution.converged)
    pl_text_printf(out, "Not converged (%s). ", fit->solution.stop_reason);
  add_model(fit, out);
  pl_text_printf(out, " fitted to %d test%s", fit->problem.n_fitted, plural(fit->problem.n_fitted));
  if (spread(fit, false, false, range)) {
    pl_text_add(out, ": residuals ");
    add_range(fit, out, range, true);
    pl_text_add(out, " % of full scale");
  }
  add_failed(fit, out);
  if (fit->problem.n_case > fit->problem.n_fitted) pl_text_add(out, ", ");
  add_held_out(fit, out);
  bool but = add_parameters(fit, out) || pl_result_state(fit) == PL_VERDICT_BAD;
  add_caveats(fit, but, out);
  add_moduli(fit, out);
  pl_text_add(out, ".");
}
