// warn_clips.c: warns about meshes that do not resolve the clips of a capture. See warnings.h.
#include <math.h>

#include "estimate/advise/warning_rows.h"
#include "protocol/capture/capture.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/rig/capture_mesh.h"
#include "protocol/capture/say.h"

// Mesh lines are placed on the edges of clips if that leaves bands of at least a quarter of a cell (capture_mesh.c). This many cells
// suffice. An irregular mesh has no lines.
static pl_sentence remedy_of(const pl_fit *fit, const pl_clip_miss *miss) {
  double cells = pl_rig_cells(&fit->problem.options.rig, 24), fit_for = ceil(cells * 0.25 * miss->cell / miss->depth * (1 + 1e-9));
  if (fit->problem.options.rig.topology == PL_TOPOLOGY_IRREGULAR) return PL_SAID(SAY_CLIPS_REGULAR);
  if (fit_for > cells && isfinite(fit_for)) return pl_say(fit->arena, SAY_CLIPS_CELLS, fit_for);
  return pl_say(fit->arena, SAY_CLIPS_MORE_CELLS, 2 * cells);
}

pl_status pl__warn_clips(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    pl_clip_miss miss;
    if (!pl_resampled_of(test)) continue;
    PL_TRY(pl_capture_clip_miss(fit->arena, pl_capture_of(test), pl_resampled_of(test), &miss));
    if (miss.clip < 0) continue;
    const char *clip = pl_capture_of(test)->clip[miss.clip].name;
    pl_warning_add(findings, remedy_of(fit, &miss),
                   pl_say(fit->arena, SAY_CLIPS_UNRESOLVED, test->name, clip, 1e3 * miss.depth, miss.depth / miss.cell, 1e3 * miss.cell,
                          1e3 * miss.held));
    pl_warning_row(findings, PL_SAID(SAY_CLIPS_UNRESOLVED_ALL), "test|clip|>deep|>in cells|>held by the mesh", test->name, clip,
                   pl_warning_number(findings, 1e3 * miss.depth, " mm"), pl_warning_number(findings, miss.depth / miss.cell, ""),
                   pl_warning_number(findings, 1e3 * miss.held, " mm"));
  }
  return PL_OK;
}
