// quantities.c: the measured quantities of a pose: positions, forces, torques, lengths, areas, volumes.
//
//   "measured": {"positions": "pose-1.csv",
//                "forces":  [{"set": "right", "force": ["1.2 N", null, null]}],
//                "torques": [{"set": "right", "about": ["0 mm", "0 mm", "0 mm"], "torque": [null, null, "3 N mm"]}],
//                "lengths": [{"along": ["a", "b"], "length": "82 mm"}],
//                "areas":   [{"set": "top", "area": "4 cm^2"}],
//                "volumes": [{"volume": "32 cm^3"}]}
// Each entry may have its own "weight" and "sigma". Forces and torques are those of the support on the body; "of": "body" reverses them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv/csv.h"
#include "base/text.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define SAME 1e-9  // m: points that torques are about

// ---- the list of quantities ----

static bool same_quantity(const pl_quantity *a, const pl_quantity *b) {
  if (a->channel != b->channel || a->set != b->set || a->n_point != b->n_point) return false;
  for (int k = 0; k < 3; k++)
    if (fabs(a->about[k] - b->about[k]) > SAME) return false;
  return a->n_point == 0 || memcmp(a->point, b->point, (size_t)a->n_point * sizeof *a->point) == 0;
}

static pl_status make_room(pl__poses_reader *r) {
  int n = r->poses->n_quantity;
  if (n < r->room_quantity) return PL_OK;
  size_t room = n > 0 ? 2 * (size_t)n : 16;
  pl_quantity *quantity = pl_arena_alloc(r->label.m->arena, room, sizeof *quantity);
  double **value = pl_arena_alloc(r->label.scratch, room, sizeof *value), **weight = pl_arena_alloc(r->label.scratch, room, sizeof *weight);
  double **sigma = pl_arena_alloc(r->label.scratch, room, sizeof *sigma);
  int *next = pl_arena_alloc(r->label.scratch, room, sizeof *next), **line = pl_arena_alloc(r->label.scratch, room, sizeof *line);
  if (!quantity || !value || !weight || !sigma || !next || !line) return PL_ERROR_MEMORY;
  if (n > 0) {
    memcpy(quantity, r->quantity, (size_t)n * sizeof *quantity);
    memcpy(value, r->value, (size_t)n * sizeof *value);
    memcpy(weight, r->weight, (size_t)n * sizeof *weight);
    memcpy(sigma, r->sigma, (size_t)n * sizeof *sigma);
    memcpy(next, r->next, (size_t)n * sizeof *next);
    memcpy(line, r->line, (size_t)n * sizeof *line);
  }
  r->quantity = quantity;
  r->poses->quantity = quantity;
  r->value = value;
  r->weight = weight;
  r->sigma = sigma;
  r->next = next;
  r->line = line;
  r->room_quantity = (int)room;
  return PL_OK;
}

// The index of an equal quantity, -1 if there is none. The position of a point is found by the point (there may be a hundred thousand),
// others among those of their channel.
static int known_quantity(const pl__poses_reader *r, const pl_quantity *like) {
  if (like->channel == PL_POSES_POSITIONS) return r->of_point[like->point[0]] - 1;
  for (int q = r->last[like->channel]; q > 0; q = r->next[q - 1])
    if (same_quantity(&r->quantity[q - 1], like)) return q - 1;
  return -1;
}

// The index of an equal quantity, created if necessary.
static pl_status find_quantity(pl__poses_reader *r, const pl_quantity *like, int *index) {
  int n = r->poses->n_quantity;
  *index = known_quantity(r, like);
  if (*index >= 0) return PL_OK;
  size_t n_pose = (size_t)r->n_pose;
  r->n_reading += n_pose * (size_t)like->n;
  if (r->n_reading > PL_MAX_READINGS) {
    pl_where where = pl_json_where(r->label.entry);
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "leave out poses or landmarks, or make several tests of the poses",
                   PL_ID("poses.poses-more-numbers-some") "%d poses with more than %zu numbers in some of them; a test has room for %d",
                   r->n_pose, r->n_reading / n_pose - 1, PL_MAX_READINGS);
  }
  PL_TRY(make_room(r));
  pl_quantity *q = &r->quantity[n];
  *q = *like;
  int *point = pl_arena_alloc(r->label.m->arena, (size_t)like->n_point + 1, sizeof *point);
  r->value[n] = pl_arena_alloc(r->label.scratch, n_pose * (size_t)q->n, sizeof(double));
  r->weight[n] = pl_arena_alloc(r->label.scratch, n_pose, sizeof(double));
  r->sigma[n] = pl_arena_alloc(r->label.scratch, n_pose, sizeof(double));
  r->line[n] = pl_arena_alloc(r->label.scratch, n_pose, sizeof(int));
  q->name = pl_arena_text(r->label.m->arena, like->name);
  if (!r->line[n] || !point || !r->value[n] || !r->weight[n] || !r->sigma[n] || !q->name) return PL_ERROR_MEMORY;
  if (like->n_point > 0) memcpy(point, like->point, (size_t)like->n_point * sizeof *point);
  q->point = point;
  for (size_t i = 0; i < n_pose * (size_t)q->n; i++) r->value[n][i] = NAN;
  for (size_t i = 0; i < n_pose; i++) r->weight[n][i] = 1;
  r->next[n] = r->last[like->channel];
  r->last[like->channel] = ++r->poses->n_quantity;
  if (like->channel == PL_POSES_POSITIONS) r->of_point[like->point[0]] = r->poses->n_quantity;
  *index = n;
  return PL_OK;
}

bool pl__poses_has_value(const pl__poses_reader *r, int q, int pose) {
  int n = r->quantity[q].n;
  for (int k = 0; k < n; k++)
    if (!isnan(r->value[q][pose * n + k])) return true;
  return false;
}

pl_where pl__poses_reading_where(const pl__poses_reader *r, int q, int pose) {
  bool place = r->quantity[q].channel == PL_POSES_POSITIONS && r->table[pose];
  return (pl_where){.file = place ? r->table[pose] : r->label.m->file, .line = r->line[q][pose], .key = r->poses->pose[pose].name};
}

static pl_status set_value(pl__poses_reader *r, const pl_where *where, int q, int pose, const double *value) {
  if (pl__poses_has_value(r, q, pose))
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, where,
                   "keep one of them; the mean of repeated readings has sigma over the root of their number",
                   PL_ID("poses.given-twice-one-pose") "%s of \"%.80s\" is given twice in one pose",
                   pl__poses_channel[r->quantity[q].channel].name, r->quantity[q].name);
  memcpy(r->value[q] + pose * r->quantity[q].n, value, (size_t)r->quantity[q].n * sizeof *value);
  r->line[q][pose] = where->line;
  return PL_OK;
}

// ---- positions ----

// A cell with a number and its column's unit; empty: NAN, not measured.
static pl_status read_cell(pl__poses_reader *r, const pl_csv *csv, int row, int column, double *value) {
  const char *text = csv->cell[row][column];
  double number;
  pl_where where = {.file = csv->file, .line = csv->line[row]};
  *value = NAN;
  if (!*text || strcmp(text, "-") == 0) return PL_OK;
  if (!pl__csv_cell_number(csv, row, column, &number))
    return pl_fail(r->label.ctx, PL_ERROR_PARSE, &where, "write a number, or leave the cell empty where nothing was measured",
                   PL_ID("poses.column-has") "column \"%.60s\" has \"%.40s\"", csv->column[column].name, text);
  PL_TRY(pl_csv_number(r->label.ctx, csv, row, column, &number));
  *value = pl_unit_si(csv->column[column].unit, number);
  return PL_OK;
}

// The point of a row.
static pl_status row_point(pl__poses_reader *r, const pl_csv *csv, int row, int name, int vertex, int *point) {
  pl_where where = {.file = csv->file, .line = csv->line[row]};
  if (name >= 0 && *csv->cell[row][name]) return pl__poses_need_point(r, &where, csv->cell[row][name], point);
  double number;
  if (vertex < 0 || !pl_number_parse(csv->cell[row][vertex], &number) || number != floor(number))
    return pl_fail(r->label.ctx, PL_ERROR_PARSE, &where,
                   "name a landmark in the column \"name\", or give the number of a vertex in the column \"vertex\"",
                   "the row names no point");
  return pl__poses_vertex_point(r, &where, number, point);
}

// ---- names of poses ----

// Names as in read_poses: "name", else their index in the list. Returns their number; name [that many] unless NULL.
static pl_status list_poses(pl__poses_reader *r, pl_json *list, int *n, const char **name) {
  int place = 0;
  for (pl_json *c = list && list->kind == PL_JSON_ARRAY ? list->child : NULL; c; c = c->next) {
    place++;
    if (name) {
      pl_json *given = pl_json_find(c, "name");
      bool has = given && given->kind == PL_JSON_STRING && *given->text;
      name[*n] = has ? given->text : pl_arena_printf(r->label.scratch, "%d", place);
      if (!name[*n]) return PL_ERROR_MEMORY;
    }
    ++*n;
  }
  return PL_OK;
}

// Of all tests: bodies may share a table.
static pl_status all_poses(pl__poses_reader *r, int *n, const char **name) {
  pl_json *tests = pl_json_find(r->label.root, "tests");
  *n = 0;
  PL_TRY(list_poses(r, pl_json_find(r->label.root, "poses"), n, name));
  for (pl_json *c = tests && tests->kind == PL_JSON_ARRAY ? tests->child : NULL; c; c = c->next)
    PL_TRY(list_poses(r, pl_json_find(c, "poses"), n, name));
  return PL_OK;
}

// A row of an unknown pose would otherwise be ignored silently.
static pl_status check_pose_names(pl__poses_reader *r, const pl_csv *csv, int column) {
  int n;
  PL_TRY(all_poses(r, &n, NULL));
  const char **name = pl_arena_alloc(r->label.scratch, (size_t)n + 1, sizeof *name), *last = NULL;
  if (!name) return PL_ERROR_MEMORY;
  PL_TRY(all_poses(r, &n, name));
  for (int i = 0; i < csv->n_row; i++) {
    const char *text = csv->cell[i][column];
    bool known = last && strcmp(last, text) == 0;  // the rows of a pose are consecutive
    for (int k = 0; k < n && !known; k++) known = strcmp(name[k], text) == 0;
    last = text;
    if (known) continue;
    pl_where where = {.file = csv->file, .line = csv->line[i]};
    const char *near = pl_text_nearest(text, n, name);
    char hint[200];
    if (near)
      snprintf(hint, sizeof hint, "did you mean \"%.60s\"?", near);
    else
      snprintf(hint, sizeof hint, "add the pose to \"poses\", with \"held-out\": true if it is not to be fitted, or delete its rows");
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, hint, PL_ID("poses.there-no-pose") "there is no pose \"%.80s\"", text);
  }
  return PL_OK;
}

static pl_status read_positions(pl__poses_reader *r, pl_json *value, int pose, const char *pose_name) {
  static const char *const axis[] = {"x", "y", "z"};
  static const char *const names[] = {"name", "landmark", "marker", "point", NULL}, *const vertices[] = {"vertex", NULL},
                           *const poses[] = {"pose", NULL};
  pl_context *ctx = r->label.ctx;
  const char *path;
  pl_csv *csv;
  int name, vertex, of_pose, column[3], n = 0;
  PL_TRY(pl__poses_path(r, value, &path));
  PL_TRY(pl_csv_load(r->label.scratch, path, &csv));
  PL_TRY(pl_csv_guess(ctx, csv, names, &name));
  PL_TRY(pl_csv_guess(ctx, csv, vertices, &vertex));
  PL_TRY(pl_csv_guess(ctx, csv, poses, &of_pose));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  if (name < 0 && vertex < 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "the header is: name,x [mm],y [mm],z [mm], or vertex,x [mm],...",
                   "there is neither a column \"name\" nor a column \"vertex\"");
  for (int k = 0; k < 3; k++) {
    PL_TRY(pl_csv_find(ctx, csv, axis[k], &where, &column[k]));
    const pl_csv_column *c = &csv->column[column[k]];
    if (!c->has_unit || !pl_dim_equal(c->unit.dim, PL_DIM_LENGTH))
      return pl_fail(ctx, PL_ERROR_UNIT, &where, "write the unit into the header: x [mm]",
                     PL_ID("poses.column-unit") "column \"%s\" has %s%s", c->name, c->has_unit ? "no unit of length but " : "no unit",
                     c->has_unit ? c->unit_text : "");
  }
  for (int i = 0; i < csv->n_row; i++) {
    if (of_pose >= 0 && strcmp(csv->cell[i][of_pose], pose_name) != 0) continue;
    int point, q;
    double x[3];
    PL_TRY(row_point(r, csv, i, name, vertex, &point));
    for (int k = 0; k < 3; k++) PL_TRY(read_cell(r, csv, i, column[k], &x[k]));
    n++;
    if (isnan(x[0]) && isnan(x[1]) && isnan(x[2])) continue;
    pl_quantity like = {.channel = PL_POSES_POSITIONS, .n = 3, .set = -1, .n_point = 1, .point = &point, .name = r->point[point].name};
    PL_TRY(find_quantity(r, &like, &q));
    where.line = csv->line[i];
    PL_TRY(set_value(r, &where, q, pose, x));
  }
  r->table[pose] = csv->file;
  if (n > 0) {
    if (of_pose < 0 || (r->named && strcmp(r->named, path) == 0)) return PL_OK;
    r->named = path;
    return check_pose_names(r, csv, of_pose);
  }
  where = pl_json_where(value);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "the column \"pose\" must hold the names of the poses",
                 PL_ID("poses.has-no-row-pose") "%s has no row of pose \"%.80s\"", pl_path_name(path), pose_name);
}

// ---- everything else ----

static const struct {
  const char *list, *value;  // keys
  int n;
  const char *example;
} kind[PL_POSES_CHANNELS] = {
    [PL_POSES_FORCE] = {"forces", "force", 3, "{\"set\": \"right\", \"force\": [\"1 N\", null, null]}"},
    [PL_POSES_TORQUE] = {"torques", "torque", 3,
                         "{\"set\": \"right\", \"about\": [\"0 mm\", \"0 mm\", \"0 mm\"], \"torque\": [null, null, \"3 N mm\"]}"},
    [PL_POSES_LENGTH] = {"lengths", "length", 1, "{\"along\": [\"a\", \"b\"], \"length\": \"82 mm\"}"},
    [PL_POSES_AREA] = {"areas", "area", 1, "{\"set\": \"top\", \"area\": \"4 cm^2\"}"},
    [PL_POSES_VOLUME] = {"volumes", "volume", 1, "{\"volume\": \"32 cm^3\"}"},
};

static pl_status read_line(pl__poses_reader *r, pl_json *along, pl_quantity *like) {
  pl_where where = pl_json_where(along);
  if (along->kind != PL_JSON_ARRAY || along->n < 2)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write [\"a\", \"b\"]",
                   PL_ID("poses.length-needs-two-landmarks") "a length needs two landmarks or more");
  int *point = pl_arena_alloc(r->label.scratch, (size_t)along->n, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  for (pl_json *c = along->child; c; c = c->next) {
    const char *name;
    where = pl_json_where(c);
    PL_TRY(pl_json_text(r->label.ctx, c, &name));
    PL_TRY(pl__poses_need_point(r, &where, name, &point[like->n_point++]));
  }
  like->point = point;
  like->name = pl_arena_printf(r->label.scratch, "%s-%s", r->point[point[0]].name, r->point[point[like->n_point - 1]].name);
  return like->name ? PL_OK : PL_ERROR_MEMORY;
}

// The quantity of an entry.
static pl_status read_like(pl__poses_reader *r, int channel, pl_json *entry, pl_quantity *like) {
  pl_context *ctx = r->label.ctx;
  pl_json *set = pl_json_find(entry, "set"), *value;
  pl_where where = pl_json_where(entry);
  *like = (pl_quantity){.channel = channel, .n = kind[channel].n, .set = -1, .name = "body"};
  if (channel == PL_POSES_LENGTH) {
    PL_TRY(pl_json_need(ctx, entry, "along", "[\"a\", \"b\"]", &value));
    return read_line(r, value, like);
  }
  if (!set && channel != PL_POSES_VOLUME) return pl_json_need(ctx, entry, "set", "\"right\"", &set);
  if (set) {
    PL_TRY(pl__poses_need_set(r, set, &like->set));
    like->name = r->poses->set[like->set].name;
  }
  if (channel == PL_POSES_TORQUE) {
    PL_TRY(pl_json_need(ctx, entry, "about", "[\"0 mm\", \"0 mm\", \"0 mm\"], the point the torque is about", &value));
    PL_TRY(pl__poses_vector(ctx, value, PL_DIM_LENGTH, false, like->about));
  }
  if (channel == PL_POSES_AREA && r->poses->set[like->set].n_face == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose a set that holds whole faces of the surface", "the set \"%.80s\" holds no face",
                   like->name);
  if (channel == PL_POSES_VOLUME && (!pl_mesh_is_solid(r->poses->mesh) || (set && r->poses->set[like->set].n_element == 0)))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "leave \"set\" out for the volume of the whole body",
                   pl_mesh_is_solid(r->poses->mesh) ? "the set \"%.80s\" holds no element" : "a sheet has no volume (\"%.80s\")",
                   like->name);
  return PL_OK;
}

static pl_status read_entry(pl__poses_reader *r, int channel, pl_json *entry, int pose) {
  const char *const keys[] = {"set", "about", "along", kind[channel].value, "of", "weight", "sigma", "comment"};
  static const char *const sides[] = {"support", "body"};
  pl_context *ctx = r->label.ctx;
  pl_dim dim = pl__poses_dim[channel];
  pl_quantity like;
  pl_json *value;
  double x[3];
  int q, side = 0;
  PL_TRY(pl__poses_keys(ctx, entry, COUNT(keys), keys));
  PL_TRY(read_like(r, channel, entry, &like));
  PL_TRY(pl_json_need(ctx, entry, kind[channel].value, "the reading with its unit", &value));
  if (like.n == 3)
    PL_TRY(pl__poses_vector(ctx, value, dim, true, x));
  else
    PL_TRY(pl_json_quantity(ctx, value, dim, 0, 1e9, x));
  if (pl_json_find(entry, "of") && like.n == 3) PL_TRY(pl_json_choice(ctx, pl_json_find(entry, "of"), 2, sides, &side));
  for (int k = 0; k < like.n && side == 1; k++) x[k] = -x[k];
  PL_TRY(find_quantity(r, &like, &q));
  pl_where where = pl_json_where(entry);
  PL_TRY(set_value(r, &where, q, pose, x));
  if (pl_json_find(entry, "weight")) PL_TRY(pl_json_number(ctx, pl_json_find(entry, "weight"), 0, 1e6, &r->weight[q][pose]));
  if (pl_json_find(entry, "sigma")) PL_TRY(pl_json_quantity(ctx, pl_json_find(entry, "sigma"), dim, 1e-15, 1e9, &r->sigma[q][pose]));
  return PL_OK;
}

pl_status pl__poses_measured(pl__poses_reader *r, pl_json *measured, int pose) {
  static const char *const keys[] = {"positions", "forces", "torques", "lengths", "areas", "volumes"};
  pl_context *ctx = r->label.ctx;
  PL_TRY(pl__poses_keys(ctx, measured, COUNT(keys), keys));
  pl_json *positions = pl_json_find(measured, "positions");
  if (positions) PL_TRY(read_positions(r, positions, pose, r->poses->pose[pose].name));
  for (int c = PL_POSES_FORCE; c < PL_POSES_CHANNELS; c++) {
    pl_json *list = pl_json_find(measured, kind[c].list);
    if (!list) continue;
    pl_where where = pl_json_where(list);
    if (list->kind != PL_JSON_ARRAY) {
      char hint[200];
      snprintf(hint, sizeof hint, "write [%s]", kind[c].example);
      return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, "must be a list [...]");
    }
    for (pl_json *entry = list->child; entry; entry = entry->next) PL_TRY(read_entry(r, c, entry, pose));
  }
  return PL_OK;
}
