// rubber_sheet.c: a thin sheet of incompressible rubber in plane stress, on the Green strains of the triangle (warp, weft, engineering shear).
//
// With C = I + 2 E in the plane, T = tr C and D = det C, incompressibility makes the sheet thinner by D^(-1/2). So C has the third
// eigenvalue 1/D and
//
//   I1 = T + 1/D,   I2 = T/D + D,   psi = f(I1 - 3, I2 - 3)
//
// with the polynomials of polynomial.c ("model"). The pressure is eliminated: the faces are stress-free by construction. psi is per area,
// so the parameters are moduli times the rest thickness (N/m). Green strains, unlike principal stretches, are smooth where both stretches
// are equal.
//
//    x = I1 - 3: x_i = T_i - D_i/D^2,   x_ij = -D_ij/D^2 + 2 D_i D_j/D^3
//    y = I2 - 3: y_i = T_i/D - T D_i/D^2 + D_i,   y_ij = -(T_i D_j + T_j D_i + T D_ij)/D^2 + 2 T D_i D_j/D^3 + D_ij
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/rubber/polynomial.h"
#include "law/rows.h"

typedef struct sheet {
  pl_polynomial polynomial;
  int kind, order;
} sheet;

static const pl_law_row convex_row;

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  pl_context *ctx = pl_arena_context(arena);
  sheet *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  int64_t order = 2;
  pl_json *value;
  PL_TRY(pl_json_need(ctx, object, "model", "\"mooney-rivlin\"", &value));
  PL_TRY(pl_json_choice(ctx, value, PL_POLYNOMIAL_KINDS, pl_polynomial_name, &own->kind));
  value = own->kind == PL_POLYNOMIAL_ANY ? pl_json_find(object, "order") : NULL;
  if (value) PL_TRY(pl_json_integer(ctx, value, 1, PL_POLYNOMIAL_MAX_ORDER, &order));
  own->order = (int)order;
  pl_polynomial_make(own->kind, own->order, false, &own->polynomial);
  if (own->kind == PL_NEO_HOOKEAN) law->row = &convex_row;
  law->shape = own;
  law->n_param = law->n_bound = own->polynomial.n;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  const sheet *own = law->shape;
  pl_json_put_text(writer, "model", pl_polynomial_name[own->kind]);
  if (own->kind == PL_POLYNOMIAL_ANY) pl_json_put_integer(writer, "order", own->order);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const sheet *own = law->shape;
  pl_polynomial_parameter(&own->polynomial, j, strain_dim, stress_dim, out);
}

// Invariants and their gradients on a block.
typedef struct invariants {
  pl_lanes x, y, over, trace;  // over: 1/D
  pl_lanes d[3], dx[3], dy[3];
} invariants;

static void fill(const pl_lanes *s, invariants *v) {
  PL_FOR_LANES(l) {
    double c0 = 1 + 2 * s[0][l], c1 = 1 + 2 * s[1][l], det = c0 * c1 - s[2][l] * s[2][l], over = 1 / det, trace = c0 + c1;
    v->over[l] = over;
    v->trace[l] = trace;
    v->x[l] = trace + over - 3;
    v->y[l] = trace * over + det - 3;
    v->d[0][l] = 2 * c1;
    v->d[1][l] = 2 * c0;
    v->d[2][l] = -2 * s[2][l];
  }
  for (int i = 0; i < 3; i++) {
    double rise = i < 2 ? 2 : 0;  // T_i
    PL_FOR_LANES(l) {
      double over = v->over[l], d = v->d[i][l];
      v->dx[i][l] = rise - d * over * over;
      v->dy[i][l] = rise * over - v->trace[l] * d * over * over + d;
    }
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  static const double bend[9] = {0, 4, 0, 4, 0, 0, 0, 0, -2};  // D_ij
  const sheet *own = law->shape;
  invariants v;
  pl_plane_function f;
  fill(s, &v);
  pl_polynomial_eval(&own->polynomial, bound, v.x, v.y, k != NULL, &f);
  if (psi) memcpy(psi, f.f, sizeof *psi);
  for (int i = 0; i < 3; i++) PL_FOR_LANES(l) t[i][l] = f.a[l] * v.dx[i][l] + f.b[l] * v.dy[i][l];
  for (int i = 0; i < 3 && k; i++)
    for (int j = i; j < 3; j++) {
      double rise_i = i < 2 ? 2 : 0, rise_j = j < 2 ? 2 : 0, dij = bend[3 * i + j];
      PL_FOR_LANES(l) {
        double over2 = v.over[l] * v.over[l], both = 2 * v.d[i][l] * v.d[j][l] * over2 * v.over[l];
        double xij = both - dij * over2;
        double yij = v.trace[l] * both - (rise_i * v.d[j][l] + rise_j * v.d[i][l] + v.trace[l] * dij) * over2 + dij;
        k[3 * i + j][l] = f.aa[l] * v.dx[i][l] * v.dx[j][l] + f.ab[l] * (v.dx[i][l] * v.dy[j][l] + v.dx[j][l] * v.dy[i][l]) +
                          f.bb[l] * v.dy[i][l] * v.dy[j][l] + f.a[l] * xij + f.b[l] * yij;
      }
      if (i != j) memcpy(k[3 * j + i], k[3 * i + j], sizeof *k);
    }
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const sheet *own = law->shape;
  invariants v;
  fill(s, &v);
  for (int j = 0; j < law->n_param; j++) {
    pl_lanes dx, dy;
    pl_polynomial_term(&own->polynomial, j, v.x, v.y, dx, dy);
    for (int i = 0; i < 3; i++) PL_FOR_LANES(l) dt[3 * j + i][l] = dx[l] * v.dx[i][l] + dy[l] * v.dy[i][l];
  }
}

static void cover(const pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer) {
  (void)row, (void)strain_dim, (void)range, (void)odd;
  pl_json_put_text(writer, "model", pl_polynomial_name[PL_MOONEY_RIVLIN]);
}

static const char *const keys[] = {"model", "order", NULL};

#define SHEET(more)                                                                                                         \
  {                                                                                                                         \
    .name = "rubber-sheet",                                                                                                 \
    .help = "incompressible sheet in plane stress: a polynomial of I1 - 3, I2 - 3 on the Green strains of a triangle",      \
    .words = "A thin sheet of incompressible rubber; the numbers are the coefficients of a polynomial of the invariants.",  \
    .source = "Rivlin and Saunders 1951", .n_in = 3,                                                                        \
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_ISOTROPIC | PL_LAW_METRIC | (more), .read = read, .write = write, \
    .parameter = parameter, .eval = eval, .eval_theta = eval_theta, .keys = keys, .cover = cover                            \
  }

// I1 - 3 is convex in the Green strains of a sheet (tissue/tissue.h), so neo-Hooke's energy is.
static const pl_law_row convex_row = SHEET(PL_LAW_CONVEX);
const pl_law_row pl_law_rubber_sheet = SHEET(0);
