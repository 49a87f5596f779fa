// models.c: the models for hung samples: a field of tensors and its counterpart with an energy; or those of force curves.
#include "estimate/model/registry.h"
#include "protocol/biaxial-hang/hang_part.h"

static const char *const tensor_reads[] = {"start", "points", "components", "ring", "weights", NULL};
static const pl_schedule tensors = {
    .name = "hung samples", .run = pl__hang_fit, .reads = tensor_reads, .joint = &pl_schedule_joint, .keeps = true};
static const pl_schedule energies = {
    .name = "hung samples, with an energy", .run = pl__hang_fit_energy, .reads = tensor_reads, .keeps = true};
static const char *const wang_reads[] = {"progressive", NULL};

static const char *const idle[] = {"rate", NULL};  // weights hang: no times are read

static int list(pl_fit_model *model) {
  model[0] = (pl_fit_model){.name = "wang",
                            .help = "a field of stiffness tensors over extension and direction (Wang 2011)",
                            .schedule = &tensors,
                            .reads = wang_reads};
  model[1] = (pl_fit_model){.name = "wang-energy", .help = "its conservative twin, which has an energy", .schedule = &energies};
  return pl_curve_models(model, 2);
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return "wang";
}

const pl_protocol_models pl__hang_models = {.list = list, .usual = usual, .idle = idle};
