// marks.c: see marks.h.
#include "estimate/judge/marks.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Mean size of the parameters of j's term with the same dimension. It is the reference for a standard error when the value may be near zero
// (c12).
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
  return material->sigma && material->sigma[j] > PL_UNDETERMINED * fabs(material->theta[j]);
}

bool pl_mark_undetermined(const pl_material *material, int j) {
  double sigma = material->sigma ? material->sigma[j] : NAN;
  return sigma > PL_UNDETERMINED * fabs(material->theta[j]) && sigma > PL_SMALL * mean_size(material, j);
}

static void mark(const pl_fit *fit, int j) {
  double sigma = fit->material->sigma[j], size = fabs(fit->material->theta[j]);
  if (fit->solution.formula || !fit->known.identified[j] || isnan(sigma)) return;
  fit->known.identified[j] = !pl_mark_undetermined(fit->material, j);
  fit->known.weak[j] = fit->known.identified[j] && sigma > PL_WEAK * size;
}

// A column of vectors[m][m] as a direction in all parameters: index[m] are the indices of its entries.
static void spread_direction(int m, const int *index, const double *vectors, int column, int n, double *out) {
  memset(out, 0, (size_t)n * sizeof *out);
  for (int i = 0; i < m; i++) out[index[i]] = vectors[i * m + column];
}

// Eigenvalues of R_ij = C_ij / (s_i s_j) over the free material parameters, s their usual sizes. The largest belongs to the least
// determined combination, the smallest to the best determined one. Eigenvalues below PL_UNDETERMINED^2 count as determined.
static pl_status find_directions(pl_fit *fit) {
  int n = fit->material->n_theta, m = 0;
  size_t n_all = (size_t)fit->solution.n_parameter;
  double *relative = pl_arena_alloc(fit->arena, (size_t)n * (size_t)n + 1, sizeof *relative);  // [m][m], no unit
  double *value = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *value);                    // [m], no unit
  int *index = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *index);                       // [m]
  fit->known.best_direction = pl_arena_alloc(fit->arena, n_all + 1, sizeof(double));
  if (!relative || !value || !index || !fit->known.best_direction) return PL_ERROR_MEMORY;
  memset(fit->known.worst_direction, 0, n_all * sizeof *fit->known.worst_direction);
  fit->known.worst_sigma = fit->known.best_sigma = fit->known.n_determined = 0;
  for (int j = 0; j < n; j++)
    if (fit->evidence.covariance[(size_t)j * n_all + (size_t)j] > 0) index[m++] = j;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      relative[i * m + j] = fit->evidence.covariance[(size_t)index[i] * n_all + (size_t)index[j]] /
                            (pl_usual_size(fit->material, index[i]) * pl_usual_size(fit->material, index[j]));
  if (m < 1 || LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', m, relative, m, value) != 0 || !(value[m - 1] > 0)) return PL_OK;
  spread_direction(m, index, relative, m - 1, fit->solution.n_parameter, fit->known.worst_direction);
  spread_direction(m, index, relative, 0, fit->solution.n_parameter, fit->known.best_direction);
  fit->known.worst_sigma = sqrt(value[m - 1]);
  fit->known.best_sigma = sqrt(fmax(value[0], 0));
  while (fit->known.n_determined < m && value[fit->known.n_determined] <= PL_UNDETERMINED * PL_UNDETERMINED) fit->known.n_determined++;
  return PL_OK;
}

pl_status pl_mark_sigmas(pl_fit *fit) {
  pl_material *material = fit->material;
  size_t n = (size_t)material->n_theta;
  material->sigma = pl_arena_alloc(material->arena, n + 1, sizeof(double));
  material->correlation = pl_arena_alloc(material->arena, n * n + 1, sizeof(double));
  if (!material->sigma || !material->correlation) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    double variance = fit->evidence.covariance[i * fit->solution.n_parameter + i];
    material->sigma[i] = variance > 0 ? sqrt(variance) : NAN;  // at a bound, or without any data: unknown, not exact
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double product = isnan(material->sigma[i] * material->sigma[j]) ? 0 : material->sigma[i] * material->sigma[j];
      material->correlation[i * n + j] = product > 0 ? fit->evidence.covariance[i * fit->solution.n_parameter + j] / product : i == j;
    }
  return PL_OK;
}

pl_status pl_mark_parameters(pl_fit *fit) {
  if (!fit->evidence.covariance || !fit->known.identified || !fit->material->sigma) return PL_OK;
  for (int j = 0; j < fit->material->n_theta; j++) mark(fit, j);
  return find_directions(fit);
}
