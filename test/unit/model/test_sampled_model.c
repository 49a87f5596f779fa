// Heterogeneous materials on a mesh: equal to the homogeneous model if all samples are equal. For laws linear in theta the energy is that
// of the mixed parameters. Exact derivatives, the stiffness map, and rejected input.
#include <stdlib.h>

#include "said.h"
#include "conformance/derivative.h"
#include "base/rng.h"
#include "failing_memory.h"
#include "model/elements.h"
#include "model/model.h"
#include "model/places.h"
#include "test.h"

typedef struct body {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_arena *arena;
  pl_block_matrix hess;
  double *x, *g;  // [n_dof]
} body;

static pl_mesh *make_mesh(pl_context *ctx, int kind) {
  pl_mesh *mesh;
  if (kind == 3) {
    pl_specimen s = {.length = 0.1, .width = 0.06, .n_length = 9, .n_width = 7, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3};
    REQUIRE(pl_mesh_strip(ctx, &s, &mesh) == PL_OK);
    return mesh;
  }
  pl_block_specimen s = {.size = {0.1, 0.06, 0.05}, .n = {4, 3, 3}, .kind = (pl_solid_kind)kind, .jitter = 0.2, .seed = 5};
  REQUIRE(pl_mesh_block(ctx, &s, &mesh) == PL_OK);
  return mesh;
}

static pl_status put(body *b, const char *text) {
  if (pl_material_parse(b->ctx, "test.json", text, strlen(text), &b->material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(b->ctx)->message);
    test_stop();
  }
  return pl_model_create(b->ctx, b->mesh, b->material, NULL, &b->model);
}

// kind: pl_solid_kind, or 3 for a sheet. Positions away from rest, the same for every material on the same mesh.
static body make(int kind, const char *text) {
  body b = {.ctx = pl_context_create(NULL)};
  b.mesh = make_mesh(b.ctx, kind);
  REQUIRE(put(&b, text) == PL_OK);
  b.arena = pl_arena_create(b.ctx);
  REQUIRE(b.arena && pl_work_create(b.model, &b.work) == PL_OK);
  REQUIRE(pl_block_matrix_create(b.arena, &b.model->pattern, &b.hess) == PL_OK);
  size_t n = (size_t)b.model->n_dof;
  b.x = pl_arena_alloc(b.arena, n, sizeof *b.x);
  b.g = pl_arena_alloc(b.arena, n, sizeof *b.g);
  REQUIRE(b.x && b.g);
  pl_rng rng;
  pl_rng_init(&rng, 17);
  for (size_t i = 0; i < n; i++) b.x[i] = b.mesh->x0[i] * (1 + 0.04 * (double)(i % 3)) + 0.002 * pl_rng_normal(&rng);
  return b;
}

static void unmake(body *b) {
  pl_arena_destroy(b->arena);
  pl_work_destroy(b->work);
  pl_model_destroy(b->model);
  pl_material_destroy(b->material);
  pl_mesh_destroy(b->mesh);
  pl_context_destroy(b->ctx);
}

#define SOLID(more)                                                                                                                        \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\", " more "}" \
  "]"                                                                                                                                      \
  "}"
#define RUBBER(more)                                                                                                  \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"invariants\", \"law\": " \
  "\"neo-hookean\", " more "}]}"
#define OGDEN(more)                                                                                                              \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"principal3\", \"law\": \"ogden\", " \
  "\"terms\": 1, " more "}]}"
#define SHEET(samples, stretch, bend)                                                                                                   \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"green\", \"law\": \"orthotropic\"" samples \
  ", \"parameters\": " stretch "}, {\"name\": \"b\", \"strain\": \"hinge\", \"law\": \"linear\"" samples ", \"parameters\": " bend "}]}"
#define POINTS3 "\"samples\": {\"radius\": \"20 mm\", \"unit\": \"mm\", \"points\": [[10, 10, 10], [80, 20, 30], [50, 50, 40]]}"
#define POINTS2 ", \"samples\": {\"radius\": \"20 mm\", \"unit\": \"mm\", \"points\": [[10, -10], [80, 10], [50, 25]]}"
#define ONE2 ", \"samples\": {\"radius\": \"20 mm\", \"unit\": \"mm\", \"points\": [[10, 5]]}"
#define STRETCH_1 "{\"unit\": \"N/m\", \"values\": [500, 60, 300, 90]}"
#define STRETCH_2 "{\"unit\": \"N/m\", \"values\": [900, 90, 200, 40]}"
#define STRETCH_3 "{\"unit\": \"N/m\", \"values\": [150, 20, 400, 70]}"
#define YOUNG_1 "{\"young\": \"20 kPa\", \"poisson\": 0.3}"

static double largest_difference(size_t n, const double *a, const double *b) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

static double largest(size_t n, const double *a) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
  return most;
}

// Energy, gradient and Hessian of two materials on the same mesh agree to round-off.
static void compare(int kind, const char *first, const char *second) {
  body a = make(kind, first), b = make(kind, second);
  size_t n = (size_t)a.model->n_dof, n_value = 9 * (size_t)a.model->pattern.n_block;
  double ea, eb;
  CHECK(pl_model_eval(a.model, a.material->theta, a.x, PL_HESS_EXACT, &ea, a.g, &a.hess, a.work));
  CHECK(pl_model_eval(b.model, b.material->theta, b.x, PL_HESS_EXACT, &eb, b.g, &b.hess, b.work));
  CHECK(ea > 0);
  CHECK_CLOSE(ea, eb, 1e-13);
  CHECK(largest_difference(n, a.g, b.g) < 1e-12 * largest(n, a.g));
  CHECK(largest_difference(n_value, a.hess.value, b.hess.value) < 1e-12 * largest(n_value, a.hess.value));
  unmake(&a);
  unmake(&b);
}

// Equal samples, and one sample, are the homogeneous body; on tetrahedra, hexahedra, triangles and hinges.
TEST(sampled_model_equal_samples_are_homogeneous) {
  for (int kind = 0; kind < 3; kind++) {
    compare(kind, SOLID("\"parameters\": " YOUNG_1), SOLID(POINTS3 ", \"parameters\": " YOUNG_1));
    compare(kind, SOLID("\"parameters\": " YOUNG_1),
            SOLID("\"samples\": {\"radius\": \"1 mm\", \"points\": [[\"1 mm\", \"2 mm\", \"3 mm\"]]}, \"parameters\": [" YOUNG_1 "]"));
    compare(kind, RUBBER("\"parameters\": {\"mu\": \"10 kPa\", \"bulk\": \"80 kPa\"}"),
            RUBBER(POINTS3 ", \"parameters\": {\"mu\": \"10 kPa\", \"bulk\": \"80 kPa\"}"));
  }
  compare(3, SHEET("", STRETCH_1, "{\"k\": \"20 uN m\"}"), SHEET(POINTS2, STRETCH_1, "{\"k\": \"20 uN m\"}"));
  compare(3, SHEET("", STRETCH_1, "{\"k\": \"20 uN m\"}"), SHEET(ONE2, STRETCH_1, "{\"k\": \"20 uN m\"}"));
}

// Against a direct evaluation, element by element, with the parameters mixed at the element's place: the law is linear in theta.
TEST(sampled_model_mixes_parameters) {
  body b = make(3, SHEET(POINTS2, "[" STRETCH_1 ", " STRETCH_2 ", " STRETCH_3 "]",
                         "[{\"k\": \"20 uN m\"}, {\"k\": \"200 uN m\"}, {\"k\": \"80 uN m\"}]"));
  double energy, sum = 0;
  size_t n = (size_t)b.model->n_dof;
  double *g = pl_arena_alloc(b.arena, n, sizeof *g);
  REQUIRE(g != NULL);
  CHECK(pl_model_eval(b.model, b.material->theta, b.x, PL_HESS_EXACT, &energy, b.g, NULL, b.work));
  for (int t = 0; t < 2; t++) {
    const pl_term *term = &b.material->term[t];
    const pl_strain *strain = term->strain;
    pl_elements all;
    REQUIRE(pl_elements_list(b.arena, b.mesh, strain->element, &all) == PL_OK);
    for (int32_t e = 0; e < all.n; e++) {
      const int32_t *vertex = all.vertex + (size_t)e * strain->n_vertex;
      double rest[PL_STRAIN_MAX_REST], w, place[3], phi[3], theta[8], s[3], psi, stress[3];
      pl_lanes rest_lanes[PL_STRAIN_MAX_REST], x[12], s_lanes[3], ds[3 * 12];
      strain->prepare(b.mesh, vertex, all.area[e], rest, &w);
      for (int i = 0; i < strain->n_rest; i++) PL_EACH_LANE(l) rest_lanes[i][l] = rest[i];
      for (int i = 0; i < 3 * strain->n_vertex; i++) PL_EACH_LANE(l) x[i][l] = b.x[3 * vertex[i / 3] + i % 3];
      strain->eval((const pl_lanes *)rest_lanes, (const pl_lanes *)x, s_lanes, ds);
      place[0] = place[1] = place[2] = 0;
      for (int i = 0; i < strain->n_vertex; i++)
        for (int k = 0; k < 2; k++) place[k] += b.mesh->rest[2 * vertex[i] + k] / strain->n_vertex;
      pl_samples_weights(term->samples, place, phi);
      pl_samples_mix(3, phi, term->law.n_param, b.material->theta + term->theta, theta);
      for (int i = 0; i < strain->n_value; i++) s[i] = s_lanes[i][0];
      pl_law_eval_one(&term->law, theta, s, &psi, stress, NULL);
      sum += w * psi;
      for (int i = 0; i < 3 * strain->n_vertex; i++)
        for (int k = 0; k < strain->n_value; k++) g[3 * vertex[i / 3] + i % 3] += w * stress[k] * ds[k * 3 * strain->n_vertex + i][0];
    }
  }
  CHECK_CLOSE(energy, sum, 1e-13);
  CHECK(largest_difference(n, b.g, g) < 1e-12 * largest(n, g));
  unmake(&b);
}

typedef struct slice {
  body *b;
  int32_t dof[12];
  double *x;  // [n_dof], where the dofs start
} slice;

static void evaluate(void *user, const double *p, double *value, double *gradient, double *hessian) {
  slice *s = user;
  body *b = s->b;
  for (int i = 0; i < 12; i++) s->x[s->dof[i]] = p[i];
  pl_model_eval(b->model, b->material->theta, s->x, PL_HESS_EXACT, value, b->g, &b->hess, b->work);
  for (int i = 0; i < 12 && gradient; i++) gradient[i] = b->g[s->dof[i]];
  for (int i = 0; i < 12 && hessian; i++)
    for (int j = 0; j < 12; j++) {
      int32_t r = s->dof[i], c = s->dof[j];
      if (r / 3 < c / 3) r = s->dof[j], c = s->dof[i];
      int32_t at = pl_block_position(&b->model->pattern, r / 3, c / 3);
      hessian[12 * i + j] = at < 0 ? 0 : b->hess.value[9 * (size_t)at + 3 * (size_t)(r % 3) + (size_t)(c % 3)];
    }
}

// dg/dtheta of every sample against central differences (exact for linear laws up to round-off), and in a random direction by slope.
static void check_theta(body *b) {
  int n_theta = b->material->n_theta;
  size_t n = (size_t)b->model->n_dof;
  double *columns = malloc((size_t)n_theta * n * sizeof *columns), *theta = malloc((size_t)n_theta * sizeof *theta);
  double *other = malloc(n * sizeof *other);
  pl_model_theta(b->model, b->material->theta, b->x, n_theta, NULL, columns, b->work);
  for (int j = 0; j < n_theta; j++) {
    double h = 1e-4 * b->material->theta[j], scale = 0, worst = 0;
    for (int side = 0; side < 2; side++) {
      memcpy(theta, b->material->theta, (size_t)n_theta * sizeof *theta);
      theta[j] += side ? h : -h;
      CHECK(pl_model_eval(b->model, theta, b->x, PL_HESS_EXACT, NULL, side ? b->g : other, NULL, b->work));
    }
    for (size_t i = 0; i < n; i++) {
      double slope = (b->g[i] - other[i]) / (2 * h);
      scale = fmax(scale, fabs(slope));
      worst = fmax(worst, fabs(slope - columns[(size_t)j * n + i]));
    }
    CHECK(scale > 0);
    CHECK(worst < 1e-6 * scale);
  }
  // Columns in another place, some left out.
  int *column = malloc((size_t)n_theta * sizeof *column);
  double *some = malloc(n * sizeof *some);
  for (int j = 0; j < n_theta; j++) column[j] = j == n_theta - 1 ? 0 : -1;
  pl_model_theta(b->model, b->material->theta, b->x, 1, column, some, b->work);
  CHECK(memcmp(some, columns + (size_t)(n_theta - 1) * n, n * sizeof *some) == 0);
  free(columns), free(theta), free(other), free(column), free(some);
}

TEST(sampled_model_derivative_slopes) {
  static const struct {
    int kind;
    const char *text;
  } row[] = {
      {PL_SOLID_TET6, SOLID(POINTS3 ", \"parameters\": [" YOUNG_1 ", {\"young\": \"90 kPa\", \"poisson\": 0.2}, {\"young\": \"40 kPa\", "
                                    "\"poisson\": 0.4}]")},
      {PL_SOLID_HEX, RUBBER(POINTS3 ", \"parameters\": [{\"mu\": \"10 kPa\", \"bulk\": \"80 kPa\"}, {\"mu\": \"30 kPa\", \"bulk\": \"90 "
                                    "kPa\"}, {\"mu\": \"5 kPa\", \"bulk\": \"30 kPa\"}]")},
      {PL_SOLID_TET5, OGDEN(POINTS3 ", \"parameters\": [{\"mu1\": \"9 kPa\", \"alpha1\": 3, \"bulk\": \"80 kPa\"}, {\"mu1\": \"30 kPa\", "
                                    "\"alpha1\": 1.7, \"bulk\": \"90 kPa\"}, {\"mu1\": \"5 kPa\", \"alpha1\": 4, \"bulk\": \"30 kPa\"}]")},
      {3, SHEET(POINTS2, "[" STRETCH_1 ", " STRETCH_2 ", " STRETCH_3 "]",
                "[{\"k\": \"20 uN m\"}, {\"k\": \"200 uN m\"}, {\"k\": \"80 uN m\"}]")},
  };
  for (size_t q = 0; q < sizeof row / sizeof row[0]; q++) {
    body b = make(row[q].kind, row[q].text);
    slice s = {.b = &b, .x = malloc((size_t)b.model->n_dof * sizeof *s.x)};
    double p[12];
    memcpy(s.x, b.x, (size_t)b.model->n_dof * sizeof *s.x);
    for (int i = 0; i < 12; i++) s.dof[i] = (int32_t)i + 3 * (b.model->n_vertex / 2), p[i] = s.x[s.dof[i]];
    derivative_check c = check_derivatives(evaluate, &s, 12, p, 1e-3, true, 4);
    CHECK(c.gradient_ok && c.hessian_ok);
    check_theta(&b);
    free(s.x);
    unmake(&b);
  }
}

// The map: Young's modulus where the solid is homogeneous, with any strain measure; between the samples' values where it is not.
TEST(sampled_model_stiffness_map) {
  for (int kind = 0; kind < 3; kind++) {
    double most = 0, least = INFINITY;
    body b = make(kind, SOLID(POINTS3 ", \"parameters\": [{\"young\": \"20 kPa\", \"poisson\": 0.3}, {\"young\": \"80 kPa\", \"poisson\": "
                                      "0.3}, {\"young\": \"20 kPa\", \"poisson\": 0.3}]"));
    int32_t n = pl_model_stiffness_count(b.model);
    CHECK(n == b.mesh->n_tet + b.mesh->n_hex);
    double *map = malloc((size_t)n * sizeof *map);
    REQUIRE(pl_model_stiffness(b.model, b.material->theta, map, b.work) == PL_OK);
    for (int32_t e = 0; e < n; e++) {
      if (b.mesh->n_tet > 0) {
        double place[3], phi[3];
        pl_element_place(b.mesh, pl_strain_find("green3"), b.mesh->tet + 4 * (size_t)e, place);
        pl_samples_weights(b.material->term[0].samples, place, phi);
        CHECK_CLOSE(map[e], 20e3 + 60e3 * phi[1], 1e-9);
      }
      most = fmax(most, map[e]), least = fmin(least, map[e]);
    }
    CHECK(most > 70e3 && most < 80e3 && least > 20e3 && least < 21e3);
    free(map);
    unmake(&b);
  }
  // Young = 9 K mu / (3 K + mu)
  body rubber = make(PL_SOLID_TET5, RUBBER("\"parameters\": {\"mu\": \"10 kPa\", \"bulk\": \"15 kPa\"}"));
  double *map = malloc((size_t)rubber.mesh->n_tet * sizeof *map);
  REQUIRE(pl_model_stiffness(rubber.model, rubber.material->theta, map, rubber.work) == PL_OK);
  for (int32_t e = 0; e < rubber.mesh->n_tet; e++) CHECK_CLOSE(map[e], 9 * 15e3 * 10e3 / (3 * 15e3 + 10e3), 1e-6);
  free(map);
  unmake(&rubber);
  // a sheet: 1/(C^-1)_11 and _22 of the orthotropic law, their mean; the hinges do not count
  body sheet = make(3, SHEET("", STRETCH_1, "{\"k\": \"20 uN m\"}"));
  map = malloc((size_t)sheet.mesh->n_triangle * sizeof *map);
  REQUIRE(pl_model_stiffness(sheet.model, sheet.material->theta, map, sheet.work) == PL_OK);
  for (int32_t e = 0; e < sheet.mesh->n_triangle; e++) CHECK_CLOSE(map[e], 0.5 * (500 - 60. * 60 / 300 + 300 - 60. * 60 / 500), 1e-9);
  free(map);
  unmake(&sheet);
}

// All moduli of small strains: Poisson's ratio and shear modulus of isotropic solids from their numbers, of the sheet from its compliance.
TEST(sampled_model_moduli) {
  body solid = make(PL_SOLID_HEX, SOLID("\"parameters\": {\"young\": \"20 kPa\", \"poisson\": 0.3}"));
  body rubber = make(PL_SOLID_TET5, RUBBER("\"parameters\": {\"mu\": \"10 kPa\", \"bulk\": \"15 kPa\"}"));
  body sheet = make(3, SHEET("", STRETCH_1, "{\"k\": \"20 uN m\"}"));
  const body *all[] = {&solid, &rubber, &sheet};
  double young[] = {20e3, 9 * 15e3 * 10e3 / (3 * 15e3 + 10e3), 0};
  double poisson[] = {0.3, (3 * 15. - 2 * 10) / (2 * (3 * 15. + 10)), 0.5 * (60. / 300 + 60. / 500)}, shear[] = {20e3 / 2.6, 10e3, 0};
  for (int k = 0; k < 3; k++) {
    int32_t n = pl_model_stiffness_count(all[k]->model);
    pl_moduli *moduli = calloc((size_t)n, sizeof *moduli);
    bool *wanted = calloc((size_t)n, sizeof *wanted);
    REQUIRE(moduli && wanted);
    for (int pass = 0; pass < 2; pass++) {
      wanted[n / 2] = true;
      REQUIRE(pl_model_moduli(all[k]->model, all[k]->material->theta, pass ? wanted : NULL, moduli, all[k]->work) == PL_OK);
      for (int32_t e = pass ? n / 2 : 0; e < (pass ? n / 2 + 1 : n); e++) {
        CHECK_CLOSE(moduli[e].poisson, poisson[k], 1e-6);
        for (int i = 0; i < 3 && k < 2; i++) CHECK_CLOSE(moduli[e].tension[i], young[k], 1e-6);
        for (int i = 0; i < 3 && k < 2; i++) CHECK_CLOSE(moduli[e].shear[i], shear[k], 1e-6);
        for (int i = 0; i < 3 && k < 2; i++) CHECK_CLOSE(moduli[e].isochoric[i], 3 * shear[k], 1e-6);
        if (k == 2) CHECK_CLOSE(moduli[e].tension[0], 500 - 60. * 60 / 300, 1e-9);
        if (k == 2) CHECK_CLOSE(moduli[e].tension[1], 300 - 60. * 60 / 500, 1e-9);
      }
    }
    free(wanted);
    free(moduli);
  }
  unmake(&sheet);
  unmake(&rubber);
  unmake(&solid);
}

// A body with axes that keeps its volume, against one that hardly changes it: c11, c22, c33, c12, c13, c23 larger by a bulk modulus.
TEST(sampled_model_moduli_of_kept_volume) {
#define ORTHOTROPIC(c11, c12, c13, c22, c23, c33)                                                                                      \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"body\", \"strain\": \"green3\", \"law\": \"orthotropic3\", " \
  "\"parameters\": {\"c11\": \"" #c11 " kPa\", \"c12\": \"" #c12 " kPa\", \"c13\": \"" #c13 " kPa\", \"c22\": \"" #c22                 \
  " kPa\", \"c23\": \"" #c23 " kPa\", \"c33\": \"" #c33 " kPa\", \"c44\": \"30 kPa\", \"c55\": \"40 kPa\", \"c66\": \"50 kPa\"}}]}"
  body soft = make(PL_SOLID_HEX, ORTHOTROPIC(600, 120, 90, 300, 70, 200));
  body firm = make(PL_SOLID_HEX, ORTHOTROPIC(6000600, 6000120, 6000090, 6000300, 6000070, 6000200));
  const body *both[] = {&soft, &firm};
  pl_moduli *moduli[2];
  for (int k = 0; k < 2; k++) {
    moduli[k] = calloc((size_t)pl_model_stiffness_count(both[k]->model), sizeof **moduli);
    REQUIRE(moduli[k] && pl_model_moduli(both[k]->model, both[k]->material->theta, NULL, moduli[k], both[k]->work) == PL_OK);
  }
  for (int i = 0; i < 3; i++) {
    CHECK_CLOSE(moduli[0]->isochoric[i], moduli[1]->tension[i], 1e-3);
    CHECK_CLOSE(moduli[0]->isochoric[i], moduli[1]->isochoric[i], 1e-6);
    CHECK(moduli[0]->isochoric[i] > moduli[0]->tension[i]);  // keeping the volume takes more
    for (int k = 0; k < 2; k++) CHECK_CLOSE(moduli[k]->shear[i], 1e3 * (30 + 10 * i), 1e-6);
  }
  for (int k = 0; k < 2; k++) free(moduli[k]);
  unmake(&firm);
  unmake(&soft);
}

// Blocks of neighbours: with small radii a block feels few of many samples.
TEST(sampled_model_blocks_are_neighbours) {
  char text[4000] = "", *end = text;
  end += sprintf(end, "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"a\", \"strain\": \"green3\", \"law\": "
                      "\"isotropic3\", \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [");
  for (int i = 0; i < 27; i++)
    end += sprintf(end, "%s[%g, %g, %g]", i ? ", " : "", 10 + 40. * (i % 3), 6 + 24. * (i / 3 % 3), 5 + 20. * (i / 9));
  sprintf(end, "]}}]}");
  body b = {.ctx = pl_context_create(NULL)};
  pl_block_specimen s = {.size = {0.1, 0.06, 0.05}, .n = {10, 6, 5}, .kind = PL_SOLID_TET6};
  pl_mesh *tidy;
  REQUIRE(pl_mesh_block(b.ctx, &s, &tidy) == PL_OK);
  // the same tetrahedra in any order
  int32_t *tet = malloc(4 * (size_t)tidy->n_tet * sizeof *tet);
  memcpy(tet, tidy->tet, 4 * (size_t)tidy->n_tet * sizeof *tet);
  pl_rng rng;
  pl_rng_init(&rng, 2);
  for (int32_t e = tidy->n_tet - 1; e > 0; e--) {
    int32_t other = (int32_t)(pl_rng_uniform(&rng) * (e + 1)), own[4];
    memcpy(own, tet + 4 * e, sizeof own);
    memcpy(tet + 4 * e, tet + 4 * other, sizeof own);
    memcpy(tet + 4 * other, own, sizeof own);
  }
  REQUIRE(pl_mesh_create_solid(b.ctx, tidy->n_vertex, tidy->rest3, NULL, tidy->n_tet, tet, 0, NULL, &b.mesh) == PL_OK);
  free(tet);
  pl_mesh_destroy(tidy);
  REQUIRE(put(&b, text) == PL_OK);
  const pl_group *group = &b.model->group[0];
  double sum = 0;
  for (int32_t k = 0; k < group->n_block; k++) sum += group->near[0][k].n;
  CHECK(sum / group->n_block < 8);
  // every element is there once
  uint8_t *seen = calloc((size_t)b.mesh->n_tet, 1);
  for (int32_t e = 0; e < group->n_element; e++) seen[group->element[e]]++;
  for (int32_t e = 0; e < b.mesh->n_tet; e++) CHECK(seen[e] == 1);
  free(seen);
  pl_model_destroy(b.model);
  pl_material_destroy(b.material);
  pl_mesh_destroy(b.mesh);
  pl_context_destroy(b.ctx);
}

TEST(sampled_model_refuses_a_sample_outside) {
  body b = {.ctx = pl_context_create(NULL)};
  b.mesh = make_mesh(b.ctx, PL_SOLID_TET6);
  CHECK(put(&b, SOLID("\"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[10, 10, 10], [300, 10, 10]]}")) ==
        PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(b.ctx), "[model.sample-term-mm-felt]|2|\"a\"|300|10");
  CHECK(b.model == NULL);
  pl_material_destroy(b.material);
  pl_mesh_destroy(b.mesh);
  pl_context_destroy(b.ctx);
}

// Every allocation fails once: a status, and nothing is left behind.
TEST(sampled_model_survives_failing_memory) {
  static const char text[] = SOLID(POINTS3 ", \"parameters\": " YOUNG_1);
  static const bool chosen[1] = {true};
  bool done = false;
  for (int at = 1; !done && at < 2000; at++) {
    failing memory = {.fail_at = at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &memory;
    options.n_thread = 1;
    pl_context *ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_mesh *mesh = NULL;
    pl_material *material = NULL, *plain = NULL, *more = NULL;
    pl_model *model = NULL;
    pl_work *work = NULL;
    pl_block_specimen s = {.size = {0.1, 0.06, 0.05}, .n = {2, 2, 2}, .kind = PL_SOLID_TET5};
    double map[40], point[6] = {0.02, 0.02, 0.02, 0.08, 0.04, 0.03};
    pl_samples samples = {2, point, 0.03};
    pl_status status = pl_mesh_block(ctx, &s, &mesh);
    if (status == PL_OK) status = pl_material_parse(ctx, "m", text, strlen(text), &material);
    if (status == PL_OK) status = pl_model_create(ctx, mesh, material, NULL, &model);
    if (status == PL_OK) status = pl_work_create(model, &work);
    if (status == PL_OK) status = pl_model_stiffness(model, material->theta, map, work);
    static const char homogeneous[] = SOLID("\"parameters\": " YOUNG_1);
    if (status == PL_OK) status = pl_material_parse(ctx, "m", homogeneous, strlen(homogeneous), &plain);
    if (status == PL_OK) status = pl_material_with_samples(plain, chosen, &samples, &more);
    done = status == PL_OK;
    CHECK(done || status == PL_ERROR_MEMORY);
    if (done) CHECK(more->n_theta == 4 && more->theta[3] == plain->theta[1]);
    pl_material_destroy(more);
    pl_material_destroy(plain);
    pl_work_destroy(work);
    pl_model_destroy(model);
    pl_material_destroy(material);
    pl_mesh_destroy(mesh);
    pl_context_destroy(ctx);
    CHECK(memory.n_live == 0);
  }
  CHECK(done);
}
