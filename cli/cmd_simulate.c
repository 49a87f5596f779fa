// cmd_simulate.c: `pliant simulate SCENE -o DIR`: a scene in motion, or a path of equilibria, as frames and energies.
//
// Order: the whole scene is read and checked before anything is written.
#include <pliant/simulate.h>

#include <stdio.h>

#include "cli.h"

static const cli_flag flags[] = {
    {"output", 'o', "DIR", false, "folder of the frames; an earlier simulation there is replaced"},
    {"resume", 0, NULL, false, "go on from the folder's last checkpoint, bit by bit as if the run had never stopped"},
    {"steps", 0, "N", false, "make at most N steps now; --resume makes the rest later"},
};

static const char more[] =
    "SCENE is a JSON file, or a folder with scene.json; docs/simulate.md has every key.\n"
    "Writes frames/MESH-00000.obj or .vtk, scene.glb, energies.csv, checkpoint.bin and simulation.json into DIR.\n"
    "Exit status: 0 done, 1 not all steps converged or a step was not finite, 2 wrong usage, 3 bad input (nothing is written),\n"
    "130 interrupted (the state is saved; --resume goes on).\n"
    "Example: pliant simulate examples/flag -o flag";

static void print_energies(const pl_energies *e) {
  const struct {
    const char *name;
    double value;
  } rows[] = {{"kinetic", e->kinetic},
              {"elastic", e->elastic},
              {"gravity", e->gravity},
              {"obstacle", e->obstacle},
              {"taken by friction", e->work.friction},
              {"dissipated by damping", e->work.damping},
              {"dissipated by drag", e->work.drag},
              {"input of supports and loads", e->work.input},
              {"balance (unaccounted for)", pl_energies_balance(e)}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) printf("  %-28s %12.6g J\n", rows[i].name, rows[i].value);
}

static void print_report(cli *c, const pl_scene_view *scene, const pl_run_report *r, const char *folder) {
  cli_clear_bar(c);
  printf("%s: %d %s, %lld of %lld steps, %lld frames, %.4g s simulated in %.2f s, %.2f linear solves per step\n\nEnergies at the end\n",
         scene->name, scene->n_body, scene->n_body == 1 ? "body" : "bodies", (long long)r->n_step, (long long)scene->n_step,
         (long long)r->n_frame, r->time, r->seconds, r->n_step > 0 ? (double)r->iterations / (double)r->n_step : 0);
  print_energies(&r->energies);
  printf("\n");
  if (r->n_loose > 0)
    printf("%lld steps did not converge within %d linear solves: make the step shorter, or allow more with \"newton\".\n",
           (long long)r->n_loose, scene->newton);
  if (r->n_parts > 0)
    printf("%lld steps did not converge as a whole and were made in parts (%lld halvings).\n", (long long)r->n_parts,
           (long long)r->n_halved);
  if (r->outcome == PL_RUN_STOPPED && r->stopped_by)
    printf("Stopped at %.6g s: supports or obstacles cannot go on, '%s' and '%s' are in their way. Move them less far or more slowly.\n",
           r->stopped_time, r->stopped_body, r->stopped_by);
  else if (r->outcome == PL_RUN_STOPPED)
    printf("Stopped before the end: a step was not finite. Make the step shorter, or let \"newton\" iterate.\n");
  if (r->outcome == PL_RUN_INTERRUPTED) printf("Interrupted: this is the state when it stopped.\n");
  bool files = r->n_frame > 0 && scene->mesh_files;
  if (files) printf("frames    %s/frames\n", folder);
  if (r->n_frame > 0 && scene->film) printf("film      %s/scene.glb\n", folder);
  printf("energies  %s/energies.csv\n", folder);
  if (r->outcome == PL_RUN_PAUSED || r->outcome == PL_RUN_INTERRUPTED)
    printf("next      %s simulate %s -o %s --resume\n", c->program, scene->file, folder);
  else if (files)
    printf("next      %s render %s -o frames.png\n", c->program, folder);
}

static int finish(cli *c, const pl_scene *scene, const pl_run_task *task, const pl_run_report *report) {
  int status = report->outcome == PL_RUN_INTERRUPTED                      ? CLI_INTERRUPTED
               : report->outcome == PL_RUN_STOPPED || report->n_loose > 0 ? CLI_GOAL_MISSED
                                                                          : CLI_DONE;
  if (!c->json) {
    pl_scene_view view = pl_scene_describe(scene);
    print_report(c, &view, report, task->directory);
    return status;
  }
  char *text;
  pl_status written = pl_scene_report_json(scene, task, report, &text);
  return written == PL_OK ? cli_print_text(c, text, status) : cli_fail(c, written);
}

int cmd_simulate(cli *c, int argc, char **argv) {
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 1, 1, more);
  if (status != CLI_CONTINUE) return status;
  pl_run_task task = {.directory = cli_value(c, "output"), .resume = cli_has(c, "resume"), .command = c->line};
  status = cli_integer(c, "steps", 1, 1000000000, &task.max_step);
  if (status != CLI_CONTINUE) return status;
  if (!task.directory) return cli_usage(c, "'simulate' needs -o DIR, the folder of its frames");
  pl_scene *scene;
  pl_status loaded = pl_scene_load_file(c->ctx, c->arg[0], &scene);
  if (loaded != PL_OK) return cli_fail(c, loaded);
  pl_scene_warn(scene);
  status = cli_check_folder(c, task.directory, "simulation.json");
  if (status == CLI_CONTINUE) {
    cli_catch_interrupt();
    pl_run_report report;
    pl_status done = pl_scene_run(scene, &task, &report);
    status = done == PL_OK ? finish(c, scene, &task, &report) : cli_fail(c, done);
  }
  pl_scene_destroy(scene);
  return status;
}
