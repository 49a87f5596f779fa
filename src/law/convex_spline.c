// convex_spline.c: an energy that is convex by construction, not by projection (ours),
//
//   psi''(s) = kappa(s) piecewise linear between its values theta_j >= 0 at the knots,   psi(0) = psi'(0) = 0.
//
// It is the stress-spline of order 2 with the bound theta >= 0. For this order the bound is necessary as well as sufficient: every C2
// piecewise cubic convex energy on the knots can be represented. Stress is C1 and monotone; theta_j is the tangent stiffness at knot j.
#include "law/cover.h"
#include "law/rows.h"
#include "law/spline.h"

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  int n_knot;
  double *knot;
  bool odd;
  PL_TRY(pl_piecewise_read_knots(arena, object, strain_dim, 2, &n_knot, &knot, &odd));
  return pl_spline_build(arena, 2, n_knot, knot, odd, 0, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  pl_piecewise_write_knots(law->shape, strain_dim, writer);
}

static const char *const keys[] = {"knots", "compression", NULL};

const pl_law_row pl_law_convex_spline = {
    .name = "convex-spline",
    .help = "psi'' piecewise linear through theta >= 0 at the knots: convex for every theta",
    .words = "A stress curve of free shape that never falls; each number is the tangent stiffness, the slope of the stress, at one strain.",
    .source = "Pliant",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_SPLINE,
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
