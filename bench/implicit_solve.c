// implicit_solve.c: Volino 4.3. One implicit step of a 1 m x 1 m sheet for three materials: assemble, factorise M/dt^2 + K at dt = 10
// ms, solve. The paper solves by conjugate gradients; we factorise. What is compared is the price of the element.
#include "bench/cases.h"
#include "bench/sheet.h"
#include "scenes/scenes.h"

static pl_status compare(evidence *e, sheet *linear, sheet *nonlinear, sheet *springs) {
  double budget = e->full ? 20 : 5, t_linear, t_nonlinear, t_springs;
  double ratio = evidence_ratio(sheet_implicit_step, linear, sheet_implicit_step, nonlinear, budget, &t_linear, &t_nonlinear);
  evidence_at_most(e, ratio, "", 1.10, "nonlinear orthotropic / linear isotropic");
  ratio = evidence_ratio(sheet_implicit_step, springs, sheet_implicit_step, linear, budget, &t_springs, &t_linear);
  evidence_at_most(e, ratio, "", 1.15, "triangles / springs on the same mesh");
  ratio = evidence_ratio(sheet_hessian, linear, sheet_hessian, nonlinear, 1, NULL, NULL);
  evidence_inform(e, ratio, "", "", "the same of the assembly alone, nonlinear / linear");
  ratio = evidence_ratio(sheet_hessian, springs, sheet_hessian, linear, 1, NULL, NULL);
  evidence_inform(e, ratio, "", "", "the same of the assembly alone, triangles / springs");
  sheet *all[3] = {linear, nonlinear, springs};
  double seconds[3] = {t_linear, t_nonlinear, t_springs};
  static const char *const name[3] = {"linear isotropic", "nonlinear orthotropic", "springs"};
  for (int i = 0; i < 3; i++) {
    double assemble = evidence_median(sheet_hessian, all[i], 1, NULL);
    evidence_inform(e, 1e3 * seconds[i], "ms", "", "%s: one step", name[i]);
    evidence_inform(e, 1e3 * assemble, "ms", "", "%s: of it assembly", name[i]);
    evidence_inform(e, 100 * (1 - assemble / seconds[i]), "%", "> 50 in the paper", "%s: share of factorise and solve", name[i]);
    if (all[i]->outcome != PL_FACTOR_OK) evidence_note(e, "%s: the matrix could not be factorised; its figures mean nothing.", name[i]);
  }
  evidence_inform(e, linear->mesh->n_triangle / t_linear, "1/s", "17500 in the paper (2009)", "linear isotropic: triangles per second");
  evidence_inform(e, linear->mesh->n_triangle / t_springs, "1/s", "20000 in the paper (2009)", "springs: triangles per second");
  evidence_note(e, "%d triangles, %d unknowns, held along one edge. Ratios are medians of ratios of neighbouring timings.",
                linear->mesh->n_triangle, pl_factor_unknowns(linear->factor));
  return PL_OK;
}

pl_status bench_implicit_solve(evidence *e) {
  int cells = e->full ? 120 : 64;
  pl_material *material;
  sheet *linear = NULL, *nonlinear = NULL, *springs = NULL;
  pl_status status = scene_isotropic(e->ctx, 1000, 0, &material);
  if (status == PL_OK) status = sheet_create(e, material, PL_TOPOLOGY_ALTERNATING, cells, &linear);
  if (status == PL_OK) status = scene_nonlinear(e->ctx, 1000, &material);
  if (status == PL_OK) status = sheet_create(e, material, PL_TOPOLOGY_ALTERNATING, cells, &nonlinear);
  if (status == PL_OK) status = scene_springs(e->ctx, 1000, &material);
  if (status == PL_OK) status = sheet_create(e, material, PL_TOPOLOGY_ALTERNATING, cells, &springs);
  if (status == PL_OK) status = compare(e, linear, nonlinear, springs);
  sheet_destroy(linear);
  sheet_destroy(nonlinear);
  sheet_destroy(springs);
  return status;
}
