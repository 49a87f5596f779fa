// render_view.c: the camera, the light, and one shape on a raster.
//
// Let a point be at depth Z in front of the camera, X to the right of its axis and Y above. In perspective it appears at (X / Z, Y / Z).
// The picture is then shifted and scaled as a whole until all shapes fit, like a longer and shifted lens. The camera never comes nearer, so
// nothing is behind it.
#include <math.h>
#include <string.h>

#include "report/render/render_parts.h"

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void normalise(double a[3]) {
  double size = sqrt(dot(a, a));
  for (int i = 0; i < 3 && size > 0; i++) a[i] /= size;
}

// ---- the camera ----

// Calls visit with every position shown.
typedef void (*visitor)(void *user, const double x[3]);
static void each_point(const pl_film *film, const bool side[2], visitor visit, void *user) {
  for (int b = 0; b < film->n_body; b++)
    for (int s = 0; s < 2; s++) {
      const pl_film_body *body = &film->body[b];
      if (!side[s] || !body->x[s]) continue;
      for (int f = 0; f < film->n_frame; f++)
        for (int32_t v = 0; v < body->n_vertex && body->has[s][f]; v++) {
          const double *x = body->x[s] + 3 * ((size_t)f * (size_t)body->n_vertex + (size_t)v);
          if (isfinite(x[0] + x[1] + x[2])) visit(user, x);
        }
    }
}

// Extents along axes (rows of axis).
typedef struct extent {
  double axis[3][3], low[3], high[3];
} extent;

static void widen(void *user, const double x[3]) {
  extent *e = user;
  for (int k = 0; k < 3; k++) {
    double at = dot(e->axis[k], x);
    e->low[k] = fmin(e->low[k], at), e->high[k] = fmax(e->high[k], at);
  }
}

// As seen by a camera: ranges of X / Z and Y / Z.
typedef struct seen {
  const pl_camera *camera;
  double low[2], high[2];
} seen;

static void look(void *user, const double x[3]) {
  seen *s = user;
  double at[2], depth;
  pl_camera plain = *s->camera;
  plain.scale = 1, plain.x = plain.y = 0;
  pl__camera_project(&plain, x, &at[0], &at[1], &depth);
  for (int k = 0; k < 2; k++) s->low[k] = fmin(s->low[k], at[k]), s->high[k] = fmax(s->high[k], at[k]);
}

void pl__camera_project(const pl_camera *camera, const double x[3], double *sx, double *sy, double *depth) {
  double from[3];
  for (int i = 0; i < 3; i++) from[i] = x[i] - camera->centre[i];
  *depth = camera->distance - dot(camera->toward, from);
  *sx = camera->x + camera->scale * dot(camera->right, from) / *depth;
  *sy = camera->y - camera->scale * dot(camera->up, from) / *depth;
}

#define MARGIN 0.05  // white around the shapes, of the smaller side of a tile

pl_camera pl__render_camera(const pl_film *film, const bool side[2], double azimuth, double elevation, double zoom, double width,
                            double height, double label) {
  const double pi = acos(-1.0);
  // axes of the scene: z up, x to the right of the film's x unless that is up
  extent e = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
  memcpy(e.axis[2], film->up, sizeof e.axis[2]);
  double first[3] = {fabs(film->up[0]) < 0.9, fabs(film->up[0]) >= 0.9, 0};
  for (int i = 0; i < 3; i++) e.axis[0][i] = first[i] - dot(first, film->up) * film->up[i];
  normalise(e.axis[0]);
  cross(e.axis[2], e.axis[0], e.axis[1]);
  each_point(film, side, widen, &e);
  double size[3], largest = 0, radius = 0;
  for (int k = 0; k < 3; k++) size[k] = fmax(e.high[k] - e.low[k], 0), largest = fmax(largest, size[k]), radius += 0.25 * size[k] * size[k];
  radius = radius > 0 && isfinite(radius) ? sqrt(radius) : 1;
  // flat shapes are viewed from the front, others from the side and slightly from above
  int flat = -1;
  for (int k = 0; k < 3; k++)
    if (size[k] < 0.02 * largest) flat = k;
  if (isnan(azimuth)) azimuth = flat == 0 ? pi / 2 : flat > 0 ? 0 : pi / 6;
  if (isnan(elevation)) elevation = flat == 2 ? pi / 2 : flat >= 0 ? 0 : pi / 7;
  pl_camera c = {.distance = 4 * radius};
  const double along[3] = {sin(azimuth) * cos(elevation), -cos(azimuth) * cos(elevation), sin(elevation)};
  const double right[3] = {cos(azimuth), sin(azimuth), 0};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      c.toward[i] += along[k] * e.axis[k][i], c.right[i] += right[k] * e.axis[k][i];
      c.centre[i] += isfinite(e.low[k]) ? 0.5 * (e.low[k] + e.high[k]) * e.axis[k][i] : 0;
    }
  cross(c.toward, c.right, c.up);
  seen s = {&c, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  each_point(film, side, look, &s);
  double margin = MARGIN * fmin(width, height), span[2] = {s.high[0] - s.low[0], s.high[1] - s.low[1]};
  double room[2] = {width - 2 * margin, height - label - 2 * margin};
  if (!(span[0] > 0 || span[1] > 0)) return c;
  c.scale = zoom * fmin(span[0] > 0 ? room[0] / span[0] : INFINITY, span[1] > 0 ? room[1] / span[1] : INFINITY);
  c.x = 0.5 * width - 0.5 * c.scale * (s.low[0] + s.high[0]);
  c.y = label + 0.5 * (height - label) - 0.5 * c.scale * (s.low[1] + s.high[1]);
  return c;
}

void pl__camera_trim(const pl_film *film, const bool side[2], pl_camera *camera, double label, double least, double size[2]) {
  seen s = {camera, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  each_point(film, side, look, &s);
  double margin = MARGIN * fmin(size[0], size[1]), span[2], wanted[2];
  for (int k = 0; k < 2; k++) span[k] = camera->scale * (s.high[k] - s.low[k]);
  if (!(span[0] > 0 || span[1] > 0)) return;
  wanted[0] = fmax(span[0] + 2 * margin, least);
  wanted[1] = span[1] + 2 * margin + label;
  for (int k = 0; k < 2; k++) size[k] = fmin(size[k], wanted[k]);
  camera->x = 0.5 * size[0] - 0.5 * camera->scale * (s.low[0] + s.high[0]);
  camera->y = label + 0.5 * (size[1] - label) - 0.5 * camera->scale * (s.low[1] + s.high[1]);
}

// ---- light ----

double pl__render_light(const double normal[3]) {
  // one lamp over the viewer's left shoulder, a weak one beside the camera, and ambient light
  static const double lamp[3] = {-0.40824829046386302, 0.40824829046386302, 0.81649658092772603};
  double n[3], sign = normal[2] < 0 ? -1 : 1;  // the visible side
  for (int i = 0; i < 3; i++) n[i] = sign * normal[i];
  return 0.42 + 0.45 * fmax(dot(n, lamp), 0) + 0.13 * n[2];
}

// Colours that represent a value must match the scale: a surface seen from the front shows them unchanged, and shading is weak.
static double field_light(double light) {
  static const double front[3] = {0, 0, 1};
  return fmin(0.45 + 0.55 * light / pl__render_light(front), 1);
}

// ---- one shape ----

// A vertex of a solid whose surface turns by more than 37 degrees is an edge: its triangles keep their normals.
#define CREASE 0.8

enum { A_NORMAL = 0, A_REST = 3, A_VALUE = 5, A_HELD = 6, N_A = 7 };

typedef struct shader {
  const pl_look *look;
  bool has_value;
  bool face;    // cut face: its colours are those of the scale, without shading
  double line;  // half width of a side of a triangle, samples
} shader;

static void shade(const void *user, const double *a, const double *edge, float *rgb) {
  const shader *s = user;
  const pl_look *of = s->look;
  double normal[3], colour[3];
  memcpy(normal, a, sizeof normal);
  normalise(normal);
  memcpy(colour, of->base, sizeof colour);
  if (s->has_value) {
    const pl_render_field *field = of->field;
    pl__colour_scale(field->colours, (a[A_VALUE] - field->low) / (field->high - field->low), colour);
  }
  // odd squares are darker; in floating point, because tiny squares may be very many
  if (of->square > 0 && fabs(fmod(floor(a[A_REST] / of->square) + floor(a[A_REST + 1] / of->square), 2)) > 0.5)
    for (int k = 0; k < 3; k++) colour[k] *= 0.72;
  for (int k = 0; k < 3 && !s->has_value && a[A_HELD] > 0.5; k++) colour[k] *= 0.5;
  double light = pl__render_light(normal), nearest = fmin(edge[0], fmin(edge[1], edge[2]));
  if (s->has_value) light = s->face ? 1 : field_light(light);
  if (of->options->wireframe && !s->face && nearest < s->line) light *= 0.55;
  for (int k = 0; k < 3; k++) rgb[k] = (float)(colour[k] * light);
}

// Twice the area times the normal of a triangle, in the camera's axes.
static void triangle_normal(const double *x, const int32_t *v, const pl_camera *camera, double out[3]) {
  double side[2][3], n[3];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) side[k][i] = x[3 * v[k + 1] + i] - x[3 * v[0] + i];
  cross(side[0], side[1], n);
  out[0] = dot(n, camera->right), out[1] = dot(n, camera->up), out[2] = dot(n, camera->toward);
}

// Normals of the surface at its vertices: sums over the adjacent triangles, weighted by area.
static void vertex_normals(const pl_film_body *body, const double *x, const pl_camera *camera, double *normal) {
  for (int32_t t = 0; t < body->n_triangle; t++) {
    const int32_t *v = body->triangle + 3 * t;
    double n[3];
    triangle_normal(x, v, camera, n);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) normal[3 * v[k] + i] += n[i];
  }
}

// A convex polygon of n corners on the raster.
static void draw_polygon(pl_raster *raster, const pl_camera *camera, const shader *s, int n, const pl_corner *corner) {
  pl_raster_point point[4];
  int samples = s->look->options->samples;
  for (int k = 0; k < n; k++) {
    double depth;
    pl__camera_project(camera, corner[k].x, &point[k].x, &point[k].y, &depth);
    point[k].x *= samples, point[k].y *= samples;
    point[k].key = point[k].w = 1 / depth;
    memcpy(point[k].a, corner[k].a, sizeof point[k].a);
  }
  for (int k = 2; k < n; k++) pl_raster_triangle(raster, (pl_raster_point[3]){point[0], point[k - 1], point[k]}, N_A, shade, s);
}

// Attributes at the vertices of a shape, with the normals of its surface.
static void make_corners(const pl_film_body *body, const double *x, const double *normal, const double *value, pl_corner *corner) {
  for (size_t i = 0; i < (size_t)body->n_vertex; i++) {
    corner[i] = (pl_corner){.a = {[A_VALUE] = value ? value[i] : 0, [A_HELD] = body->held ? body->held[i] : 0}};
    memcpy(corner[i].x, x + 3 * i, sizeof corner[i].x);
    memcpy(corner[i].a + A_NORMAL, normal + 3 * i, 3 * sizeof(double));
    normalise(corner[i].a + A_NORMAL);
    for (int k = 0; k < 2; k++) corner[i].a[A_REST + k] = body->rest[(size_t)body->n_rest * i + (size_t)k];
  }
}

static void draw_surface(pl_raster *raster, const pl_camera *camera, const shader *s, const pl_film_body *body, const double *x,
                         const pl_corner *at) {
  for (int32_t t = 0; t < body->n_triangle; t++) {
    const int32_t *v = body->triangle + 3 * t;
    double flat[3];
    triangle_normal(x, v, camera, flat);
    normalise(flat);
    pl_corner corner[3] = {at[v[0]], at[v[1]], at[v[2]]}, left[4];
    for (int k = 0; k < 3; k++)
      if (s->look->options->flat || (body->n_rest == 3 && dot(flat, corner[k].a + A_NORMAL) < CREASE))
        memcpy(corner[k].a + A_NORMAL, flat, sizeof flat);
    int n_left = s->look->cut ? pl__cut_triangle(s->look->cut, corner, left) : 3;
    draw_polygon(raster, camera, s, n_left, s->look->cut ? left : corner);
  }
}

// The cut face, with the plane's normal.
static void draw_face(pl_raster *raster, const pl_camera *camera, const shader *s, const pl_film_body *body, const pl_corner *at) {
  const pl_cut *cut = s->look->cut;
  for (size_t e = 0; e < (size_t)body->n_tet; e++) {
    const int32_t *v = body->tet + 4 * e;
    pl_corner corner[4] = {at[v[0]], at[v[1]], at[v[2]], at[v[3]]}, face[4];
    int n = pl__cut_tet(cut, corner, face);
    for (int k = 0; k < n; k++) {
      const double normal[3] = {camera->right[cut->axis], camera->up[cut->axis], camera->toward[cut->axis]};
      memcpy(face[k].a + A_NORMAL, normal, sizeof normal);
    }
    draw_polygon(raster, camera, s, n, face);
  }
}

pl_status pl__render_body(pl_context *ctx, pl_raster *raster, const pl_camera *camera, const pl_look *of, const pl_film_body *body,
                          int side, int frame, const double *value) {
  if (!body->x[side] || !body->has[side][frame]) return PL_OK;
  size_t n = (size_t)body->n_vertex;
  const double *x = body->x[side] + 3 * n * (size_t)frame;
  pl_corner *corner = pl_alloc(ctx, n + 1, sizeof *corner);
  double *normal = pl_alloc(ctx, 3 * n + 1, sizeof *normal);
  if (corner && normal) {
    shader s = {.look = of, .has_value = value != NULL, .line = 0.45 * of->options->samples};
    vertex_normals(body, x, camera, normal);
    make_corners(body, x, normal, value, corner);
    draw_surface(raster, camera, &s, body, x, corner);
    s.face = true;
    if (of->cut) draw_face(raster, camera, &s, body, corner);
  }
  pl_status status = corner && normal ? PL_OK : PL_ERROR_MEMORY;
  pl_free(ctx, normal);
  pl_free(ctx, corner);
  return status;
}
