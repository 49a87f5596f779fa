// log_strain.c: curves of logarithmic stretches: convex-spline and cross-spline where the input is a stretch (1 at rest), not a strain,
//
//   log-spline   psi = f(ln s),   f'' piecewise linear through theta >= 0 at the knots              (convex-spline)
//   log-cross    psi = g(ln s0, ln s1),   g,01 bilinear between theta, g = 0 where either is 0      (cross-spline)
//
// Knots are logarithmic strains. Stress and energy are zero at s = 1 by construction. With l = ln s: t_i = g,i / s_i and
// k_ij = (g,ij - delta_ij g,i) / (s_i s_j). A stretch <= 0 gives an energy that is not a number.
#include <math.h>
#include <string.h>

#include "law/rows.h"
#include "law/rubber/rubber.h"

static const pl_law *inner(const pl_law *law) { return law->shape; }

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  pl_law *own = pl_arena_alloc(arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  own->row = law->row->n_in == 1 ? &pl_law_convex_spline : &pl_law_cross_spline;
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
};

const pl_law_row pl_law_log_cross = {
    .name = "log-cross",
    .help = "psi = g(ln s0, ln s1), g,01 bilinear between theta: cross-spline of two stretches",
    .words = "One stretch causes stress along the other; each number is the coupling stiffness at one pair of stretches.",
    .source = "Pliant",
    .n_in = 2,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_COUPLING,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = bind,
    .eval = eval,
    .eval_theta = eval_theta,
    .range = range,
    .rest = pl_rest_stretches,
    .keys = cross_keys,
};
