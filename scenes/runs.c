// runs.c: see runs.h.
//
// A reading of run r at the stretch x is y_r(x) = m(x) + d_r(x). Here m is common to all runs and d_r is the deviation of run r. A function
// of the stretch that has not seen run r can know m at the most. The mean of the n - 1 other runs is the plainest estimate of it; the mean
// of all n leaves
//   y_r - (sum of all)/n = (n - 1)/n (y_r - mean of the others),
// and by least squares no single function for all runs leaves less.
#include "scenes/runs.h"
#include "protocol/tensile/tensile.h"

#include <math.h>

static const double NEARBY = 0.05;  // half the width of the window that a line is put through, of the range of stretches

double scene_run_stretch(const pl_test *test, int frame) { return 1 + test->channel[PL_TENSILE_DISPLACEMENT].value[frame] / test->length; }

double scene_run_end(const pl_test *test) {
  double end = -INFINITY;
  for (int f = 0; f < test->n_frame; f++) end = fmax(end, scene_run_stretch(test, f));
  return end;
}

double scene_run_reading(const pl_test *test, int channel, double stretch) {
  double low = INFINITY, high = scene_run_end(test);
  for (int f = 0; f < test->n_frame; f++) low = fmin(low, scene_run_stretch(test, f));
  double width = NEARBY * (high - low), centre = fmin(fmax(stretch, low), high);
  double n = 0, x = 0, xx = 0, y = 0, xy = 0;  // weighted sums, stretches counted from the centre
  for (int f = 0; f < test->n_frame; f++) {
    double from = scene_run_stretch(test, f) - centre, u = from / width, value = test->channel[channel].value[f];
    double weight = fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0;
    n += weight;
    x += weight * from;
    xx += weight * from * from;
    y += weight * value;
    xy += weight * from * value;
  }
  double spread = n * xx - x * x;  // none where a single stretch lies nearby
  double slope = spread > 1e-9 * n * n * width * width ? (n * xy - x * y) / spread : 0;
  return (y - slope * x) / n + slope * (stretch - centre);
}

scene_run_gap scene_run_compare(const pl_test *run, int channel, const double *predicted, int n_other, const pl_test *const *other,
                                double up_to) {
  scene_run_gap gap = {0};
  double largest = 0;
  int n = 0;
  for (int f = 0; f < run->n_frame; f++) {
    double stretch = scene_run_stretch(run, f), value = run->channel[channel].value[f], mean = 0;
    largest = fmax(largest, fabs(value));
    if (isnan(predicted[f]) || stretch > up_to) continue;
    for (int i = 0; i < n_other; i++) mean += scene_run_reading(other[i], channel, stretch) / n_other;
    gap.model += (predicted[f] - value) * (predicted[f] - value);
    gap.mean += (mean - value) * (mean - value);
    gap.between += (predicted[f] - mean) * (predicted[f] - mean);
    n++;
  }
  double unit = n * largest * largest;
  return (scene_run_gap){gap.model / unit, gap.mean / unit, gap.between / unit};
}
