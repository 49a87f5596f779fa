// capture.c: geometry and loads of a capture: strain of its triangles, the load of a clip on the cloth, the default simulation mesh.
//
// A rigid clip at rest is in equilibrium: cords + weight = force on the cloth. Its weight acts at its origin, so only cords have a torque
// about it: sum (R p) x (tension direction).
#include "protocol/capture/capture_part.h"

#include <math.h>
#include <string.h>

void pl__triangle_gradient(const pl_mesh *mesh, int32_t triangle, const double *x, double U[3], double V[3]) {
  const int32_t *t = mesh->triangle + 3 * (size_t)triangle;
  const double *a = mesh->rest + 2 * (size_t)t[0], *b = mesh->rest + 2 * (size_t)t[1], *c = mesh->rest + 2 * (size_t)t[2];
  double bu = b[0] - a[0], bv = b[1] - a[1], cu = c[0] - a[0], cv = c[1] - a[1], area2 = bu * cv - bv * cu;
  for (int k = 0; k < 3; k++) {
    double o = x[3 * (size_t)t[0] + k], p = x[3 * (size_t)t[1] + k] - o, q = x[3 * (size_t)t[2] + k] - o;
    U[k] = (cv * p - bv * q) / area2;
    V[k] = (bu * q - cu * p) / area2;
  }
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void pl__triangle_green(const pl_mesh *mesh, int32_t triangle, const double *x, double strain[3]) {
  double U[3], V[3];
  pl__triangle_gradient(mesh, triangle, x, U, V);
  strain[0] = 0.5 * (dot(U, U) - 1);
  strain[1] = 0.5 * (dot(V, V) - 1);
  strain[2] = dot(U, V);
}

void pl__mesh_extent(const pl_mesh *mesh, double low[2], double high[2]) {
  for (int k = 0; k < 2; k++) {
    low[k] = high[k] = mesh->rest[k];
    for (int32_t i = 1; i < mesh->n_vertex; i++) {
      low[k] = fmin(low[k], mesh->rest[2 * (size_t)i + k]);
      high[k] = fmax(high[k], mesh->rest[2 * (size_t)i + k]);
    }
  }
}

double pl__mesh_area(const pl_mesh *mesh) {
  double area = 0;
  for (int32_t t = 0; t < mesh->n_triangle; t++) area += mesh->triangle_area[t];
  return area;
}

pl_status pl__capture_default_mesh(pl_context *ctx, const pl_capture *capture, int n, pl_mesh **mesh) {
  *mesh = NULL;
  double low[2], high[2];
  pl__mesh_extent(capture->mesh, low, high);
  pl_specimen specimen = {.length = high[0] - low[0], .width = high[1] - low[1], .n_length = n - 1, .n_width = n - 1};
  pl_mesh *strip;
  PL_TRY(pl_mesh_strip(ctx, &specimen, &strip));
  // a strip starts at u = 0 and is centred in v
  pl_status status = PL_ERROR_MEMORY;
  double *rest = pl_alloc(ctx, 2 * (size_t)strip->n_vertex, sizeof *rest);
  if (rest) {
    for (int32_t i = 0; i < strip->n_vertex; i++) {
      rest[2 * i] = low[0] + strip->rest[2 * i];
      rest[2 * i + 1] = 0.5 * (low[1] + high[1]) + strip->rest[2 * i + 1];
    }
    status = pl_mesh_create(ctx, strip->n_vertex, rest, NULL, strip->n_triangle, strip->triangle, strip->kind, mesh);
  }
  pl_free(ctx, rest);
  pl_mesh_destroy(strip);
  return status;
}

void pl_capture_clip_load(const pl_capture *capture, int clip, int frame, double force[3], double torque[3]) {
  PL_ASSERT(clip >= 0 && clip < capture->n_clip && frame >= 0 && frame < capture->n_frame);
  const double *R = capture->clip[clip].pose + 12 * (size_t)frame;
  for (int k = 0; k < 3; k++) {
    force[k] = capture->clip[clip].mass * capture->gravity[k];
    torque[k] = 0;
  }
  for (int i = 0; i < capture->n_cord; i++) {
    const pl_cord *cord = &capture->cord[i];
    if (cord->clip != clip) continue;
    double arm[3], pull[3];
    for (int k = 0; k < 3; k++) {
      arm[k] = dot(R + 3 * k, cord->point);
      pull[k] = cord->tension[frame] * cord->direction[3 * (size_t)frame + k];
      force[k] += pull[k];
    }
    torque[0] += arm[1] * pull[2] - arm[2] * pull[1];
    torque[1] += arm[2] * pull[0] - arm[0] * pull[2];
    torque[2] += arm[0] * pull[1] - arm[1] * pull[0];
  }
}

int pl_capture_file_frame(const pl_capture *capture, int frame) {
  PL_ASSERT(frame >= 0 && frame < capture->n_frame);
  return capture->number ? capture->number[frame] : frame;
}

pl_status pl__capture_clip_forces(pl_arena *arena, const pl_capture *capture, double **force) {
  size_t width = 3 * (size_t)capture->n_clip;
  *force = pl_arena_alloc(arena, (size_t)capture->n_frame * width, sizeof **force);
  if (!*force) return PL_ERROR_MEMORY;
  double torque[3];
  for (int f = 0; f < capture->n_frame; f++)
    for (int c = 0; c < capture->n_clip; c++) pl_capture_clip_load(capture, c, f, *force + (size_t)f * width + 3 * (size_t)c, torque);
  return PL_OK;
}

bool pl_capture_on_bias(const pl_capture *capture) { return capture->direction && strcmp(capture->direction, "bias") == 0; }
