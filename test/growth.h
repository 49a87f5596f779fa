// growth.h: how work grows with the size of its input, as the exponent p of time ~ size^p: 1 in proportion, 2 quadratic. It compares
// processor times of this thread, the least of several runs each, and measures again if they look too large. Other load on the machine can
// make a try look worse, but a quadratic method cannot look linear at every try.
#ifndef PLIANT_TEST_GROWTH_H
#define PLIANT_TEST_GROWTH_H

#include <math.h>
#include <stdio.h>
#include <time.h>

typedef void (*growth_work)(void *user, int size);

static inline double growth_seconds(growth_work work, void *user, int size) {
  double least = INFINITY;
  for (int run = 0; run < 3; run++) {
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    work(user, size);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    least = fmin(least, (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
  }
  return least;
}

// A factor of 16 between the sizes. Times that are off by two (a shared cache, a lower clock) change the exponent by 0.25.
static inline double growth_exponent(growth_work work, void *user, int size, double limit) {
  double exponent = INFINITY;
  for (int attempt = 0; attempt < 5 && exponent >= limit; attempt++) {
    double large = growth_seconds(work, user, size), small = growth_seconds(work, user, size / 16);
    printf("%d: %g s, %d: %g s\n", size / 16, small, size, large);
    exponent = fmin(exponent, log(large / small) / log(16));
  }
  return exponent;
}

// Fails when the work grows clearly faster than in proportion.
#define CHECK_LINEAR(work, user, size) CHECK_LESS(growth_exponent((work), (user), (size), 1.5), 1.5)

#endif
