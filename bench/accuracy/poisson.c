// poisson.c: Volino figure 3. A linear isotropic square at 150 % of its length, Poisson coefficient 0, 0.25, 0.5.
//
// Uniaxial plane stress of the St. Venant-Kirchhoff law: S_yy = 0 gives E_yy = -nu E_xx. So the width becomes sqrt(1 - 2 nu E_xx) and the
// force per width e E_xx times the stretch. Three methods: one free triangle. A mesh whose two held edges may slide along themselves
// (uniform); and, for information, the paper's picture, a mesh with clamped edges.
#include <math.h>

#include "bench/cases.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

#define SIZE 0.1      // m
#define STRETCH 1.5   // "extended at 150 % of its initial length"
#define YOUNG 1000.0  // N/m

// Largest |width - closed form| over all vertices of a mesh with sliding edges, relative to the side; *newton gets the iterations.
static pl_status sliding_mesh(evidence *e, const pl_material *material, int cells, double width, double *error, int *newton) {
  pl_specimen specimen = {.length = SIZE, .width = SIZE, .n_length = cells, .n_width = cells, .kind = PL_TOPOLOGY_IRREGULAR, .seed = 1};
  pl_mesh *mesh;
  PL_TRY(pl_mesh_strip(e->ctx, &specimen, &mesh));
  pl_status status = PL_ERROR_MEMORY;
  pl_model *model = NULL;
  pl_solver *solver = NULL;
  uint8_t *fixed = pl_arena_alloc(e->arena, 3 * (size_t)mesh->n_vertex, sizeof *fixed);
  double *x = pl_arena_alloc(e->arena, 3 * (size_t)mesh->n_vertex, sizeof *x);
  if (!fixed || !x) goto cleanup;
  bool held = false;  // one vertex of the left edge keeps its height: no rigid motion
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const double *x0 = mesh->x0 + 3 * v;
    bool left = x0[0]<1e-9, right = x0[0]> SIZE - 1e-9;
    fixed[3 * v] = left || right;
    fixed[3 * v + 1] = left && !held && fabs(x0[1]) < 0.6 * SIZE / cells;
    held = held || fixed[3 * v + 1];
    fixed[3 * v + 2] = 1;
    x[3 * v] = STRETCH * x0[0];
    x[3 * v + 1] = x0[1];
    x[3 * v + 2] = 0;
  }
  pl_model_options options = {.fixed = fixed};
  pl_solve_options solve = pl_solve_options_default();
  pl_solve_report report;
  PL_TRY_CLEAN(pl_model_create(e->ctx, mesh, material, &options, &model));
  PL_TRY_CLEAN(pl_solver_create(model, &solve, &solver));
  PL_TRY_CLEAN(pl_equilibrium(solver, material->theta, x, &report));
  *newton = report.iterations;
  double shift = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    if (fixed[3 * v + 1]) shift = x[3 * v + 1] - width * mesh->x0[3 * v + 1];
  *error = report.outcome == PL_SOLVE_CONVERGED ? 0 : NAN;
  for (int32_t v = 0; v < mesh->n_vertex && !isnan(*error); v++) {
    *error = fmax(*error, fabs(x[3 * v + 1] - width * mesh->x0[3 * v + 1] - shift) / SIZE);
    *error = fmax(*error, fabs(x[3 * v] - STRETCH * mesh->x0[3 * v]) / SIZE);
  }
cleanup:
  pl_solver_destroy(solver);
  pl_model_destroy(model);
  pl_mesh_destroy(mesh);
  return status;
}

// The tensile rig at the full stretch: force per width (N/m) and width at half length.
static pl_status tensile(evidence *e, const pl_material *material, pl_test_method method, int cells, double *force, double *width) {
  scene_tensile scene = {"pull", SIZE, SIZE, 0, method, PL_TENSILE_DISPLACEMENT, (STRETCH - 1) * SIZE, 11};
  pl_test plan;
  PL_TRY(scene_tensile_plan(e->arena, &scene, &plan));
  pl_rig_options options = pl_rig_options_default();
  options.method = (int)method;
  options.cells = cells;
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  PL_TRY(pl_rig_measure(e->ctx, pl_protocol_find("tensile"), 1, &plan, material, &options, &solve, NULL, 0, &measurement, &report));
  const pl_test *test = &measurement->test[0];
  *force = test->channel[PL_TENSILE_FORCE].value[test->n_frame - 1] / SIZE;
  *width = test->channel[PL_TENSILE_LATERAL].value[test->n_frame - 1];
  pl_measurement_destroy(measurement);
  return PL_OK;
}

pl_status reproduce_poisson(evidence *e) {
  static const double poisson[3] = {0, 0.25, 0.5};
  const double strain = 0.5 * (STRETCH * STRETCH - 1);
  int cells = e->full ? 40 : 16;
  for (int i = 0; i < 3; i++) {
    double nu = poisson[i], closed = sqrt(1 - 2 * nu * strain), force_closed = YOUNG * strain * STRETCH, force, width, error;
    int newton;
    pl_material *material;
    PL_TRY(scene_isotropic(e->ctx, YOUNG, nu, &material));
    pl_status status = tensile(e, material, PL_TEST_FREE, cells, &force, &width);
    if (status == PL_OK) {
      evidence_inform(e, width, "", "", "nu = %g: width / rest width", nu);
      evidence_below(e, fabs(width - closed), "", 1e-8, "nu = %g: one triangle, |width - sqrt(1 - 2 nu E)|", nu);
      evidence_below(e, fabs(force / force_closed - 1), "", 1e-8, "nu = %g: one triangle, relative force error", nu);
      status = sliding_mesh(e, material, cells, closed, &error, &newton);
    }
    if (status == PL_OK) {
      evidence_below(e, error, "", 1e-8, "nu = %g: sliding edges, largest vertex error / side", nu);
      status = tensile(e, material, PL_TEST_MESH, cells, &force, &width);
    }
    if (status == PL_OK) {
      evidence_inform(e, width, "", "", "nu = %g: clamped edges (the picture), width at half length", nu);
      evidence_inform(e, force / force_closed, "", "", "nu = %g: clamped edges, force / uniaxial force", nu);
    }
    pl_material_destroy(material);
    PL_TRY(status);
  }
  evidence_note(
      e, "Square of %g cm, irregular mesh of %d x %d cells, Green strain E = %g along the pull. The paper shows a picture and no numbers.",
      100 * SIZE, cells, cells, strain);
  return PL_OK;
}
