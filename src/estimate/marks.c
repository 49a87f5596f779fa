// marks.c: see marks.h.
#include "estimate/marks.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Mean size of the numbers of parameter j's term that have its dimension: what to hold a sigma against when the value itself may be near zero (c12).
static double mean_size(const pl_material *material, int j) {
  const pl_term *term = &material->term[material->parameter[j].term];
  double sum = 0;
  int n = 0;
  for (int i = term->theta; i < term->theta + pl_term_theta_count(term); i++)
    if (pl_dim_equal(material->parameter[i].dim, material->parameter[j].dim)) {
      sum += fabs(material->theta[i]);
      n++;
    }
  return n ? sum / n : 0;
}

double pl_usual_size(const pl_material *material, int j) {
  double size = fmax(fabs(material->theta[j]), mean_size(material, j));
  return size > 0 ? size : material->parameter[j].scale;
}

bool pl_mark_near_zero(const pl_fit *fit, int j) {
  const pl_material *material = fit->material;
  return material->sigma && material->sigma[j] > PL_UNTOLD * fabs(material->theta[j]);
}

bool pl_mark_undetermined(const pl_material *material, int j) {
  double sigma = material->sigma ? material->sigma[j] : NAN;
  return sigma > PL_UNTOLD * fabs(material->theta[j]) && sigma > PL_SMALL * mean_size(material, j);
}

static void mark(pl_fit *fit, int j) {
  double sigma = fit->material->sigma[j], size = fabs(fit->material->theta[j]);
  if (fit->formula || !fit->identified[j] || isnan(sigma)) return;
  fit->identified[j] = !pl_mark_undetermined(fit->material, j);
  fit->weak[j] = fit->identified[j] && sigma > PL_WEAK * size;
}

// Largest eigenvalue of R_ij = C_ij / (s_i s_j) over the numbers of the material, s their usual sizes, and its eigenvector.
static pl_status find_worst(pl_fit *fit) {
  int n = fit->material->n_theta;
  double *relative = pl_arena_alloc(fit->arena, (size_t)n * (size_t)n + 1, sizeof *relative);  // [n][n], no unit
  double *value = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *value);                    // [n], no unit
  double *size = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *size);                      // [n], SI
  if (!relative || !value || !size) return PL_ERROR_MEMORY;
  memset(fit->worst_direction, 0, (size_t)fit->n_parameter * sizeof *fit->worst_direction);
  fit->worst_sigma = 0;
  for (int j = 0; j < n; j++) size[j] = pl_usual_size(fit->material, j);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      relative[i * n + j] = fit->covariance[(size_t)i * (size_t)fit->n_parameter + (size_t)j] / (size[i] * size[j]);
  if (n < 1 || LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', n, relative, n, value) != 0 || !(value[n - 1] > 0)) return PL_OK;
  for (int j = 0; j < n; j++) fit->worst_direction[j] = relative[j * n + n - 1];
  fit->worst_sigma = sqrt(value[n - 1]);
  return PL_OK;
}

pl_status pl_mark_sigmas(pl_fit *fit) {
  pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  material->sigma = pl_arena_alloc(material->arena, n + 1, sizeof(double));
  material->correlation = pl_arena_alloc(material->arena, n * n + 1, sizeof(double));
  if (!material->sigma || !material->correlation) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    double variance = fit->covariance[i * fit->n_parameter + i];
    material->sigma[i] =
        variance > 0 ? sqrt(variance) : NAN;  // held at a bound, or without any data: not known, which is not the same as exact
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double product = isnan(material->sigma[i] * material->sigma[j]) ? 0 : material->sigma[i] * material->sigma[j];
      material->correlation[i * n + j] = product > 0 ? fit->covariance[i * fit->n_parameter + j] / product : i == j;
    }
  return PL_OK;
}

pl_status pl_mark_parameters(pl_fit *fit) {
  if (!fit->covariance || !fit->identified || !fit->material->sigma) return PL_OK;
  for (int j = 0; j < fit->material->n_theta; j++) mark(fit, j);
  return find_worst(fit);
}
