// film.h: the frames of a simulation so far: energies, and positions if they go into one file at the end.
#ifndef PL_SCENE_FILM_H
#define PL_SCENE_FILM_H

#include "scene/simulation.h"

// One system in one frame. Eight-byte numbers only, so that checkpoints can store it directly.
typedef struct pl_film_row {
  int64_t step, system;
  double time;  // s
  pl_energies energies;
} pl_film_row;

typedef struct pl_film {
  pl_context *ctx;
  const pl_scene *scene;
  int64_t n_frame, capacity;
  int n_system;
  pl_film_row *row;   // [n_frame][n_system]
  size_t frame_size;  // numbers of a frame: 3 times the vertices of all items, 0 when positions are not kept
  float *position;    // [n_frame][items in order][n_vertex][3], m
} pl_film;

void pl_film_init(pl_film *film, const pl_scene *scene);
void pl_film_clear(pl_film *film);
// Room for n frames altogether.
pl_status pl_film_reserve(pl_film *film, int64_t n);
// The present state as one more frame.
pl_status pl_film_add(pl_film *film, const pl_simulation *simulation);

// energies.csv: one row per frame and system (docs/simulate.md).
pl_status pl_film_write_energies(const pl_film *film, const char *path);
// One .glb with all frames as morph targets and an animation over them (gltf.c).
pl_status pl_film_write_gltf(const pl_film *film, const char *path);

#endif
