// usual.c: usual next samples of a laboratory: three cuts, weights below and at both sides.
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/biaxial-hang/plan_hang.h"
#include "rig/usual.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846

static pl_status plan_hung(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)usual, (void)material, (void)like, (void)solve;
  static const char *const name[] = {"cut 0", "cut 45", "cut 90"};
  static const double bottom[] = {0, 0.2 * 9.80665, 0.4 * 9.80665, 0.6 * 9.80665}, side[] = {0, 0.2 * 9.80665, 0.4 * 9.80665};
  for (int i = 0; i < 3; i++) {
    pl_hang_plan p = pl_hang_plan_default();
    p.name = name[i];
    p.cut = i * PI / 4;
    p.bottom = bottom, p.n_bottom = 4;
    p.left = p.right = side, p.n_side = 3;
    PL_TRY(pl_plan_hang(arena, &p, &plan->test[plan->n_test++]));
  }
  plan->sigma[PL_HANG_POINTS] = 5e-4;
  plan->cells = 10;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"biaxial-hang", "hung samples", "samples hung with weights on three sides", "labels to 0.5 mm", PL_NEEDS_STRETCH | PL_NEEDS_SHEAR,
     true, 0, 0, plan_hung},
};
const pl_protocol_plan pl__hang_plan = {
    .n_usual = COUNT(usual), .usual = usual, .labels = true, .laboratory = &pl__hang_laboratory, .planned = &pl__hang_planned};
