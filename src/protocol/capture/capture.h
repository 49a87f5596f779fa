// capture.h: a full capture of shape and force (thesis 3.2): a surface mesh per frame, rigid clips with poses, cords that pull on them.
//
// A capture belongs to a test of the protocol `capture`. Its observed channels are computed from it on the simulation mesh:
//   clip-force   [n_frame][3 n_clip], N: the force of the clip on the cloth = sum of its cords' tensions + its weight
//   positions    [n_frame][3 n_vertex of the simulation mesh], m: the captured surface, resampled
#ifndef PL_PROTOCOL_CAPTURE_CAPTURE_H
#define PL_PROTOCOL_CAPTURE_CAPTURE_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "measure/protocol.h"

// Channels, all observed: force of each clip on the cloth, positions of the simulation mesh, and that force along the clip's axis.
enum { PL_CAPTURE_CLIP_FORCE, PL_CAPTURE_POSITIONS, PL_CAPTURE_CLIP_PARALLEL };

typedef struct pl_clip {
  const char *name;
  double mass;  // kg
  int32_t n_vertex;
  const int32_t *vertex;  // [n_vertex], clamped vertices of the captured mesh
  const double *pose;     // [n_frame][12]: rotation R (row-major, 9), then translation t (m): a point p of the clip is at R p + t
  double axis[3];         // long direction of a bar in the clip's frame, unit; zero for a small clip
} pl_clip;

typedef struct pl_cord {
  const char *name;
  int clip;
  double point[3];          // m, attachment point in the clip's frame
  const double *direction;  // [n_frame][3], unit, away from the clip
  const double *tension;    // [n_frame], N, >= 0
} pl_cord;

// What a fit compares of a capture; in the order of pl_compare_names.
typedef enum pl_compare {
  PL_COMPARE_DEFAULT,    // by motion: stretch forces, picture-frame parallel, table-edge positions
  PL_COMPARE_FORCES,     // force vectors of the clips
  PL_COMPARE_PARALLEL,   // forces along the clips
  PL_COMPARE_POSITIONS,  // of the vertices
  PL_COMPARE_BOTH,       // positions, and the default forces of the motion
  PL_COMPARE_COUNT
} pl_compare;
extern const char *const pl_compare_names[PL_COMPARE_COUNT];

// The edge of a table: the plane x[axis] = edge; the table supports the cloth on its side.
typedef struct pl_table_edge {
  bool given;
  int axis;       // 0, 1, 2
  double edge;    // m
  bool positive;  // it supports x[axis] >= edge, otherwise x[axis] <= edge
} pl_table_edge;

// A captured sheet in motion. members: one per entry of a capture's file.
typedef struct pl_capture {
  const char *motion;     // "stretch", "picture-frame", "table-edge", "complex-shear", "corner-pull", or "other"
  const char *direction;  // "warp", "weft", "bias" (45 degrees, bends only) or "": direction of a stretch or bend
  const pl_mesh *mesh;    // the captured surface: rest shape (material coordinates) and triangles
  int n_frame;
  const double *x;    // [n_frame][n_vertex][3], m
  const int *number;  // [n_frame], frame numbers in the files (file names, column `frame`, or index in an array from 0); NULL for virtual
                      // captures
  int n_clip, n_cord;
  const pl_clip *clip;
  const pl_cord *cord;
  double mass;                           // kg, of the cloth
  double gravity[3];                     // m/s^2 in the capture's coordinates
  const uint8_t *supported;              // [n_frame][n_vertex], 1 where the table supports the cloth; NULL without a table
  pl_table_edge table;                   // its edge, if known
  double sigma_position;                 // m, of one coordinate; 0: unknown
  double sigma_force;                    // N, of one force component; 0: unknown
  pl_compare compare;                    // as the file says
  const struct pl_resampled *resampled;  // on a simulation mesh: the channels of the test are then filled; NULL: not yet
} pl_capture;

// The captured surface on a simulation mesh with the same material coordinates.
typedef struct pl_resampled {
  const pl_mesh *mesh;  // simulation mesh, borrowed
  double *x;            // [n_frame][n_vertex][3], m
  int *clip;            // [n_vertex], clip that holds the vertex, -1 for none
  uint8_t *supported;   // [n_frame][n_vertex], or NULL
  // [n_frame][3], the edge of the table on the cloth. The distance (m) of a material point from it is a u + b v + c, negative on the table.
  // NULL if unknown.
  double *line;
  double error;      // m, rms distance of captured vertices to the resampled surface, over all frames
  double error_max;  // m
} pl_resampled;

extern const pl_protocol pl_protocol_capture;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_capture *pl_capture_of(const pl_test *test) { return test->protocol == &pl_protocol_capture ? test->detail : NULL; }
static inline const pl_resampled *pl_resampled_of(const pl_test *test) {
  return pl_capture_of(test) ? pl_capture_of(test)->resampled : NULL;
}

// Bent along the bias, at 45 degrees from warp and weft?
bool pl_capture_on_bias(const pl_capture *capture);

// A rigid placement of a flat sheet: x = c + Q (r - m).
typedef struct pl_flat_place {
  double c[3], m[2], Q[3][2];  // m, m, 1
} pl_flat_place;
// Best placement of rest[n_vertex][2] on x[n_vertex][3] where flag[n_vertex] is set (NULL: everywhere); false when these are fewer than
// three, or on one line.
bool pl_place_flat(int32_t n_vertex, const double *rest, const uint8_t *flag, const double *x, pl_flat_place *place);
void pl_flat_at(const pl_flat_place *place, const double rest[2], double x[3]);

// Each simulation vertex is located in the captured mesh by its material coordinates (barycentric; just outside: nearest triangle). If the
// edge of the table is known, its line on the flat cloth determines the supported vertices; otherwise the surrounding captured vertices do.
// Supported vertices are placed by the best rigid motion of the rest shape on the table. Clamped vertices follow the clip's pose exactly
// (their local coordinates are a robust mean over frames of R^T (x - t)).
pl_status pl_capture_resample(pl_arena *arena, const pl_capture *capture, const pl_mesh *mesh, pl_resampled *out);

// Compared channels, bit k for channel k; none for motions that are only scored. Without clips there are only positions. Without the axes
// of the clips, force vectors replace forces along them.
unsigned pl_capture_compared(const pl_capture *capture, pl_compare compare);
// The number of a frame in the files of the capture; its index, from 0, if there are no files.
int pl_capture_file_frame(const pl_capture *capture, int frame);

// "clip forces along the clips": static text.
const char *pl_capture_compared_words(unsigned channels);

// Force and torque about the clip's origin of the clip on the cloth in a frame: cords + weight.
void pl_capture_clip_load(const pl_capture *capture, int clip, int frame, double force[3], double torque[3]);

#endif
