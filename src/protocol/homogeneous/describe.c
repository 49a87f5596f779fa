// describe.c: summary of a homogeneous test as aligned plain text (`pliant check`).
#include <math.h>

#include "base/text.h"
#include "measure/protocol.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/homogeneous.h"

#define PI 3.14159265358979323846

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

static void describe_state(const pl_test *test, pl_text *out) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  char a[40];
  pl__describe_label(out, "mode");
  pl_text_printf(out, "%s: %s", pl__homogeneous_mode[h->mode].name, pl__homogeneous_mode[h->mode].help);
  if (h->held > 0) pl_text_printf(out, ", %s", people(h->held, a));
  pl_text_add(out, "\n");
  pl__describe_label(out, "stress measure");
  pl_text_add(out, h->measure == PL_STRESS_NOMINAL  ? "nominal: force over the area at rest\n"
                   : h->measure == PL_STRESS_CAUCHY ? "Cauchy: force over the current area\n"
                                                    : "Cauchy stress of direction 1 less that of direction 2\n");
  pl__describe_label(out, "material");
  pl_text_printf(out, "%s, %s", h->symmetry == PL_SYMMETRY_ISOTROPIC ? "isotropic" : "orthotropic",
                 h->incompressible ? "incompressible" : "compressible");
  if (h->symmetry != PL_SYMMETRY_ISOTROPIC) pl_text_printf(out, ", direction 1 at %s deg", people(test->angle * 180 / PI, a));
  char axes[3];
  pl_homogeneous_axes_name(h, axes);
  if (h->named) pl_text_printf(out, ", %s %s", pl_homogeneous_axes_key(h), axes);
  pl_text_add(out, "\n");
  if (h->thickness > 0) {
    pl__describe_label(out, "thickness");
    pl_text_printf(out, "%s mm\n", people(1e3 * h->thickness, a));
  }
}

static void describe_channel(const pl_test *test, int c, pl_text *out) {
  const pl_channel *channel = &test->channel[c];
  if (!channel->value) return;
  double low = channel->value[0], high = low;
  char a[40], b[40];
  for (int i = 1; i < test->n_frame; i++) {
    low = fmin(low, channel->value[i]);
    high = fmax(high, channel->value[i]);
  }
  bool stress = channel->row->observed && c != PL_HOMOGENEOUS_LATERAL;
  double unit = stress ? 1e-6 : 1;
  pl__describe_label(out, channel->row->name);
  pl_text_printf(out, "%s to %s%s", people(unit * low, a), people(unit * high, b), stress ? " MPa" : "");
  if (channel->source) pl_text_printf(out, ", column %s", channel->source);
  pl_text_add(out, "\n");
  if (!channel->row->observed) return;
  pl__describe_label(out, "");
  if (channel->sigma > 0)
    pl_text_printf(out, "sigma %s%s%s\n", people(unit * channel->sigma, a), stress ? " MPa" : "",
                   channel->value_sigma ? " (rms), one per row" : "");
  else
    pl_text_add(out, "sigma not given: estimated from the residuals\n");
}

void pl__homogeneous_describe(const pl_test *test, struct pl_text *out) {
  describe_state(test, out);
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) describe_channel(test, c, out);
  pl__describe_label(out, "points");
  if (test->n_frame < test->n_raw)
    pl_text_printf(out, "%d of %d rows\n", test->n_frame, test->n_raw);
  else
    pl_text_printf(out, "%d\n", test->n_frame);
}
