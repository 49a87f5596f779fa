// csv_column.c: finding a column by name, and its numbers in SI.
#include "base/csv/csv_part.h"
#include "base/csv/say_csv.h"
#include "base/sentence/sentence.h"
#include "base/text.h"
#include "base/unit_si.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = PL_CSV_NAME };

// Lower case without blanks, underscores and hyphens; also for Latin-1 letters, U+00C0 to U+00DE, whose lower case is 0x20 further.
void pl__csv_normalise(const char *name, char out[PL_CSV_NAME]) {
  size_t n = 0;
  for (; *name != '\0' && n + 1 < MAX_NAME; name++) {
    if (*name == ' ' || *name == '_' || *name == '-' || *name == '\t') continue;
    unsigned char c = (unsigned char)*name;
    bool latin = n > 0 && out[n - 1] == '\xC3' && c >= 0x80 && c <= 0x9E && c != 0x97;
    out[n++] = (char)(latin || (c >= 'A' && c <= 'Z') ? c + 0x20 : c);
  }
  out[n] = '\0';
}

// The same name up to case, blanks, underscores; without the unit part of either when `bare`.
static bool same_name(const pl_csv_column *column, const char *name, bool bare) {
  char ours[MAX_NAME], theirs[MAX_NAME], split[MAX_NAME], unit_text[MAX_NAME];
  pl_unit unit;
  bool has_unit;
  pl__csv_normalise(bare ? column->name : column->header, ours);
  pl__csv_normalise(name, theirs);
  if (ours[0] != '\0' && strcmp(ours, theirs) == 0) return true;
  if (!bare) return false;
  pl__csv_split_header(name, split, unit_text, MAX_NAME, &unit, &has_unit);
  pl__csv_normalise(split, theirs);
  return ours[0] != '\0' && strcmp(ours, theirs) == 0;
}

void pl_csv_list_columns(const pl_csv *csv, const bool *chosen, char *text, size_t size) {
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
  bool same = strcmp(csv->column[first].header, csv->column[second].header) == 0;
  return pl_fail(ctx, PL_ERROR_INPUT, where != NULL ? where : &here,
                 same ? "rename one of them; \"columns\" of an experiment file also takes the number of a column in place of its name"
                      : "name the column in full in the experiment file, or rename one of them",
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
  pl_csv_list_columns(csv, NULL, all, sizeof all);
  snprintf(hint, sizeof hint, nearest != NULL ? "did you mean \"%.80s\"?" : "name one of these columns", nearest != NULL ? nearest : "");
  pl_where here = {.file = csv->file, .line = csv->header_line};
  return pl_fail(ctx, PL_ERROR_INPUT, where != NULL ? where : &here, hint,
                 PL_ID("csv.no-column-line-has") "no column \"%.80s\" in %s; line %d has %s", name, csv->file, csv->header_line, all);
}

int pl_csv_matches(const pl_csv *csv, const char *const *names, int match[2]) {
  int n = 0;
  for (int i = 0; i < csv->n_column; i++) {
    const char *const *name = names;
    while (*name != NULL && !same_name(&csv->column[i], *name, true)) name++;
    if (*name == NULL) continue;
    if (n < 2) match[n] = i;
    n++;
  }
  return n;
}

pl_status pl_csv_guess(pl_context *ctx, const pl_csv *csv, const char *const *names, int *index) {
  int match[2], n = pl_csv_matches(csv, names, match);
  *index = n == 1 ? match[0] : -1;
  return n > 1 ? fail_several(ctx, csv, csv->column[match[1]].name, NULL, match[0], match[1]) : PL_OK;
}

// ---- numbers ----

// The unit to use: the given one, else the column's.
static pl_status choose_unit(pl_context *ctx, const pl_csv *csv, const pl_csv_column *column, pl_dim dim, const char *unit_text,
                             pl_unit *unit) {
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = column->header};
  const char *name = pl_dim_name(dim), *article = pl__article(name);
  char hint[256];
  snprintf(hint, sizeof hint, "write the unit in the header, \"%.60s [%s]\", or in the experiment file; units of this kind: %s",
           column->name, pl_dim_unit(dim), pl_dim_examples(dim));
  const char *text = unit_text != NULL ? unit_text : column->unit_text;
  if (unit_text != NULL ? !pl_unit_parse(unit_text, unit) : column->unit_text[0] != '\0' && !column->has_unit)
    return pl_fail(ctx, PL_ERROR_UNIT, &where, hint,
                   PL_ID("csv.unit-column-not-known") "the unit \"%.60s\" of this column is not known, expected %s %s", text, article,
                   name);
  if (unit_text == NULL) {
    if (!column->has_unit && pl_dim_equal(dim, PL_DIM_NONE)) {
      *unit = (pl_unit){1, PL_DIM_NONE};
      return PL_OK;
    }
    if (!column->has_unit)
      return pl_fail(ctx, PL_ERROR_UNIT, &where, hint, PL_ID("csv.column-has-no-unit") "this column has no unit, expected %s %s", article,
                     name);
    *unit = column->unit;
  }
  if (!pl_dim_equal(unit->dim, dim)) {
    const char *found = pl_dim_name(unit->dim);
    return pl_fail(ctx, PL_ERROR_UNIT, &where, hint,
                   PL_ID("csv.unit-column-expected") "the unit \"%.60s\" of this column is that of %s %s, expected %s %s", text,
                   pl__article(found), found, article, name);
  }
  if (unit_text != NULL && column->has_unit && (column->unit.factor != unit->factor || !pl_dim_equal(column->unit.dim, unit->dim)))
    pl_log(ctx, PL_LOG_WARNING, PL_TEXT(SAY_COLUMN_UNIT), csv->file, column->name, unit_text, column->unit_text);
  return PL_OK;
}

// From this row on (two rows or more) a column that began with numbers has none: means, remarks and other summaries.
static bool ends_at(const pl_csv *csv, int row, int column) {
  double number;
  for (int i = row; i < csv->n_row; i++)
    if (pl__csv_form(csv->cell[i][column], &number) != PL_CSV_TEXT) return false;
  return row > 0 && row + 1 < csv->n_row;
}

pl_status pl_csv_number(pl_context *ctx, const pl_csv *csv, int row, int column, double *number) {
  const char *cell = csv->cell[row][column];
  pl_where where = {.file = csv->file, .line = csv->line[row], .key = csv->column[column].header};
  if (cell[0] == '\0') return pl_fail(ctx, PL_ERROR_INPUT, &where, "fill it in or remove the row", "the cell is empty, expected a number");
  pl_csv_form form = pl__csv_form(cell, number);
  bool comma = form == PL_CSV_COMMA || form == PL_CSV_COMMA_UNCLEAR;
  if (form == PL_CSV_TEXT && ends_at(csv, row, column))
    return pl__csv_fail_rows(ctx, csv->file, csv->line[row], csv->line[csv->n_row - 1], cell);
  if (form == PL_CSV_TEXT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "correct or remove the row", PL_ID("csv.not-number") "\"%.60s\" is not a number", cell);
  if (form == PL_CSV_NOT_FINITE)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the row", PL_ID("csv.not-finite-number") "\"%.60s\" is not a finite number", cell);
  if (form == PL_CSV_COMMA_UNCLEAR && !csv->decimal_comma)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write it without the comma or with a decimal point",
                   "\"%.60s\" may mean a thousand or a decimal comma, expected a number with a decimal point", cell);
  if (comma != csv->decimal_comma && form != PL_CSV_INTEGER)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write all numbers the same way",
                   PL_ID("csv.has-decimal-rest-file") "\"%.60s\" has a decimal %s, the rest of the file a decimal %s", cell,
                   comma ? "comma" : "point", comma ? "point" : "comma");
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
    PL_TRY(pl_csv_number(ctx, csv, i, column, &number));
    values[i] = pl_unit_si(unit, number);
    if (!isfinite(values[i])) {
      pl_where where = {.file = csv->file, .line = csv->line[i], .key = csv->column[column].header};
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "check the exponent", "\"%.60s\" is too large", csv->cell[i][column]);
    }
  }
  *si = values;
  return PL_OK;
}
