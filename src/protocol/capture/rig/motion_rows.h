// motion_rows.h: the motions, one per file, and their execution. Included by the files of this folder only.
#ifndef PL_PROTOCOL_CAPTURE_RIG_MOTION_ROWS_H
#define PL_PROTOCOL_CAPTURE_RIG_MOTION_ROWS_H

#include "protocol/capture/rig/motion.h"

extern const pl_motion_row pl_motion_stretch, pl_motion_picture_frame, pl_motion_table_edge, pl_motion_complex_shear, pl_motion_corner_pull;

// Masses of the clips, table 3.1 of the thesis, kg: small, bars of a frame, bars over a whole side.
#define PL_CLIP_SMALL 1.9e-3
#define PL_CLIP_BAR 10.1e-3
#define PL_CLIP_LONG_BAR 13.3e-3

// One capture in progress: `prepare` allocates everything in the arena (one thread at a time), `run` fills it. members: the arrays of one
// capture, allocated together.
typedef struct pl__motion_job {
  const pl_motion_row *row;
  const pl_material *material;       // borrowed
  const pl_motion_options *options;  // borrowed
  const pl_solve_options *solve;     // borrowed
  pl_motion_plan plan;
  uint64_t seed;        // of this capture
  const pl_mesh *mesh;  // in the arena
  int n_frame;          // requested
  double *signal;       // [n_frame]; overhang (m) of a table
  pl_capture *capture;  // its arrays are the ones below
  double *x;            // [n_frame][n_vertex][3]
  uint8_t *supported;   // [n_frame][n_vertex] or NULL
  int *branch;          // [n_frame]
  int *holder;          // [n_vertex], clip that holds it or -1
  double *pose[PL_MOTION_MAX_CLIP];
  double *direction[2 * PL_MOTION_MAX_CLIP], *tension[2 * PL_MOTION_MAX_CLIP];
  pl_test *test;
  pl_rig_report report;
} pl__motion_job;

pl_status pl__motion_prepare(pl_arena *arena, const char *direction, uint64_t seed, pl_test *test, pl__motion_job *job);
pl_status pl__motion_run(pl_context *ctx, pl__motion_job *job);

// A bar along a side of the sample: side 0 at the low end of `axis`, 1 at the high end. A length of `margin` (m) is free at both of its
// ends.
pl_motion_clip pl__motion_bar(const pl_motion_plan *plan, const char *name, int axis, int side, double margin, double mass);
// Material coordinates of a corner: bit 0 of `corner` is the high end of warp, bit 1 that of weft.
void pl__motion_corner(const pl_motion_plan *plan, int corner, double point[2]);

#endif
