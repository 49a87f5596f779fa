// tissue.c: see tissue.h. Sheets: x = T + 1/D - 3 with x_i = T_i - D_i/D^2 and x_ij = -D_ij/D^2 + 2 D_i D_j/D^3.
#include "law/tissue/tissue.h"

#include <stdio.h>
#include <string.h>

void pl_tissue_first_fill(int n_in, const pl_lanes *s, pl_tissue_first *v) {
  if (n_in == PL_TISSUE_SOLID) {
    PL_FOR_LANES(l) v->x[l] = 2 * (s[0][l] + s[1][l] + s[2][l]);
    for (int i = 0; i < n_in; i++) PL_FOR_LANES(l) v->dx[i][l] = i < 3 ? 2 : 0;
    return;
  }
  PL_FOR_LANES(l) {
    double c0 = 1 + 2 * s[0][l], c1 = 1 + 2 * s[1][l], shear = s[2][l], over = 1 / (c0 * c1 - shear * shear);
    v->over[l] = over;
    v->x[l] = c0 + c1 + over - 3;
    v->d[0][l] = 2 * c1;
    v->d[1][l] = 2 * c0;
    v->d[2][l] = -2 * shear;
    for (int i = 0; i < 3; i++) v->dx[i][l] = (i < 2 ? 2 : 0) - v->d[i][l] * over * over;
  }
}

void pl_tissue_fibre_fill(int n_in, const pl_lanes *s, double angle, double sense, pl_tissue_fibre *v) {
  double c = cos(angle), d = sense * sin(angle), twice = 2 * c * d, difference = c * c - d * d;
  const double a[3] = {2 * c * c, 2 * d * d, twice}, turn[3] = {-2 * sense * twice, 2 * sense * twice, 2 * sense * difference};
  memcpy(v->a, a, sizeof a);
  memcpy(v->turn_a, turn, sizeof turn);
  v->sense = sense;
  const double *shear = s[n_in - 1];
  PL_FOR_LANES(l) {
    v->y[l] = a[0] * s[0][l] + a[1] * s[1][l] + a[2] * shear[l];
    v->turn[l] = turn[0] * s[0][l] + turn[1] * s[1][l] + turn[2] * shear[l];
  }
}

// Which of the three strains of the fibre's plane input i is; -1: none.
static int plane_of(int n_in, int i) { return i < 2 ? i : i == n_in - 1 ? 2 : -1; }

static double entry(int n_in, int i, const double *a) {
  int p = plane_of(n_in, i);
  return p < 0 ? 0 : a[p];
}

void pl_tissue_clear(int n_in, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  if (psi) memset(psi, 0, sizeof *psi);
  memset(t, 0, (size_t)n_in * sizeof *t);
  if (k) memset(k, 0, (size_t)(n_in * n_in) * sizeof *k);
}

void pl_tissue_mirror(int n_in, pl_lanes *k) {
  for (int i = 0; i < n_in && k; i++)
    for (int j = i + 1; j < n_in; j++) memcpy(k[n_in * j + i], k[n_in * i + j], sizeof *k);
}

void pl_tissue_add(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_plane_function *f, pl_lanes *psi,
                   pl_lanes *t, pl_lanes *k) {
  static const double bend[9] = {0, 4, 0, 4, 0, 0, 0, 0, -2};  // D_ij
  if (psi) PL_FOR_LANES(l) psi[0][l] += f->f[l];
  for (int i = 0; i < n_in; i++) {
    double a = entry(n_in, i, fibre->a);
    PL_FOR_LANES(l) t[i][l] += f->a[l] * first->dx[i][l] + f->b[l] * a;
  }
  for (int i = 0; i < n_in && k; i++)
    for (int j = i; j < n_in; j++) {
      double a = entry(n_in, i, fibre->a), b = entry(n_in, j, fibre->a);
      PL_FOR_LANES(l) {
        double xi = first->dx[i][l], xj = first->dx[j][l];
        k[n_in * i + j][l] += f->aa[l] * xi * xj + f->ab[l] * (xi * b + xj * a) + f->bb[l] * a * b;
      }
      if (n_in == PL_TISSUE_SHEET) PL_FOR_LANES(l) {
          double over2 = first->over[l] * first->over[l];
          k[3 * i + j][l] += f->a[l] * (2 * first->d[i][l] * first->d[j][l] * over2 * first->over[l] - bend[3 * i + j] * over2);
        }
    }
}

void pl_tissue_add_theta(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_lanes da, const pl_lanes db,
                         pl_lanes *dt) {
  for (int i = 0; i < n_in; i++) {
    double a = entry(n_in, i, fibre->a);
    PL_FOR_LANES(l) dt[i][l] += da[l] * first->dx[i][l] + db[l] * a;
  }
}

void pl_tissue_add_turn(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_plane_function *f, pl_lanes *dt) {
  for (int i = 0; i < n_in; i++) {
    double a = entry(n_in, i, fibre->a), turn = entry(n_in, i, fibre->turn_a);
    PL_FOR_LANES(l) dt[i][l] += (f->ab[l] * first->dx[i][l] + f->bb[l] * a) * fibre->turn[l] + f->b[l] * turn;
  }
}

pl_status pl_tissue_read_families(pl_context *ctx, pl_json *object, int *families) {
  int64_t n = 1;
  pl_json *value = pl_json_find(object, "families");
  if (value) PL_TRY(pl_json_integer(ctx, value, 1, 2, &n));
  *families = (int)n;
  return PL_OK;
}

void pl_tissue_write_families(pl_json_writer *writer, int families) {
  if (families > 1) pl_json_put_integer(writer, "families", families);
}

void pl_tissue_number(pl_parameter *parameter, const char *name, double scale, double lower, double upper) {
  snprintf(parameter->name, sizeof parameter->name, "%s", name);
  parameter->dim = PL_DIM_NONE;
  parameter->scale = scale;
  parameter->lower = lower;
  parameter->upper = upper;
  parameter->knot = NAN;
}

void pl_tissue_growth(pl_parameter *parameter, const char *name, double scale, pl_growth of, int power) {
  pl_tissue_number(parameter, name, scale, 0, INFINITY);
  parameter->role = PL_ROLE_GROWTH;
  parameter->of[0] = of, parameter->of[1] = power;
}

void pl_tissue_angle(pl_parameter *parameter, int families) {
  double right = acos(0);
  pl_tissue_number(parameter, "angle", 0.5 * right, families == 1 ? -right : 0, right);
  parameter->dim = PL_DIM_ANGLE;
}
