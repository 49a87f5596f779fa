// prepare.c: see prepare.h.
#include "protocol/capture/fit/prepare.h"

#include "protocol/capture/rig/rig_capture.h"

pl_status pl__capture_on_mesh(pl_fit *fit, const pl_test **test) {
  pl_test *prepared = pl_arena_alloc(fit->arena, 1, sizeof *prepared);
  if (!prepared) return PL_ERROR_MEMORY;
  PL_TRY(pl_capture_prepare(fit->arena, *test, &fit->problem.options.rig, prepared, &fit->problem.mesh[fit->problem.n_mesh]));
  fit->problem.n_mesh++;
  *test = prepared;
  return PL_OK;
}
