// cmd_rig.c: `pliant rig PROTOCOL --material M -o DIR`: a virtual measurement, written like a laboratory's.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/judge/locking.h"
#include "protocol/poses/poses.h"
#include "rig_cantilever.h"
#include "rig_hang.h"
#include "rig_motion.h"
#include "rig_plan.h"
#include "rig_summary.h"

static const char more[] =
    "DIR gets experiment.json and one CSV per test, which 'pliant check', 'fit' and 'predict' read, and rig.json, which says how they were "
    "made.\n"
    "Examples: pliant rig tensile --material gabardine-virtual --direction weft --displacement \"0..4 mm\" -o out/weft\n"
    "          pliant rig disk-push --material gabardine-virtual --displacement \"30 mm\" --noise \"force=0.05 N\" --seed 7 -o out/push\n"
    "          pliant rig poses --material gel.json --plan gel/experiment.json --noise \"positions=0.1 mm,force=5 mN\" -o out/gel\n"
    "Captures of shape and force and hung samples have flags of their own: 'pliant rig capture --help', 'pliant rig biaxial-hang --help'.";

// ---- dressing the result ----

// Frames without equilibrium are NAN: taken out. Returns how many.
static int drop_failed(const pl_protocol *protocol, pl_test *test) {
  int kept = 0;
  int *branch = (int *)(uintptr_t)test->branch;  // our own measurement, not yet published
  for (int f = 0; f < test->n_frame; f++) {
    bool whole = true;
    for (int k = 0; k < protocol->n_channel; k++) {
      int width = pl_channel_width(&test->channel[k]);
      for (int i = 0; test->channel[k].value && i < width; i++) whole = whole && !isnan(test->channel[k].value[f * width + i]);
    }
    if (!whole) continue;
    for (int k = 0; k < protocol->n_channel; k++) {
      int width = pl_channel_width(&test->channel[k]);
      for (int i = 0; test->channel[k].value && i < width; i++)
        test->channel[k].value[kept * width + i] = test->channel[k].value[f * width + i];
    }
    branch[kept++] = branch[f];
  }
  int dropped = test->n_frame - kept;
  test->n_frame = test->n_raw = kept;
  return dropped;
}

// How far a frame is inside its branch: 0 at the turn from load to unload, 1 from a tenth of a branch away.
static double away_from_turn(const pl_test *test, int frame) {
  int distance = test->n_frame;
  for (int f = 0; f + 1 < test->n_frame; f++) {
    bool turn = test->branch[f] == PL_BRANCH_LOAD && test->branch[f + 1] == PL_BRANCH_UNLOAD;
    if (turn && abs(frame - f) < distance) distance = abs(frame - f);
  }
  return fmin(1, distance / (0.05 * test->n_frame));
}

// A stand-in for internal friction: forces a little higher while loading, lower while unloading, closed at the turn. The mean of the
// two branches stays the elastic force.
static void split_branches(const pl_protocol *protocol, pl_test *test, double hysteresis) {
  for (int f = 0; f < test->n_frame; f++) {
    double sense = test->branch[f] == PL_BRANCH_LOAD ? 1 : test->branch[f] == PL_BRANCH_UNLOAD ? -1 : 0;
    double factor = 1 + sense * 0.5 * hysteresis * away_from_turn(test, f);
    for (int k = 0; k < protocol->n_channel; k++) {
      pl_channel *channel = &test->channel[k];
      if (!protocol->channel[k].observed || !channel->value || !pl_dim_equal(protocol->channel[k].dim, PL_DIM_FORCE)) continue;
      int width = pl_channel_width(channel);
      for (int i = 0; i < width; i++) channel->value[f * width + i] *= factor;
    }
  }
}

// Returns the number of frames without equilibrium.
static int dress(const rig_plan *plan, pl_measurement *m) {
  int dropped = 0;
  for (int t = 0; t < m->n_test; t++) {
    pl_test *test = &m->test[t];
    for (int k = 0; k < plan->protocol->n_channel; k++)
      if (plan->protocol->channel[k].observed && !plan->keep[k]) test->channel[k].value = NULL;
    if (pl_poses_of(test)) continue;  // a pose without equilibrium is refused as a whole
    dropped += drop_failed(plan->protocol, test);
    if (plan->hysteresis > 0) split_branches(plan->protocol, test, plan->hysteresis);
  }
  return dropped;
}

// ---- meshes ----

static pl_status write_meshes(cli *c, const rig_plan *plan, const pl_material *material, const pl_fit_options *options,
                              const char *directory) {
  PL_TRY(pl_directory_create(c->ctx, directory));
  for (int t = 0; t < plan->n_test; t++) {
    const pl_test *test = &plan->test[t];
    pl_rig *rig;
    PL_TRY(pl_rig_create(c->ctx, plan->protocol, test, material, &options->rig, &options->solve, &rig));
    double *out[PL_MAX_CHANNEL] = {0};
    pl_status status = PL_OK;
    for (int k = 0; k < plan->protocol->n_channel && status == PL_OK; k++) {
      out[k] = pl_arena_alloc(c->arena, (size_t)(test->n_frame * pl_channel_width(&test->channel[k])), sizeof(double));
      if (!out[k]) status = PL_ERROR_MEMORY;
    }
    pl_rig_report report;
    if (status == PL_OK) status = pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = out}, &report);
    for (int f = 0; f < test->n_frame && status == PL_OK; f++) {
      if (!rig->memory.have_x[f]) continue;
      char *name = pl_arena_printf(c->arena, "%s-%04d.obj", test->name, f);
      char *path = name ? pl_path_join(c->arena, directory, name) : NULL;
      status = path ? pl_mesh_save(c->ctx, path, rig->body.mesh, rig->memory.x + (size_t)f * (size_t)rig->body.model->n_dof, 0, NULL)
                    : PL_ERROR_MEMORY;
    }
    pl_rig_destroy(rig);
    PL_TRY(status);
  }
  return PL_OK;
}

// ---- what is said about it ----

// Elements of a body that lock; poisson 0: none do.
typedef struct locking {
  double poisson;
  const char *remedy;
} locking;

static pl_status find_locking(cli *c, const pl_measurement *m, pl_material *material, const pl_fit_options *options, locking *found) {
  *found = (locking){0};
  for (int t = 0; t < m->n_test && found->poisson == 0; t++) {
    pl_rig *rig;
    if (!pl_poses_of(&m->test[t]) || !pl_mesh_is_solid(pl_poses_of(&m->test[t])->mesh)) continue;
    PL_TRY(pl_rig_create(c->ctx, m->protocol, &m->test[t], material, &options->rig, &options->solve, &rig));
    pl_status status = pl_locking_of_rig(c->ctx, material, m, &m->test[t], rig, &found->poisson, &found->remedy);
    pl_rig_destroy(rig);
    PL_TRY(status);
  }
  return PL_OK;
}

static double largest(const pl_test *test, int k) {
  double value = NAN;
  for (int i = 0; test->channel[k].value && i < test->n_frame * pl_channel_width(&test->channel[k]); i++)
    value = fmax(isnan(value) ? 0 : value, fabs(test->channel[k].value[i]));
  return value;
}

static pl_json_writer *summary(cli *c, const rig_plan *plan, const pl_measurement *m, const pl_fit_options *options,
                               const pl_rig_report *report, const locking *locks, const char *folder) {
  const pl_protocol *protocol = plan->protocol;
  pl_json_writer *w = rig_summary_begin(c, protocol->name, folder);
  if (!w) return NULL;
  pl_json_put_integer(w, "seed", (int64_t)plan->seed);
  pl_json_put_number(w, "hysteresis", plan->hysteresis);
  pl_json_begin_object(w, "noise");
  for (int k = 0; k < protocol->n_channel; k++)
    if (plan->noise[k] > 0) pl_json_put_quantity(w, protocol->channel[k].name, plan->noise[k], protocol->channel[k].dim);
  pl_json_end_object(w);
  pl_options_write(&pl_rig_option_table, &options->rig, w, "rig");
  pl_options_write(&pl_solve_option_table, &options->solve, w, "solver");
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->test[t].name);
    pl_json_put_integer(w, "frames", m->test[t].n_frame);
    pl_json_begin_object(w, "largest");
    for (int k = 0; k < protocol->n_channel; k++)
      if (m->test[t].channel[k].value)
        pl_json_put_quantity(w, protocol->channel[k].name, largest(&m->test[t], k), protocol->channel[k].dim);
    pl_json_end_object(w);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  rig_summary_report(w, report);
  if (locks->poisson > 0) pl_json_put_number(w, "poisson-of-locking-elements", locks->poisson);
  pl_json_end_object(w);
  return w;
}

static void print_table(cli *c, const rig_plan *plan, const pl_measurement *m, const pl_rig_report *report, const locking *locks,
                        const char *folder) {
  const pl_protocol *protocol = plan->protocol;
  char columns[512] = "test|>points";
  for (int k = 0; k < protocol->n_channel; k++) {
    const char *unit = pl_dim_equal(protocol->channel[k].dim, PL_DIM_NONE) ? "" : pl_dim_unit(protocol->channel[k].dim);
    size_t n = strlen(columns);
    snprintf(columns + n, sizeof columns - n, "|>%s%s%s%s", protocol->channel[k].name, *unit ? " [" : "", unit, *unit ? "]" : "");
  }
  pl_table *table = pl_table_create(c->arena, columns);
  for (int t = 0; t < m->n_test; t++) {
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_cell(table, "%d", m->test[t].n_frame);
    for (int k = 0; k < protocol->n_channel; k++) {
      if (m->test[t].channel[k].value)
        pl_table_number(table, pl_dim_display(protocol->channel[k].dim, largest(&m->test[t], k)));
      else
        pl_table_cell(table, "%s", "");
    }
  }
  printf("%s: virtual %s measurement, largest values\n\n", m->name, protocol->name);
  cli_print_table(c, table);
  printf("\nAt most %d Newton iterations per point.\n", report->max_iterations);
  bool noisy = false;
  for (int k = 0; k < protocol->n_channel; k++) noisy = noisy || plan->noise[k] > 0;
  if (!noisy && plan->n_test > 0 && pl_poses_of(&plan->test[0]))
    printf("No noise: give --noise \"positions=0.1 mm,force=5 mN\" for readings like a laboratory's. The sigmas are those of the plan.\n");
  if (report->n_failed > 0)
    printf("! %d points found no equilibrium and were left out\n    → take more --cells or smaller steps (--frames)\n", report->n_failed);
  if (locks->poisson > 0)
    printf("! nearly incompressible (Poisson's ratio %.4g): elements like these lock, and readings are those of a stiffer body\n    → %s\n",
           locks->poisson, locks->remedy);
  printf("\nwritten %s/experiment.json\nnext    %s check %s/experiment.json\n", folder, c->program, folder);
}

static int finish(cli *c, const rig_plan *plan, pl_measurement *m, pl_material *material, const pl_fit_options *options,
                  pl_rig_report *report, const char *folder) {
  int n_failed = dress(plan, m);
  if (m->n_test > 0 && pl_poses_of(&m->test[0]) && report->n_failed > 0) {
    cli_say(c, "%d poses found no equilibrium; take a finer mesh, smaller motions or another --solver-method", report->n_failed);
    return CLI_GOAL_MISSED;
  }
  report->n_failed = n_failed;
  for (int t = 0; t < m->n_test; t++)
    if (m->test[t].n_frame < 2 && !pl_poses_of(&m->test[t])) {
      cli_say(c, "'%s' found no equilibrium at nearly all points; take more --cells, smaller steps (--frames) or another --solver-method",
              m->test[t].name);
      return CLI_GOAL_MISSED;
    }
  locking locks;
  pl_status saved = find_locking(c, m, material, options, &locks);
  if (saved == PL_OK) saved = pl_measurement_save(c->ctx, folder, m);
  if (saved == PL_OK && cli_has(c, "obj")) saved = write_meshes(c, plan, material, options, cli_value(c, "obj"));
  if (saved != PL_OK) return cli_fail(c, saved);
  int status = report->n_failed > 0 ? CLI_GOAL_MISSED : CLI_DONE;
  int next = rig_summary_save(c, summary(c, plan, m, options, report, &locks, folder), folder, status);
  if (next != CLI_CONTINUE) return next;
  print_table(c, plan, m, report, &locks, folder);
  return status;
}

static int run(cli *c, rig_plan *plan, const pl_fit_options *options) {
  int status = rig_plan_read(c, plan);
  if (status != CLI_CONTINUE) return status;
  const char *folder = cli_value(c, "output"), *name = cli_value(c, "material");
  pl_material *material;
  pl_status done = pl_material_load(c->ctx, name, &material);
  if (done != PL_OK) return cli_fail(c, done);
  status = cli_check_folder(c, folder, "rig.json");
  if (status == CLI_CONTINUE) {
    pl_measurement *m;
    pl_rig_report report;
    done = pl_rig_measure(c->ctx, plan->protocol, plan->n_test, plan->test, material, &options->rig, &options->solve, plan->noise,
                          plan->seed, &m, &report);
    status = done == PL_OK ? finish(c, plan, m, material, options, &report, folder) : cli_fail(c, done);
    if (done == PL_OK) pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  return status;
}

int cmd_rig(cli *c, int argc, char **argv) {
  if (rig_is_motion(argc, argv)) return rig_motion(c, argc, argv);
  if (rig_is_hang(argc, argv)) return rig_hang(c, argc, argv);
  if (rig_is_cantilever(argc, argv)) return rig_cantilever(c, argc, argv);
  pl_fit_options options = pl_fit_options_default();
  const cli_settings settings[] = {{&pl_rig_option_table, &options.rig}, {&pl_solve_option_table, &options.solve}};
  int status = cli_parse(c, argc, argv, rig_plan_n_flag, rig_plan_flags, 2, settings, 1, 1, more);
  if (status != CLI_CONTINUE) return status;
  rig_plan plan = {.protocol = pl_protocol_find(c->arg[0])};
  if (!plan.protocol || !plan.protocol->rig) {
    enum { ROOM = 32 };
    const char *names[ROOM];
    int n = 0;
    for (int i = 0; i < pl_protocol_count() && n < ROOM; i++)
      if (strcmp(pl_protocol_at(i)->name, "capture") != 0) names[n++] = pl_protocol_at(i)->name;
    n = rig_motion_names(n, ROOM, names);
    return cli_unknown(c, "rig", c->arg[0], n, names);
  }
  if (!cli_has(c, "material")) return cli_usage(c, "--material is missing; 'pliant material list' shows names");
  if (!cli_has(c, "output")) return cli_usage(c, "-o DIR is missing: the folder for the virtual measurement");
  status = run(c, &plan, &options);
  pl_measurement_destroy(plan.file);
  return status;
}
