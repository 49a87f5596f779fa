// pair_sum.c: see pair_sum.h.
#include "model/contact/pair_sum.h"

#include "base/parallel.h"

enum {
  BATCH = 8192,
  CHUNK = 128
};  // pairs; memory for BATCH Hessians is 10 MB. Smaller batches make threads wait for each other more often

typedef struct entry {
  int32_t vertex[4];
  double hessian[12][12];
} entry;

struct pl_pair_sum {
  pl_context *ctx;
  entry *entry;  // [BATCH]
  // the present batch
  pl_pair_hessian eval;
  const void *user;
  pl_block_matrix *matrix;
  int32_t first, n;
  int32_t n_range;  // of columns
};

pl_status pl_pair_sum_create(pl_context *ctx, pl_pair_sum **out) {
  *out = NULL;
  pl_pair_sum *s = pl_alloc(ctx, 1, sizeof *s);
  if (!s) return PL_ERROR_MEMORY;
  s->ctx = ctx;
  s->entry = pl_alloc(ctx, BATCH, sizeof *s->entry);
  if (!s->entry) {
    pl_pair_sum_destroy(s);
    return PL_ERROR_MEMORY;
  }
  *out = s;
  return PL_OK;
}

void pl_pair_sum_destroy(pl_pair_sum *s) {
  if (!s) return;
  pl_free(s->ctx, s->entry);
  pl_free(s->ctx, s);
}

static void eval_from(pl_pair_sum *s, int32_t from, int32_t to) {
  for (int32_t k = from; k < to && k < s->n; k++) s->eval(s->user, s->first + k, s->entry[k].vertex, s->entry[k].hessian);
}

static pl_status eval_chunk(void *user, int i, int worker) {
  (void)worker;
  eval_from(user, i * CHUNK, (i + 1) * CHUNK);
  return PL_OK;
}

static pl_status add_range(void *user, int i, int worker) {
  (void)worker;
  const pl_pair_sum *s = user;
  int64_t n = s->matrix->pattern->n;
  int32_t from = (int32_t)(n * i / s->n_range), to = (int32_t)(n * (i + 1) / s->n_range);
  for (int32_t k = 0; k < s->n; k++) pl_block_matrix_add_dense_columns(s->matrix, from, to, 4, s->entry[k].vertex, s->entry[k].hessian[0]);
  return PL_OK;
}

pl_status pl_pair_sum_add(pl_pair_sum *s, int32_t n, pl_pair_hessian eval, const void *user, pl_block_matrix *matrix) {
  s->eval = eval;
  s->user = user;
  s->matrix = matrix;
  for (s->first = 0; s->first < n; s->first += BATCH) {
    s->n = n - s->first < BATCH ? n - s->first : BATCH;
    // few pairs are not worth waking threads for
    s->n_range = s->n > 8 * CHUNK ? pl_context_threads(s->ctx) : 1;
    if (s->n_range > 1)
      PL_TRY(pl_parallel_for(s->ctx, (s->n + CHUNK - 1) / CHUNK, eval_chunk, s));
    else
      eval_from(s, 0, s->n);
    PL_TRY(pl_parallel_for(s->ctx, s->n_range, add_range, s));
  }
  return PL_OK;
}
