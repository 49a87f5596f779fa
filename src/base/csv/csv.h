// csv.h: tables as testing machines export them.
//
// Recognised automatically are preamble lines before the header (Instron Bluehill, Zwick .TRA, MTS). Units may be in the header ("Force
// [N]", "Load (N)", "Force, N" quoted, "force_N") or in a row below it. Separators are `,` `;` tab, with a decimal comma only beside ; or
// tab. Files may have a byte-order mark, UTF-8 or Latin-1, CR LF, quoted names and numbers; trailing separators; blank lines at the end.
// Errors with file, line and remedy: text or an empty cell in a used numeric column, NaN, infinity, rows of another length. Likewise binary
// files, files over 64 MB, and files without a header.
#ifndef PL_BASE_CSV_CSV_H
#define PL_BASE_CSV_CSV_H

#include "base/unit.h"

typedef struct pl_csv_column {
  const char *header;     // the header cell as written, without quotes
  const char *name;       // header without the unit
  const char *unit_text;  // "" when none was written
  bool has_unit;          // unit_text parsed as a unit
  pl_unit unit;
} pl_csv_column;

// A line above the header, as written.
typedef struct pl_csv_line {
  const char *text;
  int line;
} pl_csv_line;

typedef struct pl_csv {
  const char *file;
  int n_column, n_row;
  pl_csv_column *column;
  char separator;
  bool decimal_comma;
  int header_line;
  const int *line;     // [n_row], source line of each row
  const char ***cell;  // [n_row][n_column], trimmed text
  int n_above;
  const pl_csv_line *above;  // [n_above], lines before the table
} pl_csv;

pl_status pl_csv_load(pl_arena *arena, const char *path, pl_csv **csv);
// The same; `header` is the example header in the message for a file without one.
pl_status pl_csv_load_like(pl_arena *arena, const char *path, const char *header, pl_csv **csv);
// The same of a text, without a file: tests hand hostile ones over.
pl_status pl_csv_parse(pl_arena *arena, const char *name, const char *text, size_t size, pl_csv **csv);

// The column with this name: exact match first, then ignoring case, spaces, underscores and the unit part. None or several are an error
// that lists the columns found. `where` is the place of the request (an experiment file), for the message.
pl_status pl_csv_find(pl_context *ctx, const pl_csv *csv, const char *name, const pl_where *where, int *index);
// `"Time", "Load [N]"`: as many as fit, of those chosen (NULL: all).
void pl_csv_list_columns(const pl_csv *csv, const bool *chosen, char *text, size_t size);
// The first column that matches any of the NULL-terminated list of usual names, -1 if none; two different matches are an error.
pl_status pl_csv_guess(pl_context *ctx, const pl_csv *csv, const char *const *names, int *index);
// How many columns match any of the names; the first two of them in match[2].
int pl_csv_matches(const pl_csv *csv, const char *const *names, int match[2]);
// One cell, in the column's unit. Empty, text, not finite, or with another decimal mark than the rest of the table: an error.
pl_status pl_csv_number(pl_context *ctx, const pl_csv *csv, int row, int column, double *number);
// Numbers of a column in SI (arena memory, [n_row]). unit_text: a unit from the experiment file, or NULL for the column's unit. A column
// without a unit is an error unless dim is dimensionless.
pl_status pl_csv_numbers(pl_arena *arena, const pl_csv *csv, int column, pl_dim dim, const char *unit_text, double **si);

#endif
