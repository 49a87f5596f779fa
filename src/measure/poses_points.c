// poses_points.c: landmarks: named places of the body at rest, found in its elements.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "measure/poses_locate.h"
#include "measure/poses_part.h"
#include "measure/record.h"

int pl__poses_find_point(const pl__poses_reader *r, const char *name) {
  for (int i = 0; i < r->poses->n_point; i++)
    if (strcmp(r->point[i].name, name) == 0) return i;
  return -1;
}

pl_status pl__poses_need_point(pl__poses_reader *r, const pl_where *where, const char *name, int *index) {
  *index = pl__poses_find_point(r, name);
  if (*index >= 0) return PL_OK;
  int n = r->poses->n_point;
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
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, hint, "there is no landmark \"%.80s\"", name);
}

static pl_status add_point(pl__poses_reader *r, const char *name, const double rest[3], pl_body_point **point) {
  int n = r->poses->n_point;
  if (n == r->room_point) {
    int room = n > 0 ? 2 * n : 16;
    pl_body_point *larger = pl_arena_alloc(r->label.m->arena, (size_t)room, sizeof *larger);
    if (!larger) return PL_ERROR_MEMORY;
    if (n > 0) memcpy(larger, r->point, (size_t)n * sizeof *larger);
    r->point = larger;
    r->poses->point = larger;
    r->room_point = room;
  }
  *point = &r->point[n];
  **point = (pl_body_point){.name = pl_arena_text(r->label.m->arena, name), .rest = {rest[0], rest[1], rest[2]}};
  if (!(*point)->name) return PL_ERROR_MEMORY;
  r->poses->n_point++;
  return PL_OK;
}

pl_status pl__poses_vertex_point(pl__poses_reader *r, const pl_where *where, int64_t vertex, int *index) {
  const pl_mesh *mesh = r->poses->mesh;
  char name[40];
  if (vertex < 0 || vertex >= mesh->n_vertex)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "vertices are counted from 0", "vertex %lld, but the mesh has %d vertices",
                   (long long)vertex, (int)mesh->n_vertex);
  snprintf(name, sizeof name, "vertex %d", (int)vertex);
  *index = pl__poses_find_point(r, name);
  if (*index >= 0) return PL_OK;
  pl_body_point *point;
  PL_TRY(add_point(r, name, mesh->x0 + 3 * (size_t)vertex, &point));
  point->n = 1;
  point->vertex[0] = (int32_t)vertex;
  point->weight[0] = 1;
  *index = r->poses->n_point - 1;
  return PL_OK;
}

// Far from the body, and on it when the numbers are 1000, 100 or 10 times smaller: the unit is wrong, not the place. Else 0.
static double wrong_unit(const pl__poses_reader *r, const double rest[3], double distance) {
  static const double factor[] = {1e-3, 1e-2, 1e-1};
  for (int i = 0; i < 3 && distance > r->size; i++) {
    const double smaller[3] = {factor[i] * rest[0], factor[i] * rest[1], factor[i] * rest[2]};
    if (pl__body_locate(r->poses->mesh, smaller).distance <= r->tolerance) return factor[i];
  }
  return 0;
}

static pl_status fail_outside(pl__poses_reader *r, const pl_where *where, const char *name, const double rest[3],
                              const pl__body_place *place) {
  double factor = wrong_unit(r, rest, place->distance);
  char hint[200];
  snprintf(hint, sizeof hint,
           factor > 0
               ? "%g times smaller it is on the body: check the unit of the landmarks (\"x [mm]\" or \"x [m]\") and that of the mesh"
               : "check its coordinates, their unit and the unit of the mesh; if it is a marker on the surface, write \"tolerance\": "
                 "\"%g mm\" in the test",
           factor > 0 ? 1 / factor : 2.0);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, hint,
                 "landmark \"%.80s\" at (%.4g, %.4g, %.4g) mm is %.3g mm outside of the mesh, whose nearest place is (%.4g, %.4g, %.4g) "
                 "mm; allowed are %.3g mm",
                 name, 1e3 * rest[0], 1e3 * rest[1], 1e3 * rest[2], 1e3 * place->distance, 1e3 * place->nearest[0], 1e3 * place->nearest[1],
                 1e3 * place->nearest[2], 1e3 * r->tolerance);
}

static pl_status add_landmark(pl__poses_reader *r, const pl_where *where, const char *name, const double rest[3]) {
  if (!*name) return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "give every landmark a name", "the name of a landmark is empty");
  if (pl__poses_find_point(r, name) >= 0)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "give every landmark a name of its own", "there are two landmarks \"%.80s\"", name);
  if (r->poses->n_point >= PL_MAX_POINTS)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where, "leave some out", "more than %d landmarks", PL_MAX_POINTS);
  pl__body_place place = pl__body_locate(r->poses->mesh, rest);
  if (place.distance > r->tolerance) return fail_outside(r, where, name, rest, &place);
  if (place.distance > 1e-9 * r->size) {
    r->n_outside++;
    r->most_outside = fmax(r->most_outside, place.distance);
  }
  pl_body_point *point;
  PL_TRY(add_point(r, name, rest, &point));
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
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "the header is: name,x [mm],y [mm],z [mm]", "there is no column \"name\"");
  for (int k = 0; k < 3; k++) {
    PL_TRY(pl_csv_find(r->label.ctx, csv, axis[k], &where, &column[k]));
    PL_TRY(pl_csv_numbers(r->label.scratch, csv, column[k], PL_DIM_LENGTH, NULL, &x[k]));
  }
  for (int i = 0; i < csv->n_row; i++) {
    where.line = csv->line[i];
    PL_TRY(add_landmark(r, &where, csv->cell[i][name], (double[]){x[0][i], x[1][i], x[2][i]}));
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
    for (pl_json *c = value->child; c; c = c->next) {
      double rest[3];
      where = pl_json_where(c);
      PL_TRY(pl__poses_vector(ctx, c, PL_DIM_LENGTH, false, rest));
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
