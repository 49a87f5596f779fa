// cross_spline.c: pure coupling of two strains (ours; the default two-strain addend of the additive model),
//
//   psi,01 = c(s0, s1) bilinear between its values theta at the control strains (u_i, v_j),   psi = 0 where s0 = 0 or s1 = 0.
//
// Hence psi = sum_ij c_ij P_i(s0) Q_j(s1) with P_i(s) the integral from 0 to s of the hat function of u_i (constant beyond the outer knots).
//   1. Everything that curves of s0 or of s1 alone can represent is left to them. A 3x3 grid of energies has four further parameters (the
//      cross stiffnesses of its four cells), and these are the parameters here, for instance on the knots [-a, a] x [-b, b].
//   2. The stress is continuous, and zero at rest. One knot per strain is the law `cross`, psi = c s0 s1 (the third addend of StVK).
//   3. "even" strains, such as shear, whose sign may not matter: psi is a function of |s|. c is then odd in s, so the knots start at 0,
//      where c = 0 is no parameter.
//
// Convexity together with curves f(s0), g(s1): on a cell of the knots f'' and g'' may be linear, and k01 = c is bilinear. The entry k00 =
// sum c_ij P_i'' Q_j is constant in s0 and quadratic in s1 (k11 likewise). Positive definite control matrices (Bernstein coefficients) are
// therefore sufficient on the whole cell; pl_convexity_scan forms them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/plane_grid.h"
#include "law/rows.h"

typedef struct grid {
  pl_grid_axis axis[2];
  bool even[2];
  int n[2];  // functions per strain: knots, without the one at 0 for an even strain
} grid;

static const char *const even_choice[] = {"none", "first", "second", "both"};

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  pl_context *ctx = pl_arena_context(arena);
  int even = 0;
  pl_json *value = pl_json_find(object, "even");
  if (value) PL_TRY(pl_json_choice(ctx, value, 4, even_choice, &even));
  grid *g = pl_arena_alloc(arena, 1, sizeof *g);
  if (!g) return PL_ERROR_MEMORY;
  PL_TRY(pl_grid_read(arena, object, strain_dim, 1, PL_GRID_MAX_KNOT, "[[-0.1, 0.1], [-0.2, 0.2]]", g->axis));
  for (int a = 0; a < 2; a++) {
    g->even[a] = even >> a & 1;
    g->n[a] = g->axis[a].n - g->even[a];
    if (g->even[a] && (g->axis[a].n < 2 || g->axis[a].knot[0] != 0)) {
      pl_where where = pl_json_where(pl_json_find(object, "knots"));
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write for example [0, 0.1, 0.2], or leave \"even\" out",
                     "the knots of strain %d, which is even, must start with 0 and be at least 2", a);
    }
  }
  law->shape = g;
  law->n_param = law->n_bound = g->n[0] * g->n[1];
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  const grid *g = law->shape;
  pl_grid_write(g->axis, strain_dim, writer);
  pl_json_put_text(writer, "even", even_choice[g->even[0] + 2 * g->even[1]]);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  const grid *g = law->shape;
  snprintf(out->name, sizeof out->name, "c%d-%d", j / g->n[1] + g->even[0], j % g->n[1] + g->even[1]);
  out->dim = pl_dim_divide(stress_dim, strain_dim);
  out->scale = pl_law_scale(out->dim);
  out->lower = -INFINITY;
  out->upper = INFINITY;
  out->knot = NAN;
}

// The functions P_i of one strain with P' and P'', i = 0 .. n - 1.
typedef struct functions {
  pl_lanes p[PL_GRID_MAX_KNOT], d[PL_GRID_MAX_KNOT], dd[PL_GRID_MAX_KNOT];
} functions;

// A hat is the difference of two ramps, N_i = R_(i-1) - R_i. R_i rises from 0 at u_i to 1 at u_(i+1), R_-1 = 1, and R of the last knot is
// 0. The integral of R_i from 0 is G(s) - G(0), G(s) = x^2 / 2h + what s is above u_(i+1), x = s - u_i held within 0 .. h.
static void fill(const pl_grid_axis *axis, bool even, const pl_lanes s, functions *f) {
  pl_lanes at, sign, ramp, slope, sum;  // of R_(i-1): value, slope, integral
  PL_FOR_LANES(l) {
    at[l] = even ? fabs(s[l]) : s[l];
    sign[l] = even && s[l] < 0 ? -1 : 1;
    ramp[l] = 1;
    slope[l] = 0;
    sum[l] = at[l];
  }
  for (int i = 0; i < axis->n - 1; i++) {
    double u = axis->knot[i], h = axis->knot[i + 1] - u, over = 1 / h, x0 = fmin(fmax(-u, 0), h);
    double above0 = fmax(-u - h, 0);       // x and what is above, at s = 0: differences from them vanish there exactly
    int to = i - even < 0 ? 0 : i - even;  // the first function of an even strain is overwritten by the next
    PL_FOR_LANES(l) {
      double y = at[l] - u, x = y < 0 ? 0 : y > h ? h : y, r = x * over, rs = y < 0 || !(y < h) ? 0 : over;
      double total = 0.5 * over * (x - x0) * (x + x0) + ((y > h ? y - h : 0) - above0);
      f->p[to][l] = sum[l] - total;
      f->d[to][l] = sign[l] * (ramp[l] - r);
      f->dd[to][l] = slope[l] - rs;
      ramp[l] = r;
      slope[l] = rs;
      sum[l] = total;
    }
  }
  int last = axis->n - 1 - even;
  PL_FOR_LANES(l) {
    f->p[last][l] = sum[l];
    f->d[last][l] = sign[l] * ramp[l];
    f->dd[last][l] = slope[l];
  }
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const grid *g = law->shape;
  functions f[2];
  for (int a = 0; a < 2; a++) fill(&g->axis[a], g->even[a], s[a], &f[a]);
  memset(t, 0, 2 * sizeof *t);
  if (psi) memset(psi, 0, sizeof *psi);
  if (k) memset(k, 0, 4 * sizeof *k);
  for (int i = 0; i < g->n[0]; i++) {
    pl_lanes q = {0}, dq = {0}, ddq = {0};  // sum_j c_ij Q_j and its derivatives
    for (int j = 0; j < g->n[1]; j++) {
      double c = bound[i * g->n[1] + j];
      PL_FOR_LANES(l) {
        q[l] += c * f[1].p[j][l];
        dq[l] += c * f[1].d[j][l];
        ddq[l] += c * f[1].dd[j][l];
      }
    }
    PL_FOR_LANES(l) {
      t[0][l] += f[0].d[i][l] * q[l];
      t[1][l] += f[0].p[i][l] * dq[l];
    }
    if (psi) PL_FOR_LANES(l) psi[0][l] += f[0].p[i][l] * q[l];
    if (k) PL_FOR_LANES(l) {
        k[0][l] += f[0].dd[i][l] * q[l];
        k[1][l] += f[0].d[i][l] * dq[l];
        k[3][l] += f[0].p[i][l] * ddq[l];
      }
  }
  if (k) memcpy(k[2], k[1], sizeof *k);
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const grid *g = law->shape;
  functions f[2];
  for (int a = 0; a < 2; a++) fill(&g->axis[a], g->even[a], s[a], &f[a]);
  for (int j = 0; j < law->n_param; j++) {
    int r = j / g->n[1], c = j % g->n[1];
    PL_FOR_LANES(l) {
      dt[2 * j][l] = f[0].d[r][l] * f[1].p[c][l];
      dt[2 * j + 1][l] = f[0].p[r][l] * f[1].d[c][l];
    }
  }
}

static void range(const pl_law *law, double range[][2]) {
  const grid *g = law->shape;
  for (int a = 0; a < 2; a++) {
    range[a][1] = fmax(g->axis[a].knot[g->axis[a].n - 1], 0);
    range[a][0] = g->even[a] ? -range[a][1] : fmin(g->axis[a].knot[0], 0);
  }
}

static int pieces(const pl_law *law, int axis, double *knot, int *degree) {
  const grid *g = law->shape;
  int n = 0;
  for (int i = g->axis[axis].n - 1; i > 0 && g->even[axis]; i--) knot[n++] = -g->axis[axis].knot[i];
  for (int i = 0; i < g->axis[axis].n; i++) knot[n++] = g->axis[axis].knot[i];
  *degree = 2;
  return n;
}

static const char *const keys[] = {"knots", "even", NULL};

const pl_law_row pl_law_cross_spline = {
    .name = "cross-spline",
    .help = "psi,01 bilinear between theta on a grid of two strains, psi = 0 where either is 0",
    .words = "Strain in one direction causes stress in the other, by an amount that changes with both strains. Each parameter is the "
             "coupling stiffness at one pair of strains.",
    .source = "Pliant",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SPLINE | PL_LAW_COUPLING,
    .read = read,
    .write = write,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .range = range,
    .pieces = pieces,
    .keys = keys,
    .cover = pl_cover_plane,
};
