// plate.c: see plate.h.
#include "scenes/plate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solve/solver.h"

const char *const scene_plate_mesh_name[] = {"alternating", "uniform", "irregular", "disc"};
static const pl_topology_kind kind_of[] = {PL_TOPOLOGY_ALTERNATING, PL_TOPOLOGY_UNIFORM, PL_TOPOLOGY_IRREGULAR, PL_TOPOLOGY_IRREGULAR};

pl_status scene_plate_square(pl_context *ctx, scene_plate_mesh which, double size, int n, double angle, pl_mesh **mesh) {
  pl_specimen specimen = {.length = size, .width = size, .angle = angle, .n_length = n, .n_width = n, .kind = kind_of[which], .seed = 3};
  return which == SCENE_DISC ? pl_mesh_disc(ctx, &specimen, 1, (double[]){size / 2}, mesh) : pl_mesh_strip(ctx, &specimen, mesh);
}

pl_status scene_plate_framed(pl_context *ctx, scene_plate_mesh which, double size, int n, pl_mesh **mesh) {
  static const double out[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  pl_mesh *inner;
  *mesh = NULL;
  PL_TRY(scene_plate_square(ctx, which, size, n, 0, &inner));
  int32_t n_side = n + 1, next = inner->n_vertex, n_triangle = inner->n_triangle;
  double cell = size / n, *rest = pl_arena_alloc(inner->arena, 2 * (size_t)(next + 4 * n_side), sizeof *rest);
  int32_t *triangle = pl_arena_alloc(inner->arena, 3 * (size_t)(n_triangle + 8 * n), sizeof *triangle);
  pl_status status = PL_ERROR_MEMORY;
  if (!rest || !triangle) goto cleanup;
  memcpy(rest, inner->rest, 2 * (size_t)next * sizeof *rest);
  memcpy(triangle, inner->triangle, 3 * (size_t)n_triangle * sizeof *triangle);
  // Sides in turn, counter-clockwise; vertices of the strip are numbered along y first.
  for (int side = 0; side < 4; side++, next += n_side)
    for (int i = 0; i < n_side; i++) {
      int column = side == 0 ? i : side == 1 ? n : side == 2 ? n - i : 0, row = side == 0 ? 0 : side == 1 ? i : side == 2 ? n : n - i;
      int32_t v = column * n_side + row, before = side == 0 ? v - n_side : side == 1 ? v - 1 : side == 2 ? v + n_side : v + 1;
      for (int k = 0; k < 2; k++) rest[2 * (next + i) + k] = rest[2 * v + k] + cell * out[side][k];
      if (i == 0) continue;
      int32_t pair[6] = {before, next + i - 1, next + i, before, next + i, v};
      memcpy(triangle + 3 * (size_t)n_triangle, pair, sizeof pair);
      n_triangle += 2;
    }
  status = pl_mesh_create(ctx, next, rest, NULL, n_triangle, triangle, PL_TOPOLOGY_OTHER, mesh);
cleanup:
  pl_mesh_destroy(inner);
  return status;
}

// density in kg/m^2; without a membrane the sheet bends only.
static pl_status make_material(pl_context *ctx, double density, scene_rigidities d, bool membrane, pl_material **out) {
  char text[512];
  snprintf(text, sizeof text,
           "{\"name\": \"bend\", \"strain\": \"curvature\", \"law\": \"orthotropic\", \"parameters\": {\"c11\": \"%.17g N m\", \"c22\": "
           "\"%.17g N m\", \"c12\": \"%.17g N m\", \"c33\": \"%.17g N m\"}}",
           d.d11, d.d22, d.d12, d.d66);
  pl_material *material;
  PL_TRY(pl_material_create(ctx, "plate", density, &material));
  pl_status status = pl_material_add_term(material, text);
  if (status == PL_OK && membrane)
    status = pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\", \"parameters\": "
                                            "{\"young\": \"20000 N/m\", \"poisson\": 0}}");
  if (status == PL_OK) status = pl_material_finish(material);
  *out = material;
  if (status == PL_OK) return PL_OK;
  pl_material_destroy(material);
  *out = NULL;
  return status;
}

pl_status scene_plate_material(pl_context *ctx, double density, scene_rigidities d, pl_material **material) {
  return make_material(ctx, density, d, true, material);
}

pl_status scene_plate_create(pl_context *ctx, pl_mesh *mesh, scene_rigidities d, scene_plate *plate) {
  *plate = (scene_plate){.mesh = mesh};
  pl_status status = make_material(ctx, 1, d, false, &plate->material);
  size_t n = (size_t)mesh->n_vertex;
  plate->fixed = pl_arena_alloc(mesh->arena, 3 * n, sizeof *plate->fixed);
  plate->held = pl_arena_alloc(mesh->arena, n, sizeof *plate->held);
  plate->distance = pl_arena_alloc(mesh->arena, n, sizeof *plate->distance);
  plate->load = pl_arena_alloc(mesh->arena, 3 * n, sizeof *plate->load);
  plate->x = pl_arena_alloc(mesh->arena, 3 * n, sizeof *plate->x);
  if (status == PL_OK && (!plate->fixed || !plate->held || !plate->distance || !plate->load || !plate->x)) status = PL_ERROR_MEMORY;
  if (status != PL_OK) {
    scene_plate_destroy(plate);
    return status;
  }
  memcpy(plate->x, mesh->x0, 3 * n * sizeof *plate->x);
  for (size_t v = 0; v < n; v++) plate->fixed[3 * v] = plate->fixed[3 * v + 1] = 1;
  return PL_OK;
}

void scene_plate_destroy(scene_plate *plate) {
  pl_material_destroy(plate->material);
  pl_mesh_destroy(plate->mesh);
}

pl_status scene_plate_relax(pl_context *ctx, scene_plate *plate, bool *converged) {
  double *part = pl_arena_alloc(plate->mesh->arena, pl_model_part_count(plate->mesh), sizeof *part);
  if (!part) return PL_ERROR_MEMORY;
  pl_model_free_parts(plate->mesh, plate->held, plate->table ? plate->distance : NULL, part);
  pl_model_options options = {.fixed = plate->fixed, .load = plate->load, .free_part = part};
  pl_solve_options solve = pl_solve_options_default();
  pl_solve_report report;
  pl_model *model;
  pl_solver *solver = NULL;
  PL_TRY(pl_model_create(ctx, plate->mesh, plate->material, &options, &model));
  pl_status status = pl_solver_create(model, &solve, &solver);
  if (status == PL_OK) status = pl_equilibrium(solver, plate->material->theta, plate->x, &report);
  if (status == PL_OK) {
    *converged = report.outcome == PL_SOLVE_CONVERGED;
    plate->energy = report.energy;
  }
  pl_solver_destroy(solver);
  pl_model_destroy(model);
  return status;
}

// ---- problems with a known answer ----

// The vertex nearest to a place in space, m.
static size_t vertex_at(const pl_mesh *mesh, double x, double y) {
  size_t nearest = 0;
  double best = INFINITY;
  for (size_t v = 0; v < (size_t)mesh->n_vertex; v++) {
    double away = hypot(mesh->x0[3 * v] - x, mesh->x0[3 * v + 1] - y);
    if (away < best) best = away, nearest = v;
  }
  return nearest;
}

// The height of one vertex at rest over the expected one, less 1; destroys the plate.
static pl_status relaxed_error(pl_context *ctx, scene_plate *plate, size_t vertex, double expected, double *error) {
  bool converged;
  pl_status status = scene_plate_relax(ctx, plate, &converged);
  if (status == PL_OK) *error = converged ? plate->x[3 * vertex + 2] / expected - 1 : NAN;
  scene_plate_destroy(plate);
  return status;
}

pl_status scene_plate_twisted(pl_context *ctx, scene_plate_mesh which, int n, double *error) {
  double a = 0.1, load = 1e-9, d66 = 1e-5;
  pl_mesh *mesh;
  scene_plate plate;
  PL_TRY(scene_plate_square(ctx, which, a, n, 0, &mesh));
  PL_TRY(scene_plate_create(ctx, mesh, (scene_rigidities){3.3e-4, 1e-5, 0, d66}, &plate));
  plate.fixed[3 * vertex_at(mesh, 0, -a / 2) + 2] = plate.fixed[3 * vertex_at(mesh, a, -a / 2) + 2] = 1;
  plate.fixed[3 * vertex_at(mesh, 0, a / 2) + 2] = 1;
  size_t corner = vertex_at(mesh, a, a / 2);
  plate.load[3 * corner + 2] = load;
  return relaxed_error(ctx, &plate, corner, load * a * a / (4 * d66), error);
}

pl_status scene_plate_clamped(pl_context *ctx, scene_plate_mesh which, int n, double *error) {
  double a = 0.1, d = 1e-5, poisson = 0.3, q = 1e-6, small = 0.01 * a / n;
  pl_mesh *mesh;
  scene_plate plate;
  PL_TRY(scene_plate_framed(ctx, which, a, n, &mesh));
  PL_TRY(scene_plate_create(ctx, mesh, (scene_rigidities){d, d, poisson * d, (1 - poisson) * d / 2}, &plate));
  for (size_t v = 0; v < (size_t)mesh->n_vertex; v++) {
    const double *p = mesh->x0 + 3 * v;
    plate.held[v] = plate.fixed[3 * v + 2] = fabs(p[0] - a / 2) > a / 2 - small || fabs(p[1]) > a / 2 - small;
    plate.load[3 * v + 2] = q * mesh->vertex_area[v];
  }
  return relaxed_error(ctx, &plate, vertex_at(mesh, a / 2, 0), 0.00126532 * q * pow(a, 4) / d, error);
}

pl_status scene_plate_strip(pl_context *ctx, scene_plate_mesh which, int n, double cut, double past, double *height) {
  double length = 0.1, cell = length / n, edge = (2 + past) * cell;
  pl_specimen specimen = {.length = length + 2 * cell,
                          .width = length / 4,
                          .angle = cut,
                          .n_length = n + 2,
                          .n_width = n / 4,
                          .kind = kind_of[which],
                          .seed = 3};
  pl_mesh *mesh;
  scene_plate plate;
  PL_TRY(pl_mesh_strip(ctx, &specimen, &mesh));
  PL_TRY(scene_plate_create(ctx, mesh, (scene_rigidities){4e-5, 1e-5, 0.3e-5, 0.8e-5}, &plate));
  plate.table = true;
  for (size_t v = 0; v < (size_t)mesh->n_vertex; v++) {
    plate.distance[v] = mesh->x0[3 * v] - edge;
    plate.held[v] = plate.fixed[3 * v + 2] = plate.distance[v] <= 1e-9;
    plate.load[3 * v + 2] = -1e-6 * mesh->vertex_area[v];
  }
  bool converged;
  pl_status status = scene_plate_relax(ctx, &plate, &converged);
  if (status == PL_OK) {
    int last = n / 4 + 1;  // vertices of the free end
    *height = converged ? 0 : NAN;
    for (int i = 1; i <= last; i++) *height += plate.x[3 * ((size_t)mesh->n_vertex - (size_t)i) + 2] / last;
    *height *= pow(length / (length + 2 * cell - edge), 4);  // as if all edges were equally far
  }
  scene_plate_destroy(&plate);
  return status;
}
