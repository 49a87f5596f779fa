// solid.c: from functions of F to vertex coordinates, and the shape functions of tetrahedra and hexahedra. See solid.h.
#include "strain/solid.h"

#include <math.h>
#include <string.h>

// n_axis and n_vertex are constants where these are inlined, so that their loops unroll.
PL_LANE_FUNCTION void gradient(int na, int nv, const pl_lanes *restrict rest, const pl_lanes *restrict x, pl_lanes *restrict f) {
  for (int i = 0; i < na; i++)
    for (int c = 0; c < 3; c++) {
      PL_FOR_LANES(l) f[3 * i + c][l] = rest[i * nv][l] * x[c][l];
      for (int v = 1; v < nv; v++) PL_FOR_LANES(l) f[3 * i + c][l] += rest[i * nv + v][l] * x[3 * v + c][l];
    }
}

PL_LANE_FUNCTION void spread(int na, int nv, int n_value, const pl_lanes *restrict rest, const pl_lanes *restrict p,
                             pl_lanes *restrict ds) {
  for (int s = 0; s < n_value; s++)
    for (int v = 0; v < nv; v++)
      for (int c = 0; c < 3; c++) {
        const pl_lanes *from = p + 3 * na * s + c;
        pl_lanes *to = ds + 3 * nv * s + 3 * v + c;
        PL_FOR_LANES(l) to[0][l] = rest[v][l] * from[0][l];
        for (int i = 1; i < na; i++) PL_FOR_LANES(l) to[0][l] += rest[i * nv + v][l] * from[3 * i][l];
      }
}

// h_(a c)(b d) += sum_IJ G_aI A_(I c)(J d) G_bJ, in two steps: first over J for one row (I, c) each.
PL_LANE_FUNCTION void spread_hess(int na, int nv, const pl_lanes *restrict rest, const pl_lanes *restrict a, pl_lanes *restrict h) {
  int n = 3 * na, m = 3 * nv;
  for (int c = 0; c < 3; c++) {
    pl_lanes half[3][PL_STRAIN_MAX_DOF];  // [I][b d]
    for (int i = 0; i < na; i++)
      for (int b = 0; b < nv; b++)
        for (int d = 0; d < 3; d++) {
          const pl_lanes *row = a + (3 * i + c) * n + d;
          PL_FOR_LANES(l) half[i][3 * b + d][l] = row[0][l] * rest[b][l];
          for (int j = 1; j < na; j++) PL_FOR_LANES(l) half[i][3 * b + d][l] += row[3 * j][l] * rest[j * nv + b][l];
        }
    for (int v = 0; v < nv; v++)
      for (int q = 0; q < m; q++) {
        pl_lanes *to = h + (3 * v + c) * m + q;
        for (int i = 0; i < na; i++) PL_FOR_LANES(l) to[0][l] += rest[i * nv + v][l] * half[i][q][l];
      }
  }
}

void pl_solid_gradient(int n_axis, int n_vertex, const pl_lanes *rest, const pl_lanes *x, pl_lanes *f) {
  if (n_vertex == 4)
    gradient(3, 4, rest, x, f);
  else if (n_vertex == 8)
    gradient(3, 8, rest, x, f);
  else
    gradient(n_axis, n_vertex, rest, x, f);
}

void pl_solid_eval(const pl_solid_measure *measure, int n_vertex, const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {
  pl_lanes f[PL_SOLID_MAX_F], p[PL_STRAIN_MAX_VALUE * PL_SOLID_MAX_F];
  pl_solid_gradient(measure->n_axis, n_vertex, rest, x, f);
  measure->eval((const pl_lanes *)f, s, ds ? p : NULL);
  if (!ds) return;
  if (n_vertex == 4)
    spread(3, 4, measure->n_value, rest, (const pl_lanes *)p, ds);
  else if (n_vertex == 8)
    spread(3, 8, measure->n_value, rest, (const pl_lanes *)p, ds);
  else
    spread(measure->n_axis, n_vertex, measure->n_value, rest, (const pl_lanes *)p, ds);
}

void pl_solid_add_hess(const pl_solid_measure *measure, int n_vertex, const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t,
                       const pl_lanes *k, pl_hess_mode mode, pl_lanes *h) {
  pl_lanes f[PL_SOLID_MAX_F], a[PL_SOLID_MAX_F * PL_SOLID_MAX_F];
  int n = 3 * measure->n_axis;
  pl_solid_gradient(measure->n_axis, n_vertex, rest, x, f);
  memset(a, 0, (size_t)(n * n) * sizeof *a);
  measure->add_hess((const pl_lanes *)f, t, k, mode, a);
  if (n_vertex == 4)
    spread_hess(3, 4, rest, (const pl_lanes *)a, h);
  else if (n_vertex == 8)
    spread_hess(3, 8, rest, (const pl_lanes *)a, h);
  else
    spread_hess(measure->n_axis, n_vertex, rest, (const pl_lanes *)a, h);
}

// h_(a c)(b d) = sum_IJ G_aI A_(I c)(J d) G_bJ for b <= a, in the same two steps.
static void spread_full(const pl_lanes *restrict rest, const pl_lanes *restrict a, pl_lanes *restrict h) {
  enum { nv = 8, m = 24 };
  for (int c = 0; c < 3; c++) {
    pl_lanes half[3][PL_STRAIN_MAX_DOF];  // [I][b d]
    for (int i = 0; i < 3; i++)
      for (int b = 0; b < nv; b++)
        for (int d = 0; d < 3; d++) {
          const pl_lanes *row = a + (3 * i + c) * 9 + d;
          PL_FOR_LANES(l)
          half[i][3 * b + d][l] = row[0][l] * rest[b][l] + row[3][l] * rest[nv + b][l] + row[6][l] * rest[2 * nv + b][l];
        }
    for (int v = 0; v < nv; v++)
      for (int q = 0; q < 3 * v + 3; q++) {
        pl_lanes *to = h + (3 * v + c) * m + q;
        PL_FOR_LANES(l) to[0][l] = rest[v][l] * half[0][q][l] + rest[nv + v][l] * half[1][q][l] + rest[2 * nv + v][l] * half[2][q][l];
      }
  }
}

// a[81] = sum_ij k_ij p_i p_j^T
PL_LANE_FUNCTION void product(int n_value, const pl_lanes *restrict k, const pl_lanes *restrict p, pl_lanes *restrict a) {
  pl_lanes q[PL_STRAIN_MAX_VALUE * PL_SOLID_MAX_F];
  for (int i = 0; i < n_value; i++)
    for (int c = 0; c < 9; c++) {
      PL_FOR_LANES(l) q[9 * i + c][l] = k[i * n_value][l] * p[c][l];
      for (int j = 1; j < n_value; j++) PL_FOR_LANES(l) q[9 * i + c][l] += k[i * n_value + j][l] * p[9 * j + c][l];
    }
  for (int r = 0; r < 9; r++)
    for (int c = 0; c <= r; c++) {
      pl_lanes sum;
      PL_FOR_LANES(l) sum[l] = p[r][l] * q[c][l];
      for (int i = 1; i < n_value; i++) PL_FOR_LANES(l) sum[l] += p[9 * i + r][l] * q[9 * i + c][l];
      PL_FOR_LANES(l) a[9 * r + c][l] = a[9 * c + r][l] = sum[l];
    }
}

void pl_solid_full_hess(const pl_solid_measure *measure, const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k,
                        pl_hess_mode mode, pl_lanes *h) {
  pl_lanes f[PL_SOLID_MAX_F], a[PL_SOLID_MAX_F * PL_SOLID_MAX_F], s[PL_STRAIN_MAX_VALUE], p[PL_STRAIN_MAX_VALUE * PL_SOLID_MAX_F];
  PL_ASSERT(measure->n_axis == 3);
  gradient(3, 8, rest, x, f);
  measure->eval((const pl_lanes *)f, s, p);
  if (measure->n_value == 6)
    product(6, k, (const pl_lanes *)p, a);
  else if (measure->n_value == 3)
    product(3, k, (const pl_lanes *)p, a);
  else
    product(measure->n_value, k, (const pl_lanes *)p, a);
  measure->add_hess((const pl_lanes *)f, t, k, mode, a);
  spread_full(rest, (const pl_lanes *)a, h);
}

static void fill(int n, const double *value, pl_lanes *lanes) {
  for (int i = 0; i < n; i++) PL_FOR_LANES(l) lanes[i][l] = value[i];
}

void pl_solid_eval_one(const pl_solid_measure *measure, const double *f, double *s, double *ds) {
  pl_lanes f_lanes[PL_SOLID_MAX_F], s_lanes[PL_STRAIN_MAX_VALUE], p_lanes[PL_STRAIN_MAX_VALUE * PL_SOLID_MAX_F];
  int n = 3 * measure->n_axis;
  fill(n, f, f_lanes);
  measure->eval((const pl_lanes *)f_lanes, s_lanes, ds ? p_lanes : NULL);
  for (int i = 0; i < measure->n_value; i++) s[i] = s_lanes[i][0];
  for (int i = 0; ds && i < measure->n_value * n; i++) ds[i] = p_lanes[i][0];
}

void pl_solid_hess_one(const pl_solid_measure *measure, const double *f, const double *t, const double *k, double *h) {
  pl_lanes f_lanes[PL_SOLID_MAX_F], t_lanes[PL_STRAIN_MAX_VALUE], k_lanes[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
  pl_lanes a[PL_SOLID_MAX_F * PL_SOLID_MAX_F];
  int n = 3 * measure->n_axis, nv = measure->n_value;
  fill(n, f, f_lanes);
  fill(nv, t, t_lanes);
  if (k) fill(nv * nv, k, k_lanes);
  memset(a, 0, sizeof a);
  measure->add_hess((const pl_lanes *)f_lanes, (const pl_lanes *)t_lanes, k ? (const pl_lanes *)k_lanes : NULL, PL_HESS_EXACT, a);
  for (int i = 0; i < n * n; i++) h[i] = a[i][0];
}

// Slopes of the shape functions with respect to X from those with respect to xi: G_a = J^-T dN_a/dxi with J_i = dX/dxi_i. The rows of J^-T
// are the cross products of the other two J_i over det.
static double to_material(int nv, const pl_mesh *mesh, const int32_t *vertex, const double (*slope)[3], double *rest) {
  double j[3][3] = {{0}}, inverse[3][3];
  for (int a = 0; a < nv; a++)
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < 3; c++) j[i][c] += slope[a][i] * mesh->rest3[3 * (size_t)vertex[a] + c];
  for (int i = 0; i < 3; i++) {
    const double *u = j[(i + 1) % 3], *w = j[(i + 2) % 3];
    for (int c = 0; c < 3; c++) inverse[i][c] = u[(c + 1) % 3] * w[(c + 2) % 3] - u[(c + 2) % 3] * w[(c + 1) % 3];
  }
  double det = j[0][0] * inverse[0][0] + j[0][1] * inverse[0][1] + j[0][2] * inverse[0][2];
  for (int a = 0; a < nv; a++)
    for (int c = 0; c < 3; c++)
      rest[c * nv + a] = (slope[a][0] * inverse[0][c] + slope[a][1] * inverse[1][c] + slope[a][2] * inverse[2][c]) / det;
  return det;
}

void pl_solid_prepare_tet(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  (void)area;
  static const double slope[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  *weight = to_material(4, mesh, vertex, slope, rest) / 6;
}

// Corners of the unit cube in VTK order: 000, 100, 110, 010 and the same above.
void pl_solid_cube_slopes(int point, double slope[8][3]) {
  const double near = 0.5 - sqrt(1.0 / 12);  // of the two-point Gauss rule
  const int at[3] = {(point ^ point >> 1) & 1, point >> 1 & 1, point >> 2};
  for (int k = 0; k < 8; k++) {
    const int one[3] = {(k ^ k >> 1) & 1, k >> 1 & 1, k >> 2};
    for (int i = 0; i < 3; i++) {
      int a = (i + 1) % 3, b = (i + 2) % 3;
      slope[k][i] = (one[i] ? 1 : -1) * (one[a] == at[a] ? 1 - near : near) * (one[b] == at[b] ? 1 - near : near);
    }
  }
}

// A mirrored vertex list, which brings the point to the first vertex, has det < 0; the slopes are unaffected.
void pl_solid_prepare_hex(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  (void)area;
  double slope[8][3];
  pl_solid_cube_slopes(0, slope);
  *weight = fabs(to_material(8, mesh, vertex, (const double(*)[3])slope, rest)) / 8;
}
