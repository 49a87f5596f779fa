// spread.c: see spread.h. Readings are counted from those at rest wherever these are known, so that what a specimen is like before anything acts on it
// (a stretch of 1, landmarks 44 mm from the origin) adds nothing to their range:
//
//   bodies in poses     each reading less that of the body at rest
//   shapes of captures  each coordinate less that of the flat cloth, brought along rigidly
//   points on a board   each coordinate by itself, over the loads; the widest range
//   other lengths       from the least to the largest: their zero means nothing
//   anything else       from the least to the largest, what the channel is at rest (0, of stretches 1) included: a force that hardly changes is
//                       compared with its size
#include "estimate/judge/spread.h"

#include <math.h>

#include "protocol/capture/capture.h"
#include "protocol/poses/poses.h"
#include "protocol/biaxial-hang/hang.h"

bool pl_value_left_out(const pl_fit_case *c, int k, int f) {
  return isnan(c->predicted[k][f] - c->test->channel[k].value[f]) || (c->value_weight[k] && c->value_weight[k][f] == 0);
}

// ---- from rest ----

// Sum of squares and ends of changes since rest, which is among them.
typedef struct changes {
  double square, low, high;
} changes;

static void add_change(changes *all, double change) {
  all->square += change * change;
  all->low = fmin(all->low, change);
  all->high = fmax(all->high, change);
}

static changes from_rest(const pl_fit_case *c, int k) {
  const double *measured = c->test->channel[k].value, *rest = pl_poses_of(c->test)->rest[k];
  int width = pl_channel_width(&c->test->channel[k]);
  changes all = {0};
  for (int v = 0; v < pl_case_values(c, k); v++)
    if (!pl_value_left_out(c, k, v)) add_change(&all, measured[v] - rest[v % width]);
  return all;
}

// A captured cloth: how far what nothing holds is from the flat cloth, brought along rigidly by what is held (or by itself where that is on one
// line). Places alone lie as far apart as the cloth is wide, and any prediction explains that.
static pl_status from_flat(const pl_fit_case *c, int k, changes *all) {
  const pl_resampled *r = pl_resampled_of(c->test);
  const pl_mesh *mesh = r->mesh;
  size_t n = (size_t)mesh->n_vertex;
  uint8_t *held = pl_alloc(c->rig->ctx, n, sizeof *held);
  if (!held) return PL_ERROR_MEMORY;
  *all = (changes){0};
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = c->test->channel[k].value + 3 * n * (size_t)f;
    pl_flat_place place;
    for (size_t v = 0; v < n; v++) held[v] = r->clip[v] >= 0 || (r->supported && r->supported[n * (size_t)f + v]);
    if (!pl_place_flat(mesh->n_vertex, mesh->rest, held, x, &place) && !pl_place_flat(mesh->n_vertex, mesh->rest, NULL, x, &place))
      continue;
    for (size_t v = 0; v < n; v++) {
      double flat[3];
      pl_flat_at(&place, mesh->rest + 2 * v, flat);
      for (int d = 0; d < 3 && !held[v]; d++)
        if (!pl_value_left_out(c, k, (int)(3 * (n * (size_t)f + v)) + d)) add_change(all, x[3 * v + (size_t)d] - flat[d]);
    }
  }
  pl_free(c->rig->ctx, held);
  return PL_OK;
}

// ---- among themselves ----

// Of the readings from `first` on, every `step`-th. R2: about their mean; a single one has no scatter to explain, and is compared with its change
// from rest.
static void add_own(const pl_fit_case *c, int k, int first, int step, pl_spread *out) {
  const double *measured = c->test->channel[k].value;
  const pl_channel_row *row = &c->measurement->protocol->channel[k];
  double mean = 0, low = INFINITY, high = -INFINITY, rest = pl_channel_rest(row);
  int n = 0;
  for (int f = first; f < pl_case_values(c, k); f += step)
    if (!pl_value_left_out(c, k, f)) {
      mean += measured[f];
      low = fmin(low, measured[f]);
      high = fmax(high, measured[f]);
      n++;
    }
  if (n == 0) return;
  mean = n > 1 ? mean / n : rest;
  for (int f = first; f < pl_case_values(c, k); f += step)
    if (!pl_value_left_out(c, k, f)) out->square += (measured[f] - mean) * (measured[f] - mean);
  bool apart = pl_dim_equal(row->dim, PL_DIM_LENGTH) && high > low;
  out->range = fmax(out->range, apart ? high - low : fmax(high, rest) - fmin(low, rest));
}

pl_status pl_spread_of(const pl_fit_case *c, int k, pl_spread *out) {
  // points on a board stand far apart: only their motion counts
  int width = pl_hang_of(c->test) && c->test->n_frame > 1 ? pl_channel_width(&c->test->channel[k]) : 1;
  bool shape = pl_resampled_of(c->test) && k == PL_CAPTURE_POSITIONS;
  changes all = {0};
  *out = (pl_spread){0};
  if (shape) PL_TRY(from_flat(c, k, &all));
  if (pl_poses_of(c->test)) all = from_rest(c, k);
  if (shape || pl_poses_of(c->test))
    *out = (pl_spread){all.square, all.high - all.low};
  else
    for (int i = 0; i < width; i++) add_own(c, k, i, width, out);
  return PL_OK;
}
