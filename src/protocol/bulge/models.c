// models.c: the models for bulged sheets: those of force curves.
#include "estimate/model/registry.h"
#include "protocol/bulge/bulge_part.h"

static int list(pl_fit_model *model) { return pl_curve_models(model, 0); }

const pl_protocol_models pl__bulge_models = {.list = list, .usual = pl_curve_usual};
