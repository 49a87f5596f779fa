// view.c: the report view of the protocol `disk-push`: the disc pushes along its travel.
#include "protocol/disk-push/disk_part.h"
#include "report/result/protocol_view.h"

static pl_status loads(pl_load_maker *m) {
  const pl_fit_case *c = m->of;
  const double *travel = c->rig->path.direction[PL_DISK_DISPLACEMENT];
  pl_shape_load *load = pl__load_add(m, "disc", "N", false);
  if (!load) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < c->rig->body.mesh->n_vertex; v++) m->chosen[v] = travel[3 * v + 2] != 0;
  pl__load_at_chosen(m, load);
  pl__load_channel(m, PL_DISK_FORCE, 2, -1, load);
  for (int k = 0; k < 2; k++) pl__load_zero(m, k, load);
  return PL_OK;
}

const pl_protocol_view pl__disk_view = {.state = "point", .sized = true, .loads = loads};
