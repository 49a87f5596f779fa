// random_field.c: see random_field.h.
//
// With mean and free parameters integrated out, the readings are Gaussian,
//
//   z ~ N(0, noise^2 S),   S = 1 + (tau/noise)^2 B C B^T + free^2 (B1 (B1)^T + F F^T),   C_kl = c_k c_l k(|X_k - X_l| / length),
//
//   ln p(z) = -1/2 (n ln noise^2 + ln |S| + z S^-1 z / noise^2),
//
// and the field at X, with k = cov(z, u(X)) / noise^2, has the mean k S^-1 z and the variance cov(u, u) - noise^2 k S^-1 k. For given
// tau/noise and length, the most likely noise^2 is z S^-1 z / n. There are many readings and few places. A QR factorisation of [B F z]
// reduces the rows to the number of columns, plus the sum of squares that no field explains.
#include "estimate/field/random_field.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "math/distance.h"

static const double LEAST_RATIO = 0.01, MOST_RATIO = 10;  // bounds of tau / noise
static const double ROOT_SPREAD = 1e-5;
enum { GRID = 9, ZOOM = 4, N_LOCAL_STEP = 3 };

// The readings in few rows, and workspace.
typedef struct seen {
  int n_row, n, n_free;  // rows kept; places; free columns, including that of the mean
  int n_reading;         // rows before the reduction
  double rest;           // z^2 in the rows that no field explains
  double *z;             // [n_row]
  double *b;             // [n_row][n]
  double *f;             // [n_row][n_free]
  const double *place;   // [n][3], m
  double *contrast;      // [n], c at the places
  double *c;             // [n][n]
  double *bc;            // [n_row][n], B C
  double *s;             // [n_row][n_row], lower Cholesky factor of S
  double *y;             // [n_row], inverse of the factor times z
} seen;

static pl_status see(pl_arena *arena, const pl_field_readings *r, seen *out) {
  int n = r->n, n_free = r->n_free + !r->mean_known, width = n + n_free + 1, n_row = r->n_row < width ? r->n_row : width - 1;
  size_t m = (size_t)r->n_row, room = (size_t)n_row + 1;
  *out = (seen){.n_row = n_row, .n = n, .n_free = n_free, .n_reading = r->n_row, .place = r->place};
  double *all = pl_arena_alloc(arena, m * (size_t)width + 1, sizeof *all), *tau = pl_arena_alloc(arena, (size_t)width, sizeof *tau);
  out->z = pl_arena_alloc(arena, room, sizeof *out->z);
  out->b = pl_arena_alloc(arena, room * (size_t)n, sizeof *out->b);
  out->f = pl_arena_alloc(arena, room * (size_t)(n_free + 1), sizeof *out->f);
  out->contrast = pl_arena_alloc(arena, (size_t)n + 1, sizeof *out->contrast);
  out->c = pl_arena_alloc(arena, (size_t)n * (size_t)n, sizeof *out->c);
  out->bc = pl_arena_alloc(arena, room * (size_t)n, sizeof *out->bc);
  out->s = pl_arena_alloc(arena, room * room, sizeof *out->s);
  out->y = pl_arena_alloc(arena, room, sizeof *out->y);
  if (!all || !tau || !out->z || !out->b || !out->f || !out->contrast || !out->c || !out->bc || !out->s || !out->y) return PL_ERROR_MEMORY;
  // columns of u, then those of the free parameters, then z; column-major
  for (size_t i = 0; i < m; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += all[(size_t)k * m + i] = r->by_u[i * (size_t)n + (size_t)k];
    for (int k = 0; k < r->n_free; k++) all[(size_t)(n + k) * m + i] = r->by_b[i * (size_t)r->n_free + (size_t)k];
    if (!r->mean_known) all[(size_t)(n + r->n_free) * m + i] = sum;
    all[(size_t)(width - 1) * m + i] = r->z[i];
  }
  if (r->n_row >= width) {
    if (LAPACKE_dgeqrf(LAPACK_COL_MAJOR, r->n_row, width, all, r->n_row, tau) != 0) return PL_ERROR_MEMORY;
    for (int k = 0; k < width; k++)
      for (int i = k + 1; i < width; i++) all[(size_t)k * m + (size_t)i] = 0;
    out->rest = pow(all[(size_t)(width - 1) * m + (size_t)(width - 1)], 2);
  }
  for (int i = 0; i < n_row; i++) {
    for (int k = 0; k < n; k++) out->b[(size_t)i * (size_t)n + (size_t)k] = all[(size_t)k * m + (size_t)i];
    for (int k = 0; k < n_free; k++) out->f[(size_t)i * (size_t)n_free + (size_t)k] = all[(size_t)(n + k) * m + (size_t)i];
    out->z[i] = all[(size_t)(width - 1) * m + (size_t)i];
  }
  return PL_OK;
}

static double kernel(double d) { return (1 + d) * exp(-d); }

double pl_field_contrast(const pl_field_prior *prior, const double x[3]) {
  double sum = 0, weight = 0, h = PL_FIELD_WINDOW * prior->length;
  for (int k = 0; k < prior->n_local; k++) {
    double w = exp(-pl_square_distance(x, prior->local_place + 3 * k) / (2 * h * h));
    sum += w * prior->local_square[k], weight += w;
  }
  return weight > 0 ? sqrt(sum / weight) : 1;
}

double pl_field_covariance(const pl_field_prior *prior, const double x[3], double contrast_x, const double y[3], double contrast_y) {
  return prior->tau * prior->tau * contrast_x * contrast_y * kernel(sqrt(pl_square_distance(x, y)) / prior->length);
}

// Factorises the correlations first: tau and c, however small, only scale the rows.
bool pl_field_root(const pl_field_prior *prior, int n, const double *place, double *root) {
  for (int k = 0; k < n; k++)
    for (int l = 0; l < n; l++)
      root[(size_t)k * (size_t)n + (size_t)l] =
          l > k ? 0
                : kernel(sqrt(pl_square_distance(place + 3 * k, place + 3 * l)) / prior->length) + (k == l ? ROOT_SPREAD * ROOT_SPREAD : 0);
  if (n > 0 && LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, root, n) != 0) return false;
  for (int k = 0; k < n; k++) {
    double size = prior->tau * pl_field_contrast(prior, place + 3 * k);
    for (int l = 0; l <= k; l++) root[(size_t)k * (size_t)n + (size_t)l] *= size;
  }
  return true;
}

// Sets length and local contrast of a prior; tau and noise do not matter here.
static void set_shape(seen *s, const pl_field_prior *prior) {
  size_t n = (size_t)s->n;
  pl_field_prior unit = *prior;
  unit.tau = 1;
  for (size_t k = 0; k < n; k++) s->contrast[k] = pl_field_contrast(prior, s->place + 3 * k);
  for (size_t k = 0; k < n; k++)
    for (size_t l = 0; l <= k; l++)
      s->c[k * n + l] = s->c[l * n + k] = pl_field_covariance(&unit, s->place + 3 * k, s->contrast[k], s->place + 3 * l, s->contrast[l]);
  if (s->n_row > 0) cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s->n_row, s->n, s->n, 1, s->b, s->n, s->c, s->n, 0, s->bc, s->n);
}

// Factorises S for tau/noise = ratio, after set_shape. *log_det = ln |S|, *square = z S^-1 z including the rest.
static bool factorise(seen *s, double ratio, double *log_det, double *square) {
  int m = s->n_row;
  *log_det = 0, *square = s->rest;
  if (m <= 0) return true;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, m, s->n, ratio * ratio, s->bc, s->n, s->b, s->n, 0, s->s, m);
  if (s->n_free > 0)
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, m, s->n_free, PL_FIELD_FREE * PL_FIELD_FREE, s->f, s->n_free, 1, s->s, m);
  for (int i = 0; i < m; i++) s->s[(size_t)i * (size_t)m + (size_t)i] += 1;
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', m, s->s, m) != 0) return false;
  memcpy(s->y, s->z, (size_t)m * sizeof *s->y);
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, m, s->s, m, s->y, 1);
  for (int i = 0; i < m; i++) {
    *log_det += 2 * log(s->s[(size_t)i * (size_t)m + (size_t)i]);
    *square += s->y[i] * s->y[i];
  }
  return true;
}

static double evidence_of(const seen *s, double log_det, double square, double noise) {
  return -0.5 * (s->n_reading * 2 * log(noise) + log_det + square / (noise * noise));
}

pl_status pl_field_evidence(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, double *evidence) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  seen s;
  pl_status status = see(arena, readings, &s);
  if (status == PL_OK) {
    double log_det, square;
    set_shape(&s, prior);
    *evidence = factorise(&s, prior->tau / prior->noise, &log_det, &square) ? evidence_of(&s, log_det, square, prior->noise) : -INFINITY;
  }
  pl_arena_destroy(arena);
  return status;
}

// Searches a grid in ln(tau/noise) and ln(length), refined around its best point. The local contrast is fixed. Returns the evidence.
static double search(seen *s, double shortest, double longest, pl_field_prior *best) {
  int n_length = longest > shortest ? GRID : 1;
  double low[2] = {log(LEAST_RATIO), log(shortest)}, high[2] = {log(MOST_RATIO), log(longest)}, most = -INFINITY;
  double from[2] = {low[0], low[1]}, to[2] = {high[0], high[1]}, at[2] = {low[0], low[1]};
  for (int zoom = 0; zoom < ZOOM; zoom++) {
    for (int j = 0; j < n_length; j++) {
      pl_field_prior at_length = *best;
      double length = from[1] + (to[1] - from[1]) * j / (GRID - 1);
      at_length.length = exp(length);
      if (n_length > 1 || zoom == 0) set_shape(s, &at_length);
      for (int i = 0; i < GRID; i++) {
        double ratio = from[0] + (to[0] - from[0]) * i / (GRID - 1), log_det, square;
        if (!factorise(s, exp(ratio), &log_det, &square)) continue;
        double noise = fmax(1, sqrt(square / fmax(s->n_reading, 1))), evidence = evidence_of(s, log_det, square, noise);
        if (evidence <= most) continue;
        most = evidence, at[0] = ratio, at[1] = length;
        best->tau = exp(ratio) * noise, best->length = exp(length), best->noise = noise;
      }
    }
    for (int k = 0; k < 2; k++) {
      double step = (to[k] - from[k]) / (GRID - 1);
      from[k] = fmax(low[k], at[k] - step), to[k] = fmin(high[k], at[k] + step);
    }
  }
  return most;
}

// Mean and standard deviation at one place: of u or, with the mean known, of w. k[n_row] is scratch.
static void at_place(const seen *s, const pl_field_prior *prior, const double *x, bool mean_known, double *k, double *mean, double *sigma) {
  double ratio = prior->tau / prior->noise, contrast = pl_field_contrast(prior, x);
  double variance = pow(ratio * contrast, 2) + (mean_known ? 0 : PL_FIELD_FREE * PL_FIELD_FREE);
  pl_field_prior unit = *prior;
  int m = s->n_row;
  unit.tau = ratio;
  memset(k, 0, (size_t)m * sizeof *k);
  for (int l = 0; l < s->n; l++) {
    double c = pl_field_covariance(&unit, x, contrast, s->place + 3 * l, s->contrast[l]);
    for (int i = 0; i < m; i++) k[i] += c * s->b[(size_t)i * (size_t)s->n + (size_t)l];
  }
  // the mean's column is the last free column
  for (int i = 0; i < m && !mean_known; i++) k[i] += PL_FIELD_FREE * PL_FIELD_FREE * s->f[(size_t)(i + 1) * (size_t)s->n_free - 1];
  if (m > 0) cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, m, s->s, m, k, 1);
  *mean = 0;
  for (int i = 0; i < m; i++) {
    *mean += k[i] * s->y[i];
    variance -= k[i] * k[i];
  }
  *sigma = prior->noise * sqrt(fmax(variance, 0));
}

// One step of expectation maximisation: expected w^2 at each place under `prior`, divided by its mean. k[n_row] is scratch.
static void expect_squares(seen *s, const pl_field_prior *prior, double *k, double *square) {
  double log_det, rest, sum = 0;
  set_shape(s, prior);
  if (!factorise(s, prior->tau / prior->noise, &log_det, &rest)) s->n_row = 0;  // then only the prior remains
  for (int i = 0; i < s->n; i++) {
    double mean, sigma;
    at_place(s, prior, s->place + 3 * i, true, k, &mean, &sigma);
    square[i] = mean * mean + sigma * sigma;
    sum += square[i];
  }
  for (int i = 0; i < s->n; i++) square[i] *= sum > 0 ? s->n / sum : 0;
}

// Learns the local contrast and updates tau and noise; the length found without it is kept. Ends when the likelihood no longer increases.
static pl_status learn_local(pl_arena *arena, seen *s, double evidence, double *k, pl_field_prior *prior) {
  for (int step = 0; step < N_LOCAL_STEP && s->n_row > 0; step++) {
    pl_field_prior next = *prior;
    double *square = pl_arena_alloc(arena, (size_t)s->n + 1, sizeof *square);
    if (!square) return PL_ERROR_MEMORY;
    expect_squares(s, prior, k, square);
    next.n_local = s->n, next.local_place = s->place, next.local_square = square;
    double now = search(s, prior->length, prior->length, &next);
    if (!(now > evidence)) break;
    evidence = now;
    *prior = next;
  }
  return PL_OK;
}

pl_status pl_field_learn(pl_arena *arena, const pl_field_readings *readings, double shortest, double longest, pl_field_prior *prior) {
  pl_arena *scratch = pl_arena_create(pl_arena_context(arena));
  if (!scratch) return PL_ERROR_MEMORY;
  seen s;
  pl_status status = see(scratch, readings, &s);
  double *k = status == PL_OK ? pl_arena_alloc(scratch, (size_t)s.n_row + 1, sizeof *k) : NULL;
  if (status == PL_OK && !k) status = PL_ERROR_MEMORY;
  *prior = (pl_field_prior){.tau = LEAST_RATIO, .length = longest, .noise = 1};
  if (status == PL_OK) status = learn_local(arena, &s, search(&s, shortest, longest, prior), k, prior);
  pl_arena_destroy(scratch);
  return status;
}

pl_status pl_field_posterior(pl_context *ctx, const pl_field_readings *readings, const pl_field_prior *prior, int32_t n_at,
                             const double *at, double *mean, double *sigma, double *b) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  seen s;
  double log_det, square;
  pl_status status = see(arena, readings, &s);
  double *k = status == PL_OK ? pl_arena_alloc(arena, (size_t)s.n_row + 1, sizeof *k) : NULL;
  if (status == PL_OK && !k) status = PL_ERROR_MEMORY;
  if (status == PL_OK) {
    set_shape(&s, prior);
    bool regular = factorise(&s, prior->tau / prior->noise, &log_det, &square);
    if (!regular) s.n_row = 0;  // only the prior is known
    for (int32_t e = 0; e < n_at; e++) at_place(&s, prior, at + 3 * (size_t)e, readings->mean_known, k, &mean[e], &sigma[e]);
    // cov(b, z) S^-1 z, with the transposed factor
    if (s.n_row > 0) cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, s.n_row, s.s, s.n_row, s.y, 1);
    for (int j = 0; j < readings->n_free && b; j++) {
      b[j] = 0;
      for (int i = 0; i < s.n_row; i++) b[j] += PL_FIELD_FREE * PL_FIELD_FREE * s.f[(size_t)i * (size_t)s.n_free + (size_t)j] * s.y[i];
    }
  }
  pl_arena_destroy(arena);
  return status;
}
