// figure_correlation.c: the correlation matrix of the parameters as coloured cells: blue positive, orange negative.
#include <math.h>

#include "report/figure/figure.h"

typedef struct matrix {
  int n;
  const double *value;  // [n][n]
  const char **name;    // [n]
  double side;          // pt, of a cell
  double margin;        // pt, room for the names at the left and below
} matrix;

enum { MAX_SIZE = 120, BAR = 44, SMALL = 110 };  // parameters; pt

static void draw(pl_pen *pen, const void *user) {
  const matrix *m = user;
  double left = m->margin, size = m->n * m->side, gap = m->side > 5 ? 0.5 : 0;
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j <= i; j++) {
      double rgb[3], value = m->value[(size_t)i * m->n + j];
      if (!isfinite(value)) continue;
      pl__colour_scale(PL_SCALE_SIGN, 0.5 + 0.5 * value, rgb);
      cairo_set_source_rgb(pen->cr, rgb[0], rgb[1], rgb[2]);
      cairo_rectangle(pen->cr, left + j * m->side, 4 + i * m->side, m->side - gap, m->side - gap);
      cairo_fill(pen->cr);
    }
  pl__draw_size(pen, fmin(PL_TICK_SIZE, m->side));
  pl__draw_ink(pen, 0, 1);
  // the lower triangle suffices; its outline
  cairo_set_line_width(pen->cr, 0.4);
  cairo_move_to(pen->cr, left, 4);
  for (int i = 0; i < m->n; i++) {
    cairo_line_to(pen->cr, left + (i + 1) * m->side, 4 + i * m->side);
    cairo_line_to(pen->cr, left + (i + 1) * m->side, 4 + (i + 1) * m->side);
  }
  cairo_line_to(pen->cr, left, 4 + size);
  cairo_close_path(pen->cr);
  cairo_stroke(pen->cr);
  for (int i = 0; i < m->n; i++) {
    double middle = (i + 0.5) * m->side;
    pl__draw_text(pen, left - 4, 4 + middle + 0.36 * pen->size, 1, pl__draw_fit(pen, m->name[i], m->margin - 6));
    pl__draw_text_up(pen, left + middle + 0.36 * pen->size, 4 + size + 4, 1, pl__draw_fit(pen, m->name[i], m->margin - 6));
  }
  pl__draw_size(pen, PL_TICK_SIZE);
  pl_scale scale = {.low = -1, .high = 1, .colours = PL_SCALE_SIGN};
  // in the empty upper corner, or beside a small matrix
  bool small = size < SMALL;
  pl__draw_scale(pen, &scale, (pl_box){left + size + (small ? 10 : -26), 6, 7, small ? fmax(size, BAR) - 4 : fmin(0.38 * size, 90)});
}

void pl__figure_correlation(pl_figures *set) {
  double *value;
  matrix *m = pl_arena_alloc(set->reader.arena, 1, sizeof *m);
  if (!m) {
    set->reader.failed = true;
    return;
  }
  m->n = pl__view_correlation(&set->reader, &value, &m->name);
  if (m->n < 2 || m->n > MAX_SIZE) return;
  m->value = value;
  int longest = 0;
  for (int i = 0; i < m->n; i++) longest = (int)fmax(longest, pl_text_width(m->name[i]));
  m->side = fmin(fmax(1.3 * set->column / m->n, 4.5), 14);
  m->margin = 12 + fmin(0.62 * longest, 20) * fmin(PL_TICK_SIZE, m->side);
  double size = m->n * m->side;
  pl__figure_add(set, "correlation", "Correlation of the parameters", m->margin + size + (size < SMALL ? 36 : 6),
                 fmax(size, BAR) + m->margin + 6, draw, m);
}
