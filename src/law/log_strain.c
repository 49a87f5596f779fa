// log_strain.c: curves of logarithmic stretches: convex-spline and cross-spline where the input is a stretch (1 at rest), not a strain,
//
//   log-spline   psi = f(ln s),   f'' piecewise linear through theta >= 0 at the knots              (convex-spline)
//   log-cross    psi = g(ln s0, ln s1),   g,01 bilinear between theta, g = 0 where either is 0      (cross-spline)
//
// log-cross is symmetric, g(a, b) = g(b, a): principal stretches are sorted, so their order is no property of the material. Both stretches
// have the same knots, and c_ij = c_ji is one parameter, i <= j. Otherwise the stress at equal stretches would depend on which is first.
//
// Knots are logarithmic strains. Stress and energy are zero at s = 1 by construction. With l = ln s: t_i = g,i / s_i and
// k_ij = (g,ij - delta_ij g,i) / (s_i s_j). A stretch <= 0 gives an energy that is not a number.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/plane_grid.h"
#include "law/rows.h"
#include "law/rubber/rubber.h"

static const pl_law *inner(const pl_law *law) { return law->shape; }

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  pl_law *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  own->row = &pl_law_convex_spline;
  PL_TRY(own->row->read(arena, object, strain_dim, own));
  law->shape = own;
  law->n_param = own->n_param;
  law->n_bound = own->n_bound;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) { inner(law)->row->write(inner(law), strain_dim, writer); }

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  inner(law)->row->parameter(inner(law), j, strain_dim, stress_dim, out);
}

static void bind(const pl_law *law, const double *theta, double *bound) { pl_law_bind(inner(law), theta, bound); }

static void range(const pl_law *law, double range[][2]) {
  inner(law)->row->range(inner(law), range);
  for (int i = 0; i < law->row->n_in; i++)
    for (int end = 0; end < 2; end++) range[i][end] = exp(range[i][end]);
}

static void logs(int n, const pl_lanes *s, pl_lanes *l) {
  for (int i = 0; i < n; i++) PL_FOR_LANES(e) l[i][e] = log(s[i][e]);
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  int n = law->row->n_in;
  pl_lanes l[2];
  logs(n, s, l);
  inner(law)->row->eval(inner(law), bound, (const pl_lanes *)l, psi, t, k);
  for (int i = 0; i < n && k; i++)
    for (int j = 0; j < n; j++) {
      double same = i == j ? 1 : 0;
      PL_FOR_LANES(e) k[i * n + j][e] = (k[i * n + j][e] - same * t[i][e]) / (s[i][e] * s[j][e]);
    }
  for (int i = 0; i < n; i++) PL_FOR_LANES(e) t[i][e] /= s[i][e];
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  int n = law->row->n_in;
  pl_lanes l[2];
  logs(n, s, l);
  inner(law)->row->eval_theta(inner(law), theta, (const pl_lanes *)l, dt);
  for (int j = 0; j < law->n_param; j++)
    for (int i = 0; i < n; i++) PL_FOR_LANES(e) dt[j * n + i][e] /= s[i][e];
}

// ---- log-cross: the parameters of a symmetric coupling ----

typedef struct pair {
  pl_law own;  // first: `inner` reads it. cross-spline with n x n values
  int n;       // functions per stretch
} pair;

// The n (n + 1) / 2 pairs i <= j, row by row: which one is (i, j).
static int pair_index(int n, int i, int j) { return i <= j ? i * n - i * (i - 1) / 2 + j - i : pair_index(n, j, i); }

static pl_status read_pair(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  pl_context *ctx = pl_arena_context(arena);
  pl_grid_axis axis[2];
  PL_TRY(pl_grid_read(arena, object, strain_dim, 1, PL_GRID_MAX_KNOT, "[[-0.1, 0.1], [-0.1, 0.1]]", axis));
  bool same = axis[0].n == axis[1].n && memcmp(axis[0].knot, axis[1].knot, (size_t)axis[0].n * sizeof axis[0].knot[0]) == 0;
  pl_json *even = pl_json_find(object, "even");
  if (!same) {
    pl_where where = pl_json_where(pl_json_find(object, "knots"));
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the same list twice, over the range of both stretches",
                   PL_ID("law.pair-knots-differ") "the two stretches of \"%s\" have different knots; their order has no meaning, so the "
                                                  "knots must be the same",
                   law->row->name);
  }
  if (even && even->kind == PL_JSON_STRING && (strcmp(even->text, "first") == 0 || strcmp(even->text, "second") == 0)) {
    pl_where where = pl_json_where(even);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"none\" or \"both\"",
                   PL_ID("law.pair-even-differs") "\"even\": \"%s\" distinguishes the two stretches of \"%s\", whose order has no meaning",
                   even->text, law->row->name);
  }
  pair *shape = pl_arena_alloc(arena, 1, sizeof *shape);
  if (!shape) return PL_ERROR_MEMORY;
  shape->own.row = &pl_law_cross_spline;
  PL_TRY(shape->own.row->read(arena, object, strain_dim, &shape->own));
  while (shape->n * shape->n < shape->own.n_param) shape->n++;
  law->shape = shape;
  law->n_param = shape->n * (shape->n + 1) / 2;
  law->n_bound = shape->own.n_bound;
  return PL_OK;
}

static void parameter_pair(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  int n = ((const pair *)law->shape)->n;
  for (int k = 0; k < n * n; k++)
    if (k / n <= k % n && pair_index(n, k / n, k % n) == j) parameter(law, k, strain_dim, stress_dim, out);
}

// All n x n values of the grid.
static void bind_pair(const pl_law *law, const double *theta, double *bound) {
  int n = ((const pair *)law->shape)->n;
  for (int k = 0; k < n * n; k++) bound[k] = theta[pair_index(n, k / n, k % n)];
}

static void eval_theta_pair(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  int n = ((const pair *)law->shape)->n;
  pl_lanes l[2], whole[2 * PL_GRID_MAX_KNOT * PL_GRID_MAX_KNOT];
  logs(2, s, l);
  inner(law)->row->eval_theta(inner(law), NULL, (const pl_lanes *)l, whole);
  memset(dt, 0, 2 * (size_t)law->n_param * sizeof *dt);
  for (int k = 0; k < n * n; k++)
    for (int i = 0; i < 2; i++) PL_FOR_LANES(e) dt[2 * pair_index(n, k / n, k % n) + i][e] += whole[2 * k + i][e] / s[i][e];
}

// Files of earlier versions have all n x n values, in a list or by name. They are read if c_ij = c_ji within the digits of a file. Of two
// standard errors the larger one counts. theta: [n (n + 1) / 2].
static pl_status convert_pair(pl_context *ctx, const pl_law *law, pl_json *given, pl_dim strain_dim, pl_dim stress_dim, bool sigma,
                              double *theta, bool *converted) {
  int n = ((const pair *)law->shape)->n, k = 0;
  pl_dim dim = pl_dim_divide(stress_dim, strain_dim);
  double whole[PL_GRID_MAX_KNOT * PL_GRID_MAX_KNOT];
  char name[PL_GRID_MAX_KNOT * PL_GRID_MAX_KNOT][sizeof((pl_parameter *)0)->name];
  pl_json *list = given->kind == PL_JSON_ARRAY ? given : given->kind == PL_JSON_OBJECT ? pl_json_find(given, "values") : NULL;
  for (; k < n * n; k++) {
    pl_parameter described;
    parameter(law, k, strain_dim, stress_dim, &described);
    snprintf(name[k], sizeof name[k], "%s", described.name);
  }
  bool by_name = !list && given->kind == PL_JSON_OBJECT && n > 1 && pl_json_find(given, name[n]);  // c1-0
  *converted = n > 1 && (by_name || (list && list->kind == PL_JSON_ARRAY && list->n == n * n));
  if (!*converted) return PL_OK;
  if (by_name) {
    const char *known[PL_GRID_MAX_KNOT * PL_GRID_MAX_KNOT];
    for (k = 0; k < n * n; k++) {
      pl_json *item;
      known[k] = name[k];
      PL_TRY(pl_json_need(ctx, given, name[k], "\"20 N/m\"", &item));
      PL_TRY(pl_json_quantity(ctx, item, dim, sigma ? 0 : -INFINITY, INFINITY, &whole[k]));
    }
    PL_TRY(pl_json_done(ctx, given, n * n, known));
  } else {
    pl_arena *scratch = pl_arena_create(ctx);
    int count = 0;
    double *value = NULL;
    pl_status status = scratch ? pl_json_quantities(scratch, given, dim, &count, &value) : PL_ERROR_MEMORY;
    if (status == PL_OK) memcpy(whole, value, (size_t)count * sizeof *value);
    pl_arena_destroy(scratch);
    PL_TRY(status);
  }
  pl_where where = pl_json_where(given);
  for (k = 0; k < n * n; k++) {
    int other = n * (k % n) + k / n;
    double size = fmax(fabs(whole[k]), fabs(whole[other]));
    if (!sigma && fabs(whole[k] - whole[other]) > 1e-6 * size)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "fit again, or write each pair once with i <= j: c0-0, c0-1, c1-1",
                     PL_ID("law.pair-asymmetric") "%s = %g %s and %s = %g %s: the order of the two stretches has no meaning, so both must "
                                                  "be equal",
                     name[k], pl_dim_display(dim, whole[k]), pl_dim_unit(dim), name[other], pl_dim_display(dim, whole[other]),
                     pl_dim_unit(dim));
    theta[pair_index(n, k / n, k % n)] = sigma ? fmax(whole[k], whole[other]) : whole[k];
  }
  return PL_OK;
}

static const char *const spline_keys[] = {"knots", "compression", NULL}, *const cross_keys[] = {"knots", "even", NULL};

const pl_law_row pl_law_log_spline = {
    .name = "log-spline",
    .help = "psi = f(ln s), f'' piecewise linear through theta >= 0 at the knots: convex-spline of a stretch",
    .words = "A stress curve of one stretch, over its logarithm; each number is the tangent stiffness, the slope of the stress, near one "
             "strain.",
    .source = "Pliant",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SPLINE,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .place = pl_law_place_log,
    .range = range,
    .rest = pl_rest_stretches,
    .keys = spline_keys,
    .cover = pl_cover_log_curve,
};

const pl_law_row pl_law_log_cross = {
    .name = "log-cross",
    .help = "psi = g(ln s0, ln s1) = g(ln s1, ln s0), g,01 bilinear between theta: symmetric cross-spline of two stretches",
    .words = "One stretch causes stress along the other; each number is the coupling stiffness at one pair of stretches.",
    .source = "Pliant",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_COUPLING | PL_LAW_ISOTROPIC,
    .read = read_pair,
    .write = write,
    .parameter = parameter_pair,
    .bind = bind_pair,
    .eval = eval,
    .eval_theta = eval_theta_pair,
    .range = range,
    .rest = pl_rest_stretches,
    .keys = cross_keys,
    .cover = pl_cover_log_pair,
    .convert = convert_pair,
};
