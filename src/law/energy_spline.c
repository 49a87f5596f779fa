// energy_spline.c: the one-strain addend of the additive model as published (Miguel 2016, section 3.2; thesis 4.2.2): a cubic Hermite spline through
// control energies,
//
//   psi(s_i) = theta_i at the control strains s_i != 0,   psi(0) = psi'(0) = 0.
//
// The papers use equidistant control points and do not define the slopes. Here a slope is that of the parabola through the point and its
// two neighbours (the central difference for equal distances). At an end it is that of the last parabola. Each side of 0 uses only its own
// points, mirrored at 0. So the body is stress-free at rest, and tension does not affect compression. Control energies of a parabola give
// that parabola (Hooke's law) everywhere. Beyond the outer points the stress continues along its end tangent.
//
// The curvature psi'' is linear between the points and jumps at them. So the energy is convex if and only if both end values of psi'' are
// >= 0 on every piece. They are linear in theta. Let a piece have the length h, the rise D and the slopes m0, m1. They are (6 D / h - 4 m0
// - 2 m1) / h and (-6 D / h + 2 m0 + 4 m1) / h. This law does not enforce them (the papers project: pl_convexity_project).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/cover.h"
#include "law/piecewise.h"
#include "law/rows.h"

// One side of 0, outwards: y[0] = 0 < y[1] < .. < y[n]; v the energies there (v[0] = 0). Slopes d psi / d y into m.
static void side_slopes(int n, const double *y, const double *v, double *m) {
  m[0] = 0;
  for (int i = 1; i <= n; i++) {
    double h = y[i] - y[i - 1], d = (v[i] - v[i - 1]) / h;
    if (i < n) {
      double next = y[i + 1] - y[i];
      m[i] = (d * next + (v[i + 1] - v[i]) / next * h) / (h + next);
    } else {
      // the last three points; the mirror image of the only one when there is no other
      double before = i > 1 ? y[i - 1] - y[i - 2] : y[1], d_before = i > 1 ? (v[i - 1] - v[i - 2]) / before : -d;
      m[i] = d + (d - d_before) * h / (h + before);
    }
  }
}

// Powers of (y - near) on the piece between near and far, h = far - near.
static void hermite(double h, double near, double far, double m_near, double m_far, double coef[4]) {
  double d = (far - near) / h;
  coef[0] = near;
  coef[1] = m_near;
  coef[2] = (3 * d - 2 * m_near - m_far) / h;
  coef[3] = (m_near + m_far - 2 * d) / (h * h);
}

// The basis function whose energy at knot `one` is 1, on the side `out` (+1, -1) that begins at knot `zero`.
static void build_side(const pl_piecewise *piece, int zero, int out, int one, int j, double *basis) {
  double y[PL_PIECE_MAX_KNOT], v[PL_PIECE_MAX_KNOT], m[PL_PIECE_MAX_KNOT];
  int n = out > 0 ? piece->n_knot - 1 - zero : zero, n_coef = piece->degree + 1;
  for (int i = 0; i <= n; i++) {
    y[i] = fabs(piece->knot[zero + out * i]);
    v[i] = zero + out * i == one;
  }
  side_slopes(n, y, v, m);
  double last = 0;  // psi'' at the outer end
  for (int i = 0; i <= n; i++) {
    double coef[4] = {v[i], m[i], 0.5 * last, 0};
    if (i < n) {
      hermite(y[i + 1] - y[i], v[i], v[i + 1], m[i], m[i + 1], coef);
      last = 2 * coef[2] + 6 * coef[3] * (y[i + 1] - y[i]);
    }
    int segment = out > 0 ? zero + i + 1 : zero - i;
    double *to = basis + ((size_t)segment * piece->n_param + j) * n_coef;
    for (int c = 0; c < 4; c++) to[c] = c % 2 && out < 0 ? -coef[c] : coef[c];
  }
}

static pl_status build(pl_arena *arena, int n_knot, const double *knot, bool odd, int zero, pl_law *law) {
  pl_piecewise *piece = pl_arena_alloc(arena, 1, sizeof *piece);
  if (!piece) return PL_ERROR_MEMORY;
  *piece =
      (pl_piecewise){.odd = odd, .n_knot = n_knot, .knot = knot, .degree = 3, .n_param = n_knot - 1, .lower_bound = 0, .param_prefix = "e"};
  double *basis = pl_piecewise_allocate(arena, piece), *place = (double *)piece->place;
  if (!basis) return PL_ERROR_MEMORY;
  for (int i = 0, j = 0; i < n_knot; i++) {
    if (i == zero) continue;
    place[j] = knot[i];
    build_side(piece, zero, i > zero ? 1 : -1, i, j++, basis);
  }
  // A side without points, or the unused one of an odd curve, continues with the tangent of the other side at 0.
  for (int empty = 0; empty <= n_knot; empty += n_knot) {
    int other = empty == 0 ? 1 : n_knot - 1;
    if (zero != (empty == 0 ? 0 : n_knot - 1)) continue;
    for (int j = 0; j < piece->n_param; j++)
      basis[((size_t)empty * piece->n_param + j) * 4 + 2] = basis[((size_t)other * piece->n_param + j) * 4 + 2];
  }
  pl_piecewise_attach(piece, law);
  return PL_OK;
}

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  int n_knot, zero = -1;
  double *knot;
  bool odd;
  PL_TRY(pl_piecewise_read_knots(arena, object, strain_dim, 2, &n_knot, &knot, &odd));
  for (int i = 0; i < n_knot; i++)
    if (knot[i] == 0) zero = i;
  if (zero < 0) {
    pl_where where = pl_json_where(pl_json_find(object, "knots"));
    return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, &where, "write for example [-0.1, -0.05, 0, 0.05, 0.1]",
                   "0 is missing among the knots of an \"energy-spline\": there the energy is zero");
  }
  return build(arena, n_knot, knot, odd, zero, law);
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  pl_piecewise_write_knots(law->shape, strain_dim, writer);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  pl_piecewise_parameter(law, j, strain_dim, stress_dim, out);
  out->dim = pl_dim_multiply(stress_dim, strain_dim);
  out->scale *= 0.5 * out->knot * out->knot;  // the energy of a usual stiffness there
}

static const char *const keys[] = {"knots", "compression", NULL};

const pl_law_row pl_law_energy_spline = {
    .name = "energy-spline",
    .help = "psi: cubic Hermite spline through the control energies theta at the knots, psi(0) = 0",
    .words = "An energy curve through control values; each number is the energy at one strain.",
    .source = "Miguel et al. 2016, section 3.2; Miguel 2014, section 4.2.2",
    .n_in = 1,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE | PL_LAW_SPLINE,
    .read = read,
    .write = write,
    .parameter = parameter,
    .bind = pl_piecewise_bind,
    .eval = pl_piecewise_eval,
    .eval_theta = pl_piecewise_theta,
    .range = pl_piecewise_range,
    .pieces = pl_piecewise_pieces,
    .keys = keys,
    .cover = pl_cover_curve,
};
