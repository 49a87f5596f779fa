// Named addends: every name makes a term, and the additive form reproduces StVK.
#include "said.h"
#include "material/addend.h"

#include <stdlib.h>

#include "base/rng.h"
#include "model/model.h"
#include "test.h"

static void show_error(pl_context *ctx) {
  char text[512];
  said_error_format(pl_context_error(ctx), text, sizeof text);
  test_fail(__FILE__, __LINE__, "%s", text);
  pl_context_clear_error(ctx);
}

TEST(addend_table) {
  for (int i = 0; i < pl_addend_count(); i++) {
    const pl_addend *addend = pl_addend_at(i);
    CHECK(addend->help && addend->help[0] && addend->strain);
    CHECK(pl_addend_find(addend->name) == addend);
    size_t length = strlen(addend->name), suffix = strlen("-asymmetric");
    bool named = length > suffix && strcmp(addend->name + length - suffix, "-asymmetric") == 0;
    CHECK(named == addend->asymmetric);
    CHECK((addend->kind == PL_ADDEND_LAW) == (addend->law != NULL));
  }
  CHECK(pl_addend_find("no-such-addend") == NULL);
  static const char *const needed[] = {"warp",       "weft",      "shear",           "area",  "warp-shear",
                                       "weft-shear", "principal", "warp-asymmetric", "volume"};
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) CHECK(pl_addend_find(needed[i]) != NULL);
}

// Each name, in the papers' laws and in ours, coarse and fine, is a term that a material takes. Which control strains it has is checked on one of
// each kind.
TEST(addend_descriptions_are_terms) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  int n_read = 0;
  for (int i = 0; i < pl_addend_count(); i++)
    for (int q = 0; q < 6; q++) {
      const pl_addend *addend = pl_addend_at(i);
      if (!pl_strain_find(addend->strain)) continue;
      pl_addend_knots knots = {.n = {1 + 2 * (q / 2), 1 + 2 * (q / 2)}, .low = {-0.05, -0.2}, .high = {0.1, 0.2}, .published = q % 2};
      const char *text;
      pl_material *material;
      REQUIRE(pl_material_create(ctx, "m", 0, &material) == PL_OK);
      if (pl_addend_describe(arena, addend, &knots, &text) != PL_OK || pl_material_add_term(material, text) != PL_OK) show_error(ctx);
      n_read += material->n_term;
      pl_material_destroy(material);
    }
  CHECK(n_read >= 6 * 12);
  const char *text;
  pl_addend_knots knots = {.n = {4, 3}, .low = {-0.05, -0.2}, .high = {0.1, 0.3}};
  REQUIRE(pl_addend_describe(arena, pl_addend_find("warp-asymmetric"), &knots, &text) == PL_OK);
  CHECK_CONTAINS(text, "[-0.05, 0, 0.05, 0.1]");
  CHECK_CONTAINS(text, "convex-spline");
  REQUIRE(pl_addend_describe(arena, pl_addend_find("warp-shear"), &knots, &text) == PL_OK);
  CHECK_CONTAINS(text, "[0, 0.15, 0.3]");
  CHECK_CONTAINS(text, "\"even\": \"second\"");
  knots.published = true;
  REQUIRE(pl_addend_describe(arena, pl_addend_find("warp-shear"), &knots, &text) == PL_OK);
  CHECK_CONTAINS(text, "bilinear-grid");
  CHECK_CONTAINS(text, "[-0.2, 0, 0.3]");
  // ranges that make no sense
  knots.low[0] = 0.01;
  CHECK(pl_addend_describe(arena, pl_addend_find("warp-asymmetric"), &knots, &text) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "must hold 0 inside");
  pl_context_clear_error(ctx);
  knots.n[1] = 9;
  CHECK(pl_addend_describe(arena, pl_addend_find("area"), &knots, &text) == PL_ERROR_USAGE);
  pl_context_clear_error(ctx);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// ---- StVK (2016 eq. 3, thesis eq. 4.3) ----

enum { LAMBDA = 300, MU = 120 };  // N/m

// The energy at the control strain of each parameter, or the stiffness where that is the parameter. The stiffness is lambda + 2 mu for
// stretch, mu for the engineering shear, lambda for the pair.
static void stvk_parameters(pl_material *material) {
  for (int i = 0; i < material->n_theta; i++) {
    const pl_parameter *p = &material->parameter[i];
    const pl_term *term = &material->term[p->term];
    double stiffness = strcmp(term->name, "shear") == 0 ? MU : strcmp(term->name, "area") == 0 ? LAMBDA : LAMBDA + 2 * MU;
    material->theta[i] = stiffness;
    if (strcmp(term->law.row->name, "energy-spline") == 0) material->theta[i] = 0.5 * stiffness * p->knot * p->knot;
    if (strcmp(term->law.row->name, "bilinear-grid") == 0) {
      double range[2][2];
      int row = p->name[strlen(p->name) - 2] - '1', column = p->name[strlen(p->name) - 1] - '1';  // -1, 0, 1
      term->law.row->range(&term->law, range);
      material->theta[i] = LAMBDA * (row < 0 ? range[0][0] : row * range[0][1]) * (column < 0 ? range[1][0] : column * range[1][1]);
    }
  }
}

static double energy_of(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const double *x, double *gradient) {
  pl_model *model;
  pl_work *work;
  double energy;
  REQUIRE(pl_model_create(ctx, mesh, material, &(pl_model_options){0}, &model) == PL_OK);
  REQUIRE(pl_work_create(model, &work) == PL_OK);
  REQUIRE(pl_model_eval(model, material->theta, x, PL_HESS_EXACT, &energy, gradient, NULL, work));
  pl_work_destroy(work);
  pl_model_destroy(model);
  return energy;
}

// The addends warp, weft, area and shear with one basis function each, with several control points, and in the papers' laws. They give
// energy and forces of StVK to round-off, inside and outside the control strains.
TEST(addend_stvk_exact) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  pl_mesh *mesh;
  pl_specimen specimen = {.length = 0.1, .width = 0.1, .n_length = 8, .n_width = 8, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 3, .angle = 0.4};
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  int32_t n = 3 * mesh->n_vertex;
  double *x = malloc((size_t)n * sizeof *x), *g = malloc((size_t)n * sizeof *g), *g0 = malloc((size_t)n * sizeof *g0);
  REQUIRE(x && g && g0);
  pl_rng rng;
  pl_rng_init(&rng, 2);
  for (int32_t i = 0; i < n; i++) x[i] = mesh->x0[i] * (i % 3 == 0 ? 1.1 : 0.97) + 1e-3 * pl_rng_normal(&rng);

  pl_material *stvk;
  REQUIRE(pl_material_create(ctx, "stvk", 0, &stvk) == PL_OK);
  REQUIRE(pl_material_add_term(stvk, "{\"name\": \"all\", \"strain\": \"green\", \"law\": \"isotropic\"}") == PL_OK);
  double nu = LAMBDA / (double)(LAMBDA + 2 * MU);
  stvk->theta[0] = (LAMBDA + 2 * MU) * (1 - nu * nu);
  stvk->theta[1] = nu;
  double expected = energy_of(ctx, mesh, stvk, x, g0), size = 0;
  for (int32_t i = 0; i < n; i++) size = fmax(size, fabs(g0[i]));

  static const char *const name[4] = {"warp", "weft", "shear", "area"}, *const apart[4] = {"warp-asymmetric", "weft-asymmetric", "shear",
                                                                                           "area"};
  for (int q = 0; q < 8; q++) {
    pl_addend_knots knots = {.n = {1 + q / 2, 1 + q / 2}, .low = {-0.04, -0.04}, .high = {0.05, 0.06}, .published = q % 2};
    pl_material *material;
    REQUIRE(pl_material_create(ctx, "additive", 0, &material) == PL_OK);
    for (int k = 0; k < 4; k++) {
      const char *text;
      REQUIRE(pl_addend_describe(arena, pl_addend_find(q >= 6 ? apart[k] : name[k]), &knots, &text) == PL_OK);
      REQUIRE(pl_material_add_term(material, text) == PL_OK);
    }
    stvk_parameters(material);
    double energy = energy_of(ctx, mesh, material, x, g);
    CHECK_CLOSE(energy, expected, 2e-14);
    for (int32_t i = 0; i < n; i++) CHECK_NEAR(g[i], g0[i], 2e-13 * size);
    pl_material_destroy(material);
  }
  free(x);
  free(g);
  free(g0);
  pl_material_destroy(stvk);
  pl_mesh_destroy(mesh);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
