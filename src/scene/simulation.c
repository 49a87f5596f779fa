// simulation.c: see simulation.h.
#include "scene/simulation.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"

static pl_status create_body(pl_simulation *sim, int index) {
  const pl_scene *scene = sim->scene;
  const pl_scene_body *from = &scene->body[index];
  pl_simulation_body *body = &sim->body[index];
  size_t n_dof = 3 * (size_t)from->mesh->n_vertex;
  const pl_potential obstacles = {.row = &pl_potential_obstacles, .data = &scene->obstacles};
  pl_model_options options = {.gravity = {scene->gravity[0], scene->gravity[1], scene->gravity[2]},
                              .tie = from->tie,
                              .n_potential = scene->obstacles.n > 0,
                              .potential = &obstacles};
  uint8_t *may_hold = pl_arena_alloc(sim->arena, (size_t)from->mesh->n_vertex, sizeof *may_hold);
  body->held = pl_arena_alloc(sim->arena, (size_t)from->mesh->n_vertex, sizeof *body->held);
  body->distance = pl_arena_alloc(sim->arena, (size_t)from->mesh->n_vertex, sizeof *body->distance);
  if (!may_hold || !body->held || !body->distance) return PL_ERROR_MEMORY;
  for (int c = 0; c < scene->n_clip; c++) {
    const pl_scene_clip *clip = &scene->clip[c];
    if (clip->body != index) continue;
    for (int32_t i = 0; i < clip->n_vertex; i++)
      if (clip->distance || !may_hold[clip->vertex[i]]) may_hold[clip->vertex[i]] = clip->distance ? 2 : 1;
  }
  options.may_hold = may_hold;
  PL_TRY(pl_model_create(sim->ctx, from->mesh, from->material, &options, &body->model));
  PL_TRY(pl_model_check_volume(body->model));
  PL_TRY(pl_stepper_create(body->model, &scene->dynamics, &scene->integrate, &body->stepper));
  PL_TRY(pl_state_create(body->model, from->x, &body->state));
  double **vectors[] = {&body->target, &body->load};
  for (int i = 0; i < 2; i++)
    if (!(*vectors[i] = pl_arena_alloc(sim->arena, n_dof, sizeof(double)))) return PL_ERROR_MEMORY;
  if (!(body->fixed = pl_arena_alloc(sim->arena, n_dof, 1))) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n_dof; i++) body->state->v[i] = from->velocity[i % 3];
  return PL_OK;
}

pl_status pl_simulation_create(const pl_scene *scene, pl_simulation **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(scene->ctx);
  pl_simulation *sim = arena ? pl_arena_alloc(arena, 1, sizeof *sim) : NULL;
  if (!sim) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *sim = (pl_simulation){.arena = arena, .ctx = scene->ctx, .scene = scene};
  pl_status status = PL_ERROR_MEMORY;
  if (!(sim->body = pl_arena_alloc(arena, (size_t)scene->n_body, sizeof *sim->body))) goto cleanup;
  if (!(sim->anchor = pl_arena_alloc(arena, (size_t)scene->n_clip + 1, sizeof *sim->anchor))) goto cleanup;
  for (int c = 0; c < scene->n_clip; c++)
    if (!(sim->anchor[c] = pl_arena_alloc(arena, 3 * (size_t)scene->clip[c].n_vertex, sizeof(double)))) goto cleanup;
  for (int i = 0; i < scene->n_body; i++) PL_TRY_CLEAN(create_body(sim, i));
  *out = sim;
  return PL_OK;
cleanup:
  pl_simulation_destroy(sim);
  return status;
}

void pl_simulation_destroy(pl_simulation *sim) {
  if (!sim) return;
  for (int i = 0; sim->body && i < sim->scene->n_body; i++) {
    pl_state_destroy(sim->body[i].state);
    pl_stepper_destroy(sim->body[i].stepper);
    pl_model_destroy(sim->body[i].model);
  }
  pl_arena_destroy(sim->arena);
}

// ---- clips and loads ----

static bool acts(const pl_scene_clip *clip, int index, int64_t step) {
  return clip->body == index && step >= clip->first && step < clip->last;
}

// body->distance from the nearest clamp that acts in step `step`; false: none does.
static bool clamp_distance(const pl_simulation *sim, int index, int64_t step, pl_simulation_body *body) {
  bool any = false;
  for (int c = 0; c < sim->scene->n_clip; c++) {
    const pl_scene_clip *clip = &sim->scene->clip[c];
    if (!acts(clip, index, step) || !clip->distance) continue;
    for (int32_t v = 0; v < body->model->n_vertex; v++)
      body->distance[v] = any ? fmin(body->distance[v], clip->distance[v]) : clip->distance[v];
    any = true;
  }
  return any;
}

// Applies the clips of step `step` to the model; clips that close `now` hold the vertices at their present positions.
static pl_status hold(pl_simulation *sim, int index, int64_t step, bool now) {
  const pl_scene *scene = sim->scene;
  pl_simulation_body *body = &sim->body[index];
  size_t n_dof = (size_t)body->model->n_dof;
  memset(body->fixed, 0, n_dof);
  for (int c = 0; c < scene->n_clip; c++) {
    const pl_scene_clip *clip = &scene->clip[c];
    if (!acts(clip, index, step)) continue;
    for (int32_t i = 0; i < clip->n_vertex; i++) {
      size_t v = 3 * (size_t)clip->vertex[i];
      for (size_t k = 0; k < 3; k++) body->fixed[v + k] |= clip->axis[k];
      if (now && step == clip->first) memcpy(sim->anchor[c] + 3 * (size_t)i, body->state->x + v, 3 * sizeof(double));
    }
  }
  int64_t clamps = 0;  // which of them act
  for (int c = 0; c < scene->n_clip; c++)
    if (scene->clip[c].distance && acts(&scene->clip[c], index, step)) clamps = 31 * clamps + c + 1;
  if (memcmp(body->fixed, body->model->fixed, n_dof) == 0 && clamps == body->clamps) return PL_OK;
  body->clamps = clamps;
  memcpy(body->model->fixed, body->fixed, n_dof);
  for (size_t v = 0; v < n_dof / 3; v++) body->held[v] = body->fixed[3 * v] && body->fixed[3 * v + 1] && body->fixed[3 * v + 2];
  PL_TRY(pl_model_hold(body->model, body->held, clamp_distance(sim, index, step, body) ? body->distance : NULL));
  return pl_stepper_supports(body->stepper);
}

pl_status pl_simulation_hold(pl_simulation *sim) {
  for (int i = 0; i < sim->scene->n_body; i++) PL_TRY(hold(sim, i, sim->n_step, false));
  return PL_OK;
}

static void set_targets(pl_simulation *sim, int index, int64_t step, double time) {
  for (int c = 0; c < sim->scene->n_clip; c++) {
    const pl_scene_clip *clip = &sim->scene->clip[c];
    if (!acts(clip, index, step)) continue;
    for (int32_t i = 0; i < clip->n_vertex; i++) {
      double p[3];
      pl_keyed_move(&clip->motion, time, sim->anchor[c] + 3 * (size_t)i, p);
      for (size_t k = 0; k < 3; k++)
        if (clip->axis[k]) sim->body[index].target[3 * (size_t)clip->vertex[i] + k] = p[k];
    }
  }
}

static double load_share(const pl_scene_load *load, double time) {
  if (time < load->from || time > load->until) return 0;
  return load->ramp > 0 ? fmin(1, (time - load->from) / load->ramp) : 1;
}

static void set_loads(const pl_scene *scene, int index, pl_simulation_body *body, double time) {
  const double *area = body->model->mesh->vertex_area;
  memset(body->load, 0, (size_t)body->model->n_dof * sizeof *body->load);
  for (int i = 0; i < scene->n_load; i++) {
    const pl_scene_load *load = &scene->load[i];
    double all = 0, share = load_share(load, time);
    if (load->body != index || !(share > 0)) continue;
    for (int32_t k = 0; k < load->n_vertex; k++) all += area[load->vertex[k]];
    for (int32_t k = 0; k < load->n_vertex; k++)
      for (int axis = 0; axis < 3; axis++)
        body->load[3 * (size_t)load->vertex[k] + (size_t)axis] += share * load->force[axis] * area[load->vertex[k]] / all;
  }
}

// ---- steps ----

typedef struct advance {
  pl_simulation *sim;
  int64_t n;
} advance;

static pl_status advance_body(void *user, int index, int worker) {
  (void)worker;
  const advance *a = user;
  const pl_scene *scene = a->sim->scene;
  pl_simulation_body *body = &a->sim->body[index];
  double h = scene->integrate.step;
  for (int64_t n = a->sim->n_step; n < a->sim->n_step + a->n && !body->stopped; n++) {
    double end = (double)(n + 1) * h;
    pl_step_report report;
    PL_TRY(hold(a->sim, index, n, true));
    set_targets(a->sim, index, n, end);
    set_loads(scene, index, body, scene->integrate.method == PL_MIDPOINT ? end - 0.5 * h : end);
    PL_TRY(pl_step(body->stepper, body->model->material->theta, body->state, body->target, body->load, &report));
    body->stopped = !report.finite;
    body->stop = report;
    body->tally.n_loose += report.finite && !report.converged;
    body->tally.n_parts += report.parts > 1;
    body->tally.n_halved += report.halved;
    body->tally.iterations += report.iterations;
  }
  return PL_OK;
}

pl_status pl_simulation_advance(pl_simulation *sim, int64_t n, bool *stopped) {
  advance a = {sim, n};
  *stopped = false;
  PL_TRY(pl_parallel_for(sim->ctx, sim->scene->n_body, advance_body, &a));
  for (int i = 0; i < sim->scene->n_body; i++) *stopped = *stopped || sim->body[i].stopped;
  if (!*stopped) sim->n_step += n;
  return PL_OK;
}

pl_energies pl_simulation_energies(const pl_simulation *sim, int body) {
  const pl_simulation_body *b = &sim->body[body];
  return pl_stepper_energies(b->stepper, b->model->material->theta, b->state);
}
