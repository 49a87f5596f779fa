// laboratory.c: virtual weights on hanging cloth from flags: hung on one after the other and taken off again.
#include <string.h>

#include "protocol/weights/weights_part.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
static const double G = 9.80665;

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    {"plan", 0, "FILE", "hang the weights of this experiment file instead"},
    {"name", 0, "NAME", "name of the test and of its table (default from its direction)"},
    PL_LAB_FLAG_DIRECTION,
    PL_LAB_FLAG_ANGLE,
    {"length", 0, "LENGTH", "of the cloth between the clips (default 100 mm)"},
    {"width", 0, "LENGTH", "of the cloth (default 100 mm)"},
    {"clip", 0, "MASS", "of what always hangs on the lower side (default 10 g)"},
    {"weights", 0, "MASSES", "in the order in which they hang, a list, or a range that is cut in six steps (default \"0..600 g\")"},
    {"noise", 0, "LIST", "standard deviation of normal noise: \"length=0.3 mm\""},
    PL_LAB_FLAG_SEED,
};

// Up the list and down again, N.
static pl_status read_weights(const pl_lab *lab, int *n_frame, double **weight) {
  static const double limit[2] = {0, 1e3};
  double mass[PL_FLAGS_LIST] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};  // kg
  int n = 7;
  if (pl_flags_has(&lab->flags, "weights")) PL_TRY(pl_flags_list(&lab->flags, "weights", PL_DIM_MASS, limit, 6, &n, mass));
  for (int i = 0; i < n - 1; i++)
    if (mass[i + 1] <= mass[i]) return pl_flags_fail(&lab->flags, "--weights: each must be heavier than the one before it");
  if (n < 2) return pl_flags_fail(&lab->flags, "--weights: give two weights or more");
  *n_frame = 2 * n - 1;
  *weight = pl_arena_alloc(lab->arena, (size_t)*n_frame, sizeof **weight);
  if (!*weight) return PL_ERROR_MEMORY;
  for (int f = 0; f < *n_frame; f++) (*weight)[f] = G * mass[f < n ? f : 2 * n - 2 - f];
  return PL_OK;
}

static pl_status plan(pl_lab *lab) {
  pl__weights_specimen s = {.length = 0.1, .width = 0.1, .clip = 0.01, .rest_sigma = 5e-4};
  pl_test *test;
  int n_frame = 0;
  double *weight = NULL;
  PL_TRY(pl_lab_plan_one(lab, &test));
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_lab_read_angle(lab, &s.angle));
  PL_TRY(pl_flags_quantity(&lab->flags, "length", PL_DIM_LENGTH, 1e-4, 1e2, &s.length));
  PL_TRY(pl_flags_quantity(&lab->flags, "width", PL_DIM_LENGTH, 1e-4, 1e2, &s.width));
  PL_TRY(pl_flags_quantity(&lab->flags, "clip", PL_DIM_MASS, 0, 1e2, &s.clip));
  PL_TRY(read_weights(lab, &n_frame, &weight));
  PL_TRY(pl_lab_load(lab));
  s.density = lab->material->density;
  s.name = pl_lab_name_by_angle(lab, "", s.angle);
  PL_TRY(pl__weights_plan_test(lab->arena, &s, n_frame, weight, test));
  return pl_lab_read_observe(lab);
}

const pl_laboratory pl__weights_laboratory = {
    .usage = "--material M -o DIR [--direction warp|weft] [--weights MASSES | --plan FILE]",
    .more = PL_LAB_GETS("the table of the test") "Example: pliant rig weights --material gabardine-virtual --direction weft --weights "
                                                 "\"0..600 g\" -o out/weft",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan,
    .all_frames = "weights"};

// Every frame has its own weight: none can be left out.
const pl_laboratory pl__weights_planned = {.n_flag = PL_LAB_USUAL_FLAGS, .flag = pl_lab_usual_flags, .all_frames = "weights"};
