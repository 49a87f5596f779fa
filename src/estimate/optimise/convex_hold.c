// convex_hold.c: see convex_hold.h.
#include "estimate/optimise/convex_hold.h"

#include "estimate/optimise/convex_set.h"

pl_status pl_convex_hold_on(pl_fit *fit, const pl_convex_hold *hold, const double *inner, const pl_ls_set **out) {
  *out = NULL;
  if (!hold) return PL_OK;
  pl_convex_set *set;
  PL_TRY(pl_convex_set_create(fit->arena, fit->material, hold->strain, (const double(*)[2])hold->box, hold->floor, false, &set));
  if (inner) pl_convex_set_pull(set, inner, fit->material->theta);
  *out = pl_convex_set_ls(set);
  return PL_OK;
}
