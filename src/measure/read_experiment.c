// read_experiment.c: an experiment file and its curves become a measurement.
//
// Unknown keys are refused first. Then three steps per test: (1) settings, each looked up in the test and then, as a default, at the top of the
// file; (2) columns of the curve file to SI channels; (3) branches, average and thinning. Whatever was decided without being told is kept as a
// note. Everything kept lives in the measurement's arena; the JSON tree and the tables live in a scratch arena that is gone when the function
// returns.
#include "measure/table/curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/direction.h"
#include "measure/protocol.h"
#include "measure/record.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define MIN_SIZE 1e-5  // m
#define MAX_SIZE 1e3   // m
#define PI 3.14159265358979323846

static const char *const branch_names[] = {"average", "load", "unload", "all"};
static const char *const method_names[] = {"auto", "clamped", "free", "mesh"};
static const char *const sign_names[] = {"auto", "as-is", "flip", "flip-both"};

static const char *const shear_names[] = {"fixed-length", "keep-length"};

typedef struct table_entry {
  const char *path;
  pl_csv *csv;
} table_entry;

typedef struct reader {
  pl_context *ctx;
  pl_arena *scratch;
  pl_measurement *m;
  pl_json *root;
  const char *directory;
  bool tensile;
  int n_table;
  table_entry *table;  // [number of tests]
  pl_suspicions suspicions;
} reader;

// Settings of one test that do not end in a pl_test.
typedef struct test_settings {
  pl_json *object;
  double lateral_gauge;
  pl_branch_choice branch;
  pl_sign sign;
  pl_shear shear;
  int max_frame;
} test_settings;

// ---- settings ----

// A member of the test, or of the file when the test does not have it; NULL when neither does.
static pl_json *setting(const reader *r, pl_json *test, const char *key) {
  pl_json *given = pl_json_find(test, key), *common = pl_json_find(r->root, key);
  return given ? given : common;
}

static pl_status expect_object(pl_context *ctx, pl_json *value, const char *example) {
  if (!value || value->kind == PL_JSON_OBJECT) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, example, PL_ID("experiment.must-object") "must be an object {...}");
}

// A member of an object of settings ("specimen", "columns", "sigma"), member by member from the test, then from the file.
static pl_json *member(const reader *r, pl_json *test, const char *group, const char *key) {
  pl_json *given = pl_json_find(test, group), *common = pl_json_find(r->root, group);
  pl_json *a = given && given->kind == PL_JSON_OBJECT ? pl_json_find(given, key) : NULL;
  pl_json *b = common && common->kind == PL_JSON_OBJECT ? pl_json_find(common, key) : NULL;
  return a ? a : b;
}

static pl_status choice_setting(const reader *r, pl_json *test, const char *key, int n, const char *const *names, int *index) {
  pl_json *value = setting(r, test, key);
  return value ? pl_json_choice(r->ctx, value, n, names, index) : PL_OK;
}

static pl_status specimen_length(const reader *r, pl_json *test, const char *key, double *value) {
  pl_json *given = member(r, test, "specimen", key);
  if (!given) {
    pl_where where = pl_json_where(test);
    char hint[160];
    snprintf(hint, sizeof hint, "write \"specimen\": {\"%s\": \"100 mm\", ...} in the test or at the top of the file", key);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.specimen-missing") "specimen.%s is missing", key);
  }
  return pl_json_quantity(r->ctx, given, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, value);
}

// A force, or a force per width of the specimen.
static pl_status force_quantity(const reader *r, pl_json *given, double total_width, double lower, double *value) {
  double si;
  pl_dim dim;
  bool has_unit;
  bool per_width = r->tensile && given->kind == PL_JSON_STRING && pl_quantity_parse(given->text, &si, &dim, &has_unit) &&
                   pl_dim_equal(dim, PL_DIM_LINE_FORCE);
  PL_TRY(pl_json_quantity(r->ctx, given, per_width ? PL_DIM_LINE_FORCE : PL_DIM_FORCE, lower, 1e9, value));
  if (per_width) *value *= total_width;
  return PL_OK;
}

static bool direction_angle(const char *word, double *angle) {
  bool warp = pl__is_direction(word, pl__warp_names);
  *angle = warp ? 0 : PI / 2;
  return warp || pl__is_direction(word, pl__weft_names);
}

static pl_status read_angle(const reader *r, pl_json *object, double *angle) {
  static const char *const directions[] = {"warp", "weft"};
  pl_json *direction = pl_json_find(object, "direction"), *given = pl_json_find(object, "angle");
  if (direction && given) {
    pl_where where = pl_json_where(given);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("experiment.both-direction-angle-given") "both direction and angle are given");
  }
  if (direction) {
    int index;
    direction->used = true;
    if (direction->kind == PL_JSON_STRING && direction_angle(direction->text, angle)) return PL_OK;
    return pl_json_choice(r->ctx, direction, 2, directions, &index);  // says what is wrong
  }
  if (given) return pl_json_quantity(r->ctx, given, PL_DIM_ANGLE, -2 * PI, 2 * PI, angle);
  pl_where where = pl_json_where(object);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"direction\": \"warp\", \"direction\": \"weft\" or \"angle\": \"45 deg\"",
                 PL_ID("experiment.pulling-direction-missing") "the pulling direction is missing");
}

static pl_status read_specimen(const reader *r, pl_json *object, pl_test *test, test_settings *settings) {
  PL_TRY(expect_object(r->ctx, pl_json_find(object, "specimen"), "write {\"length\": \"100 mm\", \"width\": \"50 mm\"}"));
  test->strips = 1;
  if (!r->tensile) {
    PL_TRY(specimen_length(r, object, "frame-diameter", &test->length));
    PL_TRY(specimen_length(r, object, "disk-diameter", &test->width));
    if (test->width < test->length) return PL_OK;
    pl_where where = pl_json_where(member(r, object, "specimen", "disk-diameter"));
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "exchange them if they were confused",
                   PL_ID("experiment.must-less-frame-diameter") "is %g m, must be less than frame-diameter = %g m", test->width,
                   test->length);
  }
  PL_TRY(specimen_length(r, object, "length", &test->length));
  PL_TRY(specimen_length(r, object, "width", &test->width));
  pl_json *strips = member(r, object, "specimen", "strips");
  int64_t n = 1;
  if (strips) PL_TRY(pl_json_integer(r->ctx, strips, 1, 100000, &n));
  test->strips = (int)n;
  pl_json *gauge = member(r, object, "specimen", "lateral-gauge");
  if (gauge) PL_TRY(pl_json_quantity(r->ctx, gauge, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &settings->lateral_gauge));
  return read_angle(r, object, &test->angle);
}

static pl_status read_sigma(const reader *r, pl_json *object, pl_test *test) {
  PL_TRY(expect_object(r->ctx, pl_json_find(object, "sigma"), "write {\"force\": \"0.05 N\"}"));
  for (int c = 0; c < r->m->protocol->n_channel; c++) {
    const pl_channel_row *row = &r->m->protocol->channel[c];
    if (!row->observed) continue;
    pl_json *given = member(r, object, "sigma", row->name);
    if (!given) continue;
    if (pl_dim_equal(row->dim, PL_DIM_FORCE)) {
      PL_TRY(force_quantity(r, given, test->width * test->strips, 1e-12, &test->channel[c].sigma));
    } else {
      PL_TRY(pl_json_quantity(r->ctx, given, row->dim, 1e-12, 1e9, &test->channel[c].sigma));
    }
  }
  return PL_OK;
}

static pl_status read_settings(const reader *r, pl_json *object, pl_test *test, test_settings *settings) {
  *settings = (test_settings){.object = object, .max_frame = PL_DEFAULT_MAX_FRAMES};
  PL_TRY(read_specimen(r, object, test, settings));
  int branch = PL_CHOOSE_AVERAGE, method = PL_TEST_AUTO, sign = PL_SIGN_AUTO, shear = PL_SHEAR_AUTO;
  PL_TRY(choice_setting(r, object, "branch", COUNT(branch_names), branch_names, &branch));
  PL_TRY(choice_setting(r, object, "method", COUNT(method_names), method_names, &method));
  PL_TRY(choice_setting(r, object, "sign", COUNT(sign_names), sign_names, &sign));
  if (r->tensile) PL_TRY(choice_setting(r, object, "shear", COUNT(shear_names), shear_names, &shear));
  settings->shear = (pl_shear)shear;
  settings->branch = (pl_branch_choice)branch;
  settings->sign = (pl_sign)sign;
  test->method = (pl_test_method)method;
  pl_json *pretension = r->tensile ? setting(r, object, "pretension") : NULL;
  if (pretension) PL_TRY(force_quantity(r, pretension, test->width * test->strips, 0, &test->pretension));
  test->fit_offset = test->pretension > 0;  // the displacement was zeroed on a stretched specimen: by how much is for the fit to find
  pl_json *offset = setting(r, object, "fit-offset");
  if (offset) PL_TRY(pl_json_bool(r->ctx, offset, &test->fit_offset));
  pl_json *frames = setting(r, object, "max-frames");
  int64_t n = settings->max_frame;
  if (frames) PL_TRY(pl_json_integer(r->ctx, frames, 20, 1000000, &n));
  settings->max_frame = (int)n;
  pl_json_find(object, "comment");
  return read_sigma(r, object, test);
}

// ---- columns ----

static pl_status load_table(reader *r, pl_json *object, const char **path, pl_csv **csv) {
  pl_json *value = setting(r, object, "file");
  if (!value) PL_TRY(pl_json_get(r->ctx, object, "file", PL_JSON_STRING, &value));
  const char *name;
  PL_TRY(pl_json_text(r->ctx, value, &name));
  *path = pl_path_join(r->scratch, r->directory, name);
  if (!*path) return PL_ERROR_MEMORY;
  for (int t = 0; t < r->n_table; t++) {
    if (strcmp(r->table[t].path, *path) != 0) continue;
    *csv = r->table[t].csv;
    return PL_OK;
  }
  if (!pl_file_exists(*path)) {
    pl_where where = pl_json_where(value);
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the experiment file",
                   PL_ID("experiment.does-not-exist-looked") "\"%s\" does not exist (looked for %s)", name, *path);
  }
  PL_TRY(pl_csv_load(r->scratch, *path, csv));
  r->table[r->n_table++] = (table_entry){*path, *csv};
  return pl__record_input(r->ctx, r->m, *path);
}

static pl_status fail_no_column(const reader *r, const pl_csv *csv, bool observed) {
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

// *angle: the shear was given as an angle.
static pl_status read_channels(reader *r, pl_csv *csv, pl_test *test, const test_settings *settings, pl_curve *raw, bool *angle) {
  const pl_protocol *protocol = r->m->protocol;
  PL_TRY(expect_object(r->ctx, pl_json_find(settings->object, "columns"), "write {\"displacement\": \"Extension\", \"force\": \"Load\"}"));
  bool have[2] = {false, false};
  for (int c = 0; c < protocol->n_channel; c++) {
    const pl_channel_row *row = &protocol->channel[c];
    pl_column_request request = {member(r, settings->object, "columns", row->name), test->length, test->width * test->strips,
                                 settings->lateral_gauge, settings->shear};
    if (request.given && request.given->kind == PL_JSON_NULL) continue;
    // the displacement comes first: when it was measured, the default is what the angle says at a fixed length
    if (request.shear == PL_SHEAR_AUTO && raw->value[0]) request.shear = PL_SHEAR_FIXED;
    pl_column_result column;
    PL_TRY(pl__column_read(r->m->arena, csv, row, &request, &column));
    if (column.note) PL_TRY(pl__record_note(r->m, test->name, "%s", column.note));
    int first = r->suspicions.n;
    if (column.percent.text)
      PL_TRY(pl__suspect(&r->suspicions, test->name, (pl_sentence){column.percent.id, column.percent.text},
                         (pl_sentence){column.percent.remedy_id, column.percent.remedy}));
    pl__suspect_mark(&r->suspicions, first, PL_DOUBT_SIZES);
    raw->value[c] = column.value;
    test->channel[c].source = column.source;
    if (column.value) have[row->observed] = true;
    if (column.value && column.form == PL_FORM_ANGLE) *angle = true;
  }
  if (!have[false]) return fail_no_column(r, csv, false);
  if (!have[true]) return fail_no_column(r, csv, true);
  return PL_OK;
}

static void apply_sign(const pl_protocol *protocol, pl_sign sign, pl_curve *curve) {
  for (int c = 0; c < protocol->n_channel; c++) {
    bool force = pl_dim_equal(protocol->channel[c].dim, PL_DIM_FORCE), control = !protocol->channel[c].observed;
    bool flip = (force && sign >= PL_SIGN_FLIP) || (control && sign == PL_SIGN_FLIP_BOTH);
    if (!curve->value[c] || !flip) continue;
    for (int i = 0; i < curve->n_frame; i++) curve->value[c][i] = -curve->value[c][i] + 0.0;
  }
}

static pl_status read_curve(reader *r, pl_csv *csv, pl_test *test, const test_settings *settings, pl_curve *raw) {
  if (csv->n_row < PL_MIN_FRAMES) {
    pl_where where = {csv->file, csv->n_row > 0 ? csv->line[csv->n_row - 1] : csv->header_line, 0, test->name};
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "export the whole curve",
                   PL_ID("experiment.curve-has-points-least") "the curve has %d points, at least %d are needed", csv->n_row, PL_MIN_FRAMES);
  }
  PL_TRY(pl__csv_check_time(r->ctx, csv));
  *raw = (pl_curve){.n_frame = csv->n_row, .n_channel = r->m->protocol->n_channel, .variance = 1};
  bool angle = false;
  PL_TRY(read_channels(r, csv, test, settings, raw, &angle));
  raw->branch = pl_arena_alloc(r->m->arena, (size_t)raw->n_frame, sizeof *raw->branch);
  if (!raw->branch) return PL_ERROR_MEMORY;
  apply_sign(r->m->protocol, settings->sign, raw);
  pl__curve_main(r->m->protocol, raw, &test->control, &test->observed);
  if (r->tensile) PL_TRY(pl__shear_complete(r->m, csv, test, settings->shear, angle, raw));
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

static pl_status note_average(reader *r, const pl_test *test, int n_segment, const pl_curve *average) {
  char low[48], high[48], text[256];
  pl_dim dim = r->m->protocol->channel[test->control].dim;
  const double *x = average->value[test->control];
  pl_number_people(pl_dim_display(dim, x[0]), low, sizeof low);
  pl_number_people(pl_dim_display(dim, x[average->n_frame - 1]), high, sizeof high);
  snprintf(text, sizeof text, "load and unload (%d branches) averaged on %d points from %s to %s %s", n_segment, average->n_frame, low,
           high, pl_dim_unit(dim));
  return pl__record_note(r->m, test->name, "%s", text);
}

// The frames that are compared: the chosen branch, thinned.
static pl_status choose_frames(reader *r, pl_test *test, const test_settings *settings, pl_curve *raw, pl_curve *frames) {
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
    pl_json *given = setting(r, settings->object, "branch");
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
  for (int c = 0; c < protocol->n_channel; c++) {
    test->channel[c].value = frames->value[c];
    test->raw_sigma[c] = test->channel[c].sigma;
    test->channel[c].sigma *= sqrt(frames->variance);
    test->raw[c] = raw->value[c];
  }
}

// ---- tests and the file ----

static pl_status name_test(reader *r, pl_json *object, pl_test *test) {
  pl_json *given = pl_json_find(object, "name");
  const char *name = NULL;
  if (given) {
    PL_TRY(pl_json_text(r->ctx, given, &name));
    test->name = pl_arena_text(r->m->arena, name);
  } else {
    pl_json *file = setting(r, object, "file");
    const char *base = file && file->kind == PL_JSON_STRING ? pl_path_name(file->text) : "test";
    const char *dot = strrchr(base, '.');
    test->name = pl_arena_printf(r->m->arena, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
  }
  if (!test->name) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(given ? given : object);
  if (!*test->name) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write a name, or leave it out", PL_ID("experiment.empty") "is empty");
  for (const pl_test *other = r->m->test; other < test; other++) {
    if (strcmp(other->name, test->name) != 0) continue;
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each test a \"name\" of its own",
                   PL_ID("experiment.also-test-line") "\"%s\" is also the test of line %d", test->name, other->line);
  }
  return PL_OK;
}

static pl_status read_test(reader *r, pl_json *object, pl_test *test) {
  PL_TRY(expect_object(r->ctx, object, "write {\"name\": \"warp\", \"file\": \"warp.csv\", ...}"));
  object->used = true;
  test->line = object->line;
  for (int c = 0; c < r->m->protocol->n_channel; c++) test->channel[c].row = &r->m->protocol->channel[c];
  PL_TRY(name_test(r, object, test));
  test_settings settings;
  PL_TRY(read_settings(r, object, test, &settings));
  pl_json *where = pl_json_find(object, "where");
  const char *path;
  pl_csv *csv;
  PL_TRY(load_table(r, object, &path, &csv));
  test->file = pl_arena_text(r->m->arena, path);
  if (!test->file) return PL_ERROR_MEMORY;
  if (where) PL_TRY(pl__csv_filter(r->scratch, csv, where, &csv));
  pl_curve raw, frames;
  PL_TRY(read_curve(r, csv, test, &settings, &raw));
  PL_TRY(choose_frames(r, test, &settings, &raw, &frames));
  if (raw.keeps_length) pl__shear_keep_length(test->length, &frames);
  store_frames(r->m->protocol, &raw, &frames, test);
  if (test->control == PL_TENSILE_DISPLACEMENT && r->tensile) PL_TRY(pl__suspect_preload(r->m, test, csv));
  return pl__suspect_test(&r->suspicions, r->m->protocol, test, csv);
}

// Of a sheet, unless the protocol may be about a solid and the unit says so.
static pl_status read_density(reader *r) {
  pl_json *value = pl_json_find(r->root, "density");
  double si;
  pl_dim told;
  bool has_unit, may = strcmp(r->m->protocol->name, "homogeneous") == 0 || strcmp(r->m->protocol->name, "poses") == 0;
  bool solid = may && value && value->kind == PL_JSON_STRING && pl_quantity_parse(value->text, &si, &told, &has_unit) &&
               pl_dim_equal(told, PL_DIM_VOLUME_DENSITY);
  r->m->per_volume = solid;
  if (!value) return PL_OK;
  return pl_json_quantity(r->ctx, value, pl_measurement_density_dim(r->m), solid ? 1e-2 : 1e-4, solid ? 1e5 : 100, &r->m->density);
}

static pl_status read_head(reader *r) {
  pl_context *ctx = r->ctx;
  pl_measurement *m = r->m;
  pl_json *value;
  const char *text;
  PL_TRY(expect_object(ctx, r->root, "run `pliant new tensile DIR` for a template"));
  PL_TRY(pl_json_get(ctx, r->root, "pliant", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(ctx, value, &text));
  if (strcmp(text, "experiment 1") != 0) {
    pl_where where = pl_json_where(value);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give an experiment file; `pliant new tensile DIR` writes a template",
                   "is \"%s\", expected \"experiment 1\"", text);
  }
  const char *names[16];
  int n_protocol = pl_protocol_count(), index;
  PL_ASSERT(n_protocol <= COUNT(names));
  for (int p = 0; p < n_protocol; p++) names[p] = pl_protocol_at(p)->name;
  PL_TRY(pl_json_get(ctx, r->root, "protocol", PL_JSON_NULL, &value));
  PL_TRY(pl_json_choice(ctx, value, n_protocol, names, &index));
  m->protocol = pl_protocol_at(index);
  r->tensile = strcmp(m->protocol->name, "tensile") == 0;
  if (!m->protocol->files) PL_TRY(pl__experiment_check_keys(ctx, r->root, m->protocol));
  text = pl_path_name(m->file);
  PL_TRY(pl_json_optional_text(ctx, r->root, "name", &text));
  m->name = pl_arena_text(m->arena, text);
  pl_json_find(r->root, "comment");
  if (!m->name) return PL_ERROR_MEMORY;
  return read_density(r);
}

static pl_status read_tests(reader *r) {
  pl_measurement *m = r->m;
  pl_json *tests;
  PL_TRY(pl_json_get(r->ctx, r->root, "tests", PL_JSON_ARRAY, &tests));
  if (tests->n == 0) {
    pl_where where = pl_json_where(tests);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "add at least one test: [{\"file\": \"warp.csv\", \"direction\": \"warp\"}]",
                   PL_ID("experiment.empty") "is empty");
  }
  static const char *const groups[][2] = {{"specimen", "write {\"length\": \"100 mm\", \"width\": \"50 mm\"}"},
                                          {"sigma", "write {\"force\": \"0.05 N\"}"},
                                          {"columns", "write {\"displacement\": \"Extension\", \"force\": \"Load\"}"}};
  for (int g = 0; g < COUNT(groups); g++) PL_TRY(expect_object(r->ctx, pl_json_find(r->root, groups[g][0]), groups[g][1]));
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  r->table = pl_arena_alloc(r->scratch, (size_t)tests->n, sizeof *r->table);
  if (!m->test || !r->table) return PL_ERROR_MEMORY;
  PL_TRY(pl__record_input(r->ctx, m, m->file));
  for (pl_json *object = tests->child; object; object = object->next) {
    m->test[m->n_test].protocol = m->protocol;
    PL_TRY(read_test(r, object, &m->test[m->n_test]));
    m->n_test++;
  }
  PL_TRY(pl__suspect_pairs(&r->suspicions, m));
  PL_TRY(pl__suspect_sizes(&r->suspicions, m));
  m->n_suspicion = r->suspicions.n;
  m->suspicion = r->suspicions.item;
  return PL_OK;
}

pl_status pl_measurement_load(pl_context *ctx, const char *path, pl_measurement **measurement) {
  *measurement = NULL;
  pl_status status = PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx), *scratch = pl_arena_create(ctx);
  pl_measurement *m = arena ? pl_arena_alloc(arena, 1, sizeof *m) : NULL;
  if (!m || !scratch) goto cleanup;
  m->arena = arena;
  // a folder stands for the experiment in it
  m->file = pl_directory_exists(path) ? pl_path_join(arena, path, "experiment.json") : pl_arena_text(arena, path);
  if (!m->file) goto cleanup;
  reader r = {.ctx = ctx, .scratch = scratch, .m = m, .directory = pl_path_directory(scratch, m->file), .suspicions = {.arena = arena}};
  if (!r.directory) goto cleanup;
  PL_TRY_CLEAN(pl_json_load(scratch, m->file, &r.root));
  PL_TRY_CLEAN(read_head(&r));
  const pl_protocol_files *own = m->protocol->files;
  if (own) {
    PL_TRY_CLEAN(own->read(ctx, scratch, m, r.root, r.directory));
  } else {
    PL_TRY_CLEAN(read_tests(&r));
  }
  PL_TRY_CLEAN(pl__suspect_loads(m));
  *measurement = m;
  arena = NULL;

cleanup:
  pl_arena_destroy(scratch);
  pl_arena_destroy(arena);
  return status;
}

void pl_measurement_destroy(pl_measurement *measurement) {
  if (measurement) pl_arena_destroy(measurement->arena);
}
