// laboratory.c: virtual bulge tests from flags.
#include "protocol/bulge/bulge_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test and of its curve file (default bulge)"},
    {"diameter", 0, "LENGTH", "inner diameter of the clamping ring (default 100 mm)"},
    {"thickness", 0, "LENGTH", "of the sheet, for the record (default: not said)"},
    {"pressure", 0, "RANGE", "below the sheet over that above it, \"0..5 kPa\" or \"5 kPa\""},
    PL_LAB_FLAG_FRAMES,
    PL_LAB_FLAG_CYCLE,
    {"noise", 0, "LIST", "standard deviation of normal noise: \"height=0.1 mm\""},
    PL_LAB_FLAG_SEED,
    PL_LAB_FLAG_OBJ,
};

static pl_status plan(pl_lab *lab) {
  static const double limit[2] = {-1e9, 1e9};
  pl_test *test;
  pl_bulge *bulge = pl_arena_alloc(lab->arena, 1, sizeof *bulge);
  if (!bulge) return PL_ERROR_MEMORY;
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_plan_curve(lab, &test));
  test->detail = bulge;
  test->length = 0.1;
  PL_TRY(pl_flags_quantity(&lab->flags, "diameter", PL_DIM_LENGTH, 1e-5, 1e3, &test->length));
  PL_TRY(pl_flags_quantity(&lab->flags, "thickness", PL_DIM_LENGTH, 1e-7, 0.1, &bulge->thickness));
  test->width = test->length;
  if (!pl_flags_has(&lab->flags, "pressure"))
    return pl_flags_fail(&lab->flags, "no pressure acts; give --pressure \"0..5 kPa\" or --plan FILE");
  PL_TRY(pl_lab_drive_by(lab, test, PL_BULGE_PRESSURE, "pressure", PL_DIM_PRESSURE, limit, "0..5 kPa"));
  PL_TRY(pl_lab_refuse_rest(lab, test));
  test->name = pl_lab_name(lab, lab->protocol->name);
  return pl_lab_read_observe(lab);
}

const pl_laboratory pl__bulge_laboratory = {
    .usage = "--material M -o DIR [--diameter LENGTH] [--pressure RANGE | --plan FILE]",
    .more = PL_LAB_GETS("the curve of the test") "Example: pliant rig bulge --material isotropic-1000 --diameter \"200 mm\" --pressure "
                                                 "\"0..5 kPa\" -o out/bulge",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan};
