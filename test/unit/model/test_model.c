// test_model.c: assembly: derivatives of the whole, theta-derivatives, rates, modes, determinism.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "said.h"
#include "base/rng.h"
#include "model/model.h"
#include "test.h"

// Every strain with some law: membrane splines with cross coupling, springs by class, hinges, and a rate term.
static const char everything[] =
    "{\"pliant\": \"material 1\", \"name\": \"everything\", \"density\": \"200 g/m^2\", \"terms\": ["
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", \"order\": 3, \"knots\": [0, 0.05, "
    "0.1], "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [500, 800, 2000, 3000]}},"
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"convex-spline\", \"knots\": [-0.1, 0, 0.1], "
    "\"compression\": \"free\", "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [300, 400, 900]}},"
    "{\"name\": \"all\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [200, 50, 150, 30]}},"
    "{\"name\": \"cross\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross\", \"parameters\": {\"unit\": "
    "\"N/m\", \"values\": [40]}},"
    "{\"name\": \"soft\", \"strain\": \"soft\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
    "\"values\": [60]}},"
    "{\"name\": \"threads\", \"strain\": \"spring\", \"values\": [\"stretch\"], \"elements\": \"warp\", \"law\": \"linear\", "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [70]}},"
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"values\": [\"bend\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N m\", "
    "\"values\": [0.0001]}},"
    "{\"name\": \"damp\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", \"rate\": true, "
    "\"parameters\": {\"unit\": \"N s/m\", \"values\": [2, 0.3, 1, 0.5]}}]}";

typedef struct setup {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  double *x;
  int32_t n;
} setup;

static setup make(void) {
  setup s = {.ctx = pl_context_create(NULL)};
  pl_specimen specimen = {
      .length = 0.1, .width = 0.08, .angle = 0.3, .n_length = 5, .n_width = 4, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 5};
  REQUIRE(pl_mesh_strip(s.ctx, &specimen, &s.mesh) == PL_OK);
  if (pl_material_parse(s.ctx, "everything", everything, strlen(everything), &s.material) != PL_OK) {
    char text[512];
    said_error_format(pl_context_error(s.ctx), text, sizeof text);
    test_fail(__FILE__, __LINE__, "%s", text);
    test_stop();
  }
  pl_model_options options = {.gravity = {0, 0, -9.81}};
  REQUIRE(pl_model_create(s.ctx, s.mesh, s.material, &options, &s.model) == PL_OK);
  REQUIRE(pl_work_create(s.model, &s.work) == PL_OK);
  s.n = s.model->n_dof;
  s.x = malloc((size_t)s.n * sizeof *s.x);
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int32_t i = 0; i < s.n; i++) s.x[i] = s.mesh->x0[i] * 1.03 + 1e-3 * pl_rng_normal(&rng);
  return s;
}

static void unmake(setup *s) {
  free(s->x);
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  pl_context_destroy(s->ctx);
}

static double *direction(const setup *s, unsigned seed) {
  double *d = malloc((size_t)s->n * sizeof *d);
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int32_t i = 0; i < s->n; i++) d[i] = pl_rng_normal(&rng);
  return d;
}

// Slopes of the Taylor remainders of energy with gradient and Hessian along a direction.
TEST(model_taylor_slopes) {
  setup s = make();
  size_t n = (size_t)s.n;
  double *d = direction(&s, 2), *g = malloc(n * sizeof *g), *hd = malloc(n * sizeof *hd), *y = malloc(n * sizeof *y), e0, gd = 0, dhd = 0;
  pl_block_matrix h;
  REQUIRE(pl_block_matrix_create(s.model->arena, &s.model->pattern, &h) == PL_OK);
  CHECK(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &e0, g, &h, s.work));
  pl_block_matrix_multiply(&h, d, hd);
  for (size_t i = 0; i < n; i++) {
    gd += g[i] * d[i];
    dhd += d[i] * hd[i];
  }
  double previous1 = 0, previous2 = 0;
  for (int k = 0; k < 4; k++) {
    double step = 2e-4 * pow(0.5, k), e;
    for (size_t i = 0; i < n; i++) y[i] = s.x[i] + step * d[i];
    pl_model_eval(s.model, s.material->theta, y, PL_HESS_EXACT, &e, NULL, NULL, s.work);
    double r1 = fabs(e - e0 - step * gd), r2 = fabs(e - e0 - step * gd - 0.5 * step * step * dhd);
    if (k > 0) {
      CHECK_NEAR(log2(previous1 / r1), 2, 0.2);
      CHECK_NEAR(log2(previous2 / r2), 3, 0.4);
    }
    previous1 = r1;
    previous2 = r2;
  }
  free(d), free(g), free(hd), free(y);
  unmake(&s);
}

TEST(model_theta_derivative_is_exact) {
  setup s = make();
  size_t n = (size_t)s.n;
  int n_theta = s.material->n_theta;
  double *dg = malloc(n * (size_t)n_theta * sizeof *dg), *theta = malloc((size_t)n_theta * sizeof *theta), *a = malloc(n * sizeof *a),
         *b = malloc(n * sizeof *b);
  pl_model_theta(s.model, s.material->theta, s.x, n_theta, NULL, dg, s.work);
  for (int j = 0; j < n_theta; j++) {
    double step = 1e-3 * fabs(s.material->theta[j]), size = 0, error = 0;
    memcpy(theta, s.material->theta, (size_t)n_theta * sizeof *theta);
    theta[j] = s.material->theta[j] + step;
    pl_model_eval(s.model, theta, s.x, PL_HESS_EXACT, NULL, a, NULL, s.work);
    theta[j] = s.material->theta[j] - step;
    pl_model_eval(s.model, theta, s.x, PL_HESS_EXACT, NULL, b, NULL, s.work);
    for (size_t i = 0; i < n; i++) {
      double fd = (a[i] - b[i]) / (2 * step);
      size = fmax(size, fabs(fd));
      error = fmax(error, fabs(fd - dg[(size_t)j * n + i]));
    }
    CHECK(error <= 1e-8 * size + 1e-14);
  }
  free(dg), free(theta), free(a), free(b);
  unmake(&s);
}

// Viscosity: dR/dv and d2R/dv2 by differences, and no force when the motion is rigid.
TEST(model_rates) {
  setup s = make();
  size_t n = (size_t)s.n;
  double *v = direction(&s, 4), *d = direction(&s, 5), *g = calloc(n, sizeof *g), *g2 = calloc(n, sizeof *g2), *hd = malloc(n * sizeof *hd);
  double *w = malloc(n * sizeof *w), r0 = 0, r1 = 0, gd = 0, dhd = 0;
  pl_block_matrix damping;
  REQUIRE(pl_block_matrix_create(s.model->arena, &s.model->pattern, &damping) == PL_OK);
  pl_block_matrix_zero(&damping);
  pl_model_add_rates(s.model, s.material->theta, s.x, v, &r0, g, &damping, s.work);
  pl_block_matrix_multiply(&damping, d, hd);
  for (size_t i = 0; i < n; i++) {
    gd += g[i] * d[i];
    dhd += d[i] * hd[i];
    w[i] = v[i] + 0.1 * d[i];
  }
  pl_model_add_rates(s.model, s.material->theta, s.x, w, &r1, NULL, NULL, s.work);
  CHECK_CLOSE(r1, r0 + 0.1 * gd + 0.005 * dhd, 1e-10);  // quadratic in v for linear viscosity
  CHECK(r0 > 0 && dhd > 0);
  for (size_t i = 0; i < n; i += 3) {  // rigid: v = omega x x + c
    w[i] = -2 * s.x[i + 1] + 1;
    w[i + 1] = 2 * s.x[i] - 3;
    w[i + 2] = 0.5;
  }
  pl_model_add_rates(s.model, s.material->theta, s.x, w, NULL, g2, NULL, s.work);
  for (size_t i = 0; i < n; i++) CHECK_NEAR(g2[i], 0, 1e-10);
  free(v), free(d), free(g), free(g2), free(hd), free(w);
  unmake(&s);
}

TEST(model_gravity_and_mass) {
  setup s = make();
  double mass = 0, load[3] = {0};
  for (int32_t v = 0; v < s.model->n_vertex; v++) {
    mass += s.model->mass[v];
    for (int k = 0; k < 3; k++) load[k] += s.model->load[3 * v + k];
  }
  CHECK_CLOSE(mass, 0.2 * 0.1 * 0.08, 1e-12);
  CHECK_CLOSE(load[2], -9.81 * 0.2 * 0.1 * 0.08, 1e-12);
  CHECK_NEAR(load[0], 0, 1e-18);
  unmake(&s);
}

// Two evaluations give the same bits, and a point that is not finite is reported.
TEST(model_repeats_and_reports_nan) {
  setup s = make();
  size_t n = (size_t)s.n;
  double e1, e2, *g1 = malloc(n * sizeof *g1), *g2 = malloc(n * sizeof *g2);
  CHECK(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &e1, g1, NULL, s.work));
  CHECK(pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &e2, g2, NULL, s.work));
  CHECK(e1 == e2 && memcmp(g1, g2, n * sizeof *g1) == 0);
  s.x[4] = NAN;
  CHECK(!pl_model_eval(s.model, s.material->theta, s.x, PL_HESS_EXACT, &e1, g1, NULL, s.work));
  free(g1), free(g2);
  unmake(&s);
}

// Patch test: an affine motion gives the same strain everywhere and no force on inner vertices.
TEST(model_patch) {
  setup s = make();
  size_t n = (size_t)s.n;
  double *g = malloc(n * sizeof *g), *x = malloc(n * sizeof *x);
  const char text[] =
      "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"1 g/m^2\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", "
      "\"values\": "
      "[\"warp\", \"weft\", \"shear\"], \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [900, 50, 400, 30]}}]}";
  pl_material *material;
  pl_model *model;
  pl_work *work;
  REQUIRE(pl_material_parse(s.ctx, "m", text, strlen(text), &material) == PL_OK);
  REQUIRE(pl_model_create(s.ctx, s.mesh, material, NULL, &model) == PL_OK);
  REQUIRE(pl_work_create(model, &work) == PL_OK);
  for (size_t i = 0; i < n; i += 3) {
    double a = s.mesh->x0[i], b = s.mesh->x0[i + 1];
    x[i] = 1.1 * a + 0.05 * b;
    x[i + 1] = -0.02 * a + 0.97 * b;
    x[i + 2] = 0.3 * a - 0.1 * b;
  }
  CHECK(pl_model_eval(model, material->theta, x, PL_HESS_EXACT, NULL, g, NULL, work));
  for (int32_t v = 0; v < s.mesh->n_vertex; v++)
    for (int k = 0; k < 3 && !s.mesh->boundary[v]; k++) CHECK_NEAR(g[3 * v + k], 0, 1e-12);
  double *strain = malloc((size_t)s.mesh->n_triangle * 3 * sizeof *strain);
  int32_t count = pl_model_strains(model, pl_strain_find("green"), x, strain, work);
  CHECK(count == s.mesh->n_triangle);
  for (int32_t e = 1; e < count; e++)
    for (int k = 0; k < 3; k++) CHECK_NEAR(strain[3 * e + k], strain[k], 1e-12);
  free(strain), free(g), free(x);
  pl_work_destroy(work);
  pl_model_destroy(model);
  pl_material_destroy(material);
  unmake(&s);
}

// An isotropic variant: warp and weft share one stiffness, and its derivative is the sum of both.
TEST(model_shared_parameters) {
  const char text[] = "{\"pliant\": \"material 1\", \"name\": \"m\", \"density\": \"1 g/m^2\", \"terms\": ["
                      "{\"name\": \"warp\", \"strain\": \"soft\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": "
                      "\"N/m\", \"values\": [500]}},"
                      "{\"name\": \"weft\", \"strain\": \"soft\", \"values\": [\"weft\"], \"law\": \"linear\", \"shares\": \"warp\"},"
                      "{\"name\": \"bend\", \"strain\": \"hinge\", \"values\": [\"bend\"], \"elements\": [\"warp\", \"weft\"], \"law\": "
                      "\"linear\", \"parameters\": "
                      "{\"unit\": \"N m\", \"values\": [0.0001]}}]}";
  setup s = make();
  pl_material *material, *copy;
  pl_model *model;
  pl_work *work;
  REQUIRE(pl_material_parse(s.ctx, "m", text, strlen(text), &material) == PL_OK);
  CHECK(material->n_theta == 2 && material->n_term == 3 && material->term[1].theta == material->term[0].theta);
  REQUIRE(pl_material_copy(material, &copy) == PL_OK);
  CHECK(copy->n_theta == 2 && copy->term[1].shares == 0 && copy->term[2].classes == 3);
  REQUIRE(pl_model_create(s.ctx, s.mesh, copy, NULL, &model) == PL_OK);
  REQUIRE(pl_work_create(model, &work) == PL_OK);
  size_t n = (size_t)s.n;
  double *dg = malloc(2 * n * sizeof *dg), *g = malloc(n * sizeof *g), *some = malloc(n * sizeof *some);
  pl_model_theta(model, copy->theta, s.x, 2, NULL, dg, work);
  CHECK(pl_model_eval(model, (double[]){1, 0}, s.x, PL_HESS_EXACT, NULL, g, NULL, work));
  for (size_t i = 0; i < n; i++) CHECK_NEAR(dg[i], g[i], 1e-12);  // linear in the stiffness: the derivative is the force at 1 N/m
  pl_model_theta(model, copy->theta, s.x, 1, (int[]){-1, 0}, some, work);
  for (size_t i = 0; i < n; i++) CHECK_NEAR(some[i], dg[n + i], 0);
  free(dg), free(g), free(some);
  pl_work_destroy(work);
  pl_model_destroy(model);
  pl_material_destroy(copy);
  pl_material_destroy(material);
  unmake(&s);
}
