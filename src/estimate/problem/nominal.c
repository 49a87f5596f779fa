// nominal.c: see nominal.h.
#include "estimate/problem/nominal.h"

#include <math.h>

#include "estimate/problem/stack.h"

static const double SAME_ANGLE = 0.01;  // rad: cuts are rarely truer than half a degree
static const double SAME_REACH = 1.25;  // ratio of the largest imposed values: repeats go equally far, but for breaks and slack

static int mode_of(const pl_test *test) {
  const pl_protocol_fit *part = test->protocol ? test->protocol->fit : NULL;
  return part && part->kind ? part->kind(test) : -1;
}

bool pl_tests_of_mode(const pl_test *a, const pl_test *b) {
  if (a->protocol != b->protocol || mode_of(a) < 0 || mode_of(a) != mode_of(b) || a->control != b->control) return false;
  return fabs(a->angle - b->angle) < SAME_ANGLE;
}

bool pl_tests_alike(const pl_test *a, const pl_test *b) {
  if (a->speed > 0 && b->speed > 0 && fmax(a->speed, b->speed) > PL_SAME_SPEED * fmin(a->speed, b->speed)) return false;
  return pl_tests_of_mode(a, b);
}

// The largest imposed value; the length of a specimen that only its weight loads, or whose test has no control.
static double reach_of(const pl_test *test) {
  const pl_channel *control = test->control >= 0 ? &test->channel[test->control] : NULL;
  if (!control || !control->row || control->row->observed || !control->value) return test->length;
  double most = 0;
  for (int v = 0; v < test->n_frame * pl_channel_width(control); v++) most = fmax(most, fabs(control->value[v]));
  return most;
}

static bool stated(const pl_test *test, int k) { return test->channel[k].sigma > 0 || test->channel[k].value_sigma; }

static bool has(const pl_test *test, int k) { return test->channel[k].row && test->channel[k].row->observed && test->channel[k].value; }

void pl_share_nominal(int n, pl_given_test *given) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_test *test = given[i].test;
      double square = 0, reach = reach_of(test);
      int shared = 0;
      if (!has(test, k) || stated(test, k)) continue;
      for (int j = 0; j < n; j++) {
        const pl_test *other = given[j].test;
        double far = reach_of(other);
        if (!has(other, k) || stated(other, k) || !pl_tests_alike(test, other) || fmax(far, reach) > SAME_REACH * fmin(far, reach))
          continue;
        square += pow(pl_case_sigma(other, k), 2);
        shared++;
      }
      given[i].nominal[k] = shared > 1 ? sqrt(square / shared) : 0;
    }
}
