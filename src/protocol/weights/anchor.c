// anchor.c: see anchor.h.
#include "protocol/weights/anchor.h"

#include <math.h>

#include "estimate/optimise/linear_fit.h"
#include "protocol/weights/weights.h"

enum { N_LINEAR = 4, GRID = 60, GOLDEN_STEPS = 40 };
static const double FIRST = 2e-3, LAST = 4;  // tau over the range of strain

// Friction stress (N/m) of eq. 4 at `strain`, on a branch in `direction` (1 or -1) from the strain `anchor`.
static double anchor_stress(const pl_anchor *p, double strain, double anchor, int direction) {
  double decay = exp(-direction * (strain - anchor) / p->tau);
  return direction * (p->a + p->b * strain) - 2 * direction * (p->a + p->b * anchor) * decay;
}

// All readings of all tests.
typedef struct readings {
  int n;
  int *direction;  // [n], 1 loading, -1 unloading
  double *strain;  // [n]
  double *anchor;  // [n], strain of the anchor
  double *factor;  // [n], m, width L / L0: force per stress
  double *force;   // [n], N
  double *matrix;  // [n][N_LINEAR], of the linear problem
  double range;    // largest strain
} readings;

static double strain_at(const pl_test *test, int f) {
  double ratio = test->channel[PL_WEIGHTS_LENGTH].value[f] / test->length;
  return 0.5 * (ratio * ratio - 1);
}

static pl_status gather(pl_arena *arena, int n_test, const pl_test *const *test, readings *out) {
  int n = 0;
  for (int t = 0; t < n_test; t++) n += test[t]->n_frame;
  double *value = pl_arena_alloc(arena, (size_t)n * (4 + N_LINEAR), sizeof *value);
  *out = (readings){.n = n, .direction = pl_arena_alloc(arena, (size_t)n, sizeof *out->direction), .range = 1e-12};
  if (!value || !out->direction) return PL_ERROR_MEMORY;
  out->strain = value;
  out->anchor = value + n;
  out->factor = value + 2 * n;
  out->force = value + 3 * n;
  out->matrix = value + 4 * n;
  for (int t = 0, i = 0; t < n_test; t++)
    for (int f = 0; f < test[t]->n_frame; f++, i++) {
      out->direction[i] = test[t]->branch[f] == PL_BRANCH_UNLOAD ? -1 : 1;
      out->strain[i] = strain_at(test[t], f);
      out->anchor[i] = strain_at(test[t], pl_weights_of(test[t])->anchor[f]);
      out->factor[i] = test[t]->width * test[t]->channel[PL_WEIGHTS_LENGTH].value[f] / test[t]->length;
      out->force[i] = test[t]->channel[PL_WEIGHTS_FORCE].value[f];
      out->range = fmax(out->range, out->strain[i]);
    }
  return PL_OK;
}

// The best other parameters for this tau.
static pl_status solve_at(pl_context *ctx, const readings *data, bool constant, double tau, pl_anchor *out) {
  pl_anchor a = {.a = 1, .tau = tau}, b = {.b = 1, .tau = tau};
  for (int i = 0; i < data->n; i++) {
    double e = data->strain[i], *row = data->matrix + i * N_LINEAR;
    row[0] = data->factor[i] * e;
    row[1] = data->factor[i] * e * e;
    row[2] = data->factor[i] * anchor_stress(&a, e, data->anchor[i], data->direction[i]);
    row[3] = data->factor[i] * anchor_stress(&b, e, data->anchor[i], data->direction[i]);
  }
  const double lower[N_LINEAR] = {0, -INFINITY, 0, 0}, upper[N_LINEAR] = {INFINITY, INFINITY, INFINITY, constant ? 0 : INFINITY};
  double p[N_LINEAR], objective;
  PL_TRY(pl_linear_fit(ctx, &(pl_linear_problem){N_LINEAR, data->n, data->force, data->matrix}, lower, upper, p, &objective));
  *out = (pl_anchor){p[0], p[1], p[2], p[3], tau, sqrt(2 * objective / data->n)};
  return PL_OK;
}

// Golden section over log tau, between the neighbours of the best scanned value.
static pl_status refine(pl_context *ctx, const readings *data, bool constant, double low, double high, pl_anchor *best) {
  const double part = 0.6180339887498949;
  pl_anchor inner[2];
  double at[2] = {high - part * (high - low), low + part * (high - low)};
  for (int k = 0; k < 2; k++) PL_TRY(solve_at(ctx, data, constant, exp(at[k]), &inner[k]));
  for (int step = 0; step < GOLDEN_STEPS; step++) {
    int left = inner[0].rms < inner[1].rms;  // keep the part around at[0]
    if (left) {
      high = at[1];
      at[1] = at[0];
      inner[1] = inner[0];
      at[0] = high - part * (high - low);
    } else {
      low = at[0];
      at[0] = at[1];
      inner[0] = inner[1];
      at[1] = low + part * (high - low);
    }
    PL_TRY(solve_at(ctx, data, constant, exp(at[!left]), &inner[!left]));
  }
  for (int k = 0; k < 2; k++)
    if (inner[k].rms < best->rms) *best = inner[k];
  return PL_OK;
}

pl_status pl_anchor_fit(pl_context *ctx, int n_test, const pl_test *const *test, bool constant, pl_anchor *out) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  readings data;
  PL_TRY_CLEAN(gather(arena, n_test, test, &data));
  double step = log(LAST / FIRST) / (GRID - 1), first = log(FIRST * data.range);
  int at = 0;
  for (int k = 0; k < GRID; k++) {
    pl_anchor trial;
    PL_TRY_CLEAN(solve_at(ctx, &data, constant, exp(first + k * step), &trial));
    if (k > 0 && !(trial.rms < out->rms)) continue;
    *out = trial;
    at = k;
  }
  PL_TRY_CLEAN(refine(ctx, &data, constant, first + (at - 1) * step, first + (at + 1) * step, out));
cleanup:
  pl_arena_destroy(arena);
  return status;
}
