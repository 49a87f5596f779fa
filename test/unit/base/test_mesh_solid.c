// test_mesh_solid.c: meshes of solids: checks, specimens, surfaces, files.
#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdlib.h>

#include "said.h"
#include "test.h"

static pl_context *ctx;

static const double CUBE[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
static const int32_t HEX[8] = {0, 1, 2, 3, 4, 5, 6, 7};

// Creation must fail and its message must contain the part.
static void refuse(int32_t n_vertex, const double *p, int32_t n_tet, const int32_t *tet, int32_t n_hex, const int32_t *hex,
                   const char *part) {
  pl_mesh *mesh = NULL;
  pl_context_clear_error(ctx);
  CHECK(pl_mesh_create_solid(ctx, n_vertex, p, NULL, n_tet, tet, n_hex, hex, &mesh) == PL_ERROR_INPUT);
  CHECK(mesh == NULL);
  CHECK_CONTAINS(said_error(ctx), part);
  CHECK(pl_context_error(ctx)->hint[0] != 0);
}

TEST(solid_create_refuses_bad_input) {
  ctx = pl_context_create(NULL);
  double p[24];
  int32_t tet[4] = {0, 1, 2, 4}, hex[8];
  refuse(8, CUBE, 0, NULL, 0, NULL, "0 tetrahedra and 0 hexahedra");
  refuse(4, CUBE, 1, (int32_t[]){0, 1, 2, 9}, 0, NULL, "[mesh.refers-vertex-mesh-has]|0|9");
  refuse(4, CUBE, 1, (int32_t[]){0, 1, -1, 2}, 0, NULL, "[mesh.refers-vertex-mesh-has]|-1");
  refuse(4, CUBE, 1, (int32_t[]){0, 1, 2, 1}, 0, NULL, "tetrahedron 0 uses vertex 1 twice");
  refuse(4, CUBE, 1, (int32_t[]){0, 1, 2, 3}, 0, NULL, "[mesh.vertices-flat-rest-volume]|0|1|2|3");
  refuse(8, CUBE, 1, (int32_t[]){0, 2, 1, 4}, 0, NULL, "[mesh.vertices-inverted-rest-signed]|-0.16");
  refuse(8, CUBE, 1, tet, 0, NULL, "[mesh.vertex-belongs-no-tetrahedron]|3");
  const double five[15] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1};
  refuse(5, five, 2, (int32_t[]){0, 1, 2, 3, 0, 1, 2, 4}, 0, NULL, "[mesh.overlap-rest-both-lie]|0|1");
  memcpy(p, CUBE, sizeof p);
  p[20] = NAN;
  refuse(8, p, 0, NULL, 1, HEX, "[mesh.vertex-must-finite-number]|6");
  p[20] = 1e7;
  refuse(8, p, 0, NULL, 1, HEX, "[mesh.vertex-must-finite-number]|6|1|07");
  // a corner pushed through the opposite side: only its own determinant is negative
  memcpy(p, CUBE, sizeof p);
  p[18] = p[19] = p[20] = 0.3;
  refuse(8, p, 0, NULL, 1, HEX, "[mesh.vertices-inverted-rest-signed]");
  for (int k = 0; k < 8; k++) hex[k] = HEX[(k + 4) % 8];
  refuse(8, CUBE, 0, NULL, 1, hex, "hexahedron 0 (vertices 4, 5, 6, 7, ...) is inverted");
  int32_t twice[16];
  memcpy(twice, HEX, sizeof HEX);
  memcpy(twice + 8, HEX, sizeof HEX);
  refuse(8, CUBE, 0, NULL, 2, twice, "hexahedron 0 and hexahedron 1 overlap");
  pl_context_destroy(ctx);
}

// Sum of face area vectors (zero when the surface is closed) and the volume inside by the divergence theorem.
static double enclosed(const pl_mesh *mesh, double sum[3]) {
  double volume = 0;
  memset(sum, 0, 3 * sizeof *sum);
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *c = mesh->face + 4 * (size_t)f;
    for (int t = 0; t < (c[3] < 0 ? 1 : 2); t++) {
      const double *a = mesh->x0 + 3 * (size_t)c[0], *b = mesh->x0 + 3 * (size_t)c[1 + t], *d = mesh->x0 + 3 * (size_t)c[2 + t];
      for (int k = 0; k < 3; k++) {
        int m = (k + 1) % 3, n = (k + 2) % 3;
        double area = 0.5 * ((b[m] - a[m]) * (d[n] - a[n]) - (b[n] - a[n]) * (d[m] - a[m]));
        sum[k] += area;
        volume += area * a[k] / 3;
      }
    }
  }
  return volume;
}

static void check_body(const pl_mesh *mesh, double volume, double area, double tolerance) {
  double sum[3], lumped = 0, surface = 0;
  CHECK_NEAR(enclosed(mesh, sum), volume, tolerance * volume);
  for (int k = 0; k < 3; k++) CHECK_NEAR(sum[k], 0, 1e-12 * area);
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    lumped += mesh->vertex_volume[v];
    surface += mesh->vertex_area[v];
    CHECK((mesh->vertex_area[v] > 0) == (mesh->boundary[v] != 0));
  }
  CHECK_NEAR(lumped, volume, tolerance * volume);
  CHECK_NEAR(surface, area, tolerance * area);
}

TEST(solid_block_specimens) {
  ctx = pl_context_create(NULL);
  static const int per_cell[] = {0, 5, 6};
  for (int kind = 0; kind < 3; kind++)
    for (int jitter = 0; jitter < 2; jitter++) {
      pl_block_specimen s = {.size = {0.3, 0.2, 0.1}, .n = {4, 3, 3}, .kind = (pl_solid_kind)kind, .jitter = 0.3 * jitter, .seed = 4};
      pl_mesh *mesh;
      REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
      CHECK(mesh->n_vertex == 5 * 4 * 4 && pl_mesh_is_solid(mesh) && mesh->n_triangle == 0);
      CHECK(mesh->n_tet == 36 * per_cell[kind] && mesh->n_hex == (kind == 0 ? 36 : 0));
      CHECK(mesh->n_face == (kind == 0 ? 1 : 2) * 2 * (12 + 12 + 9));
      check_body(mesh, 0.006, 2 * (0.06 + 0.03 + 0.02), 1e-12);
      // the jitter moves vertices inside, and none of the border
      double moved = 0;
      for (int32_t v = 0; v < mesh->n_vertex; v++) {
        double off = fabs(mesh->x0[3 * v] - 0.075 * (v % 5));
        if (mesh->boundary[v]) CHECK_NEAR(off, 0, 1e-15);
        moved = fmax(moved, off);
      }
      CHECK(jitter ? moved > 0.005 : moved < 1e-15);
      pl_mesh_destroy(mesh);
    }
  pl_context_destroy(ctx);
}

TEST(solid_cylinder_specimens) {
  ctx = pl_context_create(NULL);
  for (int kind = 0; kind < 3; kind += 2) {
    pl_block_specimen s = {.size = {0.1, 0, 0.3}, .n = {6, 4, 5}, .kind = (pl_solid_kind)kind, .jitter = 0.1, .seed = 2};
    pl_mesh *mesh;
    REQUIRE(pl_mesh_cylinder(ctx, &s, &mesh) == PL_OK);
    // a prism over the regular polygon of 24 corners with the area of the circle
    double pi = acos(-1), area = pi * 0.05 * 0.05, side = 24 * 2 * sqrt(area / 12 / sin(pi / 12)) * sin(pi / 24) * 0.3;
    check_body(mesh, 0.3 * area, 2 * area + side, 1e-9);
    pl_mesh_destroy(mesh);
  }
  // however coarse, it has the volume of the cylinder
  for (int n = 1; n < 5; n++) {
    pl_block_specimen s = {.size = {0.1, 0, 0.3}, .n = {n, n, 3}};
    pl_mesh *mesh;
    double sum[3];
    REQUIRE(pl_mesh_cylinder(ctx, &s, &mesh) == PL_OK);
    CHECK_CLOSE(enclosed(mesh, sum), acos(-1) * 0.05 * 0.05 * 0.3, 1e-12);
    pl_mesh_destroy(mesh);
  }
  pl_block_specimen bad = {.size = {0.1, 0, 0.3}, .n = {2, 2, 2}, .kind = PL_SOLID_TET5};
  pl_mesh *mesh;
  CHECK(pl_mesh_cylinder(ctx, &bad, &mesh) == PL_ERROR_INPUT && mesh == NULL);
  pl_context_clear_error(ctx);
  bad = (pl_block_specimen){.size = {0.1, -1, 0.3}, .n = {2, 2, 2}};
  CHECK(pl_mesh_block(ctx, &bad, &mesh) == PL_ERROR_INPUT && mesh == NULL);
  CHECK_CONTAINS(said_error(ctx), "[mesh.size-block-along-must]|-1 m");
  pl_context_destroy(ctx);
}

static const char *put(const char *name, const char *text) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  fputs(text, file);
  fclose(file);
  return path;
}

static void same_mesh(const pl_mesh *a, const pl_mesh *b) {
  REQUIRE(a->n_vertex == b->n_vertex && a->n_tet == b->n_tet && a->n_hex == b->n_hex && a->n_face == b->n_face);
  CHECK(memcmp(a->rest3, b->rest3, 3 * (size_t)a->n_vertex * sizeof(double)) == 0);
  CHECK(memcmp(a->tet, b->tet, 4 * (size_t)a->n_tet * sizeof(int32_t)) == 0);
  CHECK(memcmp(a->hex, b->hex, 8 * (size_t)a->n_hex * sizeof(int32_t)) == 0);
  CHECK(memcmp(a->face, b->face, 4 * (size_t)a->n_face * sizeof(int32_t)) == 0);
}

TEST(solid_vtk_round_trip) {
  ctx = pl_context_create(NULL);
  for (int kind = 0; kind < 2; kind++) {
    pl_block_specimen s = {.size = {0.3, 0.2, 0.1}, .n = {2, 2, 3}, .kind = (pl_solid_kind)kind, .jitter = 0.2, .seed = 9};
    pl_mesh *mesh, *back;
    REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
    double x[300], load[100] = {0};
    for (int32_t i = 0; i < 3 * mesh->n_vertex; i++) x[i] = 1.1 * mesh->x0[i] + 0.01 * i;
    const pl_mesh_field field = {"load", load};
    const char *path = put("solid.vtk", "");
    REQUIRE(pl_mesh_save(ctx, path, mesh, x, 1, &field) == PL_OK);
    REQUIRE(pl_mesh_load_solid(ctx, path, &back) == PL_OK);
    same_mesh(mesh, back);
    CHECK(memcmp(back->x0, x, 3 * (size_t)mesh->n_vertex * sizeof(double)) == 0);
    pl_mesh_destroy(back);
    // where a sheet is expected the file is refused with a remedy, and its surface can be had
    CHECK(pl_mesh_load(ctx, path, &back) == PL_ERROR_INPUT && back == NULL);
    CHECK_CONTAINS(said_error(ctx), "[mesh.cell-type]|solid");
    pl_context_clear_error(ctx);
    CHECK(pl_mesh_save(ctx, put("solid.obj", ""), mesh, NULL, 0, NULL) == PL_OK);
    CHECK(pl_mesh_save(ctx, put("solid.ply", ""), mesh, NULL, 0, NULL) == PL_OK);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

// One cube of six tetrahedra, as Gmsh and TetGen write it; tags out of order, a surface triangle and a line along.
static const char gmsh2[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n$Nodes\n4\n"
    "10 0 0 0\n20 1 0 0\n5 0 1 0\n7 0 0 1\n$EndNodes\n$Elements\n3\n1 15 2 0 1 10\n2 2 2 0 1 10 20 5\n3 4 2 1 1 10 20 5 7\n$EndElements\n";
static const char gmsh4[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n$Nodes\n2 4 5 20\n2 1 0 1\n10\n0 0 0\n"
    "3 1 0 3\n20\n5\n7\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n2 2 1 2\n2 1 2 1\n1 10 20 5\n3 1 4 1\n2 10 20 5 7\n$EndElements\n";

static void one_tet(const char *path) {
  pl_mesh *mesh = NULL;
  if (pl_mesh_load_solid(ctx, path, &mesh) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s:%d: %s", pl_context_error(ctx)->file, pl_context_error(ctx)->line, pl_context_error(ctx)->message);
    test_stop();
  }
  CHECK(mesh->n_vertex == 4 && mesh->n_tet == 1 && mesh->n_hex == 0 && mesh->n_face == 4);
  CHECK_NEAR(mesh->vertex_volume[0], 1.0 / 24, 1e-16);
  CHECK(mesh->rest3[3] == 1 && mesh->rest3[7] == 1 && mesh->rest3[11] == 1);
  pl_mesh_destroy(mesh);
}

TEST(solid_gmsh_files) {
  ctx = pl_context_create(NULL);
  one_tet(put("two.msh", gmsh2));
  one_tet(put("four.msh", gmsh4));
  // hexahedron, counted the other way round: turned
  const char *hex =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n"
      "$EndNodes\n$Elements\n1\n1 5 0 5 6 7 8 1 2 3 4\n$EndElements\n";
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_load_solid(ctx, put("hex.msh", hex), &mesh) == PL_OK);
  CHECK(mesh->n_hex == 1 && mesh->hex[0] == 0 && mesh->n_face == 6);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(solid_tetgen_files) {
  ctx = pl_context_create(NULL);
  for (int first = 0; first < 2; first++) {
    char node[400], ele[200];
    snprintf(node, sizeof node, "# made by hand\n4 3 0 1\n%d 0 0 0 1\n%d 1 0 0 1 # corner\n\n%d 0 1 0 1\n%d 0 0 1 1\n", first, first + 1,
             first + 2, first + 3);
    // TetGen's own order is the other way round
    snprintf(ele, sizeof ele, "1 4 0\n%d %d %d %d %d\n", first, first, first + 2, first + 1, first + 3);
    put("a.node", node);
    one_tet(put("a.ele", ele));
    put("a.ele", ele);
    one_tet(put("a.node", node));
  }
  pl_context_destroy(ctx);
}

static void refuse_file(const char *name, const char *text, int line, const char *part) {
  pl_mesh *mesh = NULL;
  pl_context_clear_error(ctx);
  CHECK(pl_mesh_load_solid(ctx, put(name, text), &mesh) != PL_OK && mesh == NULL);
  CHECK_CONTAINS(said_error(ctx), part);
  if (pl_context_error(ctx)->line != line)
    test_fail(__FILE__, __LINE__, "\"%s\" at line %d, expected %d", pl_context_error(ctx)->message, pl_context_error(ctx)->line, line);
}

// A copy of the text with the first `from` replaced.
static const char *changed(const char *text, const char *from, const char *to) {
  static char out[2000];
  const char *at = strstr(text, from);
  REQUIRE(at != NULL);
  snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  return out;
}

TEST(solid_files_refused_with_a_line) {
  ctx = pl_context_create(NULL);
  refuse_file("a.msh", changed(gmsh2, "2.2 0 8", "3.0 0 8"), 2, "[mesh.gmsh-format-version-read]|3");
  refuse_file("a.msh", changed(gmsh2, "2.2 0 8", "2.2 1 8"), 2, "binary");
  refuse_file("a.msh", changed(gmsh2, "20 1 0 0", "20 1 nan 0"), 11, "[mesh.expected-finite-number]");
  refuse_file("a.msh", changed(gmsh2, "20 1 0 0", "10 1 0 0"), 11, "[mesh.node-tag-used-twice]|10");
  refuse_file("a.msh", changed(gmsh2, "10 20 5 7\n$EndE", "10 20 5 8\n$EndE"), 19, "[mesh.element-refers-node-not]|8");
  refuse_file("a.msh", changed(gmsh2, "10 20 5 7\n$EndE", "10 20 5 5\n$EndE"), 19, "tetrahedron 3 uses vertex 5 twice");
  refuse_file("a.msh", changed(gmsh2, "3 4 2 1 1 10 20 5 7", "3 11 2 1 1 10 20 5 7"), 19, "[mesh.element-type-tetrahedra-hexahedra]|11");
  refuse_file("a.msh", changed(gmsh2, "$Nodes\n4", "$Nodes\n5"), 14, "[mesh.expected-integer]");
  refuse_file("a.msh", changed(gmsh2, "$Nodes\n4", "$Nodes\n400000"), 9, "announces 400000 nodes");
  refuse_file("a.msh", changed(gmsh4, "2 4 5 20", "2 5 5 20"), 19, "[mesh.nodes-announced-their-blocks]|5");
  refuse_file("a.stl", "solid", 0, "[mesh.mesh-files-type-cannot]|'.stl'");
  put("b.node", "4 2 0 0\n");
  refuse_file("b.ele", "1 4 0\n", 1, "[mesh.must]|2|3");
  put("b.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  refuse_file("b.ele", "1 10 0\n1 1 2 3 4 1 1 1 1 1 1\n", 1, "must be 4");
  // numbers as the file has them, in a unit that it does not say
  put("b.node", "5 3 0 0\n1 0 0 0\n2 10 0 0\n3 0 10 0\n4 0 0 10\n5 10 10 10\n");
  refuse_file("b.ele", "2 4 0\n7 1 2 3 4\n8 2 4 3 5\n", 3, "[mesh.vertices-inverted-rest-signed]|8|2|4|3|5|-333.333");
  put("b.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  refuse_file("b.ele", "1 4 0\n1 1 2 3 5\n", 2, "[mesh.must-2]|5|1|4");
  refuse_file(
      "c.vtk",
      "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\n"
      "CELL_TYPES 1\n14\n",
      8, "cell 0 has type 14 and 4 corners");
  pl_context_destroy(ctx);
}
