// student.c: see student.h.
//
// P(|t| > x) = I_z(n/2, 1/2) with z = n/(n + x^2), I the regularised incomplete beta function. Its continued fraction converges quickly for
// z < (a + 1)/(a + b + 2); otherwise I_z(a, b) = 1 - I_(1-z)(b, a).
#include "math/student.h"

#include <math.h>

// The continued fraction of I_z(a, b) by Lentz's method.
static double fraction(double a, double b, double z) {
  enum { TERMS = 400 };
  const double least = 1e-300;
  double c = 1, d = 1 - (a + b) * z / (a + 1);
  d = 1 / (fabs(d) < least ? least : d);
  double sum = d;
  for (int m = 1; m <= TERMS; m++) {
    const double even = m * (b - m) * z / ((a + 2 * m - 1) * (a + 2 * m)),
                 odd = -(a + m) * (a + b + m) * z / ((a + 2 * m) * (a + 2 * m + 1)), term[2] = {even, odd};
    double change = 1;
    for (int k = 0; k < 2; k++) {
      d = 1 + term[k] * d;
      c = 1 + term[k] / c;
      d = 1 / (fabs(d) < least ? least : d);
      c = fabs(c) < least ? least : c;
      change = c * d;
      sum *= change;
    }
    if (fabs(change - 1) < 1e-14) break;
  }
  return sum;
}

static double beta_part(double a, double b, double z) {
  if (z <= 0 || z >= 1) return z <= 0 ? 0 : 1;
  double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(z) + b * log1p(-z));
  return z < (a + 1) / (a + b + 2) ? front * fraction(a, b, z) / a : 1 - front * fraction(b, a, 1 - z) / b;
}

// Above this many degrees of freedom the distribution is normal to 1e-5.
#define MANY 1e5

double pl_student_tails(double x, double freedom) {
  if (!(freedom < MANY)) return erfc(x / sqrt(2));
  return beta_part(0.5 * freedom, 0.5, freedom / (freedom + x * x));
}

double pl_student_95(double freedom) {
  double low = 1.9, high = 4;
  if (!(freedom < MANY)) return 1.959963985;
  while (pl_student_tails(high, freedom) > 0.05 && high < 1e12) low = high, high *= 2;
  for (int i = 0; i < 80; i++) {
    double middle = 0.5 * (low + high);
    if (pl_student_tails(middle, freedom) > 0.05)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}
