// sample_plan.c: see sample_plan.h.
#include "estimate/field/sample_plan.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "math/distance.h"
#include "mesh/volume.h"

// ---- places ----

const pl_samples *pl_material_samples(const pl_material *material) {
  for (int t = 0; t < material->n_term; t++)
    if (material->term[t].samples && !material->term[t].rate) return material->term[t].samples;
  return NULL;
}

static const double *rest_of(const pl_mesh *mesh, int32_t v, double at[3]) {
  bool solid = pl_mesh_is_solid(mesh);
  for (int k = 0; k < 3; k++) at[k] = solid ? mesh->rest3[3 * (size_t)v + k] : k < 2 ? mesh->rest[2 * (size_t)v + k] : 0;
  return at;
}

// The mean of an element's vertices, and its volume or area.
pl_status pl_places_of_mesh(pl_arena *arena, const pl_mesh *mesh, pl_places *places) {
  bool solid = pl_mesh_is_solid(mesh);
  int32_t n = solid ? mesh->n_tet + mesh->n_hex : mesh->n_triangle;
  double *place = pl_arena_alloc(arena, 3 * (size_t)n + 1, sizeof *place), *size = pl_arena_alloc(arena, (size_t)n + 1, sizeof *size);
  if (!place || !size) return PL_ERROR_MEMORY;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t e = 0; e < n; e++) {
    bool hex = solid && e >= mesh->n_tet;
    int nv = hex ? 8 : solid ? 4 : 3;
    const int32_t *v = hex ? mesh->hex + 8 * (size_t)(e - mesh->n_tet) : solid ? mesh->tet + 4 * (size_t)e : mesh->triangle + 3 * (size_t)e;
    size[e] = solid ? pl_element_volume(mesh, e, mesh->rest3, NULL) : mesh->triangle_area[e];
    for (int i = 0; i < nv; i++) {
      double at[3];
      rest_of(mesh, v[i], at);
      for (int k = 0; k < 3; k++) {
        place[3 * (size_t)e + k] += at[k] / nv;
        low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
      }
    }
  }
  *places = (pl_places){.n = n, .place = place, .size = size, .extent = n > 0 ? sqrt(pl_square_distance(low, high)) : 0};
  return PL_OK;
}

static int32_t nearest_centre(const pl_places *places) {
  double centre[3] = {0}, sum = 0;
  int32_t best = 0;
  for (int32_t e = 0; e < places->n; e++) {
    for (int k = 0; k < 3; k++) centre[k] += places->size[e] * places->place[3 * (size_t)e + k];
    sum += places->size[e];
  }
  for (int k = 0; k < 3; k++) centre[k] /= sum > 0 ? sum : 1;
  for (int32_t e = 1; e < places->n; e++)
    if (pl_square_distance(centre, places->place + 3 * (size_t)e) < pl_square_distance(centre, places->place + 3 * (size_t)best)) best = e;
  return best;
}

pl_status pl_places_spread(pl_context *ctx, const pl_places *places, int n_more, int *n_chosen, int32_t *chosen, double *share) {
  *n_chosen = 0;
  double *distance = pl_alloc(ctx, (size_t)places->n + 1, sizeof *distance);  // m^2, squared distance to the nearest chosen place
  int *nearest = pl_alloc(ctx, (size_t)places->n + 1, sizeof *nearest);
  pl_status status = distance && nearest ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t e = 0; e < places->n && status == PL_OK; e++) distance[e] = INFINITY;
  int32_t next = status == PL_OK && places->n > 0 && n_more > 0 ? nearest_centre(places) : -1;
  while (next >= 0) {
    int k = (*n_chosen)++;
    double farthest = 1e-12 * places->extent * places->extent;
    chosen[k] = next;
    next = -1;
    for (int32_t e = 0; e < places->n; e++) {
      double square = pl_square_distance(places->place + 3 * (size_t)e, places->place + 3 * (size_t)chosen[k]);
      if (square < distance[e]) distance[e] = square, nearest[e] = k;
      if (distance[e] > farthest && *n_chosen < n_more) farthest = distance[e], next = e;
    }
  }
  for (int k = 0; k < *n_chosen; k++) share[k] = 0;
  for (int32_t e = 0; e<places->n && * n_chosen> 0; e++) share[nearest[e]] += places->size[e];
  pl_free(ctx, nearest);
  pl_free(ctx, distance);
  return status;
}

// ---- places of samples ----

double pl_samples_radius_for(int n, const double *point, double asked, double extent) {
  return asked > 0 ? asked : n < 2 ? extent : PL_SAMPLE_RADIUS * pl_samples_radius(n, point, extent);
}

// The rest of the sum of size map^2 after a least-squares fit of the samples' field to the map. The pivots of the Cholesky factor reduce it
// one by one.
static double misfit(const pl_wanted_map *map, const pl_samples *samples) {
  double a[PL_SAMPLES_MAX_FIT * PL_SAMPLES_MAX_FIT] = {0}, y[PL_SAMPLES_MAX_FIT] = {0}, phi[PL_SAMPLES_MAX_FIT], sum = 0, largest = 0;
  int m = samples->n;
  for (int k = 0; k < map->n; k++) {
    double size = map->size[k];
    pl_samples_weights(samples, map->place + 3 * k, phi);
    sum += size * map->value[k] * map->value[k];
    for (int i = 0; i < m; i++) {
      y[i] += size * phi[i] * map->value[k];
      for (int j = 0; j <= i; j++) a[i * m + j] += size * phi[i] * phi[j];
    }
  }
  for (int i = 0; i < m; i++) largest = fmax(largest, a[i * m + i]);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < i; j++) {
      for (int l = 0; l < j; l++) a[i * m + j] -= a[i * m + l] * a[j * m + l];
      a[i * m + j] /= a[j * m + j];
      y[i] -= a[i * m + j] * y[j];
    }
    double pivot = a[i * m + i] + 1e-4 * largest;
    for (int l = 0; l < i; l++) pivot -= a[i * m + l] * a[i * m + l];
    a[i * m + i] = sqrt(fmax(pivot, 1e-8 * largest));
    y[i] /= a[i * m + i];
    sum -= y[i] * y[i];
  }
  return sum;
}

static bool is_taken(int n_point, const double *point, const double *at, double apart) {
  for (int i = 0; i < n_point; i++)
    if (pl_square_distance(point + 3 * i, at) <= apart * apart) return true;
  return false;
}

static int most_unusual(const pl_wanted_map *map) {
  double mean = 0, sum = 0;
  int best = 0;
  for (int k = 0; k < map->n; k++) mean += map->size[k] * map->value[k], sum += map->size[k];
  mean /= sum > 0 ? sum : 1;
  for (int k = 1; k < map->n; k++)
    if (fabs(map->value[k] - mean) > fabs(map->value[best] - mean)) best = k;
  return best;
}

int pl_samples_insert(const pl_wanted_map *map, double radius, int n_point, int wanted, double *point) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int k = 0; k < 3 * map->n; k++) low[k % 3] = fmin(low[k % 3], map->place[k]), high[k % 3] = fmax(high[k % 3], map->place[k]);
  double extent = map->n > 0 ? sqrt(pl_square_distance(low, high)) : 0;
  while (n_point < wanted && map->n > 0) {
    double least = INFINITY;
    int best = n_point == 0 ? most_unusual(map) : -1;
    for (int k = 0; k < map->n && n_point > 0; k++) {
      const double *at = map->place + 3 * k;
      if (is_taken(n_point, point, at, 1e-6 * extent)) continue;
      memcpy(point + 3 * n_point, at, 3 * sizeof *point);
      pl_samples samples = {n_point + 1, point, pl_samples_radius_for(n_point + 1, point, radius, extent)};
      double left = misfit(map, &samples);
      if (left < least) least = left, best = k;
    }
    if (best < 0) break;
    memcpy(point + 3 * n_point++, map->place + 3 * best, 3 * sizeof *point);
  }
  return n_point;
}

double pl_samples_fit_radius(const pl_wanted_map *map, int n_point, const double *point, double extent) {
  static const double part[] = {0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1};
  double apart = pl_samples_radius(n_point, point, extent), least = INFINITY, best = extent;
  for (size_t i = 0; i < sizeof part / sizeof part[0] && n_point > 1; i++) {
    pl_samples samples = {n_point, point, part[i] * apart};
    double left = misfit(map, &samples);
    if (left < least) least = left, best = samples.radius;
  }
  return best;
}

// The slope of the map at a sample: sum of phi (value - mean) (X - mean X).
void pl_samples_split(const pl_wanted_map *map, int n_point, const double *point, double radius, double *out) {
  double phi[PL_SAMPLES_MAX_FIT], made[2 * 3 * PL_SAMPLES_MAX_FIT];
  pl_samples samples = {n_point, point, radius};
  for (int m = 0; m < n_point; m++) {
    double sum = 0, mean = 0, middle[3] = {0}, slope[3] = {0}, length = 0;
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < map->n; k++) {
        pl_samples_weights(&samples, map->place + 3 * k, phi);
        double w = phi[m] * map->size[k];
        if (pass == 0) sum += w, mean += w * map->value[k];
        for (int c = 0; c < 3; c++) {
          if (pass == 0) middle[c] += w * map->place[3 * k + c];
          if (pass == 1) slope[c] += w * (map->value[k] - mean / sum) * (map->place[3 * k + c] - middle[c] / sum);
        }
      }
    for (int c = 0; c < 3; c++) length += slope[c] * slope[c];
    if (!(length > 0)) slope[0] = length = 1;
    for (int c = 0; c < 3; c++) {
      double step = PL_SAMPLE_SPLIT * radius * slope[c] / sqrt(length);
      made[6 * m + c] = point[3 * m + c] - step;
      made[6 * m + 3 + c] = point[3 * m + c] + step;
    }
  }
  memcpy(out, made, 6 * (size_t)n_point * sizeof *out);
}

// ---- values ----

// (A + eps D) v = b, A = sum size phi phi^T, b = sum size phi old(X) + eps D old(X_m), D the diagonal of A.
pl_status pl_samples_carry(pl_context *ctx, const pl_places *places, const pl_samples *from, const double *value, const pl_samples *to,
                           int n_value, const double *lower, double *out) {
  const double eps = 1e-3;
  size_t n = (size_t)to->n, n_right = (size_t)n_value;
  double *a = pl_alloc(ctx, n * n, sizeof *a), *b = pl_alloc(ctx, n * n_right, sizeof *b), *old = pl_alloc(ctx, n_right, sizeof *old);
  double *phi = pl_alloc(ctx, n + (size_t)from->n, sizeof *phi), *phi_old = phi ? phi + n : NULL;
  pl_status status = a && b && old && phi ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;
  for (int32_t e = 0; e < places->n; e++) {
    pl_samples_weights(to, places->place + 3 * (size_t)e, phi);
    pl_samples_weights(from, places->place + 3 * (size_t)e, phi_old);
    pl_samples_mix(from->n, phi_old, n_value, value, old);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) a[i * n + j] += places->size[e] * phi[i] * phi[j];
      for (size_t q = 0; q < n_right; q++) b[i * n_right + q] += places->size[e] * phi[i] * old[q];
    }
  }
  double largest = 0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, a[i * n + i]);
  for (size_t i = 0; i < n; i++) {
    double weight = eps * (a[i * n + i] + 1e-6 * largest);
    pl_samples_weights(from, to->point + 3 * i, phi_old);
    pl_samples_mix(from->n, phi_old, n_value, value, old);
    a[i * n + i] += weight;
    for (size_t q = 0; q < n_right; q++) b[i * n_right + q] += weight * old[q];
  }
  int info = LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', to->n, n_value, a, to->n, b, n_value);
  for (size_t i = 0; i < n; i++) {
    pl_samples_weights(from, to->point + 3 * i, phi_old);
    pl_samples_mix(from->n, phi_old, n_value, value, old);
    for (size_t q = 0; q < n_right; q++) out[i * n_right + q] = fmax(info == 0 ? b[i * n_right + q] : old[q], lower[q]);
  }
cleanup:
  pl_free(ctx, phi);
  pl_free(ctx, old);
  pl_free(ctx, b);
  pl_free(ctx, a);
  return status;
}
