// bending_plates.c: plates and strips that bend by strain `curvature` against closed forms and against their own limit, on every kind of mesh.
#include <math.h>

#include "bench/cases.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "scenes/plate.h"
#include "scenes/scenes.h"

static const double PI = 3.14159265358979323846;

static pl_status plates(evidence *e) {
  for (int which = 0; which < SCENE_DISC; which++) {
    const char *name = scene_plate_mesh_name[which];
    double error;
    PL_TRY(scene_plate_twisted(e->ctx, (scene_plate_mesh)which, 20, &error));
    evidence_at_most(e, fabs(error), "", 1e-6, "%s mesh: twisted plate, rigidities 33:1, error of the corner", name);
    for (int n = 10; n <= (e->full ? 80 : 40); n *= 2) {
      PL_TRY(scene_plate_clamped(e->ctx, (scene_plate_mesh)which, n, &error));
      if (n == 20 || n == 40)
        evidence_at_most(e, 100 * fabs(error), "%", n == 20 ? 3.5 : 1, "%s mesh: clamped plate, %d cells, error of the middle", name, n);
      else
        evidence_inform(e, 100 * error, "%", "", "%s mesh: clamped plate, %d cells, error of the middle", name, n);
    }
  }
  return PL_OK;
}

// The worst of five cuts, the table's edge on a line of the mesh or between two.
static pl_status strips(evidence *e) {
  double worst[SCENE_DISC][2] = {{0}};
  for (int cut = 0; cut < 5; cut++) {
    double coarse, fine, height, angle = cut * PI / 8;
    PL_TRY(scene_plate_strip(e->ctx, SCENE_UNIFORM, 40, angle, 0, &coarse));
    PL_TRY(scene_plate_strip(e->ctx, SCENE_UNIFORM, 80, angle, 0, &fine));
    double limit = (4 * fine - coarse) / 3;
    for (int which = 0; which < SCENE_DISC; which++)
      for (int i = 0; i < 4; i++) {
        PL_TRY(scene_plate_strip(e->ctx, (scene_plate_mesh)which, 20, angle, 0.3 * i, &height));
        double error = fabs(height / limit - 1);
        worst[which][i > 0] = error <= worst[which][i > 0] ? worst[which][i > 0] : error;
      }
  }
  for (int which = 0; which < SCENE_DISC; which++) {
    const char *name = scene_plate_mesh_name[which];
    evidence_at_most(e, 100 * worst[which][0], "%", 1, "%s mesh: strip 4:1 over a table, rigidities 4:1, 20 cells, worst of five cuts",
                     name);
    evidence_at_most(e, 100 * worst[which][1], "%", 1, "%s mesh: the same, the table's edge 0.3, 0.6 and 0.9 cells past a line", name);
  }
  return PL_OK;
}

// A heavy strip out of a clamp, rows tied: distance of the tip from the elastica's over the length.
static pl_status elastica(evidence *e) {
  static const double length = 0.08, density = 0.2, ratio[] = {1, 5, 20, 50};
  double weight = density * pl_cantilever_plan_default().gravity;
  for (int i = 0; i < 4; i++) {
    double rigidity = weight * pow(length, 3) / ratio[i], exact[2], tip[2];
    pl_cantilever_plan plan = pl_cantilever_plan_default();
    plan.overhang = length;
    plan.cut = i * PI / 8;
    plan.channel = PL_CANTILEVER_TIP;
    pl_test test;
    pl_material *material;
    pl_measurement *measurement;
    pl_rig_report report;
    PL_TRY(pl_plan_cantilever(e->arena, &plan, &test));
    PL_TRY(scene_plate_material(e->ctx, density, (scene_rigidities){rigidity, rigidity, 0.3 * rigidity, 0.35 * rigidity}, &material));
    pl_rig_options options = pl_rig_options_default();
    options.cells = 40;
    pl_solve_options solve = pl_solve_options_default();
    pl_status status =
        pl_rig_measure(e->ctx, pl_protocol_find("cantilever"), 1, &test, material, &options, &solve, NULL, 0, &measurement, &report);
    pl_material_destroy(material);
    PL_TRY(status);
    for (int k = 0; k < 2; k++) tip[k] = measurement->test[0].channel[PL_CANTILEVER_TIP].value[k];
    pl_measurement_destroy(measurement);
    scene_elastica(length, weight / rigidity, 0, exact);
    evidence_at_most(e, 100 * hypot(tip[0] - exact[0], tip[1] - exact[1]) / length, "% of L", 0.1,
                     "heavy strip cut at %.1f degrees, w L^3/B = %g, 40 cells: distance of the tip from the elastica's", i * 22.5,
                     ratio[i]);
  }
  return PL_OK;
}

pl_status reproduce_bending_plates(evidence *e) {
  PL_TRY(plates(e));
  PL_TRY(strips(e));
  PL_TRY(elastica(e));
  evidence_note(e,
                "Strips are compared with the limit of uniform meshes (Richardson, 40 and 80 cells); plates with closed forms. The motion "
                "of plates in their plane is held.");
  return PL_OK;
}
