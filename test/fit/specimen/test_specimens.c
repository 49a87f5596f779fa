// test_specimens.c: several tests of one kind are draws of a fabric: scatter, standard error of the mean, outlying specimens.
#include <math.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "estimate/judge/repeats.h"
#include "fit/virtual_tests.h"
#include "protocol/weights/weights_part.h"
#include "scenes/strips.h"
#include "test.h"

static const char linear[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"terms\": [{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], "
    "\"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", \"values\": [3040]}}]}";
// Stiffens threefold.
static const char stiffening[] =
    "{\"pliant\": \"material 1\", \"name\": \"truth\", \"terms\": [{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], "
    "\"law\": \"stiffness-spline\", \"knots\": [0, 0.03, 0.06], \"parameters\": {\"unit\": \"N/m\", \"values\": [1000, 1700, 3000]}}]}";

typedef struct bench {
  pl_context *ctx;
  pl_material *truth;
  int n;
  pl_measurement *strip[12];
  pl_fit *fit;
} bench;

static void open_bench(bench *b, const char *truth, const char *model, const scene_strips *plan) {
  static char path[600];
  *b = (bench){.ctx = pl_context_create(NULL), .n = plan->n};
  b->truth = truth_from_text(b->ctx, truth);
  snprintf(path, sizeof path, "%s/truth.json", test_folder());
  REQUIRE(pl_file_write(b->ctx, path, truth, strlen(truth)) == PL_OK);
  REQUIRE(scene_strips_pull(b->ctx, b->truth, plan, b->strip) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.model = model ? model : path;
  REQUIRE(pl_fit_run(b->ctx, b->n, b->strip, 0, NULL, &options, &b->fit) == PL_OK);
}

static void close_bench(bench *b) {
  pl_fit_destroy(b->fit);
  scene_strips_clear(b->n, b->strip);
  pl_material_destroy(b->truth);
  pl_context_destroy(b->ctx);
}

// Standard deviation over the mean.
static double spread(int n, const double *value) {
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += value[i] / n;
  for (int i = 0; i < n; i++) square += (value[i] - mean) * (value[i] - mean);
  return sqrt(square / (n - 1)) / mean;
}

// Five strips that differ by +-13 %: the mean and its standard error by hand.
TEST(specimens_scatter_is_no_misfit) {
  static const double factor[5] = {0.87, 0.95, 1.0, 1.05, 1.13};
  bench b;
  open_bench(&b, linear, NULL, &(scene_strips){5, factor, 0.005, 0, 0.05, 40, 1});
  double s = spread(5, factor), sigma = b.fit->material->sigma[0];
  printf("%.0f +- %.0f N/m\n", b.fit->material->theta[0], sigma);
  CHECK_NEAR(b.fit->material->theta[0], 3040, 0.003 * 3040);
  CHECK_NEAR(sigma, 3040 * s / sqrt(5), 0.03 * 3040 * s / sqrt(5));
  const pl_repeats *all = b.fit->evidence.repeats;
  REQUIRE(all && all->any && all->n_kind == 1 && all->n_specimen == 5 && all->kind[0].n == 5);
  CHECK_NEAR(all->kind[0].scatter.value, s, 0.03 * s);
  CHECK_NEAR(all->kind[0].scatter.freedom, 4, 0.1);
  CHECK(all->kind[0].scatter.low < s && all->kind[0].scatter.high > s);
  for (int i = 0; i < 5; i++) {
    CHECK_NEAR(all->specimen[i].effect, factor[i] - 1, 0.01);
    CHECK(!all->specimen[i].outlying);
  }
  const double slope = 1;
  CHECK_NEAR(pl_scatter_95(b.fit->material, (pl_slopes){0, 1, &slope, 1}, sigma * sigma), 2.776, 0.02);
  // the next specimen scatters by s about a mean known to s/sqrt(5)
  pl_next next = pl_scatter_next(b.fit->material, 0, (pl_slopes){0, 1, &slope, 1}, sigma * sigma);
  CHECK_NEAR(next.sigma, 3040 * s * sqrt(1.2), 0.03 * 3040 * s);
  close_bench(&b);
}

// Three strips that differ by 3 %, fitted by curves: the stiffness at rest is not known to 26 % but to about 2 %.
TEST(specimens_of_a_curve_scatter_little) {
  static const double factor[3] = {0.97, 1.0, 1.03};
  bench b;
  open_bench(&b, stiffening, NULL, &(scene_strips){3, factor, 0.002, 0, 0.055, 60, 2});
  for (int j = 0; j < b.fit->material->n_theta; j++) {
    double relative = b.fit->material->sigma[j] / b.fit->material->theta[j];
    printf("%s: %.0f +- %.2g %%\n", b.fit->material->parameter[j].name, b.fit->material->theta[j], 100 * relative);
    CHECK(relative > 0.015 && relative < 0.03);
    CHECK_NEAR(b.fit->material->theta[j], b.truth->theta[j], 0.02 * b.truth->theta[j]);
  }
  close_bench(&b);
}

// Equal strips have no scatter beyond noise, and the standard error is that of all readings.
TEST(specimens_that_agree_have_no_scatter) {
  static const double factor[4] = {1, 1, 1, 1};
  bench b;
  open_bench(&b, linear, NULL, &(scene_strips){4, factor, 0.02, 0, 0.05, 40, 3});
  const pl_repeats *all = b.fit->evidence.repeats;
  CHECK_LESS(all->kind[0].scatter.value, 0.006);
  // one strip: sigma of the slope of a line through the origin, 0.02 / sqrt(sum (f/40)^2), about 0.54 %
  CHECK_LESS(b.fit->material->sigma[0] / b.fit->material->theta[0], 0.006);
  CHECK(b.fit->material->sigma[0] / b.fit->material->theta[0] > 0.0015);
  close_bench(&b);
}

// One strip: scatter is not measured, and the standard error is that of this strip.
TEST(specimens_need_two) {
  static const double factor[1] = {1.1};
  bench b;
  open_bench(&b, linear, NULL, &(scene_strips){1, factor, 0.005, 0, 0.05, 40, 4});
  const pl_repeats *all = b.fit->evidence.repeats;
  REQUIRE(all && !all->any && all->n_kind == 1);
  CHECK(isnan(all->kind[0].scatter.value) && isnan(all->specimen[0].chance));
  CHECK_LESS(b.fit->material->sigma[0] / b.fit->material->theta[0], 0.002);
  CHECK(isnan(b.fit->work.fit_case[0].prediction.next[b.strip[0]->test[0].observed][5]));
  close_bench(&b);
}

// A strip that is far from five others is named; one among three needs much more, since two others hardly know their scatter.
TEST(specimens_outlying_are_named) {
  static const double five[6] = {0.97, 0.985, 1.0, 1.01, 1.03, 1.35}, three[3] = {0.97, 1.03, 1.2};
  bench b;
  open_bench(&b, linear, NULL, &(scene_strips){6, five, 0.005, 0, 0.05, 40, 5});
  for (int i = 0; i < 6; i++) CHECK(b.fit->evidence.repeats->specimen[i].outlying == (i == 5));
  close_bench(&b);
  open_bench(&b, linear, NULL, &(scene_strips){3, three, 0.005, 0, 0.05, 40, 6});
  for (int i = 0; i < 3; i++) CHECK(!b.fit->evidence.repeats->specimen[i].outlying);
  close_bench(&b);
}

// The expected standard error after one more strip is compared with a fit of five. The fifth strip leaves the scatter as it is: its distance
// from the mean of n strips is s sqrt((n + 1)/n).
TEST(specimens_further_strip_keeps_its_promise) {
  double factor[5] = {0.91, 0.98, 1.03, 1.08, 0};
  const char *const name = "warp";
  bench b;
  pl_fit_options options = pl_fit_options_default();
  open_bench(&b, linear, NULL, &(scene_strips){4, factor, 0.003, 0, 0.05, 40, 7});
  options.further = PL_FURTHER_ON;
  options.model = b.fit->problem.options.model;
  pl_fit *asked, *after;
  REQUIRE(pl_fit_run(b.ctx, 4, b.strip, 0, NULL, &options, &asked) == PL_OK && pl_fit_further(asked) == PL_OK && asked->findings.further);
  double promised = NAN, before = asked->material->sigma[0];
  for (int i = 0; i < asked->findings.further->n_test; i++) {
    const pl_further_test *test = &asked->findings.further->test[i];
    if (strcmp(test->usual->name, name) != 0 || test->reason) continue;
    promised = test->width[0] * asked->findings.further->size[0];
    CHECK(!test->unscattered);
  }
  factor[4] = 1 + spread(4, factor) * sqrt(5.0 / 4);
  scene_strips_clear(b.n, b.strip);
  b.n = 5;
  REQUIRE(scene_strips_pull(b.ctx, b.truth, &(scene_strips){5, factor, 0.003, 0, 0.05, 40, 7}, b.strip) == PL_OK);
  REQUIRE(pl_fit_run(b.ctx, 5, b.strip, 0, NULL, &options, &after) == PL_OK);
  double found = after->material->sigma[0];
  printf("from %.3g to %.3g promised, %.3g found\n", before, promised, found);
  CHECK_NEAR(promised, before * sqrt(4.0 / 5), 0.02 * before);
  CHECK_NEAR(found, promised, 0.05 * promised);
  pl_fit_destroy(after);
  pl_fit_destroy(asked);
  close_bench(&b);
}

// Lengths under weights: softer cloth is longer, not weaker; the scatter of stiffness is found all the same.
TEST(specimens_of_hung_cloth_scatter_by_stiffness) {
  enum { CLOTHS = 4, FRAMES = 12 };
  static const double factor[CLOTHS] = {0.93, 0.99, 1.02, 1.06};
  static const char truth[] =
      "{\"pliant\": \"material 1\", \"name\": \"truth\", \"density\": \"200 g/m^2\", \"terms\": [{\"name\": \"warp\", \"strain\": "
      "\"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"N/m\", \"values\": [800]}}]}";
  static char path[600];
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *cloth = truth_from_text(ctx, truth);
  double *weight = pl_arena_alloc(arena, FRAMES, sizeof *weight), noise[PL_MAX_CHANNEL] = {[PL_WEIGHTS_LENGTH] = 2e-5};
  pl_measurement *m[CLOTHS];
  pl_fit_options options = pl_fit_options_default();
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  for (int f = 0; f < FRAMES; f++) weight[f] = 0.5 * (f + 1);
  for (int i = 0; i < CLOTHS; i++) {
    pl_test test;
    pl_rig_report report;
    pl__weights_specimen s = {"cloth", 0, 0.1, 0.1, 0.01, 0.2, 0};
    REQUIRE(pl__weights_plan_test(arena, &s, FRAMES, weight, &test) == PL_OK);
    cloth->theta[0] = 800 * factor[i];
    REQUIRE(pl_rig_measure(ctx, pl_protocol_find("weights"), 1, &test, cloth, &rig, &solve, noise, (uint64_t)i + 1, &m[i], &report) ==
            PL_OK);
    m[i]->density = 0.2;
  }
  snprintf(path, sizeof path, "%s/cloth.json", test_folder());
  REQUIRE(pl_file_write(ctx, path, truth, strlen(truth)) == PL_OK);
  options.model = path;
  pl_fit *fit;
  REQUIRE(pl_fit_run(ctx, CLOTHS, m, 0, NULL, &options, &fit) == PL_OK);
  double s = spread(CLOTHS, factor), sigma = fit->material->sigma[0] / fit->material->theta[0];
  printf("scatter %.2f %%, mean %.0f +- %.2f %%\n", 100 * fit->evidence.repeats->kind[0].scatter.value, fit->material->theta[0],
         100 * sigma);
  CHECK_NEAR(fit->evidence.repeats->kind[0].scatter.value, s, 0.15 * s);
  CHECK_NEAR(sigma, s / sqrt(CLOTHS), 0.15 * s / sqrt(CLOTHS));
  CHECK_NEAR(fit->material->theta[0], 800, 0.02 * 800);
  pl_fit_destroy(fit);
  for (int i = 0; i < CLOTHS; i++) pl_measurement_destroy(m[i]);
  pl_material_destroy(cloth);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// Two runs of one strip are one specimen where its name says so, and two draws of a fabric where it does not.
TEST(specimens_have_names) {
  pl_context *ctx = pl_context_create(NULL);
  char path[600], text[900], csv[2000] = "displacement [mm],force [N]\n";
  for (int f = 1; f <= 20; f++) {
    size_t used = strlen(csv);
    snprintf(csv + used, sizeof csv - used, "%g,%g\n", 0.25 * f, 0.4 * f + 0.002 * (f % 3));
  }
  snprintf(path, sizeof path, "%s/run.csv", test_folder());
  REQUIRE(pl_file_write(ctx, path, csv, strlen(csv)) == PL_OK);
  for (int named = 0; named < 2; named++) {
    const char *name = named ? ", \"specimen\": {\"name\": \"gray-3\"}" : "";
    snprintf(text, sizeof text,
             "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"100 mm\", \"width\": \"50 mm\"}, "
             "\"tests\": [{\"name\": \"a\", \"file\": \"run.csv\", \"direction\": \"warp\"%s}, {\"name\": \"b\", \"file\": "
             "\"run.csv\", \"direction\": \"warp\"%s}]}",
             name, name);
    snprintf(path, sizeof path, "%s/experiment-%d.json", test_folder(), named);
    REQUIRE(pl_file_write(ctx, path, text, strlen(text)) == PL_OK);
    pl_measurement *m;
    pl_fit *fit;
    pl_fit_options options = pl_fit_options_default();
    options.model = "linear";
    REQUIRE(pl_measurement_load(ctx, path, &m) == PL_OK);
    REQUIRE(pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit) == PL_OK);
    CHECK(fit->evidence.repeats->n_specimen == (named ? 1 : 2));
    CHECK(fit->evidence.repeats->any == !named);
    if (named) CHECK_TEXT(fit->evidence.repeats->specimen[0].name, "gray-3");
    pl_fit_destroy(fit);
    pl_measurement_destroy(m);
  }
  pl_context_destroy(ctx);
}

// A material file keeps the scatter: a prediction from it has the bands of the fit, of the fabric and of the next specimen.
TEST(specimens_scatter_is_kept_in_files) {
  static const double factor[6] = {0.93, 0.98, 1.0, 1.02, 1.07, 1.01};
  char path[600];
  bench b;
  open_bench(&b, stiffening, NULL, &(scene_strips){6, factor, 0.002, 0, 0.055, 60, 12});
  pl_measurement *strip = b.strip[5];
  pl_fit *direct, *later;
  pl_fit_options options = pl_fit_options_default();
  options.model = b.fit->problem.options.model;
  REQUIRE(pl_fit_run(b.ctx, 5, b.strip, 1, &strip, &options, &direct) == PL_OK);
  snprintf(path, sizeof path, "%s/fabric.json", test_folder());
  REQUIRE(pl_material_save(b.ctx, path, direct->material) == PL_OK);
  pl_material *kept, *copy;
  REQUIRE(pl_material_load(b.ctx, path, &kept) == PL_OK);
  REQUIRE(kept->scatter && kept->scatter->n_kind == 1 && kept->scatter->n_specimen == 5);
  CHECK_NEAR(kept->scatter->kind[0].value, direct->evidence.repeats->kind[0].scatter.value, 1e-9);
  REQUIRE(pl_fit_predict(b.ctx, kept, 1, &strip, &options, &later) == PL_OK);
  const pl_fit_case *one = &direct->work.fit_case[5], *other = &later->work.fit_case[0];
  int k = one->test->observed;
  for (int f = 0; f < one->test->n_frame; f++) {
    CHECK_NEAR(other->prediction.sigma[k][f], one->prediction.sigma[k][f], 1e-6 * one->prediction.sigma[k][f]);
    CHECK_NEAR(other->prediction.half_width[k][f], one->prediction.half_width[k][f], 1e-6 * one->prediction.half_width[k][f]);
    REQUIRE(isfinite(one->prediction.next[k][f]));
    CHECK_NEAR(other->prediction.next[k][f], one->prediction.next[k][f], 1e-6 * one->prediction.next[k][f]);
    CHECK(one->prediction.next[k][f] > one->prediction.half_width[k][f]);
  }
  // a copy keeps it too
  REQUIRE(pl_material_copy(kept, &copy) == PL_OK);
  const double slope = 1;
  CHECK_NEAR(pl_scatter_95(copy, (pl_slopes){0, 1, &slope, 1}, 1), pl_scatter_95(direct->material, (pl_slopes){0, 1, &slope, 1}, 1), 1e-6);
  pl_material_destroy(copy);
  pl_material_destroy(kept);
  pl_fit_destroy(later);
  pl_fit_destroy(direct);
  close_bench(&b);
}
