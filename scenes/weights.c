// weights.c: virtual weights tests of the friction paper's fabrics, computed independently of the library. Dahl's equation is integrated in
// small steps, without law, mesh or solver.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "protocol/weights/weights.h"
#include "scenes/scenes.h"

#define GRAVITY 9.80665

// Miguel et al. 2013, table of section 4.2 (warp).
const scene_friction scene_stretch_fabric[3] = {
    {"cotton", 0.143, 135.6, 64.03, 2.22, 3.16, 0.006},
    {"spandex", 0.157, 4.42, 32.19, 0.40, 4.84, 0.088},
    {"polyester", 0.121, 26.62, 3.64, 2.10, 5.41, 0.031},
};

// d sigma / d epsilon of eq. 2 for motion in direction d.
static double slope(const scene_friction *f, int d, double strain, double stress) {
  return (f->a + f->b * fabs(strain) - d * stress) / f->tau;
}

static double force_at(const scene_friction *f, double width, double strain, double friction) {
  return ((f->k1 + f->k2 * strain) * strain + friction) * width * sqrt(1 + 2 * strain);
}

// Runge-Kutta steps until the force is reached; the last step is shortened to fit.
static void march(const scene_friction *f, double width, double force, double *strain, double *stress) {
  double now = force_at(f, width, *strain, *stress);
  if (now == force) return;
  int d = force > now ? 1 : -1;
  double h = d * fmin(f->tau / 40, 5e-5);
  for (;;) {
    double s = *strain, y = *stress;
    double m1 = slope(f, d, s, y), m2 = slope(f, d, s + h / 2, y + h / 2 * m1), m3 = slope(f, d, s + h / 2, y + h / 2 * m2),
           m4 = slope(f, d, s + h, y + h * m3);
    double next = y + h / 6 * (m1 + 2 * m2 + 2 * m3 + m4), reached = force_at(f, width, s + h, next);
    if (d * (reached - force) < 0) {
      *strain = s + h;
      *stress = next;
      continue;
    }
    if (fabs(h) < 1e-13) return;
    h /= 2;
  }
}

pl_status scene_weights(pl_context *ctx, const scene_friction *fabric, const scene_weights_plan *plan, uint64_t seed,
                        pl_measurement **out) {
  *out = NULL;
  int n_frame = 0;
  for (int n = 1; n <= plan->n_top; n++) n_frame += (2 * n + 1) * plan->repetitions;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_measurement *m = pl_arena_alloc(arena, 1, sizeof *m);
  pl_test *test = pl_arena_alloc(arena, 1, sizeof *test);
  pl_weights *w = pl_arena_alloc(arena, 1, sizeof *w);
  double *value = pl_arena_alloc(arena, 3 * (size_t)n_frame, sizeof *value);
  if (!m || !test || !w || !value) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  double *weight = value, *force = value + n_frame, *length = value + 2 * n_frame;
  double side = plan->side, cloth = fabric->density * side * side, dead = (plan->clip + cloth / 2) * GRAVITY, strain = 0, stress = 0;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  double rest = side + plan->rest_sigma * pl_rng_normal(&rng);  // the width keeps its size, and so does the ratio that a force makes
  if (plan->conditioned) march(fabric, side, plan->step * plan->n_top + dead, &strain, &stress);
  int f = 0;
  for (int r = 0; r < plan->repetitions; r++)
    for (int n = 1; n <= plan->n_top; n++)
      for (int i = 0; i <= 2 * n; i++, f++) {
        weight[f] = plan->step * (i <= n ? i : 2 * n - i);
        force[f] = weight[f] + dead;
        march(fabric, side, force[f], &strain, &stress);
        length[f] = rest * sqrt(1 + 2 * strain) + plan->sigma * pl_rng_normal(&rng);
      }
  *w = (pl_weights){.gravity = GRAVITY,
                    .clip = plan->clip,
                    .cloth = cloth,
                    .dead = dead,
                    .cut_length = side,
                    .rest_sigma = plan->rest_sigma,
                    .first = plan->conditioned ? PL_WEIGHTS_CONDITIONED : PL_WEIGHTS_VIRGIN,
                    .weight = weight};
  const pl_protocol *protocol = pl_protocol_find("weights");
  *test = (pl_test){.name = fabric->name,
                    .file = "",
                    .length = side,
                    .width = side,
                    .strips = 1,
                    .n_frame = n_frame,
                    .n_raw = n_frame,
                    .control = PL_WEIGHTS_FORCE,
                    .observed = PL_WEIGHTS_LENGTH,
                    .protocol = &pl_protocol_weights,
                    .detail = w};
  for (int c = 0; c < 2; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_WEIGHTS_FORCE].value = force;
  test->channel[PL_WEIGHTS_LENGTH].value = length;
  test->channel[PL_WEIGHTS_LENGTH].sigma = plan->sigma;
  test->raw[0] = force;
  test->raw[1] = length;
  pl_status status = pl_weights_follow(arena, w, test);
  if (status != PL_OK) {
    pl_arena_destroy(arena);
    return status;
  }
  *m = (pl_measurement){
      .arena = arena, .protocol = protocol, .name = fabric->name, .file = "", .density = fabric->density, .n_test = 1, .test = test};
  *out = m;
  return PL_OK;
}
