// doubt_force.c: forces, torques and loads of a body in poses that are readable but probably not what was meant.
//
//   balance   along an axis on which every support was read: forces of the supports + loads + weight = 0, to a part of the largest force of the pose:
//             load cells feel a little of it across, and what is left along an axis that carries nothing is their error or rounding
//   sign      over the way from rest to the pose supports work on an elastic body: F.t + T.a phi > 0; loads and weight likewise: L.u > 0
//   size      the same work W gives the size of the stiffness, E = W / (V strain^2), strain = motion / distance of what moves from what does not. That is
//             right for pulling; bending is softer by (size / thickness)^2, a thin layer between plates stiffer by (size / distance)^2, a small tool feels
//             less than the whole volume. E therefore has a range. It is doubted outside of soft matter, and where two poses contradict each other: a
//             force in kN that was read in N. Of two poses that are held and moved alike, one further than the other, the geometry cancels, and the
//             values themselves must agree.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/doubt/level.h"
#include "protocol/poses/poses_check.h"
#include "mesh/volume.h"
#include "protocol/poses/say_doubts.h"

// Pa: the softest gels have 10 Pa, the hardest plastics and wood 1e10 Pa. Of a sheet, N/m: a centimetre of the hardest.
#define SOFTEST 10.0
#define HARDEST 1e10
#define HARDEST_SHEET 1e8
#define LOADED 0.1         // of the largest force read: loads and weight below it do not hide its sign
#define ALONG 0.7          // cosine between a motion and the line from what rests to what moves: within 45 degrees it is a pull
#define SAME_WAY 0.95      // cosine between motions that are alike: 18 degrees, a difference of 5 % in the work
#define ACROSS 0.1         // of a motion or an axis: a component so small may be missing, for it adds 10 % at most
#define SAME_PLACE 0.01    // of the body's size: the torque is about the axis of the turn
#define AGAINST_LOAD -0.5  // cosine between the mean motion of landmarks and the load: more than 120 degrees apart
enum { N_NEAR = 48, POSES_NAMED = 3 };

typedef struct estimate {
  int pose;
  const char *what;         // "the force on", "the torque on", "the weight", "the load on"
  const char *name;         // of the set
  double value, low, high;  // Pa
  bool by_supports;
} estimate;

typedef struct forces {
  pl__poses_reader *r;
  const double *sigma;
  double volume;     // m^3, of a sheet its area
  double thickness;  // m, 4 volume / surface: of a rod its side, of a plate twice its thickness
  double load[3];    // N, of the pose: loads and weight
  bool pressed;      // a pressure acts
  int n_estimate;
  estimate *estimate;  // [2 n_pose]: by the supports, by the loads
} forces;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static double size_of(const double *a) { return sqrt(dot(a, a)); }

static double body_surface(const pl_mesh *mesh) {
  double sum = 0;
  for (int32_t f = 0; f < mesh->n_face; f++) {
    const int32_t *c = mesh->face + 4 * (size_t)f;
    for (int half = 0; half < (c[3] >= 0 ? 2 : 1); half++) {
      const double *a = mesh->x0 + 3 * (size_t)c[0], *b = mesh->x0 + 3 * (size_t)c[1 + half], *d = mesh->x0 + 3 * (size_t)c[2 + half];
      double u[3], v[3];
      for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = d[k] - a[k];
      const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
      sum += 0.5 * size_of(n);
    }
  }
  return sum;
}

static void measure_body(forces *f) {
  const pl_mesh *mesh = f->r->poses->mesh;
  if (pl_mesh_is_solid(mesh)) {
    f->volume = pl_body_volume(mesh, mesh->x0, NULL);
    f->thickness = 4 * f->volume / body_surface(mesh);
    return;
  }
  for (int32_t t = 0; t < mesh->n_triangle; t++) f->volume += mesh->triangle_area[t];
}

static void sum_loads(forces *f, int pose) {
  const pl_pose *p = &f->r->poses->pose[pose];
  f->pressed = false;
  for (int k = 0; k < 3; k++) f->load[k] = f->r->label.m->density * f->volume * p->gravity[k];
  for (int i = 0; i < p->n_load; i++) {
    f->pressed = f->pressed || p->load[i].kind == PL_LOAD_PRESSURE;
    for (int k = 0; k < 3; k++) f->load[k] += p->load[i].force[k];
  }
}

// What was read of a set in a pose, [3]; NULL: nothing.
static const double *reading(const pl__poses_reader *r, int channel, int set, int pose, int *quantity) {
  for (int q = r->last[channel]; q > 0; q = r->next[q - 1])
    if (r->quantity[q - 1].set == set && pl__poses_has_value(r, q - 1, pose)) {
      *quantity = q - 1;
      return r->value[q - 1] + 3 * (size_t)pose;
    }
  return NULL;
}

static double noise_of(const forces *f, int q, int pose) {
  double own = f->r->sigma[q][pose];
  return PL_DOUBT_SIGMAS * (own > 0 ? own : f->sigma[f->r->quantity[q].channel]);
}

// ---- balance ----

// Sum of the forces along an axis; false when one was not read, or when a vertex belongs to two sets and would count twice.
static bool sum_forces(const forces *f, int pose, int axis, double *sum, double *noise) {
  const pl_poses *poses = f->r->poses;
  const pl_pose *p = &poses->pose[pose];
  *sum = f->load[axis];
  *noise = 0;
  for (int s = 0; s < p->n_support; s++) {
    const pl_node_set *set = &poses->set[p->support[s].set];
    bool again = false;
    int q = 0;
    if (!p->support[s].axis[axis]) continue;
    for (int before = 0; before < s; before++) {
      const pl_node_set *other = &poses->set[p->support[before].set];
      if (!p->support[before].axis[axis]) continue;
      again = again || other == set;
      for (int32_t i = 0, j = 0; i < set->n && j < other->n && other != set;) {
        if (set->vertex[i] == other->vertex[j]) return false;
        if (set->vertex[i] < other->vertex[j])
          i++;
        else
          j++;
      }
    }
    const double *force = reading(f->r, PL_POSES_FORCE, p->support[s].set, pose, &q);
    if (!force || isnan(force[axis])) return false;
    if (again) continue;
    *sum += force[axis];
    *noise += noise_of(f, q, pose);
  }
  return !f->pressed;
}

// Largest component of what was read on the supports of a pose, by channel; of forces also of the loads and the weight.
static double largest_of(const forces *f, int channel, int pose) {
  const pl_pose *p = &f->r->poses->pose[pose];
  double most = 0;
  for (int k = 0; k < 3 && channel == PL_POSES_FORCE; k++) most = fmax(most, fabs(f->load[k]));
  for (int s = 0, q = 0; s < p->n_support; s++) {
    const double *read = reading(f->r, channel, p->support[s].set, pose, &q);
    for (int k = 0; k < 3 && read; k++)
      if (!isnan(read[k])) most = fmax(most, fabs(read[k]));
  }
  return most;
}

static pl_status doubt_balance(forces *f, int pose, bool *found) {
  // a torque is made of forces as far apart as the body is large at the most
  double most = largest_of(f, PL_POSES_FORCE, pose), turn = largest_of(f, PL_POSES_TORQUE, pose) / f->r->size;
  for (int axis = 0; axis < 3; axis++) {
    double sum, noise;
    if (!sum_forces(f, pose, axis, &sum, &noise) || fabs(sum) <= fmax(PL_DOUBT_SHARE * fmax(most, turn), noise)) continue;
    *found = true;
    return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_BALANCE_DO), SAY_POSES_BALANCE,
                             f->r->poses->pose[pose].name, "xyz"[axis], sum, most);
  }
  return PL_OK;
}

// ---- work of the supports ----

typedef struct work {
  double value, size;  // J: sum F.t + T.a phi, sum |F| |t| + |T| |phi|
  double motion[3];    // m, of the support that works most
  double most;         // J, its work
  int set;             // its set
  const char *what;
  bool noisy;
} work;

// Motion of a support along the axes it holds; false when it is no translation with or without a turn.
static bool translation_of(const pl_pose_support *s, double t[3]) {
  if (s->kind != PL_SUPPORT_MOTION) return false;
  for (int k = 0; k < 3; k++) t[k] = s->axis[k] ? s->translation[k] : 0;
  return true;
}

// Motion of the supports that were not read: that of the frame in which work is counted, for rigid motions do none.
static bool base_motion(const forces *f, int pose, double base[3]) {
  const pl_pose *p = &f->r->poses->pose[pose];
  bool any = false;
  int q = 0;
  memset(base, 0, 3 * sizeof *base);
  for (int s = 0; s < p->n_support; s++) {
    double t[3];
    bool read = reading(f->r, PL_POSES_FORCE, p->support[s].set, pose, &q) || reading(f->r, PL_POSES_TORQUE, p->support[s].set, pose, &q);
    if (!translation_of(&p->support[s], t)) return false;
    if (read) continue;
    if (p->support[s].angle != 0 || (any && memcmp(base, t, sizeof t) != 0)) return false;
    memcpy(base, t, sizeof t);
    any = true;
  }
  return any || translation_of(&p->support[0], base);
}

static void count_work(work *w, const pl_pose_support *s, const char *what, double part, double size, double noise, const double t[3]) {
  w->value += part;
  w->size += size;
  w->noisy = w->noisy || fabs(part) <= noise;
  if (fabs(part) <= w->most) return;
  w->most = fabs(part);
  w->set = s->set;
  w->what = what;
  memcpy(w->motion, t, sizeof w->motion);
}

// A turn about the point the torque was read about: others would need the force too.
static bool turn_work(const forces *f, int pose, const pl_pose_support *s, work *w) {
  int q = 0;
  const double *torque = reading(f->r, PL_POSES_TORQUE, s->set, pose, &q), nil[3] = {0};
  if (!torque) return false;
  double along = 0;
  for (int k = 0; k < 3; k++) {
    if (fabs(f->r->quantity[q].about[k] - s->through[k] - s->translation[k]) > SAME_PLACE * f->r->size) return false;
    if (isnan(torque[k]) && fabs(s->turn[k]) > ACROSS) return false;
    if (!isnan(torque[k])) along += torque[k] * s->turn[k];
  }
  count_work(w, s, "the torque on", along * s->angle, fabs(along * s->angle), noise_of(f, q, pose) * fabs(s->angle), nil);
  return true;
}

static bool push_work(const forces *f, int pose, const pl_pose_support *s, const double base[3], work *w) {
  int q = 0;
  const double *force = reading(f->r, PL_POSES_FORCE, s->set, pose, &q);
  double t[3] = {0}, part = 0, size = 0;
  if (!translation_of(s, t)) return false;
  for (int k = 0; k < 3; k++) t[k] = s->axis[k] ? t[k] - base[k] : 0;
  if (size_of(t) == 0) return true;
  if (!force) return false;
  for (int k = 0; k < 3; k++) {
    if (isnan(force[k]) && fabs(t[k]) > ACROSS * size_of(t)) return false;
    if (isnan(force[k]) || !s->axis[k]) continue;
    part += force[k] * t[k];
    size += fabs(force[k]) * size_of(t);
  }
  count_work(w, s, "the force on", part, size, noise_of(f, q, pose) * size_of(t), t);
  return true;
}

static bool support_work(const forces *f, int pose, work *w) {
  const pl_pose *p = &f->r->poses->pose[pose];
  double base[3];
  *w = (work){.set = -1};
  if (f->pressed || !base_motion(f, pose, base)) return false;
  for (int s = 0; s < p->n_support; s++) {
    if (p->support[s].angle != 0 && !turn_work(f, pose, &p->support[s], w)) return false;
    if (!push_work(f, pose, &p->support[s], base, w)) return false;
  }
  if (w->set < 0 || w->noisy) return false;
  // loads and weight are carried too
  int q = 0;
  const double *force = reading(f->r, PL_POSES_FORCE, w->set, pose, &q);
  double largest = 0;
  for (int k = 0; k < 3 && force; k++)
    if (!isnan(force[k])) largest = fmax(largest, fabs(force[k]));
  return size_of(f->load) <= LOADED * (force ? largest : 0) || size_of(f->load) == 0;
}

// One sentence for all poses in which supports are pushed the way they push; where that is every pose, the sign convention was another one.
static pl_status doubt_sign(forces *f, bool *found) {
  int n = 0, n_known = 0;
  work w, first = {0};
  char poses[400] = "";
  for (int i = 0; i < f->r->n_pose; i++) {
    sum_loads(f, i);
    if (!support_work(f, i, &w)) continue;
    n_known++;
    if (w.value >= -PL_DOUBT_SHARE * w.size) continue;
    size_t used = strlen(poses);
    if (n++ == 0) first = w;
    if (n <= POSES_NAMED) snprintf(poses + used, sizeof poses - used, "%s\"%.80s\"", n > 1 ? ", " : "", f->r->poses->pose[i].name);
  }
  if (n == 0) return PL_OK;
  *found = true;
  const char *set = f->r->poses->set[first.set].name;
  if (n == 1)
    return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_SIGN_DO), SAY_POSES_SIGN, poses, first.what, set,
                             1e3 * first.value);
  char where[440];
  if (n == n_known)
    snprintf(where, sizeof where, "forces in all %d poses where they can be checked:", n);
  else
    snprintf(where, sizeof where, "forces in poses %s%s:", poses, n > POSES_NAMED ? " and others" : "");
  return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_SIGN_DO), SAY_POSES_SIGNS, where, first.what, set,
                           1e3 * first.value);
}

// ---- size of the stiffness ----

static void add_estimate(forces *f, estimate e) {
  if (e.value > 0 && isfinite(e.value)) f->estimate[f->n_estimate++] = e;
}

static void target_of(const pl__poses_reader *r, int pose, int32_t vertex, double motion[3]) {
  const pl_pose_frame *frame = &r->poses->frame[pose];
  for (size_t k = 0, dof = 3 * (size_t)vertex; k < 3; k++, dof++)
    motion[k] = frame->fixed[dof] ? frame->target[dof] - r->poses->mesh->x0[dof] : 0;
}

// Geometry of a pull: the moved set against what else is held.
typedef struct pull {
  double move;     // m, the set's largest motion against the mean of the rest
  double gap;      // m, nearest distance
  double tool;     // m, extent of the set
  double line[3];  // unit vector from the middle of the rest to that of the set
} pull;

static bool look_at_pull(const pl__poses_reader *r, int pose, int index, pull *p) {
  const pl_mesh *mesh = r->poses->mesh;
  const pl_node_set *set = &r->poses->set[index];
  const uint8_t *fixed = r->poses->frame[pose].fixed;
  double middle[2][3] = {{0}}, mean[3] = {0}, low[3] = {0}, high[3] = {0};
  int32_t n = 0, each = set->n / N_NEAR + 1, n_other = 0, at = 0;
  for (int32_t v = 0, i = 0; v < mesh->n_vertex; v++) {
    while (i < set->n && set->vertex[i] < v) i++;
    bool own = i < set->n && set->vertex[i] == v;
    double motion[3];
    const double *x = mesh->x0 + 3 * (size_t)v;
    if (!own && !fixed[3 * v] && !fixed[3 * v + 1] && !fixed[3 * v + 2]) continue;
    target_of(r, pose, v, motion);
    for (int k = 0; k < 3; k++) {
      middle[own][k] += x[k];
      if (!own) mean[k] += motion[k];
      if (own) low[k] = n == 0 ? x[k] : fmin(low[k], x[k]), high[k] = n == 0 ? x[k] : fmax(high[k], x[k]);
    }
    if (own)
      n++;
    else
      n_other++;
  }
  if (n == 0 || n_other == 0) return false;
  *p = (pull){.gap = INFINITY};
  for (int k = 0; k < 3; k++) {
    p->line[k] = middle[1][k] / n - middle[0][k] / n_other;
    mean[k] /= n_other;
    p->tool += (high[k] - low[k]) * (high[k] - low[k]);
  }
  p->tool = sqrt(p->tool);
  double length = size_of(p->line);
  for (int k = 0; k < 3; k++) p->line[k] /= length > 0 ? length : 1;
  for (int32_t i = 0; i < set->n; i += each) {
    double motion[3];
    target_of(r, pose, set->vertex[i], motion);
    for (int k = 0; k < 3; k++) motion[k] -= mean[k];
    p->move = fmax(p->move, size_of(motion));
  }
  for (int32_t v = 0, i = 0; v < mesh->n_vertex; v++) {
    while (i < set->n && set->vertex[i] < v) i++;
    if ((i < set->n && set->vertex[i] == v) || (!fixed[3 * v] && !fixed[3 * v + 1] && !fixed[3 * v + 2])) continue;
    if (at++ % (n_other / N_NEAR + 1) != 0) continue;
    for (int32_t j = 0; j < set->n; j += each) {
      const double *a = mesh->x0 + 3 * (size_t)v, *b = mesh->x0 + 3 * (size_t)set->vertex[j];
      p->gap = fmin(p->gap, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
    }
  }
  return p->move > 0 && p->gap > 0;
}

static void estimate_by_supports(forces *f, int pose, const work *w) {
  pull p;
  if (!(w->value > 0) || !look_at_pull(f->r, pose, w->set, &p)) return;
  double strain = p.move / p.gap, value = w->value / (strain * strain * f->volume), size = f->r->size;
  double along = size_of(w->motion) > 0 ? dot(w->motion, p.line) / size_of(w->motion) : 0;
  bool solid = pl_mesh_is_solid(f->r->poses->mesh);
  double bends = solid ? pow(fmax(size / f->thickness, 1), 2) : 1;
  double few = fmax(f->volume / (p.tool * p.gap * (solid ? p.gap : 1)), 1), squeezed = pow(fmax(size / p.gap, 1), 2);
  estimate e = {pose, w->what, f->r->poses->set[w->set].name, value, value / squeezed, value * few * (along > ALONG ? 1 : bends), true};
  add_estimate(f, e);
}

// Landmarks under loads and weight while nothing that holds the body moves.
static pl_status look_at_loads(forces *f, int pose, bool *found) {
  const pl__poses_reader *r = f->r;
  double mean[3] = {0}, most = 0, total = size_of(f->load);
  int n = 0;
  if (f->pressed || !(total > 0) || r->move[pose] > 0) return PL_OK;
  for (int q = 0; q < r->poses->n_quantity; q++) {
    const double *x = r->value[q] + 3 * (size_t)pose, *rest = r->poses->rest[PL_POSES_POSITIONS] + r->quantity[q].first;
    if (r->quantity[q].channel != PL_POSES_POSITIONS || isnan(x[0]) || isnan(x[1]) || isnan(x[2])) continue;
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = x[k] - rest[k], mean[k] += d[k];
    most = fmax(most, size_of(d));
    n++;
  }
  if (n == 0 || most <= PL_DOUBT_SIGMAS * f->sigma[PL_POSES_POSITIONS]) return PL_OK;
  for (int k = 0; k < 3; k++) mean[k] /= n;
  const pl_pose *p = &r->poses->pose[pose];
  double gain = dot(f->load, mean);
  if (gain < AGAINST_LOAD * total * size_of(mean) && size_of(mean) > PL_DOUBT_EXPLAINED * most) {
    *found = true;
    return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_AGAINST_LOAD_DO), SAY_POSES_AGAINST_LOAD, p->name,
                             p->n_load > 0 ? "what loads the body" : "gravity", 1e3 * size_of(mean));
  }
  if (!pl_mesh_is_solid(r->poses->mesh) || !(gain > 0)) return PL_OK;
  double strain = most / r->size, value = gain / (strain * strain * f->volume), slender = pow(fmax(r->size / f->thickness, 1), 2);
  add_estimate(f,
               (estimate){pose, p->n_load > 0 ? "the loads of" : "the weight of", "body", value, value / slender, value * slender, false});
  return PL_OK;
}

// To one digit: it is no better known.
static const char *modulus(double value, char text[64]) {
  static const char *const unit[] = {"Pa", "kPa", "MPa", "GPa"};
  double digit = pow(10, floor(log10(value)));
  int i = 0;
  for (value = digit * round(value / digit); i < 3 && value >= 999; i++) value /= 1e3;
  snprintf(text, 64, "%g %s", value, unit[i]);
  return text;
}

static pl_status doubt_range(forces *f, bool *found) {
  bool solid = pl_mesh_is_solid(f->r->poses->mesh);
  for (int i = 0; i < f->n_estimate; i++) {
    const estimate *e = &f->estimate[i];
    char a[64];
    if (solid ? e->low <= HARDEST && e->high >= SOFTEST : e->low <= HARDEST_SHEET) continue;
    *found = true;
    if (!solid)
      return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_MODULUS_DO), SAY_POSES_SHEET_MODULUS,
                               f->r->poses->pose[e->pose].name, e->what, e->name, e->value, HARDEST_SHEET);
    return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_MODULUS_DO), SAY_POSES_BODY_MODULUS,
                             f->r->poses->pose[e->pose].name, e->what, e->name, modulus(e->value, a));
  }
  return PL_OK;
}

static bool same_way(const double *a, const double *b) {
  double size = size_of(a) * size_of(b);
  return size > 0 ? dot(a, b) >= SAME_WAY * size : size_of(a) == size_of(b);
}

// Are the same sets held in both poses, and moved the same way?
static bool is_alike(const pl_poses *poses, const estimate *a, const estimate *b) {
  const pl_pose *p = &poses->pose[a->pose], *q = &poses->pose[b->pose];
  if (!a->by_supports || !b->by_supports || a->name != b->name || a->what != b->what || p->n_support != q->n_support) return false;
  for (int i = 0; i < p->n_support; i++) {
    const pl_pose_support *s = &p->support[i], *t = &q->support[i];
    if (s->set != t->set || s->kind != t->kind || memcmp(s->axis, t->axis, sizeof s->axis) != 0) return false;
    if (!same_way(s->translation, t->translation) || !same_way(s->turn, t->turn)) return false;
  }
  return true;
}

static bool agree(const pl_poses *poses, const estimate *a, const estimate *b) {
  if (is_alike(poses, a, b)) return a->value <= PL_DOUBT_THOUSAND * b->value && b->value <= PL_DOUBT_THOUSAND * a->value;
  return a->low <= PL_DOUBT_THOUSAND * b->high && b->low <= PL_DOUBT_THOUSAND * a->high;
}

// The one that most others contradict; of two, the one that implies more.
static pl_status doubt_together(forces *f) {
  int worst = -1, most = 0, other = -1;
  for (int i = 0; i < f->n_estimate; i++) {
    int n = 0, last = -1;
    for (int j = 0; j < f->n_estimate; j++)
      if (!agree(f->r->poses, &f->estimate[i], &f->estimate[j])) n++, last = j;
    if (n > most || (n == most && n > 0 && f->estimate[i].value > f->estimate[worst].value)) most = n, worst = i, other = last;
  }
  if (worst < 0) return PL_OK;
  const estimate *a = &f->estimate[worst], *b = &f->estimate[other];
  char one[64], two[64];
  return pl__label_suspect(&f->r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_MODULI_APART_DO), SAY_POSES_MODULI_APART, a->what, a->name,
                           f->r->poses->pose[a->pose].name, modulus(a->value, one), b->what, b->name, f->r->poses->pose[b->pose].name,
                           modulus(b->value, two));
}

pl_status pl__poses_doubt_forces(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]) {
  forces *f = pl_arena_alloc(r->label.scratch, 1, sizeof *f);
  bool unbalanced = false, sign = false, range = false;
  if (!f) return PL_ERROR_MEMORY;
  *f = (forces){.r = r, .sigma = sigma, .estimate = pl_arena_alloc(r->label.scratch, 2 * (size_t)r->n_pose + 1, sizeof(estimate))};
  if (!f->estimate) return PL_ERROR_MEMORY;
  measure_body(f);
  PL_TRY(doubt_sign(f, &sign));
  for (int i = 0; i < r->n_pose; i++) {
    work w;
    sum_loads(f, i);
    if (!unbalanced) PL_TRY(doubt_balance(f, i, &unbalanced));
    if (support_work(f, i, &w)) estimate_by_supports(f, i, &w);
    if (!sign) PL_TRY(look_at_loads(f, i, &sign));
  }
  PL_TRY(doubt_range(f, &range));
  return range || !pl_mesh_is_solid(r->poses->mesh) ? PL_OK : doubt_together(f);
}
