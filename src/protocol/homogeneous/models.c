// models.c: the models for homogeneous states: rubber laws for isotropic bodies, and two for bodies with axes.
#include "estimate/model/registry.h"
#include "estimate/model/rubber_model.h"
#include "estimate/model/tissue_model.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_part.h"

static const pl_schedule states = {.name = "homogeneous states", .run = pl__homogeneous_fit};
static const char *const rubber_reads[] = {"polyconvex", NULL}, *const axes_reads[] = {"friction", "rate", NULL};

static bool is_isotropic(const pl_test *test) { return pl_homogeneous_of(test)->symmetry == PL_SYMMETRY_ISOTROPIC; }
static bool has_axes(const pl_test *test) { return !is_isotropic(test); }
static bool is_sheet_with_axes(const pl_test *test) { return has_axes(test) && pl_homogeneous_of(test)->thickness > 0; }

static bool has_axes_and_volume(const pl_test *test) {
  return is_sheet_with_axes(test) || (has_axes(test) && pl_homogeneous_of(test)->incompressible);
}

// Stresses of a rubber whose volume is kept are those of known stretches.
static bool is_incompressible(const pl_test *test) { return pl_homogeneous_of(test)->incompressible; }

// Neo-Hooke is polyconvex as it is: it has no constraint to hold.
static bool has_polyconvex_form(const pl_rubber_row *row) { return !row->law || pl_law_takes(pl_law_find(row->law), "polyconvex"); }

static int list(pl_fit_model *model) {
  PL_ASSERT(pl_rubber_count() + 2 + pl_tissue_count() <= PL_MAX_MODEL);
  int n = 0;
  for (int i = 0; i < pl_rubber_count(); i++)
    model[n++] = (pl_fit_model){.name = pl_rubber_at(i)->name,
                                .help = pl_rubber_at(i)->help,
                                .body = PL_MODEL_SOLID,
                                .schedule = &states,
                                .reads = has_polyconvex_form(pl_rubber_at(i)) ? rubber_reads : NULL,
                                .linear = pl_rubber_at(i)->kind == PL_RUBBER_OGDEN ? NULL : is_incompressible,
                                .additive = pl_rubber_at(i)->kind == PL_RUBBER_ADDITIVE,
                                .suits = is_isotropic};
  model[n++] = (pl_fit_model){.name = "additive",
                              .help = "orthotropic sheets: curves of warp, weft and shear strain and their pairs, chosen by held-out rows",
                              .schedule = &states,
                              .reads = axes_reads,
                              .additive = true,
                              .suits = is_sheet_with_axes};
  model[n++] = (pl_fit_model){.name = "orthotropic",
                              .help = "orthotropic sheets and blocks: linear on Green strain",
                              .schedule = &states,
                              .reads = axes_reads,
                              .suits = has_axes};
  for (int i = 0; i < pl_tissue_count(); i++) {
    const pl_tissue_row *row = pl_tissue_at(i);
    model[n++] = (pl_fit_model){.name = row->name,
                                .help = row->help,
                                .schedule = &states,
                                .reads = axes_reads,
                                .suits = row->keeps_volume ? has_axes_and_volume : has_axes};
  }
  return n;
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit;
  return has_axes(test) && !is_sheet_with_axes(test) ? "orthotropic" : "additive";
}

const pl_protocol_models pl__homogeneous_models = {.list = list, .usual = usual};
