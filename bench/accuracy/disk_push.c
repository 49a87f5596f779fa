// disk_push.c: Volino 4.2. Cloth on a frame of 30 cm pushed by a disc of 6 cm; an isotropic law has an axisymmetric solution to compare with.
#include <math.h>
#include <stdio.h>

#include "bench/cases.h"
#include "scenes/scenes.h"
#include "protocol/disk-push/disk.h"

enum { FRAMES = 7 };  // 0 .. 6 cm by 1 cm

static pl_status push(evidence *e, const pl_material *material, int cells, double force[FRAMES], pl_rig_report *report) {
  pl_test plan;
  PL_TRY(scene_disk_plan(e->arena, 0.3, 0.06, 0.06, FRAMES, &plan));
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  PL_TRY(pl_rig_measure(e->ctx, pl_protocol_find("disk-push"), 1, &plan, material, &options, &solve, NULL, 0, &measurement, report));
  for (int f = 0; f < FRAMES; f++) force[f] = measurement->test[0].channel[PL_DISK_FORCE].value[f];
  pl_measurement_destroy(measurement);
  return PL_OK;
}

static pl_status isotropic(evidence *e, double nu, int n_cells, const int *cells) {
  pl_material *material;
  PL_TRY(scene_isotropic(e->ctx, 1000, nu, &material));
  double truth[FRAMES] = {0}, force[FRAMES], previous = NAN;
  for (int f = 1; f < FRAMES; f++) truth[f] = scene_annulus_force(0.03, 0.15, 1000, nu, 0.01 * f);
  pl_status status = PL_OK;
  for (int k = 0; k < n_cells && status == PL_OK; k++) {
    pl_rig_report report;
    status = push(e, material, cells[k], force, &report);
    if (status != PL_OK) break;
    double worst = 0;
    for (int f = 1; f < FRAMES; f++) {
      double error = fabs(force[f] / truth[f] - 1);
      worst = !(error <= worst) ? error : worst;
    }
    evidence_below(e, 100 * worst, "%", 1, "nu = %g, %d cells across: largest force error, 1..6 cm", nu, cells[k]);
    if (k > 0)
      evidence_inform(e, log(previous / worst) / log((double)cells[k] / cells[k - 1]), "", "about 2", "nu = %g, order of convergence", nu);
    evidence_inform(e, report.max_iterations, "", "", "nu = %g, %d cells across: most Newton iterations of a state", nu, cells[k]);
    previous = worst;
  }
  for (int f = 2; f < FRAMES && status == PL_OK; f += 2) {
    char beside[48];
    snprintf(beside, sizeof beside, "%.4f N membrane", truth[f]);
    evidence_inform(e, force[f], "N", beside, "nu = %g: force at %d cm", nu, f);
  }
  pl_material_destroy(material);
  return status;
}

pl_status reproduce_disk_push(evidence *e) {
  static const int quick[1] = {40}, full[3] = {40, 80, 160};
  PL_TRY(isotropic(e, 0, e->full ? 3 : 1, e->full ? full : quick));
  PL_TRY(isotropic(e, 0.3, e->full ? 3 : 1, e->full ? full : quick));
  pl_material *material;
  PL_TRY(pl_material_load(e->ctx, "terry-virtual", &material));
  double force[FRAMES];
  pl_rig_report report;
  pl_status status = push(e, material, 40, force, &report);
  pl_material_destroy(material);
  PL_TRY(status);
  for (int f = 2; f < FRAMES; f += 2) evidence_inform(e, force[f], "N", "", "terry-virtual (anisotropic): force at %d cm", f);
  evidence_note(
      e, "Truth: the two boundary-value equations of an axisymmetric St. Venant-Kirchhoff membrane, e = 1000 N/m, solved by shooting "
         "(scenes/annulus.c). The cloth sticks to frame and disc. The paper's own comparison is with a real terry cloth, within about 10 "
         "%%; its "
         "curves are not published as numbers.");
  return PL_OK;
}
