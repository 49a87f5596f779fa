// sample_plan.c: see sample_plan.h.
#include "estimate/sample_plan.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static double square_distance(const double *a, const double *b) {
  double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
  return dx * dx + dy * dy + dz * dz;
}

// ---- places ----

static const double *rest_of(const pl_mesh *mesh, int32_t v, double at[3]) {
  bool solid = pl_mesh_is_solid(mesh);
  for (int k = 0; k < 3; k++) at[k] = solid ? mesh->rest3[3 * (size_t)v + k] : k < 2 ? mesh->rest[2 * (size_t)v + k] : 0;
  return at;
}

// The mean of an element's vertices; its volume from tetrahedra a b c d of its corners (a hexahedron as five of them).
static double tet_volume(const pl_mesh *mesh, const int32_t *v, int a, int b, int c, int d) {
  double p[4][3], u[3][3];
  const int corner[4] = {a, b, c, d};
  for (int i = 0; i < 4; i++) rest_of(mesh, v[corner[i]], p[i]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) u[i][k] = p[i + 1][k] - p[0][k];
  return fabs(u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) - u[0][1] * (u[1][0] * u[2][2] - u[1][2] * u[2][0]) +
              u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0])) /
         6;
}

static double hex_volume(const pl_mesh *mesh, const int32_t *v) {
  return tet_volume(mesh, v, 0, 1, 3, 4) + tet_volume(mesh, v, 2, 3, 1, 6) + tet_volume(mesh, v, 5, 1, 4, 6) +
         tet_volume(mesh, v, 7, 3, 6, 4) + tet_volume(mesh, v, 1, 3, 4, 6);
}

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
    size[e] = hex ? hex_volume(mesh, v) : solid ? tet_volume(mesh, v, 0, 1, 2, 3) : mesh->triangle_area[e];
    for (int i = 0; i < nv; i++) {
      double at[3];
      rest_of(mesh, v[i], at);
      for (int k = 0; k < 3; k++) {
        place[3 * (size_t)e + k] += at[k] / nv;
        low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
      }
    }
  }
  *places = (pl_places){.n = n, .place = place, .size = size, .extent = n > 0 ? sqrt(square_distance(low, high)) : 0};
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
    if (square_distance(centre, places->place + 3 * (size_t)e) < square_distance(centre, places->place + 3 * (size_t)best)) best = e;
  return best;
}

int pl_places_spread(const pl_places *places, int n_given, const double *given, int n_more, int32_t *chosen) {
  int n = 0;
  if (places->n == 0) return 0;
  if (n_given == 0 && n_more > 0) chosen[n++] = nearest_centre(places);
  while (n < n_more) {
    double farthest = 1e-12 * places->extent * places->extent;
    int32_t best = -1;
    for (int32_t e = 0; e < places->n; e++) {
      const double *at = places->place + 3 * (size_t)e;
      double nearest = INFINITY;
      for (int i = 0; i < n_given; i++) nearest = fmin(nearest, square_distance(at, given + 3 * i));
      for (int i = 0; i < n; i++) nearest = fmin(nearest, square_distance(at, places->place + 3 * (size_t)chosen[i]));
      if (nearest > farthest) farthest = nearest, best = e;
    }
    if (best < 0) break;
    chosen[n++] = best;
  }
  return n;
}

// ---- the choice of bumps ----

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void subtract(size_t n, double factor, const double *a, double *from) {
  for (size_t i = 0; i < n; i++) from[i] -= factor * a[i];
}

// Column k of a row-major matrix.
static void take_column(int n_row, int n, const double *matrix, int k, double *out) {
  for (int i = 0; i < n_row; i++) out[i] = matrix[(size_t)i * (size_t)n + (size_t)k];
}

// Make `column` orthogonal to the basis [n_basis][n_row] of unit vectors, twice, because once leaves round-off; scale it to unit length. False when
// nothing is left of it.
static bool extend(size_t n_row, int n_basis, const double *basis, double *column) {
  double before = dot(n_row, column, column);
  for (int pass = 0; pass < 2; pass++)
    for (int b = 0; b < n_basis; b++) subtract(n_row, dot(n_row, basis + (size_t)b * n_row, column), basis + (size_t)b * n_row, column);
  double left = dot(n_row, column, column);
  if (!(left > 1e-20 * before)) return false;
  for (size_t i = 0; i < n_row; i++) column[i] /= sqrt(left);
  return true;
}

static bool too_near(const pl_bumps *bumps, const double *at, int n_chosen, const int *chosen) {
  double limit = bumps->apart * bumps->apart;
  for (int i = 0; i < bumps->n_taken; i++)
    if (square_distance(at, bumps->taken + 3 * i) < limit) return true;
  for (int i = 0; i < n_chosen; i++)
    if (square_distance(at, bumps->candidate + 3 * chosen[i]) < limit) return true;
  return false;
}

// Rows: those of the residuals, then one per bump that says how large it may be.
pl_status pl_bumps_choose(pl_context *ctx, const pl_bumps *bumps, int wanted, int *n_chosen, int *chosen) {
  size_t n_row = (size_t)bumps->n_row + (size_t)bumps->n;
  double *basis = pl_alloc(ctx, (size_t)bumps->n_old * n_row + 1, sizeof *basis), *left = pl_alloc(ctx, n_row, sizeof *left);
  double *bump = pl_alloc(ctx, (size_t)bumps->n * n_row + 1, sizeof *bump), *own = pl_alloc(ctx, n_row, sizeof *own);
  pl_status status = basis && left && bump && own ? PL_OK : PL_ERROR_MEMORY;
  *n_chosen = 0;
  if (status != PL_OK) goto cleanup;
  int n_basis = 0;
  for (int j = 0; j < bumps->n_old; j++) {
    double *column = basis + (size_t)n_basis * n_row;
    take_column(bumps->n_row, bumps->n_old, bumps->old, j, column);
    if (extend(n_row, n_basis, basis, column)) n_basis++;
  }
  memcpy(left, bumps->r, (size_t)bumps->n_row * sizeof *left);
  for (int b = 0; b < n_basis; b++) subtract(n_row, dot(n_row, basis + (size_t)b * n_row, left), basis + (size_t)b * n_row, left);
  for (int k = 0; k < bumps->n; k++) {
    double *column = bump + (size_t)k * n_row;
    take_column(bumps->n_row, bumps->n, bumps->bump, k, column);
    for (int b = 0; b < n_basis; b++) subtract(n_row, dot(n_row, basis + (size_t)b * n_row, column), basis + (size_t)b * n_row, column);
    column[bumps->n_row + k] = 1 / bumps->s;
  }
  while (*n_chosen < wanted) {
    double most = 0;
    int best = -1;
    for (int k = 0; k < bumps->n; k++) {
      const double *column = bump + (size_t)k * n_row;
      if (too_near(bumps, bumps->candidate + 3 * k, *n_chosen, chosen)) continue;
      double size = dot(n_row, column, column), product = dot(n_row, column, left), gain = size > 0 ? product * product / size : 0;
      if (gain > most) most = gain, best = k;
    }
    if (best < 0) break;
    memcpy(own, bump + (size_t)best * n_row, n_row * sizeof *own);
    double size = dot(n_row, own, own);
    subtract(n_row, dot(n_row, own, left) / size, own, left);
    for (int k = 0; k < bumps->n; k++) subtract(n_row, dot(n_row, own, bump + (size_t)k * n_row) / size, own, bump + (size_t)k * n_row);
    chosen[(*n_chosen)++] = best;
  }
cleanup:
  pl_free(ctx, own);
  pl_free(ctx, bump);
  pl_free(ctx, left);
  pl_free(ctx, basis);
  return status;
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

pl_status pl_samples_overlap(pl_context *ctx, const pl_places *places, const pl_samples *samples, double *overlap) {
  size_t n = (size_t)samples->n;
  double *phi = pl_alloc(ctx, n, sizeof *phi), *size = pl_alloc(ctx, n, sizeof *size), largest = 0;
  if (phi && size) {
    memset(overlap, 0, n * n * sizeof *overlap);
    for (int32_t e = 0; e < places->n; e++) {
      pl_samples_weights(samples, places->place + 3 * (size_t)e, phi);
      for (size_t i = 0; i < n; i++) {
        size[i] += places->size[e] * phi[i];
        for (size_t j = 0; j < n; j++) overlap[i * n + j] += i == j ? 0 : places->size[e] * phi[i] * phi[j];
      }
    }
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        double both = sqrt(size[i] * size[j]);
        overlap[i * n + j] = both > 0 ? overlap[i * n + j] / both : 0;
        largest = fmax(largest, overlap[i * n + j]);
      }
    for (size_t i = 0; i < n * n && largest > 0; i++) overlap[i] /= largest;
  }
  pl_status status = phi && size ? PL_OK : PL_ERROR_MEMORY;
  pl_free(ctx, size);
  pl_free(ctx, phi);
  return status;
}
