// words.c: texts of the protocol `poses` about its tests.
#include "estimate/advise/words.h"
#include "estimate/model/body_model.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/poses_part.h"
#include "protocol/poses/say.h"
#include "protocol/poses/words_part.h"

static const char *pose_name(const pl_test *test, int frame) { return pl_poses_of(test)->pose[frame].name; }

// Models with more parameters than the fitted one (body_model.c); NULL: a material file or a rubber was fitted.
static const char *larger_models(const pl_fit *fit) {
  bool solid = fit->material->n_term > 0 && pl_element_is_solid(fit->material->term[0].strain->element);
  const pl_body_row *row = pl_body_find(fit->solution.model, solid);
  if (fit->solution.ties.n > 0) return "more --samples";
  if (!row || row->rubber) return NULL;
  const char *model[PL_BODY_MAX_LARGER];
  int n = 0;
  for (int i = 0; i < PL_BODY_MAX_LARGER && row->larger[i]; i++)
    if (!fit->problem.options.polyconvex || pl_body_find(row->larger[i], solid)->polyconvex) model[n++] = row->larger[i];
  if (n == 0) return "--samples 4";
  return n == 1 ? pl_arena_printf(fit->arena, "--model %s or --samples 4", model[0])
                : pl_arena_printf(fit->arena, "--model %s or %s, or --samples 4", model[0], model[1]);
}

// Linear tetrahedra are used unchanged by default: --elements and "elements" convert those of the rig's mesh to hexahedra.
static pl_sentence hexahedra_first(const pl_fit *fit, const pl_fit_case *c, pl_sentence then) {
  if (!c->rig || c->rig->body.mesh->n_tet == 0) return then;
  pl_sentence both = pl_say(fit->arena, SAY_BODY_HEXAHEDRA_FIRST, then.text);
  return both.text ? both : then;
}

static pl_sentence systematic(const pl_fit *fit, const pl_fit_case *c) {
  const char *larger = larger_models(fit);
  pl_sentence own = larger ? pl_say(fit->arena, SAY_BODY_SYSTEMATIC_WITH, larger) : PL_SAID(SAY_BODY_SYSTEMATIC);
  return hexahedra_first(fit, c, own.text ? own : PL_SAID(SAY_BODY_SYSTEMATIC));
}

static pl_sentence below(const pl_fit *fit) {
  bool bent = pl_remedy_bent(fit);
  if (!bent && fit->problem.options.polyconvex) return PL_SAID(SAY_BODY_NO_SUCH_STIFFNESS);
  if (fit->way.n_step > 0) return PL_SAID(SAY_BODY_BELOW_ADDENDS);
  return fit->problem.options.polyconvex ? PL_SAID(SAY_BODY_BELOW_CURVATURE) : PL_SAID(SAY_BODY_BELOW);
}

static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  bool additive = fit->way.n_step > 0;
  switch (kind) {
  case PL_REMEDY_POOR: return hexahedra_first(fit, c, PL_SAID(SAY_BODY_POOR));
  case PL_REMEDY_SYSTEMATIC: return systematic(fit, c);
  case PL_REMEDY_FEW: return fit->solution.ties.n > 0 ? PL_SAID(SAY_BODY_FEW_SAMPLES) : (pl_sentence){0};
  case PL_REMEDY_BELOW: return below(fit);
  case PL_REMEDY_BORDER: return additive ? PL_SAID(SAY_BODY_BORDER_ADDENDS) : (pl_sentence){0};
  case PL_REMEDY_NOT_CONVEX:
    if (!additive) return (pl_sentence){0};
    return fit->problem.options.convexity == PL_CONVEX_STEP ? PL_SAID(SAY_BODY_NOT_CONVEX_ADDENDS) : PL_SAID(SAY_BODY_NOT_CONVEX_FREE);
  default: return (pl_sentence){0};
  }
}

const pl_protocol_words pl__poses_words = {.frame = "pose",
                                           .frame_name = pose_name,
                                           .single_readings = true,
                                           .remedy = {[PL_REMEDY_FAILED] = {SAY_BODY_FAILED},
                                                      [PL_REMEDY_UNKNOWN] = {SAY_BODY_UNKNOWN},
                                                      [PL_REMEDY_POOR] = {SAY_BODY_POOR},
                                                      [PL_REMEDY_SYSTEMATIC] = {SAY_BODY_SYSTEMATIC},
                                                      [PL_REMEDY_FEW] = {SAY_BODY_FEW},
                                                      [PL_REMEDY_WEAK] = {SAY_BODY_WEAK},
                                                      [PL_REMEDY_ZERO] = {SAY_BODY_ZERO}},
                                           .own_remedy = own_remedy,
                                           .warn = pl__warn_poses};
