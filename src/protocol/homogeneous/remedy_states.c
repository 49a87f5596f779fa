// remedy_states.c: one remedy for all parameters of a rubber law that its tests do not identify, for every warning about them.
//
// The remedy depends on the tests and the model. If the model does not follow the curves, its parameters mean little. A usual state that
// was not tested helps most, unless simulated tests show otherwise (further.c, after the warnings were made). If all were tested, only a
// model with fewer parameters has identifiable ones.
#include <math.h>

#include "estimate/advise/remedy.h"
#include "estimate/model/rubber_model.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/say.h"
#include "protocol/homogeneous/words_part.h"

// True if a fitted test gives the information of one in this state.
static bool tells(const pl_test *test, pl_homogeneous_mode state) {
  switch (pl_homogeneous_of(test)->mode) {
  case PL_BIAXIAL: return state == PL_EQUIBIAXIAL || state == PL_PLANAR;
  case PL_STRIP_BIAXIAL: return state == PL_PLANAR;
  case PL_COMPOUND_SHEAR: return state == PL_SIMPLE_SHEAR;
  default: return pl_homogeneous_of(test)->mode == state;
  }
}

static const pl_homogeneous_mode usual[] = {PL_UNIAXIAL, PL_EQUIBIAXIAL, PL_PLANAR, PL_SIMPLE_SHEAR};
enum { N_USUAL = sizeof usual / sizeof usual[0] };

static bool is_tested(const pl_fit *fit, pl_homogeneous_mode state) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_homogeneous_of(fit->work.fit_case[i].test) && tells(fit->work.fit_case[i].test, state)) return true;
  return false;
}

// "equibiaxial, planar", arena text; "" when all usual states were tested.
static const char *missing_states(const pl_fit *fit) {
  const char *list = "";
  for (int s = 0; s < N_USUAL && list; s++)
    if (!is_tested(fit, usual[s]))
      list = pl_arena_printf(fit->arena, "%s%s%s", list, *list ? ", " : "", pl_homogeneous_mode_name(usual[s]));
  return list ? list : "";
}

// Number of fitted parameters, without a bulk modulus.
static int count_numbers(const pl_fit *fit) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n += !fit->material->parameter[j].frozen && !fit->material->parameter[j].bulk;
  return n;
}

// Isotropic models by their number of parameters: the largest with fewer than were fitted and with two readings per parameter. It has no
// more parameters than states, at least two: a curve in one state determines size and curvature. More parameters fit these states but may
// be wrong in others. Ogden-3 fitted to compression and shear of a Mooney-Rivlin block had errors in tension larger than its mean.
static const char *fewer(const pl_fit *fit) {
  static const struct {
    int n;
    const char *model;
  } known[] = {{4, "--model ogden-2"}, {2, "--model mooney-rivlin"}, {1, "--model neo-hookean"}};
  int numbers = count_numbers(fit), tested = 0;
  for (int s = 0; s < N_USUAL; s++) tested += is_tested(fit, usual[s]);
  if (tested < 2) tested = 2;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (known[i].n < numbers && known[i].n <= tested && 2 * known[i].n <= fit->evidence.n_residual) return known[i].model;
  return numbers > 1 ? "--model neo-hookean" : "a model with fewer";
}

// The strains of a body with axes that a test determines: bit 0 and 1 along them, bit 2 the shear between them.
static unsigned strains_determined(const pl_test *test) {
  pl_homogeneous_mode mode = pl_homogeneous_of(test)->mode;
  double along = fabs(cos(test->angle)), across = fabs(sin(test->angle));
  if (mode >= PL_SIMPLE_SHEAR) return fabs(along - across) > 0.3 ? 4 : 0;
  unsigned determined = fmin(along, across) > 0.25 && mode != PL_EQUIBIAXIAL ? 4 : 0;
  if (mode != PL_UNIAXIAL) return determined | 3;
  return determined | (along > 0.5 ? 1 : 0) | (across > 0.5 ? 2 : 0);
}

// The same remedy for a body with axes.
static pl_sentence axes_remedy(const pl_fit *fit) {
  static const char *const state[] = {"along the first axis", "along the second axis", "cut at 45 deg, or sheared along an axis"};
  const char *list = "", *fewer = fit->solution.additive ? ", or see whether --model orthotropic does as well" : "";
  unsigned determined = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (pl_homogeneous_of(fit->work.fit_case[i].test)) determined |= strains_determined(fit->work.fit_case[i].test);
  for (int k = 0; k < 3 && list; k++)
    if (!(determined >> k & 1)) list = pl_arena_printf(fit->arena, "%s%s%s", list, *list ? "; " : "", state[k]);
  if (list && *list) return pl_say(fit->arena, SAY_STATE_AXES_TEST, list, fewer);
  return pl_say(fit->arena, SAY_STATE_AXES_POINTS, fewer);
}

pl_sentence pl__remedy_states(const pl_fit *fit, const pl_homogeneous *homogeneous, bool no_test) {
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (pl_remedy_missed(fit, &fit->evidence.score[i])) return PL_SAID(SAY_STATE_CURVES_FIRST);
  if (homogeneous->symmetry == PL_SYMMETRY_ORTHOTROPIC) return axes_remedy(fit);
  const char *missing = missing_states(fit);
  if (*missing && no_test) return pl_say(fit->arena, SAY_STATE_FEWER_ONLY, fewer(fit), missing);
  if (*missing) return pl_say(fit->arena, SAY_STATE_OTHER_OR_FEWER, missing, fewer(fit));
  return pl_remedy_has_curves(fit) ? pl_say(fit->arena, SAY_STATE_USE_CURVES, fewer(fit))
                                   : pl_say(fit->arena, SAY_STATE_MORE_POINTS, fewer(fit));
}
