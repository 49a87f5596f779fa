// barrier.c: the energy that keeps surfaces apart (contact.h).
//
// Pairs are evaluated in batches, on several threads, and added in order: the sums do not depend on the number of threads.
#include "model/contact/contact.h"

#include <math.h>

#include "base/parallel.h"

enum { BATCH = 512, CHUNK = 16 };

// Of one pair of a batch.
typedef struct result {
  bool active;
  double energy, gradient[4][3], hessian[12][12];
} result;

typedef struct scratch {
  pl_context *ctx;
  pl_broad *broad;
  result *result;  // [BATCH]
  size_t capacity;
  int32_t (*block)[2];  // of the Hessian
  // the present batch
  const double *x;
  double stiffness;
  pl_pair_curvature curvature;
  const pl_contact_pair *pair;
  int32_t n;
} scratch;

static void scratch_destroy(void *user) {
  scratch *s = user;
  if (!s) return;
  pl_broad_destroy(s->broad);
  pl_free(s->ctx, s->result);
  pl_free(s->ctx, s->block);
  pl_free(s->ctx, s);
}

static pl_status scratch_create(const pl_model *model, const pl_potential *own, void **out) {
  const pl_contact *contact = own->data;
  PL_ASSERT(contact->surface->n_vertex == model->n_vertex && contact->stiffness > 0);
  scratch *s = pl_alloc(model->ctx, 1, sizeof *s);
  *out = NULL;
  if (!s) return PL_ERROR_MEMORY;
  s->ctx = model->ctx;
  s->result = pl_alloc(s->ctx, BATCH, sizeof *s->result);
  pl_status status = s->result ? pl_broad_create(contact->surface, contact->margin, &s->broad) : PL_ERROR_MEMORY;
  if (status != PL_OK)
    scratch_destroy(s);
  else
    *out = s;
  return status;
}

static pl_status eval_chunk(void *user, int i, int worker) {
  (void)worker;
  scratch *s = user;
  for (int32_t k = i * CHUNK; k < (i + 1) * CHUNK && k < s->n; k++) {
    double x[4][3];
    result *r = &s->result[k];
    pl_contact_gather(s->pair[k].vertex, s->x, x);
    r->active = pl_pair_eval(&s->pair[k], x, s->stiffness, s->curvature, &r->energy, r->gradient, r->hessian);
  }
  return PL_OK;
}

// Blocks of the pairs within their reach. Others of the list stay out: which ones it has depends on earlier evaluations.
static pl_status include(scratch *s, const double *x, pl_block_matrix *hessian) {
  const pl_contact_pair *pair = pl_broad_pairs(s->broad);
  size_t n = 0, most = 12 * (size_t)pl_broad_count(s->broad);
  if (most > s->capacity) {
    int32_t(*block)[2] = pl_realloc(s->ctx, s->block, most, sizeof *block);
    if (!block) return PL_ERROR_MEMORY;
    s->block = block;
    s->capacity = most;
  }
  for (int32_t i = 0; i < pl_broad_count(s->broad); i++) {
    double at[4][3], far = pair[i].offset + pair[i].reach;
    pl_nearest near;
    pl_contact_gather(pair[i].vertex, x, at);
    pl_pair_nearest(pair[i].kind, at, &near);
    if (near.square > far * far) continue;
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++) {
        int32_t row = pair[i].vertex[a], column = pair[i].vertex[b];
        if (a == b || (hessian->pattern->symmetric && row < column)) continue;
        s->block[n][0] = row;
        s->block[n++][1] = column;
      }
  }
  return pl_block_matrix_include(hessian, n, (const int32_t(*)[2])s->block);
}

static void add_result(const result *r, const int32_t *vertex, double *energy, double *gradient, pl_block_matrix *hessian) {
  if (energy) *energy += r->energy;
  if (!r->active) return;
  for (int i = 0; gradient && i < 4; i++)
    for (int k = 0; k < 3; k++) gradient[3 * (size_t)vertex[i] + (size_t)k] += r->gradient[i][k];
  if (hessian) pl_block_matrix_add_dense(hessian, 4, vertex, r->hessian[0]);
}

static pl_status add_pairs(scratch *s, const pl_contact *contact, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                           pl_block_matrix *hessian) {
  PL_TRY(pl_broad_near(s->broad, x, NULL));
  if (hessian) PL_TRY(include(s, x, hessian));
  s->x = x;
  s->stiffness = contact->stiffness;
  s->curvature = !hessian ? PL_PAIR_NO_CURVATURE : mode == PL_HESS_EXACT ? PL_PAIR_EXACT : PL_PAIR_SEMIDEFINITE;
  for (int32_t from = 0, n = pl_broad_count(s->broad); from < n; from += BATCH) {
    s->pair = pl_broad_pairs(s->broad) + from;
    s->n = n - from < BATCH ? n - from : BATCH;
    PL_TRY(pl_parallel_for(s->ctx, (s->n + CHUNK - 1) / CHUNK, eval_chunk, s));
    for (int32_t k = 0; k < s->n; k++) add_result(&s->result[k], s->pair[k].vertex, energy, gradient, hessian);
  }
  return PL_OK;
}

static void add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode, double *energy,
                double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)theta;
  pl_status status = add_pairs(pl_work_scratch(model, own, work), own->data, x, mode, energy, gradient, hessian);
  if (status != PL_OK) pl_work_fail(work, status);
}

static double max_step(const pl_model *model, const pl_potential *own, const double *x, const double *dx, pl_work *work) {
  scratch *s = pl_work_scratch(model, own, work);
  pl_broad_limit limit;
  pl_status status = pl_broad_step(s->broad, x, dx, &limit);
  if (status == PL_OK) return limit.fraction;
  pl_work_fail(work, status);
  return 1;
}

pl_status pl_contact_smallest_gap(const pl_model *model, const pl_potential *own, const double *x, double *gap, pl_work *work) {
  scratch *s = pl_work_scratch(model, own, work);
  *gap = 1;
  PL_TRY(pl_broad_near(s->broad, x, NULL));
  for (int32_t i = 0; i < pl_broad_count(s->broad); i++) {
    const pl_contact_pair *pair = &pl_broad_pairs(s->broad)[i];
    double at[4][3];
    pl_nearest near;
    pl_contact_gather(pair->vertex, x, at);
    pl_pair_nearest(pair->kind, at, &near);
    *gap = fmin(*gap, (sqrt(near.square) - pair->offset) / pair->reach);
  }
  return PL_OK;
}

const pl_potential_row pl_potential_contact = {.name = "contact",
                                               .account = PL_ACCOUNT_OBSTACLE,
                                               .add = add,
                                               .max_step = max_step,
                                               .scratch_create = scratch_create,
                                               .scratch_destroy = scratch_destroy};

pl_potential pl_contact_potential(const pl_contact *contact) { return (pl_potential){.row = &pl_potential_contact, .data = contact}; }
