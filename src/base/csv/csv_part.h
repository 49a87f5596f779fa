// csv_part.h: shared by the files of the CSV reader.
#ifndef PL_BASE_CSV_CSV_PART_H
#define PL_BASE_CSV_CSV_PART_H

#include "base/csv/csv.h"

// Name and unit of a header cell ("Force [N]", "Load (N)", "Force, N", "Kraft in N", "F / N", "force_N", "force_N_per_mm"), written into
// name[size] and unit_text[size]. *has_unit: the unit is known.
void pl__csv_split_header(const char *header, char *name, char *unit_text, size_t size, pl_unit *unit, bool *has_unit);
// A unit as a units row writes it: "mm", "(mm)", "[mm]". False when it is no unit; text[size] gets it without brackets.
bool pl__csv_bare_unit(const char *cell, char *text, size_t size, pl_unit *unit);

// Fails: the last lines of a table, from `first` on, beginning with this text, are not readings.
pl_status pl__csv_fail_rows(pl_context *ctx, const char *file, int first, int last, const char *cell);

enum { PL_CSV_NAME = 256 };
// Lower case without blanks, underscores and hyphens.
void pl__csv_normalise(const char *name, char out[PL_CSV_NAME]);

// How a cell reads as a number.
typedef enum pl_csv_form {
  PL_CSV_TEXT,           // not a number
  PL_CSV_INTEGER,        // "12", "1e5": no decimal mark
  PL_CSV_POINT,          // "1.5", "1,234.5"
  PL_CSV_COMMA,          // "1,5", "1.234,5"
  PL_CSV_COMMA_UNCLEAR,  // "1,234": a decimal comma or a thousands separator
  PL_CSV_NOT_FINITE,     // nan, inf
} pl_csv_form;
pl_csv_form pl__csv_form(const char *cell, double *value);

#endif
