// models.c: the models for loops of moment over curvature.
#include "estimate/model/registry.h"
#include "protocol/moment-curvature/choose.h"
#include "protocol/moment-curvature/moment_part.h"

static const char *const loop_reads[] = {"friction", NULL};
static const pl_schedule loops = {.name = "loops", .run = pl__moment_fit, .reads = loop_reads, .joint = &pl_schedule_joint};

static int list(pl_fit_model *model) {
  for (int i = 0; i < pl_bend_law_count(); i++)
    model[i] = (pl_fit_model){.name = pl_bend_law_at(i)->model, .help = pl_bend_law_at(i)->help, .schedule = &loops};
  return pl_bend_law_count();
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return pl_bend_law_at(0)->model;
}

const pl_protocol_models pl__moment_models = {.list = list, .usual = usual};
