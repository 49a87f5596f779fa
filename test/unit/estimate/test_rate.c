// test_rate.c: stress that depends on speed is noticed with its numbers, and relaxation is recovered from closed forms with noise.
#include <math.h>

#include "estimate/rate/rate_fit.h"
#include "estimate/rate/rates.h"
#include "estimate/rate/relaxation.h"
#include "said.h"
#include "scenes/relaxing.h"
#include "test.h"

enum { MOST = 16 };
static const scene_relaxing elastic = {.stiffness = 2000, .strain = 0.06, .n_frame = 60, .noise = 0.005, .seed = 3};
static const scene_relaxing relaxing = {
    .stiffness = 2000, .n_time = 2, .share = {0.25, 0.2}, .time = {2, 60}, .strain = 0.06, .n_frame = 60, .noise = 0.005, .seed = 3};

typedef struct bench {
  pl_context *ctx;
  pl_measurement *m;
  pl_fit *fit;
} bench;

static pl_status run(bench *b, const scene_relaxing *plan, int n, const scene_pull *pull, const char *model, int rate) {
  *b = (bench){.ctx = pl_context_create(NULL)};
  REQUIRE(scene_relaxing_pull(b->ctx, plan, n, pull, &b->m) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.rate = rate;
  return pl_fit_run(b->ctx, 1, &b->m, 0, NULL, &options, &b->fit);
}

static void close_bench(bench *b) {
  pl_fit_destroy(b->fit);
  pl_measurement_destroy(b->m);
  pl_context_destroy(b->ctx);
}

// Three specimens at each of three speeds, 6 to 600 mm/min; factors within 3 %.
static int nine(scene_pull *pull) {
  static const double factor[9] = {1.02, 0.97, 1.01, 0.98, 1.03, 1.0, 0.99, 1.015, 0.985};
  for (int i = 0; i < 9; i++) pull[i] = (scene_pull){.speed = 1e-4 * pow(10, i % 3), .factor = factor[i]};
  return 9;
}

TEST(rate_is_noticed_with_its_numbers) {
  bench b;
  scene_pull pull[MOST];
  int n = nine(pull);
  REQUIRE(run(&b, &relaxing, n, pull, "linear", PL_RATE_NONE) == PL_OK);
  const pl_rates *rates = b.fit->findings.rates;
  REQUIRE(rates && rates->n_mode == 1);
  const pl_rate_mode *mode = &rates->mode[0];
  CHECK(mode->noticed && mode->n_test == 9 && mode->n_speed == 3 && !mode->paired);
  CHECK_CLOSE(mode->slow, 1e-4, 1e-12);
  CHECK_CLOSE(mode->fast, 1e-2, 1e-12);
  CHECK(mode->ratio > 1.15 && mode->ratio < 1.35 && mode->sigma < 0.06);
  const pl_warning *warning = said_warning(b.fit, "readings.rate");
  REQUIRE(warning);
  CHECK_CONTAINS(warning->text, "600 mm/min");
  CHECK_CONTAINS(warning->text, "6 mm/min");
  CHECK_TEXT(warning->remedy_id, "remedy.fit-rate");
  CHECK(pl_result_state(b.fit) != PL_VERDICT_GOOD);
  close_bench(&b);
}

// The same specimens of a fabric that does not relax.
TEST(rate_is_not_feigned_by_scatter) {
  bench b;
  scene_pull pull[MOST];
  int n = nine(pull);
  REQUIRE(run(&b, &elastic, n, pull, "linear", PL_RATE_AUTO) == PL_OK);
  CHECK(b.fit->findings.rates->n_mode == 1 && !b.fit->findings.rates->noticed);
  CHECK(!pl_material_relaxes(b.fit->material) && !said_warning(b.fit, "readings.rate"));
  close_bench(&b);
  // repeats at one speed are no speeds
  for (int i = 0; i < n; i++) pull[i].speed = 1e-3;
  REQUIRE(run(&b, &elastic, n, pull, "linear", PL_RATE_AUTO) == PL_OK);
  CHECK(b.fit->findings.rates->n_mode == 0);
  close_bench(&b);
}

// One test per speed: 23 % may be scatter. The same pulls of one specimen are compared with themselves.
TEST(rate_of_one_specimen_is_seen_where_single_ones_are_unclear) {
  bench b;
  scene_pull pull[3] = {{1e-4, 0, 1, NULL}, {1e-3, 0, 1, NULL}, {1e-2, 0, 1, NULL}};
  REQUIRE(run(&b, &relaxing, 3, pull, "linear", PL_RATE_NONE) == PL_OK);
  CHECK(!b.fit->findings.rates->noticed);
  CHECK(said_warning(b.fit, "readings.rate-unclear") && said_remedy(b.fit, "remedy.repeat-speeds"));
  close_bench(&b);
  pull[0].specimen = pull[1].specimen = pull[2].specimen = "A";
  REQUIRE(run(&b, &relaxing, 3, pull, "linear", PL_RATE_NONE) == PL_OK);
  CHECK(b.fit->findings.rates->noticed && b.fit->findings.rates->mode[0].paired);
  close_bench(&b);
}

// Two times with their standard errors, by data of another code; an elastic law of free shape in place of the linear one.
TEST(rate_relaxation_is_recovered) {
  static const scene_pull pull[4] = {{1e-4, 0, 1, NULL}, {1e-3, 0, 1, NULL}, {1e-2, 0, 1, NULL}, {1e-2, 600, 1, NULL}};
  static const double truth[4] = {0.25, 2, 0.2, 60};
  static const char *const model[] = {"linear", "volino"};
  for (int k = 0; k < 2; k++) {
    bench b;
    REQUIRE(run(&b, &relaxing, 4, pull, model[k], PL_RATE_AUTO) == PL_OK);
    const pl_material *material = b.fit->material;
    const pl_term *term = pl_material_term(material, "warp");
    REQUIRE(term->n_prony == 2);
    CHECK(pl_material_parameter_index(material, "warp.tau2") == term->prony + 3);
    for (int j = 0; j < 4; j++) {
      double sigma = material->sigma[term->prony + j];
      CHECK(sigma > 0 && sigma < 0.1 * truth[j]);
      CHECK_NEAR(material->theta[term->prony + j], truth[j], 3 * sigma);
    }
    if (k == 0) CHECK_NEAR(material->theta[term->theta], 2000, 3 * material->sigma[term->theta]);
    CHECK(!said_warning(b.fit, "readings.rate") && !said_warning(b.fit, "readings.relaxes"));
    for (int i = 0; i < b.fit->evidence.n_score; i++) CHECK_LESS(b.fit->evidence.score[i].share, 0.02);
    // unmeasured directions do not relax
    CHECK(pl_material_term(material, "weft")->n_prony == 0);
    close_bench(&b);
  }
}

// One time is enough for a fabric with one.
TEST(rate_takes_no_more_times_than_needed) {
  static const scene_pull pull[3] = {{1e-4, 0, 1, NULL}, {1e-3, 0, 1, NULL}, {1e-2, 300, 1, NULL}};
  scene_relaxing one = relaxing;
  one.n_time = 1;
  one.share[0] = 0.4, one.time[0] = 10;
  bench b;
  REQUIRE(run(&b, &one, 3, pull, "linear", PL_RATE_AUTO) == PL_OK);
  const pl_term *term = pl_material_term(b.fit->material, "warp");
  REQUIRE(term->n_prony == 1);
  CHECK_NEAR(b.fit->material->theta[term->prony], 0.4, 3 * b.fit->material->sigma[term->prony]);
  CHECK_NEAR(b.fit->material->theta[term->prony + 1], 10, 3 * b.fit->material->sigma[term->prony + 1]);
  close_bench(&b);
}

TEST(rate_without_a_measurement_is_refused) {
  static const scene_pull pull[1] = {{1e-3, 0, 1, NULL}};
  bench b;
  CHECK(run(&b, &elastic, 1, pull, "linear", PL_RATE_PRONY) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(b.ctx), "[rate.not-measured]");
  close_bench(&b);
}

// A rest alone is noticed in the verdict, where relaxation is not modelled.
TEST(rate_of_a_rest_counts) {
  static const scene_pull pull[1] = {{1e-2, 600, 1, NULL}};
  bench b;
  REQUIRE(run(&b, &relaxing, 1, pull, "linear", PL_RATE_NONE) == PL_OK);
  REQUIRE(b.fit->findings.rates->n_hold == 1);
  const pl_rate_hold *hold = &b.fit->findings.rates->hold[0];
  CHECK(hold->noticed && hold->drop > 0.2 && hold->drop < 0.32);
  CHECK_CLOSE(hold->duration, 600, 0.02);
  CHECK(said_warning(b.fit, "readings.relaxes") && pl_result_state(b.fit) != PL_VERDICT_GOOD);
  close_bench(&b);
}

// Moduli of a series: slow k, parts g k, sudden k (1 + sum g). Their variances follow from those of k, g and their covariance.
TEST(rate_moduli_have_standard_errors) {
  static const scene_pull pull[4] = {{1e-4, 0, 1, NULL}, {1e-3, 0, 1, NULL}, {1e-2, 0, 1, NULL}, {1e-2, 600, 1, NULL}};
  bench b;
  REQUIRE(run(&b, &relaxing, 4, pull, "linear", PL_RATE_AUTO) == PL_OK);
  pl_arena *arena = pl_arena_create(b.ctx);
  pl_relaxation *all;
  int n;
  REQUIRE(pl_relaxation_make(arena, b.fit, &n, &all) == PL_OK && n == 1 && all->n == 2 && all->n_modulus == 1);
  const pl_relaxing_modulus *k = &all->modulus[0];
  const pl_term *term = all->term;
  size_t at = (size_t)term->theta, g = (size_t)term->prony, wide = (size_t)b.fit->solution.n_parameter;
  const double *c = b.fit->evidence.covariance, *theta = b.fit->material->theta;
  CHECK_CLOSE(k->slow.value, theta[at], 1e-9);
  CHECK_CLOSE(k->slow.sigma, b.fit->material->sigma[at], 1e-6);
  CHECK_CLOSE(k->part[0].value, theta[g] * theta[at], 1e-9);
  double variance =
      theta[g] * theta[g] * c[at * wide + at] + 2 * theta[g] * theta[at] * c[at * wide + g] + theta[at] * theta[at] * c[g * wide + g];
  CHECK_CLOSE(k->part[0].sigma, sqrt(variance), 1e-6);
  CHECK_CLOSE(k->sudden.value, theta[at] * (1 + theta[g] + theta[g + 2]), 1e-9);
  CHECK_NEAR(k->sudden.value, 2900, 3 * k->sudden.sigma);
  CHECK(k->sudden.sigma < 0.03 * 2900);
  pl_arena_destroy(arena);
  close_bench(&b);
}
