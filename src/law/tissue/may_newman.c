// may_newman.c: one exponential of the matrix and of one family of fibres together (May-Newman and Yin 1998, mitral valve),
//
//   psi = c0 (exp Q - 1),   Q = c1 (I1 - 3)^2 + c2 (sqrt(I4) - 1)^4,   sqrt(I4): the stretch of the fibres.
//
// The exponent couples fibres and matrix: stretch across the fibres stiffens them. In y = I4 - 1, u = sqrt(1 + y), h = (u - 1)^4:
//   h' = 2 (u - 1)^3/u,   h'' = (u - 1)^2 (2 u + 1)/u^3 >= 0
// So h is convex in the Green strain. (I1 - 3)^2 is convex too: of a sheet I1 - 3 is convex and not negative, of a block linear. The
// exponential is convex and increasing, so psi is convex in the strain for every theta within the bounds. It has no stiffness at rest,
// because Q has the order 4 in the strain of a body that keeps its volume. I4 <= 0 has no energy.
#include <stdio.h>
#include <string.h>

#include "law/rows.h"
#include "law/tissue/tissue.h"

enum { C0, C1, C2, ANGLE, N_PARAM };

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = N_PARAM;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  switch (j) {
  case C0: pl_rubber_modulus(out, "c0", strain_dim, stress_dim, 0); break;
  case C1: pl_tissue_growth(out, "c1", 5, PL_GROWTH_FIRST, 2); break;
  case C2: pl_tissue_growth(out, "c2", 100, PL_GROWTH_STRETCH, 4); break;
  default: pl_tissue_angle(out, 1); break;
  }
}

typedef struct exponent {
  pl_lanes h, dh, ddh, f, df, ddf;
} exponent;

static void fill(const double *theta, const pl_tissue_first *first, const pl_tissue_fibre *fibre, exponent *v) {
  double c1 = theta[C1], c2 = theta[C2];
  PL_FOR_LANES(l) {
    double x = first->x[l], y = fibre->y[l], u = sqrt(1 + y), e = y / (1 + u);  // e = u - 1
    v->h[l] = e * e * e * e;
    v->dh[l] = 2 * e * e * e / u;
    v->ddh[l] = e * e * (2 * u + 1) / (u * u * u);
    pl_tissue_exp(c1 * x * x + c2 * v->h[l], &v->f[l], &v->df[l], &v->ddf[l]);
  }
}

// Q,x = 2 c1 x, Q,y = c2 h'; Q,xx = 2 c1, Q,yy = c2 h''.
static void plane(const double *theta, const pl_tissue_first *first, const exponent *v, pl_plane_function *f) {
  double c0 = theta[C0], c1 = theta[C1], c2 = theta[C2];
  PL_FOR_LANES(l) {
    double qx = 2 * c1 * first->x[l], qy = c2 * v->dh[l];
    f->f[l] = c0 * v->f[l];
    f->a[l] = c0 * v->df[l] * qx;
    f->b[l] = c0 * v->df[l] * qy;
    f->aa[l] = c0 * (v->ddf[l] * qx * qx + v->df[l] * 2 * c1);
    f->ab[l] = c0 * v->ddf[l] * qx * qy;
    f->bb[l] = c0 * (v->ddf[l] * qy * qy + v->df[l] * c2 * v->ddh[l]);
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  int n = law->row->n_in;
  pl_tissue_first first;
  pl_tissue_fibre fibre;
  exponent v;
  pl_plane_function f;
  pl_tissue_first_fill(n, s, &first);
  pl_tissue_fibre_fill(n, s, bound[ANGLE], 1, &fibre);
  fill(bound, &first, &fibre, &v);
  plane(bound, &first, &v, &f);
  pl_tissue_clear(n, psi, t, k);
  pl_tissue_add(n, &first, &fibre, &f, psi, t, k);
  pl_tissue_mirror(n, k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  int n = law->row->n_in;
  double c0 = theta[C0], c1 = theta[C1], c2 = theta[C2];
  pl_tissue_first first;
  pl_tissue_fibre fibre;
  exponent v;
  pl_plane_function f;
  pl_lanes da[3], db[3];
  pl_tissue_first_fill(n, s, &first);
  pl_tissue_fibre_fill(n, s, theta[ANGLE], 1, &fibre);
  fill(theta, &first, &fibre, &v);
  plane(theta, &first, &v, &f);
  PL_FOR_LANES(l) {
    double x = first.x[l], qx = 2 * c1 * x, qy = c2 * v.dh[l];
    da[C0][l] = v.df[l] * qx;
    db[C0][l] = v.df[l] * qy;
    da[C1][l] = c0 * (v.ddf[l] * x * x * qx + v.df[l] * 2 * x);
    db[C1][l] = c0 * v.ddf[l] * x * x * qy;
    da[C2][l] = c0 * v.ddf[l] * v.h[l] * qx;
    db[C2][l] = c0 * (v.ddf[l] * v.h[l] * qy + v.df[l] * v.dh[l]);
  }
  memset(dt, 0, (size_t)(N_PARAM * n) * sizeof *dt);
  for (int j = 0; j < ANGLE; j++) pl_tissue_add_theta(n, &first, &fibre, da[j], db[j], dt + j * n);
  pl_tissue_add_turn(n, &first, &fibre, &f, dt + ANGLE * n);
}

#define ROW(text, formula, count)                                                                                                   \
  {                                                                                                                                 \
    .name = text, .help = formula,                                                                                                  \
    .words = "Tissue with one family of fibres in one exponential. c0 is the size of its energy, c1 how fast "                      \
             "the matrix stiffens, c2 how fast the fibres do. angle is their direction to the first axis.",                         \
    .source = "May-Newman and Yin 1998", .n_in = count, .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_METRIC, .read = read, \
    .write = pl_law_write_nothing, .parameter = parameter, .eval = eval, .eval_theta = eval_theta                                   \
  }

const pl_law_row pl_law_may_newman =
    ROW("may-newman", "psi = c0 (exp(c1 (I1 - 3)^2 + c2 (sqrt(I4) - 1)^4) - 1), of an incompressible sheet", PL_TISSUE_SHEET);
const pl_law_row pl_law_may_newman3 = ROW("may-newman3", "the same of a block, fibres in the plane of its first two axes", PL_TISSUE_SOLID);
