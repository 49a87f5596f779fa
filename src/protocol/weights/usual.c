// usual.c: the usual next cloth of a laboratory: 100 mm square, up to 600 g and back.
#include "protocol/weights/weights_part.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
static const double G = 9.80665;

pl_status pl__weights_plan_test(pl_arena *arena, const pl__weights_specimen *s, int n_frame, const double *weight, pl_test *test) {
  const pl_protocol *protocol = &pl_protocol_weights;
  pl_weights *w = pl_arena_alloc(arena, 1, sizeof *w);
  double *force = pl_arena_alloc(arena, (size_t)n_frame, sizeof *force), cloth = s->density * s->length * s->width;
  if (!w || !force) return PL_ERROR_MEMORY;
  *w = (pl_weights){.gravity = G,
                    .clip = s->clip,
                    .cloth = cloth,
                    .dead = (s->clip + cloth / 2) * G,
                    .cut_length = s->length,
                    .rest_sigma = s->rest_sigma,
                    .first = PL_WEIGHTS_VIRGIN,
                    .weight = weight};
  for (int f = 0; f < n_frame; f++) force[f] = weight[f] + w->dead;
  *test = (pl_test){.name = s->name,
                    .file = "",
                    .length = s->length,
                    .width = s->width,
                    .strips = 1,
                    .angle = s->angle,
                    .n_frame = n_frame,
                    .n_raw = n_frame,
                    .control = PL_WEIGHTS_FORCE,
                    .observed = PL_WEIGHTS_LENGTH,
                    .protocol = protocol,
                    .detail = w};
  for (int c = 0; c < 2; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[PL_WEIGHTS_FORCE].value = force;
  test->channel[PL_WEIGHTS_LENGTH].width = 1;
  return pl_weights_follow(arena, w, test);
}

static pl_status plan_weights(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                              const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like, (void)solve;
  enum { TOP = 6, N = 2 * TOP + 1 };
  const double side = 0.1, step = 0.1 * G;
  pl__weights_specimen s = {usual->name, usual->angle, side, side, 0.01, material->density, 5e-4};
  double *weight = pl_arena_alloc(arena, N, sizeof *weight);
  if (!weight) return PL_ERROR_MEMORY;
  for (int f = 0; f < N; f++) weight[f] = step * (f <= TOP ? f : 2 * TOP - f);
  plan->sigma[PL_WEIGHTS_LENGTH] = 3e-4;
  plan->n_test = 1;
  return pl__weights_plan_test(arena, &s, N, weight, &plan->test[0]);
}

static const pl_usual usual[] = {
    {"weights", "weights warp", "weights hung on and taken off along warp", "lengths to 0.3 mm", PL_NEEDS_STRETCH, false, 0, 0,
     plan_weights},
    {"weights", "weights weft", "weights hung on and taken off along weft", "lengths to 0.3 mm", PL_NEEDS_STRETCH, false, PI / 2, 0,
     plan_weights},
};
const pl_protocol_plan pl__weights_usual = {
    .n_usual = COUNT(usual), .usual = usual, .laboratory = &pl__weights_laboratory, .planned = &pl__weights_planned};
