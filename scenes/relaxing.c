// relaxing.c: see relaxing.h.
#include "scenes/relaxing.h"

#include <math.h>

#include "base/rng.h"
#include "protocol/tensile/tensile.h"

#define LENGTH 0.1
#define WIDTH 0.05
#define FIRST_OF_HOLD 1e-3

// Stress after a pull of T seconds and a rest.
static double stress_at(const scene_relaxing *plan, double rate, double pulled, double rest) {
  double x = rate * pulled, stress = plan->stiffness * (x + 0.5 * x * x);
  for (int i = 0; i < plan->n_time; i++) {
    double tau = plan->time[i], grown = -expm1(-pulled / tau) * tau;
    stress += plan->share[i] * plan->stiffness * rate * (grown + rate * tau * (pulled - grown)) * exp(-rest / tau);
  }
  return stress;
}

static pl_status fill(pl_arena *arena, const scene_relaxing *plan, const scene_pull *pull, int index, pl_test *test) {
  const pl_protocol *protocol = pl_protocol_find("tensile");
  int n = plan->n_frame * (pull->hold > 0 ? 2 : 1);
  double *control = pl_arena_alloc(arena, (size_t)n, sizeof *control), *force = pl_arena_alloc(arena, (size_t)n, sizeof *force),
         *time = pl_arena_alloc(arena, (size_t)n, sizeof *time);
  int *branch = pl_arena_alloc(arena, (size_t)n, sizeof *branch);
  if (!control || !force || !time || !branch) return PL_ERROR_MEMORY;
  double rate = pull->speed / LENGTH, end = plan->strain / rate;
  double largest = plan->stiffness * (plan->strain + 0.5 * plan->strain * plan->strain) * WIDTH * (1 + plan->strain);
  pl_rng rng;
  pl_rng_init(&rng, plan->seed * 1000 + (uint64_t)index + 1);
  for (int f = 0; f < n; f++) {
    double pulled = f < plan->n_frame ? end * (f + 1) / plan->n_frame : end,
           rest = f < plan->n_frame ? 0 : pull->hold * pow(FIRST_OF_HOLD, 1 - (double)(f + 1 - plan->n_frame) / plan->n_frame);
    control[f] = LENGTH * rate * pulled;
    time[f] = pulled + rest;
    force[f] =
        pull->factor * stress_at(plan, rate, pulled, rest) * WIDTH * (1 + rate * pulled) + plan->noise * largest * pl_rng_normal(&rng);
    branch[f] = PL_BRANCH_LOAD;
  }
  *test = (pl_test){.name = pl_arena_printf(arena, "pull-%d", index + 1),
                    .file = "",
                    .specimen = pull->specimen ? pl_arena_text(arena, pull->specimen) : NULL,
                    .length = LENGTH,
                    .width = WIDTH,
                    .strips = 1,
                    .speed = pull->speed,
                    .method = PL_TEST_CLAMPED,
                    .n_frame = n,
                    .branch = branch,
                    .time = time,
                    .n_raw = n,
                    .raw_branch = branch,
                    .raw_time = time,
                    .hold = pull->hold,
                    .control = PL_TENSILE_DISPLACEMENT,
                    .observed = PL_TENSILE_FORCE,
                    .protocol = protocol};
  for (int c = 0; c < protocol->n_channel; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_TENSILE_DISPLACEMENT].value = control;
  test->channel[PL_TENSILE_FORCE].value = force;
  test->raw[PL_TENSILE_DISPLACEMENT] = control;
  test->raw[PL_TENSILE_FORCE] = force;
  return test->name ? PL_OK : PL_ERROR_MEMORY;
}

pl_status scene_relaxing_pull(pl_context *ctx, const scene_relaxing *plan, int n, const scene_pull *pull, pl_measurement **out) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *m = arena ? pl_arena_alloc(arena, 1, sizeof *m) : NULL;
  pl_test *test = m ? pl_arena_alloc(arena, (size_t)n, sizeof *test) : NULL;
  pl_status status = test ? PL_OK : PL_ERROR_MEMORY;
  *out = NULL;
  for (int i = 0; i < n && status == PL_OK; i++) status = fill(arena, plan, &pull[i], i, &test[i]);
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *m = (pl_measurement){
      .arena = arena, .protocol = pl_protocol_find("tensile"), .name = "relaxing", .file = "", .density = 0.15, .n_test = n, .test = test};
  *out = m;
  return PL_OK;
}
