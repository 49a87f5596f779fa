// stack.c: see stack.h.
#include "estimate/stack.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"

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

double pl_case_sigma(const pl_test *test, int channel) {
  const pl_channel *c = &test->channel[channel];
  if (c->sigma > 0) return c->sigma;
  double range, other_range, size = channel_size(c, test->n_frame, &range), floor = 0;
  // a ratio near one carries its information in its change, a force in its size
  if (pl_dim_equal(c->row->dim, PL_DIM_NONE)) size = range;
  // a channel that stays near zero (the pull of a sample that is only sheared) is no more precise than the force beside it
  for (int k = 0; k < PL_MAX_CHANNEL; k++) {
    const pl_channel *other = &test->channel[k];
    if (other->row && other->value && other->row->observed && pl_dim_equal(other->row->dim, c->row->dim))
      floor = fmax(floor, 0.001 * channel_size(other, test->n_frame, &other_range));
  }
  double sigma = fmax(0.01 * size, floor);
  return sigma > 0 ? sigma : 1;
}

pl_status pl_case_create(pl_fit *fit, pl_fit_case *fit_case) {
  // a schedule makes many rigs: the buffers of the last one are not kept
  pl_arena_destroy(fit_case->arena);
  for (int c = 0; c < PL_MAX_CHANNEL; c++)
    fit_case->predicted[c] = fit_case->predicted_sigma[c] = fit_case->jacobian[c] = fit_case->offset_derivative[c] = NULL;
  fit_case->arena = pl_arena_create(fit->ctx);
  if (!fit_case->arena) return PL_ERROR_MEMORY;
  const pl_protocol *protocol = fit_case->measurement->protocol;
  const pl_test *test = fit_case->test;
  PL_TRY(pl_rig_create(fit->ctx, protocol, test, fit->material, &fit->options.rig, &fit->options.solve, &fit_case->rig));
  size_t n_theta = (size_t)fit->material->n_theta;
  for (int c = 0; c < protocol->n_channel; c++) {
    if (!protocol->channel[c].observed || !test->channel[c].value || !fit_case->rig->observes[c]) continue;
    size_t n_value = (size_t)pl_case_values(fit_case, c);
    fit_case->predicted[c] = pl_arena_alloc(fit_case->arena, n_value, sizeof(double));
    fit_case->predicted_sigma[c] = pl_arena_alloc(fit_case->arena, n_value, sizeof(double));
    fit_case->jacobian[c] = pl_arena_alloc(fit_case->arena, n_value * n_theta + 1, sizeof(double));
    fit_case->offset_derivative[c] = pl_arena_alloc(fit_case->arena, n_value, sizeof(double));
    if (!fit_case->predicted[c] || !fit_case->predicted_sigma[c] || !fit_case->jacobian[c] || !fit_case->offset_derivative[c])
      return PL_ERROR_MEMORY;
    fit_case->weight_sigma[c] = pl_case_sigma(test, c);
  }
  return PL_OK;
}

typedef struct predict_job {
  pl_fit *fit;
  const double *theta;
  int first;
  bool derivatives;
} predict_job;

static pl_status predict_one(void *user, int i, int worker) {
  (void)worker;
  const predict_job *job = user;
  pl_fit_case *c = &job->fit->fit_case[job->first + i];
  if (c->idle) return PL_OK;
  bool offset = job->derivatives && c->test->fit_offset;
  return pl_rig_predict(c->rig, job->theta, c->offset, c->predicted, job->derivatives ? c->jacobian : NULL,
                        offset ? c->offset_derivative : NULL, &c->report);
}

pl_status pl_cases_predict(pl_fit *fit, const double *theta, int first, int last, bool derivatives) {
  predict_job job = {fit, theta, first, derivatives};
  pl_status status = pl_parallel_for(fit->ctx, last - first, predict_one, &job);
  for (int i = first; i < last; i++)
    if (!fit->fit_case[i].idle) pl_times_add(&fit->times, &fit->fit_case[i].report.times);
  return status;
}

static int count_data(const pl_fit *fit) {
  int n = 0;
  for (int i = 0; i < fit->n_fitted; i++)
    for (int c = 0; c < PL_MAX_CHANNEL; c++)
      if (pl_case_used(&fit->fit_case[i], c)) n += pl_case_values(&fit->fit_case[i], c);
  return n;
}

// Tell the rigs which derivatives nobody will ask for. The map is the rig's own: it may outlive the stage.
static pl_status skip_frozen(const pl_stack *stack) {
  int n = 0;
  for (int j = 0; j < stack->n_theta; j++) n += !stack->frozen[j];
  for (int i = 0; i < stack->fit->n_fitted; i++) {
    pl_rig *rig = stack->fit->fit_case[i].rig;
    int *column = pl_arena_alloc(rig->arena, (size_t)stack->n_theta + 1, sizeof *column), next = 0;
    if (!column) return PL_ERROR_MEMORY;
    for (int j = 0; j < stack->n_theta; j++) column[j] = stack->frozen[j] ? -1 : next++;
    rig->n_column = n;
    rig->column = n < stack->n_theta ? column : NULL;
  }
  return PL_OK;
}

pl_status pl_stack_create(pl_arena *arena, pl_fit *fit, bool hold_offsets, pl_stack *stack) {
  const pl_material *material = fit->material;
  *stack = (pl_stack){.fit = fit, .n_theta = material->n_theta, .n_parameter = material->n_theta};
  stack->offset_index = pl_arena_alloc(arena, (size_t)fit->n_fitted + 1, sizeof *stack->offset_index);
  if (!stack->offset_index) return PL_ERROR_MEMORY;
  for (int i = 0; i < fit->n_fitted; i++) stack->offset_index[i] = fit->fit_case[i].test->fit_offset ? stack->n_parameter++ : -1;
  stack->n_data = count_data(fit);
  stack->n_residual = stack->n_data + stack->n_theta;
  size_t n = (size_t)stack->n_parameter;
  stack->centre = pl_arena_alloc(arena, n, sizeof *stack->centre);
  stack->scale = pl_arena_alloc(arena, n, sizeof *stack->scale);
  stack->lower = pl_arena_alloc(arena, n, sizeof *stack->lower);
  stack->upper = pl_arena_alloc(arena, n, sizeof *stack->upper);
  stack->frozen = pl_arena_alloc(arena, n, sizeof *stack->frozen);
  if (!stack->centre || !stack->scale || !stack->lower || !stack->upper || !stack->frozen) return PL_ERROR_MEMORY;
  for (int j = 0; j < stack->n_theta; j++) {
    const pl_parameter *parameter = &material->parameter[j];
    stack->centre[j] = material->theta[j];
    stack->scale[j] = parameter->scale;
    stack->lower[j] = parameter->lower;
    stack->upper[j] = parameter->upper;
    stack->frozen[j] = parameter->frozen;
  }
  PL_TRY(skip_frozen(stack));
  for (int i = 0; i < fit->n_fitted; i++) {
    int j = stack->offset_index[i];
    if (j < 0) continue;
    double length = fit->fit_case[i].test->length;
    stack->frozen[j] = hold_offsets;
    stack->scale[j] = 1e-3 * length;
    stack->lower[j] = -0.1 * length;
    stack->upper[j] = 0.1 * length;
  }
  return PL_OK;
}

pl_status pl_stack_evaluate(void *user, const double *p, double *r, double *jacobian, int *n_failed) {
  pl_stack *stack = user;
  pl_fit *fit = stack->fit;
  int n_p = stack->n_parameter, n_theta = stack->n_theta, row = 0;
  for (int i = 0; i < fit->n_fitted; i++)
    if (stack->offset_index[i] >= 0) fit->fit_case[i].offset = p[stack->offset_index[i]];
  PL_TRY(pl_cases_predict(fit, p, 0, fit->n_fitted, jacobian != NULL));
  *n_failed = 0;
  if (jacobian) memset(jacobian, 0, (size_t)stack->n_residual * n_p * sizeof *jacobian);
  for (int i = 0; i < fit->n_fitted; i++) {
    const pl_fit_case *c = &fit->fit_case[i];
    if (c->idle) continue;
    *n_failed += c->report.n_failed;
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      if (!pl_case_used(c, k)) continue;
      double sigma = c->weight_sigma[k];
      for (int f = 0; f < pl_case_values(c, k); f++, row++) {
        bool failed = isnan(c->predicted[k][f]);
        r[row] = failed ? 0 : (c->predicted[k][f] - c->test->channel[k].value[f]) / sigma;
        if (!jacobian || failed) continue;
        double *out = jacobian + (size_t)row * n_p;
        for (int j = 0; j < n_theta; j++) out[j] = c->jacobian[k][(size_t)f * n_theta + j] / sigma;
        if (stack->offset_index[i] >= 0) out[stack->offset_index[i]] = c->offset_derivative[k][f] / sigma;
      }
    }
  }
  for (int j = 0; j < n_theta; j++, row++) {
    double weight = fit->options.prior > 0 ? 1 / (fit->options.prior * stack->scale[j]) : 0;
    r[row] = weight * (p[j] - stack->centre[j]);
    if (jacobian) jacobian[(size_t)row * n_p + j] = weight;
  }
  return PL_OK;
}
