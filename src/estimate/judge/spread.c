// spread.c: see spread.h. Readings are counted from their rest values where these are known. So the unloaded state of a specimen (a stretch
// of 1, landmarks 44 mm from the origin) adds nothing to their range:
//
//    rest values known     each reading minus its rest value (pl_channel.rest, frame_rest)
//    components far apart  each component separately, over the frames; the widest range (pl_channel_row.own_range)
//    other lengths         from the least to the largest: their zero is arbitrary
//    anything else         from the least to the largest, including the channel's rest value (0, for stretches 1): a force that hardly
//                          changes is compared with its size
#include "estimate/judge/spread.h"

#include <math.h>

bool pl_value_left_out(const pl_fit_case *c, int k, int f) {
  const double *importance = pl_case_value_importance(c, k);
  return isnan(c->predicted[k][f] - c->test->channel[k].value[f]) || (importance && importance[f] == 0);
}

// ---- from rest ----

// Sum of squares and limits of changes since rest, including rest itself.
typedef struct changes {
  double square, low, high;
} changes;

static void add_change(changes *all, double change) {
  all->square += change * change;
  all->low = fmin(all->low, change);
  all->high = fmax(all->high, change);
}

static pl_spread from_rest(const pl_fit_case *c, int k) {
  const pl_channel *channel = &c->test->channel[k];
  int width = pl_channel_width(channel);
  changes all = {0};
  for (int v = 0; v < pl_case_values(c, k); v++) {
    double rest = channel->frame_rest ? channel->frame_rest[v] : channel->rest[v % width];
    if (!isnan(rest) && !pl_value_left_out(c, k, v)) add_change(&all, channel->value[v] - rest);
  }
  return (pl_spread){all.square, all.square, all.high - all.low};
}

// ---- without rest values ----

// Of the readings from `first` on, every `step`-th. R2: about their mean. A single reading has no scatter to explain and is compared with
// its change from rest.
static void add_own(const pl_fit_case *c, int k, int first, int step, pl_spread *out) {
  const double *measured = c->test->channel[k].value;
  const pl_channel_row *row = &c->given->measurement->protocol->channel[k];
  double mean = 0, low = INFINITY, high = -INFINITY, rest = row->rest;
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
  bool apart = pl_dim_equal(row->dim, PL_DIM_LENGTH) && high > low;
  double zero = apart ? mean : rest;
  for (int f = first; f < pl_case_values(c, k); f += step)
    if (!pl_value_left_out(c, k, f)) {
      out->square += (measured[f] - mean) * (measured[f] - mean);
      out->level += (measured[f] - zero) * (measured[f] - zero);
    }
  out->range = fmax(out->range, apart ? high - low : fmax(high, rest) - fmin(low, rest));
}

pl_spread pl_spread_of(const pl_fit_case *c, int k) {
  const pl_channel *channel = &c->test->channel[k];
  if (channel->rest || channel->frame_rest) return from_rest(c, k);
  bool apart = c->given->measurement->protocol->channel[k].own_range && c->test->n_frame > 1;
  int width = apart ? pl_channel_width(channel) : 1;
  pl_spread all = {0};
  for (int i = 0; i < width; i++) add_own(c, k, i, width, &all);
  return all;
}
