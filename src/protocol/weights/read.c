// read.c: reads an experiment file of the protocol `weights`, one pl_weights per test.
//
// Weights are forces or masses, by their unit. Permanent loads (the clip, half of the cloth) are added; the table keeps its order.
#include <math.h>
#include <string.h>

#include "measure/direction.h"
#include "measure/record.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
#define MIN_SIZE 5e-3  // m, of the cloth
#define MAX_SIZE 10.0
#define MAX_MASS 1e3         // kg
#define USUAL_SIZE 0.1       // m, of the paper's squares
#define CUT_SIGMA 0.5e-3     // m, of a length that was cut by hand and clipped
#define MAX_REST_SIGMA 0.05  // m

static const char *const keys[] = {"name",       "file",  "direction", "angle", "length",  "width", "rest-length",
                                   "rest-sigma", "clip",  "first",     "sigma", "gravity", "step",  "partial-unloading",
                                   "tops",       "where", "comment"};

// ---- settings ----

static pl_status read_direction(pl__label_reader *r, double *angle) {
  pl_json *direction = pl__label_setting(r, "direction"), *given = pl__label_setting(r, "angle");
  pl_where where = pl_json_where(given ? given : r->entry);
  if (direction && given)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("weights.both-direction-angle-given") "both direction and angle are given");
  if (given) return pl_json_quantity(r->ctx, given, PL_DIM_ANGLE, -PI, PI, angle);
  if (!direction)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"direction\": \"warp\", \"direction\": \"weft\" or \"angle\": \"45 deg\"",
                   PL_ID("weights.direction-hangs-down-missing") "the direction that hangs down is missing");
  bool warp = direction->kind == PL_JSON_STRING && strcmp(direction->text, "warp") == 0;
  if (!warp && (direction->kind != PL_JSON_STRING || strcmp(direction->text, "weft") != 0)) return pl__direction_fail(r->ctx, direction);
  direction->used = true;
  *angle = warp ? 0 : PI / 2;
  return PL_OK;
}

static pl_status read_side(pl__label_reader *r, const char *key, double *value) {
  *value = USUAL_SIZE;
  if (!pl__label_setting(r, key)) return pl__record_note(r->m, r->name, "\"%s\" is not given: %g mm", key, 1e3 * USUAL_SIZE);
  return pl__label_optional(r, key, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, value);
}

static pl_status read_cloth(pl__label_reader *r, pl_test *test, pl_weights *w) {
  static const char *const names[] = {"virgin", "conditioned"};
  PL_TRY(read_direction(r, &test->angle));
  PL_TRY(read_side(r, "length", &w->cut_length));
  PL_TRY(read_side(r, "width", &test->width));
  test->length = w->cut_length;
  PL_TRY(pl__label_optional(r, "rest-length", PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &test->length));
  w->rest_sigma = CUT_SIGMA;
  PL_TRY(pl__label_optional(r, "rest-sigma", PL_DIM_LENGTH, 0, MAX_REST_SIGMA, &w->rest_sigma));
  pl_json *first = pl__label_setting(r, "first");
  int index = PL_WEIGHTS_VIRGIN;
  if (!first) PL_TRY(pl__record_note(r->m, r->name, "\"first\" is not given: \"virgin\", the cloth was fresh or relaxed"));
  if (first) PL_TRY(pl_json_choice(r->ctx, first, 2, names, &index));
  w->first = (pl_weights_first)index;
  return PL_OK;
}

static pl_status read_masses(pl__label_reader *r, const pl_test *test, pl_weights *w) {
  PL_TRY(pl__label_gravity(r, &w->gravity));
  PL_TRY(pl__label_need(r, "clip", "\"12 g\", mass of the lower clip with its hook (\"0 g\" if the weights include it)", PL_DIM_MASS, 0,
                        MAX_MASS, &w->clip));
  w->cloth = r->m->density * w->cut_length * test->width;
  w->dead = (w->clip + 0.5 * w->cloth) * w->gravity;
  return PL_OK;
}

// Weights are forces or masses.
static bool is_mass(const pl_json *value) {
  double si;
  pl_dim dim;
  bool has_unit;
  return value->kind == PL_JSON_STRING && pl_quantity_parse(value->text, &si, &dim, &has_unit) && pl_dim_equal(dim, PL_DIM_MASS);
}

static pl_status weight_quantity(pl__label_reader *r, pl_json *value, double gravity, double *force) {
  bool mass = is_mass(value);
  PL_TRY(pl_json_quantity(r->ctx, value, mass ? PL_DIM_MASS : PL_DIM_FORCE, 1e-6, mass ? MAX_MASS : PL_WEIGHTS_MAX_FORCE, force));
  if (mass) *force *= gravity;
  return PL_OK;
}

static pl_status read_plan(pl__label_reader *r, const pl_weights *w, pl__weights_plan *plan) {
  pl_json *step = pl__label_setting(r, "step"), *tops = pl__label_setting(r, "tops"), *partial = pl__label_setting(r, "partial-unloading");
  *plan = (pl__weights_plan){0};
  if (partial) PL_TRY(pl_json_bool(r->ctx, partial, &plan->partial));
  if (step) PL_TRY(weight_quantity(r, step, w->gravity, &plan->step));
  if (!tops) return PL_OK;
  pl_where where = pl_json_where(tops);
  if (tops->kind != PL_JSON_ARRAY || tops->n == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [\"1 N\", \"2 N\", \"3 N\"]",
                   PL_ID("weights.must-list-largest-weight") "must list the largest weight of every cycle of one repetition");
  double *top = pl_arena_alloc(r->scratch, (size_t)tops->n, sizeof *top);
  if (!top) return PL_ERROR_MEMORY;
  for (pl_json *value = tops->child; value; value = value->next) PL_TRY(weight_quantity(r, value, w->gravity, &top[plan->n_top++]));
  plan->top = top;
  return PL_OK;
}

// ---- the table ----

static pl_status read_weights(pl__label_reader *r, const pl_csv *csv, const pl_weights *w, double **force) {
  static const char *const names[] = {"weight", "weights", "mass", "load", "force", "hung mass", NULL};
  int index;
  PL_TRY(pl_csv_guess(r->ctx, csv, names, &index));
  if (index < 0) return pl_csv_find(r->ctx, csv, "weight", NULL, &index);  // the message lists the columns found
  const pl_csv_column *column = &csv->column[index];
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = column->header};
  bool mass = column->has_unit && pl_dim_equal(column->unit.dim, PL_DIM_MASS);
  if (column->unit_text[0] == '\0')
    return pl_fail(r->ctx, PL_ERROR_UNIT, &where, "write \"weight [N]\" or \"mass [g]\" in the header",
                   PL_ID("weights.column-has-no-unit") "column \"%s\" has no unit, expected a force or a mass", column->header);
  PL_TRY(pl_csv_numbers(r->m->arena, csv, index, mass ? PL_DIM_MASS : PL_DIM_FORCE, NULL, force));
  for (int i = 0; i < csv->n_row; i++) {
    double *value = &(*force)[i];
    if (mass) *value *= w->gravity;
    if (!(*value >= 0 && *value <= PL_WEIGHTS_MAX_FORCE))
      return pl__label_fail_row(r, csv, i, "give what hangs on the clip; 0 when nothing does",
                                PL_ID("weights.weight-must-lie-between") "a weight of %g N, must lie between 0 and %g N", *value,
                                PL_WEIGHTS_MAX_FORCE);
  }
  return PL_OK;
}

// The length, or its increase.
static pl_status read_lengths(pl__label_reader *r, const pl_csv *csv, pl_test *test) {
  static const char *const length_names[] = {"length", "hanging length", "current length", NULL};
  static const char *const growth_names[] = {"elongation", "extension", "displacement", NULL};
  int length, growth;
  double *value;
  PL_TRY(pl_csv_guess(r->ctx, csv, length_names, &length));
  PL_TRY(pl_csv_guess(r->ctx, csv, growth_names, &growth));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  if (length >= 0 && growth >= 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("weights.has-both-column-column") "has both a column \"%s\" and a column \"%s\"", csv->column[length].header,
                   csv->column[growth].header);
  if (length < 0 && growth < 0) return pl_csv_find(r->ctx, csv, "length", NULL, &length);  // the message lists the columns found
  PL_TRY(pl_csv_numbers(r->m->arena, csv, growth >= 0 ? growth : length, PL_DIM_LENGTH, NULL, &value));
  for (int i = 0; i < csv->n_row && growth >= 0; i++) value[i] += test->length;
  pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  channel->value = value;
  channel->source = pl_arena_printf(r->m->arena, growth >= 0 ? "\"%s\", added to the rest length" : "\"%s\"",
                                    csv->column[growth >= 0 ? growth : length].header);
  return channel->source ? PL_OK : PL_ERROR_MEMORY;
}

// A sigma per row, or one for all.
static pl_status read_sigma(pl__label_reader *r, const pl_csv *csv, pl_test *test) {
  static const char *const names[] = {"sigma", "sigma length", "length sigma", NULL};
  pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  pl_json *const group[] = {pl_json_find(r->entry, "sigma"), pl_json_find(r->root, "sigma")};
  pl_dim dim;
  int index;
  for (int g = 0; g < 2; g++) {
    pl_json *force = group[g] && group[g]->kind == PL_JSON_OBJECT ? pl_json_find(group[g], "force") : NULL;
    pl_where where = pl_json_where(force ? force : r->entry);
    if (force)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write {\"length\": \"0.1 mm\"}",
                     PL_ID("weights.weights-imposed-they-have") "weights are imposed: they have no sigma");
  }
  PL_TRY(pl__label_sigma(r, "length", PL_DIM_LENGTH, PL_DIM_LENGTH, &dim, &channel->sigma));
  PL_TRY(pl_csv_guess(r->ctx, csv, names, &index));
  if (index < 0) return PL_OK;
  double *sigma, sum = 0;
  PL_TRY(pl_csv_numbers(r->m->arena, csv, index, PL_DIM_LENGTH, NULL, &sigma));
  for (int i = 0; i < csv->n_row; i++) {
    if (!(sigma[i] >= 1e-9 && sigma[i] <= 1))
      return pl__label_fail_row(r, csv, i, "write what one reading scatters; leave the column out when it is unknown",
                                PL_ID("weights.sigma-mm-must-more") "a sigma of %g mm, must be more than 0", 1e3 * sigma[i]);
    sum += sigma[i] * sigma[i];
  }
  channel->value_sigma = sigma;
  channel->sigma = sqrt(sum / csv->n_row);
  return PL_OK;
}

static pl_status read_counters(pl__label_reader *r, const pl_csv *csv, const pl_test *test, pl_weights *w) {
  static const char *const cycle_names[] = {"cycle", NULL}, *const repetition_names[] = {"repetition", "repeat", "run", NULL};
  int cycle, repetition;
  double *count[2] = {NULL, NULL};
  PL_TRY(pl_csv_guess(r->ctx, csv, repetition_names, &repetition));
  PL_TRY(pl_csv_guess(r->ctx, csv, cycle_names, &cycle));
  if (repetition >= 0) {
    PL_TRY(pl_csv_numbers(r->scratch, csv, repetition, PL_DIM_NONE, NULL, &count[0]));
    PL_TRY(pl__weights_check_counter(r, test, csv, "repetition", count[0], NULL));
    int *number = pl_arena_alloc(r->m->arena, (size_t)csv->n_row, sizeof *number);
    if (!number) return PL_ERROR_MEMORY;
    for (int i = 0; i < csv->n_row; i++) number[i] = (int)count[0][i];
    w->repetition = number;
  }
  if (cycle < 0) return PL_OK;
  PL_TRY(pl_csv_numbers(r->scratch, csv, cycle, PL_DIM_NONE, NULL, &count[1]));
  return pl__weights_check_counter(r, test, csv, "cycle", count[1], count[0]);
}

static pl_status read_table(pl__label_reader *r, const pl_csv *csv, pl_test *test, pl_weights *w) {
  double *weight, *force;
  pl_where where = {.file = csv->file, .line = csv->n_row > 0 ? csv->line[csv->n_row - 1] : csv->header_line};
  if (csv->n_row < PL_WEIGHTS_MIN_FRAME || csv->n_row > PL_WEIGHTS_MAX_FRAME)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "one row per weight, all the way up and down again",
                   PL_ID("weights.has-rows-must-have") "has %d rows, must have %d to %d", csv->n_row, PL_WEIGHTS_MIN_FRAME,
                   PL_WEIGHTS_MAX_FRAME);
  test->n_frame = test->n_raw = csv->n_row;
  PL_TRY(read_weights(r, csv, w, &weight));
  PL_TRY(read_lengths(r, csv, test));
  PL_TRY(read_sigma(r, csv, test));
  w->weight = weight;
  force = pl_arena_alloc(r->m->arena, (size_t)csv->n_row, sizeof *force);
  if (!force) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++) force[i] = weight[i] + w->dead;
  test->channel[PL_WEIGHTS_FORCE].value = force;
  test->control = PL_WEIGHTS_FORCE;
  test->observed = PL_WEIGHTS_LENGTH;
  for (int c = 0; c < 2; c++) test->raw[c] = test->channel[c].value;
  PL_TRY(pl_weights_follow(r->m->arena, w, test));
  return PL_OK;
}

// ---- tests ----

static pl_status read_test(pl__label_reader *r, pl_json *entry, pl_test *test) {
  pl_weights *w = pl_arena_alloc(r->m->arena, 1, sizeof *w);
  if (!w) return PL_ERROR_MEMORY;
  pl__weights_plan plan;
  const char *path;
  pl_csv *csv;
  int n_pair;
  *test = (pl_test){.line = entry->line, .strips = 1, .protocol = &pl_protocol_weights, .detail = w};
  for (int c = 0; c < r->m->protocol->n_channel; c++) test->channel[c].row = &r->m->protocol->channel[c];
  PL_TRY(pl__label_open(r, entry, "file", "cloth", &test->name));
  PL_TRY(pl__label_unique(r, test->name));
  test->specimen = r->specimen;
  PL_TRY(read_cloth(r, test, w));
  PL_TRY(read_masses(r, test, w));
  PL_TRY(read_plan(r, w, &plan));
  PL_TRY(pl__label_table(r, "file", &path, &csv));
  test->file = pl_arena_text(r->m->arena, path);
  if (!test->file) return PL_ERROR_MEMORY;
  PL_TRY(read_table(r, csv, test, w));
  PL_TRY(pl__weights_check(r, test, csv, &plan));
  PL_TRY(read_counters(r, csv, test, w));
  pl__weights_gap(test, &n_pair, &test->hysteresis);
  return pl__weights_doubt(r, test, csv);
}

pl_status pl__weights_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__label_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r, "{\"name\": \"warp\", \"direction\": \"warp\", \"file\": \"warp.csv\"}", &tests));
  pl_where where = {.file = m->file, .line = root->line, .key = "density"};
  if (!(m->density > 0))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "weigh a piece of known size and write \"density\": \"143 g/m^2\" at the top of the file",
                   PL_ID("weights.missing-half-cloth-own") "is missing: half of the cloth's own weight counts");
  m->test = pl_arena_alloc(m->arena, (size_t)tests->n, sizeof *m->test);
  if (!m->test) return PL_ERROR_MEMORY;
  for (pl_json *entry = tests->child; entry; entry = entry->next) {
    PL_TRY(read_test(&r, entry, &m->test[m->n_test]));
    m->n_test++;
  }
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return PL_OK;
}
