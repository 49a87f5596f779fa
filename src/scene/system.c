// system.c: the model of the bodies and obstacles that can touch (simulation.h).
#include <math.h>
#include <string.h>

#include "scene/simulation.h"

// Bodies of the system, then the obstacles.
static pl_status list_parts(pl_simulation *sim, pl_simulation_system *s) {
  const pl_scene *scene = sim->scene;
  size_t n = (size_t)(s->n_body + scene->n_obstacle);
  s->first = pl_arena_alloc(sim->arena, n + 1, sizeof *s->first);
  s->obstacle = pl_arena_alloc(sim->arena, n + 1, sizeof *s->obstacle);
  if (!s->first || !s->obstacle) return PL_ERROR_MEMORY;
  for (int i = 0; i < s->n_body; i++, s->n_part++)
    s->first[s->n_part + 1] = s->first[s->n_part] + scene->body[s->first_body + i].mesh->n_vertex;
  for (int i = 0; i < scene->n_obstacle; i++) {
    s->obstacle[s->n_part - s->n_body] = i;
    s->first[s->n_part + 1] = s->first[s->n_part] + scene->obstacle[i].body->n_vertex;
    s->n_part++;
  }
  return PL_OK;
}

static const pl_scene_obstacle *obstacle_of(const pl_simulation *sim, const pl_simulation_system *s, int part) {
  return &sim->scene->obstacle[s->obstacle[part - s->n_body]];
}

static pl_status join(pl_simulation *sim, pl_simulation_system *s) {
  const pl_scene *scene = sim->scene;
  if (s->n_part == 1) return PL_OK;
  const pl_mesh **mesh = pl_arena_alloc(sim->arena, (size_t)s->n_part, sizeof *mesh);
  const pl_material **material = pl_arena_alloc(sim->arena, (size_t)s->n_part, sizeof *material);
  const char **name = pl_arena_alloc(sim->arena, (size_t)s->n_part, sizeof *name);
  if (!mesh || !material || !name) return PL_ERROR_MEMORY;
  for (int i = 0; i < s->n_part; i++) {
    const pl_scene_body *body = i < s->n_body ? &scene->body[s->first_body + i] : NULL;
    mesh[i] = body ? body->mesh : obstacle_of(sim, s, i)->body;
    material[i] = body ? body->material : NULL;
    name[i] = body ? body->name : obstacle_of(sim, s, i)->name;
  }
  PL_TRY(pl_mesh_join(sim->ctx, s->n_part, mesh, &s->joined));
  return pl_material_join(sim->ctx, s->n_part, material, name, &s->mixed);
}

// Start positions, velocities, masses of what is pushed, and which vertices move together.
typedef struct start {
  double *x, *v;  // [n_dof], m and m/s
  double *mass;   // [n_vertex], kg, NULL: nothing is pushed
  int32_t *tie;   // [n_vertex], NULL: none
  uint8_t *may_hold;
} start;

static pl_status make_ties(pl_simulation *sim, const pl_simulation_system *s, size_t n_vertex, start *out) {
  int32_t n_tie = 0;
  for (int i = 0; i < s->n_part; i++) {
    const pl_scene_body *body = i < s->n_body ? &sim->scene->body[s->first_body + i] : NULL;
    bool pushed = !body && obstacle_of(sim, s, i)->pushed;
    if (!pushed && !(body && body->tie)) continue;
    if (!out->tie) {
      out->tie = pl_arena_alloc(sim->arena, n_vertex, sizeof *out->tie);
      if (!out->tie) return PL_ERROR_MEMORY;
      for (size_t v = 0; v < n_vertex; v++) out->tie[v] = -1;
    }
    int32_t most = n_tie;
    for (int32_t v = s->first[i]; v < s->first[i + 1]; v++) {
      int32_t own = pushed ? 0 : body->tie[v - s->first[i]];
      if (own >= 0) out->tie[v] = n_tie + own;
      if (own >= 0 && n_tie + own + 1 > most) most = n_tie + own + 1;
    }
    n_tie = most;
  }
  if (n_tie > PL_MAX_BODY)
    return pl_fail(sim->ctx, PL_ERROR_INPUT, NULL, "use fewer cells along the seams",
                   "the bodies that touch have %d sewn or pushed groups of vertices together, at most %d are possible", (int)n_tie,
                   PL_MAX_BODY);
  return PL_OK;
}

static pl_status make_start(pl_simulation *sim, const pl_simulation_system *s, start *out) {
  const pl_scene *scene = sim->scene;
  size_t n_vertex = (size_t)s->first[s->n_part];
  *out = (start){.x = pl_arena_alloc(sim->arena, 3 * n_vertex, sizeof *out->x),
                 .v = pl_arena_alloc(sim->arena, 3 * n_vertex, sizeof *out->v),
                 .may_hold = pl_arena_alloc(sim->arena, n_vertex, sizeof *out->may_hold)};
  if (!out->x || !out->v || !out->may_hold) return PL_ERROR_MEMORY;
  for (int i = 0; i < s->n_part; i++) {
    double *x = out->x + 3 * (size_t)s->first[i];
    int32_t n = s->first[i + 1] - s->first[i];
    if (i < s->n_body) {
      const pl_scene_body *body = &scene->body[s->first_body + i];
      memcpy(x, body->x, 3 * (size_t)n * sizeof *x);
      for (int32_t k = 0; k < 3 * n; k++) out->v[3 * s->first[i] + k] = body->velocity[k % 3];
      continue;
    }
    const pl_scene_obstacle *o = obstacle_of(sim, s, i);
    pl_scene_obstacle_at(o, 0, n, o->body->x0, x);
    if (!o->pushed) continue;
    if (!out->mass && !(out->mass = pl_arena_alloc(sim->arena, n_vertex, sizeof *out->mass))) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < n; v++) out->mass[s->first[i] + v] = o->mass / n;
  }
  for (int c = 0; c < scene->n_clip; c++) {
    const pl_scene_clip *clip = &scene->clip[c];
    if (clip->body < s->first_body || clip->body >= s->first_body + s->n_body) continue;
    uint8_t *may_hold = out->may_hold + pl_system_first(s, clip->body);
    for (int32_t i = 0; i < clip->n_vertex; i++)
      if (clip->distance || !may_hold[clip->vertex[i]]) may_hold[clip->vertex[i]] = clip->distance ? 2 : 1;
  }
  return make_ties(sim, s, n_vertex, out);
}

// A material of solids needs a volumetric stiffness: each body is checked alone.
static pl_status check_volumes(const pl_simulation *sim, const pl_simulation_system *s) {
  for (int i = 0; i < s->n_body; i++) {
    const pl_scene_body *body = &sim->scene->body[s->first_body + i];
    pl_model *model;
    if (!pl_mesh_is_solid(body->mesh)) continue;
    PL_TRY(pl_model_create(sim->ctx, body->mesh, body->material, NULL, &model));
    pl_status status = pl_model_check_volume(model);
    pl_model_destroy(model);
    PL_TRY(status);
  }
  return PL_OK;
}

pl_status pl_system_create(pl_simulation *sim, int index) {
  const pl_scene *scene = sim->scene;
  pl_simulation_system *s = &sim->system[index];
  s->first_body = sim->n_system == 1 ? 0 : index;
  s->n_body = sim->n_system == 1 ? scene->n_body : 1;
  PL_TRY(list_parts(sim, s));
  PL_TRY(check_volumes(sim, s));
  PL_TRY(join(sim, s));
  start from;
  PL_TRY(make_start(sim, s, &from));
  const pl_mesh *mesh = s->joined ? s->joined : scene->body[s->first_body].mesh;
  const pl_material *material = s->mixed ? s->mixed : scene->body[s->first_body].material;
  size_t n_vertex = (size_t)mesh->n_vertex;
  pl_model_options options = {
      .gravity = {scene->gravity[0], scene->gravity[1], scene->gravity[2]}, .tie = from.tie, .mass = from.mass, .may_hold = from.may_hold};
  if (scene->contact.on) {
    PL_TRY(pl_touch_create(sim, s, mesh, from.x, &s->touch));
    options.n_potential = pl_touch_count(s->touch);
    options.potential = pl_touch_potentials(s->touch);
  }
  PL_TRY(pl_model_create(sim->ctx, mesh, material, &options, &s->model));
  PL_TRY(pl_stepper_create(s->model, &scene->dynamics, &scene->integrate, &s->stepper));
  PL_TRY(pl_state_create(s->model, from.x, &s->state));
  memcpy(s->state->v, from.v, 3 * n_vertex * sizeof *from.v);
  s->target = pl_arena_alloc(sim->arena, 3 * n_vertex, sizeof *s->target);
  s->load = pl_arena_alloc(sim->arena, 3 * n_vertex, sizeof *s->load);
  s->fixed = pl_arena_alloc(sim->arena, 3 * n_vertex, sizeof *s->fixed);
  s->held = pl_arena_alloc(sim->arena, n_vertex, sizeof *s->held);
  s->distance = pl_arena_alloc(sim->arena, n_vertex, sizeof *s->distance);
  return s->target && s->load && s->fixed && s->held && s->distance ? PL_OK : PL_ERROR_MEMORY;
}

void pl_system_destroy(pl_simulation_system *s) {
  pl_state_destroy(s->state);
  pl_stepper_destroy(s->stepper);
  pl_model_destroy(s->model);
  pl_touch_destroy(s->touch);
  pl_material_destroy(s->mixed);
  pl_mesh_destroy(s->joined);
}

// A pushed obstacle has moved as its first vertex.
void pl_simulation_shape(const pl_simulation *sim, int obstacle, double *x) {
  const pl_scene_obstacle *o = &sim->scene->obstacle[obstacle];
  const pl_mesh *shape = pl_scene_shape(o);
  const pl_simulation_system *s = &sim->system[0];
  pl_scene_obstacle_at(o, (double)sim->n_step * sim->scene->integrate.step, shape->n_vertex, shape->x0, x);
  for (int p = s->n_body; p < s->n_part && o->pushed; p++) {
    if (s->obstacle[p - s->n_body] != obstacle) continue;
    const double *now = s->state->x + 3 * (size_t)s->first[p];
    for (int32_t i = 0; i < 3 * shape->n_vertex; i++) x[i] += now[i % 3] - o->body->x0[i % 3];
  }
}
