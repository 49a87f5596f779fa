// shapes.c: see shapes.h.
#include "report/result/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "mesh/build.h"
#include "report/result/protocol_view.h"
#include "report/result/stiffness_map.h"
#include "report/result/stress_map.h"

// Maximum number of positions in a page, both shapes of all tests together; beyond that only some frames are kept.
enum { MAX_POSITIONS = 12000000 };

// The shapes of one test.
typedef struct shape {
  const pl_fit_case *of;
  const pl_mesh *mesh;
  const double *simulated;  // [n_frame][n_vertex][3], m
  const double *captured;   // the same, or NULL
  int every;                // one of this many frames is kept
  double low[3], step[3];   // m
} shape;

static bool find_shape(const pl_fit_case *c, shape *s) {
  const pl_protocol_view *view = pl_case_view(c);
  *s = (shape){.of = c, .every = 1};
  if (!c->rig || !c->rig->body.mesh || !c->rig->memory->x) return false;
  s->mesh = c->rig->body.mesh;
  s->simulated = c->rig->memory->x;
  if (view->measured_shape) s->captured = view->measured_shape(c);
  return c->rig->body.model->n_dof == 3 * s->mesh->n_vertex && c->test->n_frame > 0;
}

static bool kept(const shape *s, int frame) { return frame % s->every == 0; }
static int kept_frames(const shape *s) { return (s->of->test->n_frame + s->every - 1) / s->every; }

// The bounding box of all positions kept.
static void find_box(shape *s) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  size_t n_dof = 3 * (size_t)s->mesh->n_vertex;
  const double *const source[] = {s->simulated, s->captured};
  for (int k = 0; k < 2; k++)
    for (int f = 0; f < s->of->test->n_frame && source[k]; f++) {
      if (!kept(s, f) || (k == 0 && !s->of->rig->memory->have_x[f])) continue;
      for (size_t i = 0; i < n_dof; i++) {
        double x = source[k][(size_t)f * n_dof + i];
        if (isfinite(x)) low[i % 3] = fmin(low[i % 3], x), high[i % 3] = fmax(high[i % 3], x);
      }
    }
  for (int i = 0; i < 3; i++) {
    s->low[i] = isfinite(low[i]) ? low[i] : 0;
    s->step[i] = isfinite(low[i]) ? (high[i] - low[i]) / 65535 : 0;
  }
}

static uint16_t quantise(const shape *s, int axis, double x) {
  if (!isfinite(x) || !(s->step[axis] > 0)) return 0;
  double q = round((x - s->low[axis]) / s->step[axis]);
  return (uint16_t)fmin(fmax(q, 0), 65535);
}

// ---- arrays ----

static void align(pl_text *out) {
  while (out->size % 4 && !out->failed) pl_text_add_bytes(out, "\0", 1);
}

static void put_le32(pl_text *out, uint32_t value) {
  char byte[4] = {(char)(value & 255), (char)(value >> 8 & 255), (char)(value >> 16 & 255), (char)(value >> 24)};
  pl_text_add_bytes(out, byte, 4);
}

static void put_float(pl_text *out, double value) {
  float number = (float)value;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  put_le32(out, bits);
}

// Numbers of 16 bits, n per frame, as differences to the frame before.
typedef struct packing {
  size_t n;
  uint16_t *now, *last;  // [n]
  char *plane;           // [2 n]
} packing;

static bool packing_open(pl_context *ctx, size_t n, packing *p) {
  *p = (packing){.n = n,
                 .now = pl_alloc(ctx, n + 1, sizeof *p->now),
                 .last = pl_alloc(ctx, n + 1, sizeof *p->last),
                 .plane = pl_alloc(ctx, 2 * n + 1, 1)};
  return p->now && p->last && p->plane;
}

static void packing_close(pl_context *ctx, packing *p) {
  pl_free(ctx, p->now);
  pl_free(ctx, p->last);
  pl_free(ctx, p->plane);
}

// Appends p->now.
static void put_packed(packing *p, pl_text *out) {
  for (size_t i = 0; i < p->n; i++) {
    uint16_t change = (uint16_t)(p->now[i] - p->last[i]);
    uint16_t zigzag = change & 0x8000 ? (uint16_t)(~(unsigned)change << 1 | 1) : (uint16_t)(change << 1);
    p->last[i] = p->now[i];
    p->plane[i] = (char)(zigzag & 255);
    p->plane[p->n + i] = (char)(zigzag >> 8);
  }
  pl_text_add_bytes(out, p->plane, 2 * p->n);
}

// Coordinates x of all vertices, then y, then z, frame after frame.
static pl_status put_positions(pl_context *ctx, pl_text *out, const shape *s, const double *x) {
  size_t n_vertex = (size_t)s->mesh->n_vertex, n = 3 * n_vertex;
  packing p;
  bool ready = packing_open(ctx, n, &p);
  for (int f = 0; f < s->of->test->n_frame && ready; f++) {
    if (!kept(s, f)) continue;
    for (size_t i = 0; i < n; i++) {
      int axis = (int)(i / n_vertex);
      p.now[i] = quantise(s, axis, x[(size_t)f * n + 3 * (i % n_vertex) + (size_t)axis]);
    }
    put_packed(&p, out);
  }
  packing_close(ctx, &p);
  return ready ? PL_OK : PL_ERROR_MEMORY;
}

// ---- for views of protocols ----

// Records the offset of an array that starts here.
static void place(pl_json_writer *w, const char *key, pl_text *out) {
  align(out);
  pl_json_put_integer(w, key, (int64_t)out->size);
}

bool pl__shape_kept(const pl_shape_writer *s, int frame) { return frame % s->every == 0; }

void pl__shape_array(pl_shape_writer *s, const char *key) { place(s->json, key, s->arrays); }

void pl__shape_float(pl_shape_writer *s, double value) { put_float(s->arrays, value); }

void pl__shape_index(pl_shape_writer *s, uint32_t value) { put_le32(s->arrays, value); }

void pl__shape_byte(pl_shape_writer *s, int value) { pl_text_add_bytes(s->arrays, (char[1]){(char)value}, 1); }

// ---- the head ----

static pl_status put_triangles(pl_context *ctx, pl_text *out, const pl_mesh *mesh) {
  int32_t n = pl__mesh_surface(mesh, NULL), *triangle = pl_alloc(ctx, 3 * (size_t)n + 1, sizeof *triangle);
  if (!triangle) return PL_ERROR_MEMORY;
  pl__mesh_surface(mesh, triangle);
  for (int32_t i = 0; i < 3 * n; i++) put_le32(out, (uint32_t)triangle[i]);
  pl_free(ctx, triangle);
  return PL_OK;
}

// Names of the frames kept.
static void put_names(pl_shape_writer *s) {
  const pl_test *test = s->of->test;
  const pl_protocol_view *view = pl_case_view(s->of);
  if (!view->frame_name) return;
  pl_json_begin_array(s->json, "frame_names");
  for (int f = 0; f < test->n_frame; f++) {
    char room[PL_FRAME_NAME];
    if (pl__shape_kept(s, f)) pl_json_put_text(s->json, NULL, view->frame_name(test, f, room));
  }
  pl_json_end_array(s->json);
}

// The elements of a solid, for cuts; a surface alone would be hollow.
static void put_elements(pl_json_writer *w, pl_text *out, const pl_mesh *mesh) {
  pl_json_begin_object(w, "elements");
  pl_json_put_integer(w, "tets", mesh->n_tet);
  pl_json_put_integer(w, "hexes", mesh->n_hex);
  place(w, "tet", out);
  for (int32_t i = 0; i < 4 * mesh->n_tet; i++) put_le32(out, (uint32_t)mesh->tet[i]);
  place(w, "hex", out);
  for (int32_t i = 0; i < 8 * mesh->n_hex; i++) put_le32(out, (uint32_t)mesh->hex[i]);
  pl_json_end_object(w);
}

// The stiffness of each element of a heterogeneous material.
static pl_status put_stiffness(pl_arena *arena, const pl_fit *fit, pl_json_writer *w, pl_text *out, const shape *s) {
  const pl_mesh *mesh = s->mesh;
  pl_stiffness_map map;
  PL_TRY(pl_stiffness_map_make(arena, fit, s->of, &map));
  if (!map.element) return PL_OK;
  pl_json_begin_object(w, "stiffness");
  pl_json_put_text(w, "name", PL_STIFFNESS_NAME);
  pl_json_put_text(w, "unit", map.unit);
  pl_json_put_number(w, "low", map.low);
  pl_json_put_number(w, "high", map.high);
  place(w, "element", out);
  for (int32_t e = 0; e < map.n_element; e++) put_float(out, map.element[e]);
  place(w, "vertex", out);
  for (int32_t v = 0; v < mesh->n_vertex; v++) put_float(out, map.vertex[v]);
  if (map.sigma) {
    place(w, "element_sigma", out);
    for (int32_t e = 0; e < map.n_element; e++) put_float(out, map.sigma[e]);
    place(w, "vertex_sigma", out);
    for (int32_t v = 0; v < mesh->n_vertex; v++) put_float(out, map.vertex_sigma[v]);
    place(w, "element_samples", out);
    for (int32_t e = 0; e < map.n_element; e++) put_float(out, map.samples[e]);
  }
  pl_json_end_object(w);
  return PL_OK;
}

// The stress of every vertex, frame after frame: step * q as for positions, without a lower limit.
static pl_status put_stress(pl_context *ctx, const pl_fit *fit, pl_json_writer *w, pl_text *out, const shape *s) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  size_t n = (size_t)s->mesh->n_vertex;
  pl_stress_map map;
  packing p = {0};
  pl_status status;
  PL_TRY_CLEAN(pl_stress_map_make(arena, fit, s->of, &map));
  if (!(map.high > 0)) goto cleanup;
  if (!packing_open(ctx, n, &p)) status = PL_ERROR_MEMORY;
  double step = map.high / 65535;
  pl_json_begin_object(w, "stress");
  pl_json_put_text(w, "name", map.name);
  pl_json_put_text(w, "unit", map.unit);
  pl_json_put_number(w, "step", step);
  place(w, "vertex", out);
  for (int f = 0; f < s->of->test->n_frame && status == PL_OK; f++) {
    if (!kept(s, f)) continue;
    for (size_t v = 0; v < n; v++) p.now[v] = (uint16_t)fmin(round(map.value[(size_t)f * n + v] / step), 65535);
    put_packed(&p, out);
  }
  pl_json_end_object(w);
cleanup:
  packing_close(ctx, &p);
  pl_arena_destroy(arena);
  return status;
}

// Loads on the specimen, frame after frame: position and size.
static pl_status put_loads(pl_arena *arena, pl_json_writer *w, pl_text *out, const shape *s) {
  pl_shape_loads loads;
  PL_TRY(pl_shape_loads_make(arena, s->of, &loads));
  if (loads.n == 0) return PL_OK;
  pl_json_begin_array(w, "loads");
  for (int i = 0; i < loads.n; i++) {
    static const char *const key[] = {"at", "known", "predicted"};
    const double *const value[] = {loads.load[i].at, loads.load[i].known, loads.load[i].predicted};
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", loads.load[i].name);
    pl_json_put_text(w, "unit", loads.load[i].unit);
    for (int k = 0; k < 3 && value[k]; k++) {
      place(w, key[k], out);
      for (int f = 0; f < s->of->test->n_frame; f++)
        for (int a = 0; a < 3 && kept(s, f); a++) put_float(out, value[k][3 * f + a]);
    }
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  return PL_OK;
}

static pl_status put_shape(pl_context *ctx, pl_arena *arena, const pl_fit *fit, pl_json_writer *w, pl_text *out, const shape *s) {
  const pl_fit_case *c = s->of;
  const pl_mesh *mesh = s->mesh;
  const pl_protocol_view *view = pl_case_view(c);
  pl_shape_writer own = {.arena = arena, .of = c, .every = s->every, .json = w, .arrays = out};
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "test", c->test->name);
  pl_json_put_text(w, "experiment", c->given->measurement->file ? c->given->measurement->file : "");
  pl_json_put_bool(w, "held_out", c->given->held_out);
  pl_json_put_integer(w, "vertices", mesh->n_vertex);
  pl_json_put_integer(w, "triangles", pl__mesh_surface(mesh, NULL));
  // the last triangles, in pairs, are the halves of quads: their common edge belongs to no element
  int32_t n_quad = 0;
  for (int32_t f = 0; f < mesh->n_face; f++) n_quad += mesh->face[4 * f + 3] >= 0;
  pl_json_put_integer(w, "quads", n_quad);
  pl_json_put_integer(w, "frames", kept_frames(s));
  pl_json_put_integer(w, "every", s->every);
  pl_json_begin_array(w, "found");
  for (int f = 0; f < c->test->n_frame; f++)
    if (kept(s, f)) pl_json_put_bool(w, NULL, c->rig->memory->have_x[f]);
  pl_json_end_array(w);
  pl_json_put_numbers(w, "low", 3, s->low);
  pl_json_put_numbers(w, "step", 3, s->step);
  place(w, "triangle", out);
  PL_TRY(put_triangles(ctx, out, mesh));
  bool solid = pl_mesh_is_solid(mesh);
  place(w, solid ? "rest3" : "rest", out);
  for (int32_t i = 0; i < (solid ? 3 : 2) * mesh->n_vertex; i++) put_float(out, solid ? mesh->rest3[i] : mesh->rest[i]);
  put_names(&own);
  if (view->shape_members) PL_TRY(view->shape_members(&own));
  PL_TRY(put_loads(arena, w, out, s));
  if (solid) put_elements(w, out, mesh);
  PL_TRY(put_stiffness(arena, fit, w, out, s));
  PL_TRY(put_stress(ctx, fit, w, out, s));
  place(w, "simulated", out);
  PL_TRY(put_positions(ctx, out, s, s->simulated));
  if (s->captured) {
    place(w, "captured", out);
    PL_TRY(put_positions(ctx, out, s, s->captured));
  }
  pl_json_end_object(w);
  return PL_OK;
}

// Every k-th frame of all tests, k the smallest within the limit.
static int thinning(const pl_fit *fit) {
  double total = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    shape s;
    if (find_shape(&fit->work.fit_case[i], &s)) total += (s.captured ? 2.0 : 1.0) * s.of->test->n_frame * s.mesh->n_vertex;
  }
  return (int)fmax(1, ceil(total / MAX_POSITIONS));
}

pl_status pl__shapes_save(pl_context *ctx, const char *path, const pl_fit *fit) {
  pl_text arrays, file;
  pl_text_init(&arrays, ctx);
  pl_text_init(&file, ctx);
  pl_json_writer *w = pl_json_writer_create(ctx);
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = PL_ERROR_MEMORY;
  if (!w || !arena) goto cleanup;
  int n = 0, every = thinning(fit);
  pl_json_begin_object(w, NULL);
  pl_json_begin_array(w, "shapes");
  for (int i = 0; i < fit->problem.n_case; i++) {
    shape s;
    if (!find_shape(&fit->work.fit_case[i], &s)) continue;
    s.every = every;
    find_box(&s);
    PL_TRY_CLEAN(put_shape(ctx, arena, fit, w, &arrays, &s));
    n++;
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  const char *head = pl_json_writer_text(w);
  status = head && !arrays.failed ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK || n == 0) goto cleanup;
  size_t size = strlen(head), padded = (size + 3) / 4 * 4;
  pl_text_add(&file, PL_SHAPES_MAGIC);
  put_le32(&file, (uint32_t)padded);
  pl_text_add(&file, head);
  pl_text_repeat(&file, " ", (int)(padded - size));
  pl_text_add_bytes(&file, arrays.data, arrays.size);
  status = file.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, file.data, file.size);
cleanup:
  pl_arena_destroy(arena);
  pl_json_writer_destroy(w);
  pl_text_clear(&file);
  pl_text_clear(&arrays);
  return status;
}
