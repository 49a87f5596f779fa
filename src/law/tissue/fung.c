// fung.c: the exponential of a quadratic form of the Green strains (Fung 1967; sheets: Fung et al. 1979, blocks: Costa et al. 2001),
//
//   psi = c/2 (exp Q - 1),   Q = (b1 E11)^2 + (b2 E22)^2 + 2 coupling b1 b2 E11 E22 + shears,
//   fung  (sheet)            shears: (b3 2E12)^2
//   fung3 (block)            also (b3 E33)^2; shears: (b4 2E23)^2 + (b5 2E13)^2 + (b6 2E12)^2
//
// In the usual letters a11 = b1^2, a22 = b2^2, a12 = coupling b1 b2, a33 = b3^2 (of the engineering shear). The bounds -1 <= coupling <= 1
// make Q positive semidefinite. The exponential is convex and increasing, so psi is convex in the strain for every theta within the bounds. The
// tangent at rest is c times the matrix of Q. 1/b is the strain at which the stress curve bends upward. The parameters may be given as
// {"c", "a11", "a22", "a12", "a33"} for sheets.
#include <stdio.h>
#include <string.h>

#include "law/rows.h"
#include "law/tissue/tissue.h"

enum { C, B, MAX_IN = PL_TISSUE_SOLID };  // parameters: c, b1 ... bn, coupling

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = law->row->n_in + 2;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  int n = law->row->n_in;
  char name[16];
  snprintf(name, sizeof name, "b%d", j);
  if (j == C)
    pl_rubber_modulus(out, "c", strain_dim, stress_dim, 0);
  else if (j == n + 1)
    pl_tissue_number(out, "coupling", 0.3, -1, 1);
  else
    pl_tissue_number(out, name, 3, 0, INFINITY);
}

// Half of the gradient of Q: g_i = sum_j A_ij s_j, and Q = s.g.
static void form(int n, const double *theta, const pl_lanes *s, pl_lanes *g, pl_lanes q) {
  const double *b = theta + B;
  double both = theta[n + 1] * b[0] * b[1];
  for (int i = 0; i < n; i++) {
    double square = b[i] * b[i], across = i < 2 ? both : 0;
    const double *other = s[i < 2 ? 1 - i : i];
    PL_FOR_LANES(l) g[i][l] = square * s[i][l] + across * other[l];
  }
  PL_FOR_LANES(l) q[l] = s[0][l] * g[0][l] + s[1][l] * g[1][l];
  for (int i = 2; i < n; i++) PL_FOR_LANES(l) q[l] += s[i][l] * g[i][l];
}

// t = c f' g,   k = c (f' A + 2 f'' g g^T)
static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  int n = law->row->n_in;
  const double *b = bound + B;
  double c = bound[C], both = bound[n + 1] * b[0] * b[1];
  pl_lanes g[MAX_IN], q, f, df, ddf;
  form(n, bound, s, g, q);
  PL_FOR_LANES(l) pl_tissue_exp(q[l], &f[l], &df[l], &ddf[l]);
  if (psi) PL_FOR_LANES(l) psi[0][l] = 0.5 * c * f[l];
  for (int i = 0; i < n; i++) PL_FOR_LANES(l) t[i][l] = c * df[l] * g[i][l];
  for (int i = 0; i < n && k; i++)
    for (int j = i; j < n; j++) {
      double a = i == j ? b[i] * b[i] : i == 0 && j == 1 ? both : 0;
      PL_FOR_LANES(l) k[n * i + j][l] = c * (df[l] * a + 2 * ddf[l] * g[i][l] * g[j][l]);
    }
  pl_tissue_mirror(n, k);
}

// d t_i = c (f'' g_i dQ + f' dg_i); d/d c: f' g_i.
static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  int n = law->row->n_in;
  const double *b = theta + B;
  double c = theta[C], coupling = theta[n + 1];
  pl_lanes g[MAX_IN], q, f, df, ddf;
  form(n, theta, s, g, q);
  PL_FOR_LANES(l) pl_tissue_exp(q[l], &f[l], &df[l], &ddf[l]);
  for (int i = 0; i < n; i++) PL_FOR_LANES(l) dt[i][l] = df[l] * g[i][l];
  for (int j = 0; j <= n; j++) {
    // derivative of the matrix A by b_j, or by the coupling (j = n): its diagonal entry, and the entry of axes 1 and 2
    double own = j < n ? 2 * b[j] : 0, across = j < 2 ? coupling * b[1 - j] : j == n ? b[0] * b[1] : 0;
    pl_lanes change[MAX_IN], dq;
    for (int i = 0; i < n; i++) {
      double diagonal = i == j ? own : 0, side = i < 2 ? across : 0;
      const double *other = s[i < 2 ? 1 - i : i];
      PL_FOR_LANES(l) change[i][l] = diagonal * s[i][l] + side * other[l];
    }
    memset(dq, 0, sizeof dq);
    for (int i = 0; i < n; i++) PL_FOR_LANES(l) dq[l] += s[i][l] * change[i][l];
    for (int i = 0; i < n; i++) PL_FOR_LANES(l) dt[(j + 1) * n + i][l] = c * (ddf[l] * g[i][l] * dq[l] + df[l] * change[i][l]);
  }
}

// The usual letters of a sheet: c, a11, a22, a12, a33.
static pl_status convert(pl_context *ctx, const pl_law *law, pl_json *given, pl_dim strain_dim, pl_dim stress_dim, bool sigma,
                         double *theta, bool *converted) {
  static const char *const known[] = {"c", "a11", "a22", "a33", "a12"};
  (void)law;
  *converted = !sigma && given->kind == PL_JSON_OBJECT && pl_json_find(given, "a11");
  if (!*converted) return PL_OK;
  double value[5];
  for (int i = 0; i < 5; i++) {
    pl_json *member;
    PL_TRY(pl_json_need(ctx, given, known[i], "a number", &member));
    PL_TRY(
        pl_json_quantity(ctx, member, i == 0 ? pl_dim_multiply(stress_dim, strain_dim) : PL_DIM_NONE, i == 4 ? -1e9 : 0, 1e15, &value[i]));
  }
  PL_TRY(pl_json_done(ctx, given, 5, known));
  double most = sqrt(value[1] * value[2]);
  if (fabs(value[4]) > most * (1 + 1e-12)) {
    pl_where where = pl_json_where(pl_json_find(given, "a12"));
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "an energy that is not convex has no unique equilibrium",
                   "a12 = %g, must lie within +- sqrt(a11 a22) = %g", value[4], most);
  }
  theta[C] = value[0];
  for (int i = 0; i < 3; i++) theta[B + i] = sqrt(value[1 + i]);
  theta[4] = most > 0 ? fmax(-1, fmin(1, value[4] / most)) : 0;
  return PL_OK;
}

#define ROW(text, formula, meaning, who, count, more)                                                                            \
  {                                                                                                                              \
    .name = text, .help = formula, .words = meaning, .source = who, .n_in = count, .flags = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX, \
    .read = read, .write = pl_law_write_nothing, .parameter = parameter, .eval = eval, .eval_theta = eval_theta, .convert = more \
  }

const pl_law_row pl_law_fung = ROW("fung", "psi = c/2 (exp Q - 1), Q = (b1 E11)^2 + (b2 E22)^2 + 2 coupling b1 b2 E11 E22 + (b3 2E12)^2",
                                   "Tissue or knitted cloth that stiffens exponentially. 1/b is the strain where it begins to, along each "
                                   "axis and in shear. c times b squared is the stiffness at rest.",
                                   "Fung et al. 1979", PL_TISSUE_SHEET, convert);
const pl_law_row pl_law_fung3 = ROW("fung3", "the same of a block: also (b3 E33)^2, and (b4 2E23)^2 + (b5 2E13)^2 + (b6 2E12)^2",
                                    "Tissue that stiffens exponentially along three axes and in three shears. 1/b is the strain where it "
                                    "begins to. c times b squared is the stiffness at rest.",
                                    "Costa et al. 2001", PL_TISSUE_SOLID, NULL);
