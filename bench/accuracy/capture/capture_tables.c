// capture_tables.c: tables A.1-A.4 of the capture thesis on four virtual fabrics: three cloth models in four variants fitted to five sequences.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bench/accuracy/capture/capture_runs.h"
#include "bench/cases.h"
#include "protocol/capture/view/model_table.h"

enum { SPRINGS, SOFT, STVK, N_MODEL };  // as in cloth_model.h
enum { GENERAL };                       // the first variant: nonlinear orthotropic

typedef struct column {
  const char *name, *test;
  pl_residual_kind kind;  // as the thesis prints it
} column;
static const column columns[] = {{"stretch-X", "stretch-warp", PL_RESIDUAL_FORCE},
                                 {"stretch-Y", "stretch-weft", PL_RESIDUAL_FORCE},
                                 {"shear", "picture-frame", PL_RESIDUAL_PARALLEL},
                                 {"bend-X", "table-edge-warp", PL_RESIDUAL_DISTANCE},
                                 {"bend-Y", "table-edge-weft", PL_RESIDUAL_DISTANCE}};
enum { N_COLUMN = sizeof columns / sizeof columns[0] };

static const struct {
  const char *name;
  int first, last;  // columns that one stage of the fit compares together
} stage[3] = {{"stretch", 0, 1}, {"shear", 2, 2}, {"bend", 3, 4}};

static double residual(const pl_model_table *table, int row, int k) {
  return pl_model_table_value(table, row, columns[k].test, columns[k].kind);
}

static double pooled(const pl_model_table *table, int row, int s) {
  double sum = 0;
  for (int k = stage[s].first; k <= stage[s].last; k++) sum += pow(residual(table, row, k), 2);
  return sqrt(sum / (stage[s].last - stage[s].first + 1));
}

static void show(evidence *e, const char *fabric, const pl_model_table *table) {
  for (int i = 0; i < PL_MODEL_ROWS; i++)
    for (int k = 0; k < N_COLUMN && table->row[i].done; k++) {
      bool mm = columns[k].kind == PL_RESIDUAL_DISTANCE;
      evidence_inform(e, residual(table, i, k) * (mm ? 1e3 : 1), mm ? "mm" : "N", "", "%s, %s, %s: %s", fabric, table->row[i].model,
                      table->row[i].variant, columns[k].name);
    }
}

// Geometric mean of the residuals of all captures, as a fit of springs compares its variants (protocol/capture/fit/fit_capture.c).
static double geometric(const pl_model_table *table, int row) {
  double sum = 0;
  for (int s = 0; s < 3; s++) sum += (stage[s].last - stage[s].first + 1) * log(pooled(table, row, s));
  return exp(sum / N_COLUMN);
}

// Bending springs act in the membrane, so a fit of springs exchanges residuals of one stage for those of another. All stages together are shown
// beside the claims; they prove nothing, because the fit chooses among its starts by nearly this score.
static void show_springs_general(evidence *e, const char *fabric, const pl_model_table *table) {
  int general = pl_model_row_index(SPRINGS, GENERAL);
  double best = INFINITY;
  for (int v = GENERAL + 1; v < PL_MODEL_VARIANTS; v++)
    if (table->row[pl_model_row_index(SPRINGS, v)].done) best = fmin(best, geometric(table, pl_model_row_index(SPRINGS, v)));
  if (isinf(best) || !table->row[general].done) return;
  evidence_inform(e, geometric(table, general) / best, "", "",
                  "%s, springs: geometric mean of residuals of nonlinear orthotropic / of its best restriction", fabric);
}

// The general variant contains the others: its training residual may not be larger, but for where iterations stop.
static void claim_general_best(evidence *e, const char *fabric, const pl_model_table *table) {
  for (int m = 0; m < N_MODEL; m++)
    for (int s = 0; s < 3; s++) {
      int general = pl_model_row_index(m, GENERAL);
      double best = INFINITY;
      for (int v = GENERAL + 1; v < PL_MODEL_VARIANTS; v++)
        if (table->row[pl_model_row_index(m, v)].done) best = fmin(best, pooled(table, pl_model_row_index(m, v), s));
      if (isinf(best) || !table->row[general].done) continue;
      evidence_at_most(e, pooled(table, general, s) / best, "", 1.02,
                       "%s, %s: %s residual of nonlinear orthotropic / of its best restriction", fabric, table->row[general].model,
                       stage[s].name);
    }
}

typedef struct fabric {
  const char *name;
  double thesis;  // shear residual of springs / of the worse of the others, nonlinear orthotropic, tables A.1-A.4
} fabric;

// Residual of springs over that of the worse of the others, general variant.
static double springs_ratio(const pl_model_table *table, int s) {
  double other = fmax(pooled(table, pl_model_row_index(SOFT, GENERAL), s), pooled(table, pl_model_row_index(STVK, GENERAL), s));
  return pooled(table, pl_model_row_index(SPRINGS, GENERAL), s) / other;
}

// Thesis 3.6: springs fit shear and bending worst. Beside our shear ratio stands that of the thesis' own tables, where two of four fabrics are ties.
static void claim_springs_worst(evidence *e, const fabric *f, const pl_model_table *table) {
  evidence_at_least(e, springs_ratio(table, 1), "", 1, "%s: shear residual of springs / of the worse of the others (thesis: %g)", f->name,
                    f->thesis);
  evidence_at_least(e, springs_ratio(table, 2), "", 1, "%s: bend residual of springs / of the worse of the others", f->name);
}

static pl_status fabric_table(evidence *e, const fabric *f, const capture_sizes *sizes, double *log_shear) {
  pl_material *material;
  char path[64] = "fabric-";
  strncat(path, f->name, sizeof path - strlen(path) - 1);
  PL_TRY(pl_material_load(e->ctx, path, &material));
  pl_measurement *measurement;
  int n_missing = 0, n_failed = 0;
  pl_status status = capture_measure(e, material, sizes, capture_fitted, 1, &measurement, &n_missing);
  pl_material_destroy(material);
  PL_TRY(status);
  // fits are kept as they are made when the user wants files: a full table takes long
  const char *folder = NULL;
  if (e->keep) {
    status = evidence_folder(e, &folder);
    if (status == PL_OK && !(folder = pl_path_join(e->arena, folder, f->name))) status = PL_ERROR_MEMORY;
  }
  pl_fit_options options = capture_fit_options(sizes, "auto", "");
  pl_model_task task = {
      .n_fit = 1, .fit = &measurement, .options = &options, .directory = folder, .command = "pliant reproduce capture-tables"};
  if (!e->full) {
    options.tolerance = 1e-4;
    options.max_points = 3;
    // the general variant of every model, and its restrictions for one
    for (int i = 0; i < PL_MODEL_ROWS; i++) task.rows |= (unsigned)(i / N_MODEL == GENERAL || i % N_MODEL == STVK) << i;
  }
  pl_model_table *table;
  if (status == PL_OK) status = pl_model_table_run(e->ctx, &task, &table);
  pl_measurement_destroy(measurement);
  PL_TRY(status);
  show(e, f->name, table);
  show_springs_general(e, f->name, table);
  claim_general_best(e, f->name, table);
  claim_springs_worst(e, f, table);
  *log_shear += log(springs_ratio(table, 1));
  for (int i = 0; i < PL_MODEL_ROWS; i++) n_failed += table->row[i].n_failed;
  evidence_inform(e, n_failed, "", "", "%s: frames without equilibrium in the fitted models", f->name);
  if (n_missing) evidence_inform(e, n_missing, "", "", "%s: frames missing in the captures", f->name);
  pl_model_table_destroy(table);
  return PL_OK;
}

pl_status reproduce_capture_tables(evidence *e) {
  static const fabric fabrics[4] = {{"wool", 0.994}, {"knit", 1.60}, {"denim", 1.10}, {"satin", 1.01}};
  capture_sizes sizes = e->full ? (capture_sizes){20, 40, 16, false, 0, false} : (capture_sizes){10, 20, 6, false, 0, false};
  int n = e->full ? 4 : 1;
  double log_shear = 0;
  for (int i = 0; i < n; i++) PL_TRY(fabric_table(e, &fabrics[i], &sizes, &log_shear));
  if (n > 1)
    evidence_inform(e, exp(log_shear / n), "", "thesis 1.15",
                    "shear residual of springs / of the worse of the others, geometric mean of the fabrics");
  evidence_note(
      e,
      "Residuals as in tables A.1-A.4: stretch N over clip force vectors, shear N along the clips, bend mm over free vertices. "
      "Virtual fabrics shaped after the thesis' four, captured on %d x %d moved vertices with 0.1 mm and 3 mN of noise, fitted on "
      "%d x %d, %d frames a sequence; their membrane law is none of the three. The thesis' own residuals are larger (0.2-8 N, "
      "12-190 mm): real cloth has hysteresis, and these captures were made without.",
      sizes.captured + 1, sizes.captured + 1, sizes.cells + 1, sizes.cells + 1, sizes.frames);
  evidence_note(e, "Springs and shear: in the thesis' tables the residual of springs is 1.01 (satin), 1.60 (knit), 1.10 (denim) and 0.99 "
                   "(wool) times that of the worse of the other two models: worst on average, not for every fabric.");
  return PL_OK;
}
