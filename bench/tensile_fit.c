// tensile_fit.c: a whole fit, from measurements of a virtual gabardine to a material with covariance; where the time goes.
#include <math.h>

#include "bench/cases.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

typedef struct job {
  evidence *e;
  pl_measurement *measurement;
  pl_fit_options options;
  pl_status status;
  pl_times times;
  int iterations, n_parameter;
  bool converged;
} job;

static void run(void *user) {
  job *j = user;
  pl_fit *fit;
  pl_status status = pl_fit_run(j->e->ctx, 1, &j->measurement, 0, NULL, &j->options, &fit);
  if (j->status == PL_OK) j->status = status;
  if (status != PL_OK) return;
  j->times = fit->work.times;
  j->iterations = fit->work.n_iteration;
  j->n_parameter = fit->solution.n_parameter;
  j->converged = fit->solution.converged;
  pl_fit_destroy(fit);
}

// Volino's four curves of a 20 cm x 5 cm sample, and a bias strip that has to be simulated; 1 % noise.
static pl_status measure(evidence *e, int n_test, pl_measurement **out) {
  const double quarter = 1.5707963267948966;
  const scene_tensile scene[5] = {
      {"warp", 0.05, 0.2, 0, PL_TEST_AUTO, PL_TENSILE_DISPLACEMENT, 0.05 * (sqrt(1.06) - 1), 25},
      {"weft", 0.05, 0.2, quarter, PL_TEST_AUTO, PL_TENSILE_DISPLACEMENT, 0.05 * (sqrt(1.162) - 1), 25},
      {"shear along warp", 0.05, 0.2, 0, PL_TEST_AUTO, PL_TENSILE_SHEAR_DISPLACEMENT, 0.01, 25},
      {"shear along weft", 0.05, 0.2, quarter, PL_TEST_AUTO, PL_TENSILE_SHEAR_DISPLACEMENT, 0.01, 25},
      {"bias", 0.2, 0.05, 0.5 * quarter, PL_TEST_MESH, PL_TENSILE_DISPLACEMENT, 0.02, 25},
  };
  pl_test plan[5];
  for (int i = 0; i < n_test; i++) PL_TRY(scene_tensile_plan(e->arena, &scene[i], &plan[i]));
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, "gabardine-virtual", &material));
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  double noise[PL_MAX_CHANNEL] = {0};
  noise[PL_TENSILE_FORCE] = 0.2;
  noise[PL_TENSILE_SHEAR_FORCE] = 0.02;
  pl_rig_report report;
  pl_status status = pl_rig_measure(e->ctx, pl_protocol_find("tensile"), n_test, plan, material, &options, &solve, noise, 1, out, &report);
  pl_material_destroy(material);
  return status;
}

static pl_status time_fit(evidence *e, int n_test, const char *name) {
  job j = {.e = e, .options = pl_fit_options_default()};
  PL_TRY(measure(e, n_test, &j.measurement));
  for (int i = 0; i < n_test; i++) j.measurement->test[i].channel[PL_TENSILE_LATERAL].value = NULL;  // forces only, as Volino
  double spread, seconds = evidence_median(run, &j, e->full ? 20 : 4, &spread), all = 0;
  for (int p = 0; p < PL_PHASE_COUNT; p++) all += j.times.seconds[p];
  evidence_inform(e, 1e3 * seconds, "ms", "", "%s: whole fit (spread %.0f %%)", name, 100 * spread);
  evidence_inform(e, j.n_parameter, "", "", "%s: parameters", name);
  evidence_inform(e, j.iterations, "", "", "%s: iterations of all stages", name);
  evidence_inform(e, 100 * (j.times.seconds[PL_PHASE_FACTOR] + j.times.seconds[PL_PHASE_SOLVE]) / all, "%", "",
                  "%s: share of factorise and solve in the equilibria", name);
  evidence_inform(e, 100 * all / seconds, "%", "", "%s: equilibria, summed over threads / wall time", name);
  if (!j.converged) evidence_note(e, "%s: the fit did not converge.", name);
  pl_measurement_destroy(j.measurement);
  return j.status;
}

pl_status bench_tensile_fit(evidence *e) {
  PL_TRY(time_fit(e, 4, "four uniform tests"));
  PL_TRY(time_fit(e, 5, "with a meshed bias strip"));
  evidence_note(e, "Virtual gabardine with noise, 25 frames per test, default settings (model volino).");
  return PL_OK;
}

// Models with a coupling of warp and weft on the same curves. A coupled material is not uniform in such samples, so they are meshed.
pl_status bench_curve_models(evidence *e) {
  static const char *const model[] = {"orthotropic", "coupled", "additive"};
  job usual = {.e = e, .options = pl_fit_options_default()};
  PL_TRY(measure(e, 4, &usual.measurement));
  for (int i = 0; i < 4; i++) usual.measurement->test[i].channel[PL_TENSILE_LATERAL].value = NULL;
  pl_status status = PL_OK;
  for (int m = 0; m < 3 && status == PL_OK; m++) {
    job other = {.e = e, .measurement = usual.measurement, .options = pl_fit_options_default()};
    other.options.model = model[m];
    double seconds, ratio = evidence_ratio(run, &usual, run, &other, e->full ? 30 : 8, &seconds, NULL);
    evidence_at_most(e, ratio, "", 20, "%s: whole fit / that of the default model (%.0f ms)", model[m], 1e3 * seconds);
    evidence_inform(e, other.iterations, "", other.converged ? "converged" : "not converged", "%s: iterations of all stages", model[m]);
    status = usual.status != PL_OK ? usual.status : other.status;
  }
  evidence_note(e,
                "Four curves of a virtual gabardine with noise. No test measures the coupling, so it is fixed (c12 = 0.3 sqrt(c11 c22)).");
  pl_measurement_destroy(usual.measurement);
  return status;
}
