// material_plot.c: see material_plot.h.
#include "report/figure/material_plot.h"

#include <math.h>
#include <string.h>

#include "law/piecewise.h"
#include "material/polar_field.h"
#include "report/figure/markup.h"
#include "report/svg/svg.h"
#include "report/svg/svg_polar.h"

// The drawing has four columns, each as wide as a panel.
enum { N_COLUMN = 4, MARGIN = 16, HEAD = 72, COLUMN = PL_POLAR_MAP_WIDTH, ROW = PL_POLAR_MAP_HEIGHT + 14, N_CURVE = 6 };

// A separate file has no page style: the classes of svg.c and svg_polar.c in plain colours (Okabe and Ito's), for viewers without
// variables.
static const char style[] =
    "<style>text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;font-size:11px;fill:#1b1f24}"
    ".title{font-size:17px;font-weight:600}.soft,.unit{fill:#59636e}.head{font-size:13px;font-weight:600}"
    ".unit{font-weight:400;font-size:11px}.tick{font-size:10.5px;fill:#3c454e}.mid{text-anchor:middle}.end{text-anchor:end}"
    ".grid{stroke:#e1e6eb}.axis{stroke:#59636e}.line{fill:none;stroke-width:1.9;stroke-linejoin:round}.points{stroke:#fff;stroke-width:.8}"
    ".line.c1{stroke:#0072b2}.line.c2{stroke:#d55e00}.line.c3{stroke:#009e73}.line.c4{stroke:#a8527f}.line.c5{stroke:#e69f00}"
    ".line.c6{stroke:#56b4e9}.points.c1{fill:#0072b2}.points.c2{fill:#d55e00}.points.c3{fill:#009e73}.points.c4{fill:#a8527f}"
    ".points.c5{fill:#e69f00}.points.c6{fill:#56b4e9}.bar{fill:none;stroke:#1b1f24;stroke-width:.8}"
    // inside the panels' scaled groups: tenths of a unit
    ".rim{fill:none;stroke:#1b1f24;stroke-width:10}.ring{fill:none;stroke:#1b1f24;stroke-width:6;stroke-dasharray:20 30;opacity:.6}"
    ".mark{fill:#fff;stroke:#1b1f24;stroke-width:9}</style>";

// Position of the next part of the drawing.
typedef struct drawing {
  const pl_material *material;
  pl_arena *scratch;
  pl_text *out;
  int top;  // of the first row
  int row, column;
} drawing;

// Space of `columns` columns, in a new row if this one is full.
static void take(drawing *d, int columns, int *x, int *y) {
  if (d->column + columns > N_COLUMN) d->row++, d->column = 0;
  *x = MARGIN + d->column * COLUMN;
  *y = d->top + d->row * ROW;
  d->column += columns;
}

// ---- tensors ----

typedef struct component {
  const pl_material *material;
  const pl_term *term;
  int index;  // of the component; PL_POLAR_MAX_COMPONENT: the smallest eigenvalue
} component;

double pl_material_tensor_value(const pl_material *material, const pl_term *term, int index, double extension, double direction) {
  double c[PL_POLAR_MAX_COMPONENT];
  pl_polar_field(material, term, extension, direction, c);
  return index < PL_POLAR_MAX_COMPONENT ? c[index] : pl_polar_smallest(c);
}

static double component_value(void *user, double extension, double direction) {
  const component *of = user;
  return pl_material_tensor_value(of->material, of->term, of->index, extension, direction);
}

const char *const pl_material_tensor_title[PL_POLAR_MAX_COMPONENT + 1] = {
    "c11 warp", "c12 warp-weft", "c22 weft", "c33 shear", "c13 warp-shear", "c23 weft-shear", "smallest eigenvalue of C"};

int pl_material_tensor_points(const pl_polar_scheme *scheme, double *extension, double *direction) {
  int n_point = pl_polar_point_count(scheme);
  for (int p = 0; p < n_point; p++) {
    extension[p] = p ? scheme->radius[(p - 1) / scheme->n_angle] : 0;
    direction[p] = p ? scheme->angle[(p - 1) % scheme->n_angle] : 0;
  }
  return n_point;
}

static void draw_tensor(drawing *d, const pl_term *term) {
  const pl_polar_scheme *scheme = pl_polar_scheme_of(term);
  double extension[PL_TENSOR_MAX_POINT], direction[PL_TENSOR_MAX_POINT];
  int n_component = pl_polar_component_count(scheme), n_point = pl_material_tensor_points(scheme, extension, direction);
  pl_polar_map map = {.unit = pl_dim_unit(d->material->parameter[term->theta].dim),
                      .reach = scheme->n_ring > 0 ? scheme->radius[scheme->n_ring - 1] : 0.1,
                      .turn = pl_polar_turn(scheme),
                      .value = component_value,
                      .n_point = n_point,
                      .extension = extension,
                      .direction = direction};
  for (int i = 0; i <= n_component; i++) {
    component of = {d->material, term, i < n_component ? i : PL_POLAR_MAX_COMPONENT};
    int x, y;
    map.user = &of;
    map.title = pl_material_tensor_title[of.index];
    take(d, 1, &x, &y);
    pl_polar_map_write(&map, x, y, d->out);
  }
}

void pl_material_tensor_svg(const pl_material *material, const pl_term *term, const char *title, pl_text *out) {
  int n_panel = pl_polar_component_count(pl_polar_scheme_of(term)) + 1, rows = (n_panel + N_COLUMN - 1) / N_COLUMN;
  drawing d = {.material = material, .out = out};
  pl_text_printf(out, "<svg class=\"plot polar\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", 2 * MARGIN + N_COLUMN * COLUMN,
                 rows * ROW);
  pl__markup_text(out, title);
  pl_text_add(out, "\">");
  pl_polar_map_defs(out);
  draw_tensor(&d, term);
  pl_text_add(out, "</svg>");
}

// ---- bending ----

bool pl_term_on_fold(const pl_term *term) {
  return pl_strain_by_direction(term->strain) && term->law.row->flags & PL_LAW_SECANT && !term->rate;
}

// k(alpha) = sigma / alpha of one term, uN m over 1/m, a quarter beyond the last knot, with its control points.
static pl_status add_curve(drawing *d, const pl_term *term, pl_plot *plot, int colour) {
  enum { N = 126 };
  const pl_piecewise *piece = term->law.shape;
  const double *theta = d->material->theta + term->theta;
  int n_knot = piece->n_knot;
  double *x = pl_arena_alloc(d->scratch, N, sizeof *x), *y = pl_arena_alloc(d->scratch, N, sizeof *y);
  double *place = pl_arena_alloc(d->scratch, (size_t)n_knot, sizeof *place),
         *value = pl_arena_alloc(d->scratch, (size_t)n_knot, sizeof *value);
  const char *label = "fold line";
  for (int i = 0; i < term->strain->n_class && label; i++)
    if (term->classes >> i & 1) label = pl_arena_printf(d->scratch, "%s %s\xC2\xB0", label, term->strain->class_name[i]);
  if (!x || !y || !place || !value || !label) return PL_ERROR_MEMORY;
  double last = piece->knot[n_knot - 1] > 0 ? piece->knot[n_knot - 1] : 1;
  for (int i = 0; i < N; i++) {
    double stress, tangent;
    x[i] = 1.25 * last * i / (N - 1);
    pl_law_eval_one(&term->law, theta, &x[i], NULL, &stress, &tangent);
    y[i] = 1e6 * (x[i] > 0 ? stress / x[i] : tangent);
  }
  for (int j = 0; j < n_knot; j++) place[j] = piece->knot[j], value[j] = 1e6 * theta[j];
  pl_plot_add(plot, PL_SERIES_LINE, colour, label, N, x, y);
  pl_plot_add(plot, PL_SERIES_POINTS, colour, NULL, n_knot, place, value);
  return PL_OK;
}

static pl_status draw_bending(drawing *d) {
  pl_plot plot = {.title = "bending stiffness over half the curvature",
                  .x_name = "alpha, half the curvature",
                  .x_unit = "1/m",
                  .y_name = "bending stiffness k",
                  .y_unit = "\xC2\xB5N m",
                  .height = PL_POLAR_MAP_HEIGHT};
  int n = 0;
  for (int t = 0; t < d->material->n_term && n < N_CURVE; t++)
    if (pl_term_on_fold(&d->material->term[t])) PL_TRY(add_curve(d, &d->material->term[t], &plot, ++n));
  if (n == 0) return PL_OK;
  // the rest of the row, if it is wide enough for a curve
  int columns = d->column > 0 && d->column <= 2 ? N_COLUMN - d->column : 3, x, y;
  take(d, columns, &x, &y);
  plot.width = columns * COLUMN - 12;
  double low = 0, high = 0;
  for (int s = 0; s < plot.n_series; s++)
    for (int i = 0; i < plot.series[s].n; i++) low = fmin(low, plot.series[s].y[i]), high = fmax(high, plot.series[s].y[i]);
  plot.y_range[0] = 1.08 * low, plot.y_range[1] = 1.08 * high;  // including zero: the sign matters
  pl_text_printf(d->out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">", x + 12, y, plot.width, plot.height);
  pl_plot_write(&plot, d->out);
  pl_text_add(d->out, "</svg>");
  return PL_OK;
}

// ---- the file ----

static void write_head(const drawing *d, pl_text *out) {
  int width = 2 * MARGIN + N_COLUMN * COLUMN, height = HEAD + (d->row + 1) * ROW;
  pl_text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"><title>", width, height,
                 width, height);
  pl__markup_text(out, d->material->name);
  pl_text_add(out, "</title>");
  pl_text_add(out, style);
  pl_polar_map_defs(out);
  pl_text_printf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/><text class=\"title\" x=\"%d\" y=\"30\">", width, height,
                 MARGIN + 10);
  pl__markup_text(out, d->material->name);
  pl_text_printf(
      out,
      "</text><text class=\"soft\" x=\"%d\" y=\"49\">Stiffness over the largest extension (distance from the corner, in per cent) "
      "and its direction. Circles: data points; hatched orange: negative.</text>",
      MARGIN + 10);
}

static pl_status draw(drawing *d) {
  for (int t = 0; t < d->material->n_term; t++)
    if (pl_polar_scheme_of(&d->material->term[t])) draw_tensor(d, &d->material->term[t]);
  return draw_bending(d);
}

pl_status pl_material_plot(pl_context *ctx, const char *path, const pl_material *material) {
  bool any = false;
  for (int t = 0; t < material->n_term; t++) any = any || pl_polar_scheme_of(&material->term[t]) || pl_term_on_fold(&material->term[t]);
  if (!any)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "\"pliant material show\" without --plot draws curves on the terminal",
                   PL_ID("plot.no-curve") "the material \"%s\" has no polar-tensor and no stiffness curve on fold to draw", material->name);
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  pl_text body, file;
  pl_text_init(&body, ctx);
  pl_text_init(&file, ctx);
  drawing d = {.material = material, .scratch = scratch, .out = &body, .top = HEAD};
  pl_status status = draw(&d);
  write_head(&d, &file);
  pl_text_add(&file, body.data);
  pl_text_add(&file, "</svg>\n");
  if (status == PL_OK) status = body.failed || file.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, file.data, file.size);
  pl_text_clear(&body);
  pl_text_clear(&file);
  pl_arena_destroy(scratch);
  return status;
}
