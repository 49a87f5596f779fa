// transfer.c: see transfer.h.
#include "scenes/transfer.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "scene/clamp_depth.h"
#include "scene/scene.h"
#include "scenes/scenes.h"

static const double DENSITY = 0.2, GRAVITY = 9.81, MEMBRANE = 1000;  // kg/m^2, m/s^2, N/m

static double clamped(const scene_strip_mesh *mesh) { return mesh->clamped > 0 ? mesh->clamped : 2; }
static int cells_along(const scene_strip_mesh *mesh) { return mesh->n[0] + (int)ceil(clamped(mesh)); }
static double strip_length(const scene_strip_mesh *mesh) { return (cells_along(mesh) - clamped(mesh)) * mesh->cell[0]; }

// material.json and scene.json; sideways: part of the weight that acts along x on a column, 0 for a strip that lies flat.
static pl_status write_files(pl_context *ctx, pl_arena *arena, const char *folder, const scene_strip_mesh *mesh, double ratio,
                             double sideways, const char **scene) {
  double rigidity = DENSITY * GRAVITY * pow(strip_length(mesh), 3) / ratio, face = clamped(mesh) * mesh->cell[0];
  bool column = sideways > 0;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"material 1\", \"name\": \"strip\", \"density\": \"%g kg/m^2\", \"terms\": [\n"
                 "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": {\"young\": \"%g N/m\", "
                 "\"poisson\": 0}},\n",
                 DENSITY, mesh->membrane > 0 ? mesh->membrane : MEMBRANE);
  if (mesh->hinges)
    pl_text_printf(&text, "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"%.17g N m\"}}]}\n",
                   rigidity / 3);
  else
    pl_text_printf(&text,
                   "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"c11\": \"%.17g N m\", "
                   "\"c22\": \"%.17g N m\", \"c12\": \"0 N m\", \"c33\": \"%.17g N m\"}}]}\n",
                   rigidity, rigidity, 0.5 * rigidity);
  const char *path = pl_path_join(arena, folder, "material.json");
  pl_status status = path && !text.failed ? pl_file_write(ctx, path, text.data, text.size) : PL_ERROR_MEMORY;
  pl_text_clear(&text);
  PL_TRY(status);
  pl_text_init(&text, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"scene 1\", \"duration\": \"1 s\",\n"
                 "\"integrator\": {\"method\": \"static\", \"step\": \"1 s\", \"tolerance\": \"1e-9 m\"},\n"
                 "\"gravity\": [\"%.17g m/s^2\", \"0 m/s^2\", \"%g m/s^2\"],\n"
                 "\"meshes\": [{\"sheet\": {\"length\": \"%.17g m\", \"width\": \"%.17g m\", \"cells\": [%d, %d], \"topology\": \"%s\", "
                 "\"seed\": %d}, \"material\": \"material.json\"%s}],\n",
                 sideways * GRAVITY, -GRAVITY, cells_along(mesh) * mesh->cell[0], mesh->n[1] * mesh->cell[1], cells_along(mesh), mesh->n[1],
                 mesh->topology, mesh->seed > 0 ? mesh->seed : 1,
                 column ? ", \"place\": {\"rotate\": {\"axis\": [0, 1, 0], \"angle\": \"-90 deg\"}}" : "");
  pl_text_printf(&text, "\"clips\": [{\"clamp\": true, \"box\": {\"max\": [\"%.17g m\", \"1 m\", \"%.17g m\"]}}]}\n", column ? 1 : face,
                 column ? face : 1);
  *scene = pl_path_join(arena, folder, "scene.json");
  status = *scene && !text.failed ? pl_file_write(ctx, *scene, text.data, text.size) : PL_ERROR_MEMORY;
  pl_text_clear(&text);
  return status;
}

// Mean position of the free end, m: the last vertices of a sheet are those of its right edge.
static pl_status simulate_tip(pl_context *ctx, const char *file, const scene_strip_mesh *mesh, double tip[3]) {
  pl_scene *scene;
  pl_simulation *simulation = NULL;
  bool stopped = false;
  PL_TRY(pl_scene_load_file(ctx, file, &scene));
  pl_status status = pl_simulation_create(scene, &simulation);
  if (status == PL_OK) status = pl_simulation_advance(simulation, 1, &stopped);
  int n_end = mesh->n[1] + 1, n_vertex = (cells_along(mesh) + 1) * n_end;
  const double *x = status == PL_OK ? pl_simulation_positions(simulation, 0) : NULL;
  for (int k = 0; k < 3; k++) {
    tip[k] = stopped ? NAN : 0;
    for (int i = n_vertex - n_end; x && i < n_vertex; i++) tip[k] += x[3 * i + k] / n_end;
  }
  pl_simulation_destroy(simulation);
  pl_scene_destroy(scene);
  return status;
}

static pl_status run(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double ratio, double sideways, double tip[3]) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const char *scene;
  pl_status status = write_files(ctx, arena, folder, mesh, ratio, sideways, &scene);
  if (status == PL_OK) status = simulate_tip(ctx, scene, mesh, tip);
  pl_arena_destroy(arena);
  return status;
}

pl_status scene_transfer_cantilever(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double ratio, double *error) {
  double tip[3], exact[2], length = strip_length(mesh), low = 0.1, high = 10;  // rigidity over B
  PL_TRY(run(ctx, folder, mesh, ratio, 0, tip));
  for (int i = 0; i < 50; i++) {
    double middle = sqrt(low * high);
    scene_elastica(length, ratio / middle / pow(length, 3), 0, exact);
    if (exact[1] < tip[2])
      low = middle;
    else
      high = middle;
  }
  *error = isfinite(tip[2]) ? sqrt(low * high) - 1 : NAN;
  return PL_OK;
}

pl_status scene_transfer_loose(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double *loose) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const char *file;
  pl_scene *scene = NULL;
  pl_status status = write_files(ctx, arena, folder, mesh, 1, 0, &file);
  if (status == PL_OK) status = pl_scene_load_file(ctx, file, &scene);
  if (status == PL_OK) *loose = pl_clamp_loose(scene->body[0].mesh, scene->clip[0].distance);
  pl_scene_destroy(scene);
  pl_arena_destroy(arena);
  return status;
}

pl_status scene_transfer_column(pl_context *ctx, const char *folder, const scene_strip_mesh *mesh, double guess, double *critical) {
  static const double part[2] = {0.9, 0.95};
  double inverse[2];
  for (int i = 0; i < 2; i++) {
    double tip[3];
    PL_TRY(run(ctx, folder, mesh, part[i] * guess, 1e-3, tip));
    // the sideways load is a constant part of the weight: deflection over it
    inverse[i] = part[i] / fabs(tip[0]);
  }
  *critical = guess * (part[0] + (part[1] - part[0]) * inverse[0] / (inverse[0] - inverse[1]));
  return PL_OK;
}
