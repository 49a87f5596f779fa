// doubt.c: what is readable in a capture but probably not what was meant: shown by `pliant check`, repeated by a fit.
//
//    density     mass over rest area far from any cloth
//    balance     cords, clips and cloth at rest: sum over clips (tensions + weight) + weight of the cloth = 0
//    carried     what cords pull up, over frames, is the weight of cloth and clips
//    clips       clamped vertices belong to a rigid body: R^T (x - t) is the same in every frame. If it is so only with the places t
//                times or over 10, 100, 1000, their unit is wrong. It is also wrong if such a factor brings the clip's cords, tied at
//                R p + t, from far away to the vertices.
//    stiffness   largest force of a clip over width and mean strain, far from any cloth: N, kN, mN
//    work        pulled apart, clips pull harder: sum over frames (F - mean F).(t - mean t) > 0, t the place of a clip
//    direction   the declared direction is deformed less than the other one: warp and weft exchanged
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/say_doubts.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_doubts.h"

#define UPWARDS 0.05  // of the sum of tensions: cords point that well, 3 degrees
// Times the weight of cloth and clips that cords pull up: midway between 1 and a unit that is 100 times wrong (N for cN).
#define MOST_CARRIED 10.0
#define CORNERS 0.1          // of the width: clips at corners reach that much of the cloth
#define LOOSE_VERTICES 0.02  // of the size of the cloth: labels and registration of a capture are that good
#define AGAINST -0.5         // correlation of forces and places of clips: midway between none and complete
#define NOTABLE 2e-3         // strain or slope, and part of the size of the cloth: what a capture resolves

pl_status pl__capture_doubt(pl__capture_reader *r, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pl__suspect(&r->suspicions, r->name, doubt, (pl_sentence){id, text}, remedy);
}

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

// Density: measure/doubt/range.c. Carried: cords that pull up hold cloth and clips, and no more, but for what they point beside. Stiffness: the
// softest and the stiffest sheet, force per width of the whole cloth, wider below for what clips at corners reach of it (CORNERS).
static const pl_doubt_range density = {
    {SAY_LOAD_DENSITY}, {SAY_CAPTURE_DENSITY_DO}, PL_DOUBT_READINGS, {1, -2, 0, 0}, PL_LIGHTEST_SHEET, PL_HEAVIEST_SHEET, NULL};
static const pl_doubt_range carried = {
    {SAY_CAPTURE_CARRIED}, {SAY_CAPTURE_CARRIED_DO}, PL_DOUBT_READINGS, {0, 0, 0, 0}, 0, MOST_CARRIED, NULL};
static const pl_doubt_range stiffness = {{SAY_CAPTURE_STIFFNESS},
                                         {SAY_CAPTURE_STIFFNESS_DO},
                                         PL_DOUBT_READINGS,
                                         {1, 0, -2, 0},
                                         CORNERS *PL_SOFTEST_SHEET,
                                         PL_STIFFEST_FAR,
                                         NULL};

// ---- balance ----

static double size_of(const double a[3]) { return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

static double median(int n, double *value) {
  qsort(value, (size_t)n, sizeof *value, pl_ascending);
  return 0.5 * (value[(n - 1) / 2] + value[n / 2]);
}

// Without cords no force was measured; a table, or whatever there is in a motion of another kind, may carry the cloth.
static pl_status doubt_balance(pl__capture_reader *r, const pl_capture *capture) {
  if (capture->n_cord == 0 || capture->supported || strcmp(capture->motion, "other") == 0) return PL_OK;
  double *left = pl_arena_alloc(r->scratch, (size_t)capture->n_frame, sizeof *left);        // [n_frame], N
  double *largest = pl_arena_alloc(r->scratch, (size_t)capture->n_frame, sizeof *largest);  // [n_frame], N
  if (!left || !largest) return PL_ERROR_MEMORY;
  for (int f = 0; f < capture->n_frame; f++) {
    double sum[3];
    for (int k = 0; k < 3; k++) sum[k] = capture->mass * capture->gravity[k];
    for (int c = 0; c < capture->n_clip; c++) {
      double force[3], torque[3];
      pl_capture_clip_load(capture, c, f, force, torque);
      for (int k = 0; k < 3; k++) sum[k] += force[k];
      largest[f] = fmax(largest[f], size_of(force));
    }
    left[f] = size_of(sum);
  }
  double rest = median(capture->n_frame, left), load = median(capture->n_frame, largest);
  // errors of the clips add up in the sum
  if (rest <= fmax(PL_DOUBT_SIGMAS * sqrt(capture->n_clip) * capture->sigma_force, PL_DOUBT_SHARE * load)) return PL_OK;
  char a[40], b[40];
  return pl__capture_doubt(r, PL_DOUBT_READINGS, PL_SAID(SAY_CAPTURE_UNBALANCED_DO), SAY_CAPTURE_UNBALANCED, people(rest, a),
                           people(load, b));
}

// Medians that balance may hide it: in a cloth pulled to both sides, errors of a unit cancel except upwards.
static pl_status doubt_carried(pl__capture_reader *r, const pl_capture *capture) {
  double g = size_of(capture->gravity), weight = capture->mass * g, up = 0, pull = 0;
  if (capture->n_cord == 0 || capture->supported || strcmp(capture->motion, "other") == 0 || g == 0) return PL_OK;
  for (int c = 0; c < capture->n_clip; c++) weight += capture->clip[c].mass * g;
  for (int f = 0; f < capture->n_frame; f++)
    for (int c = 0; c < capture->n_cord; c++) {
      const double *d = capture->cord[c].direction + 3 * (size_t)f;
      double tension = capture->cord[c].tension[f] / capture->n_frame;
      pull += tension;
      for (int k = 0; k < 3; k++) up -= tension * d[k] * capture->gravity[k] / g;
    }
  return up > UPWARDS * pull ? pl__doubt_outside(&r->suspicions, r->name, &carried, up / weight, NULL) : PL_OK;
}

// ---- clips ----

// Root mean square over frames and vertices of |q - mean over frames of q|, q = R^T (x - factor t), m.
static double looseness(const pl_capture *capture, const pl_clip *clip, double factor) {
  double sum = 0;
  for (int32_t i = 0; i < clip->n_vertex; i++) {
    double first[3] = {0}, mean[3] = {0}, square = 0;
    for (int f = 0; f < capture->n_frame; f++) {
      const double *R = clip->pose + 12 * (size_t)f, *t = R + 9;
      const double *x = capture->x + 3 * ((size_t)capture->mesh->n_vertex * (size_t)f + (size_t)clip->vertex[i]);
      for (int k = 0; k < 3; k++) {
        double q = R[k] * (x[0] - factor * t[0]) + R[3 + k] * (x[1] - factor * t[1]) + R[6 + k] * (x[2] - factor * t[2]);
        if (f == 0) first[k] = q;
        // from the first, so that squares do not cancel
        mean[k] += (q - first[k]) / capture->n_frame;
        square += (q - first[k]) * (q - first[k]) / capture->n_frame;
      }
    }
    sum += fmax(square - mean[0] * mean[0] - mean[1] * mean[1] - mean[2] * mean[2], 0);
  }
  return sqrt(sum / clip->n_vertex);
}

// Mean over the frames of the distance from a cord's knot to the nearest vertex that its clip holds, m. It is that of the nearest cord,
// INFINITY without cords. The places of the clip are multiplied by a factor.
static double knot_distance(const pl_capture *capture, int c, double factor) {
  const pl_clip *clip = &capture->clip[c];
  double best = INFINITY;
  for (int i = 0; i < capture->n_cord; i++) {
    if (capture->cord[i].clip != c) continue;
    double mean = 0;
    for (int f = 0; f < capture->n_frame; f++) {
      const double *R = clip->pose + 12 * (size_t)f, *t = R + 9, *p = capture->cord[i].point;
      double nearest = INFINITY;
      for (int32_t v = 0; v < clip->n_vertex; v++) {
        const double *x = capture->x + 3 * ((size_t)capture->mesh->n_vertex * (size_t)f + (size_t)clip->vertex[v]);
        double d[3];
        for (int k = 0; k < 3; k++) d[k] = R[3 * k] * p[0] + R[3 * k + 1] * p[1] + R[3 * k + 2] * p[2] + factor * t[k] - x[k];
        nearest = fmin(nearest, size_of(d));
      }
      mean += nearest / capture->n_frame;
    }
    best = fmin(best, mean);
  }
  return best;
}

// A cord is tied to the clip: its knot is no farther from the held vertices than PL_DOUBT_SHARE of the size of the cloth.
// The factor that explains how loose the vertices are or how far the cords; 1 when none does.
static double explaining_factor(const pl_capture *capture, int c, double size) {
  static const double factors[] = {10, 100, 1000, 0.1, 0.01, 0.001};
  const pl_clip *clip = &capture->clip[c];
  double loose = looseness(capture, clip, 1), knot = knot_distance(capture, c, 1), best = 1, least = INFINITY;
  double tight = fmax(PL_DOUBT_SIGMAS * capture->sigma_position, NOTABLE * size);  // what is explained is explained well
  bool moves = loose > tight, far = knot < INFINITY && knot > PL_DOUBT_SHARE * size;
  for (size_t k = 0; k < sizeof factors / sizeof factors[0] && (moves || far); k++) {
    double off = looseness(capture, clip, factors[k]), away = far ? knot_distance(capture, c, factors[k]) : 0;
    if (off > tight || away > PL_DOUBT_SHARE * size || (moves && off > PL_DOUBT_EXPLAINED * loose) ||
        (far && away > PL_DOUBT_EXPLAINED * knot))
      continue;
    if (!(off + away < least)) continue;
    least = off + away;
    best = factors[k];
  }
  return best;
}

static pl_status doubt_clips(pl__capture_reader *r, const pl_capture *capture) {
  double low[2], high[2];
  pl__mesh_extent(capture->mesh, low, high);
  double size = fmax(high[0] - low[0], high[1] - low[1]), limit = fmax(PL_DOUBT_SIGMAS * capture->sigma_position, LOOSE_VERTICES * size);
  for (int c = 0; c < capture->n_clip; c++) {
    const char *name = capture->clip[c].name;
    double loose = looseness(capture, &capture->clip[c], 1), factor = explaining_factor(capture, c, size);
    char a[40], number[40];
    if (factor != 1)
      PL_TRY(pl__capture_doubt(r, PL_DOUBT_READINGS, PL_SAID(SAY_CAPTURE_CLIP_UNIT_DO), SAY_CAPTURE_CLIP_UNIT, name, people(factor, a)));
    else if (loose > limit)
      PL_TRY(pl__capture_doubt(r, PL_DOUBT_READINGS, PL_SAID(SAY_CAPTURE_CLIP_LOOSE_DO), SAY_CAPTURE_CLIP_LOOSE, name,
                               people(1e3 * loose, number)));
  }
  return PL_OK;
}

// ---- direction ----

// Area-weighted mean of what a motion should show along warp and weft, in the frame where it shows most.
typedef void (*measure)(const pl_capture *capture, int32_t triangle, const double *x, double value[2]);

static void stretch_of(const pl_capture *capture, int32_t triangle, const double *x, double value[2]) {
  double strain[3];
  pl__triangle_green(capture->mesh, triangle, x, strain);
  value[0] = strain[0];
  value[1] = strain[1];
}

// Slope along gravity.
static void slope_of(const pl_capture *capture, int32_t triangle, const double *x, double value[2]) {
  double U[3], V[3], size = 0;
  pl__triangle_gradient(capture->mesh, triangle, x, U, V);
  value[0] = value[1] = 0;
  for (int k = 0; k < 3; k++) {
    value[0] += U[k] * capture->gravity[k];
    value[1] += V[k] * capture->gravity[k];
    size += capture->gravity[k] * capture->gravity[k];
  }
  for (int k = 0; k < 2; k++) value[k] = fabs(value[k]) / sqrt(size);
}

static void largest_mean(const pl_capture *capture, measure of, double best[2]) {
  const pl_mesh *mesh = capture->mesh;
  double area = pl__mesh_area(mesh);
  best[0] = best[1] = 0;
  for (int f = 0; f < capture->n_frame; f++) {
    double mean[2] = {0, 0};
    for (int32_t t = 0; t < mesh->n_triangle; t++) {
      double value[2];
      of(capture, t, capture->x + 3 * (size_t)mesh->n_vertex * (size_t)f, value);
      for (int k = 0; k < 2; k++) mean[k] += value[k] * mesh->triangle_area[t] / area;
    }
    if (fmax(mean[0], mean[1]) > fmax(best[0], best[1])) memcpy(best, mean, sizeof mean);
  }
}

static pl_status doubt_direction(pl__capture_reader *r, const pl_capture *capture) {
  const double *g = capture->gravity;
  bool stretch = strcmp(capture->motion, "stretch") == 0;
  bool bend = strcmp(capture->motion, "table-edge") == 0 && (g[0] != 0 || g[1] != 0 || g[2] != 0);
  if ((!stretch && !bend) || !*capture->direction || pl_capture_on_bias(capture)) return PL_OK;
  double value[2];
  largest_mean(capture, stretch ? stretch_of : slope_of, value);
  int declared = strcmp(capture->direction, "weft") == 0;
  if (value[declared] >= value[!declared] || value[!declared] < NOTABLE) return PL_OK;
  char a[40], b[40];
  pl_number_people(100 * value[declared], a, sizeof a);
  pl_number_people(100 * value[!declared], b, sizeof b);
  return pl__capture_doubt(r, PL_DOUBT_READINGS, PL_SAID(SAY_CAPTURE_DIRECTION_DO), SAY_CAPTURE_DIRECTION, capture->motion,
                           capture->direction, stretch ? "strain" : "slope", a, declared ? "weft" : "warp", b, declared ? "warp" : "weft");
}

// ---- stiffness and work ----

static pl_status doubt_stiffness(pl__capture_reader *r, const pl_capture *capture) {
  if (capture->n_cord == 0 || strcmp(capture->motion, "stretch") != 0) return PL_OK;
  double low[2], high[2], strain[2], most = 0;
  pl__mesh_extent(capture->mesh, low, high);
  largest_mean(capture, stretch_of, strain);
  for (int f = 0; f < capture->n_frame; f++)
    for (int c = 0; c < capture->n_clip; c++) {
      double force[3], torque[3];
      pl_capture_clip_load(capture, c, f, force, torque);
      most = fmax(most, size_of(force));
    }
  double mean = fmax(strain[0], strain[1]), width = fmax(high[0] - low[0], high[1] - low[1]);
  return mean >= NOTABLE ? pl__doubt_outside(&r->suspicions, r->name, &stiffness, most / (width * mean), NULL) : PL_OK;
}

static pl_status doubt_work(pl__capture_reader *r, const pl_capture *capture) {
  if (capture->n_cord == 0 || strcmp(capture->motion, "stretch") != 0 || capture->n_frame < 3) return PL_OK;
  double product = 0, square[2] = {0};
  for (int c = 0; c < capture->n_clip; c++) {
    double mean[2][3] = {{0}};
    for (int pass = 0; pass < 2; pass++)
      for (int f = 0; f < capture->n_frame; f++) {
        double force[3], torque[3];
        const double *place = capture->clip[c].pose + 12 * (size_t)f + 9;
        pl_capture_clip_load(capture, c, f, force, torque);
        for (int k = 0; k < 3; k++) {
          double a = force[k] - mean[0][k], b = place[k] - mean[1][k];
          if (pass == 0) mean[0][k] += force[k] / capture->n_frame, mean[1][k] += place[k] / capture->n_frame;
          if (pass == 1) product += a * b, square[0] += a * a, square[1] += b * b;
        }
      }
  }
  if (!(product < AGAINST * sqrt(square[0] * square[1])) || sqrt(square[0] / capture->n_frame) < PL_DOUBT_SIGMAS * capture->sigma_force)
    return PL_OK;
  return pl__capture_doubt(r, PL_DOUBT_READINGS, PL_SAID(SAY_CAPTURE_AGAINST_MOTION_DO), SAY_CAPTURE_AGAINST_MOTION);
}

pl_status pl__capture_suspect(pl__capture_reader *r, const pl_capture *capture) {
  double g = size_of(capture->gravity);
  PL_TRY(pl__doubt_outside(&r->suspicions, r->name, &density, capture->mass / pl__mesh_area(capture->mesh), NULL));
  PL_TRY(pl__doubt_outside(&r->suspicions, r->name, &pl__range_gravity, g > 0 ? g : NAN, NULL));
  int before = r->suspicions.n;
  PL_TRY(doubt_balance(r, capture));
  PL_TRY(doubt_stiffness(r, capture));
  if (r->suspicions.n == before) PL_TRY(doubt_carried(r, capture));  // one doubt about the tensions is enough
  PL_TRY(doubt_clips(r, capture));
  PL_TRY(doubt_work(r, capture));
  return doubt_direction(r, capture);
}
