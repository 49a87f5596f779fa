// usual.c: usual next strips of a laboratory: four overhangs.
#include "protocol/cantilever/cantilever_part.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846

static pl_status plan_strip(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                            const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)like, (void)solve;
  static const double overhang[] = {0.03, 0.045, 0.06, 0.08};
  static const char *const name[] = {"30 mm", "45 mm", "60 mm", "80 mm"};
  for (int i = 0; i < 4; i++) {
    pl_cantilever_plan p = pl_cantilever_plan_default();
    p.name = name[i];
    p.cut = usual->angle;
    p.overhang = overhang[i];
    p.turn_sigma = 2 * PI / 180;
    PL_TRY(pl_plan_cantilever(arena, &p, &plan->test[plan->n_test++]));
  }
  plan->sigma[PL_CANTILEVER_PROFILE] = 2e-4;
  plan->cells = 20;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"cantilever", "warp strip", "a cantilever of a warp strip", "labels to 0.2 mm", PL_NEEDS_BEND | PL_NEEDS_WEIGHT, false, 0, 0,
     plan_strip},
    {"cantilever", "weft strip", "a cantilever of a weft strip", "labels to 0.2 mm", PL_NEEDS_BEND | PL_NEEDS_WEIGHT, false, PI / 2, 0,
     plan_strip},
    {"cantilever", "bias strip", "a cantilever of a bias strip", "labels to 0.2 mm", PL_NEEDS_BEND | PL_NEEDS_WEIGHT, false, PI / 4, 0,
     plan_strip},
};
const pl_protocol_plan pl__cantilever_plan = {
    .n_usual = COUNT(usual), .usual = usual, .labels = true, .laboratory = &pl__cantilever_laboratory};
