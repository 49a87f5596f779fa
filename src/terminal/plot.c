// plot.c: see plot.h.
//
// A plot is a grid of cells, each 2 x 4 braille dots (about square on a terminal), or one dot in ASCII. A mark replaces a whole cell.
// Columns of one plot: 7 for the y labels, 1 for the axis, the rest for the cells.
#include "terminal/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { MARKS = 12, HEIGHT = 8, LABEL = 7, GAP = 2, MAX_WIDTH = 64 };

typedef struct canvas {
  bool utf8;
  int width;                               // cells
  int across, down;                        // dots per cell
  double low[2], high[2];                  // x, y at the outer dots
  unsigned char dots[HEIGHT * MAX_WIDTH];  // bits of braille; ASCII: 1
  bool mark[HEIGHT * MAX_WIDTH];
} canvas;

static int plot_columns(const pl_terminal *c) { return (c->columns - GAP) / 2; }

int pl__plot_title_columns(const pl_terminal *c) { return plot_columns(c) - GAP; }

// ---- ranges ----

static void widen(canvas *v, int axis, int n, const double *value) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(value[i])) continue;
    v->low[axis] = fmin(v->low[axis], value[i]);
    v->high[axis] = fmax(v->high[axis], value[i]);
  }
}

static int columns_of(const canvas *v) { return v->across * v->width; }
static int rows_of(const canvas *v) { return v->down * HEIGHT; }

// The same length per dot on both axes; the shape is centred on the other axis.
static void make_equal(canvas *v) {
  double square = v->utf8 ? 1 : 2;  // an ASCII cell is twice as high as wide
  double span[2] = {v->high[0] - v->low[0], v->high[1] - v->low[1]};
  double dot = fmax(span[0] / (columns_of(v) - 1), span[1] / square / (rows_of(v) - 1));
  double want[2] = {dot * (columns_of(v) - 1), dot * square * (rows_of(v) - 1)};
  for (int k = 0; k < 2; k++) {
    double middle = 0.5 * (v->low[k] + v->high[k]);
    v->low[k] = middle - 0.5 * want[k];
    v->high[k] = middle + 0.5 * want[k];
  }
}

static bool set_ranges(canvas *v, const pl_plot_data *p) {
  for (int k = 0; k < 2; k++) v->low[k] = INFINITY, v->high[k] = -INFINITY;
  widen(v, 0, p->n_curve, p->x);
  widen(v, 1, p->n_curve, p->y);
  widen(v, 0, p->n_point, p->at);
  widen(v, 1, p->n_point, p->measured);
  for (int k = 0; k < 2; k++) {
    if (!(v->low[k] <= v->high[k])) return false;
    if (v->low[k] == v->high[k]) {  // a constant is drawn in the middle
      double half = v->low[k] != 0 ? 0.5 * fabs(v->low[k]) : 1;
      v->low[k] -= half;
      v->high[k] += half;
    }
  }
  if (p->equal) make_equal(v);
  return true;
}

// ---- drawing ----

static double column_at(const canvas *v, double x) { return (columns_of(v) - 1) * (x - v->low[0]) / (v->high[0] - v->low[0]); }
static double row_at(const canvas *v, double y) { return (rows_of(v) - 1) * (v->high[1] - y) / (v->high[1] - v->low[1]); }

static void put_dot(canvas *v, double column, double row) {
  static const unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  int i = (int)lround(column), j = (int)lround(row);
  if (i < 0 || j < 0 || i >= columns_of(v) || j >= rows_of(v)) return;
  v->dots[(j / v->down) * MAX_WIDTH + i / v->across] |= v->utf8 ? bit[j % 4][i % 2] : 1;
}

static void draw_curve(canvas *v, const pl_plot_data *p) {
  for (int i = 0; i < p->n_curve; i++) {
    if (!isfinite(p->x[i]) || !isfinite(p->y[i])) continue;
    double to[2] = {column_at(v, p->x[i]), row_at(v, p->y[i])}, from[2] = {to[0], to[1]};
    if (i > 0 && isfinite(p->x[i - 1]) && isfinite(p->y[i - 1])) {
      from[0] = column_at(v, p->x[i - 1]);
      from[1] = row_at(v, p->y[i - 1]);
    }
    int steps = (int)ceil(fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1])));
    for (int k = 0; k <= steps; k++) {
      double part = steps > 0 ? (double)k / steps : 1;
      put_dot(v, from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]));
    }
  }
}

// Distance from point i - 1 to point i, in plot heights and widths.
static double stride(const canvas *v, const pl_plot_data *p, int i) {
  double x = column_at(v, p->at[i]) - column_at(v, p->at[i - 1]), y = row_at(v, p->measured[i]) - row_at(v, p->measured[i - 1]);
  double length = hypot(x, y);
  return isfinite(length) ? length : 0;
}

static void put_mark(canvas *v, const pl_plot_data *p, int i) {
  if (!isfinite(p->at[i]) || !isfinite(p->measured[i])) return;
  int column = (int)lround(column_at(v, p->at[i])) / v->across, row = (int)lround(row_at(v, p->measured[i])) / v->down;
  if (column >= 0 && row >= 0 && column < v->width && row < HEIGHT) v->mark[row * MAX_WIDTH + column] = true;
}

// The first point, the last one, and points at equal distances along the curve between: loops get marks on both branches.
static void draw_marks(canvas *v, const pl_plot_data *p) {
  double whole = 0, walked = 0;
  for (int i = 1; i < p->n_point; i++) whole += stride(v, p, i);
  int n = 0, most = p->equal ? MARKS / 2 : MARKS;  // a shape fills less of its plot
  for (int i = 0; i < p->n_point; i++) {
    if (i > 0) walked += stride(v, p, i);
    bool due = walked >= n * whole / (most - 1) * (1 - 1e-9);
    if (!due && i + 1 < p->n_point && p->n_point > most) continue;
    put_mark(v, p, i);
    while (n * whole <= walked * (most - 1) && whole > 0 && n < most) n++;
  }
}

static void add_cells(const canvas *v, int row, pl_text *line) {
  for (int i = 0; i < v->width; i++) {
    unsigned char dots = v->dots[row * MAX_WIDTH + i];
    char braille[5] = "";
    *pl__utf8_put(braille, 0x2800u + dots) = '\0';
    if (v->mark[row * MAX_WIDTH + i])
      pl_text_add(line, v->utf8 ? "○" : "o");
    else
      pl_text_add(line, !dots ? " " : v->utf8 ? braille : ".");
  }
}

// ---- labels ----

// As many digits as fit; a value that is tiny relative to the span is zero.
static void put_label(double value, double span, char *text, size_t size) {
  if (fabs(value) < 1e-6 * span) value = 0;
  pl_number_people(value, text, size);
  for (int digits = 3; digits > 0 && strlen(text) >= LABEL; digits--) snprintf(text, size, "%.*g", digits, value);
}

static void add_padded(pl_text *line, const char *text, int width, bool right) {
  int pad = width - pl_text_width(text);
  if (right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
  pl_text_add(line, text);
  if (!right) pl_text_repeat(line, " ", pad > 0 ? pad : 0);
}

// Lines of a plot: -1 the title, then the rows, HEIGHT the x labels. Each is `columns` wide.
static void add_line(const canvas *v, const pl_plot_data *p, bool filled, int row, int columns, pl_text *line) {
  char label[48] = "", text[160];
  if (row < 0) {
    snprintf(text, sizeof text, "%s", p->title);
    while (pl_text_width(text) > columns - GAP) {
      size_t n = strlen(text);
      while (n > 0 && ((unsigned char)text[n - 1] & 0xC0) == 0x80) n--;
      text[n > 0 ? n - 1 : 0] = '\0';
    }
    add_padded(line, text, columns, false);
    return;
  }
  if (row == HEIGHT) {
    char low[48], high[48];
    put_label(v->low[0], v->high[0] - v->low[0], low, sizeof low);
    put_label(v->high[0], v->high[0] - v->low[0], high, sizeof high);
    snprintf(text, sizeof text, "%s%s%s", high, *p->x_unit ? " " : "", p->x_unit);
    pl_text_repeat(line, " ", LABEL + 1);
    add_padded(line, filled ? low : "", v->width - pl_text_width(text), false);
    pl_text_add(line, filled ? text : "");
    return;
  }
  if (row == 0 || row == HEIGHT - 1) put_label(row == 0 ? v->high[1] : v->low[1], v->high[1] - v->low[1], label, sizeof label);
  bool labelled = label[0] && filled;
  add_padded(line, labelled ? label : "", LABEL - 1, true);
  pl_text_add(line, v->utf8 ? (labelled ? " ┤" : " │") : " |");
  add_cells(v, row, line);
}

static void print_trimmed(pl_terminal *c, const pl_text *line) {
  size_t n = line->size;
  while (n > 0 && line->data[n - 1] == ' ') n--;
  pl_text_add_bytes(&c->out, line->data, n);
  pl_text_add(&c->out, "\n");
}

static canvas draw(const pl_terminal *c, const pl_plot_data *p, int columns, bool *filled) {
  bool utf8 = c->utf8;
  int width = columns - LABEL - 1 - GAP;
  canvas v = {.utf8 = utf8, .width = width > MAX_WIDTH ? MAX_WIDTH : width, .across = utf8 ? 2 : 1, .down = utf8 ? 4 : 1};
  *filled = set_ranges(&v, p);
  if (*filled) draw_curve(&v, p);
  if (*filled) draw_marks(&v, p);
  return v;
}

void pl__plots_print(pl_terminal *c, int n, const pl_plot_data *plot) {
  int columns = plot_columns(c);
  for (int i = 0; i < n; i += 2) {
    int n_beside = i + 1 < n ? 2 : 1;
    canvas v[2];
    bool filled[2];
    for (int k = 0; k < n_beside; k++) v[k] = draw(c, &plot[i + k], columns, &filled[k]);
    for (int row = -1; row <= HEIGHT; row++) {
      pl_text line;
      pl_text_init(&line, c->ctx);
      pl_text_repeat(&line, " ", GAP);
      for (int k = 0; k < n_beside; k++) {
        int begun = pl_text_width(line.data ? line.data : "");
        if (k > 0 && begun < GAP + columns) pl_text_repeat(&line, " ", GAP + columns - begun);
        add_line(&v[k], &plot[i + k], filled[k], row, columns, &line);
      }
      if (!line.failed) print_trimmed(c, &line);
      pl_text_clear(&line);
    }
    if (i + 2 < n) pl__print(c, "\n");
  }
}

void pl__plots_legend(pl_terminal *c, const char *points, const char *curve) {
  bool utf8 = c->utf8;
  if (points) pl__print(c, "  %s %s", utf8 ? "○" : "o", points);
  pl__print(c, "  %s %s\n", utf8 ? "⠤⠤" : "..", curve);
}
