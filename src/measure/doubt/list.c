// list.c: the list of doubts about one measurement, and what its writers share. See doubt.h.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/doubt/doubt.h"

#define SMALL_SHARE 0.1  // from here on a percentage has no decimals
#define EQUAL_SUMS 1e-9  // of sums of logarithms: rounding must not decide which test is named
#define LARGE 1e6        // from here on a number is shown with a larger unit: 4720 kN/m, not 4.72e+06 N/m

pl_status pl__suspect(pl_suspicions *list, const char *test, pl_doubt doubt, pl_sentence text, pl_sentence remedy) {
  // full whenever n is 0 or a power of two
  if ((list->n & (list->n - 1)) == 0) {
    pl_suspicion *longer = pl_arena_alloc(list->arena, list->n > 0 ? 2 * (size_t)list->n : 1, sizeof *longer);
    if (!longer) return PL_ERROR_MEMORY;
    if (list->n > 0) memcpy(longer, list->item, (size_t)list->n * sizeof *longer);
    list->item = longer;
  }
  pl_suspicion *item = &list->item[list->n];
  *item = (pl_suspicion){.id = text.id,
                         .remedy_id = remedy.id,
                         .text = pl_arena_printf(list->arena, "%s: %s", test, text.text ? text.text : ""),
                         .remedy = remedy.text ? pl_arena_text(list->arena, remedy.text) : NULL,
                         .test = pl_arena_text(list->arena, test),
                         .doubt = doubt};
  if (!item->text || !item->remedy || !item->test) return PL_ERROR_MEMORY;
  list->n++;
  return PL_OK;
}

pl_status pl__doubt(pl_suspicions *list, const char *test, pl_doubt doubt, pl_sentence remedy, const char *id, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return pl__suspect(list, test, doubt, (pl_sentence){id, text}, remedy);
}

bool pl__doubted(const pl_suspicions *list, const char *test) {
  for (int i = 0; i < list->n; i++)
    if (pl_doubt_counts(list->item[i].doubt) && strcmp(list->item[i].test, test) == 0) return true;
  return false;
}

const char *pl__suspect_number(double value, pl_dim dim, char buffer[64]) {
  char number[40];
  double shown = pl_dim_display(dim, value);
  pl_shown in = {1, pl_dim_equal(dim, PL_DIM_NONE) ? "" : pl_dim_unit(dim)};
  if (fabs(shown) >= LARGE) in = pl_dim_shown(dim, value), shown = in.factor * value;
  pl_number_people(shown, number, sizeof number);
  snprintf(buffer, 64, "%s%s%s", number, *in.unit ? " " : "", in.unit);
  return buffer;
}

const char *pl__suspect_percent(double share, char buffer[64]) {
  char number[40];
  if (fabs(share) < SMALL_SHARE)
    pl_number_people(100 * share, number, sizeof number);
  else
    snprintf(number, sizeof number, "%.0f", 100 * share);
  snprintf(buffer, 64, "%s %%", number);
  return buffer;
}

const char *pl__suspect_column(const pl_channel *channel, char buffer[160]) {
  const char *source = channel->source, *end = source ? strrchr(source, ']') : NULL;
  if (source && !end) end = strchr(source + 1, '"');
  snprintf(buffer, 160, "%.*s", end ? (int)(end + 1 - source) : 100, end ? source : channel->row->name);
  return buffer;
}

// ---- tests against each other ----

int pl__suspect_contradictions(int n, const double *excess, bool *left_out, int (*pair)[2]) {
  int n_pair = 0;
  for (;;) {
    int most = 0, worst = -1, partner = -1;
    double worst_sum = 0;
    for (int a = 0; a < n; a++) {
      int count = 0, own = -1;
      double sum = 0;  // log of the excess over all others: decides between equal counts
      for (int b = 0; b < n && !left_out[a]; b++) {
        double e = excess[a * n + b];
        if (left_out[b] || a == b || !(e > 0)) continue;
        sum += log(e);
        if (!(e > 1)) continue;
        count++;
        if (own < 0 || e > excess[a * n + own]) own = b;
      }
      if (count > most || (count > 0 && count == most && sum > worst_sum + EQUAL_SUMS)) {
        most = count;
        worst = a;
        partner = own;
        worst_sum = sum;
      }
    }
    if (worst < 0) return n_pair;
    left_out[worst] = true;
    pair[n_pair][0] = worst;
    pair[n_pair++][1] = partner;
  }
}
