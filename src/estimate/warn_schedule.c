// warn_schedule.c: schedules of additive fits that ended worse than they need to. See warnings.h.
#include "estimate/warning_rows.h"
#include "estimate/warnings_part.h"

// A model that contains another one need not meet the data worse. Where its search ended in a minimum of its own, it does; a little of it may be
// due to bending, which is found again at the end. What has more numbers than the result, from which addends were taken away, is not contained.
// Where all addends were fitted at once, StVK, from which they started, is the only other model known.
void pl__warn_schedule(pl_fit *fit) {
  const double much = 1.05;
  if (fit->n_step < 2 || fit->interrupted) return;
  const pl_fit_step *best = &fit->step[0], *last = &fit->step[fit->n_step - 1];
  for (const pl_fit_step *step = best; step < last; step++)
    if (step->kept && step->n_parameter <= last->n_parameter && step->n_failed == last->n_failed &&
        (best->n_failed != last->n_failed || step->chi2 < best->chi2))
      best = step;
  if (!last->kept || best->n_failed != last->n_failed || !(last->chi2 > much * best->chi2)) return;
  bool bodies = fit->fit_case[0].test->poses != NULL;
  pl_warning_add(fit,
                 bodies                     ? "take a finer mesh, or a model by its name (--model stvk, orthotropic)"
                 : fit->options.progressive ? "take a finer mesh (--cells), or a model with fewer numbers (--addends)"
                                            : "use --progressive true, which fits one group of addends after the other",
                 pl_arena_printf(fit->arena,
                                 "the result meets the %s worse than '%s', which it contains: weighted sum of squares %.4g, "
                                 "not %.4g. Its search ended in a poor minimum",
                                 bodies ? "poses" : "captures with clips", best->name, last->chi2, best->chi2));
}
