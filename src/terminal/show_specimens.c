// show_specimens.c: the specimens of a fit on the terminal: scatter of each kind, and specimens that differ.
#include <math.h>

#include "base/text.h"
#include "estimate/judge/repeats.h"
#include "report/result/protocol_view.h"
#include "terminal/show.h"

// "tensile, warp".
static const char *kind_words(pl_terminal *c, const pl_fit *fit, const pl_repeat_kind *kind) {
  const pl_fit_case *first = &fit->work.fit_case[kind->first];
  const pl_protocol_view *view = pl_case_view(first);
  pl_text direction;
  pl_text_init(&direction, c->ctx);
  if (view->direction) view->direction(first->test, &direction);
  const char *lead = direction.data && *direction.data ? ", " : "";
  const char *words = pl_arena_printf(c->arena, "%s%s%s", first->given->measurement->protocol->name, lead, *lead ? direction.data : "");
  pl_text_clear(&direction);
  return words ? words : "";
}

// The frame with the largest prediction that has a band of the next specimen; -1: none.
static int largest_frame(const pl_fit_case *c, int k) {
  int found = -1;
  for (int f = 0; f < c->test->n_frame; f++)
    if (isfinite(c->prediction.next[k][f]) && (found < 0 || fabs(c->predicted[k][f]) > fabs(c->predicted[k][found]))) found = f;
  return found;
}

// Percent of the readings of a channel within the band of the next specimen.
static double within(const pl_fit_case *c, int k) {
  int n = 0, inside = 0;
  for (int f = 0; f < c->test->n_frame; f++) {
    double off = fabs(c->predicted[k][f] - c->test->channel[k].value[f]);
    if (!isfinite(off) || !isfinite(c->prediction.next[k][f])) continue;
    n++, inside += off <= c->prediction.next[k][f];
  }
  return n ? 100.0 * inside / n : NAN;
}

void pl__show_next(pl_terminal *c, const pl_fit *fit) {
  pl_table *table = pl_table_create(
      c->arena, "test|channel|>largest prediction|>\xC2\xB1 fabric|>\xC2\xB1 next specimen|>readings within the latter [%]");
  int n = 0;
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++)
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      const pl_fit_case *one = &fit->work.fit_case[i];
      int f = one->predicted[k] && pl_channel_width(&one->test->channel[k]) == 1 ? largest_frame(one, k) : -1;
      if (f < 0) continue;
      const pl_channel_row *row = &one->given->measurement->protocol->channel[k];
      pl_table_cell(table, "%s", one->test->name);
      pl_table_cell(table, "%s", row->name);
      pl_table_cell(table, "%s", pl__shown(c, one->predicted[k][f], row->dim));
      pl_table_cell(table, "%s", pl__shown(c, one->prediction.half_width[k][f], row->dim));
      pl_table_cell(table, "%s", pl__shown(c, one->prediction.next[k][f], row->dim));
      pl_table_cell(table, "%.0f", within(one, k));
      n++;
    }
  if (n == 0) return;
  pl__print(c, "\nBands of 95 %% by the scatter between specimens\n");
  pl_table_say(c, table);
}

void pl__show_repeats(pl_terminal *c, const pl_fit *fit) {
  const pl_repeats *all = fit->evidence.repeats;
  if (!all || all->n_specimen == 0) return;
  int n_single = 0;
  for (int g = 0; g < all->n_kind; g++) n_single += all->kind[g].n == 1;
  if (all->any) {
    pl_table *table = pl_table_create(c->arena, "kind|>specimens|>scatter [%]|>95 % from|>to|specimens over their mean [%]");
    for (int g = 0; g < all->n_kind; g++) {
      const pl_repeat_kind *kind = &all->kind[g];
      if (kind->n < 2) continue;
      pl_text effects;
      pl_text_init(&effects, c->ctx);
      for (int s = 0; s < all->n_specimen; s++)
        if (all->specimen[s].kind == g)
          pl_text_printf(&effects, "%s%s %+.1f%s", effects.size ? ", " : "", all->specimen[s].name, 100 * all->specimen[s].effect,
                         all->specimen[s].outlying ? " (outlying)" : "");
      pl_table_cell(table, "%s", kind_words(c, fit, kind));
      pl_table_cell(table, "%d", kind->n);
      pl_table_cell(table, "%.2g", 100 * kind->scatter.value);
      pl_table_cell(table, "%.2g", 100 * kind->scatter.low);
      pl_table_cell(table, "%.2g", 100 * kind->scatter.high);
      pl_table_cell(table, "%s", effects.data ? effects.data : "");
      pl_text_clear(&effects);
    }
    pl__print(c, "\nSpecimens\n");
    pl_table_say(c, table);
    pl__print(c, "  scatter: standard deviation of stiffness between specimens; sigma above is that of the mean fabric and contains it\n");
  }
  if (n_single > 0)
    pl__print(c, "%s  scatter between specimens is not measured%s: one specimen; sigma is that of this specimen\n", all->any ? "" : "\n",
              all->any ? " for other kinds of test" : "");
}
