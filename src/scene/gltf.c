// gltf.c: a film as one binary glTF 2.0 file (.glb). The first frame is the mesh, every later one a morph target (its displacements from
// the first), and an animation shows them in turn. Any viewer with morph targets can play it.
//
// The file: a 12-byte header, a chunk of JSON, a chunk of numbers (little endian): times, weights, and per sheet indices, positions and
// displacements.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "mesh/build.h"
#include "scene/film.h"

enum { MAX_FRAME = 1000 };  // weights grow with the square of the frames: of longer films every second, third, ... frame is kept
enum { FLOAT = 5126, UNSIGNED_INT = 5125 };

typedef struct accessor {
  size_t offset, count;
  int component;     // FLOAT or UNSIGNED_INT
  const char *type;  // "SCALAR", "VEC3"
  float low[3], high[3];
  bool bounded;  // low and high are written
} accessor;

typedef struct writer {
  const pl_film *film;
  pl_text numbers;
  accessor *list;  // [n_accessor]
  int n_accessor;
  int64_t n_frame, stride;
} writer;

static int add_accessor(writer *w, const void *data, size_t count, int component, bool vector) {
  accessor *a = &w->list[w->n_accessor];
  *a = (accessor){.offset = w->numbers.size, .count = count, .component = component, .type = vector ? "VEC3" : "SCALAR"};
  pl_text_add_bytes(&w->numbers, data, count * (vector ? 3 : 1) * 4);
  if (component == FLOAT) {
    const float *f = data;
    int n = vector ? 3 : 1;
    a->bounded = count > 0;
    for (int k = 0; k < n; k++) a->low[k] = a->high[k] = count > 0 ? f[k] : 0;
    for (size_t i = 0; i < count * (size_t)n; i++) {
      a->low[i % (size_t)n] = fminf(a->low[i % (size_t)n], f[i]);
      a->high[i % (size_t)n] = fmaxf(a->high[i % (size_t)n], f[i]);
    }
  }
  return w->n_accessor++;
}

// Times and weights, shared by all sheets: in frame i target i - 1 has the weight 1.
static pl_status add_animation(writer *w) {
  size_t n = (size_t)w->n_frame, n_target = n - 1;
  float *number = pl_alloc(w->film->ctx, n * n_target + n, sizeof *number);
  if (!number) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) number[i] = (float)w->film->row[(int64_t)i * w->stride * w->film->n_system].time;
  add_accessor(w, number, n, FLOAT, false);
  memset(number, 0, n * n_target * sizeof *number);
  for (size_t i = 1; i < n; i++) number[i * n_target + i - 1] = 1;
  add_accessor(w, number, n * n_target, FLOAT, false);
  pl_free(w->film->ctx, number);
  return PL_OK;
}

// Indices, positions and, if it moves, displacements of one item, `from` its first number in a frame.
static pl_status add_item(writer *w, const pl_mesh *mesh, bool moves, size_t from) {
  size_t n = 3 * (size_t)mesh->n_vertex;
  const float *first = w->film->position + from;
  size_t n_triangle = (size_t)pl__mesh_surface(mesh, NULL);
  int32_t *triangle = pl_alloc(w->film->ctx, 3 * n_triangle, sizeof *triangle);
  float *moved = triangle ? pl_alloc(w->film->ctx, n, sizeof *moved) : NULL;
  if (!moved) {
    pl_free(w->film->ctx, triangle);
    return PL_ERROR_MEMORY;
  }
  pl__mesh_surface(mesh, triangle);
  add_accessor(w, triangle, 3 * n_triangle, UNSIGNED_INT, false);
  pl_free(w->film->ctx, triangle);
  add_accessor(w, first, n / 3, FLOAT, true);
  for (int64_t i = 1; moves && i < w->n_frame; i++) {
    const float *now = first + (size_t)(i * w->stride) * w->film->frame_size;
    for (size_t k = 0; k < n; k++) moved[k] = now[k] - first[k];
    add_accessor(w, moved, n / 3, FLOAT, true);
  }
  pl_free(w->film->ctx, moved);
  return PL_OK;
}

static void put_bounds(pl_json_writer *json, const char *key, const float *value, int n) {
  pl_json_begin_array(json, key);
  for (int k = 0; k < n; k++) pl_json_put_number(json, NULL, (double)value[k]);
  pl_json_end_array(json);
}

// Accessor numbers: 0 times, 1 weights, then per item: indices, positions, targets if it moves. A film of one frame has no animation.
static void put_meshes(const writer *w, pl_json_writer *json, int at) {
  const pl_scene *scene = w->film->scene;
  pl_json_begin_array(json, "meshes");
  for (int i = 0; i < pl_scene_item_count(scene); i++) {
    int64_t n_target = pl_scene_item_moves(scene, i) ? w->n_frame - 1 : 0;
    pl_json_begin_object(json, NULL);
    pl_json_put_text(json, "name", pl_scene_item_name(scene, i));
    pl_json_begin_array(json, "primitives");
    pl_json_begin_object(json, NULL);
    pl_json_begin_object(json, "attributes");
    pl_json_put_integer(json, "POSITION", at + 1);
    pl_json_end_object(json);
    pl_json_put_integer(json, "indices", at);
    pl_json_put_integer(json, "material", i < scene->n_body ? 0 : 1);
    if (n_target > 0) {
      pl_json_begin_array(json, "targets");
      for (int64_t k = 1; k <= n_target; k++) {
        pl_json_begin_object(json, NULL);
        pl_json_put_integer(json, "POSITION", at + 1 + k);
        pl_json_end_object(json);
      }
      pl_json_end_array(json);
    }
    pl_json_end_object(json);
    pl_json_end_array(json);
    pl_json_end_object(json);
    at += 2 + (int)n_target;
  }
  pl_json_end_array(json);
}

static void put_animation(const writer *w, pl_json_writer *json) {
  pl_json_begin_array(json, "animations");
  pl_json_begin_object(json, NULL);
  pl_json_begin_array(json, "samplers");
  pl_json_begin_object(json, NULL);
  pl_json_put_integer(json, "input", 0);
  pl_json_put_integer(json, "output", 1);
  pl_json_put_text(json, "interpolation", "LINEAR");
  pl_json_end_object(json);
  pl_json_end_array(json);
  pl_json_begin_array(json, "channels");
  for (int i = 0; i < pl_scene_item_count(w->film->scene); i++) {
    if (!pl_scene_item_moves(w->film->scene, i)) continue;
    pl_json_begin_object(json, NULL);
    pl_json_put_integer(json, "sampler", 0);
    pl_json_begin_object(json, "target");
    pl_json_put_integer(json, "node", i);
    pl_json_put_text(json, "path", "weights");
    pl_json_end_object(json);
    pl_json_end_object(json);
  }
  pl_json_end_array(json);
  pl_json_end_object(json);
  pl_json_end_array(json);
}

static void put_nodes(const writer *w, pl_json_writer *json) {
  const pl_scene *scene = w->film->scene;
  pl_json_begin_array(json, "nodes");
  for (int i = 0; i < pl_scene_item_count(scene); i++) {
    pl_json_begin_object(json, NULL);
    pl_json_put_text(json, "name", pl_scene_item_name(scene, i));
    pl_json_put_integer(json, "mesh", i);
    pl_json_end_object(json);
  }
  pl_json_end_array(json);
  pl_json_begin_array(json, "scenes");
  pl_json_begin_object(json, NULL);
  pl_json_begin_array(json, "nodes");
  for (int i = 0; i < pl_scene_item_count(scene); i++) pl_json_put_integer(json, NULL, i);
  pl_json_end_array(json);
  pl_json_end_object(json);
  pl_json_end_array(json);
  pl_json_put_integer(json, "scene", 0);
  pl_json_begin_array(json, "materials");
  pl_json_begin_object(json, NULL);
  pl_json_put_text(json, "name", "cloth");
  pl_json_put_bool(json, "doubleSided", true);
  pl_json_end_object(json);
  if (scene->n_obstacle > 0) {
    pl_json_begin_object(json, NULL);
    pl_json_put_text(json, "name", "obstacle");
    pl_json_put_bool(json, "doubleSided", true);
    pl_json_end_object(json);
  }
  pl_json_end_array(json);
}

static void put_numbers(const writer *w, pl_json_writer *json) {
  pl_json_begin_array(json, "buffers");
  pl_json_begin_object(json, NULL);
  pl_json_put_integer(json, "byteLength", (int64_t)w->numbers.size);
  pl_json_end_object(json);
  pl_json_end_array(json);
  pl_json_begin_array(json, "bufferViews");
  for (int i = 0; i < w->n_accessor; i++) {
    const accessor *a = &w->list[i];
    pl_json_begin_object(json, NULL);
    pl_json_put_integer(json, "buffer", 0);
    pl_json_put_integer(json, "byteOffset", (int64_t)a->offset);
    pl_json_put_integer(json, "byteLength", (int64_t)(a->count * (a->type[0] == 'V' ? 12 : 4)));
    pl_json_end_object(json);
  }
  pl_json_end_array(json);
  pl_json_begin_array(json, "accessors");
  for (int i = 0; i < w->n_accessor; i++) {
    const accessor *a = &w->list[i];
    int n = a->type[0] == 'V' ? 3 : 1;
    pl_json_begin_object(json, NULL);
    pl_json_put_integer(json, "bufferView", i);
    pl_json_put_integer(json, "componentType", a->component);
    pl_json_put_integer(json, "count", (int64_t)a->count);
    pl_json_put_text(json, "type", a->type);
    if (a->bounded) put_bounds(json, "min", a->low, n);
    if (a->bounded) put_bounds(json, "max", a->high, n);
    pl_json_end_object(json);
  }
  pl_json_end_array(json);
}

static void put_all(const writer *w, pl_json_writer *json) {
  char generator[64];
  snprintf(generator, sizeof generator, "pliant %s", pl_version());
  pl_json_begin_object(json, NULL);
  pl_json_begin_object(json, "asset");
  pl_json_put_text(json, "version", "2.0");
  pl_json_put_text(json, "generator", generator);
  pl_json_end_object(json);
  put_nodes(w, json);
  put_meshes(w, json, w->n_frame > 1 ? 2 : 0);
  if (w->n_frame > 1) put_animation(w, json);
  put_numbers(w, json);
  pl_json_end_object(json);
}

static void add_chunk(pl_text *file, const char *kind, const char *data, size_t size, const char *padding) {
  uint32_t padded = (uint32_t)((size + 3) / 4 * 4);
  pl_text_add_bytes(file, (const char *)&padded, 4);
  pl_text_add_bytes(file, kind, 4);
  pl_text_add_bytes(file, data, size);
  for (size_t i = size; i < padded; i++) pl_text_add_bytes(file, padding, 1);
}

static pl_status save(const writer *w, const char *json, const char *path) {
  pl_text file;
  pl_text_init(&file, w->film->ctx);
  const uint32_t header[3] = {0x46546C67, 2, 0};  // "glTF", version, length
  pl_text_add_bytes(&file, (const char *)header, sizeof header);
  add_chunk(&file, "JSON", json, strlen(json), " ");
  add_chunk(&file, "BIN\0", w->numbers.data, w->numbers.size, "\0");
  uint32_t length = (uint32_t)file.size;
  if (!file.failed) memcpy(file.data + 8, &length, sizeof length);
  pl_status status = file.failed || w->numbers.failed ? PL_ERROR_MEMORY : pl_file_write(w->film->ctx, path, file.data, file.size);
  pl_text_clear(&file);
  return status;
}

pl_status pl_film_write_gltf(const pl_film *film, const char *path) {
  const pl_scene *scene = film->scene;
  pl_context *ctx = film->ctx;
  writer w = {.film = film, .stride = (film->n_frame + MAX_FRAME - 1) / MAX_FRAME};
  w.n_frame = (film->n_frame + w.stride - 1) / w.stride;
  pl_where where = {.file = path};
  if ((uint64_t)w.n_frame * film->frame_size > (uint64_t)800 << 20)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write fewer frames (\"every\"), or take \"gltf\" out of the formats",
                   "%lld frames are more than a glTF file can hold", (long long)w.n_frame);
  pl_status status = PL_ERROR_MEMORY;
  pl_json_writer *json = pl_json_writer_create(ctx);
  pl_text_init(&w.numbers, ctx);
  w.list = pl_alloc(ctx, 2 + (size_t)pl_scene_item_count(scene) * (1 + (size_t)w.n_frame), sizeof *w.list);
  if (!json || !w.list) goto cleanup;
  if (w.n_frame > 1) PL_TRY_CLEAN(add_animation(&w));
  size_t from = 0;
  for (int i = 0; i < pl_scene_item_count(scene); i++) {
    PL_TRY_CLEAN(add_item(&w, pl_scene_item_mesh(scene, i), pl_scene_item_moves(scene, i), from));
    from += 3 * (size_t)pl_scene_item_mesh(scene, i)->n_vertex;
  }
  put_all(&w, json);
  const char *text = pl_json_writer_text(json);
  status = text ? save(&w, text, path) : PL_ERROR_MEMORY;
cleanup:
  pl_json_writer_destroy(json);
  pl_free(ctx, w.list);
  pl_text_clear(&w.numbers);
  return status;
}
