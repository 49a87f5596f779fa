// loops.c: virtual loops of moment over curvature by the closed form of elasticity and friction, without laws, meshes or solvers of the library.
#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "protocol/moment-curvature/moment.h"
#include "scenes/scenes.h"

// One branch that does not pass zero, s and s0 >= 0, direction d.
static double branch(const scene_bend *bend, double d, double s0, double s, double sigma0) {
  double lag = bend->b * bend->tau;
  return d * (bend->a + bend->b * s) - lag + (sigma0 - d * (bend->a + bend->b * s0) + lag) * exp(-d * (s - s0) / bend->tau);
}

// The same on either side: the mirror image of s < 0.
static double side_branch(const scene_bend *bend, double side, double s0, double s, double sigma0) {
  double d = side * (s > s0 ? 1 : -1);
  return side * branch(bend, d, side * s0, side * s, side * sigma0);
}

double scene_bend_step(const scene_bend *bend, double s0, double s, double *sigma) {
  double elastic = bend->rigidity[s < 0] * s + bend->cubic * s * s * s;
  if (bend->a == 0 || s == s0) return elastic + *sigma;
  if (s * s0 < 0) {
    *sigma = side_branch(bend, s0 < 0 ? -1 : 1, s0, 0, *sigma);
    *sigma = side_branch(bend, s < 0 ? -1 : 1, 0, s, *sigma);
  } else {
    *sigma = side_branch(bend, s0 + s < 0 ? -1 : 1, s0, s, *sigma);
  }
  return elastic + *sigma;
}

// From 0 to top, 0, -top, 0, per cycle.
static double curvature_at(const scene_loop_plan *plan, int i) {
  int n = plan->per_branch, leg = i == 0 ? 0 : (i - 1) / n % 4, k = i == 0 ? 0 : (i - 1) % n + 1;
  double share = (double)(leg % 2 == 0 ? k : n - k) / n;
  return (leg < 2 ? 1 : -1) * plan->top * share + 0.0;
}

static pl_status make_test(pl_arena *arena, const scene_bend bend[3], const scene_loop_plan *plan, double angle, pl_rng *rng,
                           pl_test *test) {
  int n = 1 + 4 * plan->per_branch * plan->cycles;
  double *curvature = pl_arena_alloc(arena, (size_t)n, sizeof *curvature), *moment = pl_arena_alloc(arena, (size_t)n, sizeof *moment);
  int *branches = pl_arena_alloc(arena, (size_t)n, sizeof *branches);
  pl_moment *detail = pl_arena_alloc(arena, 1, sizeof *detail);
  const char *name = pl_arena_printf(arena, "%g deg", angle * 180 / acos(-1.0));
  if (!curvature || !moment || !branches || !detail || !name) return PL_ERROR_MEMORY;
  double c = cos(angle), s = sin(angle), share[3] = {c * c, s * s, 2 * c * s}, sigma[3] = {0}, before = 0;
  for (int i = 0; i < n; i++) {
    curvature[i] = curvature_at(plan, i);
    branches[i] = i == 0 || fabs(curvature[i]) > fabs(before) ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
    moment[i] = plan->sigma * pl_rng_normal(rng);
    for (int k = 0; k < 3; k++)
      if (fabs(share[k]) > 1e-12) moment[i] += share[k] * scene_bend_step(&bend[k], share[k] * before, share[k] * curvature[i], &sigma[k]);
    before = curvature[i];
  }
  *detail = (pl_moment){.face = PL_FACE_BOTH};
  const pl_protocol *protocol = &pl_protocol_moment_curvature;
  *test = (pl_test){.name = name,
                    .file = "",
                    .strips = 1,
                    .angle = angle,
                    .n_frame = n,
                    .n_raw = n,
                    .branch = branches,
                    .raw_branch = branches,
                    .control = PL_MOMENT_CURVATURE,
                    .observed = PL_MOMENT_MOMENT,
                    .protocol = protocol,
                    .detail = detail};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  test->channel[PL_MOMENT_CURVATURE].value = curvature;
  test->channel[PL_MOMENT_MOMENT].value = moment;
  if (plan->sigma_given) test->channel[PL_MOMENT_MOMENT].sigma = test->raw_sigma[PL_MOMENT_MOMENT] = plan->sigma;
  test->raw[PL_MOMENT_CURVATURE] = curvature;
  test->raw[PL_MOMENT_MOMENT] = moment;
  return PL_OK;
}

pl_status scene_loops(pl_context *ctx, const scene_bend bend[3], const scene_loop_plan *plan, uint64_t seed, pl_measurement **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_measurement *m = pl_arena_alloc(arena, 1, sizeof *m);
  pl_test *test = pl_arena_alloc(arena, (size_t)plan->n_angle, sizeof *test);
  pl_status status = m && test ? PL_OK : PL_ERROR_MEMORY;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int i = 0; i < plan->n_angle && status == PL_OK; i++) status = make_test(arena, bend, plan, plan->angle[i], &rng, &test[i]);
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *m = (pl_measurement){
      .arena = arena, .protocol = &pl_protocol_moment_curvature, .name = "loops", .file = "", .n_test = plan->n_angle, .test = test};
  *out = m;
  return PL_OK;
}
