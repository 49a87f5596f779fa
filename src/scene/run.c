// run.c: see run.h. The main loop: advance to the next frame or checkpoint, write it, report progress.
#include "scene/run.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "base/timer.h"
#include "scene/checkpoint.h"

enum { CHUNK = 16 };  // steps between checks for an interruption

typedef struct run {
  const pl_scene *scene;
  const pl_run_task *task;
  pl_arena *arena;
  pl_simulation *sim;
  pl_film film;
  pl_run_report *report;
  double begin;  // s
} run;

static char *path_of(run *r, const char *name) { return pl_path_join(r->arena, r->task->directory, name); }

// ---- files ----

static const char *frame_path(run *r, char *buffer, size_t size, int body, int64_t frame, const char *ending) {
  snprintf(buffer, size, "%s/frames/%s-%05lld.%s", r->task->directory, pl_scene_item_name(r->scene, body), (long long)frame, ending);
  return buffer;
}

static pl_status write_frame(run *r, int body, int64_t frame) {
  char path[4096];
  const pl_scene *scene = r->scene;
  const pl_simulation_system *system = &r->sim->system[pl_scene_system_of(scene, body)];
  size_t first = 3 * (size_t)pl_system_first(system, body);
  const double *x = system->state->x + first;
  const pl_mesh *mesh = scene->body[body].mesh;
  if (scene->output.obj) PL_TRY(pl_mesh_save(scene->ctx, frame_path(r, path, sizeof path, body, frame, "obj"), mesh, x, 0, NULL));
  if (!scene->output.vtk) return PL_OK;
  double *speed = pl_alloc(scene->ctx, (size_t)mesh->n_vertex, sizeof *speed);
  if (!speed) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const double *u = system->state->v + first + 3 * (size_t)v;
    speed[v] = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
  pl_mesh_field field = {"speed", speed};
  pl_status status = pl_mesh_save(scene->ctx, frame_path(r, path, sizeof path, body, frame, "vtk"), mesh, x, 1, &field);
  pl_free(scene->ctx, speed);
  return status;
}

static pl_status write_shape(run *r, int obstacle, int64_t frame) {
  char path[4096];
  const pl_scene *scene = r->scene;
  const pl_mesh *mesh = pl_scene_shape(&scene->obstacle[obstacle]);
  int item = scene->n_body + obstacle;
  double *x = pl_alloc(scene->ctx, 3 * (size_t)mesh->n_vertex, sizeof *x);
  if (!x) return PL_ERROR_MEMORY;
  pl_simulation_shape(r->sim, obstacle, x);
  pl_status status = PL_OK;
  if (scene->output.obj) status = pl_mesh_save(scene->ctx, frame_path(r, path, sizeof path, item, frame, "obj"), mesh, x, 0, NULL);
  if (status == PL_OK && scene->output.vtk)
    status = pl_mesh_save(scene->ctx, frame_path(r, path, sizeof path, item, frame, "vtk"), mesh, x, 0, NULL);
  pl_free(scene->ctx, x);
  return status;
}

static pl_status add_frame(run *r) {
  for (int i = 0; i < r->scene->n_body; i++) PL_TRY(write_frame(r, i, r->film.n_frame));
  for (int i = 0; i < r->scene->n_obstacle && (r->scene->output.obj || r->scene->output.vtk); i++)
    PL_TRY(write_shape(r, i, r->film.n_frame));
  return pl_film_add(&r->film, r->sim);
}

// Removes frames of an earlier simulation, which would look like ours.
static void remove_old(run *r) {
  static const char *const endings[] = {"obj", "vtk"}, *const names[] = {"checkpoint.bin", "scene.glb", "energies.csv"};
  char path[4096];
  for (int i = 0; i < pl_scene_item_count(r->scene); i++)
    for (int e = 0; e < 2; e++)
      for (int64_t frame = 0; unlink(frame_path(r, path, sizeof path, i, frame, endings[e])) == 0;) frame++;
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", r->task->directory, names[i]);
    unlink(path);
  }
}

static void put_energies(pl_json_writer *json, const pl_energies *e) {
  pl_json_begin_object(json, "energies");
  pl_json_put_quantity(json, "kinetic", e->kinetic, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "elastic", e->elastic, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "gravity", e->gravity, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "obstacle", e->obstacle, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "friction", e->work.friction, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "damping", e->work.damping, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "drag", e->work.drag, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "input", e->work.input, PL_DIM_ENERGY);
  pl_json_put_quantity(json, "total", pl_energies_total(e), PL_DIM_ENERGY);
  pl_json_put_quantity(json, "balance", pl_energies_balance(e), PL_DIM_ENERGY);
  pl_json_end_object(json);
}

void pl_run_report_write(const pl_scene *scene, const pl_run_task *task, const pl_run_report *report, pl_json_writer *json) {
  static const char *const outcomes[] = {"complete", "paused", "interrupted", "stopped"};
  pl_json_begin_object(json, NULL);
  pl_json_put_text(json, "pliant", "simulation 1");
  pl_json_put_text(json, "version", pl_version());
  pl_json_put_text(json, "command", task->command ? task->command : "");
  pl_json_put_text(json, "scene", scene->file);
  pl_json_put_text(json, "scene-hash", scene->hash);
  pl_json_put_text(json, "outcome", outcomes[report->outcome]);
  pl_json_put_integer(json, "steps", report->n_step);
  pl_json_put_integer(json, "frames", report->n_frame);
  pl_json_put_quantity(json, "time", report->time, PL_DIM_TIME);
  pl_json_put_integer(json, "linear-solves", report->iterations);
  pl_json_put_integer(json, "steps-not-converged", report->n_loose);
  pl_json_put_integer(json, "steps-in-parts", report->n_parts);
  pl_json_put_integer(json, "halvings", report->n_halved);
  if (report->stopped_body) {
    pl_json_begin_object(json, "stopped");
    pl_json_put_text(json, "body", report->stopped_body);
    pl_json_put_quantity(json, "time", report->stopped_time, PL_DIM_TIME);
    pl_json_put_text(json, "limited-by", report->stopped_by ? report->stopped_by : "");
    pl_json_end_object(json);
  }
  pl_json_put_quantity(json, "seconds", report->seconds, PL_DIM_TIME);
  put_energies(json, &report->energies);
  pl_options_write(&pl_integrate_option_table, &scene->integrate, json, "integrator");
  pl_json_end_object(json);
}

static void fill_report(run *r) {
  pl_run_report *report = r->report;
  report->n_step = r->sim->n_step;
  report->n_frame = r->film.n_frame;
  report->time = (double)r->sim->n_step * r->scene->integrate.step;
  report->seconds = pl_seconds() - r->begin;
  report->n_loose = report->n_parts = report->n_halved = report->iterations = 0;
  report->energies = (pl_energies){0};
  for (int i = 0; i < r->sim->n_system; i++) {
    const pl_simulation_system *system = &r->sim->system[i];
    pl_energies e = pl_simulation_energies(r->sim, system->first_body), *sum = &report->energies;
    report->n_loose += system->tally.n_loose;
    report->n_parts += system->tally.n_parts;
    report->n_halved += system->tally.n_halved;
    report->iterations += system->tally.iterations;
    if (system->stopped && !report->stopped_body) {
      report->stopped_body = r->scene->body[system->first_body].name;
      report->stopped_by = system->stop.blocked ? system->stop.limit : NULL;
      if (system->stop.blocked) pl_touch_names(r->sim, system, system->stop.limit_vertex, &report->stopped_body, &report->stopped_by);
      report->stopped_time = system->stop.until;
    }
    const double *from = (const double *)&e;
    double *to = (double *)sum;
    for (size_t k = 0; k < sizeof e / sizeof *from; k++) to[k] += from[k];
  }
}

static pl_status write_summary(run *r) {
  fill_report(r);
  pl_json_writer *json = pl_json_writer_create(r->scene->ctx);
  char *path = path_of(r, "simulation.json");
  pl_status status = PL_ERROR_MEMORY;
  if (json && path) {
    pl_run_report_write(r->scene, r->task, r->report, json);
    status = pl_json_writer_save(json, path);
  }
  pl_json_writer_destroy(json);
  return status;
}

// Saves the present state.
static pl_status save(run *r) {
  char *checkpoint = path_of(r, "checkpoint.bin"), *energies = path_of(r, "energies.csv"), *gltf = path_of(r, "scene.glb");
  if (!checkpoint || !energies || !gltf) return PL_ERROR_MEMORY;
  PL_TRY(pl_checkpoint_save(checkpoint, r->sim, &r->film));
  PL_TRY(pl_film_write_energies(&r->film, energies));
  if (r->scene->output.gltf && r->film.n_frame > 0) PL_TRY(pl_film_write_gltf(&r->film, gltf));
  return write_summary(r);
}

// ---- the loop ----

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// Steps from here to the next multiple of n.
static int64_t until_next(int64_t step, int64_t n) { return n - step % n; }

static pl_status loop(run *r) {
  const pl_scene *scene = r->scene;
  pl_simulation *sim = r->sim;
  int64_t end = r->task->max_step > 0 ? least(scene->n_step, sim->n_step + r->task->max_step) : scene->n_step;
  while (sim->n_step < end) {
    int64_t n = least(least(CHUNK, end - sim->n_step),
                      least(until_next(sim->n_step, scene->output.every), until_next(sim->n_step, scene->output.checkpoint)));
    bool stopped;
    PL_TRY(pl_simulation_advance(sim, n, &stopped));
    if (stopped) {
      r->report->outcome = PL_RUN_STOPPED;
      return PL_OK;
    }
    if (sim->n_step % scene->output.every == 0 || sim->n_step == scene->n_step) PL_TRY(add_frame(r));
    double time = (double)sim->n_step * scene->integrate.step;
    if (!pl_progress(scene->ctx, "simulating", (double)sim->n_step / (double)scene->n_step, "%.3f of %.3f s, frame %lld", time,
                     scene->duration, (long long)r->film.n_frame - 1)) {
      r->report->outcome = PL_RUN_INTERRUPTED;
      return PL_OK;
    }
    if (sim->n_step % scene->output.checkpoint == 0 && sim->n_step < end) PL_TRY(save(r));
  }
  r->report->outcome = sim->n_step < scene->n_step ? PL_RUN_PAUSED : PL_RUN_COMPLETE;
  return PL_OK;
}

static pl_status begin(run *r) {
  char *checkpoint = path_of(r, "checkpoint.bin"), *frames = path_of(r, "frames");
  if (!checkpoint || !frames) return PL_ERROR_MEMORY;
  if (r->task->resume) return pl_checkpoint_load(checkpoint, r->sim, &r->film);
  PL_TRY(pl_directory_create(r->scene->ctx, r->scene->output.obj || r->scene->output.vtk ? frames : r->task->directory));
  remove_old(r);
  return add_frame(r);
}

pl_status pl_scene_run(const pl_scene *scene, const pl_run_task *task, pl_run_report *report) {
  *report = (pl_run_report){0};
  run r = {.scene = scene, .task = task, .report = report, .begin = pl_seconds()};
  pl_status status = PL_ERROR_MEMORY;
  pl_film_init(&r.film, scene);
  if (!(r.arena = pl_arena_create(scene->ctx))) goto cleanup;
  PL_TRY_CLEAN(pl_simulation_create(scene, &r.sim));
  PL_TRY_CLEAN(begin(&r));
  PL_TRY_CLEAN(loop(&r));
  // after a step that was not finite the sheets may be at different times: the last checkpoint is kept
  if (report->outcome == PL_RUN_STOPPED) {
    char *energies = path_of(&r, "energies.csv");
    PL_TRY_CLEAN(energies ? pl_film_write_energies(&r.film, energies) : PL_ERROR_MEMORY);
    PL_TRY_CLEAN(write_summary(&r));
  } else {
    PL_TRY_CLEAN(save(&r));
  }
cleanup:
  pl_film_clear(&r.film);
  pl_simulation_destroy(r.sim);
  pl_arena_destroy(r.arena);
  return status;
}
