// laboratory.c: virtual tests of homogeneous states from flags: those with one control.
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test and of its curve file (default its mode)"},
    {"mode", 0, "MODE", "uniaxial, equibiaxial, planar or simple-shear (default uniaxial); others need a plan"},
    {"stretch", 0, "RANGE", "along the pull, \"0.8..2\", or \"2\" for 1 to 2"},
    {"shear", 0, "RANGE", "of simple-shear: displacement of the face over the height, \"0..0.5\" or \"0.5\""},
    {"compressible", 0, NULL, "the volume may change (default: it does not)"},
    {"thickness", 0, "LENGTH", "of a sheet, whose material has forces per width (default: not said)"},
    PL_LAB_FLAG_FRAMES,
    PL_LAB_FLAG_SPEED,
    PL_LAB_FLAG_HOLD,
    {"noise", 0, "LIST", "standard deviations of normal noise: \"stress=1 kPa\""},
    PL_LAB_FLAG_SEED,
    {"observe", 0, "LIST",
     "what is written: stress, stress-2, shear-stress, lateral-stretch, or all (default: that of the driven direction)"},
};

static pl_status read_mode(const pl_lab *lab, pl_homogeneous_mode *mode) {
  static const pl_homogeneous_mode modes[] = {PL_UNIAXIAL, PL_EQUIBIAXIAL, PL_PLANAR, PL_SIMPLE_SHEAR};
  const char *text = pl_flags_value(&lab->flags, "mode"), *names[COUNT(modes)];
  *mode = PL_UNIAXIAL;
  for (int i = 0; text && i < COUNT(modes); i++) {
    names[i] = pl_homogeneous_mode_name(modes[i]);
    if (strcmp(names[i], text) == 0) {
      *mode = modes[i];
      return PL_OK;
    }
  }
  return text ? pl_flag_unknown(lab->ctx, "mode", text, COUNT(modes), names) : PL_OK;
}

// The control of the mode, from rest to where its flag says.
static pl_status drive(pl_lab *lab, pl_homogeneous_mode mode, pl_test *test) {
  static const double limit[2][2] = {{0.01, 100}, {-100, 100}};
  bool shear = mode == PL_SIMPLE_SHEAR;
  const char *own = shear ? "shear" : "stretch", *other = shear ? "stretch" : "shear", *example = shear ? "0..0.5" : "1..2";
  const pl_flags *f = &lab->flags;
  double range[2];
  if (pl_flags_has(f, other)) return pl_flags_fail(f, "--%s is not for %s; give --%s", other, pl_homogeneous_mode_name(mode), own);
  if (!pl_flags_has(f, own)) return pl_flags_fail(f, "no motion is given; add --%s \"%s\" or --plan FILE", own, example);
  PL_TRY(pl_flags_range(f, own, PL_DIM_NONE, limit[shear], example, range));
  if (!shear && !strstr(pl_flags_value(f, own), "..")) range[0] = 1;
  test->control = shear ? PL_HOMOGENEOUS_SHEAR : PL_HOMOGENEOUS_STRETCH;
  PL_TRY(pl_lab_drive(lab, test, test->control, range));
  return pl_lab_refuse_rest(lab, test);
}

static pl_status plan(pl_lab *lab) {
  pl_test *test;
  pl_homogeneous *h = pl_arena_alloc(lab->arena, 1, sizeof *h);
  if (!h) return PL_ERROR_MEMORY;
  *h = (pl_homogeneous){.measure = PL_STRESS_NOMINAL, .incompressible = !pl_flags_has(&lab->flags, "compressible")};
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_plan_curve(lab, &test));
  test->detail = h;
  test->length = test->width = 1;  // stretches and stresses have no size
  PL_TRY(read_mode(lab, &h->mode));
  PL_TRY(pl_flags_quantity(&lab->flags, "thickness", PL_DIM_LENGTH, 1e-7, 1e3, &h->thickness));
  PL_TRY(drive(lab, h->mode, test));
  PL_TRY(pl_lab_read_times(lab, test));
  test->name = pl_lab_name(lab, pl_homogeneous_mode_name(h->mode));
  return pl_lab_read_observe(lab);
}

const pl_laboratory pl__homogeneous_laboratory = {
    .usage = "--material M -o DIR [--mode MODE] [--stretch RANGE | --shear RANGE | --plan FILE]",
    .more = PL_LAB_GETS("the curve of the test") "Example: pliant rig homogeneous --material rubber.json --mode planar --stretch \"1..2\" "
                                                 "--noise \"stress=1 kPa\" -o out/planar",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan};
