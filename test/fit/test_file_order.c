// test_file_order.c: the order in which the files of a fit are given changes nothing: parameters, sigmas, scores, verdict, warnings.
#include "estimate/problem/fit.h"
#include "report/result/result.h"
#include "said.h"
#include "test.h"

enum { MAX_PATH = 600 };

// The template of a protocol, in a folder of this name.
static pl_measurement *template_in(pl_context *ctx, const char *protocol, const char *name) {
  char folder[MAX_PATH], path[MAX_PATH + 20];
  snprintf(folder, sizeof folder, "%s/%s", test_folder(), name);
  REQUIRE(pl_measurement_new(ctx, protocol, folder) == PL_OK);
  snprintf(path, sizeof path, "%s/experiment.json", folder);
  pl_measurement *m;
  pl_status status = pl_measurement_load(ctx, path, &m);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return m;
}

static pl_measurement *template_of(pl_context *ctx, const char *protocol) { return template_in(ctx, protocol, protocol); }

static pl_fit *fit_in_order(pl_context *ctx, pl_measurement *first, pl_measurement *second, const pl_fit_options *options) {
  pl_measurement *both[2] = {first, second};
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 2, both, 0, NULL, options, &fit);
  if (status != PL_OK) test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  REQUIRE(status == PL_OK);
  return fit;
}

static void check_parameters(const pl_fit *a, const pl_fit *b) {
  CHECK_TEXT(a->material->name, b->material->name);
  CHECK(a->material->density == b->material->density);
  REQUIRE(a->material->n_theta == b->material->n_theta);
  for (int j = 0; j < a->material->n_theta; j++) {
    const pl_parameter *p = &a->material->parameter[j];
    CHECK_TEXT(p->name, b->material->parameter[j].name);
    double sigma = a->material->sigma[j];
    CHECK_NEAR(b->material->theta[j], a->material->theta[j], 0);
    CHECK(isnan(sigma) == isnan(b->material->sigma[j]));
    if (sigma > 0) CHECK_NEAR(b->material->sigma[j], sigma, 0);
    CHECK(a->known.identified[j] == b->known.identified[j]);
  }
}

static const pl_score *score_like(const pl_fit *fit, const pl_score *score) {
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (fit->evidence.score[i].channel == score->channel && strcmp(fit->evidence.score[i].test, score->test) == 0)
      return &fit->evidence.score[i];
  return NULL;
}

static void check_scores(const pl_fit *a, const pl_fit *b) {
  REQUIRE(a->evidence.n_score == b->evidence.n_score);
  for (int i = 0; i < a->evidence.n_score; i++) {
    const pl_score *x = &a->evidence.score[i], *y = score_like(b, x);
    REQUIRE(y != NULL);
    CHECK(x->n == y->n && x->judged == y->judged && x->used == y->used && x->few == y->few);
    CHECK_NEAR(y->rms, x->rms, 0);
    CHECK_NEAR(y->sigma, x->sigma, 0);
  }
}

static int count_warnings(const pl_fit *fit, const pl_warning *like) {
  int n = 0;
  for (int i = 0; i < fit->findings.n_warning; i++)
    n += strcmp(fit->findings.warning[i].id, like->id) == 0 && strcmp(fit->findings.warning[i].remedy_id, like->remedy_id) == 0;
  return n;
}

// The same set, in any order.
static void check_warnings(const pl_fit *a, const pl_fit *b) {
  CHECK(a->findings.n_warning == b->findings.n_warning);
  for (int i = 0; i < a->findings.n_warning; i++) {
    const pl_warning *w = &a->findings.warning[i];
    if (count_warnings(a, w) != count_warnings(b, w)) test_fail(__FILE__, __LINE__, "%s with %s: %s", w->id, w->remedy_id, w->text);
  }
}

static void check_both_orders(pl_context *ctx, pl_measurement *one, pl_measurement *other, const pl_fit_options *options) {
  pl_fit *a = fit_in_order(ctx, one, other, options), *b = fit_in_order(ctx, other, one, options);
  check_parameters(a, b);
  check_scores(a, b);
  check_warnings(a, b);
  CHECK_NEAR(b->evidence.chi2, a->evidence.chi2, 0);
  CHECK_TEXT(a->solution.stop_reason, b->solution.stop_reason);
  CHECK(a->findings.fit_passed == b->findings.fit_passed && a->findings.validation_passed == b->findings.validation_passed);
  CHECK(a->solution.converged == b->solution.converged);
  CHECK(pl_result_state(a) == pl_result_state(b));
  pl_fit_destroy(a);
  pl_fit_destroy(b);
}

static void check_templates(const char *one, const char *other, const pl_fit_options *options) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *a = template_of(ctx, one), *b = template_of(ctx, other);
  check_both_orders(ctx, a, b, options);
  pl_measurement_destroy(a);
  pl_measurement_destroy(b);
  pl_context_destroy(ctx);
}

TEST(file_order_of_tensile_and_disk_push) {
  pl_fit_options options = pl_fit_options_default();
  check_templates("tensile", "disk-push", &options);
}

TEST(file_order_of_tensile_and_bulge) {
  pl_fit_options options = pl_fit_options_default();
  check_templates("tensile", "bulge", &options);
}

LONG_TEST(file_order_of_hang_and_cantilever) {
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = 6;
  options.points = 1;
  check_templates("biaxial-hang", "cantilever", &options);
}

LONG_TEST(file_order_with_a_material_file) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "data/materials/fabric-wool.json";
  options.rig.cells = 6;
  options.max_iterations = 3;
  check_templates("tensile", "cantilever", &options);
}

// One experiment in two files, of different names and densities.
TEST(file_order_of_two_tensile_files) {
  pl_fit_options options = pl_fit_options_default();
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *a = template_of(ctx, "tensile"), *b;
  char path[MAX_PATH];
  snprintf(path, sizeof path, "%s/tensile/experiment.json", test_folder());
  REQUIRE(pl_measurement_load(ctx, path, &b) == PL_OK && b->n_test > 1);
  a->n_test = 1;
  b->test++;
  b->n_test--;
  b->name = "another name";
  b->density = 1.1 * a->density;
  b->n_input = 0;  // it is the same file
  check_both_orders(ctx, a, b, &options);
  pl_measurement_destroy(a);
  pl_measurement_destroy(b);
  pl_context_destroy(ctx);
}

// One description for two specimens: the readings differ, so these are two experiments. The same readings are one.
TEST(file_order_tells_experiments_by_their_readings) {
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *one = template_in(ctx, "bulge", "a"), *same = template_in(ctx, "bulge", "b");
  pl_fit_options options = pl_fit_options_default();
  pl_measurement *both[2] = {one, same};
  pl_fit *fit;
  CHECK(pl_fit_run(ctx, 2, both, 0, NULL, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[fit.given-twice]");
  pl_context_clear_error(ctx);
  CHECK(pl_fit_run(ctx, 1, &one, 1, &same, &options, &fit) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[fit.held-out-is-fitted]");
  CHECK(strcmp(same->input_hash[0], one->input_hash[0]) == 0 && same->n_input > 1);
  same->input_hash[1] = "another reading";
  check_both_orders(ctx, one, same, &options);
  pl_measurement_destroy(same);
  pl_measurement_destroy(one);
  pl_context_destroy(ctx);
}
