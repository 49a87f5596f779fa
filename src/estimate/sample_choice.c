// sample_choice.c: see sample_choice.h.
#include "estimate/sample_choice.h"

#include <cblas.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "estimate/mesh_correction.h"

int pl_samples_choose(int n_stage, int n_row, const double *const *square, double *excess, double *error) {
  int best = 0, chosen = -1;
  double least = INFINITY;
  for (int i = 0; i < n_stage; i++) {
    double sum = 0;
    for (int r = 0; r < n_row; r++) sum += square[i][r];
    if (sum < least) least = sum, best = i;
  }
  for (int i = 0; i < n_stage; i++) {
    double sum = 0, spread = 0;
    for (int r = 0; r < n_row; r++) sum += square[i][r] - square[best][r];
    excess[i] = n_row > 0 ? sum / n_row : 0;
    for (int r = 0; r < n_row; r++) spread += pow(square[i][r] - square[best][r] - excess[i], 2);
    error[i] = n_row > 1 ? sqrt(spread / (n_row - 1) / n_row) : 0;
    if (chosen < 0 && excess[i] <= error[i]) chosen = i;
  }
  return chosen < 0 ? best : chosen;
}

pl_status pl_samples_held_out(pl_fit *fit, double *square, double *error) {
  double sum = 0;
  int n = 0, n_failed = INT_MAX;
  *error = NAN;
  if (fit->n_case == fit->n_fitted) return PL_OK;
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    pl_rig_destroy(fit->fit_case[i].rig);
    fit->fit_case[i].rig = NULL;
    PL_TRY(pl_case_create(fit, &fit->fit_case[i]));
  }
  if (pl_fit_corrects(fit)) PL_TRY(pl_fit_mesh_correct(fit, fit->n_fitted, fit->n_case));
  PL_TRY(pl_cases_predict(fit, fit->material->theta, fit->n_fitted, fit->n_case, PL_WANTED_VALUES, &n_failed));
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; pl_case_used(c, k) && v < pl_case_values(c, k); v++, square++) {
        double sigma = pl_case_row_sigma(c, k, v), r = (c->predicted[k][v] - c->test->channel[k].value[v]) / sigma;
        *square = isnan(r) || isinf(sigma) ? 0 : r * r;
        sum += *square;
        n += !isnan(r) && !isinf(sigma);
      }
  }
  // the rigs belong to this material: the next one, and the judge, make their own
  for (int i = fit->n_fitted; i < fit->n_case; i++) {
    pl_rig_destroy(fit->fit_case[i].rig);
    fit->fit_case[i].rig = NULL;
  }
  if (n > 0 && n_failed == 0) *error = sqrt(sum / n);
  return PL_OK;
}

size_t pl_samples_held_out_values(const pl_fit *fit) {
  size_t n = 0;
  for (int i = fit->n_fitted; i < fit->n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      n += fit->fit_case[i].test->channel[k].value ? (size_t)pl_case_values(&fit->fit_case[i], k) : 0;
  return n;
}

// The pose of every data row, counted over all fitted cases; returns the number of poses.
static int find_poses(const pl_fit *fit, int *pose) {
  int row = 0, first = 0;
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++)
      for (int v = 0; pl_case_used(c, k) && v < pl_case_values(c, k); v++) pose[row++] = first + v / pl_channel_width(&c->test->channel[k]);
    first += c->test->n_frame;
  }
  return first;
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

// (A - A_f) d = -(g - g_f), with the lower triangle of A - A_f in work; d into g_f. Where the rest does not determine it the pose tells all: d = 0.
static void step_without(int n, const double *a, const double *g, int n_row, const double *row, const double *r, double *work, double *d) {
  memcpy(work, a, (size_t)n * (size_t)n * sizeof *work);
  memcpy(d, g, (size_t)n * sizeof *d);
  if (n_row > 0) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_row, -1, row, n, 1, work, n);
    cblas_dgemv(CblasRowMajor, CblasTrans, n_row, n, -1, row, n, r, 1, 1, d, 1);
  }
  for (int j = 0; j < n; j++) d[j] = -d[j];
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n, 1, work, n, d, 1) != 0) memset(d, 0, (size_t)n * sizeof *d);
}

pl_status pl_samples_left_out(const pl_fit *fit, const pl_solution *s, double *square) {
  pl_arena *arena = pl_arena_create(fit->ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_ERROR_MEMORY;
  int n_all = s->stack.n_parameter, n_data = s->stack.n_data, n_residual = s->stack.n_residual, n = 0;
  size_t room = (size_t)n_all + 1;
  int *pose = pl_arena_alloc(arena, (size_t)n_data + 1, sizeof *pose), *index = pl_arena_alloc(arena, room, sizeof *index);
  double *all = pl_arena_alloc(arena, (size_t)n_residual * room, sizeof *all),
         *row = pl_arena_alloc(arena, (size_t)n_data * room + 1, sizeof *row);
  double *r = pl_arena_alloc(arena, (size_t)n_data + 1, sizeof *r), *a = pl_arena_alloc(arena, room * room, sizeof *a);
  double *work = pl_arena_alloc(arena, room * room, sizeof *work), *g = pl_arena_alloc(arena, 2 * room, sizeof *g);
  if (!pose || !index || !all || !row || !r || !a || !work || !g) goto cleanup;
  status = PL_OK;
  for (int j = 0; j < n_all; j++)
    if (!s->stack.frozen[j]) index[n++] = j;
  for (int i = 0; i < n_residual; i++)
    for (int j = 0; j < n; j++)
      all[(size_t)i * (size_t)n + (size_t)j] = s->jacobian[(size_t)i * (size_t)n_all + (size_t)index[j]] * s->stack.scale[index[j]];
  if (n > 0) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n_residual, 1, all, n, 0, a, n);
    cblas_dgemv(CblasRowMajor, CblasTrans, n_residual, n, 1, all, n, s->r, 1, 0, g, 1);
  }
  int n_pose = find_poses(fit, pose);
  for (int f = 0; f < n_pose; f++) {
    double *d = g + room;
    int n_row = rows_of(s, pose, f, index, n, row, r);
    if (n_row == 0) continue;
    if (n > 0) {
      step_without(n, a, g, n_row, row, r, work, d);
      cblas_dgemv(CblasRowMajor, CblasNoTrans, n_row, n, 1, row, n, d, 1, 1, r, 1);
    }
    for (int i = 0, k = 0; i < n_data; i++)
      if (pose[i] == f) square[i] = s->r[i] == 0 ? 0 : r[k] * r[k], k++;
  }
cleanup:
  pl_arena_destroy(arena);
  return status;
}
