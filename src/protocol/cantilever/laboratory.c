// laboratory.c: `pliant rig cantilever`: strips of cloth out of a virtual clamp, written like labelled photographs.
#include <string.h>

#include <pliant/extend/table.h>

#include "protocol/cantilever/cantilever_part.h"
#include "protocol/cantilever/plan_cantilever.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
static const double MM = 1e-3;

static const pl_flag flags[] = {
    {"material", 'm', "M", "material file with bending, or a name that 'pliant material list' shows"},
    {"output", 'o', "DIR",
     "folder for experiment.json, one table per strip and overhang, and rig.json; an earlier virtual measurement there is replaced"},
    {"plan", 0, "FILE", "bend the strips of this experiment file instead"},
    {"name", 0, "NAME", "tests and their tables are called NAME-0-30, ... by cut and overhang (default strip)"},
    {"cut", 0, "LIST", "direction of the strips from warp towards weft (default \"0, 45, 90 deg\")"},
    {"overhang", 0, "LIST", "lengths out of the clamp: a list, or a range that is cut in three steps (default \"30..80 mm\")"},
    {"width", 0, "LENGTH", "of the strips (default 40 mm)"},
    {"inclination", 0, "ANGLE", "of the clamp below the horizontal (default 0)"},
    {"labels", 0, "N", "labelled points along each strip, the last one at its tip (default 16)"},
    {"noise", 0, "LIST", "standard deviation of normal noise on the labels: \"profile=0.2 mm\""},
    PL_LAB_FLAG_SEED,
};

// Directions and lengths of the strips.
typedef struct cuts {
  int n_cut, n_overhang;
  double cut[PL_FLAGS_LIST], overhang[PL_FLAGS_LIST];  // rad, m
} cuts;

static pl_status plan_strips(pl_lab *lab, const pl_cantilever_plan *usual, const cuts *c) {
  int n = 0;
  pl_test *test = lab->plan.test = pl_arena_alloc(lab->arena, (size_t)c->n_cut * (size_t)c->n_overhang, sizeof *test);
  if (!test) return PL_ERROR_MEMORY;
  for (int i = 0; i < c->n_cut; i++)
    for (int k = 0; k < c->n_overhang; k++) {
      pl_cantilever_plan plan = *usual;
      plan.cut = c->cut[i];
      plan.overhang = c->overhang[k];
      plan.name = pl_arena_printf(lab->arena, "%s-%g-%g", pl_lab_name(lab, "strip"), c->cut[i] * 180 / PI, c->overhang[k] / MM);
      if (!plan.name) return PL_ERROR_MEMORY;
      for (int j = 0; j < n; j++)
        if (strcmp(test[j].name, plan.name) == 0)
          return pl_flags_fail(&lab->flags, "the strip %s is given twice; give every cut and overhang once", plan.name);
      PL_TRY(pl_plan_cantilever(lab->arena, &plan, &test[n++]));
    }
  lab->plan.n_test = n;
  return PL_OK;
}

static pl_status plan(pl_lab *lab) {
  static const double any_angle[2] = {-2 * PI, 2 * PI}, lengths[2] = {1e-3, 1};
  const pl_flags *f = &lab->flags;
  pl_cantilever_plan usual = pl_cantilever_plan_default();
  cuts c = {3, 4, {0, PI / 4, PI / 2}, {30 * MM, 45 * MM, 60 * MM, 80 * MM}};
  int64_t labels = usual.n_point;
  usual.turn_sigma = 2 * PI / 180;  // as for photographs
  PL_TRY(pl_lab_read_label_noise(lab, PL_CANTILEVER_PROFILE, "profile=0.2 mm"));
  PL_TRY(pl_flags_integer(f, "labels", 3, 200, &labels));
  PL_TRY(pl_flags_quantity(f, "width", PL_DIM_LENGTH, 1e-3, 1, &usual.width));
  PL_TRY(pl_flags_quantity(f, "inclination", PL_DIM_ANGLE, -PI / 2, PI / 2, &usual.inclination));
  if (pl_flags_has(f, "cut")) PL_TRY(pl_flags_list(f, "cut", PL_DIM_ANGLE, any_angle, 0, &c.n_cut, c.cut));
  if (pl_flags_has(f, "overhang")) PL_TRY(pl_flags_list(f, "overhang", PL_DIM_LENGTH, lengths, 3, &c.n_overhang, c.overhang));
  usual.n_point = (int)labels;
  return plan_strips(lab, &usual, &c);
}

static pl_status measure(pl_lab *lab) {
  pl_rig_report *report = &lab->result.report;
  PL_TRY(pl_rig_measure(lab->ctx, lab->protocol, lab->plan.n_test, lab->plan.test, lab->material, pl_lab_rig_options(lab),
                        pl_lab_solve_options(lab), lab->plan.noise, lab->plan.seed, &lab->result.measurement, report));
  if (report->n_failed == 0) return PL_OK;
  return pl_fail(lab->ctx, PL_ERROR_INPUT, NULL, "take shorter overhangs, or a material whose moment rises with curvature",
                 "%d of %d strips found no equilibrium", report->n_failed, lab->plan.n_test);
}

static void summarise(const pl_lab *lab, pl_json_writer *w) {
  pl_json_put_integer(w, "seed", (int64_t)lab->plan.seed);
  pl_json_put_quantity(w, "noise", lab->plan.noise[PL_CANTILEVER_PROFILE], PL_DIM_LENGTH);
  pl_lab_put_options(lab, w);
  pl_json_put_integer(w, "tests", lab->plan.n_test);
  pl_lab_put_report(lab, w);
}

static void say(const pl_lab *lab, pl_text *out) {
  const pl_measurement *m = lab->result.measurement;
  pl_table *table = pl_table_create(lab->arena, "strip|>cut [deg]|>overhang [mm]|>tip out [mm]|>tip below [mm]");
  for (int t = 0; t < m->n_test; t++) {
    const pl_test *test = &m->test[t];
    const double *tip = test->channel[PL_CANTILEVER_PROFILE].value + 2 * (size_t)(pl_cantilever_of(test)->n_point - 1);
    pl_table_cell(table, "%s", test->name);
    pl_table_number(table, pl_dim_display(PL_DIM_ANGLE, test->angle));
    pl_table_number(table, pl_cantilever_of(test)->overhang / MM);
    pl_table_number(table, tip[0] / MM);
    pl_table_number(table, -tip[1] / MM);
  }
  pl_text_printf(out, "%s: virtual %s measurement\n\n", m->name, lab->protocol->name);
  pl_table_text(table, out);
  pl_text_printf(out, "\nAt most %d Newton iteration%s per strip.\n", lab->result.report.max_iterations,
                 lab->result.report.max_iterations == 1 ? "" : "s");
  pl_lab_say_next(lab, out);
}

const pl_laboratory pl__cantilever_laboratory = {
    .usage = "--material M -o DIR [--cut LIST] [--overhang LIST]",
    .more =
        PL_LAB_GETS("one table of labelled points per strip and overhang") "Examples: pliant rig cantilever --material interlock-virtual "
                                                                           "--noise \"profile=0.2 mm\" -o out/strips\n"
                                                                           "          pliant rig cantilever --material interlock-virtual "
                                                                           "--cut \"0 deg\" --overhang \"25, 40, 60 mm\" -o out/warp",
    .n_flag = COUNT(flags),
    .flag = flags,
    .plan = plan,
    .measure = measure,
    .summarise = summarise,
    .say = say};
