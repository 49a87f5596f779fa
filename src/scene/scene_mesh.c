// scene_mesh.c: the meshes of a scene: read or generated, put in place, with their materials.
//
// A tube is a sheet wound around the z axis and sewn: the vertices along its seam coincide and move together (model/tie.c). Its sides
// are chords of the rest length c = 2 pi r/n of a cell, n cells around. Nothing is stretched at the start. Vertices lie at the distance
// c/(2 sin(pi/n)) from the axis.
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "material/material.h"
#include "mesh/read.h"
#include "scene/scene_part.h"

#define PI 3.14159265358979323846

enum { MAX_CELLS = 2000 };

// ---- generated meshes ----

// "cells": [n, m], or "cell": the size of one.
static pl_status read_cells(pl__scene_reader *r, pl_json *object, const double size[2], int32_t cells[2]) {
  pl_json *value = pl_json_find(object, "cells"), *cell = pl_json_find(object, "cell");
  pl_where where = pl_json_where(value ? value : object);
  if ((value != NULL) == (cell != NULL))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"cells\": [20, 10], or \"cell\": \"10 mm\"",
                   value ? PL_ID("scene.cells-twice") "both \"cells\" and \"cell\" are given"
                         : PL_ID("scene.cells-missing") "the number of cells is missing");
  if (cell) {
    double length;
    PL_TRY(pl_json_quantity(r->ctx, cell, PL_DIM_LENGTH, 1e-5, PL__SCENE_MAX_LENGTH, &length));
    where = pl_json_where(cell);
    for (int k = 0; k < 2; k++) {
      double n = fmax(1, round(size[k] / length));
      if (n > MAX_CELLS)
        return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "make the cells larger", "gives %g cells along a side, at most %d are allowed", n,
                       MAX_CELLS);
      cells[k] = (int32_t)n;
    }
    return PL_OK;
  }
  value->used = true;
  if (value->kind != PL_JSON_ARRAY || value->n != 2)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"cells\": [20, 10]", "must be a list of two whole numbers");
  int64_t number;
  int k = 0;
  for (pl_json *m = value->child; m; m = m->next) {
    PL_TRY(pl_json_integer(r->ctx, m, 1, MAX_CELLS, &number));
    cells[k++] = (int32_t)number;
  }
  return PL_OK;
}

static pl_status read_lengths(pl__scene_reader *r, pl_json *object, const char *const name[2], double size[2]) {
  for (int k = 0; k < 2; k++) {
    pl_json *value;
    PL_TRY(pl_json_need(r->ctx, object, name[k], "\"200 mm\"", &value));
    PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_LENGTH, 1e-4, PL__SCENE_MAX_LENGTH, &size[k]));
  }
  return PL_OK;
}

static pl_status read_specimen(pl__scene_reader *r, pl_json *object, const double size[2], pl_specimen *specimen) {
  static const char *const kinds[] = {"alternating", "uniform", "irregular"};
  pl_json *value;
  int32_t cells[2] = {1, 1};
  int kind = 0;
  int64_t seed = 1;
  PL_TRY(read_cells(r, object, size, cells));
  *specimen = (pl_specimen){.length = size[0], .width = size[1], .n_length = cells[0], .n_width = cells[1]};
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "angle", PL_DIM_ANGLE, -2 * PI, 2 * PI, &specimen->angle));
  if ((value = pl_json_find(object, "topology"))) PL_TRY(pl_json_choice(r->ctx, value, 3, kinds, &kind));
  if ((value = pl_json_find(object, "seed"))) PL_TRY(pl_json_integer(r->ctx, value, 0, INT32_MAX, &seed));
  specimen->kind = (pl_topology_kind)kind;
  specimen->seed = (uint64_t)seed;
  return PL_OK;
}

static pl_status make_sheet(pl__scene_reader *r, pl_json *object, pl_scene_body *body, pl__grid *grid) {
  static const char *const names[2] = {"length", "width"};
  double size[2];
  pl_specimen specimen;
  PL_TRY(read_lengths(r, object, names, size));
  PL_TRY(read_specimen(r, object, size, &specimen));
  PL_TRY(pl_mesh_strip(r->ctx, &specimen, &body->mesh));
  *grid = (pl__grid){specimen.n_length, specimen.n_width, false};
  return PL_OK;
}

// Vertices of columns k and n + k, k = 0 .. overlap, are sewn together, in pairs.
static pl_status sew(pl__scene_reader *r, pl_json *object, int32_t around, int32_t along, int32_t overlap, pl_scene_body *body) {
  pl_where where = pl_json_where(object);
  int64_t n_pair = (int64_t)(overlap + 1) * (along + 1);
  if (n_pair > PL_MAX_BODY)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "use fewer cells along the tube, or less overlap",
                   PL_ID("scene.seam-has-pairs-vertices") "the seam has %lld pairs of vertices, at most %d can be sewn", (long long)n_pair,
                   PL_MAX_BODY);
  body->tie = pl_arena_alloc(r->scene->arena, (size_t)body->mesh->n_vertex, sizeof *body->tie);
  if (!body->tie) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < body->mesh->n_vertex; v++) body->tie[v] = -1;
  for (int32_t v = 0; v < (overlap + 1) * (along + 1); v++) body->tie[v] = body->tie[v + around * (along + 1)] = v;
  return PL_OK;
}

static pl_status make_tube(pl__scene_reader *r, pl_json *object, pl_scene_body *body, pl__grid *grid, double **wound) {
  static const char *const names[2] = {"radius", "length"};
  double size[2];
  pl_specimen specimen;
  int64_t overlap = 0;
  pl_json *value = pl_json_find(object, "overlap");
  PL_TRY(read_lengths(r, object, names, size));
  size[0] *= 2 * PI;
  PL_TRY(read_specimen(r, object, size, &specimen));
  int32_t around = specimen.n_length;
  pl_where where = pl_json_where(object);
  if (around < 3)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "use more cells around the tube, 24 or so",
                   PL_ID("scene.few-cells-around") "%d cells around are no tube, at least 3 are", (int)around);
  if (value) PL_TRY(pl_json_integer(r->ctx, value, 0, around / 3, &overlap));
  if (overlap > 0 && specimen.kind == PL_TOPOLOGY_IRREGULAR)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "choose another topology, or no overlap",
                   "an overlap needs a mesh that repeats, \"irregular\" does not");
  double cell = size[0] / around, radius = cell / (2 * sin(PI / around));
  specimen.n_length += (int32_t)overlap;
  specimen.length = cell * specimen.n_length;
  PL_TRY(pl_mesh_strip(r->ctx, &specimen, &body->mesh));
  const pl_mesh *mesh = body->mesh;
  *wound = pl_arena_alloc(r->scratch, 3 * (size_t)mesh->n_vertex, sizeof **wound);
  if (!*wound) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const double *flat = mesh->x0 + 3 * (size_t)v;
    double turn = 2 * PI * fmod(flat[0] / size[0], 1);
    double *x = *wound + 3 * (size_t)v;
    x[0] = radius * cos(turn);
    x[1] = radius * sin(turn);
    x[2] = flat[1] + 0.5 * size[1];
  }
  *grid = (pl__grid){specimen.n_length, specimen.n_width, true};
  return sew(r, object, around, specimen.n_width, (int32_t)overlap, body);
}

// A solid from (0, 0, 0) on: {"size": ["80 mm", "20 mm", "20 mm"], "cells": [8, 2, 2], "elements": "hexahedra"}.
static pl_status make_box(pl__scene_reader *r, pl_json *object, pl_scene_body *body) {
  static const char *const elements[] = {"tetrahedra", "hexahedra"};
  pl_block_specimen s = {.kind = PL_SOLID_TET5};
  pl_json *size, *cells, *kind = pl_json_find(object, "elements");
  int n, chosen = 0, k = 0;
  double *length;
  PL_TRY(pl_json_need(r->ctx, object, "size", "[\"80 mm\", \"20 mm\", \"20 mm\"]", &size));
  PL_TRY(pl_json_need(r->ctx, object, "cells", "[8, 2, 2]", &cells));
  PL_TRY(pl_json_quantities(r->scratch, size, PL_DIM_LENGTH, &n, &length));
  pl_where where = pl_json_where(object);
  cells->used = true;
  if (n != 3 || cells->kind != PL_JSON_ARRAY || cells->n != 3)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"size\": [\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\": [8, 2, 2]",
                   "a box needs three sizes and three numbers of cells");
  if (kind) PL_TRY(pl_json_choice(r->ctx, kind, 2, elements, &chosen));
  if (chosen == 1) s.kind = PL_SOLID_HEX;
  memcpy(s.size, length, sizeof s.size);
  for (pl_json *c = cells->child; c; c = c->next) {
    int64_t number;
    PL_TRY(pl_json_integer(r->ctx, c, 1, 500, &number));
    s.n[k++] = (int32_t)number;
  }
  return pl_mesh_block(r->ctx, &s, &body->mesh);
}

// ---- files ----

static pl_status load_mesh(pl__scene_reader *r, pl_json *value, pl_scene_body *body) {
  const char *name;
  PL_TRY(pl_json_text(r->ctx, value, &name));
  char *path = pl_path_join(r->scratch, r->directory, name);
  if (!path) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(value);
  if (!pl_file_exists(path))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check the name; it is relative to the scene file",
                   PL_ID("scene.mesh-file-absent") "the mesh file \"%s\" is not there", path);
  return pl__mesh_load_any(r->scratch, path, &body->mesh, NULL);
}

static bool is_path(const char *name) { return strpbrk(name, "/.") != NULL; }

// A file relative to the scene, or a name of the database.
static pl_status load_material(pl__scene_reader *r, pl_json *value, pl_scene_body *body) {
  const char *name;
  PL_TRY(pl_json_text(r->ctx, value, &name));
  pl_where where = pl_json_where(value);
  if (is_path(name)) {
    char *path = pl_path_join(r->scratch, r->directory, name);
    if (!path) return PL_ERROR_MEMORY;
    char *inside = pl_path_join(r->scratch, path, "material.json");  // the folder of a fit stands for its material
    if (!inside) return PL_ERROR_MEMORY;
    if (!pl_file_exists(path) && !pl_file_exists(inside))
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check the name; it is relative to the scene file",
                     PL_ID("scene.material-file-absent") "the material file \"%s\" is not there", path);
    return pl_material_load(r->ctx, path, &body->material);
  }
  int n;
  const char **names, **paths;
  PL_TRY(pl_material_list(r->scratch, &n, &names, &paths));
  for (int i = 0; i < n; i++)
    if (strcmp(names[i], name) == 0) return pl_material_load(r->ctx, name, &body->material);
  const char *near = pl_text_nearest(name, n, names);
  char *hint = near ? pl_arena_printf(r->scratch, "did you mean \"%s\"?", near) : NULL;
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                 hint ? hint : "'pliant material list' names the materials; files end in .json and are relative to the scene",
                 PL_ID("scene.material-unknown") "there is no material \"%.80s\" in the database", name);
}

static pl_status check_density(pl__scene_reader *r, pl_json *value, const pl_material *material) {
  const pl_scene *scene = r->scene;
  bool gravity = scene->gravity[0] != 0 || scene->gravity[1] != 0 || scene->gravity[2] != 0;
  if (material->density > 0 || (scene->integrate.method == PL_STATIC && !gravity)) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(
      r->ctx, PL_ERROR_INPUT, &where,
      "add \"density\": \"150 g/m^2\" to the material, or simulate with the method \"static\" and without gravity",
      PL_ID("scene.material-has-no-density") "the material \"%s\" has no density, and what has no mass neither falls nor moves in time",
      material->name);
}

// ---- placement ----

static pl_status place(pl__scene_reader *r, pl_json *entry, const double *from, pl_scene_body *body) {
  pl_json *object = pl_json_find(entry, "place"), *rotate, *axis, *angle;
  pl_keyframe pose = {0};
  pl_keyed_motion motion = {.n_keyframe = 1, .keyframe = &pose, .axis = {0, 0, 1}};
  if (object) {
    PL_TRY(pl_json_get(r->ctx, entry, "place", PL_JSON_OBJECT, &object));
    PL_TRY(pl__scene_optional_vector(r, object, "translate", PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, pose.translation));
    if ((rotate = pl_json_find(object, "rotate"))) {
      PL_TRY(pl_json_need(r->ctx, rotate, "axis", "[1, 0, 0]", &axis));
      PL_TRY(pl__scene_direction(r, axis, motion.axis));
      PL_TRY(pl_json_need(r->ctx, rotate, "angle", "\"90 deg\"", &angle));
      PL_TRY(pl_json_quantity(r->ctx, angle, PL_DIM_ANGLE, -100, 100, &pose.angle));
    }
  }
  for (int32_t v = 0; v < body->mesh->n_vertex; v++) pl_keyed_move(&motion, 0, from + 3 * (size_t)v, body->x + 3 * (size_t)v);
  return PL_OK;
}

// Sum of the area vectors of the triangles around each vertex, out[n_vertex][3], m^2; vertices that are sewn together share theirs.
static void vertex_normals(const pl_scene_body *body, double *out) {
  const pl_mesh *mesh = body->mesh;
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const int32_t *corner = mesh->triangle + 3 * (size_t)t;
    const double *p = body->x + 3 * (size_t)corner[0], *q = body->x + 3 * (size_t)corner[1], *s = body->x + 3 * (size_t)corner[2];
    for (int k = 0; k < 3; k++) {
      int m = (k + 1) % 3, n = (k + 2) % 3;
      double area = (q[m] - p[m]) * (s[n] - p[n]) - (q[n] - p[n]) * (s[m] - p[m]);
      for (int a = 0; a < 3; a++) out[3 * (size_t)corner[a] + (size_t)k] += area;
    }
  }
  for (int32_t v = 0; body->tie && v < mesh->n_vertex; v++) {
    int32_t first = body->tie[v];  // pairs are numbered by their first vertex
    for (int k = 0; first >= 0 && first != v && k < 3; k++) out[3 * v + k] = out[3 * first + k] += out[3 * v + k];
  }
}

// A little noise along the normals, equal on vertices that are sewn together: buckling needs an imperfection to choose a side.
static pl_status disturb(pl__scene_reader *r, pl_json *entry, pl_scene_body *body) {
  double size = 0;
  PL_TRY(pl_json_optional_quantity(r->ctx, entry, "disturb", PL_DIM_LENGTH, 0, 1, &size));
  if (!(size > 0)) return PL_OK;
  size_t n = (size_t)body->mesh->n_vertex;
  double *normal = pl_arena_alloc(r->scratch, 3 * n, sizeof *normal), *noise = pl_arena_alloc(r->scratch, n, sizeof *noise);
  if (!normal || !noise) return PL_ERROR_MEMORY;
  pl_rng rng;
  pl_rng_init(&rng, 1);
  vertex_normals(body, normal);
  for (size_t v = 0; v < n; v++) {
    const double *d = normal + 3 * v;
    noise[v] = pl_rng_normal(&rng);
    if (body->tie && body->tie[v] >= 0) noise[v] = noise[body->tie[v]];
    double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (size_t k = 0; k < 3 && length > 0; k++) body->x[3 * v + k] += size * noise[v] * d[k] / length;
  }
  return PL_OK;
}

// ---- entries ----

static pl_status make_mesh(pl__scene_reader *r, pl_json *entry, pl_scene_body *body, pl__grid *grid, const double **from) {
  static const char *const ways[] = {"file", "sheet", "tube", "box"};
  pl_json *way[4];
  int n = 0, chosen = -1;
  for (int i = 0; i < 4; i++) {
    way[i] = pl_json_find(entry, ways[i]);
    if (way[i]) chosen = i;
    n += way[i] != NULL;
  }
  pl_where where = pl_json_where(entry);
  if (n != 1)
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where, "give one of \"file\": \"cloth.obj\", \"sheet\": {...}, \"tube\": {...} and \"box\": {...}",
        n == 0 ? PL_ID("scene.no-shape") "the mesh has no shape" : PL_ID("scene.several-shapes") "the mesh has more than one shape");
  double *wound = NULL;
  if (chosen == 0) PL_TRY(load_mesh(r, way[0], body));
  if (chosen == 1) PL_TRY(make_sheet(r, way[1], body, grid));
  if (chosen == 2) PL_TRY(make_tube(r, way[2], body, grid, &wound));
  if (chosen == 3) PL_TRY(make_box(r, way[3], body));
  *from = wound ? wound : body->mesh->x0;
  return PL_OK;
}

static bool good_name(const char *name) {
  return name[0] && name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")] == 0 && name[0] != '.';
}

pl_status pl__scene_read_name(pl__scene_reader *r, pl_json *entry, const char *usual, const char **out) {
  const char *name = usual;
  const pl_scene *scene = r->scene;
  PL_TRY(pl_json_optional_text(r->ctx, entry, "name", &name));
  pl_json *value = pl_json_find(entry, "name");
  pl_where where = pl_json_where(value ? value : entry);
  if (!good_name(name))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "use letters, digits, '_', '-' and '.': files are named after it",
                   "\"%.80s\" cannot be the name of a mesh", name);
  bool taken = false;
  for (int i = 0; i < scene->n_body; i++) taken = taken || (scene->body[i].name && strcmp(scene->body[i].name, name) == 0);
  for (int i = 0; i < scene->n_obstacle; i++) taken = taken || strcmp(scene->obstacle[i].name, name) == 0;
  if (taken)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give every mesh and obstacle a unique \"name\"", "two meshes are called \"%s\"", name);
  *out = pl_arena_text(r->scene->arena, name);
  return *out ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status read_entry(pl__scene_reader *r, pl_json *entry, int index) {
  pl_scene_body *body = &r->scene->body[index];
  const double *from = NULL;
  pl_json *material, *comment;
  PL_TRY(pl__scene_read_name(r, entry, "cloth", &body->name));
  PL_TRY(make_mesh(r, entry, body, &r->grid[index], &from));
  PL_TRY(pl_json_need(r->ctx, entry, "material", "\"gabardine-virtual\", or a file", &material));
  PL_TRY(load_material(r, material, body));
  PL_TRY(check_density(r, material, body->material));
  body->x = pl_arena_alloc(r->scene->arena, 3 * (size_t)body->mesh->n_vertex, sizeof *body->x);
  if (!body->x) return PL_ERROR_MEMORY;
  PL_TRY(place(r, entry, from, body));
  PL_TRY(disturb(r, entry, body));
  if ((comment = pl_json_find(entry, "comment"))) pl_json_use(comment);
  return pl__scene_optional_vector(r, entry, "velocity", PL__DIM_VELOCITY, 1e4, body->velocity);
}

pl_status pl__scene_read_meshes(pl__scene_reader *r) {
  pl_json *list;
  PL_TRY(pl_json_get(r->ctx, r->root, "meshes", PL_JSON_ARRAY, &list));
  pl_where where = pl_json_where(list);
  if (list->n == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "add {\"name\": \"cloth\", \"sheet\": {...}, \"material\": \"gabardine-virtual\"}",
                   "the scene has no mesh");
  r->scene->body = pl_arena_alloc(r->scene->arena, (size_t)list->n, sizeof *r->scene->body);
  r->grid = pl_arena_alloc(r->scratch, (size_t)list->n, sizeof *r->grid);
  if (!r->scene->body || !r->grid) return PL_ERROR_MEMORY;
  for (pl_json *m = list->child; m; m = m->next) PL_TRY(read_entry(r, m, r->scene->n_body++));
  return PL_OK;
}
