// test_mesh_specimen.c: strips, discs and the single triangle (src/mesh/specimen_*.c, delaunay.c).
#include "said.h"
#include "test.h"

#include <pliant/extend.h>
#include <pliant/mesh.h>
#include <stdlib.h>

#include "mesh/build.h"

static const double pi = 3.14159265358979323846;

static pl_context *context(void) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  return ctx;
}

static double smallest_angle(const pl_mesh *mesh) {
  double least = 180;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    for (int k = 0; k < 3; k++) {
      const double *a = mesh->rest + 2 * mesh->triangle[3 * t + k], *b = mesh->rest + 2 * mesh->triangle[3 * t + (k + 1) % 3],
                   *c = mesh->rest + 2 * mesh->triangle[3 * t + (k + 2) % 3];
      double cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      double dot = (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]);
      least = fmin(least, atan2(cross, dot) * 180 / pi);
    }
  }
  return least;
}

static double area2(const double *p, int32_t a, int32_t b, int32_t c) {
  return (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1]) - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]);
}

static double angle_at(const double *p, int32_t c, int32_t a, int32_t b) {
  double dot = (p[2 * a] - p[2 * c]) * (p[2 * b] - p[2 * c]) + (p[2 * a + 1] - p[2 * c + 1]) * (p[2 * b + 1] - p[2 * c + 1]);
  return atan2(fabs(area2(p, c, a, b)), dot);
}

// What holds for every specimen: a disc topologically, areas that add up, oriented hinges, a flat start, isometric rest coordinates.
static void check_specimen(const pl_mesh *mesh, double area, double angle) {
  CHECK(mesh->n_vertex - mesh->n_edge + mesh->n_triangle == 1);
  int32_t n_border_edge = 3 * mesh->n_triangle - 2 * mesh->n_hinge, n_border_vertex = 0;
  CHECK(mesh->n_edge == mesh->n_hinge + n_border_edge);
  double by_triangle = 0, by_vertex = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) by_triangle += mesh->triangle_area[t];
  for (int32_t i = 0; i < mesh->n_vertex; i++) {
    by_vertex += mesh->vertex_area[i];
    n_border_vertex += mesh->boundary[i];
    const double *x = mesh->x0 + 3 * i;
    CHECK(x[2] == 0);
    CHECK_NEAR(mesh->rest[2 * i], cos(angle) * x[0] - sin(angle) * x[1], 1e-15);
    CHECK_NEAR(mesh->rest[2 * i + 1], sin(angle) * x[0] + cos(angle) * x[1], 1e-15);
  }
  CHECK(n_border_vertex == n_border_edge);
  CHECK_CLOSE(by_triangle, area, 1e-12);
  CHECK_CLOSE(by_vertex, area, 1e-12);
  for (int32_t t = 0; t < mesh->n_triangle; t++) CHECK(mesh->triangle_area[t] > 0);
  for (int32_t h = 0; h < mesh->n_hinge; h++) {
    const int32_t *v = mesh->hinge + 4 * h;
    CHECK(v[0] < v[1]);
    CHECK(area2(mesh->rest, v[0], v[1], v[2]) > 0);
    CHECK(area2(mesh->rest, v[1], v[0], v[3]) > 0);
  }
  for (int32_t e = 1; e < mesh->n_edge; e++) {
    const int32_t *a = mesh->edge + 2 * (e - 1), *b = mesh->edge + 2 * e;
    CHECK(a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]));
  }
}

TEST(mesh_strip_kinds) {
  pl_context *ctx = context();
  const double angles[] = {0, pi / 4, pi / 2, -0.3};
  for (int kind = 0; kind < 3; kind++) {
    for (int k = 0; k < 4; k++) {
      pl_specimen specimen = {
          .length = 0.2, .width = 0.05, .angle = angles[k], .n_length = 17, .n_width = 5, .kind = (pl_topology_kind)kind, .seed = 7};
      pl_mesh *mesh = NULL;
      REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
      CHECK((int)mesh->kind == kind);
      CHECK(mesh->n_vertex == 18 * 6 && mesh->n_triangle == 2 * 17 * 5);
      CHECK(mesh->n_hinge == 17 * 5 + 16 * 5 + 17 * 4);
      check_specimen(mesh, 0.2 * 0.05, angles[k]);
      // The ends and sides are exact and evenly spaced.
      int32_t end[6];
      CHECK(pl_mesh_select(mesh, 0, 0, 0, 6, end) == 6);
      for (int j = 0; j < 6; j++) CHECK_NEAR(mesh->x0[3 * end[j] + 1], -0.025 + 0.01 * j, 1e-16);
      CHECK(pl_mesh_select(mesh, 0, 0.2, 0.2, 0, NULL) == 6);
      CHECK(pl_mesh_select(mesh, 1, -0.025, -0.025, 0, NULL) == 18);
      CHECK(pl_mesh_select(mesh, 1, 0.025, 0.025, 0, NULL) == 18);
      pl_mesh_destroy(mesh);
    }
  }
  pl_context_destroy(ctx);
}

TEST(mesh_strip_angle) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 0.3, .width = 0.1, .angle = pi / 2, .n_length = 3, .n_width = 1};
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  // Cut along the weft: the length of the strip lies along v, exactly.
  int32_t end[2];
  REQUIRE(pl_mesh_select(mesh, 0, 0.3, 0.3, 2, end) == 2);
  for (int k = 0; k < 2; k++) {
    CHECK(mesh->rest[2 * end[k] + 1] == 0.3);
    CHECK(fabs(mesh->rest[2 * end[k]]) == 0.05);
  }
  pl_mesh_destroy(mesh);
  specimen.angle = pi / 4;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  double u = 0, v = 0;
  for (int k = 0; k < 2; k++) u += mesh->rest[2 * end[k]] / 2, v += mesh->rest[2 * end[k] + 1] / 2;
  CHECK_NEAR(u, 0.3 / sqrt(2), 1e-15);
  CHECK_NEAR(v, 0.3 / sqrt(2), 1e-15);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

// +1: along (1, 1), -1: along (1, -1), of the hinge inside the cell whose lower corner is (x, y).
static int diagonal(const pl_mesh *mesh, double x, double y, double h) {
  for (int32_t i = 0; i < mesh->n_hinge; i++) {
    const double *a = mesh->x0 + 3 * mesh->hinge[4 * i], *b = mesh->x0 + 3 * mesh->hinge[4 * i + 1];
    double dx = b[0] - a[0], dy = b[1] - a[1];
    if (fabs(dx) < 0.5 * h || fabs(dy) < 0.5 * h) continue;
    if (fabs(fmin(a[0], b[0]) - x) < 0.1 * h && fabs(fmin(a[1], b[1]) - y) < 0.1 * h) return dx * dy > 0 ? 1 : -1;
  }
  return 0;
}

TEST(mesh_strip_diagonals) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 4, .width = 2, .n_length = 4, .n_width = 2};
  for (int kind = 0; kind < 2; kind++) {
    specimen.kind = (pl_topology_kind)kind;
    pl_mesh *mesh = NULL;
    REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 2; j++) CHECK(diagonal(mesh, i, j - 1, 1) == (specimen.kind == PL_TOPOLOGY_UNIFORM || (i + j) % 2 == 0 ? 1 : -1));
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_strip_irregular) {
  pl_context *ctx = context();
  for (uint64_t seed = 0; seed < 30; seed++) {
    pl_specimen specimen = {.length = 0.2, .width = 0.1, .n_length = 20, .n_width = 10, .kind = PL_TOPOLOGY_IRREGULAR, .seed = seed};
    pl_mesh *mesh = NULL;
    REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
    check_specimen(mesh, 0.02, 0);
    CHECK_LESS(15, smallest_angle(mesh));
    double worst = 0, moved = 0;
    for (int32_t h = 0; h < mesh->n_hinge; h++) {
      const int32_t *v = mesh->hinge + 4 * h;
      worst = fmax(worst, angle_at(mesh->rest, v[2], v[0], v[1]) + angle_at(mesh->rest, v[3], v[0], v[1]));
    }
    CHECK_LESS(worst, pi + 1e-8);  // Delaunay
    for (int32_t i = 0; i < mesh->n_vertex; i++) {
      double off = hypot(mesh->x0[3 * i] - 0.01 * (i / 11), mesh->x0[3 * i + 1] + 0.05 - 0.01 * (i % 11));
      if (mesh->boundary[i]) CHECK_NEAR(off, 0, 1e-15);
      moved += off;
    }
    CHECK_LESS(0.1 * 0.01 * 19 * 9, moved);  // a tenth of a cell on average
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_strip_irregular_reproducible) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 0.2, .width = 0.1, .n_length = 8, .n_width = 4, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3};
  pl_mesh *a = NULL, *b = NULL, *c = NULL;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &a) == PL_OK);
  REQUIRE(pl_mesh_strip(ctx, &specimen, &b) == PL_OK);
  specimen.seed = 4;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &c) == PL_OK);
  CHECK(memcmp(a->rest, b->rest, sizeof(double) * 2 * (size_t)a->n_vertex) == 0);
  CHECK(memcmp(a->triangle, b->triangle, sizeof(int32_t) * 3 * (size_t)a->n_triangle) == 0);
  CHECK(memcmp(a->rest, c->rest, sizeof(double) * 2 * (size_t)a->n_vertex) != 0);
  pl_mesh_destroy(a);
  pl_mesh_destroy(b);
  pl_mesh_destroy(c);
  pl_context_destroy(ctx);
}

// Long cells cannot have large angles, but jitter must not invert or flatten them.
TEST(mesh_strip_irregular_long_cells) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 1, .width = 0.1, .n_length = 6, .n_width = 12, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 1};
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  check_specimen(mesh, 0.1, 0);
  CHECK_LESS(1, smallest_angle(mesh));
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

static void check_disc(pl_context *ctx, pl_topology_kind kind, int n_length, double angle, int n_ring, const double *radius) {
  double outer = radius[n_ring - 1];
  pl_specimen specimen = {.length = 2 * outer, .width = 2 * outer, .angle = angle, .n_length = n_length, .kind = kind, .seed = 11};
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_disc(ctx, &specimen, n_ring, radius, &mesh) == PL_OK);
  CHECK(mesh->kind == (kind == PL_TOPOLOGY_IRREGULAR ? PL_TOPOLOGY_IRREGULAR : PL_TOPOLOGY_OTHER));
  // On each circle: n vertices, evenly spaced, joined by n edges.
  int n_on = 0;
  for (int k = 0; k < n_ring; k++) {
    n_on = 0;
    int n_chord = 0;
    for (int32_t i = 0; i < mesh->n_vertex; i++) n_on += fabs(hypot(mesh->x0[3 * i], mesh->x0[3 * i + 1]) - radius[k]) < 1e-15;
    CHECK(n_on >= 6);
    for (int32_t e = 0; e < mesh->n_edge; e++) {
      const double *a = mesh->x0 + 3 * mesh->edge[2 * e], *b = mesh->x0 + 3 * mesh->edge[2 * e + 1];
      if (fabs(hypot(a[0], a[1]) - radius[k]) > 1e-15 || fabs(hypot(b[0], b[1]) - radius[k]) > 1e-15) continue;
      CHECK_CLOSE(hypot(a[0] - b[0], a[1] - b[1]), 2 * radius[k] * sin(pi / n_on), 1e-12);
      n_chord++;
    }
    CHECK(n_chord == n_on);
  }
  check_specimen(mesh, 0.5 * n_on * outer * outer * sin(2 * pi / n_on), angle);
  CHECK_LESS(kind == PL_TOPOLOGY_IRREGULAR ? 15 : 20, smallest_angle(mesh));
  CHECK(mesh->x0[0] == 0 && mesh->x0[1] == 0 && !mesh->boundary[0]);
  pl_mesh_destroy(mesh);
}

TEST(mesh_disc) {
  pl_context *ctx = context();
  for (int kind = 0; kind < 3; kind++) {
    check_disc(ctx, (pl_topology_kind)kind, 15, 0, 2, (const double[]){0.03, 0.15});
    check_disc(ctx, (pl_topology_kind)kind, 20, 0.4, 2, (const double[]){0.09, 0.15});
    check_disc(ctx, (pl_topology_kind)kind, 9, 0, 1, (const double[]){0.1});
    check_disc(ctx, (pl_topology_kind)kind, 2, 0, 1, (const double[]){0.1});
    check_disc(ctx, (pl_topology_kind)kind, 30, 0, 4, (const double[]){0.02, 0.05, 0.06, 0.15});
  }
  pl_context_destroy(ctx);
}

TEST(mesh_disc_any_inner_ring) {
  pl_context *ctx = context();
  for (int n = 4; n < 30; n += 3) {
    for (double part = 0.05; part < 0.95; part += 0.07) {
      // Circles nearer than 0.45 cells are refused.
      if (part * n / 2 < 0.46 || (1 - part) * n / 2 < 0.46) continue;
      const double radius[2] = {part, 1};
      check_disc(ctx, PL_TOPOLOGY_ALTERNATING, n, 0, 2, radius);
      check_disc(ctx, PL_TOPOLOGY_IRREGULAR, n, 0, 2, radius);
    }
  }
  pl_context_destroy(ctx);
}

TEST(mesh_single) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 0.2, .width = 0.1, .angle = 0.5};
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_single(ctx, &specimen, &mesh) == PL_OK);
  CHECK(mesh->n_vertex == 3 && mesh->n_triangle == 1 && mesh->n_edge == 3 && mesh->n_hinge == 0 && mesh->hinge != NULL);
  check_specimen(mesh, 0.01, 0.5);
  const double x0[9] = {0, 0, 0, 0.2, 0, 0, 0, 0.1, 0};
  CHECK(memcmp(mesh->x0, x0, sizeof x0) == 0);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(mesh_specimen_refuses) {
  pl_context *ctx = context();
  const pl_specimen good = {.length = 0.2, .width = 0.2, .n_length = 4, .n_width = 4};
  struct {
    pl_specimen specimen;
    const char *part;
  } bad[] = {{good, "length = 0 m"}, {good, "width = -1 m"}, {good, "length = nan m"}, {good, "angle = inf"},
             {good, "n_length = 0"}, {good, "n_width = -3"}, {good, "limit"},          {good, "kind 3"}};
  bad[0].specimen.length = 0;
  bad[1].specimen.width = -1;
  bad[2].specimen.length = NAN;
  bad[3].specimen.angle = INFINITY;
  bad[4].specimen.n_length = 0;
  bad[5].specimen.n_width = -3;
  bad[6].specimen.n_length = bad[6].specimen.n_width = INT32_MAX;
  bad[7].specimen.kind = PL_TOPOLOGY_OTHER;
  pl_mesh *mesh = NULL;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    pl_context_clear_error(ctx);
    CHECK(pl_mesh_strip(ctx, &bad[i].specimen, &mesh) == PL_ERROR_INPUT && mesh == NULL);
    CHECK_CONTAINS(said_error(ctx), bad[i].part);
  }
  struct {
    double radius[2];
    const char *part;
  } ring[] = {{{0.05, 0.2}, "[mesh.outer-ring-radius-must]"},
              {{0.1, 0.05}, "must be > 0.1"},
              {{-1, 0.1}, "-1 m"},
              {{0.099, 0.1}, "at least 90 cells"},
              {{NAN, 0.1}, "nan"}};
  for (size_t i = 0; i < sizeof ring / sizeof ring[0]; i++) {
    pl_context_clear_error(ctx);
    CHECK(pl_mesh_disc(ctx, &good, 2, ring[i].radius, &mesh) == PL_ERROR_INPUT && mesh == NULL);
    CHECK_CONTAINS(said_error(ctx), ring[i].part);
  }
  pl_context_destroy(ctx);
}

// Twice the energy per area and k of the hinges around `centre` (within `reach` in x and y). The sheet is bent to a cylinder of curvature 1
// whose direction makes the angle phi with the warp. So this is the bending rigidity B / k that one hinge stiffness k stands for. Each
// hinge has the energy 1/2 k 3 e theta^2 / h, with h the mean of its two heights (docs/theory/discretisation.md).
static double rigidity(const pl_mesh *mesh, const double centre[2], double reach, double phi) {
  double sum = 0;
  for (int32_t i = 0; i < mesh->n_hinge; i++) {
    const int32_t *v = mesh->hinge + 4 * i;
    const double *a = mesh->rest + 2 * v[0], *b = mesh->rest + 2 * v[1];
    // A small shift, so that of two edges on opposite borders of the region one is counted.
    double mx = (a[0] + b[0]) / 2 - centre[0] + 1e-6, my = (a[1] + b[1]) / 2 - centre[1] + 1e-6;
    if (mx < -reach || mx >= reach || my < -reach || my >= reach) continue;
    double e = hypot(b[0] - a[0], b[1] - a[1]), normal[2] = {-(b[1] - a[1]) / e, (b[0] - a[0]) / e};
    double slope[2], height[2];
    for (int side = 0; side < 2; side++) {
      const double *c = mesh->rest + 2 * v[2 + side], *p[3] = {a, b, c};
      double z[3], d = normal[0] * (c[0] - a[0]) + normal[1] * (c[1] - a[1]), along = 0;
      for (int k = 0; k < 3; k++) z[k] = 0.5 * pow(cos(phi) * p[k][0] + sin(phi) * p[k][1], 2);
      along = ((b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])) / (e * e);
      slope[side] = (z[2] - z[0] - along * (z[1] - z[0])) / d;
      height[side] = fabs(d);
    }
    double theta = slope[0] - slope[1];
    sum += 3 * e * theta * theta / ((height[0] + height[1]) / 2);
  }
  return sum / (4 * reach * reach);
}

// The closed forms in docs/theory/discretisation.md.
TEST(mesh_hinge_rigidity) {
  pl_context *ctx = context();
  for (int kind = 0; kind < 2; kind++) {
    pl_specimen specimen = {.length = 8, .width = 8, .n_length = 8, .n_width = 8, .kind = (pl_topology_kind)kind};
    pl_mesh *mesh = NULL;
    REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
    for (int k = 0; k < 12; k++) {
      double phi = k * pi / 12, c = cos(phi), s = sin(phi);
      double alternating = 3 * (1 + 2 * c * c * s * s);
      double uniform = 3 * (pow(c * c + c * s, 2) + pow(s * s + c * s, 2) + 4 * c * c * s * s);
      CHECK_NEAR(rigidity(mesh, (const double[]){4, 0}, 2, phi), kind == 0 ? alternating : uniform, 1e-9);
    }
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

// Jittered points keep something of their grid, but neither diagonal is preferred; rings of near-equilateral triangles are rounder still.
TEST(mesh_hinge_rigidity_irregular) {
  pl_context *ctx = context();
  pl_specimen specimen = {.length = 80, .width = 80, .n_length = 80, .n_width = 80, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 2};
  for (int disc = 0; disc < 2; disc++) {
    pl_mesh *mesh = NULL;
    if (disc) specimen.kind = PL_TOPOLOGY_ALTERNATING;
    REQUIRE((disc ? pl_mesh_disc(ctx, &specimen, 1, (const double[]){40}, &mesh) : pl_mesh_strip(ctx, &specimen, &mesh)) == PL_OK);
    double value[12], least = INFINITY, most = 0;
    for (int k = 0; k < 12; k++) {
      value[k] = rigidity(mesh, (const double[]){disc ? 0 : 40, 0}, disc ? 26 : 36, k * pi / 12);
      least = fmin(least, value[k]);
      most = fmax(most, value[k]);
    }
    CHECK_CLOSE(value[3], value[9], 0.02);  // 45 and 135 degrees
    CHECK_LESS(most / least, disc ? 1.12 : 1.35);
    CHECK_LESS(3, least);
    pl_mesh_destroy(mesh);
  }
  pl_context_destroy(ctx);
}

TEST(mesh_delaunay_flip) {
  pl_context *ctx = context();
  // A flat rhombus split along its long diagonal 0-2: the angles at 1 and 3 sum to more than pi.
  const double p[8] = {-2, 0, 0, -1, 2, 0, 0, 1};
  const int32_t start[6] = {0, 1, 2, 2, 3, 0}, ring[4] = {1, 0, 1, 0}, rings[4] = {1, 0, 2, 0};
  int32_t triangle[6];
  memcpy(triangle, start, sizeof start);
  REQUIRE(pl__delaunay(ctx, 4, p, ring, 2, triangle) == PL_OK);
  CHECK(memcmp(triangle, start, sizeof start) == 0);  // the chord of a ring stays
  REQUIRE(pl__delaunay(ctx, 4, p, rings, 2, triangle) == PL_OK);
  for (int t = 0; t < 2; t++) {
    CHECK(pl__area2(p, triangle[3 * t], triangle[3 * t + 1], triangle[3 * t + 2]) == 4);
    CHECK_NEAR(pl__triangle_min_angle(p, triangle + 3 * t), 2 * atan(0.5), 1e-15);
  }
  pl_context_destroy(ctx);
}
