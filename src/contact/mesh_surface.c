// mesh_surface.c: see mesh_surface.h.
#include "contact/mesh_surface.h"

#include <string.h>

typedef struct arrays {
  int32_t *part, *triangle;
  double *rest, *radius;
  uint8_t *touch;
} arrays;

static void fill_vertices(const pl_mesh *mesh, const pl_mesh_surface_options *options, arrays *a) {
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    int32_t p = pl_mesh_part_of(mesh, v);
    bool rigid = options->rigid && options->rigid[p], solid = pl_mesh_part_is_solid(mesh, p);
    a->part[v] = p;
    a->radius[v] = options->radius[p];
    for (int k = 0; k < 3; k++) {
      size_t at = 3 * (size_t)v + (size_t)k;
      if (rigid)
        a->rest[at] = mesh->x0[at];
      else
        a->rest[at] = solid ? mesh->rest3[at] : k < 2 ? mesh->rest[2 * (size_t)v + (size_t)k] : 0;
    }
  }
}

static int32_t fill_triangles(const pl_mesh *mesh, int32_t *triangle) {
  int32_t n = mesh->n_triangle;
  if (n > 0) memcpy(triangle, mesh->triangle, 3 * (size_t)n * sizeof *triangle);
  for (int32_t i = 0; i < mesh->n_face; i++) {
    const int32_t *f = mesh->face + 4 * (size_t)i;
    memcpy(triangle + 3 * (size_t)n++, f, 3 * sizeof *f);
    if (f[3] >= 0) memcpy(triangle + 3 * (size_t)n++, (int32_t[3]){f[0], f[2], f[3]}, 3 * sizeof *f);
  }
  return n;
}

static void fill_touch(int32_t n_part, const pl_mesh_surface_options *options, uint8_t *touch) {
  for (int32_t p = 0; p < n_part; p++)
    for (int32_t q = 0; q < n_part; q++) {
      size_t at = (size_t)p * (size_t)n_part + (size_t)q;
      bool both_rigid = options->rigid && options->rigid[p] && options->rigid[q];
      touch[at] = !both_rigid && (!options->touch || options->touch[at]);
    }
}

pl_status pl_mesh_surface_create(pl_context *ctx, const pl_mesh *mesh, const pl_mesh_surface_options *options,
                                 pl_contact_surface **surface) {
  *surface = NULL;
  size_t n = (size_t)mesh->n_vertex, n_part = (size_t)pl_mesh_part_count(mesh);
  arrays a = {.part = pl_alloc(ctx, n, sizeof *a.part),
              .triangle = pl_alloc(ctx, 3 * ((size_t)mesh->n_triangle + 2 * (size_t)mesh->n_face) + 1, sizeof *a.triangle),
              .rest = pl_alloc(ctx, 3 * n, sizeof *a.rest),
              .radius = pl_alloc(ctx, n, sizeof *a.radius),
              .touch = pl_alloc(ctx, n_part * n_part, sizeof *a.touch)};
  pl_status status = PL_ERROR_MEMORY;
  if (a.part && a.triangle && a.rest && a.radius && a.touch) {
    fill_vertices(mesh, options, &a);
    fill_touch((int32_t)n_part, options, a.touch);
    pl_contact_shape shape = {.n_vertex = mesh->n_vertex,
                              .n_part = (int32_t)n_part,
                              .part = a.part,
                              .rest = a.rest,
                              .start = options->start ? options->start : mesh->x0,
                              .n_triangle = fill_triangles(mesh, a.triangle),
                              .triangle = a.triangle,
                              .n_edge = options->n_edge,
                              .edge = options->edge,
                              .n_point = options->n_point,
                              .point = options->point,
                              .radius = a.radius,
                              .touch = a.touch,
                              .rigid = options->rigid,
                              .weld = options->weld,
                              .reach = options->reach};
    status = pl_contact_surface_create(ctx, &shape, surface);
  }
  pl_free(ctx, a.part);
  pl_free(ctx, a.triangle);
  pl_free(ctx, a.rest);
  pl_free(ctx, a.radius);
  pl_free(ctx, a.touch);
  return status;
}
