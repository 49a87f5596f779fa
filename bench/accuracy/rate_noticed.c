// rate_noticed.c: stress that depends on speed is noticed, scatter between specimens is not taken for it, and relaxation is recovered.
//
// Forces are the closed form of a generalised Maxwell solid (scenes/relaxing.h), not those of a rig. Noise 0.5 % of the largest slow force.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "bench/cases.h"
#include "estimate/advise/further.h"
#include "estimate/rate/rate_fit.h"
#include "estimate/rate/rates.h"
#include "include/pliant/report.h"
#include "scenes/relaxing.h"

enum { MOST_TESTS = 16, MOST_SPEEDS = 3, NAME_SIZE = 24 };
static const double SLOW = 1e-4, APART = 10;  // m/s (6 mm/min), and the ratio of neighbouring speeds
static const scene_relaxing strip = {.stiffness = 2000, .strain = 0.06, .n_frame = 60, .noise = 0.005};

// A set of pulls: every specimen at one speed, or each at all of them.
typedef struct plan {
  int n_speed, n_repeat;
  bool paired;
  double scatter;        // between specimens
  double repeatability;  // of one specimen
} plan;

static int make_set(const plan *p, pl_rng *rng, char name[MOST_TESTS][NAME_SIZE], scene_pull *pull) {
  int n = 0;
  for (int r = 0; r < p->n_repeat; r++) {
    double own = exp(p->scatter * pl_rng_normal(rng));
    for (int v = 0; v < p->n_speed; v++, n++) {
      double factor = (p->paired ? own : exp(p->scatter * pl_rng_normal(rng))) * exp(p->repeatability * pl_rng_normal(rng));
      snprintf(name[n], NAME_SIZE, "specimen-%d", r + 1);
      pull[n] = (scene_pull){.speed = SLOW * pow(APART, v), .factor = factor, .specimen = p->paired ? name[n] : NULL};
    }
  }
  return n;
}

static pl_status measure(pl_context *ctx, const scene_relaxing *fabric, const plan *p, uint64_t seed, pl_measurement **m) {
  char name[MOST_TESTS][NAME_SIZE];
  scene_pull pull[MOST_TESTS];
  pl_rng rng;
  pl_rng_init(&rng, 40000 + seed);
  scene_relaxing own = *fabric;
  own.seed = seed;
  return scene_relaxing_pull(ctx, &own, make_set(p, &rng, name, pull), pull, m);
}

// Is a set noticed? Without a fit: the comparison needs none.
static pl_status notice(evidence *e, const scene_relaxing *fabric, const plan *p, uint64_t seed, bool *noticed, double *ratio) {
  pl_measurement *m;
  pl_rates rates;
  pl_given_test given[MOST_TESTS] = {{0}};
  PL_TRY(measure(e->ctx, fabric, p, seed, &m));
  for (int i = 0; i < m->n_test; i++) given[i] = (pl_given_test){.measurement = m, .test = &m->test[i]};
  pl_status status = pl_rates_find(m->arena, m->n_test, given, &rates);
  *noticed = rates.noticed;
  *ratio = rates.n_mode > 0 ? rates.mode[0].ratio : NAN;
  pl_measurement_destroy(m);
  return status;
}

// Percentage of n sets that are noticed, and the mean ratio of stresses. Scatter is drawn between `least` and `most`.
static pl_status share(evidence *e, const scene_relaxing *fabric, plan p, double least, double most, int n, uint64_t first, double *percent,
                       double *mean) {
  int count = 0;
  *mean = 0;
  for (int i = 0; i < n; i++) {
    bool noticed;
    double ratio;
    pl_rng rng;
    uint64_t seed = evidence_seed(e, first + (uint64_t)i);
    pl_rng_init(&rng, 9000 + seed);
    p.scatter = least * pow(most / least, pl_rng_uniform(&rng));
    PL_TRY(notice(e, fabric, &p, seed, &noticed, &ratio));
    count += noticed;
    *mean += ratio / n;
  }
  *percent = 100.0 * count / n;
  return PL_OK;
}

static pl_status add_alarms(evidence *e, int n) {
  static const struct {
    plan p;
    double least, most;
    const char *words;
  } row[] = {{{2, 1, false, 0, 0.01}, 0.02, 0.1, "one specimen at each of two speeds, scatter 2 to 10 %"},
             {{2, 3, false, 0, 0.01}, 0.02, 0.15, "three at each of two speeds, scatter 2 to 15 %"},
             {{3, 1, false, 0, 0.01}, 0.02, 0.1, "one at each of three speeds, scatter 2 to 10 %"},
             {{3, 4, false, 0, 0.01}, 0.02, 0.15, "four at each of three speeds, scatter 2 to 15 %"},
             {{2, 3, true, 0, 0.01}, 0.02, 0.15, "three specimens, each at two speeds, repeatability 1 %"}};
  double sum = 0, percent, mean;
  size_t n_row = sizeof row / sizeof *row;
  for (size_t i = 0; i < n_row; i++) {
    PL_TRY(share(e, &strip, row[i].p, row[i].least, row[i].most, n, 100000 * (i + 1), &percent, &mean));
    evidence_at_most(e, percent, "%", 2, "false alarms, stress independent of speed: %s", row[i].words);
    sum += percent / (double)n_row;
  }
  evidence_at_most(e, sum, "%", 2, "the same, mean of these");
  bool noticed;
  double ratio;
  plan one = {1, 8, false, 0.1, 0.01};
  PL_TRY(notice(e, &strip, &one, evidence_seed(e, 5), &noticed, &ratio));
  evidence_at_most(e, noticed || !isnan(ratio), "", 0, "repeats at one speed are compared by speed");
  return PL_OK;
}

static scene_relaxing relaxing(void) {
  scene_relaxing fabric = strip;
  fabric.n_time = 2;
  fabric.share[0] = 0.25, fabric.time[0] = 2;
  fabric.share[1] = 0.2, fabric.time[1] = 60;
  return fabric;
}

static pl_status add_detection(evidence *e, int n) {
  const scene_relaxing fabric = relaxing();
  double percent, mean;
  plan three = {2, 3, false, 0, 0.01}, speeds = {3, 3, false, 0, 0.01}, paired = {2, 2, true, 0, 0.01}, single = {3, 1, false, 0, 0.01};
  PL_TRY(share(e, &fabric, three, 0.02, 0.04, n, 700000, &percent, &mean));
  evidence_inform(e, mean, "", "", "stress ratio over one decade of speed, relaxing fabric (g 0.25 and 0.2, tau 2 and 60 s)");
  evidence_inform(e, percent, "%", "", "noticed: three specimens at each of two speeds, scatter 2 to 4 %%");
  PL_TRY(share(e, &fabric, speeds, 0.02, 0.04, n, 800000, &percent, &mean));
  evidence_inform(e, mean, "", "", "stress ratio over two decades");
  evidence_at_least(e, percent, "%", 90, "noticed: three specimens at each of three speeds, scatter 2 to 4 %%");
  PL_TRY(share(e, &fabric, speeds, 0.1, 0.15, n, 810000, &percent, &mean));
  evidence_inform(e, percent, "%", "", "the same with scatter 10 to 15 %%");
  PL_TRY(share(e, &fabric, paired, 0.02, 0.15, n, 900000, &percent, &mean));
  evidence_at_least(e, percent, "%", 95, "noticed: two specimens, each at two speeds, scatter 2 to 15 %%");
  PL_TRY(share(e, &fabric, single, 0.02, 0.04, n, 950000, &percent, &mean));
  evidence_inform(e, percent, "%", "", "noticed: one specimen at each of three speeds, scatter 2 to 4 %%");
  return PL_OK;
}

// ---- fits ----

enum { NUMBERS = 5 };  // k, g1, tau1, g2, tau2

typedef struct draw {
  bool two, relaxes_wrongly, green, warned;
  bool inside[NUMBERS], within3[NUMBERS];
  double ratio[NUMBERS], sigma[NUMBERS];
} draw;

static pl_status fit_one(pl_context *ctx, pl_measurement *m, pl_rate_choice rate, pl_fit **fit) {
  pl_fit_options options = pl_fit_options_default();
  options.model = "linear";
  options.rate = rate;
  options.further = PL_FURTHER_OFF;
  pl_measurement *list[1] = {m};
  return pl_fit_run(ctx, 1, list, 0, NULL, &options, fit);
}

static void take(const pl_fit *fit, const scene_relaxing *fabric, draw *d) {
  const pl_term *term = pl_material_term(fit->material, "warp");
  const double truth[NUMBERS] = {fabric->stiffness, fabric->share[0], fabric->time[0], fabric->share[1], fabric->time[1]};
  d->two = term->n_prony == 2;
  for (int j = 0; j < NUMBERS && d->two; j++) {
    int at = j == 0 ? term->theta : term->prony + j - 1;
    double off = fabs(fit->material->theta[at] - truth[j]), sigma = fit->material->sigma[at];
    d->inside[j] = off <= 1.96 * sigma;
    d->within3[j] = off <= 3 * sigma;
    d->ratio[j] = fit->material->theta[at] / truth[j];
    d->sigma[j] = sigma / truth[j];
  }
}

static bool warned(const pl_fit *fit) {
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (strcmp(fit->findings.warning[i].id, "readings.rate") == 0) return true;
  return false;
}

static pl_status fit_set(pl_context *ctx, uint64_t seed, draw *d) {
  const scene_relaxing fabric = relaxing();
  scene_relaxing own = fabric;
  own.seed = seed;
  // three speeds and a rest of ten minutes, one fabric
  const scene_pull pull[4] = {{SLOW, 0, 1, NULL}, {10 * SLOW, 0, 1, NULL}, {100 * SLOW, 0, 1, NULL}, {100 * SLOW, 600, 1, NULL}};
  plan repeats = {3, 3, false, 0.03, 0.01};
  pl_measurement *m = NULL;
  pl_fit *fit = NULL;
  pl_status status = scene_relaxing_pull(ctx, &own, 4, pull, &m);
  if (status == PL_OK) status = fit_one(ctx, m, PL_RATE_AUTO, &fit);
  if (status == PL_OK) take(fit, &fabric, d);
  pl_fit_destroy(fit), fit = NULL;
  pl_measurement_destroy(m), m = NULL;
  if (status == PL_OK) status = measure(ctx, &fabric, &repeats, own.seed, &m);
  if (status == PL_OK) status = fit_one(ctx, m, PL_RATE_NONE, &fit);
  if (status == PL_OK) d->green = pl_result_state(fit) == PL_VERDICT_GOOD, d->warned = warned(fit);
  pl_fit_destroy(fit), fit = NULL;
  pl_measurement_destroy(m), m = NULL;
  if (status == PL_OK) status = measure(ctx, &strip, &repeats, own.seed, &m);
  if (status == PL_OK) status = fit_one(ctx, m, PL_RATE_AUTO, &fit);
  if (status == PL_OK) d->relaxes_wrongly = pl_material_relaxes(fit->material) || warned(fit);
  pl_fit_destroy(fit);
  pl_measurement_destroy(m);
  return status;
}

typedef struct draws {
  const evidence *e;
  draw *d;
} draws;

static pl_status fit_draw(pl_context *ctx, void *user, int i) {
  const draws *all = user;
  return fit_set(ctx, evidence_seed(all->e, 60000 + (uint64_t)i), &all->d[i]);
}

static pl_status add_fits(evidence *e, int n) {
  static const char *const name[NUMBERS] = {"k", "g1", "tau1", "g2", "tau2"};
  draw *d = pl_arena_alloc(e->arena, (size_t)n, sizeof *d);
  if (!d) return PL_ERROR_MEMORY;
  draws all = {e, d};
  PL_TRY(evidence_draws(e, n, fit_draw, &all));
  int two = 0, wrong = 0, green = 0, said = 0, inside = 0, within = 0;
  for (int i = 0; i < n; i++) {
    two += d[i].two, wrong += d[i].relaxes_wrongly, green += d[i].green, said += d[i].warned;
    for (int j = 0; j < NUMBERS; j++) inside += d[i].inside[j], within += d[i].within3[j];
  }
  evidence_at_least(e, 100.0 * two / n, "%", 98, "two relaxation times found from three speeds and a rest, of %d sets", n);
  for (int j = 0; j < NUMBERS; j++) {
    double mean = 0, sigma = 0;
    for (int i = 0; i < n; i++) mean += d[i].ratio[j] / fmax(two, 1), sigma += d[i].sigma[j] / fmax(two, 1);
    evidence_at_most(e, 100 * fabs(mean - 1), "%", 1, "bias of %s (standard error %.2g %%)", name[j], 100 * sigma);
  }
  evidence_at_least(e, 100.0 * inside / fmax(two * NUMBERS, 1), "%", 91, "95 %% intervals of the five numbers that hold the truth");
  evidence_at_most(e, 100.0 * inside / fmax(two * NUMBERS, 1), "%", 98, "the same, upper limit");
  evidence_at_least(e, 100.0 * within / fmax(two * NUMBERS, 1), "%", 99, "within three standard errors");
  evidence_at_least(e, 100.0 * said / n, "%", 90,
                    "without relaxation (--rate none) the warning names the speeds: three specimens at each of three");
  evidence_at_most(e, 100.0 * green / n, "%", 2, "of those, fits with a green verdict");
  evidence_at_most(e, 100.0 * wrong / n, "%", 2, "fits of a fabric that does not relax which relax or warn");
  return PL_OK;
}

pl_status reproduce_rate_noticed(evidence *e) {
  PL_TRY(add_alarms(e, e->full ? 2000 : 500));
  PL_TRY(add_detection(e, e->full ? 1000 : 200));
  PL_TRY(add_fits(e, e->full ? 400 : 200));
  evidence_note(e,
                "Speeds are %g, %g and %g mm/min. Specimens differ by a log-normal factor. Forces are the closed form of the hereditary "
                "integral; the fit integrates along its rows.",
                6e4 * SLOW, 6e5 * SLOW, 6e6 * SLOW);
  return PL_OK;
}
