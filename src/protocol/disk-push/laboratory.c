// laboratory.c: virtual tests with a disk from flags.
#include "protocol/disk-push/disk_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test and of its curve file (default disk-push)"},
    {"frame-diameter", 0, "LENGTH", "inner diameter of the frame (default 300 mm)"},
    {"disk-diameter", 0, "LENGTH", "diameter of the disk (default 60 mm)"},
    {"displacement", 0, "RANGE", "travel of the disk, \"0..30 mm\" or \"30 mm\""},
    {"max-displacement", 0, "LENGTH", "the same as --displacement \"0..LENGTH\""},
    PL_LAB_FLAG_FRAMES,
    PL_LAB_FLAG_CYCLE,
    PL_LAB_FLAG_HYSTERESIS,
    {"noise", 0, "LIST", "standard deviation of normal noise: \"force=0.05 N\""},
    PL_LAB_FLAG_SEED,
    {"observe", 0, "LIST", "what is written: force, or all (default force)"},
    PL_LAB_FLAG_OBJ,
};

static pl_status move_disk(pl_lab *lab, pl_test *test) {
  bool given;
  PL_TRY(pl_lab_drive_travel(lab, test, PL_DISK_DISPLACEMENT, "0..30 mm", &given));
  if (!given) return pl_flags_fail(&lab->flags, "no motion is given; add --displacement \"0..30 mm\" or --plan FILE");
  return pl_lab_refuse_rest(lab, test);
}

static pl_status plan(pl_lab *lab) {
  pl_test *test;
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_plan_curve(lab, &test));
  test->length = 0.3;
  test->width = 0.06;
  PL_TRY(pl_flags_quantity(&lab->flags, "frame-diameter", PL_DIM_LENGTH, 1e-5, 1e3, &test->length));
  PL_TRY(pl_flags_quantity(&lab->flags, "disk-diameter", PL_DIM_LENGTH, 1e-5, 1e3, &test->width));
  if (test->width >= test->length) return pl_flags_fail(&lab->flags, "--disk-diameter must be less than --frame-diameter");
  PL_TRY(move_disk(lab, test));
  test->name = pl_lab_name(lab, lab->protocol->name);
  return pl_lab_read_observe(lab);
}

static pl_status virtual_test(pl_arena *arena, const pl_virtual_test *from, pl_test *test, bool keep[PL_MAX_CHANNEL]) {
  pl_context *ctx = pl_arena_context(arena);
  if (from->width >= from->length)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "length is the frame's diameter, width the disc's",
                   "'%.80s': the disc (%g m) must be smaller than the frame (%g m)", from->name, from->width, from->length);
  if (from->shear_displacement)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "leave it NULL", "'%.80s': a disc has no shear displacement", from->name);
  keep[PL_DISK_FORCE] = true;
  return pl_lab_copy_control(arena, from->displacement, test, PL_DISK_DISPLACEMENT);
}

static const pl_laboratory laboratory = {
    .usage = "--material M -o DIR [--displacement RANGE | --plan FILE]",
    .more = PL_LAB_GETS("the curve of the test") "Example: pliant rig disk-push --material gabardine-virtual --displacement \"30 mm\" "
                                                 "--noise \"force=0.05 N\" --seed 7 -o out/push",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan,
    .virtual_test = virtual_test};

const pl_protocol_plan pl__disk_plan = {.laboratory = &laboratory};
