// usual.c: usual next homogeneous states of a laboratory: the body and the largest stretch of the measured tests.
#include <math.h>

#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
enum { FRAMES = 20 };

static pl_status plan_state(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                            const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)solve;
  const pl_protocol *protocol = &pl_protocol_homogeneous;
  pl_homogeneous *h = pl_arena_alloc(arena, 1, sizeof *h);
  double *value = pl_arena_alloc(arena, FRAMES, sizeof *value), largest = 1;
  if (!h || !value) return PL_ERROR_MEMORY;
  for (int f = 0; f < like->n_frame; f++) largest = fmax(largest, pl_homogeneous_at(like, f).stretch[0]);
  *h = (pl_homogeneous){.mode = (pl_homogeneous_mode)usual->which,
                        .measure = PL_STRESS_NOMINAL,
                        .symmetry = pl_homogeneous_of(like)->symmetry,
                        .incompressible = pl_homogeneous_of(like)->incompressible,
                        .thickness = pl_homogeneous_of(like)->thickness};
  bool shear = h->mode == PL_SIMPLE_SHEAR;
  // two equal stretches give the thickness of one that is their square
  bool other = pl_homogeneous_of(like)->mode != h->mode;
  double last = shear ? largest - 1 / largest : other && h->mode == PL_EQUIBIAXIAL ? sqrt(largest) : largest;
  for (int f = 0; f < FRAMES; f++) value[f] = (shear ? 0 : 1) + (last - (shear ? 0 : 1)) * (f + 1) / FRAMES;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.name = usual->name,
                    .file = "",
                    .strips = 1,
                    .angle = usual->angle,
                    .n_frame = FRAMES,
                    .n_raw = FRAMES,
                    .protocol = &pl_protocol_homogeneous,
                    .detail = h};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  test->control = shear ? PL_HOMOGENEOUS_SHEAR : PL_HOMOGENEOUS_STRETCH;
  test->observed = shear ? PL_HOMOGENEOUS_SHEAR_STRESS : PL_HOMOGENEOUS_STRESS;
  test->channel[test->control].value = value;
  test->channel[test->observed].width = 1;
  plan->n_test = 1;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"homogeneous", "uniaxial", "a uniaxial test", "stresses to 1 % of the largest", PL_NEEDS_RUBBER, false, 0, PL_UNIAXIAL, plan_state},
    {"homogeneous", "equibiaxial", "an equibiaxial test", "stresses to 1 % of the largest", PL_NEEDS_RUBBER, false, 0, PL_EQUIBIAXIAL,
     plan_state},
    {"homogeneous", "planar", "a planar test", "stresses to 1 % of the largest", PL_NEEDS_RUBBER, false, 0, PL_PLANAR, plan_state},
    {"homogeneous", "simple-shear", "a simple shear test", "stresses to 1 % of the largest", PL_NEEDS_RUBBER, false, 0, PL_SIMPLE_SHEAR,
     plan_state},
};
// Prefers the test of this mode, then the one with the largest stretch.
static double like(const pl_test *test, int mode) {
  double largest = 0;
  for (int f = 0; f < test->n_frame; f++) largest = fmax(largest, pl_homogeneous_at(test, f).stretch[0]);
  return ((int)pl_homogeneous_of(test)->mode == mode ? 1e6 : 0) + fmin(largest, 1e5);
}

const pl_protocol_plan pl__homogeneous_plan = {
    .n_usual = COUNT(usual), .usual = usual, .body = PL_NEEDS_RUBBER, .like = like, .laboratory = &pl__homogeneous_laboratory};
