// conjugate.c: see conjugate.h.
//
// Vectors z and p are zero at fixed dofs and equal over tied vertices: the factor's solve ensures both. Products with them ignore all other
// entries of r and q.
#include "solve/conjugate.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

// Measured on 64 x 64 cells: an iteration costs a twelfth of a factor of the narrow matrix. The exact factor costs at least as many times
// that as it has blocks, so this many iterations are cheaper: 12 (blocks / narrow blocks - 1).
static const double ITERATIONS_PER_FACTOR = 12;
enum { MAX_PAUSE = 64 };

pl_status pl__conjugate_create(pl_arena *arena, const pl_model *model, pl_conjugate *c) {
  *c = (pl_conjugate){.able = model->symmetric && pl_model_has_patches(model), .next_pause = 1};
  if (!c->able) return PL_OK;
  double **vectors[] = {&c->r, &c->z, &c->p, &c->q};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    if (!(*vectors[i] = pl_arena_alloc(arena, (size_t)model->n_dof, sizeof(double)))) return PL_ERROR_MEMORY;
  return pl_block_matrix_create(arena, &model->pattern, &c->matrix);
}

void pl__conjugate_clear(pl_conjugate *c) {
  pl_factor_destroy(c->factor);
  c->factor = NULL;
}

static int32_t count_used(const pl_model *model, const uint8_t *used) {
  int32_t n = 0;
  for (int32_t k = 0; k < model->pattern.n_block; k++) n += used[k];
  return n;
}

pl_status pl__conjugate_supports(const pl_model *model, pl_work *work, pl_conjugate *c) {
  if (!c->able) return PL_OK;
  pl__conjugate_clear(c);
  PL_TRY(pl_factor_create(model->ctx, &model->pattern, model->fixed, model->tie, PL_FACTOR_CHOLESKY_NONZERO, &c->factor));
  uint8_t *used = pl_alloc(model->ctx, (size_t)model->pattern.n_block + 1, sizeof *used);
  if (!used) return PL_ERROR_MEMORY;
  pl_model_structure(model, model->material->theta, used, work);
  double n_exact = count_used(model, used);
  pl_model_narrow_structure(model, used);
  pl_factor_use(c->factor, used);
  c->limit = (int)(ITERATIONS_PER_FACTOR * (n_exact / count_used(model, used) - 1));
  pl_free(model->ctx, used);
  return PL_OK;
}

void pl__conjugate_set_pause(pl_conjugate *c, int64_t pause, int64_t next_pause) {
  c->pause = pause > 0 && pause <= MAX_PAUSE ? (int)pause : 0;
  c->next_pause = next_pause > 0 && next_pause <= MAX_PAUSE ? (int)next_pause : 1;
}

bool pl__conjugate_next(pl_conjugate *c) {
  if (!c->able || c->pause == 0) return c->able;
  c->pause--;
  return false;
}

static void fail(pl_conjugate *c) {
  c->pause = c->next_pause;
  c->next_pause = c->next_pause < MAX_PAUSE ? 2 * c->next_pause : MAX_PAUSE;
}

pl_status pl__conjugate_factor(pl_conjugate *c, bool *ready) {
  pl_factor_outcome outcome;
  *ready = false;
  PL_TRY(pl_factor_compute(c->factor, &c->matrix, 0, NULL, &outcome));
  *ready = outcome == PL_FACTOR_OK;
  if (!*ready) fail(c);
  return PL_OK;
}

pl_status pl__conjugate_solve(pl_conjugate *c, const pl_block_matrix *h, double tolerance, const double *b, double *x, bool *solved) {
  int32_t n = 3 * h->pattern->n;
  double before = 0, first = 0;
  memcpy(c->r, b, (size_t)n * sizeof *b);
  memset(x, 0, (size_t)n * sizeof *x);
  *solved = false;
  for (c->iterations = 0; c->iterations <= c->limit; c->iterations++) {
    PL_TRY(pl_factor_solve(c->factor, 1, c->r, c->z));
    double now = cblas_ddot(n, c->r, 1, c->z, 1);
    if (c->iterations == 0) first = now;
    *solved = now <= tolerance * tolerance * first;
    if (*solved || !isfinite(now)) break;
    if (c->iterations == 0)
      memcpy(c->p, c->z, (size_t)n * sizeof *c->p);
    else
      for (int32_t i = 0; i < n; i++) c->p[i] = c->z[i] + now / before * c->p[i];
    before = now;
    pl_block_matrix_multiply(h, c->p, c->q);
    double curvature = cblas_ddot(n, c->p, 1, c->q, 1);
    if (!(curvature > 0)) break;
    cblas_daxpy(n, now / curvature, c->p, 1, x, 1);
    cblas_daxpy(n, -now / curvature, c->q, 1, c->r, 1);
  }
  if (*solved)
    c->next_pause = 1;
  else
    fail(c);
  return PL_OK;
}
