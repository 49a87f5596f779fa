// laboratory.c: virtual tensile and shear tests from flags.
#include <math.h>

#include "protocol/tensile/tensile_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test and of its curve file (default from its direction)"},
    {"length", 0, "LENGTH", "distance of the clamps (default 50 mm)"},
    {"width", 0, "LENGTH", "width along the clamps (default 200 mm)"},
    PL_LAB_FLAG_DIRECTION,
    PL_LAB_FLAG_ANGLE,
    {"displacement", 0, "RANGE", "travel along the pulling direction, \"0..4 mm\" or \"4 mm\""},
    {"max-displacement", 0, "LENGTH", "the same as --displacement \"0..LENGTH\""},
    {"shear-displacement", 0, "RANGE", "travel of the moving clamp along itself, \"-7..7 mm\""},
    {"keep-length", 0, NULL, "while shearing, bring the clamps closer so that the yarns between them keep their length"},
    PL_LAB_FLAG_FRAMES,
    PL_LAB_FLAG_CYCLE,
    PL_LAB_FLAG_SPEED,
    PL_LAB_FLAG_HOLD,
    PL_LAB_FLAG_HYSTERESIS,
    {"noise", 0, "LIST", "standard deviations of normal noise: \"force=0.05 N,lateral-stretch=0.001\""},
    PL_LAB_FLAG_SEED,
    {"observe", 0, "LIST", "what is written: force, shear-force, lateral-stretch, or all (default: the forces of the driven directions)"},
    PL_LAB_FLAG_OBJ,
};

// Length of a yarn between the clamps: (l + d_u)^2 + d_v^2 = l^2.
static pl_status keep_length(const pl_lab *lab, pl_test *test) {
  const double *side = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value;
  double *along = test->channel[PL_TENSILE_DISPLACEMENT].value;
  if (!side) return pl_flags_fail(&lab->flags, "--keep-length needs --shear-displacement");
  if (!along) along = test->channel[PL_TENSILE_DISPLACEMENT].value = pl_arena_alloc(lab->arena, (size_t)test->n_frame, sizeof *along);
  if (!along) return PL_ERROR_MEMORY;
  for (int f = 0; f < test->n_frame; f++) {
    double rest = test->length * test->length - side[f] * side[f];
    if (rest <= 0) return pl_flags_fail(&lab->flags, "--keep-length: --shear-displacement must stay below --length");
    along[f] += sqrt(rest) - test->length;
  }
  return PL_OK;
}

static pl_status move_clamp(pl_lab *lab, pl_test *test) {
  static const double limit[2] = {-1e3, 1e3};
  const pl_flags *f = &lab->flags;
  bool pull, shear = pl_flags_has(f, "shear-displacement");
  PL_TRY(pl_lab_drive_travel(lab, test, PL_TENSILE_DISPLACEMENT, "0..4 mm", &pull));
  if (!pull && !shear)
    return pl_flags_fail(f, "no motion is given; add --displacement \"0..4 mm\", --shear-displacement \"0..7 mm\" or --plan FILE");
  if (shear) {
    PL_TRY(pl_lab_drive_by(lab, test, PL_TENSILE_SHEAR_DISPLACEMENT, "shear-displacement", PL_DIM_LENGTH, limit, "0..4 mm"));
    test->control = PL_TENSILE_SHEAR_DISPLACEMENT;
  }
  if (pl_flags_has(f, "keep-length")) PL_TRY(keep_length(lab, test));
  return pl_lab_refuse_rest(lab, test);
}

static pl_status plan(pl_lab *lab) {
  pl_test *test;
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_plan_curve(lab, &test));
  test->length = 0.05;
  test->width = 0.2;
  PL_TRY(pl_flags_quantity(&lab->flags, "length", PL_DIM_LENGTH, 1e-5, 1e3, &test->length));
  PL_TRY(pl_flags_quantity(&lab->flags, "width", PL_DIM_LENGTH, 1e-5, 1e3, &test->width));
  PL_TRY(pl_lab_read_angle(lab, &test->angle));
  PL_TRY(move_clamp(lab, test));
  PL_TRY(pl_lab_read_times(lab, test));
  test->name = pl_lab_name_by_angle(lab, test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value ? "shear-" : "", test->angle);
  return test->name ? pl_lab_read_observe(lab) : PL_ERROR_MEMORY;
}

static pl_status virtual_test(pl_arena *arena, const pl_virtual_test *from, pl_test *test, bool keep[PL_MAX_CHANNEL]) {
  keep[PL_TENSILE_FORCE] = pl_lab_moves(from->displacement, from->n_frame);
  keep[PL_TENSILE_SHEAR_FORCE] = pl_lab_moves(from->shear_displacement, from->n_frame);
  keep[PL_TENSILE_LATERAL] = from->lateral;
  PL_TRY(pl_lab_copy_control(arena, from->displacement, test, PL_TENSILE_DISPLACEMENT));
  return pl_lab_copy_control(arena, from->shear_displacement, test, PL_TENSILE_SHEAR_DISPLACEMENT);
}

const pl_laboratory pl__tensile_laboratory = {
    .usage = "--material M -o DIR [--displacement RANGE | --shear-displacement RANGE | --plan FILE]",
    .more = PL_LAB_GETS("the curve of the test") "Example: pliant rig tensile --material gabardine-virtual --direction weft --displacement "
                                                 "\"0..4 mm\" -o out/weft",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan,
    .virtual_test = virtual_test};
