// rig_plan.c: see rig_plan.h.
#include "rig_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

const cli_flag rig_plan_flags[] = {
    {"material", 'm', "M", false, "material file, or a name that 'pliant material list' shows"},
    {"output", 'o', "DIR", false, "folder for experiment.json, the curves and rig.json; an earlier virtual measurement there is replaced"},
    {"plan", 0, "FILE", false,
     "run the tests of this experiment file (specimens and imposed displacements; poses: body, supports, loads and what is read) instead "
     "of "
     "one test from flags"},
    {"name", 0, "NAME", false, "name of the test and of its curve file (default from its direction)"},
    {"length", 0, "LENGTH", false, "tensile: distance of the clamps (default 50 mm)"},
    {"width", 0, "LENGTH", false, "tensile: width along the clamps (default 200 mm)"},
    {"direction", 0, "warp|weft", false, "tensile: pulling direction (default warp)"},
    {"angle", 0, "ANGLE", false, "tensile: pulling direction from warp towards weft, instead of --direction: \"45 deg\""},
    {"frame-diameter", 0, "LENGTH", false, "disk-push: inner diameter of the frame (default 300 mm)"},
    {"disk-diameter", 0, "LENGTH", false, "disk-push: diameter of the disk (default 60 mm)"},
    {"displacement", 0, "RANGE", false, "travel along the pulling direction, \"0..4 mm\" or \"4 mm\""},
    {"max-displacement", 0, "LENGTH", false, "the same as --displacement \"0..LENGTH\""},
    {"shear-displacement", 0, "RANGE", false, "tensile: travel of the moving clamp along itself, \"-7..7 mm\""},
    {"keep-length", 0, NULL, false, "tensile: while shearing, bring the clamps closer so that the yarns between them keep their length"},
    {"frames", 0, "N", false, "points per branch (default 51)"},
    {"cycle", 0, NULL, false, "load and unload"},
    {"hysteresis", 0, "PERCENT", false,
     "with --cycle: forces times 1 + h/2 while loading and 1 - h/2 while unloading, closed at the turn; a stand-in for internal friction, "
     "not a model of it"},
    {"noise", 0, "LIST", false,
     "standard deviations of normal noise: \"force=0.05 N,lateral-stretch=0.001\"; poses: \"positions=0.1 mm,force=5 mN\""},
    {"seed", 0, "N", false, "of the noise (default 1)"},
    {"observe", 0, "LIST", false,
     "what is written: force, shear-force, lateral-stretch, of poses positions, force, torque, length, area, volume, or all (default: the "
     "forces of the driven directions; what the plan has)"},
    {"obj", 0, "DIR", false, "also write the deformed mesh of every frame as OBJ into this folder"},
};
const int rig_plan_n_flag = sizeof rig_plan_flags / sizeof rig_plan_flags[0];

// ---- values of flags ----

// "0..4 mm", "-4 mm..4 mm", "4 mm".
static int read_range(cli *c, const char *flag, double range[2]) {
  const char *text = cli_value(c, flag);
  const char *dots = strstr(text, "..");
  range[0] = 0;
  if (!dots) return cli_read_quantity(c, flag, text, PL_DIM_LENGTH, -1e3, 1e3, &range[1]);
  char low[96];
  if ((size_t)(dots - text) + strlen(dots) >= sizeof low) return cli_usage(c, "--%s: '%s' is not a range; write \"0..4 mm\"", flag, text);
  int status = cli_read_quantity(c, flag, dots + 2, PL_DIM_LENGTH, -1e3, 1e3, &range[1]);
  if (status != CLI_CONTINUE) return status;
  // the first number may leave its unit to the second
  snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
  double value;
  pl_dim dim;
  bool has_unit;
  if (pl_quantity_parse(low, &value, &dim, &has_unit) && !has_unit) {
    const char *unit = dots + 2 + strspn(dots + 2, " \t+-.0123456789eE");
    size_t n = strlen(low);
    snprintf(low + n, sizeof low - n, " %s", unit);
  }
  return cli_read_quantity(c, flag, low, PL_DIM_LENGTH, -1e3, 1e3, &range[0]);
}

static int unknown_channel(cli *c, const rig_plan *plan, const char *name, bool all) {
  const char *names[PL_MAX_CHANNEL + 1];
  int n = 0;
  for (int k = 0; k < plan->protocol->n_channel; k++)
    if (plan->protocol->channel[k].observed) names[n++] = plan->protocol->channel[k].name;
  if (all) names[n++] = "all";
  return cli_unknown(c, "observed channel", name, n, names);
}

static int find_observed(const rig_plan *plan, const char *name) {
  int k = pl_protocol_channel(plan->protocol, name);
  return k >= 0 && plan->protocol->channel[k].observed ? k : -1;
}

// The next part of a comma-separated list into part, trimmed. False at the end.
static bool next_part(const char **list, char *part, size_t size) {
  *list += strspn(*list, " ,");
  if (!**list) return false;
  size_t n = strcspn(*list, ",");
  snprintf(part, size, "%.*s", (int)n, *list);
  *list += n;
  for (size_t end = strlen(part); end > 0 && part[end - 1] == ' ';) part[--end] = '\0';
  return true;
}

static int read_noise(cli *c, rig_plan *plan) {
  const char *list = cli_value(c, "noise");
  char part[128];
  while (list && next_part(&list, part, sizeof part)) {
    char *value = strchr(part, '=');
    if (!value) return cli_usage(c, "--noise: '%s' has no value; write \"force=0.05 N\"", part);
    *value++ = '\0';
    int k = find_observed(plan, part);
    if (k < 0) return unknown_channel(c, plan, part, false);
    int status = cli_read_quantity(c, "noise", value, plan->protocol->channel[k].dim, 0, 1e9, &plan->noise[k]);
    if (status != CLI_CONTINUE) return status;
  }
  return CLI_CONTINUE;
}

static bool moves(const double *value, int n) {
  for (int i = 1; value && i < n; i++)
    if (value[i] != value[0]) return true;
  return false;
}

// Default: a plan file's own observed channels; for flags, the force of each direction that moves.
static void observe_default(rig_plan *plan) {
  const pl_protocol *protocol = plan->protocol;
  for (int t = 0; t < plan->n_test; t++) {
    const pl_test *test = &plan->test[t];
    int n_control = 0;
    for (int k = 0; k < protocol->n_channel; k++) n_control += !protocol->channel[k].observed;
    for (int k = 0; k < protocol->n_channel; k++) {
      if (!protocol->channel[k].observed) continue;
      int control = k - n_control;  // controls come first, then their forces in the same order
      if (plan->file ? test->channel[k].value != NULL : control < n_control && moves(test->channel[control].value, test->n_frame))
        plan->keep[k] = true;
    }
  }
}

static int read_observe(cli *c, rig_plan *plan) {
  const char *list = cli_value(c, "observe");
  char part[128];
  if (!list) observe_default(plan);
  while (list && next_part(&list, part, sizeof part)) {
    int k = find_observed(plan, part);
    if (strcmp(part, "all") == 0)
      for (int i = 0; i < plan->protocol->n_channel; i++) plan->keep[i] = plan->protocol->channel[i].observed;
    else if (k >= 0)
      plan->keep[k] = true;
    else
      return unknown_channel(c, plan, part, true);
  }
  return CLI_CONTINUE;
}

static int read_hysteresis(cli *c, rig_plan *plan) {
  const char *text = cli_value(c, "hysteresis");
  if (!text) return CLI_CONTINUE;
  pl_dim dim;
  bool has_unit;
  double value;
  if (!pl_quantity_parse(text, &value, &dim, &has_unit) || !pl_dim_equal(dim, PL_DIM_NONE))
    return cli_usage(c, "--hysteresis: '%s' must be a percentage such as 10", text);
  plan->hysteresis = has_unit ? value : value / 100;
  if (!(plan->hysteresis >= 0 && plan->hysteresis < 2)) return cli_usage(c, "--hysteresis: '%s' must lie between 0 and 200 percent", text);
  if (!cli_has(c, "cycle") && !cli_has(c, "plan")) return cli_usage(c, "--hysteresis needs --cycle: it splits load from unload");
  return CLI_CONTINUE;
}

// ---- one test from flags ----

static int read_sizes(cli *c, bool tensile, pl_test *test) {
  int status;
  test->length = tensile ? 0.05 : 0.3;
  test->width = tensile ? 0.2 : 0.06;
  if ((status = cli_quantity(c, tensile ? "length" : "frame-diameter", PL_DIM_LENGTH, 1e-5, 1e3, &test->length)) != CLI_CONTINUE)
    return status;
  if ((status = cli_quantity(c, tensile ? "width" : "disk-diameter", PL_DIM_LENGTH, 1e-5, 1e3, &test->width)) != CLI_CONTINUE)
    return status;
  if (!tensile && test->width >= test->length) return cli_usage(c, "--disk-diameter must be less than --frame-diameter");
  return CLI_CONTINUE;
}

static int read_angle(cli *c, pl_test *test) {
  static const char *const names[] = {"warp", "weft"};
  const char *direction = cli_value(c, "direction");
  if (direction && cli_has(c, "angle")) return cli_usage(c, "--direction and --angle say the same thing; keep one");
  if (!direction) return cli_quantity(c, "angle", PL_DIM_ANGLE, -2 * PI, 2 * PI, &test->angle);
  if (strcmp(direction, "weft") == 0)
    test->angle = PI / 2;
  else if (strcmp(direction, "warp") != 0)
    return cli_unknown(c, "direction", direction, 2, names);
  return CLI_CONTINUE;
}

static const char *default_name(cli *c, const rig_plan *plan, const pl_test *test, bool shear) {
  if (strcmp(plan->protocol->name, "tensile") != 0) return plan->protocol->name;
  const char *lead = shear ? "shear-" : "";
  if (test->angle == 0) return pl_arena_printf(c->arena, "%swarp", lead);
  if (test->angle == PI / 2) return pl_arena_printf(c->arena, "%sweft", lead);
  return pl_arena_printf(c->arena, "%s%g-deg", lead, test->angle * 180 / PI);
}

// Control channel `k` from low to high (and back), all frames.
static bool set_control(cli *c, pl_test *test, int k, const double range[2], int n_up) {
  double *value = pl_arena_alloc(c->arena, (size_t)test->n_frame, sizeof *value);
  if (!value) return false;
  for (int f = 0; f < test->n_frame; f++) {
    int step = f < n_up ? f : 2 * n_up - 2 - f;
    value[f] = range[0] + (range[1] - range[0]) * step / (n_up - 1);
  }
  test->channel[k].value = value;
  return true;
}

// Length of a yarn between the clamps: (l + d_u)^2 + d_v^2 = l^2.
static int keep_length(cli *c, pl_test *test) {
  const double *side = test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value;
  double *along = test->channel[PL_TENSILE_DISPLACEMENT].value;
  if (!side) return cli_usage(c, "--keep-length needs --shear-displacement");
  if (!along) along = test->channel[PL_TENSILE_DISPLACEMENT].value = pl_arena_alloc(c->arena, (size_t)test->n_frame, sizeof *along);
  if (!along) return cli_fail(c, PL_ERROR_MEMORY);
  for (int f = 0; f < test->n_frame; f++) {
    double rest = test->length * test->length - side[f] * side[f];
    if (rest <= 0) return cli_usage(c, "--keep-length: --shear-displacement must stay below --length");
    along[f] += sqrt(rest) - test->length;
  }
  return CLI_CONTINUE;
}

static int plan_from_flags(cli *c, rig_plan *plan) {
  bool tensile = strcmp(plan->protocol->name, "tensile") == 0;
  if (!tensile && strcmp(plan->protocol->name, "disk-push") != 0)
    return cli_usage(c, "a %s rig cannot be described by flags; give --plan FILE", plan->protocol->name);
  pl_test *test = pl_arena_alloc(c->arena, 1, sizeof *test);
  if (!test) return cli_fail(c, PL_ERROR_MEMORY);
  int status = read_sizes(c, tensile, test);
  if (status == CLI_CONTINUE && tensile) status = read_angle(c, test);
  int64_t frames = 51;
  if (status == CLI_CONTINUE) status = cli_integer(c, "frames", 5, 100000, &frames);
  if (status != CLI_CONTINUE) return status;
  bool pull = cli_has(c, "displacement") || cli_has(c, "max-displacement"), shear = tensile && cli_has(c, "shear-displacement");
  if (cli_has(c, "displacement") && cli_has(c, "max-displacement"))
    return cli_usage(c, "--displacement and --max-displacement say the same thing; keep one");
  if (!pull && !shear)
    return cli_usage(c, "nothing moves; give --displacement \"0..4 mm\"%s or --plan FILE",
                     tensile ? ", --shear-displacement \"0..7 mm\"" : "");

  *test =
      (pl_test){.protocol = plan->protocol, .length = test->length, .width = test->width, .angle = test->angle, .file = "", .strips = 1};
  for (int k = 0; k < plan->protocol->n_channel; k++) test->channel[k].row = &plan->protocol->channel[k];
  int n_up = (int)frames;
  test->n_frame = cli_has(c, "cycle") ? 2 * n_up - 1 : n_up;
  int *branch = pl_arena_alloc(c->arena, (size_t)test->n_frame, sizeof *branch);
  if (!branch) return cli_fail(c, PL_ERROR_MEMORY);
  for (int f = 0; f < test->n_frame; f++) branch[f] = f < n_up ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
  test->branch = test->raw_branch = branch;

  double range[2];
  bool ok = true;
  if (pull) {
    status = read_range(c, cli_has(c, "displacement") ? "displacement" : "max-displacement", range);
    if (status != CLI_CONTINUE) return status;
    ok = set_control(c, test, 0, range, n_up);
  }
  if (shear) {
    status = read_range(c, "shear-displacement", range);
    if (status != CLI_CONTINUE) return status;
    ok = ok && set_control(c, test, PL_TENSILE_SHEAR_DISPLACEMENT, range, n_up);
    test->control = PL_TENSILE_SHEAR_DISPLACEMENT;
  }
  if (!ok) return cli_fail(c, PL_ERROR_MEMORY);
  if (tensile && cli_has(c, "keep-length") && (status = keep_length(c, test)) != CLI_CONTINUE) return status;
  if (!moves(test->channel[0].value, test->n_frame) && !(shear && moves(test->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value, test->n_frame)))
    return cli_usage(c, "nothing moves: the displacement is the same at both ends of its range");
  test->name = cli_value(c, "name") ? cli_value(c, "name") : default_name(c, plan, test, shear);
  if (!test->name) return cli_fail(c, PL_ERROR_MEMORY);
  plan->n_test = 1;
  plan->test = test;
  return CLI_CONTINUE;
}

static int plan_from_file(cli *c, rig_plan *plan) {
  static const char *const own[] = {"name",           "length",        "width",        "direction",        "angle",
                                    "frame-diameter", "disk-diameter", "displacement", "max-displacement", "shear-displacement",
                                    "keep-length",    "frames",        "cycle"};
  for (int i = 0; i < (int)(sizeof own / sizeof own[0]); i++)
    if (cli_has(c, own[i])) return cli_usage(c, "--%s and --plan exclude each other: the plan says it", own[i]);
  pl_status status = pl_measurement_load(c->ctx, cli_value(c, "plan"), &plan->file);
  if (status != PL_OK) return cli_fail(c, status);
  if (plan->file->protocol != plan->protocol) {
    pl_where where = {.file = cli_value(c, "plan"), .key = "protocol"};
    return cli_fail(c, pl_fail(c->ctx, PL_ERROR_INPUT, &where, "use the rig of that protocol, or another plan",
                               "this is a %s experiment, the rig is %s", plan->file->protocol->name, plan->protocol->name));
  }
  plan->n_test = plan->file->n_test;
  plan->test = plan->file->test;
  return CLI_CONTINUE;
}

int rig_plan_read(cli *c, rig_plan *plan) {
  bool tensile = strcmp(plan->protocol->name, "tensile") == 0;
  static const char *const only_tensile[] = {"length", "width", "direction", "angle", "shear-displacement", "keep-length"};
  static const char *const only_push[] = {"frame-diameter", "disk-diameter"};
  for (int i = 0; i < 6 && !tensile; i++)
    if (cli_has(c, only_tensile[i])) return cli_usage(c, "--%s is not for %s", only_tensile[i], plan->protocol->name);
  for (int i = 0; i < 2 && tensile; i++)
    if (cli_has(c, only_push[i])) return cli_usage(c, "--%s is not for %s", only_push[i], plan->protocol->name);
  int64_t seed = 1;
  int status = cli_integer(c, "seed", 0, (int64_t)1 << 53, &seed);
  plan->seed = (uint64_t)seed;
  if (status == CLI_CONTINUE) status = read_noise(c, plan);
  if (status == CLI_CONTINUE) status = read_hysteresis(c, plan);
  if (status == CLI_CONTINUE) status = cli_has(c, "plan") ? plan_from_file(c, plan) : plan_from_flags(c, plan);
  if (status == CLI_CONTINUE) status = read_observe(c, plan);
  return status;
}
