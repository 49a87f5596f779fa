// The test that would help: its promise against the test made and everything fitted again.
#include "base/text.h"
#include "estimate/advise/further.h"
#include "estimate/judge/marks.h"
#include "estimate/judge/repeats.h"
#include "estimate/problem/stack.h"
#include "fit/virtual_tests.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

static const char cloth[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"190 g/m^2\", \"terms\": ["
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
    "\"values\": "
    "[2000]}},"
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
    "\"values\": "
    "[1200]}},"
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", "
    "\"values\": [60]}},"
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"unit\": \"uN m\", \"values\": [40]}}]}";
enum { WARP, WEFT, SHEAR, BEND, N };

typedef struct bench {
  pl_context *ctx;
  pl_arena *arena;
  pl_material *truth;
  pl_measurement *pulled;  // what is there: pulled along the yarns
  pl_fit_options options;
} bench;

// sigma: N; travel: m, of 50 mm.
static void bench_open(bench *b, double sigma, double travel) {
  static char path[600];
  *b = (bench){.ctx = pl_context_create(NULL), .options = pl_fit_options_default()};
  b->arena = pl_arena_create(b->ctx);
  b->truth = truth_from_text(b->ctx, cloth);
  snprintf(path, sizeof path, "%s/cloth.json", test_folder());
  REQUIRE(pl_file_write(b->ctx, path, cloth, strlen(cloth)) == PL_OK);
  b->options.model = path;
  b->options.further = PL_FURTHER_ON;
  pl_test plan[2] = {plan_test("a", 0.05, 0.2, 0, travel, 0, 15), plan_test("b", 0.05, 0.2, 2 * atan(1), travel, 0, 15)};
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_options rig = pl_rig_options_default();
  const double noise[PL_MAX_CHANNEL] = {[PL_TENSILE_FORCE] = sigma};
  pl_rig_report report;
  REQUIRE(pl_rig_measure(b->ctx, pl_protocol_find("tensile"), 2, plan, b->truth, &rig, &solve, noise, 5, &b->pulled, &report) == PL_OK);
  for (int i = 0; i < 2; i++) keep_channels(b->pulled, i, true, false, false);
  unplan_tests(2, plan);
}

static void bench_close(bench *b) {
  pl_measurement_destroy(b->pulled);
  pl_material_destroy(b->truth);
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

static const pl_further_test *find_test(const pl_further *further, const char *name) {
  for (int i = 0; i < further->n_test; i++)
    if (strcmp(further->test[i].usual->name, name) == 0) return &further->test[i];
  return NULL;
}

// The usual test made with the true material and its noise.
static pl_measurement *make(bench *b, const pl_usual *usual, const pl_material *fitted) {
  const pl_protocol *protocol = pl_protocol_find(usual->protocol);
  pl_usual_plan plan = {0};
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_options rig = pl_rig_options_default();
  REQUIRE(usual->plan(b->arena, usual, fitted, NULL, &solve, &plan) == PL_OK);
  rig.cells = plan.cells;
  pl_measurement *m;
  pl_rig_report report;
  for (int exact = 1; exact >= 0; exact--) {
    REQUIRE(pl_rig_measure(b->ctx, protocol, plan.n_test, plan.test, b->truth, &rig, &solve, exact ? NULL : plan.sigma, 11, &m, &report) ==
            PL_OK);
    for (int i = 0; i < m->n_test; i++)
      for (int k = 0; k < protocol->n_channel; k++)
        if (protocol->channel[k].observed && !(plan.test[i].channel[k].width > 0)) m->test[i].channel[k].value = NULL;
    if (!exact) break;
    for (int k = 0; k < protocol->n_channel; k++)
      if (m->test[0].channel[k].value && protocol->channel[k].observed && plan.sigma[k] == 0) plan.sigma[k] = pl_case_sigma(&m->test[0], k);
    pl_measurement_destroy(m);
  }
  // uniform strips have no mesh, and refuse a number of cells
  bool meshless = protocol->rig->idle && protocol->rig->idle(&m->test[0], &rig, b->truth, "cells");
  b->options.rig.cells = meshless ? 0 : plan.cells;
  return m;
}

// Standard error of a parameter without the scatter between specimens. A promise cannot contain scatter that was not measured yet: only the
// second specimen shows it.
static double sigma_of_readings(const pl_fit *fit, int j) {
  double variance = fit->material->sigma[j] * fit->material->sigma[j];
  const pl_repeats *all = fit->evidence.repeats;
  for (int s = 0; s < all->n_specimen; s++) variance -= pow(all->influence[s * all->n_parameter + j], 2);
  return sqrt(variance);
}

// A parameter's promise: its sigma after a fit to the old data and the new test together.
static void check_promise(bench *b, const pl_fit *before, const char *name, int parameter) {
  const pl_further_test *test = find_test(before->findings.further, name);
  REQUIRE(test && !test->reason);
  pl_measurement *made = make(b, test->usual, before->material), *both[2] = {b->pulled, made};
  pl_fit *after;
  REQUIRE(pl_fit_run(b->ctx, 2, both, 0, NULL, &b->options, &after) == PL_OK);
  double promised = test->width[parameter] * before->findings.further->size[parameter], found = sigma_of_readings(after, parameter);
  printf("%s: %s from %.3g to %.3g promised, %.3g found\n", name, before->material->parameter[parameter].name,
         before->material->sigma[parameter], promised, found);
  CHECK_LESS(found / promised, 1.3);
  CHECK_LESS(promised / found, 1.3);
  CHECK_NEAR(after->material->theta[parameter], b->truth->theta[parameter], 4 * after->material->sigma[parameter]);
  pl_fit_destroy(after);
  pl_measurement_destroy(made);
}

LONG_TEST(further_test_keeps_its_promise) {
  bench b;
  bench_open(&b, 2, 2e-3);
  pl_fit *fit;
  REQUIRE(pl_fit_run(b.ctx, 1, &b.pulled, 0, NULL, &b.options, &fit) == PL_OK);
  REQUIRE(pl_fit_further(fit) == PL_OK && fit->findings.further && fit->material->n_theta == N);
  printf("%s\n", fit->findings.further->words);
  // pulled along the yarns nothing is said about shear and bending
  CHECK(fit->findings.further->helped && (fit->findings.further->worst == SHEAR || fit->findings.further->worst == BEND));
  CHECK(!fit->known.identified[SHEAR] && !fit->known.identified[BEND]);
  const pl_further_test *best = &fit->findings.further->test[0];
  CHECK_LESS(best->width[fit->findings.further->worst], 0.1);
  // the best of them, or a simple one that is good enough
  for (int i = 1; i < fit->findings.further->n_test && !fit->findings.further->test[i].reason; i++)
    CHECK(2 * fmax(fit->findings.further->test[i].width[fit->findings.further->worst], 0.01) >= best->width[fit->findings.further->worst]);
  CHECK(!best->usual->slow);
  // the same measure as in the table of parameters: sigma over the value, if that is distinguishable from zero
  for (int j = 0; j < N; j++) {
    double value = fabs(fit->material->theta[j]), sigma = fit->material->sigma[j];
    CHECK(fit->findings.further->by_usual[j] == (sigma > PL_UNDETERMINED * value));
    if (!fit->findings.further->by_usual[j]) CHECK_NEAR(fit->findings.further->width[j], sigma / value, 1e-12 * sigma / value);
  }
  CHECK(!fit->findings.further->by_usual[WARP] && !fit->findings.further->by_usual[WEFT]);
  // a test says nothing about what it does not move, and never widens
  const pl_further_test *sheared = find_test(fit->findings.further, "shear"), *pulled = find_test(fit->findings.further, "warp");
  CHECK(sheared && pulled && sheared->width[BEND] > 0.99 * fit->findings.further->width[BEND] &&
        pulled->width[WEFT] > 0.99 * fit->findings.further->width[WEFT]);
  for (int i = 0; i < fit->findings.further->n_test; i++)
    for (int j = 0; j < N && !fit->findings.further->test[i].reason; j++)
      CHECK(fit->findings.further->test[i].width[j] <= (1 + 1e-9) * fit->findings.further->width[j]);
  check_promise(&b, fit, best->usual->name, fit->findings.further->worst);
  check_promise(&b, fit, "shear", SHEAR);
  check_promise(&b, fit, "bias", SHEAR);
  check_promise(&b, fit, "warp", WARP);
  check_promise(&b, fit, "weights weft", WEFT);
  check_promise(&b, fit, "weft strip", BEND);
  pl_fit_destroy(fit);
  bench_close(&b);
}

// A term that was held counts as unknown: the tests that would tell it are found, and those that would not promise nothing.
TEST(further_test_for_a_term_that_was_assumed) {
  bench b;
  bench_open(&b, 0.2, 2e-3);
  b.options.model = "linear";
  pl_fit *fit;
  REQUIRE(pl_fit_run(b.ctx, 1, &b.pulled, 0, NULL, &b.options, &fit) == PL_OK);
  for (int j = 0; j < fit->material->n_theta; j++)
    if (strncmp(fit->material->parameter[j].name, "shear", 5) == 0) fit->material->parameter[j].frozen = true;
  REQUIRE(pl_fit_further(fit) == PL_OK && fit->findings.further);
  const pl_further *further = fit->findings.further;
  const pl_further_test *pulled = find_test(further, "warp");
  REQUIRE(strncmp(fit->material->parameter[further->worst].name, "shear", 5) == 0 && pulled);
  CHECK(further->helped && isinf(further->width[further->worst]) && isinf(pulled->width[further->worst]));
  CHECK_LESS(further->test[0].width[further->worst], 0.05);
  CHECK_CONTAINS(further->words, "So far it is assumed.");
  // nothing is asked, nothing is found
  pl_fit_destroy(fit);
  b.options.further = PL_FURTHER_OFF;
  REQUIRE(pl_fit_run(b.ctx, 1, &b.pulled, 0, NULL, &b.options, &fit) == PL_OK);
  CHECK(pl_fit_further(fit) == PL_OK && !fit->findings.further);
  pl_fit_destroy(fit);
  bench_close(&b);
}

// Of the tests that were made, those that would be made again say so, and what they would add; the others do not.
TEST(further_test_says_what_was_made) {
  bench b;
  pl_fit *fit;
  bench_open(&b, 2, 2e-3);  // forces of up to 16 and 10 N: residuals of 12 and 20 %
  b.options.further = PL_FURTHER_AUTO;
  REQUIRE(pl_fit_run(b.ctx, 1, &b.pulled, 0, NULL, &b.options, &fit) == PL_OK && pl_fit_further(fit) == PL_OK && fit->findings.further);
  static const char *const other[] = {"bias", "shear", "weights warp", "warp strip", "hung samples"};
  for (int i = 0; i < 5; i++) CHECK(find_test(fit->findings.further, other[i]) && !find_test(fit->findings.further, other[i])->again);
  const pl_further_test *warp = find_test(fit->findings.further, "warp");
  REQUIRE(warp && warp->again);
  // pulled to 2 mm of 50 mm; the usual test goes to 10 %, or 200 N/m at 9.2 %
  CHECK_CONTAINS(warp->again, "once more, to a strain of ");
  CHECK_CONTAINS(warp->again, " % instead of 4 % and with less scatter than the ");
  pl_fit_destroy(fit);
  bench_close(&b);
  // what is good already is only made once more
  bench_open(&b, 0.02, 5e-3);
  b.options.further = PL_FURTHER_AUTO;
  REQUIRE(pl_fit_run(b.ctx, 1, &b.pulled, 0, NULL, &b.options, &fit) == PL_OK && pl_fit_further(fit) == PL_OK && fit->findings.further);
  warp = find_test(fit->findings.further, "warp");
  REQUIRE(warp && warp->again);
  CHECK_TEXT(warp->again, "once more");
  pl_fit_destroy(fit);
  bench_close(&b);
}

// A test that narrows nothing is not advised because it is quickly made: one that needs a laboratory and helps stands before it.
TEST(further_test_that_helps_comes_first) {
  const pl_usual quick = {.name = "quick"}, slow = {.name = "slow", .slow = true};
  double now = 0.22, hardly = 0.219, narrower = 0.15;
  pl_further_test test[] = {{.usual = &quick, .width = &hardly}, {.usual = &slow, .width = &narrower}};
  pl_further further = {.n_theta = 1, .width = &now, .test = test, .n_test = 2, .n_tried = 2};
  pl__further_sort(&further);
  CHECK(further.test[0].usual == &slow);
  // where both help, the slow one must be twice as good
  hardly = 0.16;
  pl__further_sort(&further);
  CHECK(further.test[0].usual == &quick);
}
