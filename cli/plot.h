// plot.h: small plots of points and a curve for the terminal: braille dots and circles, or ASCII where the locale has nothing else.
#ifndef PLIANT_CLI_PLOT_H
#define PLIANT_CLI_PLOT_H

#include "cli.h"

typedef struct cli_plot_data {
  const char *title;            // one line, cut when it is too long
  const char *x_unit;           // behind the largest x; "" for none
  int n_curve, n_point;         // either may be 0
  const double *x, *y;          // [n_curve], joined in this order; NAN breaks the line
  const double *at, *measured;  // [n_point], marks; only some of them are drawn when there are many
  bool equal;                   // a shape: both axes have one scale
} cli_plot_data;

// Columns for results: of the terminal on standard output, at least 60 and at most 100, 80 elsewhere.
int cli_columns(void);
// Columns for the title of a plot.
int cli_plot_title_columns(void);
// n plots, two beside each other, on standard output.
void cli_plots_print(cli *c, int n, const cli_plot_data *plot);
// "  ○ measured  ⠤⠤ predicted", in the characters that the plots use. points: NULL when there are none.
void cli_plots_legend(cli *c, const char *points, const char *curve);

#endif
