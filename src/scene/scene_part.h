// scene_part.h: shared by the readers of the parts of a scene.
#ifndef PL_SCENE_SCENE_PART_H
#define PL_SCENE_SCENE_PART_H

#include "base/json.h"
#include "scene/scene.h"

#define PL__DIM_VELOCITY ((pl_dim){0, 1, -1, 0})
#define PL__DIM_DRAG ((pl_dim){1, -2, -1, 0})  // N s/m^3

enum { PL__SCENE_MAX_LENGTH = 1000, PL__SCENE_MAX_TIME = 100000 };  // m, s: beyond is a wrong unit

// The grid of a generated sheet: vertex (i, j) has number i (n_width + 1) + j.
typedef struct pl__grid {
  int32_t n_length, n_width;  // cells; 0: not a grid
  bool tube;                  // closed along its length
} pl__grid;

typedef struct pl__scene_reader {
  pl_context *ctx;
  pl_arena *scratch;
  pl_scene *scene;
  pl_json *root;
  const char *directory;
  pl__grid *grid;  // [n_body]
} pl__scene_reader;

// Three quantities; a missing member leaves out[3] unchanged.
pl_status pl__scene_vector(pl__scene_reader *r, pl_json *value, pl_dim dim, double limit, double out[3]);
pl_status pl__scene_optional_vector(pl__scene_reader *r, pl_json *object, const char *key, pl_dim dim, double limit, double out[3]);
// Three numbers, not all zero, made a unit vector.
pl_status pl__scene_direction(pl__scene_reader *r, pl_json *value, double out[3]);

// "name" of a mesh or obstacle, `usual` where there is none; unique in the scene so far.
pl_status pl__scene_read_name(pl__scene_reader *r, pl_json *entry, const char *usual, const char **name);
pl_status pl__scene_read_motion(pl__scene_reader *r, pl_json *object, pl_keyed_motion *motion);
pl_status pl__scene_read_meshes(pl__scene_reader *r);
pl_status pl__scene_read_obstacles(pl__scene_reader *r);
pl_status pl__scene_read_contact(pl__scene_reader *r);
pl_status pl__scene_read_clips(pl__scene_reader *r);
pl_status pl__scene_read_loads(pl__scene_reader *r);

#endif
