// strip.c: see strip.h.
#include "rig/strip.h"

#include <math.h>
#include <string.h>

#include "material/plate.h"
#include "rig/rig_rows.h"

#define PI 3.14159265358979323846

// ---- the specimen ----

pl_status pl_strip_mesh(pl_rig *rig, const pl_rig_options *options, double length, int cells, int across, int side, pl_strip *strip) {
  strip->n_cell = pl_rig_cells(options, cells);
  if (options->cells_short > 0) across = options->cells_short;  // the result does not depend on it
  strip->per_row = across + 1;
  strip->cell = length / strip->n_cell;
  if (strip->n_cell > PL_MAX_BODY)
    return pl_fail(rig->ctx, PL_ERROR_USAGE, NULL, "use fewer cells", "%d cells along the strip of '%s', at most %d are possible",
                   strip->n_cell, rig->test->name, (int)PL_MAX_BODY);
  pl_specimen specimen = {.length = length + strip->cell,
                          .width = rig->test->width,
                          .n_length = strip->n_cell + PL_STRIP_EDGE,
                          .n_width = across,
                          .angle = rig->test->angle,
                          // rows must be straight
                          .kind = options->topology == PL_TOPOLOGY_UNIFORM ? PL_TOPOLOGY_UNIFORM : PL_TOPOLOGY_ALTERNATING};
  pl_mesh *flat;
  PL_TRY(pl_mesh_strip(rig->ctx, &specimen, &flat));
  double *x0 = pl_arena_alloc(rig->arena, 3 * (size_t)flat->n_vertex, sizeof *x0);
  pl_status status = x0 ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t v = 0; v < flat->n_vertex && x0; v++) {
    x0[3 * v] = flat->x0[3 * v] - strip->cell;
    x0[3 * v + 2] = side * flat->x0[3 * v + 1];
  }
  if (x0)
    status = pl_mesh_create(rig->ctx, flat->n_vertex, flat->rest, x0, flat->n_triangle, flat->triangle, flat->kind, &rig->memory->mesh);
  rig->body.mesh = rig->memory->mesh;
  pl_mesh_destroy(flat);
  return status;
}

bool pl_strip_has_patches(const pl_rig *rig) {
  for (int t = 0; t < rig->material->n_term; t++)
    if (pl_element_is_patch(rig->material->term[t].strain->element)) return true;
  return false;
}

// True if there is a bending term for the fold lines across the strip.
static bool bends(const pl_rig *rig, const pl_strip *strip) {
  const pl_mesh *mesh = rig->body.mesh;
  for (int32_t h = 0; h < mesh->n_hinge; h++) {
    const int32_t *v = mesh->hinge + 4 * (size_t)h;
    if (v[0] / strip->per_row != v[1] / strip->per_row) continue;
    for (int t = 0; t < rig->material->n_term; t++) {
      const pl_term *term = &rig->material->term[t];
      if (term->rate) continue;
      if (pl_element_is_patch(term->strain->element) && pl_term_bends(term, rig->test->angle * 180 / PI)) return true;
      if (term->strain->element != PL_ELEMENT_HINGE) continue;
      for (int k = 0; k < term->strain->n_class; k++)
        if ((term->classes >> k & 1) && pl_strain_share(term->strain, mesh, v, k) > 0) return true;
    }
    return false;  // all edges across have the same direction
  }
  return false;
}

pl_status pl_strip_check(const pl_rig *rig, const pl_strip *strip) {
  if (!(rig->material->density > 0))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "add \"density\" to the material file",
                   "'%s' bends under its own weight, but the material '%s' has no density", rig->test->name, rig->material->name);
  if (!bends(rig, strip))
    return pl_fail(rig->ctx, PL_ERROR_INPUT, NULL, "add a bending term for that direction, or measure a strip of that cut",
                   PL_ID("rig.no-fold-stiffness") "the material '%s' has no bending stiffness about the fold lines across '%s', which is "
                                                  "cut at %.3g degrees",
                   rig->material->name, rig->test->name, rig->test->angle * 180 / PI);
  return PL_OK;
}

pl_status pl_strip_model(pl_rig *rig, const pl_strip *strip, double gravity) {
  size_t n = (size_t)rig->body.mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(rig->arena, 3 * n, sizeof *fixed), *held = pl_arena_alloc(rig->arena, n, sizeof *held);
  int32_t *tie = pl_arena_alloc(rig->arena, n, sizeof *tie);
  double *part = pl_arena_alloc(rig->arena, pl_model_part_count(rig->body.mesh) + 1, sizeof *part);
  if (!fixed || !held || !tie || !part) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < n; v++) {
    int row = (int)v / strip->per_row;
    held[v] = row <= PL_STRIP_EDGE;
    tie[v] = row - PL_STRIP_EDGE - 1;
    if (held[v]) tie[v] = -1;
    fixed[3 * v] = fixed[3 * v + 1] = held[v];
    fixed[3 * v + 2] = 1;
  }
  pl_model_free_parts(rig->body.mesh, held, NULL, part);
  pl_model_options options = {.gravity = {0, -gravity, 0}, .fixed = fixed, .tie = tie, .free_part = part};
  return pl_rig_add_model(rig, &options);
}

void pl_strip_put(const pl_strip *strip, int i, const double at[2], double *x) {
  double *row = x + pl_strip_node(strip, i);
  for (int v = 0; v < strip->per_row; v++) memcpy(row + 3 * v, at, 2 * sizeof *at);
}

// ---- observers ----

pl_status pl_strip_observers(pl_rig *rig, int n) {
  pl_strip_sight *sight = pl_arena_alloc(rig->arena, 1, sizeof *sight);
  if (!sight) return PL_ERROR_MEMORY;
  rig->memory->own = sight;
  sight->dof = pl_arena_alloc(rig->arena, 4 * (size_t)n, sizeof *sight->dof);
  sight->weight = pl_arena_alloc(rig->arena, 4 * (size_t)n, sizeof *sight->weight);
  return sight->dof && sight->weight ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_strip_observe(pl_rig *rig, int channel, int component) {
  PL_TRY(pl_rig_observe_dof(rig, channel, component, 0, 0));
  const pl_strip_sight *sight = rig->memory->own;
  int o = rig->read.n_observer - 1;
  pl_observer *observer = &rig->memory->observer[o];
  observer->n_position = 4;
  observer->position_dof = sight->dof + 4 * (size_t)o;
  observer->position_weight = sight->weight + 4 * (size_t)o;
  return PL_OK;
}

void pl_strip_aim(pl_rig_memory *memory, int o, const double *x, double value, const int32_t dof[4], const double weight[4]) {
  const pl_strip_sight *sight = memory->own;
  pl_observer *observer = &memory->observer[o];
  observer->constant = value;
  for (int k = 0; k < 4; k++) {
    sight->dof[4 * o + k] = dof[k];
    sight->weight[4 * o + k] = weight[k];
    observer->constant -= weight[k] * x[dof[k]];
  }
}

// The nearest point to q on some segments of the midline: segment and position in it.
static int nearest(const pl_strip *strip, const double *x, const double q[2], int first, int last, double *place_in) {
  *place_in = 0;
  double least = INFINITY;
  int best = first;
  for (int i = first; i < last; i++) {
    const double *a = x + pl_strip_node(strip, i), *b = x + pl_strip_node(strip, i + 1);
    double e[2] = {b[0] - a[0], b[1] - a[1]}, p[2] = {q[0] - a[0], q[1] - a[1]};
    double t = fmin(fmax((p[0] * e[0] + p[1] * e[1]) / (e[0] * e[0] + e[1] * e[1]), 0), 1);
    double distance = hypot(p[0] - t * e[0], p[1] - t * e[1]);
    if (distance >= least) continue;
    least = distance;
    best = i;
    *place_in = t;
  }
  return best;
}

void pl_strip_aim_label(pl_rig_memory *memory, const pl_strip *strip, int o, const double *x, const double q[2], int first, int last) {
  double t;
  int segment = nearest(strip, x, q, first, last, &t);
  int32_t from = pl_strip_node(strip, segment), to = pl_strip_node(strip, segment + 1), dof[4] = {from, from + 1, to, to + 1};
  const double *a = x + from, *b = x + to;
  double e[2] = {b[0] - a[0], b[1] - a[1]}, square = e[0] * e[0] + e[1] * e[1], slide[4] = {0};  // slide: dt by the 4 dofs
  for (int k = 0; k < 2 && t > 0 && t < 1; k++) {
    slide[2 + k] = (q[k] - a[k] - 2 * t * e[k]) / square;
    slide[k] = -slide[2 + k] - e[k] / square;
  }
  for (int k = 0; k < 2; k++) {
    double weight[4];
    for (int j = 0; j < 4; j++) weight[j] = e[k] * slide[j] + (j == k ? 1 - t : j == 2 + k ? t : 0);
    pl_strip_aim(memory, o + k, x, a[k] + t * e[k], dof, weight);
  }
}
