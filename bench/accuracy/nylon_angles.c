// nylon_angles.c: woven nylon strips cut at seven angles: fit 0, 45, 90 degrees, predict the other four.
#include <math.h>
#include <stdio.h>

#include "bench/cases.h"
#include "scenes/scenes.h"

enum { N_FIT = 3, N_HOLD = 4, N_ALL = 7 };
static const int fit_angle[N_FIT] = {0, 45, 90}, hold_angle[N_HOLD] = {15, 30, 60, 75}, all_angle[N_ALL] = {0, 15, 30, 45, 60, 75, 90};
// R2 of the published finite-element curves against the same data; that fit used all seven angles.
static const double published[N_ALL] = {0.956, 0.944, 0.989, 0.967, 0.998, 0.992, 0.776};

static double published_r2(int angle) { return published[angle / 15]; }

static double force_r2(const pl_fit *fit, int angle) {
  char name[16];
  snprintf(name, sizeof name, "%d deg", angle);
  const pl_score *score = evidence_score(fit, name, "force");
  return score ? score->r2 : NAN;
}

static double mean_r2(const pl_fit *fit, int n, const int *angle) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += force_r2(fit, angle[i]);
  return sum / n;
}

static pl_status r2_at(evidence *e, pl_material *material, pl_measurement *one, const pl_fit_options *options, double angle, double *r2) {
  one->test[0].angle = angle;
  pl_fit *fit;
  PL_TRY(pl_fit_predict(e->ctx, material, 1, &one, options, &fit));
  *r2 = fit->evidence.n_score ? fit->evidence.score[0].r2 : NAN;
  pl_fit_destroy(fit);
  return PL_OK;
}

// The cut angle that explains a held-out strip best: a scan by 2 degrees, then thirds. Wang et al. estimate intrinsic angles alike.
static pl_status best_angle(evidence *e, pl_material *material, const char *data, const char *folder, const pl_fit_options *options,
                            int angle, double *offset_deg, double *best) {
  const double degree = 3.14159265358979323846 / 180;
  pl_measurement *one;
  PL_TRY(scene_nylon(e->ctx, data, folder, "one.json", 1, &angle, false, &one));
  pl_status status = PL_OK;
  *best = -INFINITY;
  *offset_deg = 0;
  double step = 2, centre = 0;
  for (int n = 6; step > 0.02; n = 2) {
    for (int i = -n; i <= n && status == PL_OK; i++) {
      double r2, try_deg = centre + i * step;
      status = r2_at(e, material, one, options, (angle + try_deg) * degree, &r2);
      if (status != PL_OK || !(r2 > *best)) continue;
      *best = r2;
      *offset_deg = try_deg;
    }
    centre = *offset_deg;
    step /= 3;
  }
  pl_measurement_destroy(one);
  return status;
}

static void say_r2(evidence *e, const char *what, const pl_fit *fit, int n, const int *angle) {
  for (int i = 0; i < n; i++) {
    char beside[48];
    snprintf(beside, sizeof beside, "%.3f published", published_r2(angle[i]));
    evidence_inform(e, force_r2(fit, angle[i]), "", beside, "R2 at %d degrees, %s", angle[i], what);
  }
}

typedef struct variant {
  const char *model;
  int cross;  // auto, on, off
  const char *words;
} variant;

// The same question to other models of the class: mean R2 of the held-out angles.
static pl_status other_models(evidence *e, pl_measurement *fitted, pl_measurement *held) {
  static const variant variants[] = {{"volino", 1, "volino with warp-weft coupling"},
                                     {"convex", 0, "convex"},
                                     {"coupled", 0, "coupled"},
                                     {"orthotropic", 0, "linear orthotropic"}};
  for (int i = 0; i < 4; i++) {
    pl_fit_options options = pl_fit_options_default();
    options.model = variants[i].model;
    options.cross = variants[i].cross;
    pl_fit *fit;
    PL_TRY(pl_fit_run(e->ctx, 1, &fitted, 1, &held, &options, &fit));
    evidence_inform(e, mean_r2(fit, N_HOLD, hold_angle), "", "", "mean R2 of the held-out angles, model %s", variants[i].words);
    evidence_inform(e, mean_r2(fit, N_FIT, fit_angle), "", "", "mean R2 of the fitted angles, model %s", variants[i].words);
    pl_fit_destroy(fit);
  }
  return PL_OK;
}

// The held-out strips once more, each with its own displacement zero estimated from its own curve: how much of the misfit a slack could explain.
static pl_status own_zeros(evidence *e, pl_material *material, pl_measurement *slack, const pl_fit_options *options) {
  pl_fit *fit;
  PL_TRY(pl_fit_predict(e->ctx, material, 1, &slack, options, &fit));
  evidence_inform(e, mean_r2(fit, N_HOLD, hold_angle), "", "", "mean R2 of the four held-out angles, own displacement zeros estimated");
  for (int i = 0; i < fit->problem.n_case; i++)
    evidence_inform(e, 1e3 * fit->work.fit_case[i].specimen.value[0], "mm", "", "displacement zero estimated at %s",
                    fit->work.fit_case[i].test->name);
  pl_fit_destroy(fit);
  return PL_OK;
}

static pl_status judge(evidence *e, const char *data, const char *folder, pl_measurement *fitted, pl_measurement *held,
                       pl_measurement *slack, pl_measurement *all) {
  pl_fit_options options = pl_fit_options_default();
  pl_fit *fit;
  PL_TRY(pl_fit_run(e->ctx, 1, &fitted, 1, &held, &options, &fit));
  pl_status status = PL_OK;
  for (int i = 0; i < N_FIT; i++) evidence_at_least(e, force_r2(fit, fit_angle[i]), "", 0.99, "R2 at %d degrees, fitted", fit_angle[i]);
  say_r2(e, "held out", fit, N_HOLD, hold_angle);
  evidence_above(e, mean_r2(fit, N_HOLD, hold_angle), "", 0.981, "mean R2 of the four held-out angles");
  double mean = 0;
  for (int i = 0; i < N_HOLD && status == PL_OK; i++) {
    double offset, best;
    status = best_angle(e, fit->material, data, folder, &options, hold_angle[i], &offset, &best);
    if (status != PL_OK) break;
    mean += best / N_HOLD;
    evidence_inform(e, best, "", "", "R2 at %d degrees, held out, own cut angle estimated", hold_angle[i]);
    evidence_inform(e, offset, "degrees", "", "cut angle estimated at %d degrees minus nominal", hold_angle[i]);
  }
  if (status == PL_OK) evidence_inform(e, mean, "", "", "mean R2 of the four held-out angles, own cut angles estimated");
  if (status == PL_OK) status = own_zeros(e, fit->material, slack, &options);
  pl_fit_destroy(fit);
  PL_TRY(status);
  PL_TRY(pl_fit_run(e->ctx, 1, &all, 0, NULL, &options, &fit));
  say_r2(e, "all seven fitted", fit, N_ALL, all_angle);
  evidence_inform(e, mean_r2(fit, N_HOLD, hold_angle), "", "0.981 published", "mean R2 of the same four angles, all seven fitted");
  pl_fit_destroy(fit);
  return other_models(e, fitted, held);
}

pl_status reproduce_nylon_angles(evidence *e) {
  const char *data = scene_shared_data(e->arena, "nylon-strips-angles"), *folder;
  if (!data) return evidence_absent(e, "the folder nylon-strips-angles is not in $PLIANT_SHARED_DATA or ../shared/data");
  PL_TRY(evidence_folder(e, &folder));
  pl_measurement *fitted = NULL, *held = NULL, *slack = NULL, *all = NULL;
  pl_status status = scene_nylon(e->ctx, data, folder, "fitted.json", N_FIT, fit_angle, true, &fitted);
  if (status == PL_OK) status = scene_nylon(e->ctx, data, folder, "held.json", N_HOLD, hold_angle, false, &held);
  if (status == PL_OK) status = scene_nylon(e->ctx, data, folder, "slack.json", N_HOLD, hold_angle, true, &slack);
  if (status == PL_OK) status = scene_nylon(e->ctx, data, folder, "all.json", N_ALL, all_angle, true, &all);
  if (status == PL_OK) status = judge(e, data, folder, fitted, held, slack, all);
  pl_measurement_destroy(fitted);
  pl_measurement_destroy(held);
  pl_measurement_destroy(slack);
  pl_measurement_destroy(all);
  evidence_note(
      e, "12 strips of 2.25 mm x 97 mm, loading only. The displacement zero of the three fitted strips is estimated with the material (the "
         "curves start at a preload); the held-out strips are predicted as they are, with nothing taken from their curves. The published "
         "finite-element fit used all seven angles.");
  evidence_note(e,
                "With 1/E known on the axes and at 45 degrees, 1/E of any orthotropic membrane is fixed at 15, 30, 60 and 75 degrees. The "
                "four strips "
                "are more compliant than that. Fitting all seven angles shows the capacity of the model class: it is not what is missing.");
  evidence_note(e, "A displacement zero estimated from each held-out curve would raise the mean, but the zeros come out as slack although "
                   "the strips carry a "
                   "preload at zero: they absorb the misfit, so they are shown and not used.");
  evidence_note(
      e,
      "The cut angles estimated from each held-out curve (figures above) show how much one number per strip explains. Cutting errors of "
      "one "
      "sense in all four are unlikely. Yarns that end at the cut edges of strips this narrow would act alike: no yarn runs from clamp to "
      "clamp. 0, 45 and 90 degrees alone cannot tell.");
  return status;
}
