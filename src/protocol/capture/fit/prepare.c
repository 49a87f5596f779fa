// prepare.c: see prepare.h.
#include "protocol/capture/fit/prepare.h"

#include "estimate/stage/stage.h"
#include "protocol/capture/rig/rig_capture.h"
#include "protocol/capture/capture_part.h"

pl_status pl__capture_on_mesh(pl_arena *arena, const pl_fit_options *options, const pl_test **test, pl_mesh **mesh) {
  pl_test *prepared = pl_arena_alloc(arena, 1, sizeof *prepared);
  if (!prepared) return PL_ERROR_MEMORY;
  PL_TRY(pl_capture_prepare(arena, *test, &options->rig, prepared, mesh));
  *test = prepared;
  return PL_OK;
}

double pl__capture_area(const pl_test *test) {
  const pl_mesh *mesh = pl_capture_of(test)->mesh;
  double area = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) area += mesh->triangle_area[t];
  return area;
}

double pl__capture_density(const pl_test *test) { return pl_capture_of(test)->mass / pl__capture_area(test); }

pl_status pl__capture_begin(const pl_fit *fit, pl_stage *stage) {
  pl_case_weighting *weighting = pl_weightings_create(fit->arena, &fit->problem);
  if (!weighting) return PL_ERROR_MEMORY;
  pl__capture_compare_channels(fit, true, weighting);
  stage->weighting = weighting;
  return PL_OK;
}

const char *pl__capture_unfitted(const pl_test *test) {
  const pl_capture *capture = pl_capture_of(test);
  return pl_capture_compared(capture, PL_COMPARE_DEFAULT) ? NULL : capture->motion;
}
