// test_resample.c: material points are found, clips stay rigid, and the interpolation error is what the coarser mesh cannot represent.
#include "said.h"
#include "test.h"

#include <stdlib.h>

#include "base/rng.h"
#include "growth.h"
#include "protocol/capture/capture_part.h"

#define PI 3.14159265358979323846

static pl_context *ctx;
static pl_arena *arena;

static void start(void) {
  ctx = pl_context_create(NULL);
  arena = pl_arena_create(ctx);
}
static void finish(void) {
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

static pl_mesh *sheet(int cells, pl_topology_kind kind) {
  pl_specimen specimen = {.length = 0.1, .width = 0.08, .n_length = cells, .n_width = cells, .kind = kind, .seed = 3};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  return mesh;
}

typedef void (*shape)(double u, double v, int frame, double x[3]);
static void affine(double u, double v, int frame, double x[3]) {
  double e = 0.01 * frame;
  x[0] = (1 + e) * u + 0.02 * v + 0.3;
  x[1] = -0.01 * u + (1 - 0.3 * e) * v;
  x[2] = 0.5 * u - 0.1 * v + 0.001 * frame;
}
static void wave(double u, double v, int frame, double x[3]) {
  x[0] = u;
  x[1] = v;
  x[2] = 0.005 * sin(2 * PI * u / 0.1 + 0.3 * frame) * cos(PI * v / 0.08);
}

static pl_capture capture_of(const pl_mesh *mesh, int n_frame, shape f) {
  double *x = pl_arena_alloc(arena, 3 * (size_t)mesh->n_vertex * (size_t)n_frame, sizeof *x);
  REQUIRE(x);
  for (int k = 0; k < n_frame; k++)
    for (int32_t i = 0; i < mesh->n_vertex; i++)
      f(mesh->rest[2 * i], mesh->rest[2 * i + 1], k, x + 3 * ((size_t)mesh->n_vertex * (size_t)k + (size_t)i));
  return (pl_capture){.motion = "other", .direction = "", .mesh = mesh, .n_frame = n_frame, .x = x, .mass = 1e-3};
}

// A bar that turns about z and moves along x, holding the captured vertices with u <= limit.
static pl_clip clip_of(const pl_mesh *mesh, int n_frame, double limit) {
  int32_t *vertex = pl_arena_alloc(arena, (size_t)mesh->n_vertex, sizeof *vertex);
  double *pose = pl_arena_alloc(arena, 12 * (size_t)n_frame, sizeof *pose);
  REQUIRE(vertex && pose);
  pl_clip clip = {.name = "bar", .mass = 0.01, .vertex = vertex, .pose = pose, .axis = {0, 1, 0}};
  for (int32_t i = 0; i < mesh->n_vertex; i++)
    if (mesh->rest[2 * i] <= limit + 1e-12) vertex[clip.n_vertex++] = i;
  for (int f = 0; f < n_frame; f++) {
    double *R = pose + 12 * f, a = 0.1 * f;
    R[0] = R[4] = cos(a), R[1] = -sin(a), R[3] = sin(a), R[8] = 1, R[9] = -0.002 * f, R[10] = 0.001;
  }
  return clip;
}

TEST(resample_affine_is_exact) {
  start();
  pl_mesh *fine = sheet(40, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(7, PL_TOPOLOGY_ALTERNATING);
  pl_capture capture = capture_of(fine, 5, affine);
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  CHECK(out.mesh == coarse && out.supported == NULL);
  for (int f = 0; f < 5; f++)
    for (int32_t i = 0; i < coarse->n_vertex; i++) {
      double x[3];
      affine(coarse->rest[2 * i], coarse->rest[2 * i + 1], f, x);
      for (int k = 0; k < 3; k++) CHECK_NEAR(out.x[3 * (f * coarse->n_vertex + i) + k], x[k], 1e-12);
      CHECK(out.clip[i] == -1);
    }
  CHECK_LESS(out.error, 1e-12);
  CHECK_LESS(out.error_max, 1e-11);
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

// The bins find what a search through all triangles finds, inside and outside.
TEST(resample_locator_against_all_triangles) {
  start();
  pl_mesh *mesh = sheet(17, PL_TOPOLOGY_IRREGULAR);
  pl__locator *locator = pl__locator_create(arena, mesh);
  REQUIRE(locator);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  int n_inside = 0;
  for (int i = 0; i < 3000; i++) {
    double p[2] = {0.13 * pl_rng_uniform(&rng) - 0.015, 0.11 * pl_rng_uniform(&rng) - 0.055}, nearest = INFINITY;
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      const int32_t *v = mesh->triangle + 3 * t;
      bool inside = true;
      for (int k = 0; k < 3; k++) {
        const double *a = mesh->rest + 2 * v[k], *b = mesh->rest + 2 * v[(k + 1) % 3];
        double du = b[0] - a[0], dv = b[1] - a[1], s = ((p[0] - a[0]) * du + (p[1] - a[1]) * dv) / (du * du + dv * dv);
        s = fmin(1, fmax(0, s));
        nearest = fmin(nearest, hypot(p[0] - a[0] - s * du, p[1] - a[1] - s * dv));
        inside = inside && du * (p[1] - a[1]) - dv * (p[0] - a[0]) >= 0;
      }
      if (inside) nearest = -1;
      if (inside) break;
    }
    pl__place place = pl__locate(locator, p);
    REQUIRE(place.triangle >= 0);
    CHECK_NEAR(place.distance, fmax(nearest, 0), 1e-9);
    n_inside += place.distance == 0;
    // the weights give the point back, inside or not
    const int32_t *v = mesh->triangle + 3 * place.triangle;
    for (int k = 0; k < 2; k++) {
      double at = 0;
      for (int j = 0; j < 3; j++) at += place.weight[j] * mesh->rest[2 * v[j] + k];
      CHECK_NEAR(at, p[k], 1e-12);
    }
  }
  CHECK(n_inside > 1500 && n_inside < 2500);
  pl_mesh_destroy(mesh);
  finish();
}

TEST(resample_error_falls_with_the_square_of_the_cell) {
  start();
  pl_mesh *fine = sheet(60, PL_TOPOLOGY_IRREGULAR);
  pl_capture capture = capture_of(fine, 4, wave);
  double error[3];
  for (int level = 0; level < 3; level++) {
    pl_mesh *coarse = sheet(5 << level, PL_TOPOLOGY_ALTERNATING);
    pl_resampled out;
    REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
    CHECK(out.error < out.error_max && out.error_max < 10 * out.error);
    error[level] = out.error;
    pl_mesh_destroy(coarse);
  }
  CHECK(error[0] / error[1] > 3.2 && error[0] / error[1] < 5);
  CHECK(error[1] / error[2] > 3.2 && error[1] / error[2] < 5);
  CHECK(error[2] > 1e-5 && error[2] < 5e-4);
  pl_mesh_destroy(fine);
  finish();
}

// Clamped vertices are rigid, however noisy the capture of the cloth under the clip is.
TEST(resample_clips_are_rigid) {
  start();
  enum { N_FRAME = 6 };
  pl_mesh *fine = sheet(40, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(10, PL_TOPOLOGY_ALTERNATING);
  pl_capture capture = capture_of(fine, N_FRAME, wave);
  pl_clip clip = clip_of(fine, N_FRAME, 0.0135);
  capture.n_clip = 1;
  capture.clip = &clip;
  // the cloth under the clip moves with it: local coordinates (u, v, 0) and noise
  pl_rng rng;
  pl_rng_init(&rng, 8);
  for (int f = 0; f < N_FRAME; f++)
    for (int32_t i = 0; i < clip.n_vertex; i++) {
      const double *R = clip.pose + 12 * f, *rest = fine->rest + 2 * clip.vertex[i];
      double *x = (double *)capture.x + 3 * (f * fine->n_vertex + clip.vertex[i]);
      for (int k = 0; k < 3; k++) x[k] = R[3 * k] * rest[0] + R[3 * k + 1] * rest[1] + R[9 + k] + 1e-4 * pl_rng_normal(&rng);
    }
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  int n_held = 0;
  for (int32_t i = 0; i < coarse->n_vertex; i++) {
    bool held = coarse->rest[2 * i] < 0.0105;
    CHECK(out.clip[i] == (held ? 0 : -1));
    if (!held) continue;
    n_held++;
    double local[N_FRAME][3];
    for (int f = 0; f < N_FRAME; f++) {
      const double *R = clip.pose + 12 * f, *x = out.x + 3 * (f * coarse->n_vertex + i);
      for (int k = 0; k < 3; k++) local[f][k] = R[k] * (x[0] - R[9]) + R[3 + k] * (x[1] - R[10]) + R[6 + k] * (x[2] - R[11]);
      for (int k = 0; k < 3; k++) CHECK_NEAR(local[f][k], local[0][k], 1e-14);
    }
    CHECK_NEAR(local[0][0], coarse->rest[2 * i], 3e-4);
    CHECK_NEAR(local[0][1], coarse->rest[2 * i + 1], 3e-4);
  }
  CHECK(n_held == 2 * 11);
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

// A frame in which tracking failed at the clip moves no vertex of the clip, there or elsewhere.
TEST(resample_clip_ignores_a_damaged_frame) {
  start();
  pl_mesh *fine = sheet(40, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(8, PL_TOPOLOGY_ALTERNATING);
  enum { N = 5, BAD = 3 };
  pl_capture capture = capture_of(fine, N, affine);
  pl_clip clip = clip_of(fine, N, 0.0125);
  capture.n_clip = 1;
  capture.clip = &clip;
  double *x = (double *)capture.x;
  for (int f = 0; f < N; f++)
    for (int32_t v = 0; v < fine->n_vertex; v++) {  // all of the cloth moves with the clip
      const double *pose = clip.pose + 12 * f, *r = fine->rest + 2 * v;
      for (int k = 0; k < 3; k++) x[3 * (f * fine->n_vertex + v) + k] = pose[3 * k] * r[0] + pose[3 * k + 1] * r[1] + pose[9 + k];
    }
  pl_resampled good, damaged;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &good) == PL_OK);
  for (int32_t v = 0; v < fine->n_vertex; v++)
    for (int k = 0; k < 3; k++) x[3 * (BAD * fine->n_vertex + v) + k] += fine->rest[2 * v] < 0.03 ? 0.01 * (k + 1) : 0;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &damaged) == PL_OK);
  int n_held = 0;
  for (int f = 0; f < N; f++)
    for (int32_t v = 0; v < coarse->n_vertex; v++) {
      if (good.clip[v] < 0) continue;
      n_held++;
      for (int k = 0; k < 3; k++)
        CHECK_NEAR(damaged.x[3 * (f * coarse->n_vertex + v) + k], good.x[3 * (f * coarse->n_vertex + v) + k], 1e-12);
    }
  CHECK(n_held >= 9 * N);
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

TEST(resample_a_small_clip_holds_a_vertex) {
  start();
  pl_mesh *fine = sheet(40, PL_TOPOLOGY_ALTERNATING), *coarse = sheet(4, PL_TOPOLOGY_ALTERNATING);
  pl_capture capture = capture_of(fine, 2, affine);
  pl_clip clip = clip_of(fine, 2, -1);
  // one captured vertex, 0.3 cells of the simulation mesh from the nearest of its vertices
  int32_t vertex = 3 * 41 + 20;
  clip.n_vertex = 1;
  clip.vertex = &vertex;
  capture.n_clip = 1;
  capture.clip = &clip;
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  for (int32_t i = 0; i < coarse->n_vertex; i++) CHECK(out.clip[i] == (i == 2 ? 0 : -1));
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

TEST(resample_supported) {
  start();
  pl_mesh *fine = sheet(50, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(10, PL_TOPOLOGY_ALTERNATING);
  pl_capture capture = capture_of(fine, 3, affine);
  uint8_t *flag = pl_arena_alloc(arena, 3 * (size_t)fine->n_vertex, 1);
  for (int f = 0; f < 3; f++)
    for (int32_t i = 0; i < fine->n_vertex; i++) flag[f * fine->n_vertex + i] = fine->rest[2 * i] < 0.035 + 0.02 * f;
  capture.supported = flag;
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  REQUIRE(out.supported);
  for (int f = 0; f < 3; f++)
    for (int32_t i = 0; i < coarse->n_vertex; i++)
      CHECK(out.supported[f * coarse->n_vertex + i] == (coarse->rest[2 * i] < 0.035 + 0.02 * f));
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

// A simulation mesh of other material coordinates is refused; one of a part of the cloth is fine. Cloth on a table, rotated in space, with
// 0.1 mm of noise. The supported part is placed as one rigid piece, near the truth.
static void turned(double u, double v, int frame, double x[3]) {
  double a = 0.4 + 0.1 * frame, b = 0.3;
  x[0] = cos(a) * u - sin(a) * v + 0.02;
  x[1] = cos(b) * (sin(a) * u + cos(a) * v);
  x[2] = sin(b) * (sin(a) * u + cos(a) * v) - 0.01;
}

// The edge of the table is located on the cloth to a fraction of a cell. The cloth lies rotated on it, and the captured vertices are noisy.
TEST(resample_table_line) {
  start();
  pl_mesh *fine = sheet(50, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(10, PL_TOPOLOGY_ALTERNATING);
  enum { N = 3 };
  pl_capture capture = capture_of(fine, N, affine);
  uint8_t *flag = pl_arena_alloc(arena, N * (size_t)fine->n_vertex, 1);
  double *x = (double *)capture.x, turn = 0.1;
  pl_rng rng;
  pl_rng_init(&rng, 9);
  capture.supported = flag;
  capture.table = (pl_table_edge){.given = true, .axis = 0, .edge = 0.2, .positive = true};
  for (int f = 0; f < N; f++)
    for (int32_t i = 0; i < fine->n_vertex; i++) {
      const double *r = fine->rest + 2 * i,
                   at[3] = {0.15 + 0.003 * f + cos(turn) * r[0] - sin(turn) * r[1], sin(turn) * r[0] + cos(turn) * r[1], 0};
      for (int k = 0; k < 3; k++) x[3 * (f * fine->n_vertex + i) + k] = at[k] + 1e-4 * pl_rng_normal(&rng);
      flag[f * fine->n_vertex + i] = at[0] >= 0.2;
    }
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  REQUIRE(out.line);
  for (int f = 0; f < N; f++) {
    const double *line = out.line + 3 * f;
    CHECK_NEAR(line[0], -cos(turn), 1e-3);
    CHECK_NEAR(line[1], sin(turn), 1e-3);
    CHECK_NEAR(line[2], 0.05 - 0.003 * f, 3e-5);
    for (int32_t i = 0; i < coarse->n_vertex; i++) {
      double d = line[0] * coarse->rest[2 * i] + line[1] * coarse->rest[2 * i + 1] + line[2];
      if (fabs(d) > 1e-3) CHECK(out.supported[f * coarse->n_vertex + i] == (d < 0));
    }
  }
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

TEST(resample_table_is_rigid) {
  start();
  pl_mesh *fine = sheet(50, PL_TOPOLOGY_IRREGULAR), *coarse = sheet(10, PL_TOPOLOGY_ALTERNATING);
  pl_capture capture = capture_of(fine, 2, turned);
  double *x = (double *)capture.x;
  uint8_t *flag = pl_arena_alloc(arena, 2 * (size_t)fine->n_vertex, 1);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int32_t i = 0; i < 2 * fine->n_vertex; i++) {
    flag[i] = fine->rest[2 * (i % fine->n_vertex)] < 0.045;
    for (int d = 0; d < 3; d++) x[3 * i + d] += 1e-4 * pl_rng_normal(&rng);
  }
  capture.supported = flag;
  pl_resampled out;
  REQUIRE(pl_capture_resample(arena, &capture, coarse, &out) == PL_OK);
  for (int f = 0; f < 2; f++)
    for (int32_t i = 0; i < coarse->n_vertex; i++) {
      if (!out.supported[f * coarse->n_vertex + i]) continue;
      double truth[3];
      turned(coarse->rest[2 * i], coarse->rest[2 * i + 1], f, truth);
      for (int d = 0; d < 3; d++) CHECK_NEAR(out.x[3 * (f * coarse->n_vertex + i) + d], truth[d], 2e-5);  // 0.1 mm over a thousand vertices
    }
  pl_mesh_destroy(fine);
  pl_mesh_destroy(coarse);
  finish();
}

TEST(resample_outside) {
  start();
  pl_mesh *fine = sheet(40, PL_TOPOLOGY_IRREGULAR), *other, *part;
  pl_specimen large = {.length = 0.12, .width = 0.08, .n_length = 6, .n_width = 4},
              small = {.length = 0.05, .width = 0.04, .n_length = 6, .n_width = 4};
  REQUIRE(pl_mesh_strip(ctx, &large, &other) == PL_OK && pl_mesh_strip(ctx, &small, &part) == PL_OK);
  pl_capture capture = capture_of(fine, 2, affine);
  pl_resampled out;
  CHECK(pl_capture_resample(arena, &capture, other, &out) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "20 mm outside");
  CHECK(*pl_context_error(ctx)->hint);
  pl_context_clear_error(ctx);
  CHECK(pl_capture_resample(arena, &capture, part, &out) == PL_OK);
  CHECK_LESS(out.error, 1e-12);
  pl_mesh_destroy(fine);
  pl_mesh_destroy(other);
  pl_mesh_destroy(part);
  finish();
}

TEST(resample_default_mesh) {
  start();
  pl_mesh *fine = sheet(30, PL_TOPOLOGY_IRREGULAR), *mesh;
  pl_capture capture = capture_of(fine, 1, affine);
  REQUIRE(pl__capture_default_mesh(ctx, &capture, PL_CAPTURE_DEFAULT_N, &mesh) == PL_OK);
  CHECK(mesh->n_vertex == 625 && mesh->kind == PL_TOPOLOGY_ALTERNATING);
  double low[2], high[2], fine_low[2], fine_high[2];
  pl__mesh_extent(mesh, low, high);
  pl__mesh_extent(fine, fine_low, fine_high);
  for (int k = 0; k < 2; k++) {
    CHECK_NEAR(low[k], fine_low[k], 1e-15);
    CHECK_NEAR(high[k], fine_high[k], 1e-15);
  }
  CHECK_CLOSE(pl__mesh_area(mesh), 0.008, 1e-12);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(fine);
  finish();
}

enum { SMALL_SIDE = 40, LARGE_SIDE = 160 };

typedef struct sheets {
  pl_mesh *fine[2], *coarse[2];  // of the small and the large side
  pl_capture capture[2];
} sheets;

static void resample_once(void *user, int n_cell) {
  sheets *s = user;
  pl_resampled out;
  int large = n_cell == LARGE_SIDE * LARGE_SIDE;
  REQUIRE(pl_capture_resample(arena, &s->capture[large], s->coarse[large], &out) == PL_OK);
}

// The search takes time in proportion to the number of captured vertices; one through all triangles would take it to the square of it.
TEST(resample_takes_time_in_proportion) {
  start();
  sheets s;
  for (int large = 0; large < 2; large++) {
    int side = large ? LARGE_SIDE : SMALL_SIDE;
    s.fine[large] = sheet(side, PL_TOPOLOGY_IRREGULAR);
    s.coarse[large] = sheet(side / 4, PL_TOPOLOGY_ALTERNATING);
    s.capture[large] = capture_of(s.fine[large], 1, wave);
  }
  CHECK_LINEAR(resample_once, &s, LARGE_SIDE * LARGE_SIDE);
  for (int large = 0; large < 2; large++) {
    pl_mesh_destroy(s.fine[large]);
    pl_mesh_destroy(s.coarse[large]);
  }
  finish();
}

// Lines in any direction of the sheet, turned and moved anyhow: in doubles they are nearly lines.
TEST(place_flat_refuses_slanted_lines) {
  enum { N = 7 };
  double rest[2 * N], x[3 * N];
  pl_flat_place place;
  for (int k = 0; k < 1000; k++) {
    double angle = 0.0123 + 0.37 * k, turn = 1.1 + 0.71 * k, tilt = 0.3 + 0.19 * k, c = cos(turn), s = sin(turn);
    const double along[3] = {c, s * cos(tilt), s * sin(tilt)}, across[3] = {-s, c * cos(tilt), c * sin(tilt)};
    for (int i = 0; i < N; i++) {
      double t = 0.1 * sin(1 + 2.3 * i + k);
      rest[2 * i] = 0.03 + t * cos(angle);
      rest[2 * i + 1] = -0.02 + t * sin(angle);
      for (int d = 0; d < 3; d++) x[3 * i + d] = 0.4 - d + rest[2 * i] * along[d] + rest[2 * i + 1] * across[d];
    }
    REQUIRE(!pl_place_flat(N, rest, NULL, x, &place));
    // a point 1 mm beside a line of 200 mm makes it a sheet again
    double beside[2] = {-1e-3 * sin(angle), 1e-3 * cos(angle)}, found[3];
    for (int d = 0; d < 2; d++) rest[d] += beside[d];
    for (int d = 0; d < 3; d++) x[d] += beside[0] * along[d] + beside[1] * across[d];
    REQUIRE(pl_place_flat(N, rest, NULL, x, &place));
    for (int i = 0; i < N; i++) {
      pl_flat_at(&place, rest + 2 * i, found);
      for (int d = 0; d < 3; d++) CHECK_NEAR(found[d], x[3 * i + d], 1e-8);
    }
  }
}

// A flat sheet that was turned and moved is found exactly, by all of its points or by some. Points on one line tell no placement.
TEST(place_flat_finds_a_rigid_motion) {
  enum { N = 5 };
  static const double rest[2 * N] = {0, 0, 0.1, 0, 0, 0.2, 0.07, 0.15, 0.2, 0}, along[3] = {2. / 3, 2. / 3, 1. / 3},
                               across[3] = {-2. / 3, 1. / 3, 2. / 3};
  static const uint8_t three[N] = {1, 1, 1, 0, 0}, line[N] = {1, 1, 0, 0, 1};
  double x[3 * N], found[3];
  for (int i = 0; i < N; i++)
    for (int d = 0; d < 3; d++) x[3 * i + d] = 0.5 - d + rest[2 * i] * along[d] + rest[2 * i + 1] * across[d];
  pl_flat_place place;
  CHECK(!pl_place_flat(N, rest, line, x, &place));
  for (int part = 0; part < 2; part++) {
    REQUIRE(pl_place_flat(N, rest, part ? three : NULL, x, &place));
    for (int i = 0; i < N; i++) {
      pl_flat_at(&place, rest + 2 * i, found);
      for (int d = 0; d < 3; d++) CHECK_NEAR(found[d], x[3 * i + d], 1e-15);
    }
  }
}
