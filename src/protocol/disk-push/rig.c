// rig.c: cloth clamped on a circular frame, pushed down in the middle by a flat disc (Volino 2009, section 4.2).
//
// The cloth sticks to the disc: everything under it moves down as one piece. Force and displacement are positive downwards (-z).
#include <math.h>

#include "rig/rig_rows.h"
#include "protocol/disk-push/disk.h"

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  const pl_test *test = rig->test;
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "three-dimensional shape: always simulated";
  pl_rig_add_offset(rig);
  pl_specimen specimen = {.length = test->length,
                          .width = test->length,
                          .angle = test->angle,
                          .n_length = pl_rig_cells(options, 24),
                          .n_width = pl_rig_cells(options, 24),
                          .kind = (pl_topology_kind)options->topology,
                          .seed = 1};
  double radius[2] = {0.5 * test->width, 0.5 * test->length};
  PL_TRY(pl_mesh_disc(rig->ctx, &specimen, 2, radius, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  const pl_mesh *mesh = rig->body.mesh;
  double *down = pl_rig_vector(rig), *force = pl_rig_vector(rig);
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * (size_t)mesh->n_vertex, sizeof *fixed);
  if (!down || !force || !fixed) return PL_ERROR_MEMORY;
  double near = 1e-9 * test->length;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double r = hypot(mesh->x0[3 * v], mesh->x0[3 * v + 1]);
    bool frame = r > radius[1] - near, disc = r < radius[0] + near;
    if (frame || disc) fixed[3 * v] = fixed[3 * v + 1] = fixed[3 * v + 2] = 1;
    if (disc) down[3 * v + 2] = force[3 * v + 2] = -1;
  }
  pl_model_options model_options = {.fixed = fixed};
  PL_TRY(pl_rig_add_model(rig, &model_options));
  rig->path.direction[PL_DISK_DISPLACEMENT] = down;
  return pl_rig_observe(rig, PL_DISK_FORCE, 0, -1, force, NULL);
}

enum { LEAST_CELLS = 16 };  // across the frame, so that the rim of the disk in it is round enough
static const char *const reads[] = {"cells", "topology", NULL};

const pl_rig_row pl__disk_rig = {
    .help = "cloth on a circular frame pushed by a disc (Volino 2009, section 4.2)",
    .reads = reads,
    .least_cells = LEAST_CELLS,
    .build = build,
};
