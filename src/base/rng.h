// rng.h: reproducible random numbers (xoshiro256++ seeded by splitmix64). Same numbers on every machine.
#ifndef PL_BASE_RNG_H
#define PL_BASE_RNG_H

#include <stdint.h>

typedef struct pl_rng {
  uint64_t state[4];
  double spare;  // second normal of a pair
  int has_spare;
} pl_rng;

void pl_rng_init(pl_rng *rng, uint64_t seed);
uint64_t pl_rng_next(pl_rng *rng);
double pl_rng_uniform(pl_rng *rng);  // [0, 1)
double pl_rng_normal(pl_rng *rng);   // mean 0, variance 1

#endif
