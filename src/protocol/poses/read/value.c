// value.c: lengths, areas and volumes of a body at any positions, with their exact derivatives.
//
//   length    sum |q - p| over the pieces of a line; derivative (q - p)/|q - p|, applied to the vertices of the points
//   area      of a triangle a b c: |n|/2, n = (b - a) x (c - a); dA = (1/2) n/|n| . dn. A quad is the mean of its two ways to be split: its four
//             triangles count half.
//   volume    see mesh/volume.h
#include <math.h>
#include <stdio.h>

#include "protocol/poses/poses.h"
#include "mesh/volume.h"

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

static double area(const pl_poses *poses, const pl_node_set *set, const double *x, double *slope) {
  const pl_mesh *mesh = poses->mesh;
  bool solid = pl_mesh_is_solid(mesh);
  double sum = 0;
  for (int32_t i = 0; i < set->n_face; i++) {
    const int32_t *c = solid ? mesh->face + 4 * (size_t)set->face[i] : mesh->triangle + 3 * (size_t)set->face[i];
    sum += pl_face_value(c, solid && c[3] >= 0, x, triangle_area, slope);
  }
  return sum;
}

double pl_quantity_value(const pl_poses *poses, const pl_quantity *q, const double *x, double *slope) {
  if (q->channel == PL_POSES_LENGTH) return line_length(poses, q, x, slope);
  if (q->channel == PL_POSES_AREA) return area(poses, &poses->set[q->set], x, slope);
  PL_ASSERT(q->channel == PL_POSES_VOLUME);
  if (q->set < 0) return pl_body_volume(poses->mesh, x, slope);
  double sum = 0;
  for (int32_t i = 0; i < poses->set[q->set].n_element; i++) sum += pl_element_volume(poses->mesh, poses->set[q->set].element[i], x, slope);
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
    if (!fixed[a] && spring && (spring[a] > 0 || spring[b] > 0)) return false;  // the position of a spring is unknown in advance
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

pl_status pl__component_names(pl_arena *arena, const pl_poses *poses, int channel, int width, const char *const **names) {
  const char **list = pl_arena_alloc(arena, (size_t)width + 1, sizeof *list);
  if (!list) return PL_ERROR_MEMORY;
  for (int i = 0; i < poses->n_quantity; i++) {
    const pl_quantity *q = &poses->quantity[i];
    for (int k = 0; k < q->n && q->channel == channel; k++) {
      const char *name = q->n == 3 ? pl_arena_printf(arena, "%.150s %c", q->name, "xyz"[k]) : pl_arena_printf(arena, "%.150s", q->name);
      if (!name) return PL_ERROR_MEMORY;
      list[q->first + k] = name;
    }
  }
  *names = list;
  return PL_OK;
}
