// preamble.h: what a testing machine writes above its table: quantities with a label, a number and a unit.
#ifndef PL_MEASURE_TABLE_PREAMBLE_H
#define PL_MEASURE_TABLE_PREAMBLE_H

#include "measure/table/format.h"

enum { PL_PREAMBLE_LABEL = 96 };

// One quantity: "Length,50.00000,mm", "Vorkraft:;0,5;N", "Preload (cN): 50", "Dimension : Width,\"25\",\"mm\"", "Speed 100 mm/min".
typedef struct pl_preamble_entry {
  int line;                       // of the file
  char label[PL_PREAMBLE_LABEL];  // as written, without the unit
  double value;                   // SI
  double half_digit;              // SI, half a unit of its last written digit
  pl_dim dim;
} pl_preamble_entry;

// The first quantity of a line; false: it has none with a number, a unit and a label.
bool pl__preamble_entry(const pl_csv *csv, const pl_csv_line *line, pl_preamble_entry *entry);
// Half a unit of the last digit of the number that begins this text ("50.0 mm": 0.05), without its unit.
double pl__preamble_half_digit(const char *text);
// Sizes, pretension, speed and units that lines above the table state, against the experiment file.
// A difference beyond the rounding of both is an error that names both lines. Agreement is noted.
// used: [number of channels], the column of each channel. It is -1 where there is none.
pl_status pl__preamble_check(const pl_curve_reader *r, const pl_csv *csv, const pl_test *test, const pl_curve_settings *settings,
                             const int *used);

#endif
