// Laws made of pieces: what holds at knots, between them and beyond them.
#include "law_subject.h"

// Derivative d of psi on a segment at strain s, from the bound coefficients.
static double segment_derivative(const pl_piecewise *piece, const double *bound, int segment, int d, double s) {
  double x = s - piece->origin[segment], value = 0;
  for (int c = piece->degree; c >= d; c--) {
    double factor = 1;
    for (int i = 0; i < d; i++) factor *= c - i;
    value = value * x + factor * bound[segment * (piece->degree + 1) + c];
  }
  return value;
}

// Of a stiffness made of straight pieces the stress is continuous, but the tangent k + s k' jumps at every knot. So does that of an energy
// by Hermite splines at its inner ones.
static bool has_kinks(const law_subject *who) {
  return who->piece && ((strcmp(who->law.row->name, "stiffness-spline") == 0 && who->piece->degree == 3) ||
                        strcmp(who->law.row->name, "energy-spline") == 0);
}

// At inner knots psi of a spline of order m is C^m, that of a stiffness-spline C^2. At the outer knots, where a line goes on, C^2.
static void check_continuity(law_subject *who) {
  const pl_piecewise *piece = who->piece;
  if (!piece) return;
  double theta[MAX_PARAM], bound[PL_LAW_MAX_BOUND];
  law_random_theta(who, false, theta);
  pl_law_bind(&who->law, theta, bound);
  for (int i = piece->odd ? 1 : 0; i < piece->n_knot; i++) {
    bool outer = i == 0 || i == piece->n_knot - 1;
    int smooth = has_kinks(who) ? 1 : outer || piece->order == 0 ? 2 : piece->order;
    double u = piece->knot[i];
    for (int d = 0; d <= smooth; d++) {
      double below = segment_derivative(piece, bound, i, d, u), above = segment_derivative(piece, bound, i + 1, d, u), size = 0;
      // Differences of polynomial coefficients lose what the powers of the shortest span gain.
      for (int k = 0; k <= 4; k++) size = fmax(size, fabs(segment_derivative(piece, bound, i, d, u + (k - 2) * 0.005)));
      size = fmax(size, law_stiffness_scale(who, theta) * pow(0.003, 2 - d));
      CHECK_OF(who, fabs(below - above) <= 1e-9 * size, "derivative %d of psi at knot %g: %g and %g", d, u, below, above);
    }
  }
  // And as a user sees it.
  for (int i = 0; i < piece->n_knot; i++)
    for (int side = -1; side <= 1; side += 2) {
      double u = piece->knot[i], near = nextafter(u, side * INFINITY), psi[2], t[2], k[2];
      pl_law_eval_one(&who->law, theta, &u, &psi[0], &t[0], &k[0]);
      pl_law_eval_one(&who->law, theta, &near, &psi[1], &t[1], &k[1]);
      double size = law_stiffness_scale(who, theta);
      CHECK_OF(who, fabs(t[0] - t[1]) <= 1e-13 * size, "t at knot %g: %g and %g", u, t[0], t[1]);
      if (piece->order != 1 && !has_kinks(who)) CHECK_OF(who, fabs(k[0] - k[1]) <= 1e-11 * size, "k at knot %g: %g and %g", u, k[0], k[1]);
    }
}

TEST(law_continuity_at_knots) { law_run(check_continuity); }

// theta >= 0 is sufficient for a monotone stress of a stress-spline, though it is not its bound.
static void check_monotone(law_subject *who) {
  if (strcmp(who->law.row->name, "stress-spline") != 0) return;
  for (int q = 0; q < 300; q++) {
    double theta[MAX_PARAM], s, t, k;
    for (int j = 0; j < who->law.n_param; j++) theta[j] = pl_rng_uniform(&who->rng) < 0.3 ? 0 : 1000 * pl_rng_uniform(&who->rng);
    law_random_strain(who, &s);
    pl_law_eval_one(&who->law, theta, &s, NULL, &t, &k);
    CHECK_OF(who, k >= -1e-9, "k(%g) = %g", s, k);
  }
}

TEST(law_spline_monotone_for_positive_theta) { law_run(check_monotone); }

static void check_odd(law_subject *who) {
  if (!who->piece || !who->piece->odd) return;
  for (int q = 0; q < 50; q++) {
    double theta[MAX_PARAM], s, minus, psi[2], t[2], k[2], dt[2][MAX_PARAM];
    law_random_theta(who, false, theta);
    law_random_strain(who, &s);
    minus = -s;
    pl_law_eval_one(&who->law, theta, &s, &psi[0], &t[0], &k[0]);
    pl_law_eval_one(&who->law, theta, &minus, &psi[1], &t[1], &k[1]);
    pl_law_theta_one(&who->law, theta, &s, dt[0]);
    pl_law_theta_one(&who->law, theta, &minus, dt[1]);
    CHECK_OF(who, psi[0] == psi[1] && t[0] == -t[1] && k[0] == k[1], "at %g", s);
    for (int j = 0; j < who->law.n_param; j++) CHECK_OF(who, dt[0][j] == -dt[1][j], "dt %d at %g", j, s);
  }
}

TEST(law_odd_symmetry) { law_run(check_odd); }

static void check_outside(law_subject *who) {
  if (!who->piece || who->piece->n_knot == 0) return;
  double range[1][2], theta[MAX_PARAM];
  who->law.row->range(&who->law, range);
  law_random_theta(who, false, theta);
  for (int side = 0; side < 2; side++) {
    double end = range[0][side], out = side ? 1 : -1, t[3], k[3];
    for (int i = 0; i < 3; i++) {
      double s = end + out * i * 0.5;
      pl_law_eval_one(&who->law, theta, &s, NULL, &t[i], &k[i]);
    }
    double size = law_stiffness_scale(who, theta);
    CHECK_OF(who, fabs(t[0] - 2 * t[1] + t[2]) <= 1e-12 * size, "stress bends by %g beyond %g", t[0] - 2 * t[1] + t[2], end);
    CHECK_OF(who, k[1] == k[2] && (has_kinks(who) || fabs(k[1] - k[0]) <= 1e-10 * size), "tangents %g, %g, %g beyond %g", k[0], k[1], k[2],
             end);
    CHECK_OF(who, fabs(t[1] - t[0] - out * 0.5 * k[1]) <= 1e-10 * size, "stress does not follow the end tangent beyond %g", end);
  }
}

TEST(law_extrapolates_along_the_end_tangent) { law_run(check_outside); }

// With all stiffnesses equal the law is Hooke's, everywhere: the basis of the tangent sums to one.
static void check_sum(law_subject *who) {
  if (!who->piece) return;
  double theta[MAX_PARAM];
  // energies are parameters of an energy-spline: those of Hooke's law there
  bool energies = strcmp(who->shape->law, "energy-spline") == 0;
  for (int j = 0; j < who->law.n_param; j++) theta[j] = energies ? 0.5 * pow(who->parameter[j].knot, 2) : 1;
  for (int q = 0; q < 50; q++) {
    double s, psi, t, k;
    law_random_strain(who, &s);
    s *= q % 3 ? 1 : 5;
    pl_law_eval_one(&who->law, theta, &s, &psi, &t, &k);
    CHECK_OF(who, fabs(t - s) <= 1e-13 && fabs(k - 1) <= 1e-9 && fabs(psi - 0.5 * s * s) <= 1e-13, "s = %g: psi %g, t %g, k %g", s, psi, t,
             k);
  }
}

TEST(law_basis_sums_to_hooke) { law_run(check_sum); }

// The Greville points are the control values of kappa(s) = s: stress s^2 / 2 between the outer knots. Only splines of order >= 2 hold it.
static void check_quadratic(law_subject *who) {
  const pl_piecewise *piece = who->piece;
  if (!piece || piece->order < 2) return;
  double theta[MAX_PARAM];
  for (int j = 0; j < who->law.n_param; j++) theta[j] = who->parameter[j].knot;
  for (int q = 0; q <= 20; q++) {
    double s = piece->knot[0] + (piece->knot[piece->n_knot - 1] - piece->knot[0]) * q / 20, t;
    pl_law_eval_one(&who->law, theta, &s, NULL, &t, NULL);
    CHECK_OF(who, fabs(t - 0.5 * s * s) <= 1e-14, "t(%g) = %g", s, t);
  }
}

TEST(law_spline_reproduces_a_parabola) { law_run(check_quadratic); }
