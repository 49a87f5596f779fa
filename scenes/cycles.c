// cycles.c: virtual load-unload cycles of a uniform sample with friction, force over displacement (Miguel et al. 2013, figure 2), by Runge-Kutta
// steps of eq. 2.
#include <math.h>

#include "base/rng.h"
#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"

// d sigma / d epsilon for motion in direction d.
static double slope(const scene_friction *f, int d, double strain, double stress) {
  return (f->a + f->b * fabs(strain) - d * stress) / f->tau;
}

static void move_to(const scene_friction *f, double target, double *strain, double *stress) {
  int d = target > *strain ? 1 : -1, n = (int)ceil(40 * fabs(target - *strain) / f->tau) + 1;
  double h = (target - *strain) / n;
  for (int i = 0; i < n; i++) {
    double s = *strain, y = *stress, m1 = slope(f, d, s, y), m2 = slope(f, d, s + h / 2, y + h / 2 * m1),
           m3 = slope(f, d, s + h / 2, y + h / 2 * m2), m4 = slope(f, d, s + h, y + h * m3);
    *stress = y + h / 6 * (m1 + 2 * m2 + 2 * m3 + m4);
    *strain = s + h;
  }
  *strain = target;
}

pl_status scene_cycles(pl_context *ctx, const scene_friction *fabric, const scene_cycles_plan *plan, uint64_t seed, pl_measurement **out) {
  *out = NULL;
  int n_frame = plan->n_turn * plan->per_branch;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_measurement *m = pl_arena_alloc(arena, 1, sizeof *m);
  pl_test *test = pl_arena_alloc(arena, 1, sizeof *test);
  double *displacement = pl_arena_alloc(arena, 2 * (size_t)n_frame, sizeof *displacement), *force = displacement + n_frame;
  int *branch = pl_arena_alloc(arena, (size_t)n_frame, sizeof *branch);
  if (!m || !test || !displacement || !branch) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  double from = 0, strain = 0, stress = 0;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int t = 0, f = 0; t < plan->n_turn; from = plan->turn[t++])
    for (int i = 1; i <= plan->per_branch; i++, f++) {
      displacement[f] = from + (plan->turn[t] - from) * i / plan->per_branch;
      double ratio = 1 + displacement[f] / plan->side;
      move_to(fabric, 0.5 * (ratio * ratio - 1), &strain, &stress);
      force[f] = ((fabric->k1 + fabric->k2 * fabs(strain)) * strain + stress) * plan->side * ratio + plan->sigma * pl_rng_normal(&rng);
      branch[f] = plan->turn[t] < from ? PL_BRANCH_UNLOAD : PL_BRANCH_LOAD;
    }
  const pl_protocol *protocol = pl_protocol_find("tensile");
  *test = (pl_test){.protocol = protocol,
                    .name = fabric->name,
                    .file = "",
                    .length = plan->side,
                    .width = plan->side,
                    .strips = 1,
                    .n_frame = n_frame,
                    .branch = branch,
                    .n_raw = n_frame,
                    .raw_branch = branch,
                    .control = PL_TENSILE_DISPLACEMENT,
                    .observed = PL_TENSILE_FORCE};
  for (int c = 0; c < protocol->n_channel; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_TENSILE_DISPLACEMENT].value = displacement;
  test->channel[PL_TENSILE_FORCE].value = force;
  test->channel[PL_TENSILE_FORCE].sigma = test->raw_sigma[PL_TENSILE_FORCE] = plan->sigma;
  test->raw[PL_TENSILE_DISPLACEMENT] = displacement;
  test->raw[PL_TENSILE_FORCE] = force;
  *m = (pl_measurement){
      .arena = arena, .protocol = protocol, .name = fabric->name, .file = "", .density = fabric->density, .n_test = 1, .test = test};
  *out = m;
  return PL_OK;
}
