// models.c: the models for bodies in poses: those of solids and those of sheets.
#include <string.h>

#include "estimate/model/body_model.h"
#include "estimate/model/registry.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/poses_part.h"

static const char *const sample_reads[] = {"samples", "sample-radius", "sample-contrast", "mesh-correction", NULL};
static const pl_schedule bodies = {.name = "bodies in poses", .run = pl__poses_fit, .reads = sample_reads};

#define CHOICE "addends", "folds", "refine"
static const char *const plain[] = {NULL}, *const chosen[] = {CHOICE, NULL}, *const polyconvex[] = {"polyconvex", NULL},
                         *const both[] = {CHOICE, "polyconvex", NULL};

static bool is_solid(const pl_test *test) { return pl_mesh_is_solid(pl_poses_of(test)->mesh); }
static bool is_sheet(const pl_test *test) { return !is_solid(test); }

static int list(pl_fit_model *model) {
  PL_ASSERT(pl_body_count() <= PL_MAX_MODEL);
  for (int i = 0; i < pl_body_count(); i++) {
    const pl_body_row *row = pl_body_at(i);
    model[i] = (pl_fit_model){.name = row->name,
                              .help = row->help,
                              .body = row->solid ? PL_MODEL_SOLID : PL_MODEL_SHEET,
                              .schedule = &bodies,
                              .reads = row->choice       ? row->polyconvex ? both : chosen
                                       : row->polyconvex ? polyconvex
                                                         : plain,
                              .additive = row->choice,
                              .suits = row->solid ? is_solid : is_sheet};
  }
  return pl_body_count();
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  return is_sheet(test) ? "isotropic" : fit->problem.options.polyconvex ? "neo-hookean" : "stvk";
}

const pl_protocol_models pl__poses_models = {.list = list, .usual = usual};
