// test_homogeneous_fit.c: laws of rubber found again from noisy curves, without start values; real rubber; stability.
#include "fit/patience.h"
#include "estimate/model/rubber_model.h"
#include "protocol/homogeneous/stability.h"
#include "material/certificate.h"
#include "protocol/homogeneous/homogeneous.h"
#include "estimate/judge/moduli.h"
#include "scenes/rubber.h"
#include "scenes/scenes.h"
#include "said.h"
#include "test.h"
#include "unit/protocol/suspect_case.h"

enum { N = 25, N_MODE = 4 };
static const pl_homogeneous_mode modes[N_MODE] = {PL_UNIAXIAL, PL_EQUIBIAXIAL, PL_PLANAR, PL_SIMPLE_SHEAR};
static const char *const names[N_MODE] = {"uniaxial", "equibiaxial", "planar", "shear"};

// The four curves of a material with noise.
static pl_measurement *virtual_curves(pl_context *ctx, const pl_material *material, bool incompressible, double top, double noise,
                                      uint64_t seed) {
  static double control[N_MODE][N];
  static pl_homogeneous h[N_MODE];
  pl_test test[N_MODE];
  const pl_protocol *protocol = pl_protocol_find("homogeneous");
  for (int t = 0; t < N_MODE; t++) {
    h[t] = (pl_homogeneous){.mode = modes[t], .incompressible = incompressible};
    test[t] = (pl_test){.name = names[t],
                        .file = "",
                        .length = 1,
                        .width = 1,
                        .strips = 1,
                        .n_frame = N,
                        .protocol = &pl_protocol_homogeneous,
                        .detail = &h[t]};
    for (int c = 0; c < protocol->n_channel; c++) test[t].channel[c].row = &protocol->channel[c];
    bool shear = modes[t] == PL_SIMPLE_SHEAR;
    for (int i = 0; i < N; i++) control[t][i] = (shear ? 0 : 1) + (top - 1) * (i + 1) / N;
    test[t].channel[shear ? PL_HOMOGENEOUS_SHEAR : PL_HOMOGENEOUS_STRETCH].value = control[t];
  }
  double sigma[PL_MAX_CHANNEL] = {[PL_HOMOGENEOUS_STRESS] = noise,
                                  [PL_HOMOGENEOUS_STRESS_2] = noise,
                                  [PL_HOMOGENEOUS_SHEAR_STRESS] = noise,
                                  [PL_HOMOGENEOUS_LATERAL] = 1e-3};
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *m;
  pl_rig_report report;
  REQUIRE(pl_rig_measure(ctx, protocol, N_MODE, test, material, &rig, &solve, sigma, seed, &m, &report) == PL_OK);
  REQUIRE(report.n_failed == 0);
  return m;
}

static pl_material *law(pl_context *ctx, const char *text, int n, const double *theta) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "rubber", 0, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, text) == PL_OK);
  REQUIRE(pl_material_finish(material) == PL_OK);
  REQUIRE(material->n_theta == n);
  memcpy(material->theta, theta, (size_t)n * sizeof *theta);
  return material;
}

static pl_fit *fit_model(pl_context *ctx, pl_measurement *m, const char *model) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  CHECK(fit->solution.converged);
  return fit;
}

#define INVARIANTS "{\"name\": \"r\", \"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], \"law\": "
#define STRETCHES "{\"name\": \"r\", \"strain\": \"principal3\", \"values\": [\"max\", \"mid\", \"min\"], \"law\": "

static const struct {
  const char *model, *text;
  int n;
  double theta[7];
  bool incompressible;
} truth[] = {{"neo-hookean", INVARIANTS "\"neo-hookean\", \"incompressible\": true}", 1, {0.4e6}, true},
             {"mooney-rivlin", INVARIANTS "\"mooney-rivlin\", \"incompressible\": true}", 2, {0.18e6, 0.02e6}, true},
             {"yeoh", INVARIANTS "\"yeoh\", \"incompressible\": true}", 3, {0.17e6, -0.9e3, 40}, true},
             {"ogden-1", STRETCHES "\"ogden\", \"terms\": 1, \"incompressible\": true}", 2, {0.3e6, 2.7}, true},
             {"ogden-2", STRETCHES "\"ogden\", \"terms\": 2, \"incompressible\": true}", 4, {-0.05e6, -2.2, 0.4e6, 2.4}, true},
             {"neo-hookean", INVARIANTS "\"neo-hookean\", \"incompressible\": false}", 2, {0.4e6, 1.3e6}, false},
             {"mooney-rivlin", INVARIANTS "\"mooney-rivlin\", \"incompressible\": false}", 3, {0.18e6, 0.02e6, 0.9e6}, false},
             {"ogden-1", STRETCHES "\"ogden\", \"terms\": 1, \"incompressible\": false}", 3, {0.3e6, 2.7, 1.3e6}, false}};

// d(shear modulus at rest)/d(theta), by the textbooks; the modulus is the sum of slope times theta but for Ogden's products, sum mu alpha / 2.
static double shear_modulus(const char *model, int n, const double *theta, double *slope) {
  double sum = 0;
  bool ogden = strncmp(model, "ogden", 5) == 0;
  for (int j = 0; j < n; j++)
    slope[j] = ogden                                      ? (n % 2 && j == n - 1 ? 0 : 0.5 * theta[j ^ 1])
               : strcmp(model, "neo-hookean") == 0        ? j == 0
               : j < (strcmp(model, "yeoh") == 0 ? 1 : 2) ? 2
                                                          : 0;
  for (int j = 0; j < n; j++) sum += slope[j] * theta[j] * (ogden ? 0.5 : 1);
  return sum;
}

// Ogden's bulk modulus is no half of a pair: what follows it belongs to another term, or to none.
TEST(homogeneous_stability_of_ogden_with_bulk) {
  static const double theta[5] = {0.3e6, 2.7, 1e6, -0.05e6, -2.2};
  pl_context *ctx = pl_context_create(NULL);
  pl_fit_options options = pl_fit_options_default();
  pl_stability s;
  bool known;
  pl_fit *fit;
  pl_material *one = law(ctx, truth[3].text, 2, theta), *two;
  pl_measurement *m = virtual_curves(ctx, one, true, 2, 0, 1);
  REQUIRE(pl_material_create(ctx, "two", 0, &two) == PL_OK);
  REQUIRE(pl_material_add_term(two, STRETCHES "\"ogden\", \"terms\": 1, \"incompressible\": false}") == PL_OK);
  REQUIRE(pl_material_add_term(two, "{\"name\": \"s\", \"strain\": \"principal3\", \"values\": [\"max\", \"mid\", \"min\"], "
                                    "\"law\": \"ogden\", \"terms\": 1, \"incompressible\": true}") == PL_OK);
  REQUIRE(pl_material_finish(two) == PL_OK && two->n_theta == 5);
  for (int bulk = 1; bulk >= -1; bulk -= 2) {
    memcpy(two->theta, theta, sizeof theta);
    two->theta[2] *= bulk;
    REQUIRE(pl_fit_predict(ctx, two, 1, &m, &options, &fit) == PL_OK);
    REQUIRE(pl_stability_check(fit, &s, &known) == PL_OK && known);
    CHECK(s.proven == (bulk > 0) && s.smallest > 0);  // the second term has mu < 0 and alpha < 0: their product counts
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(m);
  pl_material_destroy(one);
  pl_material_destroy(two);
  pl_context_destroy(ctx);
}

// Of stability nothing is called proven that has a number of the wrong sign, or a volume that may change.
static void check_proof(pl_fit *fit, const char *model, bool incompressible) {
  const double *t = fit->material->theta;
  pl_stability s;
  bool known, right = true;
  REQUIRE(pl_stability_check(fit, &s, &known) == PL_OK);
  for (int j = 0; j < fit->material->n_theta && incompressible; j++)
    right = right && (strncmp(model, "ogden", 5) == 0 ? t[j & ~1] * t[j | 1] : t[j]) >= 0;
  CHECK(s.proven == (incompressible && right));
  CHECK(!s.proven || s.smallest > 0);
}

// Moduli at rest and their sigmas. For incompressible rubber this is 3 times the shear modulus, else 9 K G / (3 K + G) with K the last
// parameter.
static void check_moduli(const pl_fit *fit, const char *model, bool incompressible) {
  pl_modulus modulus[PL_MODULI_MAX];
  double slope[8], variance = 0;
  int n_modulus, n = fit->material->n_theta;
  pl_arena *arena = pl_arena_create(fit->ctx);
  REQUIRE(pl_moduli_make(arena, fit, &n_modulus, modulus) == PL_OK);
  REQUIRE(n_modulus == (incompressible ? 2 : 3));
  double g = shear_modulus(model, n, fit->material->theta, slope), k = fit->material->theta[n - 1];
  const pl_modulus *shear = &modulus[incompressible ? 0 : 2], *young = &modulus[incompressible ? 1 : 0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) variance += slope[i] * fit->evidence.covariance[i * fit->solution.n_parameter + j] * slope[j];
  CHECK_TEXT(shear->name, incompressible ? "initial shear modulus" : "shear modulus");
  CHECK(shear->n == 1);
  CHECK_CLOSE(shear->value[0], g, 1e-6);
  CHECK_CLOSE(shear->sigma[0], sqrt(variance), 1e-4);
  CHECK_CLOSE(young->value[0], incompressible ? 3 * g : 9 * k * g / (3 * k + g), 1e-6);
  if (!incompressible) CHECK_CLOSE(modulus[1].value[0], (3 * k - 2 * g) / (2 * (3 * k + g)), 1e-6);
  pl_arena_destroy(arena);
}

// Every law from 1 % of noise: within 4 of its standard errors, which are small.
LONG_TEST(homogeneous_fit_finds_laws_again) {
  for (size_t k = 0; k < sizeof truth / sizeof truth[0]; k++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_material *material = law(ctx, truth[k].text, truth[k].n, truth[k].theta);
    pl_measurement *m = virtual_curves(ctx, material, truth[k].incompressible, 3.5, 5e3, 7 + k);
    pl_fit *fit = fit_model(ctx, m, truth[k].model);
    REQUIRE(fit->material->n_theta == truth[k].n);
    for (int j = 0; j < truth[k].n; j++) {
      double sigma = fit->material->sigma[j];
      printf("%s %s %g +- %g (%g)\n", truth[k].model, fit->material->parameter[j].name, fit->material->theta[j], sigma, truth[k].theta[j]);
      CHECK_NEAR(fit->material->theta[j], truth[k].theta[j], 4 * sigma);
      CHECK_LESS(sigma, 0.3 * fabs(truth[k].theta[j]));
    }
    check_moduli(fit, truth[k].model, truth[k].incompressible);
    check_proof(fit, truth[k].model, truth[k].incompressible);
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    pl_material_destroy(material);
    pl_context_destroy(ctx);
  }
}

// If the volume may change, most choices of an exponent are no valid body at the modulus of another. The start must be valid, and of
// several results the one with the most equilibria counts, because failed frames have no residuals. A body that stands nowhere has no
// moduli.
TEST(homogeneous_ogden_of_compressible_rubber) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = law(ctx, truth[5].text, truth[5].n, truth[5].theta);
  pl_measurement *m = virtual_curves(ctx, material, false, 0.6, 5e2, 3);
  int all = m->n_test, n;
  m->n_test = 1;
  pl_fit *fit = fit_model(ctx, m, "ogden-1");
  const double *theta = fit->material->theta;
  REQUIRE(fit->material->n_theta == 3);
  CHECK(fit->work.fit_case[0].report.n_failed == 0);
  CHECK_NEAR(0.5 * theta[0] * theta[1], 0.4e6, 0.01e6);
  CHECK_NEAR(theta[2], 1.3e6, 0.03e6);
  pl_modulus modulus[PL_MODULI_MAX];
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(pl_moduli_make(arena, fit, &n, modulus) == PL_OK && n == 3);
  for (int i = 0; i < fit->evidence.n_score; i++) fit->evidence.score[i].n = 0, fit->evidence.score[i].n_failed = m->test[0].n_frame;
  REQUIRE(pl_moduli_make(arena, fit, &n, modulus) == PL_OK);
  CHECK(n == 0);
  pl_arena_destroy(arena);
  pl_fit_destroy(fit);
  m->n_test = all;
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Fitted to stretches of 2.5, a curve to 6 is beyond them, whatever the law takes: I1 or stretches. One to 2.6 is not.
TEST(homogeneous_fit_says_what_is_extrapolated) {
  for (size_t k = 0; k < 4; k += 3)
    for (int far = 0; far < 2; far++) {
      pl_context *ctx = pl_context_create(NULL);
      pl_material *material = law(ctx, truth[k].text, truth[k].n, truth[k].theta);
      pl_measurement *m = virtual_curves(ctx, material, true, 2.5, 5e3, 7),
                     *held = virtual_curves(ctx, material, true, far ? 6 : 2.6, 5e3, 8);
      m->n_test = held->n_test = 1;  // uniaxial
      pl_fit_options options = pl_fit_options_default();
      options.model = truth[k].model;
      pl_fit *fit;
      REQUIRE(pl_fit_run(ctx, 1, &m, 1, &held, &options, &fit) == PL_OK);
      const char *said = "";
      if (said_warning(fit, "material.extrapolated")) said = said_warning(fit, "material.extrapolated")->text;
      printf("%s: %s\n", truth[k].model, said);
      if (far) {
        CHECK_CONTAINS(said, " to 500 %, measured only to 150 %");
        CHECK_CONTAINS(said, " to 500 %, measured only to 150 %");
      } else
        CHECK_TEXT(said, "");
      pl_fit_destroy(fit);
      pl_measurement_destroy(m);
      pl_measurement_destroy(held);
      pl_material_destroy(material);
      pl_context_destroy(ctx);
    }
}

// The additive model describes laws it does not contain to within their noise, predicts a curve it did not see, and is stable.
LONG_TEST(homogeneous_additive_describes_other_laws) {
  for (size_t k = 1; k < 5; k++) {
    pl_context *ctx = pl_context_create(NULL);
    pl_material *material = law(ctx, truth[k].text, truth[k].n, truth[k].theta);
    pl_measurement *m = virtual_curves(ctx, material, true, 3.5, 5e3, 70 + k);
    int all = m->n_test;
    pl_measurement held = *m;
    held.test += 2;
    held.n_test = all - 2;
    m->n_test = 2;
    pl_fit_options options = pl_fit_options_default();
    pl_fit *fit;
    pl_measurement *held_out = &held;
    REQUIRE(pl_fit_run(ctx, 1, &m, 1, &held_out, &options, &fit) == PL_OK);
    CHECK_TEXT(fit->solution.model, "additive");
    for (int i = 0; i < fit->evidence.n_score; i++) {
      printf("%s: %s %s R2 %.6f rms %g, %g\n", truth[k].model, fit->evidence.score[i].test, fit->evidence.score[i].channel->name,
             fit->evidence.score[i].r2, fit->evidence.score[i].rms, fit->evidence.score[i].doubts);
      // held out: within three sigmas of reading and prediction together. Also within three sigmas of the reading alone, except the stress
      // across planar tension of ogden-2. Its two tests determine that stress least, and its sigma is large accordingly
      bool left_out = fit->evidence.score[i].held_out,
           loose = k == 4 && strcmp(fit->evidence.score[i].test, "planar") == 0 &&
                   fit->evidence.score[i].channel == &m->protocol->channel[PL_HOMOGENEOUS_STRESS_2];
      if (left_out) CHECK_LESS(fit->evidence.score[i].doubts, 3);
      if (!loose) CHECK_LESS(fit->evidence.score[i].rms, (left_out ? 3 : 2) * 5e3);
    }
    pl_stability stability;
    bool known;
    REQUIRE(pl_stability_check(fit, &stability, &known) == PL_OK && known);
    CHECK_LESS(0, stability.smallest);
    for (int mode = 0; mode < PL_STABILITY_MODES; mode++) CHECK(isnan(stability.drucker[mode]) && isnan(stability.baker_ericksen[mode]));
    pl_fit_destroy(fit);
    m->n_test = all;
    pl_measurement_destroy(m);
    pl_material_destroy(material);
    pl_context_destroy(ctx);
  }
}

// A compressible body, its lateral stretches measured too: described to within the noise, and the bulk modulus found.
LONG_TEST(homogeneous_additive_compressible) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = law(ctx, truth[6].text, truth[6].n, truth[6].theta);
  pl_measurement *m = virtual_curves(ctx, material, false, 2, 5e3, 5);
  pl_fit *fit = fit_model(ctx, m, "additive");
  for (int i = 0; i < fit->evidence.n_score; i++)
    CHECK_LESS(fit->evidence.score[i].rms,
               2 * (fit->evidence.score[i].channel == &m->protocol->channel[PL_HOMOGENEOUS_LATERAL] ? 1e-3 : 5e3));
  int bulk = pl_material_parameter_index(fit->material, "invariant.bulk");
  REQUIRE(bulk >= 0);
  printf("bulk %g +- %g\n", fit->material->theta[bulk], fit->material->sigma[bulk]);
  CHECK_NEAR(fit->material->theta[bulk], truth[6].theta[2], 0.05 * truth[6].theta[2]);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Neo-Hooke by hand: t_i = mu (l_i^2 - l_3^2), so D = 2 mu [l1^2 + l3^2, l3^2; l3^2, l2^2 + l3^2]. It is smallest at the end of uniaxial
// tension, where l2^2 = l3^2 = 1/l. A Mooney-Rivlin law with a negative modulus loses its stability in equibiaxial tension first: t = 2
// (l^2 - l^-4) (c10 + c01 l^2).
TEST(homogeneous_stability_by_hand) {
  pl_context *ctx = pl_context_create(NULL);
  pl_fit_options options = pl_fit_options_default();
  pl_stability s;
  bool known;
  pl_fit *fit;
  const double good[2] = {0.2e6, 0}, bad[2] = {0.2e6, -0.02e6};
  pl_material *material = law(ctx, truth[1].text, 2, good);
  pl_measurement *m = virtual_curves(ctx, material, true, 3, 0, 1);
  REQUIRE(pl_fit_predict(ctx, material, 1, &m, &options, &fit) == PL_OK);
  REQUIRE(pl_stability_check(fit, &s, &known) == PL_OK && known);
  double mu = 2 * good[0], l1 = s.reach[PL_UNIAXIAL], a = 2 * mu * (l1 * l1 + 1 / l1), b = 4 * mu / l1, c = 2 * mu / l1;
  CHECK_NEAR(s.smallest, 0.5 * (a + b) - sqrt(0.25 * (a - b) * (a - b) + c * c), 1e-4 * mu);
  CHECK(s.mode == PL_UNIAXIAL && s.proven);
  CHECK_NEAR(s.reach[PL_EQUIBIAXIAL], 3, 1e-6);  // the largest I1 is that of equibiaxial tension
  pl_fit_destroy(fit);
  memcpy(material->theta, bad, sizeof bad);
  REQUIRE(pl_fit_predict(ctx, material, 1, &m, &options, &fit) == PL_OK);
  REQUIRE(pl_stability_check(fit, &s, &known) == PL_OK && known);
  // d/d(ln l) of t with both stretches alike is the sum of a row of D: it changes sign where t is largest
  double low = 1, high = 3;
  for (int i = 0; i < 60; i++) {
    double l = 0.5 * (low + high), h = 1e-6;  // t rises up to here

    double up = 2 * (pow(l + h, 2) - pow(l + h, -4)) * (bad[0] + bad[1] * pow(l + h, 2));
    double down = 2 * (pow(l - h, 2) - pow(l - h, -4)) * (bad[0] + bad[1] * pow(l - h, 2));
    if (up > down)
      low = l;
    else
      high = l;
  }
  CHECK_LESS(s.drucker[1], low + 1e-6);
  CHECK(s.smallest < 0 && !s.proven);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

TEST(homogeneous_fit_refuses) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *material = law(ctx, truth[0].text, 1, truth[0].theta);
  pl_measurement *m = virtual_curves(ctx, material, true, 2, 1e3, 1);
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  options.model = "mooney-rivlim";
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_USAGE);
  CHECK_CONTAINS(said_error(ctx), "[model.unknown]|'mooney-rivlim'|'mooney-rivlin'?");
  pl_context_clear_error(ctx);
  options.model = "auto";
  pl_homogeneous other = *pl_homogeneous_of(&m->test[1]);
  m->test[1].detail = &other;
  other.incompressible = false;
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "compressible");
  pl_context_clear_error(ctx);
  other.incompressible = true;
  other.symmetry = PL_SYMMETRY_ORTHOTROPIC;
  CHECK(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "orthotropic");
  pl_measurement_destroy(m);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// Treloar's rubber: better than the best published R2 on all three curves; the planar one predicted from the other two.
TEST(real_rubber_treloar) {
  static const double best[SCENE_TRELOAR] = {0.9986, 0.9826, 0.9960};
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  const char *data = scene_shared_data(arena, "rubber");
  if (!data)
    test_skip("the shared data are absent (set PLIANT_SHARED_DATA)");
  else {
    pl_measurement *all, *two, *planar;
    REQUIRE(scene_rubber(ctx, data, test_folder(), "all.json", SCENE_TRELOAR, scene_treloar, 7, false, &all) == PL_OK);
    REQUIRE(scene_rubber(ctx, data, test_folder(), "two.json", SCENE_TRELOAR, scene_treloar, 3, false, &two) == PL_OK);
    REQUIRE(scene_rubber(ctx, data, test_folder(), "planar.json", SCENE_TRELOAR, scene_treloar, 4, false, &planar) == PL_OK);
    pl_fit *fit = fit_model(ctx, all, "auto");
    REQUIRE(fit->evidence.n_score == 3);
    for (int i = 0; i < 3; i++) CHECK_LESS(best[i], fit->evidence.score[i].r2);
    CHECK_CONTAINS(fit->material->certificate, "stable at every stretch, proven");  // of the additive model it is known
    CHECK_CONTAINS(fit->material->certificate, "60 states each in uniaxial, equibiaxial and planar tension");
    pl_fit_destroy(fit);
    pl_fit_options options = pl_fit_options_default();
    REQUIRE(pl_fit_run(ctx, 1, &two, 1, &planar, &options, &fit) == PL_OK);
    CHECK_LESS(0.99, fit->evidence.score[2].r2);
    CHECK(fit->evidence.score[2].held_out);
    pl_fit_destroy(fit);
    pl_measurement_destroy(all);
    pl_measurement_destroy(two);
    pl_measurement_destroy(planar);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Only polyconvex energies: each model is one by its bounds, and if the rubber is one, the fit is equally good.
LONG_TEST(homogeneous_polyconvex_models) {
  pl_context *ctx = pl_context_create(NULL);
  static const char *const model[] = {"additive", "mooney-rivlin", "yeoh", "ogden-2"};
  static const char rubber[] =
      "{\"name\": \"rubber\", \"strain\": \"principal3\", \"values\": [\"max\", \"mid\", \"min\"], \"law\": \"ogden\", "
      "\"terms\": 2, \"incompressible\": true}";
  // polyconvex: powers 2 and -4; not so: the power 1/2 carries most of it
  static const double good[4] = {4e5, 2, -2e4, -4}, bad[4] = {1.2e6, 0.5, -2e4, -4};
  for (int k = 0; k < 2; k++) {
    pl_material *own = law(ctx, rubber, 4, k ? bad : good);
    pl_measurement *m = virtual_curves(ctx, own, true, 2, 1e3, 5);
    for (int i = 0; i < 4; i++) {
      pl_fit_options options = pl_fit_options_default();
      options.model = model[i];
      options.polyconvex = 1;
      pl_fit *fit;
      REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
      CHECK(pl_material_polyconvex(fit->material, NULL));
      CHECK_CONTAINS(fit->material->certificate, "polyconvex by its bounds");
      if (k == 0 && i == 3) {  // found again
        CHECK_NEAR(fit->material->theta[1], 2, 4 * fit->material->sigma[1]);
        CHECK_NEAR(fit->material->theta[3], 4, 4 * fit->material->sigma[3]);
        CHECK_LESS(fit->evidence.chi2, 1.5 * fit->evidence.n_residual);
      }
      if (k == 1 && i == 3) CHECK(fit->known.at_bound[1] || fit->evidence.chi2 > 10 * fit->evidence.n_residual);  // what it cannot be
      if (k == 0 && i == 0) CHECK_LESS(fit->evidence.chi2, 4 * fit->evidence.n_residual);
      pl_fit_destroy(fit);
    }
    // the free model of the other rubber is not polyconvex
    if (k == 1) {
      pl_fit *fit = fit_model(ctx, m, "ogden-2");
      CHECK(!pl_material_polyconvex(fit->material, NULL));
      CHECK_LESS(fit->evidence.chi2, 1.5 * fit->evidence.n_residual);
      pl_fit_destroy(fit);
    }
    pl_measurement_destroy(m);
    pl_material_destroy(own);
  }
  pl_context_destroy(ctx);
}

// Several starts are tried one after the other: one that is interrupted gives way to what an earlier one has found.
LONG_TEST(homogeneous_ogden_interrupted_keeps_the_best_start) {
  char folder[4200];
  snprintf(folder, sizeof folder, "%s/rubber", test_folder());
  double least = INFINITY;
  bool stopped = true;
  int n_ogden = 0;
  for (int n = 1; stopped && n < 200; n += 5) {
    patience p = {.n_left = n};
    pl_context_options options = pl_context_options_default();
    options.progress = patience_go_on;
    options.progress_user = &p;
    pl_context *ctx = pl_context_create(&options);
    pl_measurement *m;
    pl_fit *fit;
    if (n == 1) {
      REQUIRE(pl_measurement_new(ctx, "homogeneous", folder) == PL_OK);
      strncat(folder, "/experiment.json", sizeof folder - strlen(folder) - 1);
    }
    REQUIRE(pl_measurement_load(ctx, folder, &m) == PL_OK);
    pl_fit_options settings = pl_fit_options_default();
    settings.model = "ogden-2";
    REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &settings, &fit) == PL_OK);
    stopped = p.stopped;
    if (strstr(p.last, "ogden-2")) {
      printf("after %d: %g\n", n, fit->evidence.chi2);
      CHECK_LESS(fit->evidence.chi2, 1.001 * least);
      least = fmin(least, fit->evidence.chi2);
      n_ogden++;
    }
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
    pl_context_destroy(ctx);
  }
  CHECK(!stopped && n_ogden > 5);
}

// Eight readings of a material that stiffens exponentially, fitted by neo-Hooke: too few to call the smooth misfit scatter.
TEST(homogeneous_fit_by_the_wrong_law_fails_with_few_readings) {
  pl_text table;
  suspect_start();
  pl_text_init(&table, suspect_ctx);
  pl_text_add(&table, "stretch,stress [kPa]\n");
  for (int i = 1; i <= 8; i++) pl_text_printf(&table, "%.9g,%.9g\n", 1 + 0.05 * i, 10 * (exp(10 * 0.05 * i) - 1));
  suspect_put("u.csv", table.data);
  pl_text_clear(&table);
  pl_measurement *m = suspect_load_text(
      "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"stress\": \"nominal\", \"symmetry\": \"isotropic\", "
      "\"incompressible\": true, \"tests\": [{\"mode\": \"uniaxial\", \"file\": \"u.csv\"}]}");
  REQUIRE(m != NULL);
  pl_fit_options options = pl_fit_options_default();
  options.model = "neo-hookean";
  pl_fit *fit;
  REQUIRE(pl_fit_run(suspect_ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
  CHECK(!fit->findings.fit_passed);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  suspect_finish();
}
