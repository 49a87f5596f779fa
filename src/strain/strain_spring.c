// strain_spring.c: relative change of a distance (thesis 3.1). It is between the ends of an edge (ring 1) or of two edges in line (ring
// 2, model/ring2.h).
//
//   s = l/l0 - 1,  l = |x_1 - x_0|,  n = (x_1 - x_0)/l
//   ds/dx_1 = n/l0 = -ds/dx_0;   hess = (I - n n^T)/(l l0) with signs + for equal and - for different vertices.
// The weight is the rest area of the triangles at the spring. On a regular grid a warp spring of stiffness k then carries the force of a
// membrane with stiffness k (N/m). So parameters are comparable with the other membrane models.
#include <float.h>
#include <math.h>

#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  const double *a = mesh->rest + 2 * vertex[0], *b = mesh->rest + 2 * vertex[1];
  rest[0] = hypot(b[0] - a[0], b[1] - a[1]);
  *weight = area;
}

static int classify(const pl_mesh *mesh, const int32_t *vertex) {
  return pl_line_class(mesh->rest + 2 * vertex[0], mesh->rest + 2 * vertex[1]);
}

static inline void direction(const pl_lanes *x, pl_lanes *n, pl_lanes length) {
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) n[k][l] = x[3 + k][l] - x[k][l];
  PL_FOR_LANES(l) length[l] = pl_max(sqrt(n[0][l] * n[0][l] + n[1][l] * n[1][l] + n[2][l] * n[2][l]), DBL_MIN);
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) n[k][l] /= length[l];
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes n[3], length;
  direction(x, n, length);
  PL_FOR_LANES(l) s[0][l] = length[l] / rest[0][l] - 1;
  if (!ds) return;
  for (int k = 0; k < 3; k++) PL_FOR_LANES(l) {
      ds[3 + k][l] = n[k][l] / rest[0][l];
      ds[k][l] = -ds[3 + k][l];
    }
}

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  pl_lanes n[3], length, c;
  direction(x, n, length);
  PL_FOR_LANES(l) c[l] = (mode == PL_HESS_EXACT ? t[0][l] : pl_max(t[0][l], 0)) / (length[l] * rest[0][l]);
  for (int p = 0; p < 3; p++)
    for (int q = 0; q < 3; q++) PL_FOR_LANES(l) {
        double value = c[l] * ((p == q) - n[p][l] * n[q][l]);
        h[p * 6 + q][l] += value;
        h[(3 + p) * 6 + 3 + q][l] += value;
        h[p * 6 + 3 + q][l] -= value;
        h[(3 + p) * 6 + q][l] -= value;
      }
}

#define SPRING_ROW(row_name, row_words, row_help, row_element)                                                                             \
  {                                                                                                                                        \
    .name = row_name, .words = row_words, .axial = 1, .help = row_help, .source = "thesis eq. 3.1", .element = row_element, .n_vertex = 2, \
    .n_value = 1, .n_rest = 1, .value_name = {"stretch"}, .value_dim = {0, 0, 0, 0}, .weight_dim = {0, 2, 0, 0}, .prepare = prepare,       \
    .n_class = 3, .class_name = {"warp", "weft", "diagonal"}, .classify = classify, .eval = eval, .add_hess = add_hess,                    \
  }

const pl_strain pl_strain_spring =
    SPRING_ROW("spring", "the stretch of the edges of the mesh", "relative change of edge length: l/l0 - 1", PL_ELEMENT_EDGE);
const pl_strain pl_strain_spring_2 =
    SPRING_ROW("spring-2", "the stretch between vertices two edges apart, which bending changes",
               "relative change of the distance over two edges in line (bending springs): l/l0 - 1", PL_ELEMENT_RING2);
