// stress_spline.c: stress as a polynomial spline of any order (Volino 2009, eq. 14 and section 4.1: "3 segments, 3rd order"),
//
//   sigma(s; theta) = integral from 0 to s of kappa(u) du,   kappa = sum_j theta_j N_j,   N_j B-splines of degree order - 1, clamped knots.
//
// The function space is that of all splines of degree `order` on the same knots, C^(order - 1), that pass through zero. The basis is
// neither power series nor stress values at knots; it is chosen for estimation:
//   1. every parameter is a stiffness (stress / strain), so all have one unit, one scale and a plain meaning: the tangent near its
//      Greville point;
//   2. theta >= 0 is sufficient (not necessary for order > 2) for a monotone stress, hence a convex energy;
//   3. sigma(0) = 0 and psi(0) = 0 hold exactly for every theta.
//
// Beyond the outer knots the stress continues along its end tangent. "antisymmetric": sigma(-s) = -sigma(s), knots from 0 (Volino's
// appendix: compression is rarely measured). The tangent is continuous at 0, its slope only if kappa'(0) = 0.
#include <math.h>
#include <string.h>

#include "law/cover.h"
#include "law/rows.h"
#include "law/spline.h"
#include "math/bspline.h"

enum { MAX_ORDER = 6 };

pl_status pl_spline_build(pl_arena *arena, int order, int n_knot, const double *knot, bool odd, double lower_bound, pl_law *law) {
  int p = order - 1, n_span = n_knot - 1;
  pl_piecewise *piece = pl_arena_alloc(arena, 1, sizeof *piece);
  double *knots = pl_arena_alloc(arena, (size_t)n_knot, sizeof *knots);
  if (!piece || !knots) return PL_ERROR_MEMORY;
  memcpy(knots, knot, (size_t)n_knot * sizeof *knots);
  *piece = (pl_piecewise){.odd = odd,
                          .n_knot = n_knot,
                          .knot = knots,
                          .degree = order + 1,
                          .n_param = n_span + p,
                          .lower_bound = lower_bound,
                          .order = order,
                          .param_prefix = "k"};
  double *basis = pl_piecewise_allocate(arena, piece);
  if (!basis) return PL_ERROR_MEMORY;
  int n_coef = piece->degree + 1, stride = piece->n_param * n_coef;

  // kappa on the spans between knots: segment i + 1 holds span i.
  for (int i = 0; i < n_span; i++) {
    double local[MAX_ORDER * MAX_ORDER];
    pl_bspline_piece(p, n_knot, knots, i, piece->origin[i + 1], local);
    for (int r = 0; r <= p; r++) memcpy(basis + (i + 1) * stride + (i + r) * n_coef, local + r * (p + 1), (size_t)(p + 1) * sizeof(double));
  }
  // Outside, kappa stays at its end value, which a clamped B-spline takes from its end control value alone.
  basis[0] = 1;
  basis[n_knot * stride + (piece->n_param - 1) * n_coef] = 1;

  pl_piecewise_integrate(piece, p, basis);
  pl_piecewise_integrate(piece, p + 1, basis);
  double *place = (double *)piece->place;
  for (int j = 0; j < piece->n_param; j++) place[j] = pl_bspline_greville(p, n_knot, knots, j);
  pl_piecewise_attach(piece, law);
  return PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  int64_t order = 3;
  pl_json *value = pl_json_find(object, "order");
  if (value) PL_TRY(pl_json_integer(pl_arena_context(arena), value, 1, MAX_ORDER, &order));
  int n_knot;
  double *knot;
  bool odd;
  PL_TRY(pl_piecewise_read_knots(arena, object, strain_dim, 2, &n_knot, &knot, &odd));
  return pl_spline_build(arena, (int)order, n_knot, knot, odd, -INFINITY, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  const pl_piecewise *piece = law->shape;
  pl_json_put_integer(writer, "order", piece->order);
  pl_piecewise_write_knots(piece, strain_dim, writer);
}

static const char *const keys[] = {"order", "knots", "compression", NULL};

const pl_law_row pl_law_stress_spline = {
    .name = "stress-spline",
    .help = "sigma = integral of kappa(s), kappa a B-spline of degree order - 1 with control values theta",
    .words = "A stress curve of free shape; each number is the tangent stiffness, the slope of the stress, near one strain.",
    .source = "Volino 2009, eq. 14, section 4.1 and appendix",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SPLINE,
    .read = read,
    .write = write,
    .parameter = pl_piecewise_parameter,
    .bind = pl_piecewise_bind,
    .eval = pl_piecewise_eval,
    .eval_theta = pl_piecewise_theta,
    .pieces = pl_piecewise_pieces,
    .range = pl_piecewise_range,
    .keys = keys,
    .cover = pl_cover_curve,
};
