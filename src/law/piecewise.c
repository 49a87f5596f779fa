// piecewise.c: evaluation of laws that are piecewise polynomial in one strain and linear in theta.
//
// Binding sums the basis once per assembly, bound[segment][c] = sum_j theta_j basis[segment][j][c]; a lane then costs one search, degree +
// 1 gathers and a Horner scheme. There are no branches per lane: the segment is the number of knots <= s. An odd law is evaluated at |s|,
// and the stress gets the sign at the end (psi and the tangent are even).
#include "law/piecewise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Segment of each lane and the local coordinate in it.
static inline void locate(const pl_piecewise *piece, const pl_lanes s, int segment[PL_BLOCK], pl_lanes x) {
  pl_lanes at, count;  // counting in doubles keeps compare and add in one vector shape
  PL_FOR_LANES(l) {
    at[l] = piece->odd ? fabs(s[l]) : s[l];
    count[l] = 0;
  }
  for (int i = 0; i < piece->n_knot; i++) {
    double knot = piece->knot[i];
    PL_FOR_LANES(l) count[l] += knot <= at[l] ? 1.0 : 0.0;
  }
  PL_FOR_LANES(l) {
    segment[l] = (int)count[l];
    x[l] = at[l] - piece->origin[segment[l]];
  }
}

void pl_piecewise_bind(const pl_law *law, const double *theta, double *bound) {
  const pl_piecewise *piece = law->shape;
  int n_coef = piece->degree + 1;
  for (int i = 0; i <= piece->n_knot; i++) {
    double *out = bound + i * n_coef;
    for (int c = 0; c < n_coef; c++) out[c] = 0;
    for (int j = 0; j < piece->n_param; j++) {
      const double *basis = piece->basis + ((size_t)i * piece->n_param + j) * n_coef;
      for (int c = 0; c < n_coef; c++) out[c] += theta[j] * basis[c];
    }
  }
}

// Horner for the value p, the derivative d and half the second derivative h together. n_coef is a constant where this is inlined: the
// inner loop unrolls and the accumulators of a lane stay in registers.
static inline void horner(int n_coef, const double *bound, const int segment[PL_BLOCK], const pl_lanes x, pl_lanes p, pl_lanes d,
                          pl_lanes h) {
  PL_FOR_LANES(l) {
    const double *coef = bound + segment[l] * n_coef;
    double at = x[l], value = coef[n_coef - 1], first = 0, second = 0;
    for (int c = n_coef - 2; c >= 0; c--) {
      second = second * at + first;
      first = first * at + value;
      value = value * at + coef[c];
    }
    p[l] = value;
    d[l] = first;
    h[l] = second;
  }
}

void pl_piecewise_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  const pl_piecewise *piece = law->shape;
  int segment[PL_BLOCK];
  pl_lanes x, p, d, h;
  locate(piece, s[0], segment, x);
  switch (piece->degree) {
  case 2: horner(3, bound, segment, x, p, d, h); break;
  case 3: horner(4, bound, segment, x, p, d, h); break;
  case 4: horner(5, bound, segment, x, p, d, h); break;
  case 5: horner(6, bound, segment, x, p, d, h); break;
  default: horner(piece->degree + 1, bound, segment, x, p, d, h);
  }
  if (piece->odd)
    PL_FOR_LANES(l) t[0][l] = s[0][l] < 0 ? -d[l] : d[l];
  else
    PL_FOR_LANES(l) t[0][l] = d[l];
  if (psi) PL_FOR_LANES(l) psi[0][l] = p[l];
  if (k) PL_FOR_LANES(l) k[0][l] = 2 * h[l];
}

void pl_piecewise_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  const pl_piecewise *piece = law->shape;
  int n_coef = piece->degree + 1, stride = piece->n_param * n_coef, segment[PL_BLOCK];
  pl_lanes x;
  locate(piece, s[0], segment, x);
  PL_FOR_LANES(l) segment[l] *= stride;
  pl_lanes sign;
  PL_FOR_LANES(l) sign[l] = piece->odd && s[0][l] < 0 ? -1 : 1;
  for (int j = 0; j < piece->n_param; j++) {
    // The derivative of basis function j: coefficients c * b_c.
    const double *basis = piece->basis + (size_t)j * n_coef;
    PL_FOR_LANES(l) {
      const double *coef = basis + segment[l];
      double at = x[l], sum = 0;
      for (int c = n_coef - 1; c >= 1; c--) sum = sum * at + c * coef[c];
      dt[j][l] = sign[l] * sum;
    }
  }
}

void pl_piecewise_range(const pl_law *law, double range[][2]) {
  const pl_piecewise *piece = law->shape;
  PL_ASSERT(piece->n_knot > 0);
  range[0][1] = piece->knot[piece->n_knot - 1];
  range[0][0] = piece->odd ? -range[0][1] : piece->knot[0];
}

int pl_piecewise_pieces(const pl_law *law, int axis, double *knot, int *degree) {
  (void)axis;
  const pl_piecewise *piece = law->shape;
  int n = 0;
  for (int i = piece->n_knot - 1; i > 0 && piece->odd; i--) knot[n++] = -piece->knot[i];
  for (int i = 0; i < piece->n_knot; i++) knot[n++] = piece->knot[i];
  *degree = piece->degree - 2;
  return n;
}

void pl_piecewise_parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *parameter) {
  const pl_piecewise *piece = law->shape;
  snprintf(parameter->name, sizeof parameter->name, "%s%d", piece->param_prefix, j);
  parameter->dim = pl_dim_divide(stress_dim, strain_dim);
  parameter->scale = pl_law_scale(parameter->dim);
  parameter->lower = piece->lower_bound;
  parameter->upper = INFINITY;
  parameter->knot = piece->place[j];
}

pl_status pl_piecewise_read_knots(pl_arena *arena, pl_json *object, pl_dim strain_dim, int min_knot, int *n_knot, double **knot,
                                  bool *odd) {
  static const char *const choice[] = {"antisymmetric", "free"};
  pl_context *ctx = pl_arena_context(arena);
  int compression = 0;
  pl_json *value = pl_json_find(object, "compression");
  if (value) PL_TRY(pl_json_choice(ctx, value, 2, choice, &compression));
  *odd = compression == 0;

  value = pl_json_find(object, "knots");
  if (!value) {
    pl_where where = pl_json_where(object);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "add for example \"knots\": [0, 0.01, 0.02, 0.03]",
                   "the field \"knots\" is missing: a list of ascending strains");
  }
  PL_TRY(pl_json_quantities(arena, value, strain_dim, n_knot, knot));
  pl_where where = pl_json_where(value);
  if (*n_knot < min_knot)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the strains where the pieces of the curve meet, the outer ends included",
                   "%d knots, at least %d are needed", *n_knot, min_knot);
  if (*n_knot > PL_PIECE_MAX_KNOT)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use fewer knots; a measured curve rarely supports more than ten",
                   "%d knots, at most %d are possible", *n_knot, PL_PIECE_MAX_KNOT);
  const double *u = *knot;
  for (int i = 0; i < *n_knot; i++) {
    if (!isfinite(u[i])) return pl_fail(ctx, PL_ERROR_INPUT, &where, "give a finite strain", "knot %d is not finite", i);
    if (i > 0 && !(u[i] > u[i - 1]))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "sort the knots and leave out repeated ones",
                     "knot %d = %g follows %g; knots must ascend strictly", i, u[i], u[i - 1]);
  }
  if (*odd && u[0] != 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "start the knots with 0, or write \"compression\": \"free\"",
                   "the first knot is %g; the knots of an antisymmetric curve start at 0", u[0]);
  if (!*odd && *n_knot > 1 && !(u[0] <= 0 && u[*n_knot - 1] >= 0))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "let the knots reach from compression to extension, with 0 between or at an end",
                   "the knots reach from %g to %g and leave out 0, where stress is zero", u[0], u[*n_knot - 1]);
  return PL_OK;
}

void pl_piecewise_write_knots(const pl_piecewise *piece, pl_dim strain_dim, pl_json_writer *writer) {
  if (pl_dim_equal(strain_dim, PL_DIM_NONE)) {
    pl_json_begin_array(writer, "knots");
    for (int i = 0; i < piece->n_knot; i++) pl_json_put_number(writer, NULL, piece->knot[i]);
    pl_json_end_array(writer);
  } else {
    pl_json_put_quantities(writer, "knots", strain_dim, piece->n_knot, piece->knot);
  }
  pl_json_put_text(writer, "compression", piece->odd ? "antisymmetric" : "free");
}

double *pl_piecewise_allocate(pl_arena *arena, pl_piecewise *piece) {
  int n_segment = piece->n_knot + 1;
  double *origin = pl_arena_alloc(arena, (size_t)n_segment, sizeof *origin);
  double *basis = pl_arena_alloc(arena, (size_t)n_segment * piece->n_param * (piece->degree + 1), sizeof *basis);
  double *place = pl_arena_alloc(arena, (size_t)piece->n_param, sizeof *place);
  if (!origin || !basis || !place) return NULL;
  for (int i = 0; i < n_segment; i++) {
    origin[i] = 0;
    if (i > 0 && piece->knot[i - 1] > 0) origin[i] = piece->knot[i - 1];
    if (i < piece->n_knot && piece->knot[i] < 0) origin[i] = piece->knot[i];
  }
  piece->origin = origin;
  piece->basis = basis;
  piece->place = place;
  return basis;
}

// Value of a polynomial with n coefficients.
static double polynomial(int n, const double *coef, double x) {
  double p = 0;
  for (int c = n - 1; c >= 0; c--) p = p * x + coef[c];
  return p;
}

void pl_piecewise_integrate(const pl_piecewise *piece, int degree, double *basis) {
  int n_coef = piece->degree + 1, n_segment = piece->n_knot + 1;
  PL_ASSERT(degree < piece->degree);
  for (int i = 0; i < n_segment * piece->n_param; i++) {
    double *coef = basis + (size_t)i * n_coef;
    for (int c = degree; c >= 0; c--) coef[c + 1] = coef[c] / (c + 1);
    coef[0] = 0;
  }
  // The segment that begins at or contains 0 has its origin there and keeps the constant 0. The others follow outwards, each continuous
  // with its inner neighbour at its origin.
  int middle = 0;
  while (middle < piece->n_knot && piece->knot[middle] <= 0) middle++;
  for (int j = 0; j < piece->n_param; j++) {
    for (int i = middle + 1; i < n_segment; i++) {
      const double *inner = basis + ((size_t)(i - 1) * piece->n_param + j) * n_coef;
      basis[((size_t)i * piece->n_param + j) * n_coef] = polynomial(degree + 2, inner, piece->origin[i] - piece->origin[i - 1]);
    }
    for (int i = middle - 1; i >= 0; i--) {
      const double *inner = basis + ((size_t)(i + 1) * piece->n_param + j) * n_coef;
      basis[((size_t)i * piece->n_param + j) * n_coef] = polynomial(degree + 2, inner, piece->origin[i] - piece->origin[i + 1]);
    }
  }
}

void pl_piecewise_attach(const pl_piecewise *piece, pl_law *law) {
  PL_ASSERT(piece->degree <= PL_PIECE_MAX_DEGREE && piece->n_knot <= PL_PIECE_MAX_KNOT && piece->n_param <= PL_LAW_MAX_PARAM);
  law->shape = piece;
  law->n_param = piece->n_param;
  law->n_bound = (piece->n_knot + 1) * (piece->degree + 1);
}
