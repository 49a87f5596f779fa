// table.h: aligned tables and small curves for the terminal.
#ifndef PLIANT_CLI_TABLE_H
#define PLIANT_CLI_TABLE_H

#include "cli.h"

// A table grows cell by cell; columns are as wide as their widest cell. Memory is the cli's arena; after a memory failure
// it prints what it has.
typedef struct cli_table cli_table;

// `columns`: titles separated by '|'; a title that starts with '>' is right-aligned (numbers): "parameter|>value [N]|note".
cli_table *cli_table_create(cli *c, const char *columns);
// Cells fill the rows from left to right.
void cli_table_cell(cli_table *table, const char *format, ...) PL_PRINTF(2, 3);
// A number for people, four digits; "-" for NAN.
void cli_table_number(cli_table *table, double value);
// On standard output, indented by two columns. Columns without a single filled cell are left out.
void cli_table_print(cli_table *table);

// A curve in one line of eight-level blocks, `width` characters, from the lowest to the highest of n values. Arena text.
const char *cli_spark(cli *c, int n, const double *y, int width);
// The same larger, as braille dots: line[height], each `width` characters. NAN is left out.
void cli_plot(cli *c, int n, const double *y, int width, int height, const char **line);

#endif
