// warn_schedule.c: additive fits that ended in a poor minimum or overfit. See warnings.h.
#include <string.h>

#include "base/sentence/say_run.h"
#include "estimate/advise/remedy.h"
#include "estimate/model/additive_model.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/warnings_part.h"
#include "estimate/advise/words.h"

// A model that contains another can fit at least as well. If it fits worse, its search ended in another local minimum. Small differences
// may be due to bending, which is refitted at the end. Models with more parameters than the result (addends were removed) are not
// contained. If all addends were fitted at once, only the initial StVK model is available for comparison. Friction parameters are not
// elastic: models with friction are compared only with each other.
void pl__warn_schedule(const pl_fit *fit, pl_fit_findings *findings) {
  const double much = 1.05;
  if (fit->way.n_step < 2 || fit->solution.interrupted) return;
  const pl_fit_step *best = NULL, *last = &fit->way.step[fit->way.n_step - 1];
  for (const pl_fit_step *step = fit->way.step; step < last; step++)
    if (step->kept && step->friction == last->friction && step->n_parameter <= last->n_parameter && step->n_failed == last->n_failed &&
        (!best || step->chi2 < best->chi2))
      best = step;
  if (!last->kept || !best || !(last->chi2 > much * best->chi2)) return;
  pl_warning_add(findings, pl_remedy(fit, NULL, PL_REMEDY_MINIMUM),
                 pl_say(fit->arena, SAY_POOR_MINIMUM, last->chi2, best->chi2, best->name));
}

bool pl_simpler_step_predicts_better(int n, const pl_fit_step *step, int *best, int *last) {
  const double much = 1.1, near = 2;
  *best = *last = -1;
  for (int i = 0; i < n; i++)
    if (step[i].kept) *last = i;
  for (int i = 0; i < *last; i++) {
    if (!step[i].kept || !(much * step[i].unseen_force < step[*last].unseen_force)) continue;
    if (step[i].force > near * step[*last].force) continue;
    if (*best < 0 || step[i].unseen_force < step[*best].unseen_force) *best = i;
  }
  return *best >= 0;
}

static bool is_stage(const char *name) {
  bool found = false;
  for (int i = 0; i < PL_ADDITIVE_STAGES; i++) found = found || strcmp(name, pl_additive_stage_names[i]) == 0;
  return found;
}

// Overfitted addends show in held-out captures.
void pl__warn_overfit(const pl_fit *fit, pl_fit_findings *findings) {
  int best, last;
  for (int i = 0; i < fit->problem.n_case; i++)
    if (!pl_case_words(&fit->work.fit_case[i])->compares_steps) return;
  if (fit->solution.interrupted || !pl_simpler_step_predicts_better(fit->way.n_step, fit->way.step, &best, &last)) return;
  const pl_fit_step *simple = &fit->way.step[best], *end = &fit->way.step[last];
  pl_sentence remedy = PL_SAID(SAY_ADD_CAPTURES);
  if (strcmp(fit->problem.options.addends, "auto") != 0)
    remedy = is_stage(simple->name) ? pl_say(fit->arena, SAY_ADDENDS_STAGE, simple->name) : PL_SAID(SAY_ADDENDS_AUTO);
  pl_warning_add(findings, remedy, pl_say(fit->arena, SAY_OVERFIT, simple->name, simple->unseen_force, end->unseen_force));
}
