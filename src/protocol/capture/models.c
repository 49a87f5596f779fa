// models.c: the models for captures, and their schedules.
#include "estimate/model/cloth_model.h"
#include "estimate/model/registry.h"
#include "protocol/capture/capture_part.h"

static const char *const cloth_reads[] = {"variant", "max-points", "refine", "start", "friction", NULL};
static const pl_schedule cloth = {.name = "captures", .run = pl__capture_fit, .reads = cloth_reads};

static const char *const additive_reads[] = {"addends", "convexity", "folds",       "max-points", "refine",
                                             "start",   "friction",  "progressive", NULL};
static const pl_schedule additive = {.name = "additive captures", .run = pl__capture_fit_additive, .reads = additive_reads};

static int list(pl_fit_model *model) {
  PL_ASSERT(pl_cloth_count() + 1 <= PL_MAX_MODEL);
  int n = 0;
  for (int i = 0; i < pl_cloth_count(); i++)
    model[n++] = (pl_fit_model){.name = pl_cloth_at(i)->name, .help = pl_cloth_at(i)->help, .schedule = &cloth};
  model[n++] = (pl_fit_model){.name = "additive",
                              .help = "sums of curves of warp, weft, shear and their pairs, in stages or by choice (Miguel 2016)",
                              .schedule = &additive,
                              .additive = true};
  return n;
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return "shell";
}

static const char *const reads[] = {"compare", "mesh-error", NULL};
static const char more[] = "The default is shell: springs, soft-constraints and stvk are the models of the thesis.\n"
                           "--variant takes linear, isotropic, convex, or several with commas between; frames.csv is written too.\n"
                           "--all-models fits the three models of the thesis in four variants into DIR/MODEL-VARIANT and writes "
                           "DIR/table.csv, table.json and report.html;\n"
                           "its exit status is 0 when every fit converged.";
const pl_protocol_models pl__capture_models = {.list = list, .usual = usual, .reads = reads, .more = more};
