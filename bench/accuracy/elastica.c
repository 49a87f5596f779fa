// elastica.c: a strip of constant bending stiffness out of a clamp against the heavy elastica, solved by shooting (scenes/bending.c).
#include <math.h>
#include <stdio.h>

#include "bench/cases.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "scenes/scenes.h"

static const double LENGTH = 0.08, DENSITY = 0.2, DEGREE = 3.14159265358979323846 / 180;
static const double loads[] = {0.5, 1, 2, 5, 10, 20, 50};  // w L^3 / B
enum { N_LOAD = sizeof loads / sizeof loads[0] };

// A cloth of this rigidity in all directions, by folds of Wang 2011 or by curvatures.
static pl_status make_cloth(evidence *e, double rigidity, bool plate, pl_material **material) {
  double k = 4 * rigidity, knot = 0;
  if (!plate) return scene_bending(e->ctx, "strip", DENSITY, 1, &knot, (double[]){k, k, k}, material);
  char text[200];
  snprintf(
      text, sizeof text,
      "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"%.12g N*m\", \"poisson\": 0}}",
      rigidity);
  PL_TRY(pl_material_create(e->ctx, "plate", DENSITY, material));
  pl_status status = pl_material_add_term(
      *material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": "
                 "\"N/m\", \"values\": [5000, 0, 5000, 2500]}}");
  if (status == PL_OK) status = pl_material_add_term(*material, text);
  if (status == PL_OK) status = pl_material_finish(*material);
  if (status == PL_OK) return PL_OK;
  pl_material_destroy(*material);
  return status;
}

static pl_status tip_of(evidence *e, double rigidity, bool plate, double cut, int cells, double tip[2]) {
  pl_cantilever_plan plan = pl_cantilever_plan_default();
  plan.overhang = LENGTH;
  plan.cut = cut;
  plan.channel = PL_CANTILEVER_TIP;
  pl_test test;
  PL_TRY(pl_plan_cantilever(e->arena, &plan, &test));
  pl_material *material;
  PL_TRY(make_cloth(e, rigidity, plate, &material));
  pl_rig_options options = pl_rig_options_default();
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  pl_measurement *measurement;
  pl_status status =
      pl_rig_measure(e->ctx, pl_protocol_find("cantilever"), 1, &test, material, &options, &solve, NULL, 0, &measurement, &report);
  if (status == PL_OK) {
    for (int i = 0; i < 2; i++) tip[i] = measurement->test[0].channel[PL_CANTILEVER_TIP].value[i];
    pl_measurement_destroy(measurement);
  }
  pl_material_destroy(material);
  return status;
}

pl_status reproduce_elastica(evidence *e) {
  static const int cells[] = {40, 20, 80};
  double weight = DENSITY * pl_cantilever_plan_default().gravity, worst[3] = {0};
  for (int i = 0; i < (e->full ? 3 : 1); i++)
    for (int k = 0; k < N_LOAD; k++) {
      double rigidity = weight * LENGTH * LENGTH * LENGTH / loads[k], tip[2], exact[2];
      scene_elastica(LENGTH, weight / rigidity, 0, exact);
      PL_TRY(tip_of(e, rigidity, false, 45 * DEGREE * (k % 3), cells[i], tip));
      double error = fabs(tip[1] / exact[1] - 1);
      worst[i] = error <= worst[i] ? worst[i] : error;
      if (i == 0)
        evidence_below(e, 100 * error, "%", 0.5, "w L^3/B = %g, cut %d deg: error of the tip's height, %.2f mm below the clamp", loads[k],
                       45 * (k % 3), -1e3 * exact[1]);
    }
  double plate = 0;
  for (int k = 0; k < N_LOAD; k++) {
    double rigidity = weight * LENGTH * LENGTH * LENGTH / loads[k], tip[2], exact[2];
    scene_elastica(LENGTH, weight / rigidity, 0, exact);
    PL_TRY(tip_of(e, rigidity, true, 22.5 * DEGREE * (k % 5), 40, tip));
    plate = fmax(plate, hypot(tip[0] - exact[0], tip[1] - exact[1]) / LENGTH);
  }
  evidence_at_most(e, 100 * plate, "%", 0.1, "strain `curvature`, five cuts, same loads: largest error of the tip, of the length");
  if (e->full) {
    evidence_inform(e, log2(worst[1] / worst[0]), "", "2", "order of convergence, 20 to 40 cells");
    evidence_inform(e, 100 * worst[2], "%", "", "largest error with 80 cells");
  }
  evidence_note(e,
                "A strip of 80 mm, 200 g/m^2, 40 cells along it; bending rigidity B = k/4 of strain `fold`. Small loads are those of the "
                "linear beam, large ones hang almost straight down.");
  return PL_OK;
}
