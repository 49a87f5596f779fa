// strips.c: see strips.h.
#include "scenes/strips.h"

#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "protocol/tensile/tensile.h"
#include "rig/rig.h"

#define LENGTH 0.1
#define WIDTH 0.05

static pl_status pull_one(pl_context *ctx, const pl_material *fabric, const scene_strips *plan, int i, pl_measurement **out) {
  pl_arena *arena = pl_arena_create(ctx);
  double *control = arena ? pl_arena_alloc(arena, (size_t)plan->n_frame, sizeof *control) : NULL;
  pl_test test = {.length = LENGTH, .width = WIDTH, .strips = 1, .angle = plan->angle, .n_frame = plan->n_frame, .method = PL_TEST_CLAMPED};
  pl_status status = control ? PL_OK : PL_ERROR_MEMORY;
  for (int f = 0; control && f < plan->n_frame; f++) control[f] = LENGTH * plan->strain * (f + 1) / plan->n_frame;
  test.name = arena ? pl_arena_printf(arena, "strip-%d", i + 1) : NULL;
  test.channel[PL_TENSILE_DISPLACEMENT].value = control;
  pl_rig_options rig = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  pl_measurement *m = NULL;
  if (status == PL_OK) status = pl_rig_measure(ctx, pl_protocol_find("tensile"), 1, &test, fabric, &rig, &solve, NULL, 1, &m, &report);
  if (status == PL_OK) {
    double *force = m->test[0].channel[PL_TENSILE_FORCE].value, largest = fabs(force[plan->n_frame - 1]);
    pl_rng rng;
    pl_rng_init(&rng, plan->seed * 1000 + (uint64_t)i + 1);
    for (int f = 0; f < plan->n_frame; f++) force[f] = plan->factor[i] * force[f] + plan->noise * largest * pl_rng_normal(&rng);
    m->test[0].channel[PL_TENSILE_FORCE].sigma = 0;
    m->test[0].channel[PL_TENSILE_SHEAR_FORCE].value = m->test[0].channel[PL_TENSILE_LATERAL].value = NULL;
  }
  pl_arena_destroy(arena);
  *out = m;
  return status;
}

pl_status scene_strips_pull(pl_context *ctx, const pl_material *fabric, const scene_strips *plan, pl_measurement **out) {
  for (int i = 0; i < plan->n; i++) out[i] = NULL;
  for (int i = 0; i < plan->n; i++) PL_TRY(pull_one(ctx, fabric, plan, i, &out[i]));
  return PL_OK;
}

void scene_strips_clear(int n, pl_measurement **strips) {
  for (int i = 0; i < n; i++) pl_measurement_destroy(strips[i]);
}
