// describe.c: summary of a hung cloth as aligned plain text (`pliant check`).
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "measure/protocol.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/biaxial-hang/hang.h"

enum { MAX_SHOWN = 9 };
#define PI 3.14159265358979323846
#define SAME 1e-6  // N: weights this close are the same step

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

static double weight_of(const pl_test *test, int frame, int load) {
  double weight, cord[2];
  pl__hang_weight(pl_hang_of(test), frame, load, &weight, cord);
  return weight;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The different weights of a body, ascending; returns their number.
static int steps(const pl_test *test, int load, double step[PL_HANG_MAX_FRAME]) {
  int n = 0, n_frame = test->n_frame < PL_HANG_MAX_FRAME ? test->n_frame : PL_HANG_MAX_FRAME;
  for (int f = 0; f < n_frame; f++) step[f] = weight_of(test, f, load);
  qsort(step, (size_t)n_frame, sizeof *step, compare);
  for (int f = 0; f < n_frame; f++)
    if (n == 0 || step[f] - step[n - 1] > SAME) step[n++] = step[f];
  return n;
}

static bool balanced(const pl_test *test) {
  for (int f = 0; f < test->n_frame; f++)
    if (fabs(weight_of(test, f, 1) - weight_of(test, f, 2)) > SAME) return false;
  return true;
}

static void describe_steps(const pl_test *test, const char *label, int load, pl_text *out) {
  double step[PL_HANG_MAX_FRAME];
  int n = steps(test, load, step);
  char number[40];
  pl__describe_label(out, label);
  for (int i = 0; i < n; i++) {
    if (n > MAX_SHOWN && i == MAX_SHOWN - 1) pl_text_add(out, ", ...");
    if (n > MAX_SHOWN && i >= MAX_SHOWN - 1 && i < n - 1) continue;
    pl_text_printf(out, "%s%s", i > 0 ? ", " : "", people(1e3 * step[i] / pl_hang_of(test)->gravity, number));
  }
  pl_text_add(out, " g\n");
}

// Combinations of bottom and side weights that were not photographed, when most of them were.
static void describe_gaps(const pl_test *test, pl_text *out) {
  double below[PL_HANG_MAX_FRAME], side[PL_HANG_MAX_FRAME];
  int n_below = steps(test, 0, below), n_side = steps(test, 1, side), n_gap = 0;
  char a[40], b[40];
  if (!balanced(test) || n_below * n_side > 2 * test->n_frame) return;
  for (int i = 0; i < n_below; i++)
    for (int j = 0; j < n_side; j++) {
      bool found = false;
      for (int f = 0; f < test->n_frame && !found; f++)
        found = fabs(weight_of(test, f, 0) - below[i]) <= SAME && fabs(weight_of(test, f, 1) - side[j]) <= SAME;
      if (found) continue;
      if (n_gap == 0) pl__describe_label(out, "not photographed");
      if (n_gap < MAX_SHOWN)
        pl_text_printf(out, "%s%s + %s", n_gap > 0 ? ", " : "", people(1e3 * below[i] / pl_hang_of(test)->gravity, a),
                       people(1e3 * side[j] / pl_hang_of(test)->gravity, b));
      n_gap++;
    }
  if (n_gap > 0) pl_text_printf(out, "%s g (bottom + side), %d of %d\n", n_gap > MAX_SHOWN ? ", ..." : "", n_gap, n_below * n_side);
}

static void describe_loads(const pl_test *test, pl_text *out) {
  const pl_hang *hang = pl_hang_of(test);
  char a[40], b[40], c[40];
  describe_steps(test, "weights bottom", 0, out);
  if (balanced(test)) {
    describe_steps(test, "weights each side", 1, out);
  } else {
    describe_steps(test, "weights left", 1, out);
    describe_steps(test, "weights right", 2, out);
  }
  describe_gaps(test, out);
  pl__describe_label(out, "always there");
  pl_text_printf(out, "slat %s g, holder of each side %s g, clip %s g\n", people(1e3 * hang->slat / hang->gravity, a),
                 people(1e3 * hang->holder / hang->gravity, b), people(1e3 * hang->clip_weight / hang->gravity, c));
}

// Smallest and largest angle of a cord over the frames with a weight on it, degrees. For the bottom it is from vertical (to the right), for
// a side below the horizontal.
static void cord_range(const pl_test *test, int load, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int f = 0; f < test->n_frame; f++) {
    double weight, way[2];
    pl__hang_weight(pl_hang_of(test), f, load, &weight, way);
    if (!(weight > SAME)) continue;
    double angle = 180 / PI * (load == 0 ? atan2(way[0], -way[1]) : atan2(-way[1], fabs(way[0])));
    *low = fmin(*low, angle);
    *high = fmax(*high, angle);
  }
}

// Labelled, or assumed vertical and horizontal.
static void describe_cords(const pl_test *test, pl_text *out) {
  static const char *const words[PL_HANG_LOADS] = {"bottom %s to %s deg from plumb", "; left %s to %s",
                                                   ", right %s to %s deg below the horizontal"};
  char a[40], b[40];
  double low[PL_HANG_LOADS], high[PL_HANG_LOADS];
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    cord_range(test, k, &low[k], &high[k]);
    if (low[k] > high[k]) return;
  }
  pl__describe_label(out, "cords");
  for (int k = 0; k < PL_HANG_LOADS; k++) pl_text_printf(out, words[k], people(low[k], a), people(high[k], b));
  pl_text_add(out, "\n");
}

static void describe_motion(const pl_test *test, pl_text *out) {
  for (int body = PL_HANG_BOTTOM; body < PL_HANG_BODIES; body++) {
    double low[2] = {0, 0}, high[2] = {0, 0}, shift[2];
    char text[4][40];
    for (int f = 0; f < test->n_frame; f++) {
      if (!pl__hang_shift(test, (pl_hang_body)body, f, shift)) continue;
      for (int k = 0; k < 2; k++) {
        low[k] = fmin(low[k], shift[k]);
        high[k] = fmax(high[k], shift[k]);
      }
    }
    for (int k = 0; k < 2; k++) {
      people(1e3 * low[k], text[2 * k]);
      people(1e3 * high[k], text[2 * k + 1]);
    }
    pl__describe_label(out, body == PL_HANG_BOTTOM ? "moves" : "");
    pl_text_printf(out, "%s: x %s to %s mm, y %s to %s mm%s\n", pl__hang_body_name[body], text[0], text[1], text[2], text[3],
                   body == PL_HANG_BOTTOM ? "   from the unloaded frame, y up" : "");
  }
}

static void describe_points(const pl_test *test, pl_text *out) {
  const pl_hang *hang = pl_hang_of(test);
  const double *x = test->channel[PL_HANG_POINTS].value;
  int count[PL_HANG_BODIES] = {0}, n_all = test->n_frame * hang->n_point, n_missing = 0;
  for (int i = 0; i < hang->n_point; i++) count[hang->point[i].body]++;
  for (int i = 0; i < n_all; i++) n_missing += isnan(x[2 * i]);
  pl__describe_label(out, "points");
  pl_text_printf(out, "%d: top %d, bottom %d, left %d, right %d; ", hang->n_point, count[0], count[1], count[2], count[3]);
  if (n_missing == 0)
    pl_text_add(out, "all labelled in every frame\n");
  else
    pl_text_printf(out, "%d of %d not labelled\n", n_missing, n_all);
  pl__describe_label(out, "calibration");
  pl_text_printf(out, "%s\n", test->channel[PL_HANG_POINTS].source ? test->channel[PL_HANG_POINTS].source : "none");
}

void pl__hang_describe(const pl_test *test, struct pl_text *out) {
  const pl_hang *hang = pl_hang_of(test);
  char a[40], b[40], c[40], frame[120];
  pl__describe_label(out, "cloth's direction");
  pl__direction_cut(test->angle, out);
  pl_text_printf(out, ", known to %s deg\n", people(hang->cut_sigma * 180 / PI, b));
  pl__describe_label(out, "cloth");
  pl_text_printf(out, "%s mm wide, %s mm high, side clips %s mm\n", people(1e3 * hang->width, a), people(1e3 * hang->height, b),
                 people(1e3 * hang->clip, c));
  pl__describe_label(out, "frames");
  pl_text_printf(out, "%d; unloaded is %s\n", test->n_frame, pl__hang_frame_text(test, hang->unloaded, frame));
  describe_loads(test, out);
  describe_cords(test, out);
  describe_points(test, out);
  describe_motion(test, out);
  pl__describe_label(out, "sigma");
  double sigma = test->channel[PL_HANG_POINTS].sigma;
  if (sigma > 0)
    pl_text_printf(out, "%s mm\n", people(1e3 * sigma, a));
  else
    pl_text_add(out, "not given: estimated from the residuals\n");
}
