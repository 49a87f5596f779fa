// shapes_load.c: the reader of shapes.bin (shapes.h), the reverse of shapes.c. Every size and offset is checked against the file.
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "report/render/film_parts.h"
#include "report/result/reader.h"
#include "report/result/shapes.h"

enum { MAX_VERTEX = 1 << 26, MAX_ELEMENT = 1 << 26, MAX_FRAME = 1 << 20 };
static const size_t max_size = (size_t)1 << 30;

// The file while one of its shapes is read.
typedef struct packed {
  pl_context *ctx;
  const char *path;
  const uint8_t *array;  // after the head
  size_t size;           // of the arrays
  pl_json *shape;        // member of the head
  size_t n_vertex, n_triangle, n_frame;
} packed;

static pl_status broken(const packed *p, const char *what) {
  pl_where where = {.file = p->path};
  return pl_fail(p->ctx, PL_ERROR_PARSE, &where, "run the fit again", "the file is damaged: %s", what);
}

static uint32_t le32(const uint8_t *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

static double le_float(const uint8_t *p) {
  uint32_t bits = le32(p);
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

// The array `key` of n bytes; *at is NULL when the shape has none.
static pl_status find_array(const packed *p, const char *key, size_t n, const uint8_t **at) {
  double place = pl__member_number(p->shape, key);
  *at = NULL;
  if (isnan(place)) return PL_OK;
  if (!(place >= 0 && place <= (double)p->size) || n > p->size - (size_t)place) return broken(p, key);
  *at = p->array + (size_t)place;
  return PL_OK;
}

static pl_status read_size(const packed *p, const char *key, double most, size_t *out) {
  double number = pl__member_number(p->shape, key);
  if (!(number >= 1 && number <= most)) return broken(p, key);
  *out = (size_t)number;
  return PL_OK;
}

// n numbers of vertices.
static pl_status read_indices(pl_arena *arena, const packed *p, const uint8_t *from, size_t n, int32_t **out) {
  *out = pl_arena_alloc(arena, n + 1, sizeof **out);
  if (!*out) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    uint32_t v = le32(from + 4 * i);
    if (v >= p->n_vertex) return broken(p, "an element names a vertex that is not there");
    (*out)[i] = (int32_t)v;
  }
  return PL_OK;
}

// The elements of a solid. Older files have none here.
static pl_status read_elements(pl_arena *arena, const packed *p, pl_film_body *body) {
  static const char *const key[2] = {"tet", "hex"}, *const count[2] = {"tets", "hexes"};
  packed inner = *p;
  inner.shape = pl_json_find(p->shape, "elements");
  if (!inner.shape || inner.shape->kind != PL_JSON_OBJECT) return PL_OK;
  int32_t n[2], *index[2];
  for (int k = 0; k < 2; k++) {
    size_t corners = k ? 8 : 4;
    double number = pl__member_number(inner.shape, count[k]);
    if (!(number >= 0 && number <= MAX_ELEMENT)) return broken(p, count[k]);
    n[k] = (int32_t)number;
    const uint8_t *array;
    PL_TRY(find_array(&inner, key[k], 4 * corners * (size_t)n[k], &array));
    if (!array) return broken(p, key[k]);
    PL_TRY(read_indices(arena, p, array, corners * (size_t)n[k], &index[k]));
  }
  return pl__film_elements(arena, n[0], index[0], n[1], index[1], body);
}

static pl_status read_mesh(pl_arena *arena, const packed *p, pl_film_body *body) {
  const uint8_t *triangle, *rest, *rest3, *clip;
  PL_TRY(find_array(p, "triangle", 12 * p->n_triangle, &triangle));
  PL_TRY(find_array(p, "rest", 8 * p->n_vertex, &rest));
  PL_TRY(find_array(p, "rest3", 12 * p->n_vertex, &rest3));
  PL_TRY(find_array(p, "clip", p->n_vertex, &clip));
  if (!triangle || (!rest && !rest3)) return broken(p, "a shape without triangles or rest");
  size_t n_rest = rest3 ? 3 : 2;
  int32_t *index;
  PL_TRY(read_indices(arena, p, triangle, 3 * p->n_triangle, &index));
  double *at = pl_arena_alloc(arena, n_rest * p->n_vertex, sizeof *at);
  uint8_t *held = pl_arena_alloc(arena, p->n_vertex, sizeof *held);
  if (!at || !held) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n_rest * p->n_vertex; i++) at[i] = le_float((rest3 ? rest3 : rest) + 4 * i);
  for (size_t i = 0; i < p->n_vertex && clip; i++) held[i] = clip[i] != 0;
  *body = (pl_film_body){.n_vertex = (int32_t)p->n_vertex,
                         .n_triangle = (int32_t)p->n_triangle,
                         .triangle = index,
                         .rest = at,
                         .n_rest = (int)n_rest,
                         .held = clip ? held : NULL};
  return read_elements(arena, p, body);
}

// Three numbers of the head.
static pl_status read_three(const packed *p, const char *key, double out[3]) {
  int k = 0;
  for (pl_json *item = pl__member_list(p->shape, key); item && k < 3; item = item->next)
    if (item->kind == PL_JSON_NUMBER) out[k++] = item->number;
  return k == 3 ? PL_OK : broken(p, key);
}

// Undoes byte planes, zigzag and differences of n numbers per frame; keeps the chosen frames, *q: [n_chosen][n].
static pl_status unpack(pl_arena *arena, const packed *p, const uint8_t *plane, size_t n, int n_chosen, const int *chosen, uint16_t **q) {
  uint16_t *now = pl_arena_alloc(arena, n, sizeof *now);
  *q = pl_arena_alloc(arena, n * (size_t)n_chosen, sizeof **q);
  if (!now || !*q) return PL_ERROR_MEMORY;
  int k = 0;
  for (size_t f = 0; f < p->n_frame && k < n_chosen; f++, plane += 2 * n) {
    for (size_t i = 0; i < n; i++) {
      unsigned zigzag = (unsigned)plane[i] | (unsigned)plane[n + i] << 8;
      now[i] = (uint16_t)(now[i] + (zigzag & 1 ? ~(zigzag >> 1) : zigzag >> 1));
    }
    if (chosen[k] == (int)f) memcpy(*q + n * (size_t)k++, now, n * sizeof *now);
  }
  return PL_OK;
}

static pl_status read_positions(pl_arena *arena, const packed *p, const uint8_t *plane, int n_chosen, const int *chosen, double *x) {
  double low[3], step[3];
  size_t n = 3 * p->n_vertex;
  uint16_t *q;
  PL_TRY(read_three(p, "low", low));
  PL_TRY(read_three(p, "step", step));
  PL_TRY(unpack(arena, p, plane, n, n_chosen, chosen, &q));
  for (int k = 0; k < n_chosen; k++)
    for (size_t i = 0; i < n; i++) {
      size_t axis = i / p->n_vertex, at = (size_t)k * n;
      x[at + 3 * (i % p->n_vertex) + axis] = low[axis] + step[axis] * q[at + i];
    }
  return PL_OK;
}

static pl_status read_side(pl_arena *arena, const packed *p, const char *key, int side, int n_chosen, const int *chosen,
                           pl_film_body *body) {
  const uint8_t *plane;
  size_t n = 3 * p->n_vertex;
  PL_TRY(find_array(p, key, 2 * n * p->n_frame, &plane));
  if (!plane) return PL_OK;
  body->x[side] = pl_arena_alloc(arena, n * (size_t)n_chosen, sizeof **body->x);
  body->has[side] = pl_arena_alloc(arena, (size_t)n_chosen, sizeof **body->has);
  if (!body->x[side] || !body->has[side]) return PL_ERROR_MEMORY;
  PL_TRY(read_positions(arena, p, plane, n_chosen, chosen, body->x[side]));
  // a captured frame always exists, a simulated one only if an equilibrium was found
  int frame = 0, k = 0;
  for (pl_json *found = pl__member_list(p->shape, "found"); found && k < n_chosen; found = found->next, frame++)
    if (chosen[k] == frame) body->has[side][k++] = side == PL_FILM_MEASURED || (found->kind == PL_JSON_BOOL && found->boolean);
  return k == n_chosen ? PL_OK : broken(p, "found");
}

// Names of the chosen frames of a body in poses.
static pl_status read_poses(pl_arena *arena, const packed *p, const int *chosen, pl_film *film) {
  if (!pl__member_list(p->shape, "frame_names")) return PL_OK;
  const char **name = pl_arena_alloc(arena, (size_t)film->n_frame, sizeof *name);
  if (!name) return PL_ERROR_MEMORY;
  int frame = 0, k = 0;
  for (pl_json *pose = pl__member_list(p->shape, "frame_names"); pose && k < film->n_frame; pose = pose->next, frame++) {
    if (chosen[k] != frame) continue;
    if (pose->kind != PL_JSON_STRING || !(name[k++] = pl_arena_text(arena, pose->text))) return broken(p, "frame_names");
  }
  if (k < film->n_frame) return broken(p, "frame_names");
  film->pose = name;
  return PL_OK;
}

// ---- fields ----

// The stress of every frame and the stiffness of every element, if the file has them.
static pl_status read_fields(pl_arena *arena, const packed *p, int n_chosen, const int *chosen, pl_film_body *body) {
  static const char *const key[PL_FILM_FIELDS] = {[PL_FILM_STRESS] = "stress", [PL_FILM_STIFFNESS] = "stiffness"};
  for (int k = 0; k < PL_FILM_FIELDS; k++) {
    packed inner = *p;
    inner.shape = pl_json_find(p->shape, key[k]);
    if (!inner.shape || inner.shape->kind != PL_JSON_OBJECT) continue;
    bool moving = k == PL_FILM_STRESS;
    const uint8_t *array;
    size_t n = p->n_vertex * (moving ? (size_t)n_chosen : 1);
    PL_TRY(find_array(&inner, "vertex", moving ? 2 * p->n_vertex * p->n_frame : 4 * p->n_vertex, &array));
    double step = pl__member_number(inner.shape, "step"), *value = pl_arena_alloc(arena, n, sizeof *value);
    if (!value) return PL_ERROR_MEMORY;
    if (!array || (moving && !(step > 0))) return broken(p, key[k]);
    uint16_t *q = NULL;
    if (moving) PL_TRY(unpack(arena, p, array, p->n_vertex, n_chosen, chosen, &q));
    for (size_t i = 0; i < n; i++) value[i] = moving ? step * q[i] : le_float(array + 4 * i);
    body->field[k] = (pl_film_field){.name = pl_arena_text(arena, pl__member_text(inner.shape, "name")),
                                     .unit = pl_arena_text(arena, pl__member_text(inner.shape, "unit")),
                                     .n_frame = moving ? n_chosen : 1,
                                     .value = value};
    if (!body->field[k].name || !body->field[k].unit) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

// ---- homogeneous tests ----

// A uniform body has one value per frame: that of its first vertex, of n, at all corners.
static pl_status complete_fields(pl_arena *arena, size_t n, size_t n_corner, pl_film_body *body) {
  for (int k = 0; k < PL_FILM_FIELDS; k++) {
    pl_film_field *field = &body->field[k];
    if (!field->value) continue;
    double *value = pl_arena_alloc(arena, n_corner * (size_t)field->n_frame, sizeof *value);
    if (!value) return PL_ERROR_MEMORY;
    for (size_t i = 0; i < n_corner * (size_t)field->n_frame; i++) value[i] = field->value[i / n_corner * n];
    field->value = value;
  }
  return PL_OK;
}

// A test simulated as one triangle or tetrahedron: its affine map applies to the whole specimen, a parallelogram or a block. Corner c of it
// is x0 + sum over the set bits k of c of (x_(k+1) - x0).
static pl_status complete(pl_arena *arena, int n_frame, pl_film_body *body) {
  static const int32_t sheet[] = {0, 1, 3, 0, 3, 2};
  static const int32_t block[] = {0, 3, 1, 0, 2, 3, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                  2, 7, 3, 2, 6, 7, 0, 6, 2, 0, 4, 6, 1, 3, 7, 1, 7, 5};
  static const int32_t hex[] = {0, 1, 3, 2, 4, 5, 7, 6};
  int n_axis = body->n_vertex - 1, n_rest = body->n_rest;
  if ((n_axis != 2 && n_axis != 3) || body->n_triangle != (n_axis == 2 ? 1 : 4) || n_rest != n_axis) return PL_OK;
  int n_corner = 1 << n_axis;
  double *from[3] = {(double *)body->rest, body->x[0], body->x[1]}, *to[3] = {NULL, NULL, NULL};
  for (int part = 0; part < 3; part++) {
    size_t n = part ? 3 : (size_t)n_rest, n_copy = part ? (size_t)n_frame : 1;
    if (!from[part]) continue;
    to[part] = pl_arena_alloc(arena, n * n_copy * (size_t)n_corner, sizeof(double));
    if (!to[part]) return PL_ERROR_MEMORY;
    for (size_t f = 0; f < n_copy; f++)
      for (int c = 0; c < n_corner; c++)
        for (size_t i = 0; i < n; i++) {
          const double *x = from[part] + f * n * (size_t)(n_axis + 1) + i;
          double *out = to[part] + (f * (size_t)n_corner + (size_t)c) * n + i;
          *out = x[0];
          for (int k = 0; k < n_axis; k++)
            if (c >> k & 1) *out += x[n * (size_t)(k + 1)] - x[0];
        }
  }
  PL_TRY(complete_fields(arena, (size_t)body->n_vertex, (size_t)n_corner, body));
  body->rest = to[0], body->x[0] = to[1], body->x[1] = to[2];
  body->n_vertex = n_corner, body->triangle = n_axis == 2 ? sheet : block, body->n_triangle = n_axis == 2 ? 2 : 12, body->held = NULL;
  return pl__film_elements(arena, 0, NULL, n_axis == 3, hex, body);
}

static pl_status read_shape(pl_arena *arena, packed *p, const char *frames, int count, pl_film *film) {
  size_t every = 1;
  PL_TRY(read_size(p, "vertices", MAX_VERTEX, &p->n_vertex));
  PL_TRY(read_size(p, "triangles", 2.0 * MAX_VERTEX, &p->n_triangle));
  PL_TRY(read_size(p, "frames", MAX_FRAME, &p->n_frame));
  PL_TRY(read_size(p, "every", MAX_FRAME, &every));
  int *number = pl_arena_alloc(arena, p->n_frame, sizeof *number), *chosen;
  film->body = pl_arena_alloc(arena, 1, sizeof *film->body);
  film->name = pl_arena_text(arena, pl__member_text(p->shape, "test"));
  film->n_body = 1;
  if (!number || !film->body || !film->name) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < p->n_frame; i++) number[i] = (int)(every * i);
  PL_TRY(pl__film_frames(arena, frames, count, (int)p->n_frame, number, film, &chosen));
  PL_TRY(read_mesh(arena, p, film->body));
  PL_TRY(read_side(arena, p, "simulated", PL_FILM_SIMULATED, film->n_frame, chosen, film->body));
  PL_TRY(read_side(arena, p, "captured", PL_FILM_MEASURED, film->n_frame, chosen, film->body));
  if (!film->body->x[PL_FILM_SIMULATED]) return broken(p, "simulated");
  PL_TRY(read_poses(arena, p, chosen, film));
  PL_TRY(read_fields(arena, p, film->n_frame, chosen, film->body));
  return complete(arena, film->n_frame, film->body);
}

// The names of the shapes in the file, for a message.
static const char *names(pl_arena *arena, pl_json *head) {
  const char *all = "";
  for (pl_json *shape = pl__member_list(head, "shapes"); shape && all; shape = shape->next)
    all = pl_arena_printf(arena, "%s%s%s", all, all[0] ? ", " : "", pl__member_text(shape, "test"));
  return all ? all : "";
}

pl_status pl__shapes_load(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film) {
  packed p = {.ctx = pl_arena_context(arena), .path = path};
  char *data;
  size_t size;
  PL_TRY(pl_file_read(arena, path, max_size, &data, &size));
  const size_t lead = sizeof PL_SHAPES_MAGIC - 1 + 4;
  if (size < lead || memcmp(data, PL_SHAPES_MAGIC, sizeof PL_SHAPES_MAGIC - 1) != 0)
    return broken(&p, "it does not begin with " PL_SHAPES_MAGIC);
  size_t n_head = le32((const uint8_t *)data + lead - 4);
  if (n_head > size - lead) return broken(&p, "its head is cut off");
  p.array = (const uint8_t *)data + lead + n_head, p.size = size - lead - n_head;
  pl_json *head;
  PL_TRY(pl_json_parse(arena, path, data + lead, n_head, &head));
  for (pl_json *shape = pl__member_list(head, "shapes"); shape && !p.shape; shape = shape->next)
    if (!test[0] || strcmp(pl__member_text(shape, "test"), test) == 0) p.shape = shape;
  pl_where where = {.file = path};
  if (!p.shape)
    return pl_fail(p.ctx, PL_ERROR_INPUT, &where, "name one of them with --test",
                   PL_ID("result.no-shape") "there is no shape of a test \"%.60s\"; it holds: %.300s", test, names(arena, head));
  return read_shape(arena, &p, frames, count, film);
}
