// strain_hinge.c: bending of two triangles that share an edge (discrete shells; thesis 3.5 and 5.2.1).
//
//   s = 3 theta / h,  h = (A1 + A2)/e the mean height of the two triangles over their edge of length e;  weight e h / 3 = (A1 + A2)/3.
//   theta is the signed angle between the normals, 0 when flat (the rest shape is planar). For a cylinder s = 3 kappa.
//
// With edge vector e = x1 - x0, p = x2 - x0, q = x3 - x0, normals n1 = e x p and n2 = q x e:
//   theta = atan2( (n1 x n2).e/|e|,  n1.n2 ),  and n1 x n2 = -(n1.q) e
//   g2 = dtheta/dx2 = -|e| n1/|n1|^2,   g3 = dtheta/dx3 = -|e| n2/|n2|^2
//   g1 = -a2 g2 - a3 g3,   g0 = -(1 - a2) g2 - (1 - a3) g3,   a2 = p.e/e.e, a3 = q.e/e.e   (no net force, no net torque)
//
// Hessian, triangle by triangle. Let t = e/|e|, and N the unit normal. Let b be the unit vector across the edge to the opposite vertex o,
// and h the height over the edge. Then p = a e + h b. With  f = N/h = -g_o,  u = b/h,  w = e/e.e:
//   dp turns N by -(N.dp) b/h and changes h by b.dp:   dg_o = K dp,   K = (N b^T + b N^T)/h^2 = f u^T + u f^T
//   de along t changes neither, along b it changes h by -a b.de, along N it turns N by (N.de)(a b/h - t/|e|):   dg_o = -a K de + w (f.de)
//   da = w.(dp - a de) + h b.de/e.e, and g_1 = -a g_o gives dg_1 = f da - a dg_o. In it f (h b.de)/e.e = N b^T de/e.e is not symmetric, but its
//   skew part is a quarter turn about e, one way in the first triangle and the other way in the second: the sum keeps the symmetric part
//   k K de only, k = h^2/(2 e.e).
// Altogether, with y = dp - a de,
//   d2theta = sum over the two triangles of  K[y, y] + k K[de, de] + 2 (f.de)(w.y)
// and as 3x3 blocks of each triangle, with M = a K - w f^T:
//   H_oo = K,   H_o1 = -M,   H_o0 = M - K,   H_11 = a (M + M^T) + (k - a^2) K,   H_10 = M^T - H_11,   H_00 = H_11 + K - (M + M^T)
// The last two, which follow from columns that sum to zero, are linear in the others: they are computed once for both triangles. The
// geometric part is indefinite; the PSD and filtered forms omit it (Gauss-Newton bending, NUMERICS section 1).
#include <math.h>

#include "math/atan2.h"
#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  const double *a = mesh->rest + 2 * vertex[0], *b = mesh->rest + 2 * vertex[1];
  double edge = hypot(b[0] - a[0], b[1] - a[1]), height = area / edge;
  rest[0] = 3 / height;
  *weight = area / 3;
}

// Bending along warp folds about a line along weft.
static int classify(const pl_mesh *mesh, const int32_t *vertex) {
  int line = pl_line_class(mesh->rest + 2 * vertex[0], mesh->rest + 2 * vertex[1]);
  return line == 0 ? 1 : line == 1 ? 0 : 2;
}

// Vectors and matrices of one lane, by value and with named entries: they live in registers, and a loop over lanes becomes vector code.
typedef struct vec {
  double x, y, z;
} vec;

typedef struct mat {
  double xx, xy, xz, yx, yy, yz, zx, zy, zz;
} mat;

static inline vec at(const pl_lanes *x, int vertex, int l) { return (vec){x[3 * vertex][l], x[3 * vertex + 1][l], x[3 * vertex + 2][l]}; }
static inline vec minus(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec times(double c, vec a) { return (vec){c * a.x, c * a.y, c * a.z}; }
static inline double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec cross(vec a, vec b) { return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

// a b^T
static inline mat outer(vec a, vec b) {
  return (mat){a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}

// c a + d b
static inline mat sum(double c, mat a, double d, mat b) {
  return (mat){c * a.xx + d * b.xx, c * a.xy + d * b.xy, c * a.xz + d * b.xz, c * a.yx + d * b.yx, c * a.yy + d * b.yy,
               c * a.yz + d * b.yz, c * a.zx + d * b.zx, c * a.zy + d * b.zy, c * a.zz + d * b.zz};
}

static inline mat negative(mat a) { return (mat){-a.xx, -a.xy, -a.xz, -a.yx, -a.yy, -a.yz, -a.zx, -a.zy, -a.zz}; }
static inline mat transpose(mat a) { return (mat){a.xx, a.yx, a.zx, a.xy, a.yy, a.zy, a.xz, a.yz, a.zz}; }

typedef struct hinge {
  vec e, p, q;                   // edge and the two opposite vertices, from x0
  vec n1, n2;                    // normals, as long as twice the areas
  double length2, n1_n1, n2_n2;  // squared lengths of e, n1, n2
} hinge;

// Lower limit of squares (m^2, m^4): a collapsed edge or triangle has no direction, and its zero normal then gives no force. It is far from
// overflow of the reciprocals and of their products with quantities of usual size.
#define COLLAPSED 1e-200

PL_LANE_FUNCTION hinge hinge_at(const pl_lanes *x, int l) {
  vec x0 = at(x, 0, l), e = minus(at(x, 1, l), x0), p = minus(at(x, 2, l), x0), q = minus(at(x, 3, l), x0);
  vec n1 = cross(e, p), n2 = cross(q, e);
  return (hinge){e, p, q, n1, n2, pl_max(dot(e, e), COLLAPSED), pl_max(dot(n1, n1), COLLAPSED), pl_max(dot(n2, n2), COLLAPSED)};
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  PL_FOR_LANES(l) {
    hinge fold = hinge_at(x, l);
    s[0][l] = rest[0][l] * pl_atan2(-sqrt(fold.length2) * dot(fold.n1, fold.q), dot(fold.n1, fold.n2));
  }
  if (!ds) return;
  PL_FOR_LANES(l) {  // recomputing the geometry costs no more than storing it
    hinge fold = hinge_at(x, l);
    double per_length2 = 1 / fold.length2, a2 = dot(fold.p, fold.e) * per_length2, a3 = dot(fold.q, fold.e) * per_length2;
    double c = -rest[0][l] * sqrt(fold.length2);
    vec g2 = times(c / fold.n1_n1, fold.n1), g3 = times(c / fold.n2_n2, fold.n2);
    vec g1 = minus(times(-a2, g2), times(a3, g3)), g0 = minus(minus(times(-1, g1), g2), g3);
    ds[0][l] = g0.x, ds[1][l] = g0.y, ds[2][l] = g0.z;
    ds[3][l] = g1.x, ds[4][l] = g1.y, ds[5][l] = g1.z;
    ds[6][l] = g2.x, ds[7][l] = g2.y, ds[8][l] = g2.z;
    ds[9][l] = g3.x, ds[10][l] = g3.y, ds[11][l] = g3.z;
  }
}

// K, M and H_11 of one triangle, times c.
typedef struct part {
  mat k, m, h11;
} part;

PL_LANE_FUNCTION part triangle_part(vec e, double length2, vec p, vec n, double n_n, double c) {
  double per_length2 = 1 / length2, per_n_n = 1 / n_n, a = dot(p, e) * per_length2;
  vec f = times(c * sqrt(length2) * per_n_n, n), u = times(length2 * per_n_n, minus(p, times(a, e)));  // h^2 = n.n/e.e
  mat fu = outer(f, u), k = sum(1, fu, 1, transpose(fu)), m = sum(a, k, -1, outer(times(per_length2, e), f));
  return (part){k, m, sum(a, sum(1, m, 1, transpose(m)), 0.5 * n_n * per_length2 * per_length2 - a * a, k)};
}

// The block of vertices (row, column) of h[12][12].
static inline void add_block(pl_lanes *h, int row, int column, int l, mat a) {
  pl_lanes *to = h + 36 * row + 3 * column;
  to[0][l] += a.xx, to[1][l] += a.xy, to[2][l] += a.xz;
  to[12][l] += a.yx, to[13][l] += a.yy, to[14][l] += a.yz;
  to[24][l] += a.zx, to[25][l] += a.zy, to[26][l] += a.zz;
}

// The block and its mirror image.
static inline void add_pair(pl_lanes *h, int row, int column, int l, mat a) {
  add_block(h, row, column, l, a);
  add_block(h, column, row, l, transpose(a));
}

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  if (mode != PL_HESS_EXACT) return;
  PL_FOR_LANES(l) {
    hinge fold = hinge_at(x, l);
    double c = t[0][l] * rest[0][l];
    part two = triangle_part(fold.e, fold.length2, fold.p, fold.n1, fold.n1_n1, c);
    part three = triangle_part(fold.e, fold.length2, fold.q, fold.n2, fold.n2_n2, c);
    add_block(h, 2, 2, l, two.k);
    add_pair(h, 2, 1, l, negative(two.m));
    add_pair(h, 2, 0, l, sum(1, two.m, -1, two.k));
    add_block(h, 3, 3, l, three.k);
    add_pair(h, 3, 1, l, negative(three.m));
    add_pair(h, 3, 0, l, sum(1, three.m, -1, three.k));
    mat k = sum(1, two.k, 1, three.k), m = sum(1, two.m, 1, three.m), h11 = sum(1, two.h11, 1, three.h11);
    add_block(h, 1, 1, l, h11);
    add_pair(h, 1, 0, l, sum(1, transpose(m), -1, h11));
    add_block(h, 0, 0, l, sum(1, sum(1, h11, 1, k), -1, sum(1, m, 1, transpose(m))));
  }
}

const pl_strain pl_strain_hinge = {
    .name = "hinge",
    .words = "bending",
    .help = "bending at an edge: 3 theta / h, for a cylinder three times its curvature",
    .source = "thesis eq. 3.5 and 5.2.1; discrete shells, Grinspun et al. 2003",
    .element = PL_ELEMENT_HINGE,
    .n_vertex = 4,
    .n_value = 1,
    .n_rest = 1,
    .value_name = {"bend"},
    .value_dim = {0, -1, 0, 0},
    .weight_dim = {0, 2, 0, 0},
    .prepare = prepare,
    .n_class = 3,
    .class_name = {"warp", "weft", "diagonal"},
    .classify = classify,
    .rigidity = 3,  // w = 1/3
    .per_curvature = 3,
    .class_cut = {0, 90, 45},
    .eval = eval,
    .add_hess = add_hess,
};
