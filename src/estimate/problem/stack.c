// stack.c: see stack.h.
#include "estimate/problem/stack.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "base/progress.h"

// Largest |value| of a channel, and its range.
static double channel_size(const pl_channel *c, int n_frame, double *range) {
  double largest = 0, lowest = INFINITY, highest = -INFINITY;
  for (int i = 0; i < n_frame * pl_channel_width(c); i++) {
    largest = fmax(largest, fabs(c->value[i]));
    lowest = fmin(lowest, c->value[i]);
    highest = fmax(highest, c->value[i]);
  }
  *range = highest - lowest;
  return largest;
}

// Largest change of a value from its rest value, if that is known; 0 otherwise. The absolute value of positions and sizes is arbitrary.
static double change_from_rest(const pl_channel *c, int n_frame) {
  int width = pl_channel_width(c);
  double largest = 0;
  for (int i = 0; c->rest && i < n_frame * width; i++) largest = fmax(largest, fabs(c->value[i] - c->rest[i % width]));
  return largest;
}

#define NOMINAL 0.01  // sigma over the largest value, when it is unknown

double pl_case_sigma(const pl_test *test, int channel) {
  const pl_channel *c = &test->channel[channel];
  if (c->sigma > 0) return c->sigma;
  double change = change_from_rest(c, test->n_frame);
  if (change > 0) return NOMINAL * change;
  double range, other_range, size = channel_size(c, test->n_frame, &range), floor = 0;
  // the information of a ratio near one is in its change, that of a force in its size
  if (pl_dim_equal(c->row->dim, PL_DIM_NONE)) size = range;
  // a channel near zero (the tension of a specimen in pure shear) is no more precise than the force beside it
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    const pl_channel *other = &test->channel[k];
    if (other->row && other->value && other->row->observed && pl_dim_equal(other->row->dim, c->row->dim))
      floor = fmax(floor, 0.001 * channel_size(other, test->n_frame, &other_range));
  }
  double sigma = fmax(NOMINAL * size, floor);
  return sigma > 0 ? sigma : 1;
}

// A case keeps its estimated specimen parameters when it gets a new rig.
static void set_intrinsics(pl_fit_case *c) {
  for (int k = c->specimen.n; k < c->rig->n_intrinsic; k++) c->specimen.value[k] = c->rig->intrinsic[k].start;
  c->specimen.n = c->rig->n_intrinsic;
}

enum { WIDE = 64 };  // values per frame

pl_status pl_case_create(pl_fit_work *work, const pl_stage *stage, const pl_material *material, int i) {
  pl_context *ctx = pl_arena_context(work->arena);
  pl_fit_case *c = &work->fit_case[i];
  // a schedule makes many rigs: the buffers of the last one are freed
  pl_arena_destroy(c->arena);
  for (int k = 0; k < PL_MAX_CHANNEL; k++)
    c->predicted[k] = c->prediction.sigma[k] = c->prediction.half_width[k] = c->prediction.next[k] = c->prediction.by_theta[k] =
        c->prediction.by_intrinsic[k] = NULL;
  c->start = NULL;
  c->arena = pl_arena_create(ctx);
  if (!c->arena) return PL_ERROR_MEMORY;
  const pl_protocol *protocol = c->given->measurement->protocol;
  const pl_test *test = c->test;
  const pl_case_weighting *weighting = pl_stage_weighting(stage, i);
  PL_TRY(pl_rig_create(ctx, protocol, test, material, &stage->rig, &stage->solve, &c->rig));
  set_intrinsics(c);
  size_t n_theta = (size_t)material->n_theta, n_intrinsic = (size_t)c->specimen.n;
  for (int k = 0; k < protocol->n_channel; k++) {
    if (!protocol->channel[k].observed || !test->channel[k].value || !c->rig->read.observes[k]) continue;
    size_t n_value = (size_t)pl_case_values(c, k);
    c->predicted[k] = pl_arena_alloc(c->arena, n_value, sizeof(double));
    c->prediction.sigma[k] = pl_arena_alloc(c->arena, 3 * n_value, sizeof(double));
    if (!c->predicted[k] || !c->prediction.sigma[k]) return PL_ERROR_MEMORY;
    c->prediction.half_width[k] = c->prediction.sigma[k] + n_value;
    c->prediction.next[k] = c->prediction.half_width[k] + n_value;
    c->sigma[k] = c->given->nominal[k] > 0 ? c->given->nominal[k] : pl_case_sigma(test, k);
    // thousands of positions that are scored but not fitted: their derivatives would dominate the memory
    if (weighting->unused[k] && pl_channel_width(&test->channel[k]) > WIDE) continue;
    c->prediction.by_theta[k] = pl_arena_alloc(c->arena, n_value * n_theta + 1, sizeof(double));
    c->prediction.by_intrinsic[k] = pl_arena_alloc(c->arena, n_value * n_intrinsic + 1, sizeof(double));
    if (!c->prediction.by_theta[k] || !c->prediction.by_intrinsic[k]) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

// A trial with this many more failed frames than allowed is abandoned: it takes minutes and is refused anyway.
enum { MORE_FAILED = 2 };

// The cases of a prediction and their pieces: all frames of all cases share the threads.
typedef struct predict_job {
  int n_case;
  pl_fit_case **fit_case;  // [n_case], those that take part
  pl_prediction *ask;      // [n_case]
  int *first;              // [n_case + 1], index of the first piece of each
  atomic_int n_failed;     // frames without equilibrium so far
  int most_failed;         // beyond this many the rest is skipped
  int effort;              // iteration limit of a frame (pl_prediction)
} predict_job;

static pl_status predict_piece(void *user, int piece, int worker) {
  predict_job *job = user;
  int i = 0;
  while (piece >= job->first[i + 1]) i++;
  const pl_rig *rig = job->fit_case[i]->rig;
  int own = piece - job->first[i];
  if (atomic_load(&job->n_failed) > job->most_failed) {
    pl_rig_predict_skip(rig, &job->ask[i], own);
    return PL_OK;
  }
  PL_TRY(pl_rig_predict_piece(rig, &job->ask[i], own, worker));
  if (rig->memory->n_piece > 1 && !rig->memory->frame[own].found) atomic_fetch_add(&job->n_failed, 1);
  return PL_OK;
}

static pl_status run_predictions(pl_fit_work *work, const pl_stage *stage, const pl_cases_ask *ask, predict_job *job) {
  pl_context *ctx = pl_arena_context(work->arena);
  bool derivatives = ask->wanted != PL_WANTED_VALUES;
  int n_frame = 0;
  for (int i = 0; i < job->n_case; i++) {
    pl_fit_case *c = job->fit_case[i];
    job->ask[i] = (pl_prediction){.theta = ask->theta,
                                  .intrinsic = c->specimen.value,
                                  .value = c->predicted,
                                  .by_theta = derivatives ? c->prediction.by_theta : NULL,
                                  .by_intrinsic = derivatives && c->specimen.n > 0 ? c->prediction.by_intrinsic : NULL,
                                  .columns = derivatives ? ask->columns : (pl_columns){0},
                                  .draft = stage->steps.chained && ask->wanted != PL_WANTED_LAST,
                                  .last = ask->wanted == PL_WANTED_LAST,
                                  .effort = job->effort};
    int pieces;
    PL_TRY(pl_rig_predict_begin(c->rig, &job->ask[i], &pieces));
    job->first[i + 1] = job->first[i] + pieces;
    n_frame += c->test->n_frame;
  }
  pl_progress_examples(ctx, n_frame);
  pl_status status = pl_parallel_for(ctx, job->first[job->n_case], predict_piece, job);
  pl_progress_examples(ctx, 0);
  PL_TRY(status);
  for (int i = 0; i < job->n_case; i++) {
    PL_TRY(pl_rig_predict_end(job->fit_case[i]->rig, &job->ask[i], &job->fit_case[i]->report));
    pl_times_add(&work->times, &job->fit_case[i]->report.times);
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      pl_fit_case *c = job->fit_case[i];
      for (int v = 0; c->predicted[k] && c->prediction.correction[k] && v < pl_case_values(c, k); v++)
        c->predicted[k][v] += c->prediction.correction[k][v];
    }
  }
  return PL_OK;
}

// After a refused trial: notes whether a frame reached its iteration limit.
static void note_spent(const predict_job *job, pl_spent *spent) {
  for (int i = 0; i < job->n_case; i++)
    for (int f = 0; f < job->fit_case[i]->test->n_frame; f++) {
      if (!job->fit_case[i]->rig->memory->frame[f].spent) continue;
      if (spent->n_trial++ == 0) spent->test = job->fit_case[i]->test->name, spent->frame = f;
      return;
    }
}

pl_status pl_cases_predict(const pl_fit_problem *problem, pl_fit_work *work, const pl_stage *stage, const pl_cases_ask *ask,
                           int *n_failed) {
  pl_context *ctx = pl_arena_context(work->arena);
  size_t n = (size_t)(ask->last - ask->first);
  int may_fail = *n_failed;
  predict_job job = {.fit_case = pl_alloc(ctx, n + 1, sizeof(pl_fit_case *)),
                     .ask = pl_alloc(ctx, n + 1, sizeof *job.ask),
                     .first = pl_alloc(ctx, n + 2, sizeof *job.first)};
  pl_status status = PL_ERROR_MEMORY;
  if (job.fit_case && job.ask && job.first) {
    for (int i = ask->first; i < ask->last; i++)
      if (i >= problem->n_fitted || pl_stage_asks(stage, i)) job.fit_case[job.n_case++] = &work->fit_case[i];
    if (*n_failed < INT_MAX) job.effort = stage->steps.effort;  // it may be refused
    job.most_failed = *n_failed < INT_MAX - MORE_FAILED ? *n_failed + MORE_FAILED : INT_MAX;
    status = run_predictions(work, stage, ask, &job);
    bool given_up = atomic_load(&job.n_failed) > job.most_failed;
    *n_failed = given_up ? job.most_failed + 1 : 0;
    for (int i = 0; i < job.n_case; i++) {
      if (given_up)
        pl_rig_restore(job.fit_case[i]->rig);
      else
        *n_failed += job.fit_case[i]->report.n_failed;
    }
    if (status == PL_OK && *n_failed > may_fail && ask->spent) note_spent(&job, ask->spent);
  }
  pl_free(ctx, job.fit_case);
  pl_free(ctx, job.ask);
  pl_free(ctx, job.first);
  return status;
}

static int count_data(const pl_stack *stack) {
  int n = 0;
  for (int i = 0; i < stack->problem->n_fitted; i++)
    for (int c = 0; c < PL_MAX_CHANNEL; c++)
      if (pl_stage_uses(&stack->stage, stack->work, i, c)) n += pl_case_values(&stack->work->fit_case[i], c);
  return n;
}

// Derivatives by fixed parameters are not computed.
static pl_status skip_frozen(pl_arena *arena, pl_stack *stack) {
  int *column = pl_arena_alloc(arena, (size_t)stack->n_theta + 1, sizeof *column), n = 0;
  if (!column) return PL_ERROR_MEMORY;
  for (int j = 0; j < stack->n_theta; j++) column[j] = stack->frozen[j] ? -1 : n++;
  if (n < stack->n_theta) stack->columns = (pl_columns){.n = n, .column = column, .serial = ++stack->work->n_stack};
  return PL_OK;
}

static void set_theta_rows(const pl_material *material, pl_stack *stack) {
  for (int j = 0; j < stack->n_theta; j++) {
    const pl_parameter *parameter = &material->parameter[j];
    stack->prior.mean[j] = material->theta[j];
    stack->scale[j] = parameter->scale;
    stack->prior.sigma[j] = stack->problem->options.prior * parameter->scale;
    stack->bounds.lower[j] = parameter->lower;
    stack->bounds.upper[j] = parameter->upper;
    stack->frozen[j] = pl_stage_holds(&stack->stage, material, j);
  }
}

static void set_intrinsic_rows(pl_stack *stack) {
  for (int i = 0; i < stack->problem->n_fitted; i++)
    for (int k = 0; k < stack->work->fit_case[i].specimen.n; k++) {
      const pl_intrinsic *row = &stack->work->fit_case[i].rig->intrinsic[k];
      int j = stack->first_intrinsic[i] + k;
      stack->prior.mean[j] = row->start;
      stack->scale[j] = row->scale;
      stack->prior.sigma[j] = row->prior;
      stack->bounds.lower[j] = row->lower;
      stack->bounds.upper[j] = row->upper;
      stack->frozen[j] = stack->stage.hold_intrinsics;
    }
}

pl_status pl_stack_create(pl_arena *arena, const pl_fit_problem *problem, pl_fit_work *work, const pl_material *material,
                          const pl_stage *stage, pl_stack *stack) {
  *stack = (pl_stack){.problem = problem,
                      .work = work,
                      .stage = *stage,
                      .spent = {.stage = stage->name, .effort = stage->steps.effort},
                      .n_theta = material->n_theta,
                      .n_parameter = material->n_theta};
  stack->first_intrinsic = pl_arena_alloc(arena, (size_t)problem->n_fitted + 1, sizeof *stack->first_intrinsic);
  if (!stack->first_intrinsic) return PL_ERROR_MEMORY;
  for (int i = 0; i < problem->n_fitted; i++) {
    stack->first_intrinsic[i] = stack->n_parameter;
    stack->n_parameter += work->fit_case[i].specimen.n;
  }
  stack->n_data = count_data(stack);
  stack->n_residual = stack->n_data + stack->n_parameter + stage->ties.n;
  size_t n = (size_t)stack->n_parameter;
  stack->prior.mean = pl_arena_alloc(arena, n, sizeof *stack->prior.mean);
  stack->prior.sigma = pl_arena_alloc(arena, n, sizeof *stack->prior.sigma);
  stack->scale = pl_arena_alloc(arena, n, sizeof *stack->scale);
  stack->bounds.lower = pl_arena_alloc(arena, n, sizeof *stack->bounds.lower);
  stack->bounds.upper = pl_arena_alloc(arena, n, sizeof *stack->bounds.upper);
  stack->frozen = pl_arena_alloc(arena, n, sizeof *stack->frozen);
  if (!stack->prior.mean || !stack->prior.sigma || !stack->scale || !stack->bounds.lower || !stack->bounds.upper || !stack->frozen)
    return PL_ERROR_MEMORY;
  set_theta_rows(material, stack);
  set_intrinsic_rows(stack);
  return skip_frozen(arena, stack);
}

void pl_stack_set(const pl_stack *stack, const double *p) {
  for (int i = 0; i < stack->problem->n_fitted; i++) {
    pl_fit_case *c = &stack->work->fit_case[i];
    for (int k = 0; k < c->specimen.n; k++) c->specimen.value[k] = p[stack->first_intrinsic[i] + k];
  }
}

void pl_stack_get(const pl_stack *stack, const pl_material *material, double *p) {
  memcpy(p, material->theta, (size_t)stack->n_theta * sizeof *p);
  for (int i = 0; i < stack->problem->n_fitted; i++) {
    const pl_fit_case *c = &stack->work->fit_case[i];
    for (int k = 0; k < c->specimen.n; k++) p[stack->first_intrinsic[i] + k] = c->specimen.value[k];
  }
}

double pl_weighted_row_sigma(const pl_fit_case *c, const pl_case_weighting *weighting, int channel, int value) {
  const double *own = c->test->channel[channel].value_sigma;
  double sigma = pl_weighted_sigma(c, weighting, channel) * (own ? own[value] / c->sigma[channel] : 1);
  const double *importance = pl_weighted_importance(c, weighting, channel);
  return importance ? sigma / importance[value] : sigma;
}

pl_status pl_stack_evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  pl_stack *stack = user;
  int n_p = stack->n_parameter, n_theta = stack->n_theta, row = 0;
  pl_stack_set(stack, p);
  const pl_cases_ask ask = {.theta = p,
                            .last = stack->problem->n_fitted,
                            .wanted = !jacobian     ? PL_WANTED_VALUES
                                      : stack->last ? PL_WANTED_LAST
                                                    : PL_WANTED_DERIVATIVES,
                            .columns = stack->columns,
                            .spent = &stack->spent};
  PL_TRY(pl_cases_predict(stack->problem, stack->work, &stack->stage, &ask, n_failed));
  if (jacobian) memset(jacobian, 0, (size_t)stack->n_residual * n_p * sizeof *jacobian);
  for (int i = 0; i < stack->problem->n_fitted; i++) {
    const pl_fit_case *c = &stack->work->fit_case[i];
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      if (!pl_stage_uses(&stack->stage, stack->work, i, k)) continue;
      for (int f = 0; f < pl_case_values(c, k); f++, row++) {
        double sigma = pl_stage_row_sigma(&stack->stage, stack->work, i, k, f);
        bool failed = isnan(c->predicted[k][f]) || isnan(c->test->channel[k].value[f]);  // no equilibrium, or not measured
        r[row] = failed ? 0 : (c->predicted[k][f] - c->test->channel[k].value[f]) / sigma;
        if (!jacobian || failed) continue;
        double *out = jacobian + (size_t)row * n_p;
        for (int j = 0; j < n_theta; j++) out[j] = c->prediction.by_theta[k][(size_t)f * n_theta + j] / sigma;
        for (int j = 0; j < c->specimen.n; j++)
          out[stack->first_intrinsic[i] + j] = c->prediction.by_intrinsic[k][(size_t)f * c->specimen.n + j] / sigma;
      }
    }
  }
  for (int j = 0; j < n_p; j++, row++) {
    double weight = stack->prior.sigma[j] > 0 ? stack->stage.noise_unit / stack->prior.sigma[j] : 0;
    r[row] = weight * (p[j] - stack->prior.mean[j]);
    if (jacobian) jacobian[(size_t)row * n_p + j] = weight;
  }
  for (int l = 0; l < stack->stage.ties.n; l++, row++) {
    const pl_fit_link *link = &stack->stage.ties.link[l];
    r[row] = 0;
    for (int i = 0; i < link->n; i++) {
      r[row] += link->weight[i] * p[link->index[i]];
      if (jacobian) jacobian[(size_t)row * n_p + link->index[i]] += link->weight[i];
    }
  }
  return PL_OK;
}
