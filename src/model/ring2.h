// ring2.h: the bending springs of mass-spring cloth: they join the far ends of two edges that continue each other (thesis 3.3.1, ring 2).
#ifndef PL_MODEL_RING2_H
#define PL_MODEL_RING2_H

#include "model/elements.h"

// On regular grids the springs span two cells along warp, weft and diagonals. `area` is half the area of the triangles at the two
// edges. On a grid the springs of each direction then have the area of the sheet together. In arena memory.
pl_status pl_ring2_list(pl_arena *arena, const pl_mesh *mesh, pl_elements *springs);

// The part of each spring that can bend, part[springs->n] in arena memory: the free part of its length. free_part as in pl_model_options.
pl_status pl_ring2_parts(pl_arena *arena, const pl_mesh *mesh, const pl_elements *springs, const double *free_part, double **part);

#endif
