// samples.c: see samples.h.
#include "material/samples.h"

#include <math.h>
#include <string.h>

#include "math/distance.h"

// Exponents are relative to the nearest sample, so at least one of them is 0.
void pl_samples_weights(const pl_samples *samples, const double x[3], double *phi) {
  double nearest = INFINITY, sum = 0, factor = -0.5 / (samples->radius * samples->radius);
  for (int m = 0; m < samples->n; m++) {
    phi[m] = pl_square_distance(x, samples->point + 3 * m);
    nearest = fmin(nearest, phi[m]);
  }
  for (int m = 0; m < samples->n; m++) {
    phi[m] = exp(factor * (phi[m] - nearest));
    sum += phi[m];
  }
  for (int m = 0; m < samples->n; m++) phi[m] /= sum;
}

double pl_samples_radius(int n, const double *point, double size) {
  double sum = 0;
  if (n < 2) return size;
  for (int m = 0; m < n; m++) {
    double nearest = INFINITY;
    for (int k = 0; k < n; k++)
      if (k != m) nearest = fmin(nearest, pl_square_distance(point + 3 * m, point + 3 * k));
    sum += sqrt(nearest);
  }
  return sum > 0 ? sum / n : size;
}

void pl_samples_mix(int n, const double *phi, int n_theta, const double *theta, double *out) {
  for (int j = 0; j < n_theta; j++) out[j] = 0;
  for (int m = 0; m < n; m++)
    for (int j = 0; j < n_theta; j++) out[j] += phi[m] * theta[(size_t)m * n_theta + j];
}

// exp(-|x - X_m|^2 / 2 r^2) relative to the lane's nearest sample, whose squared distance (m^2) is `smallest`. Returns the largest over the
// lanes.
static double block_weight(const pl_samples *samples, int m, const pl_lanes *x, const pl_lanes smallest, pl_lanes phi) {
  double factor = -0.5 / (samples->radius * samples->radius), most = 0;
  PL_EACH_LANE(l) {
    double at[3] = {x[0][l], x[1][l], x[2][l]};
    phi[l] = exp(factor * (pl_square_distance(at, samples->point + 3 * m) - smallest[l]));
    most = fmax(most, phi[l]);
  }
  return most;
}

// A sample is kept if its weight is large enough anywhere in the block. Two passes: count, then store.
pl_status pl_samples_near(pl_arena *arena, const pl_samples *samples, const pl_lanes *x, pl_near_samples *near) {
  pl_lanes smallest, phi;
  int n = 0;
  PL_EACH_LANE(l) smallest[l] = INFINITY;
  for (int m = 0; m < samples->n; m++) PL_EACH_LANE(l) {
      double at[3] = {x[0][l], x[1][l], x[2][l]};
      smallest[l] = fmin(smallest[l], pl_square_distance(at, samples->point + 3 * m));
    }
  for (int m = 0; m < samples->n; m++) n += block_weight(samples, m, x, smallest, phi) > PL_SAMPLES_LEAST;
  int *sample = pl_arena_alloc(arena, (size_t)n + 1, sizeof *sample);
  pl_lanes *weight = pl_arena_alloc(arena, (size_t)n + 1, sizeof *weight);
  if (!sample || !weight) return PL_ERROR_MEMORY;
  for (int m = 0, to = 0; m < samples->n; m++) {
    if (!(block_weight(samples, m, x, smallest, phi) > PL_SAMPLES_LEAST)) continue;
    sample[to] = m;
    memcpy(weight[to++], phi, sizeof phi);
  }
  PL_EACH_LANE(l) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += weight[i][l];
    for (int i = 0; i < n; i++) weight[i][l] /= sum;
  }
  *near = (pl_near_samples){n, sample, (const pl_lanes *)weight};
  return PL_OK;
}

static void add_weighted(int n, const pl_lanes phi, const pl_lanes *from, pl_lanes *to) {
  for (int i = 0; i < n; i++) PL_FOR_LANES(l) to[i][l] += phi[l] * from[i][l];
}

void pl_samples_eval(const pl_law *law, const pl_near_samples *near, const double *const *bound, const pl_lanes *s, pl_lanes *psi,
                     pl_lanes *t, pl_lanes *k, pl_lanes *scratch) {
  int n = law->row->n_in;
  pl_lanes *own_psi = scratch, *own_t = scratch + 1, *own_k = own_t + n;
  if (psi) memset(psi, 0, sizeof *psi);
  memset(t, 0, (size_t)n * sizeof *t);
  if (k) memset(k, 0, (size_t)(n * n) * sizeof *k);
  for (int i = 0; i < near->n; i++) {
    law->row->eval(law, bound[near->sample[i]], s, psi ? own_psi : NULL, own_t, k ? own_k : NULL);
    if (psi) add_weighted(1, near->phi[i], (const pl_lanes *)own_psi, psi);
    add_weighted(n, near->phi[i], (const pl_lanes *)own_t, t);
    if (k) add_weighted(n * n, near->phi[i], (const pl_lanes *)own_k, k);
  }
}
