// compare.c: what a fit compares for each capture (thesis 3.4.1).
//
//   stretch        clip forces: the boundary is imposed, so the forces determine the stiffness
//   picture-frame  clip forces along the clips: across them stretch dominates, and its errors would bias the shear
//   table-edge     positions: there are no forces
// Other motions are scored, never fitted.
#include <string.h>

#include "protocol/capture/capture_part.h"
#include "protocol/capture/capture.h"

const char *const pl_compare_names[PL_COMPARE_COUNT] = {"default", "forces", "parallel", "positions", "both"};

static bool bars(const pl_capture *capture) {
  for (int c = 0; c < capture->n_clip; c++) {
    const double *axis = capture->clip[c].axis;
    if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) return false;
  }
  return capture->n_clip > 0;
}

unsigned pl_capture_compared(const pl_capture *capture, pl_compare compare) {
  const unsigned positions = 1u << PL_CAPTURE_POSITIONS, vectors = 1u << PL_CAPTURE_CLIP_FORCE, along = 1u << PL_CAPTURE_CLIP_PARALLEL;
  bool stretch = strcmp(capture->motion, "stretch") == 0, shear = strcmp(capture->motion, "picture-frame") == 0,
       bend = strcmp(capture->motion, "table-edge") == 0;
  if (!stretch && !shear && !bend) return 0;
  if (capture->n_clip == 0) return positions;
  unsigned own_force = shear && bars(capture) ? along : vectors;
  switch (compare) {
  case PL_COMPARE_FORCES: return vectors;
  case PL_COMPARE_PARALLEL: return bars(capture) ? along : vectors;
  case PL_COMPARE_POSITIONS: return positions;
  case PL_COMPARE_BOTH: return positions | own_force;
  default: return bend ? positions : own_force;
  }
}

const char *pl_capture_compared_words(unsigned channels) {
  bool positions = channels >> PL_CAPTURE_POSITIONS & 1;
  if (channels >> PL_CAPTURE_CLIP_FORCE & 1) return positions ? "positions and clip forces" : "clip forces";
  if (channels >> PL_CAPTURE_CLIP_PARALLEL & 1)
    return positions ? "positions and clip forces along the clips" : "clip forces along the clips";
  return positions ? "positions" : "nothing, only scored";
}

pl_status pl__capture_read_compare(const pl__capture_reader *r, pl_capture *capture) {
  pl_json *value = pl__capture_setting(r, "compare");
  int index;
  if (!value) return PL_OK;
  PL_TRY(pl_json_choice(r->ctx, value, PL_COMPARE_COUNT, pl_compare_names, &index));
  capture->compare = (pl_compare)index;
  // a setting at the top of the file applies to the tests that have such forces
  if (value == pl_json_find(r->root, "compare")) return PL_OK;
  pl_where where = pl_json_where(value);
  if (pl_capture_compared(capture, PL_COMPARE_DEFAULT) == 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "leave it out: stretch, picture-frame and table-edge are fitted",
                   PL_ID("capture.scored-there-nothing-choose") "a %s is scored, there is nothing to choose", capture->motion);
  bool forces = capture->compare == PL_COMPARE_FORCES || capture->compare == PL_COMPARE_BOTH;
  if ((forces && capture->n_clip == 0) || (capture->compare == PL_COMPARE_PARALLEL && !bars(capture)))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"positions\", or leave it out",
                   forces ? "\"%s\" needs forces, and the test has no clips" : "\"%s\" needs the \"axis\" of every clip",
                   pl_compare_names[index]);
  return PL_OK;
}
