// solid_body.h: a solid with supports, loads and a material, and its equilibrium; a hollow sphere and its radial solution.
#ifndef TEST_SOLID_BODY_H
#define TEST_SOLID_BODY_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/equilibrium.h"
#include "test.h"

typedef struct body {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  uint8_t *fixed;            // [n_dof]
  double *x, *load, *press;  // [n_dof], m; [n_dof], N; [n_face], Pa
  double tolerance;          // N, of equilibria; 0: 1e-9
} body;

static inline void begin(body *b, pl_mesh *mesh) {
  b->mesh = mesh;
  size_t n = 3 * (size_t)mesh->n_vertex;
  b->fixed = calloc(n, 1);
  b->x = malloc(n * sizeof *b->x);
  b->load = calloc(n, sizeof *b->load);
  b->press = calloc((size_t)mesh->n_face, sizeof *b->press);
  memcpy(b->x, mesh->x0, n * sizeof *b->x);
}

static inline void model(body *b, const char *material, pl_model_options options) {
  REQUIRE(pl_material_parse(b->ctx, "test", material, strlen(material), &b->material) == PL_OK);
  options.fixed = b->fixed;
  options.load = b->load;
  REQUIRE(pl_model_create(b->ctx, b->mesh, b->material, &options, &b->model) == PL_OK);
}

// Equilibrium from x; the gradient there (reactions at fixed dofs) into g[n_dof] when not NULL. Returns the iterations.
static inline int solve(body *b, double *g) {
  pl_solve_options options = pl_solve_options_default();
  options.force_tolerance = b->tolerance > 0 ? b->tolerance : 1e-9;
  pl_solver *solver;
  pl_solve_report report;
  REQUIRE(pl_solver_create(b->model, &options, &solver) == PL_OK);
  REQUIRE(pl_equilibrium(solver, b->material->theta, b->x, &report) == PL_OK);
  CHECK(report.outcome == PL_SOLVE_CONVERGED);
  if (g) pl_solver_gradient(solver, b->material->theta, b->x, g);
  pl_solver_destroy(solver);
  return report.iterations;
}

static inline void destroy(body *b) {
  pl_model_destroy(b->model);
  pl_material_destroy(b->material);
  pl_mesh_destroy(b->mesh);
  pl_context_destroy(b->ctx);
  free(b->fixed);
  free(b->x);
  free(b->load);
  free(b->press);
}

static inline bool at(const body *b, int32_t v, int axis, double where) { return fabs(b->mesh->x0[3 * v + axis] - where) < 1e-9; }

// The planes x = 0, y = 0, z = 0 slide in themselves.
static inline void rollers(body *b) {
  for (int32_t v = 0; v < b->mesh->n_vertex; v++)
    for (int k = 0; k < 3; k++)
      if (at(b, v, k, 0)) b->fixed[3 * v + k] = 1;
}

// An eighth of a hollow sphere, radii 1 and 2. The faces of a cube with n x n cells each, n layers through the wall, planes of symmetry at the
// coordinate planes.
enum { SPHERE_MAX = 9 };

static inline body sphere(int n, int layers) {
  body b = {.ctx = pl_context_create(NULL)};
  int side = n + 1, n_shell = 0, n_quad = 0;
  static int32_t number[SPHERE_MAX * SPHERE_MAX * SPHERE_MAX];
  double *p = malloc(3 * (size_t)side * side * 3 * (layers + 1) * sizeof *p);
  int32_t *hex = malloc(8 * (size_t)n * n * 3 * layers * sizeof *hex), quad[3 * (SPHERE_MAX - 1) * (SPHERE_MAX - 1)][4];
  REQUIRE(side <= SPHERE_MAX);
  for (int i = 0; i < side * side * side; i++) {
    const int c[3] = {i % side, i / side % side, i / side / side};
    number[i] = c[0] == n || c[1] == n || c[2] == n ? n_shell++ : -1;
  }
  for (int i = 0; i < side * side * side; i++) {
    // equal angles rather than equal lengths on the faces of the cube
    const double q = acos(-1) / 4, c[3] = {tan(q * (i % side) / n), tan(q * (i / side % side) / n), tan(q * (i / side / side) / n)};
    double size = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    for (int l = 0; l <= layers && number[i] >= 0; l++)
      for (int k = 0; k < 3; k++) p[3 * (number[i] + n_shell * l) + k] = c[k] / size * (1 + (double)l / layers);
  }
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        const int step[3] = {1, side, side * side}, u = step[(axis + 1) % 3], w = step[(axis + 2) % 3], o = n * step[axis] + i * u + j * w;
        const int32_t c[4] = {number[o], number[o + u], number[o + u + w], number[o + w]};
        memcpy(quad[n_quad++], c, sizeof c);
      }
  for (int l = 0; l < layers; l++)
    for (int f = 0; f < n_quad; f++)
      for (int k = 0; k < 8; k++) hex[8 * (l * n_quad + f) + k] = quad[f][k % 4] + n_shell * (l + k / 4);
  pl_mesh *mesh;
  REQUIRE(pl_mesh_create_solid(b.ctx, n_shell * (layers + 1), p, NULL, 0, NULL, n_quad * layers, hex, &mesh) == PL_OK);
  begin(&b, mesh);
  rollers(&b);
  free(p);
  free(hex);
  return b;
}

// Pressure on the inner faces.
static inline void inflate(body *b, double p) {
  for (int32_t f = 0; f < b->mesh->n_face; f++) {
    bool inner = true;
    for (int k = 0; k < 4 && b->mesh->face[4 * f + k] >= 0; k++) {
      const double *x = b->mesh->x0 + 3 * b->mesh->face[4 * f + k];
      inner = inner && x[0] * x[0] + x[1] * x[1] + x[2] * x[2] < 1 + 1e-9;
    }
    b->press[f] = inner ? p : 0;
  }
}

static inline double radius_of(const body *b, int32_t v) {
  return sqrt(b->x[3 * v] * b->x[3 * v] + b->x[3 * v + 1] * b->x[3 * v + 1] + b->x[3 * v + 2] * b->x[3 * v + 2]);
}

// Radial inflation in one dimension, with nodes along the wall. Stretches are a = dr/dR and b = r/R twice, the energy is sum w R^2 psi - p
// r(1)^3/3 (both over 4 pi). Returns r(1).
enum { RADIAL = 400 };

static inline double radial_inflation(const pl_law *law, const double *theta, double p) {
  static double r[RADIAL + 1], g[RADIAL + 1], main[RADIAL + 1], next[RADIAL + 1];
  const double step = 1.0 / RADIAL, point[2] = {0.5 - sqrt(1.0 / 12), 0.5 + sqrt(1.0 / 12)};
  for (int i = 0; i <= RADIAL; i++) r[i] = 1 + step * i;
  for (int iteration = 0; iteration < 50; iteration++) {
    memset(g, 0, sizeof g);
    memset(main, 0, sizeof main);
    memset(next, 0, sizeof next);
    for (int e = 0; e < RADIAL; e++)
      for (int q = 0; q < 2; q++) {
        double rest = 1 + step * (e + point[q]), a = (r[e + 1] - r[e]) / step, b = ((1 - point[q]) * r[e] + point[q] * r[e + 1]) / rest;
        const double s[3] = {a * a + 2 * b * b, 2 * a * a * b * b + b * b * b * b, a * b * b};
        // derivatives of I1, I2, J by a and b
        const double d[3][2] = {{2 * a, 4 * b}, {4 * a * b * b, 4 * a * a * b + 4 * b * b * b}, {b * b, 2 * a * b}};
        const double dd[3][3] = {{2, 0, 4}, {4 * b * b, 8 * a * b, 4 * a * a + 12 * b * b}, {0, 2 * b, 2 * a}};
        double psi, t[3], k[9], slope[2] = {0}, curve[3] = {0};
        pl_law_eval_one(law, theta, s, &psi, t, k);
        for (int i = 0; i < 3; i++) {
          for (int c = 0; c < 2; c++) slope[c] += t[i] * d[i][c];
          for (int c = 0; c < 3; c++) curve[c] += t[i] * dd[i][c];
          for (int j = 0; j < 3; j++)
            for (int c = 0; c < 3; c++) curve[c] += k[3 * i + j] * d[i][c / 2] * d[j][(c + 1) / 2];
        }
        double w = 0.5 * step * rest * rest;
        const double da[2] = {-1 / step, 1 / step}, db[2] = {(1 - point[q]) / rest, point[q] / rest};
        for (int m = 0; m < 2; m++) {
          g[e + m] += w * (slope[0] * da[m] + slope[1] * db[m]);
          main[e + m] += w * (curve[0] * da[m] * da[m] + 2 * curve[1] * da[m] * db[m] + curve[2] * db[m] * db[m]);
        }
        next[e] += w * (curve[0] * da[0] * da[1] + curve[1] * (da[0] * db[1] + da[1] * db[0]) + curve[2] * db[0] * db[1]);
      }
    g[0] -= p * r[0] * r[0];
    main[0] -= 2 * p * r[0];
    double largest = 0;
    for (int i = 1; i <= RADIAL; i++) {
      double f = next[i - 1] / main[i - 1];
      main[i] -= f * next[i - 1];
      g[i] -= f * g[i - 1];
    }
    for (int i = RADIAL; i >= 0; i--) {
      if (i < RADIAL) g[i] -= next[i] * g[i + 1];
      g[i] /= main[i];
      largest = fmax(largest, fabs(g[i]));
    }
    double damp = fmin(1, 0.02 / largest);
    for (int i = 0; i <= RADIAL; i++) r[i] -= damp * g[i];
    if (largest < 1e-12) return r[0];
  }
  return NAN;
}

// Change of shape and change of volume (kPa) apart.
static const char APART[] = "{\"name\": \"nh\", \"strain\": \"invariants\", \"law\": \"neo-hookean\", \"incompressible\": true, "
                            "\"parameters\": {\"mu\": \"100 kPa\"}}, "
                            "{\"name\": \"volume\", \"strain\": \"volume\", \"law\": \"linear\", \"parameters\": {\"k\": \"%g kPa\"}}";

#endif
