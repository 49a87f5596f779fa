// label.c: settings and tables of labelled photographs: looked up in an entry of "tests", then at the top of the experiment file.
#include "measure/label/label.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/record.h"
#include "measure/doubt/say_doubts.h"

#define PI 3.14159265358979323846
#define EQUAL 1e-9  // m or rad: values this close are copies, not two measurements

static const char *const specimen_keys[] = {"name", "comment"};
static const char *const calibration_keys[] = {"scale", "corners", "rectangle", "marks", "image", "y", "comment"};
enum { MAX_KEY = 40 };
#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

// ---- keys ----

static pl_status known_keys(pl_context *ctx, pl_json *object, int n, const char *const *key) {
  if (!object || object->kind != PL_JSON_OBJECT) return PL_OK;  // another kind is reported where it is read
  for (int k = 0; k < n; k++) {
    pl_json *value = pl_json_find(object, key[k]);
    if (value) pl_json_use(value);
  }
  return pl_json_done(ctx, object, n, key);
}

// Of the settings objects inside a test or at the top.
static pl_status group_keys(pl__label_reader *r, pl_json *object) {
  const char *channel[PL_MAX_CHANNEL];
  int n = r->m->protocol->n_channel;
  for (int c = 0; c < n; c++) channel[c] = r->m->protocol->channel[c].name;
  PL_TRY(known_keys(r->ctx, pl_json_find(object, "sigma"), n, channel));
  PL_TRY(known_keys(r->ctx, pl_json_find(object, "specimen"), COUNT(specimen_keys), specimen_keys));
  return known_keys(r->ctx, pl_json_find(object, "calibration"), COUNT(calibration_keys), calibration_keys);
}

pl_status pl__label_check_keys(pl__label_reader *r, int n_key, const char *const *test_key) {
  static const char *const head[] = {"pliant", "protocol", "density", "tests"};
  // the keys of a test, then those that only the file has
  const char *file_key[MAX_KEY];
  int n = 0;
  PL_ASSERT(n_key + 1 + COUNT(head) <= MAX_KEY);
  for (int k = 0; k < n_key; k++) file_key[n++] = test_key[k];
  file_key[n++] = "specimen";
  int n_test_key = n;
  for (int k = 0; k < COUNT(head); k++) file_key[n++] = head[k];
  // from the inside out: a known key marks everything below it as read
  PL_TRY(group_keys(r, r->root));
  pl_json *tests = pl_json_find(r->root, "tests");
  for (pl_json *entry = tests && tests->kind == PL_JSON_ARRAY ? tests->child : NULL; entry; entry = entry->next) {
    PL_TRY(group_keys(r, entry));
    PL_TRY(known_keys(r->ctx, entry, n_test_key, file_key));
  }
  return known_keys(r->ctx, r->root, n, file_key);
}

// ---- entries ----

pl_status pl__label_tests(pl__label_reader *r, const char *example, pl_json **tests) {
  PL_TRY(pl_json_get(r->ctx, r->root, "tests", PL_JSON_ARRAY, tests));
  pl_where where = pl_json_where(*tests);
  char hint[200];
  snprintf(hint, sizeof hint, "add at least one test: [%s]", example);
  if ((*tests)->n == 0) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.empty") "is empty");
  for (pl_json *entry = (*tests)->child; entry; entry = entry->next) {
    if (entry->kind == PL_JSON_OBJECT) continue;
    where = pl_json_where(entry);
    snprintf(hint, sizeof hint, "write %s", example);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.must-object") "must be an object {...}");
  }
  r->whole = pl_arena_alloc(r->scratch, (size_t)(*tests)->n, sizeof *r->whole);
  return r->whole ? pl__record_input(r->ctx, r->m, r->m->file) : PL_ERROR_MEMORY;
}

pl_status pl__label_open(pl__label_reader *r, pl_json *entry, const char *file_key, const char *fallback, const char **name) {
  r->entry = entry;
  pl_json *given = pl_json_find(entry, "name"), *file = file_key ? pl__label_setting(r, file_key) : NULL;
  const char *text = fallback;
  if (given) PL_TRY(pl_json_text(r->ctx, given, &text));
  if (!given && file && file->kind == PL_JSON_STRING) {
    text = pl_path_name(file->text);
    const char *dot = strrchr(text, '.');
    *name = pl_arena_printf(r->m->arena, "%.*s", dot && dot > text ? (int)(dot - text) : (int)strlen(text), text);
  } else
    *name = pl_arena_text(r->m->arena, text);
  if (!*name) return PL_ERROR_MEMORY;
  r->name = *name;
  r->specimen = NULL;
  PL_TRY(pl__specimen_name(r->ctx, r->m, entry, r->root, &r->specimen));
  pl_where where = pl_json_where(given ? given : entry);
  if (!**name) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write a name, or leave it out", "the name is empty");
  return PL_OK;
}

pl_status pl__label_room(const pl__label_reader *r, int most) {
  pl_measurement *m = r->m;
  pl_where where = pl_json_where(r->entry);
  int n = m->n_test;
  if (n == most)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check the columns of its table, or make several experiments", "more than %d tests",
                   most);
  if ((n & (n - 1)) != 0) return PL_OK;  // the list is full whenever n is 0 or a power of two
  pl_test *longer = pl_arena_alloc(m->arena, n > 0 ? 2 * (size_t)n : 1, sizeof *longer);
  if (!longer) return PL_ERROR_MEMORY;
  if (n > 0) memcpy(longer, m->test, (size_t)n * sizeof *longer);
  m->test = longer;
  return PL_OK;
}

pl_status pl__label_unique(const pl__label_reader *r, const char *name) {
  for (int t = 0; t < r->m->n_test; t++) {
    if (strcmp(r->m->test[t].name, name) != 0) continue;
    pl_json *given = pl_json_find(r->entry, "name");
    pl_where where = pl_json_where(given ? given : r->entry);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each test a unique \"name\"",
                   PL_ID("experiment.also-test-line") "\"%s\" is also the test of line %d", name, r->m->test[t].line);
  }
  return PL_OK;
}

// ---- settings ----

pl_json *pl__label_setting(const pl__label_reader *r, const char *key) {
  pl_json *own = pl_json_find(r->entry, key);
  return own ? own : pl_json_find(r->root, key);
}

static pl_status fail_missing(const pl__label_reader *r, const char *key, const char *example) {
  pl_where where = pl_json_where(r->entry);
  char hint[200];
  snprintf(hint, sizeof hint, "write \"%s\": %s", key, example);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, "\"%s\" is missing", key);
}

pl_status pl__label_need(const pl__label_reader *r, const char *key, const char *example, pl_dim dim, double lower, double upper,
                         double *value) {
  pl_json *given = pl__label_setting(r, key);
  return given ? pl_json_quantity(r->ctx, given, dim, lower, upper, value) : fail_missing(r, key, example);
}

pl_status pl__label_optional(const pl__label_reader *r, const char *key, pl_dim dim, double lower, double upper, double *value) {
  pl_json *given = pl__label_setting(r, key);
  return given ? pl_json_quantity(r->ctx, given, dim, lower, upper, value) : PL_OK;
}

pl_status pl__label_cut(const pl__label_reader *r, double *angle) {
  pl_json *given = pl__label_setting(r, "cut");
  if (!given) return fail_missing(r, "cut", "\"45 deg\", counted from warp towards weft, or \"warp\" or \"weft\"");
  bool text = given->kind == PL_JSON_STRING;
  if (text && strcmp(given->text, "warp") == 0)
    *angle = 0;
  else if (text && strcmp(given->text, "weft") == 0)
    *angle = PI / 2;
  else
    return pl_json_quantity(r->ctx, given, PL_DIM_ANGLE, -PI, PI, angle);
  return PL_OK;
}

pl_status pl__label_gravity(pl__label_reader *r, double *gravity) {
  *gravity = 9.81;
  if (pl__label_setting(r, "gravity")) return pl__label_optional(r, "gravity", PL_DIM_ACCELERATION, 0.1, 100, gravity);
  if (r->gravity_noted) return PL_OK;
  r->gravity_noted = true;
  return pl__record_note(r->m, "all tests", "gravity is not given: 9.81 m/s^2");
}

pl_status pl__label_sigma(const pl__label_reader *r, const char *channel, pl_dim dim, pl_dim other, pl_dim *found, double *value) {
  pl_json *own = pl_json_find(r->entry, "sigma"), *common = pl_json_find(r->root, "sigma"), *given = NULL;
  pl_json *const source[] = {own, common};
  for (int s = 0; s < 2 && !given; s++)
    given = source[s] && source[s]->kind == PL_JSON_OBJECT ? pl_json_find(source[s], channel) : source[s];
  *found = dim;
  if (!given) return PL_OK;
  double si;
  pl_dim dimension;
  bool has_unit;
  if (given->kind == PL_JSON_STRING && pl_quantity_parse(given->text, &si, &dimension, &has_unit) && pl_dim_equal(dimension, other))
    *found = other;
  return pl_json_quantity(r->ctx, given, *found, 1e-9, 1e3, value);
}

// ---- tables ----

static const char *hash_of(const pl_measurement *m, const char *path) {
  for (int i = 0; i < m->n_input; i++)
    if (strcmp(m->input_path[i], path) == 0) return m->input_hash[i];
  return "";
}

// A file used whole by two entries would count twice.
static pl_status used_once(pl__label_reader *r, pl_json *value, const char *path) {
  const char *hash = hash_of(r->m, path);
  pl_where where = pl_json_where(value);
  for (int i = 0; i < r->n_whole; i++)
    if (strcmp(r->whole[i], hash) == 0)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "name the file that belongs to this test, or choose its rows with \"where\": {...}",
                     PL_ID("experiment.has-same-content-file") "%s has the same content as the file of an earlier test", path);
  r->whole[r->n_whole++] = hash;
  return PL_OK;
}

// The header of a protocol's usual table, from its template.
static const char *usual_header(const pl_protocol *protocol, const char *key) {
  for (const char *const(*usual)[2] = protocol->files->usual; usual && (*usual)[0]; usual++)
    if (strcmp((*usual)[0], key) == 0) return (*usual)[1];
  return "x [mm], y [mm]";
}

pl_status pl__label_table(pl__label_reader *r, const char *key, const char **path, pl_csv **csv) {
  pl_json *value = pl__label_setting(r, key), *rows = pl__label_setting(r, "where");
  const char *name;
  if (!value) return fail_missing(r, key, "\"points.csv\", a table of labelled points");
  PL_TRY(pl_json_text(r->ctx, value, &name));
  char *joined = pl_path_join(r->scratch, r->directory, name);
  if (!joined) return PL_ERROR_MEMORY;
  *path = joined;
  pl_where where = pl_json_where(value);
  if (!pl_file_exists(joined))
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the experiment file",
                   PL_ID("experiment.does-not-exist-looked") "\"%s\" does not exist (looked for %s)", name, joined);
  PL_TRY(pl_csv_load_like(r->scratch, joined, usual_header(r->m->protocol, key), csv));
  PL_TRY(pl__record_input(r->ctx, r->m, joined));
  return rows ? pl__csv_filter(r->scratch, *csv, rows, csv) : used_once(r, value, joined);
}

pl_status pl__label_fail_row(const pl__label_reader *r, const pl_csv *csv, int row, const char *hint, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  pl_where where = {.file = csv->file, .line = csv->line[row]};
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, "%s", text);
}

// ---- doubts ----

pl_status pl__label_suspect(pl__label_reader *r, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pl__suspect(&r->suspicions, r->name, doubt, (pl_sentence){id, text}, remedy);
}

pl_status pl__label_suspect_same(pl__label_reader *r, const pl_test *test, int channel) {
  const pl_channel *ours = &test->channel[channel];
  for (const pl_test *other = r->m->test; ours->value && other < test; other++) {
    const pl_channel *theirs = &other->channel[channel];
    if (!theirs->value || other->n_frame != test->n_frame || pl_channel_width(theirs) != pl_channel_width(ours)) continue;
    bool same = true;
    for (int i = 0; i < test->n_frame * pl_channel_width(ours) && same; i++) {
      double a = ours->value[i], b = theirs->value[i];
      same = fabs(a - b) <= EQUAL || (isnan(a) && isnan(b));
    }
    if (same) return pl__label_suspect(r, PL_DOUBT_ROWS, PL_SAID(SAY_LOAD_SAME_DO), SAY_LOAD_SAME, other->name);
  }
  return PL_OK;
}
