// strip.h: a strip of cloth held at one end that bends as a cylinder; labels are compared by their distance from its midline
// (protocol/cantilever/rig.c, protocol/roll/rig.c).
//
// The strip lies in the plane x, y; z is along the held edge, the origin where the strip leaves its clamp. The first row of vertices is
// inside the clamp, the second at its edge: both are fixed, which fixes position and direction. Of the hinges at the edge only the outer
// half can bend (pl_model_free_parts); otherwise the strip would be half a cell too long. The vertices of every further row move as one and
// keep their z. Each cut then depends only on the edges across it; twist and the saddle shape of a wide strip are neglected. Edges across a
// strip cut at c from warp are fold lines at 90 - c degrees.
//
// The arc-length position of a label is unknown. The prediction of a label q is its nearest point on the simulated midline, and the
// residual its distance. On the segment from a to b,
//   e = b - a,  t = (q - a).e / e.e within [0, 1],  f = a + t e,
//   df = (1 - t) da + t db + e dt,   dt = ((q - a - 2 t e).de - e.da) / e.e  when 0 < t < 1, else 0
#ifndef PL_RIG_STRIP_H
#define PL_RIG_STRIP_H

#include "rig/rig.h"

enum { PL_STRIP_EDGE = 1 };  // the row at the clamp's edge: rows PL_STRIP_EDGE .. PL_STRIP_EDGE + n_cell are outside of the clamp

typedef struct pl_strip {
  int n_cell;   // along the free length
  int per_row;  // vertices across
  double cell;  // m
} pl_strip;

// Memory of its observers: their weights.
typedef struct pl_strip_sight {
  int32_t *dof;    // [n_observer][4]
  double *weight;  // [n_observer][4]
} pl_strip_sight;

// The rig's mesh: free length (m), cells (unless the options give them), and which side of the cloth faces the left of the strip's
// direction. That is +1: as the mesh is numbered, -1: the other; the hinges' strains change sign.
pl_status pl_strip_mesh(pl_rig *rig, const pl_rig_options *options, double length, int cells, int across, int side, pl_strip *strip);
// True if its material bends by curvatures of triangles.
bool pl_strip_has_patches(const pl_rig *rig);
// Fails unless the rig's material has a density and a bending stiffness about the fold lines across the strip.
pl_status pl_strip_check(const pl_rig *rig, const pl_strip *strip);
// The rig's model; gravity (m/s^2) along -y.
pl_status pl_strip_model(pl_rig *rig, const pl_strip *strip, double gravity);

// x dof of the midline's node i, counted from the clamp's edge (-1: inside the clamp); y is the next dof. All vertices of a row have the
// same x and y.
static inline int32_t pl_strip_node(const pl_strip *strip, int i) { return 3 * (PL_STRIP_EDGE + i) * strip->per_row; }
// Moves node i to `at` (m).
void pl_strip_put(const pl_strip *strip, int i, const double at[2], double *x);

// Allocates n observers of four dofs each, and adds one of them; pl_strip_aim and pl_strip_aim_label define what they observe.
pl_status pl_strip_observers(pl_rig *rig, int n);
pl_status pl_strip_observe(pl_rig *rig, int channel, int component);
// Observer o then gives value + weight . (change of 4 dofs from x).
void pl_strip_aim(pl_rig_memory *memory, int o, const double *x, double value, const int32_t dof[4], const double weight[4]);
// Observers o and o + 1 then give x and y of the nearest point to q on the segments first .. last - 1.
void pl_strip_aim_label(pl_rig_memory *memory, const pl_strip *strip, int o, const double *x, const double q[2], int first, int last);

#endif
