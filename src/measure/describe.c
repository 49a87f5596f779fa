// describe.c: what was understood of an experiment, in aligned plain text (`pliant check`).
#include "measure/protocol.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/protocol.h"
#include "protocol/poses/poses.h"

#define PI 3.14159265358979323846
enum { LABEL_WIDTH = 22, RANGE_WIDTH = 26 };

static void add_padded(pl_text *out, const char *text, int width) {
  pl_text_add(out, text);
  pl_text_repeat(out, " ", width - pl_text_width(text) > 1 ? width - pl_text_width(text) : 1);
}

static void add_label(pl_text *out, int indent, const char *label) {
  pl_text_repeat(out, " ", indent);
  add_padded(out, label, LABEL_WIDTH - indent);
}

void pl__describe_label(pl_text *out, const char *label) { add_label(out, 2, label); }

// A value in the display unit, for people.
static const char *shown(double value, pl_dim dim, char buffer[64]) {
  char number[40];
  pl_number_people(pl_dim_display(dim, value), number, sizeof number);
  if (pl_dim_equal(dim, PL_DIM_NONE))
    snprintf(buffer, 64, "%s", number);
  else
    snprintf(buffer, 64, "%s %s", number, pl_dim_unit(dim));
  return buffer;
}

static void describe_specimen(const pl_measurement *m, const pl_test *test, pl_text *out) {
  char a[64], b[64];
  add_label(out, 2, "specimen");
  shown(test->length, PL_DIM_LENGTH, a);
  shown(test->width, PL_DIM_LENGTH, b);
  if (strcmp(m->protocol->name, "tensile") != 0) {
    pl_text_printf(out, "frame %s, disk %s across\n", a, b);
    return;
  }
  pl_text_printf(out, "%s long, %s wide", a, b);
  if (test->strips > 1) pl_text_printf(out, ", %d parallel strips", test->strips);
  pl_text_add(out, "\n");
  add_label(out, 2, "direction");
  pl_text_printf(out, "%s from warp%s\n", shown(test->angle, PL_DIM_ANGLE, a),
                 test->angle == 0                     ? " (along warp)"
                 : fabs(test->angle - PI / 2) < 1e-12 ? " (along weft)"
                                                      : "");
  if (test->pretension > 0) {
    add_label(out, 2, "pretension");
    pl_text_printf(out, "%s at zero displacement\n", shown(test->pretension, PL_DIM_FORCE, a));
  }
}

static void describe_channel(const pl_test *test, const pl_channel *channel, pl_text *out) {
  if (!channel->value || test->n_frame == 0) return;
  double low = channel->value[0], high = low;
  for (int i = 1; i < test->n_frame; i++) {
    low = fmin(low, channel->value[i]);
    high = fmax(high, channel->value[i]);
  }
  char text[160], number[40], value[64];
  pl_number_people(pl_dim_display(channel->row->dim, low), number, sizeof number);
  snprintf(text, sizeof text, "%s to %s", number, shown(high, channel->row->dim, value));
  add_label(out, 2, channel->row->name);
  add_padded(out, text, RANGE_WIDTH);
  if (channel->source) pl_text_printf(out, "%s%s", channel->source[0] == '"' ? "column " : "", channel->source);
  pl_text_add(out, "\n");
  if (!channel->row->observed) return;
  pl_text_repeat(out, " ", LABEL_WIDTH);
  if (channel->sigma > 0)
    pl_text_printf(out, "sigma %s\n", shown(channel->sigma, channel->row->dim, value));
  else
    pl_text_add(out, "sigma not given: estimated from the residuals\n");
}

static void describe_frames(const pl_test *test, pl_text *out) {
  int count[3] = {0, 0, 0}, runs[3] = {0, 0, 0}, used[3] = {0, 0, 0};
  for (int i = 0; test->raw_branch && i < test->n_raw; i++) {
    int b = test->raw_branch[i];
    count[b]++;
    runs[b] += i == 0 || test->raw_branch[i - 1] != b;
  }
  for (int i = 0; test->branch && i < test->n_frame; i++) used[test->branch[i]]++;
  add_label(out, 2, "points");
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
    add_label(out, 2, "branches");
    pl_text_printf(out, "%d load, %d unload\n", runs[PL_BRANCH_LOAD], runs[PL_BRANCH_UNLOAD]);
  }
  if (test->hysteresis > 0) {
    char number[40];
    add_label(out, 2, "hysteresis");
    pl_text_printf(out, "%s %% of the mean force\n", pl_number_people(100 * test->hysteresis, number, sizeof number));
  }
}

static void describe_test(const pl_measurement *m, const pl_test *test, pl_text *out) {
  static const char *const method[] = {"", "clamped: uniform, width held", "free: uniform, free to contract", "mesh: simulated"};
  pl_text_printf(out, "\n%s\n", test->name);
  if (test->file && *test->file) {
    add_label(out, 2, "file");
    pl_text_printf(out, "%s\n", test->file);
  }
  const pl_protocol_files *own = m->protocol->files;
  if (own) {
    own->describe(test, out);
    return;
  }
  describe_specimen(m, test, out);
  for (int c = 0; c < m->protocol->n_channel; c++) describe_channel(test, &test->channel[c], out);
  describe_frames(test, out);
  if (test->fit_offset) {
    add_label(out, 2, "fit-offset");
    pl_text_add(out, "yes: the zero of the displacement is estimated\n");
  }
  if (test->method != PL_TEST_AUTO) {
    add_label(out, 2, "method");
    pl_text_printf(out, "%s\n", method[test->method]);
  }
}

// One line per test, names in one column.
static void sum_up_tests(const pl_measurement *m, int first, const pl_protocol_files *format, pl_text *out) {
  int width = 0;
  for (int t = first; t < m->n_test; t++)
    if (pl_text_width(m->test[t].name) > width) width = pl_text_width(m->test[t].name);
  pl_text_printf(out, "\nThe other %d in short (--full has all)\n", m->n_test - first);
  for (int t = first; t < m->n_test; t++) {
    pl_text_printf(out, "  %s", m->test[t].name);
    pl_text_repeat(out, " ", width - pl_text_width(m->test[t].name) + 2);
    format->sum_up(&m->test[t], out);
    pl_text_add(out, "\n");
  }
}

// The held-out poses of a body are a test of their own behind that of the others, but one entry of the file.
static bool is_rest_of(const pl_test *first, const pl_test *second) {
  return pl_poses_of(first) && pl_poses_of(second) && second->held_out && !first->held_out && first->line == second->line;
}

void pl_measurement_describe(const pl_measurement *measurement, struct pl_text *out) {
  pl_measurement_describe_all(measurement, false, out);
}

void pl_measurement_describe_all(const pl_measurement *measurement, bool full, struct pl_text *out) {
  enum { MANY = 6 };
  const pl_measurement *m = measurement;
  const pl_protocol_files *format = m->protocol->files;
  bool brief = !full && format && format->sum_up && m->n_test > MANY;
  char value[64];
  pl_text_printf(out, "%s\n", m->name && *m->name ? m->name : "(no name)");
  if (m->file && *m->file) {
    add_label(out, 2, "file");
    pl_text_printf(out, "%s\n", m->file);
  }
  add_label(out, 2, "protocol");
  pl_text_printf(out, "%s: %s\n", m->protocol->name, m->protocol->help);
  add_label(out, 2, "density");
  pl_text_printf(out, "%s\n", m->density > 0 ? shown(m->density, pl_measurement_density_dim(m), value) : "not given");
  add_label(out, 2, "tests");
  int n_apart = 0;
  for (int t = 1; t < m->n_test; t++) n_apart += is_rest_of(&m->test[t - 1], &m->test[t]);
  pl_text_printf(out, "%d%s\n", m->n_test - n_apart, n_apart > 0 ? ", its held-out poses apart" : "");
  for (int t = 0; t < (brief ? 1 : m->n_test); t++) describe_test(m, &m->test[t], out);
  if (brief) sum_up_tests(m, 1, format, out);
  if (m->n_suspicion > 0) pl_text_add(out, "\nLook at these\n");
  for (int i = 0; i < m->n_suspicion; i++) pl_text_printf(out, "  %s\n    %s\n", m->suspicion[i].text, m->suspicion[i].remedy);
  if (m->n_note == 0) return;
  pl_text_add(out, "\nDone without being told\n");
  for (int i = 0; i < m->n_note; i++) pl_text_printf(out, "  %s\n", m->note[i]);
}
