// test_homogeneous_axes.c: blocks sheared in named planes, as myocardium is (Dokos et al. 2002). The stresses are closed forms.
#include "base/rng.h"
#include "base/text.h"
#include "estimate/problem/fit.h"
#include "protocol/homogeneous/homogeneous.h"
#include "test.h"

#define SIGMA 20.0  // Pa

static const char *const plane[6] = {"fs", "fn", "sf", "sn", "nf", "ns"};

// W = c/2 (exp Q - 1) of F = 1 + g e_j (x) e_i, face i moved along j. Then E_ii = g^2/2 and 2E_ij = g. So Q = (b_i g^2/2)^2 + (b_ij g)^2.
// The shear stress is dW/dg = c/2 exp Q (b_i^2 g^3 + 2 b_ij^2 g).
static const double c = 900, along[3] = {7, 5, 3}, shears[3] = {2.5, 3, 4};  // of f, s, n; of sn, fn, fs
static int letter(char of) { return of == 'f' ? 0 : of == 's' ? 1 : 2; }
static double stress(const char *of, double g) {
  int i = letter(of[0]), j = letter(of[1]);
  double b = along[i], shear = shears[3 - i - j], q = pow(0.5 * b * g * g, 2) + pow(shear * g, 2);
  return 0.5 * c * exp(q) * (b * b * g * g * g + 2 * shear * shear * g);
}

static void put(pl_context *ctx, const char *name, const pl_text *text) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  REQUIRE(!text->failed && pl_file_write(ctx, path, text->data, text->size) == PL_OK);
}

static pl_measurement *make(pl_context *ctx, int n_plane) {
  pl_text table, file;
  pl_rng rng;
  pl_rng_init(&rng, 9);
  pl_text_init(&file, ctx);
  pl_text_printf(&file,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"myocardium\", \"stress\": \"nominal\", "
                 "\"symmetry\": \"orthotropic\", \"mode\": \"simple-shear\", \"incompressible\": true, \"sigma\": \"%g Pa\", \"tests\": [",
                 SIGMA);
  for (int k = 0; k < n_plane; k++) {
    char name[16];
    snprintf(name, sizeof name, "%s.csv", plane[k]);
    pl_text_init(&table, ctx);
    pl_text_add(&table, "shear,shear stress [Pa]\n");
    for (int i = 1; i <= 20; i++) {
      double g = 0.4 * i / 20;
      pl_text_printf(&table, "%.12g,%.12g\n", g, stress(plane[k], g) + SIGMA * pl_rng_normal(&rng));
    }
    put(ctx, name, &table);
    pl_text_clear(&table);
    pl_text_printf(&file, "%s{\"plane\": \"%s\", \"file\": \"%s\"}", k ? ", " : "", plane[k], name);
  }
  pl_text_add(&file, "]}");
  put(ctx, "block.json", &file);
  pl_text_clear(&file);
  char path[600];
  snprintf(path, sizeof path, "%s/block.json", test_folder());
  pl_measurement *m;
  pl_status status = pl_measurement_load(ctx, path, &m);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return m;
}

TEST(homogeneous_six_shear_planes) {
  static const struct {
    const char *name;
    double truth;
  } known[] = {{"tissue.c", 900},  {"tissue.b1", 7}, {"tissue.b2", 5}, {"tissue.b3", 3},
               {"tissue.b4", 2.5}, {"tissue.b5", 3}, {"tissue.b6", 4}};
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = make(ctx, 6);
  pl_fit_options options = pl_fit_options_default();
  options.model = "fung";
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    int j = pl_material_parameter_index(fit->material, known[k].name);
    REQUIRE(j >= 0);
    printf("%s %.5g +- %.3g (%g)\n", known[k].name, fit->material->theta[j], fit->material->sigma[j], known[k].truth);
    CHECK_NEAR(fit->material->theta[j], known[k].truth, 3 * fit->material->sigma[j]);
    CHECK_LESS(fit->material->sigma[j], 0.25 * known[k].truth);
  }
  for (int i = 0; i < fit->evidence.n_score; i++) CHECK_LESS(fit->evidence.score[i].rms, 1.4 * SIGMA);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
}

// Of a saved experiment the planes are the same.
TEST(homogeneous_planes_are_saved) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m = make(ctx, 3), *again;
  char folder[600], path[700], name[3];
  snprintf(folder, sizeof folder, "%s/saved", test_folder());
  REQUIRE(pl_measurement_save(ctx, folder, m) == PL_OK);
  snprintf(path, sizeof path, "%s/experiment.json", folder);
  REQUIRE(pl_measurement_load(ctx, path, &again) == PL_OK);
  for (int k = 0; k < 3; k++) {
    pl_homogeneous_axes_name(pl_homogeneous_of(&again->test[k]), name);
    CHECK(strcmp(name, plane[k]) == 0);
  }
  pl_measurement_destroy(m);
  pl_measurement_destroy(again);
  pl_context_destroy(ctx);
}
