// usual.c: the usual next cloth of a laboratory: 100 mm square, up to 600 g and back.
#include "protocol/rows.h"
#include "protocol/weights/weights.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
static const double G = 9.80665;

static pl_status plan_weights(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like, (void)solve;
  enum { TOP = 6, N = 2 * TOP + 1 };
  const double side = 0.1, step = 0.1 * G, clip = 0.01, cloth = material->density * side * side;
  pl_weights *w = pl_arena_alloc(arena, 1, sizeof *w);
  double *weight = pl_arena_alloc(arena, 2 * N, sizeof *weight), *force = weight + N;
  if (!w || !weight) return PL_ERROR_MEMORY;
  *w = (pl_weights){.gravity = G,
                    .clip = clip,
                    .cloth = cloth,
                    .dead = (clip + cloth / 2) * G,
                    .cut_length = side,
                    .rest_sigma = 5e-4,
                    .first = PL_WEIGHTS_VIRGIN,
                    .weight = weight};
  for (int f = 0; f < N; f++) {
    weight[f] = step * (f <= TOP ? f : 2 * TOP - f);
    force[f] = weight[f] + w->dead;
  }
  const pl_protocol *protocol = &pl_protocol_weights;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.name = usual->name,
                    .file = "",
                    .length = side,
                    .width = side,
                    .strips = 1,
                    .angle = usual->angle,
                    .n_frame = N,
                    .n_raw = N,
                    .control = PL_WEIGHTS_FORCE,
                    .observed = PL_WEIGHTS_LENGTH,
                    .protocol = &pl_protocol_weights,
                    .detail = w};
  for (int c = 0; c < 2; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_WEIGHTS_FORCE].value = force;
  test->channel[PL_WEIGHTS_LENGTH].width = 1;
  plan->sigma[PL_WEIGHTS_LENGTH] = 3e-4;
  plan->n_test = 1;
  return pl_weights_follow(arena, w, test);
}

static const pl_usual usual[] = {
    {"weights", "weights warp", "weights hung on and taken off along warp", "lengths to 0.3 mm", PL_NEEDS_STRETCH, false, 0, 0,
     plan_weights},
    {"weights", "weights weft", "weights hung on and taken off along weft", "lengths to 0.3 mm", PL_NEEDS_STRETCH, false, PI / 2, 0,
     plan_weights},
};
const pl_protocol_plan pl__weights_usual = {.n_usual = COUNT(usual), .usual = usual};
