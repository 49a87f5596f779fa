// test_ring2.c: bending springs join vertices that are two cells apart, along the yarns and along the diagonals (thesis 3.3.1).
#include <math.h>
#include <stdio.h>

#include "model/elements.h"
#include "model/model.h"
#include "test.h"

// Springs on a grid of n x n cells of size h: rest lengths and sums of weights by class.
static void check_grid(pl_context *ctx, pl_topology_kind kind, int n, double h) {
  static const double length[] = {2, 2, 2.8284271247461903};
  pl_specimen specimen = {.length = n * h, .width = n * h, .n_length = n, .n_width = n, .kind = kind};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  pl_elements springs;
  REQUIRE(pl_elements_list(mesh->arena, mesh, PL_ELEMENT_RING2, &springs) == PL_OK);
  const pl_strain *strain = pl_strain_find("spring-2");
  int count[3] = {0};
  double weight[3] = {0};
  for (int32_t i = 0; i < springs.n; i++) {
    const int32_t *v = springs.vertex + 2 * i;
    const double *a = mesh->rest + 2 * v[0], *b = mesh->rest + 2 * v[1];
    int class_index = strain->classify(mesh, v);
    CHECK_CLOSE(hypot(b[0] - a[0], b[1] - a[1]), length[class_index] * h, 1e-12);
    count[class_index]++;
    weight[class_index] += springs.area[i];
  }
  // each row of n cells has n - 1 of them; along the border half as many triangles share an edge
  CHECK(count[0] == (n + 1) * (n - 1));
  CHECK(count[1] == (n + 1) * (n - 1));
  CHECK_CLOSE(weight[0], n * (n - 1) * h * h, 1e-12);
  CHECK_CLOSE(weight[1], n * (n - 1) * h * h, 1e-12);
  // one diagonal through every inner vertex, or two through every second
  CHECK(kind != PL_TOPOLOGY_UNIFORM || count[2] == (n - 1) * (n - 1));
  CHECK_CLOSE(weight[2] / count[2], h * h, 1e-12);
  CHECK(count[2] >= (n - 1) * (n - 1) - 1);
  CHECK(count[2] <= (n - 1) * (n - 1) + 1);
  pl_mesh_destroy(mesh);
}

TEST(ring2_springs_span_two_cells) {
  pl_context *ctx = pl_context_create(NULL);
  for (int n = 3; n <= 6; n++) {
    check_grid(ctx, PL_TOPOLOGY_ALTERNATING, n, 0.01);
    check_grid(ctx, PL_TOPOLOGY_UNIFORM, n, 0.01);
  }
  pl_context_destroy(ctx);
}

// On an irregular mesh a spring still goes nearly straight through its middle vertex, and no vertex has two in one direction.
TEST(ring2_springs_of_irregular_meshes) {
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 1, .width = 1, .n_length = 12, .n_width = 12, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  pl_elements springs;
  REQUIRE(pl_elements_list(mesh->arena, mesh, PL_ELEMENT_RING2, &springs) == PL_OK);
  double sum = 0, all = 0;
  CHECK(2 * springs.n > 3 * mesh->n_vertex);
  CHECK(springs.n < 3 * mesh->n_vertex);
  for (int32_t i = 0; i < springs.n; i++) {
    const double *a = mesh->rest + 2 * springs.vertex[2 * i], *b = mesh->rest + 2 * springs.vertex[2 * i + 1];
    const double *m = mesh->rest + 2 * springs.middle[i];
    double first = hypot(m[0] - a[0], m[1] - a[1]), second = hypot(b[0] - m[0], b[1] - m[1]);
    double cosine = ((m[0] - a[0]) * (b[0] - m[0]) + (m[1] - a[1]) * (b[1] - m[1])) / (first * second);
    CHECK(cosine > 0.70710678118654752);
    sum += springs.area[i];
  }
  for (int32_t t = 0; t < mesh->n_triangle; t++) all += mesh->triangle_area[t];
  printf("irregular: %d springs of %d vertices, weight %.3f of the area\n", springs.n, mesh->n_vertex, sum / all);
  CHECK(sum < 3 * all);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
