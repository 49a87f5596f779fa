// dahl_coverage.c: bias of the estimate, and coverage of its 95 % intervals, over many draws of noise on the weights tests of three
// fabrics.
//
// Fits are distributed over the threads, each with its context; a fit is the same on any number of them.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "bench/accuracy/dahl/dahl_runs.h"
#include "bench/cases.h"

enum { N_FABRIC = 3 };
static const double NOISE = 0.2e-3;  // m, of the lengths
static const double REST = 0.5e-3;   // m, standard deviation of the rest length: what is taken when nothing is said about it

typedef struct draw {
  double theta[N_DAHL], sigma[N_DAHL];
  double inflation;
  bool converged;
} draw;

typedef struct draws {
  int n_seed;
  draw *draw;  // [N_FABRIC][n_seed]
} draws;

static pl_status fit_one(pl_context *ctx, const scene_friction *fabric, uint64_t seed, draw *out) {
  scene_weights_plan plan = dahl_plan(NOISE);
  plan.rest_sigma = REST;
  pl_measurement *measurement;
  PL_TRY(scene_weights(ctx, fabric, &plan, seed, &measurement));
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  pl_status status = pl_fit_run(ctx, 1, &measurement, 0, NULL, &options, &fit);
  if (status == PL_OK) {
    for (int j = 0; j < N_DAHL; j++) {
      out->theta[j] = fit->material->theta[j];
      out->sigma[j] = fit->material->sigma[j];
    }
    out->inflation = fit->evidence.inflation;
    out->converged = fit->solution.converged;
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  return status;
}

static pl_status fit_draw(pl_context *ctx, void *user, int i) {
  draws *d = user;
  return fit_one(ctx, &scene_stretch_fabric[i / d->n_seed], (uint64_t)i + 1, &d->draw[i]);
}

// A parameter that ended on its bound has no interval: it counts as not covered.
static bool covers(const draw *d, int j, double truth) { return fabs(d->theta[j] - truth) <= 1.96 * d->sigma[j]; }

typedef struct summary {
  double mean, spread;  // of theta over the draws
  double sigma;         // median of what the fits state
  double away;          // |mean - truth| over its own standard error
  int n_covered, n_bound;
} summary;

static summary sum_up(const draws *d, int fabric, int j, double truth, double *scratch) {
  summary s = {0};
  const draw *own = d->draw + fabric * d->n_seed;
  double n = d->n_seed, square = 0;
  int n_known = 0;
  for (int i = 0; i < d->n_seed; i++) {
    s.mean += own[i].theta[j] / n;
    s.n_covered += covers(&own[i], j, truth);
    s.n_bound += isnan(own[i].sigma[j]);
    if (isnan(own[i].sigma[j])) continue;
    int k = n_known++;
    for (; k > 0 && scratch[k - 1] > own[i].sigma[j]; k--) scratch[k] = scratch[k - 1];
    scratch[k] = own[i].sigma[j];
  }
  for (int i = 0; i < d->n_seed; i++) square += (own[i].theta[j] - s.mean) * (own[i].theta[j] - s.mean);
  s.spread = sqrt(square / (n - 1));
  s.sigma = n_known ? scratch[n_known / 2] : NAN;
  s.away = fabs(s.mean - truth) / (s.spread / sqrt(n));
  return s;
}

static void judge(evidence *e, const draws *d, double *scratch) {
  int n_covered = 0, n_bound = 0, n_beyond = 0, n_open = 0, n = N_FABRIC * N_DAHL;
  double worst_bias = 0, worst_away = 0;
  for (int fabric = 0; fabric < N_FABRIC; fabric++) {
    double truth[N_DAHL];
    dahl_truth(&scene_stretch_fabric[fabric], truth);
    for (int j = 0; j < N_DAHL; j++) {
      summary s = sum_up(d, fabric, j, truth[j], scratch);
      const char *name = scene_stretch_fabric[fabric].name;
      evidence_inform(e, 100 * (s.mean / truth[j] - 1), "%", "",
                      "%s: %s, mean over the draws off (%.1f standard errors; scatter %.1f %%, stated %.1f %%)", name, dahl_name[j], s.away,
                      100 * s.spread / truth[j], 100 * s.sigma / truth[j]);
      evidence_inform(e, 100.0 * s.n_covered / d->n_seed, "%", "95", "%s: %s, stated interval holds the truth", name, dahl_name[j]);
      n_covered += s.n_covered;
      n_bound += s.n_bound;
      n_beyond += s.away > 2;
      worst_away = fmax(worst_away, s.away);
      worst_bias = fmax(worst_bias, fabs(s.mean - truth[j]) / s.spread);
    }
  }
  for (int i = 0; i < N_FABRIC * d->n_seed; i++) n_open += !d->draw[i].converged;
  double coverage = 100.0 * n_covered / (n * d->n_seed);
  evidence_at_least(e, coverage, "%", 93, "stated 95 %% intervals hold the truth, all %d parameters and %d draws", n, d->n_seed);
  evidence_at_most(e, coverage, "%", 97, "the same, from above");
  evidence_inform(e, worst_bias, "sigma", "", "largest bias of a parameter, in its own scatter");
  const char *bias_name = "largest bias of a parameter, in standard errors of its mean";
  if (e->full)
    evidence_at_most(e, worst_away, "standard errors", 2, "%s", bias_name);
  else
    evidence_inform(e, worst_away, "standard errors", "2 with 100 draws", "%s", bias_name);
  evidence_inform(e, n_beyond, "of 15", "0.7 expected by chance", "parameters whose mean is beyond 2 standard errors");
  evidence_inform(e, n_bound, "", "", "numbers that ended on a bound, of %d", n * d->n_seed);
  evidence_inform(e, n_open, "", "", "fits that did not converge, of %d", N_FABRIC * d->n_seed);
}

static pl_status save(evidence *e, const draws *d) {
  pl_text csv;
  pl_text_init(&csv, e->ctx);
  pl_text_add(&csv, "fabric,seed,inflation");
  for (int j = 0; j < N_DAHL; j++) pl_text_printf(&csv, ",%s,sigma of %s", dahl_name[j], dahl_name[j]);
  pl_text_add(&csv, "\n");
  for (int i = 0; i < N_FABRIC * d->n_seed; i++) {
    pl_text_printf(&csv, "%s,%d,%.4g", scene_stretch_fabric[i / d->n_seed].name, i + 1, d->draw[i].inflation);
    for (int j = 0; j < N_DAHL; j++) pl_text_printf(&csv, ",%.6g,%.6g", d->draw[i].theta[j], d->draw[i].sigma[j]);
    pl_text_add(&csv, "\n");
  }
  pl_status status = evidence_save(e, "draws.csv", &csv);
  pl_text_clear(&csv);
  return status;
}

pl_status reproduce_dahl_coverage(evidence *e) {
  draws d = {.n_seed = e->full ? 100 : 30};
  int n = N_FABRIC * d.n_seed;
  d.draw = pl_arena_alloc(e->arena, (size_t)n, sizeof *d.draw);
  double *scratch = pl_arena_alloc(e->arena, (size_t)d.n_seed, sizeof *scratch);
  if (!d.draw || !scratch) return PL_ERROR_MEMORY;
  PL_TRY(evidence_draws(e, n, fit_draw, &d));
  judge(e, &d, scratch);
  evidence_note(
      e,
      "%d draws of %g mm of noise per fabric, the rest length wrong by %g mm each. With -o DIR, DIR/dahl-coverage/draws.csv has every one.",
      d.n_seed, 1e3 * NOISE, 1e3 * REST);
  return save(e, &d);
}
