// film.c: see film.h. Frames are chosen here. film_simulation.c reads mesh files and simulations, film_experiment.c the measured shapes of
// experiments, shapes_load.c shapes.bin.
#include "report/render/film.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/build.h"
#include "report/render/film_parts.h"
#include "report/result/result_parts.h"
#include "report/result/shapes.h"

// ---- selection of frames ----

static int find(int n, const int *number, long wanted) {
  for (int i = 0; i < n; i++)
    if (number[i] == wanted) return i;
  return -1;
}

static pl_status unclear(pl_context *ctx, const char *frames, int n_all, const int *number) {
  pl_where where = {.key = "--frames"};
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "give numbers and ranges such as 0,10,20-40:5, or all, first, last",
                 PL_ID("report.names-no-frame") "\"%.60s\" names no frame of the %d from %d to %d", frames, n_all, number[0],
                 number[n_all - 1]);
}

// "20-40:5" or "7" at *p; advances *p. False when it is neither.
static bool read_range(const char **p, long *from, long *to, long *step) {
  char *end;
  *from = *to = strtol(*p, &end, 10), *step = 1;
  if (end == *p) return false;
  *p = end;
  if (**p == '-') {
    *to = strtol(*p + 1, &end, 10);
    if (end == *p + 1) return false;
    *p = end;
  }
  if (**p == ':') {
    *step = strtol(*p + 1, &end, 10);
    if (end == *p + 1) return false;
    *p = end;
  }
  return *step > 0 && *to >= *from;
}

pl_status pl_film_choose(pl_context *ctx, const char *frames, int count, int n_all, const int *number, int *chosen, int *n_chosen) {
  *n_chosen = 0;
  bool all = strcmp(frames, "all") == 0;
  if (!frames[0] || all) {
    int n = all || count >= n_all ? n_all : count;
    for (int i = 0; i < n; i++) chosen[i] = n == 1 ? n_all - 1 : (int)((long)i * (n_all - 1) / (n - 1));
    *n_chosen = n;
    return PL_OK;
  }
  if (strcmp(frames, "first") == 0 || strcmp(frames, "last") == 0) {
    chosen[0] = frames[0] == 'f' ? 0 : n_all - 1;
    *n_chosen = 1;
    return PL_OK;
  }
  bool *taken = pl_alloc(ctx, (size_t)n_all, sizeof *taken);
  if (!taken) return PL_ERROR_MEMORY;
  bool clear = true;
  for (const char *p = frames; clear;) {
    long from, to, step;
    int before = *n_chosen;
    clear = read_range(&p, &from, &to, &step);
    for (int i = 0; i < n_all && clear; i++)
      if (number[i] >= from && number[i] <= to && (number[i] - from) % step == 0) taken[i] = true, ++*n_chosen;
    clear = clear && *n_chosen > before && (from != to || find(n_all, number, from) >= 0);
    if (*p != ',') {
      clear = clear && *p == '\0';
      break;
    }
    p++;
  }
  *n_chosen = 0;
  for (int i = 0; i < n_all && clear; i++)
    if (taken[i]) chosen[(*n_chosen)++] = i;
  pl_free(ctx, taken);
  return clear ? PL_OK : unclear(ctx, frames, n_all, number);
}

// ---- parts ----

pl_status pl__film_elements(pl_arena *arena, int32_t n_tet, const int32_t *tet, int32_t n_hex, const int32_t *hex, pl_film_body *body) {
  int32_t *out = pl_arena_alloc(arena, 4 * ((size_t)n_tet + 6 * (size_t)n_hex) + 1, sizeof *out);
  if (!out) return PL_ERROR_MEMORY;
  if (n_tet > 0) memcpy(out, tet, 4 * (size_t)n_tet * sizeof *out);
  for (int32_t e = 0; e < n_hex; e++) pl__hex_cut_in_six(hex + 8 * (size_t)e, out + 4 * (size_t)n_tet + 24 * (size_t)e);
  body->n_tet = n_tet + 6 * n_hex, body->tet = out;
  return PL_OK;
}

pl_status pl__film_body(pl_arena *arena, const pl_mesh *mesh, int n_frame, int side, pl_film_body *body) {
  bool solid = pl_mesh_is_solid(mesh);
  size_t n = (size_t)mesh->n_vertex, n_rest = solid ? 3 : 2;
  *body = (pl_film_body){.n_vertex = mesh->n_vertex, .n_triangle = pl__mesh_surface(mesh, NULL), .n_rest = (int)n_rest};
  int32_t *triangle = pl_arena_alloc(arena, 3 * (size_t)body->n_triangle + 1, sizeof *triangle);
  double *rest = pl_arena_alloc(arena, n_rest * n + 1, sizeof *rest);
  body->x[side] = pl_arena_alloc(arena, 3 * n * (size_t)n_frame + 1, sizeof **body->x);
  body->has[side] = pl_arena_alloc(arena, (size_t)n_frame + 1, sizeof **body->has);
  if (!triangle || !rest || !body->x[side] || !body->has[side]) return PL_ERROR_MEMORY;
  pl__mesh_surface(mesh, triangle);
  memcpy(rest, solid ? mesh->rest3 : mesh->rest, n_rest * n * sizeof *rest);
  body->triangle = triangle, body->rest = rest;
  return pl__film_elements(arena, mesh->n_tet, mesh->tet, mesh->n_hex, mesh->hex, body);
}

pl_status pl__film_frames(pl_arena *arena, const char *frames, int count, int n_all, const int *number, pl_film *film, int **chosen) {
  int *kept = pl_arena_alloc(arena, (size_t)n_all + 1, sizeof *kept);
  *chosen = pl_arena_alloc(arena, (size_t)n_all + 1, sizeof **chosen);
  if (!kept || !*chosen) return PL_ERROR_MEMORY;
  PL_TRY(pl_film_choose(pl_arena_context(arena), frames, count, n_all, number, *chosen, &film->n_frame));
  for (int i = 0; i < film->n_frame; i++) kept[i] = number[(*chosen)[i]];
  film->number = kept;
  return PL_OK;
}

// ---- sources ----

// Kinds of folders, in the order in which they are checked.
typedef enum folder_kind { FOLDER_SHAPES, FOLDER_FIT, FOLDER_SIMULATION, FOLDER_EXPERIMENT, N_FOLDER } folder_kind;
static const char *const known_by[N_FOLDER] = {PL_SHAPES_FILE, "fit.json", "simulation.json", "experiment.json"};

static pl_status load_folder(pl_arena *arena, const char *folder, const char *test, const char *frames, int count, pl_film *film) {
  pl_context *ctx = pl_arena_context(arena);
  pl_where where = {.file = folder};
  int kind = 0;
  const char *path = NULL;
  for (; kind < N_FOLDER; kind++) {
    path = pl_path_join(arena, folder, known_by[kind]);
    if (!path) return PL_ERROR_MEMORY;
    if (pl_file_exists(path)) break;
  }
  switch (kind) {
  case FOLDER_SHAPES: return pl__shapes_load(arena, path, test, frames, count, film);
  case FOLDER_SIMULATION: return pl__film_simulation(arena, folder, frames, count, film);
  case FOLDER_EXPERIMENT: return pl__film_experiment(arena, path, test, frames, count, film);
  case FOLDER_FIT:
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "render a result whose tests were simulated on a mesh",
                   "this result has no " PL_SHAPES_FILE ": none of its tests has a shape");
  default:
    if (pl__result_is_models(arena, folder)) return pl__result_of_models(arena, folder);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "name a folder that `pliant fit`, `pliant simulate` or `pliant rig` wrote, or a mesh file",
                   PL_ID("render.nothing-known") "this folder is no result, no simulation and no experiment");
  }
}

pl_status pl_film_load(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film) {
  *film = (pl_film){.name = "", .up = {0, 0, 1}};
  if (!test) test = "";
  if (pl_directory_exists(path)) return load_folder(arena, path, test, frames, count, film);
  pl_where where = {.file = path};
  if (!pl_file_exists(path))
    return pl_fail(pl_arena_context(arena), PL_ERROR_FILE, &where, "check the name; relative names start at the current folder",
                   PL_ID("render.absent") "no such file or folder");
  const char *ending = strrchr(pl_path_name(path), '.');
  if (ending && strcmp(ending, ".json") == 0) return pl__film_experiment(arena, path, test, frames, count, film);
  if (ending && strcmp(ending, ".bin") == 0) return pl__shapes_load(arena, path, test, frames, count, film);
  return pl__film_mesh(arena, path, film);
}
