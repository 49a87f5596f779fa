// test_capture_score.c: the figures that judge captures, on shapes whose answer is known.
#define _XOPEN_SOURCE 700  // M_PI
#include "protocol/capture/fit/capture_score.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

static pl_mesh *sheet(pl_context *ctx, int cells, pl_topology_kind kind) {
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = cells, .n_width = cells, .kind = kind, .seed = 3};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  return mesh;
}

// Turn about (1, 2, 2)/3 by 0.7 rad and move: no figure may depend on where the cloth is.
static void turn(int32_t n, double *x) {
  const double a[3] = {1 / 3.0, 2 / 3.0, 2 / 3.0}, c = cos(0.7), s = sin(0.7);
  for (int32_t v = 0; v < n; v++) {
    double *p = x + 3 * v, q[3] = {p[0], p[1], p[2]}, d = a[0] * q[0] + a[1] * q[1] + a[2] * q[2];
    for (int k = 0; k < 3; k++)
      p[k] = c * q[k] + s * (a[(k + 1) % 3] * q[(k + 2) % 3] - a[(k + 2) % 3] * q[(k + 1) % 3]) + (1 - c) * d * a[k] + 0.3;
  }
}

// Heights of a wave across the direction `angle` in material coordinates.
static double *wave(const pl_mesh *mesh, double amplitude, double length, double angle, double phase, double noise) {
  double *x = malloc(3 * (size_t)mesh->n_vertex * sizeof *x);
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double u = mesh->rest[2 * v], w = mesh->rest[2 * v + 1];
    x[3 * v] = u;
    x[3 * v + 1] = w;
    x[3 * v + 2] = amplitude * sin(2 * M_PI * (u * cos(angle) + w * sin(angle)) / length + phase);
    for (int k = 0; k < 3; k++) x[3 * v + k] += noise * pl_rng_normal(&rng);
  }
  return x;
}

TEST(score_folds_of_a_sine_sheet) {
  pl_context *ctx = pl_context_create(NULL);
  const double length[3] = {0.02, 0.03, 0.045}, angle[4] = {0, M_PI / 2, M_PI / 4, -0.5};
  for (int kind = 0; kind < 3; kind += 2)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 4; k++)
        for (int noise = 0; noise < 2; noise++) {
          pl_mesh *mesh = sheet(ctx, 30, (pl_topology_kind)kind);
          double *x = wave(mesh, 2e-3, length[i], angle[k], 0.4, 1e-4 * noise);
          turn(mesh->n_vertex, x);
          pl_folds folds;
          CHECK(pl_score_folds(ctx, mesh, x, 48, &folds) == PL_OK);
          CHECK_CLOSE(folds.wavelength, length[i], 0.08);
          CHECK_CLOSE(folds.amplitude, 2e-3 / sqrt(2), 0.12);
          CHECK_NEAR(fabs(sin(folds.direction - angle[k])), 0, 0.05);
          free(x);
          pl_mesh_destroy(mesh);
        }
  pl_context_destroy(ctx);
}

// A shifted wave is far in distance and the same in wavelength, amplitude and silhouette: what the distance misleads on.
TEST(score_folds_ignore_a_shift) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = sheet(ctx, 30, PL_TOPOLOGY_ALTERNATING);
  double *a = wave(mesh, 2e-3, 0.025, 0, 0, 0), *b = wave(mesh, 2e-3, 0.025, 0, M_PI, 0);
  uint8_t *held = calloc((size_t)mesh->n_vertex, 1);
  CHECK_CLOSE(pl_score_positions(mesh->n_vertex, held, a, b), 2 * 2e-3 / sqrt(2), 0.02);
  pl_folds fa, fb;
  CHECK(pl_score_folds(ctx, mesh, a, 48, &fa) == PL_OK && pl_score_folds(ctx, mesh, b, 48, &fb) == PL_OK);
  CHECK_CLOSE(fa.wavelength, fb.wavelength, 1e-6);
  CHECK_CLOSE(fa.amplitude, fb.amplitude, 1e-6);
  double difference, area;
  CHECK(pl_score_silhouette(ctx, mesh, a, b, 200, &difference, &area) == PL_OK);
  CHECK_NEAR(difference, 0, 0.01 * area);
  CHECK_CLOSE(area, 0.01, 0.02);
  free(held);
  free(a);
  free(b);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(score_of_a_flat_sheet_has_no_folds) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = sheet(ctx, 10, PL_TOPOLOGY_ALTERNATING);
  pl_folds folds;
  CHECK(pl_score_folds(ctx, mesh, mesh->x0, 48, &folds) == PL_OK);
  CHECK_NEAR(folds.amplitude, 0, 1e-15);
  CHECK(isnan(folds.wavelength));
  double *arch = wave(mesh, 5e-3, 0.2, 0, 0, 0);  // half a wave: a curved sheet, no fold beside another
  CHECK(pl_score_folds(ctx, mesh, arch, 48, &folds) == PL_OK);
  CHECK(isnan(folds.wavelength) || folds.wavelength > 0.08);
  free(arch);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(score_silhouette_of_a_moved_square) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = sheet(ctx, 10, PL_TOPOLOGY_ALTERNATING);
  size_t n = 3 * (size_t)mesh->n_vertex;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), difference, area;
  for (size_t i = 0; i < n; i++) {
    a[i] = mesh->x0[i];
    b[i] = mesh->x0[i] + (i % 3 == 0 ? 0.02 : 0);  // two strips of 0.02 x 0.1
  }
  turn(mesh->n_vertex, a);
  turn(mesh->n_vertex, b);
  CHECK(pl_score_silhouette(ctx, mesh, a, b, 300, &difference, &area) == PL_OK);
  CHECK_CLOSE(difference, 2 * 0.02 * 0.1, 0.03);
  CHECK_CLOSE(area, 0.01, 0.02);
  free(a);
  free(b);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

// Two bars of a sheet, sheared by a known angle, stretched, turned.
TEST(score_effective_shear_of_an_affine_map) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = sheet(ctx, 10, PL_TOPOLOGY_IRREGULAR);
  double *x = malloc(3 * (size_t)mesh->n_vertex * sizeof *x), gamma = 0.25;
  int *clip = malloc((size_t)mesh->n_vertex * sizeof *clip);
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double u = mesh->rest[2 * v], w = mesh->rest[2 * v + 1];
    clip[v] = u < 0.006 ? 0 : u > 0.094 ? 1 : -1;
    x[3 * v] = 1.1 * u + 0.9 * sin(gamma) * w;
    x[3 * v + 1] = 0.9 * cos(gamma) * w;
    x[3 * v + 2] = clip[v] < 0 ? 0.02 : 0;  // what is not clamped does not count
  }
  turn(mesh->n_vertex, x);
  CHECK_NEAR(pl_score_shear(mesh, clip, x), gamma, 1e-9);
  free(clip);
  free(x);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(score_forces_of_clips) {
  const double centre[3] = {1, 1, 0}, up[3] = {0, 0, 1};
  // left, right, bottom, top of a sheared frame: forces along the sides
  pl_clip_loads frame = {.n = 4,
                         .origin = {{0, 1, 0}, {2, 1, 0}, {1, 0, 0}, {1, 2, 0}},
                         .force = {{0, -3, 0}, {0, 3, 0}, {-3, 0, 0}, {3, 0, 0}},
                         .torque = {{0, 0, 0.5}, {0, 0, 0.5}, {0, 0, -0.5}, {0, 0, -0.5}}};
  CHECK_NEAR(pl_score_torque(&frame, centre, up), 4 * 3.5, 1e-12);
  // four corners: 5 N between (0,0) and (2,2), 2 N between the others
  double a = 5 * sqrt(0.5), b = 2 * sqrt(0.5);
  pl_clip_loads corner = {
      .n = 4, .origin = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}}, .force = {{-a, -a, 0}, {b, -b, 0}, {-b, b, 0}, {a, a, 0}}};
  CHECK_NEAR(pl_score_stretch_difference(&corner, centre, up), 3, 1e-12);
  corner.n = 2;
  CHECK(isnan(pl_score_stretch_difference(&corner, centre, up)));
  const double measured[6] = {1, 0, 0, 0, 2, 0}, predicted[6] = {1, 3, 0, 0, 2, 4};
  CHECK_NEAR(pl_score_forces(2, measured, predicted), sqrt(25 / 2.0), 1e-12);
}

TEST(score_r2_and_rms_leave_out_failed_frames) {
  const double m[5] = {1, 2, 3, 4, 5}, p[5] = {1, 2, NAN, 4, 7};
  CHECK_NEAR(pl_score_rms(5, sizeof *p, p), sqrt((1 + 4 + 16 + 49) / 4.0), 1e-12);
  CHECK_NEAR(pl_score_r2(5, sizeof *m, m, p), 1 - 4 / 10.0, 1e-12);
}

TEST(score_energy_of_a_stretched_and_of_a_bent_sheet) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = sheet(ctx, 10, PL_TOPOLOGY_ALTERNATING);
  static const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"100 g/m^2\", \"terms\": ["
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"k\": \"500 N/m\"}},"
      "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}]}";
  pl_material *material;
  REQUIRE(pl_material_parse(ctx, "m", text, strlen(text), &material) == PL_OK);
  pl_model_options options = {.gravity = {0, 0, -9.81}};
  pl_model *model;
  pl_work *work;
  REQUIRE(pl_model_create(ctx, mesh, material, &options, &model) == PL_OK);
  REQUIRE(pl_work_create(model, &work) == PL_OK);
  double *x = malloc(3 * (size_t)mesh->n_vertex * sizeof *x), scratch[2];
  for (int32_t i = 0; i < 3 * mesh->n_vertex; i++) x[i] = mesh->x0[i] * (i % 3 == 0 ? 1.02 : 1) + (i % 3 == 2 ? 0.7 : 0);
  pl_elastic_energy e = pl_score_energy(model, material->theta, x, scratch, work);
  double green = 0.5 * (1.02 * 1.02 - 1);
  CHECK_CLOSE(e.membrane, 0.5 * 500 * green * green * 0.01, 1e-9);
  CHECK_NEAR(e.bending, 0, 1e-12);
  // folded once along the middle line: flat triangles, so nothing in the plane
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double u = mesh->rest[2 * v] - 0.05;
    x[3 * v] = u < 0 ? u : u * cos(0.3);
    x[3 * v + 2] = u < 0 ? 0 : u * sin(0.3);
    x[3 * v + 1] = mesh->rest[2 * v + 1];
  }
  e = pl_score_energy(model, material->theta, x, scratch, work);
  CHECK_NEAR(e.membrane, 0, 1e-12);
  CHECK(e.bending > 1e-7);
  free(x);
  pl_work_destroy(work);
  pl_model_destroy(model);
  pl_material_destroy(material);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
