// scene_read.c: reads a scene file: forces, integrator and output; the other parts have separate files.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "material/material.h"
#include "scene/scene_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

// Every key of the format, to suggest for a misspelt one.
static const char *const keys[] = {
    "pliant",     "name",        "comment",    "gravity", "wind",      "damping",  "obstacles",     "meshes", "clips", "pins",
    "loads",      "duration",    "integrator", "output",  "mesh",      "material", "file",          "sheet",  "tube",  "place",
    "translate",  "rotate",      "axis",       "angle",   "center",    "length",   "width",         "radius", "cells", "cell",
    "topology",   "seed",        "overlap",    "disturb", "velocity",  "normal",   "edge",          "corner", "box",   "vertices",
    "axes",       "motion",      "keyframes",  "time",    "from",      "until",    "ramp",          "force",  "kind",  "point",
    "clamp",      "thickness",   "membrane",   "bending", "every",     "formats",  "interpolation", "min",    "max",   "tangential",
    "checkpoint", "method",      "step",       "newton",  "tolerance", "size",     "elements",      "ends",   "files", "interval",
    "push",       "mass",        "contact",    "gap",     "friction",  "slip",     "self",          "apart",  "pairs", "between",
    "default",    "coefficient", "pressure"};

// ---- vectors ----

pl_status pl__scene_vector(pl__scene_reader *r, pl_json *value, pl_dim dim, double limit, double out[3]) {
  int n;
  double *number;
  PL_TRY(pl_json_quantities(r->scratch, value, dim, &n, &number));
  pl_where where = pl_json_where(value);
  if (n != 3)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give one for each of x, y and z",
                   PL_ID("scene.three-numbers") "has %d numbers, must have 3", n);
  for (int k = 0; k < 3; k++) {
    if (!(fabs(number[k]) <= limit))
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check its unit", "component %d is %g in SI units, must not exceed %g", k + 1,
                     number[k], limit);
    out[k] = number[k];
  }
  return PL_OK;
}

pl_status pl__scene_optional_vector(pl__scene_reader *r, pl_json *object, const char *key, pl_dim dim, double limit, double out[3]) {
  pl_json *value = pl_json_find(object, key);
  return value ? pl__scene_vector(r, value, dim, limit, out) : PL_OK;
}

pl_status pl__scene_direction(pl__scene_reader *r, pl_json *value, double out[3]) {
  PL_TRY(pl__scene_vector(r, value, PL_DIM_NONE, 1e6, out));
  double size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  pl_where where = pl_json_where(value);
  if (!(size > 1e-9))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write for example [0, 0, 1]",
                   PL_ID("scene.zero-direction") "is no direction: all three numbers are 0");
  for (int k = 0; k < 3; k++) out[k] /= size;
  return PL_OK;
}

// ---- forces ----

static pl_status read_wind(pl__scene_reader *r) {
  pl_json *object = pl_json_find(r->root, "wind");
  pl_wind *wind = &r->scene->dynamics.wind;
  if (!object) return PL_OK;
  pl_json *normal;
  PL_TRY(pl_json_need(r->ctx, object, "normal", "\"1 N s/m^3\", the drag of a sheet that faces the flow", &normal));
  PL_TRY(pl_json_quantity(r->ctx, normal, PL__DIM_DRAG, 0, 1e6, &wind->normal));
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "tangential", PL__DIM_DRAG, 0, 1e6, &wind->tangential));
  return pl__scene_optional_vector(r, object, "velocity", PL__DIM_VELOCITY, 1e3, wind->velocity);
}

static pl_status read_damping(pl__scene_reader *r) {
  pl_json *value = pl_json_find(r->root, "damping");
  pl_strain_damping *damping = &r->scene->dynamics.damping;
  if (!value) return PL_OK;
  if (value->kind != PL_JSON_OBJECT) {  // one time for all strains
    PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_TIME, 0, 1e3, &damping->membrane));
    damping->bending = damping->membrane;
    return PL_OK;
  }
  PL_TRY(pl_json_optional_quantity(r->ctx, value, "membrane", PL_DIM_TIME, 0, 1e3, &damping->membrane));
  return pl_json_optional_quantity(r->ctx, value, "bending", PL_DIM_TIME, 0, 1e3, &damping->bending);
}

// ---- time and output ----

static pl_status read_time(pl__scene_reader *r) {
  pl_scene *scene = r->scene;
  pl_json *integrator = pl_json_find(r->root, "integrator"), *duration;
  scene->integrate = pl_integrate_options_default();
  if (integrator) PL_TRY(pl_options_read(scene->arena, &pl_integrate_option_table, &scene->integrate, integrator));
  PL_TRY(pl_json_need(r->ctx, r->root, "duration", "\"1 s\"", &duration));
  PL_TRY(pl_json_quantity(r->ctx, duration, PL_DIM_TIME, 1e-9, PL__SCENE_MAX_TIME, &scene->duration));
  double steps = scene->duration / scene->integrate.step;
  pl_where where = pl_json_where(duration);
  if (!(steps >= 1 - 1e-9 && steps <= 1e9))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "make the duration longer or the integrator's step shorter",
                   "is %g s, with the step of %g s that is %g steps, must be 1 to 1e9", scene->duration, scene->integrate.step, steps);
  scene->n_step = (int64_t)ceil(steps - 1e-9);
  return PL_OK;
}

static pl_status read_formats(pl__scene_reader *r, pl_json *list, pl_scene_output *output) {
  static const char *const names[] = {"obj", "vtk", "gltf"};
  int index;
  output->obj = output->vtk = output->gltf = false;
  pl_where where = pl_json_where(list);
  list->used = true;
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write for example [\"obj\", \"gltf\"]; [] writes energies only",
                   "is not a list of formats");
  for (pl_json *m = list->child; m; m = m->next) {
    PL_TRY(pl_json_choice(r->ctx, m, 3, names, &index));
    output->obj = output->obj || index == 0;
    output->vtk = output->vtk || index == 1;
    output->gltf = output->gltf || index == 2;
  }
  return PL_OK;
}

static pl_status read_output(pl__scene_reader *r) {
  pl_json *object = pl_json_find(r->root, "output"), *value;
  pl_scene_output *output = &r->scene->output;
  int64_t number;
  *output = (pl_scene_output){.every = 1, .obj = true, .checkpoint = 500};
  if (!object) return PL_OK;
  PL_TRY(pl_json_get(r->ctx, r->root, "output", PL_JSON_OBJECT, &object));
  if ((value = pl_json_find(object, "every"))) {
    PL_TRY(pl_json_integer(r->ctx, value, 1, 1000000000, &number));
    output->every = (int)number;
  }
  if ((value = pl_json_find(object, "checkpoint"))) {
    PL_TRY(pl_json_integer(r->ctx, value, 1, 1000000000, &number));
    output->checkpoint = (int)number;
  }
  value = pl_json_find(object, "formats");
  return value ? read_formats(r, value, output) : PL_OK;
}

// ---- the whole ----

static pl_status check_head(pl__scene_reader *r) {
  pl_json *head;
  const char *text;
  PL_TRY(pl_json_need(r->ctx, r->root, "pliant", "\"scene 1\"", &head));
  PL_TRY(pl_json_text(r->ctx, head, &text));
  pl_where where = pl_json_where(head);
  if (strcmp(text, "scene 1") != 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "name a scene file: its first member is \"pliant\": \"scene 1\"",
                   "is \"%.60s\", expected \"scene 1\"", text);
  return PL_OK;
}

// Scene text, materials as read, and meshes: everything that determines the motion.
static pl_status hash_scene(pl_scene *scene, const char *text, size_t size) {
  pl_text all;
  pl_status status = PL_OK;
  pl_text_init(&all, scene->ctx);
  pl_text_add_bytes(&all, text, size);
  for (int i = 0; i < scene->n_body; i++) {
    const pl_mesh *mesh = scene->body[i].mesh;
    pl_json_writer *writer = pl_json_writer_create(scene->ctx);
    if (writer) pl_material_write(scene->body[i].material, writer);
    const char *material = writer ? pl_json_writer_text(writer) : NULL;
    if (material) pl_text_add(&all, material);
    if (!material) status = PL_ERROR_MEMORY;
    pl_json_writer_destroy(writer);
    bool solid = pl_mesh_is_solid(mesh);
    pl_text_add_bytes(&all, (const char *)(solid ? mesh->rest3 : mesh->rest), (solid ? 3 : 2) * (size_t)mesh->n_vertex * sizeof(double));
    pl_text_add_bytes(&all, (const char *)scene->body[i].x, 3 * (size_t)mesh->n_vertex * sizeof *scene->body[i].x);
    pl_text_add_bytes(&all, (const char *)mesh->triangle, 3 * (size_t)mesh->n_triangle * sizeof *mesh->triangle);
    if (mesh->n_tet > 0) pl_text_add_bytes(&all, (const char *)mesh->tet, 4 * (size_t)mesh->n_tet * sizeof *mesh->tet);
    if (mesh->n_hex > 0) pl_text_add_bytes(&all, (const char *)mesh->hex, 8 * (size_t)mesh->n_hex * sizeof *mesh->hex);
  }
  for (int i = 0; i < scene->n_obstacle; i++) {
    const pl_scene_obstacle *o = &scene->obstacle[i];
    size_t n = 3 * (size_t)o->body->n_vertex * sizeof(double);
    pl_text_add_bytes(&all, (const char *)o->body->x0, n);
    pl_text_add_bytes(&all, (const char *)o->body->face, 4 * (size_t)o->body->n_face * sizeof *o->body->face);
    for (int k = 0; k < o->n_pose; k++) pl_text_add_bytes(&all, (const char *)o->pose[k], n);
  }
  if (all.failed) status = PL_ERROR_MEMORY;
  if (status == PL_OK) pl_hash_bytes(all.data, all.size, scene->hash);
  pl_text_clear(&all);
  return status;
}

static pl_status read_all(pl__scene_reader *r, const char *text, size_t size) {
  pl_scene *scene = r->scene;
  pl_json *comment;
  const char *name = NULL;
  PL_TRY(check_head(r));
  PL_TRY(pl_json_optional_text(r->ctx, r->root, "name", &name));
  if ((comment = pl_json_find(r->root, "comment"))) pl_json_use(comment);
  if (!(scene->name = pl_arena_text(scene->arena, name ? name : "scene"))) return PL_ERROR_MEMORY;
  PL_TRY(pl__scene_optional_vector(r, r->root, "gravity", PL_DIM_ACCELERATION, 1e6, scene->gravity));
  PL_TRY(read_wind(r));
  PL_TRY(read_damping(r));
  PL_TRY(read_time(r));
  PL_TRY(read_output(r));
  PL_TRY(pl__scene_read_meshes(r));
  PL_TRY(pl__scene_read_obstacles(r));
  PL_TRY(pl__scene_read_contact(r));
  PL_TRY(pl__scene_read_clips(r));
  PL_TRY(pl__scene_read_loads(r));
  PL_TRY(pl_json_done(r->ctx, r->root, COUNT(keys), keys));
  return hash_scene(scene, text, size);
}

pl_status pl_scene_parse(pl_context *ctx, const char *name, const char *directory, const char *text, size_t size, pl_scene **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx), *scratch = pl_arena_create(ctx);
  pl_scene *scene = arena ? pl_arena_alloc(arena, 1, sizeof *scene) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (scene) *scene = (pl_scene){.arena = arena, .ctx = ctx};
  if (!scene || !scratch || !(scene->file = pl_arena_text(arena, name))) goto cleanup;
  pl__scene_reader r = {.ctx = ctx, .scratch = scratch, .scene = scene, .directory = directory};
  PL_TRY_CLEAN(pl_json_parse(scratch, scene->file, text, size, &r.root));
  PL_TRY_CLEAN(read_all(&r, text, size));
  *out = scene;
  scene = NULL;
  arena = NULL;
cleanup:
  pl_arena_destroy(scratch);
  if (scene)
    pl_scene_destroy(scene);
  else
    pl_arena_destroy(arena);
  return status;
}

pl_status pl_scene_load_file(pl_context *ctx, const char *path, pl_scene **scene) {
  *scene = NULL;
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  pl_status status = PL_ERROR_MEMORY;
  const char *file = pl_directory_exists(path) ? pl_path_join(scratch, path, "scene.json") : path;
  const char *directory = file ? pl_path_directory(scratch, file) : NULL;
  char *text;
  size_t size;
  if (!directory) goto cleanup;
  PL_TRY_CLEAN(pl_file_read(scratch, file, (size_t)64 << 20, &text, &size));
  status = pl_scene_parse(ctx, file, directory, text, size, scene);
cleanup:
  pl_arena_destroy(scratch);
  return status;
}

void pl_scene_destroy(pl_scene *scene) {
  if (!scene) return;
  for (int i = 0; i < scene->n_body; i++) {
    pl_mesh_destroy(scene->body[i].mesh);
    pl_material_destroy(scene->body[i].material);
  }
  for (int i = 0; i < scene->n_obstacle; i++) {
    pl_mesh_destroy(scene->obstacle[i].body);
    pl_mesh_destroy(scene->obstacle[i].shape);
  }
  pl_arena_destroy(scene->arena);
}
