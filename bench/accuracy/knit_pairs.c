// knit_pairs.c: see knit_pairs.h.
#include "bench/accuracy/knit_pairs.h"

#include <math.h>

void knit_pairs_add(knit_pairs *pairs, double square, double against) { pairs->log_ratio[pairs->n++] = 0.5 * log(square / against); }

knit_ratio knit_pairs_ratio(const knit_pairs *pairs) {
  int n = pairs->n, per_sample = n / KNIT_SAMPLES;
  double mean = 0, square = 0, square_sample = 0, own[KNIT_SAMPLES] = {0};
  knit_ratio ratio = {0};
  for (int i = 0; i < n; i++) {
    mean += pairs->log_ratio[i] / n;
    own[i / per_sample] += pairs->log_ratio[i] / per_sample;
    ratio.n_better += pairs->log_ratio[i] < 0;
  }
  for (int i = 0; i < n; i++) square += (pairs->log_ratio[i] - mean) * (pairs->log_ratio[i] - mean);
  for (int i = 0; i < KNIT_SAMPLES; i++) square_sample += (own[i] - mean) * (own[i] - mean);
  ratio.mean = exp(mean);
  ratio.over_pairs = sqrt(square / (n - 1.0) / n);
  ratio.over_samples = sqrt(square_sample / (KNIT_SAMPLES - 1.0) / KNIT_SAMPLES);
  ratio.differs = fabs(mean) / fmax(ratio.over_pairs, ratio.over_samples);
  return ratio;
}
