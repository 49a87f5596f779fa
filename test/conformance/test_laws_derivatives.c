// Derivatives of every law: Taylor slopes of energy and stress, derivatives by theta, and the stress that integrates to the energy.
#include <stdlib.h>

#include "conformance/derivative.h"
#include "conformance/fibre_kinks.h"
#include "law/polar/polar.h"
#include "law_subject.h"

enum { MAX_KINK = 160 };

typedef struct law_at {
  const pl_law *law;
  const double *theta;
} law_at;

static void law_function(void *user, const double *x, double *value, double *gradient, double *hessian) {
  const law_at *at = user;
  double t[PL_LAW_MAX_IN];
  pl_law_eval_one(at->law, at->theta, x, value, gradient ? gradient : t, hessian);
}

// Planes a.s = b in strain space where the curves of a polar-energy have their knots, from the meaning of its parameters' names.
static int energy_kinks(const law_subject *who, double a[MAX_KINK][3], double *b) {
  if (strcmp(who->shape->law, "polar-energy") != 0) return 0;
  const char *given = strstr(who->shape->json, "\"balance\": ");
  double balance = given ? atof(given + 11) : 1, part = 1 / (1 + balance), pi = acos(-1);
  int n = 0;
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    double form[3] = {0, 0, 0.5}, degrees;
    if (sscanf(p->name, "fibre%lf", &degrees) == 1) {
      double c = cos(degrees * pi / 180), d = sin(degrees * pi / 180);
      form[0] = c * c, form[1] = d * d, form[2] = c * d;
    } else if (strncmp(p->name, "shear", 5) != 0) {
      form[0] = part, form[1] = (strncmp(p->name, "area", 4) == 0 ? 1 : -1) * balance * part, form[2] = 0;
    }
    for (int side = -1; side <= 1; side += 2)  // of symmetric directions, or of a curve that is even
      for (int sign = -1; sign <= 1; sign += 2, n++) {
        REQUIRE(n < MAX_KINK);
        memcpy(a[n], (double[3]){form[0], form[1], side * form[2]}, sizeof a[n]);
        b[n] = sign * p->knot;
      }
  }
  return n;
}

// Distance of a strain to the nearest kink of a polar-tensor. Kinks are at lambda = 0 and the rings, the angles of the points, the edge of
// the smoothing.
static double tensor_clearance(const pl_polar_scheme *scheme, const double *s) {
  double d = 0.5 * (s[0] - s[1]), h = 0.5 * s[2], rho = hypot(d, h), x = 2 * rho / scheme->smoothing;
  double e = 0.5 * (s[0] + s[1]) + (x < 1 ? rho * x * (3 - x * x) / 2 : rho), nearest = fmin(fabs(e), fabs(rho - 0.5 * scheme->smoothing));
  for (int i = 0; i < scheme->n_ring; i++) nearest = fmin(nearest, fabs(e - 0.5 * (pow(1 + scheme->radius[i], 2) - 1)));
  for (int i = 0; i < scheme->n_angle; i++)
    for (int side = -1; side <= 1; side += 2) {
      // distance of (d, h) to the ray at twice the angle
      double c = cos(2 * scheme->angle[i]), q = side * sin(2 * scheme->angle[i]);
      if (d * c + h * q > 0) nearest = fmin(nearest, fabs(h * c - d * q));
      if (scheme->coupling) break;
    }
  return fmin(nearest, rho);
}

// Distance of a law of rubber to its knots: in the logarithmic stretches, or in the invariants of which its curves are.
static double rubber_clearance(const law_subject *who, const double *s) {
  int n_in = who->law.row->n_in;
  double at[3], nearest = 0.1;
  if (strncmp(who->shape->law, "log-", 4) == 0) {
    const pl_law *curve = who->law.shape;
    double knot[PL_LAW_MAX_BREAK];
    for (int i = 0; i < n_in; i++) {
      int degree, n_knot = curve->row->pieces(curve, i, knot, &degree);
      for (int q = 0; q < n_knot; q++) nearest = fmin(nearest, 0.5 * fabs(log(s[i]) - knot[q]));
    }
    return nearest;
  }
  if (strcmp(who->shape->law, "invariant-spline") == 0) {
    at[0] = s[0] * pow(s[2], -2.0 / 3) - 3;
    at[1] = 2 * (pow(s[1] / 3, 1.5) / (s[2] * s[2]) - 1);
  } else {
    double sum = log(s[0]) + log(s[1]) + (n_in == 3 ? log(s[2]) : 0);
    for (int i = 0; i < 3; i++) at[i] = i < n_in ? log(s[i]) - (n_in == 3 ? sum / 3 : 0) : -sum;
  }
  for (int j = 0; j < who->law.n_param; j++) {
    const pl_parameter *p = &who->parameter[j];
    if (isnan(p->knot)) continue;
    bool second = p->name[1] == '2' && p->name[2] == '-', first = p->name[1] == '1' && p->name[2] == '-';
    for (int i = first ? 0 : second ? 1 : 0; i < (first ? 1 : second ? 2 : 3); i++) nearest = fmin(nearest, 0.2 * fabs(at[i] - p->knot));
  }
  return nearest;
}

// Distance to the nearest place where the formula changes.
static double clearance(const law_subject *who, const double *s) {
  if (who->law.row->rest) return rubber_clearance(who, s);
  double nearest = who->reach, a[MAX_KINK][3], b[MAX_KINK], knot[PL_LAW_MAX_BREAK];
  for (int i = 0; i < who->law.row->n_in && who->law.row->pieces; i++) {
    int degree, n_knot = who->law.row->pieces(&who->law, i, knot, &degree);
    for (int q = 0; q < n_knot; q++) nearest = fmin(nearest, fabs(s[i] - knot[q]));
  }
  for (int i = 0; i < 2 && strcmp(who->shape->law, "bilinear-grid") == 0; i++) nearest = fmin(nearest, fabs(s[i]));
  if (who->piece)
    for (int i = 0; i < who->piece->n_knot; i++) nearest = fmin(nearest, fabs((who->piece->odd ? fabs(s[0]) : s[0]) - who->piece->knot[i]));
  if (strcmp(who->shape->law, "polar-tensor") == 0) nearest = fmin(nearest, tensor_clearance(who->law.shape, s));
  int n = energy_kinks(who, a, b);
  for (int i = 0; i < n; i++) nearest = fmin(nearest, fabs(a[i][0] * s[0] + a[i][1] * s[1] + a[i][2] * s[2] - b[i]));
  return nearest;
}

// Near a zero of the third derivative the remainder is neither h^3 nor round-off, and its slope says nothing.
static bool third_derivative_near_zero(const law_subject *who, const double *theta, double s, double room) {
  if (!who->piece) return false;
  if (strcmp(who->shape->law, "energy-spline") == 0 && who->piece->n_knot == 2) return false;  // a parabola
  double at[2] = {s - 0.3 * room, s + 0.3 * room}, t, k[2];
  for (int i = 0; i < 2; i++) pl_law_eval_one(&who->law, theta, &at[i], NULL, &t, &k[i]);
  double change = fabs(k[1] - k[0]), size = fmax(fabs(k[0]), fabs(k[1]));
  return change > 1e-9 * size && change < 0.05 * size;
}

// The stress of a law without an energy, seen through a fixed direction: v.t, whose gradient is k^T v.
static void stress_function(void *user, const double *x, double *value, double *gradient, double *hessian) {
  (void)hessian;
  const law_at *at = user;
  static const double v[PL_LAW_MAX_IN] = {0.7, -0.4, 0.6};
  int n = at->law->row->n_in;
  double t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
  pl_law_eval_one(at->law, at->theta, x, NULL, t, k);
  if (value) *value = 0;
  for (int i = 0; i < n && value; i++) *value += v[i] * t[i];
  for (int j = 0; j < n && gradient; j++) {
    gradient[j] = 0;
    for (int i = 0; i < n; i++) gradient[j] += v[i] * k[i * n + j];
  }
}

static void check_taylor(law_subject *who) {
  if (law_remembers(who)) return;
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN];
  for (int k = 0; k < 12; k++) {
    law_random_theta(who, false, theta);
    double room;
    do {
      law_random_strain(who, s);
      room = fmin(clearance(who, s), fibre_clearance(who, theta, s));
    } while (room < 0.03 * who->reach || third_derivative_near_zero(who, theta, s[0], room));
    law_at at = {&who->law, theta};
    int n = who->law.row->n_in;
    if (!(who->law.row->flags & PL_LAW_CONSERVATIVE)) {
      derivative_check check = check_derivatives(stress_function, &at, n, s, 0.25 * room, false, (unsigned)k);
      CHECK_OF(who, check.gradient_ok, "tangent at %g: slope %g, entry error %g", s[0], check.gradient_slope, check.gradient_error);
      continue;
    }
    derivative_check check = check_derivatives(law_function, &at, n, s, 0.25 * room, true, (unsigned)k);
    CHECK_OF(who, check.gradient_ok, "at %g: slope %g, entry error %g", s[0], check.gradient_slope, check.gradient_error);
    CHECK_OF(who, check.hessian_ok, "at %g: slope %g, entry error %g", s[0], check.hessian_slope, check.hessian_error);
  }
}

TEST(law_taylor_slopes) { law_run(check_taylor); }

static void check_theta(law_subject *who) {
  if (law_remembers(who)) return;
  const pl_law *law = &who->law;
  int n = law->row->n_in;
  double theta[MAX_PARAM], s[PL_LAW_MAX_IN], dt[MAX_PARAM * PL_LAW_MAX_IN], plus[PL_LAW_MAX_IN], minus[PL_LAW_MAX_IN];
  for (int k = 0; k < 10; k++) {
    law_random_theta(who, false, theta);
    law_random_strain(who, s);
    if (law->row == pl_law_find("isotropic")) theta[1] *= 0.8;  // away from the pole at |nu| = 1
    pl_law_theta_one(law, theta, s, dt);
    double size = 0;
    for (int i = 0; i < law->n_param * n; i++) size = fmax(size, fabs(dt[i]));
    for (int j = 0; j < law->n_param; j++) {
      double keep = theta[j], h = 1e-5 * who->parameter[j].scale;
      theta[j] = keep + h;
      pl_law_eval_one(law, theta, s, NULL, plus, NULL);
      theta[j] = keep - h;
      pl_law_eval_one(law, theta, s, NULL, minus, NULL);
      theta[j] = keep;
      for (int i = 0; i < n; i++) {
        double fd = (plus[i] - minus[i]) / (2 * h);
        CHECK_OF(who, fabs(fd - dt[j * n + i]) <= 1e-6 * size, "d t%d / d %s = %g, difference %g", i, who->parameter[j].name, dt[j * n + i],
                 fd);
      }
    }
  }
}

TEST(law_theta_derivative) { law_run(check_theta); }

// psi(s) = integral over the ray of t . ds, by five-point Gauss on the pieces between knots (exact to degree 9).
static void check_integral(law_subject *who) {
  static const double node[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
  static const double weight[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891};
  int n = who->law.row->n_in;
  if (!(who->law.row->flags & PL_LAW_CONSERVATIVE) || law_remembers(who)) return;
  for (int k = 0; k < 10; k++) {
    double theta[MAX_PARAM], s[PL_LAW_MAX_IN], psi, t[PL_LAW_MAX_IN];
    law_random_theta(who, false, theta);
    law_random_strain(who, s);
    enum { PART = 200 };
    const double *rest = who->law.row->rest;
    // no polynomial: in small parts
    bool curved = rest || strncmp(who->shape->law, "rbf", 3) == 0 || strncmp(who->shape->law, "fung", 4) == 0 ||
                  strncmp(who->shape->law, "fibre-", 6) == 0 || who->law.row->flags & PL_LAW_METRIC;
    double cut[MAX_KINK + PART + 2] = {0}, a[MAX_KINK][3], b[MAX_KINK], knot[PL_LAW_MAX_BREAK], origin[MAX_IN] = {0};
    for (int c = 0; c < n && rest; c++) origin[c] = rest[c];
    int n_cut = 1, n_kink = energy_kinks(who, a, b);
    for (int i = 0; i < n_kink; i++) {
      double at = b[i] / (a[i][0] * s[0] + a[i][1] * s[1] + a[i][2] * s[2]);
      if (at > 0 && at < 1) cut[n_cut++] = at;
    }
    if (who->piece) {
      for (int i = 0; i < who->piece->n_knot; i++) {
        double at = who->piece->knot[i] / (who->piece->odd ? fabs(s[0]) : s[0]);
        if (at > 0 && at < 1) cut[n_cut++] = at;
      }
    }
    for (int c = 0; c < n && n > 1 && who->law.row->pieces; c++) {
      int degree, n_knot = who->law.row->pieces(&who->law, c, knot, &degree);
      for (int i = 0; i < n_knot; i++)
        if (knot[i] / s[c] > 0 && knot[i] / s[c] < 1) cut[n_cut++] = knot[i] / s[c];
    }
    n_cut = fibre_cuts(who, theta, s, cut, n_cut, MAX_KINK);
    for (int i = 1; i < PART && curved; i++) cut[n_cut++] = (double)i / PART;
    // Ascending along the ray (a negative strain meets the knots in reverse).
    for (int i = 1; i < n_cut; i++)
      for (int j = i; j > 1 && cut[j] < cut[j - 1]; j--) {
        double swap = cut[j];
        cut[j] = cut[j - 1];
        cut[j - 1] = swap;
      }
    cut[n_cut] = 1;
    double sum = 0;
    for (int i = 0; i < n_cut; i++)
      for (int q = 0; q < 5; q++) {
        double half = 0.5 * (cut[i + 1] - cut[i]), f = cut[i] + half * (1 + node[q]), at[PL_LAW_MAX_IN];
        for (int c = 0; c < n; c++) at[c] = origin[c] + f * (s[c] - origin[c]);
        pl_law_eval_one(&who->law, theta, at, NULL, t, NULL);
        for (int c = 0; c < n; c++) sum += weight[q] * half * t[c] * (s[c] - origin[c]);
      }
    pl_law_eval_one(&who->law, theta, s, &psi, t, NULL);
    double share = curved ? 1e-9 : 1e-12;  // parts that hold a knot or the end of a Gaussian
    CHECK_OF(who, fabs(sum - psi) <= share * law_stiffness_scale(who, theta) * who->reach * who->reach + share * fabs(psi),
             "s = %g: %g, psi = %g", s[0], sum, psi);
  }
}

TEST(law_stress_integrates_to_energy) { law_run(check_integral); }
