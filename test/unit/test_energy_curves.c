// Laws of invariants and stretches as curves: their closed forms, bands of the parameters' own sigmas, what is left out; and warnings of one kind that
// become one with a table.
#include <stdlib.h>

#include "estimate/warning_rows.h"
#include "report/energy_curves.h"
#include "test.h"

typedef struct rubber {
  pl_context *ctx;
  pl_arena *arena;
  pl_fit fit;
  double covariance[100];  // of at most 10 parameters
  int n;
  pl_energy_curve *curve;
} rubber;

#define LAW(strain, law) \
  "{\"pliant\": \"material 1\", \"name\": \"m\", \"terms\": [{\"name\": \"r\", \"strain\": \"" strain "\", \"law\": " law "}]}"

// Every parameter has a standard deviation of a tenth of its size, none is correlated. Inputs were measured up to `range`.
static rubber *make(const char *text, const double range[3][2]) {
  rubber *r = calloc(1, sizeof *r);
  REQUIRE(r);
  pl_material *material;
  r->ctx = pl_context_create(NULL);
  r->arena = pl_arena_create(r->ctx);
  if (pl_material_parse(r->ctx, "test.json", text, strlen(text), &material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(r->ctx)->message);
    test_stop();
  }
  r->fit = (pl_fit){.ctx = r->ctx, .arena = r->arena, .material = material, .n_parameter = material->n_theta, .covariance = r->covariance};
  for (int j = 0; j < material->n_theta; j++) r->covariance[j * (material->n_theta + 1)] = pow(0.1 * material->theta[j], 2);
  for (int i = 0; i < 3 && range; i++) memcpy(material->term[0].range[i], range[i], sizeof range[i]);
  REQUIRE(pl_energy_curves_make(r->arena, &r->fit, &r->n, &r->curve) == PL_OK);
  return r;
}

static void unmake(rubber *r) {
  pl_material_destroy(r->fit.material);
  pl_arena_destroy(r->arena);
  pl_context_destroy(r->ctx);
  free(r);
}

static const double strained[3][2] = {{3, 20}, {3, 12}, {0.9, 1.3}};
static const double stretched[3][2] = {{1, 3}, {0.8, 1.2}, {0.4, 1}};

// psi = c10 (I1 - 3) + c01 (I2 - 3) + bulk/2 (J - 1)^2 on modified invariants.
TEST(energy_curves_of_mooney_rivlin) {
  rubber *r = make(LAW("invariants", "\"mooney-rivlin\", \"parameters\": {\"c10\": \"200 kPa\", \"c01\": \"30 kPa\", \"bulk\": \"5 MPa\"}"),
                   strained);
  static const double value[] = {200e3, 30e3};
  REQUIRE(r->n == 3);
  for (int k = 0; k < 2; k++) {
    const pl_energy_curve *c = &r->curve[k];
    CHECK(c->kind == (pl_energy_kind)k && c->measured && c->rest == 3 && c->range[1] == strained[k][1]);
    CHECK(c->x[0] == 3 && c->x[PL_ENERGY_POINTS - 1] > c->range[1]);  // an invariant is never smaller
    for (int i = 0; i < PL_ENERGY_POINTS; i++) {
      CHECK_CLOSE(c->slope[i], value[k], 1e-12);
      CHECK_CLOSE(c->half_width[i], 1.96 * 0.1 * value[k], 1e-12);
      CHECK_NEAR(c->bend[i], 0, 1e-6 * value[k]);
    }
  }
  const pl_energy_curve *volume = &r->curve[2];
  CHECK(volume->kind == PL_ENERGY_VOLUME && volume->x[0] < 0.9 && volume->x[PL_ENERGY_POINTS - 1] > 1.3);
  for (int i = 0; i < PL_ENERGY_POINTS; i++) {
    CHECK_NEAR(volume->slope[i], 5e6 * (volume->x[i] - 1), 1e-6 * 5e6);
    CHECK_NEAR(volume->half_width[i], 1.96 * 0.1 * 5e6 * fabs(volume->x[i] - 1), 1e-5 * 5e6);
    CHECK_CLOSE(volume->bend[i], 5e6, 1e-5);
  }
  unmake(r);
}

// Incompressible: nothing depends on J, and nothing here on I2. psi' = c10 + 2 c20 x + 3 c30 x^2, x = I1 - 3.
TEST(energy_curves_of_yeoh) {
  rubber *r = make(LAW("invariants", "\"yeoh\", \"incompressible\": true, \"parameters\": {\"c10\": \"200 kPa\", \"c20\": \"-2 kPa\", "
                                     "\"c30\": \"100 Pa\"}"),
                   strained);
  REQUIRE(r->n == 1);
  for (int i = 0; i < PL_ENERGY_POINTS; i++) {
    const pl_energy_curve *c = r->curve;
    double x = c->x[i] - 3, variance = pow(200e3, 2) + pow(2 * 2e3 * x, 2) + pow(3 * 100 * x * x, 2);
    CHECK_CLOSE(c->slope[i], 200e3 - 2 * 2e3 * x + 3 * 100 * x * x, 1e-9);
    CHECK_CLOSE(c->half_width[i], 1.96 * 0.1 * sqrt(variance), 1e-9);
    CHECK_NEAR(c->bend[i], -2 * 2e3 + 6 * 100 * x, i ? 1e-2 : 1);  // one-sided at rest
    CHECK_CLOSE(c->bend_half_width[i], 1.96 * 0.1 * hypot(2 * 2e3, 6 * 100 * x), 1e-3);
  }
  unmake(r);
}

// f' = sum mu (l^alpha - 1) in stretches on both sides of 1, of solids and of sheets, whatever of the volume there is.
TEST(energy_curves_of_ogden) {
  static const char *const text[] = {
      LAW("principal3",
          "\"ogden\", \"terms\": 2, \"parameters\": {\"mu1\": \"100 kPa\", \"alpha1\": 3, \"mu2\": \"-20 kPa\", \"alpha2\": -2, "
          "\"bulk\": \"5 MPa\"}"),
      LAW("principal3",
          "\"ogden\", \"incompressible\": true, \"terms\": 2, \"parameters\": {\"mu1\": \"100 kPa\", \"alpha1\": 3, \"mu2\": \"-20 "
          "kPa\", \"alpha2\": -2}")};
  for (int k = 0; k < 2; k++) {
    rubber *r = make(text[k], stretched);
    REQUIRE(r->n == 1);
    const pl_energy_curve *c = r->curve;
    CHECK(c->kind == PL_ENERGY_STRETCH && c->measured && c->range[0] == 0.4 && c->range[1] == 3 && c->x[0] < 0.4);
    for (int i = 0; i < PL_ENERGY_POINTS; i++) {
      double l = c->x[i];
      CHECK_NEAR(c->slope[i], 100e3 * (pow(l, 3) - 1) - 20e3 * (pow(l, -2) - 1), 1e-4);
      CHECK_CLOSE(c->bend[i], 100e3 * 3 * pow(l, 3) + 20e3 * 2 * pow(l, -2), 1e-6);
    }
    unmake(r);
  }
}

// The parameters of a free curve are its second derivative at the knots; never measured, it is shown over the usual.
TEST(energy_curves_control_points) {
  rubber *r =
      make(LAW("principal3", "\"valanis-landel\", \"incompressible\": true, \"knots\": [-1, 0, 0.5, 1], \"parameters\": {\"k0\": \"300 "
                             "kPa\", \"k1\": \"500 kPa\", \"k2\": \"800 kPa\", \"k3\": \"900 kPa\"}"),
           NULL);
  static const double at[] = {-1, 0, 0.5, 1};
  REQUIRE(r->n == 1);
  CHECK(!r->curve->measured && r->curve->x[0] < 1 && r->curve->x[PL_ENERGY_POINTS - 1] > 1.9);
  for (int j = 0; j < 4; j++) CHECK_CLOSE(pl_energy_control(r->curve, &r->fit.material->parameter[j]), exp(at[j]), 1e-12);
  int near = 0;  // the point next to l = 1, where f'' is k1
  for (int i = 0; i < PL_ENERGY_POINTS; i++)
    if (fabs(log(r->curve->x[i])) < fabs(log(r->curve->x[near]))) near = i;
  CHECK_CLOSE(r->curve->bend[near], 500e3, 0.02);
  unmake(r);
  r = make(LAW("invariants", "\"invariant-spline\", \"incompressible\": true, \"knots1\": [0, 10], \"knots2\": [0, 5]"), strained);
  REQUIRE(r->n == 2);
  CHECK(isnan(pl_energy_control(&r->curve[0], &r->fit.material->parameter[0])));  // the slope at rest is no second derivative
  CHECK_NEAR(pl_energy_control(&r->curve[0], &r->fit.material->parameter[2]), 13, 1e-12);
  CHECK(isnan(pl_energy_control(&r->curve[1], &r->fit.material->parameter[5])));  // its knots are powers of I2
  unmake(r);
}

// ---- warnings of one kind ----

static void warn(pl_fit *fit, const char *text, const char *remedy) {
  fit->warning[fit->n_warning++] = (pl_warning){.text = text, .remedy = remedy};
}

TEST(warnings_of_one_kind_are_one) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_fit fit = {.ctx = ctx, .arena = arena, .warning = pl_arena_alloc(arena, PL_MAX_WARNING, sizeof *fit.warning)};
  REQUIRE(fit.warning);
  warn(&fit, "stands alone", "nothing");
  for (int i = 0; i < 3; i++) {
    warn(&fit, "one test goes far", i < 2 ? "measure further" : "measure otherwise");
    pl_warning_row(&fit, "tests go far", "test|>to", i == 0 ? "a" : i == 1 ? "b" : "c", i == 0 ? "1" : i == 1 ? "2" : "3");
  }
  warn(&fit, "another kind", "measure further");
  pl_warning_row(&fit, "others", "test", "d");
  pl_warnings_finish(&fit);
  REQUIRE(fit.n_warning == 4);
  CHECK(fit.warning[0].n_row == 0 && !fit.warning[0].kind);
  const pl_warning *group = &fit.warning[1];
  CHECK_TEXT(group->text, "tests go far");
  CHECK_TEXT(group->columns, "test|>to");
  REQUIRE(group->n_row == 2 && group->n_column == 2);
  CHECK_TEXT(group->cell[0], "a");
  CHECK_TEXT(group->cell[3], "2");
  // another remedy is another box, and one alone keeps its sentence
  CHECK_TEXT(fit.warning[2].text, "one test goes far");
  CHECK(fit.warning[2].n_row == 0 && fit.warning[3].n_row == 0);
  CHECK_TEXT(pl_warning_range(&fit, PL_DIM_NONE, (double[2]){-0.0001, 0.1234}), "up to 12.34 %");
  CHECK_TEXT(pl_warning_range(&fit, PL_DIM_NONE, (double[2]){-0.05, 0.1}), "-5 to 10 %");
  CHECK_TEXT(pl_warning_strain(&fit, pl_term_strain_dim(&(pl_term){.strain = pl_strain_find("fold")}), 80), "80 1/m");
  // a full list takes no rows: the warning that they belong to may not be there
  while (fit.n_warning < PL_MAX_WARNING) warn(&fit, "more", "");
  pl_warning_row(&fit, "tests go far", "test|>to", "e", "5");
  CHECK(fit.n_warning == PL_MAX_WARNING && group->n_row == 2);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
