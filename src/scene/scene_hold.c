// scene_hold.c: supports and loads of a scene: selections of vertices, clips with their motion, pins, loads.
#include <math.h>
#include <string.h>

#include "scene/scene_part.h"

#define PI 3.14159265358979323846

// ---- selections ----

// How far a point is outside of a box, m, by the face it is farthest beyond; negative inside.
static double outside(const double x[3], double box[2][3]) {
  double most = -INFINITY;
  for (int k = 0; k < 3; k++) most = fmax(most, fmax(box[0][k] - x[k], x[k] - box[1][k]));
  return most;
}

static pl_status read_box(pl__scene_reader *r, pl_json *object, double box[2][3]) {
  for (int k = 0; k < 3; k++) box[0][k] = -INFINITY, box[1][k] = INFINITY;
  pl_where where = pl_json_where(object);
  if (object->kind != PL_JSON_OBJECT || (!pl_json_find(object, "min") && !pl_json_find(object, "max")))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write {\"min\": [...], \"max\": [...]}, or one of the two",
                   "a box needs at least one corner: without it every vertex would be chosen");
  PL_TRY(pl__scene_optional_vector(r, object, "min", PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, box[0]));
  return pl__scene_optional_vector(r, object, "max", PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, box[1]);
}

static pl_status select_box(pl__scene_reader *r, pl_json *object, const pl_scene_body *body, uint8_t *chosen) {
  double box[2][3];
  PL_TRY(read_box(r, object, box));
  for (int32_t v = 0; v < body->mesh->n_vertex; v++) chosen[v] = outside(body->x + 3 * (size_t)v, box) <= 1e-9;
  return PL_OK;
}

static pl_status select_list(pl__scene_reader *r, pl_json *list, const pl_scene_body *body, uint8_t *chosen) {
  pl_where where = pl_json_where(list);
  list->used = true;
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write the numbers of vertices, the first is 0: [0, 5]", "is not a list of vertices");
  for (pl_json *m = list->child; m; m = m->next) {
    int64_t v;
    PL_TRY(pl_json_integer(r->ctx, m, 0, body->mesh->n_vertex - 1, &v));
    chosen[v] = 1;
  }
  return PL_OK;
}

// Sides of a generated sheet: left and right are the ends of its length, bottom and top those of its width. A tube has only the last two.
enum { LEFT = 1, RIGHT = 2, BOTTOM = 4, TOP = 8 };
static const char *const edge_names[] = {"left", "right", "bottom", "top"};
static const char *const corner_names[] = {"bottom-left", "bottom-right", "top-left", "top-right"};

static pl_status select_side(pl__scene_reader *r, pl_json *value, const pl_scene_body *body, const pl__grid *grid, bool corner,
                             uint8_t *chosen) {
  static const unsigned edge_bits[] = {LEFT, RIGHT, BOTTOM, TOP};
  static const unsigned corner_bits[] = {BOTTOM | LEFT, BOTTOM | RIGHT, TOP | LEFT, TOP | RIGHT};
  int index;
  PL_TRY(pl_json_choice(r->ctx, value, 4, corner ? corner_names : edge_names, &index));
  unsigned asked = corner ? corner_bits[index] : edge_bits[index];
  pl_where where = pl_json_where(value);
  if (grid->n_length == 0 || (grid->tube && asked & (LEFT | RIGHT)))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "choose the vertices with \"box\": {\"min\": ..., \"max\": ...} or \"vertices\": [...]",
                   "the mesh \"%s\" has no %s of that name: it is %s", body->name, corner ? "corner" : "edge",
                   grid->tube ? "a tube" : "read from a file");
  for (int32_t i = 0; i <= grid->n_length; i++)
    for (int32_t j = 0; j <= grid->n_width; j++) {
      unsigned at = (i == 0 ? LEFT : 0u) | (i == grid->n_length ? RIGHT : 0u) | (j == 0 ? BOTTOM : 0u) | (j == grid->n_width ? TOP : 0u);
      chosen[i * (grid->n_width + 1) + j] = (at & asked) == asked;
    }
  return PL_OK;
}

static pl_status find_body(pl__scene_reader *r, pl_json *entry, int *body) {
  pl_json *value = pl_json_find(entry, "mesh");
  const pl_scene *scene = r->scene;
  *body = 0;
  pl_where where = pl_json_where(value ? value : entry);
  if (!value && scene->n_body > 1)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "add \"mesh\": with its name", "the scene has %d meshes, and this does not say which",
                   scene->n_body);
  if (!value) return PL_OK;
  const char **names = pl_arena_alloc(r->scratch, (size_t)scene->n_body, sizeof *names);
  if (!names) return PL_ERROR_MEMORY;
  for (int i = 0; i < scene->n_body; i++) names[i] = scene->body[i].name;
  return pl_json_choice(r->ctx, value, scene->n_body, names, body);
}

static void add_sewn(const pl_scene_body *body, uint8_t *chosen) {
  if (!body->tie) return;
  uint8_t held[PL_MAX_BODY] = {0};
  for (int32_t v = 0; v < body->mesh->n_vertex; v++)
    if (body->tie[v] >= 0 && chosen[v]) held[body->tie[v]] = 1;
  for (int32_t v = 0; v < body->mesh->n_vertex; v++)
    if (body->tie[v] >= 0 && held[body->tie[v]]) chosen[v] = 1;
}

// The mesh and vertices that an entry of clips, pins or loads names; vertices sewn to them are included.
static pl_status select_vertices(pl__scene_reader *r, pl_json *entry, int *index, int32_t *n_vertex, const int32_t **vertex) {
  static const char *const ways[] = {"edge", "corner", "box", "vertices"};
  PL_TRY(find_body(r, entry, index));
  const pl_scene_body *body = &r->scene->body[*index];
  pl_json *value = NULL;
  int way = -1, n_way = 0;
  for (int i = 0; i < 4; i++) {
    pl_json *found = pl_json_find(entry, ways[i]);
    if (!found) continue;
    value = found;
    way = i;
    n_way++;
  }
  pl_where where = pl_json_where(entry);
  if (n_way != 1)
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "give one of \"edge\": \"left\", \"corner\": \"top-left\", \"box\": {\"min\": ..., \"max\": ...} and \"vertices\": [0, 1]",
        n_way == 0 ? "names no vertices" : "names its vertices in more than one way");
  uint8_t *chosen = pl_arena_alloc(r->scratch, (size_t)body->mesh->n_vertex, 1);
  int32_t *list = pl_arena_alloc(r->scene->arena, (size_t)body->mesh->n_vertex, sizeof *list);
  if (!chosen || !list) return PL_ERROR_MEMORY;
  if (way < 2) PL_TRY(select_side(r, value, body, &r->grid[*index], way == 1, chosen));
  if (way == 2) PL_TRY(select_box(r, value, body, chosen));
  if (way == 3) PL_TRY(select_list(r, value, body, chosen));
  add_sewn(body, chosen);
  *n_vertex = 0;
  for (int32_t v = 0; v < body->mesh->n_vertex; v++)
    if (chosen[v]) list[(*n_vertex)++] = v;
  *vertex = list;
  where = pl_json_where(value);
  if (*n_vertex == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check its numbers and units against where the mesh is placed",
                   PL_ID("scene.no-vertex-chosen") "no vertex of \"%s\" is chosen", body->name);
  return PL_OK;
}

// ---- motion ----

static pl_status read_keyframe(pl__scene_reader *r, pl_json *entry, const pl_keyframe *before, pl_keyframe *k) {
  pl_json *time;
  PL_TRY(pl_json_need(r->ctx, entry, "time", "\"0.5 s\"", &time));
  PL_TRY(pl_json_quantity(r->ctx, time, PL_DIM_TIME, 0, PL__SCENE_MAX_TIME, &k->time));
  pl_where where = pl_json_where(time);
  if (before && !(k->time > before->time))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "put the keyframes in order of time, each time once",
                   PL_ID("scene.keyframe-order") "is %g s, not after the %g s of the keyframe before", k->time, before->time);
  PL_TRY(pl__scene_optional_vector(r, entry, "translate", PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, k->translation));
  return pl_json_optional_quantity(r->ctx, entry, "rotate", PL_DIM_ANGLE, -1e4, 1e4, &k->angle);
}

pl_status pl__scene_read_motion(pl__scene_reader *r, pl_json *object, pl_keyed_motion *motion) {
  static const char *const names[] = {"linear", "smooth"};
  pl_json *list, *value;
  int interpolation = 1;
  *motion = (pl_keyed_motion){.axis = {0, 0, 1}};
  PL_TRY(pl_json_get(r->ctx, object, "keyframes", PL_JSON_ARRAY, &list));
  if ((value = pl_json_find(object, "axis"))) PL_TRY(pl__scene_direction(r, value, motion->axis));
  PL_TRY(pl__scene_optional_vector(r, object, "center", PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, motion->center));
  if ((value = pl_json_find(object, "interpolation"))) PL_TRY(pl_json_choice(r->ctx, value, 2, names, &interpolation));
  motion->smooth = interpolation == 1;
  pl_where where = pl_json_where(list);
  if (list->n == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "add {\"time\": \"1 s\", \"translate\": [...]}, or leave the motion out",
                   PL_ID("scene.no-keyframe") "has no keyframe");
  pl_keyframe *k = pl_arena_alloc(r->scene->arena, (size_t)list->n, sizeof *k);
  if (!k) return PL_ERROR_MEMORY;
  motion->keyframe = k;
  for (pl_json *m = list->child; m; m = m->next, motion->n_keyframe++)
    PL_TRY(read_keyframe(r, m, motion->n_keyframe > 0 ? &k[motion->n_keyframe - 1] : NULL, &k[motion->n_keyframe]));
  return PL_OK;
}

// ---- clips and pins ----

static pl_status read_axes(pl__scene_reader *r, pl_json *entry, bool axis[3]) {
  const char *text = "xyz";
  PL_TRY(pl_json_optional_text(r->ctx, entry, "axes", &text));
  pl_json *value = pl_json_find(entry, "axes");
  pl_where where = pl_json_where(value ? value : entry);
  if (!text[0] || text[strspn(text, "xyz")])
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"xyz\" to hold the vertices altogether, \"z\" to hold their height",
                   PL_ID("scene.axes") "is \"%.20s\", expected some of x, y and z", text);
  for (int k = 0; k < 3; k++) axis[k] = strchr(text, "xyz"[k]) != NULL;
  return PL_OK;
}

// "from" and "until"; until may be absent: for ever.
static pl_status read_span(pl__scene_reader *r, pl_json *entry, double *from, double *until) {
  *from = 0;
  *until = INFINITY;
  PL_TRY(pl_json_optional_quantity(r->ctx, entry, "from", PL_DIM_TIME, 0, PL__SCENE_MAX_TIME, from));
  PL_TRY(pl_json_optional_quantity(r->ctx, entry, "until", PL_DIM_TIME, 0, PL__SCENE_MAX_TIME, until));
  pl_json *value = pl_json_find(entry, "until");
  pl_where where = pl_json_where(value ? value : entry);
  if (!(*until > *from))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "let it end after it begins",
                   PL_ID("scene.ends-before-it-begins") "is %g s, not after \"from\", %g s", *until, *from);
  return PL_OK;
}

// Two clips must not fix the same vertex along the same axis at the same time.
static pl_status check_apart(pl__scene_reader *r, pl_json *entry, const pl_scene_clip *clip) {
  for (const pl_scene_clip *other = r->scene->clip; other < clip; other++) {
    bool axis = (clip->axis[0] && other->axis[0]) || (clip->axis[1] && other->axis[1]) || (clip->axis[2] && other->axis[2]);
    if (other->body != clip->body || !axis || other->first >= clip->last || clip->first >= other->last) continue;
    for (int32_t i = 0, k = 0; i < clip->n_vertex && k < other->n_vertex;) {
      if (clip->vertex[i] == other->vertex[k]) {
        pl_where where = pl_json_where(entry);
        return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "choose other vertices, or other times with \"from\" and \"until\"",
                       PL_ID("scene.hold-vertex-along-same") "\"%s\" and \"%s\" hold vertex %d along the same axis at the same time",
                       clip->name, other->name, (int)clip->vertex[i]);
      }
      if (clip->vertex[i] < other->vertex[k])
        i++;
      else
        k++;
    }
  }
  return PL_OK;
}

// "clamp": true, with "box".
static pl_status read_clamp(pl__scene_reader *r, pl_json *entry, pl_scene_clip *clip) {
  pl_json *value = pl_json_find(entry, "clamp"), *object = pl_json_find(entry, "box");
  bool clamp = false;
  if (value) PL_TRY(pl_json_bool(r->ctx, value, &clamp));
  if (!clamp) return PL_OK;
  pl_where where = pl_json_where(value);
  const pl_scene_body *body = &r->scene->body[clip->body];
  if (!object || pl_mesh_is_solid(body->mesh))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "choose the vertices of a sheet with \"box\": {\"min\": ..., \"max\": ...}, or leave it out",
                   PL_ID("scene.clamp-without-box") "needs a box, up to whose faces the cloth is flat");
  if (!clip->axis[0] || !clip->axis[1] || !clip->axis[2])
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "leave \"axes\" out, or \"clamp\"",
                   PL_ID("scene.clamp-axes") "fixes all coordinates, and \"axes\" names some of them");
  double box[2][3], *distance = pl_arena_alloc(r->scene->arena, (size_t)body->mesh->n_vertex, sizeof *distance);
  if (!distance) return PL_ERROR_MEMORY;
  PL_TRY(read_box(r, object, box));
  // a face on a line of the mesh holds the vertices of the line
  for (int32_t v = 0; v < body->mesh->n_vertex; v++) {
    double away = outside(body->x + 3 * (size_t)v, box);
    distance[v] = fabs(away) <= 1e-9 ? 0 : away;
  }
  clip->distance = distance;
  return PL_OK;
}

static pl_status read_clip(pl__scene_reader *r, pl_json *entry, bool may_move, int number) {
  pl_scene_clip *clip = &r->scene->clip[r->scene->n_clip];
  const char *name = NULL;
  double from, until, step = r->scene->integrate.step;
  pl_json *motion, *comment;
  *clip = (pl_scene_clip){.motion = {.axis = {0, 0, 1}}};
  PL_TRY(pl_json_optional_text(r->ctx, entry, "name", &name));
  clip->name = name ? pl_arena_text(r->scene->arena, name) : pl_arena_printf(r->scene->arena, "%s %d", may_move ? "clip" : "pin", number);
  if (!clip->name) return PL_ERROR_MEMORY;
  PL_TRY(select_vertices(r, entry, &clip->body, &clip->n_vertex, &clip->vertex));
  PL_TRY(read_axes(r, entry, clip->axis));
  PL_TRY(read_clamp(r, entry, clip));
  PL_TRY(read_span(r, entry, &from, &until));
  // a clip acts from the first step that begins at or after its time
  clip->first = (int64_t)ceil(from / step - 1e-9);
  clip->last = isfinite(until) ? (int64_t)ceil(until / step - 1e-9) : INT64_MAX;
  if (may_move && (motion = pl_json_find(entry, "motion"))) PL_TRY(pl__scene_read_motion(r, motion, &clip->motion));
  if ((comment = pl_json_find(entry, "comment"))) pl_json_use(comment);
  PL_TRY(check_apart(r, entry, clip));
  r->scene->n_clip++;
  return PL_OK;
}

static pl_status optional_list(pl__scene_reader *r, const char *key, pl_json **list, size_t *n) {
  *list = pl_json_find(r->root, key);
  if (*list) PL_TRY(pl_json_get(r->ctx, r->root, key, PL_JSON_ARRAY, list));
  if (*list) *n += (size_t)(*list)->n;
  return PL_OK;
}

pl_status pl__scene_read_clips(pl__scene_reader *r) {
  static const char *const lists[] = {"clips", "pins"};
  pl_json *list[2];
  size_t n = 0;
  for (int i = 0; i < 2; i++) PL_TRY(optional_list(r, lists[i], &list[i], &n));
  r->scene->clip = pl_arena_alloc(r->scene->arena, n + 1, sizeof *r->scene->clip);
  if (!r->scene->clip) return PL_ERROR_MEMORY;
  for (int i = 0; i < 2; i++) {
    int number = 1;
    for (pl_json *m = list[i] ? list[i]->child : NULL; m; m = m->next) PL_TRY(read_clip(r, m, i == 0, number++));
  }
  return PL_OK;
}

// ---- loads ----

static pl_status read_load(pl__scene_reader *r, pl_json *entry, pl_scene_load *load) {
  pl_json *force, *comment;
  *load = (pl_scene_load){0};
  PL_TRY(select_vertices(r, entry, &load->body, &load->n_vertex, &load->vertex));
  PL_TRY(pl_json_need(r->ctx, entry, "force", "[\"0 N\", \"0 N\", \"-1 N\"]", &force));
  PL_TRY(pl__scene_vector(r, force, PL_DIM_FORCE, 1e9, load->force));
  PL_TRY(read_span(r, entry, &load->from, &load->until));
  if ((comment = pl_json_find(entry, "comment"))) pl_json_use(comment);
  return pl_json_optional_quantity(r->ctx, entry, "ramp", PL_DIM_TIME, 0, PL__SCENE_MAX_TIME, &load->ramp);
}

pl_status pl__scene_read_loads(pl__scene_reader *r) {
  pl_json *list;
  size_t n = 0;
  PL_TRY(optional_list(r, "loads", &list, &n));
  r->scene->load = pl_arena_alloc(r->scene->arena, n + 1, sizeof *r->scene->load);
  if (!r->scene->load) return PL_ERROR_MEMORY;
  for (pl_json *m = list ? list->child : NULL; m; m = m->next) PL_TRY(read_load(r, m, &r->scene->load[r->scene->n_load++]));
  return PL_OK;
}
