// warn_schedule.c: schedules of additive fits that ended worse than they need to. See warnings.h.
#include <string.h>

#include "estimate/model/additive_model.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/advise/warnings_part.h"
#include "protocol/capture/capture.h"
#include "protocol/poses/poses.h"

static bool has_friction(const pl_fit_step *step) { return step->addends && strstr(step->addends, "; friction of") != NULL; }

// A model that contains another one need not meet the data worse. Where its search ended in a minimum of its own, it does; a little of it may be
// due to bending, which is found again at the end. What has more numbers than the result, from which addends were taken away, is not contained.
// Where all addends were fitted at once, StVK, from which they started, is the only other model known. Numbers of friction are none of elasticity:
// with friction only models with friction are compared.
void pl__warn_schedule(pl_fit *fit) {
  const double much = 1.05;
  if (fit->way.n_step < 2 || fit->solution.interrupted) return;
  const pl_fit_step *best = NULL, *last = &fit->way.step[fit->way.n_step - 1];
  for (const pl_fit_step *step = fit->way.step; step < last; step++)
    if (step->kept && has_friction(step) == has_friction(last) && step->n_parameter <= last->n_parameter &&
        step->n_failed == last->n_failed && (!best || step->chi2 < best->chi2))
      best = step;
  if (!last->kept || !best || !(last->chi2 > much * best->chi2)) return;
  bool bodies = pl_poses_of(fit->problem.fit_case[0].test) != NULL;
  pl_warning_add(fit,
                 bodies                             ? "take a finer mesh, or a model by its name (--model stvk, orthotropic)"
                 : fit->problem.options.progressive ? "take a finer mesh (--cells), or a model with fewer numbers (--addends)"
                                                    : "use --progressive true, which fits one group of addends after the other",
                 pl_arena_printf(fit->arena,
                                 "the result meets the %s worse than '%s', which it contains: weighted sum of squares %.4g, "
                                 "not %.4g. Its search ended in a poor minimum",
                                 bodies ? "poses" : "captures with clips", best->name, last->chi2, best->chi2));
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

// Addends that only follow the captures they were fitted to show in those that were not.
void pl__warn_overfit(pl_fit *fit) {
  int best, last;
  if (fit->problem.n_case > 0 && !pl_capture_of(fit->problem.fit_case[0].test)) return;
  if (fit->solution.interrupted || !pl_simpler_step_predicts_better(fit->way.n_step, fit->way.step, &best, &last)) return;
  const pl_fit_step *simple = &fit->way.step[best], *end = &fit->way.step[last];
  const char *remedy = "add captures: these do not tell so many numbers";
  if (strcmp(fit->problem.options.addends, "auto") != 0)
    remedy = is_stage(simple->name) ? pl_arena_printf(fit->arena, "use --addends %s, or --addends auto, or add captures", simple->name)
                                    : "use --addends auto, or add captures";
  pl_warning_add(fit, remedy ? remedy : "",
                 pl_arena_printf(fit->arena, "held-out captures are met better by stage %s (%.3g N) than by the result (%.3g N)",
                                 simple->name, simple->unseen_force, end->unseen_force));
}
