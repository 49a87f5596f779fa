// svg.h: a small plotting library: one plot is one <svg> element as text.
//
// Colours are classes (c0 .. c6, see material_plot.c: Okabe and Ito's palette, separate for light and dark); text and axes use
// currentColor. Numbers that are not finite break a line and drop a point; they are never written.
#ifndef PL_REPORT_SVG_SVG_H
#define PL_REPORT_SVG_SVG_H

#include "base/text.h"

typedef enum pl_series_kind {
  PL_SERIES_LINE,
  PL_SERIES_DASHED,
  PL_SERIES_THIN,    // a fine line
  PL_SERIES_POINTS,  // filled, each with a tooltip
  PL_SERIES_RINGS,   // hollow, each with a tooltip
  PL_SERIES_DOTS,    // faint and many, one path, no tooltips
  PL_SERIES_BAND,    // between y and y2
  PL_SERIES_BARS,    // error bars from y to y2
  PL_SERIES_SPAN     // shaded over the whole height from x[0] to x[1]
} pl_series_kind;

typedef struct pl_series {
  pl_series_kind kind;
  int colour;         // 0: ink, 1 .. 6: palette
  const char *label;  // in the legend; NULL: none
  int n;
  const double *x, *y, *y2;  // [n], borrowed until pl_plot_write
  const char *const *tip;    // [n] or NULL: name of a point in its tooltip
} pl_series;

enum { PL_PLOT_MAX_SERIES = 24 };

typedef struct pl_plot {
  const char *title;                              // for screen readers: what the plot shows
  const char *x_name, *x_unit, *y_name, *y_unit;  // "displacement", "mm"; an empty unit is left out
  int width, height;                              // of the view box; 0: 460 x 290
  bool log_y;                                     // values that are not positive are dropped
  bool root_y;                                    // the y axis is the square root, which shows small fractions; figures only, y >= 0
  bool whole_x;                                   // the x axis counts: ticks at integers only
  bool equal;                                     // a plane: one scale for x and y, one range is widened
  double x_range[2], y_range[2];                  // equal: from the data
  int n_series;
  pl_series series[PL_PLOT_MAX_SERIES];
} pl_plot;

// Appends a series; those beyond PL_PLOT_MAX_SERIES are dropped. y2 and the tips may be set through the result (NULL when dropped).
pl_series *pl_plot_add(pl_plot *plot, pl_series_kind kind, int colour, const char *label, int n, const double *x, const double *y);
void pl_plot_write(const pl_plot *plot, pl_text *out);

// Round ticks: multiples of *step (1, 2, 2.5 or 5 times a power of ten) inside [low, high], at most `wanted`, the first at *first. Returns
// their number.
int pl_plot_ticks(double low, double high, int wanted, double *first, double *step);

#endif
