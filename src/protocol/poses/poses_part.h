// poses_part.h: shared by the files of the protocol `poses`.
#ifndef PL_PROTOCOL_POSES_POSES_PART_H
#define PL_PROTOCOL_POSES_POSES_PART_H

#include "measure/label/label.h"
#include "mesh/read.h"
#include "protocol/poses/poses.h"
#include "measure/template.h"

#define PL__POSES_TOLERANCE 1e-3  // of the body's size: default tolerance of a landmark outside of the mesh

// Poses times values measured in some of them: each takes 64 bytes while it is read.
enum { PL_MAX_POSES = 10000, PL_MAX_SETS = 1000, PL_MAX_POINTS = 100000, PL_MAX_READINGS = 20000000 };

extern const pl_channel_row pl__poses_channel[PL_POSES_CHANNELS];
extern const pl_dim pl__poses_dim[PL_POSES_CHANNELS];

// Lists that grow while a test is read; the arrays belong to the measurement. members: one list per kind of entry, none outlives the
// reading.
typedef struct pl__poses_reader {
  pl__label_reader label;  // entry: the test
  pl_poses *poses;
  int room_point, room_quantity;
  pl_body_point *point;
  int n_landmark;  // points [0, n_landmark) have names; the rest are vertices
  int n_slot;      // power of two, at least twice n_landmark
  int *slot;       // [n_slot], landmark + 1 at the hash of its name or after it; 0: free
  int *of_vertex;  // [n_vertex], point + 1 of this vertex; 0: none yet
  pl_quantity *quantity;
  double size;  // m, diagonal of the bounding box
  int n_given;
  const double *given;   // [n_given][3], m, the landmarks of the file, including those not yet located
  double tolerance;      // m, allowed distance of a landmark from the mesh
  int n_outside;         // landmarks outside, within the tolerance
  double most_outside;   // m
  int farthest;          // that landmark
  pl__mesh_extra extra;  // of the mesh file
  pl_unit unit;          // of coordinates in mesh files
  bool to_hexahedra;     // the body is simulated with four hexahedra per tetrahedron
  // the readings, quantity by quantity
  int n_pose;                   // all poses of the test, including held-out ones
  size_t n_reading;             // n_pose times the components of all quantities
  double **value;               // [room_quantity]: [n_pose][n], SI, NAN where not measured
  double **weight;              // [room_quantity]: [n_pose]
  double **sigma;               // [room_quantity]: [n_pose], SI; 0: the default of its kind
  int **line;                   // [room_quantity]: [n_pose], line of the reading: in the experiment file, for positions in their table
  const char **table;           // [n_pose], table of the positions, NULL: none
  const char *named;            // the table whose names of poses were checked last
  int *of_point;                // [room_point], quantity + 1 of the position of this point; 0: none yet
  int *next;                    // [room_quantity], quantity + 1 of the previous one in the same channel; 0: it was the first
  int last[PL_POSES_CHANNELS];  // quantity + 1 of the last one in the channel
  double *move;                 // [n_pose], m, the largest displacement of supports and springs
} pl__poses_reader;

// ---- numbers with units (protocol/poses/read/json.c) ----
// Three components: ["1 mm", "0 mm", "0 mm"] or {"unit": "mm", "values": [1, 0, 0]}; with `missing`, null gives NAN.
pl_status pl__poses_vector(pl_context *ctx, pl_json *value, pl_dim dim, bool missing, double out[3]);
pl_status pl__poses_direction(pl_context *ctx, pl_json *value, double out[3]);                  // three plain numbers, normalised
pl_status pl__poses_keys(pl_context *ctx, pl_json *object, int n_key, const char *const *key);  // an object with no other keys
pl_status pl__poses_path(const pl__poses_reader *r, pl_json *value, const char **path);

// ---- the body (protocol/poses/read/body.c) ----
pl_status pl__poses_body(pl__poses_reader *r);

// ---- places (protocol/poses/read/points.c) ----
pl_status pl__poses_landmarks(pl__poses_reader *r);
// A landmark by its name; fails with the nearest name.
pl_status pl__poses_need_point(pl__poses_reader *r, const pl_where *where, const char *name, int *index);
// A vertex by its number as a point, created if necessary. A landmark called "vertex 3" is not vertex 3.
pl_status pl__poses_vertex_point(pl__poses_reader *r, const pl_where *where, double number, int *index);

// ---- sets (protocol/poses/read/sets.c) ----
pl_status pl__poses_sets(pl__poses_reader *r);
pl_status pl__poses_need_set(pl__poses_reader *r, pl_json *value, int *index);
// Vertices, faces, elements and shares of a set whose name and number of vertices are known: those with in[v].
pl_status pl__poses_finish_set(pl_arena *arena, pl_arena *scratch, const pl_mesh *mesh, const uint8_t *in, pl_node_set *set);

// ---- supports and loads (protocol/poses/read/supports.c) ----
pl_status pl__poses_read_pose(pl__poses_reader *r, pl_json *entry, pl_pose *pose);
// The supports and loads of a pose on the vertices; two supports that fix a coordinate at different positions are an error.
pl_status pl__poses_resolve(pl__poses_reader *r, const pl_pose *pose, pl_pose_frame *frame);

// ---- measured quantities (protocol/poses/read/quantities.c) ----
pl_status pl__poses_measured(pl__poses_reader *r, pl_json *measured, int pose);
pl_where pl__poses_reading_where(const pl__poses_reader *r, int quantity, int pose);
bool pl__poses_has_value(const pl__poses_reader *r, int quantity, int pose);  // true if any component was measured in the pose

pl_status pl__poses_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory);
pl_status pl__poses_save(pl_context *ctx, const char *directory, const pl_measurement *m);
void pl__poses_describe(const pl_test *test, struct pl_text *out);

extern const pl__template_file pl__poses_template[];  // template.c

// ---- parts of the row ----

extern const struct pl_protocol_models pl__poses_models;
extern const struct pl_rig_row pl__poses_rig;
extern const struct pl_protocol_view pl__poses_view;
extern const struct pl_protocol_words pl__poses_words;
extern const struct pl_protocol_plan pl__poses_plan;
struct pl_fit;
struct pl_solution;
struct pl_stage;

// Bodies in poses, anything measured: a model of solids or sheets (body_model.h).
pl_status pl__poses_fit(struct pl_fit *fit, struct pl_solution *solution);
// Step limits that any fit with bodies needs. A body that a step has made far too soft inverts, and the search for its equilibria takes
// minutes.
pl_status pl__poses_begin(const struct pl_fit *fit, struct pl_stage *stage);

#endif
