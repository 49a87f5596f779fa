// lab_plan.c: parts of the plan of a virtual measurement that laboratories share.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/table/times.h"
#include "rig/laboratory.h"

#define PI 3.14159265358979323846

// ---- noise and what is read ----

static pl_status unknown_channel(const pl_lab *lab, const char *name, bool all) {
  const char *names[PL_MAX_CHANNEL + 1];
  int n = 0;
  for (int k = 0; k < lab->protocol->n_channel; k++)
    if (lab->protocol->channel[k].observed) names[n++] = lab->protocol->channel[k].name;
  if (all) names[n++] = "all";
  return pl_flag_unknown(lab->ctx, "observed channel", name, n, names);
}

static int find_observed(const pl_lab *lab, const char *name) {
  int k = pl_protocol_channel(lab->protocol, name);
  return k >= 0 && lab->protocol->channel[k].observed ? k : -1;
}

static pl_status read_deviations(pl_lab *lab) {
  const char *list = pl_flags_value(&lab->flags, "noise");
  char part[128];
  while (list && pl_flags_part(&list, part, sizeof part)) {
    char *value = strchr(part, '=');
    if (!value) return pl_flags_fail(&lab->flags, "--noise: '%s' has no value; write \"force=0.05 N\"", part);
    *value++ = '\0';
    int k = find_observed(lab, part);
    if (k < 0) return unknown_channel(lab, part, false);
    PL_TRY(pl_flag_quantity(lab->ctx, "noise", value, lab->protocol->channel[k].dim, 0, 1e9, &lab->plan.noise[k]));
  }
  return PL_OK;
}

static pl_status read_hysteresis(pl_lab *lab) {
  const char *text = pl_flags_value(&lab->flags, "hysteresis");
  if (!text) return PL_OK;
  pl_dim dim;
  bool has_unit;
  double value;
  if (!pl_quantity_parse(text, &value, &dim, &has_unit) || !pl_dim_equal(dim, PL_DIM_NONE))
    return pl_flags_fail(&lab->flags, "--hysteresis: '%s' must be a percentage such as 10", text);
  lab->plan.hysteresis = has_unit ? value : value / 100;
  if (!(lab->plan.hysteresis >= 0 && lab->plan.hysteresis < 2))
    return pl_flags_fail(&lab->flags, "--hysteresis: '%s' must lie between 0 and 200 percent", text);
  if (!pl_flags_has(&lab->flags, "cycle") && !pl_flags_has(&lab->flags, "plan"))
    return pl_flags_fail(&lab->flags, "--hysteresis needs --cycle: it splits load from unload");
  return PL_OK;
}

static pl_status read_seed(pl_lab *lab) {
  int64_t seed = 1;
  PL_TRY(pl_flags_integer(&lab->flags, "seed", 0, (int64_t)1 << 53, &seed));
  lab->plan.seed = (uint64_t)seed;
  return PL_OK;
}

pl_status pl_lab_read_noise(pl_lab *lab) {
  PL_TRY(read_seed(lab));
  PL_TRY(read_deviations(lab));
  return read_hysteresis(lab);
}

pl_status pl_lab_read_label_noise(pl_lab *lab, int channel, const char *example) {
  const char *text = pl_flags_value(&lab->flags, "noise"), *name = lab->protocol->channel[channel].name;
  size_t n = strlen(name);
  PL_TRY(read_seed(lab));
  if (!text) return PL_OK;
  if (strncmp(text, name, n) != 0 || text[n] != '=')
    return pl_flags_fail(&lab->flags, "--noise: '%s' must be \"%s\"; labels are all that is read", text, example);
  return pl_flag_quantity(lab->ctx, "noise", text + n + 1, PL_DIM_LENGTH, 0, 1, &lab->plan.noise[channel]);
}

bool pl_lab_moves(const double *value, int n) {
  for (int i = 1; value && i < n; i++)
    if (value[i] != value[0]) return true;
  return false;
}

// Of one test: a plan file's own observed channels; of flags, those that respond to a control that moves.
static void keep_usual(pl_lab *lab, const pl_test *test) {
  const pl_protocol *protocol = lab->protocol;
  for (int k = 0; k < protocol->n_channel; k++) {
    if (!protocol->channel[k].observed) continue;
    int answers = protocol->channel[k].answers;
    bool read = answers > 0 && pl_lab_moves(test->channel[answers - 1].value, test->n_frame);
    if (lab->plan.file ? test->channel[k].value != NULL : read) lab->plan.keep[k] = true;
  }
}

pl_status pl_lab_read_observe(pl_lab *lab) {
  const char *list = pl_flags_value(&lab->flags, "observe");
  char part[128];
  for (int t = 0; t < lab->plan.n_test && !list; t++) keep_usual(lab, &lab->plan.test[t]);
  while (list && pl_flags_part(&list, part, sizeof part)) {
    int k = find_observed(lab, part);
    if (strcmp(part, "all") == 0)
      for (int i = 0; i < lab->protocol->n_channel; i++) lab->plan.keep[i] = lab->protocol->channel[i].observed;
    else if (k >= 0)
      lab->plan.keep[k] = true;
    else
      return unknown_channel(lab, part, true);
  }
  return PL_OK;
}

// ---- tests ----

pl_status pl_lab_plan_file(pl_lab *lab) {
  const char *path = pl_flags_value(&lab->flags, "plan");
  if (!path) return pl_flags_fail(&lab->flags, "a %s rig cannot be described by flags; give --plan FILE", lab->protocol->name);
  PL_TRY(pl_lab_read_noise(lab));
  PL_TRY(pl_measurement_load(lab->ctx, path, &lab->plan.file));
  const pl_measurement *file = lab->plan.file;
  pl_where where = {.file = path, .key = "protocol"};
  if (file->protocol != lab->protocol)
    return pl_fail(lab->ctx, PL_ERROR_INPUT, &where, "use the rig of that protocol, or another plan",
                   "this is a %s experiment, the rig is %s", file->protocol->name, lab->protocol->name);
  lab->plan.n_test = file->n_test;
  lab->plan.test = file->test;
  return pl_lab_read_observe(lab);
}

pl_status pl_lab_read_angle(const pl_lab *lab, double *angle) {
  static const char *const names[] = {"warp", "weft"};
  const char *direction = pl_flags_value(&lab->flags, "direction");
  if (direction && pl_flags_has(&lab->flags, "angle"))
    return pl_flags_fail(&lab->flags, "--direction and --angle say the same thing; keep one");
  if (!direction) return pl_flags_quantity(&lab->flags, "angle", PL_DIM_ANGLE, -2 * PI, 2 * PI, angle);
  if (strcmp(direction, "weft") == 0)
    *angle = PI / 2;
  else if (strcmp(direction, "warp") != 0)
    return pl_text_nearest(direction, 2, names)
               ? pl_flag_unknown(lab->ctx, "direction", direction, 2, names)
               : pl_flags_fail(&lab->flags,
                               PL_ID("usage.direction") "--direction '%s' is neither warp nor weft; for others write --angle \"45 deg\"",
                               direction);
  return PL_OK;
}

const char *pl_lab_name(const pl_lab *lab, const char *usual) {
  const char *name = pl_flags_value(&lab->flags, "name");
  return name ? name : usual;
}

const char *pl_lab_name_by_angle(const pl_lab *lab, const char *lead, double angle) {
  const char *usual = angle == 0        ? pl_arena_printf(lab->arena, "%swarp", lead)
                      : angle == PI / 2 ? pl_arena_printf(lab->arena, "%sweft", lead)
                                        : pl_arena_printf(lab->arena, "%s%g-deg", lead, angle * 180 / PI);
  return usual ? pl_lab_name(lab, usual) : NULL;
}

pl_status pl_lab_plan_one(pl_lab *lab, pl_test **test) {
  lab->plan.test = *test = pl_arena_alloc(lab->arena, 1, sizeof **test);
  if (!*test) return PL_ERROR_MEMORY;
  lab->plan.n_test = 1;
  return PL_OK;
}

pl_status pl_lab_plan_curve(pl_lab *lab, pl_test **out) {
  const pl_protocol *protocol = lab->protocol;
  int64_t frames = 51;
  PL_TRY(pl_flags_integer(&lab->flags, "frames", 5, 100000, &frames));
  int n_up = (int)frames, n = pl_flags_has(&lab->flags, "cycle") ? 2 * n_up - 1 : n_up;
  int *branch = pl_arena_alloc(lab->arena, (size_t)n, sizeof *branch);
  if (!branch) return PL_ERROR_MEMORY;
  PL_TRY(pl_lab_plan_one(lab, out));
  pl_test *test = *out;
  for (int f = 0; f < n; f++) branch[f] = f < n_up ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
  *test = (pl_test){.protocol = protocol, .file = "", .strips = 1, .n_frame = n, .branch = branch, .raw_branch = branch};
  for (int k = 0; k < protocol->n_channel; k++) test->channel[k].row = &protocol->channel[k];
  return PL_OK;
}

pl_status pl_lab_drive(pl_lab *lab, pl_test *test, int channel, const double range[2]) {
  int n_up = pl_flags_has(&lab->flags, "cycle") ? (test->n_frame + 1) / 2 : test->n_frame;
  double *value = test->channel[channel].value = pl_arena_alloc(lab->arena, (size_t)test->n_frame, sizeof *value);
  if (!value) return PL_ERROR_MEMORY;
  for (int f = 0; f < test->n_frame; f++) {
    int step = f < n_up ? f : 2 * n_up - 2 - f;
    value[f] = range[0] + (range[1] - range[0]) * step / (n_up - 1);
  }
  return PL_OK;
}

pl_status pl_lab_drive_by(pl_lab *lab, pl_test *test, int channel, const char *flag, pl_dim dim, const double limit[2],
                          const char *example) {
  double range[2];
  PL_TRY(pl_flags_range(&lab->flags, flag, dim, limit, example, range));
  return pl_lab_drive(lab, test, channel, range);
}

pl_status pl_lab_drive_travel(pl_lab *lab, pl_test *test, int channel, const char *example, bool *given) {
  static const double limit[2] = {-1e3, 1e3};
  const pl_flags *f = &lab->flags;
  bool range = pl_flags_has(f, "displacement"), top = pl_flags_has(f, "max-displacement");
  *given = range || top;
  if (range && top) return pl_flags_fail(f, "--displacement and --max-displacement say the same thing; keep one");
  const char *flag = range ? "displacement" : "max-displacement";
  return *given ? pl_lab_drive_by(lab, test, channel, flag, PL_DIM_LENGTH, limit, example) : PL_OK;
}

pl_status pl_lab_copy_control(pl_arena *arena, const double *from, pl_test *test, int channel) {
  if (!from) return PL_OK;
  double *value = test->channel[channel].value = pl_arena_alloc(arena, (size_t)test->n_frame, sizeof *value);
  if (!value) return PL_ERROR_MEMORY;
  memcpy(value, from, (size_t)test->n_frame * sizeof *value);
  return PL_OK;
}

pl_status pl_lab_refuse_rest(const pl_lab *lab, const pl_test *test) {
  for (int k = 0; k < lab->protocol->n_channel; k++)
    if (!lab->protocol->channel[k].observed && pl_lab_moves(test->channel[k].value, test->n_frame)) return PL_OK;
  return pl_flags_fail(&lab->flags, "nothing moves: the %s is the same at both ends of its range",
                       lab->protocol->channel[test->control].name);
}

// ---- times ----

// The controls go on at their last values for n_more rows.
static pl_status extend(pl_lab *lab, pl_test *test, int n_more) {
  int n = test->n_frame, all = n + n_more, *branch = pl_arena_alloc(lab->arena, (size_t)all, sizeof *branch);
  if (!branch) return PL_ERROR_MEMORY;
  for (int f = 0; f < all; f++) branch[f] = test->branch[f < n ? f : n - 1];
  for (int k = 0; k < lab->protocol->n_channel; k++) {
    const double *old = test->channel[k].value;
    double *value = old ? pl_arena_alloc(lab->arena, (size_t)all, sizeof *value) : NULL;
    if (old && !value) return PL_ERROR_MEMORY;
    for (int f = 0; f < all && old; f++) value[f] = old[f < n ? f : n - 1];
    test->channel[k].value = value;
  }
  test->branch = test->raw_branch = branch;
  test->n_frame = all;
  return PL_OK;
}

pl_status pl_lab_read_times(pl_lab *lab, pl_test *test) {
  const double SHORTEST = 1e-3;  // of the rest: its first row
  const pl_channel_row *row = &lab->protocol->channel[test->control];
  int n = test->n_frame;
  PL_TRY(pl_flags_quantity(&lab->flags, "speed", pl_dim_divide(row->dim, PL_DIM_TIME), 1e-12, 1e12, &test->speed));
  PL_TRY(pl_flags_quantity(&lab->flags, "hold", PL_DIM_TIME, 1e-6, 1e9, &test->hold));
  if (test->hold > 0 && !(test->speed > 0)) return pl_flags_fail(&lab->flags, "--hold needs --speed: how fast the held state is reached");
  if (!(test->speed > 0)) return PL_OK;
  if (test->hold > 0) PL_TRY(extend(lab, test, n));
  double *time = pl_arena_alloc(lab->arena, (size_t)test->n_frame, sizeof *time);
  if (!time) return PL_ERROR_MEMORY;
  pl__times_from_speed(test->n_frame, test->channel[test->control].value, row->rest, test->speed, time);
  for (int f = n; f < test->n_frame; f++) time[f] = time[n - 1] + test->hold * pow(SHORTEST, 1 - (double)(f + 1 - n) / n);
  test->time = test->raw_time = time;
  return PL_OK;
}
