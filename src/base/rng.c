// rng.c: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64; normals by the ratio of uniforms with Leva's bounds (1992).
//
// A normal is the quotient of two uniforms, so its value needs no library function: the same bits on every machine. A logarithm
// only decides rare cases of acceptance. (Box-Muller's log and cos differ in the last bit between libraries and processors.)
#include "base/rng.h"

#include <math.h>

static uint64_t splitmix(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

void pl_rng_init(pl_rng *rng, uint64_t seed) {
  for (int i = 0; i < 4; i++) rng->state[i] = splitmix(&seed);
}

uint64_t pl_rng_next(pl_rng *rng) {
  uint64_t *s = rng->state;
  uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate_left(s[3], 45);
  return result;
}

double pl_rng_uniform(pl_rng *rng) { return (double)(pl_rng_next(rng) >> 11) * 0x1p-53; }

double pl_rng_normal(pl_rng *rng) {
  for (;;) {
    double u = 1.0 - pl_rng_uniform(rng);  // (0, 1]
    double v = 1.7156 * (pl_rng_uniform(rng) - 0.5);
    double x = u - 0.449871, y = fabs(v) + 0.386595;
    double q = x * x + y * (0.19600 * y - 0.25472 * x);
    // Between an inner and an outer ellipse only the exact boundary v^2 = -4 u^2 log u decides.
    if (q < 0.27597) return v / u;
    if (q <= 0.27846 && v * v <= -4 * u * u * log(u)) return v / u;
  }
}
