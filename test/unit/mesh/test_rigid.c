// test_rigid.c: surfaces of rigid bodies: shapes against their volumes, files with flipped faces, holes and flat triangles.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mesh/build.h"
#include "test.h"

#define PI 3.14159265358979323846

static double volume(const pl_mesh *m) {
  double sum = 0;
  for (int32_t f = 0; f < m->n_face; f++) {
    const double *a = m->x0 + 3 * m->face[4 * f], *b = m->x0 + 3 * m->face[4 * f + 1], *c = m->x0 + 3 * m->face[4 * f + 2];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

static double area(const pl_mesh *m) {
  double sum = 0;
  for (int32_t v = 0; v < m->n_vertex; v++) sum += m->vertex_area[v];
  return sum;
}

// With n chords around, a turned body has the volume of the smooth one times sin(2 pi/n)/(2 pi/n), and a coarse profile.
TEST(rigid_shapes) {
  pl_context *ctx = pl_context_create(NULL);
  const double a[3] = {0.1, -0.2, 0.3}, b[3] = {0.3, 0.1, -0.1}, length = sqrt(0.04 + 0.09 + 0.16);
  pl_mesh *m;
  double chords = sin(2 * PI / 72) / (2 * PI / 72);
  REQUIRE(pl_mesh_rigid_cylinder(ctx, a, b, 0.05, 72, &m) == PL_OK);
  CHECK_NEAR(volume(m), chords * PI * 0.0025 * length, 1e-15);
  CHECK(m->n_face == 4 * 72 && 1 - cos(PI / 72) < 1e-3);
  pl_mesh_destroy(m);
  REQUIRE(pl_mesh_rigid_capsule(ctx, a, b, 0.05, 72, &m) == PL_OK);
  double exact = PI * 0.0025 * length + 4.0 / 3 * PI * 1.25e-4;
  CHECK_NEAR(volume(m), exact, 3e-3 * exact);
  for (int32_t v = 0; v < m->n_vertex; v++) {  // on the surface
    double t = 0, d2 = 0;
    for (int k = 0; k < 3; k++) t += (m->x0[3 * v + k] - a[k]) * (b[k] - a[k]) / (length * length);
    t = fmax(0, fmin(1, t));
    for (int k = 0; k < 3; k++) d2 += pow(m->x0[3 * v + k] - a[k] - t * (b[k] - a[k]), 2);
    CHECK_NEAR(sqrt(d2), 0.05, 1e-12);
  }
  pl_mesh_destroy(m);
  REQUIRE(pl_mesh_rigid_capsule(ctx, a, a, 0.05, 72, &m) == PL_OK);
  CHECK_NEAR(volume(m), 4.0 / 3 * PI * 1.25e-4, 5e-3 * 5.2e-4);
  CHECK_NEAR(area(m), 4 * PI * 0.0025, 5e-3 * 0.0314);
  pl_mesh_destroy(m);
  const double low[3] = {-1, 0, 2}, high[3] = {1, 0.5, 3};
  REQUIRE(pl_mesh_rigid_box(ctx, low, high, &m) == PL_OK);
  CHECK_NEAR(volume(m), 1, 1e-14);
  CHECK_NEAR(area(m), 2 * (2 * 0.5 + 2 * 1 + 0.5), 1e-14);
  CHECK(pl_mesh_is_solid(m) && m->n_tet == 0 && m->vertex_volume[3] == 0);
  pl_mesh_destroy(m);
  pl_context_destroy(ctx);
}

static pl_status load(pl_context *ctx, const char *faces, pl_mesh **mesh, pl_surface_report *report) {
  char path[512];
  snprintf(path, sizeof path, "%s/body.obj", test_folder());
  FILE *file = fopen(path, "w");
  for (int i = 0; i < 8; i++) fprintf(file, "v %d %d %d\n", i & 1, i >> 1 & 1, i >> 2 & 1);
  fputs(faces, file);
  fclose(file);
  return pl_mesh_load_surface(ctx, path, mesh, report);
}

TEST(rigid_surface_files) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *m;
  pl_surface_report r;
  static const char quads[] = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  REQUIRE(load(ctx, quads, &m, &r) == PL_OK);
  CHECK(m->n_face == 12 && r.n_border == 0 && r.n_turned == 0 && r.n_flat == 0 && r.n_tangle == 0);
  CHECK_NEAR(volume(m), 1, 1e-15);
  pl_mesh_destroy(m);
  // two sides flipped, and all sides flipped
  REQUIRE(load(ctx, "f 2 4 3 1\nf 5 6 8 7\nf 5 6 2 1\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n", &m, &r) == PL_OK);
  CHECK(r.n_turned == 4 && r.n_border == 0 && r.n_tangle == 0);
  CHECK_NEAR(volume(m), 1, 1e-15);
  pl_mesh_destroy(m);
  REQUIRE(load(ctx, "f 2 4 3 1\nf 7 8 6 5\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n", &m, &r) == PL_OK);
  CHECK(r.n_turned == 12);
  CHECK_NEAR(volume(m), 1, 1e-15);
  pl_mesh_destroy(m);
  // a hole, a flat triangle, and a wall inside
  REQUIRE(load(ctx, "f 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\nf 1 2 1\n", &m, &r) == PL_OK);
  CHECK(r.n_border == 4 && r.n_flat == 1 && r.n_turned == 0 && m->n_face == 10);
  pl_mesh_destroy(m);
  char wall[400];
  snprintf(wall, sizeof wall, "%sf 1 2 8 7\n", quads);
  REQUIRE(load(ctx, wall, &m, &r) == PL_OK);
  CHECK(r.n_tangle == 4 && r.n_border == 0);  // its four edges lie on those of the cut sides
  pl_mesh_destroy(m);
  CHECK(load(ctx, "f 1 2 1\n", &m, &r) == PL_ERROR_INPUT && m == NULL);
  CHECK(load(ctx, "", &m, &r) == PL_ERROR_INPUT && m == NULL);
  pl_context_destroy(ctx);
}

TEST(rigid_body_of_the_shared_data) {
  const char *data = test_shared_data();
  char path[512];
  FILE *file = NULL;
  if (data) {
    snprintf(path, sizeof path, "%s/human-meshes-ccby/human_man.obj", data);
    file = fopen(path, "r");
  }
  if (!file) {
    test_skip("the shared data are absent");
    return;
  }
  fclose(file);
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *m;
  pl_surface_report r;
  REQUIRE(pl_mesh_load_surface(ctx, path, &m, &r) == PL_OK);
  CHECK(m->n_vertex == 6890 && r.n_turned == 0 && r.n_border == 0 && r.n_tangle == 0);
  CHECK_LESS(fabs(volume(m) - 0.07), 0.03);  // m^3, a person
  pl_mesh_destroy(m);
  pl_context_destroy(ctx);
}
