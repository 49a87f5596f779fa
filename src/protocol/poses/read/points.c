// points.c: landmarks: named points of the body at rest, located in its elements.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "protocol/poses/poses_check.h"
#include "protocol/poses/poses_locate.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"

// ---- names ----

// The slot of the name in the table of names, or the free slot for it. FNV-1a: h = (h xor byte) * prime, from an offset.
static int find_slot(const pl__poses_reader *r, const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
  int i = (int)(hash & (uint32_t)(r->n_slot - 1));
  while (r->slot[i] && strcmp(r->point[r->slot[i] - 1].name, name) != 0) i = (i + 1) & (r->n_slot - 1);
  return i;
}

static int find_landmark(const pl__poses_reader *r, const char *name) { return r->n_slot > 0 ? r->slot[find_slot(r, name)] - 1 : -1; }

// The table is kept at most half full, so that a name is found after a few steps.
static pl_status enter_name(pl__poses_reader *r, int landmark) {
  if (2 * (landmark + 1) > r->n_slot) {
    r->n_slot = r->n_slot > 0 ? 2 * r->n_slot : 32;
    r->slot = pl_arena_alloc(r->label.scratch, (size_t)r->n_slot, sizeof *r->slot);
    if (!r->slot) return PL_ERROR_MEMORY;
    for (int i = 0; i < landmark; i++) r->slot[find_slot(r, r->point[i].name)] = i + 1;
  }
  r->slot[find_slot(r, r->point[landmark].name)] = landmark + 1;
  r->n_landmark = landmark + 1;
  return PL_OK;
}

pl_status pl__poses_need_point(pl__poses_reader *r, const pl_where *where, const char *name, int *index) {
  *index = find_landmark(r, name);
  if (*index >= 0) return PL_OK;
  int n = r->n_landmark;
  const char **names = pl_arena_alloc(r->label.scratch, (size_t)n + 1, sizeof *names);
  if (!names) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) names[i] = r->point[i].name;
  const char *near = pl_text_nearest(name, n, names);
  char hint[160];
  if (near)
    snprintf(hint, sizeof hint, "did you mean \"%.60s\"?", near);
  else
    snprintf(hint, sizeof hint, n > 0 ? "add it to \"landmarks\"; the first one there is \"%.60s\"" : "add \"landmarks\"",
             n > 0 ? names[0] : "");
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, hint, PL_ID("poses.there-no-landmark") "there is no landmark \"%.80s\"", name);
}

// ---- points ----

static pl_status add_point(pl__poses_reader *r, const pl_where *where, const char *name, const double rest[3], pl_body_point **point) {
  int n = r->poses->n_point;
  if (n >= PL_MAX_POINTS)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "leave some out", "more than %d landmarks and measured vertices", PL_MAX_POINTS);
  if (n == r->room_point) {
    int room = n > 0 ? 2 * n : 16;
    pl_body_point *larger = pl_arena_alloc(r->label.m->arena, (size_t)room, sizeof *larger);
    int *of_point = pl_arena_alloc(r->label.scratch, (size_t)room, sizeof *of_point);
    if (!larger || !of_point) return PL_ERROR_MEMORY;
    if (n > 0) {
      memcpy(larger, r->point, (size_t)n * sizeof *larger);
      memcpy(of_point, r->of_point, (size_t)n * sizeof *of_point);
    }
    r->point = larger;
    r->of_point = of_point;
    r->poses->point = larger;
    r->room_point = room;
  }
  *point = &r->point[n];
  **point = (pl_body_point){.name = pl_arena_text(r->label.m->arena, name), .rest = {rest[0], rest[1], rest[2]}};
  if (!(*point)->name) return PL_ERROR_MEMORY;
  r->poses->n_point++;
  return PL_OK;
}

pl_status pl__poses_vertex_point(pl__poses_reader *r, const pl_where *where, double number, int *index) {
  const pl_mesh *mesh = r->poses->mesh;
  char name[40];
  if (!(number >= 0 && number < mesh->n_vertex))
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "vertices are counted from 0",
                   PL_ID("poses.vertex-mesh-has-vertices") "vertex %.10g, but the mesh has %d vertices", number, (int)mesh->n_vertex);
  int32_t vertex = (int32_t)number;
  if (!r->of_vertex) r->of_vertex = pl_arena_alloc(r->label.scratch, (size_t)mesh->n_vertex, sizeof *r->of_vertex);
  if (!r->of_vertex) return PL_ERROR_MEMORY;
  *index = r->of_vertex[vertex] - 1;
  if (*index >= 0) return PL_OK;
  pl_body_point *point;
  snprintf(name, sizeof name, "vertex %d", (int)vertex);
  PL_TRY(add_point(r, where, name, mesh->x0 + 3 * (size_t)vertex, &point));
  point->n = 1;
  point->vertex[0] = vertex;
  point->weight[0] = 1;
  *index = r->poses->n_point - 1;
  r->of_vertex[vertex] = r->poses->n_point;
  return PL_OK;
}

enum { LOOKED_AT = 64 };  // landmarks used to determine their unit
#define NEARLY 0.5        // of the body's size: landmarks closer than this are misplaced, not in another unit

// The largest distance of some landmarks from the body, m.
static double most_outside(const pl__poses_reader *r) {
  double most = 0;
  for (int i = 0; i < r->n_given; i += r->n_given / LOOKED_AT + 1)
    most = fmax(most, pl__body_locate(r->poses->mesh, r->given + 3 * (size_t)i).distance);
  return most;
}

// How many of some landmarks are on the body if their coordinates are divided by `times`.
static int n_on_body(const pl__poses_reader *r, double times) {
  int each = r->n_given / LOOKED_AT + 1, n = 0;
  for (int i = 0; i < r->n_given; i += each) {
    const double *rest = r->given + 3 * (size_t)i, smaller[3] = {rest[0] / times, rest[1] / times, rest[2] / times};
    n += pl__body_locate(r->poses->mesh, smaller).distance <= r->tolerance;
  }
  return n;
}

// The factor, of 10, 100 and 1000, by which coordinates must be divided to lie on the body. Then the unit is wrong, not the position. Else
// 0. The smallest factor that places all landmarks on it is used, because smaller coordinates are near the origin, which is often on the
// body. A single landmark must be far away.
static double wrong_unit(const pl__poses_reader *r, const double rest[3], double distance) {
  int each = r->n_given / LOOKED_AT + 1, n = (r->n_given + each - 1) / each;
  bool many = 2 * n_on_body(r, 1) < n && most_outside(r) > NEARLY * r->size;
  for (double times = 10; times < 2000 && (many || distance > r->size); times *= 10)
    if (n_on_body(r, times) == n) return times;
  for (double times = 10; times < 2000 && distance > r->size; times *= 10) {
    const double smaller[3] = {rest[0] / times, rest[1] / times, rest[2] / times};
    if (pl__body_locate(r->poses->mesh, smaller).distance <= r->tolerance) return times;
  }
  return 0;
}

// The two coordinates whose exchange (protocol/poses/read/doubt_exchange.c) places all landmarks on the body, if two or more are off it;
// -1: none.
static int wrong_axes(const pl__poses_reader *r) {
  int n_off = 0;
  for (int i = 0; i < r->n_given && i < LOOKED_AT; i++)
    n_off += pl__body_locate(r->poses->mesh, r->given + 3 * (size_t)i).distance > r->tolerance;
  for (int e = 0; e < 3 && n_off > 1; e++) {
    int n = 0;
    for (int i = 0; i < r->n_given && i < LOOKED_AT; i++, n++) {
      double x[3];
      pl__poses_exchange(e, r->given + 3 * (size_t)i, x);
      if (pl__body_locate(r->poses->mesh, x).distance > r->tolerance) break;
    }
    if (n == r->n_given || n == LOOKED_AT) return e;
  }
  return -1;
}

// Rounds up to two digits, some per cent larger.
static double admitting(double distance) {
  double power = pow(10, floor(log10(distance)) - 1);
  return ceil(1.05 * distance / power) * power;
}

static pl_status fail_outside(pl__poses_reader *r, const pl_where *where, const char *name, const double rest[3],
                              const pl__body_place *place) {
  int axes = wrong_axes(r);
  double times = axes < 0 ? wrong_unit(r, rest, place->distance) : 0;
  char hint[240];
  if (axes >= 0)
    snprintf(hint, sizeof hint, "all landmarks are on the body when %s are exchanged: exchange the two names in the header",
             pl__poses_axes_words(axes));
  else if (times > 0)
    snprintf(
        hint, sizeof hint,
        "%g times smaller it is on the body: check the unit of the landmarks (\"x [mm]\", \"x [cm]\" or \"x [m]\") and that of the mesh",
        times);
  else
    snprintf(hint, sizeof hint,
             "check its coordinates, their unit and the unit of the mesh; if it is a marker on the surface, write \"tolerance\": "
             "\"%g mm\" in the test",
             admitting(1e3 * place->distance));
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, hint,
                 PL_ID("poses.landmark-mm-mm-outside") "landmark \"%.80s\" at (%.4g, %.4g, %.4g) mm is %.3g mm outside of the mesh. Its "
                                                       "nearest place there is (%.4g, %.4g, %.4g) mm; allowed are %.3g mm",
                 name, 1e3 * rest[0], 1e3 * rest[1], 1e3 * rest[2], 1e3 * place->distance, 1e3 * place->nearest[0], 1e3 * place->nearest[1],
                 1e3 * place->nearest[2], 1e3 * r->tolerance);
}

static pl_status add_landmark(pl__poses_reader *r, const pl_where *where, const char *name, const double rest[3]) {
  if (!*name)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "give every landmark a name",
                   PL_ID("poses.name-landmark-empty") "the name of a landmark is empty");
  if (find_landmark(r, name) >= 0)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "give every landmark a unique name", "there are two landmarks \"%.80s\"", name);
  pl__body_place place = pl__body_locate(r->poses->mesh, rest);
  if (place.distance > r->tolerance) return fail_outside(r, where, name, rest, &place);
  if (place.distance > 1e-9 * r->size) {
    r->n_outside++;
    if (place.distance > r->most_outside) r->most_outside = place.distance, r->farthest = r->poses->n_point;
  }
  pl_body_point *point;
  PL_TRY(add_point(r, where, name, rest, &point));
  PL_TRY(enter_name(r, r->poses->n_point - 1));
  point->n = place.n;
  memcpy(point->vertex, place.vertex, sizeof point->vertex);
  memcpy(point->weight, place.weight, sizeof point->weight);
  return PL_OK;
}

static pl_status read_table(pl__poses_reader *r, pl_json *value) {
  const char *path, *const names[] = {"name", "landmark", "marker", "point", NULL};
  pl_csv *csv;
  int name, column[3];
  static const char *const axis[] = {"x", "y", "z"};
  double *x[3];
  PL_TRY(pl__poses_path(r, value, &path));
  PL_TRY(pl_csv_load(r->label.scratch, path, &csv));
  PL_TRY(pl_csv_guess(r->label.ctx, csv, names, &name));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  if (name < 0)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "the header is: name,x [mm],y [mm],z [mm]",
                   PL_ID("poses.there-no-column-name") "there is no column \"name\"");
  for (int k = 0; k < 3; k++) {
    PL_TRY(pl_csv_find(r->label.ctx, csv, axis[k], &where, &column[k]));
    PL_TRY(pl_csv_numbers(r->label.scratch, csv, column[k], PL_DIM_LENGTH, NULL, &x[k]));
  }
  double *given = pl_arena_alloc(r->label.scratch, 3 * (size_t)csv->n_row + 1, sizeof *given);
  if (!given) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++)
    for (int k = 0; k < 3; k++) given[3 * (size_t)i + (size_t)k] = x[k][i];
  r->given = given;
  r->n_given = csv->n_row;
  for (int i = 0; i < csv->n_row; i++) {
    where.line = csv->line[i];
    PL_TRY(add_landmark(r, &where, csv->cell[i][name], given + 3 * (size_t)i));
  }
  return PL_OK;
}

pl_status pl__poses_landmarks(pl__poses_reader *r) {
  pl_json *value = pl__label_setting(&r->label, "landmarks");
  pl_context *ctx = r->label.ctx;
  r->tolerance = PL__POSES_TOLERANCE * r->size;
  PL_TRY(pl__label_optional(&r->label, "tolerance", PL_DIM_LENGTH, 0, 1e3, &r->tolerance));
  if (!value) return PL_OK;
  pl_where where = pl_json_where(value);
  if (value->kind == PL_JSON_STRING) {
    PL_TRY(read_table(r, value));
  } else if (value->kind == PL_JSON_OBJECT) {
    double *given = pl_arena_alloc(r->label.scratch, 3 * (size_t)value->n + 1, sizeof *given), *rest = given;
    if (!given) return PL_ERROR_MEMORY;
    for (pl_json *c = value->child; c; c = c->next, rest += 3) PL_TRY(pl__poses_vector(ctx, c, PL_DIM_LENGTH, false, rest));
    r->given = rest = given;
    r->n_given = value->n;
    for (pl_json *c = value->child; c; c = c->next, rest += 3) {
      where = pl_json_where(c);
      PL_TRY(add_landmark(r, &where, c->key, rest));
    }
  } else {
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"landmarks.csv\" or {\"tip\": [\"80 mm\", \"10 mm\", \"10 mm\"]}",
                   "must be a file name or an object {...}");
  }
  if (r->n_outside == 0) return PL_OK;
  return pl__record_note(r->label.m, r->label.name,
                         "%d landmarks are outside of the mesh, at most %.3g mm: they follow the nearest element", r->n_outside,
                         1e3 * r->most_outside);
}
