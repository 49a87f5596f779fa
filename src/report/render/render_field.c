// render_field.c: fields for colouring a shape.
//
// Let a triangle have rest sides R = [r1 r2] (2 x 2) and sides X = [x1 x2] (3 x 2). The deformation gradient is F = X R^-1, C = F^T F.
// Stretch of warp is sqrt(C11), of weft sqrt(C22), sin(shear) = C12 / sqrt(C11 C22). The largest principal stretch is the root of the
// larger eigenvalue of C. A tetrahedron has three sides instead.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/eigen_small.h"
#include "mesh/build.h"
#include "report/result/reader.h"
#include "report/render/render_parts.h"

static const pl_render_field rows[PL_RENDER_N_COLOUR] = {
    [PL_RENDER_STRAIN] = {"largest strain [%]", 100, PL_SCALE_SIZE, 0, 0, false},
    [PL_RENDER_WARP] = {"warp strain [%]", 100, PL_SCALE_STRAIN, 0, 0, false},
    [PL_RENDER_WEFT] = {"weft strain [%]", 100, PL_SCALE_STRAIN, 0, 0, false},
    [PL_RENDER_SHEAR] = {"shear angle [\xC2\xB0]", 57.29577951308232, PL_SCALE_STRAIN, 0, 0, false},
    [PL_RENDER_RESIDUAL] = {"distance [mm]", 1e3, PL_SCALE_SIZE, 0, 0, false},
    [PL_RENDER_STRESS] = {"stress", 1, PL_SCALE_SIZE, 0, 0, false},
    [PL_RENDER_STIFFNESS] = {"stiffness", 1, PL_SCALE_SIZE, 0, 0, false},
};

// The stored field of a colour; NULL: it is computed here.
static const pl_film_field *kept_field(const pl_film_body *body, pl_render_colour colour) {
  return colour == PL_RENDER_STRESS ? &body->field[PL_FILM_STRESS] : colour == PL_RENDER_STIFFNESS ? &body->field[PL_FILM_STIFFNESS] : NULL;
}

bool pl__render_field_row(pl_arena *arena, const pl_film *film, pl_render_colour colour, pl_render_field *out) {
  *out = rows[colour];
  if (!kept_field(&film->body[0], colour)) return true;
  for (int b = 0; b < film->n_body; b++) {
    const pl_film_field *field = kept_field(&film->body[b], colour);
    if (!field->value) continue;
    // the customary unit for any size: --limit is given in it
    pl_shown unit = pl__shown_unit(field->unit, 0);
    const char *title = pl_arena_printf(arena, "%s [%s]", field->name, unit.unit);
    out->title = title ? title : out->title;
    out->factor = unit.factor;
    return true;
  }
  return false;
}

static int by_size(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

void pl__render_scale(int n, double *value, bool offset, pl_render_field *field) {
  qsort(value, (size_t)n, sizeof *value, by_size);
  int tail = n / 50;
  double low = value[tail], high = value[n - 1 - tail];
  field->clipped = low > value[0] || high < value[n - 1];
  if (field->colours == PL_SCALE_STRAIN) {
    high = fmax(fabs(low), fabs(high));
    if (!(high > 0)) high = fmax(fabs(value[0]), fabs(value[n - 1])), field->clipped = false;
    low = -high;
  } else {
    if (!offset) low = 0;
    if (!(high > low)) low = fmin(low, value[0]), high = value[n - 1], field->clipped = false;
  }
  // a uniform field has the colour in the middle
  if (!(high > low)) low = high > 0 ? 0.9 * high : -1, high = high > 0 ? 1.1 * high : 1;
  field->low = low, field->high = high;
}

bool pl__render_stretch(const double x[3][3], const double rest[3][2], pl_render_stretch *out) {
  double r[2][2], d[2][3], f[3][2], c11 = 0, c12 = 0, c22 = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 2; i++) r[k][i] = rest[k + 1][i] - rest[0][i];
    for (int i = 0; i < 3; i++) d[k][i] = x[k + 1][i] - x[0][i];
  }
  double det = r[0][0] * r[1][1] - r[0][1] * r[1][0];
  if (!(fabs(det) > 0)) return false;
  for (int i = 0; i < 3; i++) {
    f[i][0] = (d[0][i] * r[1][1] - d[1][i] * r[0][1]) / det;
    f[i][1] = (d[1][i] * r[0][0] - d[0][i] * r[1][0]) / det;
    c11 += f[i][0] * f[i][0], c12 += f[i][0] * f[i][1], c22 += f[i][1] * f[i][1];
  }
  double size = sqrt(c11 * c22);
  *out = (pl_render_stretch){.warp = sqrt(c11),
                             .weft = sqrt(c22),
                             .shear = size > 0 ? asin(fmin(fmax(c12 / size, -1), 1)) : 0,
                             .largest = sqrt(0.5 * (c11 + c22) + hypot(0.5 * (c11 - c22), c12))};
  return isfinite(out->largest);
}

// Rest corners of a triangle in a plane; for a solid's surface in the plane of the triangle, where warp and weft are undefined.
static void rest_corners(const pl_film_body *body, const int32_t *v, double out[3][2]) {
  if (body->n_rest == 2) {
    for (int k = 0; k < 3; k++) memcpy(out[k], body->rest + 2 * v[k], 2 * sizeof(double));
    return;
  }
  double side[2][3], length[2] = {0, 0}, dot = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) side[k][i] = body->rest[3 * v[k + 1] + i] - body->rest[3 * v[0] + i], length[k] += side[k][i] * side[k][i];
  for (int i = 0; i < 3; i++) dot += side[0][i] * side[1][i];
  double first = sqrt(length[0]), along = first > 0 ? dot / first : 0;
  out[0][0] = out[0][1] = out[1][1] = 0;
  out[1][0] = first, out[2][0] = along, out[2][1] = sqrt(fmax(length[1] - along * along, 0));
}

static double field_of(const pl_render_stretch *s, pl_render_colour colour) {
  switch (colour) {
  case PL_RENDER_WARP: return s->warp - 1;
  case PL_RENDER_WEFT: return s->weft - 1;
  case PL_RENDER_SHEAR: return s->shear;
  default: return s->largest - 1;
  }
}

static void distances(size_t n, const double *a, const double *b, double factor, double *value) {
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t k = 3 * i; k < 3 * i + 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    value[i] = factor * sqrt(sum);
  }
}

// Largest principal stretch of a tetrahedron, by Cramer's rule for R^-1. NAN when it is flat at rest.
static double tet_stretch(const double *x, const double *rest, const int32_t *v, double volume6) {
  double r[3][3], d[3][3], f[3][3], c[9], w[3];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      r[k][i] = rest[3 * (size_t)v[k + 1] + i] - rest[3 * (size_t)v[0] + i];
      d[k][i] = x[3 * (size_t)v[k + 1] + i] - x[3 * (size_t)v[0] + i];
    }
  // column j of R^-1 times volume6 consists of cross products of the other two sides: F_ij = sum over k of d_k,i (r_k+1 x r_k+2)_j /
  // volume6
  for (int j = 0; j < 3; j++) {
    int a = (j + 1) % 3, b = (j + 2) % 3;
    for (int i = 0; i < 3; i++) {
      f[i][j] = 0;
      for (int k = 0; k < 3; k++) {
        const double *p = r[(k + 1) % 3], *q = r[(k + 2) % 3];
        f[i][j] += d[k][i] * (p[a] * q[b] - p[b] * q[a]) / volume6;
      }
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) c[3 * i + j] = f[0][i] * f[0][j] + f[1][i] * f[1][j] + f[2][i] * f[2][j];
  pl_sym_eigenvalues(3, c, w);
  return sqrt(w[2]);
}

static void add_tets(const pl_film_body *body, const double *x, double factor, double *value, double *weight) {
  for (size_t e = 0; e < (size_t)body->n_tet; e++) {
    const int32_t *v = body->tet + 4 * e;
    double volume6 = pl__tet_volume6(body->rest, v), stretch = tet_stretch(x, body->rest, v, volume6);
    if (!isfinite(stretch)) continue;
    for (int k = 0; k < 4; k++) value[v[k]] += fabs(volume6) * factor * (stretch - 1), weight[v[k]] += fabs(volume6);
  }
}

bool pl__render_field(const pl_film_body *body, int side, int frame, const pl_render_field *field, pl_render_colour colour, double *value,
                      double *weight) {
  size_t n = (size_t)body->n_vertex, at = 3 * n * (size_t)frame;
  double factor = field->factor;
  const pl_film_field *kept = kept_field(body, colour);
  if (kept) {
    // the stress of a measured shape is unknown
    if (!kept->value || !body->x[side] || !body->has[side][frame] || (colour == PL_RENDER_STRESS && side == PL_FILM_MEASURED)) return false;
    for (size_t i = 0; i < n; i++) value[i] = factor * kept->value[(kept->n_frame > 1 ? n * (size_t)frame : 0) + i];
    return true;
  }
  if (colour == PL_RENDER_RESIDUAL) {
    for (int k = 0; k < 2; k++)
      if (!body->x[k] || !body->has[k][frame]) return false;
    distances(n, body->x[0] + at, body->x[1] + at, factor, value);
    return true;
  }
  if (!body->x[side] || !body->has[side][frame] || (body->n_rest == 3 && colour != PL_RENDER_STRAIN)) return false;
  for (size_t i = 0; i < n; i++) value[i] = weight[i] = 0;
  // interior elements are strained too; if only the surface is stored, its strain is used
  if (body->n_tet > 0) add_tets(body, body->x[side] + at, factor, value, weight);
  for (int32_t t = 0; t < body->n_triangle && body->n_tet == 0; t++) {
    const int32_t *v = body->triangle + 3 * t;
    double x[3][3], rest[3][2];
    pl_render_stretch stretch;
    for (int k = 0; k < 3; k++) memcpy(x[k], body->x[side] + at + 3 * (size_t)v[k], sizeof x[k]);
    rest_corners(body, v, rest);
    if (!pl__render_stretch((const double(*)[3])x, (const double(*)[2])rest, &stretch)) continue;
    double area = fabs((rest[1][0] - rest[0][0]) * (rest[2][1] - rest[0][1]) - (rest[1][1] - rest[0][1]) * (rest[2][0] - rest[0][0]));
    for (int k = 0; k < 3; k++) value[v[k]] += area * factor * field_of(&stretch, colour), weight[v[k]] += area;
  }
  for (size_t i = 0; i < n; i++) value[i] = weight[i] > 0 ? value[i] / weight[i] : 0;
  return true;
}
