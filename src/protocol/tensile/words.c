// words.c: texts of the protocol `tensile` about its tests.
#include <math.h>

#include "estimate/advise/curve_words.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/problem/detail.h"
#include "protocol/tensile/say.h"
#include "protocol/tensile/tensile_part.h"

#define SHEARS_DIFFER 0.1  // relative rms difference above which the two shear curves are not one

const pl_tensile_findings *pl__tensile_findings_of(const pl_fit *fit) { return pl_fit_detail(fit, &pl_protocol_tensile); }

// Volino's appendix: whether shear along warp and along weft give one curve.
static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  if (phase != PL_WARN_TOGETHER) return PL_OK;
  double mismatch = pl__shear_consistency(fit), percent = 100 * mismatch;
  pl_tensile_findings *found = pl_fit_detail_make(findings, &pl_protocol_tensile, sizeof *found);
  if (!found) return PL_ERROR_MEMORY;
  found->shear_mismatch = mismatch;
  if (isnan(mismatch)) return PL_OK;
  bool differ = mismatch >= SHEARS_DIFFER;
  found->shear_words = (differ ? pl_say(fit->arena, SAY_SHEAR_DIFFERS, percent) : pl_say(fit->arena, SAY_SHEAR_AGREES, percent)).text;
  if (differ) pl_warning_add(findings, PL_SAID(SAY_SHEAR_NEAR_TENSION), pl_say(fit->arena, SAY_SHEAR_MISMATCH, percent));
  return PL_OK;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  if (c->test->control != usual->which) return false;
  return c->test->control == PL_TENSILE_SHEAR_DISPLACEMENT || pl_words_same_cut(c->test, usual);
}

static pl_reach_words reach(const pl_test *test) {
  if (!(test->length > 0)) return (pl_reach_words){0, "", ""};
  return (pl_reach_words){100 * pl_words_largest(test->n_frame, test->channel[test->control].value) / test->length,
                          test->control == PL_TENSILE_SHEAR_DISPLACEMENT ? "a shear of" : "a strain of", "%"};
}

const pl_protocol_words pl__tensile_words = {
    .remedy = PL_CURVE_REMEDIES, .own_remedy = pl_curve_remedy, .warn = warn, .is_made = is_made, .reach = reach};
