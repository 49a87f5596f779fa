// further.c: see further.h.
#include "estimate/judge/judge.h"
#include "estimate/advise/further.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/timer.h"
#include "estimate/advise/expected.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/repeats.h"
#include "base/sentence/sentence.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/say_further.h"
#include "estimate/problem/stack.h"

static const double WIDE = 0.05;                     // relative standard error above which another test is worth making
static const double HELP = 0.8;                      // a test helps when it reduces a standard error at least by this factor
static const double ENOUGH = 0.01;                   // a smaller standard error is of no practical use
static const double UNDETERMINED = PL_UNDETERMINED;  // above this, a parameter is indistinguishable from zero
static const double OPEN = 5;                        // above this, no number is printed
static const double SYSTEMATIC = 0.5;                // lag-one correlation of residuals above which they are systematic,
static const double MISSED = 0.05;                   // and their rms over the range of a curve above which the model does not follow it
static const double UNKNOWN = 10;                    // relative standard deviation that stands for an unknown parameter
// No further test is begun after this much work, in Newton iterations times unknowns: about three seconds. Counting work, not time, keeps
// the result independent of the machine. auto: a third of it.
static const double MOST_WORK = 1.5e6;

static const double SOLID = 4;  // times the work of a sheet of as many unknowns

// ---- present knowledge ----

// True if every parameter of the term was fixed: assumed, not measured.
static bool assumed(const pl_material *material, const pl_term *term) {
  for (int j = term->theta; j < term->theta + pl_term_theta_count(term); j++)
    if (!material->parameter[j].frozen) return false;
  return true;
}

// The parameter that was fixed because absolute stiffness is not identifiable; -1: none.
static int held_for_size(const pl_fit *fit) {
  for (int j = 0; j < fit->material->n_theta && fit->solution.scale_held; j++)
    if (fit->material->parameter[j].frozen) return j;
  return -1;
}

// Present relative covariance, [n_theta][n_theta]; parameters that are not of interest have zero rows.
static void present(const pl_fit *fit, pl_further *further, double *covariance) {
  const pl_material *material = fit->material;
  int n = material->n_theta, size = held_for_size(fit);
  for (int j = 0; j < n; j++) {
    double variance = fit->evidence.covariance[(size_t)j * (size_t)fit->solution.n_parameter + (size_t)j];
    bool term_held = assumed(material, &material->term[material->parameter[j].term]);
    bool held = (material->parameter[j].frozen && !term_held) || fit->known.at_bound[j];
    further->by_usual[j] = !(fabs(material->theta[j]) > 0) || (!term_held && pl_mark_near_zero(fit, j));
    further->size[j] = further->by_usual[j] ? pl_usual_size(material, j) : fabs(material->theta[j]);
    further->width[j] = j == size ? INFINITY : held ? NAN : variance > 0 && !term_held ? sqrt(variance) / further->size[j] : INFINITY;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double value =
          fit->evidence.covariance[(size_t)i * (size_t)fit->solution.n_parameter + (size_t)j] / (further->size[i] * further->size[j]);
      bool both = isfinite(further->width[i]) && isfinite(further->width[j]);
      covariance[i * n + j] = both ? value : i == j && i != size && isinf(further->width[i]) ? UNKNOWN * UNKNOWN : 0;
    }
}

// If absolute stiffness is not identifiable, one parameter was fixed, and all others are known only in proportion to it. All stiffnesses
// may then change by one common factor: C + UNKNOWN^2 g g^T, with g_j = theta_j / size_j for parameters with a unit. The expected
// covariance of a test includes this. Present standard errors are given in proportion, but the fixed parameter counts as unknown.
static void free_size(const pl_fit *fit, pl_further *further, double *covariance) {
  const pl_material *material = fit->material;
  int n = material->n_theta;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      bool sized = !pl_dim_equal(material->parameter[i].dim, PL_DIM_NONE) && !pl_dim_equal(material->parameter[j].dim, PL_DIM_NONE);
      double factor = material->theta[i] / further->size[i] * material->theta[j] / further->size[j];
      covariance[i * n + j] += sized ? UNKNOWN * UNKNOWN * factor : 0;
    }
}

// Standard deviation over the measured parameters only: unmeasured ones would dominate it.
static pl_status measured_combination(pl_context *ctx, const pl_further *further, const double *covariance, double *sigma) {
  int n = further->n_theta, kept = 0;
  double *part = pl_alloc(ctx, (size_t)n * (size_t)n + 1, sizeof *part);
  if (!part) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) kept += isfinite(further->width[i]);
  for (int i = 0, row = 0; i < n; i++) {
    if (!isfinite(further->width[i])) continue;
    for (int j = 0, column = 0; j < n; j++)
      if (isfinite(further->width[j])) part[row * kept + column++] = covariance[i * n + j];
    row++;
  }
  pl_status status = pl_largest_deviation(ctx, kept, part, sigma);
  pl_free(ctx, part);
  return status;
}

// ---- one test ----

// A frame whose equilibrium is hard to find is not worth its time: undetermined parameters may have any value.
static pl_solve_options quick(const pl_fit *fit) {
  enum { MOST = 60 };
  pl_solve_options solve = fit->problem.options.solve;
  if (solve.max_iterations > MOST) solve.max_iterations = MOST;
  return solve;
}

// Values and derivatives of one specimen.
typedef struct reading {
  double *value[PL_MAX_CHANNEL], *by_theta[PL_MAX_CHANNEL], *by_own[PL_MAX_CHANNEL];
} reading;

static pl_status predict(pl_arena *arena, const pl_rig *rig, const double *theta, unsigned channels, bool derivatives, reading *r,
                         pl_rig_report *report) {
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    if (!(channels >> k & 1) || !rig->read.observes[k]) continue;
    size_t n = (size_t)rig->test->n_frame * (size_t)pl_channel_width(&rig->test->channel[k]);
    r->value[k] = pl_arena_alloc(arena, n, sizeof(double));
    r->by_theta[k] = pl_arena_alloc(arena, n * (size_t)rig->material->n_theta + 1, sizeof(double));
    r->by_own[k] = pl_arena_alloc(arena, n * (size_t)rig->n_intrinsic + 1, sizeof(double));
    if (!r->value[k] || !r->by_theta[k] || !r->by_own[k]) return PL_ERROR_MEMORY;
  }
  pl_prediction ask = {.theta = theta,
                       .value = r->value,
                       .by_theta = derivatives ? r->by_theta : NULL,
                       .by_intrinsic = derivatives && rig->n_intrinsic > 0 ? r->by_own : NULL,
                       .last = true};
  return pl_rig_predict(rig, &ask, report);
}

// Labels are compared by their distance from the simulated strip, so they must exist before derivatives are taken.
static pl_status put_labels(const pl_fit *fit, pl_arena *arena, const pl_protocol *protocol, const pl_rig_options *options,
                            unsigned channels, pl_test *test) {
  const pl_rig *rig;
  reading r = {0};
  pl_rig_report report;
  pl_solve_options solve = quick(fit);
  PL_TRY(pl_rig_create(fit->ctx, protocol, test, fit->material, options, &solve, &rig));
  pl_status status = predict(arena, rig, fit->material->theta, channels, false, &r, &report);
  pl_rig_destroy(rig);
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    if (r.value[k]) test->channel[k].value = r.value[k];
  return status;
}

// F over theta and the specimen's parameters, relative; the specimen's parameters are then eliminated.
// A specimen differs from the mean fabric by the scatter of its kind, where that is measured. It is one more parameter of the specimen,
// with this standard deviation as its prior.
static pl_status add_reading(const pl_fit *fit, pl_arena *arena, const pl_rig *rig, const pl_test *test, const double *sigma,
                             const reading *r, double *information) {
  const pl_further *further = fit->findings.further;
  double scatter = pl_repeats_scatter_of(fit, test);
  bool scatters = scatter > 0;
  int n = further->n_theta, n_own = rig->n_intrinsic + scatters, all = n + n_own;
  double *joint = pl_arena_alloc(arena, (size_t)all * (size_t)all + 1, sizeof *joint),
         *row = pl_arena_alloc(arena, (size_t)all + 1, sizeof *row);
  if (!joint || !row) return PL_ERROR_MEMORY;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    if (!r->value[k]) continue;
    pl_test read = *test;
    read.channel[k].value = r->value[k];
    double deviation = sigma[k] > 0 ? sigma[k] : pl_case_sigma(&read, k);
    for (int f = 0; f < test->n_frame * pl_channel_width(&test->channel[k]); f++) {
      if (isnan(r->value[k][f])) continue;
      for (int j = 0; j < n; j++) row[j] = r->by_theta[k][(size_t)f * (size_t)n + (size_t)j] * further->size[j] / deviation;
      for (int j = 0; j < rig->n_intrinsic; j++) row[n + j] = r->by_own[k][(size_t)f * (size_t)rig->n_intrinsic + (size_t)j] / deviation;
      if (scatters) row[all - 1] = pl_repeats_change(fit, r->by_theta[k] + (size_t)f * (size_t)n) / deviation;
      for (int i = 0; i < all; i++)
        for (int j = 0; j < all && row[i] != 0; j++) joint[i * all + j] += row[i] * row[j];
    }
  }
  double prior[PL_MAX_INTRINSIC + 1];
  if (scatters) prior[n_own - 1] = scatter;
  for (int k = 0; k < rig->n_intrinsic; k++)
    prior[k] = rig->intrinsic[k].prior > 0 ? rig->intrinsic[k].prior : rig->intrinsic[k].upper - rig->intrinsic[k].lower;
  return pl_information_add(n, n_own, joint, prior, information) ? PL_OK : PL_ERROR_INTERNAL;
}

static unsigned observed_channels(const pl_protocol *protocol, const pl_test *test) {
  if (protocol->plan && protocol->plan->compared) return protocol->plan->compared(test);
  unsigned channels = 0;
  for (int k = 0; k < protocol->n_channel; k++) channels |= (unsigned)(protocol->channel[k].observed && test->channel[k].width > 0) << k;
  return channels;
}

// The information of all specimens of a plan.
static pl_status inform(const pl_fit *fit, pl_arena *arena, pl_usual_plan *plan, pl_further_test *out, double *information) {
  const pl_protocol *protocol = pl_protocol_find(out->usual->protocol);
  pl_rig_options options = pl_rig_options_default();
  options.cells = plan->cells;
  pl_solve_options solve = quick(fit);
  for (int i = 0; i < plan->n_test; i++) {
    pl_test *test = &plan->test[i];
    unsigned channels = observed_channels(protocol, test);
    if (protocol->plan && protocol->plan->labels) PL_TRY(put_labels(fit, arena, protocol, &options, channels, test));
    const pl_rig *rig;
    reading r = {0};
    pl_rig_report report;
    PL_TRY(pl_rig_create(fit->ctx, protocol, test, fit->material, &options, &solve, &rig));
    pl_status status = predict(arena, rig, fit->material->theta, channels, true, &r, &report);
    // a capture is simulated before it is replayed; factors of a solid have more fill-in
    out->work += (plan->capture ? 2.0 : pl_mesh_is_solid(rig->body.mesh) ? SOLID : 1.0) * report.iterations * rig->body.model->n_dof;
    if (status == PL_OK) status = add_reading(fit, arena, rig, test, plan->sigma, &r, information);
    pl_rig_destroy(rig);
    PL_TRY(status);
    out->unscattered = out->unscattered || pl_repeats_single(fit, test);
    out->n_frame += test->n_frame;
    out->n_failed += report.n_failed;
  }
  return PL_OK;
}

static pl_status expect(const pl_fit *fit, pl_arena *arena, const pl_test *like, const double *covariance, pl_further_test *out) {
  pl_further *further = fit->findings.further;
  size_t n = (size_t)further->n_theta;
  pl_usual_plan plan = {0};
  pl_solve_options solve = quick(fit);
  double *information = pl_arena_alloc(arena, n * n + 1, sizeof *information),
         *expected = pl_arena_alloc(arena, n * n + 1, sizeof *expected);
  out->width = pl_arena_alloc(fit->arena, n + 1, sizeof *out->width);
  pl_status status = information && expected && out->width ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = out->usual->plan(arena, out->usual, fit->material, like, &solve, &plan);
  if (status == PL_OK) status = inform(fit, arena, &plan, out, information);
  if (status == PL_OK) status = pl_further_again(fit, out->usual, plan.n_test, plan.test, &out->again);
  pl_mesh_destroy(plan.mesh);
  pl_measurement_destroy(plan.capture);
  PL_TRY(status);
  if (2 * out->n_failed > out->n_frame || out->n_frame == 0) {
    out->reason = "no equilibrium was found in most of its frames";
    return PL_OK;
  }
  PL_TRY(pl_expected_covariance(fit->ctx, (int)n, covariance, information, expected));
  for (size_t j = 0; j < n; j++) {
    out->width[j] = isnan(further->width[j]) ? NAN : sqrt(fmax(expected[j * n + j], 0));
    // unknown before and after the test
    if (isinf(further->width[j]) && out->width[j] > 0.99 * UNKNOWN) out->width[j] = INFINITY;
    if (out->width[j] > out->width[out->widest] || isnan(out->width[out->widest])) out->widest = (int)j;
  }
  return measured_combination(fit->ctx, further, expected, &out->combination);
}

// A test that cannot be simulated is skipped with the reason; only a lack of memory ends the search.
static pl_status try_test(const pl_fit *fit, const pl_test *like, const double *covariance, pl_further_test *out) {
  double start = pl_seconds();
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = expect(fit, arena, like, covariance, out);
  pl_arena_destroy(arena);
  out->seconds = pl_seconds() - start;
  if (status == PL_OK || status == PL_ERROR_MEMORY) return status;
  const pl_error *error = pl_context_error(fit->ctx);
  out->reason = error->message[0] ? pl_arena_text(fit->arena, error->message) : "it could not be simulated";
  pl_context_clear_error(fit->ctx);
  return out->reason ? PL_OK : PL_ERROR_MEMORY;
}

// ---- which is best ----

static bool asked(const pl_further *further, int j) { return !isnan(further->width[j]); }

// The smallest expected standard error of parameter j over the tests tried.
static double best_width(const pl_further *further, int j) {
  double best = further->width[j];
  for (int i = 0; i < further->n_tried; i++)
    if (!further->test[i].reason) best = fmin(best, further->test[i].width[j]);
  return best;
}

static bool helps(double now, double then) { return then < UNDETERMINED && then < HELP * now; }

// Priority of a parameter: 3 measured with a large standard error, 2 assumed, 1 measured well; 0 when no test would help.
static int call_of(const pl_further *further, int j) {
  double now = further->width[j];
  if (!helps(now, best_width(further, j))) return 0;
  return isinf(now) ? 2 : now > WIDE ? 3 : 1;
}

// The parameter of highest priority. Among equals: the largest standard error; among assumed ones, the one that a test would determine
// best.
static void choose_worst(pl_further *further) {
  further->worst = -1;
  for (int j = 0; j < further->n_theta; j++) {
    if (!asked(further, j)) continue;
    int w = further->worst, call = call_of(further, j), loudest = w < 0 ? -1 : call_of(further, w);
    bool wider = w >= 0 && (isinf(further->width[j]) && isinf(further->width[w]) ? best_width(further, j) < best_width(further, w)
                                                                                 : further->width[j] > further->width[w]);
    if (call > loudest || (call == loudest && wider)) further->worst = j;
  }
  further->helped = further->worst >= 0 && call_of(further, further->worst) > 0;
}

// Below one percent all tests count as equally good. A test that needs special equipment must be twice as good.
static double rank(const pl_further_test *test, int j) { return fmax(test->width[j], ENOUGH) * (test->usual->slow ? 2 : 1); }

// Most useful for the worst parameter first. A test that does not help comes after one that does, even if it is quicker. Skipped tests come
// last, in the order of the table.
static bool before(const pl_further *further, const pl_further_test *a, const pl_further_test *b) {
  int j = further->worst;
  if (!a->reason != !b->reason) return !a->reason;
  if (a->reason) return false;
  bool first = helps(further->width[j], a->width[j]), second = helps(further->width[j], b->width[j]);
  return first != second ? first : rank(a, j) < rank(b, j);
}

void pl__further_sort(pl_further *further) {
  for (int i = 1; i < further->n_test; i++)
    for (int k = i; k > 0 && before(further, &further->test[k], &further->test[k - 1]); k--) {
      pl_further_test swap = further->test[k];
      further->test[k] = further->test[k - 1];
      further->test[k - 1] = swap;
    }
}

// ---- words ----

static const char *percent(double share, char text[24]) {
  double p = 100 * share;
  snprintf(text, 24, p >= 9.95 ? "%.0f %%" : p >= 0.995 ? "%.1f %%" : "%.2g %%", p);
  return text;
}

// "the standard error of shear.k1 from 26 % to 4.1 % of the value.", "shear.k1 to a standard error of 4.1 % of the value. So far it is assumed."
static void add_effect(const pl_fit *fit, const pl_further *further, pl_text *text, int j, double now, double then) {
  const char *name = fit->material->parameter[j].name, *of = further->by_usual[j] ? "the usual size of such parameters" : "the value";
  char a[24], b[24];
  if (now > OPEN)
    pl_text_printf(text, PL_TEXT(SAY_FURTHER_IDENTIFIES), name, percent(then, b), of);
  else
    pl_text_printf(text, PL_TEXT(SAY_FURTHER_NARROWS), name, percent(now, a), percent(then, b), of);
  pl_text_add(text, ".");
  if (now > OPEN) pl_text_printf(text, PL_TEXT(SAY_FURTHER_SO_FAR), isinf(now) ? "assumed" : "not identifiable");
  if (further->by_usual[j])
    pl_text_printf(text, PL_TEXT(SAY_FURTHER_ZERO), fit->material->theta[j] == 0 ? "zero" : "indistinguishable from zero");
}

static void add_capital(pl_text *text, const char *words) {
  char first[2] = {*words >= 'a' && *words <= 'z' ? (char)(*words - 'a' + 'A') : *words, 0};
  pl_text_printf(text, "%s%s", first, words + 1);
}

// The parameter with the largest standard error after the best test, unless it was assumed, and the test that reduces it.
static void add_second(const pl_fit *fit, const pl_further *further, pl_text *text) {
  const pl_further_test *best = &further->test[0], *second = NULL;
  int j = further->worst;
  for (int i = 0; i < further->n_theta; i++)
    if (call_of(further, i) >= 2 && best->width[i] > fmax(best->width[j], WIDE) && !(isinf(best->width[i]) && j != further->worst)) j = i;
  double now = best->width[j];
  if (j == further->worst) return;
  for (int i = 1; i < further->n_tried; i++) {
    const pl_further_test *t = &further->test[i];
    if (!t->reason && helps(now, t->width[j]) && (!second || rank(t, j) < rank(second, j))) second = t;
  }
  if (!second) return;
  pl_text_printf(text, " %s %s%s%s: ", isinf(now) ? "Besides," : "Then", second->usual->words, second->again ? " " : "",
                 second->again ? second->again : "");
  add_effect(fit, further, text, j, now, second->width[j]);
}

// A test with a force identifies what displacements cannot: absolute stiffness.
static void add_size(const pl_fit *fit, const pl_further *further, pl_text *text) {
  int size = held_for_size(fit);
  char width[24];
  if (size < 0 || !(further->test[0].width[size] < UNDETERMINED)) return;
  if (size == further->worst)
    pl_text_add(text, PL_TEXT(SAY_FURTHER_SCALE_ALL));
  else
    pl_text_printf(text, PL_TEXT(SAY_FURTHER_SCALE), fit->material->parameter[size].name, percent(further->test[0].width[size], width));
}

static pl_status write_words(const pl_fit *fit, pl_further *further) {
  pl_text text;
  pl_text_init(&text, fit->ctx);
  const pl_further_test *best = &further->test[0];
  const char *name = fit->material->parameter[further->worst].name;
  char width[24];
  if (further->helped) {
    add_capital(&text, best->usual->words);
    if (best->again) pl_text_printf(&text, " %s", best->again);
    pl_text_printf(&text, PL_TEXT(SAY_FURTHER_BEST), best->usual->noise, further->width[further->worst] > OPEN ? "identify" : "reduce");
    add_effect(fit, further, &text, further->worst, further->width[further->worst], best->width[further->worst]);
    if (best->unscattered) pl_text_add(&text, PL_TEXT(SAY_FURTHER_UNSCATTERED));
    add_size(fit, further, &text);
    add_second(fit, further, &text);
  } else if (further->width[further->worst] <= OPEN)
    pl_text_printf(&text, PL_TEXT(SAY_FURTHER_NONE_NARROWS), name, percent(further->width[further->worst], width),
                   further->by_usual[further->worst] ? "the usual size of such parameters (it is indistinguishable from zero)"
                                                     : "the value");
  else
    pl_text_printf(&text, PL_TEXT(SAY_FURTHER_NONE_IDENTIFIES), name);
  further->words = text.failed ? NULL : pl_arena_text(fit->arena, text.data);
  pl_text_clear(&text);
  return further->words ? PL_OK : PL_ERROR_MEMORY;
}

// ---- the search ----

// True if some parameter would still have a large standard error after the best test so far.
static bool still_wide(const pl_further *further) {
  for (int j = 0; j < further->n_theta; j++)
    if (asked(further, j) && best_width(further, j) > WIDE) return true;
  return false;
}

// The measured test most similar to a further one, by its protocol; NULL: none.
static const pl_test *test_like(const pl_fit *fit, int which) {
  const pl_test *best = NULL;
  double most = -1;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_plan *plan = c->given->measurement->protocol->plan;
    double rank = plan && plan->like ? plan->like(c->test, which) : -1;
    if (rank > most) best = c->test, most = rank;
  }
  return best;
}

static pl_status try_all(const pl_fit *fit, const double *covariance) {
  pl_further *further = fit->findings.further;
  unsigned has = pl_usual_has(fit->material, test_like(fit, -1));
  bool automatic = fit->problem.options.further == PL_FURTHER_AUTO;
  double work = 0, most = automatic ? MOST_WORK / 3 : MOST_WORK;
  for (int i = 0; i < pl_usual_count(); i++) {
    const pl_usual *usual = pl_usual_at(i);
    if ((usual->needs & has) != usual->needs) continue;
    pl_further_test *test = &further->test[further->n_test++];
    *test = (pl_further_test){.usual = usual};
    bool needless = usual->slow && automatic && !still_wide(further);
    if (needless)
      test->reason = "quicker tests would do; --further on tries it";
    else if (work > most)
      test->reason = automatic ? "the others took long; --further on goes on" : "the others took too long";
    else {
      if (!pl_progress(fit->ctx, "further tests", (double)i / pl_usual_count(), "%s", usual->words)) return PL_ERROR_INTERRUPTED;
      PL_TRY(try_test(fit, test_like(fit, usual->which), covariance, test));
      work += test->work;
    }
    further->n_tried = further->n_test;
  }
  return PL_OK;
}

static bool worth_asking(const pl_fit *fit, const pl_further *further) {
  if (fit->problem.options.further == PL_FURTHER_ON) return true;
  for (int j = 0; j < further->n_theta; j++)
    if (asked(further, j) && further->width[j] > WIDE) return true;
  return false;
}

// True if the model does not describe a fitted test. Standard errors then reflect model error, and simulated readings would not reduce
// them.
static bool model_misses(const pl_fit *fit) {
  for (int i = 0; i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    if (s->used && s->few && !pl_score_passes(fit, s)) return true;
    if (s->used && s->correlation > SYSTEMATIC && (!pl_score_passes(fit, s) || s->relative > MISSED)) return true;
  }
  return false;
}

bool pl_fit_asks_further(const pl_fit *fit) {
  if (fit->problem.options.further == PL_FURTHER_OFF || fit->problem.n_fitted == 0 || !fit->evidence.covariance || fit->solution.formula ||
      fit->solution.interrupted)
    return false;
  if (fit->findings.contradicts) return false;  // standard errors are meaningless then
  return !model_misses(fit);                    // warnings.c names the test
}

pl_status pl_fit_further(pl_fit *fit) {
  pl_fit_findings *findings = &fit->findings;
  if (!pl_fit_asks_further(fit)) return PL_OK;
  double start = pl_seconds();
  size_t n = (size_t)fit->material->n_theta;
  pl_further *further = pl_arena_alloc(fit->arena, 1, sizeof *further);
  if (!further) return PL_ERROR_MEMORY;
  *further = (pl_further){.n_theta = (int)n,
                          .size = pl_arena_alloc(fit->arena, n + 1, sizeof(double)),
                          .width = pl_arena_alloc(fit->arena, n + 1, sizeof(double)),
                          .by_usual = pl_arena_alloc(fit->arena, n + 1, sizeof(bool)),
                          .test = pl_arena_alloc(fit->arena, (size_t)pl_usual_count(), sizeof(pl_further_test))};
  double *covariance = pl_alloc(fit->ctx, n * n + 1, sizeof *covariance);
  pl_status status = further->size && further->width && further->by_usual && further->test && covariance ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    present(fit, further, covariance);
    if (worth_asking(fit, further)) {
      findings->further = further;
      status = measured_combination(fit->ctx, further, covariance, &further->combination);
      if (fit->solution.scale_held) free_size(fit, further, covariance);
      if (status == PL_OK) status = try_all(fit, covariance);
    }
  }
  pl_free(fit->ctx, covariance);
  if (status == PL_OK && findings->further) {
    choose_worst(further);
    if (further->worst < 0 || further->n_test == 0) {
      findings->further = NULL;
      return PL_OK;
    }
    pl__further_sort(further);
    status = write_words(fit, further);
    if (!further->helped) pl_remedy_again(fit, findings);
    further->seconds = pl_seconds() - start;
  }
  if (status != PL_OK) findings->further = NULL;
  return status == PL_ERROR_INTERRUPTED ? PL_OK : status;
}
