// copy.c: a mesh in memory of an arena.
#include <string.h>

#include "mesh/build.h"

static void *copy(pl_arena *arena, const void *data, size_t count, size_t size) {
  void *to = pl_arena_alloc(arena, count, size);
  if (to) memcpy(to, data, count * size);
  return to;
}

pl_mesh *pl__mesh_copy(pl_arena *arena, const pl_mesh *mesh) {
  pl_mesh *to = copy(arena, mesh, 1, sizeof *mesh);
  if (!to) return NULL;
  size_t n = (size_t)mesh->n_vertex, n_t = (size_t)mesh->n_triangle;
  to->arena = NULL;
  bool solid = pl_mesh_is_solid(mesh);
  if (mesh->rest) to->rest = copy(arena, mesh->rest, 2 * n, sizeof *to->rest);
  to->x0 = copy(arena, mesh->x0, 3 * n, sizeof *to->x0);
  to->triangle = copy(arena, mesh->triangle, 3 * n_t, sizeof *to->triangle);
  to->edge = copy(arena, mesh->edge, 2 * (size_t)mesh->n_edge, sizeof *to->edge);
  to->hinge = copy(arena, mesh->hinge, 4 * (size_t)mesh->n_hinge, sizeof *to->hinge);
  to->triangle_area = copy(arena, mesh->triangle_area, n_t, sizeof *to->triangle_area);
  to->vertex_area = copy(arena, mesh->vertex_area, n, sizeof *to->vertex_area);
  to->boundary = copy(arena, mesh->boundary, n, sizeof *to->boundary);
  if (solid) {
    to->rest3 = copy(arena, mesh->rest3, 3 * n, sizeof *to->rest3);
    to->tet = copy(arena, mesh->tet, 4 * (size_t)mesh->n_tet, sizeof *to->tet);
    to->hex = copy(arena, mesh->hex, 8 * (size_t)mesh->n_hex, sizeof *to->hex);
    to->vertex_volume = copy(arena, mesh->vertex_volume, n, sizeof *to->vertex_volume);
    to->face = copy(arena, mesh->face, 4 * (size_t)mesh->n_face, sizeof *to->face);
    if (!to->rest3 || !to->tet || !to->hex || !to->vertex_volume || !to->face) return NULL;
  }
  if (mesh->n_part > 0) {
    to->part_first = copy(arena, mesh->part_first, (size_t)mesh->n_part + 1, sizeof *to->part_first);
    to->vertex_part = copy(arena, mesh->vertex_part, n, sizeof *to->vertex_part);
    to->part_solid = copy(arena, mesh->part_solid, (size_t)mesh->n_part, sizeof *to->part_solid);
    if (!to->part_first || !to->vertex_part || !to->part_solid) return NULL;
  }
  bool complete =
      (!mesh->rest || to->rest) && to->x0 && to->triangle && to->edge && to->hinge && to->triangle_area && to->vertex_area && to->boundary;
  return complete ? to : NULL;
}
