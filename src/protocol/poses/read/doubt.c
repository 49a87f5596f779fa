// doubt.c: places and sizes of a body in poses that are readable but probably not what was meant. The command `pliant check` shows these
// doubts, and a fit repeats them.
//
//   density    per volume and per area of no matter; gravity that is not that of the Earth; supports turned around more than once
//   landmarks  at rest off the mesh, where a wide tolerance let them pass
//   places     rms distance from rest that a factor of 10, 100 or 1000 explains; elsewhere than the body; spread wider or closer than a body goes
//   motion     landmarks near a moved support that follow it by a tenth, or tenfold
//   sigma      larger than all readings of its kind
//   sizes      a length that is not the distance of the places read; areas and volumes far from those of the mesh
// Exchanged coordinates are in protocol/poses/read/doubt_exchange.c, what forces say in protocol/poses/read/doubt_force.c, what supports and landmarks say of
// the unit of the mesh in protocol/poses/read/doubt_size.c.
#include <math.h>
#include <stdio.h>

#include "measure/doubt/level.h"
#include "protocol/poses/poses_check.h"
#include "protocol/poses/say_doubts.h"

#define OFF_MESH 0.05     // of the body's size: a landmark at rest; meshes follow a surface to some percent
#define STRETCHED 7.0     // times its length: what rubber reaches; bodies that are pulled less stretch less
#define SPREAD 5.0        // of the spread at rest: what STRETCHED leaves where only a part is pulled
#define SPREAD_LEAST 0.1  // of the body's size: landmarks closer together say little about its stretch
#define ELSEWHERE 2.0     // body sizes, beyond what supports move: then the places are those of another origin
// Of the motion of the support nearby. Landmarks no farther from it than it is wide follow by half or more (Saint-Venant), and by a twentieth in a
// tenfold wrong unit. Midway: sqrt(0.5 x 0.05).
#define FOLLOWS_LEAST 0.158
#define FOLLOWS_MOST 3.16  // the same, between wide supports: midway between 1 and a tenfold wrong unit
#define WIDE_HOLD 0.5      // of the body's size: supports closer together than this are a lever
#define MOVED_MOST 0.5     // of the largest motion: what counts as moved
#define NEAREST 1e-3       // of the extent of the supports: weights stay finite at a support
#define VOLUME_RATIO 3.0   // of a volume: foams are compressed to a third, bodies otherwise hardly change it
#define LENGTH_SHARE 0.1   // by which a length and the places of its ends may differ: it may follow the surface
#define TURN 6.3           // rad, a whole turn
// kg/m^3: an aerogel has 1, osmium 22600. Finds g/cm^3 for kg/m^3, and the reverse of light ones.
#define LIGHTEST 1.0
#define HEAVIEST 25e3
enum { N_HELD = 200, N_MARK = 64 };

// ---- the body ----

// Sheets and gravity: measure/doubt/range.c.
// Angles: a support is not turned around more than once. Finds 45 rad for 45 deg.
static const pl_doubt_range body_density = {
    {SAY_POSES_BODY_DENSITY}, {SAY_POSES_BODY_DENSITY_DO}, PL_DOUBT_SIZES, {1, -3, 0, 0}, LIGHTEST, HEAVIEST, NULL};
static const pl_doubt_range sheet_density = {
    {SAY_POSES_BODY_DENSITY}, {SAY_POSES_BODY_DENSITY_DO}, PL_DOUBT_SIZES, {1, -2, 0, 0}, PL_LIGHTEST_SHEET, PL_HEAVIEST_SHEET, NULL};
static const pl_doubt_range pose_gravity = {
    {SAY_POSES_POSE_GRAVITY}, {SAY_POSES_POSE_GRAVITY_DO}, PL_DOUBT_SIZES, {0, 1, -2, 0}, PL_LEAST_GRAVITY, PL_MOST_GRAVITY, NULL};
static const pl_doubt_range turned = {{SAY_POSES_ANGLE}, {SAY_POSES_ANGLE_DO}, PL_DOUBT_READINGS, {0, 0, 0, 1}, 0, TURN, NULL};

static pl_status doubt_density(pl__poses_reader *r) {
  double density = r->label.m->density;
  return pl__doubt_outside(&r->label.suspicions, r->label.name, pl_mesh_is_solid(r->poses->mesh) ? &body_density : &sheet_density,
                           density > 0 ? density : NAN, NULL);
}

static pl_status doubt_gravity(pl__poses_reader *r) {
  bool found = false;
  for (int i = 0; i < r->n_pose && !found; i++) {
    const double *g = r->poses->pose[i].gravity;
    double size = hypot(hypot(g[0], g[1]), g[2]);
    PL_TRY(pl__doubt_outside(&r->label.suspicions, r->label.name, &pose_gravity, size > 0 ? size : NAN, &found));
  }
  return PL_OK;
}

static pl_status doubt_landmarks(pl__poses_reader *r) {
  if (!(r->most_outside > OFF_MESH * r->size)) return PL_OK;
  return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_LANDMARK_OUTSIDE_DO), SAY_POSES_LANDMARK_OUTSIDE,
                           r->point[r->farthest].name, 1e3 * r->most_outside, 1e3 * r->size);
}

// ---- places ----

// All three coordinates of a point were read in the pose.
static const double *place_of(const pl__poses_reader *r, int q, int pose) {
  if (r->quantity[q].channel != PL_POSES_POSITIONS) return NULL;
  const double *x = r->value[q] + 3 * (size_t)pose;
  return isnan(x[0]) || isnan(x[1]) || isnan(x[2]) ? NULL : x;
}

static const double *rest_of(const pl__poses_reader *r, int q) { return r->poses->rest[PL_POSES_POSITIONS] + r->quantity[q].first; }

// How far supports and springs move at most, m.
static double move_of(const pl__poses_reader *r, int pose) {
  const pl_pose_frame *f = &r->poses->frame[pose];
  double most = 0;
  for (int32_t v = 0; v < r->poses->mesh->n_vertex; v++) {
    double square = 0;
    for (size_t k = 0, dof = 3 * (size_t)v; k < 3; k++, dof++)
      if (f->fixed[dof] || (f->spring && f->spring[dof] > 0))
        square += pow((f->fixed[dof] ? f->target[dof] : f->anchor[dof]) - r->poses->mesh->x0[dof], 2);
    most = fmax(most, square);
  }
  return sqrt(most);
}

// Sums over the points read in a pose.
typedef struct places {
  int n;
  double square;            // m^2, of the distances from rest
  double spread[2];         // m^2, about the mean: now, at rest
  double scaled[6];         // m^2, distances from rest with the numbers times a factor
  double away;              // m^2, at rest, of the distances from the origin
  double mean[3], rest[3];  // m
} places;

static const double factor[6] = {0.1, 10, 0.01, 100, 1e-3, 1e3};  // of units of length
static const char *const factor_words[6] = {"divided by 10",     "multiplied by 10", "divided by 100",
                                            "multiplied by 100", "divided by 1000",  "multiplied by 1000"};

static places sum_places(const pl__poses_reader *r, int pose) {
  places s = {0};
  for (int pass = 0; pass < 2; pass++)
    for (int q = 0; q < r->poses->n_quantity; q++) {
      const double *x = place_of(r, q, pose), *rest = rest_of(r, q);
      if (!x) continue;
      s.n += pass == 0;
      for (int k = 0; k < 3; k++) {
        if (pass == 0) {
          s.mean[k] += x[k];
          s.rest[k] += rest[k];
          continue;
        }
        s.away += rest[k] * rest[k];
        s.square += (x[k] - rest[k]) * (x[k] - rest[k]);
        s.spread[0] += pow(x[k] - s.mean[k] / s.n, 2);
        s.spread[1] += pow(rest[k] - s.rest[k] / s.n, 2);
        for (int i = 0; i < 6; i++) s.scaled[i] += pow(factor[i] * x[k] - rest[k], 2);
      }
    }
  return s;
}

static pl_status doubt_places(pl__poses_reader *r) {
  for (int i = 0; i < r->n_pose; i++) {
    const char *pose = r->poses->pose[i].name;
    places s = sum_places(r, i);
    if (s.n == 0) continue;
    double rms = sqrt(s.square / s.n), move = r->move[i], least = INFINITY;
    int best = 0;
    for (int k = 0; k < 6; k++)
      if (s.scaled[k] < least) least = s.scaled[k], best = k;
    least = sqrt(least / s.n);
    // a small factor brings all landmarks to the origin, and so to one place. It explains nothing of landmarks that are near the origin, or
    // near each other
    double away = sqrt(s.away / s.n), spread = sqrt(s.spread[1] / s.n);
    if (rms > fmax(PL_DOUBT_SHARE * r->size, 2 * move) && least < PL_DOUBT_EXPLAINED * fmin(rms, away) && least < spread)
      return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_PLACES_DO), SAY_POSES_PLACES_UNIT, pose, 1e3 * rms, s.n,
                               1e3 * least, factor_words[best]);
    if (rms > ELSEWHERE * (r->size + move))
      return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_PLACES_DO), SAY_POSES_PLACES_FAR, pose, 1e3 * rms, s.n,
                               1e3 * r->size, 1e3 * move);
    double now = sqrt(s.spread[0] / s.n), rest = sqrt(s.spread[1] / s.n), wide = SPREAD * (1 + move / r->size);
    if (s.n > 2 && rest > SPREAD_LEAST * r->size && (now > wide * rest || now < rest / wide))
      return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_PLACES_DO), SAY_POSES_SPREAD, pose, s.n, 1e3 * now,
                               1e3 * rest);
  }
  return PL_OK;
}

// ---- motion ----

typedef struct holds {
  int n;
  double rest[N_HELD][3], motion[N_HELD][3];  // m
  double extent;                              // m, of all that is held
  double moved;                               // m, of what moves more than half of the most
  double most;                                // m
} holds;

static double distance(const double *a, const double *b) { return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]); }

// Some vertices that are held in all coordinates.
static void sample_holds(const pl__poses_reader *r, int pose, holds *h) {
  const pl_pose_frame *f = &r->poses->frame[pose];
  const double *x0 = r->poses->mesh->x0;
  int32_t n = 0, each, at = 0;
  *h = (holds){0};
  for (int32_t v = 0; v < r->poses->mesh->n_vertex; v++) n += f->fixed[3 * v] && f->fixed[3 * v + 1] && f->fixed[3 * v + 2];
  each = n / N_HELD + 1;
  for (int32_t v = 0; v < r->poses->mesh->n_vertex; v++) {
    size_t dof = 3 * (size_t)v;
    if (!(f->fixed[dof] && f->fixed[dof + 1] && f->fixed[dof + 2]) || at++ % each != 0) continue;
    for (size_t k = 0; k < 3; k++) h->rest[h->n][k] = x0[dof + k], h->motion[h->n][k] = f->target[dof + k] - x0[dof + k];
    h->most = fmax(h->most, distance(f->target + dof, x0 + dof));
    h->n++;
  }
  static const double nil[3] = {0};
  for (int a = 0; a < h->n; a++)
    for (int b = 0; b < a; b++) {
      double d = distance(h->rest[a], h->rest[b]);
      h->extent = fmax(h->extent, d);
      if (distance(h->motion[a], nil) > MOVED_MOST * h->most && distance(h->motion[b], nil) > MOVED_MOST * h->most)
        h->moved = fmax(h->moved, d);
    }
}

// Motion of the supports at a place, weighed by distance^-4; near: distance to what moves.
static void expect_motion(const holds *h, const double *rest, double motion[3], double *near) {
  static const double nil[3] = {0};
  double sum = 0;
  motion[0] = motion[1] = motion[2] = 0;
  *near = INFINITY;
  for (int i = 0; i < h->n; i++) {
    double d = distance(h->rest[i], rest), w = pow(fmax(d, NEAREST * h->extent), -4);
    if (distance(h->motion[i], nil) > MOVED_MOST * h->most) *near = fmin(*near, d);
    sum += w;
    for (int k = 0; k < 3; k++) motion[k] += w * h->motion[i][k];
  }
  for (int k = 0; k < 3; k++) motion[k] /= sum;
}

// Only supports act on the body, and they hold it.
static bool only_supports(const pl__poses_reader *r, int pose, bool turns) {
  const pl_pose *p = &r->poses->pose[pose];
  for (int s = 0; s < p->n_support; s++)
    if (p->support[s].kind == PL_SUPPORT_SPRING || (!turns && (p->support[s].kind != PL_SUPPORT_MOTION || p->support[s].angle != 0)))
      return false;
  return p->n_load == 0 && p->gravity[0] == 0 && p->gravity[1] == 0 && p->gravity[2] == 0;
}

// Seen motion as a multiple of the expected one, sum d.e / sum e.e, over landmarks. With `close`, only those no farther from what moves
// than that is wide.
static double follows(const pl__poses_reader *r, int pose, const holds *h, bool close, double sigma, int *n) {
  double product = 0, square = 0, noise = PL_DOUBT_SIGMAS * sigma;
  int n_read = 0, at = 0;
  for (int q = 0; q < r->poses->n_quantity; q++) n_read += place_of(r, q, pose) != NULL;
  *n = 0;
  for (int q = 0; q < r->poses->n_quantity; q++) {
    const double *x = place_of(r, q, pose), *rest = rest_of(r, q);
    double e[3], near;
    if (!x || at++ % (n_read / N_MARK + 1) != 0) continue;
    expect_motion(h, rest, e, &near);
    if ((close && near > h->moved) || e[0] * e[0] + e[1] * e[1] + e[2] * e[2] <= noise * noise) continue;
    for (int k = 0; k < 3; k++) product += (x[k] - rest[k]) * e[k], square += e[k] * e[k];
    (*n)++;
  }
  return square > 0 ? product / square : 1;
}

static pl_status doubt_motion(pl__poses_reader *r, double sigma) {
  for (int i = 0; i < r->n_pose; i++) {
    holds h;
    int n;
    if (!only_supports(r, i, true)) continue;
    sample_holds(r, i, &h);
    if (!(h.most > PL_DOUBT_SIGMAS * sigma)) continue;
    double share = follows(r, i, &h, true, sigma, &n);
    bool odd = n > 0 && share < FOLLOWS_LEAST;
    if (!odd && h.extent > WIDE_HOLD * r->size && only_supports(r, i, false)) {
      share = follows(r, i, &h, false, sigma, &n);
      odd = share > FOLLOWS_MOST;
    }
    if (odd)
      return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_MOTION_DO), SAY_POSES_MOTION, r->poses->pose[i].name, share,
                               1e3 * h.most);
  }
  return PL_OK;
}

static pl_status doubt_angle(pl__poses_reader *r) {
  bool found = false;
  for (int i = 0; i < r->n_pose; i++)
    for (int s = 0; s < r->poses->pose[i].n_support && !found; s++)
      PL_TRY(pl__doubt_outside(&r->label.suspicions, r->label.name, &turned, fabs(r->poses->pose[i].support[s].angle), &found));
  return PL_OK;
}

// ---- lengths, areas, volumes ----

// Along the places of its points; NAN when one of them was not read.
static double length_read(const pl__poses_reader *r, const pl_quantity *line, int pose) {
  double sum = 0;
  const double *last = NULL;
  for (int i = 0; i < line->n_point; i++) {
    int q = r->of_point[line->point[i]] - 1;
    const double *x = q >= 0 ? place_of(r, q, pose) : NULL;
    if (!x) return NAN;
    if (last) sum += distance(x, last);
    last = x;
  }
  return sum;
}

// `trusted`: the places of landmarks are.
static pl_status doubt_sizes(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS], bool trusted) {
  static const double ratio[PL_POSES_CHANNELS] = {
      [PL_POSES_LENGTH] = STRETCHED, [PL_POSES_AREA] = STRETCHED * STRETCHED, [PL_POSES_VOLUME] = VOLUME_RATIO};
  for (int q = 0; q < r->poses->n_quantity; q++) {
    const pl_quantity *quantity = &r->quantity[q];
    int c = quantity->channel;
    if (c < PL_POSES_LENGTH) continue;
    double rest = r->poses->rest[c][quantity->first];
    for (int i = 0; i < r->n_pose; i++) {
      double value = r->value[q][i], wide = ratio[c] * (c == PL_POSES_VOLUME ? 1 : 1 + r->move[i] / r->size);
      char a[64], b[64];
      if (isnan(value)) continue;
      double read = c == PL_POSES_LENGTH && trusted ? length_read(r, quantity, i) : NAN;
      if (fabs(read - value) > LENGTH_SHARE * fmax(read, value) + PL_DOUBT_SIGMAS * (sigma[c] + sigma[PL_POSES_POSITIONS]))
        return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_LENGTH_DO), SAY_POSES_LENGTH, r->poses->pose[i].name,
                                 quantity->name, pl__suspect_number(value, PL_DIM_LENGTH, a), pl__suspect_number(read, PL_DIM_LENGTH, b));
      if (value > wide * rest || value < rest / wide)
        return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_SIZE_DO), SAY_POSES_SIZE, r->poses->pose[i].name,
                                 pl__poses_channel[c].name, quantity->name, pl__suspect_number(value, pl__poses_dim[c], a),
                                 pl__suspect_number(rest, pl__poses_dim[c], b));
    }
  }
  return PL_OK;
}

// ---- sigma ----

// A sigma larger than all that was read of its kind: then no reading tells anything. Of positions what tells is how far they are from rest.
static pl_status doubt_sigma(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]) {
  double most[PL_POSES_CHANNELS] = {0}, least[PL_POSES_CHANNELS];  // SI, of what was read, and the least sigma of it
  for (int c = 0; c < PL_POSES_CHANNELS; c++) least[c] = INFINITY;
  for (int q = 0; q < r->poses->n_quantity; q++) {
    const pl_quantity *quantity = &r->quantity[q];
    int c = quantity->channel;
    for (int i = 0; i < r->n_pose; i++)
      for (int k = 0; k < quantity->n; k++) {
        double value = r->value[q][i * quantity->n + k], own = r->sigma[q][i];
        if (isnan(value)) continue;
        most[c] = fmax(most[c], fabs(c == PL_POSES_POSITIONS ? value - rest_of(r, q)[k] : value));
        least[c] = fmin(least[c], own > 0 ? own : sigma[c]);
      }
  }
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    char a[64], b[64], remedy[160];
    if (!(most[c] > 0) || !(least[c] > most[c])) continue;
    snprintf(remedy, sizeof remedy, PL_TEXT(SAY_POSES_SIGMA_DO), pl__poses_channel[c].name);
    PL_TRY(pl__label_suspect(&r->label, PL_DOUBT_SIZES, PL_NAMED(SAY_POSES_SIGMA_DO, remedy), SAY_POSES_SIGMA, pl__poses_channel[c].name,
                             pl__suspect_number(least[c], pl__poses_dim[c], a), pl__suspect_number(most[c], pl__poses_dim[c], b),
                             c == PL_POSES_POSITIONS ? " from rest" : ""));
  }
  return PL_OK;
}

pl_status pl__poses_doubt(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]) {
  r->move = pl_arena_alloc(r->label.scratch, (size_t)r->n_pose, sizeof *r->move);
  if (!r->move) return PL_ERROR_MEMORY;
  for (int i = 0; i < r->n_pose; i++) r->move[i] = move_of(r, i);
  PL_TRY(doubt_density(r));
  PL_TRY(doubt_gravity(r));
  PL_TRY(doubt_sigma(r, sigma));
  int before = r->label.suspicions.n;
  PL_TRY(pl__poses_doubt_size(r));
  bool sized = r->label.suspicions.n > before;
  PL_TRY(doubt_landmarks(r));
  PL_TRY(doubt_angle(r));
  // places in another unit neither follow the supports nor agree with lengths: one thing, one sentence
  int n = r->label.suspicions.n;
  PL_TRY(pl__poses_doubt_exchange(r));
  bool exchanged = r->label.suspicions.n > n;
  if (!exchanged) PL_TRY(doubt_places(r));
  bool trusted = r->label.suspicions.n == n;
  if (trusted && !sized) PL_TRY(doubt_motion(r, sigma[PL_POSES_POSITIONS]));
  bool moved = exchanged || (trusted && r->label.suspicions.n > n);  // then forces do no work as they should, either
  PL_TRY(doubt_sizes(r, sigma, trusted));
  if (!moved) PL_TRY(pl__poses_doubt_forces(r, sigma));
  return PL_OK;
}
