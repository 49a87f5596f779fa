// laboratory_plan.c: see laboratory.h.
#include <stdio.h>
#include <string.h>

#include "protocol/biaxial-hang/laboratory.h"

#define PI 3.14159265358979323846
enum { ROOM = PL_FLAGS_LIST };

const pl_flag pl__hang_flags[PL__HANG_FLAGS] = {
    PL_LAB_FLAG_MATERIAL,
    {"output", 'o', "DIR",
     "folder for experiment.json, one table per sample and rig.json; an earlier virtual measurement there is replaced"},
    {"plan", 0, "FILE", "hang the samples of this experiment file instead, with its weights"},
    {"name", 0, "NAME", "samples and their tables are called NAME-0, NAME-45, ... by their cut (default cut)"},
    {"cut", 0, "LIST", "direction of the slats from warp towards weft, one per sample (default \"0, 45, 90 deg\")"},
    {"bottom", 0, "WEIGHTS", "on the bottom slat: a list \"0, 200, 600 g\", or a range that is cut in six steps (default \"0..600 g\")"},
    {"side", 0, "WEIGHTS", "on both side clips: a list, or a range that is cut in four steps (default \"0..400 g\")"},
    {"left", 0, "WEIGHTS", "on the left clip, with --right instead of --side"},
    {"right", 0, "WEIGHTS", "on the right clip, as many as --left"},
    {"width", 0, "LENGTH", "of the cloth between the clips (default 400 mm)"},
    {"height", 0, "LENGTH", "of the cloth between the slats (default 400 mm)"},
    {"clip", 0, "LENGTH", "of a side clip along the edge (default 60 mm)"},
    {"labels", 0, "N", "labelled points on each slat and clip (default 2)"},
    {"turn", 0, "LIST", "how far each sample is cut askew; one for all or one per sample (default none). experiment.json does not say it"},
    {"stretch", 0, "LIST", "how much longer than the unstretched cloth each sample is taken to be, \"1.004\" (default 1). Not said either"},
    {"noise", 0, "LIST", "standard deviation of normal noise on the labels: \"points=0.5 mm\""},
    PL_LAB_FLAG_SEED,
};

// Masses, or forces.
static pl_status read_weights(const pl_lab *lab, const char *flag, int steps, double gravity, int *n, const double **weight) {
  static const double limit[2] = {0, 1e4};
  double value[ROOM], number;
  const char *text = pl_flags_value(&lab->flags, flag), *last = strrchr(text, ','), *dots = strstr(text, "..");
  pl_dim dim = PL_DIM_MASS;
  bool has_unit;
  bool force = pl_quantity_parse(last ? last + 1 : dots ? dots + 2 : text, &number, &dim, &has_unit) && pl_dim_equal(dim, PL_DIM_FORCE);
  PL_TRY(pl_flags_list(&lab->flags, flag, force ? PL_DIM_FORCE : PL_DIM_MASS, limit, steps, n, value));
  double *list = pl_arena_alloc(lab->arena, (size_t)*n, sizeof *list);
  if (!list) return PL_ERROR_MEMORY;
  for (int i = 0; i < *n; i++) list[i] = value[i] * (force ? 1 : gravity);
  *weight = list;
  return PL_OK;
}

// One value for all samples or one for each.
static pl_status read_errors(const pl_flags *f, const char *flag, pl_dim dim, const double limit[2], int n, double value[ROOM]) {
  int given = 0;
  PL_TRY(pl_flags_list(f, flag, dim, limit, 0, &given, value));
  if (given != 1 && given != n) return pl_flags_fail(f, "--%s has %d values for %d samples; give one, or one for each", flag, given, n);
  for (int i = given; i < n; i++) value[i] = value[0];
  return PL_OK;
}

static pl_status read_loads(const pl_lab *lab, pl_hang_plan *plan) {
  const pl_flags *f = &lab->flags;
  int n_right = 0;
  bool sides = pl_flags_has(f, "left") || pl_flags_has(f, "right");
  if (sides && pl_flags_has(f, "side")) return pl_flags_fail(f, "--side and --left, --right say the same thing; keep one");
  if (pl_flags_has(f, "left") != pl_flags_has(f, "right")) return pl_flags_fail(f, "--left and --right go together");
  if (pl_flags_has(f, "bottom")) PL_TRY(read_weights(lab, "bottom", 6, plan->gravity, &plan->n_bottom, &plan->bottom));
  if (pl_flags_has(f, "side")) {
    PL_TRY(read_weights(lab, "side", 4, plan->gravity, &plan->n_side, &plan->left));
    plan->right = plan->left;
  }
  if (!sides) return PL_OK;
  PL_TRY(read_weights(lab, "left", 4, plan->gravity, &plan->n_side, &plan->left));
  PL_TRY(read_weights(lab, "right", 4, plan->gravity, &n_right, &plan->right));
  return n_right == plan->n_side ? PL_OK : pl_flags_fail(f, "--left has %d weights, --right %d", plan->n_side, n_right);
}

static pl_status read_sizes(const pl_flags *f, pl_hang_plan *plan) {
  int64_t points = plan->points;
  PL_TRY(pl_flags_quantity(f, "width", PL_DIM_LENGTH, 1e-3, 10, &plan->width));
  PL_TRY(pl_flags_quantity(f, "height", PL_DIM_LENGTH, 1e-3, 10, &plan->height));
  PL_TRY(pl_flags_quantity(f, "clip", PL_DIM_LENGTH, 1e-4, 10, &plan->clip));
  PL_TRY(pl_flags_integer(f, "labels", 2, 50, &points));
  plan->points = (int)points;
  return plan->clip >= plan->height ? pl_flags_fail(f, "--clip must be shorter than --height") : PL_OK;
}

static pl_status read_samples(const pl_lab *lab, const pl_hang_plan *usual, pl__hung_samples *hung) {
  static const double any_angle[2] = {-2 * PI, 2 * PI}, askew[2] = {-PI / 9, PI / 9}, stretched[2] = {0.8, 1.2};
  const pl_flags *f = &lab->flags;
  double cut[ROOM] = {0, PI / 4, PI / 2}, turn[ROOM] = {0}, stretch[ROOM];
  hung->n = 3;
  for (int i = 0; i < ROOM; i++) stretch[i] = 1;
  if (pl_flags_has(f, "cut")) PL_TRY(pl_flags_list(f, "cut", PL_DIM_ANGLE, any_angle, 0, &hung->n, cut));
  if (pl_flags_has(f, "turn")) PL_TRY(read_errors(f, "turn", PL_DIM_ANGLE, askew, hung->n, turn));
  if (pl_flags_has(f, "stretch")) PL_TRY(read_errors(f, "stretch", PL_DIM_NONE, stretched, hung->n, stretch));
  hung->sample = pl_arena_alloc(lab->arena, (size_t)hung->n, sizeof *hung->sample);
  hung->error = pl_arena_alloc(lab->arena, (size_t)hung->n, sizeof *hung->error);
  if (!hung->sample || !hung->error) return PL_ERROR_MEMORY;
  for (int i = 0; i < hung->n; i++) {
    hung->sample[i] = *usual;
    hung->sample[i].cut = cut[i];
    hung->sample[i].name = pl_arena_printf(lab->arena, "%s-%g", pl_lab_name(lab, "cut"), cut[i] * 180 / PI);
    hung->error[i] = (pl_hang_error){turn[i], stretch[i]};
    if (!hung->sample[i].name) return PL_ERROR_MEMORY;
    for (int k = 0; k < i; k++)
      if (strcmp(hung->sample[k].name, hung->sample[i].name) == 0)
        return pl_flags_fail(f, "--cut: %g deg is given twice", cut[i] * 180 / PI);
  }
  return PL_OK;
}

pl_status pl__hang_plan_samples(pl_lab *lab) {
  pl_hang_plan usual = pl_hang_plan_default();
  pl__hung_samples *hung = lab->own = pl_arena_alloc(lab->arena, 1, sizeof *hung);
  if (!hung) return PL_ERROR_MEMORY;
  PL_TRY(read_sizes(&lab->flags, &usual));
  PL_TRY(read_loads(lab, &usual));
  PL_TRY(pl_lab_read_label_noise(lab, PL_HANG_POINTS, "points=0.5 mm"));
  return read_samples(lab, &usual, hung);
}
