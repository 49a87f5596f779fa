// doubt_size.c: a body's mesh in another unit than all the rest, where no area or volume was read that would show it.
//
//   size      bodies are a millimetre to some metres large
//   supports  what holds a body moves apart by less than some of its sizes, for it tears; and by more than a few parts in ten thousand of it in some pose,
//             for else nothing would be measured. Moving along together says nothing.
//   landmarks are put all over a body. When they fill it only after they are multiplied by 10, 100 or 1000, the mesh has the larger unit.
#include <math.h>
#include <string.h>

#include "protocol/poses/poses_check.h"
#include "protocol/poses/say_doubts.h"

#define FILLED 0.4        // of the body's extent along every axis: landmarks all over a body cover most of it
#define INSIDE 0.05       // of the body's extent: landmarks may be so far outside (doubt.c, OFF_MESH)
#define FLAT 1e-3         // of the body's size: sheets have no third extent
#define MOST_FACTOR 1000  // of units of length, m for mm
// m: bodies in a laboratory are some millimetres to some metres. Finds mm for m, and the reverse.
#define SMALLEST 1e-3
#define LARGEST 20.0
// Of the body's size, by which supports move apart: rubber tears at some times its size; below 0.03 % nothing would be measured.
#define TEARS 5.0
#define LEAST_MOTION 3e-4
enum { FEW_MARKS = 4 };

typedef struct box {
  double low[3], high[3];  // m
} box;

static box around(int n, int stride, const double *x) {
  box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      b.low[k] = fmin(b.low[k], x[(size_t)i * (size_t)stride + (size_t)k]);
      b.high[k] = fmax(b.high[k], x[(size_t)i * (size_t)stride + (size_t)k]);
    }
  return b;
}

static box of_marks(const pl_poses *poses) {
  box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (int i = 0; i < poses->n_point; i++) {
    box own = around(1, 3, poses->point[i].rest);
    for (int k = 0; k < 3; k++) b.low[k] = fmin(b.low[k], own.low[k]), b.high[k] = fmax(b.high[k], own.high[k]);
  }
  return b;
}

static const pl_doubt_range body_size = {
    {SAY_POSES_BODY_SIZE}, {SAY_POSES_BODY_SIZE_DO}, PL_DOUBT_READINGS, {0, 1, 0, 0}, SMALLEST, LARGEST, NULL};
static const pl_doubt_range moved_apart = {
    {SAY_POSES_SUPPORTS_FAR}, {SAY_POSES_SUPPORTS_DO}, PL_DOUBT_READINGS, {0, 0, 0, 0}, 0, TEARS, NULL};
static const pl_doubt_range moved_at_all = {
    {SAY_POSES_SUPPORTS_STILL}, {SAY_POSES_SUPPORTS_DO}, PL_DOUBT_READINGS, {0, 0, 0, 0}, LEAST_MOTION, TEARS, NULL};

// How far supports of a pose move apart, m: the largest extent of their motions.
static double apart(const pl__poses_reader *r, int pose) {
  const pl_pose_frame *f = &r->poses->frame[pose];
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0;
  for (size_t i = 0; i < 3 * (size_t)r->poses->mesh->n_vertex; i++) {
    if (!f->fixed[i]) continue;
    double motion = f->target[i] - r->poses->mesh->x0[i];
    low[i % 3] = fmin(low[i % 3], motion);
    high[i % 3] = fmax(high[i % 3], motion);
  }
  for (int k = 0; k < 3; k++)
    if (high[k] > low[k]) square += (high[k] - low[k]) * (high[k] - low[k]);
  return sqrt(square);
}

// Nothing but supports acts in any pose: only then must they move.
static bool only_held(const pl__poses_reader *r) {
  for (int i = 0; i < r->n_pose; i++) {
    const pl_pose *p = &r->poses->pose[i];
    if (p->n_load > 0 || r->poses->frame[i].spring || p->gravity[0] != 0 || p->gravity[1] != 0 || p->gravity[2] != 0) return false;
  }
  return true;
}

static pl_status doubt_supports(pl__poses_reader *r, bool *found) {
  double most = 0;
  for (int i = 0; i < r->n_pose; i++) most = fmax(most, apart(r, i));
  PL_TRY(pl__doubt_outside(&r->label.suspicions, r->label.name, &moved_apart, most / r->size, found));
  if (*found || !(most > 0) || !only_held(r)) return PL_OK;
  return pl__doubt_outside(&r->label.suspicions, r->label.name, &moved_at_all, most / r->size, found);
}

static pl_status doubt_marks(pl__poses_reader *r) {
  const pl_poses *poses = r->poses;
  if (poses->n_point < FEW_MARKS) return PL_OK;
  box body = around(poses->mesh->n_vertex, 3, poses->mesh->x0), marks = of_marks(poses);
  for (double factor = 10; factor <= MOST_FACTOR; factor *= 10) {
    bool fill = true;
    for (int k = 0; k < 3 && fill; k++) {
      double extent = body.high[k] - body.low[k];
      if (extent < FLAT * r->size) continue;
      fill = factor * (marks.high[k] - marks.low[k]) >= FILLED * extent && factor * marks.low[k] >= body.low[k] - INSIDE * extent &&
             factor * marks.high[k] <= body.high[k] + INSIDE * extent;
    }
    if (!fill) continue;
    char a[64], b[64];
    double across = hypot(hypot(marks.high[0] - marks.low[0], marks.high[1] - marks.low[1]), marks.high[2] - marks.low[2]);
    return pl__label_suspect(&r->label, PL_DOUBT_READINGS, PL_SAID(SAY_POSES_LANDMARKS_CORNER_DO), SAY_POSES_LANDMARKS_CORNER,
                             poses->n_point, pl__suspect_number(across, PL_DIM_LENGTH, a), pl__suspect_number(r->size, PL_DIM_LENGTH, b),
                             factor);
  }
  return PL_OK;
}

pl_status pl__poses_doubt_size(pl__poses_reader *r) {
  bool found = false;
  PL_TRY(pl__doubt_outside(&r->label.suspicions, r->label.name, &body_size, r->size, &found));
  if (!found) PL_TRY(doubt_supports(r, &found));
  return found ? PL_OK : doubt_marks(r);
}
