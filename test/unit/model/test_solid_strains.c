// test_solid_strains.c: strains of solids and membranes as functions of F: closed forms, slopes, equal stretches, points of hexahedra.
#include <string.h>

#include "conformance/derivative.h"
#include "base/rng.h"
#include "model/elements.h"
#include "strain/solid.h"
#include "test.h"

static const pl_solid_measure *const measures[] = {&pl_solid_green3, &pl_solid_invariants, &pl_solid_isochoric, &pl_solid_principal3,
                                                   &pl_solid_volume, &pl_solid_area,       &pl_solid_principal};
enum { N_MEASURE = sizeof measures / sizeof measures[0] };

// F = diag(1.2, 0.9, 1.1) with simple shear 0.3 of x along y, by columns.
static const double SHEARED[9] = {1.2, 0, 0, 0.3, 0.9, 0, 0, 0, 1.1};

TEST(solid_measures_closed_form) {
  double s[PL_STRAIN_MAX_VALUE];
  pl_solid_eval_one(&pl_solid_green3, SHEARED, s, NULL);
  CHECK_NEAR(s[0], 0.22, 1e-15);
  CHECK_NEAR(s[1], 0.5 * (0.09 + 0.81 - 1), 1e-15);
  CHECK_NEAR(s[2], 0.105, 1e-15);
  CHECK_NEAR(s[3], 0, 1e-15);
  CHECK_NEAR(s[4], 0, 1e-15);
  CHECK_NEAR(s[5], 0.36, 1e-15);
  double i1 = 1.44 + 0.9 + 1.21, j = 1.2 * 0.9 * 1.1;
  double i2 = (1.44 * 0.9 - 0.36 * 0.36) + 1.44 * 1.21 + 0.9 * 1.21;
  pl_solid_eval_one(&pl_solid_invariants, SHEARED, s, NULL);
  CHECK_NEAR(s[0], i1, 1e-14);
  CHECK_NEAR(s[1], i2, 1e-14);
  CHECK_NEAR(s[2], j, 1e-14);
  pl_solid_eval_one(&pl_solid_isochoric, SHEARED, s, NULL);
  CHECK_NEAR(s[0], i1 * pow(j, -2.0 / 3), 1e-14);
  CHECK_NEAR(s[1], i2 * pow(j, -4.0 / 3), 1e-14);
  pl_solid_eval_one(&pl_solid_volume, SHEARED, s, NULL);
  CHECK_NEAR(s[0], j - 1, 1e-14);
  // the stretches have the same invariants
  pl_solid_eval_one(&pl_solid_principal3, SHEARED, s, NULL);
  double a = s[0] * s[0], b = s[1] * s[1], c = s[2] * s[2];
  CHECK_NEAR(a + b + c, i1, 1e-13);
  CHECK_NEAR(a * b + b * c + c * a, i2, 1e-13);
  CHECK_NEAR(s[0] * s[1] * s[2], j, 1e-13);
  CHECK(s[0] >= s[1] && s[1] >= s[2]);
  pl_solid_eval_one(&pl_solid_area, SHEARED, s, NULL);
  CHECK_NEAR(s[0], 1.08 - 1, 1e-14);
  pl_solid_eval_one(&pl_solid_principal, SHEARED, s, NULL);
  CHECK_NEAR(s[0] * s[1], 1.08, 1e-14);
  CHECK_NEAR(s[0] * s[0] + s[1] * s[1], 1.44 + 0.9, 1e-14);
}

// An element turned inside out has one negative stretch, and its determinant is still their product.
TEST(solid_principal3_of_inverted_element) {
  double f[9], s[3];
  memcpy(f, SHEARED, sizeof f);
  f[8] = -0.4;
  pl_solid_eval_one(&pl_solid_principal3, f, s, NULL);
  CHECK_NEAR(s[2], -0.4, 1e-14);
  CHECK_NEAR(s[0] * s[1] * s[2], -0.4 * 1.08, 1e-13);
}

typedef struct one {
  const pl_solid_measure *measure;
  int value;
} one;

static void evaluate(void *user, const double *f, double *value, double *gradient, double *hessian) {
  const one *o = user;
  int n = 3 * o->measure->n_axis;
  double s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * 9], t[PL_STRAIN_MAX_VALUE] = {0};
  pl_solid_eval_one(o->measure, f, s, ds);
  if (value) *value = s[o->value];
  if (gradient) memcpy(gradient, ds + n * o->value, (size_t)n * sizeof *gradient);
  t[o->value] = 1;
  if (hessian) pl_solid_hess_one(o->measure, f, t, NULL, hessian);
}

TEST(solid_measures_derivative_slopes) {
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (int m = 0; m < N_MEASURE; m++)
    for (int trial = 0; trial < 4; trial++) {
      double f[9];
      for (int i = 0; i < 9; i++) f[i] = SHEARED[i] + 0.05 * pl_rng_normal(&rng);
      for (int v = 0; v < measures[m]->n_value; v++) {
        one o = {measures[m], v};
        derivative_check check = check_derivatives(evaluate, &o, 3 * o.measure->n_axis, f, 0.02, true, 5);
        if (!check.gradient_ok || !check.hessian_ok)
          test_fail(__FILE__, __LINE__, "measure %d value %d: slopes %.2f %.2f, errors %.1e %.1e", m, v, check.gradient_slope,
                    check.hessian_slope, check.gradient_error, check.hessian_error);
      }
    }
}

// A rotation times stretches (a, b, c), by columns.
static void stretched(double a, double b, double c, double *f) {
  const double u = 0.36, v = 0.48, w = 0.8;  // a rotation with rational entries
  const double r[9] = {u, v, -w, -0.8, 0.6, 0, v, 0.64, 0.6};
  const double size[3] = {a, b, c};
  for (int i = 0; i < 9; i++) f[i] = r[i] * size[i / 3];
}

// Second derivative of a function of the stretches with slopes t and tangent k: all of it.
static void full_hessian(const pl_solid_measure *measure, const double *f, const double *t, const double *k, double *h) {
  int n = 3 * measure->n_axis, nv = measure->n_value;
  double s[PL_STRAIN_MAX_VALUE], p[PL_STRAIN_MAX_VALUE * 9];
  pl_solid_eval_one(measure, f, s, p);
  pl_solid_hess_one(measure, f, t, k, h);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int a = 0; a < nv; a++)
        for (int b = 0; b < nv; b++) h[n * i + j] += k[a * nv + b] * p[n * a + i] * p[n * b + j];
}

static const double EQUAL[][3] = {{1, 1, 1}, {1.3, 1.3, 0.8}, {1.4, 0.9, 0.9}, {1.2, 1.2 - 1e-9, 1.2 + 1e-8}, {1.3, 1.1, 0.7}, {2, 2, 2}};

// sum lambda^2 = I1 has the Hessian 2, and the product of the stretches that of det F, equal stretches or not.
TEST(solid_principal3_divided_difference) {
  for (size_t c = 0; c < sizeof EQUAL / sizeof EQUAL[0]; c++) {
    double f[9], s[3], t[3], k[9], h[81], expected[81];
    stretched(EQUAL[c][0], EQUAL[c][1], EQUAL[c][2], f);
    pl_solid_eval_one(&pl_solid_principal3, f, s, NULL);
    for (int i = 0; i < 9; i++) k[i] = i % 4 == 0 ? 2 : 0;
    for (int i = 0; i < 3; i++) t[i] = 2 * s[i];
    full_hessian(&pl_solid_principal3, f, t, k, h);
    for (int i = 0; i < 81; i++) CHECK_NEAR(h[i], i % 10 == 0 ? 2 : 0, 1e-7);
    double volume = s[0] * s[1] * s[2];
    for (int i = 0; i < 3; i++) t[i] = volume / s[i];
    for (int i = 0; i < 9; i++) k[i] = i % 4 == 0 ? 0 : volume / (s[i / 3] * s[i % 3]);
    full_hessian(&pl_solid_principal3, f, t, k, h);
    pl_solid_hess_one(&pl_solid_volume, f, (double[]){1}, NULL, expected);
    for (int i = 0; i < 81; i++) CHECK_NEAR(h[i], expected[i], 1e-7);
  }
}

TEST(solid_principal_divided_difference) {
  for (size_t c = 0; c < sizeof EQUAL / sizeof EQUAL[0]; c++) {
    double f[9], s[2], t[2], h[36], expected[36];
    stretched(EQUAL[c][0], EQUAL[c][1], 1, f);
    pl_solid_eval_one(&pl_solid_principal, f, s, NULL);
    full_hessian(&pl_solid_principal, f, (t[0] = 2 * s[0], t[1] = 2 * s[1], t), (double[]){2, 0, 0, 2}, h);
    for (int i = 0; i < 36; i++) CHECK_NEAR(h[i], i % 7 == 0 ? 2 : 0, 1e-7);
    full_hessian(&pl_solid_principal, f, (t[0] = s[1], t[1] = s[0], t), (double[]){0, 1, 1, 0}, h);
    pl_solid_hess_one(&pl_solid_area, f, (double[]){1}, NULL, expected);
    for (int i = 0; i < 36; i++) CHECK_NEAR(h[i], expected[i], 1e-7);
  }
}

// The eight Gauss points of a distorted hexahedron. Weights sum to its volume, an affine motion has the same F everywhere, and each vertex
// list is that of the element.
TEST(solid_hex_points) {
  pl_context *ctx = pl_context_create(NULL);
  pl_block_specimen specimen = {.size = {0.3, 0.2, 0.1}, .n = {3, 3, 3}, .kind = PL_SOLID_HEX, .jitter = 0.3, .seed = 11};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_block(ctx, &specimen, &mesh) == PL_OK);
  pl_elements all;
  REQUIRE(pl_elements_list(mesh->arena, mesh, PL_ELEMENT_HEX_POINT, &all) == PL_OK);
  CHECK(all.n == 8 * 27 && all.n_vertex == 8);
  double volume = 0, lumped = 0;
  for (int32_t e = 0; e < all.n; e++) {
    const int32_t *vertex = all.vertex + 8 * (size_t)e;
    CHECK(vertex[0] == mesh->hex[8 * (e / 8) + e % 8]);
    double rest[24], weight, f[9] = {0};
    pl_solid_prepare_hex(mesh, vertex, 0, rest, &weight);
    volume += weight;
    for (int i = 0; i < 9; i++)
      for (int v = 0; v < 8; v++) {
        const double *x = mesh->rest3 + 3 * (size_t)vertex[v];
        double moved = SHEARED[i % 3] * x[0] + SHEARED[3 + i % 3] * x[1] + SHEARED[6 + i % 3] * x[2] + 0.7;
        f[i] += rest[8 * (i / 3) + v] * moved;
      }
    for (int i = 0; i < 9; i++) CHECK_NEAR(f[i], SHEARED[i], 1e-12);
  }
  for (int32_t v = 0; v < mesh->n_vertex; v++) lumped += mesh->vertex_volume[v];
  CHECK_NEAR(volume, 0.006, 1e-15);
  CHECK_NEAR(lumped, 0.006, 1e-15);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
