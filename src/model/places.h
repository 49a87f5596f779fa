// places.h: where the elements of a group are in the undeformed body, in which order they are put into blocks, and which material samples a block
// feels. Only groups with a sampled term need any of it.
#ifndef PL_MODEL_PLACES_H
#define PL_MODEL_PLACES_H

#include "model/model.h"

// The place of an element, m: the mean of its vertices at rest; of a point of a hexahedron the point itself; (u, v, 0) in a sheet.
void pl_element_place(const pl_mesh *mesh, const pl_strain *strain, const int32_t *vertex, double place[3]);

// order[n]: the n elements, vertices list[n][n_vertex], along a space-filling curve, so that those of a block are neighbours and few samples matter
// to it. Elements in the same cell of the curve keep their order.
pl_status pl_places_order(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, int32_t n, const int32_t *list, int32_t *order);

// Does a term of the material that acts on this group have samples?
bool pl_group_sampled(const pl_material *material, const pl_group *group);
// The samples that each block of the group feels, term by term: group->near and group->rate_near. Terms with the same samples share them.
pl_status pl_group_near(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, pl_group *group);
// A sample that no element of the model feels has parameters without any meaning: PL_ERROR_INPUT.
pl_status pl_model_check_samples(const pl_model *model);

#endif
