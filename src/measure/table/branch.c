// branch.c: load and unload branches of a measured curve, and their average.
//
// Segments. Turning points of the control are detected with a hysteresis of 2 % of its range. One counts only when the control has come
// back by more than that, so noise and dwells do not cut a branch. The cut is at the extreme itself. A segment that passes zero is also cut
// there if it reaches at least 10 % of the range on both sides. An example is KES shear, from +8 to -8 degrees. A segment is "load" when
// |control| is larger at its end than at its start.
//
// Average. Each segment becomes a function of the control: its points are sorted, equal controls are merged by their mean, and values
// between are linear. The grid is uniform, with as many points as a segment has frames on it (mean over segments, at least 5). Its range is
//   (a) the range common to all segments longer than 20 % of the longest, if that is at least half of the range measured in both
//       directions (repeated cycles of one amplitude), else
//   (b) the whole of that range (loops to both sides of zero, cycles of growing amplitude).
// At a grid point, load is the mean over the load segments that reach it, unload likewise, and the average is (load + unload)/2.
// For one cycle this is the plain mean of the two branches over their overlap.
#include "measure/table/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN_FRACTION 0.02
#define ZERO_FRACTION 0.10
#define SHORT_FRACTION 0.20

pl_status pl__curve_create(pl_arena *arena, const pl_curve *like, int n_frame, pl_curve *curve) {
  *curve = (pl_curve){.n_frame = n_frame, .n_channel = like->n_channel, .time = like->time, .variance = like->variance};
  curve->branch = pl_arena_alloc(arena, (size_t)n_frame + 1, sizeof *curve->branch);
  if (!curve->branch) return PL_ERROR_MEMORY;
  for (int c = 0; c < like->n_channel; c++) {
    if (!like->value[c]) continue;
    curve->value[c] = pl_arena_alloc(arena, (size_t)n_frame + 1, sizeof *curve->value[c]);
    if (!curve->value[c]) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

static double range_of(int n, const double *value) {
  double low = value[0], high = value[0];
  for (int i = 1; i < n; i++) {
    low = fmin(low, value[i]);
    high = fmax(high, value[i]);
  }
  return high - low;
}

void pl__curve_main(const pl_protocol *protocol, const pl_curve *curve, int *control, int *observed) {
  *control = *observed = -1;
  double largest = -1;
  int pair = 0, nth = 0;  // the nth control goes with the nth observed channel
  for (int c = 0; c < protocol->n_channel; c++) {
    if (protocol->channel[c].observed) continue;
    if (curve->value[c]) {
      double range = range_of(curve->n_frame, curve->value[c]);
      if (range > largest) {
        largest = range;
        *control = c;
        pair = nth;
      }
    }
    nth++;
  }
  nth = 0;
  for (int c = 0; c < protocol->n_channel; c++) {
    if (!protocol->channel[c].observed) continue;
    if (curve->value[c] && (*observed < 0 || nth == pair)) *observed = c;
    nth++;
  }
}

// ---- segments ----

// Turning points of the control, ends included: n_turn indices, increasing. turn has room for n_frame + 1.
static int find_turns(const double *control, int n_frame, double threshold, int *turn) {
  int n_turn = 0, low = 0, high = 0, extreme = 0;
  int sense = 0;  // +1 increasing, -1 decreasing, 0 unknown
  turn[n_turn++] = 0;
  for (int i = 1; i < n_frame; i++) {
    if (sense == 0) {
      if (control[i] < control[low]) low = i;
      if (control[i] > control[high]) high = i;
      if (control[high] - control[low] <= threshold) continue;
      sense = i == high ? 1 : -1;
      extreme = i;
      // noise at the start belongs to the first branch
      continue;
    }
    if (sense * (control[i] - control[extreme]) >= 0) {
      extreme = i;
    } else if (sense * (control[extreme] - control[i]) > threshold) {
      turn[n_turn++] = extreme;
      sense = -sense;
      extreme = i;
    }
  }
  turn[n_turn++] = n_frame - 1;
  return n_turn;
}

// The first frame of [first, end) on the far side of zero.
static int zero_crossing(const double *control, int first, int end) {
  double sign = control[end - 1] > control[first] ? 1 : -1;
  for (int i = first; i < end; i++) {
    if (sign * control[i] >= 0) return i;
  }
  return end;
}

static pl_branch sense_of(const double *control, int first, int last) {
  return fabs(control[last]) >= fabs(control[first]) ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
}

pl_status pl__curve_segments(pl_arena *arena, const double *control, int n_frame, int *n_segment, pl_segment **segment) {
  *n_segment = 0;
  int *turn = pl_arena_alloc(arena, (size_t)n_frame + 2, sizeof *turn);
  *segment = pl_arena_alloc(arena, 2 * ((size_t)n_frame + 1), sizeof **segment);
  if (!turn || !*segment) return PL_ERROR_MEMORY;
  double range = range_of(n_frame, control);
  int n_turn = find_turns(control, n_frame, TURN_FRACTION * range, turn);
  for (int t = 0; t + 1 < n_turn; t++) {
    // the turning frame itself ends its segment; the next one starts after it
    int first = t == 0 ? 0 : turn[t] + 1, last = turn[t + 1];
    if (first > last) continue;
    double from = control[turn[t]], to = control[last];
    bool both_sides = from * to < 0 && fmin(fabs(from), fabs(to)) >= ZERO_FRACTION * range;
    int cut = both_sides ? zero_crossing(control, first, last + 1) : last + 1;
    if (both_sides && cut > first && cut <= last) {
      (*segment)[(*n_segment)++] = (pl_segment){first, cut, PL_BRANCH_UNLOAD};
      (*segment)[(*n_segment)++] = (pl_segment){cut, last + 1, PL_BRANCH_LOAD};
    } else {
      (*segment)[(*n_segment)++] = (pl_segment){first, last + 1, sense_of(control, turn[t], last)};
    }
  }
  return PL_OK;
}

void pl__curve_label(pl_curve *curve, int n_segment, const pl_segment *segment) {
  for (int s = 0; s < n_segment; s++) {
    for (int i = segment[s].first; i < segment[s].end; i++) curve->branch[i] = (int)segment[s].branch;
  }
}

// ---- segments as functions of the control ----

typedef struct sorted_segment {
  pl_branch branch;
  int n;
  double *value[PL_MAX_CHANNEL + 1];  // [n], the control strictly increasing
  double low, high;                   // ends of the control
  bool used;
} sorted_segment;

typedef struct sort_item {
  double key;
  int frame;
} sort_item;

static int compare_items(const void *a, const void *b) {
  const sort_item *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->frame - y->frame;
}

// The segment including the frame before its start (the turning frame), so that both branches reach the extreme.
static pl_status sort_segment(pl_arena *arena, const pl_curve *curve, int control, const pl_segment *segment, sorted_segment *out) {
  int first = segment->first > 0 ? segment->first - 1 : 0;
  int n = segment->end - first;
  sort_item *item = pl_arena_alloc(arena, (size_t)n, sizeof *item);
  if (!item) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) item[i] = (sort_item){curve->value[control][first + i], first + i};
  qsort(item, (size_t)n, sizeof *item, compare_items);
  *out = (sorted_segment){.branch = segment->branch};
  for (int c = 0; c < curve->n_channel; c++) {
    if (!curve->value[c]) continue;
    double *value = out->value[c] = pl_arena_alloc(arena, (size_t)n, sizeof *value);
    if (!value) return PL_ERROR_MEMORY;
    out->n = 0;
    for (int i = 0; i < n;) {
      int end = i;
      double sum = 0;
      while (end < n && item[end].key == item[i].key) sum += curve->value[c][item[end++].frame];
      value[out->n++] = c == control ? item[i].key : sum / (end - i);
      i = end;
    }
  }
  out->low = out->value[control][0];
  out->high = out->value[control][out->n - 1];
  return PL_OK;
}

// Linear between the points; x lies in [low, high]. *at is where the last search ended (grids are traversed upwards).
static double interpolate(const sorted_segment *segment, int control, int channel, double x, int *at) {
  const double *t = segment->value[control], *y = segment->value[channel];
  if (segment->n == 1) return y[0];
  while (*at + 2 < segment->n && t[*at + 1] < x) (*at)++;
  double span = t[*at + 1] - t[*at], w = (x - t[*at]) / span;
  w = fmin(fmax(w, 0), 1);
  return (1 - w) * y[*at] + w * y[*at + 1];
}

static bool reaches(const sorted_segment *segment, double x) { return segment->used && segment->low <= x && x <= segment->high; }

// Range measured in both directions: between the extremes over load segments and those over unload segments.
static bool both_ways(int n, const sorted_segment *segment, double *low, double *high) {
  double l[2] = {INFINITY, INFINITY}, h[2] = {-INFINITY, -INFINITY};
  for (int s = 0; s < n; s++) {
    if (!segment[s].used) continue;
    int b = segment[s].branch == PL_BRANCH_LOAD ? 0 : 1;
    l[b] = fmin(l[b], segment[s].low);
    h[b] = fmax(h[b], segment[s].high);
  }
  *low = fmax(l[0], l[1]);
  *high = fmin(h[0], h[1]);
  return *high > *low;
}

static void common_range(int n, const sorted_segment *segment, double *low, double *high) {
  *low = -INFINITY;
  *high = INFINITY;
  for (int s = 0; s < n; s++) {
    if (!segment[s].used) continue;
    *low = fmax(*low, segment[s].low);
    *high = fmin(*high, segment[s].high);
  }
}

// Frames per used segment on [low, high], weighted so that partial segments count by their share of the range.
static int grid_size(int n, const sorted_segment *segment, int control, double low, double high) {
  double frames = 0, covered = 0;
  for (int s = 0; s < n; s++) {
    if (!segment[s].used) continue;
    for (int i = 0; i < segment[s].n; i++) {
      double x = segment[s].value[control][i];
      if (x >= low && x <= high) frames++;
    }
    covered += fmax(0, fmin(high, segment[s].high) - fmax(low, segment[s].low));
  }
  int size = covered > 0 ? (int)lround(frames * (high - low) / covered) : 0;
  return size < PL_MIN_FRAMES ? PL_MIN_FRAMES : size;
}

pl_status pl__curve_average(pl_arena *arena, const pl_curve *curve, int control, int observed, int n_segment, const pl_segment *segment,
                            pl_curve *average, double *hysteresis) {
  *average = (pl_curve){0};
  *hysteresis = 0;
  sorted_segment *sorted = pl_arena_alloc(arena, (size_t)n_segment, sizeof *sorted);
  int *at = pl_arena_alloc(arena, (size_t)n_segment, sizeof *at);
  if (!sorted || !at) return PL_ERROR_MEMORY;
  double longest = 0;
  for (int s = 0; s < n_segment; s++) {
    PL_TRY(sort_segment(arena, curve, control, &segment[s], &sorted[s]));
    longest = fmax(longest, sorted[s].high - sorted[s].low);
  }
  for (int s = 0; s < n_segment; s++) sorted[s].used = sorted[s].high - sorted[s].low > SHORT_FRACTION * longest;

  double low, high, common_low, common_high;
  if (!both_ways(n_segment, sorted, &low, &high)) return PL_OK;
  common_range(n_segment, sorted, &common_low, &common_high);
  if (common_high - common_low >= 0.5 * (high - low)) {
    low = common_low;
    high = common_high;
  }

  int size = grid_size(n_segment, sorted, control, low, high), n = 0;
  PL_TRY(pl__curve_create(arena, curve, size, average));
  double difference = 0, magnitude = 0, variance = 0;
  for (int g = 0; g < size; g++) {
    double x = g == size - 1 ? high : low + (high - low) * g / (size - 1);
    int count[2] = {0, 0};
    for (int s = 0; s < n_segment; s++) count[sorted[s].branch == PL_BRANCH_LOAD ? 0 : 1] += reaches(&sorted[s], x);
    if (count[0] == 0 || count[1] == 0) continue;  // a gap between cycles
    for (int c = 0; c < curve->n_channel; c++) {
      if (!curve->value[c]) continue;
      double mean[2] = {0, 0};
      for (int s = 0; s < n_segment; s++) {
        if (!reaches(&sorted[s], x)) continue;
        int b = sorted[s].branch == PL_BRANCH_LOAD ? 0 : 1;
        mean[b] += interpolate(&sorted[s], control, c, x, &at[s]) / count[b];
      }
      average->value[c][n] = c == control ? x : (mean[0] + mean[1]) / 2;
      if (c == observed) {
        difference += fabs(mean[0] - mean[1]);
        magnitude += fabs(mean[0] + mean[1]) / 2;
      }
    }
    variance += 0.25 / count[0] + 0.25 / count[1];
    average->branch[n++] = PL_BRANCH_AVERAGE;
  }
  average->n_frame = n;
  if (average->time) average->n_channel = average->time, average->time = 0;  // a mean of two branches has no time
  if (n > 0) average->variance = curve->variance * variance / n;
  if (magnitude > 0) *hysteresis = difference / magnitude;
  return PL_OK;
}

pl_status pl__curve_select(pl_arena *arena, const pl_curve *curve, pl_branch branch, pl_curve *selected) {
  PL_TRY(pl__curve_create(arena, curve, curve->n_frame, selected));
  int n = 0;
  for (int i = 0; i < curve->n_frame; i++) {
    if (curve->branch[i] != (int)branch) continue;
    for (int c = 0; c < curve->n_channel; c++) {
      if (curve->value[c]) selected->value[c][n] = curve->value[c][i];
    }
    selected->branch[n++] = (int)branch;
  }
  selected->n_frame = n;
  return PL_OK;
}
