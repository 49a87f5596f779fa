// poses_value.c: lengths, areas and volumes of a body at any positions, with their exact derivatives.
//
//   length    sum |q - p| over the pieces of a line; derivative (q - p)/|q - p|, passed on to the vertices of the points
//   area      of a triangle a b c: |n|/2, n = (b - a) x (c - a); dA = (1/2) n/|n| . dn. A quad is the mean of its two ways to be split: its four
//             triangles count half.
//   volume    of a tetrahedron: (b - a) x (c - a) . (d - a)/6. Of the whole body, and of hexahedra: sum over faces of the cones to the origin, with
//             each quad as the mean of its two ways to be split, which is the volume under its bilinear surface.
#include <math.h>

#include "measure/poses.h"

static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static void point_at(const pl_body_point *p, const double *x, double *out) {
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < 3; k++) out[k] += p->weight[i] * x[3 * (size_t)p->vertex[i] + k];
}

static double line_length(const pl_poses *poses, const pl_quantity *q, const double *x, double *slope) {
  double sum = 0;
  for (int s = 0; s + 1 < q->n_point; s++) {
    const pl_body_point *end[2] = {&poses->point[q->point[s]], &poses->point[q->point[s + 1]]};
    double a[3], b[3];
    point_at(end[0], x, a);
    point_at(end[1], x, b);
    double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    sum += length;
    for (int e = 0; e < 2 && slope && length > 0; e++)
      for (int i = 0; i < end[e]->n; i++)
        for (int k = 0; k < 3; k++) slope[3 * (size_t)end[e]->vertex[i] + k] += (e ? 1 : -1) * end[e]->weight[i] * d[k] / length;
  }
  return sum;
}

// Half the normal of a triangle counts as its area; slope of A: dA/da = (c - b) x n/(2 |n|) and in turn.
static double triangle_area(const double *x, const int32_t *v, double part, double *slope) {
  const double *p[3] = {x + 3 * (size_t)v[0], x + 3 * (size_t)v[1], x + 3 * (size_t)v[2]};
  double u[3], w[3], n[3];
  for (int k = 0; k < 3; k++) u[k] = p[1][k] - p[0][k], w[k] = p[2][k] - p[0][k];
  cross(u, w, n);
  double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int i = 0; i < 3 && slope && size > 0; i++) {
    double opposite[3], d[3];
    for (int k = 0; k < 3; k++) opposite[k] = p[(i + 2) % 3][k] - p[(i + 1) % 3][k];
    cross(n, opposite, d);
    for (int k = 0; k < 3; k++) slope[3 * (size_t)v[i] + k] += 0.5 * part * d[k] / size;
  }
  return 0.5 * part * size;
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

typedef double (*piece_value)(const double *x, const int32_t *v, double part, double *slope);

// A face c[3 or 4]: the triangle, or the mean of both ways to split the quad.
static double over_face(const int32_t *c, bool quad, const double *x, piece_value value, double *slope) {
  static const int split[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}};
  double sum = 0;
  for (int i = 0; i < (quad ? 4 : 1); i++) {
    const int32_t v[3] = {c[split[i][0]], c[split[i][1]], c[split[i][2]]};
    sum += value(x, v, quad ? 0.5 : 1, slope);
  }
  return sum;
}

static double area(const pl_poses *poses, const pl_node_set *set, const double *x, double *slope) {
  const pl_mesh *mesh = poses->mesh;
  bool solid = pl_mesh_is_solid(mesh);
  double sum = 0;
  for (int32_t i = 0; i < set->n_face; i++) {
    const int32_t *c = solid ? mesh->face + 4 * (size_t)set->face[i] : mesh->triangle + 3 * (size_t)set->face[i];
    sum += over_face(c, solid && c[3] >= 0, x, triangle_area, slope);
  }
  return sum;
}

static double body_volume(const pl_mesh *mesh, const double *x, double *slope) {
  double sum = 0;
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *c = mesh->face + 4 * (size_t)f;
    sum += over_face(c, c[3] >= 0, x, cone, slope);
  }
  return sum;
}

static double element_volume(const pl_mesh *mesh, int32_t e, const double *x, double *slope) {
  static const int tet_face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int hex_face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  bool tet = e < mesh->n_tet;
  const int32_t *v = tet ? mesh->tet + 4 * (size_t)e : mesh->hex + 8 * (size_t)(e - mesh->n_tet);
  double sum = 0;
  for (int f = 0; f < (tet ? 4 : 6); f++) {
    int32_t c[4] = {0};
    for (int k = 0; k < (tet ? 3 : 4); k++) c[k] = v[tet ? tet_face[f][k] : hex_face[f][k]];
    sum += over_face(c, !tet, x, cone, slope);
  }
  return sum;
}

double pl_quantity_value(const pl_poses *poses, const pl_quantity *q, const double *x, double *slope) {
  if (q->channel == PL_POSES_LENGTH) return line_length(poses, q, x, slope);
  if (q->channel == PL_POSES_AREA) return area(poses, &poses->set[q->set], x, slope);
  PL_ASSERT(q->channel == PL_POSES_VOLUME);
  if (q->set < 0) return body_volume(poses->mesh, x, slope);
  double sum = 0;
  for (int32_t i = 0; i < poses->set[q->set].n_element; i++) sum += element_volume(poses->mesh, poses->set[q->set].element[i], x, slope);
  return sum;
}

bool pl_quantity_has_torque(const pl_poses *poses, const pl_quantity *q, int frame, int component) {
  const pl_node_set *set = &poses->set[q->set];
  const pl_pose_frame *f = &poses->frame[frame];
  int a = (component + 1) % 3, b = (component + 2) % 3;
  bool any = false;
  for (int32_t i = 0; i < set->n; i++) {
    const uint8_t *fixed = f->fixed + 3 * (size_t)set->vertex[i];
    const double *spring = f->spring ? f->spring + 3 * (size_t)set->vertex[i] : NULL;
    if (fixed[a] != fixed[b]) return false;
    if (!fixed[a] && spring && (spring[a] > 0 || spring[b] > 0)) return false;  // the place of a spring is not known beforehand
    any = any || fixed[a];
  }
  return any;
}

bool pl_quantity_feels(const pl_poses *poses, int set, int frame, int axis) {
  const pl_pose_frame *f = &poses->frame[frame];
  for (int32_t i = 0; i < poses->set[set].n; i++) {
    size_t dof = 3 * (size_t)poses->set[set].vertex[i] + (size_t)axis;
    if (f->fixed[dof] || (f->spring && f->spring[dof] > 0)) return true;
  }
  return false;
}
