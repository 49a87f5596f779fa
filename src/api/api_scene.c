// api_scene.c: scenes and simulations as the public header shows them.
#include <pliant/simulate.h>

#include "api/api.h"
#include "scene/run.h"

pl_scene_view pl_scene_describe(const pl_scene *scene) {
  return (pl_scene_view){.name = scene->name,
                         .file = scene->file,
                         .n_body = scene->n_body,
                         .n_step = scene->n_step,
                         .step = scene->integrate.step,
                         .duration = scene->duration,
                         .newton = scene->integrate.newton,
                         .mesh_files = scene->output.obj || scene->output.vtk,
                         .film = scene->output.gltf};
}

double pl_simulation_time(const pl_simulation *simulation) { return (double)simulation->n_step * simulation->scene->integrate.step; }

const double *pl_simulation_positions(const pl_simulation *simulation, int body) {
  PL_ASSERT(body >= 0 && body < simulation->scene->n_body);
  const pl_simulation_system *system = &simulation->system[pl_scene_system_of(simulation->scene, body)];
  return system->state->x + 3 * (size_t)pl_system_first(system, body);
}

pl_status pl_scene_report_json(const pl_scene *scene, const pl_run_task *task, const pl_run_report *report, char **text) {
  *text = NULL;
  pl_json_writer *writer = pl_json_writer_create(scene->ctx);
  if (!writer) return PL_ERROR_MEMORY;
  pl_run_report_write(scene, task, report, writer);
  return pl__json_give(scene->ctx, writer, text);
}
