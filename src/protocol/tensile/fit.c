// fit.c: the part of clamped specimens in the schedule of force curves (estimate/stage/curves.c).
#include "estimate/friction/friction.h"
#include "estimate/problem/protocol_fit.h"
#include "estimate/stage/curves.h"
#include "protocol/tensile/tensile_part.h"

bool pl__tensile_lateral(const pl_test *test) { return test->channel[PL_TENSILE_LATERAL].value != NULL; }

int pl__tensile_curve(const pl_test *test) {
  int along = pl__curve_along(test->angle);
  return along >= 0 && test->control == PL_TENSILE_SHEAR_DISPLACEMENT ? PL_CURVE_SHEAR : along;
}

// Volino 2009, eqs. 15 and 17.
pl_status pl__tensile_nominal_path(pl_arena *arena, const pl_fit_case *c, int curve, pl_path *path) {
  const pl_test *test = c->test;
  const double *du = test->channel[PL_TENSILE_DISPLACEMENT].value, *dv = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value;
  const double *fu = test->channel[PL_TENSILE_FORCE].value, *fv = test->channel[PL_TENSILE_SHEAR_FORCE].value;
  pl_sample sample = {test->length, test->width * test->strips};
  int observed = curve == PL_CURVE_SHEAR ? PL_TENSILE_SHEAR_FORCE : PL_TENSILE_FORCE;
  const double *stretch = curve == PL_CURVE_SHEAR ? NULL : test->channel[PL_TENSILE_LATERAL].value;
  PL_TRY(pl_path_create(arena, test->n_frame, path));
  if (stretch) {
    path->across = pl_arena_alloc(arena, (size_t)test->n_frame, sizeof *path->across);
    if (!path->across) return PL_ERROR_MEMORY;
  }
  for (int f = 0; f < test->n_frame; f++) {
    double u = du ? du[f] : 0, v = dv ? dv[f] : 0, strain[2], stress[2];
    u += c->specimen.n > 0 ? c->specimen.value[0] : 0;
    pl_tensile_strain(&sample, u, v, &strain[0], &strain[1]);
    pl_tensile_stress(&sample, u, v, fu ? fu[f] : 0, fv ? fv[f] : 0, &stress[0], &stress[1]);
    path->strain[f] = strain[curve == PL_CURVE_SHEAR];
    path->stress[f] = stress[curve == PL_CURVE_SHEAR];
    if (stretch) path->across[f] = 0.5 * (stretch[f] * stretch[f] - 1);
    path->sigma[f] = c->sigma[observed] / sample.width;
  }
  return PL_OK;
}
