// draw.h: drawing of figures: a page on cairo that becomes SVG, PDF or PNG in memory, text with known extents, colours, plots.
//
// Lengths are points (1/72 inch) from the upper left corner. Cairo embeds the letters it uses: as outlines in SVG, as part of the font in PDF.
#ifndef PL_REPORT_FIGURE_DRAW_H
#define PL_REPORT_FIGURE_DRAW_H

#include <cairo.h>

#include "base/text.h"
#include "report/figure/colours.h"
#include "report/svg/svg.h"

typedef enum pl_format { PL_FORMAT_SVG, PL_FORMAT_PDF, PL_FORMAT_PNG, PL_N_FORMAT } pl_format;
extern const char *const pl_format_name[PL_N_FORMAT];  // "svg", "pdf", "png": file extensions

typedef struct pl_pen {
  cairo_t *cr;
  double size;   // pt, current letter size
  pl_text text;  // scratch for labels: pl__draw_fresh
} pl_pen;

enum { PL_TICK_SIZE = 7, PL_NAME_SIZE = 8, PL_HEAD_SIZE = 9 };  // pt: numbers on axes and legends, names of axes, headings

typedef void (*pl_draw_page)(pl_pen *pen, const void *user);

// Draws one page of width x height pt on white and appends the file to out. font: a family; the nearest installed one is used.
pl_status pl__draw_file(pl_context *ctx, pl_format format, double width, double height, double dpi, const char *font, const char *title,
                        pl_draw_page draw, const void *user, pl_text *out);
// Encodes an existing image (pixels of a rendered picture) as PNG.
pl_status pl__draw_png(pl_context *ctx, cairo_surface_t *image, pl_text *out);
// Frees cairo's caches (letters); for leak checks.
void pl__draw_forget(void);

void pl__draw_ink(pl_pen *pen, int colour, double alpha);  // palette of colours.h
pl_text *pl__draw_fresh(pl_pen *pen);                      // the scratch text, empty
void pl__draw_grey(pl_pen *pen, double grey);
void pl__draw_size(pl_pen *pen, double size);
double pl__draw_width(pl_pen *pen, const char *text);
// y: the baseline; anchor 0: text starts at x, 0.5: centred there, 1: ends there.
void pl__draw_text(pl_pen *pen, double x, double y, double anchor, const char *text);
// Reading upwards; (x, y) is the point of the baseline at the anchor.
void pl__draw_text_up(pl_pen *pen, double x, double y, double anchor, const char *text);
void pl__draw_line(pl_pen *pen, double x0, double y0, double x1, double y1);
void pl__draw_disc(pl_pen *pen, double x, double y, double radius);  // a path, to be filled or stroked
// Text cut to a width, with an ellipsis; the pen's scratch text.
const char *pl__draw_fit(pl_pen *pen, const char *text, double width);

// ---- plots ----
typedef struct pl_box {
  double x, y, width, height;  // pt
} pl_box;
// Width of tick labels and name of the y axis, left of the data area: plots above each other share the larger one.
double pl__draw_plot_left(pl_pen *pen, const pl_plot *plot, pl_box box);
// The plot in the box; heading above it, or NULL. left as above.
void pl__draw_plot(pl_pen *pen, const pl_plot *plot, pl_box box, double left, const char *heading);
// "stress [N/m²]" into the caller's text.
void pl__draw_axis_name(const char *name, const char *unit, pl_text *out);

// Label on a logarithmic axis of this range: plain if the axis stays near 1, else 10⁻³ or 2·10⁻³ with raised digits.
void pl__draw_log_label(const double decades[2], double value, pl_text *out);

// ---- colour bars ----
typedef struct pl_scale {
  double low, high;  // values at the ends
  pl_colour_scale colours;
  const char *title;  // above the bar, NULL: none
} pl_scale;
// A bar of the box's size from bottom to top, with ticks and labels at its right.
void pl__draw_scale(pl_pen *pen, const pl_scale *scale, pl_box box);

#endif
