// stiffness_spline.c: a strain-dependent stiffness (thesis 3.3.2),
//
//   sigma = k(s) s,   psi = integral of k(u) u du,   k a cubic Hermite spline through theta_j >= 0 at the knots, constant outside.
//
// Slopes at inner knots are the finite differences (theta_{j+1} - theta_{j-1}) / (s_{j+1} - s_{j-1}) (Catmull-Rom on uneven knots), so k is
// linear in theta. Where k becomes constant its slope is 0: the tangent k + s k' then has no jump at an outer knot. At the knot 0 of an
// antisymmetric curve the slope is the one-sided difference; the tangent is continuous there because s k' vanishes.
// One knot gives a constant stiffness, the linear model. theta >= 0 is the thesis' bound; it does not make k (the cubic may swing below
// its control values) or the tangent nonnegative: see convex-spline for that.
#include <math.h>
#include <string.h>

#include "law/piecewise.h"
#include "law/rows.h"

// The slope of k at knot i as weights on the control values.
static void slope_weights(const pl_piecewise *piece, int i, double *weight) {
  int n = piece->n_knot;
  const double *u = piece->knot;
  memset(weight, 0, (size_t)n * sizeof *weight);
  if (i > 0 && i < n - 1) {
    weight[i + 1] = 1 / (u[i + 1] - u[i - 1]);
    weight[i - 1] = -weight[i + 1];
  } else if (i == 0 && piece->odd && n > 1) {
    weight[1] = 1 / (u[1] - u[0]);
    weight[0] = -weight[1];
  }
}

static pl_status build(pl_arena *arena, int n_knot, const double *knot, bool odd, pl_law *law) {
  pl_piecewise *piece = pl_arena_alloc(arena, 1, sizeof *piece);
  if (!piece) return PL_ERROR_MEMORY;
  *piece =
      (pl_piecewise){.odd = odd, .n_knot = n_knot, .knot = knot, .degree = 5, .n_param = n_knot, .lower_bound = 0, .param_prefix = "k"};
  double *basis = pl_piecewise_allocate(arena, piece);
  if (!basis) return PL_ERROR_MEMORY;
  int n_coef = piece->degree + 1, stride = piece->n_param * n_coef;

  // k on the spans, as the Hermite cubic about the left knot, then moved to the segment's origin, then times s.
  for (int i = 0; i + 1 < n_knot; i++) {
    double left[PL_PIECE_MAX_KNOT], right[PL_PIECE_MAX_KNOT], h = knot[i + 1] - knot[i], shift = piece->origin[i + 1] - knot[i];
    slope_weights(piece, i, left);
    slope_weights(piece, i + 1, right);
    for (int j = 0; j < n_knot; j++) {
      double y0 = j == i, y1 = j == i + 1, m0 = left[j], m1 = right[j];
      double a[4] = {y0, m0, (3 * (y1 - y0) / h - 2 * m0 - m1) / h, (2 * (y0 - y1) / h + m0 + m1) / (h * h)};
      // Taylor shift by `shift`.
      double b[4] = {a[0] + shift * (a[1] + shift * (a[2] + shift * a[3])), a[1] + shift * (2 * a[2] + shift * 3 * a[3]),
                     a[2] + 3 * shift * a[3], a[3]};
      double *sigma = basis + (i + 1) * stride + j * n_coef, o = piece->origin[i + 1];
      for (int c = 0; c < 4; c++) {
        sigma[c] += o * b[c];
        sigma[c + 1] += b[c];
      }
    }
  }
  // Outside, k is constant: sigma = theta_end (origin + x).
  basis[0] = piece->origin[0];
  basis[1] = 1;
  double *top = basis + n_knot * stride + (n_knot - 1) * n_coef;
  top[0] = piece->origin[n_knot];
  top[1] = 1;

  pl_piecewise_integrate(piece, 4, basis);
  memcpy((double *)piece->place, knot, (size_t)n_knot * sizeof *knot);
  pl_piecewise_attach(piece, law);
  return PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  int n_knot;
  double *knot;
  bool odd;
  PL_TRY(pl_piecewise_read_knots(arena, object, strain_dim, 1, &n_knot, &knot, &odd));
  return build(arena, n_knot, knot, odd, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  pl_piecewise_write_knots(law->shape, strain_dim, writer);
}

static const char *const keys[] = {"knots", "compression", NULL};

const pl_law_row pl_law_stiffness_spline = {
    .name = "stiffness-spline",
    .help = "sigma = k(s) s, k a cubic Hermite spline through theta >= 0 at the knots",
    .source = "thesis, section 3.3.2",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE,
    .read = read,
    .write = write,
    .parameter = pl_piecewise_parameter,
    .bind = pl_piecewise_bind,
    .eval = pl_piecewise_eval,
    .eval_theta = pl_piecewise_theta,
    .range = pl_piecewise_range,
    .keys = keys,
};
