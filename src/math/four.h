// four.h: four doubles as one vector, for the step between lanes (one entry of four elements) and memory (four entries of one element).
//
// The compilers' vector types work on any machine: without 4-wide registers they become 2-wide ones. Vectors are passed by pointer, because
// without such registers passing them by value has no stable ABI (-Wpsabi).
#ifndef PL_MATH_FOUR_H
#define PL_MATH_FOUR_H

#include <stdint.h>
#include <string.h>

#include "math/lanes.h"

typedef double pl_four __attribute__((vector_size(32)));
typedef int64_t pl_four_mask __attribute__((vector_size(32)));  // all bits set where a condition holds, zero elsewhere

// from, to and value: [4], of any alignment
PL_LANE_FUNCTION void pl_four_load(const double *from, pl_four *v) { memcpy(v, from, sizeof *v); }

PL_LANE_FUNCTION void pl_four_add(double *to, const pl_four *v) {
  pl_four sum;
  pl_four_load(to, &sum);
  sum += *v;
  memcpy(to, &sum, sizeof sum);
}

PL_LANE_FUNCTION void pl_four_negative(const int32_t *value, pl_four_mask *where) {
  typedef int32_t integers __attribute__((vector_size(16)));
  integers v;
  memcpy(&v, value, sizeof v);
  *where = __builtin_convertvector(v < 0, pl_four_mask);
}

PL_LANE_FUNCTION void pl_four_swap(const pl_four_mask *where, pl_four *a, pl_four *b) {
  pl_four_mask change = ((pl_four_mask)*a ^ (pl_four_mask)*b) & *where;
  *a = (pl_four)((pl_four_mask)*a ^ change);
  *b = (pl_four)((pl_four_mask)*b ^ change);
}

// Rows become columns, in two steps of interleaving: neighbours, then halves.
PL_LANE_FUNCTION void pl_four_transpose(pl_four *a, pl_four *b, pl_four *c, pl_four *d) {
  pl_four even_ab = __builtin_shufflevector(*a, *b, 0, 4, 2, 6), odd_ab = __builtin_shufflevector(*a, *b, 1, 5, 3, 7);
  pl_four even_cd = __builtin_shufflevector(*c, *d, 0, 4, 2, 6), odd_cd = __builtin_shufflevector(*c, *d, 1, 5, 3, 7);
  *a = __builtin_shufflevector(even_ab, even_cd, 0, 1, 4, 5);
  *b = __builtin_shufflevector(odd_ab, odd_cd, 0, 1, 4, 5);
  *c = __builtin_shufflevector(even_ab, even_cd, 2, 3, 6, 7);
  *d = __builtin_shufflevector(odd_ab, odd_cd, 2, 3, 6, 7);
}

#endif
