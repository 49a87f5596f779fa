// words.c: texts of the protocol `homogeneous` about its tests.
#include "estimate/advise/words.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/say.h"
#include "protocol/homogeneous/words_part.h"
#include "protocol/homogeneous/homogeneous_part.h"

static pl_sentence of_axes(pl_remedy_kind kind, bool curves) {
  if (kind == PL_REMEDY_POOR) return PL_SAID(SAY_STATE_POOR_AXES);
  if (kind == PL_REMEDY_SYSTEMATIC && !curves) return PL_SAID(SAY_STATE_SYSTEMATIC_AXES);
  return (pl_sentence){0};
}

static pl_sentence own_remedy(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind) {
  const pl_homogeneous *homogeneous = pl_homogeneous_of(c->test);
  bool curves = pl_remedy_has_curves(fit);
  bool no_test = kind == PL_REMEDY_NO_TEST;
  if (kind == PL_REMEDY_UNKNOWN || no_test || kind == PL_REMEDY_WEAK || kind == PL_REMEDY_ZERO)
    return fit->problem.n_fitted > 0 ? pl__remedy_states(fit, homogeneous, no_test) : (pl_sentence){0};
  bool axes = homogeneous->symmetry == PL_SYMMETRY_ORTHOTROPIC;
  if (kind == PL_REMEDY_BELOW && pl_remedy_bent(fit)) return PL_SAID(SAY_STATE_CURVATURE_BOUND);
  if (kind == PL_REMEDY_BELOW) return axes ? PL_SAID(SAY_STATE_BOUND_AXES) : PL_SAID(SAY_STATE_NO_SUCH_STIFFNESS);
  pl_sentence own = axes ? of_axes(kind, curves) : (pl_sentence){0};
  if (own.text || !curves) return own;
  if (kind == PL_REMEDY_POOR) return PL_SAID(SAY_STATE_POOR_CURVES);
  return kind == PL_REMEDY_SYSTEMATIC ? PL_SAID(SAY_STATE_SYSTEMATIC_CURVES) : own;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) { return (int)pl_homogeneous_of(c->test)->mode == usual->which; }

const pl_protocol_words pl__homogeneous_words = {.weightless = true,
                                                 .all_act = true,
                                                 .remedy = {[PL_REMEDY_FAILED] = {SAY_STATE_FAILED},
                                                            [PL_REMEDY_UNKNOWN] = {SAY_STATE_UNKNOWN},
                                                            [PL_REMEDY_POOR] = {SAY_STATE_POOR},
                                                            [PL_REMEDY_SYSTEMATIC] = {SAY_STATE_SYSTEMATIC},
                                                            [PL_REMEDY_FEW] = {SAY_STATE_FEW},
                                                            [PL_REMEDY_INFINITE] = {SAY_STATE_INCOMPRESSIBLE}},
                                                 .own_remedy = own_remedy,
                                                 .stability = pl__warn_states,
                                                 .is_made = is_made};
