// volume.c: see volume.h.
#include "mesh/volume.h"

static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

// (a x b) . c / 6 of the cone to the origin.
static double cone(const double *x, const int32_t *v, double part, double *slope) {
  double volume = 0;
  for (int i = 0; i < 3; i++) {
    double n[3];
    const double *p = x + 3 * (size_t)v[i];
    cross(x + 3 * (size_t)v[(i + 1) % 3], x + 3 * (size_t)v[(i + 2) % 3], n);
    if (i == 0) volume = part * (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) / 6;
    for (int k = 0; k < 3 && slope; k++) slope[3 * (size_t)v[i] + k] += part * n[k] / 6;
  }
  return volume;
}

double pl_face_value(const int32_t *c, bool quad, const double *x, pl_piece_value value, double *slope) {
  static const int split[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}};
  double sum = 0;
  for (int i = 0; i < (quad ? 4 : 1); i++) {
    const int32_t v[3] = {c[split[i][0]], c[split[i][1]], c[split[i][2]]};
    sum += value(x, v, quad ? 0.5 : 1, slope);
  }
  return sum;
}

double pl_body_volume(const pl_mesh *mesh, const double *x, double *slope) {
  double sum = 0;
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *c = mesh->face + 4 * (size_t)f;
    sum += pl_face_value(c, c[3] >= 0, x, cone, slope);
  }
  return sum;
}

double pl_element_volume(const pl_mesh *mesh, int32_t e, const double *x, double *slope) {
  static const int tet_face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int hex_face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  bool tet = e < mesh->n_tet;
  const int32_t *v = tet ? mesh->tet + 4 * (size_t)e : mesh->hex + 8 * (size_t)(e - mesh->n_tet);
  double sum = 0;
  for (int f = 0; f < (tet ? 4 : 6); f++) {
    int32_t c[4] = {0};
    for (int k = 0; k < (tet ? 3 : 4); k++) c[k] = v[tet ? tet_face[f][k] : hex_face[f][k]];
    sum += pl_face_value(c, !tet, x, cone, slope);
  }
  return sum;
}
