// read_curve.c: tests that are curves: converts their entries in an experiment file and the tables they name to frames.
//
// Unknown keys are reported first. Then three steps per test. (1) Settings, looked up in the test and then, as a default, at the top of the
// file. (2) Columns of the curve file to SI channels. (3) Branches, average and thinning. Every automatic decision is recorded as a note.
// The protocol's additions are in its pl_curve_format.
#include "measure/table/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "measure/record.h"
#include "measure/table/preamble.h"
#include "measure/table/times.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define MIN_SIZE 1e-5  // m
#define MAX_SIZE 1e3   // m

static const char *const branch_names[] = {"average", "load", "unload", "all"};
static const char *const method_names[] = {"auto", "clamped", "free", "mesh"};
static const char *const preamble_names[] = {"check", "ignore"};
static const char *const sign_names[] = {"auto", "as-is", "flip", "flip-both"};

typedef struct table_entry {
  const char *path;
  pl_csv *csv;
} table_entry;

typedef struct reader {
  pl_curve_reader open;  // the part visible to a protocol
  int n_table;
  table_entry *table;  // [number of tests]
} reader;

// ---- settings ----

pl_json *pl__curve_setting(const pl_curve_reader *r, pl_json *test, const char *key) {
  pl_json *given = pl_json_find(test, key), *common = pl_json_find(r->root, key);
  return given ? given : common;
}

static pl_status expect_object(pl_context *ctx, pl_json *value, const char *example) {
  if (!value || value->kind == PL_JSON_OBJECT) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, example, PL_ID("experiment.must-object") "must be an object {...}");
}

static const char *specimen_example(const pl_curve_format *format, char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "write {\"%s\": \"100 mm\"", format->length_key);
  if (format->width_key && n < size) n += (size_t)snprintf(text + n, size - n, ", \"%s\": \"50 mm\"", format->width_key);
  if (n < size) snprintf(text + n, size - n, "}");
  return text;
}

static const char *sigma_example(const pl_protocol *protocol, char *text, size_t size) {
  int c = 0;
  while (c + 1 < protocol->n_channel && !protocol->channel[c].observed) c++;
  snprintf(text, size, "write {\"%s\": \"0.05 %s\"}", protocol->channel[c].name, pl_dim_unit(protocol->channel[c].dim));
  return text;
}

pl_json *pl__curve_member(const pl_curve_reader *r, pl_json *test, const char *group, const char *key) {
  pl_json *given = pl_json_find(test, group), *common = pl_json_find(r->root, group);
  pl_json *a = given && given->kind == PL_JSON_OBJECT ? pl_json_find(given, key) : NULL;
  pl_json *b = common && common->kind == PL_JSON_OBJECT ? pl_json_find(common, key) : NULL;
  return a ? a : b;
}

pl_status pl__curve_choice(const pl_curve_reader *r, pl_json *test, const char *key, int n, const char *const *names, int *index) {
  pl_json *value = pl__curve_setting(r, test, key);
  return value ? pl_json_choice(r->ctx, value, n, names, index) : PL_OK;
}

// A size of the specimen (m) that must be there.
static pl_status curve_size(const pl_curve_reader *r, pl_json *test, const char *key, double *value) {
  pl_json *given = pl__curve_member(r, test, "specimen", key);
  if (!given && r->format->any_size) return PL_OK;
  if (!given) {
    pl_where where = pl_json_where(test);
    char hint[160];
    snprintf(hint, sizeof hint, "write \"specimen\": {\"%s\": \"100 mm\", ...} in the test or at the top of the file", key);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.specimen-missing") "specimen.%s is missing", key);
  }
  return pl_json_quantity(r->ctx, given, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, value);
}

pl_status pl__curve_force(const pl_curve_reader *r, pl_json *given, double total_width, double lower, double *value) {
  double si;
  pl_dim dim;
  bool has_unit;
  bool per_width = r->format->per_width && given->kind == PL_JSON_STRING && pl_quantity_parse(given->text, &si, &dim, &has_unit) &&
                   pl_dim_equal(dim, PL_DIM_LINE_FORCE);
  PL_TRY(pl_json_quantity(r->ctx, given, per_width ? PL_DIM_LINE_FORCE : PL_DIM_FORCE, lower, 1e9, value));
  if (per_width) *value *= total_width;
  return PL_OK;
}

static pl_status read_specimen(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  const pl_curve_format *format = r->format;
  char example[160];
  PL_TRY(expect_object(r->ctx, pl_json_find(object, "specimen"), specimen_example(format, example, sizeof example)));
  test->strips = 1;
  PL_TRY(pl__specimen_name(r->ctx, r->m, object, r->root, &test->specimen));
  PL_TRY(curve_size(r, object, format->length_key, &test->length));
  if (format->width_key) PL_TRY(curve_size(r, object, format->width_key, &test->width));
  return format->specimen ? format->specimen(r, object, test, settings) : PL_OK;
}

static pl_status read_sigma(const pl_curve_reader *r, pl_json *object, pl_test *test) {
  char example[160];
  PL_TRY(expect_object(r->ctx, pl_json_find(object, "sigma"), sigma_example(r->m->protocol, example, sizeof example)));
  for (int c = 0; c < r->m->protocol->n_channel; c++) {
    const pl_channel_row *row = &r->m->protocol->channel[c];
    if (!row->observed) continue;
    pl_json *given = pl__curve_member(r, object, "sigma", row->name);
    if (!given) continue;
    if (pl_channel_is_force(row)) {
      PL_TRY(pl__curve_force(r, given, test->width * test->strips, 1e-12, &test->channel[c].sigma));
    } else {
      PL_TRY(pl_json_quantity(r->ctx, given, row->dim, 1e-12, 1e9, &test->channel[c].sigma));
    }
  }
  return PL_OK;
}

static pl_status read_settings(const pl_curve_reader *r, pl_json *object, pl_test *test, pl_curve_settings *settings) {
  *settings = (pl_curve_settings){.object = object, .angle = PL_ANGLE_TANGENT, .max_frame = PL_DEFAULT_MAX_FRAMES};
  PL_TRY(read_specimen(r, object, test, settings));
  int branch = PL_CHOOSE_AVERAGE, method = PL_TEST_AUTO, sign = PL_SIGN_AUTO, preamble = 0;
  PL_TRY(pl__curve_choice(r, object, "branch", COUNT(branch_names), branch_names, &branch));
  PL_TRY(pl__curve_choice(r, object, "method", COUNT(method_names), method_names, &method));
  PL_TRY(pl__curve_choice(r, object, "sign", COUNT(sign_names), sign_names, &sign));
  PL_TRY(pl__curve_choice(r, object, "preamble", COUNT(preamble_names), preamble_names, &preamble));
  settings->no_preamble = preamble == 1;
  settings->branch = (pl_branch_choice)branch;
  settings->sign = (pl_sign)sign;
  test->method = (pl_test_method)method;
  if (r->format->settings) PL_TRY(r->format->settings(r, object, test, settings));
  pl_json *offset = pl__curve_setting(r, object, "fit-offset");
  if (offset) PL_TRY(pl_json_bool(r->ctx, offset, &test->fit_offset));
  pl_json *speed = pl__curve_setting(r, object, "speed");
  if (speed) PL_TRY(pl_json_quantity(r->ctx, speed, pl_dim_divide(r->m->protocol->channel[0].dim, PL_DIM_TIME), 1e-12, 1e12, &test->speed));
  pl_json *frames = pl__curve_setting(r, object, "max-frames");
  int64_t n = settings->max_frame;
  if (frames) PL_TRY(pl_json_integer(r->ctx, frames, 20, 1000000, &n));
  settings->max_frame = (int)n;
  pl_json_find(object, "comment");
  return read_sigma(r, object, test);
}

// ---- columns ----

static pl_status load_table(reader *all, pl_json *object, const char **path, pl_csv **csv) {
  const pl_curve_reader *r = &all->open;
  pl_json *value = pl__curve_setting(r, object, "file");
  if (!value) PL_TRY(pl_json_get(r->ctx, object, "file", PL_JSON_STRING, &value));
  const char *name;
  PL_TRY(pl_json_text(r->ctx, value, &name));
  *path = pl_path_join(r->scratch, r->directory, name);
  if (!*path) return PL_ERROR_MEMORY;
  for (int t = 0; t < all->n_table; t++) {
    if (strcmp(all->table[t].path, *path) != 0) continue;
    *csv = all->table[t].csv;
    return PL_OK;
  }
  if (!pl_file_exists(*path)) {
    pl_where where = pl_json_where(value);
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the experiment file",
                   PL_ID("experiment.does-not-exist-looked") "\"%s\" does not exist (looked for %s)", name, *path);
  }
  PL_TRY(pl_csv_load(r->scratch, *path, csv));
  all->table[all->n_table++] = (table_entry){*path, *csv};
  return pl__record_input(r->ctx, r->m, *path);
}

static pl_status fail_no_column(pl_curve_reader *r, const pl_csv *csv, bool observed) {
  pl_text names, found;
  pl_text_init(&names, r->ctx);
  pl_text_init(&found, r->ctx);
  const pl_channel_row *first = NULL;
  for (int c = 0; c < r->m->protocol->n_channel; c++) {
    const pl_channel_row *row = &r->m->protocol->channel[c];
    if (row->observed != observed) continue;
    pl_text_printf(&names, "%s%s", first ? " or " : "", row->name);
    if (!first) first = row;
  }
  for (int c = 0; c < csv->n_column && c < 12; c++) pl_text_printf(&found, "%s%.40s", c ? ", " : "", csv->column[c].header);
  if (csv->n_column > 12) pl_text_add(&found, ", ...");
  char hint[300];
  pl__column_missing(csv, first, hint, sizeof hint);
  pl_where where = {csv->file, csv->header_line, 0, "columns"};
  pl_status status = pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.no-column-found") "no column for %s; found: %s",
                             names.data, found.data);
  pl_text_clear(&names);
  pl_text_clear(&found);
  return status;
}

static pl_status read_channels(pl_curve_reader *r, pl_csv *csv, pl_test *test, pl_curve_settings *settings, pl_curve *raw) {
  const pl_protocol *protocol = r->m->protocol;
  PL_TRY(expect_object(r->ctx, pl_json_find(settings->object, "columns"), r->format->columns_example));
  bool have[2] = {false, false};
  int used[PL_MAX_CHANNEL];
  for (int c = 0; c < protocol->n_channel; c++) {
    const pl_channel_row *row = &protocol->channel[c];
    used[c] = -1;
    pl_column_request request = {pl__curve_member(r, settings->object, "columns", row->name), test->length, test->width * test->strips,
                                 settings->lateral_gauge, settings->angle == PL_ANGLE_SINE};
    if (request.given && request.given->kind == PL_JSON_NULL) continue;
    if (settings->angle == PL_ANGLE_FREE) request.sine = !raw->value[0];  // the first control is read first
    pl_column_result column;
    PL_TRY(pl__column_read(r->m->arena, csv, row, &request, &column));
    if (column.note) PL_TRY(pl__record_note(r->m, test->name, "%s", column.note));
    if (column.percent.text)
      PL_TRY(pl__suspect(&r->suspicions, test->name, PL_DOUBT_SIZES, (pl_sentence){column.percent.id, column.percent.text},
                         (pl_sentence){column.percent.remedy_id, column.percent.remedy}));
    raw->value[c] = column.value;
    test->channel[c].source = column.source;
    if (column.value) have[row->observed] = true, used[c] = column.column;
    if (column.value && column.form == PL_FORM_ANGLE) settings->by_angle = true;
  }
  if (!have[false]) return fail_no_column(r, csv, false);
  if (!have[true]) return fail_no_column(r, csv, true);
  return settings->no_preamble ? PL_OK : pl__preamble_check(r, csv, test, settings, used);
}

static void apply_sign(const pl_protocol *protocol, pl_sign sign, pl_curve *curve) {
  for (int c = 0; c < protocol->n_channel; c++) {
    bool control = !protocol->channel[c].observed;
    bool flip = (pl__curve_has_sense(&protocol->channel[c]) && sign >= PL_SIGN_FLIP) || (control && sign == PL_SIGN_FLIP_BOTH);
    if (!curve->value[c] || !flip) continue;
    for (int i = 0; i < curve->n_frame; i++) curve->value[c][i] = -curve->value[c][i] + 0.0;
  }
}

// Times of the rows, from their column or a stated speed, and the speed. The average of two branches has none.
static pl_status read_times(pl_curve_reader *r, const pl_csv *csv, pl_test *test, const pl_curve_settings *settings, pl_curve *raw) {
  const char *note;
  double *time;
  PL_TRY(pl__times_read(r->m->arena, csv, pl__curve_member(r, settings->object, "columns", pl__time_key), &time, &note));
  if (note) PL_TRY(pl__record_note(r->m, test->name, "%s", note));
  if (test->control < 0) return PL_OK;
  const double *taken;
  PL_TRY(
      pl__times_take(&r->suspicions, test, raw->n_frame, raw->value[test->control], &r->m->protocol->channel[test->control], time, &taken));
  if (!taken) return PL_OK;
  raw->time = raw->n_channel++;
  raw->value[raw->time] = (double *)taken;
  return PL_OK;
}

static pl_status read_curve(pl_curve_reader *r, pl_csv *csv, pl_test *test, pl_curve_settings *settings, pl_curve *raw) {
  if (csv->n_row < PL_MIN_FRAMES) {
    pl_where where = {csv->file, csv->n_row > 0 ? csv->line[csv->n_row - 1] : csv->header_line, 0, test->name};
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "export the whole curve",
                   PL_ID("experiment.curve-has-points-least") "the curve has %d points, at least %d are needed", csv->n_row, PL_MIN_FRAMES);
  }
  PL_TRY(pl__csv_check_time(r->ctx, csv));
  *raw = (pl_curve){.n_frame = csv->n_row, .n_channel = r->m->protocol->n_channel, .variance = 1};
  PL_TRY(read_channels(r, csv, test, settings, raw));
  raw->branch = pl_arena_alloc(r->m->arena, (size_t)raw->n_frame, sizeof *raw->branch);
  if (!raw->branch) return PL_ERROR_MEMORY;
  apply_sign(r->m->protocol, settings->sign, raw);
  pl__curve_main(r->m->protocol, raw, &test->control, &test->observed);
  PL_TRY(read_times(r, csv, test, settings, raw));
  if (r->format->complete) PL_TRY(r->format->complete(r, csv, test, settings, raw));
  pl_where where = pl_json_where(settings->object);
  return pl__curve_check(r->ctx, csv, r->m->protocol, raw, test->control, test->observed, test->length, settings->sign, &where);
}

// ---- branches ----

static bool has_branch(const pl_curve *curve, pl_branch branch) {
  for (int i = 0; i < curve->n_frame; i++) {
    if (curve->branch[i] == (int)branch) return true;
  }
  return false;
}

static pl_status note_average(pl_curve_reader *r, const pl_test *test, int n_segment, const pl_curve *average) {
  char low[48], high[48], text[256];
  pl_dim dim = r->m->protocol->channel[test->control].dim;
  const double *x = average->value[test->control];
  double first = x[0], last = x[average->n_frame - 1], range = last - first;
  pl_number_people(pl_dim_display(dim, pl_number_without_noise(first, range)), low, sizeof low);
  pl_number_people(pl_dim_display(dim, pl_number_without_noise(last, range)), high, sizeof high);
  snprintf(text, sizeof text, "load and unload (%d branches) averaged on %d points from %s to %s %s", n_segment, average->n_frame, low,
           high, pl_dim_unit(dim));
  return pl__record_note(r->m, test->name, "%s", text);
}

// The compared frames: the chosen branch, thinned.
static pl_status choose_frames(pl_curve_reader *r, pl_test *test, pl_curve_settings *settings, pl_curve *raw, pl_curve *frames) {
  pl_arena *arena = r->m->arena;
  int n_segment;
  pl_segment *segment;
  PL_TRY(pl__curve_segments(r->scratch, raw->value[test->control], raw->n_frame, &n_segment, &segment));
  pl__curve_label(raw, n_segment, segment);
  pl_curve average;
  PL_TRY(pl__curve_average(arena, raw, test->control, test->observed, n_segment, segment, &average, &test->hysteresis));

  pl_curve chosen = *raw;
  bool both = has_branch(raw, PL_BRANCH_LOAD) && has_branch(raw, PL_BRANCH_UNLOAD);
  if (settings->branch == PL_CHOOSE_AVERAGE && both && average.n_frame >= PL_MIN_FRAMES) {
    chosen = average;
    PL_TRY(note_average(r, test, n_segment, &average));
  } else if (settings->branch == PL_CHOOSE_AVERAGE && both) {
    PL_TRY(pl__curve_select(arena, raw, PL_BRANCH_LOAD, &chosen));
    char text[160];
    snprintf(text, sizeof text, "the unload branch is too short to average: %d of %d rows, the load branch, are used", chosen.n_frame,
             raw->n_frame);
    PL_TRY(pl__record_note(r->m, test->name, "%s", text));
  } else if (settings->branch == PL_CHOOSE_LOAD || settings->branch == PL_CHOOSE_UNLOAD) {
    PL_TRY(pl__curve_select(arena, raw, settings->branch == PL_CHOOSE_LOAD ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD, &chosen));
  }
  if (chosen.n_frame < PL_MIN_FRAMES) {
    pl_json *given = pl__curve_setting(r, settings->object, "branch");
    pl_where where = pl_json_where(given ? given : settings->object);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"branch\": \"all\", or leave it out",
                   "\"%s\" has %d of the %d points, at least %d are needed", branch_names[settings->branch], chosen.n_frame, raw->n_frame,
                   PL_MIN_FRAMES);
  }
  PL_TRY(pl__curve_thin(arena, &chosen, test->control, settings->max_frame, frames));
  if (frames->n_frame == chosen.n_frame) return PL_OK;
  char text[160];
  snprintf(text, sizeof text, "%d points averaged into %d bins along %s", chosen.n_frame, frames->n_frame,
           r->m->protocol->channel[test->control].name);
  return pl__record_note(r->m, test->name, "%s", text);
}

static void store_frames(const pl_protocol *protocol, const pl_curve *raw, const pl_curve *frames, pl_test *test) {
  test->n_raw = raw->n_frame;
  test->raw_branch = raw->branch;
  test->n_frame = frames->n_frame;
  test->branch = frames->branch;
  test->raw_time = raw->time ? raw->value[raw->time] : NULL;
  test->time = frames->time ? frames->value[frames->time] : NULL;
  for (int c = 0; c < protocol->n_channel; c++) {
    test->channel[c].value = frames->value[c];
    test->raw_sigma[c] = test->channel[c].sigma;
    test->channel[c].sigma *= sqrt(frames->variance);
    test->raw[c] = raw->value[c];
  }
}

// ---- tests and the file ----

static pl_status name_test(pl_curve_reader *r, pl_json *object, pl_test *test) {
  pl_json *given = pl_json_find(object, "name");
  const char *name = NULL;
  if (given) {
    PL_TRY(pl_json_text(r->ctx, given, &name));
    test->name = pl_arena_text(r->m->arena, name);
  } else {
    pl_json *file = pl__curve_setting(r, object, "file");
    const char *base = file && file->kind == PL_JSON_STRING ? pl_path_name(file->text) : "test";
    const char *dot = strrchr(base, '.');
    test->name = pl_arena_printf(r->m->arena, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
  }
  if (!test->name) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(given ? given : object);
  if (!*test->name) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write a name, or leave it out", PL_ID("experiment.empty") "is empty");
  for (const pl_test *other = r->m->test; other < test; other++) {
    if (strcmp(other->name, test->name) != 0) continue;
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each test a unique \"name\"",
                   PL_ID("experiment.also-test-line") "\"%s\" is also the test of line %d", test->name, other->line);
  }
  return PL_OK;
}

static pl_status read_test(reader *all, pl_json *object, pl_test *test) {
  pl_curve_reader *r = &all->open;
  PL_TRY(expect_object(r->ctx, object, "write {\"name\": \"warp\", \"file\": \"warp.csv\", ...}"));
  object->used = true;
  test->line = object->line;
  for (int c = 0; c < r->m->protocol->n_channel; c++) test->channel[c].row = &r->m->protocol->channel[c];
  PL_TRY(name_test(r, object, test));
  pl_curve_settings settings;
  PL_TRY(read_settings(r, object, test, &settings));
  if (r->format->numbers && !pl__curve_setting(r, object, "file")) return r->format->numbers(r, object, test);
  pl_json *where = pl_json_find(object, "where");
  const char *path;
  pl_csv *csv;
  PL_TRY(load_table(all, object, &path, &csv));
  test->file = pl_arena_text(r->m->arena, path);
  if (!test->file) return PL_ERROR_MEMORY;
  if (where) PL_TRY(pl__csv_filter(r->scratch, csv, where, &csv));
  pl_curve raw, frames;
  PL_TRY(read_curve(r, csv, test, &settings, &raw));
  PL_TRY(choose_frames(r, test, &settings, &raw, &frames));
  if (raw.completed) r->format->remake(test->length, &frames);
  store_frames(r->m->protocol, &raw, &frames, test);
  if (r->format->note) PL_TRY(r->format->note(r->m, test, csv));
  return pl__suspect_test(&r->suspicions, r->m->protocol, test, csv);
}

pl_status pl__curve_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  const pl_curve_format *format = m->protocol->files->curve;
  reader all = {.open = {ctx, scratch, m, root, directory, format, {.arena = m->arena}}};
  pl_curve_reader *r = &all.open;
  PL_TRY(pl__curve_check_keys(ctx, root, m->protocol));
  pl_json *tests;
  PL_TRY(pl_json_get(ctx, root, "tests", PL_JSON_ARRAY, &tests));
  if (tests->n == 0) {
    pl_where where = pl_json_where(tests);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, format->test_example, PL_ID("experiment.empty") "is empty");
  }
  char specimen[160], sigma[160];
  const char *const groups[][2] = {{"specimen", specimen_example(format, specimen, sizeof specimen)},
                                   {"sigma", sigma_example(m->protocol, sigma, sizeof sigma)},
                                   {"columns", format->columns_example}};
  for (int g = 0; g < COUNT(groups); g++) PL_TRY(expect_object(ctx, pl_json_find(root, groups[g][0]), groups[g][1]));
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  all.table = pl_arena_alloc(scratch, (size_t)tests->n, sizeof *all.table);
  if (!m->test || !all.table) return PL_ERROR_MEMORY;
  PL_TRY(pl__record_input(ctx, m, m->file));
  for (pl_json *object = tests->child; object; object = object->next) {
    m->test[m->n_test].protocol = m->protocol;
    PL_TRY(read_test(&all, object, &m->test[m->n_test]));
    m->n_test++;
  }
  PL_TRY(pl__suspect_pairs(&r->suspicions, m));
  m->n_suspicion = r->suspicions.n;
  m->suspicion = r->suspicions.item;
  return PL_OK;
}
