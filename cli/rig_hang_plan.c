// rig_hang_plan.c: see rig_hang_plan.h.
#include "rig_hang_plan.h"

#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
enum { ROOM = RIG_LIST_ROOM, PART = 96 };

const cli_flag rig_hang_flags[] = {
    {"material", 'm', "M", false, "material file, or a name that 'pliant material list' shows"},
    {"output", 'o', "DIR", false,
     "folder for experiment.json, one table per sample and rig.json; an earlier virtual measurement there is replaced"},
    {"name", 0, "NAME", false, "samples and their tables are called NAME-0, NAME-45, ... by their cut (default cut)"},
    {"cut", 0, "LIST", false, "direction of the slats from warp towards weft, one per sample (default \"0, 45, 90 deg\")"},
    {"bottom", 0, "WEIGHTS", false,
     "on the bottom slat: a list \"0, 200, 600 g\", or a range that is cut in six steps (default \"0..600 g\")"},
    {"side", 0, "WEIGHTS", false, "on both side clips: a list, or a range that is cut in four steps (default \"0..400 g\")"},
    {"left", 0, "WEIGHTS", false, "on the left clip, with --right instead of --side"},
    {"right", 0, "WEIGHTS", false, "on the right clip, as many as --left"},
    {"width", 0, "LENGTH", false, "of the cloth between the clips (default 400 mm)"},
    {"height", 0, "LENGTH", false, "of the cloth between the slats (default 400 mm)"},
    {"clip", 0, "LENGTH", false, "of a side clip along the edge (default 60 mm)"},
    {"labels", 0, "N", false, "labelled points on each slat and clip (default 2)"},
    {"turn", 0, "LIST", false,
     "how far each sample is cut askew; one for all or one per sample (default none). experiment.json does not say it"},
    {"stretch", 0, "LIST", false,
     "how much longer than the unstretched cloth each sample is taken to be, \"1.004\" (default 1). Not said either"},
    {"noise", 0, "LIST", false, "standard deviation of normal noise on the labels: \"points=0.5 mm\""},
    {"seed", 0, "N", false, "of the noise (default 1)"},
};
const int rig_hang_n_flag = sizeof rig_hang_flags / sizeof rig_hang_flags[0];

// ---- lists ----

// Where the unit of a quantity begins.
static const char *unit_of(const char *text) {
  while (*text == ' ') text++;
  return text + strspn(text, "+-.0123456789eE \t");
}

// One part of a list; a bare number takes the unit of the list's end.
static int read_part(cli *c, const char *flag, const char *part, const char *unit, pl_dim dim, const double limit[2], double *value) {
  char text[PART + PART];
  pl_dim given;
  double number;
  bool has_unit = false;
  bool bare = pl_quantity_parse(part, &number, &given, &has_unit) && !has_unit;
  snprintf(text, sizeof text, "%s%s%s", part, bare ? " " : "", bare ? unit : "");
  return cli_read_quantity(c, flag, text, dim, limit[0], limit[1], value);
}

int rig_read_list(cli *c, const char *flag, pl_dim dim, const double limit[2], int steps, int *n, double value[RIG_LIST_ROOM]) {
  const char *text = cli_value(c, flag), *dots = strstr(text, ".."), *last = strrchr(text, ',');
  char part[PART];
  if (dots && steps > 0) {
    double range[2];
    if (last || (size_t)(dots - text) >= sizeof part)
      return cli_usage(c, "--%s: '%s' is neither a range \"0..600 g\" nor a list", flag, text);
    snprintf(part, sizeof part, "%.*s", (int)(dots - text), text);
    int status = read_part(c, flag, part, unit_of(dots + 2), dim, limit, &range[0]);
    if (status == CLI_CONTINUE) status = read_part(c, flag, dots + 2, "", dim, limit, &range[1]);
    if (status != CLI_CONTINUE) return status;
    *n = steps + 1;
    for (int i = 0; i <= steps; i++) value[i] = range[0] + (range[1] - range[0]) * i / steps;
    return CLI_CONTINUE;
  }
  const char *unit = unit_of(last ? last + 1 : text);
  *n = 0;
  for (const char *p = text;; p++) {
    size_t size = strcspn(p, ",");
    if (*n == ROOM || size >= sizeof part) return cli_usage(c, "--%s: the list is too long (at most %d values)", flag, ROOM);
    snprintf(part, sizeof part, "%.*s", (int)size, p);
    int status = read_part(c, flag, part, unit, dim, limit, &value[(*n)++]);
    if (status != CLI_CONTINUE) return status;
    p += size;
    if (!*p) return CLI_CONTINUE;
  }
}

// Masses, or forces.
static int read_weights(cli *c, const char *flag, int steps, double gravity, int *n, const double **weight) {
  static const double limit[2] = {0, 1e4};
  double value[ROOM], number;
  const char *text = cli_value(c, flag), *last = strrchr(text, ','), *dots = strstr(text, "..");
  pl_dim dim = PL_DIM_MASS;
  bool has_unit;
  bool force = pl_quantity_parse(last ? last + 1 : dots ? dots + 2 : text, &number, &dim, &has_unit) && pl_dim_equal(dim, PL_DIM_FORCE);
  int status = rig_read_list(c, flag, force ? PL_DIM_FORCE : PL_DIM_MASS, limit, steps, n, value);
  if (status != CLI_CONTINUE) return status;
  double *list = pl_arena_alloc(c->arena, (size_t)*n, sizeof *list);
  if (!list) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < *n; i++) list[i] = value[i] * (force ? 1 : gravity);
  *weight = list;
  return CLI_CONTINUE;
}

// One value for all samples or one for each.
static int read_errors(cli *c, const char *flag, pl_dim dim, const double limit[2], int n, double value[ROOM]) {
  int given = 0, status = rig_read_list(c, flag, dim, limit, 0, &given, value);
  if (status != CLI_CONTINUE) return status;
  if (given != 1 && given != n) return cli_usage(c, "--%s has %d values for %d samples; give one, or one for each", flag, given, n);
  for (int i = given; i < n; i++) value[i] = value[0];
  return CLI_CONTINUE;
}

// ---- the plan ----

static int read_loads(cli *c, pl_hang_plan *plan) {
  int status = CLI_CONTINUE, n_right = 0;
  bool sides = cli_has(c, "left") || cli_has(c, "right");
  if (sides && cli_has(c, "side")) return cli_usage(c, "--side and --left, --right say the same thing; keep one");
  if (cli_has(c, "left") != cli_has(c, "right")) return cli_usage(c, "--left and --right go together");
  if (cli_has(c, "bottom")) status = read_weights(c, "bottom", 6, plan->gravity, &plan->n_bottom, &plan->bottom);
  if (status == CLI_CONTINUE && cli_has(c, "side")) {
    status = read_weights(c, "side", 4, plan->gravity, &plan->n_side, &plan->left);
    plan->right = plan->left;
  }
  if (status != CLI_CONTINUE || !sides) return status;
  status = read_weights(c, "left", 4, plan->gravity, &plan->n_side, &plan->left);
  if (status == CLI_CONTINUE) status = read_weights(c, "right", 4, plan->gravity, &n_right, &plan->right);
  if (status != CLI_CONTINUE) return status;
  return n_right == plan->n_side ? CLI_CONTINUE : cli_usage(c, "--left has %d weights, --right %d", plan->n_side, n_right);
}

static int read_sizes(cli *c, pl_hang_plan *plan) {
  int64_t points = plan->points;
  int status = cli_quantity(c, "width", PL_DIM_LENGTH, 1e-3, 10, &plan->width);
  if (status == CLI_CONTINUE) status = cli_quantity(c, "height", PL_DIM_LENGTH, 1e-3, 10, &plan->height);
  if (status == CLI_CONTINUE) status = cli_quantity(c, "clip", PL_DIM_LENGTH, 1e-4, 10, &plan->clip);
  if (status == CLI_CONTINUE) status = cli_integer(c, "labels", 2, 50, &points);
  plan->points = (int)points;
  if (status == CLI_CONTINUE && plan->clip >= plan->height) return cli_usage(c, "--clip must be shorter than --height");
  return status;
}

static int read_noise(cli *c, double *noise) {
  const char *text = cli_value(c, "noise");
  if (!text) return CLI_CONTINUE;
  if (strncmp(text, "points=", 7) != 0) return cli_usage(c, "--noise: '%s' must be \"points=0.5 mm\"; labels are all that is read", text);
  return cli_read_quantity(c, "noise", text + 7, PL_DIM_LENGTH, 0, 1, noise);
}

static int read_samples(cli *c, rig_hang_plan *plan, const pl_hang_plan *usual) {
  static const double any_angle[2] = {-2 * PI, 2 * PI}, askew[2] = {-PI / 9, PI / 9}, stretched[2] = {0.8, 1.2};
  double cut[ROOM] = {0, PI / 4, PI / 2}, turn[ROOM] = {0}, stretch[ROOM];
  int status = CLI_CONTINUE;
  plan->n = 3;
  for (int i = 0; i < ROOM; i++) stretch[i] = 1;
  if (cli_has(c, "cut")) status = rig_read_list(c, "cut", PL_DIM_ANGLE, any_angle, 0, &plan->n, cut);
  if (status == CLI_CONTINUE && cli_has(c, "turn")) status = read_errors(c, "turn", PL_DIM_ANGLE, askew, plan->n, turn);
  if (status == CLI_CONTINUE && cli_has(c, "stretch")) status = read_errors(c, "stretch", PL_DIM_NONE, stretched, plan->n, stretch);
  if (status != CLI_CONTINUE) return status;
  plan->sample = pl_arena_alloc(c->arena, (size_t)plan->n, sizeof *plan->sample);
  plan->error = pl_arena_alloc(c->arena, (size_t)plan->n, sizeof *plan->error);
  if (!plan->sample || !plan->error) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < plan->n; i++) {
    plan->sample[i] = *usual;
    plan->sample[i].cut = cut[i];
    plan->sample[i].name = pl_arena_printf(c->arena, "%s-%g", cli_has(c, "name") ? cli_value(c, "name") : "cut", cut[i] * 180 / PI);
    plan->error[i] = (pl_hang_error){turn[i], stretch[i]};
    if (!plan->sample[i].name) return cli_fail(c, PL_ERROR_MEMORY);
    for (int k = 0; k < i; k++)
      if (strcmp(plan->sample[k].name, plan->sample[i].name) == 0) return cli_usage(c, "--cut: %g deg is given twice", cut[i] * 180 / PI);
  }
  return CLI_CONTINUE;
}

int rig_hang_plan_read(cli *c, rig_hang_plan *plan) {
  pl_hang_plan usual = pl_hang_plan_default();
  int64_t seed = 1;
  int status = cli_integer(c, "seed", 0, (int64_t)1 << 53, &seed);
  plan->seed = (uint64_t)seed;
  if (status == CLI_CONTINUE) status = read_sizes(c, &usual);
  if (status == CLI_CONTINUE) status = read_loads(c, &usual);
  if (status == CLI_CONTINUE) status = read_noise(c, &plan->noise);
  if (status == CLI_CONTINUE) status = read_samples(c, plan, &usual);
  return status;
}
