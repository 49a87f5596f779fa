// plane_grid.h: shared by the laws on a grid of two strains: two lists of control strains.
#ifndef PL_LAW_PLANE_GRID_H
#define PL_LAW_PLANE_GRID_H

#include "law/law.h"

enum { PL_GRID_MAX_KNOT = 8 };  // per strain: at most 64 parameters

typedef struct pl_grid_axis {
  int n;
  double knot[PL_GRID_MAX_KNOT];  // ascending, strain
} pl_grid_axis;

// The member "knots", two lists: [[-0.1, 0, 0.1], [0, 0.2]], each strictly ascending with least .. most entries. `example` is shown in messages.
pl_status pl_grid_read(pl_arena *arena, pl_json *object, pl_dim strain_dim, int least, int most, const char *example, pl_grid_axis axis[2]);
void pl_grid_write(const pl_grid_axis axis[2], pl_dim strain_dim, pl_json_writer *writer);

#endif
