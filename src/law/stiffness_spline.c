// stiffness_spline.c: a strain-dependent stiffness,
//
//   sigma = k(s) s,   psi = integral of k(u) u du,   k a spline through theta_j at the knots, constant outside.
//
// "degree": 3 (the default; thesis 3.3.2): a cubic Hermite spline, theta_j >= 0. Slopes at inner knots are the finite differences
// (theta_{j+1} - theta_{j-1}) / (s_{j+1} - s_{j-1}) (Catmull-Rom on uneven knots), so k is linear in theta. Where k becomes constant its
// slope is 0: the tangent k + s k' then has no jump at an outer knot. At the knot 0 of an antisymmetric curve the slope is the one-sided
// difference. The tangent is continuous there because s k' vanishes. theta >= 0 is the thesis' bound. It does not make the tangent
// non-negative, nor k (the cubic may undershoot its control values): use convex-spline for that.
//
// "degree": 1 (Wang 2011, section 3.2): k is piecewise linear. The stress is continuous, the tangent jumps at the knots. theta may be
// negative: published tables come from unbounded fits. A knot can be inserted without changing the curve.
//
// One knot gives a constant stiffness, the linear model.
#include <math.h>
#include <string.h>

#include "law/cover.h"
#include "law/piecewise.h"
#include "law/rows.h"

enum { LINEAR = 1, CUBIC = 3 };  // degrees of k; psi has two more

// The slope of a cubic k at knot i as weights on the control values.
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

static pl_status build(pl_arena *arena, int degree, int n_knot, const double *knot, bool odd, pl_law *law) {
  pl_piecewise *piece = pl_arena_alloc(arena, 1, sizeof *piece);
  if (!piece) return PL_ERROR_MEMORY;
  *piece = (pl_piecewise){.odd = odd,
                          .n_knot = n_knot,
                          .knot = knot,
                          .degree = degree + 2,
                          .n_param = n_knot,
                          .lower_bound = degree == LINEAR ? -INFINITY : 0,
                          .param_prefix = "k"};
  double *basis = pl_piecewise_allocate(arena, piece);
  if (!basis) return PL_ERROR_MEMORY;
  int n_coef = piece->degree + 1, stride = piece->n_param * n_coef;

  // k on the spans, about the left knot, then moved to the segment's origin, then times s.
  for (int i = 0; i + 1 < n_knot; i++) {
    double left[PL_PIECE_MAX_KNOT], right[PL_PIECE_MAX_KNOT], h = knot[i + 1] - knot[i], o = piece->origin[i + 1], shift = o - knot[i];
    slope_weights(piece, i, left);
    slope_weights(piece, i + 1, right);
    for (int j = 0; j < n_knot; j++) {
      double y0 = j == i, y1 = j == i + 1, m0 = left[j], m1 = right[j];
      double a[CUBIC + 1] = {y0, (y1 - y0) / h, 0, 0};
      if (degree == CUBIC) a[1] = m0, a[2] = (3 * (y1 - y0) / h - 2 * m0 - m1) / h, a[3] = (2 * (y0 - y1) / h + m0 + m1) / (h * h);
      // Taylor shift by `shift`.
      double b[CUBIC + 1] = {a[0] + shift * (a[1] + shift * (a[2] + shift * a[3])), a[1] + shift * (2 * a[2] + shift * 3 * a[3]),
                             a[2] + 3 * shift * a[3], a[3]};
      double *sigma = basis + (i + 1) * stride + j * n_coef;
      for (int c = 0; c <= degree; c++) {
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

  pl_piecewise_integrate(piece, degree + 1, basis);
  memcpy((double *)piece->place, knot, (size_t)n_knot * sizeof *knot);
  pl_piecewise_attach(piece, law);
  return PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  int n_knot;
  int64_t degree = CUBIC;
  double *knot;
  bool odd;
  pl_context *ctx = pl_arena_context(arena);
  pl_json *value = pl_json_find(object, "degree");
  if (value) PL_TRY(pl_json_integer(ctx, value, LINEAR, CUBIC, &degree));
  if (degree != LINEAR && degree != CUBIC) {
    pl_where where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write 1 (straight pieces) or 3 (a smooth curve), or leave it out for 3",
                   "degree = %d, must be 1 or 3", (int)degree);
  }
  PL_TRY(pl_piecewise_read_knots(arena, object, strain_dim, 1, &n_knot, &knot, &odd));
  return build(arena, (int)degree, n_knot, knot, odd, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  const pl_piecewise *piece = law->shape;
  if (piece->degree == LINEAR + 2) pl_json_put_integer(writer, "degree", LINEAR);
  pl_piecewise_write_knots(piece, strain_dim, writer);
}

static const char *const keys[] = {"degree", "knots", "compression", NULL};

const pl_law_row pl_law_stiffness_spline = {
    .name = "stiffness-spline",
    .help = "sigma = k(s) s, k a spline of degree 3 (Hermite) or 1 through theta at the knots",
    .words = "A curve of free shape of the secant stiffness; each number is stress over strain at one strain.",
    .source = "thesis, section 3.3.2; Wang 2011, section 3.2",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SPLINE | PL_LAW_SECANT,
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
