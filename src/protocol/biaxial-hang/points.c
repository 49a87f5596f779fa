// points.c: the table of labelled points of one hung cloth: one row per point, with the weights of its photograph.
//
// A frame is a photograph: rows with the same `image` (or `frame`) or, without such a column, with the same weights. The points of the
// bodies form the channel, two points on a cord its direction. Frames are in the order of the table.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "measure/record.h"

#define MAX_LOAD 1e3                  // N
#define MIN_CORD 1e-3                 // m, between the two points of a cord
#define STEEP 0.70710678118654752440  // a side cord rising more than 45 degrees is invalid

static const char *const body_names[] = {"top", "bottom", "left", "right", "bottom-cord", "left-cord", "right-cord"};
enum { N_BODY_NAME = 7, FIRST_CORD = 4 };

typedef struct table {
  pl__label_reader *r;
  const pl_csv *csv;
  int image, body, point;         // columns; image -1: frames are identified by their weights
  double *weight[PL_HANG_LOADS];  // [n_row], N
  int *kind;                      // [n_row], index in body_names
  int *frame;                     // [n_row]
  int *first;                     // [n_frame], its first row
  int n_frame;
  const double *x;  // [n_row][2], m
} table;

// ---- columns ----

// Removes rows in which neither x nor y is given: points that were not labelled.
static pl_status drop_empty(pl__label_reader *r, const pl_csv *csv, pl_csv **labelled) {
  int index[2];
  bool pixel[2];
  PL_TRY(pl__calibration_columns(r, csv, index, pixel));
  *labelled = pl_arena_alloc(r->scratch, 1, sizeof **labelled);
  int *line = pl_arena_alloc(r->scratch, (size_t)csv->n_row + 1, sizeof *line);
  const char ***cell = pl_arena_alloc(r->scratch, (size_t)csv->n_row + 1, sizeof *cell);
  if (!*labelled || !line || !cell) return PL_ERROR_MEMORY;
  **labelled = *csv;
  (*labelled)->n_row = 0;
  (*labelled)->line = line;
  (*labelled)->cell = cell;
  for (int i = 0; i < csv->n_row; i++) {
    if (!*csv->cell[i][index[0]] && !*csv->cell[i][index[1]]) continue;
    line[(*labelled)->n_row] = csv->line[i];
    cell[(*labelled)->n_row++] = csv->cell[i];
  }
  pl_where where = {.file = csv->file, .line = csv->header_line};
  if ((*labelled)->n_row == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write one row per labelled point", "no point is labelled in the table");
  return PL_OK;
}

// A column of weights: masses, or forces. *index: -1 if absent.
static pl_status weight_column(table *t, const char *name, double gravity, int *index, double **weight) {
  const char *const names[] = {name, NULL};
  PL_TRY(pl_csv_guess(t->r->ctx, t->csv, names, index));
  if (*index < 0) return PL_OK;
  const pl_csv_column *column = &t->csv->column[*index];
  bool force = column->has_unit && pl_dim_equal(column->unit.dim, PL_DIM_FORCE);
  PL_TRY(pl_csv_numbers(t->r->scratch, t->csv, *index, force ? PL_DIM_FORCE : PL_DIM_MASS, NULL, weight));
  for (int i = 0; i < t->csv->n_row; i++) {
    if (!force) (*weight)[i] *= gravity;
    if (!((*weight)[i] >= 0 && (*weight)[i] <= MAX_LOAD))
      return pl__label_fail_row(t->r, t->csv, i, "give the mass that hangs on the cord; check its unit",
                                PL_ID("biaxial-hang.no-weight-between") "%s = \"%.40s\" is no weight between 0 and %g N", name,
                                t->csv->cell[i][*index], MAX_LOAD);
  }
  return PL_OK;
}

static pl_status read_weights(table *t, double gravity) {
  static const char *const names[] = {"bottom", "left", "right", "side"};
  int index[4];
  double *weight[4] = {NULL};
  for (int k = 0; k < 4; k++) PL_TRY(weight_column(t, names[k], gravity, &index[k], &weight[k]));
  bool both = index[1] >= 0 && index[2] >= 0, side = index[3] >= 0;
  pl_where where = {.file = t->csv->file, .line = t->csv->header_line};
  if (index[0] < 0) return pl_csv_find(t->r->ctx, t->csv, names[0], NULL, &index[0]);  // the message lists the columns found
  if (side && (index[1] >= 0 || index[2] >= 0))
    return pl_fail(t->r->ctx, PL_ERROR_INPUT, &where, "keep `side` for equal weights, or `left` and `right`",
                   "there is a column `side` beside `left` or `right`");
  if (!side && !both)
    return pl_fail(t->r->ctx, PL_ERROR_INPUT, &where, "add a column `side [g]` for equal weights, or `left [g]` and `right [g]`",
                   PL_ID("biaxial-hang.weights-sides-missing") "the weights at the sides are missing");
  t->weight[0] = weight[0];
  t->weight[1] = side ? weight[3] : weight[1];
  t->weight[2] = side ? weight[3] : weight[2];
  return PL_OK;
}

static pl_status read_bodies(table *t) {
  t->kind = pl_arena_alloc(t->r->scratch, (size_t)t->csv->n_row, sizeof *t->kind);
  if (!t->kind) return PL_ERROR_MEMORY;
  for (int i = 0; i < t->csv->n_row; i++) {
    const char *cell = t->csv->cell[i][t->body];
    int k = 0;
    while (k < N_BODY_NAME && !pl_text_same(cell, body_names[k])) k++;
    t->kind[i] = k;
    if (k < N_BODY_NAME) continue;
    const char *nearest = pl_text_nearest(cell, N_BODY_NAME, body_names);
    char hint[120];
    snprintf(hint, sizeof hint, nearest ? "did you mean \"%s\"?" : "use one of these names", nearest ? nearest : "");
    return pl__label_fail_row(t->r, t->csv, i, hint,
                              PL_ID("biaxial-hang.body-not-known-expected") "body \"%.40s\" is not known, expected top, bottom, left, "
                                                                            "right, bottom-cord, left-cord or right-cord",
                              cell);
  }
  return PL_OK;
}

// ---- frames ----

static bool same_weights(const table *t, int a, int b) {
  for (int k = 0; k < PL_HANG_LOADS; k++)
    if (t->weight[k][a] != t->weight[k][b]) return false;
  return true;
}

static bool same_frame(const table *t, int a, int b) {
  return t->image >= 0 ? strcmp(t->csv->cell[a][t->image], t->csv->cell[b][t->image]) == 0 : same_weights(t, a, b);
}

static pl_status find_frames(table *t) {
  t->frame = pl_arena_alloc(t->r->scratch, (size_t)t->csv->n_row, sizeof *t->frame);
  t->first = pl_arena_alloc(t->r->scratch, PL_HANG_MAX_FRAME, sizeof *t->first);
  if (!t->frame || !t->first) return PL_ERROR_MEMORY;
  for (int i = 0; i < t->csv->n_row; i++) {
    int f = i > 0 && same_frame(t, i, t->first[t->frame[i - 1]]) ? t->frame[i - 1] : 0;
    while (f < t->n_frame && !same_frame(t, i, t->first[f])) f++;
    if (f == PL_HANG_MAX_FRAME)
      return pl__label_fail_row(t->r, t->csv, i, "check the column `image` or `frame`: each of its values is one photograph",
                                "more than %d frames", PL_HANG_MAX_FRAME);
    if (f == t->n_frame) t->first[t->n_frame++] = i;
    t->frame[i] = f;
    if (!same_weights(t, i, t->first[f]))
      return pl__label_fail_row(t->r, t->csv, i, "all points of one photograph have the same weights; correct them, or its name",
                                PL_ID("biaxial-hang.has-other-weights-line") "%s \"%.40s\" has other weights in line %d",
                                t->csv->column[t->image].name, t->csv->cell[i][t->image], t->csv->line[t->first[f]]);
  }
  return PL_OK;
}

// ---- points ----

// The points of the bodies in the order of the bodies, then of the table, without cords.
static pl_status list_points(table *t, pl_hang *hang) {
  pl_hang_point *point = pl_arena_alloc(t->r->m->arena, PL_HANG_MAX_POINT, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  hang->point = point;
  for (int body = 0; body < PL_HANG_BODIES; body++) {
    int n_own = 0;
    for (int i = 0; i < t->csv->n_row; i++) {
      if (t->kind[i] != body) continue;
      const char *name = t->csv->cell[i][t->point];
      bool known = false;
      for (int p = hang->n_point - n_own; p < hang->n_point && !known; p++) known = strcmp(point[p].name, name) == 0;
      if (known) continue;
      if (!*name)
        return pl__label_fail_row(t->r, t->csv, i, "name each point of a body, the same in all photographs", "the point has no name");
      if (hang->n_point == PL_HANG_MAX_POINT)
        return pl__label_fail_row(t->r, t->csv, i, "a point has the same name in all photographs", "more than %d different points",
                                  PL_HANG_MAX_POINT);
      point[hang->n_point] = (pl_hang_point){pl_arena_text(t->r->m->arena, name), (pl_hang_body)body};
      if (!point[hang->n_point].name) return PL_ERROR_MEMORY;
      hang->n_point++;
      n_own++;
    }
    pl_where where = {.file = t->csv->file, .line = t->csv->header_line, .key = pl__hang_body_name[body]};
    if (n_own < 2)
      return pl_fail(t->r->ctx, PL_ERROR_INPUT, &where, "label both ends of it, with the same names in all photographs",
                     PL_ID("biaxial-hang.body-has-labelled-point") "body \"%s\" has %d labelled point%s, must have at least 2",
                     pl__hang_body_name[body], n_own, n_own == 1 ? "" : "s");
  }
  return PL_OK;
}

static int find_point(const pl_hang *hang, int body, const char *name) {
  int p = 0;
  while ((int)hang->point[p].body != body || strcmp(hang->point[p].name, name) != 0) p++;  // listed before
  return p;
}

static pl_status fill_points(table *t, const pl_hang *hang, double *value) {
  size_t width = 2 * (size_t)hang->n_point;
  int *row = pl_arena_alloc(t->r->scratch, (size_t)t->n_frame * (size_t)hang->n_point, sizeof *row);  // + 1
  if (!row) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < (size_t)t->n_frame * width; i++) value[i] = NAN;
  for (int i = 0; i < t->csv->n_row; i++) {
    if (t->kind[i] >= FIRST_CORD) continue;
    int p = find_point(hang, t->kind[i], t->csv->cell[i][t->point]);
    int *before = &row[(size_t)t->frame[i] * (size_t)hang->n_point + (size_t)p];
    if (*before > 0)
      return pl__label_fail_row(
          t->r, t->csv, i,
          t->image >= 0 ? "keep one row per point and photograph"
                        : "keep one row per point; two photographs with the same weights need a column `image`",
          PL_ID("biaxial-hang.point-body-already-labelled") "point \"%.40s\" of body \"%s\" is already labelled in line %d",
          hang->point[p].name, body_names[t->kind[i]], t->csv->line[*before - 1]);
    *before = i + 1;
    memcpy(value + (size_t)t->frame[i] * width + 2 * (size_t)p, t->x + 2 * (size_t)i, 2 * sizeof *value);
  }
  return PL_OK;
}

// ---- cords ----

// The direction of one cord in all frames: from the labelled point nearer to its body to the farther one. given[f]: it was labelled.
static pl_status read_cord(table *t, const pl_test *test, int load, double *direction, uint8_t *given) {
  size_t n = (size_t)t->n_frame;
  int *near = pl_arena_alloc(t->r->scratch, n, sizeof *near), *far = pl_arena_alloc(t->r->scratch, n, sizeof *far);  // rows + 1
  double *reach = pl_arena_alloc(t->r->scratch, 2 * n, sizeof *reach);
  if (!near || !far || !reach) return PL_ERROR_MEMORY;
  for (int i = 0; i < t->csv->n_row; i++) {
    if (t->kind[i] != FIRST_CORD + load) continue;
    int f = t->frame[i];
    double centre[2];
    if (!pl__hang_centre(test, pl__hang_loaded_body(load), f, centre))
      return pl__label_fail_row(t->r, t->csv, i, "label the body in this photograph too", "a point of %s, but none of its body",
                                body_names[t->kind[i]]);
    double distance = hypot(t->x[2 * i] - centre[0], t->x[2 * i + 1] - centre[1]);
    if (near[f] == 0 || distance < reach[2 * f]) near[f] = i + 1, reach[2 * f] = distance;
    if (far[f] == 0 || distance > reach[2 * f + 1]) far[f] = i + 1, reach[2 * f + 1] = distance;
  }
  for (int f = 0; f < t->n_frame; f++) {
    if (near[f] == 0) continue;
    const double *a = t->x + 2 * (size_t)(near[f] - 1), *b = t->x + 2 * (size_t)(far[f] - 1);
    double d[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(d[0], d[1]);
    const char *name = body_names[FIRST_CORD + load];
    if (!(length >= MIN_CORD))
      return pl__label_fail_row(t->r, t->csv, near[f] - 1, "label two points on it, far from each other",
                                PL_ID("biaxial-hang.needs-two-labelled-points") "%s needs two labelled points to show its direction", name);
    for (int k = 0; k < 2; k++) d[k] /= length;
    double outwards = load == 0 ? -d[1] : load == 1 ? -d[0] : d[0];
    if (!(outwards > 0) || (load > 0 && d[1] > STEEP))
      return pl__label_fail_row(
          t->r, t->csv, far[f] - 1, "a weight pulls downwards: check the names of the bodies and \"y\" of the calibration",
          PL_ID("biaxial-hang.leads") "%s leads %s", name, load == 0 || d[1] > STEEP ? "upwards" : "inwards, towards the other side");
    memcpy(direction + 2 * (size_t)f, d, sizeof d);
    given[f] = 1;
  }
  return PL_OK;
}

// Frames whose cord was not labelled use the mean of those where it was, or the default direction.
static pl_status complete_cord(table *t, int load, const pl_hang *hang, double *direction, const uint8_t *given) {
  static const char *const usual[] = {"straight down", "horizontally to the left", "horizontally to the right"};
  double mean[2] = {0, 0};
  int n_given = 0, n_open = 0;
  for (int f = 0; f < t->n_frame; f++) {
    bool pulls = t->weight[load][t->first[f]] > 0 || (load > 0 && hang->holder > 0);
    n_given += given[f];
    n_open += !given[f] && pulls;
    for (int k = 0; k < 2 && given[f]; k++) mean[k] += direction[2 * f + k];
  }
  double length = hypot(mean[0], mean[1]);
  for (int k = 0; k < 2; k++) mean[k] = n_given > 0 ? mean[k] / length : pl__hang_default_cord[load][k];
  for (int f = 0; f < t->n_frame; f++)
    if (!given[f]) memcpy(direction + 2 * (size_t)f, mean, sizeof mean);
  if (n_open == 0) return PL_OK;
  if (n_given == 0)
    return pl__record_note(t->r->m, t->r->name, "no point of %s is labelled: the weight pulls %s", body_names[FIRST_CORD + load],
                           usual[load]);
  return pl__record_note(t->r->m, t->r->name, "%s is not labelled in %d of %d frames: its mean direction is used there",
                         body_names[FIRST_CORD + load], n_open, t->n_frame);
}

static pl_status read_loads(table *t, const pl_test *test, pl_hang *hang) {
  size_t n = (size_t)t->n_frame;
  double *load = pl_arena_alloc(t->r->m->arena, PL_HANG_LOADS * n, sizeof *load);
  double *direction = pl_arena_alloc(t->r->m->arena, 2 * PL_HANG_LOADS * n, sizeof *direction);
  double *cord = pl_arena_alloc(t->r->scratch, 2 * n, sizeof *cord);
  uint8_t *given = pl_arena_alloc(t->r->scratch, n, sizeof *given);
  if (!load || !direction || !cord || !given) return PL_ERROR_MEMORY;
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    memset(given, 0, n);
    PL_TRY(read_cord(t, test, k, cord, given));
    PL_TRY(complete_cord(t, k, hang, cord, given));
    for (int f = 0; f < t->n_frame; f++) {
      size_t at = PL_HANG_LOADS * (size_t)f + (size_t)k;
      pl__hang_resultant(hang, k, t->weight[k][t->first[f]], cord + 2 * (size_t)f, &load[at], direction + 2 * at);
    }
  }
  hang->load = load;
  hang->direction = direction;
  // the first frame with the least sum of loads
  for (int f = 1; f < t->n_frame; f++) {
    const double *a = load + PL_HANG_LOADS * (size_t)f, *b = load + PL_HANG_LOADS * (size_t)hang->unloaded;
    if (a[0] + a[1] + a[2] < b[0] + b[1] + b[2]) hang->unloaded = f;
  }
  return PL_OK;
}

pl_status pl__hang_read_points(pl__label_reader *r, const pl__calibration *calibration, const pl_csv *csv, pl_test *test, pl_hang *hang) {
  static const char *const image_names[] = {"image", "frame", "photo", NULL};
  table t = {.r = r};
  pl_csv *labelled;
  pl__board_points points;
  PL_TRY(drop_empty(r, csv, &labelled));
  t.csv = labelled;
  PL_TRY(pl_csv_find(r->ctx, t.csv, "body", NULL, &t.body));
  PL_TRY(pl_csv_find(r->ctx, t.csv, "point", NULL, &t.point));
  PL_TRY(pl_csv_guess(r->ctx, t.csv, image_names, &t.image));
  PL_TRY(read_weights(&t, hang->gravity));
  PL_TRY(read_bodies(&t));
  PL_TRY(find_frames(&t));
  PL_TRY(pl__calibration_points(r, calibration, t.csv, &points));
  t.x = points.x;
  PL_TRY(list_points(&t, hang));
  pl_channel *channel = &test->channel[PL_HANG_POINTS];
  test->n_frame = t.n_frame;
  channel->width = 2 * hang->n_point;
  channel->source = points.source;
  channel->value = pl_arena_alloc(r->m->arena, (size_t)t.n_frame * (size_t)channel->width, sizeof *channel->value);
  if (!channel->value) return PL_ERROR_MEMORY;
  PL_TRY(fill_points(&t, hang, channel->value));
  return read_loads(&t, test, hang);
}
