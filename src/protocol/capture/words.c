// words.c: texts of the protocol `capture` about its tests.
#include <stdio.h>
#include <string.h>

#include "estimate/advise/words.h"
#include "estimate/model/additive_model.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/fit/points.h"
#include "protocol/capture/say.h"

// For additive fits limited by convexity: an option with fewer parameters that is not in use. Arena text or static.
static const char *fewer(const pl_fit *fit) {
  const char *points = fit->problem.options.max_points > 3 ? "--max-points 3" : NULL;
  int s = 0;
  while (s < PL_ADDITIVE_STAGES && strcmp(fit->problem.options.addends, pl_additive_stage_names[s]) != 0) s++;
  if (s < PL_ADDITIVE_STAGES && s > PL_ADDITIVE_ANISOTROPIC) {
    const char *text = pl_arena_printf(fit->arena, "use fewer parameters: --addends %s%s%s", pl_additive_stage_names[s - 1],
                                       points ? ", or " : "", points ? points : "");
    return text ? text : "use fewer --addends";
  }
  return points && s == PL_ADDITIVE_STAGES ? "use fewer parameters: --max-points 3" : "add captures that strain the cloth that way";
}

static pl_sentence of_additive(const pl_fit *fit, pl_remedy_kind kind) {
  switch (kind) {
  case PL_REMEDY_BELOW: return pl_say(fit->arena, SAY_MOTION_BELOW_FEWER, fewer(fit));
  case PL_REMEDY_BORDER: return pl_say(fit->arena, SAY_MOTION_BORDER_FEWER, fewer(fit));
  case PL_REMEDY_NOT_CONVEX:
    if (fit->problem.options.convexity != PL_CONVEX_STEP) return PL_SAID(SAY_MOTION_NOT_CONVEX_FREE);
    return pl_say(fit->arena, SAY_MOTION_NOT_CONVEX_FEWER, fewer(fit));
  default: return (pl_sentence){0};
  }
}

static pl_sentence of_laws(pl_remedy_kind kind) {
  switch (kind) {
  case PL_REMEDY_FAILED: return PL_SAID(SAY_MOTION_FAILED_LAW);
  case PL_REMEDY_UNKNOWN: return PL_SAID(SAY_MOTION_UNKNOWN_LAW);
  case PL_REMEDY_SYSTEMATIC: return PL_SAID(SAY_MOTION_SYSTEMATIC_LAW);
  case PL_REMEDY_FEW: return PL_SAID(SAY_MOTION_FEW_LAW);
  default: return (pl_sentence){0};
  }
}

static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  (void)c;
  pl_sentence own = fit->way.n_step > 0 ? of_additive(fit, kind) : (pl_sentence){0};
  if (own.text) return own;
  const char *variant = fit->problem.options.variant;
  if (kind == PL_REMEDY_BELOW && variant && strstr(variant, "convex")) return PL_SAID(SAY_MOTION_BELOW_CONVEX);
  if (kind == PL_REMEDY_MINIMUM && !fit->problem.options.progressive) return PL_SAID(SAY_MOTION_MINIMUM_AT_ONCE);
  return pl_remedy_has_curves(fit) ? own : of_laws(kind);
}

static pl_status warn(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase) {
  if (phase != PL_WARN_FIRST) return PL_OK;
  PL_TRY(pl__warn_clips(fit, findings));
  return pl__warn_points(fit, findings);
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  const pl_capture *capture = pl_capture_of(c->test);
  char made[120];
  snprintf(made, sizeof made, "%s%s%s", capture->motion, *capture->direction ? "-" : "", capture->direction);
  return strcmp(made, usual->name) == 0 || strcmp(capture->motion, usual->name) == 0;
}

const pl_protocol_words pl__capture_words = {.compares_steps = true,
                                             .remedy = {[PL_REMEDY_FAILED] = {SAY_MOTION_FAILED},
                                                        [PL_REMEDY_UNKNOWN] = {SAY_MOTION_UNKNOWN},
                                                        [PL_REMEDY_POOR] = {SAY_MOTION_POOR},
                                                        [PL_REMEDY_SYSTEMATIC] = {SAY_MOTION_SYSTEMATIC},
                                                        [PL_REMEDY_FEW] = {SAY_MOTION_FEW},
                                                        [PL_REMEDY_BELOW] = {SAY_MOTION_BELOW},
                                                        [PL_REMEDY_ABOVE] = {SAY_MOTION_ABOVE},
                                                        [PL_REMEDY_NOT_CONVEX] = {SAY_MOTION_NOT_CONVEX},
                                                        [PL_REMEDY_FALLING] = {SAY_MOTION_FALLING},
                                                        [PL_REMEDY_MINIMUM] = {SAY_MOTION_MINIMUM}},
                                             .own_remedy = own_remedy,
                                             .warn = warn,
                                             .is_made = is_made};
