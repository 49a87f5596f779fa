// plot_frame.h: the data area of a plot: ranges, positions of values, ticks, runs of a band. Shared by SVG in a page (svg.c) and figures
// drawn with cairo (draw_plot.c), so that both show the same plot.
#ifndef PL_REPORT_FIGURE_PLOT_FRAME_H
#define PL_REPORT_FIGURE_PLOT_FRAME_H

#include "report/svg/svg.h"

typedef struct pl_frame {
  const pl_plot *plot;
  double left, top, width, height;  // of the data area, in units of the picture
  double x[2], y[2];                // data ranges; y in decades when logarithmic, its square root when root_y
} pl_frame;

// Ranges from the plot's settings or its data; with plot->equal one of them is widened. Needs width and height.
void pl__frame_ranges(pl_frame *f);

// Position in the data area, from its left and upper side; not finite if a value has none.
double pl__frame_x(const pl_frame *f, double x);
double pl__frame_y(const pl_frame *f, double y);
bool pl__frame_shows(const pl_frame *f, double x, double y);

// At most about `wanted` ticks; on a counting axis at integers.
int pl__frame_x_ticks(const pl_frame *f, int wanted, double *first, double *step);
int pl__frame_y_ticks(const pl_frame *f, int wanted, double *first, double *step);
// Ticks of a logarithmic y axis into value[PL_MAX_LOG_TICK]: every power of ten or fewer, with 2 and 5 between them when there are few.
enum { PL_MAX_LOG_TICK = 64 };
int pl__frame_log_ticks(const pl_frame *f, double *value);
// The same for the square root of a fraction in per cent.
int pl__frame_root_ticks(const pl_frame *f, double *value);
// The label of a tick, with a typographic minus sign.
void pl__tick_text(double value, double step, pl_text *out);

// The part of a band series from *i on without a gap or reversal (a cycle goes out and back). Points [*i, *end), *sense < 0 when x
// decreases. False at the end of the series. Call pl__frame_next_run to advance *i.
bool pl__frame_run(const pl_frame *f, const pl_series *s, int i, int *end, double *sense);
int pl__frame_next_run(const pl_frame *f, const pl_series *s, int i, int end);

#endif
