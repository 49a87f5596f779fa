// nominal.c: see nominal.h.
#include "estimate/problem/nominal.h"

#include <math.h>

#include "estimate/problem/stack.h"

static const double SAME_REACH = 1.25;  // ratio of the largest imposed values: repeats go equally far, but for breaks and slack

static pl_draws draws_of(const pl_test *test, char *mode) {
  const pl_protocol_fit *part = test->protocol ? test->protocol->fit : NULL;
  *mode = 0;
  return part && part->kind ? part->kind(test, mode) : PL_DRAWS_UNKNOWN;
}

bool pl_test_key(const pl_test *test, pl_scatter_key *key) {
  const pl_channel *control = test->control >= 0 ? &test->channel[test->control] : NULL;
  *key = (pl_scatter_key){.control = control && control->row ? control->row->name : "", .angle = test->angle, .speed = test->speed};
  key->protocol = test->protocol ? test->protocol->name : "";
  return draws_of(test, key->mode) != PL_DRAWS_UNKNOWN;
}

// A test whose file does not name the specimen is one draw only if its protocol says so.
static bool is_draw(const pl_test *test, pl_scatter_key *key) {
  return pl_test_key(test, key) && (test->specimen || draws_of(test, key->mode) == PL_DRAWS_EACH);
}

static bool same_kind(const pl_test *a, const pl_test *b, bool any_speed) {
  pl_scatter_key one, other;
  return is_draw(a, &one) && is_draw(b, &other) && pl_scatter_same(&one, &other, any_speed);
}

bool pl_tests_of_mode(const pl_test *a, const pl_test *b) { return same_kind(a, b, true); }

bool pl_tests_alike(const pl_test *a, const pl_test *b) { return same_kind(a, b, false); }

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
