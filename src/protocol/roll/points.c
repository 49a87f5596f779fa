// points.c: tables of labelled points of released spirals: one test per radius and repetition, rotated so that gravity points down, from
// the held end.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/record.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846
#define MIN_RADIUS 2e-4  // m
#define MAX_RADIUS 1.0

// ---- the list ----

static pl_status add_test(pl__label_reader *r, const pl__roll_entry *entry, double radius, int repetition, bool many, pl_test **out,
                          pl_roll **roll) {
  char length[40];
  PL_TRY(pl__label_room(r, PL_ROLL_MAX_TEST));
  pl_test *test = &r->m->test[r->m->n_test];
  int *branch = pl_arena_alloc(r->m->arena, 1, sizeof *branch);
  *roll = pl_arena_alloc(r->m->arena, 1, sizeof **roll);
  const char *name = entry->name;
  if (many)
    name = pl_arena_printf(r->m->arena, "%s %s mm %d", entry->name, pl_number_people(1e3 * radius, length, sizeof length), repetition);
  if (!*roll || !branch || !name) return PL_ERROR_MEMORY;
  branch[0] = PL_BRANCH_UNLOAD;
  **roll = (pl_roll){.radius = radius,
                     .repetition = repetition,
                     .side = entry->side,
                     .gravity = entry->gravity,
                     .rigidity = entry->rigidity,
                     .rigidity_sigma = entry->rigidity_sigma,
                     .bending = entry->bending,
                     .strip = entry->strip};
  *test = (pl_test){.name = name,
                    .specimen = r->specimen,
                    .line = r->entry->line,
                    .length = entry->length,
                    .width = entry->width,
                    .strips = 1,
                    .angle = entry->cut,
                    .n_frame = 1,
                    .n_raw = 1,
                    .branch = branch,
                    .raw_branch = branch,
                    .control = PL_ROLL_PROFILE,
                    .observed = PL_ROLL_PROFILE,
                    .protocol = &pl_protocol_roll,
                    .detail = *roll};
  test->channel[PL_ROLL_PROFILE].row = &r->m->protocol->channel[PL_ROLL_PROFILE];
  PL_TRY(pl__label_unique(r, name));
  r->name = name;
  *out = test;
  return PL_OK;
}

// ---- one profile ----

// Rows first .. first + n - 1 of the table.
static pl_status add_profile(pl__label_reader *r, const pl__roll_entry *entry, const pl_csv *csv, const char *path,
                             const pl__board_points *points, double radius, int repetition, bool many, int first, int n) {
  pl_test *test = NULL;
  pl_roll *roll = NULL;
  pl_dim dim;
  if (n < PL_ROLL_MIN_POINT || n > PL_ROLL_MAX_POINT)
    return pl__label_fail_row(r, csv, first + n - 1, "label the spiral from its held end to its free end, every 3 to 5 mm",
                              PL_ID("roll.profile-has-points-must") "the profile has %d points, must have %d to %d", n, PL_ROLL_MIN_POINT,
                              PL_ROLL_MAX_POINT);
  if (!(radius >= MIN_RADIUS && radius <= MAX_RADIUS))
    return pl__label_fail_row(r, csv, first, "give the radius of the cylinder, not zero; check its unit",
                              PL_ID("roll.radius-mm-must-lie") "a radius of %g mm, must lie between %g and %g mm", 1e3 * radius,
                              1e3 * MIN_RADIUS, 1e3 * MAX_RADIUS);
  PL_TRY(add_test(r, entry, radius, repetition, many, &test, &roll));
  test->file = pl_arena_text(r->m->arena, path);
  double *value = pl_arena_alloc(r->m->arena, 2 * (size_t)n, sizeof *value);
  int *row = pl_arena_alloc(r->scratch, (size_t)n, sizeof *row);
  if (!test->file || !value || !row) return PL_ERROR_MEMORY;
  // rotate so that gravity points down
  double turn = -PI / 2 - entry->down, c = cos(turn), s = sin(turn);
  bool straight = fabs(turn) < 1e-12;
  for (int i = 0; i < n; i++) row[i] = entry->held_last ? first + n - 1 - i : first + i;
  const double *zero = points->x + 2 * (size_t)row[0];
  for (int i = 0; i < n; i++) {
    const double *at = points->x + 2 * (size_t)row[i];
    double x = at[0] - zero[0], y = at[1] - zero[1];
    value[2 * i] = (straight ? x : c * x - s * y) + 0.0;  // no minus zero
    value[2 * i + 1] = (straight ? y : s * x + c * y) + 0.0;
  }
  roll->n_point = n;
  pl_channel *channel = &test->channel[PL_ROLL_PROFILE];
  channel->value = value;
  channel->width = 2 * n;
  channel->source = points->source;
  PL_TRY(pl__label_sigma(r, "profile", PL_DIM_LENGTH, PL_DIM_LENGTH, &dim, &channel->sigma));
  PL_TRY(pl__roll_check(r, test, csv, row));
  if (test->length < PI * radius)
    PL_TRY(pl__record_note(r->m, test->name,
                           "on this cylinder the strip makes %.2f turns, less than half a one: its ends were hardly rolled",
                           test->length / (2 * PI * radius)));
  pl_roll_profile *profile = pl_arena_alloc(r->m->arena, 1, sizeof *profile);
  if (!profile) return PL_ERROR_MEMORY;
  PL_TRY(pl_roll_derive(r->m->arena, test, r->m->density, entry->n_sample, profile));
  roll->profile = profile;
  r->m->n_test++;
  return pl__roll_doubt(r, test);
}

// ---- tables ----

typedef struct columns {
  double *radius, *repetition;  // [n_row], m and numbers; NULL: not in the table
  double same_radius;           // m, of all rows when there is no column
  int64_t same_repetition;
} columns;

static double radius_of(const columns *c, int row) { return c->radius ? c->radius[row] : c->same_radius; }
static double repetition_of(const columns *c, int row) { return c->repetition ? c->repetition[row] : (double)c->same_repetition; }
static bool same_profile(const columns *c, int a, int b) {
  return radius_of(c, a) == radius_of(c, b) && repetition_of(c, a) == repetition_of(c, b);
}

static pl_status read_columns(pl__label_reader *r, const pl_csv *csv, columns *c) {
  static const char *const radius_names[] = {"radius", NULL}, *const repetition_names[] = {"repetition", "repeat", "run", NULL};
  int radius, repetition;
  pl_json *given = pl__label_setting(r, "radius"), *number = pl__label_setting(r, "repetition");
  PL_TRY(pl_csv_guess(r->ctx, csv, radius_names, &radius));
  PL_TRY(pl_csv_guess(r->ctx, csv, repetition_names, &repetition));
  pl_where where = pl_json_where(given ? given : r->entry);
  if (given && radius >= 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("roll.both-radius-column-radius") "both \"radius\" and the column radius of %s are given", csv->file);
  if (!given && radius < 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "write \"radius\": \"7.5 mm\", or a column `radius [mm]` when the table holds several profiles",
                   "\"radius\" is missing: that of the cylinder on which the strip was rolled");
  if (given) PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_LENGTH, MIN_RADIUS, MAX_RADIUS, &c->same_radius));
  if (number && repetition >= 0) {
    where = pl_json_where(number);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("roll.both-repetition-column-repetition") "both \"repetition\" and the column repetition of %s are given",
                   csv->file);
  }
  if (number) PL_TRY(pl_json_integer(r->ctx, number, 0, 1000000, &c->same_repetition));
  if (radius >= 0) PL_TRY(pl_csv_numbers(r->scratch, csv, radius, PL_DIM_LENGTH, NULL, &c->radius));
  if (repetition < 0) return PL_OK;
  PL_TRY(pl_csv_numbers(r->scratch, csv, repetition, PL_DIM_NONE, NULL, &c->repetition));
  for (int i = 0; i < csv->n_row; i++)
    if (!(c->repetition[i] >= 0 && c->repetition[i] <= 1e6) || c->repetition[i] != floor(c->repetition[i]))
      return pl__label_fail_row(r, csv, i, "count 1, 2, 3, ...",
                                PL_ID("roll.repetition-must-whole-number") "repetition is %g, must be a whole number", c->repetition[i]);
  return PL_OK;
}

pl_status pl__roll_read_profiles(pl__label_reader *r, const pl__roll_entry *entry) {
  const char *path;
  pl_csv *csv;
  pl__board_points points;
  columns c = {.same_repetition = 1};
  PL_TRY(pl__label_table(r, "profile", &path, &csv));
  PL_TRY(pl__calibration_points(r, &entry->calibration, csv, &points));
  PL_TRY(read_columns(r, csv, &c));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  if (csv->n_row == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "label the spiral from its held end to its free end", "has no points");
  bool many = c.radius || c.repetition;
  for (int first = 0, end; first < csv->n_row; first = end) {
    for (end = first + 1; end < csv->n_row && same_profile(&c, first, end); end++) {
    }
    for (int i = 0; i < first; i++)
      if (same_profile(&c, i, first))
        return pl__label_fail_row(r, csv, first, "list the points of a profile in one piece; number repetitions in a column `repetition`",
                                  PL_ID("roll.radius-mm-repetition-already") "radius %g mm, repetition %g was already in line %d",
                                  1e3 * radius_of(&c, first), repetition_of(&c, first), csv->line[i]);
    PL_TRY(add_profile(r, entry, csv, path, &points, radius_of(&c, first), (int)repetition_of(&c, first), many, first, end - first));
  }
  return PL_OK;
}
