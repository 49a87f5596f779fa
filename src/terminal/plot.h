// plot.h: small plots of points and a curve for the terminal: braille dots and circles, or ASCII if the locale has no UTF-8.
#ifndef PL_TERMINAL_PLOT_H
#define PL_TERMINAL_PLOT_H

#include "terminal/terminal.h"

typedef struct pl_plot_data {
  const char *title;            // one line, cut if it is too long
  const char *x_unit;           // after the largest x; "" for none
  int n_curve, n_point;         // either may be 0
  const double *x, *y;          // [n_curve], connected in this order; NAN breaks the line
  const double *at, *measured;  // [n_point], marks; only some are drawn if there are many
  bool equal;                   // a shape: both axes have the same scale
} pl_plot_data;

// Columns for the title of a plot.
int pl__plot_title_columns(const pl_terminal *c);
// n plots, two beside each other.
void pl__plots_print(pl_terminal *c, int n, const pl_plot_data *plot);
// "  ○ measured  ⠤⠤ predicted", in the characters that the plots use. points: NULL when there are none.
void pl__plots_legend(pl_terminal *c, const char *points, const char *curve);

#endif
