// describe_curve.c: summary of a test that is a curve: specimen, channels, points, branches.
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "base/text.h"
#include "measure/table/format.h"
#include "measure/table/times.h"

enum { RANGE_WIDTH = 26 };

// The sigma of the compared readings; that of the file beside it, where readings were averaged.
static void describe_sigma(const pl_test *test, int c, pl_text *out) {
  const pl_channel *channel = &test->channel[c];
  char given[64], used[64];
  pl__describe_label(out, "");
  if (!(channel->sigma > 0)) {
    pl_text_add(out, "sigma not given: estimated from the residuals\n");
    return;
  }
  pl__describe_value(channel->sigma, channel->row->dim, used);
  if (test->raw_sigma[c] > 0 && test->raw_sigma[c] != channel->sigma)
    pl_text_printf(out, "sigma %s given; %s after averaging%s\n", pl__describe_value(test->raw_sigma[c], channel->row->dim, given), used,
                   test->branch && test->branch[0] == PL_BRANCH_AVERAGE ? " load and unload" : "");
  else
    pl_text_printf(out, "sigma %s\n", used);
}

static void describe_channel(const pl_test *test, int c, pl_text *out) {
  const pl_channel *channel = &test->channel[c];
  if (!channel->value || test->n_frame == 0) return;
  double low = channel->value[0], high = low;
  for (int i = 1; i < test->n_frame; i++) {
    low = fmin(low, channel->value[i]);
    high = fmax(high, channel->value[i]);
  }
  char text[160], number[40], value[64];
  double range = high - low;
  pl_number_people(pl_dim_display(channel->row->dim, pl_number_without_noise(low, range)), number, sizeof number);
  snprintf(text, sizeof text, "%s to %s", number, pl__describe_value(pl_number_without_noise(high, range), channel->row->dim, value));
  pl__describe_label(out, channel->row->name);
  pl__describe_padded(out, text, RANGE_WIDTH);
  if (channel->source) pl_text_printf(out, "%s%s", channel->source[0] == '"' ? "column " : "", channel->source);
  pl_text_add(out, "\n");
  if (channel->row->observed) describe_sigma(test, c, out);
}

static void describe_frames(const pl_test *test, pl_text *out) {
  int count[3] = {0, 0, 0}, runs[3] = {0, 0, 0}, used[3] = {0, 0, 0};
  for (int i = 0; test->raw_branch && i < test->n_raw; i++) {
    int b = test->raw_branch[i];
    count[b]++;
    runs[b] += i == 0 || test->raw_branch[i - 1] != b;
  }
  for (int i = 0; test->branch && i < test->n_frame; i++) used[test->branch[i]]++;
  pl__describe_label(out, "points");
  if (test->n_raw > 0) pl_text_printf(out, "%d read, ", test->n_raw);
  pl_text_printf(out, "%d used", test->n_frame);
  if (used[PL_BRANCH_AVERAGE] > 0)
    pl_text_add(out, " (average of load and unload)");
  else if (used[PL_BRANCH_UNLOAD] == 0 && count[PL_BRANCH_UNLOAD] > 0)
    pl_text_add(out, " (load only)");
  else if (used[PL_BRANCH_LOAD] == 0 && count[PL_BRANCH_LOAD] > 0)
    pl_text_add(out, " (unload only)");
  pl_text_add(out, "\n");
  if (test->n_raw > 0) {
    pl__describe_label(out, "branches");
    pl_text_printf(out, "%d load, %d unload\n", runs[PL_BRANCH_LOAD], runs[PL_BRANCH_UNLOAD]);
  }
  if (test->hysteresis > 0) {
    char number[40];
    pl__describe_label(out, "hysteresis");
    pl_text_printf(out, "%s %% of the mean %s\n", pl_number_people(100 * test->hysteresis, number, sizeof number),
                   test->protocol->channel[test->observed].name);
  }
}

// Speed, length of the test and of a rest in it.
static void describe_times(const pl_test *test, pl_text *out) {
  char value[64];
  if (test->speed > 0 && test->control >= 0) {
    pl__describe_label(out, "speed");
    pl_text_printf(out, "%s\n",
                   pl__speed_words(test->speed, pl_dim_divide(test->protocol->channel[test->control].dim, PL_DIM_TIME), value));
  }
  if (!test->raw_time || test->n_raw < 2) return;
  pl__describe_label(out, "time");
  pl_text_printf(out, "%s", pl__describe_value(test->raw_time[test->n_raw - 1], PL_DIM_TIME, value));
  if (test->hold > 0) pl_text_printf(out, ", of which the specimen is held for %s", pl__describe_value(test->hold, PL_DIM_TIME, value));
  pl_text_add(out, "\n");
}

void pl__curve_describe(const pl_test *test, pl_text *out) {
  static const char *const method[] = {"", "clamped: uniform, width held", "free: uniform, free to contract", "mesh: simulated"};
  test->protocol->files->curve->describe(test, out);
  for (int c = 0; c < test->protocol->n_channel; c++) describe_channel(test, c, out);
  describe_frames(test, out);
  describe_times(test, out);
  if (test->fit_offset) {
    pl__describe_label(out, "fit-offset");
    pl_text_add(out, "yes: the zero of the displacement is estimated\n");
  }
  if (test->method != PL_TEST_AUTO) {
    pl__describe_label(out, "method");
    pl_text_printf(out, "%s\n", method[test->method]);
  }
}
