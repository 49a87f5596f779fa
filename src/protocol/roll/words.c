// words.c: texts of the protocol `roll` about its tests.
#include <math.h>

#include "estimate/advise/warning_rows.h"
#include "estimate/advise/curve_words.h"
#include "protocol/roll/roll.h"
#include "protocol/roll/say.h"
#include "protocol/roll/roll_part.h"

// Warns about spirals opened by their weight: friction then has little effect (the limitation stated by Miguel et al. 2013 in section 7).
static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  int n = 0, n_straight = 0;
  bool unknown = false;
  if (phase != PL_WARN_FRICTION) return PL_OK;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_roll *roll = pl_roll_of(fit->work.fit_case[i].test);
    if (!roll) continue;
    unknown = unknown || (roll->rigidity == 0 && !roll->bending);
    for (int k = 0; k < roll->profile->n_sample; k++, n++) n_straight += fabs(roll->profile->sample[k].kappa) < 0.1 / roll->radius;
  }
  if (n_straight > 0.6 * n) pl_warning_add(findings, PL_SAID(SAY_ROLL_SHORTER), pl_say(fit->arena, SAY_ROLL_STRAIGHT, n_straight, n));
  if (unknown) pl_warning_add(findings, PL_SAID(SAY_ROLL_GIVE_RIGIDITY), PL_SAID(SAY_ROLL_NO_RIGIDITY));
  return PL_OK;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return pl_words_same_cut(c->test, usual); }

const pl_protocol_words pl__roll_words = {.remedy = {[PL_REMEDY_FAILED] = {SAY_ROLL_FAILED},
                                                     [PL_REMEDY_UNKNOWN] = {SAY_ROLL_UNKNOWN},
                                                     [PL_REMEDY_POOR] = {SAY_ROLL_POOR},
                                                     [PL_REMEDY_SYSTEMATIC] = {SAY_ROLL_SYSTEMATIC},
                                                     [PL_REMEDY_FEW] = {SAY_ROLL_FEW}},
                                          .warn = warn,
                                          .is_made = is_made};
