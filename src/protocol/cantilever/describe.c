// describe.c: summary of a bent strip as aligned plain text (`pliant check`).
#include <math.h>

#include "base/text.h"
#include "protocol/cantilever/cantilever_part.h"
#include "measure/direction_words.h"
#include "measure/protocol.h"
#include "protocol/cantilever/cantilever.h"

#define PI 3.14159265358979323846

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }
static const char *degrees(double angle, char text[40]) { return people(angle * 180 / PI, text); }

static void describe_profile(const pl_test *test, pl_text *out) {
  const pl_cantilever *c = pl_cantilever_of(test);
  const pl_channel *channel = &test->channel[PL_CANTILEVER_PROFILE];
  double right = 0, low = 0;
  char a[40], b[40];
  for (int i = 0; i < c->n_point; i++) {
    right = fmax(right, channel->value[2 * i]);
    low = fmin(low, channel->value[2 * i + 1]);
  }
  pl__describe_label(out, "profile");
  pl_text_printf(out, "%d points, %s mm out, %s mm down%s\n", c->n_point, people(1e3 * right, a), people(-1e3 * low, b),
                 c->tip_labelled ? "; the last one is the tip" : "; the tip is not among them");
  if (!channel->source) return;
  pl__describe_label(out, "calibration");
  pl_text_printf(out, "%s\n", channel->source);
}

static void describe_sigma(const pl_test *test, pl_text *out) {
  const pl_channel *channel = &test->channel[test->observed];
  char a[40];
  bool angle = test->observed == PL_CANTILEVER_ANGLE;
  pl__describe_label(out, "sigma");
  if (channel->sigma > 0)
    pl_text_printf(out, "%s %s\n", angle ? degrees(channel->sigma, a) : people(1e3 * channel->sigma, a), angle ? "deg" : "mm");
  else
    pl_text_add(out, "not given: estimated from the residuals\n");
}

void pl__cantilever_describe(const pl_test *test, struct pl_text *out) {
  const pl_cantilever *c = pl_cantilever_of(test);
  char a[40], b[40];
  double angle;
  pl__describe_label(out, "strip");
  pl_text_printf(out, "%s: ", c->strip);
  pl__direction_cut(test->angle, out);
  pl_text_printf(out, ", %s mm wide\n", people(1e3 * test->width, b));
  pl__describe_label(out, "overhang");
  pl_text_printf(out, "%s mm", people(1e3 * c->overhang, a));
  if (c->inclination != 0) pl_text_printf(out, ", clamp %s deg below the horizontal", degrees(c->inclination, a));
  pl_text_add(out, "\n");
  if (test->channel[PL_CANTILEVER_PROFILE].value) describe_profile(test, out);
  const double *tip = test->channel[PL_CANTILEVER_TIP].value;
  if (tip) {
    pl__describe_label(out, "tip");
    pl_text_printf(out, "%s mm out, %s mm down\n", people(1e3 * tip[0], a), people(-1e3 * tip[1], b));
  }
  if (pl__cantilever_chord(test, &angle)) {
    pl__describe_label(out, "chord");
    pl_text_printf(out, "%s deg%s\n", degrees(angle, a),
                   test->channel[PL_CANTILEVER_ANGLE].value ? ", as measured" : " below the horizontal");
  }
  describe_sigma(test, out);
  pl__describe_label(out, "clamp's direction");
  if (c->turn_sigma > 0)
    pl_text_printf(out, "known to %s deg\n", degrees(c->turn_sigma, a));
  else
    pl_text_add(out, "taken as exact\n");
}

void pl__cantilever_sum_up(const pl_test *test, struct pl_text *out) {
  char a[40], b[40];
  double angle;
  pl__direction_cut(test->angle, out);
  pl_text_printf(out, ", overhang %s mm", people(1e3 * pl_cantilever_of(test)->overhang, b));
  if (pl_cantilever_of(test)->n_point > 0) pl_text_printf(out, ", %d points", pl_cantilever_of(test)->n_point);
  if (pl__cantilever_chord(test, &angle)) pl_text_printf(out, ", chord %s deg", degrees(angle, a));
}

double pl__cantilever_gravity(const pl_test *test) { return pl_cantilever_of(test)->gravity; }
