// groups.h: the elements of a model by strain and class, in blocks of lanes, with the sparsity pattern and the scatter positions.
#ifndef PL_MODEL_GROUPS_H
#define PL_MODEL_GROUPS_H

#include "model/model.h"

// Used by pl_model_create: group, fold and pattern of the model. *n_history: rows that the groups keep in a history (0 at first).
pl_status pl_groups_build(pl_model *model, const pl_model_options *options, size_t *n_history);

#endif
