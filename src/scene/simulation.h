// simulation.h: a scene in motion.
#ifndef PL_SCENE_SIMULATION_H
#define PL_SCENE_SIMULATION_H

#include "scene/scene.h"
#include "scene/touch.h"

// What the steps of a system took.
typedef struct pl_step_tally {
  int64_t n_loose;            // steps whose iteration did not converge
  int64_t n_parts, n_halved;  // steps made in parts, and halvings
  int64_t iterations;         // linear solves
} pl_step_tally;

// Bodies that can touch each other, and the obstacles, as one model; without contact a single body. Its parts are the bodies in order, then the
// obstacles. Supports change as clips close and open; obstacles are supports too.
typedef struct pl_simulation_system {
  int first_body, n_body;  // of the scene
  int n_part;              // bodies and obstacles
  int32_t *first;          // [n_part + 1], first vertex of each part
  int *obstacle;           // [n_part - n_body], which obstacle of the scene
  pl_mesh *joined;         // owned, NULL: the body's own mesh and material
  pl_material *mixed;
  pl_touch *touch;  // owned, NULL: no contact
  pl_model *model;
  pl_stepper *stepper;
  pl_state *state;
  double *target;       // [n_dof], m
  double *load;         // [n_dof], N
  uint8_t *fixed;       // [n_dof], scratch
  uint8_t *held;        // [n_vertex], scratch: vertices fixed along all axes, which clamp triangles
  double *distance;     // [n_vertex], scratch, m, from the nearest clamp
  int64_t clamps;       // a number of the clamps that act
  bool stopped;         // a step was not finite: the state is the one before it
  pl_step_report stop;  // its report
  pl_step_tally tally;
} pl_simulation_system;

struct pl_simulation {
  pl_arena *arena;
  pl_context *ctx;
  const pl_scene *scene;         // borrowed
  int64_t n_step;                // steps done, by all systems
  int n_system;                  // pl_scene_system_count
  pl_simulation_system *system;  // [n_system]
  double **anchor;               // [scene->n_clip][n_vertex of the clip][3], m, positions of the vertices when the clip closed
};

enum { PL__SCENE_FAR = 1000000 };  // m, further than any scene

// Makes the model and the state of a system (system.c).
pl_status pl_system_create(pl_simulation *simulation, int index);
void pl_system_destroy(pl_simulation_system *system);
// First vertex of a body in the state of its system.
static inline int32_t pl_system_first(const pl_simulation_system *system, int body) { return system->first[body - system->first_body]; }
// Films and frames show items: the bodies, then the obstacles.
static inline int pl_scene_item_count(const pl_scene *scene) { return scene->n_body + scene->n_obstacle; }
static inline const char *pl_scene_item_name(const pl_scene *scene, int item) {
  return item < scene->n_body ? scene->body[item].name : scene->obstacle[item - scene->n_body].name;
}
static inline const pl_mesh *pl_scene_item_mesh(const pl_scene *scene, int item) {
  return item < scene->n_body ? scene->body[item].mesh : pl_scene_shape(&scene->obstacle[item - scene->n_body]);
}
static inline bool pl_scene_item_moves(const pl_scene *scene, int item) {
  const pl_scene_obstacle *o = item < scene->n_body ? NULL : &scene->obstacle[item - scene->n_body];
  return !o || o->pushed || pl_scene_obstacle_moves(o);
}
// Positions of an obstacle's shape at the present state, x[n_vertex of the shape][3], m.
void pl_simulation_shape(const pl_simulation *simulation, int obstacle, double *x);

// Restores the supports of the present step after the state was replaced (checkpoint.c).
pl_status pl_simulation_hold(pl_simulation *simulation);

#endif
