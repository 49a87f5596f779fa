// write_mesh.c: meshes to OBJ, PLY (ascii) and VTK (legacy ASCII; polydata for sheets and rigid bodies, an unstructured grid for solids).
//
// Numbers are the shortest that read back the same, and a comment keeps the kind of the triangulation. So loading a saved mesh gives the
// same mesh exactly.
#include "mesh/read.h"

#include <string.h>

#include "base/text.h"

static void add_numbers(pl_text *text, const char *before, int n, const double *value) {
  char buffer[32];
  pl_text_add(text, before);
  for (int k = 0; k < n; k++) {
    if (k > 0) pl_text_add(text, " ");
    pl_text_add(text, pl_number_print(value[k], buffer, sizeof buffer));
  }
}

static void add_points(pl_text *text, int32_t n, const double *x) {
  for (int32_t i = 0; i < n; i++) {
    add_numbers(text, "", 3, x + 3 * (size_t)i);
    pl_text_add(text, "\n");
  }
}

static void add_corners(pl_text *text, const char *before, int n, const int32_t *v, int first) {
  pl_text_add(text, before);
  for (int k = 0; k < n; k++) pl_text_printf(text, " %d", (int)v[k] + first);
  pl_text_add(text, "\n");
}

static int face_corners(const int32_t *face) { return face[3] < 0 ? 3 : 4; }

// The surface of a solid.
static void write_surface(pl_text *text, const pl_mesh *mesh, const double *x, bool obj) {
  if (!obj) {
    pl_text_printf(text, "ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n",
                   (int)mesh->n_vertex);
    pl_text_printf(text, "element face %d\nproperty list uchar int vertex_indices\nend_header\n", (int)mesh->n_face);
  }
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    add_numbers(text, obj ? "v " : "", 3, x + 3 * (size_t)i);
    pl_text_add(text, "\n");
  }
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *face = mesh->face + 4 * (size_t)f;
    add_corners(text, obj ? "f" : face_corners(face) == 3 ? "3" : "4", face_corners(face), face, obj);
  }
}

static void write_obj(pl_text *text, const pl_mesh *mesh, const double *x) {
  if (pl_mesh_is_solid(mesh)) {
    write_surface(text, mesh, x, true);
    return;
  }
  pl_text_printf(text, "# pliant topology %s\n", pl__kind_name(mesh->kind));
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    add_numbers(text, "v ", 3, x + 3 * (size_t)i);
    pl_text_add(text, "\n");
  }
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    add_numbers(text, "vt ", 2, mesh->rest + 2 * (size_t)i);
    pl_text_add(text, "\n");
  }
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *v = mesh->triangle + 3 * (size_t)t;
    pl_text_printf(text, "f %d/%d %d/%d %d/%d\n", (int)v[0] + 1, (int)v[0] + 1, (int)v[1] + 1, (int)v[1] + 1, (int)v[2] + 1, (int)v[2] + 1);
  }
}

static void write_ply(pl_text *text, const pl_mesh *mesh, const double *x, int n_field, const pl_mesh_field *field) {
  if (pl_mesh_is_solid(mesh)) {
    write_surface(text, mesh, x, false);
    return;
  }
  pl_text_printf(text, "ply\nformat ascii 1.0\ncomment pliant topology %s\n", pl__kind_name(mesh->kind));
  pl_text_printf(text, "element vertex %d\nproperty double x\nproperty double y\nproperty double z\nproperty double u\nproperty double v\n",
                 (int)mesh->n_vertex);
  for (int k = 0; k < n_field; k++) pl_text_printf(text, "property double %s\n", field[k].name);
  pl_text_printf(text, "element face %d\nproperty list uchar int vertex_indices\nend_header\n", (int)mesh->n_triangle);
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    add_numbers(text, "", 3, x + 3 * (size_t)i);
    add_numbers(text, " ", 2, mesh->rest + 2 * (size_t)i);
    for (int k = 0; k < n_field; k++) add_numbers(text, " ", 1, &field[k].value[i]);
    pl_text_add(text, "\n");
  }
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *v = mesh->triangle + 3 * (size_t)t;
    pl_text_printf(text, "3 %d %d %d\n", (int)v[0], (int)v[1], (int)v[2]);
  }
}

static void add_vtk_fields(pl_text *text, int32_t n, int n_field, const pl_mesh_field *field) {
  for (int k = 0; k < n_field; k++) {
    pl_text_printf(text, "SCALARS %s double 1\nLOOKUP_TABLE default\n", field[k].name);
    for (int32_t i = 0; i < n; i++) {
      add_numbers(text, "", 1, &field[k].value[i]);
      pl_text_add(text, "\n");
    }
  }
}

static void write_vtk_solid(pl_text *text, const pl_mesh *mesh, const double *x, int n_field, const pl_mesh_field *field) {
  pl_text_printf(text, "# vtk DataFile Version 3.0\npliant solid\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n",
                 (int)mesh->n_vertex);
  add_points(text, mesh->n_vertex, x);
  pl_text_printf(text, "CELLS %d %d\n", (int)(mesh->n_tet + mesh->n_hex), (int)(5 * mesh->n_tet + 9 * mesh->n_hex));
  for (int32_t i = 0; i < mesh->n_tet; i++) add_corners(text, "4", 4, mesh->tet + 4 * (size_t)i, 0);
  for (int32_t i = 0; i < mesh->n_hex; i++) add_corners(text, "8", 8, mesh->hex + 8 * (size_t)i, 0);
  pl_text_printf(text, "CELL_TYPES %d\n", (int)(mesh->n_tet + mesh->n_hex));
  for (int32_t i = 0; i < mesh->n_tet + mesh->n_hex; i++) pl_text_add(text, i < mesh->n_tet ? "10\n" : "12\n");
  pl_text_printf(text, "POINT_DATA %d\nVECTORS rest double\n", (int)mesh->n_vertex);
  add_points(text, mesh->n_vertex, mesh->rest3);
  add_vtk_fields(text, mesh->n_vertex, n_field, field);
}

// A rigid body is a surface without cells.
static void write_vtk_rigid(pl_text *text, const pl_mesh *mesh, const double *x, int n_field, const pl_mesh_field *field) {
  int32_t n_corner = 0;
  for (int32_t f = 0; f < mesh->n_face; f++) n_corner += face_corners(mesh->face + 4 * (size_t)f);
  pl_text_printf(text, "# vtk DataFile Version 3.0\npliant surface\nASCII\nDATASET POLYDATA\nPOINTS %d double\n", (int)mesh->n_vertex);
  add_points(text, mesh->n_vertex, x);
  pl_text_printf(text, "POLYGONS %d %d\n", (int)mesh->n_face, (int)(mesh->n_face + n_corner));
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *face = mesh->face + 4 * (size_t)f;
    add_corners(text, face_corners(face) == 3 ? "3" : "4", face_corners(face), face, 0);
  }
  if (n_field > 0) pl_text_printf(text, "POINT_DATA %d\n", (int)mesh->n_vertex);
  add_vtk_fields(text, mesh->n_vertex, n_field, field);
}

static void write_vtk(pl_text *text, const pl_mesh *mesh, const double *x, int n_field, const pl_mesh_field *field) {
  if (pl_mesh_is_solid(mesh) && mesh->n_tet + mesh->n_hex == 0) {
    write_vtk_rigid(text, mesh, x, n_field, field);
    return;
  }
  if (pl_mesh_is_solid(mesh)) {
    write_vtk_solid(text, mesh, x, n_field, field);
    return;
  }
  pl_text_printf(text, "# vtk DataFile Version 3.0\npliant topology %s\nASCII\nDATASET POLYDATA\nPOINTS %d double\n",
                 pl__kind_name(mesh->kind), (int)mesh->n_vertex);
  add_points(text, mesh->n_vertex, x);
  pl_text_printf(text, "POLYGONS %d %d\n", (int)mesh->n_triangle, 4 * (int)mesh->n_triangle);
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *v = mesh->triangle + 3 * (size_t)t;
    pl_text_printf(text, "3 %d %d %d\n", (int)v[0], (int)v[1], (int)v[2]);
  }
  pl_text_printf(text, "POINT_DATA %d\nTEXTURE_COORDINATES rest 2 double\n", (int)mesh->n_vertex);
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    add_numbers(text, "", 2, mesh->rest + 2 * (size_t)i);
    pl_text_add(text, "\n");
  }
  add_vtk_fields(text, mesh->n_vertex, n_field, field);
}

static pl_status check_fields(pl_context *ctx, const char *path, int n_field, const pl_mesh_field *field) {
  static const char *const taken[] = {"x", "y", "z", "u", "v", "s", "t", "texture_u", "texture_v"};
  pl_where where = {.file = path};
  for (int k = 0; k < n_field; k++) {
    const char *name = field[k].name;
    bool good = name[0] != 0 && name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")] == 0;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) good = good && strcmp(name, taken[i]) != 0;
    for (int i = 0; i < k; i++) good = good && strcmp(name, field[i].name) != 0;
    if (!good)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "use letters, digits, '_', '-' and '.', no coordinate name, and each name once",
                     "'%s' cannot be the name of a vertex field in a mesh file", name);
  }
  return PL_OK;
}

pl_status pl_mesh_save(pl_context *ctx, const char *path, const pl_mesh *mesh, const double *x, int n_field, const pl_mesh_field *field) {
  const char *dot = strrchr(pl_path_name(path), '.');
  bool obj = dot && pl_text_same(dot, ".obj"), ply = dot && pl_text_same(dot, ".ply"), vtk = dot && pl_text_same(dot, ".vtk");
  if (!obj && !ply && !vtk) {
    pl_where where = {.file = path};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "name it .obj, .ply or .vtk", "mesh files of type '%s' cannot be written", dot ? dot : "");
  }
  PL_TRY(check_fields(ctx, path, n_field, field));
  if (!x) x = mesh->x0;

  pl_text text;
  pl_text_init(&text, ctx);
  if (obj) write_obj(&text, mesh, x);
  if (ply) write_ply(&text, mesh, x, n_field, field);
  if (vtk) write_vtk(&text, mesh, x, n_field, field);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  return status;
}
