// scene_contact.c: reads "contact" of a scene: thickness of each body, gap, friction of each pair, slip speed.
#include <math.h>
#include <string.h>

#include "scene/scene_part.h"

static const double THICKNESS = 4e-4, GAP = 5e-4, SLIP = 1e-3, PRESSURE = 1e3;  // m, m, m/s, Pa: defaults, stated in docs/simulate.md

static int count(const pl_scene *scene) { return scene->n_body + scene->n_obstacle; }
static const char *name_of(const pl_scene *scene, int i) {
  return i < scene->n_body ? scene->body[i].name : scene->obstacle[i - scene->n_body].name;
}
static bool is_sheet(const pl_scene *scene, int i) { return i < scene->n_body && !pl_mesh_is_solid(scene->body[i].mesh); }

// Names of bodies and obstacles, [count], in scratch memory; NULL: none left.
static const char **all_names(pl__scene_reader *r) {
  const char **names = pl_arena_alloc(r->scratch, (size_t)count(r->scene), sizeof *names);
  for (int i = 0; names && i < count(r->scene); i++) names[i] = name_of(r->scene, i);
  return names;
}

static pl_status find_name(pl__scene_reader *r, pl_json *value, int *index) {
  const char **names = all_names(r);
  return names ? pl_json_choice(r->ctx, value, count(r->scene), names, index) : PL_ERROR_MEMORY;
}

// ---- thickness ----

static pl_status read_one_thickness(pl__scene_reader *r, pl_json *value, int index) {
  double *thickness = &r->scene->contact.thickness[index];
  PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_LENGTH, 0, 1, thickness));
  pl_where where = pl_json_where(value);
  if (is_sheet(r->scene, index) && !(*thickness >= 1e-6))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "measure the cloth between two plates: most are 0.1 to 2 mm thick",
                   PL_ID("scene.no-thickness") "the thickness of \"%s\" is %g m: sheets that touch need one of at least 1e-6 m",
                   name_of(r->scene, index), *thickness);
  return PL_OK;
}

// One length for all sheets, or an object with one per body.
static pl_status read_thickness(pl__scene_reader *r, pl_json *object) {
  pl_json *value = pl_json_find(object, "thickness");
  if (!value) return PL_OK;
  if (value->kind != PL_JSON_OBJECT) {
    for (int i = 0; i < r->scene->n_body; i++)
      if (is_sheet(r->scene, i)) PL_TRY(read_one_thickness(r, value, i));
    if (!value->used) pl_json_use(value);
    return PL_OK;
  }
  value->used = true;
  for (int i = 0; i < count(r->scene); i++) {
    pl_json *own = pl_json_find(value, name_of(r->scene, i));
    if (own) PL_TRY(read_one_thickness(r, own, i));
  }
  const char **names = all_names(r);
  return names ? pl_json_done(r->ctx, value, count(r->scene), names) : PL_ERROR_MEMORY;
}

// ---- friction ----

static pl_status read_coefficient(pl__scene_reader *r, pl_json *value, double *mu) {
  return pl_json_quantity(r->ctx, value, PL_DIM_NONE, 0, 10, mu);
}

static pl_status read_pair(pl__scene_reader *r, pl_json *entry) {
  pl_json *between, *value;
  int of[2], k = 0, n = count(r->scene);
  double mu;
  PL_TRY(pl_json_get(r->ctx, entry, "between", PL_JSON_ARRAY, &between));
  pl_where where = pl_json_where(between);
  if (between->n != 2)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write for example [\"cloth\", \"ball\"]; the same name twice is a body on itself",
                   PL_ID("scene.pair-of-two") "has %d names, must have 2", between->n);
  for (pl_json *m = between->child; m; m = m->next) PL_TRY(find_name(r, m, &of[k++]));
  PL_TRY(pl_json_need(r->ctx, entry, "coefficient", "0.3", &value));
  PL_TRY(read_coefficient(r, value, &mu));
  r->scene->contact.friction[of[0] * n + of[1]] = r->scene->contact.friction[of[1] * n + of[0]] = mu;
  return PL_OK;
}

// What a material may call the other surface: its name in the scene, what it is made of.
static double measured_on(const pl_scene *scene, int of, int other) {
  if (of >= scene->n_body) return NAN;
  const pl_material *own = scene->body[of].material;
  const pl_scene_obstacle *o = other < scene->n_body ? NULL : &scene->obstacle[other - scene->n_body];
  const char *made = o ? o->surface : scene->body[other].material->name;
  double mu = pl_material_friction(own, name_of(scene, other));
  if (!isfinite(mu) && made) mu = pl_material_friction(own, made);
  if (!isfinite(mu) && !o && strcmp(made, own->name) == 0) mu = pl_material_friction(own, NULL);
  return mu;
}

// Friction that was measured and is kept with the materials.
static void take_measured(pl_scene *scene) {
  int n = count(scene);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double mu = measured_on(scene, i, j);
      if (!isfinite(mu)) mu = measured_on(scene, j, i);
      if (isfinite(mu)) scene->contact.friction[i * n + j] = scene->contact.friction[j * n + i] = mu;
    }
}

// A coefficient for all pairs, or {"default": 0.3, "pairs": [{"between": [...], "coefficient": 0.4}]}.
static pl_status read_friction(pl__scene_reader *r, pl_json *object) {
  pl_json *value = pl_json_find(object, "friction"), *usual = value, *list = NULL;
  double mu = 0;
  if (!value) return take_measured(r->scene), PL_OK;
  if (value->kind == PL_JSON_OBJECT) {
    value->used = true;
    usual = pl_json_find(value, "default");
    list = pl_json_find(value, "pairs");
  }
  if (usual) PL_TRY(read_coefficient(r, usual, &mu));
  for (int i = 0; i < count(r->scene) * count(r->scene); i++) r->scene->contact.friction[i] = mu;
  if (value->kind == PL_JSON_OBJECT) take_measured(r->scene);
  if (!list) return PL_OK;
  PL_TRY(pl_json_get(r->ctx, value, "pairs", PL_JSON_ARRAY, &list));
  for (pl_json *m = list->child; m; m = m->next) PL_TRY(read_pair(r, m));
  return PL_OK;
}

pl_status pl__scene_read_contact(pl__scene_reader *r) {
  pl_scene *scene = r->scene;
  pl_scene_contact *c = &scene->contact;
  pl_json *object = pl_json_find(r->root, "contact"), *value;
  size_t n = (size_t)count(scene);
  *c = (pl_scene_contact){.on = object || scene->n_obstacle > 0, .gap = GAP, .slip = SLIP, .pressure = PRESSURE, .self = true};
  c->thickness = pl_arena_alloc(scene->arena, n, sizeof *c->thickness);
  c->friction = pl_arena_alloc(scene->arena, n * n, sizeof *c->friction);
  if (!c->thickness || !c->friction) return PL_ERROR_MEMORY;
  for (int i = 0; i < scene->n_body; i++) c->thickness[i] = is_sheet(scene, i) ? THICKNESS : 0;
  if (!object) return take_measured(scene), PL_OK;
  PL_TRY(pl_json_get(r->ctx, r->root, "contact", PL_JSON_OBJECT, &object));
  PL_TRY(read_thickness(r, object));
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "gap", PL_DIM_LENGTH, 1e-7, 0.1, &c->gap));
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "slip", PL__DIM_VELOCITY, 1e-9, 10, &c->slip));
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "pressure", PL_DIM_PRESSURE, 1e-3, 1e12, &c->pressure));
  PL_TRY(read_friction(r, object));
  if ((value = pl_json_find(object, "self"))) PL_TRY(pl_json_bool(r->ctx, value, &c->self));
  if ((value = pl_json_find(object, "apart"))) PL_TRY(pl_json_bool(r->ctx, value, &c->apart));
  return PL_OK;
}
