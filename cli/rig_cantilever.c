// protocol/cantilever/rig.c: `pliant rig cantilever`: strips of cloth out of a virtual clamp, written like labelled photographs.
#include "rig_cantilever.h"

#include <stdio.h>
#include <string.h>

#include "protocol/cantilever/plan_cantilever.h"
#include "rig_hang_plan.h"
#include "rig_motion.h"
#include "rig_summary.h"
#include "estimate/problem/fit.h"
#include "load.h"
#include "protocol/cantilever/cantilever.h"

#define PI 3.14159265358979323846
static const double MM = 1e-3;

static const cli_flag flags[] = {
    {"material", 'm', "M", false, "material file with bending, or a name that 'pliant material list' shows"},
    {"output", 'o', "DIR", false,
     "folder for experiment.json, one table per strip and overhang, and rig.json; an earlier virtual measurement there is replaced"},
    {"name", 0, "NAME", false, "tests and their tables are called NAME-0-30, ... by cut and overhang (default strip)"},
    {"cut", 0, "LIST", false, "direction of the strips from warp towards weft (default \"0, 45, 90 deg\")"},
    {"overhang", 0, "LIST", false, "lengths out of the clamp: a list, or a range that is cut in three steps (default \"30..80 mm\")"},
    {"width", 0, "LENGTH", false, "of the strips (default 40 mm)"},
    {"inclination", 0, "ANGLE", false, "of the clamp below the horizontal (default 0)"},
    {"labels", 0, "N", false, "labelled points along each strip, the last one at its tip (default 16)"},
    {"noise", 0, "LIST", false, "standard deviation of normal noise on the labels: \"profile=0.2 mm\""},
    {"seed", 0, "N", false, "of the noise (default 1)"},
};

static const char more[] =
    "DIR gets experiment.json and one table of labelled points per strip and overhang, which 'pliant check', 'fit' and 'predict' read, and "
    "rig.json, which says how they "
    "were made.\n"
    "With --plan FILE the strips of an experiment are simulated instead ('pliant rig tensile --help' has the flags).\n"
    "Examples: pliant rig cantilever --material interlock-virtual --noise \"profile=0.2 mm\" -o out/strips\n"
    "          pliant rig cantilever --material interlock-virtual --cut \"0 deg\" --overhang \"25, 40, 60 mm\" -o out/warp";

bool rig_is_cantilever(int argc, char **argv) { return rig_asks_for(argc, argv, "cantilever"); }

typedef struct strips {
  int n;
  pl_test *test;  // [n]
  double noise;   // m
  int64_t seed;
} strips;

static int read_noise(cli *c, double *noise) {
  const char *text = cli_value(c, "noise");
  if (!text) return CLI_CONTINUE;
  if (strncmp(text, "profile=", 8) != 0) return cli_usage(c, "--noise: '%s' must be \"profile=0.2 mm\"; labels are all that is read", text);
  return cli_read_quantity(c, "noise", text + 8, PL_DIM_LENGTH, 0, 1, noise);
}

static int plan_strips(cli *c, const pl_cantilever_plan *usual, int n_cut, const double *cut, int n_overhang, const double *overhang,
                       strips *s) {
  s->n = 0;
  s->test = pl_arena_alloc(c->arena, (size_t)n_cut * (size_t)n_overhang, sizeof *s->test);
  if (!s->test) return cli_fail(c, PL_ERROR_MEMORY);
  for (int i = 0; i < n_cut; i++)
    for (int k = 0; k < n_overhang; k++) {
      pl_cantilever_plan plan = *usual;
      plan.cut = cut[i];
      plan.overhang = overhang[k];
      plan.name =
          pl_arena_printf(c->arena, "%s-%g-%g", cli_has(c, "name") ? cli_value(c, "name") : "strip", cut[i] * 180 / PI, overhang[k] / MM);
      if (!plan.name) return cli_fail(c, PL_ERROR_MEMORY);
      for (int j = 0; j < s->n; j++)
        if (strcmp(s->test[j].name, plan.name) == 0)
          return cli_usage(c, "the strip %s is asked for twice; give every cut and overhang once", plan.name);
      pl_status status = pl_plan_cantilever(c->arena, &plan, &s->test[s->n++]);
      if (status != PL_OK) return cli_fail(c, status);
    }
  return CLI_CONTINUE;
}

static int read_strips(cli *c, strips *s) {
  static const double any_angle[2] = {-2 * PI, 2 * PI}, lengths[2] = {1e-3, 1};
  pl_cantilever_plan usual = pl_cantilever_plan_default();
  double cut[RIG_LIST_ROOM] = {0, PI / 4, PI / 2}, overhang[RIG_LIST_ROOM] = {30 * MM, 45 * MM, 60 * MM, 80 * MM};
  int n_cut = 3, n_overhang = 4, status;
  int64_t labels = usual.n_point;
  s->seed = 1;
  usual.turn_sigma = 2 * PI / 180;  // as for photographs
  status = cli_integer(c, "seed", 0, (int64_t)1 << 53, &s->seed);
  if (status == CLI_CONTINUE) status = cli_integer(c, "labels", 3, 200, &labels);
  if (status == CLI_CONTINUE) status = cli_quantity(c, "width", PL_DIM_LENGTH, 1e-3, 1, &usual.width);
  if (status == CLI_CONTINUE) status = cli_quantity(c, "inclination", PL_DIM_ANGLE, -PI / 2, PI / 2, &usual.inclination);
  if (status == CLI_CONTINUE) status = read_noise(c, &s->noise);
  if (status == CLI_CONTINUE && cli_has(c, "cut")) status = rig_read_list(c, "cut", PL_DIM_ANGLE, any_angle, 0, &n_cut, cut);
  if (status == CLI_CONTINUE && cli_has(c, "overhang"))
    status = rig_read_list(c, "overhang", PL_DIM_LENGTH, lengths, 3, &n_overhang, overhang);
  usual.n_point = (int)labels;
  return status == CLI_CONTINUE ? plan_strips(c, &usual, n_cut, cut, n_overhang, overhang, s) : status;
}

static pl_json_writer *summary(cli *c, const strips *s, const pl_fit_options *options, const pl_rig_report *report, const char *folder) {
  pl_json_writer *w = rig_summary_begin(c, "cantilever", folder);
  if (!w) return NULL;
  pl_json_put_integer(w, "seed", s->seed);
  pl_json_put_quantity(w, "noise", s->noise, PL_DIM_LENGTH);
  pl_options_write(&pl_rig_option_table, &options->rig, w, "rig");
  pl_options_write(&pl_solve_option_table, &options->solve, w, "solver");
  pl_json_put_integer(w, "tests", s->n);
  rig_summary_report(w, report);
  pl_json_end_object(w);
  return w;
}

static void print_table(cli *c, const pl_measurement *m, const pl_rig_report *report, const char *folder) {
  pl_table *table = pl_table_create(c->arena, "strip|>cut [deg]|>overhang [mm]|>tip out [mm]|>tip below [mm]");
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    const double *tip = test->channel[PL_CANTILEVER_PROFILE].value + 2 * (size_t)(pl_cantilever_of(test)->n_point - 1);
    pl_table_cell(table, "%s", test->name);
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, test->angle));
    pl_table_number(table, pl_cantilever_of(test)->overhang / MM);
    pl_table_number(table, tip[0] / MM);
    pl_table_number(table, -tip[1] / MM);
  }
  printf("%s: virtual cantilever measurement\n\n", m->name);
  cli_print_table(c, table);
  printf("\nAt most %d Newton iterations per strip.\n\nwritten %s/experiment.json\nnext    %s check %s/experiment.json\n",
         report->max_iterations, folder, c->program, folder);
}

static int measure(cli *c, const strips *s, const pl_material *material, const pl_fit_options *options, const char *folder) {
  const double sigma[PL_MAX_CHANNEL] = {[PL_CANTILEVER_PROFILE] = s->noise};
  pl_measurement *m;
  pl_rig_report report;
  pl_status done = pl_rig_measure(c->ctx, pl_protocol_find("cantilever"), s->n, s->test, material, &options->rig, &options->solve, sigma,
                                  (uint64_t)s->seed, &m, &report);
  if (done != PL_OK) return cli_fail(c, done);
  if (report.n_failed > 0) {
    pl_measurement_destroy(m);
    return cli_fail(c, pl_fail(c->ctx, PL_ERROR_INPUT, NULL, "take shorter overhangs, or a material whose moment rises with curvature",
                               "%d of %d strips found no equilibrium", report.n_failed, s->n));
  }
  done = pl_measurement_save(c->ctx, folder, m);
  int status = done == PL_OK ? rig_summary_save(c, summary(c, s, options, &report, folder), folder, CLI_DONE) : cli_fail(c, done);
  if (status == CLI_CONTINUE) {
    print_table(c, m, &report, folder);
    status = CLI_DONE;
  }
  pl_measurement_destroy(m);
  return status;
}

int rig_cantilever(cli *c, int argc, char **argv) {
  pl_fit_options options = pl_fit_options_default();
  const cli_settings settings[] = {{&pl_rig_option_table, &options.rig}, {&pl_solve_option_table, &options.solve}};
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 2, settings, 1, 1, more);
  if (status != CLI_CONTINUE) return status;
  if (!cli_has(c, "material")) return cli_usage(c, "--material is missing; 'pliant material list' shows names");
  if (!cli_has(c, "output")) return cli_usage(c, "-o DIR is missing: the folder for the virtual measurement");
  strips s = {0};
  if ((status = read_strips(c, &s)) != CLI_CONTINUE) return status;
  const char *folder = cli_value(c, "output");
  pl_material *material;
  pl_status done = pl_material_load(c->ctx, cli_value(c, "material"), &material);
  if (done != PL_OK) return cli_fail(c, done);
  status = cli_check_folder(c, folder, "rig.json");
  if (status == CLI_CONTINUE) status = measure(c, &s, material, &options, folder);
  pl_material_destroy(material);
  return status;
}
