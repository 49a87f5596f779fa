// warn_samples.c: material samples, and the mesh behind a fit. See warnings.h.
#include "estimate/advise/warnings_part.h"

#include "estimate/field/mesh_correction.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings.h"
#include "protocol/capture/capture.h"

bool pl_fewer_samples_predict_better(int n, const pl_sample_stage *stage, int *best, int *last) {
  *best = *last = 0;
  for (int i = 1; i < n; i++) {
    if (!stage[i].kept || !stage[i].needed) continue;
    if (stage[i].held_out < stage[*best].held_out) *best = i;
    *last = i;
  }
  return n > 0 && stage[*last].held_out > 1.02 * stage[*best].held_out;
}

// Samples that only follow noise show where nothing was fitted: held-out poses are predicted worse with them.
void pl__warn_samples(pl_fit *fit) {
  int best, last;
  if (!pl_fewer_samples_predict_better(fit->way.n_sample_stage, fit->way.sample_stage, &best, &last)) return;
  const pl_sample_stage *least = &fit->way.sample_stage[best], *end = &fit->way.sample_stage[last];
  const char *remedy = pl_arena_printf(fit->arena, "take --samples %d, or add poses and landmarks", least->n_sample);
  pl_warning_add(fit, remedy ? remedy : "",
                 pl_arena_printf(fit->arena,
                                 "held-out poses are predicted best with %d material sample%s (%.3g sigma), not with %d (%.3g sigma)",
                                 least->n_sample, least->n_sample == 1 ? "" : "s", least->held_out, end->n_sample, end->held_out));
}

// What stands behind a number of samples that was to be chosen, and behind the correction of the mesh.
void pl__warn_choice(pl_fit *fit) {
  int n_lost = 0, last = -1;
  for (int i = 0; i < fit->way.n_sample_stage; i++) {
    n_lost += fit->way.sample_stage[i].lost;
    if (fit->way.sample_stage[i].kept && fit->way.sample_stage[i].needed) last = i;
  }
  if (n_lost > 0)
    pl_warning_add(fit, "see which poses have no equilibrium, or ask for a number of samples",
                   pl_arena_printf(fit->arena,
                                   "the number of material samples was chosen without %d of the stages: a pose has no equilibrium there",
                                   n_lost));
  if (fit->way.n_choice_pose >= 0 && fit->way.n_choice_pose < 2 && last >= 0)
    pl_warning_add(
        fit, "add poses, or ask for a number of samples (--samples 1: the same material everywhere)",
        pl_arena_printf(
            fit->arena,
            "the number of material samples was not chosen: it takes two poses or more that the others can predict, and there %s "
            "%d. The last stage stands, with %d",
            fit->way.n_choice_pose == 1 ? "is" : "are", fit->way.n_choice_pose, fit->way.sample_stage[last].n_sample));
  if (last >= 0 && fit->way.sample_stage[last].unsettled > PL_CORRECTION_SETTLED)
    pl_warning_add(
        fit, "use a finer mesh",
        pl_arena_printf(
            fit->arena,
            "what a finer mesh predicts otherwise is not settled: it changed by %.2g sigma the last time the material was fitted "
            "with it",
            fit->way.sample_stage[last].unsettled));
}

void pl__warn_mesh_error(pl_fit *fit) {
  if (fit->problem.options.mesh_error != PL_MESH_ERROR_TRUE || fit->evidence.mesh_shift || fit->problem.n_fitted == 0) return;
  bool captures = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) captures = captures || pl_capture_of(fit->problem.fit_case[i].test);
  pl_warning_add(fit,
                 captures ? "fit again without interrupting it, or with fewer --max-points" : "leave --mesh-error out: it is for captures",
                 pl_arena_printf(fit->arena, "the error of the mesh is not in the sigmas: %s",
                                 captures ? "it could not be computed" : "only captures are predicted on a finer mesh"));
}
