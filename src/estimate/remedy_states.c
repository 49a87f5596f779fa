// remedy_states.c: one advice for all numbers of a rubber law that its tests leave open, in whichever list of warnings they stand.
//
// What would help depends on the tests and on the model: a model that misses the curves has numbers that mean little; a usual state that was not
// tested tells most; when all were, the numbers share among them what the curves tell, and only fewer of them stand alone.
#include <string.h>

#include "estimate/remedy.h"
#include "measure/homogeneous.h"

// Does a fitted test tell what one in this state would?
static bool tells(const pl_test *test, pl_homogeneous_mode state) {
  switch (test->homogeneous->mode) {
  case PL_BIAXIAL: return state == PL_EQUIBIAXIAL || state == PL_PLANAR;
  case PL_STRIP_BIAXIAL: return state == PL_PLANAR;
  case PL_COMPOUND_SHEAR: return state == PL_SIMPLE_SHEAR;
  default: return test->homogeneous->mode == state;
  }
}

// "equibiaxial, planar", arena text; "" when all usual states were tested.
static const char *missing_states(const pl_fit *fit) {
  static const pl_homogeneous_mode usual[] = {PL_UNIAXIAL, PL_EQUIBIAXIAL, PL_PLANAR, PL_SIMPLE_SHEAR};
  const char *list = "";
  for (size_t s = 0; s < sizeof usual / sizeof usual[0] && list; s++) {
    bool told = false;
    for (int i = 0; i < fit->n_fitted; i++) told = told || (fit->fit_case[i].test->homogeneous && tells(fit->fit_case[i].test, usual[s]));
    if (!told) list = pl_arena_printf(fit->arena, "%s%s%s", list, *list ? ", " : "", pl_homogeneous_mode_name(usual[s]));
  }
  return list ? list : "";
}

// Rubber models by how many numbers they have: what to try when these are too many.
static const char *fewer(const pl_fit *fit) {
  static const char *const model[][2] = {{"ogden-3", "--model ogden-2"},     {"ogden-2", "--model ogden-1"},
                                         {"ogden-1", "--model neo-hookean"}, {"mooney-rivlin", "--model neo-hookean"},
                                         {"yeoh", "--model neo-hookean"},    {"auto", "--model ogden-3"},
                                         {"additive", "--model ogden-3"}};
  for (size_t i = 0; i < sizeof model / sizeof model[0]; i++)
    if (strcmp(fit->options.model, model[i][0]) == 0) return model[i][1];
  return "a model with fewer";
}

const char *pl_remedy_states(const pl_fit *fit) {
  if (fit->n_fitted == 0 || !fit->fit_case[0].test->homogeneous) return NULL;
  for (int i = 0; i < fit->n_score; i++)
    if (pl_remedy_missed(fit, &fit->score[i])) return "first see to the curves that the model misses: till then its numbers mean little";
  const char *missing = missing_states(fit);
  if (*missing) return pl_arena_printf(fit->arena, "add a test in another state (%s), or take fewer numbers: %s", missing, fewer(fit));
  if (pl_remedy_has_curves(fit))
    return pl_arena_printf(fit->arena,
                           "all usual states were tested: use the curves, whose sum is known; for numbers that stand alone take fewer: %s",
                           fewer(fit));
  return pl_arena_printf(
      fit->arena, "all usual states were tested: read more points, at small and large strains, or see whether fewer numbers do as well: %s",
      fewer(fit));
}
