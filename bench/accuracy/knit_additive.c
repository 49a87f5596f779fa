// knit_additive.c: four knits pulled along X and Y, one run left out at a time: the additive model of curves against the coupled one.
//
// Both models may have more or fewer segments per curve. Their number is chosen without the run that is judged: with run r left out, it is the one
// that predicts each of the other runs q best from those that remain. A fit without r and q serves both as judges of each other.
#include <math.h>
#include <string.h>

#include "bench/cases.h"
#include "scenes/scenes.h"

static const char *const sample[] = {"Acrylic Yarn Stockinette", "Acrylic Yarn Garter", "Pearlized Cotton Stockinette",
                                     "Pearlized Cotton Garter"};
enum { N_SAMPLE = 4, FIRST_RUN = 2, N_RUN = 4, N_MODEL = 2, N_CHOICE = 3, N_CHANNEL = 2 };
static const char *const model[N_MODEL] = {"coupled", "additive"};
static const int segments[N_CHOICE] = {3, 5, 8};

// Mean squares of a run that was left out, relative to the largest reading (force) or to the range (lateral stretch), both directions together.
typedef struct run_error {
  double square[N_CHANNEL];
} run_error;

typedef struct knit_errors {
  run_error alone[N_MODEL][N_CHOICE][N_RUN];          // r left out, all others fitted
  run_error beside[N_MODEL][N_CHOICE][N_RUN][N_RUN];  // [r][q]: error of q with r and q left out
} knit_errors;

static run_error held_error(const pl_fit *fit, const pl_measurement *held) {
  run_error e = {{0}};
  int n[N_CHANNEL] = {0};
  for (int i = 0; i < fit->n_score; i++) {
    const pl_score *score = &fit->score[i];
    bool its = false;
    for (int t = 0; t < held->n_test; t++) its = its || score->test == held->test[t].name;
    if (!score->held_out || !its || score->n == 0) continue;
    int k = pl_dim_equal(score->channel->dim, PL_DIM_FORCE) ? 0 : 1;
    e.square[k] += score->relative * score->relative;
    n[k]++;
  }
  for (int k = 0; k < N_CHANNEL; k++) e.square[k] /= n[k];
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
    errors->alone[m][choice][r] = held_error(fit, run[r]);
  } else {
    errors->beside[m][choice][r][q] = held_error(fit, run[q]);
    errors->beside[m][choice][q][r] = held_error(fit, run[r]);
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
      for (int k = 0; k < N_CHANNEL && q != r; k++) sum[k] += errors->beside[m][choice][r][q].square[k];
    if (sum[0] * sum[1] < least) {
      least = sum[0] * sum[1];
      best = choice;
    }
  }
  return best;
}

// Per cent over all runs; choice < 0: as chosen without each.
static double percent(const knit_errors *errors, int m, int n_choice, int choice, int channel) {
  double sum = 0;
  for (int r = 0; r < N_RUN; r++) sum += errors->alone[m][choice < 0 ? choose(errors, m, n_choice, r) : choice][r].square[channel];
  return 100 * sqrt(sum / N_RUN);
}

// Logarithms of additive / coupled errors, one per sample, channel and run, each as chosen without the run.
typedef struct paired {
  int n;
  double log_ratio[N_SAMPLE * N_CHANNEL * N_RUN];
} paired;

static void add_pairs(const knit_errors *errors, int n_choice, paired *pairs) {
  for (int k = 0; k < N_CHANNEL; k++)
    for (int r = 0; r < N_RUN; r++) {
      double square[N_MODEL];
      for (int m = 0; m < N_MODEL; m++) square[m] = errors->alone[m][choose(errors, m, n_choice, r)][r].square[k];
      pairs->log_ratio[pairs->n++] = 0.5 * log(square[1] / square[0]);
    }
}

// Geometric mean of all pairs, and its standard error over the samples (pairs of one sample are alike: its runs are fitted to each other).
static void judge_pairs(evidence *e, const paired *pairs) {
  enum { PER_SAMPLE = N_CHANNEL * N_RUN };
  double mean = 0, square = 0, square_sample = 0, own[N_SAMPLE] = {0};
  int n_better = 0;
  for (int i = 0; i < pairs->n; i++) {
    mean += pairs->log_ratio[i] / pairs->n;
    own[i / PER_SAMPLE] += pairs->log_ratio[i] / PER_SAMPLE;
    n_better += pairs->log_ratio[i] < 0;
  }
  for (int i = 0; i < pairs->n; i++) square += (pairs->log_ratio[i] - mean) * (pairs->log_ratio[i] - mean);
  for (int i = 0; i < N_SAMPLE; i++) square_sample += (own[i] - mean) * (own[i] - mean);
  double over_pairs = sqrt(square / (pairs->n - 1.0) / pairs->n), over_samples = sqrt(square_sample / (N_SAMPLE - 1.0) / N_SAMPLE);
  evidence_inform(e, exp(mean), "", "", "the same run by run: geometric mean of %d pairs (additive is better in %d)", pairs->n, n_better);
  evidence_inform(e, 100 * over_pairs, "%", "", "its standard error, over all pairs");
  evidence_inform(e, 100 * over_samples, "%", "", "its standard error, over the %d knits", N_SAMPLE);
  if (fabs(mean) < 2 * fmax(over_pairs, over_samples))
    evidence_note(e, "A tie: run by run the ratio differs from 1 by %.1f standard errors.", fabs(mean) / fmax(over_pairs, over_samples));
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
  paired pairs = {0};
  int n_choice = e->full ? N_CHOICE : 2;
  double chosen = 0, fixed[N_CHOICE] = {0};  // logarithms of ratios, means over samples and channels
  for (int i = 0; i < N_SAMPLE; i++) {
    pl_progress(e->ctx, "knit-additive", (double)i / N_SAMPLE, "%s", sample[i]);
    PL_TRY(run_sample(e, data, folder, sample[i], n_choice, errors));
    add_pairs(errors, n_choice, &pairs);
    for (int k = 0; k < N_CHANNEL; k++) {
      for (int m = 0; m < N_MODEL; m++)
        evidence_inform(e, percent(errors, m, n_choice, -1, k), "%", "", "%s, %s: %s of runs left out", sample[i], model[m],
                        k ? "lateral stretch, rms / range," : "force, rms / largest,");
      chosen += log(percent(errors, 1, n_choice, -1, k) / percent(errors, 0, n_choice, -1, k)) / (N_CHANNEL * N_SAMPLE);
      for (int c = 0; c < n_choice; c++)
        fixed[c] += log(percent(errors, 1, n_choice, c, k) / percent(errors, 0, n_choice, c, k)) / (N_CHANNEL * N_SAMPLE);
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
      e,
      "With equal numbers of segments the two models differ by less than the scatter of runs: stretching along the yarns asks little of a "
      "coupling that changes. What the chosen numbers of segments add is a matter of a few runs.");
  return PL_OK;
}
