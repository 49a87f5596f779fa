// contact_drops.c: random drops of sheets and solids on a ball and a floor. After every step an exact test looks for intersections; distances
// from the ball, which has no triangles, are compared.
#include <math.h>

#include "bench/cases.h"
#include "scenes/contact.h"

#define NONE 0.5  // of a count: not one

pl_status reproduce_contact_drops(evidence *e) {
  const int n = e->full ? 1000 : 15;
  const char *folder;
  int64_t n_step = 0, n_hit = 0, n_nan = 0, n_stopped = 0, n_loose = 0;
  double inside = INFINITY;
  PL_TRY(evidence_folder(e, &folder));
  for (int i = 0; i < n; i++) {
    scene_dropped d;
    PL_TRY(scene_drop(e->ctx, evidence_seed(e, 1) + (uint64_t)i, folder, &d));
    n_step += d.n_step, n_hit += d.n_hit, n_nan += d.n_nan, n_stopped += d.stopped, n_loose += d.n_loose;
    inside = fmin(inside, d.inside);
  }
  evidence_inform(e, n, "", "", "drops");
  evidence_inform(e, (double)n_step, "", "", "steps");
  evidence_below(e, (double)n_hit, "", NONE, "steps with an intersection by the exact test");
  evidence_below(e, (double)n_nan, "", NONE, "coordinates that are not finite");
  evidence_below(e, (double)n_stopped, "", NONE, "drops that did not end");
  evidence_below(e, -1e3 * inside, "mm", 0, "depth of a vertex below the surface of the ball or the floor");
  evidence_inform(e, (double)n_loose, "", "", "steps whose iteration did not converge");
  evidence_note(
      e, "Two or three bodies each: sheets of three cloths and blocks of gel, turned at random, with speeds up to 10 m/s and steps of 1 to "
         "20 ms.");
  return PL_OK;
}
