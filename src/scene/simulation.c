// simulation.c: see simulation.h.
#include "scene/simulation.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"

pl_status pl_simulation_create(const pl_scene *scene, pl_simulation **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(scene->ctx);
  pl_simulation *sim = arena ? pl_arena_alloc(arena, 1, sizeof *sim) : NULL;
  if (!sim) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *sim = (pl_simulation){.arena = arena, .ctx = scene->ctx, .scene = scene, .n_system = pl_scene_system_count(scene)};
  pl_status status = PL_ERROR_MEMORY;
  if (!(sim->system = pl_arena_alloc(arena, (size_t)sim->n_system, sizeof *sim->system))) goto cleanup;
  if (!(sim->anchor = pl_arena_alloc(arena, (size_t)scene->n_clip + 1, sizeof *sim->anchor))) goto cleanup;
  for (int c = 0; c < scene->n_clip; c++)
    if (!(sim->anchor[c] = pl_arena_alloc(arena, 3 * (size_t)scene->clip[c].n_vertex, sizeof(double)))) goto cleanup;
  for (int i = 0; i < sim->n_system; i++) PL_TRY_CLEAN(pl_system_create(sim, i));
  *out = sim;
  return PL_OK;
cleanup:
  pl_simulation_destroy(sim);
  return status;
}

void pl_simulation_destroy(pl_simulation *sim) {
  if (!sim) return;
  for (int i = 0; sim->system && i < sim->n_system; i++) pl_system_destroy(&sim->system[i]);
  pl_arena_destroy(sim->arena);
}

// ---- clips, obstacles and loads ----

static bool belongs(const pl_simulation_system *s, int body) { return body >= s->first_body && body < s->first_body + s->n_body; }

static bool acts(const pl_scene_clip *clip, const pl_simulation_system *s, int64_t step) {
  return belongs(s, clip->body) && step >= clip->first && step < clip->last;
}

// s->distance from the nearest clamp that acts in step `step`; false: none does. Vertices of other bodies are far away.
static bool clamp_distance(const pl_simulation *sim, int64_t step, pl_simulation_system *s) {
  bool any = false;
  for (int c = 0; c < sim->scene->n_clip; c++) {
    const pl_scene_clip *clip = &sim->scene->clip[c];
    if (!acts(clip, s, step) || !clip->distance) continue;
    for (int32_t v = 0; v < s->model->n_vertex && !any; v++) s->distance[v] = PL__SCENE_FAR;
    double *distance = s->distance + pl_system_first(s, clip->body);
    for (int32_t v = 0; v < sim->scene->body[clip->body].mesh->n_vertex; v++) distance[v] = fmin(distance[v], clip->distance[v]);
    any = true;
  }
  return any;
}

static void fix_obstacles(const pl_simulation *sim, pl_simulation_system *s) {
  for (int p = s->n_body; p < s->n_part; p++) {
    const pl_scene_obstacle *o = &sim->scene->obstacle[s->obstacle[p - s->n_body]];
    for (int32_t i = 3 * s->first[p]; i < 3 * s->first[p + 1]; i++) s->fixed[i] = !o->free[i % 3];
  }
}

// Applies the clips of step `step` to the model; clips that close `now` hold the vertices at their present positions.
static pl_status hold(pl_simulation *sim, pl_simulation_system *s, int64_t step, bool now) {
  const pl_scene *scene = sim->scene;
  size_t n_dof = (size_t)s->model->n_dof;
  memset(s->fixed, 0, n_dof);
  for (int c = 0; c < scene->n_clip; c++) {
    const pl_scene_clip *clip = &scene->clip[c];
    if (!acts(clip, s, step)) continue;
    for (int32_t i = 0; i < clip->n_vertex; i++) {
      size_t v = 3 * (size_t)(pl_system_first(s, clip->body) + clip->vertex[i]);
      for (size_t k = 0; k < 3; k++) s->fixed[v + k] |= clip->axis[k];
      if (now && step == clip->first) memcpy(sim->anchor[c] + 3 * (size_t)i, s->state->x + v, 3 * sizeof(double));
    }
  }
  fix_obstacles(sim, s);
  int64_t clamps = 0;  // which of them act
  for (int c = 0; c < scene->n_clip; c++)
    if (scene->clip[c].distance && acts(&scene->clip[c], s, step)) clamps = 31 * clamps + c + 1;
  if (memcmp(s->fixed, s->model->fixed, n_dof) == 0 && clamps == s->clamps) return PL_OK;
  s->clamps = clamps;
  memcpy(s->model->fixed, s->fixed, n_dof);
  for (size_t v = 0; v < n_dof / 3; v++) s->held[v] = s->fixed[3 * v] && s->fixed[3 * v + 1] && s->fixed[3 * v + 2];
  PL_TRY(pl_model_hold(s->model, s->held, clamp_distance(sim, step, s) ? s->distance : NULL));
  return pl_stepper_supports(s->stepper);
}

pl_status pl_simulation_hold(pl_simulation *sim) {
  for (int i = 0; i < sim->n_system; i++) PL_TRY(hold(sim, &sim->system[i], sim->n_step, false));
  return PL_OK;
}

static void set_targets(pl_simulation *sim, pl_simulation_system *s, int64_t step, double time) {
  for (int c = 0; c < sim->scene->n_clip; c++) {
    const pl_scene_clip *clip = &sim->scene->clip[c];
    if (!acts(clip, s, step)) continue;
    for (int32_t i = 0; i < clip->n_vertex; i++) {
      double p[3];
      size_t v = 3 * (size_t)(pl_system_first(s, clip->body) + clip->vertex[i]);
      pl_keyed_move(&clip->motion, time, sim->anchor[c] + 3 * (size_t)i, p);
      for (size_t k = 0; k < 3; k++)
        if (clip->axis[k]) s->target[v + k] = p[k];
    }
  }
  for (int p = s->n_body; p < s->n_part; p++) {
    const pl_scene_obstacle *o = &sim->scene->obstacle[s->obstacle[p - s->n_body]];
    pl_scene_obstacle_at(o, time, o->body->n_vertex, o->body->x0, s->target + 3 * (size_t)s->first[p]);
  }
}

static double load_share(const pl_scene_load *load, double time) {
  if (time < load->from || time > load->until) return 0;
  return load->ramp > 0 ? fmin(1, (time - load->from) / load->ramp) : 1;
}

static void set_loads(const pl_scene *scene, pl_simulation_system *s, double time) {
  memset(s->load, 0, (size_t)s->model->n_dof * sizeof *s->load);
  for (int i = 0; i < scene->n_load; i++) {
    const pl_scene_load *load = &scene->load[i];
    double all = 0, share = load_share(load, time);
    if (!belongs(s, load->body) || !(share > 0)) continue;
    int32_t first = pl_system_first(s, load->body);
    const double *area = s->model->mesh->vertex_area + first;
    for (int32_t k = 0; k < load->n_vertex; k++) all += area[load->vertex[k]];
    for (int32_t k = 0; k < load->n_vertex; k++)
      for (int axis = 0; axis < 3; axis++)
        s->load[3 * (size_t)(first + load->vertex[k]) + (size_t)axis] += share * load->force[axis] * area[load->vertex[k]] / all;
  }
  for (int p = s->n_body; p < s->n_part; p++) {
    const pl_scene_obstacle *o = &scene->obstacle[s->obstacle[p - s->n_body]];
    for (int32_t i = 3 * s->first[p]; i < 3 * s->first[p + 1] && o->pushed; i++) s->load[i] += o->force[i % 3] / o->body->n_vertex;
  }
}

// ---- steps ----

typedef struct advance {
  pl_simulation *sim;
  int64_t n;
} advance;

static pl_status advance_system(void *user, int index, int worker) {
  (void)worker;
  const advance *a = user;
  const pl_scene *scene = a->sim->scene;
  pl_simulation_system *s = &a->sim->system[index];
  double h = scene->integrate.step;
  for (int64_t n = a->sim->n_step; n < a->sim->n_step + a->n && !s->stopped; n++) {
    double end = (double)(n + 1) * h;
    pl_step_report report;
    PL_TRY(hold(a->sim, s, n, true));
    set_targets(a->sim, s, n, end);
    set_loads(scene, s, scene->integrate.method == PL_MIDPOINT ? end - 0.5 * h : end);
    PL_TRY(pl_step(s->stepper, s->model->material->theta, s->state, s->target, s->load, &report));
    s->stopped = !report.finite;
    s->stop = report;
    s->tally.n_loose += report.finite && !report.converged;
    s->tally.n_parts += report.parts > 1;
    s->tally.n_halved += report.halved;
    s->tally.iterations += report.iterations;
  }
  return PL_OK;
}

pl_status pl_simulation_advance(pl_simulation *sim, int64_t n, bool *stopped) {
  advance a = {sim, n};
  *stopped = false;
  PL_TRY(pl_parallel_for(sim->ctx, sim->n_system, advance_system, &a));
  for (int i = 0; i < sim->n_system; i++) *stopped = *stopped || sim->system[i].stopped;
  if (!*stopped) sim->n_step += n;
  return PL_OK;
}

pl_energies pl_simulation_energies(const pl_simulation *sim, int body) {
  const pl_simulation_system *s = &sim->system[pl_scene_system_of(sim->scene, body)];
  return pl_stepper_energies(s->stepper, s->model->material->theta, s->state);
}
