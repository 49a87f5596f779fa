// csv_column.c: finding a column by name, and its numbers in SI.
#include "base/csv_part.h"
#include "base/text.h"
#include "base/unit_si.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 256 };

// Lower case without blanks, underscores and hyphens.
static void normalise(const char *name, char out[MAX_NAME]) {
  size_t n = 0;
  for (; *name != '\0' && n + 1 < MAX_NAME; name++) {
    if (*name == ' ' || *name == '_' || *name == '-' || *name == '\t') continue;
    out[n++] = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
  }
  out[n] = '\0';
}

// The same name up to case, blanks, underscores; without the unit part of either when `bare`.
static bool same_name(const pl_csv_column *column, const char *name, bool bare) {
  char ours[MAX_NAME], theirs[MAX_NAME], split[MAX_NAME], unit_text[MAX_NAME];
  pl_unit unit;
  bool has_unit;
  normalise(bare ? column->name : column->header, ours);
  normalise(name, theirs);
  if (ours[0] != '\0' && strcmp(ours, theirs) == 0) return true;
  if (!bare) return false;
  pl__csv_split_header(name, split, unit_text, MAX_NAME, &unit, &has_unit);
  normalise(split, theirs);
  return ours[0] != '\0' && strcmp(ours, theirs) == 0;
}

// `"Time", "Load [N]"`: as many as fit, of those chosen (NULL: all).
static void list_columns(const pl_csv *csv, const bool *chosen, char *text, size_t size) {
  size_t at = 0;
  text[0] = '\0';
  for (int i = 0; i < csv->n_column; i++) {
    if (chosen != NULL && !chosen[i]) continue;
    size_t needed = strlen(csv->column[i].header) + 8;
    if (at + needed + 4 >= size) {
      snprintf(text + at, size - at, ", ...");
      return;
    }
    at += (size_t)snprintf(text + at, size - at, "%s\"%s\"", at > 0 ? ", " : "", csv->column[i].header);
  }
}

static pl_status fail_several(pl_context *ctx, const pl_csv *csv, const char *name, const pl_where *where, int first, int second) {
  pl_where here = {.file = csv->file, .line = csv->header_line};
  return pl_fail(ctx, PL_ERROR_INPUT, where != NULL ? where : &here,
                 "name the column in full in the experiment file, or rename one of them",
                 "\"%.80s\" may be column %d (\"%.80s\") or column %d (\"%.80s\") of %s", name, first + 1, csv->column[first].header,
                 second + 1, csv->column[second].header, csv->file);
}

pl_status pl_csv_find(pl_context *ctx, const pl_csv *csv, const char *name, const pl_where *where, int *index) {
  *index = -1;
  // From the strictest reading to the loosest; the first that matches decides.
  for (int level = 0; level < 4; level++) {
    int found = -1;
    for (int i = 0; i < csv->n_column; i++) {
      const pl_csv_column *column = &csv->column[i];
      bool match = level == 0   ? strcmp(column->header, name) == 0
                   : level == 1 ? column->name[0] != '\0' && strcmp(column->name, name) == 0
                                : same_name(column, name, level == 3);
      if (!match) continue;
      if (found >= 0) return fail_several(ctx, csv, name, where, found, i);
      found = i;
    }
    if (found < 0) continue;
    *index = found;
    return PL_OK;
  }

  const char *names[64];
  int n = 0;
  for (; n < 64 && n < csv->n_column; n++) names[n] = csv->column[n].name;
  const char *nearest = pl_text_nearest(name, n, names);
  char all[512], hint[160];
  list_columns(csv, NULL, all, sizeof all);
  snprintf(hint, sizeof hint, nearest != NULL ? "did you mean \"%.80s\"?" : "name one of these columns", nearest != NULL ? nearest : "");
  pl_where here = {.file = csv->file, .line = csv->header_line};
  return pl_fail(ctx, PL_ERROR_INPUT, where != NULL ? where : &here, hint, "no column \"%.80s\" in %s; line %d has %s", name, csv->file,
                 csv->header_line, all);
}

pl_status pl_csv_guess(pl_context *ctx, const pl_csv *csv, const char *const *names, int *index) {
  *index = -1;
  for (int i = 0; i < csv->n_column; i++) {
    for (const char *const *name = names; *name != NULL; name++) {
      if (!same_name(&csv->column[i], *name, true)) continue;
      if (*index >= 0) {
        int first = *index;
        *index = -1;
        return fail_several(ctx, csv, *name, NULL, first, i);
      }
      *index = i;
      break;
    }
  }
  return PL_OK;
}

// ---- numbers ----

// The unit to use: the given one, else the column's own.
static pl_status choose_unit(pl_context *ctx, const pl_csv *csv, const pl_csv_column *column, pl_dim dim, const char *unit_text,
                             pl_unit *unit) {
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = column->header};
  const char *name = pl_dim_name(dim), *article = pl__article(name);
  char hint[256];
  snprintf(hint, sizeof hint, "write the unit in the header, \"%.60s [%s]\", or in the experiment file; units of this kind: %s",
           column->name, pl_dim_unit(dim), pl_dim_examples(dim));
  const char *text = unit_text != NULL ? unit_text : column->unit_text;
  if (unit_text != NULL ? !pl_unit_parse(unit_text, unit) : column->unit_text[0] != '\0' && !column->has_unit)
    return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, "the unit \"%.60s\" of this column is not known, expected %s %s", text, article, name);
  if (unit_text == NULL) {
    if (!column->has_unit && pl_dim_equal(dim, PL_DIM_NONE)) {
      *unit = (pl_unit){1, PL_DIM_NONE};
      return PL_OK;
    }
    if (!column->has_unit) return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, "this column has no unit, expected %s %s", article, name);
    *unit = column->unit;
  }
  if (!pl_dim_equal(unit->dim, dim)) {
    const char *found = pl_dim_name(unit->dim);
    return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, "the unit \"%.60s\" of this column is that of %s %s, expected %s %s", text,
                   pl__article(found), found, article, name);
  }
  if (unit_text != NULL && column->has_unit && (column->unit.factor != unit->factor || !pl_dim_equal(column->unit.dim, unit->dim)))
    pl_log(ctx, PL_LOG_WARNING, "%s: column \"%s\" is read in %s as the experiment file says, though its header says %s", csv->file,
           column->name, unit_text, column->unit_text);
  return PL_OK;
}

static pl_status read_cell(pl_context *ctx, const pl_csv *csv, int row, int column, double *number) {
  const char *cell = csv->cell[row][column];
  pl_where where = {.file = csv->file, .line = csv->line[row], .key = csv->column[column].header};
  if (cell[0] == '\0') return pl_fail(ctx, PL_ERROR_INPUT, &where, "fill it in or remove the row", "the cell is empty, expected a number");
  pl_csv_form form = pl__csv_form(cell, number);
  bool comma = form == PL_CSV_COMMA || form == PL_CSV_COMMA_UNCLEAR;
  if (form == PL_CSV_TEXT) return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct or remove the row", "\"%.60s\" is not a number", cell);
  if (form == PL_CSV_NOT_FINITE) return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the row", "\"%.60s\" is not a finite number", cell);
  if (form == PL_CSV_COMMA_UNCLEAR && !csv->decimal_comma)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write it without the comma or with a decimal point",
                   "\"%.60s\" may mean a thousand or a decimal comma, expected a number with a decimal point", cell);
  if (comma != csv->decimal_comma && form != PL_CSV_INTEGER)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write all numbers the same way",
                   "\"%.60s\" has a decimal %s, the rest of the file a decimal %s", cell, comma ? "comma" : "point",
                   comma ? "point" : "comma");
  return PL_OK;
}

pl_status pl_csv_numbers(pl_arena *arena, const pl_csv *csv, int column, pl_dim dim, const char *unit_text, double **si) {
  pl_context *ctx = pl_arena_context(arena);
  PL_ASSERT(column >= 0 && column < csv->n_column);
  *si = NULL;
  pl_unit unit;
  PL_TRY(choose_unit(ctx, csv, &csv->column[column], dim, unit_text, &unit));
  double *values = pl_arena_alloc(arena, (size_t)csv->n_row, sizeof *values);
  if (values == NULL) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++) {
    double number;
    PL_TRY(read_cell(ctx, csv, i, column, &number));
    values[i] = pl_unit_si(unit, number);
    if (!isfinite(values[i])) {
      pl_where where = {.file = csv->file, .line = csv->line[i], .key = csv->column[column].header};
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "check the exponent", "\"%.60s\" is too large", csv->cell[i][column]);
    }
  }
  *si = values;
  return PL_OK;
}
