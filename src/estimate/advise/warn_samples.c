// warn_samples.c: material samples, and the mesh behind a fit. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include "base/sentence/say_run.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "estimate/field/mesh_correction.h"
#include "estimate/problem/protocol_fit.h"

bool pl_fewer_samples_predict_better(int n, const pl_sample_stage *stage, int *best, int *last) {
  *best = *last = 0;
  for (int i = 1; i < n; i++) {
    if (!stage[i].kept || !stage[i].needed) continue;
    if (stage[i].held_out < stage[*best].held_out) *best = i;
    *last = i;
  }
  return n > 0 && stage[*last].held_out > 1.02 * stage[*best].held_out;
}

// Overfitted samples show in held-out poses: they are predicted worse.
void pl__warn_samples(const pl_fit *fit, pl_fit_findings *findings) {
  int best, last;
  if (!pl_fewer_samples_predict_better(fit->way.n_sample_stage, fit->way.sample_stage, &best, &last)) return;
  const pl_sample_stage *least = &fit->way.sample_stage[best], *end = &fit->way.sample_stage[last];
  pl_warning_add(findings, pl_say(fit->arena, SAY_TAKE_SAMPLES, least->n_sample),
                 pl_say(fit->arena, SAY_FEWER_SAMPLES, least->n_sample, least->n_sample == 1 ? "" : "s", least->held_out, end->n_sample,
                        end->held_out));
}

// How the number of samples was chosen, and whether the mesh correction converged.
void pl__warn_choice(const pl_fit *fit, pl_fit_findings *findings) {
  int n_lost = 0, last = -1;
  for (int i = 0; i < fit->way.n_sample_stage; i++) {
    n_lost += fit->way.sample_stage[i].lost;
    if (fit->way.sample_stage[i].kept && fit->way.sample_stage[i].needed) last = i;
  }
  if (n_lost > 0) pl_warning_add(findings, PL_SAID(SAY_SEE_FAILED_POSES), pl_say(fit->arena, SAY_SAMPLES_WITHOUT_STAGES, n_lost));
  if (fit->way.n_choice_frame >= 0 && fit->way.n_choice_frame < 2 && last >= 0)
    pl_warning_add(findings, PL_SAID(SAY_GIVE_SAMPLES),
                   pl_say(fit->arena, SAY_SAMPLES_NOT_CHOSEN, fit->way.n_choice_frame, fit->way.sample_stage[last].n_sample));
  if (last >= 0 && fit->way.sample_stage[last].unsettled > PL_CORRECTION_SETTLED)
    pl_warning_add(findings, PL_SAID(SAY_FINER_MESH), pl_say(fit->arena, SAY_MESH_UNSETTLED, fit->way.sample_stage[last].unsettled));
}

void pl__warn_mesh_error(const pl_fit *fit, pl_fit_findings *findings) {
  if (fit->problem.options.mesh_error != PL_MESH_ERROR_TRUE || fit->evidence.mesh_shift || fit->problem.n_fitted == 0) return;
  bool refines = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) refines = refines || pl_case_part(&fit->work.fit_case[i])->mesh_error;
  if (refines)
    pl_warning_add(findings, PL_SAID(SAY_FIT_AGAIN_COARSER), PL_SAID(SAY_MESH_ERROR_FAILED));
  else
    pl_warning_add(findings, PL_SAID(SAY_NO_MESH_ERROR), PL_SAID(SAY_MESH_ERROR_UNUSED));
}
