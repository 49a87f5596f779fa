// describe.c: summary of an experiment as aligned plain text (`pliant check`).
#include "measure/protocol.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/protocol.h"

enum { LABEL_WIDTH = 22 };

void pl__describe_padded(pl_text *out, const char *text, int width) {
  pl_text_add(out, text);
  pl_text_repeat(out, " ", width - pl_text_width(text) > 1 ? width - pl_text_width(text) : 1);
}

static void add_label(pl_text *out, int indent, const char *label) {
  pl_text_repeat(out, " ", indent);
  pl__describe_padded(out, label, LABEL_WIDTH - indent);
}

void pl__describe_label(pl_text *out, const char *label) { add_label(out, 2, label); }

const char *pl__describe_value(double value, pl_dim dim, char buffer[64]) {
  char number[40];
  pl_number_people(pl_dim_display(dim, value), number, sizeof number);
  if (pl_dim_equal(dim, PL_DIM_NONE))
    snprintf(buffer, 64, "%s", number);
  else
    snprintf(buffer, 64, "%s %s", number, pl_dim_unit(dim));
  return buffer;
}

static void describe_test(const pl_measurement *m, const pl_test *test, pl_text *out) {
  pl_text_printf(out, "\n%s\n", test->name);
  if (test->file && *test->file) {
    add_label(out, 2, "file");
    pl_text_printf(out, "%s\n", test->file);
  }
  m->protocol->files->describe(test, out);
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

// True if the second test has the held-out part of the first, from the same entry of the file.
static bool is_rest_of(const pl_test *first, const pl_test *second) {
  return second->held_out && !first->held_out && first->line == second->line;
}

void pl_measurement_describe(const pl_measurement *measurement, struct pl_text *out) {
  pl_measurement_describe_all(measurement, false, out);
}

void pl_measurement_describe_all(const pl_measurement *measurement, bool full, struct pl_text *out) {
  enum { MANY = 6 };
  const pl_measurement *m = measurement;
  const pl_protocol_files *format = m->protocol->files;
  bool brief = !full && format->sum_up && m->n_test > MANY;
  char value[64];
  pl_text_printf(out, "%s\n", m->name && *m->name ? m->name : "(no name)");
  if (m->file && *m->file) {
    add_label(out, 2, "file");
    pl_text_printf(out, "%s\n", m->file);
  }
  add_label(out, 2, "protocol");
  pl_text_printf(out, "%s: %s\n", m->protocol->name, m->protocol->help);
  add_label(out, 2, "density");
  pl_text_printf(out, "%s\n", m->density > 0 ? pl__describe_value(m->density, pl_measurement_density_dim(m), value) : "not given");
  add_label(out, 2, "tests");
  int n_apart = 0;
  for (int t = 1; t < m->n_test && format->apart; t++) n_apart += is_rest_of(&m->test[t - 1], &m->test[t]);
  pl_text_printf(out, "%d%s%s\n", m->n_test - n_apart, n_apart > 0 ? ", " : "", n_apart > 0 ? format->apart : "");
  for (int t = 0; t < (brief ? 1 : m->n_test); t++) describe_test(m, &m->test[t], out);
  if (brief) sum_up_tests(m, 1, format, out);
  if (m->n_suspicion > 0) pl_text_add(out, "\nLook at these\n");
  for (int i = 0; i < m->n_suspicion; i++) pl_text_printf(out, "  %s\n    %s\n", m->suspicion[i].text, m->suspicion[i].remedy);
  if (m->n_note == 0) return;
  pl_text_add(out, "\nDecided automatically\n");
  for (int i = 0; i < m->n_note; i++) pl_text_printf(out, "  %s\n", m->note[i]);
}
