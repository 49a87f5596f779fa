// test_homogeneous_closed.c: materials found again from files whose numbers are closed forms written here, not the library's: compound shear with free
// faces, sheets and blocks with two axes.
#include <stdarg.h>

#include "base/rng.h"
#include "estimate/fit.h"
#include "measure/homogeneous.h"
#include "report/result.h"
#include "test.h"

enum { MAX_PATH = 600 };

static void put_file(const char *name, const char *text) {
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "w");
  REQUIRE(file != NULL);
  fputs(text, file);
  fclose(file);
}

// A growing table of text.
typedef struct table {
  char text[40000];
  size_t size;
} table;

static void add(table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(table *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  t->size += (size_t)vsnprintf(t->text + t->size, sizeof t->text - t->size, format, args);
  va_end(args);
  REQUIRE(t->size < sizeof t->text);
}

static pl_measurement *load(pl_context *ctx, const char *name) {
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  pl_measurement *m;
  pl_status status = pl_measurement_load(ctx, path, &m);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return m;
}

static pl_fit *fit_file(pl_context *ctx, pl_measurement *m, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  CHECK(fit->converged);
  return fit;
}

static void check_number(const pl_fit *fit, const char *name, double truth, double tolerance) {
  int j = pl_material_parameter_index(fit->material, name);
  REQUIRE(j >= 0);
  printf("%s %.8g +- %.3g (%.8g)\n", name, fit->material->theta[j], fit->material->sigma[j], truth);
  CHECK_NEAR(fit->material->theta[j], truth, tolerance);
}

// Mooney-Rivlin sheared with its normal stretched by l2 and its sides free, P11 = P33 = 0: dW/dl1 = 0 of W = c10 (I1 - 3) + c01 (I2 - 3) with
// l3 = 1 / (l1 l2) gives l1^4 = (c10 + c01 (l2^2 + g^2)) / (l2^2 (c10 + c01 l2^2)); P12 = 2 g (c10 + c01 l3^2), P22 = dW/dl2.
TEST(homogeneous_compound_shear_finds_moduli) {
  const double c10 = 0.1, c01 = 0.05;  // MPa
  for (int both = 0; both < 2; both++) {
    pl_context *ctx = pl_context_create(NULL);
    table t = {.size = 0};
    add(&t, "stretch 2,shear,shear stress [MPa]%s\n", both ? ",stress 2 [MPa]" : "");
    for (int k = 0; k < 3; k++)
      for (int i = 1; i <= 12; i++) {
        double l2 = 1 + 0.25 * k, g = 0.15 * i;
        double l1 = pow((c10 + c01 * (l2 * l2 + g * g)) / (l2 * l2 * (c10 + c01 * l2 * l2)), 0.25), l3 = 1 / (l1 * l2);
        double p22 = 2 * c10 * (l2 - l3 * l3 / l2) + 2 * c01 * (l1 * l1 * l2 - (1 / (l2 * l2) + g * g * l3 * l3) / l2);
        add(&t, "%.12g,%.12g,%.12g", l2, g, 2 * g * (c10 + c01 * l3 * l3));
        if (both) add(&t, ",%.12g", p22);
        add(&t, "\n");
      }
    put_file("shear.csv", t.text);
    put_file("experiment.json",
             "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"rubber\", \"stress\": \"nominal\", "
             "\"incompressible\": true, \"tests\": [{\"mode\": \"compound-shear\", \"file\": \"shear.csv\"}]}");
    pl_measurement *m = load(ctx, "experiment.json");
    pl_fit *fit = fit_file(ctx, m, "mooney-rivlin");
    check_number(fit, "rubber.c10", 1e6 * c10, 1);
    check_number(fit, "rubber.c01", 1e6 * c01, 1);
    for (int i = 0; i < fit->n_score; i++) CHECK_LESS(0.999999, fit->score[i].r2);
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    pl_context_destroy(ctx);
  }
}
