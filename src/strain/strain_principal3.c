// strain_principal3.c: principal stretches of a solid, largest first (Ogden 1972), and the same less one.
//
//   F = sum_i lambda_i u_i v_i^T,  s_i = lambda_i (or lambda_i - 1),  ds_i/dF = u_i v_i^T;   second derivatives in solid_stretch.h.
// U and V are rotations, so that the smallest stretch of an inverted element is negative and passes through zero smoothly. V are the eigenvectors
// of F^T F; u_1 and u_2 come from F v_1 and F v_2, u_3 is square to them, and lambda_i = u_i . F v_i.
#include <math.h>
#include <string.h>

#include "math/eigen_small.h"
#include "strain/solid_stretch.h"
#include "strain/strain_rows.h"

typedef struct stretches {
  double lambda[3], u[3][3], v[3][3];  // u[i], v[i]: vectors
} stretches;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

// Any unit vector perpendicular to n.
static void square_to(const double *n, double *out) {
  int axis = fabs(n[0]) < 0.6 ? 0 : fabs(n[1]) < 0.6 ? 1 : 2;
  double e[3] = {axis == 0, axis == 1, axis == 2};
  cross(n, e, out);
  double size = sqrt(dot(out, out));
  for (int k = 0; k < 3; k++) out[k] /= size;
}

static void map(const double *f, const double *v, double *out) {
  for (int k = 0; k < 3; k++) out[k] = f[k] * v[0] + f[3 + k] * v[1] + f[6 + k] * v[2];
}

static void decompose(const pl_lanes *lanes, int lane, stretches *s) {
  double f[9], c[9], w[3], vectors[9], image[3];
  for (int i = 0; i < 9; i++) f[i] = lanes[i][lane];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) c[3 * i + j] = dot(f + 3 * i, f + 3 * j);
  pl_sym_eigen(3, c, w, vectors);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) s->v[i][k] = vectors[3 * k + 2 - i];
  cross(s->v[0], s->v[1], s->v[2]);
  map(f, s->v[0], s->u[0]);
  double size = sqrt(dot(s->u[0], s->u[0]));
  if (size > 0)
    for (int k = 0; k < 3; k++) s->u[0][k] /= size;
  else
    memcpy(s->u[0], s->v[0], sizeof s->u[0]);  // a point: any direction
  map(f, s->v[1], image);
  double along = dot(image, s->u[0]), rest = 0;
  for (int k = 0; k < 3; k++) s->u[1][k] = image[k] - along * s->u[0][k];
  rest = sqrt(dot(s->u[1], s->u[1]));
  if (rest > 1e-12 * size)
    for (int k = 0; k < 3; k++) s->u[1][k] /= rest;
  else
    square_to(s->u[0], s->u[1]);
  cross(s->u[0], s->u[1], s->u[2]);
  for (int i = 0; i < 3; i++) {
    map(f, s->v[i], image);
    s->lambda[i] = dot(s->u[i], image);
  }
}

static void eval(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  PL_EACH_LANE(l) {
    stretches d;
    decompose(f, l, &d);
    for (int i = 0; i < 3; i++) {
      s[i][l] = d.lambda[i];
      for (int c = 0; p && c < 9; c++) p[9 * i + c][l] = d.u[i][c % 3] * d.v[i][c / 3];
    }
  }
}

static void eval_less_one(const pl_lanes *f, pl_lanes *s, pl_lanes *p) {
  eval(f, s, p);
  for (int i = 0; i < 3; i++) PL_FOR_LANES(l) s[i][l] -= 1;
}

static void add_hess(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a) {
  PL_EACH_LANE(l) {
    stretches d;
    decompose(f, l, &d);
    for (int i = 0; i < 3; i++)
      for (int j = i + 1; j < 3; j++) {
        double ti = t[i][l], tj = t[j][l], sum = d.lambda[i] + d.lambda[j];
        if (mode == PL_HESS_FILTERED) ti = pl_max(ti, 0), tj = pl_max(tj, 0);
        double limit = k ? 0.5 * (k[4 * i][l] + k[4 * j][l] - k[3 * i + j][l] - k[3 * j + i][l]) : 0;
        double flip = pl_stretch_quotient(d.lambda[i], d.lambda[j], ti, tj, limit);
        double twist = sum > PL_STRETCH_EQUAL * d.lambda[0] ? (ti + tj) / sum : 0;
        if (mode == PL_HESS_PSD) flip = pl_max(flip, 0), twist = pl_max(twist, 0);
        pl_stretch_add(3, l, flip, d.u[i], d.v[j], 1, d.u[j], d.v[i], a);
        pl_stretch_add(3, l, twist, d.u[i], d.v[j], -1, d.u[j], d.v[i], a);
      }
  }
}

const pl_solid_measure pl_solid_principal3 = {.n_axis = 3, .n_value = 3, .eval = eval, .add_hess = add_hess};
static const pl_solid_measure less_one = {.n_axis = 3, .n_value = 3, .eval = eval_less_one, .add_hess = add_hess};

PL_SOLID_FUNCTIONS(pl_solid_principal3, 4)
PL_SOLID_FUNCTIONS(pl_solid_principal3, 8)
PL_SOLID_FULL(pl_solid_principal3)

static void strain_4(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { pl_solid_eval(&less_one, 4, rest, x, s, ds); }
static void strain_8(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { pl_solid_eval(&less_one, 8, rest, x, s, ds); }

#define COMMON .source = "Ogden 1972; Miguel et al. 2016, section 3.1", .n_value = 3, .value_name = {"max", "mid", "min"}
#define STRETCH                                                                                                            \
  .name = "principal3", .words = "the three principal stretches", .help = "principal stretches of a solid, largest first", \
  .rest_value = {1, 1, 1}, .rest_stress = true, COMMON
#define STRAIN                                                                                                                           \
  .name = "principal3-strain", .words = "the three principal strains", .help = "principal stretches of a solid less one, largest first", \
  COMMON

const pl_strain pl_strain_principal3 = {STRETCH, PL_SOLID_TET(eval_4), .add_hess_law = add_hess_law_4};
const pl_strain pl_strain_principal3_hex = {STRETCH, PL_SOLID_HEX(eval_8), .add_hess_law = add_hess_law_8,
                                            .measure = &pl_strain_principal3};
const pl_strain pl_strain_principal3_strain = {STRAIN, PL_SOLID_TET(strain_4), .add_hess_law = add_hess_law_4};
const pl_strain pl_strain_principal3_strain_hex = {STRAIN, PL_SOLID_HEX(strain_8), .add_hess_law = add_hess_law_8,
                                                   .measure = &pl_strain_principal3_strain};
