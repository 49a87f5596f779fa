// supports.c: supports and loads of the body in a pose, and their distribution on its vertices.
//
// Motion of a fixed set:  x = c + R (X - c) + t,  R counter-clockwise by an angle about an axis through c (Rodrigues), t a translation.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv/csv.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define SAME 1e-9  // of the body's size: two supports that agree
#define DIM_STIFFNESS PL_DIM_LINE_FORCE

// ---- reading ----

static pl_status read_axes(pl__poses_reader *r, pl_json *value, bool axis[3]) {
  const char *text = "xyz";
  if (value) PL_TRY(pl_json_text(r->label.ctx, value, &text));
  for (const char *c = text; *c; c++) {
    if (*c >= 'x' && *c <= 'z' && !axis[*c - 'x']) {
      axis[*c - 'x'] = true;
      continue;
    }
    pl_where where = pl_json_where(value);
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write \"xyz\", \"x\", \"yz\" ...: the coordinates that are held",
                   PL_ID("poses.names-no-axes") "\"%.20s\" names no axes", text);
  }
  if (*text) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write \"xyz\", \"x\", \"yz\" ...", "no coordinate is held");
}

static pl_status read_turn(pl__poses_reader *r, pl_json *value, pl_pose_support *s) {
  static const char *const keys[] = {"axis", "through", "angle"};
  pl_context *ctx = r->label.ctx;
  pl_json *axis, *through = pl_json_find(value, "through"), *angle;
  PL_TRY(pl__poses_keys(ctx, value, COUNT(keys), keys));
  PL_TRY(pl_json_need(ctx, value, "axis", "[0, 0, 1]", &axis));
  PL_TRY(pl_json_need(ctx, value, "angle", "\"20 deg\"", &angle));
  PL_TRY(pl__poses_direction(ctx, axis, s->turn));
  PL_TRY(pl_json_quantity(ctx, angle, PL_DIM_ANGLE, -100, 100, &s->angle));
  if (through) return pl__poses_vector(ctx, through, PL_DIM_LENGTH, false, s->through);
  pl_where where = pl_json_where(value);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "add \"through\": [\"0 mm\", \"0 mm\", \"0 mm\"]", "a point of the axis is missing");
}

// Index of a vertex in the ascending list of a set; -1: absent.
static int32_t place_in_set(const pl_node_set *set, double vertex) {
  int32_t low = 0, high = set->n;  // vertex[low - 1] < vertex <= vertex[high]
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (set->vertex[middle] < vertex)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set->n && set->vertex[low] == vertex ? low : -1;
}

// Rows vertex, x, y, z: every vertex of the set once.
static pl_status read_places(pl__poses_reader *r, pl_json *value, pl_pose_support *s) {
  const pl_node_set *set = &r->poses->set[s->set];
  static const char *const axis[] = {"x", "y", "z"};
  const char *path;
  pl_csv *csv;
  int vertex, column[3];
  double *number, *x[3];
  PL_TRY(pl__poses_path(r, value, &path));
  PL_TRY(pl_csv_load(r->label.scratch, path, &csv));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  PL_TRY(pl_csv_find(r->label.ctx, csv, "vertex", &where, &vertex));
  PL_TRY(pl_csv_numbers(r->label.scratch, csv, vertex, PL_DIM_NONE, NULL, &number));
  for (int k = 0; k < 3; k++) {
    PL_TRY(pl_csv_find(r->label.ctx, csv, axis[k], &where, &column[k]));
    PL_TRY(pl_csv_numbers(r->label.scratch, csv, column[k], PL_DIM_LENGTH, NULL, &x[k]));
  }
  double *place = pl_arena_alloc(r->label.m->arena, 3 * (size_t)set->n, sizeof *place);
  uint8_t *have = pl_arena_alloc(r->label.scratch, (size_t)set->n, sizeof *have);
  if (!place || !have) return PL_ERROR_MEMORY;
  int32_t n = 0;
  for (int i = 0; i < csv->n_row; i++) {
    int32_t at = place_in_set(set, number[i]);
    where.line = csv->line[i];
    if (at < 0 || have[at])
      return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "list every vertex of the set once",
                     at < 0 ? "vertex %g is not in the set \"%.80s\"" : "vertex %g is there twice (set \"%.80s\")", number[i], set->name);
    for (int k = 0; k < 3; k++) place[3 * at + k] = x[k][i];
    have[at] = 1;
    n++;
  }
  if (n < set->n)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "list every vertex of the set once",
                   "places of %d vertices, but the set \"%.80s\" has %d", (int)n, set->name, (int)set->n);
  s->kind = PL_SUPPORT_POSITIONS;
  s->place = place;
  return PL_OK;
}

static pl_status read_support(pl__poses_reader *r, pl_json *value, pl_pose_support *s) {
  static const char *const keys[] = {"set", "axes", "translation", "rotation", "positions", "spring"};
  pl_context *ctx = r->label.ctx;
  pl_json *set;
  *s = (pl_pose_support){.line = value->line};
  PL_TRY(pl__poses_keys(ctx, value, COUNT(keys), keys));
  PL_TRY(pl_json_need(ctx, value, "set", "\"left\"", &set));
  PL_TRY(pl__poses_need_set(r, set, &s->set));
  PL_TRY(read_axes(r, pl_json_find(value, "axes"), s->axis));
  pl_json *translation = pl_json_find(value, "translation"), *turn = pl_json_find(value, "rotation");
  pl_json *places = pl_json_find(value, "positions"), *spring = pl_json_find(value, "spring");
  pl_where where = pl_json_where(value);
  if (places && (translation || turn || spring))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "keep one of them", "\"positions\" already say where the vertices are held");
  if (translation) PL_TRY(pl__poses_vector(ctx, translation, PL_DIM_LENGTH, false, s->translation));
  if (turn) PL_TRY(read_turn(r, turn, s));
  if (places) PL_TRY(read_places(r, places, s));
  if (spring) {
    s->kind = PL_SUPPORT_SPRING;
    PL_TRY(pl_json_quantity(ctx, spring, DIM_STIFFNESS, 1e-12, 1e12, &s->stiffness));
  }
  return PL_OK;
}

static pl_status read_load(pl__poses_reader *r, pl_json *value, pl_pose_load *l) {
  static const char *const keys[] = {"set", "force", "pressure"};
  pl_context *ctx = r->label.ctx;
  pl_json *set, *force = pl_json_find(value, "force"), *pressure = pl_json_find(value, "pressure");
  pl_where where = pl_json_where(value);
  *l = (pl_pose_load){.kind = force ? PL_LOAD_FORCE : PL_LOAD_PRESSURE};
  PL_TRY(pl__poses_keys(ctx, value, COUNT(keys), keys));
  PL_TRY(pl_json_need(ctx, value, "set", "\"top\"", &set));
  PL_TRY(pl__poses_need_set(r, set, &l->set));
  if (!force == !pressure)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"force\": [\"0 N\", \"0 N\", \"-1 N\"] or \"pressure\": \"2 kPa\"",
                   "a load is either a force or a pressure");
  if (force) return pl__poses_vector(ctx, force, PL_DIM_FORCE, false, l->force);
  if (r->poses->set[l->set].n_face == 0)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "choose a set that holds whole faces of the surface",
                   "pressure needs faces, and the set \"%.80s\" holds none", r->poses->set[l->set].name);
  return pl_json_quantity(ctx, pressure, PL_DIM_PRESSURE, -1e12, 1e12, &l->pressure);
}

// A direction with the standard size, or an acceleration.
static pl_status read_gravity(pl__poses_reader *r, pl_json *entry, double gravity[3]) {
  pl_json *own = pl_json_find(entry, "gravity"), *value = own ? own : pl__label_setting(&r->label, "gravity");
  if (!value || value->kind == PL_JSON_NULL) return PL_OK;
  bool bare = value->kind == PL_JSON_ARRAY && value->child && value->child->kind == PL_JSON_NUMBER;
  if (!bare) PL_TRY(pl__poses_vector(r->label.ctx, value, PL_DIM_ACCELERATION, false, gravity));
  if (bare) {
    PL_TRY(pl__poses_direction(r->label.ctx, value, gravity));
    for (int k = 0; k < 3; k++) gravity[k] *= 9.81;
  }
  pl_where where = pl_json_where(value);
  if (hypot(hypot(gravity[0], gravity[1]), gravity[2]) > 1e3)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where,
                   "write a direction such as [0, 0, -1], or [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m/s^2\"]",
                   "an acceleration above 1000 m/s^2");
  return PL_OK;
}

static pl_status read_lists(pl__poses_reader *r, pl_json *supports, pl_json *loads, pl_pose *pose) {
  pl_json *const list[] = {supports, loads};
  static const char *const example[] = {"write [{\"set\": \"left\"}]",
                                        "write [{\"set\": \"tip\", \"force\": [\"0 N\", \"0 N\", \"-1 N\"]}]"};
  for (int k = 0; k < 2; k++) {
    if (!list[k] || list[k]->kind == PL_JSON_ARRAY) continue;
    pl_where where = pl_json_where(list[k]);
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, example[k], "must be a list [...]");
  }
  pl_pose_support *support = pl_arena_alloc(r->label.m->arena, supports ? (size_t)supports->n + 1 : 1, sizeof *support);
  pl_pose_load *load = pl_arena_alloc(r->label.m->arena, loads ? (size_t)loads->n + 1 : 1, sizeof *load);
  if (!support || !load) return PL_ERROR_MEMORY;
  for (pl_json *c = supports ? supports->child : NULL; c; c = c->next) PL_TRY(read_support(r, c, &support[pose->n_support++]));
  for (pl_json *c = loads ? loads->child : NULL; c; c = c->next) PL_TRY(read_load(r, c, &load[pose->n_load++]));
  pose->support = support;
  pose->load = load;
  return PL_OK;
}

pl_status pl__poses_read_pose(pl__poses_reader *r, pl_json *entry, pl_pose *pose) {
  static const char *const keys[] = {"name", "gravity", "supports", "loads", "measured", "weight", "held-out", "comment"};
  pl_context *ctx = r->label.ctx;
  const char *name = NULL;
  PL_TRY(pl__poses_keys(ctx, entry, COUNT(keys), keys));
  *pose = (pl_pose){.line = entry->line, .weight = 1};
  PL_TRY(pl_json_optional_text(ctx, entry, "name", &name));
  pose->name = name ? pl_arena_text(r->label.m->arena, name) : "";
  if (!pose->name) return PL_ERROR_MEMORY;
  if (pl_json_find(entry, "weight")) PL_TRY(pl_json_number(ctx, pl_json_find(entry, "weight"), 0, 1e6, &pose->weight));
  PL_TRY(read_gravity(r, entry, pose->gravity));
  PL_TRY(read_lists(r, pl_json_find(entry, "supports"), pl_json_find(entry, "loads"), pose));
  if (pose->n_support > 0) return PL_OK;
  pl_where where = pl_json_where(entry);
  return pl_fail(ctx, PL_ERROR_INPUT, &where, "add \"supports\": [{\"set\": \"left\"}]",
                 PL_ID("poses.nothing-holds-body-pose") "nothing holds the body in this pose");
}

// ---- on the vertices ----

// The position that a support imposes on vertex i of its set.
static void support_place(const pl_pose_support *s, const double *X, int32_t i, double out[3]) {
  if (s->kind == PL_SUPPORT_POSITIONS) {
    memcpy(out, s->place + 3 * (size_t)i, 3 * sizeof *out);
    return;
  }
  double d[3], along = 0, c = cos(s->angle), w = sin(s->angle);
  const double *u = s->turn;
  for (int k = 0; k < 3; k++) {
    d[k] = X[k] - s->through[k];
    along += u[k] * d[k];
  }
  const double turned[3] = {u[1] * d[2] - u[2] * d[1], u[2] * d[0] - u[0] * d[2], u[0] * d[1] - u[1] * d[0]};
  bool turns = s->angle != 0;
  for (int k = 0; k < 3; k++)
    out[k] = (turns ? s->through[k] + c * d[k] + w * turned[k] + (1 - c) * along * u[k] : X[k]) + s->translation[k];
}

typedef struct on_vertices {
  uint8_t *fixed;
  double *target, *force, *pressure, *spring, *anchor;
  int *by;  // [n_dof], 1 + the support that holds it
} on_vertices;

static pl_status contradiction(pl__poses_reader *r, const pl_pose *pose, const pl_pose_support *s, int other, size_t dof, double a,
                               double b) {
  pl_where where = {.file = r->label.m->file, .line = s->line, .key = "supports"};
  if (pose->support[other].set == s->set)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "make one support of the two, or let each hold other \"axes\"",
                   PL_ID("poses.two-supports-set-contradict") "two supports of the set \"%.60s\" contradict each other: vertex %d is held "
                                                              "at %c = %.6g mm and at %.6g mm",
                   r->poses->set[s->set].name, (int)(dof / 3), "xyz"[dof % 3], 1e3 * a, 1e3 * b);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "take the vertices they share out of one of the sets, or hold other \"axes\" there",
                 "supports contradict each other: vertex %d is held at %c = %.6g mm by \"%.60s\" and at %.6g mm by \"%.60s\"",
                 (int)(dof / 3), "xyz"[dof % 3], 1e3 * a, r -> poses -> set[pose->support[other].set].name, 1e3 * b,
                 r->poses->set[s->set].name);
}

static pl_status hold(pl__poses_reader *r, const pl_pose *pose, int index, on_vertices *on) {
  const pl_pose_support *s = &pose->support[index];
  const pl_node_set *set = &r->poses->set[s->set];
  for (int32_t i = 0; i < set->n; i++) {
    double place[3];
    support_place(s, r->poses->mesh->x0 + 3 * (size_t)set->vertex[i], i, place);
    for (int k = 0; k < 3; k++) {
      size_t dof = 3 * (size_t)set->vertex[i] + (size_t)k;
      if (!s->axis[k]) continue;
      if (s->kind == PL_SUPPORT_SPRING) {
        // springs at one vertex add up: k = k1 + k2 at the weighted mean of their anchors
        double own = s->stiffness * set->share[i], sum = on->spring[dof] + own;
        if (own > 0) on->anchor[dof] = (on->spring[dof] * on->anchor[dof] + own * place[k]) / sum;
        on->spring[dof] = sum;
        continue;
      }
      if (on->fixed[dof] && fabs(on->target[dof] - place[k]) > SAME * r->size)
        return contradiction(r, pose, s, on->by[dof] - 1, dof, on->target[dof], place[k]);
      on->fixed[dof] = 1;
      on->target[dof] = place[k];
      on->by[dof] = index + 1;
    }
  }
  return PL_OK;
}

static void press(const pl__poses_reader *r, const pl_pose_load *l, on_vertices *on) {
  const pl_node_set *set = &r->poses->set[l->set];
  for (int32_t i = 0; i < set->n && l->kind == PL_LOAD_FORCE; i++)
    for (int k = 0; k < 3; k++) on->force[3 * (size_t)set->vertex[i] + k] += set->share[i] * l->force[k];
  for (int32_t i = 0; i < set->n_face && l->kind == PL_LOAD_PRESSURE; i++) on->pressure[set->face[i]] += l->pressure;
}

pl_status pl__poses_resolve(pl__poses_reader *r, const pl_pose *pose, pl_pose_frame *frame) {
  const pl_mesh *mesh = r->poses->mesh;
  pl_arena *arena = r->label.m->arena;
  size_t n = 3 * (size_t)mesh->n_vertex, n_face = (size_t)(pl_mesh_is_solid(mesh) ? mesh->n_face : mesh->n_triangle);
  bool springs = false, pressure = false;
  for (int i = 0; i < pose->n_support; i++) springs = springs || pose->support[i].kind == PL_SUPPORT_SPRING;
  for (int i = 0; i < pose->n_load; i++) pressure = pressure || pose->load[i].kind == PL_LOAD_PRESSURE;
  on_vertices on = {.fixed = pl_arena_alloc(arena, n, sizeof *on.fixed),
                    .target = pl_arena_alloc(arena, n, sizeof *on.target),
                    .force = pl_arena_alloc(arena, n, sizeof *on.force),
                    .pressure = pressure ? pl_arena_alloc(arena, n_face, sizeof *on.pressure) : NULL,
                    .spring = springs ? pl_arena_alloc(arena, n, sizeof *on.spring) : NULL,
                    .anchor = springs ? pl_arena_alloc(arena, n, sizeof *on.anchor) : NULL,
                    .by = pl_arena_alloc(r->label.scratch, n, sizeof *on.by)};
  if (!on.fixed || !on.target || !on.force || (pressure && !on.pressure) || (springs && (!on.spring || !on.anchor)) || !on.by)
    return PL_ERROR_MEMORY;
  for (int i = 0; i < pose->n_support; i++) PL_TRY(hold(r, pose, i, &on));
  for (int i = 0; i < pose->n_load; i++) press(r, &pose->load[i], &on);
  *frame = (pl_pose_frame){on.fixed, on.target, on.force, on.pressure, on.spring, on.anchor};
  return PL_OK;
}
