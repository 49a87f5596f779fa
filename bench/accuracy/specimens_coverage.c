// specimens_coverage.c: virtual sets of 3 to 10 strips of one fabric: intervals of the mean fabric and of the next specimen, outlying strips.
//
// A set is pulled warp strips of a stiffening fabric. Every stiffness of strip s is that of the fabric times a factor. It is log-normal with
// mean 1; the standard deviation of its logarithm is drawn between 2 and 15 %. Noise: 0.5 % of the largest force of the fabric, sigma not stated.
#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "bench/cases.h"
#include "estimate/advise/further.h"
#include "estimate/judge/repeats.h"
#include "scenes/specimens.h"
#include "scenes/strips.h"

static const char fabric[] =
    "{\"pliant\": \"material 1\", \"name\": \"fabric\", \"terms\": [{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], "
    "\"law\": \"stiffness-spline\", \"knots\": [0, 0.03, 0.06], \"parameters\": {\"unit\": \"N/m\", \"values\": [1000, 1700, 3000]}}]}";

enum { LEAST = 3, MOST = 10, N_NUMBER = 3 };
#define NOISE 0.005
#define STRAIN 0.055
#define FRAMES 40
#define OUTLIER 6.0  // standard deviations of the planted strip from the others

typedef struct draw {
  int n;
  double scatter, found;         // true and estimated
  bool inside[N_NUMBER], known;  // intervals of the parameters, and of the next specimen, hold the truth
  bool by_normal[N_NUMBER];      // the same with 1.96 standard errors
  bool next;                     // the next strip's force at the last frame is within its interval
  bool scatter_inside, named, found_planted;
} draw;

typedef struct draws {
  const evidence *e;  // for seeds
  const char *model;  // file
  draw *draw;
} draws;

static void take(const pl_fit *fit, const pl_material *truth, double factor, draw *d) {
  for (int j = 0; j < N_NUMBER; j++) {
    double sigma = fit->material->sigma[j], off = fabs(fit->material->theta[j] - truth->theta[j]);
    const double one = 1;
    d->inside[j] = off <= sigma * pl_scatter_95(fit->material, (pl_slopes){j, 1, &one, 1}, sigma * sigma);
    d->by_normal[j] = off <= 1.96 * sigma;
  }
  const pl_fit_case *c = &fit->work.fit_case[0];
  int k = c->test->observed, f = c->test->n_frame - 1;
  // the noise-free force of the fabric, from its own material on the same frames
  double s = STRAIN + 0.5 * STRAIN * STRAIN, stress, fitted;
  pl_material_stress(truth, 0, &s, &stress, NULL);
  pl_material_stress(fit->material, 0, &s, &fitted, NULL);
  double force = c->predicted[k][f] * stress / fitted;
  d->next = fabs(c->predicted[k][f] - factor * force) <= c->prediction.next[k][f];
  const pl_repeat_kind *kind = &fit->evidence.repeats->kind[0];
  d->found = kind->scatter.value;
  d->scatter_inside = d->scatter >= kind->scatter.low && d->scatter <= kind->scatter.high;
  for (int i = 0; i < fit->evidence.repeats->n_specimen; i++) d->named = d->named || fit->evidence.repeats->specimen[i].outlying;
}

static pl_status fit_strips(pl_context *ctx, const char *model, const pl_material *truth, const scene_strips *plan, pl_fit **fit,
                            pl_measurement **strip) {
  pl_fit_options options = pl_fit_options_default();
  options.model = model;
  options.further = PL_FURTHER_OFF;
  PL_TRY(scene_strips_pull(ctx, truth, plan, strip));
  return pl_fit_run(ctx, plan->n, strip, 0, NULL, &options, fit);
}

static pl_status fit_set(pl_context *ctx, const draws *all, int i, draw *d) {
  pl_rng rng;
  double factor[MOST + 1];
  pl_rng_init(&rng, evidence_seed(all->e, 7000 + (uint64_t)i));
  d->n = LEAST + i % (MOST - LEAST + 1);
  d->scatter = 0.02 * pow(7.5, pl_rng_uniform(&rng));
  for (int s = 0; s <= d->n; s++) factor[s] = exp(d->scatter * pl_rng_normal(&rng) - 0.5 * d->scatter * d->scatter);
  scene_strips plan = {d->n, factor, NOISE, 0, STRAIN, FRAMES, evidence_seed(all->e, 100 + (uint64_t)i)};
  pl_material *truth = NULL;
  pl_measurement *strip[MOST] = {NULL};
  pl_fit *fit = NULL;
  pl_status status = pl_material_load(ctx, all->model, &truth);
  if (status == PL_OK) status = fit_strips(ctx, all->model, truth, &plan, &fit, strip);
  if (status == PL_OK) take(fit, truth, factor[d->n], d);
  pl_fit_destroy(fit);
  scene_strips_clear(MOST, strip);
  for (int s = 0; s < MOST; s++) strip[s] = NULL;
  fit = NULL;
  // the same set with its last strip far off
  factor[d->n - 1] = 1 + OUTLIER * d->scatter;
  if (status == PL_OK) status = fit_strips(ctx, all->model, truth, &plan, &fit, strip);
  if (status == PL_OK) d->found_planted = fit->evidence.repeats->specimen[d->n - 1].outlying;
  pl_fit_destroy(fit);
  scene_strips_clear(MOST, strip);
  pl_material_destroy(truth);
  return status;
}

static pl_status fit_draw(pl_context *ctx, void *user, int i) {
  draws *d = user;
  return fit_set(ctx, d, i, &d->draw[i]);
}

// ---- other protocols ----

// A usual test of one number, repeated: whatever is read, its scatter is that of stiffness.
typedef struct other {
  const evidence *e;
  const char *protocol, *usual, *model;  // model: file with one number that the test identifies, `number`
  const char *number, *words;
  draw *draw;
} other;

static pl_status fit_other(pl_context *ctx, void *user, int i) {
  const other *all = user;
  draw *d = &all->draw[i];
  pl_rng rng;
  double factor[MOST + 1];
  pl_rng_init(&rng, evidence_seed(all->e, 17000 + (uint64_t)i));
  d->n = LEAST + i % (MOST - LEAST + 1);
  d->scatter = 0.02 * pow(7.5, pl_rng_uniform(&rng));
  for (int s = 0; s <= d->n; s++) factor[s] = exp(d->scatter * pl_rng_normal(&rng) - 0.5 * d->scatter * d->scatter);
  pl_arena *arena = pl_arena_create(ctx);
  pl_material *truth = NULL;
  pl_measurement *m[MOST] = {NULL};
  pl_fit *fit = NULL;
  pl_fit_options options = pl_fit_options_default();
  options.model = all->model;
  options.further = PL_FURTHER_OFF;
  scene_specimens plan = {all->protocol, all->usual, NULL, d->n, factor, 1, evidence_seed(all->e, 300 + (uint64_t)i)};
  pl_status status = arena ? pl_material_load(ctx, all->model, &truth) : PL_ERROR_MEMORY;
  if (status == PL_OK) plan.like = scene_specimens_block(arena);
  if (status == PL_OK) status = scene_specimens_measure(arena, truth, &plan, m);
  if (status == PL_OK) status = pl_fit_run(ctx, d->n, m, 0, NULL, &options, &fit);
  if (status == PL_OK) {
    int j = pl_material_parameter_index(fit->material, all->number);
    double sigma = fit->material->sigma[j], found = fit->material->theta[j], right = truth->theta[j];
    const double one = 1;
    const pl_slopes slope = {j, 1, &one, 1};
    d->inside[0] = fabs(found - right) <= sigma * pl_scatter_95(fit->material, slope, sigma * sigma);
    d->next = fabs(found - factor[d->n] * right) <= pl_scatter_next(fit->material, 0, slope, sigma * sigma).half_width;
  }
  pl_fit_destroy(fit);
  scene_specimens_clear(MOST, m);
  pl_material_destroy(truth);
  pl_arena_destroy(arena);
  return status;
}

static pl_status cover_other(evidence *e, other all, int n) {
  int inside = 0, next = 0;
  all.e = e;
  all.draw = pl_arena_alloc(e->arena, (size_t)n, sizeof *all.draw);
  if (!all.draw) return PL_ERROR_MEMORY;
  PL_TRY(evidence_draws(e, n, fit_other, &all));
  for (int i = 0; i < n; i++) inside += all.draw[i].inside[0], next += all.draw[i].next;
  evidence_at_least(e, 100.0 * inside / n, "%", 93, "95 %% intervals of the mean that hold the truth, of %d sets of %s", n, all.words);
  evidence_at_most(e, 100.0 * inside / n, "%", 97, "the same, upper limit");
  evidence_at_least(e, 100.0 * next / n, "%", 93, "95 %% intervals of the next specimen that hold its stiffness, of the same sets");
  evidence_at_most(e, 100.0 * next / n, "%", 97, "the same, upper limit");
  return PL_OK;
}

static pl_status cover_others(evidence *e, const char *folder, int n) {
  static const char rubber[] =
      "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [{\"name\": \"r\", \"strain\": \"invariants\", "
      "\"values\": [\"i1\", \"i2\", \"j\"], \"law\": \"neo-hookean\", \"parameters\": {\"unit\": \"kPa\", "
      "\"values\": [200, 0]}}]}";
  static const char plate[] =
      "{\"pliant\": \"material 1\", \"name\": \"plate\", \"density\": \"200 g/m^2\", \"terms\": [{\"name\": \"bend\", "
      "\"strain\": \"curvature\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters\": {\"unit\": \"uN m\", "
      "\"values\": [10]}}]}";
  char model[2][600];
  snprintf(model[0], sizeof model[0], "%s/rubber.json", folder);
  snprintf(model[1], sizeof model[1], "%s/plate.json", folder);
  PL_TRY(pl_file_write(e->ctx, model[0], rubber, sizeof rubber - 1));
  PL_TRY(pl_file_write(e->ctx, model[1], plate, sizeof plate - 1));
  PL_TRY(cover_other(
      e, (other){.protocol = "homogeneous", .usual = "uniaxial", .model = model[0], .number = "r.mu", .words = "3 to 10 blocks"}, n));
  return cover_other(e,
                     (other){.protocol = "moment-curvature",
                             .usual = "bending loop warp",
                             .model = model[1],
                             .number = "bend.k",
                             .words = "3 to 10 bending loops"},
                     n);
}

pl_status reproduce_specimens_coverage(evidence *e) {
  int n = e->full ? 2000 : 400, inside = 0, by_normal = 0, next = 0, scatter = 0, named = 0, planted = 0, n_planted = 0;
  const char *folder;
  char model[600];
  double ratio = 0;
  PL_TRY(evidence_folder(e, &folder));
  snprintf(model, sizeof model, "%s/fabric.json", folder);
  PL_TRY(pl_file_write(e->ctx, model, fabric, sizeof fabric - 1));
  draws d = {.e = e, .model = model, .draw = pl_arena_alloc(e->arena, (size_t)n, sizeof *d.draw)};
  if (!d.draw) return PL_ERROR_MEMORY;
  PL_TRY(evidence_draws(e, n, fit_draw, &d));
  for (int i = 0; i < n; i++) {
    const draw *one = &d.draw[i];
    for (int j = 0; j < N_NUMBER; j++) inside += one->inside[j], by_normal += one->by_normal[j];
    next += one->next, scatter += one->scatter_inside, named += one->named;
    ratio += one->found * one->found / (one->scatter * one->scatter) / n;
    if (one->n >= 6) planted += one->found_planted, n_planted++;
  }
  double mean = 100.0 * inside / (n * N_NUMBER);
  evidence_at_least(e, mean, "%", 93, "95 %% intervals of the mean fabric that hold its numbers, of %d sets of 3 to 10 strips", n);
  evidence_at_most(e, mean, "%", 97, "the same, upper limit");
  evidence_inform(e, 100.0 * by_normal / (n * N_NUMBER), "%", "too few", "the same with 1.96 standard errors instead of Student's t");
  evidence_at_least(e, 100.0 * next / n, "%", 93, "95 %% intervals of the next specimen that hold its force at the largest strain");
  evidence_at_most(e, 100.0 * next / n, "%", 97, "the same, upper limit");
  evidence_at_least(e, 100.0 * scatter / n, "%", 90, "95 %% intervals of the scatter that hold the true one");
  evidence_at_least(e, ratio, "", 0.93, "estimated variance between specimens over the true one, mean");
  evidence_at_most(e, ratio, "", 1.07, "the same, upper limit");
  evidence_at_most(e, 100.0 * named / n, "%", 1.5, "right sets in which a strip is said to be outlying");
  evidence_inform(e, 100.0 * planted / n_planted, "%", "", "a strip planted at 6 standard deviations is named, sets of 6 to 10");
  PL_TRY(cover_others(e, folder, n));
  evidence_note(
      e, "Virtual strips from a homogeneous rig with clamped edges; factors log-normal with mean 1, scatter 2 to 15 %%, noise 0.5 %%, "
         "sigma not stated. Three numbers of a curve are counted per set; they are strongly correlated.");
  return PL_OK;
}
