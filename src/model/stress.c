// stress.c: the Cauchy stress at the vertices of a deformed mesh, for pictures: any strains and laws, all elastic terms together.
//
// The forces g_i that elements exert on their vertices x_i give the integral of the stress over the deformed volume (the virial),
//
//   sum_i g_i x_i^T = int P F^T dV = int sigma dv,
//
// because shape functions reproduce linear displacements: dE along the displacement u = H x is H : int sigma dv for every H. It is
// symmetric, because the energy is invariant to rotations. It is independent of the origin, because the g_i of an element sum to zero.
// Every vertex of an element takes an equal part of its virial and of its deformed volume. Their quotient is the mean stress around the
// vertex. For a sheet, area replaces volume, and stress is a tension, N per m of deformed length; springs along edges contribute to the
// surrounding sheet. Hinges are excluded: they resist bending, not stretching. A body of constant volume (isochoric.c) has an additional
// pressure that makes its face 3 stress-free: sigma_33 is subtracted from the normal stresses.
#include <math.h>
#include <string.h>

#include "math/eigen_small.h"
#include "mesh/volume.h"
#include "model/assemble.h"

static void add_virial(const pl_group *group, int32_t block, int l, const double *x, const pl_lanes *g, double (*out)[6]) {
  static const int axis[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};
  int nv = group->strain->n_vertex;
  const int32_t *vertex = group->vertex + (size_t)block * nv * PL_BLOCK;
  const double *first = x + 3 * (size_t)vertex[l];
  double virial[6] = {0};
  for (int i = 1; i < nv; i++) {
    const double *at = x + 3 * (size_t)vertex[i * PL_BLOCK + l];
    for (int k = 0; k < 6; k++) {
      int a = axis[k][0], b = axis[k][1];
      virial[k] += 0.5 * (g[3 * i + a][l] * (at[b] - first[b]) + g[3 * i + b][l] * (at[a] - first[a]));
    }
  }
  for (int i = 0; i < nv; i++)
    for (int k = 0; k < 6; k++) out[vertex[i * PL_BLOCK + l]][k] += virial[k] / nv;
}

static double triangle_area(const double *x, const int32_t *v) {
  double a[3], b[3];
  for (int i = 0; i < 3; i++) a[i] = x[3 * v[1] + i] - x[3 * v[0] + i], b[i] = x[3 * v[2] + i] - x[3 * v[0] + i];
  return 0.5 * sqrt(pow(a[1] * b[2] - a[2] * b[1], 2) + pow(a[2] * b[0] - a[0] * b[2], 2) + pow(a[0] * b[1] - a[1] * b[0], 2));
}

// Deformed volume or area around each vertex.
static void add_sizes(const pl_mesh *mesh, const double *x, double *size) {
  if (pl_mesh_is_solid(mesh)) {
    for (int32_t e = 0; e < mesh->n_tet + mesh->n_hex; e++) {
      int n = e < mesh->n_tet ? 4 : 8;
      const int32_t *v = n == 4 ? mesh->tet + 4 * (size_t)e : mesh->hex + 8 * (size_t)(e - mesh->n_tet);
      double part = pl_element_volume(mesh, e, x, NULL) / n;
      for (int i = 0; i < n; i++) size[v[i]] += part;
    }
    return;
  }
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    for (int i = 0; i < 3; i++) size[mesh->triangle[3 * t + i]] += triangle_area(x, mesh->triangle + 3 * (size_t)t) / 3;
}

pl_status pl_model_stress(const pl_model *model, const double *theta, const double *x, double (*out)[6], pl_work *work) {
  size_t n = (size_t)model->n_vertex;
  double *size = pl_alloc(model->ctx, n, sizeof *size);
  if (!size) return PL_ERROR_MEMORY;
  memset(out, 0, n * sizeof *out);
  pl_work_bind(model, theta, work);
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    if (group->n_term == 0 || pl_strain_bends(group->strain)) continue;
    for (int32_t b = 0; b < group->n_block; b++) {
      pl_block_gradient(model, group, b, x, work);
      PL_EACH_LANE(l) {
        if (b * PL_BLOCK + l >= group->n_element) break;
        add_virial(group, b, l, x, (const pl_lanes *)work->q, out);
      }
    }
  }
  add_sizes(model->mesh, x, size);
  bool isochoric = pl_model_potential(model, &pl_potential_isochoric);
  for (size_t v = 0; v < n; v++)
    for (int k = 0; k < 6; k++) out[v][k] = size[v] > 0 ? out[v][k] / size[v] : 0;
  for (size_t v = 0; v < n && isochoric; v++) {
    double pressure = out[v][2];
    for (int k = 0; k < 3; k++) out[v][k] -= pressure;
  }
  pl_free(model->ctx, size);
  return PL_OK;
}

double pl_stress_von_mises(const double s[6]) {
  double normal = pow(s[0] - s[1], 2) + pow(s[1] - s[2], 2) + pow(s[2] - s[0], 2), shear = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
  return sqrt(0.5 * normal + 3 * shear);
}

double pl_stress_largest(const double s[6]) {
  double w[3];
  pl_sym_eigenvalues(3, (const double[9]){s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2]}, w);
  return w[2];
}
