// stiffness.c: the stiffness of each element at rest, for maps of heterogeneous materials.
//
// An affine displacement u = E X of an element, E a small symmetric strain, has the energy e.C e V/2. Here e are the strain's entries (xx,
// yy, zz, yz, zx, xy; for a sheet uu, vv, uv). So C_ab = u_a . h u_b / V from the element's Hessian h at rest, for any strain measure and
// law. In uniaxial tension along axis i the other strains adjust to zero stress, which gives the Schur complement
//
//   Y_i = C_ii - C_io C_oo^-1 C_oi = 1 / (C^-1)_ii,
//
// Young's modulus of an isotropic solid. The elimination also gives the other strains: strain k is -nu_ik times strain i, with nu_ik
// Poisson's ratio of that pair. With i a shear it gives the shear modulus. The map shows the mean over the axes. The bulk modulus is that
// of equal strains, 1/9 of the sum of the C_ab of xx, yy, zz.
//
// At constant volume, strains along i are b + t d with b = (1, -1/2, -1/2) and d = (0, 1, -1). As t is free, Y_i = b.C b - (b.C d)^2 / (d.C
// d).
#include <math.h>
#include <string.h>

#include "model/assemble.h"

enum { MAX_STRAIN = 6 };

int32_t pl_model_stiffness_count(const pl_model *model) {
  const pl_mesh *mesh = model->mesh;
  return pl_mesh_is_solid(mesh) ? mesh->n_tet + mesh->n_hex : mesh->n_triangle;
}

// Displacement of a vertex at X by unit strain a; shears are engineering shears, gamma/2 either way.
static void strain_mode(bool solid, int a, const double *place, double u[3]) {
  static const int solid_axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}}, sheet_axis[3][2] = {{0, 0}, {1, 1}, {0, 1}};
  const int *axis = solid ? solid_axis[a] : sheet_axis[a];
  u[0] = u[1] = u[2] = 0;
  u[axis[0]] += 0.5 * place[axis[1]];
  u[axis[1]] += 0.5 * place[axis[0]];
}

// Adds u_a . h u_b of lane l to c[n][n]; h has the blocks of vertex pairs i >= j, or all of them.
static void add_lane(const pl_group *group, int32_t block, int l, bool solid, bool symmetric, const double *rest, const pl_lanes *h,
                     double *c) {
  int nv = group->strain->n_vertex, n = 3 * nv, n_strain = solid ? 6 : 3;
  double u[MAX_STRAIN][PL_STRAIN_MAX_DOF], hu[PL_STRAIN_MAX_DOF];
  for (int i = 0; i < nv; i++) {
    const double *place = rest + 3 * (size_t)group->vertex[((size_t)block * nv + i) * PL_BLOCK + l];
    for (int a = 0; a < n_strain; a++) strain_mode(solid, a, place, &u[a][3 * i]);
  }
  for (int b = 0; b < n_strain; b++) {
    for (int r = 0; r < n; r++) {
      hu[r] = 0;
      for (int k = 0; k < n; k++) hu[r] += (symmetric && k / 3 > r / 3 ? h[k * n + r][l] : h[r * n + k][l]) * u[b][k];
    }
    for (int a = 0; a < n_strain; a++)
      for (int r = 0; r < n; r++) c[a * n_strain + b] += u[a][r] * hu[r];
  }
}

// Y_i of C[n][n] by elimination of all strains but i; strains without stiffness are excluded. ratio[n], unless NULL: -(strain k) / (strain
// i).
static double tension(int n, const double *c, int i, double *ratio) {
  double a[MAX_STRAIN * MAX_STRAIN], size = 0;
  bool gone[MAX_STRAIN] = {false};
  memcpy(a, c, (size_t)(n * n) * sizeof *a);
  for (int k = 0; k < n; k++) size += fabs(a[k * n + k]);
  for (int k = 0; k < n; k++) {
    if (k == i || !(a[k * n + k] > 1e-12 * size)) continue;
    gone[k] = true;
    for (int r = 0; r < n; r++) {
      double factor = a[r * n + k] / a[k * n + k];
      for (int s = 0; s < n && r != k; s++) a[r * n + s] -= factor * a[k * n + s];
    }
  }
  for (int k = 0; k < n && ratio; k++) ratio[k] = gone[k] ? a[k * n + i] / a[k * n + k] : 0;
  return a[i * n + i];
}

// Young's modulus along axis i at constant volume, times its volume. Shears do not contribute: the axes are those of the material.
static double isochoric_tension(const double *c, int i) {
  int j = (i + 1) % 3, k = (i + 2) % 3;
  double b[3] = {0}, d[3] = {0}, bb = 0, bd = 0, dd = 0;
  b[i] = 1, b[j] = b[k] = -0.5, d[j] = 1, d[k] = -1;
  for (int r = 0; r < 3; r++)
    for (int s = 0; s < 3; s++) {
      double entry = c[r * MAX_STRAIN + s];
      bb += b[r] * entry * b[s], bd += b[r] * entry * d[s], dd += d[r] * entry * d[s];
    }
  return dd > 0 ? bb - bd * bd / dd : bb;
}

static pl_moduli moduli_of(bool solid, const double *c, double size) {
  int n = solid ? 6 : 3, n_axis = solid ? 3 : 2;
  pl_moduli out = {0};
  for (int i = 0; i < 9 && solid; i++) out.bulk += c[i / 3 * n + i % 3] / (9 * size);
  for (int i = 0; i < n; i++) {
    double ratio[MAX_STRAIN], stiffness = tension(n, c, i, ratio) / size;
    if (i < n_axis && solid) out.isochoric[i] = isochoric_tension(c, i) / size;
    if (i < n_axis)
      out.tension[i] = stiffness;
    else
      out.shear[i - n_axis] = stiffness;
    for (int k = 0; k < n_axis && i < n_axis; k++)
      if (k != i) out.poisson += ratio[k] / (n_axis * (n_axis - 1));
  }
  return out;
}

static int32_t element_of(const pl_mesh *mesh, const pl_group *group, int32_t e) {
  int32_t listed = group->element[e];
  pl_element_kind kind = group->strain->element;
  return kind == PL_ELEMENT_HEX_POINT ? mesh->n_tet + listed / 8 : kind == PL_ELEMENT_HEX ? mesh->n_tet + listed : listed;
}

// True if the block has an element that is wanted.
static bool is_wanted(const pl_mesh *mesh, const pl_group *group, int32_t block, const bool *wanted) {
  for (int32_t e = block * PL_BLOCK; wanted && e < group->n_element && e < (block + 1) * PL_BLOCK; e++)
    if (wanted[element_of(mesh, group, e)]) return true;
  return !wanted;
}

pl_status pl_model_moduli(const pl_model *model, const double *theta, const bool *wanted, pl_moduli *out, pl_work *work) {
  const pl_mesh *mesh = model->mesh;
  bool solid = pl_mesh_is_solid(mesh);
  int n = solid ? 6 : 3;
  size_t n_element = (size_t)pl_model_stiffness_count(model), n_vertex = (size_t)model->n_vertex;
  double *c = pl_alloc(model->ctx, n_element * (size_t)(n * n) + 1, sizeof *c), *rest = pl_alloc(model->ctx, 3 * n_vertex, sizeof *rest);
  double *size = pl_alloc(model->ctx, n_element + 1, sizeof *size);  // volume or area, from any one strain measure
  int *measured = pl_alloc(model->ctx, n_element + 1, sizeof *measured);
  pl_status status = c && rest && size && measured ? PL_OK : PL_ERROR_MEMORY;
  if (status != PL_OK) goto cleanup;
  for (size_t v = 0; v < n_vertex; v++)
    for (int k = 0; k < 3; k++) rest[3 * v + k] = solid ? mesh->rest3[3 * v + k] : k < 2 ? mesh->rest[2 * v + k] : 0;
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    if (group->n_term == 0 || !(pl_element_is_solid(group->strain->element) || group->strain->element == PL_ELEMENT_TRIANGLE)) continue;
    for (int32_t b = 0; b < group->n_block; b++) {
      if (!is_wanted(mesh, group, b, wanted)) continue;
      pl_block_stiffness(model, group, b, rest, work);
      PL_EACH_LANE(l) {
        int32_t e = b * PL_BLOCK + l;
        if (e >= group->n_element) break;
        int32_t at = element_of(mesh, group, e);
        add_lane(group, b, l, solid, model->symmetric, rest, (const pl_lanes *)work->h, c + (size_t)at * (size_t)(n * n));
        if (measured[at] == 0) measured[at] = i + 1;
        if (measured[at] == i + 1) size[at] += group->weight[b][l];
      }
    }
  }
  for (size_t e = 0; e < n_element; e++) out[e] = size[e] > 0 ? moduli_of(solid, c + e * (size_t)(n * n), size[e]) : (pl_moduli){0};
cleanup:
  pl_free(model->ctx, measured);
  pl_free(model->ctx, size);
  pl_free(model->ctx, rest);
  pl_free(model->ctx, c);
  return status;
}

double pl_moduli_tension(const pl_model *model, const pl_moduli *moduli) {
  bool solid = pl_mesh_is_solid(model->mesh);
  return (moduli->tension[0] + moduli->tension[1] + moduli->tension[2]) / (solid ? 3 : 2);
}

pl_status pl_model_stiffness(const pl_model *model, const double *theta, double *out, pl_work *work) {
  int32_t n = pl_model_stiffness_count(model);
  pl_moduli *moduli = pl_alloc(model->ctx, (size_t)n + 1, sizeof *moduli);
  pl_status status = moduli ? pl_model_moduli(model, theta, NULL, moduli, work) : PL_ERROR_MEMORY;
  for (int32_t e = 0; e < n && status == PL_OK; e++) out[e] = pl_moduli_tension(model, &moduli[e]);
  pl_free(model->ctx, moduli);
  return status;
}
