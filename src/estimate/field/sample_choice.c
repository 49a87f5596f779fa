// sample_choice.c: see sample_choice.h.
#include "estimate/field/sample_choice.h"

#include <cblas.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "estimate/field/mesh_correction.h"

// True if this pose has readings and an error in every compared stage.
static bool is_compared(int n_stage, const pl_left_out *const *left, int f) {
  for (int i = 0; i < n_stage; i++)
    if (left[i] && (left[i][f].n == 0 || isnan(left[i][f].square))) return false;
  return true;
}

int pl_samples_choose(int n_stage, int n_pose, const pl_left_out *const *left, int *n_compared, double *excess, double *error) {
  int best = -1, chosen = -1;
  double least = INFINITY, smaller = INFINITY;
  *n_compared = 0;
  for (int f = 0; f < n_pose; f++) *n_compared += is_compared(n_stage, left, f);
  for (int i = 0; i < n_stage; i++) {
    double sum = 0;
    excess[i] = error[i] = NAN;
    if (!left[i]) continue;
    for (int f = 0; f < n_pose; f++) sum += is_compared(n_stage, left, f) ? left[i][f].square : 0;
    if (sum < least) least = sum, best = i;
  }
  if (best < 0 || *n_compared < 2) return -1;
  for (int i = 0; i < n_stage; i++) {
    double sum = 0, spread = 0, n_reading = 0, n = *n_compared;
    if (!left[i]) continue;
    for (int f = 0; f < n_pose; f++)
      if (is_compared(n_stage, left, f)) sum += left[i][f].square - left[best][f].square, n_reading += left[best][f].n;
    for (int f = 0; f < n_pose; f++)
      if (is_compared(n_stage, left, f)) spread += pow(left[i][f].square - left[best][f].square - sum / n, 2);
    excess[i] = sum / n_reading;
    error[i] = sqrt(n * spread / (n - 1)) / n_reading;  // standard error of the sum of n poses, per reading
    // a large scatter makes any difference insignificant: a stage must also be better than all smaller ones
    if (chosen < 0 && excess[i] < smaller && excess[i] <= error[i]) chosen = i;
    smaller = fmin(smaller, excess[i]);
  }
  return chosen;
}

pl_status pl_samples_held_out(pl_fit *fit, double *error) {
  const pl_stage stage = pl_stage_default(&fit->problem);
  double sum = 0;
  int n = 0, n_failed = INT_MAX;
  *error = NAN;
  if (fit->problem.n_case == fit->problem.n_fitted) return PL_OK;
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    pl_rig_destroy(fit->work.fit_case[i].rig);
    fit->work.fit_case[i].rig = NULL;
    PL_TRY(pl_case_create(&fit->work, &stage, fit->material, i));
  }
  if (pl_fit_corrects(fit)) PL_TRY(pl_fit_mesh_correct(fit, fit->problem.n_fitted, fit->problem.n_case, NULL));
  PL_TRY(pl_cases_predict(
      &fit->problem, &fit->work, &stage,
      &(pl_cases_ask){
          .theta = fit->material->theta, .first = fit->problem.n_fitted, .last = fit->problem.n_case, .wanted = PL_WANTED_VALUES},
      &n_failed));
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; pl_case_used(c, k) && v < pl_case_values(c, k); v++) {
        double sigma = pl_case_row_sigma(c, k, v), r = (c->predicted[k][v] - c->test->channel[k].value[v]) / sigma;
        if (isnan(r) || isinf(sigma)) continue;
        sum += r * r;
        n++;
      }
  }
  // the rigs belong to this material: the next material and the final scores make new ones
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    pl_rig_destroy(fit->work.fit_case[i].rig);
    fit->work.fit_case[i].rig = NULL;
  }
  if (n > 0 && n_failed == 0) *error = sqrt(sum / n);
  return PL_OK;
}

int pl_samples_poses(const pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) n += fit->work.fit_case[i].test->n_frame;
  return n;
}

double pl_samples_left_out_error(int n_pose, const pl_left_out *left) {
  double sum = 0;
  int n = 0;
  for (int f = 0; f < n_pose; f++)
    if (!isnan(left[f].square)) sum += left[f].square, n += left[f].n;
  return n > 0 ? sqrt(sum / n) : NAN;
}

// The pose of every data row of a stage, numbered over all fitted cases.
static void find_poses(const pl_fit *fit, const pl_stage *stage, int *pose) {
  int row = 0, first = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; pl_stage_uses(stage, &fit->work, i, k) && v < pl_case_values(c, k); v++)
        pose[row++] = first + v / pl_channel_width(&c->test->channel[k]);
    first += c->test->n_frame;
  }
}

// The rows of one pose: out[n_row][n], scaled, and their residuals; returns n_row.
static int rows_of(const pl_solution *s, const int *pose, int f, const int *index, int n, double *out, double *r) {
  int n_row = 0;
  for (int i = 0; i < s->stack.n_data; i++) {
    if (pose[i] != f) continue;
    for (int j = 0; j < n; j++)
      out[(size_t)n_row * (size_t)n + (size_t)j] =
          s->jacobian[(size_t)i * (size_t)s->stack.n_parameter + (size_t)index[j]] * s->stack.scale[index[j]];
    r[n_row++] = s->r[i];
  }
  return n_row;
}

// The normal equations of all rows.
typedef struct all_rows {
  int n;            // parameters
  double norm;      // trace of a: an upper bound of its eigenvalues
  const double *a;  // [n][n], A = J^T J, lower triangle
  const double *g;  // [n], J^T r
} all_rows;

// Solves (A - A_f) d = -(g - g_f) by the eigenvectors (work [n][n]) and eigenvalues (value [n]) of A - A_f. The second half of d [2 n] is
// work space. Along vectors that the other rows do not determine, d is 0. Returns false if the pose depends on such a vector: the rest
// cannot predict it.
static bool step_without(const all_rows *all, int n_row, const double *row, const double *r, double *work, double *value, double *d) {
  const double unfelt = 1e-13;  // relative to the norm: rounding error that remains when all of A is subtracted
  int n = all->n;
  memcpy(work, all->a, (size_t)n * (size_t)n * sizeof *work);
  memcpy(value, all->g, (size_t)n * sizeof *value);
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_row, -1, row, n, 1, work, n);
  cblas_dgemv(CblasRowMajor, CblasTrans, n_row, n, -1, row, n, r, 1, 1, value, 1);
  memcpy(d, value, (size_t)n * sizeof *d);
  if (LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'L', n, work, n, value) != 0) return false;
  bool known = true;
  double *g = d + n;
  memcpy(g, d, (size_t)n * sizeof *g);
  memset(d, 0, (size_t)n * sizeof *d);
  for (int e = 0; e < n; e++) {
    double felt = 0;
    if (value[e] > unfelt * all->norm) {
      cblas_daxpy(n, -cblas_ddot(n, g, 1, work + e, n) / value[e], work + e, n, d, 1);
      continue;
    }
    for (int i = 0; i < n_row; i++) felt += pow(cblas_ddot(n, row + (size_t)i * (size_t)n, 1, work + e, n), 2);
    known = known && felt <= 10 * unfelt * all->norm;
  }
  return known;
}

pl_status pl_samples_left_out(const pl_fit *fit, const pl_solution *s, pl_left_out *left) {
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_ERROR_MEMORY;
  int n_all = s->stack.n_parameter, n_data = s->stack.n_data, n_residual = s->stack.n_residual, n = 0;
  size_t room = (size_t)n_all + 1;
  int *pose = pl_arena_alloc(arena, (size_t)n_data + 1, sizeof *pose), *index = pl_arena_alloc(arena, room, sizeof *index);
  double *rows = pl_arena_alloc(arena, (size_t)n_residual * room, sizeof *rows),
         *row = pl_arena_alloc(arena, (size_t)n_data * room + 1, sizeof *row);
  double *r = pl_arena_alloc(arena, (size_t)n_data + 1, sizeof *r), *a = pl_arena_alloc(arena, room * room, sizeof *a);
  double *work = pl_arena_alloc(arena, room * room, sizeof *work), *g = pl_arena_alloc(arena, room, sizeof *g);
  double *value = pl_arena_alloc(arena, room, sizeof *value), *d = pl_arena_alloc(arena, 2 * room, sizeof *d);
  if (!pose || !index || !rows || !row || !r || !a || !work || !g || !value || !d) goto cleanup;
  status = PL_OK;
  for (int j = 0; j < n_all; j++)
    if (!s->stack.frozen[j]) index[n++] = j;
  for (int i = 0; i < n_residual; i++)
    for (int j = 0; j < n; j++)
      rows[(size_t)i * (size_t)n + (size_t)j] = s->jacobian[(size_t)i * (size_t)n_all + (size_t)index[j]] * s->stack.scale[index[j]];
  all_rows all = {.n = n, .a = a, .g = g};
  if (n > 0) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_residual, 1, rows, n, 0, a, n);
    cblas_dgemv(CblasRowMajor, CblasTrans, n_residual, n, 1, rows, n, s->r, 1, 0, g, 1);
    for (int j = 0; j < n; j++) all.norm += a[(size_t)j * (size_t)n + (size_t)j];  // the trace is an upper bound of the eigenvalues
  }
  find_poses(fit, &s->stack.stage, pose);
  for (int f = 0; f < pl_samples_poses(fit); f++) {
    int n_row = rows_of(s, pose, f, index, n, row, r);
    left[f] = (pl_left_out){0};
    for (int i = 0; i < n_row; i++) left[f].n += r[i] != 0;
    if (left[f].n == 0) continue;
    bool known = n == 0 || step_without(&all, n_row, row, r, work, value, d);
    for (int i = 0; i < n_row; i++) {
      if (r[i] == 0) continue;  // not measured
      double miss = r[i] + cblas_ddot(n, row + (size_t)i * (size_t)n, 1, d, 1);
      left[f].square += miss * miss;
    }
    if (!known) left[f].square = NAN;
  }
cleanup:
  pl_arena_destroy(arena);
  return status;
}
