// poses.h: a body in several poses, with any measured quantities: protocol `poses` (Miguel 2016, section 4).
//
// A body is a mesh of a solid or of a sheet. A test is a body with its poses; each pose is a frame with separate supports, loads and
// gravity. The measured quantities form a list; every quantity has its components in one channel, NAN in the frames in which it was not
// measured:
//   positions   [n_frame][3 per point], m: a point of the body, interpolated in an element
//   force       [n_frame][3 per set], N: of the supports of the set on the body
//   torque      [n_frame][3 per set and point], N m: of these forces about a fixed point
//   length      [n_frame][1 per line], m: along straight lines from point to point
//   area        [n_frame][1 per set], m^2: of the faces with all vertices in the set
//   volume      [n_frame][1 per set], m^3: of the elements with all vertices in the set, or of the whole body
// Vertices are counted from 0. Positions in files refer to the undeformed mesh.
#ifndef PL_PROTOCOL_POSES_POSES_H
#define PL_PROTOCOL_POSES_POSES_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "measure/protocol.h"

enum { PL_POSES_POSITIONS, PL_POSES_FORCE, PL_POSES_TORQUE, PL_POSES_LENGTH, PL_POSES_AREA, PL_POSES_VOLUME, PL_POSES_CHANNELS };

// A point of the body: sum of weight times vertex.
typedef struct pl_body_point {
  const char *name;
  double rest[3];  // m, its given position
  int n;           // its number of vertices, 1 to 8
  int32_t vertex[8];
  double weight[8];  // sum 1; slightly negative just outside of the mesh
} pl_body_point;

typedef struct pl_node_set {
  const char *name;
  int32_t n, n_face, n_element;
  const int32_t *vertex;   // [n], ascending
  const int32_t *face;     // [n_face], faces of a solid, triangles of a sheet
  const int32_t *element;  // [n_element], tetrahedra, then n_tet + hexahedra
  const double *share;     // [n], sum 1: distribution of a total: by area of the faces, by length of edges, otherwise evenly
} pl_node_set;

typedef enum pl_support_kind {
  PL_SUPPORT_MOTION,     // fixed, after a rotation about an axis and a translation
  PL_SUPPORT_POSITIONS,  // fixed at given positions
  PL_SUPPORT_SPRING      // elastic support at the position of MOTION
} pl_support_kind;

typedef struct pl_pose_support {
  pl_support_kind kind;
  int set;
  bool axis[3];           // which coordinates it acts on
  double translation[3];  // m
  double turn[3];         // unit vector, angle counter-clockwise about it; zero: none
  double through[3];      // m, a point of the axis
  double angle;           // rad
  double stiffness;       // N/m, of the whole set along each axis
  const double *place;    // [set n][3], m; NULL unless PL_SUPPORT_POSITIONS
  int line;               // of the experiment file
} pl_pose_support;

typedef enum pl_load_kind { PL_LOAD_FORCE, PL_LOAD_PRESSURE } pl_load_kind;

typedef struct pl_pose_load {
  pl_load_kind kind;
  int set;
  double force[3];  // N, of the whole set, distributed
  double pressure;  // Pa, on the outside of the faces of the set
} pl_pose_load;

typedef struct pl_pose {
  const char *name;
  int line;
  double gravity[3];  // m/s^2
  int n_support, n_load;
  const pl_pose_support *support;
  const pl_pose_load *load;
  double weight;  // factor on all its residuals
} pl_pose;

// One quantity that was measured in some of the poses.
typedef struct pl_quantity {
  int channel, first, n;  // its components in the channel
  int set;                // force, torque, area, volume (-1: the whole body)
  double about[3];        // m, torque
  int n_point;            // positions: 1; length: the corners of the line
  const int *point;       // [n_point], indices of points
  const char *name;       // "right", "a-b": for people
} pl_quantity;

// Supports and loads of a frame, on the vertices.
typedef struct pl_pose_frame {
  const uint8_t *fixed;    // [n_dof]
  const double *target;    // [n_dof], m, where fixed
  const double *force;     // [n_dof], N, without gravity
  const double *pressure;  // [n_face], Pa; NULL: none
  const double *spring;    // [n_dof], N/m; NULL: none
  const double *anchor;    // [n_dof], m
} pl_pose_frame;

typedef struct pl_poses {
  const char *file;       // experiment file of the lines of poses
  const char *mesh_file;  // "" when the mesh was generated
  const pl_mesh *mesh;
  int n_point, n_set, n_quantity;
  const pl_body_point *point;
  const pl_node_set *set;
  const pl_quantity *quantity;
  int n_pose;
  const pl_pose *pose;                    // [n_pose], the frames of the test
  const pl_pose_frame *frame;             // [n_pose]
  const double *rest[PL_POSES_CHANNELS];  // [width], SI, values of the unloaded body
} pl_poses;

extern const pl_protocol pl_protocol_poses;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_poses *pl_poses_of(const pl_test *test) { return test->protocol == &pl_protocol_poses ? test->detail : NULL; }

// ---- the same body on another mesh (protocol/poses/read/refine.c) ----

// A solid in its poses on a finer mesh (mesh/split.h): the same points, supports, loads and quantities. A new vertex is in a set if all its
// parents are. The caller destroys *mesh; everything else belongs to the arena or the test. parents: [fine n_vertex].
struct pl_mesh_parents;
pl_status pl_poses_refine(pl_arena *arena, const pl_test *test, pl_mesh **mesh, const struct pl_mesh_parents **parents, pl_test *fine);
// The same on hexahedra, four for each tetrahedron, which do not lock when nearly incompressible (docs/theory/solids.md): n tests, out[n];
// those without tetrahedra are unchanged. Neighbours in the list that share a mesh share the new one. All memory belongs to the arena or
// the tests.
pl_status pl_poses_to_hexahedra(pl_arena *arena, int n, const pl_test *test, pl_test *out);

// ---- lengths, areas, volumes (protocol/poses/read/value.c) ----

// The value of a length, area or volume at x [n_dof] and, unless NULL, its derivative slope[n_dof], which is zero on entry.
double pl_quantity_value(const pl_poses *poses, const pl_quantity *quantity, const double *x, double *slope);
// True if this torque component is exact: at every vertex of the set both coordinates across the component's axis are fixed, or neither.
bool pl_quantity_has_torque(const pl_poses *poses, const pl_quantity *quantity, int frame, int component);
// True if a support or spring of the set can transmit a force along this axis.
bool pl_quantity_feels(const pl_poses *poses, int set, int frame, int axis);
// The names of the values of a channel in a frame, [width]: "right x", "a-b".
pl_status pl__component_names(pl_arena *arena, const pl_poses *poses, int channel, int width, const char *const **names);

#endif
