// figure.h: shared by the kinds of figures. A kind is one file figure_*.c with one function that reads fit.json and adds figures to the
// set; its row is in figures.c. Figures of one protocol are in its folder (pl_protocol_view.draw).
#ifndef PL_REPORT_FIGURE_FIGURE_H
#define PL_REPORT_FIGURE_FIGURE_H

#include "material/material.h"
#include "report/figure/draw.h"
#include "report/figure/plots.h"

typedef struct pl_figure {
  const char *name;      // of the file, without ending
  const char *title;     // what it shows
  double width, height;  // pt
  pl_draw_page draw;
  const void *data;  // of draw
  struct pl_figure *next;
} pl_figure;

typedef struct pl_figures {
  pl_reader reader;  // of the result
  double column;     // pt
  pl_figure *first, *last;
} pl_figures;

// Adds a figure; the name consists of letters, digits and dashes, with a number if it exists already. Does nothing after out of memory.
void pl__figure_add(pl_figures *set, const char *name, const char *title, double width, double height, pl_draw_page draw, const void *data);

// Plots in boxes; those that start at the same x share the width of their y axes, so that they are aligned.
typedef struct pl_panel {
  pl_box box;           // pt
  const char *heading;  // NULL: none
  pl_plot plot;
} pl_panel;
// n panels, zeroed, in the arena; NULL after out of memory, with reader.failed set.
pl_panel *pl__panels(pl_figures *set, int n);
void pl__figure_add_panels(pl_figures *set, const char *name, const char *title, double width, double height, int n, const pl_panel *panel);
// One plot over a column, `height` columns high; nothing if it has no series.
void pl__figure_add_plot(pl_figures *set, const char *name, const char *heading, double height, pl_plot plot);
// Text in the arena; "" after out of memory, with reader.failed set.
const char *pl__figure_text(pl_figures *set, const char *format, ...) PL_PRINTF(2, 3);

// A number with this many digits, the same in every locale.
const char *pl__figure_number(pl_figures *set, double value, int digits);

// The material of the result, which the caller destroys; NULL if none can be read: the other figures do not need it.
pl_material *pl__figure_material(pl_figures *set);

// ---- the kinds ----
void pl__figure_laws(pl_figures *set);
void pl__figure_rubber(pl_figures *set);
void pl__figure_loops(pl_figures *set);
void pl__figure_polar(pl_figures *set);
void pl__figure_tensors(pl_figures *set);
void pl__figure_energy(pl_figures *set);
void pl__figure_tests(pl_figures *set);
void pl__figure_profiles(pl_figures *set);
void pl__figure_parameters(pl_figures *set);
void pl__figure_correlation(pl_figures *set);
void pl__figure_convergence(pl_figures *set);

#endif
