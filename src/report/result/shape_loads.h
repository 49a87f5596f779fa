// shape_loads.h: the loads on a specimen at their points of action, for arrows on its shape.
//
// The view of a protocol adds them (protocol_view.h). A weight acts at the centre of mass: the sum over triangles of density x rest area x
// present centroid, over the mass. Readings of clips and supports are separate channels (shapes.h).
#ifndef PL_REPORT_RESULT_SHAPE_LOADS_H
#define PL_REPORT_RESULT_SHAPE_LOADS_H

#include "estimate/problem/fit.h"

typedef struct pl_shape_load {
  const char *name;   // "moving clamp". Static
  const char *unit;   // "N"; "Pa": force over the area at rest
  double *at;         // [n_frame][3], m; NAN if a frame has no shape
  double *known;      // [n_frame][3], measured or imposed; NAN if a component was not measured
  double *predicted;  // [n_frame][3]; NULL: imposed, not predicted
} pl_shape_load;

enum { PL_MAX_SHAPE_LOADS = 8 };

typedef struct pl_shape_loads {
  int n;  // 0: the protocol has none
  pl_shape_load load[PL_MAX_SHAPE_LOADS];
} pl_shape_loads;

// State for the protocol's function that adds loads.
typedef struct pl_load_maker {
  pl_arena *arena;
  const pl_fit_case *of;
  bool *chosen;  // [n_vertex], scratch: vertices that a load acts on
  pl_shape_loads *out;
} pl_load_maker;

// A load with unknown values. imposed: it is given, not predicted. NULL: out of memory.
pl_shape_load *pl__load_add(pl_load_maker *m, const char *name, const char *unit, bool imposed);
const double *pl__load_shape(const pl_load_maker *m, int frame);                     // positions of a frame; NULL: it has none
void pl__load_at_chosen(const pl_load_maker *m, pl_shape_load *load);                // at the mean position of the chosen vertices
void pl__load_zero(const pl_load_maker *m, int k, pl_shape_load *load);              // component k is zero by the setup of the test
void pl__load_set(int frame, double size, double x, double y, pl_shape_load *load);  // the known vector of a frame, in the plane of x and y
// Component k is `sign` times a channel.
void pl__load_channel(const pl_load_maker *m, int channel, int k, double sign, pl_shape_load *load);
// The weight of the cloth outside its clamps; y points up.
pl_status pl__load_own_weight(pl_load_maker *m, const char *name, double gravity);

// For a case whose rig has shapes, in arena memory.
pl_status pl_shape_loads_make(pl_arena *arena, const pl_fit_case *fit_case, pl_shape_loads *out);

#endif
