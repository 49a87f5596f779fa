// film_simulation.c: a mesh file as a film of one frame, and the frames that `pliant simulate` wrote: frames/MESH-00000.obj or .vtk.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "report/render/film_parts.h"

enum { MAX_BODY = 256, MAX_FRAME = 1000000, DIGITS = 5 };

// A sheet, a solid or the surface of an obstacle, by the contents of the file.
static pl_status load_mesh(pl_context *ctx, const char *path, pl_mesh **mesh) {
  const char *ending = strrchr(path, '.');
  static const char *const solid[] = {".msh", ".node", ".ele"};
  for (int i = 0; i < 3; i++)
    if (ending && strcmp(ending, solid[i]) == 0) return pl_mesh_load_solid(ctx, path, mesh);
  if (pl_mesh_load(ctx, path, mesh) == PL_OK) return PL_OK;
  // VTK files hold either, and obstacles have a surface only; if all fail, the message of the sheet's reader is better
  pl_error first = *pl_context_error(ctx);
  pl_context_clear_error(ctx);
  if (ending && strcmp(ending, ".vtk") == 0 && pl_mesh_load_solid(ctx, path, mesh) == PL_OK) return PL_OK;
  pl_context_clear_error(ctx);
  if (pl_mesh_load_surface(ctx, path, mesh, NULL) == PL_OK) return PL_OK;
  pl_context_clear_error(ctx);
  pl_where where = {first.file, first.line, first.column, first.key};
  return pl_fail(ctx, first.status, &where, first.hint, "%s", first.message);
}

// Adds the file's positions as frame k of the body; the first frame sets triangles and rest shape.
static pl_status add_frame(pl_arena *arena, const char *path, int n_frame, int k, pl_film_body *body) {
  pl_context *ctx = pl_arena_context(arena);
  pl_mesh *mesh;
  PL_TRY(load_mesh(ctx, path, &mesh));
  pl_status status = body->triangle ? PL_OK : pl__film_body(arena, mesh, n_frame, PL_FILM_SIMULATED, body);
  pl_where where = {.file = path};
  if (status == PL_OK && mesh->n_vertex != body->n_vertex)
    status = pl_fail(ctx, PL_ERROR_INPUT, &where, "render one run at a time", "%d vertices, but the frames before have %d", mesh->n_vertex,
                     body->n_vertex);
  if (status == PL_OK) {
    size_t n = 3 * (size_t)mesh->n_vertex;
    memcpy(body->x[PL_FILM_SIMULATED] + (size_t)k * n, mesh->x0, n * sizeof(double));
    body->has[PL_FILM_SIMULATED][k] = true;
  }
  pl_mesh_destroy(mesh);
  return status;
}

pl_status pl__film_mesh(pl_arena *arena, const char *path, pl_film *film) {
  film->body = pl_arena_alloc(arena, 1, sizeof *film->body);
  int *number = pl_arena_alloc(arena, 1, sizeof *number);
  if (!film->body || !number) return PL_ERROR_MEMORY;
  film->n_body = film->n_frame = 1, film->number = number, film->name = "";
  return add_frame(arena, path, 1, 0, film->body);
}

// ---- simulations ----

// The files of a folder of frames.
typedef struct listing {
  int n_body, n_frame;
  char *body[MAX_BODY];  // names
  const char *ending;
  int *number;  // [n_frame], ascending
} listing;

// "cloth-00012.obj" as body, number and ending; false for other names.
static bool split(const char *file, size_t *n_name, int *number, const char **ending) {
  const char *dot = strrchr(file, '.'), *dash = strrchr(file, '-');
  if (!dot || !dash || dash == file || dot - dash - 1 < DIGITS) return false;
  for (const char *p = dash + 1; p < dot; p++)
    if (*p < '0' || *p > '9') return false;
  *ending = strcmp(dot, ".obj") == 0 ? ".obj" : strcmp(dot, ".vtk") == 0 ? ".vtk" : NULL;
  *n_name = (size_t)(dash - file);
  long value = strtol(dash + 1, NULL, 10);
  *number = (int)value;
  return *ending && value < MAX_FRAME;
}

static int by_number(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

static pl_status list_frames(pl_arena *arena, const char *folder, listing *out) {
  pl_context *ctx = pl_arena_context(arena);
  DIR *handle = opendir(folder);
  pl_status status = PL_OK;
  int capacity = 0, *number = NULL;
  *out = (listing){0};
  for (const struct dirent *entry; handle && status == PL_OK && (entry = readdir(handle)) != NULL;) {
    size_t n_name;
    int value;
    const char *ending;
    if (!split(entry->d_name, &n_name, &value, &ending)) continue;
    // one kind of files suffices, VTK before OBJ: it has the elements of solids, OBJ only their surface
    if (out->ending && strcmp(out->ending, ending) < 0) out->n_frame = out->n_body = 0, out->ending = ending;
    if (out->ending && strcmp(out->ending, ending) > 0) continue;
    out->ending = ending;
    int b = 0;
    while (b < out->n_body && (strncmp(out->body[b], entry->d_name, n_name) != 0 || out->body[b][n_name])) b++;
    if (b == MAX_BODY) continue;
    if (b == out->n_body) {
      out->body[b] = pl_arena_printf(arena, "%.*s", (int)n_name, entry->d_name);
      status = out->body[b] ? PL_OK : PL_ERROR_MEMORY;
      out->n_body++;
    }
    if (out->n_frame == capacity) {
      int *larger = pl_realloc(ctx, number, (size_t)(capacity = 2 * capacity + 64), sizeof *number);
      if (!larger) status = PL_ERROR_MEMORY;
      if (larger) number = larger;
    }
    if (status == PL_OK) number[out->n_frame++] = value;
  }
  if (handle) closedir(handle);
  if (status == PL_OK && out->n_frame > 0) {
    // each number once
    qsort(number, (size_t)out->n_frame, sizeof *number, by_number);
    int n = 1;
    for (int i = 1; i < out->n_frame; i++)
      if (number[i] != number[n - 1]) number[n++] = number[i];
    out->n_frame = n;
    out->number = pl_arena_alloc(arena, (size_t)n, sizeof *number);
    if (out->number) memcpy(out->number, number, (size_t)n * sizeof *number);
    status = out->number ? PL_OK : PL_ERROR_MEMORY;
  }
  pl_free(ctx, number);
  return status;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

pl_status pl__film_simulation(pl_arena *arena, const char *directory, const char *frames, int count, pl_film *film) {
  pl_context *ctx = pl_arena_context(arena);
  const char *folder = pl_path_join(arena, directory, "frames");
  listing *all = pl_arena_alloc(arena, 1, sizeof *all);
  if (!folder || !all) return PL_ERROR_MEMORY;
  PL_TRY(list_frames(arena, folder, all));
  pl_where where = {.file = folder};
  if (all->n_frame == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "let the scene write them: \"formats\": [\"obj\"] in \"output\"",
                   "no frames MESH-00000.obj or .vtk here");
  qsort(all->body, (size_t)all->n_body, sizeof all->body[0], by_name);
  int *chosen;
  PL_TRY(pl__film_frames(arena, frames, count, all->n_frame, all->number, film, &chosen));
  film->n_body = all->n_body;
  film->body = pl_arena_alloc(arena, (size_t)all->n_body, sizeof *film->body);
  if (!film->body) return PL_ERROR_MEMORY;
  for (int b = 0; b < all->n_body; b++)
    for (int k = 0; k < film->n_frame; k++) {
      const char *path = pl_arena_printf(arena, "%s/%s-%05d%s", folder, all->body[b], film->number[k], all->ending);
      if (!path) return PL_ERROR_MEMORY;
      PL_TRY(add_frame(arena, path, film->n_frame, k, &film->body[b]));
    }
  return PL_OK;
}
