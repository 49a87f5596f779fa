// dahl_roll.c: strips of the friction paper's three bending materials, rolled on its cylinders and released: bending friction found again from the
// labelled spirals.
//
// The spirals are made by another code path (scenes/roll.c). The stiffness k1 is given, as if a cantilever had measured it. The others
// (k2, a, b, tau) are estimated.
// Quick: one repetition of each radius; full: three.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "bench/accuracy/dahl/dahl_runs.h"
#include "bench/cases.h"
#include "protocol/roll/roll_start.h"
#include "protocol/roll/roll.h"

static const double LIMIT = 10;  // %; a parameter whose sigma is beyond it is not determined

static pl_roll_start law_of(const double p[N_DAHL]) {
  return (pl_roll_start){.k = {p[DAHL_K1], p[DAHL_K2]}, .a = p[DAHL_A], .b = p[DAHL_B], .tau = p[DAHL_TAU]};
}

// Top row of figure 9: torque over curvature, onto three cylinders and back.
static pl_status save_curves(evidence *e, const scene_friction *fabric, const double truth[N_DAHL], const double found[N_DAHL]) {
  enum { N = 120 };
  static const double radius[] = {4e-3, 7.5e-3, 23e-3};
  pl_roll_start law[2] = {law_of(truth), law_of(found)};
  pl_text csv;
  pl_text_init(&csv, e->ctx);
  pl_text_add(&csv, "radius [mm],branch,curvature [1/m],torque per width [N],estimated [N]\n");
  for (int r = 0; r < 3; r++)
    for (int i = 0; i <= 2 * N; i++) {
      double rolled = 3 / radius[r], strain = rolled * (1 - fabs((double)(i - N)) / N), torque[2];
      // on the way up the anchor is the strain itself
      for (int k = 0; k < 2; k++) torque[k] = pl_roll_torque(&law[k], i <= N ? strain : rolled, strain, NULL);
      pl_text_printf(&csv, "%g,%s,%.6g,%.6g,%.6g\n", 1e3 * radius[r], i <= N ? "roll" : "unroll", strain / 3, torque[0], torque[1]);
    }
  char name[64];
  snprintf(name, sizeof name, "%s-hysteresis.csv", fabric->name);
  pl_status status = evidence_save(e, name, &csv);
  pl_text_clear(&csv);
  return status;
}

// The rest of figure 9: eq. 7 at the samples with what was found, beside gravity and elasticity. Returns rms residual over rms of |gravity| +
// |elasticity|, in per cent.
static pl_status save_residuals(evidence *e, const scene_friction *fabric, const pl_measurement *m, const double found[N_DAHL],
                                double *share) {
  pl_roll_start law = law_of(found);
  double residuals = 0, sizes = 0;
  pl_text csv;
  pl_text_init(&csv, e->ctx);
  pl_text_add(&csv, "test,sample,curvature [1/m],gravity [N],elastic [N],friction [N],residual [N],used\n");
  for (int t = 0; t < m->n_test; t++)
    for (int k = 0; k < pl_roll_of(&m->test[t])->profile->n_sample; k++) {
      const pl_roll_sample *at = &pl_roll_of(&m->test[t])->profile->sample[k];
      double elastic = (law.k[0] + law.k[1] * fabs(at->strain)) * at->strain;
      double torque = pl_roll_torque(&law, at->anchor_strain, at->strain, NULL), residual = at->torque - torque;
      pl_text_printf(&csv, "%s,%d,%.5g,%.5g,%.5g,%.5g,%.5g,%d\n", m->test[t].name, k + 1, at->kappa, at->torque, elastic, torque - elastic,
                     residual, !at->opposed);
      if (at->opposed) continue;
      residuals += residual * residual;
      sizes += pow(fabs(at->torque) + fabs(elastic), 2);
    }
  *share = 100 * sqrt(residuals / sizes);
  char name[64];
  snprintf(name, sizeof name, "%s-residuals.csv", fabric->name);
  pl_status status = evidence_save(e, name, &csv);
  pl_text_clear(&csv);
  return status;
}

static void judge(evidence *e, const scene_friction *fabric, const pl_fit *fit, int first) {
  double truth[N_DAHL];
  dahl_truth(fabric, truth);
  for (int j = DAHL_K2; j < N_DAHL; j++) {
    double off = fit->material->theta[first + j] - truth[j], sigma = fit->material->sigma[first + j];
    if (100 * sigma / truth[j] < LIMIT)
      evidence_at_most(e, 100 * fabs(off) / truth[j], "%", LIMIT, "%s: %s off (sigma %.2g %%)", fabric->name, dahl_name[j],
                       100 * sigma / truth[j]);
    else  // no verdict: a draw within the limit would be luck, and 3 sigma would be no test
      evidence_inform(e, 100 * off / truth[j], "%", "<= 10, out of reach", "%s: %s off, NOT DETERMINED (sigma %.2g %%)", fabric->name,
                      dahl_name[j], 100 * sigma / truth[j]);
  }
}

// The same spirals with curvatures in place of the paper's hinges. Moments are equal, so the parameters over kappa = s/3 are 3 k1, 9 k2, a,
// 3 b and tau/3.
static pl_status run_curvature(evidence *e, const scene_friction *fabric, const pl_measurement *measurement) {
  static const double factor[N_DAHL] = {[DAHL_K1] = 3, [DAHL_K2] = 9, [DAHL_A] = 1, [DAHL_B] = 3, [DAHL_TAU] = 1.0 / 3};
  pl_fit_options options = pl_fit_options_default();
  pl_measurement *m = (pl_measurement *)measurement;
  pl_fit *fit;
  double truth[N_DAHL];
  PL_TRY(pl_fit_run(e->ctx, 1, &m, 0, NULL, &options, &fit));
  int first = pl_material_term(fit->material, "bend-warp")->theta;
  dahl_truth(fabric, truth);
  for (int j = DAHL_K2; j < N_DAHL; j++) {
    double exact = factor[j] * truth[j], off = fit->material->theta[first + j] - exact;
    evidence_at_most(e, 100 * fabs(off) / exact, "%", LIMIT, "%s by curvatures: %s off (sigma %.2g %%)", fabric->name, dahl_name[j],
                     100 * fit->material->sigma[first + j] / exact);
  }
  evidence_inform(e, fit->solution.seconds, "s", "", "%s by curvatures: time of the fit", fabric->name);
  pl_fit_destroy(fit);
  return PL_OK;
}

static pl_status run(evidence *e, const scene_friction *fabric, bool by_curvature) {
  scene_roll_plan plan = scene_roll_plan_default();
  plan.repetitions = e->full ? 3 : 1;
  plan.rigidity = 3 * fabric->k1;
  pl_measurement *measurement;
  PL_TRY(scene_roll(e->ctx, fabric, &plan, 1, &measurement));
  pl_fit_options options = pl_fit_options_default();
  options.model = "quadratic";
  pl_fit *fit = NULL;
  pl_status status = PL_OK;
  double truth[N_DAHL], share, sum = 0;
  PL_TRY_CLEAN(pl_fit_run(e->ctx, 1, &measurement, 0, NULL, &options, &fit));
  int first = pl_material_term(fit->material, "bend-warp")->theta;
  dahl_truth(fabric, truth);
  judge(e, fabric, fit, first);
  PL_TRY_CLEAN(save_curves(e, fabric, truth, fit->material->theta + first));
  PL_TRY_CLEAN(save_residuals(e, fabric, measurement, fit->material->theta + first, &share));
  evidence_at_most(e, share, "%", 10, "%s: residual torque of eq. 7 over gravity and elastic torque, rms", fabric->name);
  for (int i = 0; i < fit->evidence.n_score; i++) sum += fit->evidence.score[i].rms * fit->evidence.score[i].rms / fit->evidence.n_score;
  evidence_inform(e, 1e3 * sqrt(sum), "mm", "0.1 mm of noise", "%s: residual of the labels, %d spirals", fabric->name, measurement->n_test);
  evidence_inform(e, fit->solution.seconds, "s", "", "%s: time of the fit, %d iterations", fabric->name, fit->work.n_iteration);
  if (by_curvature) PL_TRY_CLEAN(run_curvature(e, fabric, measurement));
cleanup:
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  return status;
}

pl_status reproduce_dahl_roll(evidence *e) {
  for (int i = 0; i < 3; i++) PL_TRY(run(e, &scene_bending_fabric[i], i == 1));
  evidence_note(
      e, "The target of 10 %% is not met for a of the paper's `paper`: its sigma_max is b times the strain but for a hundredth, and no "
         "spiral tells the rest. Other draws of the noise give anything from 0 (its bound) to seven times the truth.");
  evidence_note(e, "k1 is given exactly, and the spirals follow the fitted law: real strips do neither.");
  evidence_note(e, "With -o DIR, DIR/dahl-roll/MATERIAL-hysteresis.csv has the curves of figure 9 for 4, 7.5 and 23 mm, "
                   "MATERIAL-residuals.csv the torques at the samples.");
  return PL_OK;
}
