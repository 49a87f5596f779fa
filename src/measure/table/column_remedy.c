// column_remedy.c: remedies for a column that is missing, ambiguous, or in a unit of another quantity.
#include <stdio.h>
#include <string.h>

#include "measure/table/curve.h"

static const pl_dim MASS_PER_LENGTH = {1, -1, 0, 0};

static bool reads(const pl_channel_row *row, pl_dim dim) {
  for (int f = 0; f < row->n_form; f++)
    if (pl_dim_equal(row->form[f].dim, dim)) return true;
  return false;
}

// Scales record masses where forces are expected; data sheets of KES write g/cm for gf/cm.
static bool mass_remedy(const char *column, const char *unit, char *hint, size_t size) {
  static const char *const weight[][3] = {
      {"kg", "kgf", "kilogram-force"}, {"g", "gf", "gram-force"}, {"lb", "lbf", "pound-force"}, {"oz", "ozf", "ounce-force"}};
  for (size_t i = 0; i < sizeof weight / sizeof weight[0]; i++) {
    size_t n = strlen(weight[i][0]);
    if (strncmp(unit, weight[i][0], n) != 0 || (unit[n] != '\0' && unit[n] != '/')) continue;
    snprintf(hint, size, "if %s was meant, write %s: \"%.60s [%s%.20s]\"", weight[i][2], weight[i][1], column, weight[i][1], unit + n);
    return true;
  }
  return false;
}

// A force per area needs the thickness that was used.
static void stress_remedy(const char *column, char *hint, size_t size) {
  snprintf(hint, size,
           "\"%.60s\" is a stress, and a fabric is known by its force per width. Multiply it by the thickness that it was divided by (MPa "
           "x mm x 1000 = N/m). Give \"force per width [N/m]\", or give the force",
           column);
}

void pl__column_remedy(const pl_csv *csv, int column, const pl_channel_row *row, pl_dim dim, const char *unit, const char *other,
                       char *hint, size_t size) {
  const char *name = csv->column[column].name;
  bool force = reads(row, PL_DIM_FORCE);
  bool mass = pl_dim_equal(dim, PL_DIM_MASS) || pl_dim_equal(dim, MASS_PER_LENGTH);
  if (force && mass && mass_remedy(name, unit, hint, size)) return;
  if (force && pl_dim_equal(dim, PL_DIM_PRESSURE) && !reads(row, PL_DIM_PRESSURE))
    stress_remedy(name, hint, size);
  else
    snprintf(hint, size, "%s", other);
}

// The only column with a suitable unit, -1 when there is none or several; numbers without a unit may be anything.
static int only_fitting(const pl_csv *csv, const pl_channel_row *row) {
  int found = -1;
  for (int c = 0; c < csv->n_column; c++) {
    const pl_csv_column *column = &csv->column[c];
    bool plain = pl_dim_equal(column->unit.dim, PL_DIM_NONE) && column->unit.factor == 1;
    if (!column->has_unit || plain || !reads(row, column->unit.dim)) continue;
    if (found >= 0) return -1;
    found = c;
  }
  return found;
}

static int stress_column(const pl_csv *csv) {
  for (int c = 0; c < csv->n_column; c++)
    if (csv->column[c].has_unit && pl_dim_equal(csv->column[c].unit.dim, PL_DIM_PRESSURE)) return c;
  return -1;
}

void pl__column_missing(const pl_csv *csv, const pl_channel_row *row, char *hint, size_t size) {
  int fitting = only_fitting(csv, row), stress = reads(row, PL_DIM_FORCE) && !reads(row, PL_DIM_PRESSURE) ? stress_column(csv) : -1;
  if (fitting >= 0)
    snprintf(hint, size, "name it in the experiment file: \"columns\": {\"%s\": \"%.80s\"}", row->name, csv->column[fitting].name);
  else if (stress >= 0)
    stress_remedy(csv->column[stress].name, hint, size);
  else
    snprintf(hint, size, "name it in the experiment file: \"columns\": {\"%s\": {\"name\": \"...\", \"unit\": \"%s\"}}", row->name,
             pl_dim_unit(row->dim));
}

pl_status pl__column_fail_two(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, const int match[2]) {
  const pl_csv_column *a = &csv->column[match[0]], *b = &csv->column[match[1]];
  char hint[300];
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = a->name};
  bool same = strcmp(a->header, b->header) == 0;
  if (same)
    snprintf(
        hint, sizeof hint,
        "choose it by its number: \"columns\": {\"%s\": %d} in the test; of several specimens side by side each is a test with columns of "
        "its own",
        row->name, match[0] + 1);
  else
    snprintf(hint, sizeof hint, "choose it in the experiment file: \"columns\": {\"%s\": \"%.80s\"}", row->name, a->header);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint,
                 PL_ID("experiment.may-column-column") "%s may be column %d (\"%.80s\") or column %d (\"%.80s\")", row->name, match[0] + 1,
                 a->header, match[1] + 1, b->header);
}
