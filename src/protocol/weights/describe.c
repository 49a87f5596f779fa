// describe.c: summary of a hanging cloth as aligned plain text, with a table of its branches (`pliant check`).
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "measure/direction_words.h"
#include "measure/protocol.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"

#define PI 3.14159265358979323846
enum { MOST_ROWS = 40 };

static const char *people(double value, char text[40]) { return pl_number_people(value, text, 40); }

static void describe_specimen(const pl_test *test, pl_text *out) {
  const pl_weights *w = pl_weights_of(test);
  char a[40], b[40], c[40];
  pl__describe_label(out, "specimen");
  pl_text_printf(out, "%s mm long, %s mm wide, %s g\n", people(1e3 * w->cut_length, a), people(1e3 * test->width, b),
                 people(1e3 * w->cloth, c));
  pl__describe_label(out, "direction");
  pl__direction_along(test->angle, out);
  pl_text_add(out, "\n");
  pl__describe_label(out, "rest length");
  pl_text_printf(out, "%s mm", people(1e3 * test->length, a));
  if (w->rest_sigma > 0)
    pl_text_printf(out, ", known to %s mm: its error is estimated\n", people(1e3 * w->rest_sigma, a));
  else
    pl_text_add(out, ", taken as exact\n");
  pl__describe_label(out, "always hanging");
  pl_text_printf(out, "%s N: clip %s g, half of the cloth %s g\n", people(w->dead, a), people(1e3 * w->clip, b), people(500 * w->cloth, c));
  pl__describe_label(out, "at the start");
  pl_text_add(out,
              w->first == PL_WEIGHTS_VIRGIN ? "fresh or relaxed: no friction stress\n" : "conditioned: unloaded from a larger weight\n");
}

static void describe_length(const pl_test *test, pl_text *out) {
  const pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  double low = channel->value[0], high = low, share;
  int n_pair;
  char a[40], b[40];
  for (int i = 1; i < test->n_frame; i++) {
    low = fmin(low, channel->value[i]);
    high = fmax(high, channel->value[i]);
  }
  pl__describe_label(out, "length");
  pl_text_printf(out, "%s to %s mm", people(1e3 * low, a), people(1e3 * high, b));
  if (channel->source) pl_text_printf(out, ", column %s", channel->source);
  pl_text_add(out, "\n");
  pl__describe_label(out, "sigma");
  if (channel->sigma > 0)
    pl_text_printf(out, "%s mm%s\n", people(1e3 * channel->sigma, a), channel->value_sigma ? ", one per row" : "");
  else
    pl_text_add(out, "not given: estimated from the residuals\n");
  double gap = pl__weights_gap(test, &n_pair, &share);
  if (n_pair == 0) return;
  pl__describe_label(out, "hysteresis");
  pl_text_printf(out, "%s mm longer when unloading, %s %% of the elongation (%d pairs)\n", people(1e3 * gap, a), people(100 * share, b),
                 n_pair);
}

static void describe_branch(const pl_test *test, int first, int last, pl_text *out) {
  const pl_weights *w = pl_weights_of(test);
  const double *length = test->channel[PL_WEIGHTS_LENGTH].value;
  int from = first > 0 ? first - 1 : 0;
  char a[40], b[40], c[40], d[40], text[160];
  people(w->weight[from], a);
  people(w->weight[last], b);
  people(1e3 * w->weight[from] / w->gravity, c);
  people(1e3 * w->weight[last] / w->gravity, d);
  snprintf(text, sizeof text, "%s to %s g", c, d);
  pl_text_printf(out, "    %5d  %-6s  %-18s", w->cycle[last] + 1, test->branch[last] == PL_BRANCH_LOAD ? "load" : "unload", text);
  snprintf(text, sizeof text, "%s to %s N", a, b);
  pl_text_printf(out, "  %-18s", text);
  snprintf(text, sizeof text, "%s to %s mm", people(1e3 * length[from], c), people(1e3 * length[last], d));
  pl_text_printf(out, "  %-22s  %4d  %6d\n", text, last - first + 1, w->anchor[last] + 1);
}

static void describe_path(const pl_test *test, pl_text *out) {
  const pl_weights *w = pl_weights_of(test);
  int n_branch = w->n_turn + 1, row = 0;
  pl__describe_label(out, "path");
  pl_text_printf(out, "%d rows in measured order, %d cycle%s, %d different top%s\n", test->n_frame, w->n_cycle, w->n_cycle == 1 ? "" : "s",
                 w->n_top, w->n_top == 1 ? "" : "s");
  pl_text_add(out, "    cycle  branch  mass                weight              length                  rows  anchor\n");
  for (int first = 0, i = 0; i < test->n_frame; i++) {
    if (i + 1 < test->n_frame && test->branch[i + 1] == test->branch[i]) continue;
    if (row < MOST_ROWS) describe_branch(test, first, i, out);
    first = i + 1;
    row++;
  }
  if (n_branch > MOST_ROWS) pl_text_printf(out, "    ... %d more branches\n", n_branch - MOST_ROWS);
}

void pl__weights_describe(const pl_test *test, struct pl_text *out) {
  describe_specimen(test, out);
  describe_length(test, out);
  describe_path(test, out);
}
