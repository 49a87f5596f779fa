// simulation.h: a scene in motion.
#ifndef PL_SCENE_SIMULATION_H
#define PL_SCENE_SIMULATION_H

#include "scene/scene.h"

// What the steps of a body took.
typedef struct pl_step_tally {
  int64_t n_loose;            // steps whose iteration did not converge
  int64_t n_parts, n_halved;  // steps made in parts, and halvings
  int64_t iterations;         // linear solves
} pl_step_tally;

// One sheet: its model (owned), whose supports change as clips close and open.
typedef struct pl_simulation_body {
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
} pl_simulation_body;

struct pl_simulation {
  pl_arena *arena;
  pl_context *ctx;
  const pl_scene *scene;     // borrowed
  int64_t n_step;            // steps done, by all bodies
  pl_simulation_body *body;  // [scene->n_body]
  double **anchor;           // [scene->n_clip][n_vertex of the clip][3], m, positions of the vertices when the clip closed
};

// Restores the supports of the present step after the state was replaced (checkpoint.c).
pl_status pl_simulation_hold(pl_simulation *simulation);

#endif
