// B-splines: pieces against de Boor's triangle, partition of unity, linear precision.
#include "math/bspline.h"

#include "base/rng.h"
#include "test.h"

static const double brk[] = {-0.02, -0.004, 0.0, 0.01, 0.013, 0.05};
enum { N_BRK = 6 };

static double clamped_knot(int degree, int n_brk, const double *u, int i) {
  return u[i < degree ? 0 : i >= n_brk + degree ? n_brk - 1 : i - degree];
}

// The spline's value by de Boor's triangle, independent of the pieces.
static double de_boor(int degree, int n_brk, const double *u, const double *control, double s) {
  int i = 0;
  while (i < n_brk - 2 && s >= u[i + 1]) i++;
  double d[PL_BSPLINE_MAX_DEGREE + 1];
  for (int r = 0; r <= degree; r++) d[r] = control[i + r];
  for (int r = 1; r <= degree; r++)
    for (int j = degree; j >= r; j--) {
      double low = clamped_knot(degree, n_brk, u, i + j), high = clamped_knot(degree, n_brk, u, i + j + 1 + degree - r);
      double w = (s - low) / (high - low);
      d[j] = (1 - w) * d[j - 1] + w * d[j];
    }
  return d[degree];
}

// Value through the polynomial pieces.
static double piece_value(int degree, int n_brk, const double *u, const double *control, double s, int span) {
  double coef[64], origin = u[span] + 0.3 * (u[span + 1] - u[span]), value = 0;
  pl_bspline_piece(degree, n_brk, u, span, origin, coef);
  for (int r = 0; r <= degree; r++)
    for (int c = 0; c <= degree; c++) value += control[span + r] * coef[r * (degree + 1) + c] * pow(s - origin, c);
  return value;
}

TEST(bspline_pieces_match_de_boor) {
  pl_rng rng;
  pl_rng_init(&rng, 1);
  for (int degree = 0; degree <= PL_BSPLINE_MAX_DEGREE; degree++) {
    double control[32];
    for (int j = 0; j < N_BRK - 1 + degree; j++) control[j] = pl_rng_normal(&rng);
    for (int i = 0; i < N_BRK - 1; i++)
      for (int k = 0; k < 8; k++) {
        double s = brk[i] + (k / 8.0) * (brk[i + 1] - brk[i]);
        CHECK_NEAR(piece_value(degree, N_BRK, brk, control, s, i), de_boor(degree, N_BRK, brk, control, s), 1e-9);
      }
  }
}

TEST(bspline_sums_to_one_and_reproduces_lines) {
  for (int degree = 0; degree <= PL_BSPLINE_MAX_DEGREE; degree++) {
    double one[32], place[32];
    for (int j = 0; j < N_BRK - 1 + degree; j++) {
      one[j] = 1;
      place[j] = pl_bspline_greville(degree, N_BRK, brk, j);
    }
    for (int k = 0; k <= 50; k++) {
      double s = brk[0] + (k / 50.0) * (brk[N_BRK - 1] - brk[0]);
      CHECK_NEAR(de_boor(degree, N_BRK, brk, one, s), 1, 1e-13);
      if (degree > 0) CHECK_NEAR(de_boor(degree, N_BRK, brk, place, s), s, 1e-15);
    }
  }
}

TEST(bspline_end_values_are_end_controls) {
  double control[] = {3, -1, 4, 1, -5, 9, 2, 6};
  CHECK_NEAR(de_boor(3, N_BRK, brk, control, brk[0]), 3, 1e-14);
  CHECK_NEAR(de_boor(3, N_BRK, brk, control, brk[N_BRK - 1]), 6, 1e-14);
}
