// models.c: the model for rolled strips.
#include "estimate/model/registry.h"
#include "protocol/roll/roll_part.h"

static const char *const roll_reads[] = {"friction", NULL};
static const pl_schedule spirals = {.name = "rolled strips", .run = pl__roll_fit, .reads = roll_reads};

static int list(pl_fit_model *model) {
  model[0] =
      (pl_fit_model){.name = "quadratic", .help = "bending (k1 + k2 |s|) s of each cut, with internal friction", .schedule = &spirals};
  return 1;
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return "quadratic";
}

const pl_protocol_models pl__roll_models = {.list = list, .usual = usual};
