// samples.c: see samples.h.
#include "material/samples.h"

#include <math.h>
#include <string.h>

static double square_distance(const double *a, const double *b) {
  double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
  return dx * dx + dy * dy + dz * dz;
}

// Exponents are taken relative to the nearest sample, so at least one of them is 0.
void pl_samples_weights(const pl_samples *samples, const double x[3], double *phi) {
  double nearest = INFINITY, sum = 0, factor = -0.5 / (samples->radius * samples->radius);
  for (int m = 0; m < samples->n; m++) {
    phi[m] = square_distance(x, samples->point + 3 * m);
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
      if (k != m) nearest = fmin(nearest, square_distance(point + 3 * m, point + 3 * k));
    sum += sqrt(nearest);
  }
  return sum > 0 ? sum / n : size;
}

void pl_samples_mix(int n, const double *phi, int n_theta, const double *theta, double *out) {
  for (int j = 0; j < n_theta; j++) out[j] = 0;
  for (int m = 0; m < n; m++)
    for (int j = 0; j < n_theta; j++) out[j] += phi[m] * theta[(size_t)m * n_theta + j];
}

// The weight a sample has anywhere in the block decides; the largest are kept, in the order of their index.
void pl_samples_near(const pl_samples *samples, const pl_lanes *x, pl_near_samples *near) {
  double smallest[PL_BLOCK], factor = -0.5 / (samples->radius * samples->radius), keep[PL_SAMPLES_MAX_NEAR];
  PL_EACH_LANE(l) smallest[l] = INFINITY;
  for (int m = 0; m < samples->n; m++) PL_EACH_LANE(l) {
      double at[3] = {x[0][l], x[1][l], x[2][l]};
      smallest[l] = fmin(smallest[l], square_distance(at, samples->point + 3 * m));
    }
  near->n = 0;
  for (int m = 0; m < samples->n; m++) {
    pl_lanes phi;
    double most = 0;
    PL_EACH_LANE(l) {
      double at[3] = {x[0][l], x[1][l], x[2][l]};
      phi[l] = exp(factor * (square_distance(at, samples->point + 3 * m) - smallest[l]));
      most = fmax(most, phi[l]);
    }
    if (most <= 1e-4) continue;
    int to = near->n;
    if (to == PL_SAMPLES_MAX_NEAR) {
      // full: the weakest makes room
      to = 0;
      for (int i = 1; i < near->n; i++)
        if (keep[i] < keep[to]) to = i;
      if (keep[to] >= most) continue;
      for (int i = to; i + 1 < near->n; i++) {
        keep[i] = keep[i + 1];
        near->sample[i] = near->sample[i + 1];
        memcpy(near->phi[i], near->phi[i + 1], sizeof near->phi[i]);
      }
      to = --near->n;
    }
    keep[to] = most;
    near->sample[to] = m;
    memcpy(near->phi[to], phi, sizeof phi);
    near->n++;
  }
  PL_EACH_LANE(l) {
    double sum = 0;
    for (int i = 0; i < near->n; i++) sum += near->phi[i][l];
    for (int i = 0; i < near->n; i++) near->phi[i][l] /= sum;
  }
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
