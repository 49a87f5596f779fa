// barrier.c: see barrier.h.
#include "contact/barrier.h"

#include <math.h>

pl_barrier pl_barrier_eval(double square, double offset, double reach) {
  // (D - xi)(D + xi): a small gap beside a large offset keeps its digits
  double distance = sqrt(square), s = (distance - offset) * (distance + offset), size = reach * (2 * offset + reach), u = s / size;
  if (!(u > 0)) return (pl_barrier){.value = INFINITY};
  if (u >= 1) return (pl_barrier){0};
  double below = u - 1, log_u = log(u), inverse = 1 / u;
  return (pl_barrier){
      .value = -below * below * log_u,
      .first = -(2 * below * log_u + below * below * inverse) / size,
      .second = (-2 * log_u - 3 + (2 + inverse) * inverse) / (size * size),
  };
}

double pl_barrier_force(double square, double offset, double reach) {
  return -2 * sqrt(square) * pl_barrier_eval(square, offset, reach).first;
}
