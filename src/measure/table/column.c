// column.c: from the columns of a table to the channels of a test.
//
// A channel can be read in several forms (a displacement also as a strain, a stretch ratio or a current length). The form is determined, in
// this order, by "as", the dimension of the unit, and the column's name. If it is still ambiguous, that is an error.
#include "measure/table/curve.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv/csv_part.h"
#include "base/sentence/sentence.h"
#include "base/text.h"
#include "measure/doubt/say_doubts.h"

typedef struct column_choice {
  int column;
  const char *unit_text;  // from the experiment file, or NULL
  pl_json *unit_value;
  int form;  // -1: not given
  bool known_unit;
  pl_unit unit;
} column_choice;

static bool contains_word(const char *text, const char *word) {
  size_t n = strlen(word);
  for (; *text; text++) {
    size_t i = 0;
    while (i < n && tolower((unsigned char)text[i]) == word[i]) i++;
    if (i == n) return true;
  }
  return false;
}

// "force (N, cN, gf) or force-per-width (N/m, gf/cm)"
static void list_forms(const pl_channel_row *row, pl_text *out) {
  for (int f = 0; f < row->n_form; f++) {
    const char *examples = pl_dim_examples(row->form[f].dim);
    pl_text_printf(out, "%s%s", f == 0 ? "" : f == row->n_form - 1 ? " or " : ", ", row->form[f].name);
    if (!pl_dim_equal(row->form[f].dim, PL_DIM_NONE)) pl_text_printf(out, " (%s)", examples);
  }
}

// ---- settings of a column in the experiment file ----

static pl_status read_column_object(pl_context *ctx, const pl_channel_row *row, pl_json *object, pl_json **name, column_choice *choice) {
  static const char *const known[] = {"name", "column", "unit", "as"};
  *name = pl_json_find(object, "column");
  if (!*name) PL_TRY(pl_json_get(ctx, object, "name", PL_JSON_STRING, name));
  choice->unit_value = pl_json_find(object, "unit");
  if (choice->unit_value) PL_TRY(pl_json_text(ctx, choice->unit_value, &choice->unit_text));
  pl_json *as = pl_json_find(object, "as");
  if (as) {
    const char *names[8];
    for (int f = 0; f < row->n_form; f++) names[f] = row->form[f].name;
    PL_TRY(pl_json_choice(ctx, as, row->n_form, names, &choice->form));
  }
  return pl_json_done(ctx, object, 4, known);
}

// By the usual names of its forms, in their order.
static pl_status guess_column(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, int *column) {
  for (int f = 0; f < row->n_form && *column < 0; f++) {
    int match[2], n = pl_csv_matches(csv, row->form[f].usual, match);
    if (n > 1) return pl__column_fail_two(ctx, csv, row, match);
    if (n == 1) *column = match[0];
  }
  return PL_OK;
}

static pl_status find_column(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, pl_json *given, column_choice *choice) {
  if (!given) return guess_column(ctx, csv, row, &choice->column);
  pl_json *name = given;
  if (given->kind == PL_JSON_OBJECT) PL_TRY(read_column_object(ctx, row, given, &name, choice));
  const char *text;
  pl_where where = pl_json_where(name);
  if (name->kind == PL_JSON_NUMBER) {  // counted from 1, for tables with two columns of the same name
    int64_t number;
    PL_TRY(pl_json_integer(ctx, name, 1, csv->n_column, &number));
    choice->column = (int)number - 1;
    return PL_OK;
  }
  if (name->kind != PL_JSON_STRING) {
    return pl_fail(ctx, PL_ERROR_INPUT, &where,
                   "write \"Load\" or {\"name\": \"Load\", \"unit\": \"N\"}, or its number; null leaves the channel out",
                   "must be the name of a column");
  }
  PL_TRY(pl_json_text(ctx, name, &text));
  return pl_csv_find(ctx, csv, text, &where, &choice->column);
}

// True if the unit of the header is one of another quantity. A header may be corrected from cm to mm, not from MPa to N. The text
// "force_N" may be a name.
static bool says_another(const pl_csv_column *column, pl_dim dim) {
  bool plain = pl_dim_equal(column->unit.dim, PL_DIM_NONE) && column->unit.factor == 1;
  size_t n = strlen(column->name);
  bool underscore = strlen(column->header) > n && column->header[n] == '_';
  return column->has_unit && !plain && !underscore && !pl_dim_equal(column->unit.dim, dim);
}

static pl_status find_unit(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, column_choice *choice) {
  const pl_csv_column *column = &csv->column[choice->column];
  if (choice->unit_text) {
    pl_where where = pl_json_where(choice->unit_value);
    if (!pl_unit_parse(choice->unit_text, &choice->unit))
      return pl_fail(ctx, PL_ERROR_UNIT, &where, "write a unit such as mm, N, N/m or %",
                     PL_ID("experiment.not-unit") "\"%s\" is not a unit", choice->unit_text);
    if (says_another(column, choice->unit.dim)) {
      char hint[300];
      pl__column_remedy(csv, choice->column, row, column->unit.dim, column->unit_text, "leave \"unit\" out, or name another column", hint,
                        sizeof hint);
      return pl_fail(ctx, PL_ERROR_UNIT, &where, hint,
                     PL_ID("experiment.column-declared-header-says") "column \"%s\" is declared in %s (%s), but its header says %s (%s)",
                     column->name, choice->unit_text, pl_dim_name(choice->unit.dim), column->unit_text, pl_dim_name(column->unit.dim));
    }
    choice->known_unit = true;
  } else if (column->has_unit) {
    choice->unit = column->unit;
    choice->known_unit = true;
  }
  return PL_OK;
}

// ---- the form ----

// True if the column's name indicates this form. Only dimensionless forms are distinguished by a part of their name.
static bool name_says(const char *name, const pl_channel_form *form) {
  for (int i = 0; form->usual[i]; i++) {
    if (pl_text_same(name, form->usual[i])) return true;
  }
  if (!pl_dim_equal(form->dim, PL_DIM_NONE)) return false;
  if (contains_word(name, form->name)) return true;
  return strcmp(form->name, "stretch") == 0 && contains_word(name, "ratio");
}

static pl_status fail_dimension(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, const column_choice *choice) {
  const pl_csv_column *column = &csv->column[choice->column];
  pl_text forms;
  pl_text_init(&forms, ctx);
  list_forms(row, &forms);
  pl_where where = {csv->file, csv->header_line, 0, column->name};
  if (choice->unit_text) where = pl_json_where(choice->unit_value);
  const char *unit = choice->unit_text ? choice->unit_text : column->unit_text;
  char hint[300];
  pl__column_remedy(csv, choice->column, row, choice->unit.dim, unit,
                    "correct the unit, or choose another column with \"columns\" in the experiment file", hint, sizeof hint);
  pl_status status =
      pl_fail(ctx, PL_ERROR_UNIT, &where, hint, PL_ID("experiment.column-read") "column \"%s\" is in %s (%s), but %s is read from: %s",
              column->name, unit, pl_dim_name(choice->unit.dim), row->name, forms.data);
  pl_text_clear(&forms);
  return status;
}

static pl_status fail_no_unit(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, const column_choice *choice) {
  const pl_csv_column *column = &csv->column[choice->column];
  char hint[384];
  const pl_channel_form *form = &row->form[choice->form >= 0 ? choice->form : 0];
  const char *unit = pl_dim_unit(form->dim);
  if (*column->unit_text)  // another unit above the same numbers would spoil them
    snprintf(hint, sizeof hint, "convert the values to one of these units and write it in the header, \"%s [%s]\"", column->name, unit);
  else
    snprintf(hint, sizeof hint,
             "write \"%s [%s]\" in its header, or \"columns\": {\"%s\": {\"name\": \"%s\", \"unit\": \"%s\"}} in the experiment file",
             column->name, unit, row->name, column->name, unit);
  pl_where where = {csv->file, csv->header_line, 0, column->name};
  if (*column->unit_text) {
    return pl_fail(ctx, PL_ERROR_UNIT, &where, hint,
                   PL_ID("experiment.column-unit-unknown") "\"%s\" of column \"%s\" is not a unit, expected a unit of %s (%s)",
                   column->unit_text, column->name, pl_dim_name(form->dim), pl_dim_examples(form->dim));
  }
  return pl_fail(ctx, PL_ERROR_UNIT, &where, hint,
                 PL_ID("experiment.column-has-no-unit-expected") "column \"%s\" has no unit, expected a unit of %s (%s)", column->name,
                 pl_dim_name(form->dim), pl_dim_examples(form->dim));
}

static pl_status choose_form(pl_context *ctx, const pl_csv *csv, const pl_channel_row *row, column_choice *choice) {
  const char *name = csv->column[choice->column].name;
  if (choice->form >= 0) {
    pl_dim dim = row->form[choice->form].dim;
    if (choice->known_unit && !pl_dim_equal(dim, choice->unit.dim)) return fail_dimension(ctx, csv, row, choice);
    if (!choice->known_unit && !pl_dim_equal(dim, PL_DIM_NONE)) return fail_no_unit(ctx, csv, row, choice);
    return PL_OK;
  }
  pl_dim dim = choice->known_unit ? choice->unit.dim : PL_DIM_NONE;
  for (int f = 0; f < row->n_form; f++) {
    if (pl_dim_equal(row->form[f].dim, dim) && name_says(name, &row->form[f])) {
      choice->form = f;
      return PL_OK;
    }
  }
  if (!choice->known_unit) return fail_no_unit(ctx, csv, row, choice);
  bool share = pl_dim_equal(dim, PL_DIM_NONE) && choice->unit.factor != 1;  // per cent and per mille are used for strains
  for (int f = 0; f < row->n_form; f++) {
    if (!pl_dim_equal(row->form[f].dim, dim)) continue;
    if (choice->form < 0 || (share && strcmp(row->form[f].name, "strain") == 0)) choice->form = f;
  }
  return choice->form >= 0 ? PL_OK : fail_dimension(ctx, csv, row, choice);
}

// ---- the values ----

static const char *convert(pl_arena *arena, const pl_channel_row *row, const pl_channel_form *form, const pl_column_request *request, int n,
                           double *value) {
  double gauge = request->lateral_gauge > 0 ? request->lateral_gauge : value[0];
  bool keep = request->sine;
  char a[48], b[48];
  const char *how = "";
  switch (form->form) {
  case PL_FORM_PLAIN: return how;
  case PL_FORM_STRAIN:
    how = row->observed ? ", a strain: 1 + value"
                        : pl_arena_printf(arena, ", a strain times %s", pl_quantity_print(request->length, PL_DIM_LENGTH, a, sizeof a));
    break;
  case PL_FORM_STRETCH:
    how = pl_arena_printf(arena, ", a stretch ratio: (value - 1) times %s", pl_quantity_print(request->length, PL_DIM_LENGTH, a, sizeof a));
    break;
  case PL_FORM_LENGTH:
    how = pl_arena_printf(arena, ", a current length: value - %s", pl_quantity_print(request->length, PL_DIM_LENGTH, a, sizeof a));
    break;
  case PL_FORM_ANGLE:
    how = pl_arena_printf(arena, ", a shear angle: %s times %s", keep ? "sine" : "tangent",
                          pl_quantity_print(request->length, PL_DIM_LENGTH, a, sizeof a));
    break;
  case PL_FORM_PER_WIDTH:
    how = pl_arena_printf(arena, ", per width: times %s", pl_quantity_print(request->total_width, PL_DIM_LENGTH, b, sizeof b));
    break;
  case PL_FORM_WIDTH:
    how = pl_arena_printf(arena, ", a width: divided by %s%s", pl_quantity_print(gauge, PL_DIM_LENGTH, b, sizeof b),
                          request->lateral_gauge > 0 ? "" : ", its first value");
    break;
  case PL_FORM_OF_WIDTH:
    how =
        pl_arena_printf(arena, ", of the whole width: divided by %s", pl_quantity_print(request->total_width, PL_DIM_LENGTH, b, sizeof b));
    break;
  }
  for (int i = 0; i < n; i++) {
    switch (form->form) {
    case PL_FORM_PLAIN: break;
    case PL_FORM_STRAIN: value[i] = row->observed ? 1 + value[i] : value[i] * request->length; break;
    case PL_FORM_STRETCH: value[i] = (value[i] - 1) * request->length; break;
    case PL_FORM_LENGTH: value[i] -= request->length; break;
    case PL_FORM_ANGLE: value[i] = (keep ? sin(value[i]) : tan(value[i])) * request->length; break;
    case PL_FORM_PER_WIDTH: value[i] *= request->total_width; break;
    case PL_FORM_WIDTH: value[i] /= gauge; break;
    case PL_FORM_OF_WIDTH: value[i] /= request->total_width; break;
    }
  }
  return how;
}

static bool is_constant(int n, const double *value) {
  for (int i = 1; i < n; i++) {
    if (value[i] != value[0]) return false;
  }
  return true;
}

static double largest(int n, const double *value) {
  double high = 0;
  for (int i = 0; i < n; i++) high = fmax(high, fabs(value[i]));
  return high;
}

// Suspects percent if a strain without a unit has values above 1.
static void doubt_percent(pl_arena *arena, const char *channel, const char *name, double high, pl_suspicion *doubt) {
  char number[40];
  pl_number_people(high, number, sizeof number);
  pl_sentence text = pl_say(arena, SAY_LOAD_PERCENT, name, number), remedy = pl_say(arena, SAY_LOAD_PERCENT_DO, channel, name);
  *doubt = (pl_suspicion){.id = text.id, .text = text.text, .remedy_id = remedy.id, .remedy = remedy.text};
}

pl_status pl__column_read(pl_arena *arena, const pl_csv *csv, const pl_channel_row *row, const pl_column_request *request,
                          pl_column_result *result) {
  pl_context *ctx = pl_arena_context(arena);
  *result = (pl_column_result){0};
  column_choice choice = {.column = -1, .form = -1};
  PL_TRY(find_column(ctx, csv, row, request->given, &choice));
  if (choice.column < 0) return PL_OK;
  PL_TRY(find_unit(ctx, csv, row, &choice));
  PL_TRY(choose_form(ctx, csv, row, &choice));
  const pl_channel_form *form = &row->form[choice.form];
  const char *name = csv->column[choice.column].name;
  double *value;
  PL_TRY(pl_csv_numbers(arena, csv, choice.column, form->dim, choice.unit_text, &value));
  if (form->form == PL_FORM_WIDTH && is_constant(csv->n_row, value) && !request->given) {
    result->note = pl_arena_printf(arena, "column \"%s\" never changes: taken as the specimen's width, not as a measured one", name);
    return PL_OK;
  }
  if (form->form == PL_FORM_WIDTH && request->lateral_gauge <= 0 && !(value[0] > 0)) {
    pl_where where = {csv->file, csv->line[0], 0, name};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the rest width as \"lateral-gauge\" in the specimen",
                   "is %g m in the first row, must be > 0", value[0]);
  }
  if (form->form == PL_FORM_OF_WIDTH && !(request->total_width > 0)) {
    pl_where where = {csv->file, csv->header_line, 0, name};
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"specimen\": {\"width\": \"200 mm\"}, or give the values per width",
                   PL_ID("experiment.width-unknown") "column \"%s\" is of the whole width, which is not given; %s is read per width", name,
                   row->name);
  }
  if (form->form == PL_FORM_STRAIN && !choice.known_unit && largest(csv->n_row, value) > 1) {
    doubt_percent(arena, row->name, name, largest(csv->n_row, value), &result->percent);
    if (!result->percent.text || !result->percent.remedy) return PL_ERROR_MEMORY;
  }
  const char *how = convert(arena, row, form, request, csv->n_row, value);
  const char *unit = choice.unit_text ? choice.unit_text : csv->column[choice.column].has_unit ? csv->column[choice.column].unit_text : "";
  result->source = pl_arena_printf(arena, "\"%s\"%s%s%s%s%s", name, *unit ? " [" : "", unit, *unit ? "]" : "", how ? how : "",
                                   request->given ? "" : ", by its name");
  result->value = value;
  result->form = form->form;
  result->choice = choice.form;
  result->column = choice.column;
  result->has_unit = choice.known_unit;
  return result->source ? PL_OK : PL_ERROR_MEMORY;
}

// ---- rows ----

bool pl__csv_cell_number(const pl_csv *csv, int row, int column, double *number) {
  pl_csv_form form = pl__csv_form(csv->cell[row][column], number);
  return form != PL_CSV_TEXT && form != PL_CSV_NOT_FINITE;
}

static bool cell_equals(const pl_csv *csv, int row, int column, const pl_json *wanted) {
  if (wanted->kind == PL_JSON_STRING) return strcmp(csv->cell[row][column], wanted->text) == 0;
  double number;
  return pl__csv_cell_number(csv, row, column, &number) && number == wanted->number;
}

// The first few different cells of a column among the rows that passed so far.
static pl_status fail_no_rows(pl_context *ctx, const pl_csv *csv, int column, int n_row, const int *row, pl_json *wanted) {
  enum { SHOWN = 6 };
  const char *found[SHOWN];
  int n_found = 0;
  bool more = false;
  for (int i = 0; i < n_row && !more; i++) {
    const char *cell = csv->cell[row[i]][column];
    int k = 0;
    while (k < n_found && strcmp(found[k], cell) != 0) k++;
    if (k < n_found) continue;
    if (n_found == SHOWN)
      more = true;
    else
      found[n_found++] = cell;
  }
  pl_text list;
  pl_text_init(&list, ctx);
  for (int k = 0; k < n_found; k++) pl_text_printf(&list, "%s%.40s", k ? ", " : "", found[k]);
  if (more) pl_text_add(&list, ", ...");
  char number[32];
  const char *value = wanted->kind == PL_JSON_STRING ? wanted->text : pl_number_print(wanted->number, number, sizeof number);
  const char *near = wanted->kind == PL_JSON_STRING ? pl_text_nearest(wanted->text, n_found, found) : NULL;
  char hint[160];
  if (near)
    snprintf(hint, sizeof hint, "did you mean \"%.100s\"?", near);
  else
    snprintf(hint, sizeof hint, "choose one of the values in the file");
  pl_where where = pl_json_where(wanted);
  pl_status status = pl_fail(ctx, PL_ERROR_INPUT, &where, hint, "no row of %s has %s = %s; found: %s", csv->file, csv->column[column].name,
                             value, list.data);
  pl_text_clear(&list);
  return status;
}

pl_status pl__csv_filter(pl_arena *arena, const pl_csv *csv, pl_json *where, pl_csv **filtered) {
  pl_context *ctx = pl_arena_context(arena);
  *filtered = NULL;
  if (where->kind != PL_JSON_OBJECT) {
    pl_where place = pl_json_where(where);
    return pl_fail(ctx, PL_ERROR_INPUT, &place, "write {\"column\": \"value\"}",
                   PL_ID("experiment.must-object-column-names") "must be an object of column names and values");
  }
  int n_row = csv->n_row;
  int *row = pl_arena_alloc(arena, (size_t)n_row + 1, sizeof *row);
  if (!row) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_row; i++) row[i] = i;
  for (pl_json *wanted = where->child; wanted; wanted = wanted->next) {
    wanted->used = true;
    pl_where place = pl_json_where(wanted);
    if (wanted->kind != PL_JSON_STRING && wanted->kind != PL_JSON_NUMBER) {
      return pl_fail(ctx, PL_ERROR_INPUT, &place, "write {\"sample\": \"A\", \"run\": 3}",
                     PL_ID("experiment.must-text-number") "must be a text or a number");
    }
    int column;
    PL_TRY(pl_csv_find(ctx, csv, wanted->key, &place, &column));
    int n = 0;
    for (int i = 0; i < n_row; i++) {
      if (cell_equals(csv, row[i], column, wanted)) row[n++] = row[i];
    }
    if (n == 0) {
      // row[] is intact up to n_row: nothing was kept
      return fail_no_rows(ctx, csv, column, n_row, row, wanted);
    }
    n_row = n;
  }
  pl_csv *table = pl_arena_alloc(arena, 1, sizeof *table);
  int *line = pl_arena_alloc(arena, (size_t)n_row, sizeof *line);
  const char ***cell = pl_arena_alloc(arena, (size_t)n_row, sizeof *cell);
  if (!table || !line || !cell) return PL_ERROR_MEMORY;
  *table = *csv;
  for (int i = 0; i < n_row; i++) {
    line[i] = csv->line[row[i]];
    cell[i] = csv->cell[row[i]];
  }
  table->n_row = n_row;
  table->line = line;
  table->cell = cell;
  *filtered = table;
  return PL_OK;
}

pl_status pl__csv_check_time(pl_context *ctx, const pl_csv *csv) {
  for (int c = 0; c < csv->n_column; c++) {
    if (!pl_text_same(csv->column[c].name, "time")) continue;
    double before, now;
    // clock times ("00:01:30") are text here; they are not used
    if (csv->n_row < 2 || !pl__csv_cell_number(csv, 0, c, &before)) continue;
    for (int i = 1; i < csv->n_row; i++, before = now) {
      pl_where where = {csv->file, csv->line[i], 0, csv->column[c].name};
      if (!pl__csv_cell_number(csv, i, c, &now)) {
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "remove the row, or correct the cell", "\"%.40s\" is not a number", csv->cell[i][c]);
      }
      if (!(now > before)) {
        return pl_fail(ctx, PL_ERROR_INPUT, &where,
                       "sort the rows, remove repeated ones, or separate runs in one file with \"where\" in the experiment file",
                       "%s after %s, must grow from row to row", csv->cell[i][c], csv->cell[i - 1][c]);
      }
    }
  }
  return PL_OK;
}
