// models.c: the models for bulged sheets: those of force curves.
#include "estimate/model/registry.h"
#include "protocol/bulge/bulge_part.h"

static int list(pl_fit_model *model) { return pl_curve_models(model, 0); }

// A pressure curve alone identifies one stiffness, that of an isotropic sheet whose Poisson's ratio is held.
static const char *usual(const pl_fit *fit, const pl_test *test) { return pl__only_bulges(fit) ? "isotropic" : pl_curve_usual(fit, test); }

const pl_protocol_models pl__bulge_models = {.list = list, .usual = usual};
