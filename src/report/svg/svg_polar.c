// svg_polar.c: see svg_polar.h. Coordinates are integer tenths of a unit inside a group scaled by 0.1, independent of locale.
#include "report/svg/svg_polar.h"

#include <math.h>

#include "report/figure/colours.h"
#include "report/figure/markup.h"

enum { N_RADIUS = 20, N_DIRECTION = 30, LEFT = 38, TOP = 34, RIM_QUARTER = 160, RIM_HALF = 80, BAR = 232 };

// Colour of a value in -1 .. 1.
static void add_colour(pl_text *out, double value) {
  double rgb[3];
  pl__colour_scale(PL_SCALE_SIGN, 0.5 + 0.5 * value, rgb);
  pl_text_add(out, "#");
  for (int i = 0; i < 3; i++) pl_text_printf(out, "%02x", (unsigned)lround(255 * rgb[i]));
}

// Position of the plane in the panel.
typedef struct frame {
  const pl_polar_map *map;
  pl_text *out;
  double rim, x, y;  // radius and corner, panel units
} frame;

static void add_place(const frame *f, const char *command, double extension, double direction) {
  double r = f->rim * extension / f->map->reach;
  pl_text_printf(f->out, "%s%ld %ld", command, lround(10 * (f->x + r * cos(direction))), lround(10 * (f->y - r * sin(direction))));
}

static double edge(double whole, double i, int n) { return whole * i / n; }

// One cell as a quadrilateral path, extended by `more` of a cell beyond its outer sides: later cells cover that, and no seam shows.
static void add_cell(const frame *f, int i, int j, double more) {
  double r0 = edge(f->map->reach, i, N_RADIUS), r1 = edge(f->map->reach, fmin(i + 1 + more, N_RADIUS), N_RADIUS);
  double a0 = edge(f->map->turn, j, N_DIRECTION), a1 = edge(f->map->turn, fmin(j + 1 + more, N_DIRECTION), N_DIRECTION);
  add_place(f, "M", r0, a0);
  add_place(f, "L", r1, a0);
  add_place(f, "L", r1, a1);
  if (i > 0) add_place(f, "L", r0, a1);
  pl_text_add(f->out, "Z");
}

static void write_cells(const frame *f, double value[N_RADIUS][N_DIRECTION], double scale) {
  bool negative = false;
  for (int i = 0; i < N_RADIUS; i++)
    for (int j = 0; j < N_DIRECTION; j++) {
      if (!isfinite(value[i][j])) continue;
      pl_text_add(f->out, "<path fill=\"");
      add_colour(f->out, value[i][j] / scale);
      pl_text_add(f->out, "\" d=\"");
      add_cell(f, i, j, 0.5);
      pl_text_add(f->out, "\"/>");
      negative = negative || value[i][j] < 0;
    }
  if (!negative) return;
  pl_text_add(f->out, "<path fill=\"url(#hatch)\" d=\"");
  for (int i = 0; i < N_RADIUS; i++)
    for (int j = 0; j < N_DIRECTION; j++)
      if (value[i][j] < 0) add_cell(f, i, j, 0);
  pl_text_add(f->out, "\"/>");
}

static void add_arc(const frame *f, const char *class, double extension) {
  long r = lround(10 * f->rim * extension / f->map->reach);
  pl_text_printf(f->out, "<path class=\"%s\" d=\"", class);
  add_place(f, "M", extension, 0);
  pl_text_printf(f->out, "A%ld %ld 0 0 0 ", r, r);
  add_place(f, "", extension, f->map->turn);
  pl_text_add(f->out, "\"/>");
}

static void open_text(const frame *f, const char *class, double x, double y) {
  pl_text_printf(f->out, "<text class=\"%s\" x=\"%ld\" y=\"%ld\">", class, lround(x), lround(y));
}

static void add_percent(pl_text *out, double share) {
  pl__markup_fixed(out, 100 * share, fabs(100 * share - round(100 * share)) < 0.05 ? 0 : 1);
  pl_text_add(out, "\xC2\xA0%</text>");
}

// Arcs at half and full extension, the sides, the data points; inside the scaled group.
static void write_lines(const frame *f) {
  const pl_polar_map *map = f->map;
  add_arc(f, "ring", 0.5 * map->reach);
  add_arc(f, "rim", map->reach);
  pl_text_add(f->out, "<path class=\"rim\" d=\"");
  add_place(f, "M", map->reach, 0);
  add_place(f, "L", 0, 0);
  add_place(f, "L", map->reach, map->turn);
  pl_text_add(f->out, "\"/>");
  for (int i = 0; i < map->n_point; i++) {
    double r = f->rim * map->extension[i] / map->reach;
    pl_text_printf(f->out, "<circle class=\"mark\" r=\"28\" cx=\"%ld\" cy=\"%ld\"><title>",
                   lround(10 * (f->x + r * cos(map->direction[i]))), lround(10 * (f->y - r * sin(map->direction[i]))));
    pl__markup_number(f->out, map->value(map->user, map->extension[i], map->direction[i]));
    pl_text_add(f->out, " ");
    pl__markup_unit(f->out, map->unit);
    pl_text_add(f->out, "</title></circle>");
  }
}

static void write_labels(const frame *f) {
  const pl_polar_map *map = f->map;
  bool half = map->turn > 2;
  open_text(f, "head", LEFT, 16);
  pl__markup_text(f->out, map->title);
  pl_text_add(f->out, " <tspan class=\"unit\">[");
  pl__markup_unit(f->out, map->unit);
  pl_text_add(f->out, "]</tspan></text>");
  for (int k = 0; k <= 2; k++) {
    open_text(f, "tick mid", f->x + 0.5 * k * f->rim, f->y + 14);
    add_percent(f->out, 0.5 * k * map->reach);
  }
  open_text(f, "tick mid", f->x + (half ? 0.5 : 0.25) * f->rim, f->y + 27);
  pl_text_add(f->out, "warp \xE2\x86\x92</text>");
  double side = half ? f->x : f->x - 7, top = half ? f->y - f->rim - 5 : f->y - 0.75 * f->rim;
  pl_text_printf(f->out, "<text class=\"tick mid\" transform=\"translate(%ld %ld)%s\">weft %s</text>", lround(side), lround(top),
                 half ? "" : " rotate(-90)", half ? "\xE2\x86\x91" : "\xE2\x86\x92");
}

// The colour scale from the lowest to the highest value, with 0 marked if it lies between.
static void write_bar(const frame *f, double low, double high, double scale) {
  enum { STEPS = 40, WIDTH = 160 };
  for (int i = 0; i < STEPS; i++) {
    double value = low + (high - low) * (i + 0.5) / STEPS;
    pl_text_printf(f->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"10\" fill=\"", LEFT + i * WIDTH / STEPS, BAR,
                   WIDTH / STEPS + (i + 1 < STEPS));
    add_colour(f->out, value / scale);
    pl_text_add(f->out, "\"/>");
  }
  double zero = low < 0 && high > 0 ? -low / (high - low) : 0;
  if (zero > 0) {
    long at = lround(LEFT + zero * WIDTH);
    pl_text_printf(f->out, "<rect fill=\"url(#hatch-bar)\" x=\"%d\" y=\"%d\" width=\"%ld\" height=\"10\"/>", LEFT, BAR, at - LEFT);
    pl_text_printf(f->out, "<path class=\"bar\" d=\"M%ld %dV%d\"/>", at, BAR - 2, BAR + 12);
  }
  pl_text_printf(f->out, "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"10\"/>", LEFT, BAR, WIDTH);
  open_text(f, "tick", LEFT, BAR + 23);
  pl__markup_number(f->out, low);
  pl_text_add(f->out, "</text>");
  if (zero > 0.25 && zero < 0.75) {
    open_text(f, "tick mid", LEFT + zero * WIDTH, BAR + 23);
    pl_text_add(f->out, "0</text>");
  }
  open_text(f, "tick end", LEFT + WIDTH, BAR + 23);
  pl__markup_number(f->out, high);
  pl_text_add(f->out, "</text>");
}

void pl_polar_map_defs(pl_text *out) {
  pl_text_add(out, "<defs><pattern id=\"hatch\" width=\"70\" height=\"70\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                   "<path d=\"M0 0V70\" stroke=\"#1b1f24\" stroke-width=\"9\" stroke-opacity=\".55\"/></pattern>"
                   "<pattern id=\"hatch-bar\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                   "<path d=\"M0 0V7\" stroke=\"#1b1f24\" stroke-width=\".9\" stroke-opacity=\".55\"/></pattern></defs>");
}

void pl_polar_map_write(const pl_polar_map *map, int x, int y, pl_text *out) {
  bool half = map->turn > 2;
  frame f = {.map = map, .out = out, .rim = half ? RIM_HALF : RIM_QUARTER, .x = half ? LEFT + RIM_HALF : LEFT, .y = TOP + RIM_QUARTER};
  double value[N_RADIUS][N_DIRECTION], low = INFINITY, high = -INFINITY;
  for (int i = 0; i < N_RADIUS; i++)
    for (int j = 0; j < N_DIRECTION; j++) {
      value[i][j] = map->value(map->user, edge(map->reach, 2 * i + 1, 2 * N_RADIUS), edge(map->turn, 2 * j + 1, 2 * N_DIRECTION));
      if (isfinite(value[i][j])) low = fmin(low, value[i][j]), high = fmax(high, value[i][j]);
    }
  for (int i = 0; i < map->n_point; i++) {
    double at = map->value(map->user, map->extension[i], map->direction[i]);
    if (isfinite(at)) low = fmin(low, at), high = fmax(high, at);
  }
  if (!(low <= high)) low = high = 0;
  low = fmin(low, 0), high = fmax(high, 0);
  double scale = fmax(-low, high) > 0 ? fmax(-low, high) : 1;
  pl_text_printf(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><g transform=\"scale(.1)\">", x, y, PL_POLAR_MAP_WIDTH,
                 PL_POLAR_MAP_HEIGHT);
  write_cells(&f, value, scale);
  write_lines(&f);
  pl_text_add(out, "</g>");
  write_labels(&f);
  write_bar(&f, low, high, scale);
  pl_text_add(out, "</svg>");
}
