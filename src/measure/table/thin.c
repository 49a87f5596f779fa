// thin.c: at most a few hundred frames per test, by averaging.
//
// Frames are grouped into runs of one branch in the order of measurement. Each run gets its share of the allowed frames (at least one), and
// its control range is cut into that many equal bins. The frames of a bin become one frame: the mean of every channel, control included.
// Empty bins are dropped. Bins are in the direction of motion. A mean of k readings has 1/k of their variance; the curve keeps the mean of
// that over its bins. Where the control stands still while time goes on (relaxation), bins are equal in the logarithm of the time since.
#include "measure/table/curve.h"

#include <math.h>
#include <string.h>

#include "measure/table/times.h"

// Means of the frames [first, end) over n_bin bins of x [curve->n_frame], appended to out.
static pl_status bin_run(pl_arena *arena, const pl_curve *curve, const double *x, int first, int end, int n_bin, pl_curve *out,
                         double *inverse_count) {
  double low = x[first], high = x[first];
  for (int i = first; i < end; i++) {
    low = fmin(low, x[i]);
    high = fmax(high, x[i]);
  }
  double *sum = pl_arena_alloc(arena, (size_t)n_bin * (size_t)curve->n_channel, sizeof *sum);
  int *count = pl_arena_alloc(arena, (size_t)n_bin, sizeof *count);
  if (!sum || !count) return PL_ERROR_MEMORY;
  for (int i = first; i < end; i++) {
    int bin = high > low ? (int)((x[i] - low) / (high - low) * n_bin) : 0;
    if (bin >= n_bin) bin = n_bin - 1;
    count[bin]++;
    for (int c = 0; c < curve->n_channel; c++) {
      if (curve->value[c]) sum[bin * curve->n_channel + c] += curve->value[c][i];
    }
  }
  bool rising = x[end - 1] >= x[first];
  for (int k = 0; k < n_bin; k++) {
    int bin = rising ? k : n_bin - 1 - k;
    if (count[bin] == 0) continue;
    for (int c = 0; c < curve->n_channel; c++) {
      if (curve->value[c]) out->value[c][out->n_frame] = sum[bin * curve->n_channel + c] / count[bin];
    }
    out->branch[out->n_frame++] = curve->branch[first];
    *inverse_count += 1.0 / count[bin];
  }
  return PL_OK;
}

// What the bins of a run are equal in: the control. With a rest it is the share of the way, and then the share of the logarithm of the time
// since the rest began.
static pl_status bin_measure(pl_arena *arena, const pl_curve *curve, int control, int first, int end, const double **out) {
  const double *x = curve->value[control], *time = curve->time ? curve->value[curve->time] : NULL;
  pl_hold hold = time ? pl__times_hold(end - first, x + first, time + first) : (pl_hold){0};
  *out = x;
  if (!(hold.duration > 0)) return PL_OK;
  double *measure = pl_arena_alloc(arena, (size_t)curve->n_frame, sizeof *measure), most = 0, way = 0;
  if (!measure) return PL_ERROR_MEMORY;
  int still = first + hold.first, moves = first + hold.end;
  double begin = time[still], step = (time[moves - 1] - begin) / (moves - still);
  for (int i = first; i < end; i++) most = fmax(most, fabs(x[i] - x[first]));
  for (int i = first; i < end; i++) {
    way = fmax(way, fabs(x[i] - x[first]) / most);
    double since = i < still ? 0 : log1p((fmin(time[i], time[moves - 1]) - begin) / step) / log1p((time[moves - 1] - begin) / step);
    measure[i] = way + since;
  }
  *out = measure;
  return PL_OK;
}

pl_status pl__curve_thin(pl_arena *arena, const pl_curve *curve, int control, int max_frame, pl_curve *thinned) {
  if (curve->n_frame <= max_frame) {
    *thinned = *curve;
    return PL_OK;
  }
  int n_run = 1;
  for (int i = 1; i < curve->n_frame; i++) n_run += curve->branch[i] != curve->branch[i - 1];
  PL_TRY(pl__curve_create(arena, curve, max_frame + n_run, thinned));
  thinned->n_frame = 0;
  double inverse_count = 0;
  for (int first = 0; first < curve->n_frame;) {
    int end = first + 1;
    while (end < curve->n_frame && curve->branch[end] == curve->branch[first]) end++;
    int n_bin = (int)((double)max_frame * (end - first) / curve->n_frame);
    if (n_bin < 1) n_bin = 1;
    const double *measure;
    PL_TRY(bin_measure(arena, curve, control, first, end, &measure));
    PL_TRY(bin_run(arena, curve, measure, first, end, n_bin, thinned, &inverse_count));
    first = end;
  }
  thinned->variance = curve->variance * inverse_count / thinned->n_frame;
  return PL_OK;
}
