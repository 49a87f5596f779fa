// capture_score.c: see capture_score.h.
#include "protocol/capture/fit/capture_score.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"
#include "model/model.h"
#include "protocol/capture/capture.h"

static const double PI = 3.14159265358979323846;
enum { FOLD_CELLS = 48, SILHOUETTE_PIXELS = 256 };

static double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross3(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

// ---- forces and shapes ----

double pl_score_forces(int n_clip, const double *measured, const double *predicted) {
  double sum = 0;
  for (int i = 0; i < 3 * n_clip; i++) sum += (predicted[i] - measured[i]) * (predicted[i] - measured[i]);
  return n_clip ? sqrt(sum / n_clip) : NAN;
}

double pl_score_positions(int32_t n_vertex, const uint8_t *held, const double *measured, const double *predicted) {
  double sum = 0;
  int32_t n = 0;
  for (int32_t v = 0; v < n_vertex; v++) {
    if (held[v]) continue;
    n++;
    for (int k = 0; k < 3; k++) sum += (predicted[3 * v + k] - measured[3 * v + k]) * (predicted[3 * v + k] - measured[3 * v + k]);
  }
  return n ? sqrt(sum / n) : 0;
}

// Columns a = A e_u, b = A e_v of the affine map solve  [suu suv; suv svv] [a b]^T = [sum du dx; sum dv dx]. Only their directions matter.
double pl_score_shear(const pl_mesh *mesh, const int *clip, const double *x) {
  double mean[2] = {0}, centre[3] = {0}, n = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    if (clip[v] < 0) continue;
    n++;
    for (int k = 0; k < 2; k++) mean[k] += mesh->rest[2 * v + k];
    for (int k = 0; k < 3; k++) centre[k] += x[3 * v + k];
  }
  double s[3] = {0}, su[3] = {0}, sv[3] = {0};
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    if (clip[v] < 0) continue;
    double du = mesh->rest[2 * v] - mean[0] / n, dv = mesh->rest[2 * v + 1] - mean[1] / n;
    s[0] += du * du;
    s[1] += du * dv;
    s[2] += dv * dv;
    for (int k = 0; k < 3; k++) {
      su[k] += du * (x[3 * v + k] - centre[k] / n);
      sv[k] += dv * (x[3 * v + k] - centre[k] / n);
    }
  }
  double a[3], b[3];
  for (int k = 0; k < 3; k++) {
    a[k] = s[2] * su[k] - s[1] * sv[k];
    b[k] = s[0] * sv[k] - s[1] * su[k];
  }
  return asin(dot3(a, b) / sqrt(dot3(a, a) * dot3(b, b)));
}

// Clips in their order around the centre, starting with clip 0.
static void walk(const pl_clip_loads *loads, const double centre[3], const double normal[3], int order[PL_SCORE_MAX_CLIP]) {
  double first[3], second[3], angle[PL_SCORE_MAX_CLIP];
  for (int k = 0; k < 3; k++) first[k] = loads->origin[0][k] - centre[k];
  cross3(normal, first, second);
  for (int c = 0; c < loads->n; c++) {
    double arm[3];
    for (int k = 0; k < 3; k++) arm[k] = loads->origin[c][k] - centre[k];
    angle[c] = atan2(dot3(arm, second), dot3(arm, first));
    if (c == 0) angle[c] = 0;
    if (angle[c] < 0) angle[c] += 2 * PI;
    int at = c;
    for (; at > 0 && angle[order[at - 1]] > angle[c]; at--) order[at] = order[at - 1];
    order[at] = c;
  }
}

double pl_score_torque(const pl_clip_loads *loads, const double centre[3], const double normal[3]) {
  int order[PL_SCORE_MAX_CLIP];
  walk(loads, centre, normal, order);
  double sum = 0;
  for (int i = 0; i < loads->n; i++) {
    int c = order[i];
    double arm[3], torque[3];
    for (int k = 0; k < 3; k++) arm[k] = loads->origin[c][k] - centre[k];
    cross3(arm, loads->force[c], torque);
    for (int k = 0; k < 3; k++) torque[k] += loads->torque[c][k];
    sum += (i % 2 ? -1 : 1) * dot3(torque, normal);
  }
  return sum;
}

// Half the force that separates two clips.
static double pull_apart(const pl_clip_loads *loads, int a, int b) {
  double line[3], apart[3];
  for (int k = 0; k < 3; k++) {
    line[k] = loads->origin[b][k] - loads->origin[a][k];
    apart[k] = loads->force[b][k] - loads->force[a][k];
  }
  return 0.5 * dot3(apart, line) / sqrt(dot3(line, line));
}

double pl_score_stretch_difference(const pl_clip_loads *loads, const double centre[3], const double normal[3]) {
  if (loads->n != 4) return NAN;
  int order[PL_SCORE_MAX_CLIP];
  walk(loads, centre, normal, order);
  return pull_apart(loads, order[0], order[2]) - pull_apart(loads, order[1], order[3]);
}

// The plane that fits points best.
typedef struct best_plane {
  double origin[3];   // m, their mean
  double axis[3][3];  // unit: widest, middle, and normal direction
} best_plane;

// ---- folds ----
static best_plane plane_of(int32_t n, const double *x) {
  best_plane plane = {{0}, {{0}}};
  for (int32_t v = 0; v < n; v++)
    for (int k = 0; k < 3; k++) plane.origin[k] += x[3 * v + k] / n;
  double spread[9] = {0}, w[3], direction[9];
  for (int32_t v = 0; v < n; v++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) spread[3 * i + j] += (x[3 * v + i] - plane.origin[i]) * (x[3 * v + j] - plane.origin[j]);
  pl_sym_eigen(3, spread, w, direction);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) plane.axis[k][i] = direction[3 * i + 2 - k];
  cross3(plane.axis[0], plane.axis[1], plane.axis[2]);
  return plane;
}

static double height(const best_plane *plane, const double x[3]) {
  double d[3] = {x[0] - plane->origin[0], x[1] - plane->origin[1], x[2] - plane->origin[2]};
  return dot3(d, plane->axis[2]);
}

// A raster over a rectangle: pixel (i, j) has its centre at low + (i + 1/2, j + 1/2) step.
typedef struct raster {
  int n[2];
  double low[2], step;
} raster;

static raster raster_over(const double low[2], const double high[2], int longer) {
  double size[2] = {high[0] - low[0], high[1] - low[1]}, step = fmax(size[0], size[1]) / longer;
  raster r = {.low = {low[0], low[1]}, .step = step};
  for (int k = 0; k < 2; k++) r.n[k] = (int)fmax(ceil(size[k] / step - 1e-9), 1);
  return r;
}

static void widen(int32_t n, const double *p, double low[2], double high[2]) {
  for (int32_t v = 0; v < n; v++)
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], p[2 * v + k]);
      high[k] = fmax(high[k], p[2 * v + k]);
    }
}

// For the pixels of one triangle with corners p: out[pixel] = value interpolated between the corners.
static void fill_triangle(const raster *r, const double *const p[3], const double value[3], double *out) {
  double area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
  if (area == 0) return;
  int first[2], last[2];
  for (int k = 0; k < 2; k++) {
    first[k] = (int)fmax(floor((fmin(fmin(p[0][k], p[1][k]), p[2][k]) - r->low[k]) / r->step - 0.5), 0);
    last[k] = (int)fmin(ceil((fmax(fmax(p[0][k], p[1][k]), p[2][k]) - r->low[k]) / r->step - 0.5), r->n[k] - 1);
  }
  for (int i = first[0]; i <= last[0]; i++)
    for (int j = first[1]; j <= last[1]; j++) {
      double at[2] = {r->low[0] + (i + 0.5) * r->step, r->low[1] + (j + 0.5) * r->step}, b[3];
      for (int c = 0; c < 3; c++) {
        const double *q = p[(c + 1) % 3], *s = p[(c + 2) % 3];
        b[c] = ((q[0] - at[0]) * (s[1] - at[1]) - (q[1] - at[1]) * (s[0] - at[0])) / area;
      }
      if (b[0] >= -1e-9 && b[1] >= -1e-9 && b[2] >= -1e-9) out[i * r->n[1] + j] = b[0] * value[0] + b[1] * value[1] + b[2] * value[2];
    }
}

// Height between pixels; NAN outside.
static double sample(const raster *r, const double *h, double i, double j) {
  if (i < 0 || j < 0 || i > r->n[0] - 1 || j > r->n[1] - 1) return NAN;
  int a = (int)fmin(i, r->n[0] - 2), b = (int)fmin(j, r->n[1] - 2);
  if (a < 0 || b < 0) return NAN;
  double s = i - a, t = j - b;
  const double *q = h + a * r->n[1] + b;
  return (1 - s) * ((1 - t) * q[0] + t * q[1]) + s * ((1 - t) * q[r->n[1]] + t * q[r->n[1] + 1]);
}

// Direction (unit) in which the height changes most.
static void fold_direction(const raster *r, const double *h, double direction[2]) {
  double tensor[4] = {0}, w[2], v[4];
  for (int i = 1; i < r->n[0] - 1; i++)
    for (int j = 1; j < r->n[1] - 1; j++) {
      double g[2] = {h[(i + 1) * r->n[1] + j] - h[(i - 1) * r->n[1] + j], h[i * r->n[1] + j + 1] - h[i * r->n[1] + j - 1]};
      if (isnan(g[0] + g[1])) continue;
      tensor[0] += g[0] * g[0];
      tensor[1] += g[0] * g[1];
      tensor[3] += g[1] * g[1];
    }
  tensor[2] = tensor[1];
  pl_sym_eigen(2, tensor, w, v);
  double sign = v[1] < 0 || (v[1] == 0 && v[3] < 0) ? -1 : 1;
  direction[0] = sign * v[1];
  direction[1] = sign * v[3];
}

// Correlation of heights a lag (pixels) apart along the direction, over the pairs that both lie on the cloth; NAN when there are few.
static double correlation(const raster *r, const double *h, const double direction[2], double lag) {
  double both = 0, one = 0, other = 0;
  int n = 0;
  for (int i = 0; i < r->n[0]; i++)
    for (int j = 0; j < r->n[1]; j++) {
      double a = h[i * r->n[1] + j], b = sample(r, h, i + lag * direction[0], j + lag * direction[1]);
      if (isnan(a + b)) continue;
      both += a * b;
      one += a * a;
      other += b * b;
      n++;
    }
  return 10 * n >= r->n[0] * r->n[1] && one > 0 && other > 0 ? both / sqrt(one * other) : NAN;
}

// Lag (pixels) of the first minimum below zero, by a parabola through three lags; NAN if there is none.
static double half_wave(const raster *r, const double *h, const double direction[2]) {
  double before = NAN, middle = 1;
  for (int lag = 1;; lag++) {
    double after = correlation(r, h, direction, lag);
    if (isnan(after)) return NAN;
    if (lag > 1 && middle < 0 && middle <= before && middle < after)
      return lag - 1 + 0.5 * (before - after) / (before - 2 * middle + after);
    before = middle;
    middle = after;
  }
}

pl_status pl_score_folds(pl_context *ctx, const pl_mesh *mesh, const double *x, int cells, pl_folds *folds) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  widen(mesh->n_vertex, mesh->rest, low, high);
  raster r = raster_over(low, high, cells);
  int n_pixel = r.n[0] * r.n[1];
  double *h = pl_alloc(ctx, (size_t)n_pixel, sizeof *h);
  if (!h) return PL_ERROR_MEMORY;
  for (int i = 0; i < n_pixel; i++) h[i] = NAN;
  best_plane plane = plane_of(mesh->n_vertex, x);
  for (int32_t t = 0; t < mesh->n_triangle; t++) {
    const double *p[3];
    double value[3];
    for (int c = 0; c < 3; c++) {
      int32_t v = mesh->triangle[3 * t + c];
      p[c] = mesh->rest + 2 * v;
      value[c] = height(&plane, x + 3 * v);
    }
    fill_triangle(&r, p, value, h);
  }
  double square = 0, n = 0, direction[2];
  for (int i = 0; i < n_pixel; i++)
    if (!isnan(h[i])) square += h[i] * h[i], n++;
  fold_direction(&r, h, direction);
  *folds = (pl_folds){.amplitude = n > 0 ? sqrt(square / n) : NAN, .direction = atan2(direction[1], direction[0])};
  folds->wavelength = 2 * r.step * half_wave(&r, h, direction);
  pl_free(ctx, h);
  return PL_OK;
}

static void project(const best_plane *plane, int32_t n, const double *x, double *p) {
  for (int32_t v = 0; v < n; v++)
    for (int k = 0; k < 2; k++) {
      double d[3] = {x[3 * v] - plane->origin[0], x[3 * v + 1] - plane->origin[1], x[3 * v + 2] - plane->origin[2]};
      p[2 * v + k] = dot3(d, plane->axis[k]);
    }
}

pl_status pl_score_silhouette(pl_context *ctx, const pl_mesh *mesh, const double *measured, const double *predicted, int pixels,
                              double *difference, double *area) {
  const double one[3] = {1, 1, 1};
  size_t n = (size_t)mesh->n_vertex;
  best_plane plane = plane_of(mesh->n_vertex, measured);
  double *p = pl_alloc(ctx, 4 * n, sizeof *p);
  if (!p) return PL_ERROR_MEMORY;
  project(&plane, mesh->n_vertex, measured, p);
  project(&plane, mesh->n_vertex, predicted, p + 2 * n);
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  widen(2 * mesh->n_vertex, p, low, high);
  raster r = raster_over(low, high, pixels);
  size_t n_pixel = (size_t)r.n[0] * (size_t)r.n[1];
  double *covered = pl_alloc(ctx, 2 * n_pixel, sizeof *covered);
  if (!covered) {
    pl_free(ctx, p);
    return PL_ERROR_MEMORY;
  }
  memset(covered, 0, 2 * n_pixel * sizeof *covered);
  for (size_t side = 0; side < 2; side++)
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      const double *corner[3];
      for (int c = 0; c < 3; c++) corner[c] = p + 2 * (side * n + (size_t)mesh->triangle[3 * t + c]);
      fill_triangle(&r, corner, one, covered + side * n_pixel);
    }
  double pixel = r.step * r.step;
  *difference = *area = 0;
  for (size_t i = 0; i < n_pixel; i++) {
    bool a = covered[i] > 0.5, b = covered[n_pixel + i] > 0.5;
    *difference += a != b ? pixel : 0;
    *area += a ? pixel : 0;
  }
  pl_free(ctx, covered);
  pl_free(ctx, p);
  return PL_OK;
}

static bool bends(const pl_term *term) { return pl_strain_bends(term->strain); }

// Energies are linear in the parameters of every law for captures: sets the other terms' parameters to zero.
pl_elastic_energy pl_score_energy(const pl_model *model, const double *theta, const double *x, double *scratch, pl_work *work) {
  const pl_material *material = model->material;
  double load = 0, energy[2];
  for (int32_t i = 0; i < model->n_dof; i++) load += model->load[i] * x[i];
  for (int side = 0; side < 2; side++) {
    for (int j = 0; j < material->n_theta; j++) {
      bool bending = bends(&material->term[material->parameter[j].term]);
      scratch[j] = bending == (side == 1) ? theta[j] : 0;
    }
    if (!pl_model_eval(model, scratch, x, PL_HESS_EXACT, &energy[side], NULL, NULL, work)) energy[side] = NAN;
  }
  return (pl_elastic_energy){energy[0] + load, energy[1] + load};
}

// ---- a case ----

typedef struct case_scratch {
  uint8_t *held;     // [n_vertex]
  double *gradient;  // [n_dof]
  double *theta;     // [n_theta]
  pl_work *work;
} case_scratch;

static void middle(int32_t n, const double *x, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = 0;
  for (int32_t v = 0; v < n; v++)
    for (int k = 0; k < 3; k++) out[k] += x[3 * v + k] / n;
}

// From cords and weight.
static pl_clip_loads measured_loads(const pl_capture *capture, int frame) {
  pl_clip_loads loads = {.n = capture->n_clip};
  for (int c = 0; c < loads.n; c++) {
    memcpy(loads.origin[c], capture->clip[c].pose + 12 * (size_t)frame + 9, sizeof loads.origin[c]);
    pl_capture_clip_load(capture, c, frame, loads.force[c], loads.torque[c]);
  }
  return loads;
}

// From the reactions of the predicted cloth.
static pl_clip_loads predicted_loads(const pl_fit_case *c, const double *theta, int frame, const double *x, double *gradient) {
  const pl_resampled *r = pl_resampled_of(c->test);
  pl_clip_loads loads = {.n = pl_capture_of(c->test)->n_clip};
  pl_solver_gradient(pl_rig_frame_solver(c->rig, frame), theta, x, gradient);
  for (int i = 0; i < loads.n; i++)
    memcpy(loads.origin[i], pl_capture_of(c->test)->clip[i].pose + 12 * (size_t)frame + 9, sizeof loads.origin[i]);
  for (int32_t v = 0; v < r->mesh->n_vertex; v++) {
    int clip = r->clip[v];
    if (clip < 0) continue;
    double arm[3], torque[3];
    for (int k = 0; k < 3; k++) arm[k] = x[3 * v + k] - loads.origin[clip][k];
    cross3(arm, gradient + 3 * v, torque);
    for (int k = 0; k < 3; k++) {
      loads.force[clip][k] += gradient[3 * v + k];
      loads.torque[clip][k] += torque[k];
    }
  }
  return loads;
}

static pl_status score_frame(const pl_fit_case *c, const double *theta, int frame, case_scratch *s, pl_frame_score *out) {
  const pl_test *test = c->test;
  const pl_resampled *r = pl_resampled_of(test);
  const pl_mesh *mesh = r->mesh;
  pl_context *ctx = c->rig->ctx;
  size_t n = (size_t)mesh->n_vertex, n_clip = (size_t)pl_capture_of(test)->n_clip;
  const double *measured = r->x + 3 * n * (size_t)frame, *predicted = c->predicted[PL_CAPTURE_POSITIONS] + 3 * n * (size_t)frame;
  const double up[3] = {0, 0, 1};
  double centre[3];
  *out = (pl_frame_score){.force = NAN, .position = NAN, .shear = NAN, .silhouette = NAN, .silhouette_area = NAN};
  out->failed = isnan(predicted[0]);
  for (int k = 0; k < 2; k++) {
    out->torque[k] = out->stretch[k] = NAN;
    out->folds[k] = (pl_folds){NAN, NAN, NAN};
    out->energy[k] = (pl_elastic_energy){NAN, NAN};
  }
  for (size_t v = 0; v < n; v++) s->held[v] = r->clip[v] >= 0 || (r->supported && r->supported[(size_t)frame * n + v]);
  middle(mesh->n_vertex, measured, centre);
  if (n_clip > 0) {
    pl_clip_loads loads = measured_loads(pl_capture_of(test), frame);
    out->shear = pl_score_shear(mesh, r->clip, measured);
    out->torque[0] = pl_score_torque(&loads, centre, up);
    out->stretch[0] = pl_score_stretch_difference(&loads, centre, up);
  }
  PL_TRY(pl_score_folds(ctx, mesh, measured, FOLD_CELLS, &out->folds[0]));
  out->energy[0] = pl_score_energy(c->rig->body.model, theta, measured, s->theta, s->work);
  if (out->failed) return PL_OK;
  if (n_clip > 0) {
    pl_clip_loads loads = predicted_loads(c, theta, frame, predicted, s->gradient);
    const double *force = c->predicted[PL_CAPTURE_CLIP_FORCE];
    if (force)
      out->force = pl_score_forces((int)n_clip, test->channel[PL_CAPTURE_CLIP_FORCE].value + 3 * n_clip * (size_t)frame,
                                   force + 3 * n_clip * (size_t)frame);
    out->torque[1] = pl_score_torque(&loads, centre, up);
    out->stretch[1] = pl_score_stretch_difference(&loads, centre, up);
  }
  out->position = pl_score_positions(mesh->n_vertex, s->held, measured, predicted);
  PL_TRY(pl_score_folds(ctx, mesh, predicted, FOLD_CELLS, &out->folds[1]));
  PL_TRY(pl_score_silhouette(ctx, mesh, measured, predicted, SILHOUETTE_PIXELS, &out->silhouette, &out->silhouette_area));
  out->energy[1] = pl_score_energy(c->rig->body.model, theta, predicted, s->theta, s->work);
  return PL_OK;
}

pl_status pl_capture_score(pl_arena *arena, const pl_fit_case *c, const double *theta, pl_frame_score **score) {
  pl_context *ctx = c->rig->ctx;
  size_t n_frame = (size_t)c->test->n_frame, n = (size_t)pl_resampled_of(c->test)->mesh->n_vertex;
  if (pl_capture_of(c->test)->n_clip > PL_SCORE_MAX_CLIP)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "score fewer clips", "the capture '%s' has %d clips, scores support at most %d",
                   c->test->name, pl_capture_of(c->test)->n_clip, PL_SCORE_MAX_CLIP);
  *score = pl_arena_alloc(arena, n_frame + 1, sizeof **score);
  case_scratch s = {.held = pl_alloc(ctx, n, sizeof *s.held),
                    .gradient = pl_alloc(ctx, 3 * n, sizeof *s.gradient),
                    .theta = pl_alloc(ctx, (size_t)c->rig->material->n_theta + 1, sizeof *s.theta)};
  pl_status status = *score && s.held && s.gradient && s.theta ? pl_work_create(c->rig->body.model, &s.work) : PL_ERROR_MEMORY;
  for (size_t f = 0; f < n_frame && status == PL_OK; f++) status = score_frame(c, theta, (int)f, &s, &(*score)[f]);
  pl_work_destroy(s.work);
  pl_free(ctx, s.theta);
  pl_free(ctx, s.gradient);
  pl_free(ctx, s.held);
  return status;
}

static double at(const double *value, size_t stride, int i) { return *(const double *)((const char *)value + stride * (size_t)i); }

double pl_score_rms(int n, size_t stride, const double *value) {
  double sum = 0, count = 0;
  for (int i = 0; i < n; i++) {
    double v = at(value, stride, i);
    if (!isnan(v)) sum += v * v, count++;
  }
  return count > 0 ? sqrt(sum / count) : NAN;
}

double pl_score_r2(int n, size_t stride, const double *measured, const double *predicted) {
  double mean = 0, count = 0, error = 0, total = 0;
  for (int i = 0; i < n; i++)
    if (!isnan(at(measured, stride, i) + at(predicted, stride, i))) mean += at(measured, stride, i), count++;
  for (int i = 0; i < n; i++) {
    double m = at(measured, stride, i), p = at(predicted, stride, i);
    if (isnan(m + p)) continue;
    error += (m - p) * (m - p);
    total += (m - mean / count) * (m - mean / count);
  }
  return total > 0 ? 1 - error / total : NAN;
}
