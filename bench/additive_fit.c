// additive_fit.c: the additive model fitted to captures through all its stages: how long, and where the time goes.
#include "bench/accuracy/additive/additive_runs.h"
#include "bench/cases.h"

static pl_status run_fabric(evidence *e, const char *fabric, const additive_sizes *sizes) {
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, fabric, &material));
  pl_measurement *measurement;
  int n_missing = 0;
  pl_status status = additive_measure(e, material, sizes, additive_fitted, sizes->keys, 1, &measurement, &n_missing);
  pl_material_destroy(material);
  PL_TRY(status);
  pl_fit_options options = additive_fit_options(sizes, "asymmetric");
  pl_fit *fit;
  double busy, all;
  PL_TRY(evidence_fit(e, measurement, &options, &fit, &busy, &all));
  int n_free = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n_free += !fit->material->parameter[j].frozen;
  if (e->full)
    evidence_at_most(e, fit->solution.seconds, "s", 10, "%s: whole fit, %d keyframes, %d triangles, %d parameters", fabric, 3 * sizes->keys,
                     2 * sizes->cells * sizes->cells, n_free);
  else
    evidence_inform(e, fit->solution.seconds, "s", "", "%s: whole fit, %d keyframes, %d triangles, %d parameters", fabric, 3 * sizes->keys,
                    2 * sizes->cells * sizes->cells, n_free);
  evidence_inform(e, busy / pl_context_threads(e->ctx), "s", "", "%s: processor time of the fit / threads: what a quiet machine takes",
                  fabric);
  evidence_inform(e, fit->work.n_iteration, "", "", "%s: iterations of all stages", fabric);
  evidence_inform(e, 100 * (fit->work.times.seconds[PL_PHASE_FACTOR] + fit->work.times.seconds[PL_PHASE_SOLVE]) / all, "%", "",
                  "%s: share of factorise and solve in the equilibria", fabric);
  evidence_inform(e, 100 * fit->work.times.seconds[PL_PHASE_ASSEMBLE] / all, "%", "", "%s: share of assembly", fabric);
  evidence_inform(e, 100 * all / (busy + 1e-9), "%", "", "%s: equilibria, summed over threads / processor time", fabric);
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  return PL_OK;
}

pl_status bench_additive_fit(evidence *e) {
  additive_sizes sizes = additive_sizes_default(e->full);
  PL_TRY(run_fabric(e, "fabric-knit-coupled", &sizes));
  PL_TRY(run_fabric(e, "fabric-denim-coupled", &sizes));
  evidence_note(e, "All stages from StVK to asymmetric addends with bending from table edges; the paper took 24 hours for a fabric.");
  return PL_OK;
}
