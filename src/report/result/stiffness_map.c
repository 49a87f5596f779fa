// stiffness_map.c: see stiffness_map.h.
//
// Whether a body is better described by a random field or by a few samples is unknown, so both have equal weight (sample_map.c). Let m and
// s be the mean and standard deviation of the field given the readings, v and s_v those of the samples' stiffness. The stiffness then has
// the mean (m + v) / 2, which minimises the expected square error, and the variance (s^2 + s_v^2) / 2 + (m - v)^2 / 4.
#include "report/result/stiffness_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "estimate/field/sample_plan.h"

static const int32_t *vertices_of(const pl_mesh *mesh, int32_t e, int *n) {
  *n = mesh->n_triangle > 0 ? 3 : e < mesh->n_tet ? 4 : 8;
  return *n == 3 ? mesh->triangle + 3 * (size_t)e : *n == 4 ? mesh->tet + 4 * (size_t)e : mesh->hex + 8 * (size_t)(e - mesh->n_tet);
}

// sum size sigma value / sum size value of the elements at each vertex: errors of neighbours are strongly correlated, so averaging does not
// reduce them.
static pl_status spread_sigma(pl_arena *arena, const pl_mesh *mesh, const pl_places *places, const double *vertex, const double *size,
                              pl_stiffness_map *map) {
  double *sigma = pl_arena_alloc(arena, (size_t)mesh->n_vertex, sizeof *sigma);
  if (!sigma) return PL_ERROR_MEMORY;
  for (int32_t e = 0; e < map->n_element; e++) {
    int n_corner;
    const int32_t *v = vertices_of(mesh, e, &n_corner);
    for (int i = 0; i < n_corner; i++) sigma[v[i]] += places->size[e] * map->sigma[e] * map->element[e];
  }
  for (int32_t v = 0; v < mesh->n_vertex; v++) sigma[v] = vertex[v] > 0 && size[v] > 0 ? sigma[v] / (size[v] * vertex[v]) : 0;
  map->vertex_sigma = sigma;
  return PL_OK;
}

// The mean of both replaces the samples' stiffness, with its relative standard deviation. field_ratio is m / v, field_sigma s / m,
// samples_sigma s_v / v.
static pl_status take_the_mean(pl_arena *arena, const pl_fit *fit, double *element, pl_stiffness_map *map) {
  double *sigma = pl_arena_alloc(arena, (size_t)map->n_element + 1, sizeof *sigma);
  if (!sigma) return PL_ERROR_MEMORY;
  for (int32_t e = 0; e < map->n_element; e++) {
    double ratio = fit->map.field_ratio[e], mean = (1 + ratio) / 2;
    element[e] *= mean;
    sigma[e] = sqrt((pow(ratio * fit->map.field_sigma[e], 2) + pow(fit->map.samples_sigma[e], 2)) / 2 + pow(ratio - 1, 2) / 4) / mean;
  }
  map->sigma = sigma;
  return PL_OK;
}

pl_status pl_stiffness_map_make(pl_arena *arena, const pl_fit *fit, const pl_fit_case *of, pl_stiffness_map *map) {
  *map = (pl_stiffness_map){0};
  if (!pl_material_samples(fit->material) || !of->rig || !of->rig->body.mesh || !of->rig->body.model) return PL_OK;
  const pl_model *model = of->rig->body.model;
  const pl_mesh *mesh = of->rig->body.mesh;
  int32_t n = pl_model_stiffness_count(model);
  pl_places places;
  double *element = pl_arena_alloc(arena, (size_t)n + 1, sizeof *element), *samples = pl_arena_alloc(arena, (size_t)n + 1, sizeof *samples);
  double *vertex = pl_arena_alloc(arena, (size_t)mesh->n_vertex, sizeof *vertex);
  double *size = pl_arena_alloc(arena, (size_t)mesh->n_vertex, sizeof *size);
  if (!element || !samples || !vertex || !size) return PL_ERROR_MEMORY;
  PL_TRY(pl_places_of_mesh(arena, mesh, &places));
  pl_work *work;
  PL_TRY(pl_work_create(model, &work));
  pl_status status = pl_model_stiffness(model, fit->material->theta, element, work);
  pl_work_destroy(work);
  PL_TRY(status);
  memcpy(samples, element, (size_t)n * sizeof *samples);
  map->n_element = n;
  if (fit->map.n_place == n && fit->map.field_ratio) PL_TRY(take_the_mean(arena, fit, element, map));
  map->low = INFINITY;
  for (int32_t e = 0; e < n; e++) {
    int n_corner;
    const int32_t *v = vertices_of(mesh, e, &n_corner);
    for (int i = 0; i < n_corner; i++) vertex[v[i]] += places.size[e] * element[e], size[v[i]] += places.size[e];
    map->low = fmin(map->low, element[e]);
    map->high = fmax(map->high, element[e]);
  }
  for (int32_t v = 0; v < mesh->n_vertex; v++) vertex[v] /= size[v] > 0 ? size[v] : 1;
  map->element = element;
  map->samples = samples;
  if (map->sigma) PL_TRY(spread_sigma(arena, mesh, &places, vertex, size, map));
  map->vertex = vertex;
  map->unit = pl_mesh_is_solid(mesh) ? "Pa" : "N/m";
  return PL_OK;
}

double pl_stiffness_median_sigma(pl_arena *arena, const pl_stiffness_map *map) {
  size_t n = (size_t)map->n_element;
  double *sorted = map->sigma ? pl_arena_alloc(arena, n + 1, sizeof *sorted) : NULL;
  if (!sorted || n == 0) return NAN;
  memcpy(sorted, map->sigma, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, pl_ascending);
  return sorted[n / 2];
}
