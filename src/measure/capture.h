// capture.h: a full capture of shape and force (thesis 3.2): a surface mesh per frame, rigid clips with poses, cords that pull on them.
//
// A capture belongs to a test of the protocol `capture`: pl_test.capture. Its observed channels are made from it on the simulation mesh:
//   clip-force   [n_frame][3 n_clip], N: the force the clip must give to the cloth = sum of its cords' tensions + its weight
//   positions    [n_frame][3 n_vertex of the simulation mesh], m: the captured surface, resampled
#ifndef PL_MEASURE_CAPTURE_H
#define PL_MEASURE_CAPTURE_H

#include <pliant/mesh.h>

#include "measure/measurement.h"

typedef struct pl_clip {
  const char *name;
  double mass;  // kg
  int32_t n_vertex;
  const int32_t *vertex;  // [n_vertex], clamped vertices of the captured mesh
  const double *pose;     // [n_frame][12]: rotation R (row-major, 9), then translation t (m): a point p of the clip is at R p + t
  double axis[3];         // long direction of a bar in its own frame, unit; zero for a small clip
} pl_clip;

typedef struct pl_cord {
  const char *name;
  int clip;
  double point[3];          // m, where it is tied, in the clip's frame
  const double *direction;  // [n_frame][3], unit, away from the clip
  const double *tension;    // [n_frame], N, >= 0
} pl_cord;

typedef struct pl_capture {
  const char *motion;     // "stretch", "picture-frame", "table-edge", "complex-shear", "corner-pull", or "other"
  const char *direction;  // "warp", "weft" or "" : what a stretch or bend exercises
  const pl_mesh *mesh;    // the captured surface: rest shape (material coordinates) and triangles
  int n_frame;
  const double *x;  // [n_frame][n_vertex][3], m
  int n_clip, n_cord;
  const pl_clip *clip;
  const pl_cord *cord;
  double mass;               // kg, of the cloth
  double gravity[3];         // m/s^2 in the capture's coordinates
  const uint8_t *supported;  // [n_frame][n_vertex], 1 where the table carries the cloth; NULL without a table
  double sigma_position;     // m, of one coordinate; 0: unknown
  double sigma_force;        // N, of one force component; 0: unknown
} pl_capture;

// The captured surface on a simulation mesh with the same material coordinates.
typedef struct pl_resampled {
  const pl_mesh *mesh;  // simulation mesh, borrowed
  double *x;            // [n_frame][n_vertex][3], m
  int *clip;            // [n_vertex], clip that holds the vertex, -1 for none
  uint8_t *supported;   // [n_frame][n_vertex], or NULL
  double error;         // m, rms distance of captured vertices to the resampled surface, over all frames
  double error_max;     // m
} pl_resampled;

// Each simulation vertex is found in the captured mesh by its material coordinates (barycentric; just outside: nearest triangle).
// Supported vertices are placed by the best rigid motion of the rest shape on the table. Clamped vertices follow the clip's pose exactly (their local coordinates are the mean over frames of R^T (x - t)).
pl_status pl_capture_resample(pl_arena *arena, const pl_capture *capture, const pl_mesh *mesh, pl_resampled *out);

// Force and torque about the clip's origin that the clip must give to the cloth in a frame: cords + weight.
void pl_capture_clip_load(const pl_capture *capture, int clip, int frame, double force[3], double torque[3]);

#endif
