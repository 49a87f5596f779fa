// warn_specimens.c: specimens that are far from the others of their kind. See warnings.h.
#include <math.h>

#include "base/sentence/say_run.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/warnings_part.h"
#include "estimate/judge/repeats.h"

// Standard deviation of the effects of the other specimens of a kind, relative.
static double scatter_without(const pl_repeats *all, int without) {
  double sum = 0, square = 0;
  int n = 0;
  for (int s = 0; s < all->n_specimen; s++) {
    if (s == without || all->specimen[s].kind != all->specimen[without].kind) continue;
    sum += all->specimen[s].effect;
    square += all->specimen[s].effect * all->specimen[s].effect;
    n++;
  }
  return n > 1 ? sqrt(fmax(square - sum * sum / n, 0) / (n - 1)) : NAN;
}

void pl__warn_specimens(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_repeats *all = fit->evidence.repeats;
  for (int s = 0; all && s < all->n_specimen; s++) {
    const pl_repeat_specimen *one = &all->specimen[s];
    if (!one->outlying) continue;
    int n = all->kind[one->kind].n;
    // of the mean of the others
    double other = 1 - one->effect / (n - 1), apart = (1 + one->effect) / other - 1;
    pl_warning_add(findings, PL_SAID(SAY_CHECK_OUTLYING),
                   pl_say(fit->arena, SAY_SPECIMEN_OUTLYING, one->name, 100 * fabs(apart), apart > 0 ? "stiffer" : "softer", n - 1,
                          100 * scatter_without(all, s), 100 * one->chance));
  }
}
