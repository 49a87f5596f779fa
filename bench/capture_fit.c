// capture_fit.c: a whole fit of one cloth model to five captured sequences: where the time goes, and what analytic sensitivities save.
#include <math.h>
#include <string.h>

#include "bench/accuracy/capture/capture_runs.h"
#include "bench/cases.h"

typedef struct sensitivity_cost {
  double exact, differences;  // s, all frames visited
  int n_frame;
} sensitivity_cost;

// d x / d theta of one frame: one factorisation and one solve with all columns, against one equilibrium per parameter.
static pl_status compare_frame(evidence *e, const pl_fit *fit, const pl_fit_case *c, int frame, sensitivity_cost *cost) {
  const pl_rig *rig = c->rig;
  int n_theta = fit->material->n_theta;
  pl_solver *solver = pl_rig_frame_solver(rig, frame);
  size_t n_dof = (size_t)rig->body.model->n_dof;
  double *x = pl_arena_alloc(e->arena, n_dof, sizeof *x), *theta = pl_arena_alloc(e->arena, (size_t)n_theta, sizeof *theta);
  double *dx = pl_arena_alloc(e->arena, n_dof * (size_t)n_theta, sizeof *dx),
         *dr = pl_arena_alloc(e->arena, n_dof * (size_t)n_theta, sizeof *dr);
  if (!x || !theta || !dx || !dr) return PL_ERROR_MEMORY;
  const double *equilibrium = rig->memory->x + n_dof * (size_t)frame;
  bool stable;
  double start = pl_seconds();
  PL_TRY(pl_sensitivity_begin(solver, fit->material->theta, equilibrium, &stable));
  if (!stable) return PL_OK;
  PL_TRY(pl_sensitivity_theta(solver, fit->material->theta, equilibrium, n_theta, NULL, dx, dr));
  double middle = pl_seconds();
  for (int j = 0; j < n_theta; j++) {
    memcpy(theta, fit->material->theta, (size_t)n_theta * sizeof *theta);
    theta[j] += 1e-4 * fit->material->parameter[j].scale;
    memcpy(x, equilibrium, n_dof * sizeof *x);
    pl_solve_report report;
    PL_TRY(pl_equilibrium(solver, theta, x, &report));
  }
  cost->exact += middle - start;
  cost->differences += pl_seconds() - middle;
  cost->n_frame++;
  return PL_OK;
}

static pl_status compare_sensitivities(evidence *e, const pl_fit *fit) {
  sensitivity_cost cost = {0};
  for (int i = 0; i < fit->problem.n_case; i++)
    for (int k = 1; k <= 2; k++) {
      const pl_fit_case *c = &fit->work.fit_case[i];
      int frame = k * (c->test->n_frame - 1) / 2;
      if (c->rig->memory->have_x[frame]) PL_TRY(compare_frame(e, fit, c, frame, &cost));
    }
  if (!cost.n_frame) return PL_OK;
  evidence_inform(e, 1e3 * cost.exact / cost.n_frame, "ms", "", "sensitivities of a frame to %d parameters, one factorisation",
                  fit->material->n_theta);
  evidence_inform(e, 1e3 * cost.differences / cost.n_frame, "ms", "", "the same by differences, one equilibrium each");
  evidence_above(e, cost.differences / cost.exact, "", 1, "differences / one factorisation");
  return PL_OK;
}

pl_status bench_capture_fit(evidence *e) {
  // edges of the table between the lines of the mesh: as many frames as the clips have
  capture_sizes sizes = e->full ? (capture_sizes){24, 48, 40, false, 0.1 / 400, false} : (capture_sizes){24, 24, 10, false, 0, false};
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, "fabric-wool", &material));
  pl_measurement *measurement;
  int n_missing = 0;
  double start = pl_seconds();
  pl_status status = capture_measure(e, material, &sizes, capture_fitted, 1, &measurement, &n_missing);
  double seconds = pl_seconds() - start;
  pl_material_destroy(material);
  PL_TRY(status);
  pl_fit_options options = capture_fit_options(&sizes, "stvk", "");
  pl_fit *fit;
  double busy, all;
  PL_TRY(evidence_fit(e, measurement, &options, &fit, &busy, &all));
  int n_frame = 0;
  for (int i = 0; i < fit->problem.n_case; i++) n_frame += fit->work.fit_case[i].test->n_frame;
  if (e->full)
    evidence_at_most(e, fit->solution.seconds, "s", 30, "whole fit, %d frames of %d x %d vertices", n_frame, sizes.cells + 1,
                     sizes.cells + 1);
  else
    evidence_inform(e, fit->solution.seconds, "s", "", "whole fit, %d frames of %d x %d vertices", n_frame, sizes.cells + 1,
                    sizes.cells + 1);
  evidence_inform(e, busy / pl_context_threads(e->ctx), "s", "", "processor time of the fit / threads: what a quiet machine takes");
  evidence_inform(e, fit->work.n_iteration, "", "", "iterations of all stages");
  evidence_inform(e, fit->material->n_theta, "", "", "parameters");
  double share = 100 * (fit->work.times.seconds[PL_PHASE_FACTOR] + fit->work.times.seconds[PL_PHASE_SOLVE]) / all;
  evidence_above(e, share, "%", 60, "share of factorise and solve in the equilibria");
  evidence_inform(e, 100 * fit->work.times.seconds[PL_PHASE_ASSEMBLE] / all, "%", "", "share of assembly");
  evidence_inform(e, 100 * all / fit->solution.seconds, "%", "", "equilibria, summed over threads / wall time");
  status = compare_sensitivities(e, fit);
  evidence_inform(e, seconds, "s", "", "making the captures (%d x %d vertices)", sizes.captured + 1, sizes.captured + 1);
  evidence_note(e, "Virtual wool, model stvk, nonlinear orthotropic, five sequences, default settings.");
  pl_fit_destroy(fit);
  pl_measurement_destroy(measurement);
  return status;
}
