// dahl_path.c: the reference solution of Dahl's friction over one step, every form and gamma, with exact derivatives.
//
// In the direction of motion let x >= 0 be the path, y = d sigma the stress and M(x) = M0 + m x = sigma_max. Then for both directions
//
//   dy/dx = f(M, y) = alpha v |v|^(gamma-1),   v = 1 - y/M,   alpha = M / tau or constant,
//
// and psi = integral of y. M has a kink at zero strain, so a path through it is two segments: m = -b up to zero, m = +b from there on. With e1, e2,
// e3 of relax.h, xi = x / tau:
//
//   tau, gamma = 1:    y = y0 + (M0 - y0) e1(xi) + m tau e2(xi),   psi = y0 x + tau ((M0 - y0) e2 + m tau e3)
//   alpha, gamma = 1:  y = y0 w + alpha G,  g = integral of dx/M = (x/M0) log(1 + z)/z,  z = m x/M0,  w = exp(-alpha g),
//                      G = integral of w(x)/w(u) du = M0 g w (exp(v) - 1)/v,  v = g (m + alpha);  or (M - M0 w)/(m + alpha), which is the same
//   other gamma:       Gragg's midpoint rule, extrapolated to order 16, in steps no longer than the local relaxation.
//
// At the turning point s = s0 the two directions have different tangents; their mean is returned.
#include <math.h>

#include "law/friction/dahl.h"
#include "math/relax.h"

typedef struct segment {
  const pl_dahl *shape;
  pl_dual rate;    // tau or alpha
  pl_dual m0, m;   // sigma_max = m0 + m x
  pl_dual length;  // of the path
} segment;

// f(M, y)
static pl_dual slope(const pl_dahl *shape, pl_dual rate, pl_dual max, pl_dual y) {
  pl_dual v = pl_dual_scale(-1, pl_dual_over(y, max));
  v.v += 1;
  if (shape->gamma != 1) {
    double size = fabs(v.v), power = pow(size, shape->gamma - 1);
    v = pl_dual_chain(v, v.v * power, shape->gamma * power);
  }
  pl_dual alpha = shape->form == PL_DAHL_ALPHA ? rate : pl_dual_over(max, rate);
  // alpha v without dividing by a sigma_max of zero
  if (shape->form == PL_DAHL_TAU && shape->gamma == 1) return pl_dual_over(pl_dual_add(max, -1, y), rate);
  return pl_dual_times(alpha, v);
}

static pl_dual advance_relaxing(const segment *on, pl_dual tau, pl_dual y, double *psi) {
  double decay, e1, e2, e3;
  pl_dual xi = pl_dual_over(on->length, tau), gap = pl_dual_add(on->m0, -1, y);
  pl_relax(xi.v, &decay, &e1, &e2, &e3);
  *psi += y.v * on->length.v + tau.v * (gap.v * e2 + on->m.v * tau.v * e3);
  pl_dual drag = pl_dual_times(pl_dual_times(on->m, tau), pl_dual_chain(xi, e2, e1));
  return pl_dual_add(pl_dual_add(y, 1, pl_dual_times(gap, pl_dual_chain(xi, e1, decay))), 1, drag);
}

// log(1 + z) / z and (exp(v) - 1) / v, by their series where the quotient is not exact.
static pl_dual log_ratio(pl_dual z) {
  double value = 0, derivative = 0;
  if (fabs(z.v) < 0.05) {
    for (int k = 13; k >= 0; k--) {
      derivative = derivative * z.v + (k % 2 ? 1.0 : -1.0) * (k + 1) / (k + 2);
      value = value * z.v + (k % 2 ? -1.0 : 1.0) / (k + 1);
    }
  } else {
    value = log1p(z.v) / z.v;
    derivative = (1 / (1 + z.v) - value) / z.v;
  }
  return pl_dual_chain(z, value, derivative);
}

static pl_dual exp_ratio(pl_dual v) {
  double value = 0, derivative = 0, coefficient = 1;
  if (fabs(v.v) <= 1) {
    double power = 1;
    for (int k = 0; k < 20; k++) {  // coefficient = 1 / (k+1)!
      value += coefficient * power;
      derivative += coefficient * (k + 1) / (k + 2) * power;
      power *= v.v;
      coefficient /= k + 2;
    }
  } else {
    value = expm1(v.v) / v.v;
    derivative = (exp(v.v) - value) / v.v;
  }
  return pl_dual_chain(v, value, derivative);
}

static pl_dual advance_alpha(const segment *on, pl_dual y0, double *psi) {
  pl_dual alpha = on->rate, x_m0 = pl_dual_over(on->length, on->m0), z = pl_dual_times(on->m, x_m0);
  pl_dual g = pl_dual_times(x_m0, log_ratio(z)), exponent = pl_dual_times(alpha, g);
  double decay = exp(-exponent.v), loss = -expm1(-exponent.v);
  pl_dual w = pl_dual_chain(exponent, decay, -decay), both = pl_dual_add(on->m, 1, alpha), v = pl_dual_times(g, both), duhamel;
  if (fabs(v.v) <= 1)
    duhamel = pl_dual_times(pl_dual_times(on->m0, g), pl_dual_times(w, exp_ratio(v)));
  else
    duhamel = pl_dual_over(pl_dual_add(pl_dual_add(on->m0, 1, pl_dual_times(on->m, on->length)), -1, pl_dual_times(on->m0, w)), both);
  pl_dual driven = pl_dual_times(alpha, duhamel), y = pl_dual_add(pl_dual_times(y0, w), 1, driven);

  // M y' = alpha (M - y), integrated, gives (alpha - m) psi = alpha int M - (M y - M0 y0). For m > 0, where alpha - m may vanish, the
  // integral of w.
  double x = on->length.v, m = on->m.v, m0 = on->m0.v, area = x * (m0 + 0.5 * m * x);
  if (m < 0) {
    *psi += (alpha.v * area - m0 * (driven.v - y0.v * loss) - m * x * y.v) / (alpha.v - m);
  } else {
    double w_integral = m0 * g.v * exp_ratio(pl_dual_constant(g.v * (m - alpha.v))).v;
    *psi += y0.v * w_integral + alpha.v * (area - m0 * w_integral) / (m + alpha.v);
  }
  return y;
}

// Stress and energy at a place of the path.
typedef struct state {
  pl_dual y;
  double psi;
} state;

// at + h (y', psi') with the derivatives at `from`; u is the part of the segment's length, so y' = length f.
static state euler(const segment *on, double u, double h, const state *from, state at) {
  pl_dual max = pl_dual_add(on->m0, u, pl_dual_times(on->m, on->length));
  at.y = pl_dual_add(at.y, h, pl_dual_times(on->length, slope(on->shape, on->rate, max, from->y)));
  at.psi += h * on->length.v * from->y.v;
  return at;
}

// a + c (a - b)
static state extrapolate(const state *a, const state *b, double c) {
  state out = *a;
  out.y = pl_dual_add(pl_dual_scale(1 + c, a->y), -c, b->y);
  out.psi += c * (a->psi - b->psi);
  return out;
}

static state gragg(const segment *on, double u, double h, int n, const state *start) {
  double part = h / n;
  state before = *start, now = euler(on, u, part, start, *start);
  for (int i = 1; i < n; i++) {
    state next = euler(on, u + i * part, 2 * part, &now, before);
    before = now;
    now = next;
  }
  state last = euler(on, u + h, part, &now, before);  // 0.5 (last + now) damps the oscillation of the midpoint rule
  last.y = pl_dual_scale(0.5, pl_dual_add(last.y, 1, now.y));
  last.psi = 0.5 * (last.psi + now.psi);
  return last;
}

// One step of the extrapolated rule; *error is the change of the stress by the last column.
static state extrapolated_step(const segment *on, double u, double h, const state *start, double *error) {
  enum { COLUMN = 8 };
  state table[COLUMN];
  double before = 0;
  for (int j = 0; j < COLUMN; j++) {
    if (j > 0) before = table[0].y.v;
    table[j] = gragg(on, u, h, 2 * (j + 1), start);
    for (int k = j - 1; k >= 0; k--) {
      double ratio = (double)(j + 1) / (k + 1);
      table[k] = extrapolate(&table[k + 1], &table[k], 1 / (ratio * ratio - 1));
    }
  }
  *error = fabs(table[0].y.v - before);
  return table[0];
}

// Where a decreasing sigma_max passes the stress, v = 0, f is not smooth: steps are halved there until the error is negligible.
static pl_dual advance_numerically(const segment *on, pl_dual y0, double *psi) {
  const double tolerance = 1e-12, shortest = 1e-4;  // error over sigma_max; step times local rate
  state at = {y0, *psi};
  double gamma = on->shape->gamma, length = on->length.v, limit = 1;
  for (double u = 0; u < 1;) {
    double max = on->m0.v + on->m.v * length * u, v = 1 - at.y.v / max, error;
    double alpha = on->shape->form == PL_DAHL_ALPHA ? on->rate.v : max / on->rate.v;
    double rate = length * (gamma * alpha * pow(fabs(v), gamma - 1) + fabs(on->m.v)) / max, h = fmin(1 - u, limit);
    if (rate * h > 1) h = 1 / rate;
    state next = extrapolated_step(on, u, h, &at, &error);
    if (isnan(next.y.v)) u = 1, error = 0;
    if (error > tolerance * max && rate * h > shortest) {
      limit = 0.5 * h;
      continue;
    }
    at = next;
    u = fmin(u + h, 1);
    limit = 2 * h;
  }
  *psi = at.psi;
  return at.y;
}

static pl_dual advance(const segment *on, pl_dual y, double *psi) {
  const pl_dahl *shape = on->shape;
  if (shape->gamma != 1) return advance_numerically(on, y, psi);
  if (shape->form == PL_DAHL_TAU) return advance_relaxing(on, on->rate, y, psi);
  if (shape->constant) return advance_relaxing(on, pl_dual_over(on->m0, on->rate), y, psi);
  return advance_alpha(on, y, psi);
}

pl_dual pl_dahl_solve(const pl_dahl *shape, const pl_dahl_step *step, double *psi, double *k) {
  double d = step->s.v < step->s0.v ? -1 : 1, side = step->s0.v < 0 ? -1 : 1, work = 0;
  pl_dual path = pl_dual_scale(d, pl_dual_add(step->s, -1, step->s0)), start = pl_dual_scale(side, step->s0);
  pl_dual max = pl_dual_add(step->a, 1, pl_dual_times(step->b, start)), y = pl_dual_scale(d, step->sigma0);
  if (path.v == 0) {
    double mean = 0.5 * (slope(shape, step->rate, max, y).v + slope(shape, step->rate, max, pl_dual_scale(-1, y)).v);
    if (psi) *psi = 0;
    if (k) *k = mean;
    return pl_dual_add(step->sigma0, mean, pl_dual_add(step->s, -1, step->s0));
  }
  bool falling = d * side < 0, crossing = falling && path.v > start.v;
  segment on = {shape, step->rate, max, pl_dual_scale(falling ? -1 : 1, step->b), crossing ? start : path};
  y = advance(&on, y, &work);
  if (crossing) {
    on.m0 = step->a;
    on.m = step->b;
    on.length = pl_dual_add(path, -1, start);
    y = advance(&on, y, &work);
  }
  if (psi) *psi = work;
  if (k) *k = slope(shape, step->rate, pl_dual_add(on.m0, 1, pl_dual_times(on.m, on.length)), y).v;
  return pl_dual_scale(d, y);
}
