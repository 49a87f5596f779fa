// lanes.h: the block of elements that strains and laws work on.
//
// A quantity of a block is an array of lanes, one lane per element: x[component][lane]. Kernels loop over the lanes
// innermost, so the compiler turns them into 4-wide vector code; PL_BLOCK keeps a triangle's block inside the first-level cache.
// A partly filled block repeats its last element with weight 0, so kernels never test a count.
#ifndef PL_MATH_LANES_H
#define PL_MATH_LANES_H

enum { PL_BLOCK = 16 };

typedef double pl_lanes[PL_BLOCK];

// For work that is independent lane by lane: the pragma asserts that lanes of different arrays never overlap, so no run-time checks are
// needed. No `break`, no sums over lanes, no writes shared between lanes in the body.
#define PL_FOR_LANES(l) _Pragma("omp simd") for (int l = 0; l < PL_BLOCK; l++)
// For everything else, in order: gather, scatter, sums.
#define PL_EACH_LANE(l) for (int l = 0; l < PL_BLOCK; l++)

// A function called inside PL_FOR_LANES. It must be inlined: a real call would prevent vectorisation.
#define PL_LANE_FUNCTION static inline __attribute__((always_inline))

// Unlike fmax these become one vector instruction; a NaN in `a` gives b.
static inline double pl_max(double a, double b) { return a > b ? a : b; }
static inline double pl_min(double a, double b) { return a < b ? a : b; }

#endif
