// body.c: see body.h.
#include "protocol/poses/fit/body.h"

#include "protocol/poses/poses.h"

pl_status pl__poses_on_elements(pl_arena *arena, const pl_fit_options *options, const pl_test **test, pl_mesh **mesh) {
  (void)mesh;
  if (options->rig.elements != PL_ELEMENTS_HEXAHEDRA) return PL_OK;
  pl_test *other = pl_arena_alloc(arena, 1, sizeof *other);
  if (!other) return PL_ERROR_MEMORY;
  PL_TRY(pl_poses_to_hexahedra(arena, 1, *test, other));
  *test = other;
  return PL_OK;
}

const pl_mesh *pl__poses_body_mesh(const pl_test *test) { return pl_poses_of(test)->mesh; }
