// film.h: frames of one or more meshes from any source. A mesh file, a folder of `pliant simulate`, an experiment with captures, a result
// folder with shapes.bin. Only the requested frames are kept.
#ifndef PL_REPORT_RENDER_FILM_H
#define PL_REPORT_RENDER_FILM_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "base/text.h"

// A value at every vertex stored in the source: per frame, or the same in all frames.
typedef struct pl_film_field {
  const char *name, *unit;  // unit: SI
  int n_frame;              // of the film, or 1
  const double *value;      // [n_frame][n_vertex], SI; NULL: the source has none
} pl_film_field;
enum pl_film_field_kind { PL_FILM_STRESS, PL_FILM_STIFFNESS, PL_FILM_FIELDS };

typedef struct pl_film_body {
  int32_t n_vertex, n_triangle;
  const int32_t *triangle;  // [n_triangle][3], of solids their surface
  int32_t n_tet;            // for solids; 0 if the source has only their surface
  const int32_t *tet;       // [n_tet][4], hexahedra as six each
  const double *rest;       // [n_vertex][2] or, of solids, [n_vertex][3], m
  int n_rest;               // 2 or 3
  const uint8_t *held;      // [n_vertex], 1 in a clip; NULL: none
  double *x[2];             // [n_frame][n_vertex][3], m, by pl_film_side; NULL if absent
  bool *has[2];             // [n_frame], true if the frame has a shape
  pl_film_field field[PL_FILM_FIELDS];
} pl_film_body;

enum pl_film_side { PL_FILM_MEASURED, PL_FILM_SIMULATED };

typedef struct pl_film {
  const char *name;  // of the test, or ""
  int n_frame;
  const int *number;        // [n_frame], numbers in the files
  const char *const *pose;  // [n_frame], names; NULL: none
  int n_body;
  pl_film_body *body;
  double up[3];  // unit
} pl_film;

// Chooses frames: indices of n_all into chosen[n_all], ascending. The text `frames` is "all", "first", "last", numbers and ranges
// "0,10,20-40:5" as in the files, or "" for `count` evenly spread ones (including the last).
pl_status pl_film_choose(pl_context *ctx, const char *frames, int count, int n_all, const int *number, int *chosen, int *n_chosen);

// test: name of a test if the source has several; NULL or "": the first. Memory is in the arena.
pl_status pl_film_load(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film);

#endif
