// svg_shape.c: see svg_shape.h. Painter's algorithm and one colour per triangle: sufficient for cloth, and every viewer shows it.
#include "report/svg/svg_shape.h"

#include <math.h>
#include <stdlib.h>

#include "report/figure/markup.h"

enum { CAPTION = 18, GAP = 8 };

typedef struct face {
  double depth;  // m, larger is nearer
  int32_t triangle;
  double light;  // 0 .. 1
} face;

static int by_depth(const void *a, const void *b) {
  double x = ((const face *)a)->depth, y = ((const face *)b)->depth;
  return (x > y) - (x < y);
}

// A vertex in view coordinates: right, up, towards the viewer.
static void look(const pl_shape_view *s, int32_t vertex, double seen[3]) {
  const double *x = s->x + 3 * (size_t)vertex;
  double c = cos(s->turn), t = sin(s->turn);
  seen[0] = c * x[0] + t * x[2];
  seen[1] = x[1];
  seen[2] = -t * x[0] + c * x[2];
}

// Lit from the upper left in front, equal on both sides.
static double light_of(const double a[3], const double b[3], const double c[3]) {
  double u[3], v[3], n[3];
  for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
  for (int k = 0; k < 3; k++) n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), lit = fabs(-0.45 * n[0] + 0.35 * n[1] + 0.82 * n[2]);
  return length > 0 ? fmin(lit / length, 1) : 0;
}

static void write_face(const pl_shape_view *s, const face *f, double scale, pl_text *out) {
  unsigned shade = (unsigned)lround(70 + 170 * f->light), red = shade * 3 / 4, green = shade * 9 / 10;
  // an outline in the same colour closes the seams between neighbours
  pl_text_printf(out, "<path fill=\"#%02x%02x%02x\" stroke=\"#%02x%02x%02x\" d=\"", red, green, shade, red, green, shade);
  for (int k = 0; k < 3; k++) {
    double seen[3];
    look(s, s->mesh->triangle[3 * (size_t)f->triangle + (size_t)k], seen);
    pl_text_printf(out, "%s%ld %ld", k ? "L" : "M", lround(10 * scale * (seen[0] - s->low[0])),
                   lround(10 * scale * (s->high[1] - seen[1])));
  }
  pl_text_add(out, "Z\"/>");
}

static pl_status write_shape(pl_context *ctx, const pl_shape_view *s, double scale, pl_text *out) {
  size_t n = (size_t)s->mesh->n_triangle;
  face *list = pl_alloc(ctx, n, sizeof *list);
  if (!list) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    double p[3][3];
    for (int k = 0; k < 3; k++) look(s, s->mesh->triangle[3 * i + (size_t)k], p[k]);
    list[i] = (face){p[0][2] + p[1][2] + p[2][2], (int32_t)i, light_of(p[0], p[1], p[2])};
  }
  qsort(list, n, sizeof *list, by_depth);
  for (size_t i = 0; i < n; i++) write_face(s, &list[i], scale, out);
  pl_free(ctx, list);
  return PL_OK;
}

pl_status pl_shapes_write(pl_context *ctx, int n, const pl_shape_view *shape, int columns, int size, pl_text *out) {
  double tallest = 0;
  for (int i = 0; i < n; i++) tallest = fmax(tallest, size * (shape[i].high[1] - shape[i].low[1]) / (shape[i].high[0] - shape[i].low[0]));
  int height = (int)ceil(tallest) + CAPTION + GAP, rows = (n + columns - 1) / columns;
  pl_text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">",
                 columns * (size + GAP), rows * height);
  pl_text_printf(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
  for (int i = 0; i < n; i++) {
    int left = i % columns * (size + GAP), top = i / columns * height;
    pl_text_printf(out, "<text x=\"%d\" y=\"%d\">", left + 4, top + 12);
    pl__markup_text(out, shape[i].caption);
    pl_text_printf(out, "</text><g transform=\"translate(%d %d) scale(0.1)\" stroke-width=\"4\" stroke-linejoin=\"round\">", left,
                   top + CAPTION);
    PL_TRY(write_shape(ctx, &shape[i], size / (shape[i].high[0] - shape[i].low[0]), out));
    pl_text_add(out, "</g>");
  }
  pl_text_add(out, "</svg>\n");
  return PL_OK;
}
