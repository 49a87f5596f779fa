// models.c: the models for force curves of clamped cloth.
#include "estimate/model/registry.h"
#include "protocol/tensile/tensile_part.h"

static int list(pl_fit_model *model) { return pl_curve_models(model, 0); }

const pl_protocol_models pl__tensile_models = {.list = list, .usual = pl_curve_usual};
