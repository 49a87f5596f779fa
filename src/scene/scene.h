// scene.h: a scene: sheets of cloth, their supports and motions, and how the simulation is computed and written (docs/simulate.md).
//
// A scene is read from one JSON file with the meshes and materials it names, checked as a whole, and constant from then on. Sheets do not
// touch: each moves independently.
#ifndef PL_SCENE_SCENE_H
#define PL_SCENE_SCENE_H

#include <pliant/simulate.h>

#include "model/obstacle.h"
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
  pl_obstacles obstacles;
  pl_integrate_options integrate;
  double duration;  // s
  int64_t n_step;
  pl_scene_output output;
  int n_body, n_clip, n_load;
  pl_scene_body *body;  // [n_body]
  pl_scene_clip *clip;  // [n_clip]
  pl_scene_load *load;  // [n_load]
};

// From a text; files it names are relative to `directory`, `name` is used in messages.
pl_status pl_scene_parse(pl_context *ctx, const char *name, const char *directory, const char *text, size_t size, pl_scene **scene);

#endif
