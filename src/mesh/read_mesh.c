// read_mesh.c: meshes from files. The readers deliver positions, texture coordinates and polygons; here they become a mesh.
//
// Rest coordinates are the texture coordinates, in metres. Without them the mesh must be plane, and its plane becomes the rest plane. Its
// normal n is on the side from which the polygons are counter-clockwise. Its first axis (warp) is the projection of the x axis (of the y
// axis if the plane is perpendicular to x). The second is n x first, and the origin is kept. A mesh in the plane z = 0, counter-clockwise
// from above, thus keeps rest = (x, y) exactly.
//
// Quads are split along their shorter diagonal at rest (the first-to-third one if they are equal). If every polygon is clockwise in the
// texture plane (a mirrored texture), all are reversed.
#include "mesh/read.h"

#include <math.h>
#include <string.h>

#include "base/sentence/sentence.h"
#include "base/text.h"
#include "mesh/build.h"
#include "mesh/say_mesh.h"

// Files with six decimals give a tilted plane this roughness; the error of rest lengths is its square.
static const double flat_limit = 1e-4;
static const size_t max_file_size = (size_t)1 << 30;

static const char *const kind_name[] = {"alternating", "uniform", "irregular", "other"};

const char *pl__kind_name(pl_topology_kind kind) { return kind_name[kind]; }

void pl__read_kind(const char *comment, pl_topology_kind *kind) {
  const char *mark = "pliant topology ", *at = strstr(comment, mark);
  if (!at) return;
  at += strlen(mark);
  for (int k = 0; k < 4; k++)
    if (strncmp(at, kind_name[k], strlen(kind_name[k])) == 0) *kind = (pl_topology_kind)k;
}

pl_status pl__polygons_alloc(pl__polygons *p, int64_t n_vertex, int64_t n_polygon, bool lines) {
  pl_where where = {.file = p->file};
  if (n_vertex > PL__MESH_MAX_VERTEX || n_polygon > PL__MESH_MAX_TRIANGLE / 2)
    return pl_fail(pl_arena_context(p->arena), PL_ERROR_INPUT, &where, "use a coarser mesh",
                   "%lld vertices and %lld polygons; at most %d and %d are allowed", (long long)n_vertex, (long long)n_polygon,
                   PL__MESH_MAX_VERTEX, PL__MESH_MAX_TRIANGLE / 2);
  p->n_vertex = (int32_t)n_vertex;
  p->n_polygon = (int32_t)n_polygon;
  // One spare entry, so that empty arrays need no special case.
  p->x = pl_arena_alloc(p->arena, 3 * (size_t)n_vertex + 1, sizeof(double));
  p->corner = pl_arena_alloc(p->arena, 4 * (size_t)n_polygon + 1, sizeof(int32_t));
  if (!p->x || !p->corner) return PL_ERROR_MEMORY;
  if (lines) {
    p->vertex_line = pl_arena_alloc(p->arena, (size_t)n_vertex + 1, sizeof(int32_t));
    p->polygon_line = pl_arena_alloc(p->arena, (size_t)n_polygon + 1, sizeof(int32_t));
    if (!p->vertex_line || !p->polygon_line) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

// Twice the area vector of a polygon in space: half the cross product of the diagonals of a quad, doubled.
static void area_vector(const double *x, const int32_t *c, double out[3]) {
  const double *a = x + 3 * c[0], *b = x + 3 * c[1], *d = x + 3 * c[2], *e = c[3] >= 0 ? x + 3 * c[3] : a;
  // Triangle a b d: (b - a) x (d - a). Quad a b d e: (d - a) x (e - b).
  double u[3], v[3];
  for (int k = 0; k < 3; k++) {
    u[k] = c[3] >= 0 ? d[k] - a[k] : b[k] - a[k];
    v[k] = c[3] >= 0 ? e[k] - b[k] : d[k] - a[k];
  }
  out[0] = u[1] * v[2] - u[2] * v[1];
  out[1] = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
}

static double norm3(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// Rest coordinates of a flat mesh without texture coordinates, into p->uv.
static pl_status rest_from_plane(pl_context *ctx, const char *file, pl__polygons *p) {
  static const char *remedy = "export texture coordinates in metres (the cut pattern), or load the mesh in its flat rest shape";
  // Area vectors turned to one side give the plane for any orientation of the polygons; their plain sum gives the side.
  double axis_sum[3] = {0}, side[3] = {0}, low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < p->n_polygon; i++) {
    double a[3];
    area_vector(p->x, p->corner + 4 * (size_t)i, a);
    double sign = a[0] * axis_sum[0] + a[1] * axis_sum[1] + a[2] * axis_sum[2] < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) {
      side[k] += a[k];
      axis_sum[k] += sign * a[k];
    }
  }
  for (int32_t i = 0; i < p->n_vertex; i++) {
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], p->x[3 * (size_t)i + k]);
      high[k] = fmax(high[k], p->x[3 * (size_t)i + k]);
    }
  }
  pl_where where = {.file = file};
  double length = norm3(axis_sum), size = fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
  // Without any area every polygon is flat, which the mesh check reports.
  if (!(length > 0)) axis_sum[2] = length = 1;
  if (side[0] * axis_sum[0] + side[1] * axis_sum[1] + side[2] * axis_sum[2] < 0) length = -length;

  double n[3], first[3], second[3];
  for (int k = 0; k < 3; k++) n[k] = axis_sum[k] / length;
  int axis = 1 - n[0] * n[0] > 1e-12 ? 0 : 1;
  for (int k = 0; k < 3; k++) first[k] = (k == axis) - n[axis] * n[k];
  double scale = norm3(first);
  for (int k = 0; k < 3; k++) first[k] /= scale;
  second[0] = n[1] * first[2] - n[2] * first[1];
  second[1] = n[2] * first[0] - n[0] * first[2];
  second[2] = n[0] * first[1] - n[1] * first[0];

  p->uv = pl_arena_alloc(p->arena, 2 * (size_t)p->n_vertex + 1, sizeof(double));
  if (!p->uv) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < p->n_vertex; i++) {
    const double *x = p->x + 3 * (size_t)i;
    double off = 0;
    for (int k = 0; k < 3; k++) off += n[k] * (x[k] - p->x[k]);
    if (!(fabs(off) <= flat_limit * size)) {
      if (p->vertex_line) where.line = p->vertex_line[i];
      return pl_fail(ctx, PL_ERROR_INPUT, &where, remedy,
                     PL_ID("mesh.no-rest-shape") "the mesh has no texture coordinates and is not flat: vertex %d lies %.3g m off the plane "
                                                 "of vertex 0 (mesh size %.3g m)",
                     (int)i, off, size);
    }
    p->uv[2 * (size_t)i] = first[0] * x[0] + first[1] * x[1] + first[2] * x[2];
    p->uv[2 * (size_t)i + 1] = second[0] * x[0] + second[1] * x[1] + second[2] * x[2];
  }
  return PL_OK;
}

static double rest_area2(const double *uv, const int32_t *c) {
  double area = pl__area2(uv, c[0], c[1], c[2]);
  return c[3] >= 0 ? area + pl__area2(uv, c[0], c[2], c[3]) : area;
}

static void turn_round_if_mirrored(pl__polygons *p) {
  for (int32_t i = 0; i < p->n_polygon; i++)
    if (!(rest_area2(p->uv, p->corner + 4 * (size_t)i) < 0)) return;
  for (int32_t i = 0; i < p->n_polygon; i++) {
    // Keep the first corner; swap its neighbours.
    int32_t *c = p->corner + 4 * (size_t)i, last = c[3] >= 0 ? 3 : 2, swap = c[1];
    c[1] = c[last];
    c[last] = swap;
  }
}

// True if a quad is better split between its second and fourth corner.
static bool split_other(const double *uv, const int32_t *c) {
  double worst = fmin(pl__area2(uv, c[0], c[1], c[2]), pl__area2(uv, c[0], c[2], c[3]));
  double other = fmin(pl__area2(uv, c[0], c[1], c[3]), pl__area2(uv, c[1], c[2], c[3]));
  if (!(worst > 0) || !(other > 0)) return other > worst;
  double d[2];
  for (int k = 0; k < 2; k++) d[k] = hypot(uv[2 * c[k]] - uv[2 * c[k + 2]], uv[2 * c[k] + 1] - uv[2 * c[k + 2] + 1]);
  return d[1] < (1 - 1e-6) * d[0];
}

static pl_status finish(pl_context *ctx, const char *file, pl__polygons *p, pl_mesh **mesh) {
  bool textured = p->uv != NULL;
  if (!textured) PL_TRY(rest_from_plane(ctx, file, p));
  turn_round_if_mirrored(p);

  int32_t n_triangle = 0;
  for (int32_t i = 0; i < p->n_polygon; i++) n_triangle += p->corner[4 * (size_t)i + 3] >= 0 ? 2 : 1;
  int32_t *triangle = pl_arena_alloc(p->arena, 3 * (size_t)n_triangle, sizeof(int32_t));
  int32_t *line = pl_arena_alloc(p->arena, (size_t)n_triangle, sizeof(int32_t));
  if (!triangle || !line) return PL_ERROR_MEMORY;
  int32_t *t = triangle, n = 0;
  for (int32_t i = 0; i < p->n_polygon; i++) {
    const int32_t *c = p->corner + 4 * (size_t)i;
    bool quad = c[3] >= 0, other = quad && split_other(p->uv, c);
    const int32_t piece[6] = {c[0], c[1], other ? c[3] : c[2], other ? c[1] : c[0], c[2], c[3]};
    for (int k = 0; k < (quad ? 6 : 3); k++) *t++ = piece[k];
    for (int k = 0; k < (quad ? 2 : 1); k++) line[n++] = p->polygon_line ? p->polygon_line[i] : 0;
  }

  pl__mesh_source source = {.file = file, .vertex_line = p->vertex_line, .triangle_line = line};
  PL_TRY(pl__mesh_build(ctx, p->n_vertex, p->uv, p->x, n_triangle, triangle, p->kind, &source, mesh));

  // Texture coordinates in pixels or in [0, 1] are the usual mistake.
  double rest = 0, space = 0;
  for (int32_t i = 0; i < p->n_polygon; i++) {
    double a[3];
    area_vector(p->x, p->corner + 4 * (size_t)i, a);
    space += norm3(a) / 2;
    rest += rest_area2(p->uv, p->corner + 4 * (size_t)i) / 2;
  }
  if (textured && (rest > 2 * space || space > 2 * rest)) pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_TEXTURE_METRES), file, rest, space);
  return PL_OK;
}

pl_status pl__read_polygons(pl_arena *arena, const char *path, pl__polygons *polygons) {
  pl_context *ctx = pl_arena_context(arena);
  const char *dot = strrchr(pl_path_name(path), '.');
  pl_status (*read)(pl__scan *, pl__polygons *) = NULL;
  if (dot && pl_text_same(dot, ".obj")) read = pl__read_obj;
  if (dot && pl_text_same(dot, ".ply")) read = pl__read_ply;
  if (dot && pl_text_same(dot, ".vtk")) read = pl__read_vtk;
  if (!read) {
    pl_where where = {.file = path};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "convert it to .obj, .ply or .vtk", "mesh files of type '%s' cannot be read",
                   dot ? dot : "");
  }

  pl__scan scan = {.ctx = ctx, .file = path};
  *polygons = (pl__polygons){.file = path, .arena = arena, .kind = PL_TOPOLOGY_OTHER};
  PL_TRY(pl_file_read(arena, path, max_file_size, &scan.data, &scan.size));
  PL_TRY(read(&scan, polygons));
  pl_where where = {.file = path};
  if (polygons->n_vertex == 0 || polygons->n_polygon == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "export a mesh of triangles or quads", "the file has %d vertices and %d triangles or quads",
                   (int)polygons->n_vertex, (int)polygons->n_polygon);
  return PL_OK;
}

pl_status pl_mesh_load(pl_context *ctx, const char *path, pl_mesh **mesh) {
  *mesh = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  pl__polygons polygons;
  PL_TRY_CLEAN(pl__read_polygons(arena, path, &polygons));
  PL_TRY_CLEAN(finish(ctx, path, &polygons, mesh));

cleanup:
  pl_arena_destroy(arena);
  return status;
}
