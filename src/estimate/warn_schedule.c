// warn_schedule.c: schedules of additive fits that ended worse than they need to. See warnings.h.
#include "estimate/warning_rows.h"
#include "estimate/warnings_part.h"

// A model that contains another one cannot meet the data worse, unless its search ended in a minimum of its own. Where all addends were fitted at
// once, StVK, from which they started, is the only other model whose objective is known.
void pl__warn_schedule(pl_fit *fit) {
  if (fit->n_step < 2 || fit->interrupted) return;
  const pl_fit_step *first = &fit->step[0], *last = &fit->step[fit->n_step - 1];
  if (!last->kept || !(last->chi2 > first->chi2)) return;
  pl_warning_add(fit,
                 fit->options.progressive ? "take an earlier stage of --addends, or a finer mesh (--cells)"
                                          : "use --progressive true, which fits one group of addends after the other",
                 pl_arena_printf(fit->arena,
                                 "%s meets the fitted captures worse than %s, from which it started and which it contains: weighted sum of "
                                 "squares %.4g instead of %.4g. The search ended in a poor minimum",
                                 last->name, first->name, last->chi2, first->chi2));
}
