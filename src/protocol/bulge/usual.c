// usual.c: the usual next bulge test of a laboratory: 100 mm in diameter, up to a height of about a fifth of the radius.
#include <math.h>

#include "protocol/bulge/bulge_part.h"

enum { FRAMES = 12 };

static double stiffness(const pl_material *material) {
  const pl_strain *green = pl_strain_find("green");
  double strain[3] = {0.01, 0.01, 0}, stress[3] = {0};
  pl_material_eval(material, green, NULL, strain, NULL, stress, NULL);
  return 0.5 * (stress[0] + stress[1]) / 0.01;  // N/m, biaxial
}

static pl_status plan_bulge(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                            const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)like, (void)solve;
  const double diameter = 0.1, a = 0.5 * diameter, height = 0.2 * a;
  double *pressure = pl_arena_alloc(arena, FRAMES, sizeof *pressure);
  int *branch = pl_arena_alloc(arena, FRAMES, sizeof *branch);
  if (!pressure || !branch) return PL_ERROR_MEMORY;
  // strain (2/3) (w/a)^2 of a shallow cap; pressure = tension times 4 w / a^2
  double last = stiffness(material) * (2.0 / 3) * pow(height / a, 2) * 4 * height / (a * a);
  for (int f = 0; f < FRAMES; f++) pressure[f] = last * (f + 1) / FRAMES;
  pl_test *test = &plan->test[0];
  *test = (pl_test){.protocol = &pl_protocol_bulge,
                    .name = usual->name,
                    .file = "",
                    .length = diameter,
                    .width = diameter,
                    .strips = 1,
                    .n_frame = FRAMES,
                    .n_raw = FRAMES,
                    .branch = branch,
                    .raw_branch = branch,
                    .control = PL_BULGE_PRESSURE,
                    .observed = PL_BULGE_HEIGHT};
  for (int k = 0; k < pl_protocol_bulge.n_channel; k++) test->channel[k].row = &pl_protocol_bulge.channel[k];
  test->channel[PL_BULGE_PRESSURE].value = pressure;
  test->channel[PL_BULGE_HEIGHT].width = 1;
  plan->sigma[PL_BULGE_HEIGHT] = 1e-4;
  plan->cells = 14;
  plan->n_test = 1;
  return PL_OK;
}

static const pl_usual usual[] = {
    {"bulge", "bulged disc", "a bulge test", "heights to 0.1 mm", PL_NEEDS_STRETCH | PL_NEEDS_SHEAR, true, 0, 0, plan_bulge},
};
const pl_protocol_plan pl__bulge_plan = {.n_usual = 1, .usual = usual, .laboratory = &pl__bulge_laboratory};
