// wang_recovery.c: hung samples made by the fitted law itself, with noise: are its 24 numbers found again, from any start (Wang 2011, 4.1.2)?
#include <math.h>
#include <string.h>

#include "bench/accuracy/wang/wang_runs.h"
#include "bench/cases.h"

enum { N_THETA = 24 };
static const double DEGREE = 0.017453292519943295;
static const double GUESS = 80;  // N/m, the fit's first guess at start = 1

typedef struct outcome {
  double theta[N_THETA], sigma[N_THETA];  // N/m
  double chi2;                            // weighted sum of squares of the data
} outcome;

// Relative sigma of a parameter and how many have a larger one.
static double relative_sigma(const pl_fit *fit, const double *truth, int j) { return fit->material->sigma[j] / fabs(truth[j]); }

static int rank_of(const pl_fit *fit, const double *truth, int j) {
  int rank = 1;
  for (int i = 0; i < N_THETA; i++) rank += relative_sigma(fit, truth, i) > relative_sigma(fit, truth, j);
  return rank;
}

// What the three samples hardly feel: the shear where a thread direction is stretched, and the stiffness across the direction that is.
static void judge_weak(evidence *e, const pl_fit *fit, const double *truth) {
  static const struct {
    const char *name;
    bool claimed;  // c22@0 is weak in some cloths, not in this one
  } weak[] = {{"c33@0", true}, {"c33@90", true}, {"c11@67.5", true}, {"c11@90", true}, {"c22@0", false}};
  for (size_t i = 0; i < sizeof weak / sizeof weak[0]; i++)
    for (int j = 0; j < N_THETA; j++) {
      const char *name = strchr(fit->material->parameter[j].name, '.');  // "membrane.c11@67.5"
      if (!name || strcmp(name + 1, weak[i].name) != 0) continue;
      int rank = rank_of(fit, truth, j);
      double percent = 100 * relative_sigma(fit, truth, j);
      if (weak[i].claimed)
        evidence_at_least(e, fit->known.weak[j] || !fit->known.identified[j], "", 1,
                          "%s is flagged: relative sigma %.0f %%, place %d of 24", weak[i].name, percent, rank);
      else
        evidence_inform(e, rank, "of 24", "", "%s: place by relative sigma, %.1f %%", weak[i].name, percent);
    }
}

static void judge_stiffness(evidence *e, const char *study, const pl_fit *fit, const double *truth) {
  double worst = 0, square = 0;
  int at = 0, n_identified = 0;
  for (int j = 0; j < N_THETA; j++) {
    if (!fit->known.identified[j]) continue;
    double away = fabs(fit->material->theta[j] - truth[j]) / fit->material->sigma[j];
    n_identified++;
    square += away * away;
    if (away > worst) worst = away, at = j;
  }
  evidence_at_most(e, worst, "sigma", 3, "%s: worst identified stiffness, %s", study, fit->material->parameter[at].name);
  evidence_inform(e, sqrt(square / fmax(n_identified, 1)), "sigma", "1 expected", "%s: rms over the identified ones", study);
  evidence_inform(e, N_THETA - n_identified, "of 24", "", "%s: stiffnesses not identified", study);
}

static void judge_samples(evidence *e, const char *study, const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    double turn = fabs(c->specimen.value[PL_HANG_TURN] - wang_samples[i].error.turn), sigma = c->specimen.sigma[PL_HANG_TURN];
    double stretch = fabs(c->specimen.value[PL_HANG_STRETCH] - wang_samples[i].error.stretch);
    evidence_at_most(e, fmin(turn / (0.3 * DEGREE), turn / (3 * sigma)), "", 1,
                     "%s: turn of %s off by %.2f degrees = %.1f sigma, in units of 0.3 degrees or 3 sigma", study, c->test->name,
                     turn / DEGREE, turn / sigma);
    evidence_at_most(e, stretch / c->specimen.sigma[PL_HANG_STRETCH], "sigma", 3, "%s: stretch of %s off by %.2f %%", study, c->test->name,
                     100 * stretch);
  }
}

static pl_status fit_from(evidence *e, pl_measurement *measurement, const wang_sizes *sizes, double start, pl_fit **fit, outcome *o) {
  pl_fit_options options = wang_fit_options(sizes);
  options.start = start / GUESS;
  PL_TRY(pl_fit_run(e->ctx, 1, &measurement, 0, NULL, &options, fit));
  o->chi2 = (*fit)->evidence.chi2;
  memcpy(o->theta, (*fit)->material->theta, sizeof o->theta);
  memcpy(o->sigma, (*fit)->material->sigma, sizeof o->sigma);
  return PL_OK;
}

static pl_status recover(evidence *e, const char *study, pl_measurement *measurement, const double *truth, const wang_sizes *sizes,
                         bool weak, outcome *o) {
  pl_fit *fit;
  PL_TRY(fit_from(e, measurement, sizes, GUESS, &fit, o));
  double per_freedom = sizes->noise * sqrt(fit->evidence.chi2 / wang_freedom(fit));
  evidence_inform(e, 1e3 * wang_rms(fit, 0, fit->problem.n_fitted), "mm", "", "%s: residual", study);
  evidence_at_most(e, 100 * fabs(per_freedom / sizes->noise - 1), "%", 5, "%s: residual per degree of freedom, off the noise of %g mm",
                   study, 1e3 * sizes->noise);
  judge_stiffness(e, study, fit, truth);
  judge_samples(e, study, fit);
  if (wang_failed(fit, 0, fit->problem.n_fitted))
    evidence_inform(e, wang_failed(fit, 0, fit->problem.n_fitted), "", "", "%s: tests without equilibrium", study);
  evidence_inform(e, fit->solution.seconds, "s", "", "%s: time of the fit, %d iterations", study, fit->work.n_iteration);
  if (weak) judge_weak(e, fit, truth);
  pl_fit_destroy(fit);
  return PL_OK;
}

// The same optimum from elsewhere?
static pl_status from_elsewhere(evidence *e, pl_measurement *measurement, const wang_sizes *sizes, double start, const outcome *usual) {
  pl_fit *fit;
  outcome o;
  PL_TRY(fit_from(e, measurement, sizes, start, &fit, &o));
  pl_fit_destroy(fit);
  double largest = 0;
  for (int j = 0; j < N_THETA; j++) largest = fmax(largest, fabs(o.theta[j] - usual->theta[j]) / usual->sigma[j]);
  evidence_at_most(e, fabs(o.chi2 / usual->chi2 - 1), "", 1e-3, "from %g N/m: relative difference of the sum of squares", start);
  evidence_at_most(e, largest, "sigma", 0.3, "from %g N/m: largest difference of a stiffness", start);
  return PL_OK;
}

pl_status reproduce_wang_recovery(evidence *e) {
  static const double start[2] = {25, 150};  // N/m
  wang_sizes finer = wang_sizes_default(e->full), same = finer;
  same.captured = same.cells;
  pl_material *material;
  pl_measurement *data = NULL, *alike = NULL;
  PL_TRY(pl_material_load(e->ctx, "interlock-virtual", &material));
  outcome usual, other;
  pl_status status = PL_OK;
  PL_TRY_CLEAN(wang_measure(e, material, &finer, 3, wang_samples, false, 1, &data));
  PL_TRY_CLEAN(recover(e, "finer mesh", data, material->theta, &finer, true, &usual));
  for (int i = 0; i < 2; i++) PL_TRY_CLEAN(from_elsewhere(e, data, &finer, start[i], &usual));
  PL_TRY_CLEAN(wang_measure(e, material, &same, 3, wang_samples, false, 1, &alike));
  PL_TRY_CLEAN(recover(e, "same mesh", alike, material->theta, &same, false, &other));
  evidence_note(e, "%d tests of %d x %d vertices, made on %d x %d (finer mesh) and on the fit's own (same mesh); clips of %g mm.",
                3 * finer.bottom * finer.side, finer.cells + 1, finer.cells + 1, finer.captured + 1, finer.captured + 1, 1e3 * finer.clip);
  evidence_note(e, "Degrees of freedom: residuals minus 30 parameters minus the 10 offsets per sample of the labels on their bodies.");
cleanup:
  pl_measurement_destroy(data);
  pl_measurement_destroy(alike);
  pl_material_destroy(material);
  return status;
}
