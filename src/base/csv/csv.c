// csv.c: from bytes to a table of texts.
//
// Steps: text as UTF-8; lines; the separator that makes most rows numeric; start of the numbers; header and units row above them; cells.
// Cells are cut in place: the copy of the file's text is the memory of all of them.
//
// Invariants: 1. everything below the first row of numbers is data; nothing is skipped silently but blank lines and lines that start
// with '#'. 2. every row has n_column cells, possibly empty ones.
#include "base/csv/csv.h"
#include "base/csv/csv_part.h"
#include "base/text.h"
#include "base/utf8.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64000000, MAX_SAMPLE = 2000, MAX_CELL = 64, MAX_COLUMN = 4096, MAX_NAME = 256, MAX_TITLE = 4 };

typedef struct line {
  char *text;  // NUL-terminated, without line break
  int number;  // 1-based
} line;

typedef struct reader {
  pl_arena *arena;
  pl_context *ctx;
  const char *file;
  line *lines;  // not blank
  int n_line;
  char separator;      // '\0' while unknown
  const char *header;  // an example of one, for the message
} reader;

static pl_status fail_at(const reader *r, int line_number, const char *hint, const char *message) {
  return pl_fail(r->ctx, PL_ERROR_PARSE, &(pl_where){.file = r->file, .line = line_number}, hint, "%s", message);
}

// ---- text ----

static pl_status check_bytes(const reader *r, const char *text, size_t size) {
  if (size == 0) return fail_at(r, 0, "export the measurement again", "the file is empty");
  const unsigned char *u = (const unsigned char *)text;
  if (size >= 2 && ((u[0] == 0xFF && u[1] == 0xFE) || (u[0] == 0xFE && u[1] == 0xFF)))
    return fail_at(r, 1, "save it as CSV in UTF-8", "the text is UTF-16, expected UTF-8 or Latin-1");
  size_t n_control = 0;
  for (size_t i = 0; i < size; i++) {
    if (u[i] == 0) return fail_at(r, 0, "export it as CSV text (a spreadsheet: save as CSV)", "a binary file, expected a table as text");
    n_control += u[i] < 0x20 && u[i] != '\n' && u[i] != '\r' && u[i] != '\t' && u[i] != '\f' && u[i] != '\v';
  }
  if (n_control > 2 + size / 100)
    return fail_at(r, 0, "export it as CSV text (a spreadsheet: save as CSV)",
                   "a binary file (many control characters), expected a table as text");
  return PL_OK;
}

// A copy in UTF-8 (Latin-1 is converted) without byte-order mark, ending in NUL.
static pl_status copy_text(reader *r, const char *text, size_t size, char **copy, size_t *copy_size) {
  if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, size -= 3;
  bool utf8 = true;
  size_t n_high = 0;
  for (size_t i = 0; i < size;) {
    int n = (unsigned char)text[i] < 0x80 ? 1 : pl__utf8_length(text + i, size - i);
    if (n == 0) utf8 = false;
    i += n > 0 ? (size_t)n : 1;
  }
  for (size_t i = 0; i < size; i++) n_high += (unsigned char)text[i] >= 0x80;
  char *to = *copy = pl_arena_alloc(r->arena, size + (utf8 ? 0 : n_high) + 1, 1);
  if (to == NULL) return PL_ERROR_MEMORY;
  if (utf8) {
    memcpy(to, text, size);
    to += size;
  } else {
    for (size_t i = 0; i < size; i++) to = pl__utf8_put(to, (unsigned char)text[i]);
  }
  *copy_size = (size_t)(to - *copy);
  return PL_OK;
}

// Only separators, quotes and space: a blank line as spreadsheets write it.
static bool is_blank(const char *text) { return text[strspn(text, " \t,;\"\f\v")] == '\0'; }

// Cut at line breaks (LF, CR LF, CR) and keep the lines with content.
static pl_status cut_lines(reader *r, char *text, size_t size) {
  size_t n = 1;
  for (size_t i = 0; i < size; i++) n += text[i] == '\n' || text[i] == '\r';
  r->lines = pl_arena_alloc(r->arena, n, sizeof *r->lines);
  if (r->lines == NULL) return PL_ERROR_MEMORY;
  int number = 0;
  for (char *p = text, *end = text + size; p <= end;) {
    char *stop = p;
    while (stop < end && *stop != '\n' && *stop != '\r') stop++;
    char *next = stop + (stop + 1 < end && stop[0] == '\r' && stop[1] == '\n' ? 2 : 1);
    *stop = '\0';
    number++;
    if (strncmp(p, "sep=", 4) == 0 && number == 1 && p[4] != '\0' && p[5] == '\0') {
      if (strchr(",;\t", p[4]) != NULL) r->separator = p[4];  // Excel's separator mark
    } else if (!is_blank(p)) {
      r->lines[r->n_line++] = (line){p, number};
    }
    p = next;
  }
  return PL_OK;
}

// ---- cells ----

// The cell at p as [*begin, *end) without blanks and quotes. Returns the place after its separator, NULL after the last cell. *open: a
// quote is never closed.
static char *next_cell(char *p, char separator, char **begin, char **end, bool *open) {
  *open = false;
  while (*p == ' ' || (*p == '\t' && separator != '\t')) p++;
  if (*p == '"') {
    *begin = ++p;
    while (*p != '\0' && (*p != '"' || p[1] == '"')) p += *p == '"' ? 2 : 1;
    *end = p;
    *open = *p == '\0';
    if (!*open) p++;
    while (*p != '\0' && *p != separator) p++;
    while (*begin < *end && (**begin == ' ' || **begin == '\t')) (*begin)++;
  } else {
    *begin = p;
    while (*p != '\0' && *p != separator) p++;
    *end = p;
  }
  while (*end > *begin && ((*end)[-1] == ' ' || (*end)[-1] == '\t')) (*end)--;
  return *p != '\0' ? p + 1 : NULL;
}

typedef struct row_shape {
  int n_cell, n_number;  // trailing empty cells not counted
} row_shape;

static pl_csv_form cell_form(const char *begin, const char *end) {
  char cell[MAX_CELL];
  double value;
  size_t n = (size_t)(end - begin);
  if (n == 0 || n >= sizeof cell) return PL_CSV_TEXT;
  memcpy(cell, begin, n);
  cell[n] = '\0';
  return pl__csv_form(cell, &value);
}

static row_shape shape_of(const line *l, char separator) {
  row_shape shape = {0, 0};
  char *p = l->text, *begin, *end;
  bool open;
  for (int i = 1; p != NULL && i <= MAX_COLUMN; i++) {
    p = next_cell(p, separator, &begin, &end, &open);
    if (end > begin) shape.n_cell = i;
    shape.n_number += cell_form(begin, end) != PL_CSV_TEXT;
  }
  return shape;
}

static bool is_comment(const line *l) { return l->text[0] == '#'; }

// A row of numbers: at least two, or the only cell.
static bool is_data(row_shape shape) { return shape.n_number >= 2 || (shape.n_cell == 1 && shape.n_number == 1); }

// The separator that makes rows numeric: each row of numbers counts by its share of numeric cells.
static void choose_separator(reader *r) {
  static const char candidates[] = {'\t', ';', ','};
  double best = 0;
  if (r->separator != '\0') return;
  r->separator = ',';
  for (int k = 0; k < 3; k++) {
    double score = 0;
    for (int i = 0; i < r->n_line && i < MAX_SAMPLE; i++) {
      row_shape shape = shape_of(&r->lines[i], candidates[k]);
      if (shape.n_cell >= 2 && shape.n_number >= 1) score += (shape.n_number >= 2 ? 1.0 : 0.01) * shape.n_number / shape.n_cell;
    }
    if (score > best) best = score, r->separator = candidates[k];
  }
}

// ---- where things are ----

// Cells of a line, cut in place; trailing empty ones dropped. cell[] has room for MAX_COLUMN.
static pl_status cut_cells(const reader *r, const line *l, const char **cell, int *n_cell) {
  char *p = l->text, *begin, *end;
  bool open;
  int n = 0;
  *n_cell = 0;
  while (p != NULL) {
    if (n == MAX_COLUMN) return fail_at(r, l->number, "check that it is the right file", "more than 4096 columns");
    p = next_cell(p, r->separator, &begin, &end, &open);
    if (open) return fail_at(r, l->number, "close the quote on the same line", "a cell starts with a quote that is never closed");
    // "" inside quotes is one quote.
    char *to = begin;
    for (char *from = begin; from < end; from++) {
      *to++ = *from;
      if (*from == '"' && from + 1 < end && from[1] == '"') from++;
    }
    *to = '\0';
    cell[n++] = begin;
    if (begin[0] != '\0') *n_cell = n;
  }
  return PL_OK;
}

// A units row: unit-like cells, at least half of those with content, or all of them in brackets.
static bool is_units_row(const line *l, char separator) {
  int n_text = 0, n_unit = 0, n_bracket = 0;
  char *p = l->text, *begin, *end;
  bool open, real = false;
  for (int i = 0; p != NULL && i < MAX_COLUMN; i++) {
    p = next_cell(p, separator, &begin, &end, &open);
    size_t n = (size_t)(end - begin);
    if (n == 0) continue;
    n_text++;
    char cell[MAX_CELL], text[MAX_CELL];
    pl_unit unit;
    if (n >= sizeof cell) continue;
    memcpy(cell, begin, n);
    cell[n] = '\0';
    bool parsed = pl__csv_bare_unit(cell, text, sizeof text, &unit);
    n_unit += parsed;
    n_bracket += cell[0] == '(' || cell[0] == '[';
    real = real || (parsed && (!pl_dim_equal(unit.dim, PL_DIM_NONE) || unit.factor != 1));
  }
  return n_text > 0 && real && (2 * n_unit >= n_text || n_bracket == n_text);
}

// A header behind the number of its specimen (`1,Time,Displacement,Force`): a number, then at least two names and nothing else.
static bool is_numbered_header(const line *l, char separator) {
  char *p = l->text, *begin, *end;
  bool open;
  int n = 0;
  for (; p != NULL && n < MAX_COLUMN; n++) {
    p = next_cell(p, separator, &begin, &end, &open);
    if (begin == end || (cell_form(begin, end) == PL_CSV_TEXT) != (n > 0)) return false;
  }
  return n >= 3;
}

typedef struct layout {
  int first_data;  // line index
  int names;       // line index
  int units;       // line index, -1 if there is none
} layout;

// The first line of numbers that another follows (or that ends the file); -1 if there is none.
static int find_numbers(const reader *r) {
  int last = r->n_line - 1;
  while (last > 0 && is_comment(&r->lines[last])) last--;
  for (int i = 0; i <= last; i++) {
    if (is_comment(&r->lines[i]) || !is_data(shape_of(&r->lines[i], r->separator))) continue;
    int next = i + 1;
    while (next <= last && is_comment(&r->lines[next])) next++;
    if (next > last || is_data(shape_of(&r->lines[next], r->separator))) return i;
  }
  return -1;
}

// One column of numbers beside texts ("sample, force"): the first row with a number below a row of the same width without any.
static int find_single_numbers(const reader *r) {
  for (int i = 1; i < r->n_line; i++) {
    row_shape above = shape_of(&r->lines[i - 1], r->separator), here = shape_of(&r->lines[i], r->separator);
    if (here.n_number > 0 && above.n_number == 0 && here.n_cell >= 2 && here.n_cell == above.n_cell) return i;
  }
  return -1;
}

static pl_status find_layout(const reader *r, layout *found) {
  int first = find_numbers(r);
  if (first < 0) first = find_single_numbers(r);
  if (first < 0)
    return fail_at(r, r->n_line > 0 ? r->lines[0].number : 1,
                   "columns are separated by comma, semicolon or tab; numbers look like 1.5 or 1e-3",
                   PL_ID("csv.no-rows-numbers-found") "no rows of numbers found");
  // Rows above with a number and a hole or text beside it are faulty data, not headers.
  int width = shape_of(&r->lines[first], r->separator).n_cell;
  while (first > 0 && width > 1) {
    row_shape above = shape_of(&r->lines[first - 1], r->separator);
    const line *row = &r->lines[first - 1];
    if (above.n_number == 0 || above.n_cell > width || is_units_row(row, r->separator) || is_comment(row) ||
        is_numbered_header(row, r->separator))
      break;
    first--;
  }
  // A remark between header and numbers is not the header; a header may itself stand behind '#'.
  int names_at = first - 1;
  while (names_at >= 0 && is_comment(&r->lines[names_at]) && shape_of(&r->lines[names_at], r->separator).n_cell != width) names_at--;
  if (names_at < 0) {
    char hint[240];
    snprintf(hint, sizeof hint, "add a first line that names the columns with their units, such as: %s", r->header);
    return fail_at(r, r->lines[first].number, hint, "the file has no header above its numbers");
  }
  *found = (layout){.first_data = first, .names = names_at, .units = -1};
  // The row above the numbers may hold only the units; then the names are above it.
  const line *above = &r->lines[names_at];
  if (names_at >= 1 && is_units_row(above, r->separator)) {
    row_shape names = shape_of(above - 1, r->separator), units = shape_of(above, r->separator);
    bool named = names.n_number == 0 || is_numbered_header(above - 1, r->separator);
    if (named && names.n_cell >= units.n_cell && names.n_cell <= width && !is_units_row(above - 1, r->separator))
      found->names = names_at - 1, found->units = names_at;
  }
  return PL_OK;
}

// ---- the table ----

static pl_status read_header(const reader *r, const layout *at, const char **cell, pl_csv *csv) {
  line names = r->lines[at->names];
  if (names.text[0] == '#') names.text++;
  csv->header_line = names.number;
  PL_TRY(cut_cells(r, &names, cell, &csv->n_column));
  csv->column = pl_arena_alloc(r->arena, (size_t)csv->n_column, sizeof *csv->column);
  if (csv->column == NULL) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_column; i++) {
    pl_csv_column *column = &csv->column[i];
    char name[MAX_NAME], unit_text[MAX_NAME];
    pl__csv_split_header(cell[i], name, unit_text, MAX_NAME, &column->unit, &column->has_unit);
    column->header = pl_arena_text(r->arena, cell[i]);
    column->name = pl_arena_text(r->arena, name);
    column->unit_text = pl_arena_text(r->arena, unit_text);
    if (column->header == NULL || column->name == NULL || column->unit_text == NULL) return PL_ERROR_MEMORY;
  }
  if (at->units < 0) return PL_OK;
  int n_unit;
  PL_TRY(cut_cells(r, &r->lines[at->units], cell, &n_unit));
  for (int i = 0; i < n_unit && i < csv->n_column; i++) {
    pl_csv_column *column = &csv->column[i];
    if (column->has_unit || cell[i][0] == '\0') continue;
    char text[MAX_NAME];
    column->has_unit = pl__csv_bare_unit(cell[i], text, sizeof text, &column->unit);
    column->unit_text = pl_arena_text(r->arena, text);
    if (column->unit_text == NULL) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

static pl_status keep_above(const reader *r, const layout *at, pl_csv *csv) {
  pl_csv_line *above = pl_arena_alloc(r->arena, (size_t)at->names + 1, sizeof *above);
  if (above == NULL) return PL_ERROR_MEMORY;
  for (int i = 0; i < at->names; i++) above[i] = (pl_csv_line){r->lines[i].text, r->lines[i].number};
  csv->above = above;
  csv->n_above = at->names;
  return PL_OK;
}

// The header once more: where machines write one specimen below another.
static bool repeats_header(const reader *r, const pl_csv *csv, const line *l) {
  char *p = l->text, *begin, *end;
  bool open;
  for (int i = 0; i < csv->n_column; i++) {
    if (p == NULL) return false;
    p = next_cell(p, r->separator, &begin, &end, &open);
    size_t n = (size_t)(end - begin);
    if (strlen(csv->column[i].header) != n || memcmp(csv->column[i].header, begin, n) != 0) return false;
  }
  return true;
}

// True if this is the title of another table, or its header. Titles have a few lines.
static bool begins_table(const reader *r, const pl_csv *csv, int at) {
  for (int i = at; i < r->n_line && i < at + MAX_TITLE && !is_data(shape_of(&r->lines[i], r->separator)); i++)
    if (repeats_header(r, csv, &r->lines[i])) return true;
  return false;
}

static pl_status fail_second(const reader *r, const line *l) {
  return fail_at(r, l->number, "keep one file per specimen: move what follows into a separate file and test",
                 PL_ID("csv.second-specimen-begins-here") "a second specimen begins here, with its header");
}

pl_status pl__csv_fail_rows(pl_context *ctx, const char *file, int first, int last, const char *cell) {
  pl_where where = {.file = file, .line = first};
  return pl_fail(ctx, PL_ERROR_PARSE, &where, "remove them: only readings may stand below the header",
                 PL_ID("csv.lines-last-ones-no") "lines %d to %d (\"%.40s\", ...), the last ones, are no rows of numbers", first, last,
                 cell);
}

// True if only summaries and remarks (two or more lines) follow the readings: from this line on, no row begins with a number.
static bool ends_table(const reader *r, const pl_csv *csv, int at) {
  double number;
  if (at + 1 >= r->n_line || csv->n_row == 0 || pl__csv_form(csv->cell[0][0], &number) == PL_CSV_TEXT) return false;
  for (int i = at; i < r->n_line; i++) {
    char *begin, *end;
    bool open;
    next_cell(r->lines[i].text, r->separator, &begin, &end, &open);
    if (!is_comment(&r->lines[i]) && cell_form(begin, end) != PL_CSV_TEXT) return false;
  }
  return true;
}

static pl_status fail_width(const reader *r, const pl_csv *csv, int at, int n_cell) {
  const line *l = &r->lines[at];
  const char *hint = r->separator == ',' ? "complete or remove the row; if commas are decimal marks, separate the columns with semicolons"
                                         : "complete or remove the row";
  return pl_fail(r->ctx, PL_ERROR_PARSE, &(pl_where){.file = r->file, .line = l->number}, hint,
                 PL_ID("csv.row-has-cell-expected") "the row has %d cell%s, expected %d as in the header on line %d", n_cell,
                 n_cell == 1 ? "" : "s", csv->n_column, csv->header_line);
}

static pl_status read_rows(const reader *r, const layout *at, const char **cell, pl_csv *csv) {
  size_t n_row = (size_t)(r->n_line - at->first_data), n_column = (size_t)csv->n_column;
  int *lines = pl_arena_alloc(r->arena, n_row, sizeof *lines);
  const char **cells = pl_arena_alloc(r->arena, n_row * n_column, sizeof *cells);
  csv->cell = pl_arena_alloc(r->arena, n_row, sizeof *csv->cell);
  if (lines == NULL || cells == NULL || csv->cell == NULL) return PL_ERROR_MEMORY;
  csv->line = lines;
  for (int i = at->first_data; i < r->n_line; i++) {
    const line *l = &r->lines[i];
    if (is_comment(l)) continue;
    // Trailing empty cells count up to the width of the header: "1," is a row of two with a hole.
    int n_cell, n_separator = 0;
    bool open;
    if (repeats_header(r, csv, l)) return fail_second(r, l);
    for (char *p = l->text, *begin, *end; p != NULL && n_separator < MAX_COLUMN; n_separator++)
      p = next_cell(p, r->separator, &begin, &end, &open);
    if (n_separator < csv->n_column && begins_table(r, csv, i)) return fail_second(r, l);
    if (n_separator < csv->n_column && ends_table(r, csv, i))
      return pl__csv_fail_rows(r->ctx, r->file, l->number, r->lines[r->n_line - 1].number, l->text);
    PL_TRY(cut_cells(r, l, cell, &n_cell));
    if (n_cell > csv->n_column) return fail_width(r, csv, i, n_cell);
    if (n_separator < csv->n_column) return fail_width(r, csv, i, n_separator);
    memcpy(cells, cell, n_column * sizeof *cells);
    lines[csv->n_row] = l->number;
    csv->cell[csv->n_row++] = cells;
    cells += n_column;
  }
  return PL_OK;
}

// A decimal comma if the cells with an unmistakable mark use it; with ; or tab between columns "1,234" counts as one too.
static void find_decimal_mark(pl_csv *csv) {
  long n_comma = 0, n_point = 0, n_unclear = 0;
  for (int i = 0; i < csv->n_row; i++) {
    for (int j = 0; j < csv->n_column; j++) {
      double value;
      const char *cell = csv->cell[i][j];
      if (cell[strcspn(cell, ".,")] == '\0') continue;
      pl_csv_form form = pl__csv_form(cell, &value);
      n_comma += form == PL_CSV_COMMA;
      n_point += form == PL_CSV_POINT;
      n_unclear += form == PL_CSV_COMMA_UNCLEAR;
    }
  }
  if (csv->separator != ',' && n_point == 0) n_comma += n_unclear;
  csv->decimal_comma = n_comma > n_point;
}

static pl_status parse(pl_arena *arena, const char *name, const char *header, const char *text, size_t size, pl_csv **csv) {
  reader r = {.arena = arena, .ctx = pl_arena_context(arena), .file = pl_arena_text(arena, name), .header = header};
  pl_csv *table = pl_arena_alloc(arena, 1, sizeof *table);
  const char **cell = pl_arena_alloc(arena, MAX_COLUMN, sizeof *cell);
  if (r.file == NULL || table == NULL || cell == NULL) return PL_ERROR_MEMORY;
  if (size > MAX_FILE) return fail_at(&r, 0, "keep only the columns and rows of the test", "the text is over 64 MB");
  PL_TRY(check_bytes(&r, text, size));
  char *copy;
  size_t copy_size;
  PL_TRY(copy_text(&r, text, size, &copy, &copy_size));
  PL_TRY(cut_lines(&r, copy, copy_size));
  if (r.n_line == 0) return fail_at(&r, 0, "export the measurement again", "the file is empty");
  choose_separator(&r);
  layout at = {0, 0, -1};
  PL_TRY(find_layout(&r, &at));
  table->file = r.file;
  table->separator = r.separator;
  PL_TRY(keep_above(&r, &at, table));
  PL_TRY(read_header(&r, &at, cell, table));
  PL_TRY(read_rows(&r, &at, cell, table));
  find_decimal_mark(table);
  *csv = table;
  return PL_OK;
}

static const char usual_header[] = "displacement [mm], force [N]";

pl_status pl_csv_parse(pl_arena *arena, const char *name, const char *text, size_t size, pl_csv **csv) {
  *csv = NULL;
  return parse(arena, name, usual_header, text, size, csv);
}

pl_status pl_csv_load(pl_arena *arena, const char *path, pl_csv **csv) { return pl_csv_load_like(arena, path, usual_header, csv); }

pl_status pl_csv_load_like(pl_arena *arena, const char *path, const char *header, pl_csv **csv) {
  *csv = NULL;
  char *text;
  size_t size;
  PL_TRY(pl_file_read(arena, path, MAX_FILE, &text, &size));
  return parse(arena, path, header, text, size, csv);
}
