// annulus.c: an axisymmetric membrane pulled out of its plane, by shooting. Independent of the library: the truth for the disc push.
//
// Unknown are r(R), z(R) on a <= R <= b. The energy is 2 pi int W(E1, E2) R dR. The Green strains are E1 = (r'^2 + z'^2 - 1)/2 along the
// meridian and E2 = ((r/R)^2 - 1)/2 around. W = c/2 (E1^2 + 2 nu E1 E2 + E2^2) with c = e / (1 - nu^2), so S1 = c (E1 + nu E2) and S2 = c
// (E2 + nu E1). Stationarity, with P = R S1 r' and Q = R S1 z':
//
//   P' = S2 r / R,   Q' = 0,   r(a) = a,  z(a) = -d,  r(b) = b,  z(b) = 0,   force F = 2 pi Q.
//
// Let (r, P, Q) at R be given, and T = sqrt(P^2 + Q^2). The meridian stretch l = sqrt(r'^2 + z'^2) solves  c ((l^2 - 1)/2 + nu E2) l = T/R.
// Then r' = l P/T, z' = l Q/T. Two start values (P(a), Q) are shot for, with d raised in steps. Runge-Kutta of fourth order.
#include <math.h>

#include "scenes/scenes.h"

enum { STEPS = 600 };

typedef struct annulus {
  double a, b, c, nu;
} annulus;

typedef struct point {
  double r, z, p;
} point;

// The root l >= 0 of the stretch equation on its rising branch.
static double meridian_stretch(const annulus *m, double e2, double line_force) {
  double target = line_force / m->c, l = fmax(sqrt(fmax(1 - 2 * m->nu * e2, 0.25)), cbrt(2 * target));
  for (int i = 0; i < 60; i++) {
    double value = (0.5 * (l * l - 1) + m->nu * e2) * l - target, slope = 1.5 * l * l - 0.5 + m->nu * e2, step = value / slope;
    l -= step;
    if (fabs(step) < 1e-15 * l) break;
  }
  return l;
}

static point slope(const annulus *m, double radius, const point *y, double q) {
  double ratio = y->r / radius, e2 = 0.5 * (ratio * ratio - 1), tension = hypot(y->p, q);
  double l = meridian_stretch(m, e2, tension / radius), e1 = 0.5 * (l * l - 1);
  return (point){l * y->p / tension, l * q / tension, m->c * (e2 + m->nu * e1) * ratio};
}

static point advance(const point *y, const point *k, double h) { return (point){y->r + h * k->r, y->z + h * k->z, y->p + h * k->p}; }

// Miss at the outer rim for start values (p, q) and push d: r(b) - b, z(b).
static void shoot(const annulus *m, double d, double p, double q, double miss[2]) {
  point y = {m->a, -d, p};
  double h = (m->b - m->a) / STEPS;
  for (int i = 0; i < STEPS; i++) {
    double radius = m->a + i * h;
    point k1 = slope(m, radius, &y, q), y2 = advance(&y, &k1, 0.5 * h);
    point k2 = slope(m, radius + 0.5 * h, &y2, q), y3 = advance(&y, &k2, 0.5 * h);
    point k3 = slope(m, radius + 0.5 * h, &y3, q), y4 = advance(&y, &k3, h);
    point k4 = slope(m, radius + h, &y4, q);
    y.r += h / 6 * (k1.r + 2 * k2.r + 2 * k3.r + k4.r);
    y.z += h / 6 * (k1.z + 2 * k2.z + 2 * k3.z + k4.z);
    y.p += h / 6 * (k1.p + 2 * k2.p + 2 * k3.p + k4.p);
  }
  miss[0] = y.r - m->b;
  miss[1] = y.z;
}

// Newton in (p, q) with a difference Jacobian and halved steps. True when the rim condition is satisfied.
static bool hit(const annulus *m, double d, double *p, double *q) {
  double miss[2];
  shoot(m, d, *p, *q, miss);
  for (int i = 0; i < 50; i++) {
    double size = hypot(miss[0], miss[1]);
    if (size < 1e-12 * m->b) return true;
    double hp = 1e-6 * hypot(*p, *q), mp[2], mq[2];
    shoot(m, d, *p + hp, *q, mp);
    shoot(m, d, *p, *q + hp, mq);
    double j00 = (mp[0] - miss[0]) / hp, j10 = (mp[1] - miss[1]) / hp, j01 = (mq[0] - miss[0]) / hp, j11 = (mq[1] - miss[1]) / hp;
    double det = j00 * j11 - j01 * j10, dp = -(j11 * miss[0] - j01 * miss[1]) / det, dq = -(j00 * miss[1] - j10 * miss[0]) / det;
    bool better = false;
    for (double t = 1; t > 1e-6 && !better; t *= 0.5) {
      double next[2];
      shoot(m, d, *p + t * dp, *q + t * dq, next);
      if (!(hypot(next[0], next[1]) < size)) continue;
      *p += t * dp;
      *q += t * dq;
      miss[0] = next[0], miss[1] = next[1];
      better = true;
    }
    if (!better) return size < 1e-9 * m->b;
  }
  return false;
}

double scene_annulus_force(double inner, double outer, double young, double poisson, double displacement) {
  annulus m = {inner, outer, young / (1 - poisson * poisson), poisson};
  double first = 0.05 * (outer - inner), span = outer - inner;
  // a shallow cone: E1 = (d/span)^2 / 2 everywhere, then load steps
  double d = fmin(first, displacement), e1 = 0.5 * d * d / (span * span), tension = inner * m.c * e1 * 1.5;
  double p = tension, q = tension * d / span;
  for (;;) {
    if (!hit(&m, d, &p, &q)) return NAN;
    if (d >= displacement) break;
    double next = fmin(1.3 * d, displacement), grow = next / d;
    p *= grow * grow;
    q *= grow * grow * grow;
    d = next;
  }
  return 2 * 3.14159265358979323846 * q;
}
