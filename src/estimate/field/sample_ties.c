// sample_ties.c: prior of the parameters of material samples: their sizes, and the rows that regularise them.
//
// Let u_b be the relative stiffness of sample b: the mean over its stiffnesses of p_bj / p_jref. Let q_b = (p_bj / p_jref - p_bk / p_kref)
// / u_b be the relative difference of two of them. The samples' fields Phi u and Phi q at the candidates are random fields (random_field.h)
// with unknown means:
//
//   W u,    W^T W = Phi^T (C + free^2 1 1^T)^-1 Phi        C: the prior's covariance at the candidates, with its local contrast
//   W' q,   the same with t tau for tau, t = 0.3, without local contrast: Poisson's ratio need not change where stiffness does
//
// The penalty of a field does not depend on the number of samples. The mean of q is free, because the stiffness ratio of the homogeneous
// fit is no mean of the ratios in the body. (A stiff ball in a block, Poisson's ratio 0.3 everywhere, gives 0.2.) So nothing is pulled
// towards it.
//
// The free mean is eliminated in closed form, so that W exists for any contrast. Let Y = root^-1 Phi, root root^T = C, and Y^T Y = R^T R.
// The weights of the samples sum to 1, so Phi 1 = 1, and by Sherman and Morrison
//
//   W = (1 - beta g g^T) R,   g = R 1 / |R 1|,   1 - beta = 1 / sqrt(1 + free^2 |R 1|^2).
#include <math.h>
#include <string.h>

#include <cblas.h>
#include <lapacke.h>

#include "estimate/field/sample_run.h"

#define NEAR_ZERO 0.01  // of the law's stiffness: below it, a parameter counts as zero
#define NATURAL 0.1     // of the law's stiffness, or of the natural size: the size of such a parameter. Ten of them are the prior of a fit

// ---- sizes ----

// The largest stiffness of the law at rest, SI; 0 where it has none.
static double stiffness_at_rest(const pl_material *base, const pl_term *term) {
  double rest[PL_LAW_MAX_IN] = {0}, t[PL_LAW_MAX_IN], k[PL_LAW_MAX_IN * PL_LAW_MAX_IN], largest = 0;
  int n = term->law.row->n_in;
  if (term->law.row->rest) memcpy(rest, term->law.row->rest, (size_t)n * sizeof *rest);
  pl_law_eval_one(&term->law, base->theta + term->theta, rest, NULL, t, k);
  for (int i = 0; i < n; i++) largest = fmax(largest, k[i * n + i]);
  return isfinite(largest) ? largest : 0;
}

pl__sample_size pl__sample_size_of(const pl_material *base, const pl_term *term, int j) {
  const pl_parameter *parameter = &base->parameter[term->theta + j];
  double value = base->theta[term->theta + j], whole = stiffness_at_rest(base, term);
  bool elastic = pl_dim_equal(parameter->dim, base->parameter[term->theta].dim) && !pl_dim_equal(parameter->dim, PL_DIM_NONE);
  if (elastic && value > 0 && value >= NEAR_ZERO * whole) return (pl__sample_size){true, value};
  return (pl__sample_size){false, fmax(fabs(value), NATURAL * (elastic && whole > 0 ? whole : parameter->scale))};
}

pl_status pl__sample_find_sizes(pl__samples_run *run) {
  pl__sample_size *size = pl_arena_alloc(run->fit->arena, (size_t)run->base->n_theta + 1, sizeof *size);
  if (!size) return PL_ERROR_MEMORY;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < term->law.n_param && term->shares < 0; j++) size[term->theta + j] = pl__sample_size_of(run->base, term, j);
  }
  run->size = size;
  return PL_OK;
}

int pl__sample_find_stiff(const pl__samples_run *run, const pl_material *material, pl__stiff_number *stiff) {
  int n = 0;
  for (int t = 0; t < run->base->n_term; t++) {
    const pl_term *term = &run->base->term[t];
    for (int j = 0; j < term->law.n_param && run->chosen[t] && term->shares < 0; j++)
      if (run->size[term->theta + j].stiffness)
        stiff[n++] = (pl__stiff_number){t, j, material->term[t].theta + j, term->law.n_param, run->size[term->theta + j].reference};
  }
  return n;
}

double pl__sample_stiffness(int n_stiff, const pl__stiff_number *stiff, const pl_material *material, int m) {
  double sum = 0;
  for (int j = 0; j < n_stiff; j++) sum += material->theta[stiff[j].first + m * stiff[j].step] / stiff[j].reference;
  return n_stiff > 0 ? fmax(sum / n_stiff, 1e-3) : 1;
}

// ---- ties ----

// R, upper triangular, becomes W: [n][n].
static void free_the_mean(int n, double *root) {
  double g[PL__MAX_POINT], along[PL__MAX_POINT] = {0}, square = 0;  // R 1, then normalised; g^T R; |R 1|^2
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < a; b++) root[a * n + b] = 0;
    g[a] = 0;
    for (int b = a; b < n; b++) g[a] += root[a * n + b];
    square += g[a] * g[a];
  }
  double beta = 1 - 1 / sqrt(1 + PL_FIELD_FREE * PL_FIELD_FREE * square);
  for (int a = 0; a < n; a++) {
    g[a] /= sqrt(square);
    for (int b = 0; b < n; b++) along[b] += g[a] * root[a * n + b];
  }
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) root[a * n + b] -= beta * g[a] * along[b];
}

// W of a prior: root[n][n].
static pl_status prior_root(const pl__samples_run *run, const pl_field_prior *prior, const pl_samples *samples, double *root) {
  pl_context *ctx = run->fit->ctx;
  int n = samples->n, m = run->candidates.n;
  double *c = pl_alloc(ctx, (size_t)m * (size_t)m, sizeof *c), *phi = pl_alloc(ctx, (size_t)m * (size_t)n, sizeof *phi);
  pl_status status = c && phi ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (int a = 0; a < m; a++) pl_samples_weights(samples, run->candidates.place + 3 * a, phi + (size_t)a * (size_t)n);
    bool regular = pl_field_root(prior, m, run->candidates.place, c);
    if (regular) {
      cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, m, n, 1, c, m, phi, n);
      memset(root, 0, (size_t)(n * n) * sizeof *root);
      cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, m, 1, phi, n, 0, root, n);
      double largest = 0;
      for (int i = 0; i < n; i++) largest = fmax(largest, root[i * n + i]);
      for (int i = 0; i < n; i++) root[i * n + i] += 1e-9 * largest;
      regular = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', n, root, n) == 0;
    }
    if (regular)
      free_the_mean(n, root);
    else
      status = pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "", "the prior of %d samples is singular", n);
  }
  pl_free(ctx, phi);
  pl_free(ctx, c);
  return status;
}

// A row in arena memory with room for n parameters.
static bool new_link(pl_arena *arena, int n, pl_fit_link *link, int **index, double **weight) {
  *index = pl_arena_alloc(arena, (size_t)n, sizeof **index);
  *weight = pl_arena_alloc(arena, (size_t)n, sizeof **weight);
  *link = (pl_fit_link){n, *index, *weight};
  return *index && *weight;
}

pl_status pl__sample_levels(const pl__samples_run *run, const pl_material *material, int n, double *level) {
  pl__stiff_number *stiff = pl_arena_alloc(run->fit->arena, (size_t)run->base->n_theta + 1, sizeof *stiff);
  if (!stiff) return PL_ERROR_MEMORY;
  int n_stiff = pl__sample_find_stiff(run, material, stiff);
  for (int m = 0; m < n; m++) level[m] = fmax(pl__sample_stiffness(n_stiff, stiff, material, m), PL__SMALLEST);
  return PL_OK;
}

// A row of W times the sum of part_j p_bj / p_jref over these stiffnesses, divided by `level` if given.
static pl_status add_row(pl_arena *arena, const pl_samples *samples, const double *w, int n_stiff, const pl__stiff_number *stiff,
                         const double *part, const double *level, pl_fit_link *link) {
  int *index;
  double *weight;
  if (!new_link(arena, samples->n * n_stiff, link, &index, &weight)) return PL_ERROR_MEMORY;
  for (int b = 0; b < samples->n; b++)
    for (int j = 0; j < n_stiff; j++) {
      *index++ = stiff[j].first + b * stiff[j].step;
      *weight++ = part[j] * w[b] / (stiff[j].reference * (level ? level[b] : 1));
    }
  return PL_OK;
}

pl_status pl__sample_tie(pl__samples_run *run, const pl_material *material, const pl_samples *samples, const double *level) {
  const pl_fit *fit = run->fit;
  int n = samples->n, n_stiff;
  pl_field_prior apart = run->tie;
  double noise = run->tie.noise, *w = pl_arena_alloc(fit->arena, 2 * (size_t)(n * n) + 1, sizeof *w), *w_apart = w ? w + n * n : NULL;
  pl__stiff_number *stiff = pl_arena_alloc(fit->arena, (size_t)run->base->n_theta + 1, sizeof *stiff);
  double *mean = pl_arena_alloc(fit->arena, (size_t)run->base->n_theta + 1, sizeof *mean);
  run->stage.ties.n = 0;
  if (!w || !stiff || !mean) return PL_ERROR_MEMORY;
  n_stiff = pl__sample_find_stiff(run, material, stiff);
  pl_fit_link *link = pl_arena_alloc(fit->arena, (size_t)n * (size_t)n_stiff + 1, sizeof *link), *next = link;
  if (!link) return PL_ERROR_MEMORY;
  apart.tau *= PL__IN_PROPORTION, apart.n_local = 0;
  if (n_stiff > 0) PL_TRY(prior_root(run, &run->tie, samples, w));
  if (n_stiff > 1) PL_TRY(prior_root(run, &apart, samples, w_apart));
  for (int j = 0; j < n_stiff; j++) mean[j] = noise / n_stiff;
  const double against[2] = {-noise, noise};
  for (int a = 0; a < n && n_stiff > 0; a++) {
    PL_TRY(add_row(fit->arena, samples, w + a * n, n_stiff, stiff, mean, NULL, next++));
    for (int j = 1; j < n_stiff; j++) PL_TRY(add_row(fit->arena, samples, w_apart + a * n, 2, stiff + j - 1, against, level, next++));
  }
  run->stage.ties = (pl_fit_ties){.n = (int)(next - link), .link = link, .noise = noise};
  return PL_OK;
}
