// test_mesh.c: creation, topology and validation of meshes (src/mesh/mesh.c, topology.c).
#include "said.h"
#include "test.h"

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdlib.h>

// A unit square of two triangles over the diagonal 0-2.
static const double square_rest[8] = {0, 0, 1, 0, 1, 1, 0, 1};
static const int32_t square_triangle[6] = {0, 1, 2, 0, 2, 3};

static pl_context *context(void) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  return ctx;
}

TEST(mesh_create_square) {
  pl_context *ctx = context();
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_create(ctx, 4, square_rest, NULL, 2, square_triangle, PL_TOPOLOGY_UNIFORM, &mesh) == PL_OK);
  CHECK(mesh->n_vertex == 4 && mesh->n_triangle == 2 && mesh->n_edge == 5 && mesh->n_hinge == 1);
  CHECK(mesh->kind == PL_TOPOLOGY_UNIFORM);
  const int32_t edge[10] = {0, 1, 0, 2, 0, 3, 1, 2, 2, 3};
  CHECK(memcmp(mesh->edge, edge, sizeof edge) == 0);
  // 0 -> 2 is counter-clockwise in the triangle 0 2 3, which therefore comes first; 1 is opposite in the second.
  const int32_t hinge[4] = {0, 2, 3, 1};
  CHECK(memcmp(mesh->hinge, hinge, sizeof hinge) == 0);
  for (int t = 0; t < 2; t++) CHECK_NEAR(mesh->triangle_area[t], 0.5, 0);
  const double vertex_area[4] = {1.0 / 3, 1.0 / 6, 1.0 / 3, 1.0 / 6};
  for (int i = 0; i < 4; i++) {
    CHECK_NEAR(mesh->vertex_area[i], vertex_area[i], 1e-16);
    CHECK(mesh->boundary[i] == 1);
    CHECK(mesh->x0[3 * i] == square_rest[2 * i] && mesh->x0[3 * i + 1] == square_rest[2 * i + 1] && mesh->x0[3 * i + 2] == 0);
  }
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(NULL);
  pl_context_destroy(ctx);
}

TEST(mesh_create_copies) {
  pl_context *ctx = context();
  double rest[8], x0[12] = {0, 0, 5, 1, 0, 5, 1, 1, 6, 0, 1, 5};
  int32_t triangle[6];
  memcpy(rest, square_rest, sizeof rest);
  memcpy(triangle, square_triangle, sizeof triangle);
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_create(ctx, 4, rest, x0, 2, triangle, PL_TOPOLOGY_OTHER, &mesh) == PL_OK);
  memset(rest, 0, sizeof rest);
  memset(x0, 0, sizeof x0);
  memset(triangle, 0, sizeof triangle);
  CHECK(memcmp(mesh->rest, square_rest, sizeof rest) == 0);
  CHECK(memcmp(mesh->triangle, square_triangle, sizeof triangle) == 0);
  CHECK(mesh->x0[8] == 6);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_select) {
  pl_context *ctx = context();
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_create(ctx, 4, square_rest, NULL, 2, square_triangle, PL_TOPOLOGY_UNIFORM, &mesh) == PL_OK);
  int32_t found[4] = {-1, -1, -1, -1};
  CHECK(pl_mesh_select(mesh, 0, 0.5, 1, 4, found) == 2 && found[0] == 1 && found[1] == 2);
  // The count is complete even when the buffer is not.
  found[1] = -1;
  CHECK(pl_mesh_select(mesh, 1, 0, 0, 1, found) == 2 && found[0] == 0 && found[1] == -1);
  CHECK(pl_mesh_select(mesh, 2, 0.1, 1, 4, found) == 0);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

// Creation must fail, name what is wrong and suggest something.
static void refused(int32_t n_vertex, const double *rest, const double *x0, int32_t n_triangle, const int32_t *triangle, const char *part) {
  pl_context *ctx = context();
  pl_mesh *mesh = (pl_mesh *)&mesh;
  CHECK(pl_mesh_create(ctx, n_vertex, rest, x0, n_triangle, triangle, PL_TOPOLOGY_OTHER, &mesh) == PL_ERROR_INPUT);
  CHECK(mesh == NULL);
  CHECK_CONTAINS(said_error(ctx), part);
  CHECK(pl_context_error(ctx)->hint[0] != 0);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_create_refuses) {
  const double *r = square_rest;
  refused(0, r, NULL, 2, square_triangle, "0 vertices");
  refused(-4, r, NULL, 2, square_triangle, "-4 vertices");
  refused(4, r, NULL, 0, square_triangle, "0 triangles");
  refused(4, r, NULL, -1, square_triangle, "-1 triangles");
  refused(4, r, NULL, INT32_MAX, square_triangle, "at most");
  refused(4, r, NULL, 2, (const int32_t[]){0, 1, 2, 0, 2, 4}, "[mesh.triangle-refers-vertex-mesh]|1|4");
  refused(4, r, NULL, 2, (const int32_t[]){0, -1, 2, 0, 2, 3}, "[mesh.triangle-refers-vertex-mesh]|0|-1");
  refused(4, r, NULL, 2, (const int32_t[]){0, 1, 2, 3, 2, 3}, "triangle 1 uses vertex 3 twice");
  refused(4, r, NULL, 2, (const int32_t[]){0, 1, 2, 0, 3, 2}, "triangle 1 (vertices 0, 3, 2) is inverted");
  refused(4, r, NULL, 3, (const int32_t[]){0, 1, 2, 0, 2, 3, 0, 1, 2}, "overlap");
  refused(4, r, NULL, 1, (const int32_t[]){0, 1, 2}, "[mesh.vertex-belongs-no-triangle]|3");
  refused(4, (const double[]){0, 0, 1, 0, 2, 0, 0, 1}, NULL, 2, square_triangle, "triangle 0 (vertices 0, 1, 2) is flat");
  refused(4, (const double[]){0, 0, 1, 0, 1, 0, 0, 1}, NULL, 2, square_triangle, "flat");
  refused(4, (const double[]){0, 0, 1, NAN, 1, 1, 0, 1}, NULL, 2, square_triangle, "[mesh.vertex-must-finite-number]|1");
  refused(4, (const double[]){0, 0, 1e300, 0, 1, 1, 0, 1}, NULL, 2, square_triangle, "1e+300");
  refused(4, r, (const double[]){0, 0, 0, 1, 0, 0, 1, 1, -INFINITY, 0, 1, 0}, 2, square_triangle, "[mesh.vertex-must-finite-number]|2");
  // Three triangles on the edge 0-1; all counter-clockwise, one on the other side.
  const double fan[10] = {0, 0, 1, 0, 0.5, 1, 0.5, 2, 0.5, -1};
  refused(5, fan, NULL, 3, (const int32_t[]){0, 1, 2, 0, 1, 3, 1, 0, 4}, "edge 0-1 has 3 triangles");
}

TEST(mesh_create_keeps_small_triangles) {
  // Size does not matter, only shape: micrometres are fine.
  pl_context *ctx = context();
  double rest[8];
  for (int i = 0; i < 8; i++) rest[i] = 1e-6 * square_rest[i];
  pl_mesh *mesh = NULL;
  CHECK(pl_mesh_create(ctx, 4, rest, NULL, 2, square_triangle, PL_TOPOLOGY_OTHER, &mesh) == PL_OK);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
