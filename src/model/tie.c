// tie.c: vertices that move together: a rigid body that translates, such as a slat or a clip (Wang 2011, 4.1.2).
//
// Let T map the unknowns to the dofs (every vertex of a body copies its body's translation). Equilibrium requires T^T g = 0. P = T (T^T
// T)^-1 T^T replaces g by its mean over each body, P g. This keeps T^T g and every product with a tied displacement. So solvers need not
// treat bodies separately.
#include <string.h>

#include "model/model.h"

pl_status pl_model_set_ties(pl_model *model, const int32_t *tie) {
  if (!tie) return PL_OK;
  model->tie = pl_arena_alloc(model->arena, (size_t)model->n_vertex, sizeof *model->tie);
  if (!model->tie) return PL_ERROR_MEMORY;
  memcpy(model->tie, tie, (size_t)model->n_vertex * sizeof *tie);
  for (int32_t v = 0; v < model->n_vertex; v++) {
    PL_ASSERT(tie[v] < PL_MAX_BODY);
    if (tie[v] >= 0) model->body_count[tie[v]]++;
    if (tie[v] >= model->n_body) model->n_body = tie[v] + 1;
  }
  return PL_OK;
}

int32_t pl_model_tied(const pl_model *model, int32_t vertex) {
  return model->tie && model->tie[vertex] >= 0 ? model->body_count[model->tie[vertex]] : 1;
}

void pl_model_tie(const pl_model *model, double *vector) {
  if (!model->tie) return;
  double sum[PL_MAX_BODY][3];
  memset(sum, 0, (size_t)model->n_body * sizeof sum[0]);
  for (int32_t v = 0; v < model->n_vertex; v++)
    for (int axis = 0; axis < 3 && model->tie[v] >= 0; axis++) sum[model->tie[v]][axis] += vector[3 * v + axis];
  for (int32_t v = 0; v < model->n_vertex; v++)
    for (int axis = 0; axis < 3 && model->tie[v] >= 0; axis++)
      if (!model->fixed[3 * v + axis]) vector[3 * v + axis] = sum[model->tie[v]][axis] / model->body_count[model->tie[v]];
}
