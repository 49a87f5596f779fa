// measure.c: medians of repeated timings, and what the machine can do at best.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/evidence.h"

enum { MAX_SAMPLE = 400, MIN_SAMPLE = 5 };
#define MIN_TIME 2e-4  // s, of one sample: far above the clock's resolution

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(double *value, int n, double q) {
  qsort(value, (size_t)n, sizeof *value, by_value);
  double place = q * (n - 1);
  int i = (int)place;
  return i + 1 < n ? value[i] + (place - i) * (value[i + 1] - value[i]) : value[n - 1];
}

static double seconds_of(void (*body)(void *), void *user, int calls) {
  double start = pl_seconds();
  for (int i = 0; i < calls; i++) body(user);
  return (pl_seconds() - start) / calls;
}

// Two warm-up rounds say how many calls make one sample.
static int calls_per_sample(void (*body)(void *), void *user) {
  seconds_of(body, user, 1);
  double one = seconds_of(body, user, 1);
  return one >= MIN_TIME ? 1 : (int)(MIN_TIME / fmax(one, 1e-9)) + 1;
}

double evidence_median(void (*body)(void *), void *user, double budget, double *spread) {
  double sample[MAX_SAMPLE], start = pl_seconds();
  int calls = calls_per_sample(body, user), n = 0;
  while (n < MAX_SAMPLE && (n < MIN_SAMPLE || pl_seconds() - start < budget)) sample[n++] = seconds_of(body, user, calls);
  double median = quantile(sample, n, 0.5);
  if (spread) *spread = (quantile(sample, n, 0.75) - quantile(sample, n, 0.25)) / median;
  return median;
}

double evidence_ratio(void (*a)(void *), void *user_a, void (*b)(void *), void *user_b, double budget, double *median_a, double *median_b) {
  double sample_a[MAX_SAMPLE], sample_b[MAX_SAMPLE], ratio[MAX_SAMPLE], start = pl_seconds();
  int calls_a = calls_per_sample(a, user_a), calls_b = calls_per_sample(b, user_b), n = 0;
  while (n < MAX_SAMPLE && (n < MIN_SAMPLE || pl_seconds() - start < budget)) {
    sample_a[n] = seconds_of(a, user_a, calls_a);
    sample_b[n] = seconds_of(b, user_b, calls_b);
    ratio[n] = sample_b[n] / sample_a[n];
    n++;
  }
  if (median_a) *median_a = quantile(sample_a, n, 0.5);
  if (median_b) *median_b = quantile(sample_b, n, 0.5);
  return quantile(ratio, n, 0.5);
}

// ---- limits ----

typedef double vector4 __attribute__((vector_size(32)));
enum { CHAINS = 10, ROUNDS = 20000 };  // chains: more than the latency of a multiply-add times the units that do it

typedef struct flop_loop {
  double seed, out;
} flop_loop;

// Chains are separate variables, so that they stay in registers whatever the compiler does with arrays.
static void multiply_add(void *user) {
  flop_loop *loop = user;
  vector4 m = {loop->seed, loop->seed, loop->seed, loop->seed}, c = m * 0.25;
  vector4 a0 = m, a1 = m * 2, a2 = m * 3, a3 = m * 4, a4 = m * 5, a5 = m * 6, a6 = m * 7, a7 = m * 8, a8 = m * 9, a9 = m * 10;
  for (int r = 0; r < ROUNDS; r++) {
    a0 = a0 * m + c, a1 = a1 * m + c, a2 = a2 * m + c, a3 = a3 * m + c, a4 = a4 * m + c;
    a5 = a5 * m + c, a6 = a6 * m + c, a7 = a7 * m + c, a8 = a8 * m + c, a9 = a9 * m + c;
  }
  vector4 sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;
  loop->out += sum[0] + sum[1] + sum[2] + sum[3];
}

double evidence_flop_limit(void) {
  flop_loop loop = {0.5, 0};
  double seconds = evidence_median(multiply_add, &loop, 0.2, NULL);
  return isnan(loop.out) ? NAN : 2.0 * 4 * CHAINS * ROUNDS / seconds;
}

enum { TRIAD = 8 << 20 };  // doubles per array: 64 MB each, beyond any cache

typedef struct triad_loop {
  double *a, *b, *c;
} triad_loop;

static void triad(void *user) {
  triad_loop *loop = user;
  double *restrict a = loop->a, *restrict b = loop->b, *restrict c = loop->c;
  for (int i = 0; i < TRIAD; i++) a[i] = b[i] + 0.5 * c[i];
}

double evidence_bandwidth_limit(pl_context *ctx) {
  double *memory = pl_alloc(ctx, 3 * (size_t)TRIAD, sizeof *memory);
  if (!memory) return NAN;
  triad_loop loop = {memory, memory + TRIAD, memory + 2 * (size_t)TRIAD};
  for (int i = 0; i < 3 * TRIAD; i++) memory[i] = i & 7;
  double seconds = evidence_median(triad, &loop, 0.4, NULL);
  pl_free(ctx, memory);
  return 4.0 * sizeof(double) * TRIAD / seconds;  // two reads, one write, one read for ownership
}

pl_status evidence_fit(evidence *e, pl_measurement *measurement, const pl_fit_options *options, pl_fit **fit, double *processor,
                       double *equilibria) {
  clock_t start = clock();
  pl_status status = pl_fit_run(e->ctx, 1, &measurement, 0, NULL, options, fit);
  *processor = (double)(clock() - start) / CLOCKS_PER_SEC;
  *equilibria = 0;
  if (status != PL_OK) {
    pl_measurement_destroy(measurement);
    return status;
  }
  for (int p = 0; p < PL_PHASE_COUNT; p++) *equilibria += (*fit)->work.times.seconds[p];
  return PL_OK;
}
