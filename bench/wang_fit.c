// wang_fit.c: the whole stretching fit of Wang 2011: three samples, every weight, 24 stiffnesses and 6 intrinsic parameters.
#include "bench/accuracy/wang/wang_runs.h"
#include "bench/cases.h"

pl_status bench_wang_fit(evidence *e) {
  wang_sizes sizes = wang_sizes_default(e->full);
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, "interlock-virtual", &material));
  pl_measurement *measurement;
  double start = pl_seconds();
  pl_status status = wang_measure(e, material, &sizes, 3, wang_samples, false, 1, &measurement);
  double making = pl_seconds() - start;
  pl_material_destroy(material);
  PL_TRY(status);
  pl_fit_options options = wang_fit_options(&sizes);
  pl_fit *fit;
  status = pl_fit_run(e->ctx, 1, &measurement, 0, NULL, &options, &fit);
  if (status == PL_OK) {
    double all = 0;
    int n_test = 0;
    for (int p = 0; p < PL_PHASE_COUNT; p++) all += fit->work.times.seconds[p];
    for (int i = 0; i < fit->problem.n_case; i++) n_test += fit->work.fit_case[i].test->n_frame;
    if (e->full)
      evidence_at_most(e, fit->solution.seconds, "s", 20, "whole fit, %d tests of %d x %d vertices", n_test, sizes.cells + 1,
                       sizes.cells + 1);
    else
      evidence_inform(e, fit->solution.seconds, "s", "", "whole fit, %d tests of %d x %d vertices", n_test, sizes.cells + 1,
                      sizes.cells + 1);
    evidence_inform(e, fit->work.n_iteration, "", "", "iterations of all stages");
    evidence_inform(e, 1e3 * wang_rms(fit, 0, fit->problem.n_fitted), "mm", "0.5 mm noise", "residual");
    evidence_inform(e, 100 * (fit->work.times.seconds[PL_PHASE_FACTOR] + fit->work.times.seconds[PL_PHASE_SOLVE]) / all, "%", "",
                    "share of factorise and solve in the equilibria");
    evidence_inform(e, 100 * fit->work.times.seconds[PL_PHASE_ASSEMBLE] / all, "%", "", "share of assembly");
    evidence_inform(e, 100 * all / fit->solution.seconds, "%", "", "equilibria, summed over threads / wall time");
    evidence_inform(e, making, "s", "", "making the data (%d x %d vertices)", sizes.captured + 1, sizes.captured + 1);
    evidence_note(e, "Wang et al. report 19 hours on 32 cores for the optimisation of one fabric.");
    pl_fit_destroy(fit);
  }
  pl_measurement_destroy(measurement);
  return status;
}
