// load_solid.c: loads solids: chooses the reader, reverses inverted elements, builds the mesh.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "mesh/build.h"
#include "mesh/read.h"

static const size_t max_file_size = (size_t)1 << 30;

static pl_status check_number(pl__scan *scan, const char *what, int64_t n, int64_t most) {
  pl_where where = pl__scan_where(scan);
  if (n <= most) return PL_OK;
  return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "use a coarser mesh", "%lld %s; at most %lld are allowed", (long long)n, what,
                 (long long)most);
}

pl_status pl__solid_file_vertices(pl__solid_file *s, pl__scan *scan, int64_t n) {
  PL_TRY(check_number(scan, "vertices", n, PL__MESH_MAX_VERTEX));
  s->n_vertex = (int32_t)n;
  s->x = pl_arena_alloc(s->arena, 3 * (size_t)n + 1, sizeof *s->x);
  s->vertex_line = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *s->vertex_line);
  return s->x && s->vertex_line ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl__solid_file_numbers(pl__solid_file *s) {
  s->vertex_number = pl_arena_alloc(s->arena, (size_t)s->n_vertex + 1, sizeof *s->vertex_number);
  s->tet_number = pl_arena_alloc(s->arena, (size_t)s->n_tet + 1, sizeof *s->tet_number);
  s->hex_number = pl_arena_alloc(s->arena, (size_t)s->n_hex + 1, sizeof *s->hex_number);
  return s->vertex_number && s->tet_number && s->hex_number ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl__solid_file_elements(pl__solid_file *s, pl__scan *scan, int64_t n_tet, int64_t n_hex) {
  PL_TRY(check_number(scan, "elements", n_tet > n_hex ? n_tet : n_hex, PL__MESH_MAX_VERTEX));
  s->n_tet = (int32_t)n_tet;
  s->n_hex = (int32_t)n_hex;
  s->tet = pl_arena_alloc(s->arena, 4 * (size_t)n_tet + 1, sizeof *s->tet);
  s->hex = pl_arena_alloc(s->arena, 8 * (size_t)n_hex + 1, sizeof *s->hex);
  s->tet_line = pl_arena_alloc(s->arena, (size_t)n_tet + 1, sizeof *s->tet_line);
  s->hex_line = pl_arena_alloc(s->arena, (size_t)n_hex + 1, sizeof *s->hex_line);
  return s->tet && s->hex && s->tet_line && s->hex_line ? PL_OK : PL_ERROR_MEMORY;
}

// Some programs use the opposite orientation: if all elements are inverted, all are reversed.
static bool turn_if_inverted(pl__solid_file *s) {
  const double *p = s->rest ? s->rest : s->x, middle[3] = {0.5, 0.5, 0.5};
  for (int32_t i = 0; i < s->n_tet; i++)
    if (!(pl__tet_volume6(p, s->tet + 4 * (size_t)i) < 0)) return false;
  for (int32_t i = 0; i < s->n_hex; i++)
    if (!(pl__hex_det(p, s->hex + 8 * (size_t)i, middle) < 0)) return false;
  for (int32_t i = 0; i < s->n_tet; i++) {
    int32_t *v = s->tet + 4 * (size_t)i, keep = v[2];
    v[2] = v[3];
    v[3] = keep;
  }
  for (int32_t i = 0; i < s->n_hex; i++)
    for (int k = 0; k < 4; k++) {
      int32_t *v = s->hex + 8 * (size_t)i, keep = v[k];
      v[k] = v[k + 4];
      v[k + 4] = keep;
    }
  return true;
}

// "a/b.ele" to "a/b.node".
static char *with_extension(pl_arena *arena, const char *path, const char *extension) {
  const char *dot = strrchr(path, '.');
  return pl_arena_printf(arena, "%.*s%s", (int)(dot - path), path, extension);
}

static pl_status load_tetgen(pl_context *ctx, const char *path, pl__solid_file *s, const char **named) {
  char *node = with_extension(s->arena, path, ".node"), *ele = with_extension(s->arena, path, ".ele");
  if (!node || !ele) return PL_ERROR_MEMORY;
  pl__scan node_scan = {.ctx = ctx, .file = node}, ele_scan = {.ctx = ctx, .file = ele};
  *named = ele;
  PL_TRY(pl_file_read(s->arena, node, max_file_size, &node_scan.data, &node_scan.size));
  PL_TRY(pl_file_read(s->arena, ele, max_file_size, &ele_scan.data, &ele_scan.size));
  return pl__read_tetgen(&node_scan, &ele_scan, s);
}

// A group of the file in other memory.
static pl_status copy_groups(pl_arena *arena, const pl__solid_file *s, pl__mesh_extra *extra) {
  extra->n_group = s->n_group;
  extra->group = pl_arena_alloc(arena, (size_t)s->n_group + 1, sizeof *extra->group);
  if (!extra->group) return PL_ERROR_MEMORY;
  for (int i = 0; i < s->n_group; i++) {
    pl__mesh_group *to = &extra->group[i];
    *to = s->group[i];
    to->name = pl_arena_text(arena, s->group[i].name);
    to->in = pl_arena_alloc(arena, (size_t)s->n_vertex + 1, sizeof *to->in);
    if (!to->name || !to->in) return PL_ERROR_MEMORY;
    if (s->group[i].in) memcpy(to->in, s->group[i].in, (size_t)s->n_vertex * sizeof *to->in);
  }
  return PL_OK;
}

// groups: the arena of the groups. extra: NULL if not needed.
static pl_status load(pl_context *ctx, const char *path, pl_arena *groups, pl_mesh **mesh, pl__mesh_extra *extra) {
  *mesh = NULL;
  const char *dot = strrchr(pl_path_name(path), '.'), *named = path;
  bool gmsh = dot && pl_text_same(dot, ".msh"), vtk = dot && pl_text_same(dot, ".vtk");
  bool tetgen = dot && (pl_text_same(dot, ".node") || pl_text_same(dot, ".ele"));
  if (!gmsh && !vtk && !tetgen) {
    pl_where where = {.file = path};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "convert it to .msh (Gmsh), .vtk or .node and .ele (TetGen)",
                   PL_ID("mesh.mesh-files-type-cannot") "mesh files of type '%s' cannot be read as a solid", dot ? dot : "");
  }
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  pl__scan scan = {.ctx = ctx, .file = path};
  pl__solid_file s = {.arena = arena};
  if (tetgen) {
    PL_TRY_CLEAN(load_tetgen(ctx, path, &s, &named));
  } else {
    PL_TRY_CLEAN(pl_file_read(arena, path, max_file_size, &scan.data, &scan.size));
    PL_TRY_CLEAN(gmsh ? pl__read_gmsh(&scan, &s) : pl__read_vtk_solid(&scan, &s));
  }
  bool turned = turn_if_inverted(&s);
  if (extra) extra->turned = turned;
  // for TetGen, the lines of vertices belong to another file
  pl__solid_source source = {.file = named,
                             .vertex_line = tetgen ? NULL : s.vertex_line,
                             .tet_line = s.tet_line,
                             .hex_line = s.hex_line,
                             .vertex_number = s.vertex_number,
                             .tet_number = s.tet_number,
                             .hex_number = s.hex_number};
  if (extra) PL_TRY_CLEAN(copy_groups(groups, &s, extra));
  PL_TRY_CLEAN(pl__solid_build(ctx, s.n_vertex, s.rest ? s.rest : s.x, s.x, s.n_tet, s.tet, s.n_hex, s.hex, &source, mesh));
cleanup:
  pl_arena_destroy(arena);
  return status;
}

pl_status pl_mesh_load_solid(pl_context *ctx, const char *path, pl_mesh **mesh) { return load(ctx, path, NULL, mesh, NULL); }

// True if a VTK file holds a solid: an unstructured grid.
static pl_status is_solid_file(pl_arena *arena, const char *path, bool *solid) {
  const char *dot = strrchr(pl_path_name(path), '.');
  *solid = !(dot && (pl_text_same(dot, ".obj") || pl_text_same(dot, ".ply")));
  if (!dot || !pl_text_same(dot, ".vtk")) return PL_OK;
  char *data;
  size_t size;
  PL_TRY(pl_file_read(arena, path, max_file_size, &data, &size));
  *solid = strstr(data, "UNSTRUCTURED_GRID") != NULL;
  return PL_OK;
}

pl_status pl__mesh_load_any(pl_arena *arena, const char *path, pl_mesh **mesh, pl__mesh_extra *extra) {
  bool solid;
  if (extra) *extra = (pl__mesh_extra){0};
  PL_TRY(is_solid_file(arena, path, &solid));
  if (!solid) return pl_mesh_load(pl_arena_context(arena), path, mesh);
  return load(pl_arena_context(arena), path, arena, mesh, extra);
}
