// verdicts.c: virtual fits that are right, and ones that are wrong: how often the verdict says so.
//
// A right fit has the model that made the data, and noise; its verdict must be good (green). A wrong one must not be.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/accuracy/verdicts/draw.h"
#include "bench/cases.h"
#include "estimate/advise/further.h"
#include "report/result/result.h"

#define NEAR_SINGULAR "material.near-singular"  // the warning about c12^2 near c11 c22
enum { QUICK = 5 };                             // the quick size takes one of so many draws of each kind

typedef struct tally {
  evidence *e;
  pl_context *ctx;
  const char *scratch;
  int n, n_kind, n_folder, missed, refused, said;  // n_kind: so far; each has other seeds
  pl_text log;
} tally;

static void note(tally *t, const char *kind, const verdict_draw *d, const pl_fit *fit, pl_verdict_state state) {
  pl_text_printf(&t->log, "%s, draw %d: %s", kind, d->number, fit ? pl_verdict_name(state) : "no fit");
  const char *id[PL_MAX_REASON];
  int n = fit ? pl_result_reasons(fit, id) : 0;
  for (int i = 0; i < n; i++) pl_text_printf(&t->log, " %s", id[i]);
  for (int i = 0; fit && i < fit->evidence.n_score; i++) {
    const pl_score *s = &fit->evidence.score[i];
    pl_text_printf(&t->log, "\n    %s %s: R2 %.4g, relative %.3g, rho %.2g, sigmas %.3g", s->test, s->channel->name, s->r2, s->relative,
                   s->correlation, s->sigmas);
  }
  pl_text_add(&t->log, "\n");
}

// One draw: made, fitted, judged. Refused experiments are not good.
static pl_status judge(tally *t, const verdict_kind *kind, verdict_draw *d, bool right) {
  pl_fit *fit = NULL;
  pl_fit_options options = pl_fit_options_default();
  options.further = PL_FURTHER_OFF;
  pl_context_clear_error(t->ctx);
  pl_status status = kind->make(d);
  if (d->model) options.model = d->model;
  if (d->friction >= 0) options.friction = d->friction;
  if (status == PL_OK) status = pl_fit_run(t->ctx, d->n_fit, d->fit, d->n_hold, d->hold, &options, &fit);
  if (status == PL_ERROR_MEMORY) return status;
  pl_verdict_state state = status == PL_OK ? pl_result_state(fit) : PL_VERDICT_BAD;
  t->n++;
  for (int i = 0; status == PL_OK && i < fit->findings.n_warning; i++) t->said += strcmp(fit->findings.warning[i].id, NEAR_SINGULAR) == 0;
  if ((state == PL_VERDICT_GOOD) != right) {
    t->missed++;
    note(t, kind->name, d, status == PL_OK ? fit : NULL, state);
  }
  if (status != PL_OK) {
    t->refused++;
    char why[600];
    pl_error_format(pl_context_error(t->ctx), why, sizeof why);
    pl_text_printf(&t->log, "%s, draw %d: %s\n", kind->name, d->number, why);
  }
  pl_fit_destroy(fit);
  return PL_OK;
}

static pl_status run_draw(tally *t, const verdict_kind *kind, int number, bool right) {
  verdict_draw d = {.ctx = t->ctx, .arena = pl_arena_create(t->ctx), .number = number, .e = t->e, .friction = -1};
  pl_rng_init(&d.rng, evidence_seed(t->e, 7000 + 1000 * (uint64_t)t->n_kind + (uint64_t)number));
  d.folder = d.arena ? pl_arena_printf(d.arena, "%s/draw-%d", t->scratch, t->n_folder++) : NULL;
  pl_status status = d.folder ? pl_directory_create(t->ctx, d.folder) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = judge(t, kind, &d, right);
  for (int i = 0; i < d.n_fit; i++) pl_measurement_destroy(d.fit[i]);
  for (int i = 0; i < d.n_hold; i++) pl_measurement_destroy(d.hold[i]);
  pl_arena_destroy(d.arena);
  return status;
}

// All kinds of a table. Returns how many verdicts were wrong, and of how many.
static pl_status run_kinds(tally *t, int n_kind, const verdict_kind *kind, bool right, int *missed, int *n) {
  *missed = *n = 0;
  for (int k = 0; k < n_kind; k++, t->n_kind++) {
    t->n = t->missed = 0;
    for (int i = 0; i < kind[k].n; i++)
      if (t->e->full || i % QUICK == 0) PL_TRY(run_draw(t, &kind[k], i, right));
    evidence_inform(t->e, t->missed, "", "", "%s: %s, of %d", right ? "right but not green" : "wrong but green", kind[k].name, t->n);
    *missed += t->missed;
    *n += t->n;
  }
  return PL_OK;
}

// How often the rule about couplings near singularity warns, in percent.
static pl_status run_coupled(tally *t, const verdict_kind *kind, double *said) {
  t->n = t->said = 0;
  for (int i = 0; i < kind->n; i++)
    if (t->e->full || i % QUICK == 0) PL_TRY(run_draw(t, kind, i, true));
  t->n_kind++;
  *said = 100.0 * t->said / t->n;
  return PL_OK;
}

pl_status reproduce_verdicts(evidence *e) {
  tally t = {.e = e};
  int missed[2], n[2];
  double false_alarms = NAN, found = NAN;
  PL_TRY(evidence_folder(e, &t.scratch));
  pl_context_options silent = pl_context_options_default();
  t.ctx = pl_context_create(&silent);
  if (!t.ctx) return PL_ERROR_MEMORY;
  pl_text_init(&t.log, e->ctx);
  pl_status status = run_kinds(&t, n_verdict_right, verdict_right, true, &missed[0], &n[0]);
  if (status == PL_OK) status = run_kinds(&t, n_verdict_wrong, verdict_wrong, false, &missed[1], &n[1]);
  if (status == PL_OK) status = run_coupled(&t, &verdict_coupled, &false_alarms);
  if (status == PL_OK) status = run_coupled(&t, &verdict_singular, &found);
  pl_context_destroy(t.ctx);
  if (status == PL_OK && e->keep) status = evidence_save(e, "verdicts.txt", &t.log);
  pl_text_clear(&t.log);
  PL_TRY(status);
  evidence_at_most(e, 100.0 * missed[0] / n[0], "%", 2, "right fits that are not green, of %d", n[0]);
  evidence_at_most(e, 100.0 * missed[1] / n[1], "%", 2, "wrong fits that are green, of %d", n[1]);
  evidence_at_most(e, false_alarms, "%", 2, "sheets with %s that are called almost singular", verdict_coupled.name);
  evidence_at_least(e, found, "%", 95, "sheets with %s that are called almost singular", verdict_singular.name);
  evidence_at_most(e, t.refused, "", 0, "experiments that could not be made or fitted: they count as not green");
  if (!e->full) evidence_note(e, "Quick size: every fifth draw of each kind; --full: 100 right and 100 wrong fits.");
  return PL_OK;
}
