// contact_step.c: implicit steps of scenes with contact. Stacks of sheets of three sizes, time by phase; a sheet on a sphere against the same sheet
// without contact.
//
// A stack has eight layers, each turned a little against the one below, within reach of each other and falling on a floor.
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "bench/cases.h"
#include "scene/simulation.h"

enum { LAYERS = 8, WARM = 1, TIMED = 3 };

typedef struct motion {
  pl_scene *scene;
  pl_simulation *sim;
} motion;

static void close_motion(motion *m) {
  pl_simulation_destroy(m->sim);
  pl_scene_destroy(m->scene);
}

static pl_status open_motion(evidence *e, const pl_text *text, motion *m) {
  *m = (motion){0};
  PL_TRY(pl_scene_parse(e->ctx, "contact-step", ".", text->data, text->size, &m->scene));
  pl_status status = pl_simulation_create(m->scene, &m->sim);
  if (status != PL_OK) close_motion(m);
  return status;
}

// ---- stacks ----

static void add_head(pl_text *text, const char *integrator) {
  pl_text_printf(text,
                 "{\"pliant\": \"scene 1\", \"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"], \"damping\": \"2 ms\", "
                 "\"integrator\": {\"step\": \"10 ms\"%s}, \"duration\": \"1 s\", \"meshes\": [",
                 integrator);
}

static void add_sheet(pl_text *text, int number, int cells, double height_mm) {
  pl_text_printf(text,
                 "%s{\"name\": \"layer-%d\", \"sheet\": {\"length\": \"500 mm\", \"width\": \"500 mm\", \"cells\": [%d, %d]}, "
                 "\"material\": \"poplin-virtual\", \"place\": {\"rotate\": {\"axis\": [0, 0, 1], \"angle\": \"%d deg\"}, "
                 "\"translate\": [\"%d mm\", \"%d mm\", \"%.3f mm\"]}, \"disturb\": \"0.01 mm\"}",
                 number ? ", " : "", number, cells, cells, 3 * number, number, 2 * number, height_mm);
}

static void write_stack(pl_text *text, int cells) {
  add_head(text, "");
  for (int i = 0; i < LAYERS; i++) add_sheet(text, i, cells, 0.6 + 0.7 * i);
  pl_text_add(text, "], \"obstacles\": [{\"kind\": \"plane\", \"point\": [\"0 m\", \"0 m\", \"0 m\"], \"normal\": [0, 0, 1]}], "
                    "\"contact\": {\"thickness\": \"0.4 mm\", \"gap\": \"0.5 mm\", \"friction\": 0.3}}");
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Median seconds of the timed steps. *solves: per step, mean.
static pl_status time_steps(motion *m, double *median, double *solves, pl_stepper_times *spent) {
  double seconds[TIMED];
  const pl_simulation_system *s = &m->sim->system[0];
  pl_stepper_times before = {0};
  int64_t iterations = 0;
  for (int i = 0; i < WARM + TIMED; i++) {
    bool stopped;
    if (i == WARM) before = pl_stepper_seconds(s->stepper), iterations = s->tally.iterations;
    double begin = pl_seconds();
    PL_TRY(pl_simulation_advance(m->sim, 1, &stopped));
    if (i >= WARM) seconds[i - WARM] = pl_seconds() - begin;
  }
  pl_stepper_times after = pl_stepper_seconds(s->stepper);
  *spent = (pl_stepper_times){after.near - before.near,       after.sums - before.sums,     after.limits - before.limits,
                              after.analyse - before.analyse, after.factor - before.factor, after.solve - before.solve};
  qsort(seconds, TIMED, sizeof *seconds, by_value);
  *median = seconds[TIMED / 2];
  *solves = (double)(s->tally.iterations - iterations) / TIMED;
  return PL_OK;
}

static void inform_phases(evidence *e, const char *what, const pl_stepper_times *t, double all) {
  const struct {
    const char *name;
    double seconds;
  } row[] = {{"lists of pairs", t->near},          {"sums over pairs", t->sums}, {"limits of steps", t->limits},
             {"analysis of patterns", t->analyse}, {"factors", t->factor},       {"linear solves", t->solve}};
  double rest = all;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    evidence_inform(e, 100 * row[i].seconds / all, "%", "", "%s: %s", what, row[i].name);
    rest -= row[i].seconds;
  }
  evidence_inform(e, 100 * rest / all, "%", "", "%s: bodies, friction and the rest", what);
}

static pl_status time_stack(evidence *e, int cells, double limit, double *per_five) {
  int n_triangle = 2 * cells * cells * LAYERS;
  pl_text text;
  motion m;
  pl_text_init(&text, e->ctx);
  write_stack(&text, cells);
  pl_status status = text.failed ? PL_ERROR_MEMORY : open_motion(e, &text, &m);
  pl_text_clear(&text);
  PL_TRY(status);
  double median, solves, begin = pl_seconds();
  pl_stepper_times spent;
  const char *what = pl_arena_printf(e->arena, "stack of %d triangles", n_triangle);
  status = time_steps(&m, &median, &solves, &spent);
  double all = pl_seconds() - begin;
  if (status == PL_OK && !what) status = PL_ERROR_MEMORY;
  if (status == PL_OK) {
    *per_five = 5 * median / solves;
    if (isfinite(limit))
      evidence_at_most(e, *per_five, "s", limit, "%s: five Newton iterations", what);
    else
      evidence_inform(e, *per_five, "s", "", "%s: five Newton iterations", what);
    evidence_inform(e, median, "s", "", "%s: median step (%.1f linear solves, %lld steps in parts)", what, solves,
                    (long long)m.sim->system[0].tally.n_parts);
    inform_phases(e, what, &spent, all);
  }
  close_motion(&m);
  return status;
}

// ---- obstacles alone ----

static pl_status open_sheet(evidence *e, bool obstacle, int cells, motion *m) {
  pl_text text;
  pl_text_init(&text, e->ctx);
  add_head(&text, ", \"newton\": 1");
  add_sheet(&text, 0, cells, 0.8);
  pl_text_add(&text, "], \"pins\": [{\"corner\": \"bottom-left\"}, {\"corner\": \"top-left\"}]");
  if (obstacle)
    pl_text_add(&text, ", \"obstacles\": [{\"kind\": \"sphere\", \"center\": [\"250 mm\", \"0 m\", \"-100 mm\"], \"radius\": \"100 mm\"}], "
                       "\"contact\": {\"self\": false}");
  pl_text_add(&text, "}");
  pl_status status = text.failed ? PL_ERROR_MEMORY : open_motion(e, &text, m);
  pl_text_clear(&text);
  return status;
}

static void advance(void *user) {
  bool stopped;
  pl_simulation_advance(((motion *)user)->sim, 1, &stopped);
}

static pl_status compare_obstacle(evidence *e, int cells) {
  motion with = {0}, without = {0};
  pl_status status = open_sheet(e, true, cells, &with);
  if (status == PL_OK) status = open_sheet(e, false, cells, &without);
  if (status == PL_OK) {
    double seconds[2], ratio = evidence_ratio(advance, &without, advance, &with, e->full ? 10 : 2, &seconds[0], &seconds[1]);
    evidence_at_most(e, ratio, "", 1.1, "one linear solve, sheet on a sphere without self-contact / without contact");
    evidence_inform(e, 1e3 * seconds[1], "ms", "", "a step of %d triangles on the sphere", 2 * cells * cells);
  }
  if (with.sim) close_motion(&with);
  if (without.sim) close_motion(&without);
  return status;
}

pl_status bench_contact_step(evidence *e) {
  // cells of a layer: 10k, 50k and 100k triangles in eight layers; a fifth of the smallest when quick
  static const int cells[] = {25, 56, 79};
  static const double limit[] = {0.25, 1.5, 4};
  double per_five[3];
  if (!e->full) PL_TRY(time_stack(e, 11, INFINITY, &per_five[0]));
  for (int i = 0; i < 3 && e->full; i++) PL_TRY(time_stack(e, cells[i], limit[i], &per_five[i]));
  if (e->full) evidence_at_most(e, per_five[2] / per_five[0], "", 20, "growth of time from the smallest to the largest stack");
  PL_TRY(compare_obstacle(e, e->full ? 64 : 32));
  evidence_note(e, "%d threads. Eight layers of 500 x 500 mm fall on a floor in steps of 10 ms; %d steps after %d are timed.",
                pl_context_threads(e->ctx), TIMED, WARM);
  return PL_OK;
}
