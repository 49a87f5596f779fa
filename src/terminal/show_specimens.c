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
