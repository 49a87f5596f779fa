// profile.c: labelled points along a hanging strip: converts a table to x out of the clamp, y up, in metres from the clamp.
//
// The origin is given by "origin", or zero in tables of lengths. In photographs it is the first labelled point, which is then dropped.
// A strip that leaves the clamp to the left is mirrored.
#include <math.h>
#include <string.h>

#include "protocol/cantilever/cantilever_part.h"
#include "measure/record.h"
#include "protocol/cantilever/cantilever.h"

#define REACH_SHARE 0.02  // of the overhang; no point can be farther than the overhang plus this
#define RISE_SHARE 0.05   // of the overhang, above the clamp
#define LOOP_SHARE 0.05   // of the overhang: a smaller loop is label noise
#define STEP_SHARE 0.02   // of the overhang: shorter steps may go back

// ---- the origin ----

typedef struct origin {
  bool first;
  double at[2];  // m, on the board, when not the first point
} origin;

static pl_status read_origin(pl__label_reader *r, const pl__cantilever_entry *entry, bool pixels, origin *o) {
  static const char *const names[] = {"first", "zero"};
  pl_json *value = pl__label_setting(r, "origin");
  *o = (origin){.first = pixels};
  if (!value && !pixels) return PL_OK;
  if (!value) return pl__record_note(r->m, entry->name, "the first labelled point is taken as where the strip leaves the clamp");
  pl_where where = pl_json_where(value);
  if (value->kind == PL_JSON_STRING) {
    int index;
    PL_TRY(pl_json_choice(r->ctx, value, 2, names, &index));
    o->first = index == 0;
    return PL_OK;
  }
  o->first = false;
  bool numbers = value->kind == PL_JSON_ARRAY && value->n == 2 && value->child->kind == PL_JSON_NUMBER;
  if (pixels && numbers && value->child->next->kind == PL_JSON_NUMBER) {
    double pixel[2] = {value->child->number, value->child->next->number};
    if (pl__calibration_map(&entry->calibration, pixel, o->at)) return PL_OK;
  }
  if (pixels || value->kind != PL_JSON_ARRAY)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"first\", or the pixel where the strip leaves the clamp: [1520, 830]",
                   PL_ID("cantilever.no-point-photograph") "is no point of the photograph");
  int n;
  double *at;
  PL_TRY(pl_json_quantities(r->scratch, value, PL_DIM_LENGTH, &n, &at));
  if (n != 2)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [\"12 mm\", \"80 mm\"]: where the strip leaves the clamp",
                   PL_ID("cantilever.has-lengths-must-have") "has %d lengths, must have 2", n);
  memcpy(o->at, at, sizeof o->at);
  return PL_OK;
}

// Refuse a profile that cannot be the shape of this strip. row: [n_point], rows of the table.
static pl_status check_profile(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row);

// ---- one profile ----

// The rows of one profile, in order: points relative to the origin, mirrored if necessary.
static pl_status add_profile(pl__label_reader *r, const pl__cantilever_entry *entry, const pl_csv *csv, const char *path,
                             const pl__board_points *points, const origin *o, double overhang, bool many, int n, const int *row) {
  pl_test *test;
  pl_cantilever *c;
  pl_dim dim;
  int skip = o->first ? 1 : 0;
  if (n - skip < PL_CANTILEVER_MIN_POINT || n > PL_CANTILEVER_MAX_POINT)
    return pl__label_fail_row(r, csv, row[n > 0 ? n - 1 : 0], "label the strip from clamp to tip; for the tip alone write \"tip\"",
                              PL_ID("cantilever.profile-has-points-must") "the profile has %d points, must have %d to %d", n,
                              PL_CANTILEVER_MIN_POINT + skip, PL_CANTILEVER_MAX_POINT);
  PL_TRY(pl__cantilever_add(r, entry, overhang, many, &test, &c));
  test->file = pl_arena_text(r->m->arena, path);
  double *value = pl_arena_alloc(r->m->arena, 2 * (size_t)n, sizeof *value), sum = 0;
  if (!test->file || !value) return PL_ERROR_MEMORY;
  const double *zero = o->first ? points->x + 2 * (size_t)row[0] : o->at;
  for (int i = skip; i < n; i++) {
    for (int k = 0; k < 2; k++) value[2 * (i - skip) + k] = points->x[2 * (size_t)row[i] + (size_t)k] - zero[k];
    sum += value[2 * (i - skip)];
  }
  c->n_point = n - skip;
  c->tip_labelled = entry->tip_labelled;
  c->turn_sigma = entry->turn_sigma;
  for (int i = 0; i < c->n_point && sum < 0; i++) value[2 * i] = -value[2 * i] + 0.0;
  if (sum < 0) PL_TRY(pl__record_note(r->m, test->name, "the strip leaves the clamp to the left: mirrored"));
  pl_channel *channel = &test->channel[PL_CANTILEVER_PROFILE];
  channel->value = value;
  channel->width = 2 * c->n_point;
  channel->source = points->source;
  test->control = test->observed = PL_CANTILEVER_PROFILE;
  PL_TRY(pl__label_sigma(r, "profile", PL_DIM_LENGTH, PL_DIM_LENGTH, &dim, &channel->sigma));
  PL_TRY(check_profile(r, test, csv, row + skip));
  return pl__cantilever_doubt(r, test);
}

// ---- tables ----

static pl_status fail_overhang(pl__label_reader *r, bool column, const char *file) {
  pl_where where = pl_json_where(r->entry);
  if (column)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("cantilever.both-overhang-column-overhang") "both \"overhang\" and the column overhang of %s are given", file);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                 "write \"overhang\": \"80 mm\", or a column `overhang [mm]` when the table holds several profiles",
                 "\"overhang\" is missing: the length of the strip outside the clamp");
}

static bool same_profile(const pl_csv *csv, const double *overhang, int image, int a, int b) {
  return overhang[a] == overhang[b] && (image < 0 || strcmp(csv->cell[a][image], csv->cell[b][image]) == 0);
}

// One profile per overhang (and image), in the order of the table.
static pl_status split_profiles(pl__label_reader *r, const pl__cantilever_entry *entry, const pl_csv *csv, const char *path,
                                const pl__board_points *points, const origin *o, int column) {
  static const char *const image_names[] = {"image", "frame", "photo", NULL};
  double *overhang;
  int image;
  size_t n = (size_t)csv->n_row;
  PL_TRY(pl_csv_numbers(r->scratch, csv, column, PL_DIM_LENGTH, NULL, &overhang));
  PL_TRY(pl_csv_guess(r->ctx, csv, image_names, &image));
  int *row = pl_arena_alloc(r->scratch, n, sizeof *row);
  uint8_t *done = pl_arena_alloc(r->scratch, n, sizeof *done);
  if (!row || !done) return PL_ERROR_MEMORY;
  for (int first = 0; first < csv->n_row; first++) {
    if (done[first]) continue;
    int n_row = 0;
    for (int i = first; i < csv->n_row; i++) {
      if (done[i] || !same_profile(csv, overhang, image, first, i)) continue;
      row[n_row++] = i;
      done[i] = 1;
    }
    if (!(overhang[first] >= PL_CANTILEVER_MIN_OVERHANG && overhang[first] <= PL_CANTILEVER_MAX_OVERHANG))
      return pl__label_fail_row(r, csv, first, "check the unit of the column",
                                PL_ID("cantilever.overhang-mm-must-lie") "an overhang of %g mm, must lie between %g mm and %g m",
                                1e3 * overhang[first], 1e3 * PL_CANTILEVER_MIN_OVERHANG, PL_CANTILEVER_MAX_OVERHANG);
    PL_TRY(add_profile(r, entry, csv, path, points, o, overhang[first], true, n_row, row));
  }
  return PL_OK;
}

pl_status pl__cantilever_read_profiles(pl__label_reader *r, const pl__cantilever_entry *entry) {
  static const char *const names[] = {"overhang", "overhanging length", NULL};
  const char *path;
  pl_csv *csv;
  pl__board_points points;
  origin o;
  int column;
  pl_json *given = pl__label_setting(r, "overhang");
  PL_TRY(pl__label_table(r, "profile", &path, &csv));
  PL_TRY(pl__calibration_points(r, &entry->calibration, csv, &points));
  PL_TRY(read_origin(r, entry, points.pixels, &o));
  PL_TRY(pl_csv_guess(r->ctx, csv, names, &column));
  if ((given != NULL) == (column >= 0)) return fail_overhang(r, column >= 0, csv->file);
  if (column >= 0) return split_profiles(r, entry, csv, path, &points, &o, column);
  double overhang;
  PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_LENGTH, PL_CANTILEVER_MIN_OVERHANG, PL_CANTILEVER_MAX_OVERHANG, &overhang));
  int *row = pl_arena_alloc(r->scratch, (size_t)csv->n_row + 1, sizeof *row);
  if (!row) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++) row[i] = i;
  return add_profile(r, entry, csv, path, &points, &o, overhang, false, csv->n_row, row);
}

// ---- impossible profiles ----

static double cross(const double *o, const double *a, const double *b) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

// True if the segments p p+2 and q q+2 cross, other than by touching.
static bool segments_cross(const double *p, const double *q) {
  const double *a = p, *b = p + 2, *c = q, *d = q + 2;
  if (fmax(a[0], b[0]) < fmin(c[0], d[0]) || fmin(a[0], b[0]) > fmax(c[0], d[0])) return false;
  if (fmax(a[1], b[1]) < fmin(c[1], d[1]) || fmin(a[1], b[1]) > fmax(c[1], d[1])) return false;
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

static double length_between(const double *x, int from, int to) {
  double sum = 0;
  for (int i = from; i < to; i++) sum += hypot(x[2 * i + 2] - x[2 * i], x[2 * i + 3] - x[2 * i + 1]);
  return sum;
}

static pl_status check_crossing(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row, double jitter) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const double *x = test->channel[PL_CANTILEVER_PROFILE].value;
  for (int i = 0; i + 1 < c->n_point; i++)
    for (int j = i + 2; j + 1 < c->n_point; j++) {
      if (!segments_cross(x + 2 * i, x + 2 * j) || length_between(x, i + 1, j) <= fmax(LOOP_SHARE * c->overhang, jitter)) continue;
      return pl__label_fail_row(
          r, csv, row[j], "label the strip from clamp to tip, in order, once",
          PL_ID("cantilever.profile-crosses-itself-step") "the profile crosses itself: the step to line %d crosses the one to line %d",
          csv->line[row[j + 1]], csv->line[row[i + 1]]);
    }
  return PL_OK;
}

// A step back by more than 120 degrees.
static pl_status check_order(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row, double jitter) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const double *x = test->channel[PL_CANTILEVER_PROFILE].value;
  double shortest = fmax(STEP_SHARE * c->overhang, jitter);
  for (int i = 1; i + 1 < c->n_point; i++) {
    double a[2], b[2];
    for (int k = 0; k < 2; k++) {
      a[k] = x[2 * i + k] - x[2 * i - 2 + k];
      b[k] = x[2 * i + 2 + k] - x[2 * i + k];
    }
    double la = hypot(a[0], a[1]), lb = hypot(b[0], b[1]);
    if (fmin(la, lb) <= shortest || a[0] * b[0] + a[1] * b[1] > -0.5 * la * lb) continue;
    return pl__label_fail_row(
        r, csv, row[i + 1], "list the points in order from clamp to tip",
        PL_ID("cantilever.profile-goes-back-itself") "the profile goes back on itself here: the points are not in order");
  }
  return PL_OK;
}

static pl_status check_profile(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const int *row) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const pl_channel *channel = &test->channel[PL_CANTILEVER_PROFILE];
  const double *x = channel->value;
  double jitter = 4 * channel->sigma, reach = (1 + REACH_SHARE) * c->overhang + jitter;
  double highest = c->overhang * (sin(fmax(-c->inclination, 0)) + RISE_SHARE) + jitter;
  int last = c->n_point - 1;
  if (hypot(x[2 * last], x[2 * last + 1]) < hypot(x[0], x[1]))
    return pl__label_fail_row(r, csv, row[0], "list the points in order from clamp to tip",
                              PL_ID("cantilever.profile-runs-tip-clamp") "the profile runs from the tip to the clamp");
  for (int i = 0; i < c->n_point; i++) {
    if (x[2 * i + 1] > highest)
      return pl__label_fail_row(
          r, csv, row[i],
          "start at the clamp; \"y\": \"up\" or \"down\" in the calibration says which way y counts; a clamp that points "
          "upwards has a negative \"inclination\"",
          PL_ID("cantilever.strip-rises-mm-above") "the strip rises %g mm above the clamp", 1e3 * x[2 * i + 1]);
    double chord = hypot(x[2 * i], x[2 * i + 1]);
    if (chord > reach)
      return pl__label_fail_row(
          r, csv, row[i], "check the overhang, the calibration and where the strip leaves the clamp",
          PL_ID("cantilever.point-mm-clamp-strip") "the point is %g mm from the clamp, the strip outside it only %g mm long", 1e3 * chord,
          1e3 * c->overhang);
  }
  PL_TRY(check_order(r, test, csv, row, jitter));
  return check_crossing(r, test, csv, row, jitter);
}
