// rig.c: a disc of cloth between clamping rings, bulged by pressure.
//
// The cloth continues for one cell under the rings. Two circles of vertices are fixed, so that its slope at the rim is zero (a clamped
// plate). Every frame has a separate model, since the pressure is part of a model.
#include <math.h>

#include "protocol/bulge/bulge_part.h"
#include "rig/rig_rows.h"

static double rim(const pl_rig *rig) { return 0.5 * rig->test->length; }

// A paraboloid of this height at the pole.
static void put_cap(const pl_rig *rig, double height, double *x) {
  const pl_mesh *mesh = rig->body.mesh;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    double share = hypot(mesh->x0[3 * v], mesh->x0[3 * v + 1]) / rim(rig);
    if (share < 1) x[3 * v + 2] = height * (1 - share * share);
  }
}

// The measured shape.
static bool start(const pl_rig *rig, int frame, double *x) {
  const double *height = rig->test->channel[PL_BULGE_HEIGHT].value;
  if (!height || isnan(height[frame])) return false;
  put_cap(rig, height[frame], x);
  return true;
}

// A flat membrane has no stiffness against pressure: lift it.
static bool restart(const pl_rig *rig, int frame, int attempt, double *x) {
  static const double share[] = {0.02, 0.1, 0.3, 0.004};
  (void)frame;
  if (attempt >= (int)(sizeof share / sizeof share[0])) return false;
  put_cap(rig, share[attempt] * rim(rig), x);
  return true;
}

static pl_status build_mesh(pl_rig *rig, const pl_rig_options *options) {
  int cells = pl_rig_cells(options, 24);
  double a = rim(rig), cell = 2 * a / cells, radius[2] = {a, a + cell};
  pl_specimen specimen = {.length = 2 * radius[1],
                          .width = 2 * radius[1],
                          .angle = rig->test->angle,
                          .n_length = cells + 2,
                          .n_width = cells + 2,
                          .kind = (pl_topology_kind)options->topology,
                          .seed = 1};
  PL_TRY(pl_mesh_disc(rig->ctx, &specimen, 2, radius, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  return PL_OK;
}

static pl_status build_models(pl_rig *rig) {
  const pl_mesh *mesh = rig->body.mesh;
  size_t n_vertex = (size_t)mesh->n_vertex, n_frame = (size_t)rig->test->n_frame;
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * n_vertex, sizeof *fixed), *held = pl_arena_alloc(rig->arena, n_vertex, sizeof *held);
  double *part = pl_arena_alloc(rig->arena, pl_model_part_count(mesh) + 1, sizeof *part);
  double *pressure = pl_arena_alloc(rig->arena, (size_t)mesh->n_triangle + 1, sizeof *pressure);
  int *variant = pl_arena_alloc(rig->arena, n_frame + 1, sizeof *variant);
  if (!fixed || !held || !part || !pressure || !variant) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < n_vertex; v++) {
    held[v] = hypot(mesh->x0[3 * v], mesh->x0[3 * v + 1]) > rim(rig) * (1 - 1e-9);
    fixed[3 * v] = fixed[3 * v + 1] = fixed[3 * v + 2] = held[v];
  }
  pl_model_free_parts(mesh, held, NULL, part);
  for (size_t f = 0; f < n_frame; f++) {
    double p = rig->test->channel[PL_BULGE_PRESSURE].value[f];
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      bool free = false;
      for (int k = 0; k < 3; k++) free = free || !held[mesh->triangle[3 * t + k]];
      pressure[t] = free ? -p : 0;  // from below; triangles are counter-clockwise from above
    }
    pl_model_options options = {.fixed = fixed, .pressure = pressure, .free_part = part};
    PL_TRY(pl_rig_add_model(rig, &options));
    variant[f] = (int)f;
  }
  rig->body.variant = variant;
  return PL_OK;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  rig->run.method = PL_TEST_MESH;
  rig->run.reason = "three-dimensional shape: always simulated";
  rig->act.start = start;
  rig->act.restart = restart;
  PL_TRY(build_mesh(rig, options));
  PL_TRY(build_models(rig));
  return pl_rig_observe_dof(rig, PL_BULGE_HEIGHT, 0, 0, 2);  // vertex 0 is the pole
}

enum { LEAST_CELLS = 12 };  // across the opening, so that its rim is round enough
static const char *const reads[] = {"cells", "topology", NULL};

const pl_rig_row pl__bulge_rig = {
    .help = "a disc of cloth clamped at its rim and bulged by pressure",
    .reads = reads,
    .least_cells = LEAST_CELLS,
    .build = build,
};
