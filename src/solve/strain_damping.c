// strain_damping.c: see strain_damping.h.
#include "solve/strain_damping.h"

#include <string.h>

#include "math/eigen_small.h"
#include "model/assemble.h"
#include "model/narrow.h"

// Tangent of the group's elastic laws at rest, [n_value][n_value], semidefinite.
static void rest_stiffness(const pl_model *model, const pl_group *group, const double *theta, double *k) {
  int nv = group->strain->n_value;
  double rest[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN], tangent[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  memset(k, 0, (size_t)(nv * nv) * sizeof *k);
  for (int i = 0; i < group->n_term; i++) {
    const pl_term *term = &model->material->term[group->term[i]];
    int n = term->law.row->n_in;
    if (term->law.row->n_history > 0) continue;
    for (int a = 0; a < n; a++) rest[a] = group->strain->rest_value[term->value[a]];
    pl_term_eval_mean(term, theta, rest, NULL, t, tangent);
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++) k[term->value[a] * nv + term->value[b]] += 0.5 * (tangent[a * n + b] + tangent[b * n + a]);
  }
  pl_sym_project(nv, k);
}

static void add_group(const pl_model *model, const pl_group *group, double time, const double *k, const double *x, pl_block_matrix *damping,
                      pl_block_matrix *narrow, pl_work *work) {
  const pl_strain *strain = group->strain;
  int nv = strain->n_value;
  for (int32_t b = 0; b < group->n_block; b++) {
    const double *w = group->weight[b];
    pl_block_gather(group, b, x, work->x);
    strain->eval(group->rest + (size_t)b * strain->n_rest, (const pl_lanes *)work->x, work->s, work->ds);
    for (int i = 0; i < nv * nv; i++) PL_FOR_LANES(l) work->k[i][l] = time * k[i] * w[l];
    pl_group_stiffness(group, model->symmetric, (const pl_lanes *)work->k, (const pl_lanes *)work->ds, work->q, work->h);
    pl_block_scatter_matrix(group, b, (const pl_lanes *)work->h, damping);
    if (narrow && group->hinge)
      pl_narrow_collect(group, b, (const pl_lanes *)work->k, work);
    else if (narrow)
      pl_block_scatter_matrix(group, b, (const pl_lanes *)work->h, narrow);
  }
}

void pl_strain_damping_add(const pl_strain_damping *time, const pl_model *model, const double *theta, const double *x,
                           pl_block_matrix *damping, pl_block_matrix *narrow, pl_work *work) {
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    double t = pl_strain_bends(group->strain) ? time->bending : time->membrane, k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    if (group->n_term == 0 || !(t > 0)) continue;
    rest_stiffness(model, group, theta, k);
    add_group(model, group, t, k, x, damping, narrow, work);
  }
  if (narrow) pl_narrow_scatter(model, x, narrow, work);
}
