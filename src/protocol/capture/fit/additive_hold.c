// additive_hold.c: makes an additive energy convex over the strains of its result, which its certificate covers.
//
// Stages keep it convex around the strains of a simpler model (fit_additive.c: make_set). The result may go further, where convexity is not
// enforced. So the box is widened to the visited strains with a margin. The parameters are moved into the smaller set of materials that are
// convex there, along the straight line to a material without coupled addends. The last stage then continues from there.
#include <math.h>
#include <string.h>

#include "protocol/capture/fit/additive_run.h"

static const double ROOM = 1.1;  // margin around the visited strains

// Adds the present strains of the captures in this stage to the box, with a margin; true if they were outside.
static bool widen_visited(pl_additive_run *run) {
  const pl_fit *fit = run->fit;
  double range[PL_STRAIN_MAX_VALUE][2] = {{0}};
  for (int t = 0; t < fit->material->n_term; t++) {
    const pl_term *term = &fit->material->term[t];
    double own[PL_LAW_MAX_IN][2] = {{0}};
    if (!term->strain->reference) continue;
    for (int i = 0; i < fit->problem.n_fitted; i++)
      if (pl_stage_asks(&run->stage, i)) pl_rig_term_range(fit->work.fit_case[i].rig, term, own);
    for (int a = 0; a < term->law.row->n_in; a++) {
      double *to = range[term->value[a]];
      to[0] = fmin(to[0], own[a][0]);
      to[1] = fmax(to[1], own[a][1]);
    }
  }
  bool further = false;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) {
      bool beyond = k ? range[i][k] > run->visited[i][k] : range[i][k] < run->visited[i][k];
      further = further || beyond;
      if (beyond) run->visited[i][k] = ROOM * range[i][k];
    }
  return further;
}

// Without coupled addends the strain Hessian is diagonal, with the values of curves: convex everywhere.
static void uncouple(const pl_material *material, double floor, double *theta) {
  memcpy(theta, material->theta, (size_t)material->n_theta * sizeof *theta);
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!term->strain->reference || !pl_term_is_elastic(term)) continue;
    for (int j = term->theta; j < term->theta + term->law.n_param; j++) theta[j] = term->law.row->n_in > 1 ? 0 : fmax(theta[j], 2 * floor);
  }
}

// Uses the shape with its convex set over the strains visited so far, and moves it inside. *moved: it was outside.
static pl_status move_inside(pl_additive_run *run, unsigned free, bool *moved) {
  *moved = false;
  PL_TRY(pl_additive_take(run, free));
  if (!run->set) return PL_OK;
  pl_material *material = run->fit->material;
  size_t size = (size_t)material->n_theta * sizeof(double);
  double *inner = pl_alloc(run->fit->ctx, 2 * (size_t)material->n_theta + 1, sizeof *inner);
  if (!inner) return PL_ERROR_MEMORY;
  double *before = inner + material->n_theta;
  memcpy(before, material->theta, size);
  uncouple(material, pl_convex_set_floor(run->set), inner);
  pl_convex_set_pull(run->set, inner, material->theta);
  *moved = memcmp(before, material->theta, size) != 0;
  pl_free(run->fit->ctx, inner);
  pl_additive_values(material, &run->shape);
  return PL_OK;
}

pl_status pl_additive_hold(pl_additive_run *run, unsigned free, bool *moved) {
  *moved = false;
  if (run->shape.isotropic || run->fit->problem.options.convexity == PL_CONVEX_FREE || !widen_visited(run)) return PL_OK;
  return move_inside(run, free, moved);
}
