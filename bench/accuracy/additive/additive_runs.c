// additive_runs.c: see additive_runs.h.
#include "bench/accuracy/additive/additive_runs.h"

#include <string.h>

const char additive_fitted[] = "stretch,picture-frame,table-edge-warp,table-edge-weft";
const char additive_cycle[] = "stretch,picture-frame";

additive_sizes additive_sizes_default(bool full) { return full ? (additive_sizes){16, 32, 15, 29} : (additive_sizes){8, 16, 7, 13}; }

pl_status additive_measure(evidence *e, const pl_material *material, const additive_sizes *sizes, const char *which, int frames, int seed,
                           pl_measurement **measurement, int *n_failed) {
  pl_motion_options o = pl_motion_options_default();
  o.cells = sizes->captured;
  o.frames = frames;
  o.cycles = 1;
  o.seed = seed;
  o.overhang_step = o.size / sizes->cells;
  // Vertices of an irregular mesh lie up to 0.3 cells beside their lines. Bars of 1.31 cells hold the first line of both meshes and nothing
  // more. Small clips are twice as deep as bars, and hold the second line of both when they are 2.4 cells.
  o.depth = (strstr(which, "corner") ? 1.2 : 1.31) * o.size / sizes->cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_TRY(pl_motion_measure(e->ctx, which, material, &o, &solve, measurement, &report));
  *n_failed += report.n_failed;
  return PL_OK;
}

pl_fit_options additive_fit_options(const additive_sizes *sizes, const char *addends) {
  pl_fit_options o = pl_fit_options_default();
  o.model = "additive";
  o.addends = addends;
  o.max_points = 3;
  o.rig.cells = sizes->cells;
  o.rig.topology = PL_TOPOLOGY_IRREGULAR;
  return o;
}
