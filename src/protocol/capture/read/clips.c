// clips.c: clips (clamped vertices, mass, pose per frame) and cords (attachment, direction and tension per frame).
//
// Poses and tensions come from tidy tables with a column `frame`. A row for a frame that was not captured is ignored; a captured frame
// without a row is excluded. Rotations that are off by 1 % are an error, others are made exact. Arrays here have one entry per frame as
// read; pl__capture_exclude compacts them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "measure/record.h"

#define MIN_MASS 1e-6          // kg, of a clip: a paper clip has 4e-4
#define MAX_MASS 100.0         // kg: more than a person lifts
#define ROTATION_LIMIT 1e-2    // |R^T R - 1|, largest entry: matrices written with two digits pass
#define NO_LENGTH 1e-9         // of a direction: shorter ones are zero but for rounding
#define EXACT 1e-12            // smaller deviations are kept, so that saving and loading changes nothing
#define NEGATIVE_TENSION 0.02  // of the largest tension: zero offset of a load cell (twice that of class 1), counted as slack

static const char *const clip_keys[] = {"name", "mass", "vertices", "poses", "axis", "comment"};
static const char *const cord_keys[] = {"name", "clip", "point", "file", "comment"};
#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static pl_status fail_row(pl_context *ctx, const pl_csv *csv, int row, const char *hint, const char *text) {
  pl_where where = {.file = csv->file, .line = csv->line[row]};
  return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, "%s", text);
}

static pl_status load_table(pl__capture_reader *r, pl_json *value, pl_csv **csv) {
  const char *path;
  PL_TRY(pl__capture_path(r, value, &path));
  PL_TRY(pl_csv_load(r->scratch, path, csv));
  return pl__record_input(r->ctx, r->m, path);
}

// A required column, in SI.
static pl_status column(pl__capture_reader *r, const pl_csv *csv, const char *name, pl_dim dim, double **value) {
  int index;
  PL_TRY(pl_csv_find(r->ctx, csv, name, NULL, &index));
  return pl_csv_numbers(r->scratch, csv, index, dim, NULL, value);
}

// The column that identifies the clip or cord of a row; -1: all rows apply.
static pl_status owner_column(pl__capture_reader *r, const pl_csv *csv, const char *what, int *index) {
  const char *const names[] = {what, NULL};
  return pl_csv_guess(r->ctx, csv, names, index);
}

static bool is_of(const pl_csv *csv, int row, int owner, const char *name) { return owner < 0 || strcmp(csv->cell[row][owner], name) == 0; }

// The rows of one clip or cord in order of the frames as read: row[f], -1 without one.
static pl_status frame_rows(pl__capture_reader *r, const pl_csv *csv, const char *what, const char *name, const pl__frames *frames,
                            int **row) {
  int owner, n_unknown = 0;
  double *number;
  PL_TRY(owner_column(r, csv, what, &owner));
  PL_TRY(column(r, csv, "frame", PL_DIM_NONE, &number));
  *row = pl_arena_alloc(r->scratch, (size_t)frames->n_frame, sizeof **row);
  if (!*row) return PL_ERROR_MEMORY;
  for (int f = 0; f < frames->n_frame; f++) (*row)[f] = -1;
  for (int i = 0; i < csv->n_row; i++) {
    if (!is_of(csv, i, owner, name)) continue;
    int f = pl__frame_find(frames, number[i]);
    if (f < 0) {
      n_unknown++;
      continue;
    }
    char text[160];
    snprintf(text, sizeof text, "frame %g of %s %.60s is already in line %d", number[i], what, name,
             (*row)[f] < 0 ? 0 : csv->line[(*row)[f]]);
    if ((*row)[f] >= 0) return fail_row(r->ctx, csv, i, "keep one row per frame, and a column that names the clip or cord", text);
    (*row)[f] = i;
  }
  if (n_unknown > 0)
    return pl__record_note(r->m, r->name, "%d rows of %s %s in %s belong to frames that were not captured: ignored", n_unknown, what, name,
                           pl_path_name(csv->file));
  return PL_OK;
}

static void mark_missing(const pl__frames *frames, const int *row, pl__frame_fault reason, uint8_t *fault) {
  for (int f = 0; f < frames->n_frame; f++)
    if (row[f] < 0 && fault[f] == PL_FRAME_GOOD) fault[f] = (uint8_t)reason;
}

static pl_status name_of(pl__capture_reader *r, pl_json *object, const char *example, const char **name) {
  pl_where where = pl_json_where(object);
  if (object->kind != PL_JSON_OBJECT) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, example, "must be an object {...}");
  object->used = true;
  pl_json *value;
  PL_TRY(pl_json_get(r->ctx, object, "name", PL_JSON_STRING, &value));
  PL_TRY(pl_json_text(r->ctx, value, name));
  pl_json_find(object, "comment");
  *name = pl_arena_text(r->m->arena, *name);
  return *name ? PL_OK : PL_ERROR_MEMORY;
}

// ---- poses ----

static double determinant(const double *R) {
  return R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) + R[2] * (R[3] * R[7] - R[4] * R[6]);
}

// Largest entry of |R^T R - 1|.
static double not_orthogonal(const double *R) {
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j] - (i == j);
      worst = fmax(worst, fabs(sum));
    }
  return worst;
}

// The nearest rotation, by Newton's iteration for the polar factor: R <- (R + R^-T)/2; R^-T is the matrix of cofactors / det.
static void make_rotation(double *R) {
  for (int step = 0; step < 6 && not_orthogonal(R) > EXACT; step++) {
    double det = determinant(R), next[9];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
        next[3 * i + j] = 0.5 * (R[3 * i + j] + (R[3 * a + c] * R[3 * b + d] - R[3 * a + d] * R[3 * b + c]) / det);
      }
    memcpy(R, next, sizeof next);
  }
}

static void quaternion_matrix(const double q[4], double *R) {
  double w = q[0], x = q[1], y = q[2], z = q[3], n = w * w + x * x + y * y + z * z, s = 2 / n;
  const double matrix[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                            s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                            s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
  memcpy(R, matrix, sizeof matrix);
}

static pl_status read_rotation(pl__capture_reader *r, const pl_csv *csv, int row, double *const *value, bool quaternion, double *R) {
  if (quaternion) {
    double q[4], n = 0;
    for (int k = 0; k < 4; k++) {
      q[k] = value[k][row];
      n += q[k] * q[k];
    }
    if (!(fabs(sqrt(n) - 1) <= ROTATION_LIMIT)) return fail_row(r->ctx, csv, row, "repair the pose", "the quaternion has not length 1");
    quaternion_matrix(q, R);
    return PL_OK;
  }
  for (int k = 0; k < 9; k++) R[k] = value[k][row];
  if (!(not_orthogonal(R) <= ROTATION_LIMIT) || determinant(R) < 0)
    return fail_row(r->ctx, csv, row, "r11, r12, r13 are the first row of a rotation matrix; repair the pose",
                    "r11 to r33 are no rotation: the columns must be orthonormal and right-handed");
  make_rotation(R);
  return PL_OK;
}

static pl_status read_poses(pl__capture_reader *r, pl_json *object, const pl__frames *frames, pl_clip *clip, uint8_t *fault) {
  static const char *const matrix[] = {"r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"};
  static const char *const turn[] = {"qw", "qx", "qy", "qz"}, *const shift[] = {"x", "y", "z"}, *const qw[] = {"qw", NULL};
  pl_csv *csv;
  pl_json *value;
  double *rotation[9], *t[3];
  int *row, index;
  PL_TRY(pl_json_get(r->ctx, object, "poses", PL_JSON_STRING, &value));
  PL_TRY(load_table(r, value, &csv));
  PL_TRY(pl_csv_guess(r->ctx, csv, qw, &index));
  bool quaternion = index >= 0;
  for (int k = 0; k < (quaternion ? 4 : 9); k++) PL_TRY(column(r, csv, quaternion ? turn[k] : matrix[k], PL_DIM_NONE, &rotation[k]));
  for (int k = 0; k < 3; k++) PL_TRY(column(r, csv, shift[k], PL_DIM_LENGTH, &t[k]));
  PL_TRY(frame_rows(r, csv, "clip", clip->name, frames, &row));
  double *pose = pl_arena_alloc(r->m->arena, 12 * (size_t)frames->n_frame, sizeof *pose);
  if (!pose) return PL_ERROR_MEMORY;
  bool any = false;
  for (int f = 0; f < frames->n_frame; f++) {
    if (row[f] < 0) continue;
    any = true;
    double *R = pose + 12 * (size_t)f;
    PL_TRY(read_rotation(r, csv, row[f], rotation, quaternion, R));
    for (int k = 0; k < 3; k++) R[9 + k] = t[k][row[f]];
  }
  pl_where where = {.file = csv->file};
  if (!any)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "the column `clip` holds names of clips, `frame` the frame numbers",
                   PL_ID("capture.no-row-pose-clip") "no row is a pose of clip \"%s\" in a captured frame", clip->name);
  clip->pose = pose;
  mark_missing(frames, row, PL_FRAME_NO_POSE, fault);
  return PL_OK;
}

// ---- clips ----

static pl_status vertex_table(pl__capture_reader *r, pl_json *value, const char *clip, int32_t *n, int32_t **vertex) {
  pl_csv *csv;
  int owner;
  double *number;
  PL_TRY(load_table(r, value, &csv));
  PL_TRY(owner_column(r, csv, "clip", &owner));
  PL_TRY(column(r, csv, "vertex", PL_DIM_NONE, &number));
  *vertex = pl_arena_alloc(r->m->arena, (size_t)csv->n_row + 1, sizeof **vertex);
  if (!*vertex) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++) {
    if (!is_of(csv, i, owner, clip)) continue;
    if (!(number[i] >= 0 && number[i] < INT32_MAX && number[i] == floor(number[i])))
      return fail_row(r->ctx, csv, i, "vertices are counted from 0", "a vertex is no whole number");
    (*vertex)[(*n)++] = (int32_t)number[i];
  }
  return PL_OK;
}

static pl_status read_vertices(pl__capture_reader *r, pl_json *object, int32_t n_vertex, pl_clip *clip, uint8_t *held) {
  pl_json *value;
  int32_t n = 0, *vertex;
  PL_TRY(pl_json_need(r->ctx, object, "vertices", "[0, 1, 2] or \"clamped.csv\", the vertices of the rest mesh that it holds", &value));
  pl_where where = pl_json_where(value);
  if (value->kind == PL_JSON_ARRAY) {
    vertex = pl_arena_alloc(r->m->arena, (size_t)value->n + 1, sizeof *vertex);
    if (!vertex) return PL_ERROR_MEMORY;
    for (pl_json *item = value->child; item; item = item->next) {
      int64_t index;
      PL_TRY(pl_json_integer(r->ctx, item, 0, n_vertex - 1, &index));
      vertex[n++] = (int32_t)index;
    }
  } else
    PL_TRY(vertex_table(r, value, clip->name, &n, &vertex));
  if (n == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "list the vertices of the rest mesh that it holds, or remove the clip",
                   PL_ID("capture.clip-has-no-vertices") "clip \"%s\" has no vertices: it would hold nothing", clip->name);
  for (int32_t i = 0; i < n; i++) {
    if (vertex[i] >= n_vertex)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "vertices are counted from 0 in the rest mesh",
                     "clip \"%s\" holds vertex %d, the rest mesh has %d", clip->name, (int)vertex[i], (int)n_vertex);
    if (held[vertex[i]])
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "a vertex is held once, by one clip",
                     PL_ID("capture.vertex-clip-already-held") "vertex %d of clip \"%s\" is already held", (int)vertex[i], clip->name);
    held[vertex[i]] = 1;
  }
  clip->n_vertex = n;
  clip->vertex = vertex;
  return PL_OK;
}

static pl_status read_axis(pl__capture_reader *r, pl_json *object, double axis[3]) {
  pl_json *value = pl_json_find(object, "axis");
  if (!value) return PL_OK;
  int n;
  double *given;
  PL_TRY(pl_json_quantities(r->scratch, value, PL_DIM_NONE, &n, &given));
  double length = n == 3 ? sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2]) : 0;
  pl_where where = pl_json_where(value);
  if (n != 3) return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [0, 1, 0]: its long direction", "has %d numbers, must have 3", n);
  if (!(length > 0))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [0, 1, 0]: its long direction; leave \"axis\" out for a clip that has none",
                   PL_ID("capture.zero-must-direction") "is zero, must be a direction");
  if (fabs(length - 1) < EXACT) length = 1;
  for (int k = 0; k < 3; k++) axis[k] = given[k] / length;
  return PL_OK;
}

static pl_status list_setting(pl__capture_reader *r, const char *key, pl_json **list) {
  *list = pl__capture_setting(r, key);
  if (!*list || (*list)->kind == PL_JSON_ARRAY) return PL_OK;
  pl_where where = pl_json_where(*list);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [{...}, {...}]", "must be a list");
}

pl_status pl__capture_read_clips(pl__capture_reader *r, const pl__frames *frames, pl_capture *capture, uint8_t *fault) {
  pl_json *list;
  PL_TRY(list_setting(r, "clips", &list));
  if (!list) return PL_OK;
  pl_clip *clip = pl_arena_alloc(r->m->arena, (size_t)list->n + 1, sizeof *clip);
  uint8_t *held = pl_arena_alloc(r->scratch, (size_t)capture->mesh->n_vertex, sizeof *held);
  if (!clip || !held) return PL_ERROR_MEMORY;
  capture->clip = clip;
  for (pl_json *object = list->child; object; object = object->next, clip++) {
    PL_TRY(
        name_of(r, object, "write {\"name\": \"left\", \"mass\": \"10 g\", \"vertices\": [...], \"poses\": \"poses.csv\"}", &clip->name));
    for (int c = 0; c < capture->n_clip; c++) {
      pl_where where = pl_json_where(object);
      if (strcmp(capture->clip[c].name, clip->name) == 0)
        return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each clip a unique name", "there are two clips \"%s\"", clip->name);
    }
    pl_json *mass;
    PL_TRY(pl_json_need(r->ctx, object, "mass", "\"13.3 g\", its own", &mass));
    PL_TRY(pl_json_quantity(r->ctx, mass, PL_DIM_MASS, MIN_MASS, MAX_MASS, &clip->mass));
    PL_TRY(read_vertices(r, object, capture->mesh->n_vertex, clip, held));
    PL_TRY(read_poses(r, object, frames, clip, fault));
    PL_TRY(read_axis(r, object, clip->axis));
    PL_TRY(pl_json_done(r->ctx, object, COUNT(clip_keys), clip_keys));
    capture->n_clip++;
  }
  return PL_OK;
}

// ---- cords ----

static pl_status need_directions(pl__capture_reader *r, const pl_csv *csv, const char *const names[3]) {
  pl_where where = {.file = csv->file};
  for (int k = 0; k < 3; k++) {
    const char *const wanted[] = {names[k], NULL};
    int index;
    PL_TRY(pl_csv_guess(r->ctx, csv, wanted, &index));
    if (index < 0)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "add columns dx, dy, dz (the cord's direction away from the clip)",
                     PL_ID("capture.there-no-column") "there is no column \"%s\"", names[k]);
  }
  return PL_OK;
}

static pl_status read_pull(pl__capture_reader *r, const pl_csv *csv, const pl__frames *frames, const int *row, pl_cord *cord) {
  static const char *const names[] = {"dx", "dy", "dz"};
  double *d[3], *tension, largest = 0;
  PL_TRY(need_directions(r, csv, names));
  for (int k = 0; k < 3; k++) PL_TRY(column(r, csv, names[k], PL_DIM_NONE, &d[k]));
  PL_TRY(column(r, csv, "tension", PL_DIM_FORCE, &tension));
  double *direction = pl_arena_alloc(r->m->arena, 3 * (size_t)frames->n_frame, sizeof *direction);
  double *pull = pl_arena_alloc(r->m->arena, (size_t)frames->n_frame, sizeof *pull);
  if (!direction || !pull) return PL_ERROR_MEMORY;
  for (int f = 0; f < frames->n_frame; f++)
    if (row[f] >= 0) largest = fmax(largest, fabs(tension[row[f]]));
  int n_negative = 0;
  for (int f = 0; f < frames->n_frame; f++) {
    int i = row[f];
    if (i < 0) continue;
    char text[160];
    double length = sqrt(d[0][i] * d[0][i] + d[1][i] * d[1][i] + d[2][i] * d[2][i]);
    snprintf(text, sizeof text, "cord \"%.60s\" pulls with %g N, but its direction (dx, dy, dz) is zero", cord->name, tension[i]);
    if (!(length > NO_LENGTH) && tension[i] != 0)
      return fail_row(r->ctx, csv, i, "give the direction, away from the clip, or tension 0 for a slack cord", text);
    snprintf(text, sizeof text, "cord \"%.60s\" has tension %g N, must be >= 0", cord->name, tension[i]);
    if (tension[i] < -NEGATIVE_TENSION * largest)
      return fail_row(r->ctx, csv, i, "a cord only pulls: change the sign, or subtract the load cell's zero", text);
    n_negative += tension[i] < 0;
    pull[f] = fmax(tension[i], 0);
    if (fabs(length - 1) < EXACT || !(length > NO_LENGTH)) length = 1;
    for (int k = 0; k < 3; k++) direction[3 * (size_t)f + (size_t)k] = d[k][i] / length;
  }
  cord->direction = direction;
  cord->tension = pull;
  if (n_negative == 0) return PL_OK;
  return pl__record_note(r->m, r->name, "%d tensions of cord %s are slightly negative and count as 0", n_negative, cord->name);
}

static pl_status read_cord(pl__capture_reader *r, pl_json *object, const pl__frames *frames, const pl_capture *capture, pl_cord *cord,
                           uint8_t *fault) {
  const char *clip_name[64];
  pl_json *value;
  int n, *row;
  double *point;
  pl_csv *csv;
  PL_TRY(name_of(r, object, "write {\"name\": \"cord 1\", \"clip\": \"left\", \"point\": [...], \"file\": \"cords.csv\"}", &cord->name));
  for (n = 0; n < capture->n_clip && n < 64; n++) clip_name[n] = capture->clip[n].name;
  PL_TRY(pl_json_get(r->ctx, object, "clip", PL_JSON_STRING, &value));
  PL_TRY(pl_json_choice(r->ctx, value, n, clip_name, &cord->clip));
  PL_TRY(pl_json_need(r->ctx, object, "point", "[\"0 mm\", \"10 mm\", \"0 mm\"], in the clip's own frame", &value));
  PL_TRY(pl_json_quantities(r->scratch, value, PL_DIM_LENGTH, &n, &point));
  pl_where where = pl_json_where(value);
  if (n != 3)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [\"0 mm\", \"10 mm\", \"0 mm\"], in the clip's own frame",
                   "has %d lengths, must have 3", n);
  memcpy(cord->point, point, sizeof cord->point);
  PL_TRY(pl_json_get(r->ctx, object, "file", PL_JSON_STRING, &value));
  PL_TRY(load_table(r, value, &csv));
  PL_TRY(frame_rows(r, csv, "cord", cord->name, frames, &row));
  PL_TRY(read_pull(r, csv, frames, row, cord));
  mark_missing(frames, row, PL_FRAME_NO_CORD, fault);
  return pl_json_done(r->ctx, object, COUNT(cord_keys), cord_keys);
}

pl_status pl__capture_read_cords(pl__capture_reader *r, const pl__frames *frames, pl_capture *capture, uint8_t *fault) {
  pl_json *list;
  PL_TRY(list_setting(r, "cords", &list));
  if (!list) return PL_OK;
  pl_cord *cord = pl_arena_alloc(r->m->arena, (size_t)list->n + 1, sizeof *cord);
  if (!cord) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(list);
  if (capture->n_clip == 0 && list->n > 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "a cord is tied to a clip: add \"clips\"", "there are cords but no clips");
  capture->cord = cord;
  for (pl_json *object = list->child; object; object = object->next) {
    PL_TRY(read_cord(r, object, frames, capture, &cord[capture->n_cord], fault));
    for (int c = 0; c < capture->n_cord; c++) {
      where = pl_json_where(object);
      if (strcmp(cord[c].name, cord[capture->n_cord].name) == 0)
        return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give each cord a unique name", "there are two cords \"%s\"", cord[c].name);
    }
    capture->n_cord++;
  }
  return PL_OK;
}
