// models.c: the models for pushed cloth: those of force curves.
#include "estimate/model/registry.h"
#include "protocol/disk-push/disk_part.h"

static int list(pl_fit_model *model) { return pl_curve_models(model, 0); }

const pl_protocol_models pl__disk_models = {.list = list, .usual = pl_curve_usual};
