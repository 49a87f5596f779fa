// specimen_strip.c: rectangular strips and the single triangle, cut at an angle to the warp.
//
// A specimen has local axes x (along its length) and y; rest coordinates (u, v) are material coordinates, u along the warp.
// The angle a is the direction of x in the material. Hence (u, v) = R(a) (x, y) = (x cos a - y sin a, x sin a + y cos a).
#include "mesh/build.h"

#include <math.h>

pl_status pl__specimen_check(pl_context *ctx, const pl_specimen *specimen) {
  pl_where where = {.key = "specimen"};
  const char *name[2] = {"length", "width"};
  const double value[2] = {specimen->length, specimen->width};
  for (int k = 0; k < 2; k++)
    if (!(value[k] > 1e-9 && value[k] <= 1e6))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give its size in metres", "%s = %g m, must be > 0 (and at most 1e6 m)", name[k],
                     value[k]);
  if (!isfinite(specimen->angle))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the direction of the specimen's length from the warp in radians",
                   "angle = %g rad, must be finite", specimen->angle);
  return PL_OK;
}

static pl_status check_cells(pl_context *ctx, const pl_specimen *specimen) {
  pl_where where = {.key = "specimen"};
  if (specimen->n_length < 1 || specimen->n_width < 1)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the number of mesh cells along each side",
                   "n_length = %d, n_width = %d, both must be >= 1", (int)specimen->n_length, (int)specimen->n_width);
  if (((int64_t)specimen->n_length + 1) * ((int64_t)specimen->n_width + 1) > PL__MESH_MAX_VERTEX)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use a coarser mesh", "n_length = %d by n_width = %d cells exceed the limit of %d vertices",
                   (int)specimen->n_length, (int)specimen->n_width, PL__MESH_MAX_VERTEX);
  if (specimen->kind != PL_TOPOLOGY_ALTERNATING && specimen->kind != PL_TOPOLOGY_UNIFORM && specimen->kind != PL_TOPOLOGY_IRREGULAR)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose alternating, uniform or irregular", "topology kind %d cannot be generated",
                   (int)specimen->kind);
  return PL_OK;
}

pl_status pl__mesh_from_plane(pl_context *ctx, int32_t n_vertex, const double *xy, int32_t n_triangle, const int32_t *triangle,
                              double angle, pl_topology_kind kind, pl_mesh **mesh) {
  pl_status status = PL_ERROR_MEMORY;
  double *rest = pl_alloc(ctx, 2 * (size_t)n_vertex, sizeof(double));
  double *x0 = rest ? pl_alloc(ctx, 3 * (size_t)n_vertex, sizeof(double)) : NULL;
  if (!x0) goto cleanup;
  // cos(pi/2) is 6e-17 in floating point; strips along warp and weft should have exact coordinates.
  double c = cos(angle), s = sin(angle);
  if (fabs(c) < 1e-15) c = 0;
  if (fabs(s) < 1e-15) s = 0;
  for (int32_t i = 0; i < n_vertex; i++) {
    double x = xy[2 * i], y = xy[2 * i + 1];
    rest[2 * i] = c * x - s * y;
    rest[2 * i + 1] = s * x + c * y;
    x0[3 * i] = x;
    x0[3 * i + 1] = y;
  }
  status = pl_mesh_create(ctx, n_vertex, rest, x0, n_triangle, triangle, kind, mesh);

cleanup:
  pl_free(ctx, rest);
  pl_free(ctx, x0);
  return status;
}

pl_status pl_mesh_strip(pl_context *ctx, const pl_specimen *specimen, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(pl__specimen_check(ctx, specimen));
  PL_TRY(check_cells(ctx, specimen));

  pl_status status = PL_ERROR_MEMORY;
  int32_t nl = specimen->n_length, nw = specimen->n_width, n_vertex = (nl + 1) * (nw + 1), n_triangle = 2 * nl * nw;
  double *reach = NULL, *xy = pl_alloc(ctx, 2 * (size_t)n_vertex, sizeof(double));
  int32_t *triangle = xy ? pl_alloc(ctx, 3 * (size_t)n_triangle, sizeof(int32_t)) : NULL;
  if (!triangle) goto cleanup;

  // Vertex (i, j) has number i (nw + 1) + j: the short side runs fastest.
  for (int32_t i = 0; i <= nl; i++) {
    for (int32_t j = 0; j <= nw; j++) {
      double *p = xy + 2 * ((size_t)i * (nw + 1) + j);
      p[0] = specimen->length * ((double)i / nl);
      p[1] = specimen->width * ((double)(2 * j - nw) / (2 * nw));
    }
  }
  for (int32_t i = 0; i < nl; i++) {
    for (int32_t j = 0; j < nw; j++) {
      int32_t a = i * (nw + 1) + j, b = a + nw + 1, c = b + 1, d = a + 1;  // the cell a b c d, counter-clockwise
      int32_t *t = triangle + 6 * ((size_t)i * nw + j);
      bool rising = specimen->kind == PL_TOPOLOGY_UNIFORM || (i + j) % 2 == 0;
      const int32_t corner[6] = {a, b, rising ? c : d, rising ? a : b, c, d};
      for (int k = 0; k < 6; k++) t[k] = corner[k];
    }
  }
  if (specimen->kind == PL_TOPOLOGY_IRREGULAR) {
    reach = pl_alloc(ctx, 2 * (size_t)n_vertex, sizeof(double));
    if (!reach) goto cleanup;
    for (int32_t i = 1; i < nl; i++) {
      for (int32_t j = 1; j < nw; j++) {
        double *r = reach + 2 * ((size_t)i * (nw + 1) + j);
        r[0] = 0.3 * specimen->length / nl;
        r[1] = 0.3 * specimen->width / nw;
      }
    }
    const double least = 0.35;  // 20 degrees
    PL_TRY_CLEAN(pl__delaunay_jitter(ctx, n_vertex, xy, reach, NULL, n_triangle, triangle, specimen->seed, least));
  }
  status = pl__mesh_from_plane(ctx, n_vertex, xy, n_triangle, triangle, specimen->angle, specimen->kind, mesh);

cleanup:
  pl_free(ctx, xy);
  pl_free(ctx, triangle);
  pl_free(ctx, reach);
  return status;
}

pl_status pl_mesh_single(pl_context *ctx, const pl_specimen *specimen, pl_mesh **mesh) {
  *mesh = NULL;
  PL_TRY(pl__specimen_check(ctx, specimen));
  const double xy[6] = {0, 0, specimen->length, 0, 0, specimen->width};
  const int32_t triangle[3] = {0, 1, 2};
  return pl__mesh_from_plane(ctx, 3, xy, 1, triangle, specimen->angle, specimen->kind, mesh);
}
