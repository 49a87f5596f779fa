// places.h: the positions of a group's elements in the undeformed body, their order in blocks, and the material samples that affect a
// block. Needed only by groups with a sampled term.
#ifndef PL_MODEL_PLACES_H
#define PL_MODEL_PLACES_H

#include "model/model.h"

// The position of an element, m: the mean of its vertices at rest. For a Gauss point of a hexahedron the point itself; (u, v, 0) in a
// sheet.
void pl_element_place(const pl_mesh *mesh, const pl_strain *strain, const int32_t *vertex, double place[3]);

// order[n]: the n elements, vertices list[n][n_vertex], along a space-filling curve, so that elements of a block are neighbours and few
// samples affect it. Elements in the same cell of the curve keep their order.
pl_status pl_places_order(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, int32_t n, const int32_t *list, int32_t *order);

// True if a term of the material that acts on this group has samples.
bool pl_group_sampled(const pl_material *material, const pl_group *group);
// The samples that affect each block of the group, term by term: group->near and group->rate_near. Terms with the same samples share them.
pl_status pl_group_near(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, pl_group *group);
// PL_ERROR_INPUT if a sample affects no element of the model: its parameters would be undetermined.
pl_status pl_model_check_samples(const pl_model *model);

#endif
