// table.h: aligned tables and small curves for the terminal.
#ifndef PLIANT_CLI_TABLE_H
#define PLIANT_CLI_TABLE_H

#include "cli.h"

// A table grows row by row; columns are as wide as their widest cell. Memory is the cli's arena.
typedef struct cli_table cli_table;

// `columns`: titles separated by '|'; a title that starts with '>' is right-aligned (numbers): "parameter|>value|unit".
cli_table *cli_table_create(cli *c, const char *columns);
// Cells fill the rows from left to right.
void cli_table_cell(cli_table *table, const char *format, ...) PL_PRINTF(2, 3);
// A number for people in 4 digits; "-" for NAN.
void cli_table_number(cli_table *table, double value);
// On standard output, indented by two columns. Columns whose cells are all empty are left out.
void cli_table_print(cli_table *table);

// A curve as braille dots: n values in [lowest, highest] over `width` characters and `height` lines, into lines[height] (arena text).
void cli_curve(cli *c, int n, const double *y, int width, int height, const char **line);

#endif
