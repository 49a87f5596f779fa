// narrow.c: see narrow.h.
#include "model/narrow.h"

#include <string.h>

#include "model/assemble.h"

enum { N_VALUE = 3, HINGE_DOF = 12 };

void pl_work_set_narrow(pl_work *work, pl_block_matrix *narrow) { work->narrow = narrow; }

void pl_narrow_collect(const pl_group *group, int32_t block, const pl_lanes *k, pl_work *work) {
  int n_slot = group->strain->n_rest / 4;
  const pl_lanes *rest = group->rest + (size_t)block * group->strain->n_rest;
  const int32_t *hinge = group->hinge + (size_t)block * (size_t)n_slot * PL_BLOCK;
  for (int f = 0; f < n_slot; f++, hinge += PL_BLOCK) {
    const pl_lanes *m = rest + 4 * f;
    pl_lanes sum = {0};
    for (int i = 0; i < N_VALUE; i++)
      for (int j = 0; j < N_VALUE; j++) PL_FOR_LANES(l) sum[l] += m[i][l] * k[N_VALUE * i + j][l] * m[j][l];
    PL_EACH_LANE(l) if (hinge[l] >= 0) work->stiffness[hinge[l]] += sum[l];
  }
}

void pl_narrow_scatter(const pl_model *model, const double *x, pl_block_matrix *matrix, pl_work *work) {
  static const pl_lanes one = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const pl_group *fold = &model->fold;
  for (int32_t b = 0; b < fold->n_block; b++) {
    double *stiffness = work->stiffness + (size_t)b * PL_BLOCK;
    pl_block_gather(fold, b, x, work->x);
    fold->strain->eval(&one, (const pl_lanes *)work->x, work->s, work->ds);
    memcpy(work->k[0], stiffness, sizeof work->k[0]);
    pl_group_stiffness(fold, true, (const pl_lanes *)work->k, (const pl_lanes *)work->ds, work->q, work->h);
    pl_block_scatter_matrix(fold, b, (const pl_lanes *)work->h, matrix);
    memset(stiffness, 0, PL_BLOCK * sizeof *stiffness);
  }
}

// Extra blocks are none of the patches', so the narrow matrix has none yet.
pl_status pl_narrow_combine(const pl_model *model, const double *x, pl_block_matrix *hessian, pl_work *work) {
  double *restrict whole = hessian->value, *restrict narrow = work->narrow->value;
  size_t n = 9 * (size_t)model->pattern.n_block;
  for (size_t i = 0; i < n; i++) {
    double rest = whole[i];
    whole[i] = rest + narrow[i];
    narrow[i] = rest;
  }
  pl_narrow_scatter(model, x, work->narrow, work);
  return pl_block_matrix_add_extra(hessian, work->narrow);
}
