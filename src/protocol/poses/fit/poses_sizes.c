// poses_sizes.c: see poses_sizes.h.
//
// With supports alone, positions of a linear body do not depend on its stiffness and forces are proportional to it: E = E0 F_read /
// F_predicted. With loads alone, displacements are proportional to 1/E: E = E0 u_predicted / u_read, while u_predicted is small. Large
// displacements grow less than proportionally: such readings give no lower limit. Poses with both give no estimate.
#include "protocol/poses/fit/poses_sizes.h"

#include <math.h>

#include "estimate/problem/detail.h"
#include "measure/doubt/doubt.h"
#include "protocol/poses/poses.h"

#define MANY_SIGMA 3.0    // deviation that noise may cause: these are limits of a confidence interval, 99.7 %
#define LEAST_SHARE 1e-3  // of the measured displacement: smaller predictions may be the solver's tolerance
#define MOST_SHARE 0.7    // the same: larger ones are not proportional
#define ROUGH 3.0         // possible error factor of a stiffness from displacements
#define NO_MOTION 1e-9    // m: supports that rest, but for rounding
#define FAR 0.1           // of the body's size: displacements that are not proportional to loads

static bool is_loaded(const pl_poses *poses, int pose) {
  const pl_pose *p = &poses->pose[pose];
  return p->n_load > 0 || p->gravity[0] != 0 || p->gravity[1] != 0 || p->gravity[2] != 0;
}

static bool is_moved(const pl_poses *poses, int pose) {
  const pl_pose_frame *f = &poses->frame[pose];
  for (int32_t i = 0; i < 3 * poses->mesh->n_vertex; i++)
    if (f->fixed[i] && fabs(f->target[i] - poses->mesh->x0[i]) > NO_MOTION) return true;
  return false;
}

static bool any_read(const pl_fit_case *c, const pl_quantity *q, int pose) {
  const pl_channel *channel = &c->test->channel[q->channel];
  const double *value = channel->value ? channel->value + (size_t)pose * (size_t)pl_channel_width(channel) + q->first : NULL;
  for (int k = 0; k < q->n && value; k++)
    if (!isnan(value[k])) return true;
  return false;
}

// Counts the readings, and lists them if there is a list.
static void add(pl_sizes *sizes, const pl_fit_case *c, int pose, int channel, int quantity) {
  if (sizes->reading)
    sizes->reading[sizes->n] = (pl_size_reading){.of = c, .pose = pose, .channel = channel, .quantity = quantity, .high = INFINITY};
  sizes->n++;
}

static void add_all(const pl_fit *fit, pl_sizes *sizes) {
  sizes->n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_poses *poses = pl_poses_of(c->test);
    for (int pose = 0; pose < poses->n_pose; pose++) {
      bool loaded = is_loaded(poses, pose), landmarks = false;
      if (poses->frame[pose].spring || (loaded && is_moved(poses, pose))) continue;
      for (int q = 0; q < poses->n_quantity; q++) {
        const pl_quantity *quantity = &poses->quantity[q];
        bool force = quantity->channel == PL_POSES_FORCE || quantity->channel == PL_POSES_TORQUE;
        if (!any_read(c, quantity, pose)) continue;
        landmarks = landmarks || quantity->channel == PL_POSES_POSITIONS;
        if (force && !loaded) add(sizes, c, pose, quantity->channel, q);
      }
      if (loaded && landmarks) add(sizes, c, pose, PL_POSES_POSITIONS, -1);
    }
  }
}

pl_status pl_sizes_create(const pl_fit *fit, pl_sizes *sizes) {
  *sizes = (pl_sizes){0};
  add_all(fit, sizes);
  sizes->reading = pl_arena_alloc(fit->arena, (size_t)sizes->n + 1, sizeof *sizes->reading);
  if (!sizes->reading) return PL_ERROR_MEMORY;
  add_all(fit, sizes);
  return PL_OK;
}

// Sums over the measured and predicted values of a reading, relative to rest for landmarks.
typedef struct sums {
  double read, predicted, both;  // SI squared
  double most;                   // SI, largest measured norm of three coordinates
  int n;
} sums;

static void add_values(const pl_fit_case *c, const pl_quantity *q, int pose, sums *s) {
  const pl_channel *channel = &c->test->channel[q->channel];
  size_t first = (size_t)pose * (size_t)pl_channel_width(channel) + (size_t)q->first;
  double square = 0;
  for (int k = 0; k < q->n; k++) {
    double rest = q->channel == PL_POSES_POSITIONS ? pl_poses_of(c->test)->rest[q->channel][q->first + k] : 0;
    double m = channel->value[first + (size_t)k] - rest, p = c->predicted[q->channel][first + (size_t)k] - rest;
    if (isnan(m) || isnan(p)) continue;
    s->read += m * m;
    s->predicted += p * p;
    s->both += m * p;
    square += m * m;
    s->n++;
  }
  s->most = fmax(s->most, sqrt(square));
}

static void note_force(pl_size_reading *r, const sums *s, double young) {
  double noise = MANY_SIGMA * r->of->sigma[r->channel], size = sqrt(s->predicted);
  if (!(size > 0) || r->young > 0) return;
  r->measured = sqrt(s->read);
  double ratio = fabs(s->both) / s->predicted;
  r->opposite = s->both < 0 && ratio > noise / size;
  r->young = young * ratio;
  r->low = young * fmax(ratio - noise / size, 0);
  r->high = young * (ratio + noise / size);
}

// The largest fraction that is still proportional is the most accurate.
static void note_motion(pl_size_reading *r, const sums *s, double young) {
  double noise = MANY_SIGMA * r->of->sigma[PL_POSES_POSITIONS], share = s->both / s->read;
  if (!(s->read > noise * noise * s->n) || !(share > fmax(LEAST_SHARE, r->share) && share < MOST_SHARE)) return;
  r->share = share;
  r->measured = s->most;
  r->young = young * share;
  r->low = s->most > FAR * r->of->test->length ? 0 : r->young / ROUGH;
  r->high = ROUGH * r->young;
}

// False: there is no prediction of it.
static bool note(pl_size_reading *r, double young) {
  const pl_poses *poses = pl_poses_of(r->of->test);
  sums s = {0};
  if (!r->of->predicted[r->channel]) return false;
  for (int q = 0; q < poses->n_quantity; q++)
    if (poses->quantity[q].channel == r->channel && (r->quantity < 0 || r->quantity == q))
      add_values(r->of, &poses->quantity[q], r->pose, &s);
  if (s.n == 0) return false;
  if (r->channel == PL_POSES_POSITIONS)
    note_motion(r, &s, young);
  else
    note_force(r, &s, young);
  return true;
}

void pl_sizes_note(pl_sizes *sizes, double young) {
  for (int i = 0; i < sizes->n; i++) note(&sizes->reading[i], young);
}

void pl_sizes_widen(pl_sizes *sizes, double young) {
  for (int i = 0; i < sizes->n; i++) {
    pl_size_reading *r = &sizes->reading[i];
    pl_size_reading other = {.of = r->of, .pose = r->pose, .channel = r->channel, .quantity = r->quantity, .high = INFINITY};
    if (!note(&other, young)) r->young = 0;  // no equilibrium: unknown
    r->opposite = r->opposite && other.opposite;
    if (!(other.young > 0)) continue;  // displacements that are not proportional give nothing new
    r->low = fmin(r->low, other.low);
    r->high = fmax(r->high, other.high);
  }
}

#define CONFIRMED 1e-3  // of the allowed ratio: stiffnesses that agree

// Distance of two stiffness estimates relative to the allowed one: above 1 they contradict each other. Others are compared as measured: of
// two contradicting readings, the one further from the others is blamed.
static double excess_of(const pl_size_reading *a, const pl_size_reading *b) {
  if (!(a->young > 0) || !(b->young > 0) || a->opposite || b->opposite) return 0;
  double apart = fmax(a->high > 0 ? b->low / a->high : 0, b->high > 0 ? a->low / b->high : 0);
  if (apart > PL_SIZES_APART) return apart / PL_SIZES_APART;
  return fmin(CONFIRMED * fmax(a->young / b->young, b->young / a->young), 1);
}

// Mean logarithm of those that remain.
static double common_size(const pl_sizes *sizes, const bool *left_out, int *n) {
  double sum = 0;
  *n = 0;
  for (int i = 0; i < sizes->n; i++)
    if (!left_out[i] && sizes->reading[i].young > 0 && !sizes->reading[i].opposite) sum += log(sizes->reading[i].young), ++*n;
  return *n > 0 ? exp(sum / *n) : 0;
}

static const char *name_of(const pl_size_reading *r) { return r->quantity < 0 ? "" : pl_poses_of(r->of->test)->quantity[r->quantity].name; }

static pl_contradiction contradiction_of(const pl_size_reading *r, const pl_size_reading *other, double common, int n_common) {
  return (pl_contradiction){.test = r->of->test->name,
                            .pose = pl_poses_of(r->of->test)->pose[r->pose].name,
                            .channel = r->of->test->channel[r->channel].row,
                            .name = name_of(r),
                            .other_pose = pl_poses_of(other->of->test)->pose[other->pose].name,
                            .other_channel = other->of->test->channel[other->channel].row,
                            .other_name = name_of(other),
                            .opposite = r->opposite,
                            .measured = r->measured,
                            .young = r->young,
                            .others = common,
                            .n_others = n_common};
}

// excess [n][n], left_out [n], pair [n]: scratch.
static pl_status judge(pl_fit *fit, const pl_sizes *sizes, pl_poses_findings *found, double *excess, bool *left_out, int (*pair)[2]) {
  int n = sizes->n, n_left;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      excess[a * n + b] = a == b ? 0 : excess_of(&sizes->reading[a], &sizes->reading[b]);
      fit->findings.contradicts = fit->findings.contradicts || excess[a * n + b] > PL_SIZES_HOPELESS / PL_SIZES_APART;
    }
  int n_pair = pl__suspect_contradictions(n, excess, left_out, pair);
  found->contradiction = pl_arena_alloc(fit->arena, (size_t)n + 1, sizeof *found->contradiction);
  if (!found->contradiction) return PL_ERROR_MEMORY;
  double common = common_size(sizes, left_out, &n_left);
  for (int i = 0; i < n; i++) {
    const pl_size_reading *r = &sizes->reading[i];
    if (r->young > 0 && r->opposite) found->contradiction[found->n_contradiction++] = contradiction_of(r, r, common, n_left);
  }
  for (int i = 0; i < n_pair; i++)
    found->contradiction[found->n_contradiction++] =
        contradiction_of(&sizes->reading[pair[i][0]], &sizes->reading[pair[i][1]], common, n_left);
  return PL_OK;
}

const pl_poses_findings *pl_poses_findings_of(const pl_fit *fit) { return pl_fit_detail(fit, &pl_protocol_poses); }

pl_status pl_sizes_judge(pl_fit *fit, const pl_sizes *sizes) {
  pl_poses_findings *found = pl_fit_detail_make(&fit->findings, &pl_protocol_poses, sizeof *found);
  if (!found) return PL_ERROR_MEMORY;
  size_t n = (size_t)sizes->n + 1;
  double *excess = pl_alloc(fit->ctx, n * n, sizeof *excess);
  bool *left_out = pl_alloc(fit->ctx, n, sizeof *left_out);
  int(*pair)[2] = pl_alloc(fit->ctx, n, sizeof *pair);
  fit->findings.contradicts = false;
  *found = (pl_poses_findings){.n_reading = sizes->n, .reading = sizes->reading};
  pl_status status = excess && left_out && pair ? judge(fit, sizes, found, excess, left_out, pair) : PL_ERROR_MEMORY;
  pl_free(fit->ctx, excess);
  pl_free(fit->ctx, left_out);
  pl_free(fit->ctx, pair);
  return status;
}

static bool is_met(const pl_fit *fit, const pl_size_reading *r) {
  const pl_poses *poses = pl_poses_of(r->of->test);
  sums s = {0};
  for (int q = 0; q < poses->n_quantity && r->of->predicted[r->channel]; q++)
    if (poses->quantity[q].channel == r->channel && (r->quantity < 0 || r->quantity == q))
      add_values(r->of, &poses->quantity[q], r->pose, &s);
  double sigma = r->of->sigma[r->channel], miss = s.read + s.predicted - 2 * s.both;  // |m - p|^2
  return s.n > 0 && miss <= fmax(MANY_SIGMA * MANY_SIGMA * sigma * sigma * s.n, (1 - fit->problem.options.accept_r2) * s.read);
}

bool pl_sizes_met(const pl_fit *fit) {
  const pl_poses_findings *found = pl_poses_findings_of(fit);
  for (int i = 0; found && i < found->n_reading; i++)
    if (!is_met(fit, &found->reading[i])) return false;
  return true;
}
