// describe.c: summary of a released spiral as aligned plain text, with a table of its samples (`pliant check`).
#include <math.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "measure/protocol.h"
#include "protocol/roll/roll_part.h"
#include "protocol/roll/roll.h"

#define PI 3.14159265358979323846
enum { MOST_ROWS = 20 };

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

static void describe_bending(const pl_roll *roll, pl_text *out) {
  char a[40], b[40], c[40];
  pl__describe_label(out, "rigidity");
  if (roll->bending)
    pl_text_printf(out, "from %s\n", roll->bending);
  else if (roll->rigidity > 0) {
    pl_text_printf(out, "B = %s µN m (k = B/3 = %s µN m)", people(1e6 * roll->rigidity, a), people(1e6 * roll->rigidity / 3, b));
    if (roll->rigidity_sigma > 0) pl_text_printf(out, ", sigma %s µN m", people(1e6 * roll->rigidity_sigma, c));
    pl_text_add(out, "\n");
  } else
    pl_text_add(out, "not given: estimated together with friction\n");
}

static void describe_profile(const pl_test *test, pl_text *out) {
  const pl_channel *channel = &test->channel[PL_ROLL_PROFILE];
  const pl_roll_profile *p = pl_roll_of(test)->profile;
  char a[40], b[40], c[40];
  pl__describe_label(out, "profile");
  pl_text_printf(out, "%d points, %s mm long, %s turns %s\n", pl_roll_of(test)->n_point, people(1e3 * p->arc, a), people(p->turns, b),
                 p->sense > 0 ? "counterclockwise" : "clockwise");
  if (channel->source) {
    pl__describe_label(out, "calibration");
    pl_text_printf(out, "%s\n", channel->source);
  }
  pl__describe_label(out, "smooth curve");
  pl_text_printf(out, "points %s mm off it (rms), sigma %s mm%s, %s numbers taken from them%s\n", people(1e3 * p->residual, a),
                 people(1e3 * p->sigma, b), channel->sigma > 0 ? "" : " (estimated)", people(p->freedom, c),
                 p->converged ? "" : "; NOT FOUND");
}

static void describe_samples(const pl_roll_profile *p, pl_text *out) {
  int n_opposed = 0;
  pl_text_add(out, "    at mm  curvature 1/m     strain 1/m  rolled 1/m  hanging mm  lever mm  gravity mN\n");
  for (int i = 0; i < p->n_sample; i++) {
    const pl_roll_sample *at = &p->sample[i];
    n_opposed += at->opposed;
    if (i >= MOST_ROWS) continue;
    pl_text_printf(out, "    %5.1f  %6.1f +- %-6.1f  %10.1f  %10.1f  %10.1f  %8.2f  %10.3f%s\n", 1e3 * at->s, at->kappa, at->kappa_sigma,
                   at->strain, at->anchor_strain, 1e3 * at->hanging, 1e3 * at->lever, 1e3 * at->torque,
                   at->opposed ? "  opposed: left out" : "");
  }
  if (p->n_sample > MOST_ROWS) pl_text_printf(out, "    ... %d more samples\n", p->n_sample - MOST_ROWS);
  pl__describe_label(out, "samples");
  pl_text_printf(out, "%d, %d of them usable (gravity and elasticity both unroll)\n", p->n_sample, p->n_sample - n_opposed);
}

void pl__roll_describe(const pl_test *test, struct pl_text *out) {
  const pl_roll *roll = pl_roll_of(test);
  char a[40], b[40], c[40];
  pl__describe_label(out, "strip");
  pl_text_printf(out, "%s: ", roll->strip);
  pl__direction_cut(test->angle, out);
  pl_text_printf(out, ", %s mm long, %s mm wide\n", people(1e3 * test->length, b), people(1e3 * test->width, c));
  pl__describe_label(out, "rolled");
  pl_text_printf(out, "on radius %s mm, %s side, repetition %d\n", people(1e3 * roll->radius, a), roll->side > 0 ? "positive" : "negative",
                 roll->repetition);
  describe_bending(roll, out);
  describe_profile(test, out);
  describe_samples(roll->profile, out);
}

void pl__roll_sum_up(const pl_test *test, struct pl_text *out) {
  const pl_roll_profile *p = pl_roll_of(test)->profile;
  char a[40], b[40], c[40];
  int n_usable = 0;
  for (int i = 0; i < p->n_sample; i++) n_usable += !p->sample[i].opposed;
  pl_text_printf(out, "%d points, %s mm long, %s turns, %s mm off the smooth curve, %d of %d samples usable%s", pl_roll_of(test)->n_point,
                 people(1e3 * p->arc, a), people(p->turns, b), people(1e3 * p->residual, c), n_usable, p->n_sample,
                 p->converged ? "" : "; NO SMOOTH CURVE FOUND");
}
