// Placement and starting values of material samples: places, the stiffness map, insertion, values carried over.
#include "estimate/field/sample_plan.h"

#include <stdlib.h>

#include "base/rng.h"
#include "mesh/volume.h"
#include "test.h"

static pl_context *ctx;
static pl_arena *arena;

static void begin(void) {
  ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
}

static void end(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static pl_mesh *block(pl_solid_kind kind) {
  pl_block_specimen s = {.size = {0.08, 0.04, 0.03}, .n = {8, 4, 3}, .kind = kind, .jitter = 0.2, .seed = 2};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
  return mesh;
}

// Volume of a trilinear hexahedron: det dX/dxi has at most two powers of each coordinate, so 2 x 2 x 2 Gauss points are exact.
static double gauss_volume(const pl_mesh *mesh, const int32_t *v) {
  static const double sign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}};
  double sum = 0;
  for (int g = 0; g < 8; g++) {
    double f[3][3] = {{0}};
    for (int a = 0; a < 8; a++)
      for (int k = 0; k < 3; k++) {
        double slope = sign[a][k] / 8;
        for (int o = 1; o < 3; o++) slope *= 1 + sign[a][(k + o) % 3] * sign[g][(k + o) % 3] / sqrt(3);
        for (int i = 0; i < 3; i++) f[i][k] += slope * mesh->rest3[3 * v[a] + i];
      }
    sum += f[0][0] * (f[1][1] * f[2][2] - f[1][2] * f[2][1]) - f[0][1] * (f[1][0] * f[2][2] - f[1][2] * f[2][0]) +
           f[0][2] * (f[1][0] * f[2][1] - f[1][1] * f[2][0]);
  }
  return sum;
}

TEST(element_volume_of_warped_hexahedra) {
  begin();
  pl_mesh *mesh = block(PL_SOLID_HEX);
  for (int32_t e = 0; e < mesh->n_hex; e++)
    CHECK_CLOSE(pl_element_volume(mesh, mesh->n_tet + e, mesh->rest3, NULL), gauss_volume(mesh, mesh->hex + 8 * e), 1e-12);
  pl_mesh_destroy(mesh);
  end();
}

TEST(sample_plan_places) {
  begin();
  for (int kind = 0; kind < 4; kind++) {
    pl_mesh *mesh;
    pl_specimen strip = {.length = 0.1, .width = 0.03, .n_length = 10, .n_width = 3, .kind = PL_TOPOLOGY_UNIFORM};
    if (kind < 3)
      mesh = block((pl_solid_kind)kind);
    else
      REQUIRE(pl_mesh_strip(ctx, &strip, &mesh) == PL_OK);
    pl_places places;
    REQUIRE(pl_places_of_mesh(arena, mesh, &places) == PL_OK);
    double sum = 0;
    for (int32_t e = 0; e < places.n; e++) sum += places.size[e];
    CHECK_CLOSE(sum, kind < 3 ? 0.08 * 0.04 * 0.03 : 0.1 * 0.03, 1e-12);  // neighbours agree about a warped face
    CHECK_CLOSE(places.extent, kind < 3 ? sqrt(0.08 * 0.08 + 0.04 * 0.04 + 0.03 * 0.03) : sqrt(0.1 * 0.1 + 0.03 * 0.03), 1e-12);
    enum { N = 12 };
    int32_t chosen[N];
    double share[N], total = 0, least = INFINITY, farthest = 0;
    int n;
    REQUIRE(pl_places_spread(ctx, &places, N, &n, chosen, share) == PL_OK);
    REQUIRE(n == N);
    for (int i = 0; i < N; i++) {
      total += share[i];
      for (int j = 0; j < i; j++) {
        double d = 0;
        for (int k = 0; k < 3; k++) d += pow(places.place[3 * chosen[i] + k] - places.place[3 * chosen[j] + k], 2);
        least = fmin(least, sqrt(d));
      }
    }
    CHECK_CLOSE(total, sum, 1e-12);
    // no place is farther from all of them than they are from each other: that place would have been chosen
    for (int32_t e = 0; e < places.n; e++) {
      double nearest = INFINITY;
      for (int i = 0; i < N; i++) {
        double d = 0;
        for (int k = 0; k < 3; k++) d += pow(places.place[3 * chosen[i] + k] - places.place[3 * e + k], 2);
        nearest = fmin(nearest, sqrt(d));
      }
      farthest = fmax(farthest, nearest);
    }
    CHECK(farthest <= least * (1 + 1e-12));
    pl_mesh_destroy(mesh);
  }
  end();
}

// A ball on a line of candidates in space: the first sample is in it, those that follow describe its border, and the misfit falls.
TEST(sample_plan_insertion) {
  begin();
  pl_mesh *mesh = block(PL_SOLID_TET6);
  pl_places places;
  REQUIRE(pl_places_of_mesh(arena, mesh, &places) == PL_OK);
  enum { N = 120 };
  int32_t chosen[N];
  double share[N], candidate[3 * N], map[N], point[3 * 16], centre[3] = {0.05, 0.02, 0.015}, before = INFINITY;
  int n;
  REQUIRE(pl_places_spread(ctx, &places, N, &n, chosen, share) == PL_OK);
  for (int k = 0; k < n; k++) {
    double d = 0;
    for (int c = 0; c < 3; c++) candidate[3 * k + c] = places.place[3 * chosen[k] + c], d += pow(candidate[3 * k + c] - centre[c], 2);
    map[k] = d < 0.013 * 0.013 ? 4 : 1;
  }
  pl_wanted_map wish = {n, candidate, share, map};
  int n_point = pl_samples_insert(&wish, 0, 0, 1, point);
  CHECK(n_point == 1);
  double d = 0;
  for (int c = 0; c < 3; c++) d += pow(point[c] - centre[c], 2);
  CHECK(d < 0.013 * 0.013);
  for (int wanted = 2; wanted <= 16; wanted *= 2) {
    double first[3 * 16], value[16], one[1] = {0}, sum = 0, lower = -INFINITY;
    memcpy(first, point, sizeof first);
    int kept = n_point;
    n_point = pl_samples_insert(&wish, 0, n_point, wanted, point);
    CHECK(n_point == wanted);
    CHECK(memcmp(first, point, 3 * (size_t)kept * sizeof *point) == 0);
    // the field of the samples that is nearest to the map: candidates as sharp samples
    pl_samples from = {n, candidate, 1e-4}, to = {n_point, point, pl_samples_radius_for(n_point, point, 0, places.extent)};
    pl_places at = {n, candidate, share, places.extent};
    REQUIRE(pl_samples_carry(ctx, &at, &from, map, &to, 1, &lower, value) == PL_OK);
    for (int k = 0; k < n; k++) {
      double phi[16];
      pl_samples_weights(&to, candidate + 3 * k, phi);
      pl_samples_mix(n_point, phi, 1, value, one);
      sum += share[k] * pow(one[0] - map[k], 2);
    }
    CHECK(sum < before);
    before = sum;
  }
  CHECK(pl_samples_radius_for(2, (double[6]){0, 0, 0, 0.1, 0, 0}, 0, 1) == PL_SAMPLE_RADIUS * 0.1);
  CHECK(pl_samples_radius_for(2, (double[6]){0, 0, 0, 0.1, 0, 0}, 0.3, 1) == 0.3);
  // a field of samples with some radius is fitted best with that radius
  double value[16], field[N], apart = pl_samples_radius(n_point, point, places.extent);
  pl_samples made = {n_point, point, 0.65 * apart};
  for (int m = 0; m < n_point; m++) value[m] = m % 3;
  for (int k = 0; k < n; k++) {
    double phi[16];
    pl_samples_weights(&made, candidate + 3 * k, phi);
    pl_samples_mix(n_point, phi, 1, value, &field[k]);
  }
  CHECK_CLOSE(pl_samples_fit_radius(&(pl_wanted_map){n, candidate, share, field}, n_point, point, places.extent), made.radius, 1e-12);
  CHECK(pl_samples_fit_radius(&wish, 1, point, places.extent) == places.extent);
  pl_mesh_destroy(mesh);
  end();
}

// Samples split in two with the values they had: nearly the field there was, and the pair lies along the slope of the map.
TEST(sample_plan_split) {
  begin();
  pl_mesh *mesh = block(PL_SOLID_TET6);
  pl_places places;
  REQUIRE(pl_places_of_mesh(arena, mesh, &places) == PL_OK);
  double point[12] = {0.02, 0.02, 0.015, 0.06, 0.02, 0.015}, value[2] = {1, 3}, twice[4] = {1, 1, 3, 3}, r = 0.012;
  double *map = pl_arena_alloc(arena, (size_t)places.n, sizeof *map), worst = 0;
  REQUIRE(map != NULL);
  for (int32_t e = 0; e < places.n; e++) map[e] = places.place[3 * e + 1];
  double old[6];
  memcpy(old, point, sizeof old);
  pl_samples_split(&(pl_wanted_map){places.n, places.place, places.size, map}, 2, point, r, point);
  for (int m = 0; m < 2; m++)
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(0.5 * (point[6 * m + k] + point[6 * m + 3 + k]), old[3 * m + k], 1e-15);
      double apart = point[6 * m + 3 + k] - point[6 * m + k];
      if (k == 1) CHECK(apart > 1.9 * PL_SAMPLE_SPLIT * r && apart < 2.01 * PL_SAMPLE_SPLIT * r);
    }
  pl_samples one = {2, old, r}, two = {4, point, r};
  for (int32_t e = 0; e < places.n; e++) {
    double phi[4], was, is;
    pl_samples_weights(&one, places.place + 3 * e, phi);
    pl_samples_mix(2, phi, 1, value, &was);
    pl_samples_weights(&two, places.place + 3 * e, phi);
    pl_samples_mix(4, phi, 1, twice, &is);
    worst = fmax(worst, fabs(is - was));
  }
  CHECK(worst < 0.02);
  pl_mesh_destroy(mesh);
  end();
}

TEST(sample_plan_carries_values) {
  begin();
  pl_mesh *mesh = block(PL_SOLID_TET5);
  pl_places places;
  REQUIRE(pl_places_of_mesh(arena, mesh, &places) == PL_OK);
  double old_point[6] = {0.01, 0.01, 0.01, 0.07, 0.03, 0.02},
         new_point[12] = {0.01, 0.01, 0.01, 0.07, 0.03, 0.02, 0.04, 0.02, 0.01, 0.05, 0.01, 0.02};
  pl_samples old = {2, old_point, 0.02}, same = {2, old_point, 0.02}, more = {4, new_point, 0.015};
  double value[4] = {5, 100, 9, 100}, out[8], lower[2] = {0, 0};
  // the same samples: the same values
  REQUIRE(pl_samples_carry(ctx, &places, &old, value, &same, 2, lower, out) == PL_OK);
  for (int i = 0; i < 4; i++) CHECK_CLOSE(out[i], value[i], 5e-3);
  // what is equal everywhere stays so; what is not stays between, and near its own place
  REQUIRE(pl_samples_carry(ctx, &places, &old, value, &more, 2, lower, out) == PL_OK);
  for (int i = 0; i < 4; i++) CHECK_CLOSE(out[2 * i + 1], 100.0, 1e-9);
  CHECK(out[0] < 6 && out[2] > 8 && out[4] > 5.5 && out[4] < 8.5);
  lower[0] = 7;
  REQUIRE(pl_samples_carry(ctx, &places, &old, value, &more, 2, lower, out) == PL_OK);
  CHECK(out[0] == 7);
  pl_mesh_destroy(mesh);
  end();
}
