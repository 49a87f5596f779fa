// models.c: the models for bending strips.
#include "estimate/model/registry.h"
#include "protocol/cantilever/bending_model.h"
#include "protocol/cantilever/cantilever_part.h"

static const char *const strip_reads[] = {"start", "monotone", NULL};
static const pl_schedule strips = {
    .name = "strips", .run = pl__cantilever_fit, .reads = strip_reads, .joint = &pl_schedule_joint, .keeps = true};
static const char *const curve_reads[] = {"bend-knots", NULL};

static int list(pl_fit_model *model) {
  for (int i = 0; i < pl_bending_count(); i++) {
    const pl_bending_row *row = pl_bending_at(i);
    model[i] = (pl_fit_model){.name = row->model, .help = row->help, .schedule = &strips, .reads = row->curve ? curve_reads : NULL};
  }
  return pl_bending_count();
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return pl_bending_at(0)->model;
}

const pl_protocol_models pl__cantilever_models = {.list = list, .usual = usual};
