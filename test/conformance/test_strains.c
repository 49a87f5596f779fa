// test_strains.c: one checklist for every strain measure.
#include <math.h>
#include <string.h>

#include "conformance/derivative.h"
#include "base/rng.h"
#include "math/eigen_small.h"
#include "model/elements.h"
#include "test.h"

#include <lapacke.h>

typedef struct element {
  const pl_strain *strain;
  pl_lanes rest[PL_STRAIN_MAX_REST];
  double x[PL_STRAIN_MAX_DOF];  // rest positions in space
  double weight, area;
  int value;  // the one under test
} element;

static void spread(const double *x, int n, pl_lanes *lanes) {
  for (int i = 0; i < n; i++) PL_FOR_LANES(l) lanes[i][l] = x[i];
}

static void strain_at(const element *e, const double *x, double *s, double *ds) {
  int n = 3 * e->strain->n_vertex, nv = e->strain->n_value;
  pl_lanes lanes[PL_STRAIN_MAX_DOF], s_lanes[PL_STRAIN_MAX_VALUE], ds_lanes[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF];
  spread(x, n, lanes);
  e->strain->eval((const pl_lanes *)e->rest, (const pl_lanes *)lanes, s_lanes, ds ? ds_lanes : NULL);
  for (int i = 0; i < nv; i++) s[i] = s_lanes[i][3];
  for (int i = 0; ds && i < nv * n; i++) ds[i] = ds_lanes[i][3];
}

static void hess_at(const element *e, const double *x, const double *t, pl_hess_mode mode, double *h) {
  int n = 3 * e->strain->n_vertex;
  pl_lanes lanes[PL_STRAIN_MAX_DOF], t_lanes[PL_STRAIN_MAX_VALUE], h_lanes[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF];
  spread(x, n, lanes);
  spread(t, e->strain->n_value, t_lanes);
  memset(h_lanes, 0, sizeof h_lanes);
  e->strain->add_hess((const pl_lanes *)e->rest, (const pl_lanes *)lanes, (const pl_lanes *)t_lanes, mode, h_lanes);
  for (int i = 0; i < n * n; i++) h[i] = h_lanes[i][5];
}

static void one_value(void *user, const double *x, double *value, double *gradient, double *hessian) {
  const element *e = user;
  int n = 3 * e->strain->n_vertex;
  double s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF], t[PL_STRAIN_MAX_VALUE] = {0};
  strain_at(e, x, s, ds);
  if (value) *value = s[e->value];
  if (gradient) memcpy(gradient, ds + e->value * n, (size_t)n * sizeof *gradient);
  t[e->value] = 1;
  if (hessian) hess_at(e, x, t, PL_HESS_EXACT, hessian);
}

static pl_mesh *make_solid(pl_context *ctx, pl_solid_kind kind) {
  pl_block_specimen specimen = {.size = {0.12, 0.1, 0.08}, .n = {3, 3, 3}, .kind = kind, .jitter = 0.2, .seed = 5};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_block(ctx, &specimen, &mesh) == PL_OK);
  return mesh;
}

// Six vertices suffice for the curvatures of a uniform mesh only.
static pl_mesh *make_mesh(pl_context *ctx, pl_topology_kind kind) {
  pl_specimen specimen = {.length = 0.12, .width = 0.1, .angle = 0.4, .n_length = 5, .n_width = 5, .kind = kind, .seed = 3};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  return mesh;
}

// Runs `check` on some elements of every strain of the table.
static void for_elements(void (*check)(element *e, pl_rng *rng)) {
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *sheet = make_mesh(ctx, PL_TOPOLOGY_IRREGULAR), *uniform = make_mesh(ctx, PL_TOPOLOGY_UNIFORM);
  pl_mesh *tets = make_solid(ctx, PL_SOLID_TET6), *hexes = make_solid(ctx, PL_SOLID_HEX);
  pl_rng rng;
  pl_rng_init(&rng, 7);
  for (int i = 0; i < pl_strain_count(); i++) {
    element e = {.strain = pl_strain_at(i)};
    pl_elements all;
    if (pl_strain_is_surface(e.strain)) continue;  // no mesh has such elements
    pl_mesh *mesh = !pl_element_is_solid(e.strain->element) ? sheet : e.strain->element == PL_ELEMENT_TET ? tets : hexes;
    if (e.strain->element == PL_ELEMENT_PATCH_6) mesh = uniform;
    if (pl_element_is_patch(e.strain->element)) {
      pl_curvature_patch *patch;
      REQUIRE(pl_curvature_patches(mesh->arena, mesh, (pl_flat_parts){0}, &patch) == PL_OK);
      REQUIRE(pl_elements_patches(mesh->arena, mesh, e.strain, patch, &all) == PL_OK);
    } else
      REQUIRE(pl_elements_list(mesh->arena, mesh, e.strain->element, &all) == PL_OK);
    REQUIRE(all.n > 6);
    for (int32_t k = 0; k < all.n; k += all.n / 6) {
      const int32_t *vertex = all.vertex + (size_t)k * all.n_vertex;
      double rest[PL_STRAIN_MAX_REST];
      e.area = all.area[k];
      e.weight = e.area;
      if (all.rest)
        memcpy(rest, all.rest + (size_t)k * (size_t)e.strain->n_rest, (size_t)e.strain->n_rest * sizeof *rest);
      else
        e.strain->prepare(mesh, vertex, e.area, rest, &e.weight);
      spread(rest, e.strain->n_rest, e.rest);
      for (int v = 0; v < e.strain->n_vertex; v++) memcpy(e.x + 3 * v, mesh->x0 + 3 * vertex[v], 3 * sizeof(double));
      check(&e, &rng);
    }
  }
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(uniform);
  pl_mesh_destroy(tets);
  pl_mesh_destroy(hexes);
  pl_context_destroy(ctx);
}

static void disturb(const element *e, pl_rng *rng, double size, double *x) {
  for (int i = 0; i < 3 * e->strain->n_vertex; i++) x[i] = e->x[i] + size * pl_rng_normal(rng);
}

static void at_rest(element *e, pl_rng *rng) {
  (void)rng;
  double s[PL_STRAIN_MAX_VALUE];
  strain_at(e, e->x, s, NULL);
  for (int i = 0; i < e->strain->n_value; i++) CHECK_NEAR(s[i], e->strain->rest_value[i], 1e-12);
  CHECK(e->weight > 0);
}
TEST(strain_traits) {
  char axis[64];
  for (int i = 0; i < pl_strain_count(); i++) {
    const pl_strain *strain = pl_strain_at(i);
    CHECK(strain->words && strain->words[0]);
    CHECK(strain->axial < 1u << strain->n_value);
    CHECK(!strain->volume || (strain->n_value == 1 && pl_strain_is_solid(strain)));
    CHECK(strain->rigidity == 0 || pl_strain_bends(strain));
    for (int k = 0; k < strain->n_value; k++) {
      pl_value_words words = pl_strain_value_words(strain, k, axis);
      CHECK(words.kind && words.kind[0] && words.which && words.axis && words.axis[0]);
    }
  }
  for (int solid = 0; solid < 2; solid++) {
    const pl_strain *reference = pl_strain_reference(solid);
    REQUIRE(reference && pl_strain_is_solid(reference) == (bool)solid);
    CHECK(reference->n_value == (solid ? 6 : 3));
  }
}

TEST(strain_value_at_rest) { for_elements(at_rest); }

static void rigid(element *e, pl_rng *rng) {
  int n = e->strain->n_vertex;
  double x[PL_STRAIN_MAX_DOF], y[PL_STRAIN_MAX_DOF], s[PL_STRAIN_MAX_VALUE], t[PL_STRAIN_MAX_VALUE];
  disturb(e, rng, 0.005, x);
  double a = 6 * pl_rng_uniform(rng), b = 6 * pl_rng_uniform(rng);
  for (int v = 0; v < n; v++) {  // rotate about z, then about x, then shift
    double p = cos(a) * x[3 * v] - sin(a) * x[3 * v + 1], q = sin(a) * x[3 * v] + cos(a) * x[3 * v + 1], r = x[3 * v + 2];
    y[3 * v] = p + 0.3;
    y[3 * v + 1] = cos(b) * q - sin(b) * r - 0.2;
    y[3 * v + 2] = sin(b) * q + cos(b) * r + 0.1;
  }
  strain_at(e, x, s, NULL);
  strain_at(e, y, t, NULL);
  for (int i = 0; i < e->strain->n_value; i++) CHECK_NEAR(s[i], t[i], 1e-11 * (1 + fabs(s[i])));
}
TEST(strain_rigid_motion) { for_elements(rigid); }

static void balance(element *e, pl_rng *rng) {
  int nv = e->strain->n_vertex;
  double x[PL_STRAIN_MAX_DOF], s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF];
  disturb(e, rng, 0.005, x);
  strain_at(e, x, s, ds);
  for (int i = 0; i < e->strain->n_value; i++) {
    const double *g = ds + i * 3 * nv;
    double force[3] = {0}, torque[3] = {0}, size = 0;
    for (int v = 0; v < nv; v++) {
      const double *f = g + 3 * v, *p = x + 3 * v;
      for (int k = 0; k < 3; k++) {
        force[k] += f[k];
        torque[k] += p[(k + 1) % 3] * f[(k + 2) % 3] - p[(k + 2) % 3] * f[(k + 1) % 3];
        size += fabs(f[k]);
      }
    }
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(force[k], 0, 1e-12 * size);
      CHECK_NEAR(torque[k], 0, 1e-12 * size);
    }
  }
}
TEST(strain_force_and_torque_balance) { for_elements(balance); }

static void slopes(element *e, pl_rng *rng) {
  double x[PL_STRAIN_MAX_DOF];
  disturb(e, rng, 0.004, x);
  for (e->value = 0; e->value < e->strain->n_value; e->value++) {
    derivative_check check = check_derivatives(one_value, e, 3 * e->strain->n_vertex, x, 2e-3, true, 11);
    if (!check.gradient_ok || !check.hessian_ok)
      test_fail(__FILE__, __LINE__, "%s value %d: slopes %.2f %.2f, errors %.2e (entry %d) %.2e (%d, %d), asymmetry %.2e", e->strain->name,
                e->value, check.gradient_slope, check.hessian_slope, check.gradient_error, check.gradient_entry, check.hessian_error,
                check.hessian_row, check.hessian_column, check.asymmetry);
    CHECK_LESS(check.asymmetry, 1e-9);
  }
}
TEST(strain_derivative_slopes) { for_elements(slopes); }

// Smallest eigenvalue of h[n][n] relative to its largest entry.
static double smallest_eigenvalue(int n, const double *h) {
  double a[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF], w[PL_STRAIN_MAX_DOF], largest = 0;
  memcpy(a, h, (size_t)n * n * sizeof *a);
  for (int i = 0; i < n * n; i++) largest = fmax(largest, fabs(a[i]));
  REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n, a, n, w) == 0);
  return largest > 0 ? w[0] / largest : 0;
}

// Stresses at which the geometric part is semidefinite and the PSD form must keep it as it is. False: it is never kept whole.
static bool pulls(const pl_strain *strain, pl_rng *rng, double *t) {
  bool stretches = strncmp(strain->name, "principal", 9) == 0;  // largest first: the divided differences are positive
  for (int i = 0; i < strain->n_value; i++) t[i] = stretches ? 3 - i + 0.9 * pl_rng_uniform(rng) : i < 2 ? 0.5 + pl_rng_uniform(rng) : 0;
  if (strcmp(strain->name, "invariants") == 0) t[1] = 0;
  return !pl_strain_bends(strain) && strcmp(strain->name, "volume") != 0 && strcmp(strain->name, "area") != 0 &&
         strcmp(strain->name, "isochoric") != 0;
}

static void psd(element *e, pl_rng *rng) {
  int n = 3 * e->strain->n_vertex, nv = e->strain->n_value;
  for (int trial = 0; trial < 8; trial++) {
    double x[PL_STRAIN_MAX_DOF], t[PL_STRAIN_MAX_VALUE], exact[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF],
        kept[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF];
    disturb(e, rng, 0.004, x);
    for (int i = 0; i < nv; i++) t[i] = pl_rng_normal(rng);
    hess_at(e, x, t, PL_HESS_PSD, kept);
    CHECK(smallest_eigenvalue(n, kept) > -1e-10);
    if (!pulls(e->strain, rng, t)) continue;
    hess_at(e, x, t, PL_HESS_PSD, kept);
    hess_at(e, x, t, PL_HESS_EXACT, exact);
    for (int i = 0; i < n * n; i++) CHECK_NEAR(kept[i], exact[i], 1e-9 * (fabs(exact[i]) + 1));
  }
}
TEST(strain_psd_mode) { for_elements(psd); }

// The short way to the whole Hessian against the sum of its parts.
static void whole(element *e, pl_rng *rng) {
  if (!e->strain->full_hess) return;
  int n = 3 * e->strain->n_vertex, nv = e->strain->n_value;
  for (int mode = PL_HESS_EXACT; mode <= PL_HESS_FILTERED; mode++) {
    static pl_lanes x[PL_STRAIN_MAX_DOF], t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    static pl_lanes parts[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF], h[PL_STRAIN_MAX_DOF * PL_STRAIN_MAX_DOF];
    double at[PL_STRAIN_MAX_DOF], s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF], largest = 0;
    disturb(e, rng, 0.004, at);
    spread(at, n, x);
    strain_at(e, at, s, ds);
    for (int i = 0; i < nv; i++) PL_EACH_LANE(l) t[i][l] = i + sin(7.0 * l);
    for (int i = 0; i < nv; i++)
      for (int j = 0; j <= i; j++) PL_EACH_LANE(l) k[nv * i + j][l] = k[nv * j + i][l] = cos(i + 3.0 * j + l);
    memset(parts, 0, sizeof parts);
    if (e->strain->add_hess_law)
      e->strain->add_hess_law((const pl_lanes *)e->rest, (const pl_lanes *)x, (const pl_lanes *)t, (const pl_lanes *)k, (pl_hess_mode)mode,
                              parts);
    else
      e->strain->add_hess((const pl_lanes *)e->rest, (const pl_lanes *)x, (const pl_lanes *)t, (pl_hess_mode)mode, parts);
    e->strain->full_hess((const pl_lanes *)e->rest, (const pl_lanes *)x, (const pl_lanes *)t, (const pl_lanes *)k, (pl_hess_mode)mode, h);
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++) PL_EACH_LANE(l) {
          for (int i = 0; i < nv; i++)
            for (int j = 0; j < nv; j++) parts[n * r + c][l] += k[nv * i + j][l] * ds[n * i + r] * ds[n * j + c];
          largest = fmax(largest, fabs(parts[n * r + c][l]));
        }
    for (int r = 0; r < n; r++)
      for (int c = 0; c < 3 * (r / 3) + 3; c++) PL_EACH_LANE(l) CHECK_NEAR(h[n * r + c][l], parts[n * r + c][l], 1e-12 * largest);
  }
}
TEST(strain_whole_hessian) { for_elements(whole); }

static void filtered(element *e, pl_rng *rng) {
  if (strcmp(e->strain->name, "green") != 0) return;
  // Volino 2.3: compressive normal stress is left out of the geometric part, tension and shear stay
  double x[PL_STRAIN_MAX_DOF], a[81], b[81];
  disturb(e, rng, 0.004, x);
  hess_at(e, x, (double[]){-2, 3, 0.5}, PL_HESS_FILTERED, a);
  hess_at(e, x, (double[]){0, 3, 0.5}, PL_HESS_EXACT, b);
  for (int i = 0; i < 81; i++) CHECK_NEAR(a[i], b[i], 1e-9 * (1 + fabs(b[i])));
}
TEST(strain_filtered_mode) { for_elements(filtered); }

// Singular places: a collapsed element must not produce NaN in values and gradients of the polynomial strains, nor infinities in the others.
static void collapsed(element *e, pl_rng *rng) {
  (void)rng;
  double x[PL_STRAIN_MAX_DOF] = {0}, s[PL_STRAIN_MAX_VALUE], ds[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_DOF];
  strain_at(e, x, s, ds);
  for (int i = 0; i < e->strain->n_value; i++) CHECK(isfinite(s[i]));
  for (int i = 0; i < e->strain->n_value * 3 * e->strain->n_vertex; i++) CHECK(isfinite(ds[i]));
}
TEST(strain_collapsed_element_is_finite) { for_elements(collapsed); }

TEST(strain_green_closed_form) {
  // U = (1.2, 0.1), V = (0, 0.9) on a single triangle: eq. 9
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 0.05, .width = 0.2, .n_length = 1, .n_width = 1};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_single(ctx, &specimen, &mesh) == PL_OK);
  element e = {.strain = pl_strain_find("green")};
  double rest[PL_STRAIN_MAX_REST], s[3];
  e.strain->prepare(mesh, mesh->triangle, mesh->triangle_area[0], rest, &e.weight);
  spread(rest, e.strain->n_rest, e.rest);
  double x[9];
  for (int i = 0; i < 3; i++) {
    const double *r = mesh->rest + 2 * mesh->triangle[i];
    x[3 * i] = 1.2 * r[0];
    x[3 * i + 1] = 0.1 * r[0] + 0.9 * r[1];
    x[3 * i + 2] = 0;
  }
  strain_at(&e, x, s, NULL);
  CHECK_NEAR(s[0], 0.5 * (1.44 + 0.01 - 1), 1e-14);
  CHECK_NEAR(s[1], 0.5 * (0.81 - 1), 1e-14);
  CHECK_NEAR(s[2], 0.09, 1e-14);
  CHECK_NEAR(e.weight, 0.005, 1e-15);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}

TEST(strain_hinge_is_three_times_curvature) {
  // a strip wrapped on a cylinder of radius 1: on alternating cells the cross hinges show 3/radius in the mean
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 0.2, .width = 0.02, .n_length = 40, .n_width = 4, .kind = PL_TOPOLOGY_ALTERNATING};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  pl_elements all;
  REQUIRE(pl_elements_list(mesh->arena, mesh, PL_ELEMENT_HINGE, &all) == PL_OK);
  const pl_strain *strain = pl_strain_find("hinge");
  double radius = 0.5, energy = 0;
  for (int32_t k = 0; k < all.n; k++) {
    const int32_t *vertex = all.vertex + 4 * (size_t)k;
    element e = {.strain = strain};
    double rest[PL_STRAIN_MAX_REST], x[12], s[1];
    strain->prepare(mesh, vertex, all.area[k], rest, &e.weight);
    spread(rest, strain->n_rest, e.rest);
    for (int v = 0; v < 4; v++) {
      const double *p = mesh->x0 + 3 * vertex[v];
      x[3 * v] = radius * sin(p[0] / radius);
      x[3 * v + 1] = p[1];
      x[3 * v + 2] = radius * (1 - cos(p[0] / radius));
    }
    strain_at(&e, x, s, NULL);
    energy += 0.5 * e.weight * s[0] * s[0];
    if (strain->classify(mesh, vertex) == 0 && fabs(x[1] - x[4]) > 1e-9 && fabs(x[0] - x[3]) < 1e-12)
      CHECK_CLOSE(fabs(s[0]), 3 / radius, 0.55);
  }
  // energy per area of hinge stiffness k on alternating diagonals: B/k between 3.0 and 4.5 (NUMERICS section 6)
  double ratio = energy / (0.5 * 0.2 * 0.02 / (radius * radius));
  CHECK(ratio > 2.5 && ratio < 4.6);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
