// test_mesh_file.c: mesh files, written and read (src/mesh/read_*.c, write_mesh.c).
#include "said.h"
#include "test.h"

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdlib.h>

static pl_context *context(void) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  return ctx;
}

static const char *path_of(const char *name) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  return path;
}

static const char *put(const char *name, const void *data, size_t size) {
  const char *path = path_of(name);
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  REQUIRE(fwrite(data, 1, size, file) == size);
  fclose(file);
  return path;
}

static pl_mesh *load(pl_context *ctx, const char *name, const char *text) {
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_load(ctx, put(name, text, strlen(text)), &mesh);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s: line %d: %s", name, pl_context_error(ctx)->line, pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return mesh;
}

static void refused(const char *name, const char *text, int line, const char *part) {
  pl_context *ctx = context();
  pl_mesh *mesh = NULL;
  const char *path = put(name, text, strlen(text));
  CHECK(pl_mesh_load(ctx, path, &mesh) != PL_OK);
  CHECK(mesh == NULL);
  const pl_error *error = pl_context_error(ctx);
  CHECK_TEXT(error->file, path);
  if (error->line != line) test_fail(__FILE__, __LINE__, "line %d, expected %d: %s", error->line, line, error->message);
  CHECK_CONTAINS(said_error(ctx), part);
  CHECK(error->hint[0] != 0);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

static void check_same(const pl_mesh *a, const pl_mesh *b) {
  REQUIRE(a->n_vertex == b->n_vertex && a->n_triangle == b->n_triangle && a->n_edge == b->n_edge && a->n_hinge == b->n_hinge);
  CHECK(a->kind == b->kind);
  CHECK(memcmp(a->rest, b->rest, sizeof(double) * 2 * (size_t)a->n_vertex) == 0);
  CHECK(memcmp(a->x0, b->x0, sizeof(double) * 3 * (size_t)a->n_vertex) == 0);
  CHECK(memcmp(a->triangle, b->triangle, sizeof(int32_t) * 3 * (size_t)a->n_triangle) == 0);
  CHECK(memcmp(a->hinge, b->hinge, sizeof(int32_t) * 4 * (size_t)a->n_hinge) == 0);
}

TEST(mesh_file_round_trip) {
  pl_context *ctx = context();
  const char *name[] = {"mesh.obj", "mesh.ply", "mesh.vtk", "mesh.OBJ"};
  for (int kind = 0; kind < 3; kind++) {
    pl_specimen specimen = {
        .length = 0.2, .width = 0.07, .angle = 0.3, .n_length = 9, .n_width = 4, .kind = (pl_topology_kind)kind, .seed = 5};
    pl_mesh *mesh = NULL, *back = NULL;
    REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
    double *value = calloc((size_t)mesh->n_vertex, sizeof(double));
    for (int32_t i = 0; i < mesh->n_vertex; i++) value[i] = i == 3 ? NAN : sqrt(i);
    const pl_mesh_field field[2] = {{"stretch", value}, {"v0", value}};
    for (int k = 0; k < 4; k++) {
      REQUIRE(pl_mesh_save(ctx, path_of(name[k]), mesh, NULL, 2, field) == PL_OK);
      REQUIRE(pl_mesh_load(ctx, path_of(name[k]), &back) == PL_OK);
      check_same(mesh, back);
      pl_mesh_destroy(back);
    }
    // Deformed positions come back as x0, the rest shape stays.
    double *x = malloc(sizeof(double) * 3 * (size_t)mesh->n_vertex);
    for (int32_t i = 0; i < 3 * mesh->n_vertex; i++) x[i] = 1.0 / (3 + i);
    for (int k = 0; k < 3; k++) {
      REQUIRE(pl_mesh_save(ctx, path_of(name[k]), mesh, x, 0, NULL) == PL_OK);
      REQUIRE(pl_mesh_load(ctx, path_of(name[k]), &back) == PL_OK);
      CHECK(memcmp(back->rest, mesh->rest, sizeof(double) * 2 * (size_t)mesh->n_vertex) == 0);
      CHECK(memcmp(back->x0, x, sizeof(double) * 3 * (size_t)mesh->n_vertex) == 0);
      pl_mesh_destroy(back);
    }
    free(x);
    free(value);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_file_names) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 1, .width = 1};
  pl_mesh *mesh = NULL, *back = NULL;
  const double value[3] = {1, 2, 3};
  REQUIRE(pl_mesh_single(ctx, &specimen, &mesh) == PL_OK);
  CHECK(pl_mesh_save(ctx, path_of("mesh.stl"), mesh, NULL, 0, NULL) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), ".stl");
  pl_context_clear_error(ctx);
  CHECK(pl_mesh_load(ctx, "folder.obj/mesh", &back) == PL_ERROR_INPUT && back == NULL);
  const char *bad[] = {"two words", "x", "", "texture_u", "a\nb"};
  for (int k = 0; k < 5; k++) {
    pl_context_clear_error(ctx);
    CHECK(pl_mesh_save(ctx, path_of("mesh.vtk"), mesh, NULL, 1, &(pl_mesh_field){bad[k], value}) == PL_ERROR_INPUT);
  }
  pl_context_clear_error(ctx);
  CHECK(pl_mesh_load(ctx, path_of("absent.obj"), &back) == PL_ERROR_FILE && back == NULL);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_obj_forms) {
  pl_context *ctx = context();
  const char *vertices = "o sheet\r\nv 0 0 0 1.0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nvn 0 0 1\r\n";
  const char *texture = "vt 0 0\nvt 2 0\nvt 2 1 0\nvt 0 1\n";
  const char *faces[] = {"f 1 2 3\nf 1 3 4",         "f 1//1 2//1 3//1\nf 1//1 3//1 4//1", "f -4 -3 -2\nf -4 -2 -1\n",
                         "s 1\nf 1 2 3 4\n",         "f 1/1 2/2 3/3\nf 1/1 3/3 4/4",       "f 1/1/1 2/2/1 3/3/1 4/4/1",
                         "f -4/-4 -3/-3 -2/-2 -1/-1"};
  for (int k = 0; k < 7; k++) {
    char text[512];
    snprintf(text, sizeof text, "%s%s# comment\n\n  %s", vertices, k >= 4 ? texture : "", faces[k]);
    pl_mesh *mesh = load(ctx, "form.obj", text);
    CHECK(mesh->n_vertex == 4 && mesh->n_triangle == 2 && mesh->kind == PL_TOPOLOGY_OTHER);
    const int32_t triangle[6] = {0, 1, 2, 0, 2, 3};
    CHECK(memcmp(mesh->triangle, triangle, sizeof triangle) == 0);
    CHECK(mesh->rest[4] == (k >= 4 ? 2 : 1) && mesh->rest[5] == 1);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_obj_quads) {
  pl_context *ctx = context();
  // The shorter diagonal is 1-3 (second to fourth corner).
  pl_mesh *mesh = load(ctx, "kite.obj", "v 0 0 0\nv 1 -0.2 0\nv 3 0 0\nv 1 0.2 0\nf 1 2 3 4\n");
  CHECK(mesh->hinge[0] == 1 && mesh->hinge[1] == 3);
  pl_mesh_destroy(mesh);
  // An arrow head can be split one way only: between the tip 0 and the notch 2.
  mesh = load(ctx, "arrow.obj", "v 0 0 0\nv 2 -5 0\nv 1 0 0\nv 2 5 0\nf 1 2 3 4\n");
  CHECK(mesh->hinge[0] == 0 && mesh->hinge[1] == 2);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_obj_mirrored_texture) {
  pl_context *ctx = context();
  pl_mesh *mesh =
      load(ctx, "mirror.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 0 1\nvt 1 1\nvt 1 0\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n");
  for (int t = 0; t < 2; t++) CHECK_NEAR(mesh->triangle_area[t], 0.5, 0);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

static void note_line(void *user, pl_log_level level, const char *line) {
  if (level == PL_LOG_WARNING) snprintf(user, 256, "%s", line);
}

TEST(mesh_obj_texture_not_in_metres) {
  char note[256] = "";
  pl_context_options options = pl_context_options_default();
  options.log = note_line;
  options.log_user = note;
  pl_context *ctx = pl_context_create(&options);
  pl_mesh *mesh = load(ctx, "pixel.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 512 0\nvt 512 512\nf 1/1 2/2 3/3\n");
  CHECK_CONTAINS(note, "texture coordinates are metres");
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_file_rest_plane) {
  pl_context *ctx = context();
  // In the plane z = 0: rest is (x, y) exactly, without a shift.
  pl_mesh *mesh = load(ctx, "flat.obj", "v 5.1 7.3 0\nv 6.7 7.3 0\nv 5.1 9.9 0\nf 1 2 3\n");
  CHECK(mesh->rest[0] == 5.1 && mesh->rest[1] == 7.3 && mesh->rest[2] == 6.7 && mesh->rest[5] == 9.9);
  pl_mesh_destroy(mesh);
  // Seen from below: the first axis stays x, the second turns round.
  mesh = load(ctx, "below.obj", "v 0 0 1\nv 0 1 1\nv 1 0 1\nf 1 2 3\n");
  CHECK(mesh->rest[2] == 0 && mesh->rest[3] == -1 && mesh->rest[4] == 1 && mesh->rest[5] == 0);
  pl_mesh_destroy(mesh);
  // A vertical plane y = const: the second axis is z or -z.
  mesh = load(ctx, "wall.obj", "v 0 2 0\nv 1 2 0\nv 0 2 1\nf 1 2 3\n");
  CHECK_NEAR(mesh->rest[2], 1, 1e-15);
  CHECK_NEAR(mesh->rest[5], 1, 1e-15);
  pl_mesh_destroy(mesh);
  // Perpendicular to x: the first axis is y.
  mesh = load(ctx, "side.obj", "v 2 0 0\nv 2 1 0\nv 2 0 1\nf 1 2 3\n");
  CHECK_NEAR(mesh->rest[2], 1, 1e-15);
  CHECK_NEAR(mesh->rest[5], 1, 1e-15);
  pl_mesh_destroy(mesh);
  // A tilted plane keeps lengths.
  mesh = load(ctx, "tilt.obj", "v 0 0 0\nv 3 0 4\nv 0 2 0\nf 1 2 3\n");
  CHECK_NEAR(hypot(mesh->rest[2] - mesh->rest[0], mesh->rest[3] - mesh->rest[1]), 5, 1e-14);
  CHECK_NEAR(mesh->triangle_area[0], 5, 1e-14);
  pl_mesh_destroy(mesh);
  refused("tent.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3\nf 1 3 4\n", 2, "not flat");
  pl_context_destroy(ctx);
}

TEST(mesh_obj_refuses) {
  const char *v = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
  struct {
    const char *rest;
    int line;
    const char *part;
  } bad[] = {
      {"f 1 2 5\n", 5, " index is 5"},
      {"f 1 2 0\n", 5, "is 0"},
      {"f 1 2 -5\n", 5, "is -5"},
      {"f 1 2 99999999999999999999\n", 5, "99999999999999999999"},
      {"f 1 2 3x\n", 5, "[mesh.expected-integer]"},
      {"f 1 2\n", 5, "less than 3"},
      {"f 1 2 3 4 1\n", 5, "more than 4"},
      {"f 1 2 3\nf 1 3 3\n", 6, "twice"},
      {"f 1 2 3\nf 1 4 3\n", 6, "inverted"},
      {"f 1 2 3\n", 4, "[mesh.vertex-belongs-no-triangle]|3"},
      {"f 1 2 3\nf 1 3 4\nf 1 2 3\n", 7, "overlap"},
      {"v 1 2\n", 5, "[mesh.word-missing]|z of"},
      {"v 1 2 nan\n", 5, "'nan'"},
      {"v 1 2 1e999\n", 5, "'1e999'"},
      {"v 1 2,5 3\n", 5, "'2,5'"},
      {"v\n", 5, "without numbers"},
      {"", 0, "0 triangles"},
      {"vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0\nf 1/1 2/2 3/3\nf 1/5 3/3 4/4\n", 11, " seam: vertex 1 has two"},
      {"vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3\nf 1 3 4\n", 10, "[mesh.texture-missing]"},
      {"vt 0 0\nf 1/1 2/2 3/3\n", 6, " index is 2"},
      {"vt 0 0\nf 1/2 2/1 3/1\nvt 1 1\n", 6, "[mesh.texture-later]|2"},
      {"vt 0\n", 5, "missing"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char text[512];
    snprintf(text, sizeof text, "%s%s", v, bad[i].rest);
    refused("bad.obj", text, bad[i].line, bad[i].part);
  }
}

// A duplicated vt with the same values is no seam.
TEST(mesh_obj_equal_texture_twice) {
  pl_context *ctx = context();
  pl_mesh *mesh =
      load(ctx, "twice.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0 0\nf 1/1 2/2 3/3\nf 1/5 3/3 4/4\n");
  CHECK(mesh->n_hinge == 1);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_ply_ascii) {
  pl_context *ctx = context();
  pl_mesh *mesh =
      load(ctx, "a.ply",
           "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty uchar red\nproperty float x\nproperty float y\n"
           "property list uchar float weights\nproperty float z\nproperty float s\nproperty float t\nelement camera 1\nproperty float "
           "f\nelement face 1\nproperty float quality\nproperty list uchar int vertex_index\nend_header\n"
           "7 0 0 2 9 9 1 0 0\n7 1 0 0 1 3 0\n\n7 1 1 1 9 1 3 2\n7 0 1 0 1 0 2\n50\nnan 4 0 1 2 3");
  CHECK(mesh->n_vertex == 4 && mesh->n_triangle == 2 && mesh->rest[2] == 3 && mesh->rest[7] == 2 && mesh->x0[2] == 1);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

// A binary file with mixed types; type is the type of the coordinates.
static size_t make_binary(char *out, bool wide, double bad) {
  int n =
      sprintf(out,
              "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty %s x\nproperty %s y\nproperty %s z\nproperty uchar red\n"
              "property double texture_u\nproperty double texture_v\nelement face 2\nproperty short flags\nproperty list uchar uint "
              "vertex_indices\nend_header\n",
              wide ? "double" : "float", wide ? "double" : "float32", wide ? "float64" : "float");
  char *at = out + n;
  for (int i = 0; i < 4; i++) {
    double x[3] = {i == 1 || i == 2, i >= 2, 0.25}, uv[2] = {3 * x[0], x[1]};
    if (i == 3) x[1] += bad;
    for (int k = 0; k < 3; k++) {
      float narrow = (float)x[k];
      if (wide) memcpy(at, &x[k], 8), at += 8;
      if (!wide) memcpy(at, &narrow, 4), at += 4;
    }
    *at++ = (char)200;
    memcpy(at, uv, 16), at += 16;
  }
  const uint32_t corner[6] = {0, 1, 2, 0, 2, 3};
  for (int t = 0; t < 2; t++) {
    memcpy(at, "\xff\xff\x03", 3), at += 3;
    memcpy(at, corner + 3 * t, 12), at += 12;
  }
  return (size_t)(at - out);
}

TEST(mesh_ply_binary) {
  pl_context *ctx = context();
  char data[1024];
  for (int wide = 0; wide < 2; wide++) {
    size_t size = make_binary(data, wide, 0);
    pl_mesh *mesh = NULL;
    REQUIRE(pl_mesh_load(ctx, put("b.ply", data, size), &mesh) == PL_OK);
    CHECK(mesh->n_vertex == 4 && mesh->n_triangle == 2 && mesh->rest[4] == 3 && mesh->rest[5] == 1 && mesh->x0[11] == 0.25);
    pl_mesh_destroy(mesh);
    // Every truncation is an error, never a crash.
    for (size_t cut = 0; cut < size; cut++) {
      CHECK(pl_mesh_load(ctx, put("cut.ply", data, cut), &mesh) != PL_OK && mesh == NULL);
      pl_context_clear_error(ctx);
    }
  }
  size_t size = make_binary(data, true, NAN);
  pl_mesh *mesh = NULL;
  CHECK(pl_mesh_load(ctx, put("nan.ply", data, size), &mesh) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "vertex 3 is nan");
  pl_context_destroy(ctx);
}

TEST(mesh_ply_refuses) {
  const char *head = "ply\nformat ascii 1.0\n";
  const char *body = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int "
                     "vertex_indices\nend_header\n";
  struct {
    const char *a, *b, *c;
    int line;
    const char *part;
  } bad[] = {
      {"plyx\n", "", "", 1, "begins with"},
      {"", "", "", 1, "begins with"},
      {"ply\nformat binary_big_endian 1.0\n", body, "", 2, "binary_big_endian"},
      {"ply\n", body, "0 0 0\n", 8, "no format"},
      {head, "element vertex -1\n", "", 3, "is -1"},
      {head, "element vertex 1e9\n", "", 3, "'1e9'"},
      {head, "element vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n", "0 0 0\n", 7,
       "announces 2000000000"},
      {head, "element vertex 3\nproperty real x\n", "", 4, "'real'"},
      {head, "property float x\n", "", 3, "[mesh.property-early]"},
      {head, "element vertex 3\nproperty list float int x\n", "", 4, "floating"},
      {head, "element vertex 3\nend_header\n", "", 4, "without properties"},
      {head, "element vertex 1\nproperty float x\nend_header\n", "0\n", 5, "[mesh.no-vertex-element]"},
      {head, "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n", "0 0 0\n", 7,
       "[mesh.no-face-element]"},
      {head, "elephant\n", "", 3, "'elephant'"},
      {head, "element vertex 3\n", "", 3, "end_header"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n", 12, "before all"},
      {head, body, "0 0 0\n1 0\n1 1 0\n3 0 1 2\n", 11, "missing"},
      {head, body, "0 0 0\n1 0 0\n1 1 inf\n3 0 1 2\n", 12, "'inf'"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n3 0 1 3\n", 13, "vertex 3"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n3 0 1 -1\n", 13, "vertex -1"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n3 0 1 1.5\n", 13, "vertex 1.5"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n2 0 1\n", 13, "2 corners"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n-3 0 1 2\n", 13, "is -3"},
      {head, body, "0 0 0\n1 0 0\n1 1 0\n3 0 1 1\n", 13, "twice"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", bad[i].a, bad[i].b, bad[i].c);
    refused("bad.ply", text, bad[i].line, bad[i].part);
  }
}

TEST(mesh_vtk_forms) {
  pl_context *ctx = context();
  const char *points = "POINTS 4 float\n0 0 0 1 0 0\n1 1 0\n0 1 0\n";
  const char *data = "POINT_DATA 4\nSCALARS a float\nLOOKUP_TABLE default\n1 2 3 4\nVECTORS w float\n0 0 0 0 0 0 0 0 0 0 0 0\n";
  struct {
    const char *dataset, *cells, *more;
    double u2;
  } good[] = {
      {"POLYDATA", "POLYGONS 2 8\n3 0 1 2\n3 0 2 3\n", "", 1},
      {"POLYDATA", "VERTICES 1 2\n1 0\nLINES 1 3 2 0 1\nPOLYGONS 1 5\n4 0 1 2 3", "", 1},
      {"POLYDATA", "POLYGONS 1 5 4 0 1 2 3", "", 1},
      {"UNSTRUCTURED_GRID", "CELLS 3 11\n3 0 1 2\n3 0 2 3\n2 0 1\nCELL_TYPES 3\n5 5 3\n", "", 1},
      {"UNSTRUCTURED_GRID", "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n9\n", "CELL_DATA 1\nSCALARS c int 1\nLOOKUP_TABLE default\n5\n", 1},
      {"UNSTRUCTURED_GRID",
       "METADATA\nINFORMATION 0\n\nCELLS 3 6\nOFFSETS vtktypeint64\n0 3 6\nCONNECTIVITY vtktypeint64\n0 1 2 0 2 3\nCELL_TYPES 2\n5\n5\n",
       "", 1},
      {"POLYDATA", "POLYGONS 3 6\nOFFSETS vtktypeint64\n0 3 6 \nCONNECTIVITY vtktypeint64\n0 1 2 \n0 2 3\n", "", 1},
      {"POLYDATA", "POLYGONS 2 8\n3 0 1 2\n3 0 2 3\n",
       "TEXTURE_COORDINATES rest 2 float\n0 0 2 0 2 1 0 1\nNORMALS n float\n0 0 1 0 0 1 0 0 1 0 0 1", 2},
      {"POLYDATA", "POLYGONS 2 8\n3 0 1 2\n3 0 2 3\n",
       "FIELD FieldData 2\nnames 1 2 string\nto be\nor not\nTCoords 3 4 double\n0 0 9 2 0 9 2 1 9 0 1 9\n", 2},
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    char text[2048];
    snprintf(text, sizeof text, "# vtk DataFile Version 4.2\nsheet\nASCII\nDATASET %s\n%s%s\n%s%s", good[i].dataset, points, good[i].cells,
             data, good[i].more);
    pl_mesh *mesh = load(ctx, "form.vtk", text);
    CHECK(mesh->n_vertex == 4 && mesh->n_triangle == 2 && mesh->n_hinge == 1);
    CHECK(mesh->rest[4] == good[i].u2);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_vtk_refuses) {
  const char *head = "# vtk DataFile Version 3.0\nsheet\nASCII\nDATASET POLYDATA\n";
  const char *grid = "# vtk DataFile Version 3.0\nsheet\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\n";
  struct {
    const char *a, *b;
    int line;
    const char *part;
  } bad[] = {
      {"", "", 1, "begins with"},
      {"<VTKFile>\n", "", 1, "<VTKFile>"},
      {"# vtk DataFile Version 3.0\nsheet\nBINARY\n", "", 3, "BINARY"},
      {"# vtk DataFile Version 3.0\nsheet\nASCII\nDATASET STRUCTURED_POINTS\n", "", 4, "STRUCTURED_POINTS"},
      {head, "POINTS 2000000000 float\n0 0 0\n", 5, "announces 2000000000"},
      {head, "POINTS -3 float\n0 0 0\n", 5, "is -3"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 nan 0\n", 8, "'nan'"},
      {head, "POINTS 2 float\n0 0 0\n1 0 0\nPOLYGONS 1 4\n3 0 1 2\n", 9, "is 2"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nPOLYGONS 1 4\n3 0 1 -1\n", 10, "is -1"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nPOLYGONS 1 4\n3 0 1", 10, "announces 3 numbers"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nPOLYGONS 1 2000000000\n3 0 1 2\n", 10, "announces"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nPOLYGONS 2000000000 4\n3 0 1 2\n", 10, "announces"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nPOLYGONS 1 4\n3 0 0000001", 10, "missing"},
      {head, "POLYGONS 1 4\n3 0 1 2\n", 5, "before 'POINTS'"},
      {head, "POINTS 3 float\n0 0 0\n1 0 0\n1 1 0\nWOBBLE 3\n", 9, "'WOBBLE'"},
      {grid, "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n", 8, "type 10"},
      {grid, "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n5\n", 8, "type 5 and 4 corners"},
      {grid, "CELLS 1 5\n4 0 1 2 3\n", 8, "CELL_TYPES"},
      {grid, "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n9 9\n", 9, "must be 1"},
      {grid, "CELLS 3 6\nOFFSETS vtktypeint64\n0 3 2\nCONNECTIVITY vtktypeint64\n0 1 2 0 2 3\n", 9, " offset is 2"},
      {grid, "CELLS 3 6\nOFFSETS vtktypeint64\n0 3 7\nCONNECTIVITY vtktypeint64\n0 1 2 0 2 3\n", 9, " offset is 7"},
      {grid, "", 0, "0 triangles"},
      {grid, "POINT_DATA 4\nTEXTURE_COORDINATES t 2 float\n0 0 1 0 1\n", 8, "announces 8"},
      {grid, "POINT_DATA 2000000000\nTENSORS t float\n0 0 1 0 1\n", 8, "announces"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", bad[i].a, bad[i].b);
    refused("bad.vtk", text, bad[i].line, bad[i].part);
  }
}

// A closed body without texture coordinates is a common wrong file.
TEST(mesh_obj_real_body) {
  const char *data = test_shared_data();
  char path[1024] = "";
  if (data) snprintf(path, sizeof path, "%s/human-meshes-ccby/hand_lowres.obj", data);
  FILE *file = data ? fopen(path, "rb") : NULL;
  if (!file) {
    test_skip("no shared data");
    return;
  }
  fclose(file);
  pl_context *ctx = context();
  pl_mesh *mesh = NULL;
  CHECK(pl_mesh_load(ctx, path, &mesh) != PL_OK && mesh == NULL);
  char text[2048];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  printf("%s\n", text);
  pl_context_destroy(ctx);
}
