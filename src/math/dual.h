// dual.h: numbers with derivatives by a few inputs (forward differentiation).
//
// For formulas that are written once, rarely evaluated and need exact derivatives; inner-loop kernels are differentiated by hand.
#ifndef PL_MATH_DUAL_H
#define PL_MATH_DUAL_H

enum { PL_DUAL = 7 };  // maximum number of inputs

typedef struct pl_dual {
  double v;           // value
  double d[PL_DUAL];  // d v / d input
} pl_dual;

static inline pl_dual pl_dual_constant(double v) { return (pl_dual){.v = v}; }

static inline pl_dual pl_dual_input(double v, int input) {
  pl_dual x = {.v = v};
  x.d[input] = 1;
  return x;
}

// f(x) from its value and derivative at x.
static inline pl_dual pl_dual_chain(pl_dual x, double f, double derivative) {
  for (int i = 0; i < PL_DUAL; i++) x.d[i] *= derivative;
  x.v = f;
  return x;
}

static inline pl_dual pl_dual_scale(double c, pl_dual x) { return pl_dual_chain(x, c * x.v, c); }

// x + c y
static inline pl_dual pl_dual_add(pl_dual x, double c, pl_dual y) {
  for (int i = 0; i < PL_DUAL; i++) x.d[i] += c * y.d[i];
  x.v += c * y.v;
  return x;
}

static inline pl_dual pl_dual_times(pl_dual x, pl_dual y) {
  for (int i = 0; i < PL_DUAL; i++) x.d[i] = x.d[i] * y.v + x.v * y.d[i];
  x.v *= y.v;
  return x;
}

static inline pl_dual pl_dual_over(pl_dual x, pl_dual y) {
  double ratio = x.v / y.v, inverse = 1 / y.v;
  for (int i = 0; i < PL_DUAL; i++) x.d[i] = (x.d[i] - ratio * y.d[i]) * inverse;
  x.v = ratio;
  return x;
}

#endif
