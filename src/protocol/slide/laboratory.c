// laboratory.c: virtual tests of sliding from flags.
#include "protocol/slide/slide_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    PL_LAB_FLAG_PLAN,
    {"name", 0, "NAME", "name of the test (default from its direction)"},
    {"direction", 0, "warp|weft", "of the pull in the cloth (default warp)"},
    {"angle", 0, "ANGLE", "of the pull from warp towards weft, instead of --direction: \"45 deg\""},
    {"against", 0, "NAME", "the other surface (default: the cloth itself)"},
    {"load", 0, "FORCE", "weight on a sled, or tension held at a rod; without it a board is tilted"},
    {"wrap", 0, "ANGLE", "of the strip around a rod, \"180 deg\" (default: a sled)"},
    {"repeats", 0, "N", "pulls (default 5)"},
    {"noise", 0, "LIST", "standard deviation of normal noise: \"static-angle=0.5 deg,kinetic-angle=0.5 deg\""},
    PL_LAB_FLAG_SEED,
};

pl_status pl__slide_plan_test(pl_arena *arena, const pl_slide *slide, int n_repeat, const char *name, double angle, pl_test *test) {
  double *repeat = pl_arena_alloc(arena, (size_t)n_repeat, sizeof *repeat), *read[PL_SLIDE_PHASES];
  int *branch = pl_arena_alloc(arena, (size_t)n_repeat, sizeof *branch);
  pl_slide *own = pl_arena_alloc(arena, 1, sizeof *own);
  for (int p = 0; p < PL_SLIDE_PHASES; p++) read[p] = pl_arena_alloc(arena, (size_t)n_repeat, sizeof *read[p]);
  if (!repeat || !branch || !own || !name || !read[0] || !read[1]) return PL_ERROR_MEMORY;
  for (int f = 0; f < n_repeat; f++) repeat[f] = f + 1, branch[f] = PL_BRANCH_LOAD;
  *own = *slide;
  *test = (pl_test){.protocol = &pl_protocol_slide,
                    .name = name,
                    .file = "",
                    .strips = 1,
                    .angle = angle,
                    .n_frame = n_repeat,
                    .branch = branch,
                    .control = PL_SLIDE_REPEAT,
                    .observed = pl_slide_channel(slide->kind, PL_SLIDE_STATIC),
                    .detail = own};
  for (int k = 0; k < PL_SLIDE_CHANNELS; k++) test->channel[k].row = &pl_protocol_slide.channel[k];
  test->channel[PL_SLIDE_REPEAT].value = repeat;
  for (int p = 0; p < PL_SLIDE_PHASES; p++) test->channel[pl_slide_channel(slide->kind, p)].value = read[p];
  return PL_OK;
}

static pl_status plan(pl_lab *lab) {
  pl_test *test;
  int64_t repeats = 5;
  double angle = 0, one = 0, *load = NULL;
  pl_slide slide = {.kind = PL_SLIDE_INCLINE, .against = pl_flags_value(&lab->flags, "against")};
  PL_TRY(pl_lab_plan_one(lab, &test));
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_read_angle(lab, &angle));
  PL_TRY(pl_flags_integer(&lab->flags, "repeats", 1, 10000, &repeats));
  PL_TRY(pl_flags_quantity(&lab->flags, "load", PL_DIM_FORCE, 1e-9, 1e6, &one));
  PL_TRY(pl_flags_quantity(&lab->flags, "wrap", PL_DIM_ANGLE, 0.05, 20 * PI, &slide.wrap));
  if (slide.wrap > 0 && !(one > 0)) return pl_flags_fail(&lab->flags, "--wrap needs --load \"0.5 N\", the tension that is held");
  if (one > 0) {
    slide.kind = slide.wrap > 0 ? PL_SLIDE_CAPSTAN : PL_SLIDE_SLED;
    if (!(load = pl_arena_alloc(lab->arena, (size_t)repeats, sizeof *load))) return PL_ERROR_MEMORY;
    for (int64_t f = 0; f < repeats; f++) load[f] = one;
    slide.load = load;
  }
  PL_TRY(pl__slide_plan_test(lab->arena, &slide, (int)repeats, pl_lab_name_by_angle(lab, "", angle), angle, test));
  for (int p = 0; p < PL_SLIDE_PHASES; p++) lab->plan.keep[pl_slide_channel(slide.kind, p)] = true;
  return PL_OK;
}

static const pl_laboratory laboratory = {
    .usage = "--material M -o DIR [--direction warp|weft] [--load FORCE [--wrap ANGLE]] [--against NAME] | --plan FILE",
    .more = PL_LAB_GETS("the readings") "Example: pliant rig slide --material cloth.json --load \"2 N\" --noise \"static-force=0.05 N\" "
                                        "-o out/slide",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan};

const pl_protocol_plan pl__slide_plan = {.laboratory = &laboratory};
