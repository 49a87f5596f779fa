// models.c: the model for loading and unloading with weights.
#include "estimate/model/registry.h"
#include "protocol/weights/weights_part.h"

static const char *const weights_reads[] = {"friction", "path", NULL};
static const pl_schedule hysteresis = {.name = "weights", .run = pl__weights_fit, .reads = weights_reads};

static int list(pl_fit_model *model) {
  model[0] =
      (pl_fit_model){.name = "quadratic", .help = "(k1 + k2 |s|) s along warp and weft, with internal friction", .schedule = &hysteresis};
  return 1;
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return "quadratic";
}

const pl_protocol_models pl__weights_models = {.list = list, .usual = usual};
