// knit_additive.c: four knits pulled along X and Y, one run left out at a time. The additive model of curves is compared with the coupled
// one, and both with the mean of the other runs, which is no model (scenes/runs.c).
//
// Both models may have more or fewer segments per curve. Their number is chosen without the judged run. With run r left out, it is the one
// that predicts each of the other runs q best from those that remain. A fit without r and q serves both as judges of each other.
#include <math.h>
#include <string.h>

#include "bench/accuracy/knit_pairs.h"
#include "bench/cases.h"
#include "scenes/runs.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

static const char *const sample[KNIT_SAMPLES] = {"Acrylic Yarn Stockinette", "Acrylic Yarn Garter", "Pearlized Cotton Stockinette",
                                                 "Pearlized Cotton Garter"};
enum { FIRST_RUN = 2, N_RUN = 4, N_MODEL = 2, N_CHOICE = 3, N_CHANNEL = 2, N_PULL = 2 };
static const char *const model[N_MODEL] = {"coupled", "additive"};
static const int segments[N_CHOICE] = {3, 5, 8};
static const int channel[N_CHANNEL] = {PL_TENSILE_FORCE, PL_TENSILE_LATERAL};
static const char *const channel_name[N_CHANNEL] = {"force", "lateral stretch"};

// A run that was left out, both directions together: over all frames, and over those at stretches that every run reaches.
typedef struct run_error {
  scene_run_gap all[N_CHANNEL], common[N_CHANNEL];
} run_error;

typedef struct knit_errors {
  run_error alone[N_MODEL][N_CHOICE][N_RUN];          // r left out, all others fitted
  run_error beside[N_MODEL][N_CHOICE][N_RUN][N_RUN];  // [r][q]: error of q with r and q left out
} knit_errors;

static void add_gap(scene_run_gap *sum, scene_run_gap gap) {
  sum->model += gap.model / N_PULL;
  sum->mean += gap.mean / N_PULL;
  sum->between += gap.between / N_PULL;
}

static run_error held_error(const pl_fit *fit, const pl_measurement *held, pl_measurement *const *run, int n_fitted,
                            pl_measurement *const *fitted) {
  run_error e = {0};
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int t = 0; t < N_PULL; t++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      if (c->test != &held->test[t]) continue;
      const pl_test *other[N_RUN];
      double reach = INFINITY;
      for (int k = 0; k < n_fitted; k++) other[k] = &fitted[k]->test[t];
      for (int k = 0; k < N_RUN; k++) reach = fmin(reach, scene_run_end(&run[k]->test[t]));
      for (int k = 0; k < N_CHANNEL; k++) {
        const double *predicted = c->predicted[channel[k]];
        add_gap(&e.all[k], scene_run_compare(c->test, channel[k], predicted, n_fitted, other, INFINITY));
        add_gap(&e.common[k], scene_run_compare(c->test, channel[k], predicted, n_fitted, other, reach));
      }
    }
  return e;
}

// Fit all runs but r and q (the same one twice: but r), and judge those.
static pl_status fit_without(evidence *e, pl_measurement *const *run, int m, int choice, int r, int q, knit_errors *errors) {
  pl_measurement *fitted[N_RUN], *held[2] = {run[r], run[q]};
  int n = 0;
  for (int i = 0; i < N_RUN; i++)
    if (i != r && i != q) fitted[n++] = run[i];
  pl_fit_options options = pl_fit_options_default();
  options.model = model[m];
  options.segments = segments[choice];
  options.rig.method = PL_TEST_FREE;
  pl_fit *fit;
  PL_TRY(pl_fit_run(e->ctx, n, fitted, r == q ? 1 : 2, held, &options, &fit));
  if (r == q) {
    errors->alone[m][choice][r] = held_error(fit, run[r], run, n, fitted);
  } else {
    errors->beside[m][choice][r][q] = held_error(fit, run[q], run, n, fitted);
    errors->beside[m][choice][q][r] = held_error(fit, run[r], run, n, fitted);
  }
  pl_fit_destroy(fit);
  return PL_OK;
}

// The number of segments that serves best without run r: smallest product of the two channels' errors over the other runs.
static int choose(const knit_errors *errors, int m, int n_choice, int r) {
  int best = 0;
  double least = INFINITY;
  for (int choice = 0; choice < n_choice; choice++) {
    double sum[N_CHANNEL] = {0};
    for (int q = 0; q < N_RUN; q++)
      for (int k = 0; k < N_CHANNEL && q != r; k++) sum[k] += errors->beside[m][choice][r][q].all[k].model;
    if (sum[0] * sum[1] < least) {
      least = sum[0] * sum[1];
      best = choice;
    }
  }
  return best;
}

static const run_error *chosen_error(const knit_errors *errors, int m, int n_choice, int r) {
  return &errors->alone[m][choose(errors, m, n_choice, r)][r];
}

// Per cent over all runs; choice < 0: as chosen without each.
static double percent(const knit_errors *errors, int m, int n_choice, int choice, int k) {
  double sum = 0;
  for (int r = 0; r < N_RUN; r++) sum += (choice < 0 ? chosen_error(errors, m, n_choice, r) : &errors->alone[m][choice][r])->all[k].model;
  return 100 * sqrt(sum / N_RUN);
}

// The same of the mean of the other runs.
static double percent_of_mean(const knit_errors *errors, int k) {
  double sum = 0;
  for (int r = 0; r < N_RUN; r++) sum += errors->alone[0][0][r].all[k].mean;
  return 100 * sqrt(sum / N_RUN);
}

// One pair per sample, channel and run, each model as chosen without the run.
typedef struct comparison {
  knit_pairs models, models_common;  // additive / coupled: all frames, stretches that every run reaches
  knit_pairs mean, mean_common;      // mean of the other runs / coupled
  double own[N_MODEL];               // sums over pairs of (distance from that mean / error)^2, at stretches that every run reaches
} comparison;

static void add_pairs(const knit_errors *errors, int n_choice, comparison *c) {
  for (int k = 0; k < N_CHANNEL; k++)
    for (int r = 0; r < N_RUN; r++) {
      const run_error *coupled = chosen_error(errors, 0, n_choice, r), *additive = chosen_error(errors, 1, n_choice, r);
      knit_pairs_add(&c->models, additive->all[k].model, coupled->all[k].model);
      knit_pairs_add(&c->models_common, additive->common[k].model, coupled->common[k].model);
      knit_pairs_add(&c->mean, coupled->all[k].mean, coupled->all[k].model);
      knit_pairs_add(&c->mean_common, coupled->common[k].mean, coupled->common[k].model);
      for (int m = 0; m < N_MODEL; m++) {
        const scene_run_gap *gap = &chosen_error(errors, m, n_choice, r)->common[k];
        c->own[m] += gap->between / gap->model;
      }
    }
}

static knit_ratio inform_ratio(evidence *e, const knit_pairs *pairs, const char *name) {
  knit_ratio ratio = knit_pairs_ratio(pairs);
  evidence_inform(e, ratio.mean, "", "", "%s: geometric mean of %d pairs (better in %d)", name, pairs->n, ratio.n_better);
  evidence_inform(e, 100 * ratio.over_pairs, "%", "", "  its standard error, over all pairs");
  evidence_inform(e, 100 * ratio.over_samples, "%", "", "  its standard error, over the %d knits", KNIT_SAMPLES);
  return ratio;
}

static void judge_pairs(evidence *e, const comparison *c) {
  knit_ratio models = inform_ratio(e, &c->models, "the same run by run");
  knit_ratio mean = inform_ratio(e, &c->mean, "floor: mean of the other runs at the same stretch / coupled, run by run");
  inform_ratio(e, &c->models_common, "additive / coupled at stretches that all runs reach");
  knit_ratio mean_common = inform_ratio(e, &c->mean_common, "floor / coupled at stretches that all runs reach");
  for (int m = 0; m < N_MODEL; m++)
    evidence_inform(e, 100 * sqrt(c->own[m] / c->models.n), "%", "", "%s at those stretches: distance from that mean / error", model[m]);
  if (models.differs < 2) evidence_note(e, "A tie: run by run the ratio differs from 1 by %.1f standard errors.", models.differs);
  evidence_note(
      e,
      "The floor is no model: the mean of the other runs of the pull, each continued straight beyond its end. It differs from the "
      "coupled model by %.1f standard errors over all frames, by %.1f at stretches that all runs reach, where no end is continued. "
      "One curve that knew the run left out as well would leave %d/%d of the floor.",
      mean.differs, mean_common.differs, N_RUN - 1, N_RUN);
}

static pl_status run_sample(evidence *e, const char *data, const char *folder, const char *name, int n_choice, knit_errors *errors) {
  pl_measurement *run[N_RUN] = {NULL};
  pl_status status = PL_OK;
  memset(errors, 0, sizeof *errors);
  for (int i = 0; i < N_RUN && status == PL_OK; i++) status = scene_knit(e->ctx, data, folder, name, FIRST_RUN + i, FIRST_RUN + i, &run[i]);
  for (int m = 0; m < N_MODEL; m++)
    for (int choice = 0; choice < n_choice; choice++)
      for (int r = 0; r < N_RUN; r++)
        for (int q = r; q < N_RUN && status == PL_OK; q++) status = fit_without(e, run, m, choice, r, q, errors);
  for (int i = 0; i < N_RUN; i++) pl_measurement_destroy(run[i]);
  return status;
}

pl_status reproduce_knit_additive(evidence *e) {
  const char *data = scene_shared_data(e->arena, "knit-stitch-by-stitch"), *folder;
  if (!data) return evidence_absent(e, "the folder knit-stitch-by-stitch is not in $PLIANT_SHARED_DATA or ../shared/data");
  PL_TRY(evidence_folder(e, &folder));
  knit_errors *errors = pl_arena_alloc(e->arena, 1, sizeof *errors);
  if (!errors) return PL_ERROR_MEMORY;
  comparison pairs = {0};
  int n_choice = e->full ? N_CHOICE : 2;
  double chosen = 0, fixed[N_CHOICE] = {0};  // logarithms of ratios, means over samples and channels
  for (int i = 0; i < KNIT_SAMPLES; i++) {
    pl_progress(e->ctx, "knit-additive", (double)i / KNIT_SAMPLES, "%s", sample[i]);
    PL_TRY(run_sample(e, data, folder, sample[i], n_choice, errors));
    add_pairs(errors, n_choice, &pairs);
    for (int k = 0; k < N_CHANNEL; k++) {
      for (int m = 0; m < N_MODEL; m++)
        evidence_inform(e, percent(errors, m, n_choice, -1, k), "%", "", "%s, %s: %s, rms / largest, of runs left out", sample[i], model[m],
                        channel_name[k]);
      evidence_inform(e, percent_of_mean(errors, k), "%", "", "%s, mean of the other runs: the same", sample[i]);
      chosen += log(percent(errors, 1, n_choice, -1, k) / percent(errors, 0, n_choice, -1, k)) / (N_CHANNEL * KNIT_SAMPLES);
      for (int c = 0; c < n_choice; c++)
        fixed[c] += log(percent(errors, 1, n_choice, c, k) / percent(errors, 0, n_choice, c, k)) / (N_CHANNEL * KNIT_SAMPLES);
    }
  }
  for (int c = 0; c < n_choice; c++)
    evidence_inform(e, exp(fixed[c]), "", "", "additive / coupled, both with %d segments: error of runs left out, geometric mean",
                    segments[c]);
  evidence_below(e, exp(chosen), "", 1, "additive / coupled, segments chosen without the run left out: the same");
  judge_pairs(e, &pairs);
  evidence_note(
      e,
      "Runs %d to %d of both directions; each is left out once and predicted by the material of the others. The number of segments "
      "per curve (3 or 5; 8 with --full) is chosen for each model from the other runs alone.",
      FIRST_RUN, FIRST_RUN + N_RUN - 1);
  evidence_note(
      e, "Two pulls along the yarns give four curves, force and contraction of each. The coupled model has a half-curve for each of them, "
         "whatever its coupling is: these tests tell little of a coupling that changes. Stretches that all runs reach are for information: "
         "they "
         "were looked at after the comparison over all frames was known.");
  return PL_OK;
}
