// further_made.c: whether a usual test was made already, and what making it once more would add. What it promises (further.h) is computed as that of
// any other test: so many more readings, to the reach and with the noise of the usual specimen. Where the one that was made did not go so far, or
// scattered more, that is said.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "estimate/advise/further.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/capture/capture.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/weights/weights.h"
#include "protocol/roll/roll.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/poses/poses.h"

#define FARTHER 1.2          // times
#define SAME_CUT 0.1         // rad
#define MORE_PRECISELY 0.02  // residuals above this share of the largest, twice what usual tests are taken to have

// How far a test goes, and how that is said. 0: not compared.
typedef struct reach {
  double value;
  const char *what, *unit;  // "a strain of ", "%"
} reach;

// Angle from warp, folded into 0 .. pi/2: what an orthotropic cloth cannot tell apart.
static bool same_cut(const pl_test *test, const pl_usual *usual) {
  return fabs(atan2(fabs(sin(test->angle)), fabs(cos(test->angle))) - usual->angle) < SAME_CUT;
}

static bool same_motion(const pl_capture *capture, const char *name) {
  char made[120];
  snprintf(made, sizeof made, "%s%s%s", capture->motion, *capture->direction ? "-" : "", capture->direction);
  return strcmp(made, name) == 0 || strcmp(capture->motion, name) == 0;
}

static bool is_made(const pl_fit_case *c, const pl_usual *usual) {
  const pl_test *test = c->test;
  if (strcmp(c->measurement->protocol->name, usual->protocol) != 0 || pl_poses_of(test)) return false;
  if (pl_hang_of(test)) return true;
  if (pl_capture_of(test)) return same_motion(pl_capture_of(test), usual->name);
  if (pl_homogeneous_of(test)) return (int)pl_homogeneous_of(test)->mode == usual->which;
  if (pl_cantilever_of(test) || pl_weights_of(test) || pl_roll_of(test)) return same_cut(test, usual);
  if (test->control != usual->which) return false;
  return test->control == PL_TENSILE_SHEAR_DISPLACEMENT || same_cut(test, usual);
}

static double largest(int n, const double *value) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(value[i]));
  return most;
}

static reach reach_of(const pl_test *test) {
  if (pl_cantilever_of(test)) return (reach){1e3 * pl_cantilever_of(test)->overhang, "an overhang of", "mm"};
  if (pl_weights_of(test)) return (reach){largest(test->n_frame, pl_weights_of(test)->weight) / test->width, "weights of", "N/m"};
  if (pl_hang_of(test) || pl_capture_of(test) || pl_roll_of(test) || pl_homogeneous_of(test) || !(test->length > 0))
    return (reach){0, "", ""};
  return (reach){100 * largest(test->n_frame, test->channel[test->control].value) / test->length,
                 test->control == PL_TENSILE_SHEAR_DISPLACEMENT ? "a shear of" : "a strain of", "%"};
}

// Largest residuals of forces and stresses of the tests of a kind that were made, of the largest value.
static double scatter(const pl_fit *fit, const pl_usual *usual) {
  double most = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!is_made(&fit->problem.fit_case[i], usual)) continue;
    for (int k = 0; k < fit->evidence.n_score; k++) {
      const pl_score *s = &fit->evidence.score[k];
      bool force = pl_dim_equal(s->channel->dim, PL_DIM_FORCE) || pl_dim_equal(s->channel->dim, PL_DIM_PRESSURE);
      if (s->used && force && strcmp(s->test, fit->problem.fit_case[i].test->name) == 0) most = fmax(most, s->relative);
    }
  }
  return most;
}

pl_status pl_further_again(const pl_fit *fit, const pl_usual *usual, int n_test, const pl_test *planned, const char **again) {
  reach then = {0}, now = {0};
  bool made = false;
  *again = NULL;
  for (int i = 0; i < n_test; i++) {
    reach r = reach_of(&planned[i]);
    if (i == 0 || r.value > then.value) then = r;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    if (!is_made(&fit->problem.fit_case[i], usual)) continue;
    reach r = reach_of(fit->problem.fit_case[i].test);
    if (!made || r.value > now.value) now = r;
    made = true;
  }
  if (!made) return PL_OK;
  double off = scatter(fit, usual);
  bool farther = then.value > FARTHER * now.value, finer = off > MORE_PRECISELY;
  char far[120] = "", fine[80] = "";
  if (farther) snprintf(far, sizeof far, ", to %s %.2g %s instead of %.2g %s", then.what, then.value, then.unit, now.value, now.unit);
  if (finer) snprintf(fine, sizeof fine, "%s with less scatter than the %.2g %% so far", farther ? " and" : ",", 100 * off);
  *again = pl_arena_printf(fit->arena, "once more%s%s", far, fine);
  return *again ? PL_OK : PL_ERROR_MEMORY;
}
