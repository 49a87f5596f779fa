// model_table.h: every cloth model in every variant fitted to one fabric, as in tables A.1-A.4 of the capture thesis.
//
//   DIR/MODEL-VARIANT/   the result folder of each fit (result.h)
//   DIR/table.json       rows, figures, residuals
//   DIR/table.csv        the same for spreadsheets
//   DIR/report.html      the tables and the fits side by side (compare.h), made from table.json and the fit.json of each fit
// The protocol whose tests are compared so fits them (pl_protocol_view.compare_models).
#ifndef PL_REPORT_MODELS_MODEL_TABLE_H
#define PL_REPORT_MODELS_MODEL_TABLE_H

#include <pliant/report.h>

#include "report/result/result.h"

enum { PL_MODEL_VARIANTS = 4, PL_MODEL_ROWS = 12 };

// Residuals over all frames of a test: N over clips as vectors, N along the clips, m over free vertices.
typedef enum pl_residual_kind { PL_RESIDUAL_FORCE, PL_RESIDUAL_PARALLEL, PL_RESIDUAL_DISTANCE, PL_RESIDUAL_COUNT } pl_residual_kind;

// A column of the table: one kind of residual of one test.
typedef struct pl_model_figure {
  const char *test, *motion, *direction;
  pl_residual_kind kind;
  const char *residual;  // its name in table.json
  bool held_out;
  bool main;  // the quantity that the fit compared, as the thesis prints it; for held-out tests forces and distances
} pl_model_figure;

typedef struct pl_model_row {
  const char *model;    // "springs"
  const char *variant;  // "nonlinear orthotropic"
  const char *folder;   // below the table's folder
  bool done, converged;
  int n_parameter, n_failed;  // frames without equilibrium, fitted and held out
  double seconds;
  double *value;  // [n_figure], SI; NAN when no frame was predicted
} pl_model_row;

struct pl_model_table {
  pl_arena *arena;
  const char *name;  // of the fabric
  const char *command;
  int n_figure;
  pl_model_figure *figure;
  pl_model_row row[PL_MODEL_ROWS];  // variants in the order of the thesis, within each the models
};

typedef struct pl_model_task {
  int n_fit, n_hold;
  pl_measurement *const *fit, *const *hold;
  const pl_fit_options *options;  // model must be auto; variant may be convex, which applies to all rows
  const char *directory;          // NULL: nothing is written
  const char *command;            // as typed
  unsigned rows;                  // bit i: row i is fitted; 0: all
} pl_model_task;

// Index of a model and variant in `row`: variant 0 nonlinear orthotropic, 1 linear orthotropic, 2 nonlinear isotropic, 3 linear isotropic;
// model as in cloth_model.h.
static inline int pl_model_row_index(int model, int variant) { return PL_MODEL_ROWS / PL_MODEL_VARIANTS * variant + model; }
// The row with the smallest residual of a figure, -1 when there is none.
int pl_model_table_best(const pl_model_table *table, int figure);
// Residual by test and kind; NAN when absent.
double pl_model_table_value(const pl_model_table *table, int row, const char *test, pl_residual_kind kind);

pl_status pl_model_table_json(pl_context *ctx, const pl_model_table *table, pl_json_writer **writer);
// table.json, table.csv and report.html into an existing folder.
pl_status pl_model_table_save(pl_context *ctx, const char *directory, const pl_model_table *table);

#endif
