// wang_validation.c: validations I and II of Wang 2011, 6.1: unbalanced tests, and samples cut at angles that were not fitted, one of them cut askew.
#include <math.h>

#include "bench/accuracy/wang/wang_runs.h"
#include "bench/cases.h"

static const double DEGREE = 0.017453292519943295;

static void judge_test(evidence *e, const pl_fit *fit, int index, const wang_sizes *sizes, const char *published) {
  const char *name = fit->work.fit_case[index].test->name;
  evidence_at_most(e, 1e3 * wang_rms(fit, index, index + 1), "mm", 1.2e3 * sizes->noise, "%s: residual", name);
  evidence_inform(e, 1e3 * wang_distance(fit, index, index + 1), "mm", published, "%s: mean distance of points", name);
  int n_failed = wang_failed(fit, index, index + 1);
  if (n_failed) evidence_inform(e, n_failed, "", "", "%s: tests without equilibrium, left out", name);
}

// The mis-cut must be found within a degree. A cut that is nearly right is held against its own sigma, which counts the fitted stiffnesses.
static void judge_cut(evidence *e, const pl_fit_case *c, const wang_sample *sample) {
  double turn = c->specimen.value[PL_HANG_TURN], away = fabs(turn - sample->error.turn), sigma = c->specimen.sigma[PL_HANG_TURN];
  if (fabs(sample->error.turn) > 3 * DEGREE)
    evidence_at_most(e, away / DEGREE, "degrees", 1, "%s: error of the mis-cut found, %.2f +- %.2f of %g degrees", sample->name,
                     turn / DEGREE, sigma / DEGREE, sample->error.turn / DEGREE);
  evidence_at_most(e, away / sigma, "sigma", 3, "%s: error of the turn found, %.2f +- %.2f of %g degrees", sample->name, turn / DEGREE,
                   sigma / DEGREE, sample->error.turn / DEGREE);
}

pl_status reproduce_wang_validation(evidence *e) {
  static const char *const unbalanced[3] = {"4.32 in the paper", "3.17 in the paper", "4.90 in the paper"};
  static const char *const cuts[2] = {"4.50 in the paper", "4.39 in the paper"};
  wang_sizes sizes = wang_sizes_default(e->full);
  sizes.bottom = 7,
  sizes.side = 5;  // all of the paper's weights on the quick mesh too: a third of them leaves the cuts uncertain by 2 degrees
  pl_fit_options options = wang_fit_options(&sizes);
  pl_material *material;
  pl_measurement *fitted = NULL, *held[2] = {NULL, NULL};
  pl_fit *fit = NULL, *known = NULL;
  PL_TRY(pl_material_load(e->ctx, "interlock-virtual", &material));
  pl_status status = PL_OK;
  PL_TRY_CLEAN(wang_measure(e, material, &sizes, 3, wang_samples, false, 1, &fitted));
  PL_TRY_CLEAN(wang_measure(e, material, &sizes, 3, wang_samples, true, 2, &held[0]));
  PL_TRY_CLEAN(wang_measure(e, material, &sizes, 2, wang_others, false, 3, &held[1]));
  PL_TRY_CLEAN(pl_fit_run(e->ctx, 1, &fitted, 2, held, &options, &fit));
  evidence_inform(e, 1e3 * wang_rms(fit, 0, 3), "mm", "0.5 mm noise", "fitted: residual");
  evidence_inform(e, 1e3 * wang_distance(fit, 0, 3), "mm", "2.58 in the paper", "fitted: mean distance of points");
  for (int i = 0; i < 3; i++) judge_test(e, fit, 3 + i, &sizes, unbalanced[i]);
  for (int i = 0; i < 2; i++) {
    judge_test(e, fit, 6 + i, &sizes, cuts[i]);
    judge_cut(e, &fit->work.fit_case[6 + i], &wang_others[i]);
  }
  PL_TRY_CLEAN(pl_fit_predict(e->ctx, material, 1, &held[1], &options, &known));
  for (int i = 0; i < 2; i++)
    evidence_inform(e, known->work.fit_case[i].specimen.value[PL_HANG_TURN] / DEGREE, "degrees", i ? "-1" : "6",
                    "%s: mis-cut found with the true material", wang_others[i].name);
  evidence_inform(e, fit->solution.seconds, "s", "", "time of fit and validation");
  evidence_note(e, "The paper's cloth is real: its errors hold creep, curling edges and labelling; ours hold 0.5 mm of noise and another "
                   "mesh. Held-out samples get their stretch and turn from their own labels, with the stiffnesses held.");
cleanup:
  pl_fit_destroy(fit);
  pl_fit_destroy(known);
  for (int i = 0; i < 2; i++) pl_measurement_destroy(held[i]);
  pl_measurement_destroy(fitted);
  pl_material_destroy(material);
  return status;
}
