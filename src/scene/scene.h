// scene.h: a scene: sheets of cloth, their supports and motions, and how the simulation is computed and written (docs/simulate.md).
//
// A scene is read from one JSON file with the meshes and materials it names, checked as a whole, and constant from then on. Bodies that can touch
// form one system, which moves as a whole. Without contact each body is a system.
#ifndef PL_SCENE_SCENE_H
#define PL_SCENE_SCENE_H

#include <pliant/simulate.h>

#include "scene/keyframes.h"
#include "solve/integrate.h"

typedef struct pl_scene_body {
  const char *name;
  pl_mesh *mesh;
  pl_material *material;
  double *x;           // [n_vertex][3], m, initial positions
  double velocity[3];  // m/s, initial velocity
  int32_t *tie;        // [n_vertex], vertices with the same number >= 0 are sewn together; NULL: none
} pl_scene_body;

// Vertices that are fixed along some axes for some time, and moved.
typedef struct pl_scene_clip {
  const char *name;
  int body;
  int32_t n_vertex;
  const int32_t *vertex;  // [n_vertex], ascending
  bool axis[3];           // held along x, y, z
  // A clamp holds the cloth flat up to the faces of its box, also between vertices. Distance of all vertices of the mesh from the box, m,
  // negative inside. NULL: whole triangles are held.
  const double *distance;
  int64_t first, last;  // steps [first, last) start with the vertices fixed; the motion starts at their positions at step `first`
  pl_keyed_motion motion;
} pl_scene_clip;

// A dead force that is spread over vertices by their area.
typedef struct pl_scene_load {
  int body;
  int32_t n_vertex;
  const int32_t *vertex;     // [n_vertex], ascending
  double force[3];           // N, total
  double from, until, ramp;  // s: increases linearly over `ramp` after `from`, ends at `until`
} pl_scene_load;

typedef enum pl_scene_obstacle_kind {
  PL_SCENE_PLANE,
  PL_SCENE_SPHERE,
  PL_SCENE_CAPSULE,
  PL_SCENE_CYLINDER,
  PL_SCENE_BOX,
  PL_SCENE_MESH
} pl_scene_obstacle_kind;

// A rigid body that does not deform: at rest, moved by keyframes or from pose to pose, or pushed by a force.
typedef struct pl_scene_obstacle {
  const char *name;
  const char *surface;  // what it is made of, as materials call it in their friction; NULL: its name alone
  pl_scene_obstacle_kind kind;
  double point[3], normal[3];  // of a plane: m, unit vector towards the free side
  double radius;               // m, of spheres and capsules, around the vertices of `body`
  pl_mesh *body;               // what touches, at its first positions
  pl_mesh *shape;              // for pictures; NULL: the body
  pl_keyed_motion motion;
  int n_pose;               // 0: no sequence
  const double *pose_time;  // [n_pose], s, ascending
  const double **pose;      // [n_pose][n_vertex of the body][3], m
  bool pushed, free[3];     // free: along which axes it moves
  double force[3], mass;    // N, kg
} pl_scene_obstacle;

static inline const pl_mesh *pl_scene_shape(const pl_scene_obstacle *o) { return o->shape ? o->shape : o->body; }
// Does it change its place by itself, without being pushed?
static inline bool pl_scene_obstacle_moves(const pl_scene_obstacle *o) { return o->motion.n_keyframe > 0 || o->n_pose > 0; }
// Positions x [n_vertex][3] (m) at this time (s) of points that were at `from` before the motion: those of `body` or of `shape`.
void pl_scene_obstacle_at(const pl_scene_obstacle *obstacle, double time, int32_t n_vertex, const double *from, double *x);

// Contact of bodies with themselves, each other and obstacles. Arrays count the bodies first, then the obstacles.
typedef struct pl_scene_contact {
  bool on;            // the scene has "contact" or obstacles
  bool self, apart;   // bodies touch themselves; apart: not each other
  double gap, slip;   // m, m/s
  double pressure;    // Pa, at half the gap
  double *thickness;  // [n], m
  double *friction;   // [n][n], symmetric
} pl_scene_contact;

typedef struct pl_scene_output {
  int every;            // steps from frame to frame
  bool obj, vtk, gltf;  // file formats of the frames
  int checkpoint;       // steps from checkpoint to checkpoint
} pl_scene_output;

struct pl_scene {
  pl_arena *arena;  // owns everything except meshes and materials
  pl_context *ctx;
  const char *file, *name;
  char hash[65];      // of everything that determines the motion
  double gravity[3];  // m/s^2
  pl_dynamics dynamics;
  pl_integrate_options integrate;
  double duration;  // s
  int64_t n_step;
  pl_scene_output output;
  int n_body, n_clip, n_load, n_obstacle;
  pl_scene_body *body;          // [n_body]
  pl_scene_clip *clip;          // [n_clip]
  pl_scene_load *load;          // [n_load]
  pl_scene_obstacle *obstacle;  // [n_obstacle]
  pl_scene_contact contact;
};

// Systems: one, or one per body. The bodies of a system follow each other.
static inline int pl_scene_system_count(const pl_scene *scene) { return scene->contact.on && !scene->contact.apart ? 1 : scene->n_body; }
static inline int pl_scene_system_of(const pl_scene *scene, int body) { return pl_scene_system_count(scene) == 1 ? 0 : body; }

// From a text; files it names are relative to `directory`, `name` is used in messages.
pl_status pl_scene_parse(pl_context *ctx, const char *name, const char *directory, const char *text, size_t size, pl_scene **scene);

#endif
