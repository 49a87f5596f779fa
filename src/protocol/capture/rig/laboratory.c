// laboratory.c: `pliant rig stretch|picture-frame|table-edge|complex-shear|corner-pull|capture`: virtual captures of shape and force.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <pliant/extend/table.h>

#include "base/timer.h"
#include "protocol/capture/rig/motion.h"
#include "rig/laboratory.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    {"material", 'm', "M", "material file, or a name that 'pliant material list' shows; it must bend"},
    {"output", 'o', "DIR", "folder for experiment.json, one folder per test and rig.json; an earlier virtual capture there is replaced"},
    {"direction", 0, "warp|weft|bias", "stretch and table-edge: only this direction, bias for table-edge (default: all, one test each)"},
    {"tests", 0, "LIST", "capture: only these, \"stretch,picture-frame\", \"stretch-warp,table-edge-warp\" (default: all eight)"},
    {"split", 0, NULL,
     "capture: write stretch, picture-frame and table-edge as experiment.json, complex-shear and corner-pull as validation.json, ready for "
     "'pliant fit DIR/experiment.json --validate DIR/validation.json'"},
};
static const pl_option_table *const tables[] = {&pl_motion_option_table, &pl_solve_option_table};

// What is captured, and how long it took.
typedef struct captures {
  const char *which;  // what pl_motion_measure takes
  double seconds;
} captures;

static const char *word(int index) { return index < pl_motion_count() ? pl_motion_at(index)->name : NULL; }

static bool splits(const pl_lab *lab) { return pl_flags_has(&lab->flags, "split"); }

// ---- which tests ----

// All names a list may hold: motions, and directed ones with their direction.
static int test_names(pl_arena *arena, int room, const char **names) {
  int n = 0;
  for (int i = 0; i < pl_motion_count(); i++) {
    const pl_motion_row *row = pl_motion_at(i);
    if (n < room) names[n++] = row->name;
    for (int d = 0; d < row->n_direction; d++) {
      const char *name = pl_arena_printf(arena, "%s-%s", row->name, pl_motion_direction(d));
      if (name && n < room) names[n++] = name;
    }
  }
  return n;
}

// The list without spaces, every word known.
static pl_status read_tests(const pl_lab *lab, const char *list, const char **which) {
  enum { ROOM = 64 };
  const char *names[ROOM];
  int n = test_names(lab->arena, ROOM, names);
  char clean[512], name[96];
  size_t size = 0, length = 0;
  if (strlen(list) >= sizeof clean) return pl_flags_fail(&lab->flags, "--tests: the list is too long");
  for (const char *p = list;; p++) {
    if (*p && *p != ',') {
      if (*p != ' ' && *p != '\t' && length + 1 < sizeof name) name[length++] = *p;
      continue;
    }
    name[length] = '\0';
    int known = 0;
    while (known < n && strcmp(names[known], name) != 0) known++;
    if (length == 0) return pl_flags_fail(&lab->flags, "--tests: '%s' has an empty name; write \"stretch,picture-frame\"", list);
    if (known == n) return pl_flag_unknown(lab->ctx, "test of --tests", name, n, names);
    size += (size_t)snprintf(clean + size, sizeof clean - size, "%s%s", size ? "," : "", name);
    length = 0;
    if (!*p) break;
  }
  *which = pl_arena_text(lab->arena, clean);
  return *which ? PL_OK : PL_ERROR_MEMORY;
}

// The tests of `pliant rig capture`: of all motions, those of the list.
static pl_status choose_among_all(const pl_lab *lab, captures *c) {
  const char *direction = pl_flags_value(&lab->flags, "direction"), *list = pl_flags_value(&lab->flags, "tests");
  if (direction) return pl_flags_fail(&lab->flags, "--direction is for stretch and table-edge; write --tests \"stretch-%s\"", direction);
  if (!list) return PL_OK;
  PL_TRY(read_tests(lab, list, &c->which));
  bool judges = strstr(c->which, "complex-shear") || strstr(c->which, "corner-pull");
  bool fits = strstr(c->which, "stretch") || strstr(c->which, "picture-frame") || strstr(c->which, "table-edge");
  if (splits(lab) && !(judges && fits))
    return pl_flags_fail(&lab->flags,
                         "--split needs tests of both kinds: complex-shear or corner-pull beside stretch, picture-frame or table-edge");
  return PL_OK;
}

static pl_status plan(pl_lab *lab) {
  const pl_flags *f = &lab->flags;
  const pl_motion_row *motion = pl_motion_find(lab->word);
  const char *direction = pl_flags_value(f, "direction");
  captures *c = lab->own = pl_arena_alloc(lab->arena, 1, sizeof *c);
  if (!c) return PL_ERROR_MEMORY;
  if (!motion) return choose_among_all(lab, c);
  if (pl_flags_has(f, "tests")) return pl_flags_fail(f, "--tests is for 'pliant rig capture'; '%s' is one motion", motion->name);
  if (splits(lab)) return pl_flags_fail(f, "--split is for 'pliant rig capture'; '%s' is one motion", motion->name);
  c->which = motion->name;
  if (!direction) return PL_OK;
  if (motion->n_direction == 0) return pl_flags_fail(f, "--direction is not for %s, which exercises both", motion->name);
  const char *names[8];
  int n = motion->n_direction, known = 0;
  for (int d = 0; d < n; d++) names[d] = pl_motion_direction(d);
  while (known < n && strcmp(direction, names[known]) != 0) known++;
  if (known == n) return pl_flag_unknown(lab->ctx, "direction", direction, n, names);
  c->which = pl_arena_printf(lab->arena, "%s-%s", motion->name, direction);
  return c->which ? PL_OK : PL_ERROR_MEMORY;
}

// ---- captures ----

static pl_status measure(pl_lab *lab) {
  captures *c = lab->own;
  double start = pl_seconds();
  PL_TRY(pl_motion_measure(lab->ctx, c->which, lab->material, lab->options[0], lab->options[1], &lab->result.measurement,
                           &lab->result.report));
  c->seconds = pl_seconds() - start;
  const pl_measurement *m = lab->result.measurement;
  int n_frame = 0;
  for (int t = 0; t < m->n_test; t++) {
    n_frame += m->test[t].n_frame;
    if (m->test[t].n_frame >= 1 || lab->result.nothing) continue;
    lab->result.nothing = pl_arena_printf(
        lab->arena, "'%s' found no equilibrium in any frame; take more --cells or --frames, or a smaller --amplitude", m->test[t].name);
    if (!lab->result.nothing) return PL_ERROR_MEMORY;
  }
  // frames that buckle without an equilibrium are usual in a capture: counted, not a failure, unless there are many
  lab->result.partly = 10 * lab->result.report.n_failed > n_frame;
  return PL_OK;
}

static bool validates(const pl_test *test) {
  return strcmp(pl_capture_of(test)->motion, "complex-shear") == 0 || strcmp(pl_capture_of(test)->motion, "corner-pull") == 0;
}

// The tests of one kind. The measurement is written as experiment.json, which is then renamed.
static pl_status save_part(const pl_lab *lab, bool validation) {
  const pl_measurement *m = lab->result.measurement;
  pl_measurement part = *m;
  part.n_test = 0;
  part.test = pl_arena_alloc(lab->arena, (size_t)m->n_test + 1, sizeof *part.test);
  if (!part.test) return PL_ERROR_MEMORY;
  for (int t = 0; t < m->n_test; t++)
    if (validates(&m->test[t]) == validation) part.test[part.n_test++] = m->test[t];
  PL_TRY(pl_measurement_save(lab->ctx, lab->folder, &part));
  if (!validation) return PL_OK;
  char *from = pl_path_join(lab->arena, lab->folder, "experiment.json"), *to = pl_path_join(lab->arena, lab->folder, "validation.json");
  if (!from || !to) return PL_ERROR_MEMORY;
  remove(to);
  pl_where where = {.file = to};
  if (rename(from, to) == 0) return PL_OK;
  return pl_fail(lab->ctx, PL_ERROR_FILE, &where, "look whether the folder can be written", "cannot write this file");
}

static pl_status save(const pl_lab *lab) {
  if (splits(lab)) {
    PL_TRY(save_part(lab, true));
    return save_part(lab, false);
  }
  // of an earlier run with --split: its tests are replaced
  char *stale = pl_path_join(lab->arena, lab->folder, "validation.json");
  if (!stale) return PL_ERROR_MEMORY;
  remove(stale);
  return pl_measurement_save(lab->ctx, lab->folder, lab->result.measurement);
}

// ---- account ----

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

static const char *file_of(const pl_lab *lab, const pl_test *test) {
  return splits(lab) && validates(test) ? "validation.json" : "experiment.json";
}

static void summarise(const pl_lab *lab, pl_json_writer *w) {
  const captures *c = lab->own;
  const pl_measurement *m = lab->result.measurement;
  pl_lab_put_options(lab, w);
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) {
    const pl_capture *capture = pl_capture_of(&m->test[t]);
    double force = largest_force(capture);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", m->test[t].name);
    pl_json_put_text(w, "motion", capture->motion);
    pl_json_put_text(w, "experiment", file_of(lab, &m->test[t]));
    pl_json_put_integer(w, "frames", capture->n_frame);
    pl_json_put_integer(w, "clips", capture->n_clip);
    pl_json_put_integer(w, "vertices", capture->mesh->n_vertex);
    if (!isnan(force)) pl_json_put_quantity(w, "largest-force", force, PL_DIM_FORCE);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_lab_put_report(lab, w);
  pl_json_put_number(w, "seconds", c->seconds);
  pl_json_begin_array(w, "notes");
  for (int i = 0; i < m->n_note; i++) pl_json_put_text(w, NULL, m->note[i]);
  pl_json_end_array(w);
}

static void say_table(const pl_lab *lab, pl_text *out) {
  const pl_measurement *m = lab->result.measurement;
  pl_table *table = pl_table_create(lab->arena, "test|>frames|>clips|>vertices|>largest force [N]|in");
  for (int t = 0; t < m->n_test; t++) {
    const pl_capture *capture = pl_capture_of(&m->test[t]);
    pl_table_cell(table, "%s", m->test[t].name);
    pl_table_cell(table, "%d", capture->n_frame);
    pl_table_cell(table, "%d", capture->n_clip);
    pl_table_cell(table, "%d", (int)capture->mesh->n_vertex);
    pl_table_number(table, largest_force(capture));
    pl_table_cell(table, "%s", splits(lab) ? file_of(lab, &m->test[t]) : "");
  }
  pl_table_text(table, out);
}

static void say(const pl_lab *lab, pl_text *out) {
  const captures *c = lab->own;
  const pl_measurement *m = lab->result.measurement;
  const pl_rig_report *report = &lab->result.report;
  const char *folder = lab->folder;
  pl_text_printf(out, "%s: virtual captures of shape and force\n\n", m->name);
  say_table(lab, out);
  pl_text_printf(out, "\n%.1f s, at most %d Newton iterations per frame, %d frames without equilibrium.\n", c->seconds,
                 report->max_iterations, report->n_failed);
  for (int i = 0; i < m->n_note; i++) pl_text_printf(out, "! %s\n", m->note[i]);
  if (report->n_failed > 0) pl_text_add(out, "    → take more --cells or --frames, or a smaller --amplitude\n");
  if (!splits(lab)) {
    pl_lab_say_next(lab, out);
    return;
  }
  pl_text_printf(out, "\nwritten %s/experiment.json and validation.json\nnext    %s ", folder, lab->program);
  pl_text_printf(out, "fit %s/experiment.json --validate %s/validation.json -o %s-fit\n", folder, folder, folder);
}

const pl_laboratory pl__capture_laboratory = {
    .usage = "--material M -o DIR [--tests LIST] [--split]",
    .word = word,
    .word_usage = "--material M -o DIR [--direction warp|weft|bias]",
    .more = "A capture is the complete answer a simulation should give: a mesh per frame, and the forces on the clips. The mesh is finer "
            "than a fit uses and irregular.\n"
            "Examples: pliant rig stretch --material fabric-knit --direction warp -o out/stretch\n"
            "          pliant rig capture --material fabric-knit --split --cells 24 --frames 16 -o out/knit",
    .n_flag = COUNT(flags),
    .flag = flags,
    .n_table = COUNT(tables),
    .table = tables,
    .plan = plan,
    .measure = measure,
    .save = save,
    .summarise = summarise,
    .say = say};
