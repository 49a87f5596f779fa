// remedy.c: see remedy.h.
#include "estimate/advise/remedy.h"

#include <math.h>
#include <string.h>

#include "base/sentence/say_material.h"
#include "base/sentence/say_numbers.h"
#include "base/sentence/say_remedies.h"
#include "base/sentence/say_run.h"
#include "estimate/advise/words.h"
#include "measure/protocol.h"

static const pl_sentence general[PL_REMEDY_COUNT] = {
    [PL_REMEDY_FAILED] = {SAY_DO_FAILED},
    [PL_REMEDY_UNKNOWN] = {SAY_DO_UNKNOWN},
    [PL_REMEDY_NO_TEST] = {SAY_DO_UNKNOWN},
    [PL_REMEDY_POOR] = {SAY_DO_POOR},
    [PL_REMEDY_SYSTEMATIC] = {SAY_DO_SYSTEMATIC},
    [PL_REMEDY_FEW] = {SAY_DO_FEW},
    [PL_REMEDY_WEAK] = {SAY_ADD_TEST_OR_FEWER},
    [PL_REMEDY_ZERO] = {SAY_ADD_TEST_OR_WITHOUT},
    [PL_REMEDY_BELOW] = {SAY_DO_BELOW},
    [PL_REMEDY_ABOVE] = {SAY_BOUND_FROM_ABOVE},
    [PL_REMEDY_BORDER] = {SAY_FEWER_NUMBERS_CONVEX},
    [PL_REMEDY_NOT_CONVEX] = {SAY_DO_NOT_CONVEX},
    [PL_REMEDY_FALLING] = {SAY_DO_FALLING},
    [PL_REMEDY_MINIMUM] = {SAY_FINER_OR_NAMED_MODEL},
};

const pl_protocol_words *pl_case_words(const pl_fit_case *c) {
  static const pl_protocol_words none;
  const pl_protocol_words *words = c->given->measurement && c->given->measurement->protocol ? c->given->measurement->protocol->words : NULL;
  return words ? words : &none;
}

const char *pl_protocol_frame(const pl_protocol *protocol) {
  return protocol->words && protocol->words->frame ? protocol->words->frame : "frame";
}

const pl_fit_case *pl_fit_case_of(const pl_fit *fit, int protocol) {
  for (int i = 0; i < fit->problem.n_case; i++)
    if (fit->work.fit_case[i].given->measurement->protocol == pl_protocol_at(protocol)) return &fit->work.fit_case[i];
  return NULL;
}

pl_status pl_fit_warn_own(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_fit_case *c = pl_fit_case_of(fit, p);
    if (c && pl_case_words(c)->warn) PL_TRY(pl_case_words(c)->warn(fit, findings, phase));
  }
  return PL_OK;
}

bool pl_remedy_has_curves(const pl_fit *fit) {
  for (int t = 0; t < fit->material->n_term; t++)
    if (fit->material->term[t].law.row->flags & PL_LAW_SPLINE) return true;
  return false;
}

bool pl_remedy_bent(const pl_fit *fit) {
  for (int j = 0; j < fit->material->n_theta && fit->known.identified; j++) {
    const pl_parameter *p = &fit->material->parameter[j];
    bool low = fit->known.at_bound[j] && p->upper - fit->material->theta[j] >= fit->material->theta[j] - p->lower;
    if (!p->frozen && low && isnan(p->knot)) return false;
  }
  return true;
}

bool pl_remedy_systematic(const pl_score *score) { return score->used && score->correlation > 0.9 && score->relative > 0.02; }

bool pl_remedy_missed(const pl_fit *fit, const pl_score *score) {
  return (score->used && score->r2 < fit->problem.options.accept_r2) || pl_remedy_systematic(score);
}

static pl_sentence one(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  const pl_protocol_words *words = pl_case_words(c);
  pl_sentence own = {0};
  if (kind == PL_REMEDY_FAILED && pl_material_remembers(fit->material)) return PL_SAID(SAY_FAILED_PATH);
  if (words->own_remedy) own = words->own_remedy(fit, c, kind);
  if (!own.text) own = words->remedy[kind];
  if (!own.text && kind == PL_REMEDY_NO_TEST) return one(fit, c, PL_REMEDY_UNKNOWN);
  return own.text ? own : general[kind];
}

pl_sentence pl_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  pl_sentence all = {0};
  bool differ = false;
  if (c) return one(fit, c, kind);
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_fit_case *first = pl_fit_case_of(fit, p);
    if (!first || (first->given->held_out && fit->problem.n_fitted > 0)) continue;
    pl_sentence next = one(fit, first, kind);
    differ = differ || (all.text && next.text && strcmp(all.id, next.id) != 0);
    if (!all.text) all = next;
  }
  return differ && general[kind].text ? general[kind] : all;
}

pl_sentence pl_remedy_stop(const pl_fit *fit) {
  if (fit->solution.interrupted) return PL_SAID(SAY_INTERRUPTED);
  if (fit->findings.contradicts) return PL_SAID(SAY_CORRECT_CONTRADICTIONS);
  if (fit->solution.at_limit) return PL_SAID(SAY_RAISE_ITERATIONS);
  return PL_SAID(SAY_SEE_CONVERGENCE);
}

void pl_remedy_again(const pl_fit *fit, pl_fit_findings *findings) {
  pl_sentence before = pl_remedy(fit, NULL, PL_REMEDY_UNKNOWN), now = pl_remedy(fit, NULL, PL_REMEDY_NO_TEST);
  for (int i = 0; i < findings->n_warning && before.id && now.text; i++) {
    pl_warning *w = &findings->warning[i];
    if (w->remedy_id && strcmp(w->remedy_id, before.id) == 0) w->remedy = now.text, w->remedy_id = now.id;
  }
}
