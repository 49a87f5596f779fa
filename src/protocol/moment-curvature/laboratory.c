// laboratory.c: virtual loops of moment over curvature from flags.
#include "protocol/moment-curvature/moment_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test and of its table (default from its direction)"},
    {"direction", 0, "warp|weft", "along which the specimen is bent (default warp)"},
    {"angle", 0, "ANGLE", "of the specimen from warp towards weft, instead of --direction: \"45 deg\""},
    {"curvature", 0, "CURVATURE", "at the turning points (default \"2.5 1/cm\")"},
    {"frames", 0, "N", "readings per branch, from zero to a turning point (default 25)"},
    {"cycles", 0, "N", "cycles to one face, back, to the other face and back (default 1)"},
    {"one-side", 0, NULL, "bend to the outer face only"},
    {"noise", 0, "LIST", "standard deviation of normal noise: \"moment=20 uN\""},
    PL_LAB_FLAG_SEED,
};

static pl_status plan(pl_lab *lab) {
  pl__moment_loop loop = {.top = 250, .one_side = pl_flags_has(&lab->flags, "one-side")};
  int64_t frames = 25, cycles = 1;
  double angle = 0;
  pl_test *test;
  PL_TRY(pl_lab_plan_one(lab, &test));
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_read_angle(lab, &angle));
  PL_TRY(pl_flags_quantity(&lab->flags, "curvature", PL_DIM_CURVATURE, 1e-3, 1e6, &loop.top));
  PL_TRY(pl_flags_integer(&lab->flags, "frames", 3, 100000, &frames));
  PL_TRY(pl_flags_integer(&lab->flags, "cycles", 1, 1000, &cycles));
  loop.n = (int)frames;
  loop.cycles = (int)cycles;
  PL_TRY(pl__moment_plan_test(lab->arena, &loop, pl_lab_name_by_angle(lab, "", angle), angle, test));
  return pl_lab_read_observe(lab);
}

const pl_laboratory pl__moment_laboratory = {
    .usage = "--material M -o DIR [--direction warp|weft] [--curvature CURVATURE] [--cycles N] | --plan FILE",
    .more = PL_LAB_GETS("the table of the loop") "Example: pliant rig moment-curvature --material gabardine-virtual --direction weft "
                                                 "--noise \"moment=20 uN\" -o out/weft",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan};
