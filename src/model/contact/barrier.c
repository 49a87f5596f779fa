// barrier.c: the energy that keeps surfaces apart (contact.h).
//
// Energies and forces of all pairs are evaluated on several threads and added in order. Only pairs within their reach have a Hessian (pair_sum.h).
// The sums do not depend on the number of threads.
#include "model/contact/contact.h"

#include <math.h>

#include "base/parallel.h"
#include "base/timer.h"
#include "model/contact/pair_sum.h"

enum { CHUNK = 512 };

// Of one pair of the list.
typedef struct result {
  bool active;
  double energy, gradient[4][3];
} result;

typedef struct scratch {
  pl_context *ctx;
  pl_broad *broad;
  pl_pair_sum *sum;
  int32_t capacity;
  result *result;       // [capacity], of the list
  int32_t *active;      // [capacity], pairs within their reach
  int32_t (*block)[2];  // [12 capacity], of the Hessian
  // the present evaluation
  const double *x;
  double stiffness;
  pl_pair_curvature curvature;
  int32_t n, n_active;
  double seconds;  // of all sums so far
} scratch;

static void scratch_destroy(void *user) {
  scratch *s = user;
  if (!s) return;
  pl_broad_destroy(s->broad);
  pl_pair_sum_destroy(s->sum);
  pl_free(s->ctx, s->result);
  pl_free(s->ctx, s->active);
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
  pl_status status = pl_pair_sum_create(s->ctx, &s->sum);
  if (status == PL_OK) status = pl_broad_create(contact->surface, contact->margin, &s->broad);
  if (status != PL_OK)
    scratch_destroy(s);
  else
    *out = s;
  return status;
}

static pl_status reserve(scratch *s, int32_t n) {
  if (n <= s->capacity) return PL_OK;
  n += n / 4;
  result *grown = pl_realloc(s->ctx, s->result, (size_t)n, sizeof *grown);
  if (grown) s->result = grown;
  int32_t *active = pl_realloc(s->ctx, s->active, (size_t)n, sizeof *active);
  if (active) s->active = active;
  int32_t(*block)[2] = pl_realloc(s->ctx, s->block, 12 * (size_t)n, sizeof *block);
  if (block) s->block = block;
  if (!grown || !active || !block) return PL_ERROR_MEMORY;
  s->capacity = n;
  return PL_OK;
}

static pl_status eval_chunk(void *user, int i, int worker) {
  (void)worker;
  scratch *s = user;
  const pl_contact_pair *pair = pl_broad_pairs(s->broad);
  for (int32_t k = i * CHUNK; k < (i + 1) * CHUNK && k < s->n; k++) {
    double x[4][3];
    result *r = &s->result[k];
    pl_contact_gather(pair[k].vertex, s->x, x);
    r->active = pl_pair_eval(&pair[k], x, s->stiffness, PL_PAIR_NO_CURVATURE, &r->energy, r->gradient, NULL);
  }
  return PL_OK;
}

static void eval_hessian(const void *user, int32_t k, int32_t vertex[4], double hessian[12][12]) {
  const scratch *s = user;
  const pl_contact_pair *pair = &pl_broad_pairs(s->broad)[s->active[k]];
  double x[4][3], energy, gradient[4][3];
  pl_contact_gather(pair->vertex, s->x, x);
  for (int i = 0; i < 4; i++) vertex[i] = pair->vertex[i];
  pl_pair_eval(pair, x, s->stiffness, s->curvature, &energy, gradient, hessian);
}

// Blocks of the pairs within their reach. Others of the list stay out: which ones it has depends on earlier evaluations.
static pl_status include(scratch *s, pl_block_matrix *hessian) {
  size_t n = 0;
  for (int32_t i = 0; i < s->n_active; i++) {
    const int32_t *vertex = pl_broad_pairs(s->broad)[s->active[i]].vertex;
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++) {
        if (a == b || (hessian->pattern->symmetric && vertex[a] < vertex[b])) continue;
        s->block[n][0] = vertex[a];
        s->block[n++][1] = vertex[b];
      }
  }
  return pl_block_matrix_include(hessian, n, (const int32_t(*)[2])s->block);
}

// Over the pairs of the list.
static pl_status add_listed(scratch *s, const pl_contact *contact, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                            pl_block_matrix *hessian) {
  s->n = pl_broad_count(s->broad);
  PL_TRY(reserve(s, s->n));
  s->x = x;
  s->stiffness = contact->stiffness;
  s->curvature = mode == PL_HESS_EXACT ? PL_PAIR_EXACT : PL_PAIR_SEMIDEFINITE;
  s->n_active = 0;
  PL_TRY(pl_parallel_for(s->ctx, (s->n + CHUNK - 1) / CHUNK, eval_chunk, s));
  for (int32_t k = 0; k < s->n; k++) {
    const result *r = &s->result[k];
    const int32_t *vertex = pl_broad_pairs(s->broad)[k].vertex;
    if (energy) *energy += r->energy;
    if (!r->active) continue;
    s->active[s->n_active++] = k;
    for (int i = 0; gradient && i < 4; i++)
      for (int c = 0; c < 3; c++) gradient[3 * (size_t)vertex[i] + (size_t)c] += r->gradient[i][c];
  }
  if (!hessian || s->n_active == 0) return PL_OK;
  PL_TRY(include(s, hessian));
  return pl_pair_sum_add(s->sum, s->n_active, eval_hessian, s, hessian);
}

static pl_status add_pairs(scratch *s, const pl_contact *contact, const double *x, pl_hess_mode mode, double *energy, double *gradient,
                           pl_block_matrix *hessian) {
  PL_TRY(pl_broad_near(s->broad, x, NULL));
  double begin = pl_seconds();
  pl_status status = add_listed(s, contact, x, mode, energy, gradient, hessian);
  s->seconds += pl_seconds() - begin;
  return status;
}

pl_contact_times pl_contact_seconds(const pl_model *model, const pl_potential *own, const pl_work *work) {
  const scratch *s = pl_work_scratch(model, own, work);
  pl_broad_times times = pl_broad_seconds(s->broad);
  return (pl_contact_times){.near = times.near, .sums = s->seconds, .limits = times.step};
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

void pl_contact_limiting(const pl_model *model, const pl_potential *own, const double *x, const double *dx, int32_t vertex[2],
                         pl_work *work) {
  scratch *s = pl_work_scratch(model, own, work);
  pl_broad_limit limit;
  pl_status status = pl_broad_step(s->broad, x, dx, &limit);
  if (status != PL_OK) pl_work_fail(work, status);
  if (status != PL_OK || !limit.found) return;
  vertex[0] = limit.pair.vertex[0];
  vertex[1] = limit.pair.vertex[3];
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
