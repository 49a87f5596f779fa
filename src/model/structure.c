// structure.c: the blocks of the Hessian that can be nonzero at these parameters, wherever the vertices are.
//
// The strain of a patch is linear in the angles of its hinges, kappa = sum of m_f theta_f. Its material stiffness couples the vertices of hinges f
// and g only if m_f^T k m_g is nonzero for some tangent k. Laws without a coupling of warp and weft, as the orthotropic one with c12 = 0, leave many
// such pairs without it. All other elements couple all their vertices.
#include <math.h>
#include <string.h>

#include "model/assemble.h"
#include "model/narrow.h"

enum { N_VALUE = 3 };

static void use_position(int32_t position, uint8_t *used) { used[position < 0 ? -1 - position : position] = 1; }

static void use_lane(const pl_group *group, int32_t block, int lane, uint8_t *used) {
  const int32_t *position = group->position + (size_t)block * (size_t)group->n_pair * PL_BLOCK;
  for (int k = 0; k < group->n_pair; k++) use_position(position[k * PL_BLOCK + lane], used);
}

static void use_group(const pl_group *group, uint8_t *used) {
  for (int32_t b = 0; b < group->n_block; b++) PL_EACH_LANE(l) use_lane(group, b, l, used);
}

// coupled[i][j]: the tangent of the laws has an entry (i, j) at some curvature. Sixteen curvatures from 0.1 to 1000 1/m of both signs: a law
// with no stiffness in one range has it in another.
static void find_coupling(const pl_model *model, const pl_group *group, bool coupled[N_VALUE][N_VALUE], pl_work *work) {
  bool all = group->n_rate_term > 0 || group->near != NULL;
  memset(coupled, all, N_VALUE * sizeof *coupled);
  if (all || group->n_term == 0) return;
  PL_EACH_LANE(l) for (int i = 0; i < N_VALUE; i++) {
    double size = pow(10, -1 + 4 * l / (double)(PL_BLOCK - 1));
    work->s[i][l] = ((l + i) % 2 ? -1 : 1) * size * (1 + 0.3 * i);
  }
  pl_group_laws(model, group, 0, (const pl_lanes *)work->s, NULL, NULL, work->t, work->k, work);
  PL_EACH_LANE(l) for (int i = 0; i < N_VALUE; i++) for (int j = 0; j < N_VALUE; j++) {
    if (work->k[N_VALUE * i + j][l] != 0) coupled[i][j] = true;
  }
}

static bool couples(bool coupled[N_VALUE][N_VALUE], const pl_lanes *m, const pl_lanes *n, int lane) {
  for (int i = 0; i < N_VALUE; i++)
    for (int j = 0; j < N_VALUE; j++)
      if (coupled[i][j] && m[i][lane] != 0 && n[j][lane] != 0) return true;
  return false;
}

static void use_pair(const pl_model *model, int32_t f, int32_t g, uint8_t *used) {
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++) {
      int32_t row = model->fold.vertex[(f / PL_BLOCK * 4 + a) * PL_BLOCK + f % PL_BLOCK];
      int32_t column = model->fold.vertex[(g / PL_BLOCK * 4 + b) * PL_BLOCK + g % PL_BLOCK];
      bool turned = model->pattern.symmetric && row < column;
      use_position(turned ? pl_block_position(&model->pattern, column, row) : pl_block_position(&model->pattern, row, column), used);
    }
}

// The pairs of hinges of one patch; where all are coupled, all vertices are.
static void use_patch(const pl_model *model, const pl_group *group, int32_t block, int lane, bool coupled[N_VALUE][N_VALUE],
                      uint8_t *used) {
  int n_slot = group->strain->n_rest / 4;
  const pl_lanes *rest = group->rest + (size_t)block * (size_t)group->strain->n_rest;
  const int32_t *hinge = group->hinge + (size_t)block * (size_t)n_slot * PL_BLOCK;
  bool whole = true;
  for (int f = 0; f < n_slot && whole; f++)
    for (int g = 0; g < n_slot && whole; g++)
      whole = hinge[f * PL_BLOCK + lane] < 0 || hinge[g * PL_BLOCK + lane] < 0 || couples(coupled, rest + 4 * f, rest + 4 * g, lane);
  if (whole) {
    use_lane(group, block, lane, used);
    return;
  }
  for (int f = 0; f < n_slot; f++)
    for (int g = 0; g < n_slot; g++) {
      int32_t first = hinge[f * PL_BLOCK + lane], second = hinge[g * PL_BLOCK + lane];
      if (first >= 0 && second >= 0 && couples(coupled, rest + 4 * f, rest + 4 * g, lane)) use_pair(model, first, second, used);
    }
}

void pl_model_narrow_structure(const pl_model *model, uint8_t *used) {
  const pl_block_pattern *pattern = &model->pattern;
  memset(used, 0, (size_t)pattern->n_block);
  if (model->fold.n_element > 0) use_group(&model->fold, used);
  for (int i = 0; i < model->n_group; i++)
    if (!model->group[i].hinge) use_group(&model->group[i], used);
  for (int i = 0; i < model->n_potential; i++) {
    const pl_potential *p = &model->potential[i];
    for (int32_t k = 0; k < p->n_couple; k++)
      for (int a = 0; a < p->couple_size; a++)
        for (int b = 0; b < p->couple_size; b++) {
          int32_t row = p->couple[k * p->couple_size + a], column = p->couple[k * p->couple_size + b];
          if (!pattern->symmetric || row >= column) use_position(pl_block_position(pattern, row, column), used);
        }
  }
}

void pl_model_structure(const pl_model *model, const double *theta, uint8_t *used, pl_work *work) {
  pl_model_narrow_structure(model, used);
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    bool coupled[N_VALUE][N_VALUE];
    if (!group->hinge) continue;
    find_coupling(model, group, coupled, work);
    for (int32_t e = 0; e < group->n_element; e++) use_patch(model, group, e / PL_BLOCK, e % PL_BLOCK, coupled, used);
  }
}
