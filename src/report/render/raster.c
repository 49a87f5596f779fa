// raster.c: see raster.h.
//
// Edge functions E_i(p) = (b - a) x (p - a) of the side a b opposite vertex i are integers on the grid. So two triangles with a common side
// have exactly opposite values. E_i / (2 area) is the barycentric coordinate l_i. w = sum l_i w_i, a w = sum l_i a_i w_i and key are linear
// on the screen. So a = sum l_i a_i w_i / sum l_i w_i on the surface.
#include "report/render/raster.h"

#include <math.h>
#include <string.h>

pl_status pl_raster_create(pl_arena *arena, int width, int height, const double background[3], pl_raster *out) {
  size_t n = (size_t)width * (size_t)height;
  *out = (pl_raster){.width = width, .height = height};
  out->key = pl_arena_alloc(arena, n, sizeof *out->key);
  out->rgb = pl_arena_alloc(arena, 3 * n, sizeof *out->rgb);
  if (!out->key || !out->rgb) return PL_ERROR_MEMORY;
  pl_raster_clear(out, background);
  return PL_OK;
}

void pl_raster_clear(pl_raster *r, const double background[3]) {
  size_t n = (size_t)r->width * (size_t)r->height;
  for (size_t i = 0; i < n; i++) {
    r->key[i] = -INFINITY;
    for (int k = 0; k < 3; k++) r->rgb[3 * i + k] = (float)background[k];
  }
}

// A side as E(x, y) = step_x x + step_y y + start over samples (x, y). Inside when E >= 0 for sides that own their points, E > 0 for the
// others.
typedef struct side {
  int64_t step_x, step_y, start;
  double length;  // of the side in samples, times the scale of E
} side;

// From a to b with the inside at E > 0; y points down. Upper sides are horizontal and go right, left sides go up.
static side make_side(const int64_t a[2], const int64_t b[2]) {
  int64_t dx = b[0] - a[0], dy = b[1] - a[1], half = PL_RASTER_SUB / 2;
  side s = {.step_x = -dy * PL_RASTER_SUB, .step_y = dx * PL_RASTER_SUB};
  s.start = dx * (half - a[1]) - dy * (half - a[0]);
  bool owns = dy < 0 || (dy == 0 && dx > 0);
  if (!owns) s.start -= 1;
  s.length = hypot((double)dx, (double)dy) * PL_RASTER_SUB;
  return s;
}

static int least(int64_t a, int64_t b, int64_t c) {
  int64_t m = a < b ? a : b;
  m = m < c ? m : c;
  return (int)(m >= 0 ? m / PL_RASTER_SUB : -((-m + PL_RASTER_SUB - 1) / PL_RASTER_SUB));
}

static int most(int64_t a, int64_t b, int64_t c) { return -least(-a, -b, -c); }

void pl_raster_triangle(pl_raster *r, const pl_raster_point point[3], int n_attribute, pl_raster_shade shade, const void *user) {
  int64_t grid[3][2];
  for (int i = 0; i < 3; i++) {
    if (!(fabs(point[i].x) < 1e6 && fabs(point[i].y) < 1e6)) return;
    grid[i][0] = llround(point[i].x * PL_RASTER_SUB), grid[i][1] = llround(point[i].y * PL_RASTER_SUB);
  }
  int64_t area = (grid[1][0] - grid[0][0]) * (grid[2][1] - grid[0][1]) - (grid[1][1] - grid[0][1]) * (grid[2][0] - grid[0][0]);
  if (area == 0) return;
  // the vertices in the order that has the inside at E > 0
  const int order[3] = {0, area > 0 ? 1 : 2, area > 0 ? 2 : 1};
  side of[3];
  for (int i = 0; i < 3; i++) of[i] = make_side(grid[order[(i + 1) % 3]], grid[order[(i + 2) % 3]]);
  int x0 = least(grid[0][0], grid[1][0], grid[2][0]), x1 = most(grid[0][0], grid[1][0], grid[2][0]);
  int y0 = least(grid[0][1], grid[1][1], grid[2][1]), y1 = most(grid[0][1], grid[1][1], grid[2][1]);
  x0 = x0 < 0 ? 0 : x0, y0 = y0 < 0 ? 0 : y0;
  x1 = x1 > r->width ? r->width : x1, y1 = y1 > r->height ? r->height : y1;
  double scale = 1 / fabs((double)area);
  for (int y = y0; y < y1; y++) {
    int64_t e[3];
    for (int i = 0; i < 3; i++) e[i] = of[i].start + of[i].step_x * x0 + of[i].step_y * y;
    for (int x = x0; x < x1; x++, e[0] += of[0].step_x, e[1] += of[1].step_x, e[2] += of[2].step_x) {
      if ((e[0] | e[1] | e[2]) < 0) continue;
      double l[3], key = 0, w = 0, a[PL_RASTER_MAX_ATTRIBUTE], edge[3];
      for (int i = 0; i < 3; i++) {
        l[i] = (double)e[i] * scale;
        key += l[i] * point[order[i]].key;
        w += l[i] * point[order[i]].w;
      }
      size_t place = (size_t)y * (size_t)r->width + (size_t)x;
      if (!((float)key > r->key[place])) continue;
      r->key[place] = (float)key;
      for (int k = 0; k < n_attribute; k++) {
        a[k] = 0;
        for (int i = 0; i < 3; i++) a[k] += l[i] * point[order[i]].w * point[order[i]].a[k];
        a[k] /= w;
      }
      for (int i = 0; i < 3; i++) edge[order[i]] = (double)e[i] / of[i].length;
      shade(user, a, edge, r->rgb + 3 * place);
    }
  }
}

void pl_raster_resolve(const pl_raster *r, int factor, unsigned char *out, int stride) {
  int width = r->width / factor, height = r->height / factor;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      double sum[3] = {0, 0, 0};
      for (int j = 0; j < factor; j++)
        for (int i = 0; i < factor; i++) {
          const float *rgb = r->rgb + 3 * ((size_t)(y * factor + j) * (size_t)r->width + (size_t)(x * factor + i));
          for (int k = 0; k < 3; k++) sum[k] += rgb[k];
        }
      uint32_t pixel = 0;
      for (int k = 0; k < 3; k++) pixel = pixel << 8 | (uint32_t)lround(255 * fmin(fmax(sum[k] / (factor * factor), 0), 1));
      memcpy(out + (size_t)y * (size_t)stride + 4 * (size_t)x, &pixel, sizeof pixel);
    }
}
