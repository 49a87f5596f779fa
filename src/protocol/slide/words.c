// words.c: texts of the protocol `slide` about its tests.
#include "estimate/advise/curve_words.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/words.h"
#include "protocol/slide/say_slide.h"
#include "protocol/slide/slide_part.h"

// Static below kinetic friction by more than their standard errors is a fault of reading.
static void warn_order(const pl_fit *fit, pl_fit_findings *findings, const pl_test *test) {
  const pl_slide *slide = pl_slide_of(test);
  for (int a = 0; slide && a < 2; a++) {
    double share[2], mu[PL_SLIDE_PHASES], sigma = 0;
    pl__slide_shares(test->angle, share);
    bool both = share[a] == 1;
    for (int p = 0; p < PL_SLIDE_PHASES; p++) {
      const pl_term *term = pl__slide_term(fit->material, slide->against, p, a);
      both = both && term && fit->material->sigma;
      if (!both) break;
      mu[p] = fit->material->theta[term->theta];
      sigma += fit->material->sigma[term->theta];
    }
    if (both && mu[PL_SLIDE_STATIC] < mu[PL_SLIDE_KINETIC] - 2 * sigma)
      pl_warning_add(findings, PL_SAID(SAY_SLIDE_ORDER_DO), pl_say(fit->arena, SAY_SLIDE_ORDER, test->name, mu[0], mu[1]));
  }
}

static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  for (int i = 0; phase == PL_WARN_READINGS && i < fit->problem.n_fitted; i++) warn_order(fit, findings, fit->work.fit_case[i].test);
  return PL_OK;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return pl_words_same_cut(c->test, usual); }

const pl_protocol_words pl__slide_words = {
    .frame = "pull",
    .weightless = true,
    .remedy = {[PL_REMEDY_UNKNOWN] = {SAY_SLIDE_UNKNOWN}, [PL_REMEDY_POOR] = {SAY_SLIDE_POOR}, [PL_REMEDY_FEW] = {SAY_SLIDE_FEW}},
    .warn = warn,
    .is_made = is_made};
