// bending_step.c: the cost of strain `curvature` against hinges, on every kind of mesh.
// One implicit step of a 1 m x 1 m sheet: assemble, factorise M/dt^2 + K at dt = 10 ms, solve.
// Patches of hinges couple more vertices, so a factor of the exact matrix has more entries. Time steps factorise the narrow matrix instead and
// iterate (solve/conjugate.h) to an error of 1e-6. The sheet is stretched by 2 % (Volino 4.3) or slack.
#include "bench/cases.h"
#include "bench/sheet.h"
#include "material/material.h"

#include <math.h>

static pl_status make(evidence *e, const char *bending, pl_topology_kind kind, int cells, sheet **out) {
  pl_material *material;
  PL_TRY(pl_material_create(e->ctx, "sheet", 0.2, &material));
  pl_status status = pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", "
                                                    "\"parameters\": {\"young\": \"1000 N/m\", \"poisson\": 0.3}}");
  if (status == PL_OK) status = pl_material_add_term(material, bending);
  if (status == PL_OK) status = pl_material_finish(material);
  if (status == PL_OK) return sheet_create(e, material, kind, cells, out);
  pl_material_destroy(material);
  return status;
}

// The largest difference of the step by iteration from that by the exact factor, as a part of the largest displacement.
static double iteration_error(evidence *e, sheet *s) {
  size_t n = 3 * (size_t)s->model->n_vertex;
  double *exact = pl_arena_alloc(e->arena, n, sizeof *exact), most = 0, error = 0;
  if (!exact) return NAN;
  sheet_implicit_step(s);
  for (size_t i = 0; i < n; i++) exact[i] = s->step[i];
  sheet_conjugate_step(s);
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, fabs(exact[i]));
    error = fmax(error, fabs(s->step[i] - exact[i]));
  }
  return error / most;
}

// A slack sheet may need more iterations than are worth while: its step then has the exact factor.
static void compare_slack(evidence *e, const char *name, sheet *hinges, sheet *curvatures) {
  sheet_stretch(hinges, 1), sheet_stretch(curvatures, 1);
  sheet_conjugate_step(curvatures);
  bool iterates = curvatures->outcome == PL_FACTOR_OK;
  curvatures->outcome = PL_FACTOR_OK;
  double ratio = evidence_ratio(sheet_implicit_step, hinges, iterates ? sheet_conjugate_step : sheet_implicit_step, curvatures,
                                e->full ? 8 : 2, NULL, NULL);
  evidence_inform(e, ratio, "", "", "%s mesh, slack: step with curvatures / with hinges (%d iterations%s)", name,
                  curvatures->conjugate.iterations, iterates ? "" : ", given up");
}

static void compare(evidence *e, const char *name, double most, sheet *hinges, sheet *curvatures) {
  double budget = e->full ? 15 : 3, seconds;
  double ratio = evidence_ratio(sheet_implicit_step, hinges, sheet_conjugate_step, curvatures, budget, &seconds, NULL);
  if (most > 0)
    evidence_at_most(e, ratio, "", most, "%s mesh: step with curvatures / with hinges", name);
  else
    evidence_inform(e, ratio, "", "", "%s mesh: step with curvatures / with hinges", name);
  evidence_at_most(e, iteration_error(e, curvatures), "", 1e-5, "%s mesh: error of that step, %d iterations", name,
                   curvatures->conjugate.iterations);
  evidence_inform(e, evidence_ratio(sheet_implicit_step, hinges, sheet_implicit_step, curvatures, budget, NULL, NULL), "", "",
                  "%s mesh: the same step by the exact factor / with hinges", name);
  evidence_inform(e, evidence_ratio(sheet_hessian, hinges, sheet_hessian, curvatures, 1, NULL, NULL), "", "",
                  "%s mesh: assembly of energy, gradient and exact Hessian, the same ratio", name);
  evidence_inform(e, (double)curvatures->model->pattern.n_block / hinges->model->pattern.n_block, "", "",
                  "%s mesh: blocks of the matrix, the same ratio", name);
  evidence_inform(e, 1e3 * seconds, "ms", "", "%s mesh: one step with hinges", name);
  if (hinges->outcome != PL_FACTOR_OK || curvatures->outcome != PL_FACTOR_OK)
    evidence_note(e, "%s mesh: a matrix could not be factorised; its figures mean nothing.", name);
  compare_slack(e, name, hinges, curvatures);
}

pl_status bench_bending_step(evidence *e) {
  static const struct {
    const char *name;
    pl_topology_kind kind;
    double most;
  } row[] = {{"uniform", PL_TOPOLOGY_UNIFORM, 1.3}, {"alternating", PL_TOPOLOGY_ALTERNATING, 2}, {"irregular", PL_TOPOLOGY_IRREGULAR, 0}};
  static const char hinge[] = "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"3 uN m\"}}";
#define CURVATURE(c12)                                                                         \
  "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": " \
  "{\"c11\": \"9 uN m\", \"c22\": \"9 uN m\", \"c12\": \"" c12 " uN m\", \"c33\": \"4.5 uN m\"}}"
  int cells = e->full ? 120 : 64;
  pl_status status = PL_OK;
  for (int i = 0; i < 3 && status == PL_OK; i++) {
    sheet *hinges = NULL, *curvatures = NULL, *coupled = NULL;
    status = make(e, hinge, row[i].kind, cells, &hinges);
    if (status == PL_OK) status = make(e, CURVATURE("0"), row[i].kind, cells, &curvatures);
    if (status == PL_OK) status = make(e, CURVATURE("2.7"), row[i].kind, cells, &coupled);
    if (status == PL_OK) compare(e, row[i].name, row[i].most, hinges, curvatures);
    if (status == PL_OK) sheet_stretch(hinges, 1.02);
    if (status == PL_OK)
      evidence_inform(e, evidence_ratio(sheet_implicit_step, hinges, sheet_conjugate_step, coupled, e->full ? 15 : 3, NULL, NULL), "", "",
                      "%s mesh: step with curvatures / with hinges, c12 = 0.3 c11", row[i].name);
    sheet_destroy(hinges);
    sheet_destroy(curvatures);
    sheet_destroy(coupled);
  }
  evidence_note(e, "%d x %d cells, held along one edge, one core. Ratios are medians of ratios of neighbouring timings.", cells, cells);
  return status;
}
