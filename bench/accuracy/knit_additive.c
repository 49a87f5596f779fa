// knit_additive.c: four knits pulled along X and Y, one run left out at a time: the additive model of curves against the coupled one.
#include <math.h>

#include "bench/cases.h"
#include "scenes/scenes.h"

static const char *const sample[] = {"Acrylic Yarn Stockinette", "Acrylic Yarn Garter", "Pearlized Cotton Stockinette",
                                     "Pearlized Cotton Garter"};
enum { N_SAMPLE = 4, FIRST_RUN = 2, LAST_RUN = 5, N_MODEL = 2 };
static const char *const model[N_MODEL] = {"coupled", "additive"};

// Sums of squares of the runs left out, relative to the largest reading (force) or the range (lateral stretch) of their test.
typedef struct left_out {
  double square[2];
  int n[2];
} left_out;

static void add_scores(const pl_fit *fit, left_out *sum) {
  for (int i = 0; i < fit->n_score; i++) {
    const pl_score *score = &fit->score[i];
    if (!score->held_out || score->n == 0) continue;
    int k = pl_dim_equal(score->channel->dim, PL_DIM_FORCE) ? 0 : 1;
    sum->square[k] += score->relative * score->relative;
    sum->n[k]++;
  }
}

// Runs [FIRST_RUN, LAST_RUN] but for one.
static pl_status leave_out(evidence *e, const char *data, const char *folder, const char *name, int run, left_out sum[N_MODEL]) {
  pl_measurement *part[2] = {NULL, NULL}, *held = NULL;
  int n = 0;
  pl_status status = scene_knit(e->ctx, data, folder, name, run, run, &held);
  if (status == PL_OK && run > FIRST_RUN) status = scene_knit(e->ctx, data, folder, name, FIRST_RUN, run - 1, &part[n++]);
  if (status == PL_OK && run < LAST_RUN) status = scene_knit(e->ctx, data, folder, name, run + 1, LAST_RUN, &part[n++]);
  for (int m = 0; m < N_MODEL && status == PL_OK; m++) {
    pl_fit_options options = pl_fit_options_default();
    options.model = model[m];
    options.rig.method = PL_TEST_FREE;
    pl_fit *fit;
    status = pl_fit_run(e->ctx, n, part, 1, &held, &options, &fit);
    if (status != PL_OK) break;
    add_scores(fit, &sum[m]);
    pl_fit_destroy(fit);
  }
  for (int i = 0; i < 2; i++) pl_measurement_destroy(part[i]);
  pl_measurement_destroy(held);
  return status;
}

static double rms(const left_out *sum, int channel) { return 100 * sqrt(sum->square[channel] / sum->n[channel]); }

pl_status reproduce_knit_additive(evidence *e) {
  const char *data = scene_shared_data(e->arena, "knit-stitch-by-stitch"), *folder;
  if (!data) return evidence_absent(e, "the folder knit-stitch-by-stitch is not in $PLIANT_SHARED_DATA or ../shared/data");
  PL_TRY(evidence_folder(e, &folder));
  double log_ratio = 0;
  for (int i = 0; i < N_SAMPLE; i++) {
    pl_progress(e->ctx, "knit-additive", (double)i / N_SAMPLE, "%s", sample[i]);
    left_out sum[N_MODEL] = {0};
    for (int run = FIRST_RUN; run <= LAST_RUN; run++) PL_TRY(leave_out(e, data, folder, sample[i], run, sum));
    for (int k = 0; k < 2; k++) {
      const char *channel = k ? "lateral stretch, rms / range" : "force, rms / largest";
      for (int m = 0; m < N_MODEL; m++)
        evidence_inform(e, rms(&sum[m], k), "%", "", "%s, %s, runs left out: %s", sample[i], model[m], channel);
      log_ratio += log(rms(&sum[1], k) / rms(&sum[0], k)) / (2 * N_SAMPLE);
    }
  }
  evidence_below(e, exp(log_ratio), "", 1, "error on runs left out, additive / coupled, geometric mean of samples and channels");
  evidence_note(e, "Runs %d to %d of both directions; each is left out once and predicted by the material of the others.", FIRST_RUN,
                LAST_RUN);
  return PL_OK;
}
