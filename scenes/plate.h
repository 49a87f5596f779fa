// plate.h: elastic plates that bend by strain `curvature`, on meshes of every kind. Their motion in the plane is held: they only bend.
#ifndef PL_SCENES_PLATE_H
#define PL_SCENES_PLATE_H

#include "material/material.h"
#include "model/model.h"

typedef enum scene_plate_mesh { SCENE_ALTERNATING, SCENE_UNIFORM, SCENE_IRREGULAR, SCENE_DISC, SCENE_PLATE_MESHES } scene_plate_mesh;
extern const char *const scene_plate_mesh_name[SCENE_PLATE_MESHES];

// A square, or disc, of `size` m with n cells across; `angle` of the square to warp, rad.
pl_status scene_plate_square(pl_context *ctx, scene_plate_mesh which, double size, int n, double angle, pl_mesh **mesh);
// The square with a frame of cells around it, to be held: the border of an irregular mesh is straight, its inner lines are not. Not for discs.
pl_status scene_plate_framed(pl_context *ctx, scene_plate_mesh which, double size, int n, pl_mesh **mesh);

// Rigidities, N m: moment per width over curvature; d66 of the twist 2 k_uv.
typedef struct scene_rigidities {
  double d11, d22, d12, d66;
} scene_rigidities;

// A nearly inextensible sheet of this bending.
pl_status scene_plate_material(pl_context *ctx, double density, scene_rigidities d, pl_material **material);

typedef struct scene_plate {
  pl_mesh *mesh;
  pl_material *material;
  uint8_t *fixed;    // [n_dof], the plane's axes at first
  uint8_t *held;     // [n_vertex], vertices of triangles that are clamped; none at first
  double *distance;  // [n_vertex], m, from the edge of a table, positive where the plate is free; read when `table`
  bool table;
  double *load;   // [n_dof], N
  double *x;      // [n_dof], m
  double energy;  // J, at rest
} scene_plate;

// Takes the mesh over; arrays are in the mesh's arena.
pl_status scene_plate_create(pl_context *ctx, pl_mesh *mesh, scene_rigidities d, scene_plate *plate);
// Its equilibrium, into x and energy. *converged may be false without an error.
pl_status scene_plate_relax(pl_context *ctx, scene_plate *plate, bool *converged);
void scene_plate_destroy(scene_plate *plate);

// ---- problems with a known answer, as error of the answer; NAN when no equilibrium was found ----

// Square plate of rigidities 33:1 held at three corners, loaded at the fourth: w = P u v / (4 d66) whatever the other rigidities.
pl_status scene_plate_twisted(pl_context *ctx, scene_plate_mesh which, int n, double *error);
// Clamped isotropic square plate under uniform load: 0.00126532 q a^4/D in the middle (Timoshenko and Woinowsky-Krieger 1959, table 35).
pl_status scene_plate_clamped(pl_context *ctx, scene_plate_mesh which, int n, double *error);
// Mean height (m) of the free end of a strip over the edge of a table, under its weight. Length to width 4:1, rigidities 4:1.
// cut: direction, rad; n: cells along the free length; past: cells from a mesh line to the edge. Not for discs.
pl_status scene_plate_strip(pl_context *ctx, scene_plate_mesh which, int n, double cut, double past, double *height);

#endif
