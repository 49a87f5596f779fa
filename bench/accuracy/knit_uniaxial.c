// knit_uniaxial.c: four knits pulled along X and Y: axial force and lateral contraction, one material per sample.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cases.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

static const char *const sample[] = {"Acrylic Yarn Stockinette", "Acrylic Yarn Garter", "Pearlized Cotton Stockinette",
                                     "Pearlized Cotton Garter"};
enum { N_SAMPLE = 4, RUN = 3, LAST_RUN = 6, N_BIN = 25 };

// Sums of one bin for a straight line through its points.
typedef struct bin {
  double n, x, y, xx, xy, yy;
} bin;

// Sum of squares about the bin's own line.
static double about_line(const bin *b) {
  if (b->n < 1) return 0;
  double xx = b->xx - b->x * b->x / b->n, xy = b->xy - b->x * b->y / b->n, yy = b->yy - b->y * b->y / b->n;
  return xx > 1e-12 * b->xx ? yy - xy * xy / xx : yy;
}

// The ceiling that run-to-run scatter sets: R2 of lines through all runs together, one line per bin of the control. No single curve does better by
// much.
static double scatter_ceiling(const pl_measurement *m, const char *prefix, int channel) {
  bin bins[N_BIN] = {{0}}, all = {0};
  double last = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < m->n_test; i++) {
      const pl_test *t = &m->test[i];
      if (strncmp(t->name, prefix, strlen(prefix)) != 0) continue;
      for (int f = 0; f < t->n_frame; f++) {
        double x = t->channel[PL_TENSILE_DISPLACEMENT].value[f] / t->length, y = t->channel[channel].value[f];
        if (pass == 0) {
          last = fmax(last, x);
          continue;
        }
        bin *to[2] = {&bins[(int)fmin(fmax(x / last * N_BIN, 0), N_BIN - 1)], &all};
        for (int k = 0; k < 2; k++) {
          bin *b = to[k];
          *b = (bin){b->n + 1, b->x + x, b->y + y, b->xx + x * x, b->xy + x * y, b->yy + y * y};
        }
      }
    }
  double inside = 0;
  for (int b = 0; b < N_BIN; b++) inside += about_line(&bins[b]);
  return 1 - inside / (all.yy - all.y * all.y / all.n);
}

static pl_status run_sample(evidence *e, const char *data, const char *folder, const char *name) {
  pl_measurement *one = NULL, *all = NULL;
  pl_fit_options options = pl_fit_options_default();
  options.model = "coupled";
  options.rig.method = PL_TEST_FREE;
  pl_fit *fit = NULL, *pooled = NULL;
  pl_status status = scene_knit(e->ctx, data, folder, name, RUN, RUN, &one);
  if (status == PL_OK) status = scene_knit(e->ctx, data, folder, name, 2, LAST_RUN, &all);
  if (status == PL_OK) status = pl_fit_run(e->ctx, 1, &one, 0, NULL, &options, &fit);
  if (status == PL_OK) status = pl_fit_predict(e->ctx, fit->material, 1, &all, &options, &pooled);
  for (int i = 0; status == PL_OK && i < fit->evidence.n_score; i++)
    evidence_at_least(e, fit->evidence.score[i].r2, "", 0.98, "%s, %c: R2 of %s", name, fit->evidence.score[i].test[0],
                      fit->evidence.score[i].channel->name);
  for (int side = 0; side < 2 && status == PL_OK; side++)
    for (int k = 0; k < 2; k++) {
      const char *prefix = side ? "Y" : "X";
      int channel = k ? PL_TENSILE_LATERAL : PL_TENSILE_FORCE;
      char beside[64];
      snprintf(beside, sizeof beside, "%.3f ceiling of run scatter", scatter_ceiling(all, prefix, channel));
      evidence_inform(e, evidence_pooled_r2(pooled, prefix, channel), "", beside, "%s, %s: R2 of %s, runs 2.. pooled", name, prefix,
                      k ? "lateral-stretch" : "force");
    }
  pl_fit_destroy(pooled);
  pl_fit_destroy(fit);
  pl_measurement_destroy(all);
  pl_measurement_destroy(one);
  return status;
}

pl_status reproduce_knit_uniaxial(evidence *e) {
  const char *data = scene_shared_data(e->arena, "knit-stitch-by-stitch"), *folder;
  if (!data) return evidence_absent(e, "the folder knit-stitch-by-stitch is not in $PLIANT_SHARED_DATA or ../shared/data");
  PL_TRY(evidence_folder(e, &folder));
  for (int i = 0; i < N_SAMPLE; i++) {
    pl_progress(e->ctx, "knit-uniaxial", (double)i / N_SAMPLE, "%s", sample[i]);
    PL_TRY(run_sample(e, data, folder, sample[i]));
  }
  evidence_note(
      e,
      "One material per sample (model coupled, uniform state free to contract) fitted to run %d of X and of Y together: force and lateral "
      "stretch against the clamp distance. Run 1 is the first stretch of a new sample; runs 2 and later are conditioned.",
      RUN);
  evidence_note(
      e, "Pooled figures judge that material, unchanged, on all conditioned runs; their ceiling is what straight lines through all runs "
         "together, bin by bin, reach in-sample.");
  return PL_OK;
}
