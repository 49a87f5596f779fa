// rig_motion.c: `pliant rig stretch|picture-frame|table-edge|complex-shear|corner-pull|capture`: virtual captures of shape and force.
#include "rig_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/timer.h"
#include "protocol/capture/rig/motion.h"
#include "rig_summary.h"
#include "protocol/capture/capture.h"

static const cli_flag flags[] = {
    {"material", 'm', "M", false, "material file, or a name that 'pliant material list' shows; it must bend"},
    {"output", 'o', "DIR", false,
     "folder for experiment.json, one folder per test and rig.json; an earlier virtual capture there is replaced"},
    {"direction", 0, "warp|weft", false, "stretch and table-edge: only this direction (default: both, as two tests)"},
    {"tests", 0, "LIST", false, "capture: only these, \"stretch,picture-frame\", \"stretch-warp,table-edge-warp\" (default: all seven)"},
    {"split", 0, NULL, false,
     "capture: write stretch, picture-frame and table-edge as experiment.json, complex-shear and corner-pull as validation.json, ready for "
     "'pliant fit DIR/experiment.json --validate DIR/validation.json'"},
};

static const char more[] = "A capture is the complete answer a simulation should give: a mesh per frame, and the forces on the clips. The "
                           "mesh is finer than a fit uses and irregular.\n"
                           "Examples: pliant rig stretch --material fabric-knit --direction warp -o out/stretch\n"
                           "          pliant rig capture --material fabric-knit --split --cells 24 --frames 16 -o out/knit";

static bool is_capture(const char *word) { return strcmp(word, "capture") == 0; }

const char *rig_word(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    bool value = i > 0 && argv[i - 1][0] == '-' && strcmp(argv[i - 1], "--json") != 0 && strcmp(argv[i - 1], "--quiet") != 0 &&
                 strcmp(argv[i - 1], "-q") != 0 && strcmp(argv[i - 1], "--split") != 0 && strcmp(argv[i - 1], "--help") != 0 &&
                 !strchr(argv[i - 1], '=');
    if (!value && argv[i][0] != '-') return argv[i];
  }
  return NULL;
}

bool rig_asks_for(int argc, char **argv, const char *name) {
  const char *word = rig_word(argc, argv);
  if (!word || strcmp(word, name) != 0) return false;
  for (int i = 0; i < argc; i++)
    if (strncmp(argv[i], "--plan", 6) == 0 && (argv[i][6] == 0 || argv[i][6] == '=')) return false;
  return true;
}

bool rig_is_motion(int argc, char **argv) {
  const char *word = rig_word(argc, argv);
  return word && (is_capture(word) || pl_motion_find(word));
}

int rig_motion_names(int n, int room, const char **names) {
  for (int i = 0; i < pl_motion_count() && n < room; i++) names[n++] = pl_motion_at(i)->name;
  if (n < room) names[n++] = "capture";
  return n;
}

// ---- which tests ----

// All names a list may hold: motions, and directed ones with their direction.
static int test_names(cli *c, int room, const char **names) {
  static const char *const directions[] = {"warp", "weft"};
  int n = 0;
  for (int i = 0; i < pl_motion_count(); i++) {
    const pl_motion_row *row = pl_motion_at(i);
    if (n < room) names[n++] = row->name;
    for (int d = 0; row->directed && d < 2; d++) {
      const char *name = pl_arena_printf(c->arena, "%s-%s", row->name, directions[d]);
      if (name && n < room) names[n++] = name;
    }
  }
  return n;
}

// The list without spaces, every word known.
static int read_tests(cli *c, const char *list, const char **which) {
  enum { ROOM = 64 };
  const char *names[ROOM];
  int n = test_names(c, ROOM, names);
  char clean[512], word[96];
  size_t size = 0, length = 0;
  if (strlen(list) >= sizeof clean) return cli_usage(c, "--tests: the list is too long");
  for (const char *p = list;; p++) {
    if (*p && *p != ',') {
      if (*p != ' ' && *p != '\t' && length + 1 < sizeof word) word[length++] = *p;
      continue;
    }
    word[length] = '\0';
    int known = 0;
    while (known < n && strcmp(names[known], word) != 0) known++;
    if (length == 0) return cli_usage(c, "--tests: '%s' has an empty name; write \"stretch,picture-frame\"", list);
    if (known == n) return cli_unknown(c, "test of --tests", word, n, names);
    size += (size_t)snprintf(clean + size, sizeof clean - size, "%s%s", size ? "," : "", word);
    length = 0;
    if (!*p) break;
  }
  *which = pl_arena_text(c->arena, clean);
  return *which ? CLI_CONTINUE : cli_fail(c, PL_ERROR_MEMORY);
}

// *which: what pl_motion_measure takes.
static int choose(cli *c, const char **which) {
  static const char *const names[] = {"warp", "weft"};
  const char *motion = c->arg[0], *direction = cli_value(c, "direction"), *list = cli_value(c, "tests");
  *which = NULL;
  if (is_capture(motion)) {
    if (direction) return cli_usage(c, "--direction is for stretch and table-edge; write --tests \"stretch-%s\"", direction);
    int status = list ? read_tests(c, list, which) : CLI_CONTINUE;
    if (status != CLI_CONTINUE || !list || !cli_has(c, "split")) return status;
    bool judges = strstr(*which, "complex-shear") || strstr(*which, "corner-pull");
    bool fits = strstr(*which, "stretch") || strstr(*which, "picture-frame") || strstr(*which, "table-edge");
    if (!judges || !fits)
      return cli_usage(c, "--split needs tests of both kinds: complex-shear or corner-pull beside stretch, picture-frame or table-edge");
    return CLI_CONTINUE;
  }
  if (list) return cli_usage(c, "--tests is for 'pliant rig capture'; '%s' is one motion", motion);
  if (cli_has(c, "split")) return cli_usage(c, "--split is for 'pliant rig capture'; '%s' is one motion", motion);
  *which = motion;
  if (!direction) return CLI_CONTINUE;
  if (!pl_motion_find(motion)->directed) return cli_usage(c, "--direction is not for %s, which exercises both", motion);
  if (strcmp(direction, "warp") != 0 && strcmp(direction, "weft") != 0) return cli_unknown(c, "direction", direction, 2, names);
  *which = pl_arena_printf(c->arena, "%s-%s", motion, direction);
  return *which ? CLI_CONTINUE : cli_fail(c, PL_ERROR_MEMORY);
}

// ---- writing ----

static bool validates(const pl_test *test) {
  return strcmp(pl_capture_of(test)->motion, "complex-shear") == 0 || strcmp(pl_capture_of(test)->motion, "corner-pull") == 0;
}

// The tests of one kind under DIR/name. The library writes experiment.json, which is then renamed.
static pl_status save_part(cli *c, const char *folder, const pl_measurement *m, bool validation) {
  pl_measurement part = *m;
  part.n_test = 0;
  part.test = pl_arena_alloc(c->arena, (size_t)m->n_test + 1, sizeof *part.test);
  if (!part.test) return PL_ERROR_MEMORY;
  for (int t = 0; t < m->n_test; t++)
    if (validates(&m->test[t]) == validation) part.test[part.n_test++] = m->test[t];
  PL_TRY(pl_measurement_save(c->ctx, folder, &part));
  if (!validation) return PL_OK;
  char *from = pl_path_join(c->arena, folder, "experiment.json"), *to = pl_path_join(c->arena, folder, "validation.json");
  if (!from || !to) return PL_ERROR_MEMORY;
  remove(to);
  pl_where where = {.file = to};
  return rename(from, to) == 0 ? PL_OK
                               : pl_fail(c->ctx, PL_ERROR_FILE, &where, "look whether the folder can be written", "cannot write this file");
}

static pl_status save(cli *c, const char *folder, const pl_measurement *m) {
  if (cli_has(c, "split")) {
    PL_TRY(save_part(c, folder, m, true));
    return save_part(c, folder, m, false);
  }
  // of an earlier run with --split: its tests are replaced
  char *stale = pl_path_join(c->arena, folder, "validation.json");
  if (!stale) return PL_ERROR_MEMORY;
  remove(stale);
  return pl_measurement_save(c->ctx, folder, m);
}

static double largest_force(const pl_capture *capture) {
  double largest = capture->n_clip > 0 ? 0 : NAN;
  for (int clip = 0; clip < capture->n_clip; clip++)
    for (int f = 0; f < capture->n_frame; f++) {
      double force[3], torque[3];
      pl_capture_clip_load(capture, clip, f, force, torque);
      largest = fmax(largest, sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]));
    }
  return largest;
}

static pl_json_writer *summary(cli *c, const pl_measurement *m, const pl_motion_options *options, const pl_solve_options *solve,
                               const pl_rig_report *report, double seconds, const char *folder) {
  pl_json_writer *w = rig_summary_begin(c, "capture", folder);
  if (!w) return NULL;
  pl_options_write(&pl_motion_option_table, options, w, "motion");
  pl_options_write(&pl_solve_option_table, solve, w, "solver");
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    const pl_capture *capture = pl_capture_of(&m->test[t]);
    double force = largest_force(capture);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->test[t].name);
    pl_json_put_text(w, "motion", capture->motion);
    pl_json_put_text(w, "experiment", cli_has(c, "split") && validates(&m->test[t]) ? "validation.json" : "experiment.json");
    pl_json_put_integer(w, "frames", capture->n_frame);
    pl_json_put_integer(w, "clips", capture->n_clip);
    pl_json_put_integer(w, "vertices", capture->mesh->n_vertex);
    if (!isnan(force)) pl_json_put_quantity(w, "largest-force", force, PL_DIM_FORCE);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  rig_summary_report(w, report);
  pl_json_put_number(w, "seconds", seconds);
  pl_json_begin_array(w, "notes");
  for (int i = 0; i < m->n_note; i++) pl_json_put_text(w, NULL, m->note[i]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return w;
}

static void print_table(cli *c, const pl_measurement *m, const pl_rig_report *report, double seconds, const char *folder) {
  bool split = cli_has(c, "split");
  pl_table *table = pl_table_create(c->arena, "test|>frames|>clips|>vertices|>largest force [N]|in");
  for (int t = 0; t < m->n_test; t++) {
    const pl_capture *capture = pl_capture_of(&m->test[t]);
    double force = largest_force(capture);
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_cell(table, "%d", capture->n_frame);
    pl_table_cell(table, "%d", capture->n_clip);
    pl_table_cell(table, "%d", (int)capture->mesh->n_vertex);
    pl_table_number(table, force);
    pl_table_cell(table, "%s", !split ? "" : validates(&m->test[t]) ? "validation.json" : "experiment.json");
  }
  printf("%s: virtual captures of shape and force\n\n", m->name);
  cli_print_table(c, table);
  printf("\n%.1f s, at most %d Newton iterations per frame, %d frames without equilibrium.\n", seconds, report->max_iterations,
         report->n_failed);
  for (int i = 0; i < m->n_note; i++) printf("! %s\n", m->note[i]);
  if (report->n_failed > 0) printf("    → take more --cells or --frames, or a smaller --amplitude\n");
  printf("\nwritten %s/experiment.json%s\nnext    %s ", folder, split ? " and validation.json" : "", c->program);
  if (split)
    printf("fit %s/experiment.json --validate %s/validation.json --model stvk -o %s-fit\n", folder, folder, folder);
  else
    printf("check %s/experiment.json\n", folder);
}

static int finish(cli *c, const pl_measurement *m, const pl_motion_options *options, const pl_solve_options *solve,
                  const pl_rig_report *report, double seconds, const char *folder) {
  for (int t = 0; t < m->n_test; t++)
    if (m->test[t].n_frame < 1) {
      cli_say(c, "'%s' found no equilibrium in any frame; take more --cells or --frames, or a smaller --amplitude", m->test[t].name);
      return CLI_GOAL_MISSED;
    }
  pl_status saved = save(c, folder, m);
  if (saved != PL_OK) return cli_fail(c, saved);
  // frames that buckle without an equilibrium are usual in a capture: counted, not a failure, unless there are many
  int n_frame = 0;
  for (int t = 0; t < m->n_test; t++) n_frame += m->test[t].n_frame;
  int status = 10 * report->n_failed > n_frame ? CLI_GOAL_MISSED : CLI_DONE;
  int next = rig_summary_save(c, summary(c, m, options, solve, report, seconds, folder), folder, status);
  if (next != CLI_CONTINUE) return next;
  print_table(c, m, report, seconds, folder);
  return status;
}

int rig_motion(cli *c, int argc, char **argv) {
  pl_motion_options options = pl_motion_options_default();
  pl_solve_options solve = pl_solve_options_default();
  const cli_settings settings[] = {{&pl_motion_option_table, &options}, {&pl_solve_option_table, &solve}};
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 2, settings, 1, 1, more);
  if (status != CLI_CONTINUE) return status;
  if (!cli_has(c, "material")) return cli_usage(c, "--material is missing; 'pliant material list' shows names");
  if (!cli_has(c, "output")) return cli_usage(c, "-o DIR is missing: the folder for the virtual capture");
  const char *which, *folder = cli_value(c, "output");
  if ((status = choose(c, &which)) != CLI_CONTINUE) return status;
  pl_material *material;
  pl_status done = pl_material_load(c->ctx, cli_value(c, "material"), &material);
  if (done != PL_OK) return cli_fail(c, done);
  status = cli_check_folder(c, folder, "rig.json");
  if (status == CLI_CONTINUE) {
    double start = pl_seconds();
    pl_measurement *m;
    pl_rig_report report;
    done = pl_motion_measure(c->ctx, which, material, &options, &solve, &m, &report);
    cli_clear_bar(c);
    status = done == PL_OK ? finish(c, m, &options, &solve, &report, pl_seconds() - start, folder) : cli_fail(c, done);
    if (done == PL_OK) pl_measurement_destroy(m);
  }
  pl_material_destroy(material);
  return status;
}
