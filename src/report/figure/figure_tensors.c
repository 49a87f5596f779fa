// figure_tensors.c: the stiffness tensors of Wang's model over the polar strain plane, from material.json. There is one panel per component
// of C and one for its smallest eigenvalue. The radius is the largest extension, the angle its direction; circles are the data points.
#include <math.h>
#include <string.h>

#include "report/figure/figure.h"
#include "report/figure/markup.h"
#include "report/figure/material_plot.h"

enum { N_COLUMN = 3, N_RADIUS = 40, N_DIRECTION = 60, IMAGE = 256 };  // panels in a row; grid of values; pixels of a map

typedef struct tensor {
  const char *unit;
  int n_panel, index[PL_POLAR_MAX_COMPONENT + 1];
  double reach, turn, width, height;  // extension, rad, pt of a panel
  int n_point;
  double extension[PL_TENSOR_MAX_POINT], direction[PL_TENSOR_MAX_POINT];  // 1, rad
  double value[PL_POLAR_MAX_COMPONENT + 1][N_RADIUS][N_DIRECTION];        // shown units, at the centre of each cell
} tensor;

// Position of the plane in a panel.
typedef struct plane {
  const tensor *of;
  double x, y, rim;  // pt: the corner and the radius at full extension
} plane;

static void place(pl_pen *pen, const plane *p, bool line, double radius, double direction) {
  double x = p->x + p->rim * radius * cos(direction), y = p->y - p->rim * radius * sin(direction);
  if (line)
    cairo_line_to(pen->cr, x, y);
  else
    cairo_move_to(pen->cr, x, y);
}

// Value at a point of the plane, interpolated between the cell centres.
static double value_at(const tensor *of, int k, double radius, double direction) {
  double i = fmin(fmax(radius * N_RADIUS - 0.5, 0), N_RADIUS - 1.001),
         j = fmin(fmax(direction / of->turn * N_DIRECTION - 0.5, 0), N_DIRECTION - 1.001);
  int i0 = (int)i, j0 = (int)j;
  double s = i - i0, t = j - j0;
  const double(*v)[N_DIRECTION] = of->value[k];
  return (1 - s) * ((1 - t) * v[i0][j0] + t * v[i0][j0 + 1]) + s * ((1 - t) * v[i0 + 1][j0] + t * v[i0 + 1][j0 + 1]);
}

// The map as an image of the square (or two of them) around the plane: thousands of cells would make large files and show seams.
static void draw_map(pl_pen *pen, const plane *p, int k, double largest) {
  bool half = p->of->turn > 2;
  int width = half ? 2 * IMAGE : IMAGE;
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, IMAGE);
  if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy(image);
    return;
  }
  unsigned char *data = cairo_image_surface_get_data(image);
  int stride = cairo_image_surface_get_stride(image);
  for (int y = 0; y < IMAGE; y++)
    for (int x = 0; x < width; x++) {
      double u = (x + 0.5) / IMAGE - (half ? 1 : 0), v = 1 - (y + 0.5) / IMAGE, rgb[3];
      pl__colour_scale(PL_SCALE_SIGN, 0.5 + 0.5 * value_at(p->of, k, hypot(u, v), atan2(v, u)) / largest, rgb);
      uint32_t pixel = 0;
      for (int c = 0; c < 3; c++) pixel = pixel << 8 | (uint32_t)lround(255 * rgb[c]);
      memcpy(data + y * stride + 4 * x, &pixel, sizeof pixel);
    }
  cairo_surface_mark_dirty(image);
  cairo_save(pen->cr);
  cairo_move_to(pen->cr, p->x, p->y);
  cairo_arc_negative(pen->cr, p->x, p->y, p->rim, 0, -p->of->turn);
  cairo_close_path(pen->cr);
  cairo_clip(pen->cr);
  cairo_translate(pen->cr, p->x - (half ? p->rim : 0), p->y - p->rim);
  cairo_scale(pen->cr, p->rim / IMAGE, p->rim / IMAGE);
  cairo_set_source_surface(pen->cr, image, 0, 0);
  cairo_paint(pen->cr);
  cairo_restore(pen->cr);
  cairo_surface_destroy(image);
}

static void lines(pl_pen *pen, const plane *p) {
  static const double dash[] = {2, 2};
  cairo_t *cr = pen->cr;
  cairo_set_line_width(cr, 0.5);
  pl__draw_ink(pen, 0, 0.6);
  cairo_set_dash(cr, dash, 2, 0);
  cairo_arc_negative(cr, p->x, p->y, 0.5 * p->rim, 0, -p->of->turn);
  cairo_stroke(cr);
  cairo_set_dash(cr, NULL, 0, 0);
  pl__draw_ink(pen, 0, 1);
  cairo_set_line_width(cr, 0.6);
  cairo_move_to(cr, p->x, p->y);
  place(pen, p, true, 1, 0);
  cairo_arc_negative(cr, p->x, p->y, p->rim, 0, -p->of->turn);
  cairo_close_path(cr);
  cairo_stroke(cr);
  for (int i = 0; i < p->of->n_point; i++) {
    double r = p->rim * p->of->extension[i] / p->of->reach;
    pl__draw_disc(pen, p->x + r * cos(p->of->direction[i]), p->y - r * sin(p->of->direction[i]), 1.8);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_fill_preserve(cr);
    pl__draw_ink(pen, 0, 1);
    cairo_stroke(cr);
  }
}

static void labels(pl_pen *pen, const plane *p, const char *title, double x, double y) {
  pl__draw_ink(pen, 0, 1);
  pl__draw_size(pen, PL_NAME_SIZE);
  pl_text *text = pl__draw_fresh(pen);
  pl__draw_axis_name(title, p->of->unit, text);
  pl__draw_text(pen, x, y, 0, text->data);
  pl__draw_size(pen, PL_TICK_SIZE);
  bool half = p->of->turn > 2;
  for (int k = half ? 0 : 1; k <= 2; k++) {
    double share = 50 * k * p->of->reach;
    text = pl__draw_fresh(pen);
    pl__markup_fixed(text, share, fabs(share - round(share)) < 0.05 ? 0 : 1);
    pl_text_add(text, " %");
    pl__draw_text(pen, p->x + 0.5 * k * p->rim + (k == 2 ? 3 : 0), p->y + 9, k == 2 ? 1 : 0.5,
                  text->data);  // the last one keeps clear of the bar
  }
  pl__draw_text(pen, p->x + 0.5 * p->rim, p->y + 18, 0.5, "warp \xE2\x86\x92");
  if (half)
    pl__draw_text(pen, p->x, p->y - p->rim - 3, 0.5, "weft \xE2\x86\x91");
  else
    pl__draw_text_up(pen, p->x - 5, p->y - 0.5 * p->rim, 0.5, "weft \xE2\x86\x92");
}

static void draw_panel(pl_pen *pen, const tensor *of, int k, double x, double y) {
  double largest = 0, room = of->width - 60;
  bool half = of->turn > 2;
  for (int i = 0; i < N_RADIUS; i++)
    for (int j = 0; j < N_DIRECTION; j++)
      if (isfinite(of->value[k][i][j])) largest = fmax(largest, fabs(of->value[k][i][j]));
  if (!(largest > 0)) largest = 1;
  plane p = {.of = of, .rim = half ? 0.5 * room : room};
  p.x = x + 16 + (half ? p.rim : 0), p.y = y + 20 + (half ? 8 : 0) + p.rim;
  bool negative = false;
  for (int i = 0; i < N_RADIUS; i++)
    for (int j = 0; j < N_DIRECTION; j++) negative = negative || of->value[k][i][j] < 0;
  draw_map(pen, &p, k, largest);
  lines(pen, &p);
  labels(pen, &p, pl_material_tensor_title[of->index[k]], x + 10, y + 10);
  pl_scale scale = {.low = negative ? -largest : 0, .high = largest, .colours = PL_SCALE_SIGN};
  pl__draw_scale(pen, &scale, (pl_box){x + of->width - 38, y + 20, 6, of->height - 44});
}

static void draw(pl_pen *pen, const void *user) {
  const tensor *of = user;
  for (int k = 0; k < of->n_panel; k++) draw_panel(pen, of, k, of->width * (k % N_COLUMN), of->height * (k / N_COLUMN));
}

static void add_tensor(pl_figures *set, const pl_material *material, const pl_term *term) {
  const pl_polar_scheme *scheme = pl_polar_scheme_of(term);
  tensor *of = pl_arena_alloc(set->reader.arena, 1, sizeof *of);
  if (!of) {
    set->reader.failed = true;
    return;
  }
  pl_dim dim = material->parameter[term->theta].dim;
  double shown = pl_dim_display(dim, 1);
  *of = (tensor){.unit = pl_dim_unit(dim), .n_panel = pl_polar_component_count(scheme) + 1, .width = 2 * set->column / N_COLUMN};
  of->reach = scheme->n_ring > 0 ? scheme->radius[scheme->n_ring - 1] : 0.1;
  of->turn = pl_polar_turn(scheme);
  of->height = of->width - 60 + 46;
  of->n_point = pl_material_tensor_points(scheme, of->extension, of->direction);
  for (int k = 0; k < of->n_panel; k++) {
    of->index[k] = k < of->n_panel - 1 ? k : PL_POLAR_MAX_COMPONENT;
    for (int i = 0; i < N_RADIUS; i++)
      for (int j = 0; j < N_DIRECTION; j++)
        of->value[k][i][j] = shown * pl_material_tensor_value(material, term, of->index[k], of->reach * (i + 0.5) / N_RADIUS,
                                                              of->turn * (j + 0.5) / N_DIRECTION);
  }
  pl__figure_add(set, pl__figure_text(set, "tensor-%s", term->name),
                 pl__figure_text(set, "Stiffness tensor of %s over the polar plane", term->name), 2 * set->column,
                 of->height * ((of->n_panel + N_COLUMN - 1) / N_COLUMN) + 4, draw, of);
}

void pl__figure_tensors(pl_figures *set) {
  pl_material *material = pl__figure_material(set);
  if (!material) return;
  for (int t = 0; t < material->n_term; t++)
    if (pl_polar_scheme_of(&material->term[t])) add_tensor(set, material, &material->term[t]);
  pl_material_destroy(material);
}
