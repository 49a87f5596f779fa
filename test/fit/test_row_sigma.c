// test_row_sigma.c: the standard deviation of a single reading is part of the noise model, whatever schedule fits it, and importance is not.
#include "estimate/problem/fit.h"
#include "report/result/result_parts.h"
#include "test.h"

enum { N = 16, MAX_PATH = 600 };
static const double MODULUS = 4e5;               // Pa
static const double PRECISE = 1e3, ROUGH = 2e4;  // Pa, sigma of the first half of the rows and of the second

static double stretch_at(int i) { return 1.05 + 0.05 * i; }
static double sigma_at(int i) { return i < N / 2 ? PRECISE : ROUGH; }
// P11 of a neo-Hookean body over its shear modulus.
static double per_modulus(double l) { return l - 1 / (l * l); }

static void put_file(const char *name, const char *text) {
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "w");
  REQUIRE(file != NULL);
  fputs(text, file);
  fclose(file);
}

// Rubber pulled in one direction, its rough half off by `off` sigmas.
static pl_measurement *rubber(pl_context *ctx, double off) {
  char text[4000] = "stretch,stress [Pa],sigma [Pa]\n", path[MAX_PATH];
  for (int i = 0; i < N; i++) {
    size_t used = strlen(text);
    double error = sigma_at(i) == ROUGH ? off * ROUGH : 0;
    snprintf(text + used, sizeof text - used, "%.17g,%.17g,%.17g\n", stretch_at(i), MODULUS * per_modulus(stretch_at(i)) + error,
             sigma_at(i));
  }
  put_file("pull.csv", text);
  put_file("experiment.json", "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"rubber\", \"incompressible\": "
                              "true, \"stress\": \"nominal\", "
                              "\"tests\": [{\"name\": \"pull\", \"mode\": \"uniaxial\", \"file\": \"pull.csv\"}]}");
  put_file("neo.json", "{\"pliant\": \"material 1\", \"name\": \"neo\", \"terms\": [{\"name\": \"rubber\", \"strain\": \"invariants\", "
                       "\"values\": [\"i1\", \"i2\", \"j\"], \"law\": "
                       "\"neo-hookean\", \"incompressible\": true, \"parameters\": {\"mu\": \"0.2 MPa\"}}]}");
  snprintf(path, sizeof path, "%s/experiment.json", test_folder());
  pl_measurement *m;
  pl_status status = pl_measurement_load(ctx, path, &m);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return m;
}

static pl_fit *fit_with(pl_context *ctx, pl_measurement *m, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.prior = 0;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return fit;
}

// Weighted least squares of a model with one number, by hand: mu = sum (p m / s^2) / sum (p^2 / s^2).
static double by_hand(double off, double *sigma) {
  double product = 0, square = 0;
  for (int i = 0; i < N; i++) {
    double p = per_modulus(stretch_at(i)), s = sigma_at(i), m = MODULUS * p + (s == ROUGH ? off * ROUGH : 0);
    product += p * m / (s * s);
    square += p * p / (s * s);
  }
  *sigma = 1 / sqrt(square);
  return product / square;
}

// A material file is fitted by the curves' schedule, a named model by the protocol's own: both weigh rows by their own sigma.
TEST(row_sigma_counts_with_a_material_file) {
  const double off = 0.5;
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = rubber(ctx, off);
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/neo.json", test_folder());
  const char *const model[2] = {"neo-hookean", path};
  double sigma, truth = by_hand(off, &sigma);
  for (int i = 0; i < 2; i++) {
    pl_fit *fit = fit_with(ctx, m, model[i]);
    printf("%s: %.8g (%.8g)\n", model[i], fit->material->theta[0], truth);
    CHECK_NEAR(fit->material->theta[0], truth, 1e-6 * truth);
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Rows without residuals scatter as their sigmas say: the covariance is that of weighted least squares.
TEST(row_sigma_is_precision_in_the_covariance) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = rubber(ctx, 0);
  double sigma;
  by_hand(0, &sigma);
  pl_fit *fit = fit_with(ctx, m, "neo-hookean");
  printf("sigma %.6g (%.6g)\n", fit->material->sigma[0], sigma);
  CHECK_NEAR(fit->material->theta[0], MODULUS, 1e-6 * MODULUS);
  CHECK_NEAR(fit->material->sigma[0], sigma, 1e-3 * sigma);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// A number at its bound, or held, has no standard deviation: NAN in the library, null in fit.json, not 0 as if it were exact.
TEST(held_parameters_have_no_sigma) {
  char table[4000] = "stretch,stress [Pa]\n";
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement_destroy(rubber(ctx, 0));  // its files
  for (int i = 0; i < N; i++) {
    size_t used = strlen(table);
    double l = stretch_at(i);
    // Mooney-Rivlin, c01 below zero
    snprintf(table + used, sizeof table - used, "%.17g,%.17g\n", l, MODULUS * per_modulus(l) * (1 - 0.2 / l));
  }
  put_file("pull.csv", table);
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/experiment.json", test_folder());
  pl_measurement *m;
  REQUIRE(pl_measurement_load(ctx, path, &m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.model = "mooney-rivlin";
  options.polyconvex = 1;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  int held = pl_material_parameter_index(fit->material, "rubber.c01"), free = pl_material_parameter_index(fit->material, "rubber.c10");
  REQUIRE(held >= 0 && free >= 0 && fit->known.at_bound[held] && !fit->known.at_bound[free]);
  CHECK(isnan(fit->material->sigma[held]) && isnan(pl__parameter_sigma(fit, held)));
  CHECK(isnan(pl_material_parameter(fit->material, held).sigma));
  CHECK(fit->material->sigma[free] > 0 && pl__parameter_sigma(fit, free) == fit->material->sigma[free]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}
