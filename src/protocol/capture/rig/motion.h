// motion.h: virtual captures: the seven sequences of the capture thesis (3.2.2) and a table edge at 45 degrees, on a virtual fabric.
//
// A motion is a set of rigid clips (or a table) and a rule that places them at a signal between -1 and 1. Each frame is an equilibrium
// under gravity that starts from the frame before. Force and torque of each clip on the cloth are written as the tensions of its cords. The
// mesh of the virtual experiment is the captured mesh: finer than the one of a fit, and irregular. See docs/theory/motions.md. A new motion
// is one file with a pl_motion_row and one line in motion.c.
#ifndef PL_PROTOCOL_CAPTURE_RIG_MOTION_H
#define PL_PROTOCOL_CAPTURE_RIG_MOTION_H

#include "protocol/capture/capture.h"
#include "rig/rig.h"

typedef struct pl_motion_options {
  int frames;             // requested; a table edge has at most one per line of the mesh
  int cells;              // along a side
  int topology;           // pl_topology_kind
  double jitter;          // of a cell: displacement of the vertices of a grid
  double size;            // m, side of the sample
  double depth;           // m, of cloth under a bar clip
  double force;           // N, target of the largest clip force
  double amplitude;       // times the usual: 1
  int cycles;             // load-unload cycles; 0: the motion's default
  double overhang_step;   // m, overhangs off a table are multiples of it; 0: one cell
  bool pull_back;         // a table: the cloth is pulled back by the same overhangs
  double noise_position;  // m, standard deviation of a coordinate of a free vertex
  double noise_force;     // N, standard deviation of a cord's tension
  double hysteresis;      // forces are larger by half of this when loading, smaller by half of it when unloading
  int seed;               // of the mesh, of the imperfection that triggers buckling, of the noise
} pl_motion_options;

extern const pl_option_table pl_motion_option_table;
pl_motion_options pl_motion_options_default(void);

enum { PL_MOTION_MAX_CLIP = 4, PL_MOTION_OPENING = 16 };

// A clip of a motion: the rectangle of the sample that it holds, and its cords. Bars have two, at +-reach along their axis; small clips
// one, at the centre.
typedef struct pl_motion_clip {
  const char *name;
  double mass;             // kg
  double low[2], high[2];  // m, material coordinates of the cloth in it; the centre is its origin
  double axis[3];          // long direction of a bar at rest; zero for a small clip
  double reach;            // m, of the cords from the centre; 0: one cord
  double outward[3];       // direction of a cord without tension
} pl_motion_clip;

// A motion set up for one sample.
typedef struct pl_motion_plan {
  double size, depth;  // m
  int axis;            // exercised direction: 0 warp, 1 weft; 0 for bias as well
  double angle;        // rad, of the pushed direction from warp towards weft, for a table
  const pl_material *material;
  double amplitude;                       // of the signal passed to `pose` at a peak
  double opening[PL_MOTION_OPENING + 1];  // stretch of a picture frame at signals 0 ... 1
  int n_clip;
  pl_motion_clip clip[PL_MOTION_MAX_CLIP];
} pl_motion_plan;

typedef struct pl_motion_row {
  const char *name;
  const char *help;
  int n_direction;  // 0: none; 2: along warp or weft; 3: also along the bias between them. A direction must be given
  int n_way;        // one cycle passes through these signals, linearly in between; [0] = the last one except for a table
  double way[5];
  int cycles;          // usual number
  double force_share;  // fraction of the options' force that the largest clip force should reach
  // Clips in plan->clip for plan's size, depth and axis. NULL: no clips, the cloth is pushed over the edge of a table.
  void (*clips)(pl_motion_plan *plan);
  // Position of a clip at a signal: rotation about z (rad), origin (m).
  void (*pose)(const pl_motion_plan *plan, double signal, int clip, double *turn, double origin[3]);
} pl_motion_row;

int pl_motion_count(void);
const pl_motion_row *pl_motion_at(int index);
const pl_motion_row *pl_motion_find(const char *name);  // NULL when unknown

// Directions of motions, in the order of pl_motion_row.n_direction; NULL beyond.
const char *pl_motion_direction(int index);

// One virtual capture, as tests look at it; pl_motion_measure makes several. direction: "warp", "weft" or "bias", "" for motions without.
// Everything in *test is in the arena. Frames without equilibrium are omitted and counted in the report (first_failed is the index of the
// requested frame). The material must have bending stiffness: a membrane alone has no unique shape in space.
pl_status pl_motion_capture(pl_context *ctx, const pl_motion_row *motion, const char *direction, const pl_material *material,
                            const pl_motion_options *options, const pl_solve_options *solve, pl_arena *arena, pl_test *test,
                            pl_rig_report *report);

// Several captures of one fabric as a measurement of the protocol `capture`, in parallel. which: comma-separated test names
// ("stretch-warp,corner-pull"; "stretch" means all its directions). NULL: all eight, stretch-warp, stretch-weft, picture-frame,
// table-edge-warp, table-edge-weft, table-edge-bias, complex-shear, corner-pull.
pl_status pl_motion_measure(pl_context *ctx, const char *which, const pl_material *material, const pl_motion_options *options,
                            const pl_solve_options *solve, pl_measurement **measurement, pl_rig_report *report);

// Motions from flags (laboratory.c).
extern const struct pl_laboratory pl__capture_laboratory;

#endif
