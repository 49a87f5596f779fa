// columns.c: converts the columns of a table to stretches and stresses.
//
// Stretch l directly, from a strain (1 + e), a logarithmic strain (exp e), an elongation (1 + d / length) or a length (L / length). Shear
// directly, from a displacement (d / height) or an angle (l2 tan a: the face moves by tan a times the deformed height). Stress directly,
// from a force over the rest area (always nominal) or a force per width over the thickness.
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "measure/record.h"
#include "measure/table/times.h"

// The value of "columns" for a channel: of the entry, then of the file.
static pl_json *named_column(const pl__label_reader *r, const char *channel) {
  pl_json *const source[] = {pl_json_find(r->entry, "columns"), pl_json_find(r->root, "columns")};
  for (int s = 0; s < 2; s++) {
    pl_json *given = source[s] && source[s]->kind == PL_JSON_OBJECT ? pl_json_find(source[s], channel) : NULL;
    if (given) return given;
  }
  return NULL;
}

static pl_status check_columns(const pl__label_reader *r) {
  pl_json *const source[] = {pl_json_find(r->entry, "columns"), pl_json_find(r->root, "columns")};
  enum { NAMES = PL_HOMOGENEOUS_CHANNELS + 1 };
  const char *name[NAMES];
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) name[c] = pl__homogeneous_channel[c].name;
  name[PL_HOMOGENEOUS_CHANNELS] = pl__time_key;
  for (int s = 0; s < 2; s++) {
    if (!source[s]) continue;
    pl_where where = pl_json_where(source[s]);
    if (source[s]->kind != PL_JSON_OBJECT)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                     "write {\"stretch\": {\"name\": \"F11\", \"as\": \"stretch\"}, \"stress\": {\"name\": \"P11\", \"unit\": \"MPa\"}}",
                     PL_ID("homogeneous.must-object") "must be an object {...}");
    for (pl_json *member = source[s]->child; member; member = member->next) {
      int c = 0;
      while (c < NAMES && !pl_text_same(member->key, name[c])) c++;
      if (c < NAMES) continue;
      const char *near = pl_text_nearest(member->key, NAMES, name);
      char hint[160];
      snprintf(hint, sizeof hint, near ? "did you mean \"%s\"?" : "channels are stretch, stretch-2, shear, stress, stress-2, ...", near);
      where = pl_json_where(member);
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("homogeneous.unknown-channel") "unknown channel \"%.80s\"", member->key);
    }
  }
  return PL_OK;
}

static pl_status fail_column(const pl__label_reader *r, const pl_csv *csv, const pl_channel_row *row, const char *mode) {
  pl_text found;
  pl_text_init(&found, r->ctx);
  for (int c = 0; c < csv->n_column && c < 12; c++) pl_text_printf(&found, "%s%.40s", c ? ", " : "", csv->column[c].header);
  char hint[300];
  pl__column_missing(csv, row, hint, sizeof hint);
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = "columns"};
  pl_status status = pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint,
                             PL_ID("homogeneous.no-column-test-needs") "no column for %s, which a %s test needs; found: %s", row->name,
                             mode, found.failed ? "" : found.data);
  pl_text_clear(&found);
  return status;
}

// A size of the specimen that a form requires.
static pl_status need_size(const pl__label_reader *r, const char *key, const char *example, const char *column, double value) {
  if (value > 0) return PL_OK;
  pl_where where = pl_json_where(r->entry);
  char hint[200];
  snprintf(hint, sizeof hint, "write \"%s\": \"%s\", measured on the specimen at rest", key, example);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, "%s cannot be used: \"%s\" is missing", column, key);
}

static pl_status convert_stretch(pl__label_reader *r, const pl__homogeneous_size *size, int channel, int n, pl_column_result *c) {
  int direction = channel == PL_HOMOGENEOUS_STRETCH_2;
  double length = size->length[direction];
  const char *key = direction ? "length-2" : "length";
  if (c->choice == PL_STRETCH_ELONGATION || c->choice == PL_STRETCH_LENGTH) PL_TRY(need_size(r, key, "50 mm", c->source, length));
  for (int i = 0; i < n; i++) {
    double v = c->value[i];
    switch (c->choice) {
    case PL_STRETCH_STRAIN: c->value[i] = 1 + v; break;
    case PL_STRETCH_LOG: c->value[i] = exp(v); break;
    case PL_STRETCH_ELONGATION: c->value[i] = 1 + v / length; break;
    case PL_STRETCH_LENGTH: c->value[i] = v / length; break;
    default: break;
    }
  }
  return PL_OK;
}

static pl_status convert_shear(pl__label_reader *r, const pl__homogeneous_size *size, const pl_test *test, int n, pl_column_result *c) {
  if (c->choice == PL_SHEAR_DISPLACED) PL_TRY(need_size(r, "height", "10 mm", c->source, size->height));
  for (int i = 0; i < n; i++) {
    if (c->choice == PL_SHEAR_DISPLACED) c->value[i] /= size->height;
    if (c->choice == PL_SHEAR_ANGLED) c->value[i] = pl_homogeneous_at(test, i).stretch[1] * tan(c->value[i]);
  }
  return PL_OK;
}

static pl_status convert_stress(pl__label_reader *r, const pl__homogeneous_size *size, const pl_homogeneous *h, int channel, int n,
                                pl_column_result *c) {
  if (c->choice == PL_STRESS_PLAIN) return PL_OK;
  int face = channel == PL_HOMOGENEOUS_STRESS_2;
  bool force = c->choice == PL_STRESS_FORCE;
  if (h->measure != PL_STRESS_NOMINAL) {
    pl_where where = pl_json_where(r->entry);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"stress\": \"nominal\"",
                   PL_ID("homogeneous.over-size-rest-nominal") "%s over the size at rest is a nominal stress, but the test says \"%s\"",
                   c->source, pl_stress_measure_name[h->measure]);
  }
  if (force) PL_TRY(need_size(r, face ? "area-2" : "area", "20 mm^2", c->source, size->area[face]));
  if (!force) PL_TRY(need_size(r, "thickness", "1.5 mm", c->source, size->thickness));
  for (int i = 0; i < n; i++) c->value[i] /= force ? size->area[face] : size->thickness;
  return PL_OK;
}

static pl_status read_channel(pl__label_reader *r, const pl_csv *csv, const pl__homogeneous_size *size, pl_test *test, pl_homogeneous *h,
                              int channel, pl__homogeneous_form *form) {
  const pl__homogeneous_mode_row *mode = &pl__homogeneous_mode[h->mode];
  const pl_channel_row *row = &pl__homogeneous_channel[channel];
  bool needed = mode->needs >> channel & 1;
  if (!needed && !(mode->may >> channel & 1)) return PL_OK;
  pl_column_request request = {.given = named_column(r, row->name)};
  pl_column_result column = {0};
  bool skipped = request.given && request.given->kind == PL_JSON_NULL;
  if (!skipped) PL_TRY(pl__column_read(r->m->arena, csv, row, &request, &column));
  if (!column.value) return needed ? fail_column(r, csv, row, mode->name) : PL_OK;
  *form = (pl__homogeneous_form){column.choice, column.column, column.has_unit};
  switch (channel) {
  case PL_HOMOGENEOUS_STRETCH:
  case PL_HOMOGENEOUS_STRETCH_2: PL_TRY(convert_stretch(r, size, channel, csv->n_row, &column)); break;
  case PL_HOMOGENEOUS_SHEAR: PL_TRY(convert_shear(r, size, test, csv->n_row, &column)); break;
  case PL_HOMOGENEOUS_LATERAL:
    for (int i = 0; i < csv->n_row && column.choice == PL_LATERAL_STRAIN; i++) column.value[i] += 1;
    break;
  default: PL_TRY(convert_stress(r, size, h, channel, csv->n_row, &column)); break;
  }
  test->channel[channel].value = column.value;
  test->channel[channel].source = column.source;
  return PL_OK;
}

static pl_status read_times(pl__label_reader *r, const pl_csv *csv, pl_test *test) {
  double *time;
  const char *note;
  PL_TRY(pl__times_read(r->m->arena, csv, named_column(r, pl__time_key), &time, &note));
  if (note) PL_TRY(pl__record_note(r->m, r->name, "%s", note));
  const pl_channel *control = &test->channel[test->control];
  if (!control->value) return PL_OK;
  PL_TRY(pl__times_take(&r->suspicions, test, test->n_frame, control->value, control->row, time, &test->time));
  test->raw_time = test->time;
  return PL_OK;
}

pl_status pl__homogeneous_columns(pl__label_reader *r, const pl_csv *csv, const pl__homogeneous_size *size, pl_test *test,
                                  pl_homogeneous *h) {
  pl_where where = {.file = csv->file, .line = csv->n_row > 0 ? csv->line[csv->n_row - 1] : csv->header_line};
  if (csv->n_row < PL_HOMOGENEOUS_MIN_FRAME || csv->n_row > PL_HOMOGENEOUS_MAX_FRAME)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give the whole curve, one row per point",
                   PL_ID("homogeneous.has-rows-must-have") "has %d rows, must have %d to %d", csv->n_row, PL_HOMOGENEOUS_MIN_FRAME,
                   PL_HOMOGENEOUS_MAX_FRAME);
  test->n_frame = test->n_raw = csv->n_row;
  PL_TRY(check_columns(r));
  // stretches come before the shear angle, which needs them
  pl__homogeneous_form form[PL_HOMOGENEOUS_CHANNELS] = {{0}};
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) PL_TRY(read_channel(r, csv, size, test, h, c, &form[c]));
  PL_TRY(read_times(r, csv, test));
  return pl__homogeneous_range(r, csv, test, form);
}
