// warn_schedule.c: schedules of additive fits that ended worse than they need to. See warnings.h.
#include "estimate/warning_rows.h"
#include "estimate/warnings_part.h"

// A model that contains another one need not meet the data worse. Where its search ended in a minimum of its own, it does; a little of it may be
// due to bending, which is found again at the end. Where all addends were fitted at once, StVK, from which they started, is the only other model
// known.
void pl__warn_schedule(pl_fit *fit) {
  const double much = 1.05;
  if (fit->n_step < 2 || fit->interrupted) return;
  const pl_fit_step *best = &fit->step[0], *last = &fit->step[fit->n_step - 1];
  for (const pl_fit_step *step = best; step < last; step++)
    if (step->kept && step->n_failed == last->n_failed && (best->n_failed != last->n_failed || step->chi2 < best->chi2)) best = step;
  if (!last->kept || best->n_failed != last->n_failed || !(last->chi2 > much * best->chi2)) return;
  pl_warning_add(
      fit,
      fit->options.progressive ? "take a finer mesh (--cells), or a model with fewer numbers (--addends)"
                               : "use --progressive true, which fits one group of addends after the other",
      pl_arena_printf(fit->arena,
                      "the result meets the captures with clips worse than '%s', which it contains: weighted sum of squares %.4g, "
                      "not %.4g. Its search ended in a poor minimum",
                      best->name, last->chi2, best->chi2));
}
