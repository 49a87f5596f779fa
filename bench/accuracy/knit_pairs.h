// knit_pairs.h: errors of the same runs by two predictors, compared run by run.
#ifndef PL_BENCH_KNIT_PAIRS_H
#define PL_BENCH_KNIT_PAIRS_H

enum { KNIT_SAMPLES = 4, KNIT_MAX_PAIR = 64 };

// Logarithms of the ratio of two errors, sample after sample, as many of each.
typedef struct knit_pairs {
  int n;
  double log_ratio[KNIT_MAX_PAIR];
} knit_pairs;

typedef struct knit_ratio {
  double mean;                      // geometric mean of all pairs
  double over_pairs, over_samples;  // relative standard errors; pairs of one sample are alike: its runs are fitted to each other
  double differs;                   // from 1, in the larger of the standard errors, without sign
  int n_better;                     // pairs below 1
} knit_ratio;

// One more pair, from squares of the errors.
void knit_pairs_add(knit_pairs *pairs, double square, double against);
knit_ratio knit_pairs_ratio(const knit_pairs *pairs);

#endif
