// growth.h: how work grows with the size of its input, as the exponent p of time ~ size^p: 1 in proportion, 2 quadratic. It compares processor times
// of this thread, the least of several runs each, so that neither the speed of the machine nor what else runs on it matters.
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

// A factor of 16 between the sizes: times that are off by two (a cache that is shared, a clock that is lowered) change the exponent by 0.25.
static inline double growth_exponent(growth_work work, void *user, int size) {
  double large = growth_seconds(work, user, size), small = growth_seconds(work, user, size / 16);
  printf("%d: %g s, %d: %g s\n", size / 16, small, size, large);
  return log(large / small) / log(16);
}

#endif
