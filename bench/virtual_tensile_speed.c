// virtual_tensile_speed.c: the virtual tensile test of Volino 4.1 as a speed case.
#include <math.h>

#include "bench/cases.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

typedef struct job {
  evidence *e;
  const pl_material *material;
  const pl_test *plan;
  pl_rig_options options;
  pl_solve_options solve;
  pl_rig_report report;
  pl_status status;
} job;

static void run(void *user) {
  job *j = user;
  pl_measurement *measurement;
  pl_status status = pl_rig_measure(j->e->ctx, pl_protocol_find("tensile"), 1, j->plan, j->material, &j->options, &j->solve, NULL, 0,
                                    &measurement, &j->report);
  if (status == PL_OK) pl_measurement_destroy(measurement);
  if (j->status == PL_OK) j->status = status;
}

pl_status bench_virtual_tensile(evidence *e) {
  const double length = 0.05, width = 0.2;
  const scene_tensile scene[2] = {
      {"warp elongation", length, width, 0, PL_TEST_MESH, PL_TENSILE_DISPLACEMENT, length * (sqrt(1 + 2 * 0.03) - 1), 21},
      {"shear along warp, free edges", length, width, 0, PL_TEST_MESH, PL_TENSILE_SHEAR_DISPLACEMENT, 0.2 * length, 21},
  };
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, "gabardine-virtual", &material));
  pl_status status = PL_OK;
  for (int i = 0; i < 2 && status == PL_OK; i++) {
    pl_test plan;
    status = scene_tensile_plan(e->arena, &scene[i], &plan);
    if (status != PL_OK) break;
    job j = {.e = e, .material = material, .plan = &plan, .options = pl_rig_options_default(), .solve = pl_solve_options_default()};
    j.options.cells = 50;
    j.options.cells_short = 25;
    double spread, seconds = evidence_median(run, &j, e->full ? 10 : 2, &spread), all = 0;
    status = j.status;
    for (int p = 0; p < PL_PHASE_COUNT; p++) all += j.report.times.seconds[p];
    evidence_inform(e, 1e3 * seconds, "ms", "", "%s: the whole test of 20 states (spread %.0f %%)", scene[i].name, 100 * spread);
    evidence_inform(e, 1e3 * seconds / (scene[i].n_frame - 1), "ms", "", "%s: per state", scene[i].name);
    evidence_inform(e, j.report.iterations, "", "", "%s: Newton iterations of all states", scene[i].name);
    evidence_inform(e, 100 * (j.report.times.seconds[PL_PHASE_FACTOR] + j.report.times.seconds[PL_PHASE_SOLVE]) / all, "%", "",
                    "%s: share of factorise and solve in the equilibria", scene[i].name);
  }
  pl_material_destroy(material);
  return status;
}
