// path.c: a curve in the order in which it was measured.
//
// The average of load and unload suits elasticity. Friction is their difference and needs the path: every branch in sequence, with its
// turning points.
#include <math.h>
#include <string.h>

#include "measure/table/curve.h"

// Each turning point becomes a separate run, so that no mean flattens it. The last frame of a run gets a branch label that no other frame
// has.
enum { TURN = 99 };

pl_status pl_test_as_path(pl_arena *arena, const pl_protocol *protocol, const pl_test *test, int max_frame, pl_test *path) {
  *path = *test;
  if (test->n_raw < 2 || !test->raw[test->control] || !test->raw_branch) return PL_OK;
  pl_curve raw = {.n_frame = test->n_raw, .n_channel = protocol->n_channel, .variance = 1}, thin;
  int *label = pl_arena_alloc(arena, (size_t)test->n_raw, sizeof *label);
  if (!label) return PL_ERROR_MEMORY;
  for (int i = 0; i < test->n_raw; i++) {
    bool last = i + 1 == test->n_raw || test->raw_branch[i + 1] != test->raw_branch[i];
    label[i] = last ? TURN : test->raw_branch[i];
  }
  raw.branch = label;
  for (int c = 0; c < protocol->n_channel; c++) raw.value[c] = (double *)test->raw[c];
  if (test->raw_time) {
    raw.time = raw.n_channel++;
    raw.value[raw.time] = (double *)test->raw_time;
  }
  PL_TRY(pl__curve_thin(arena, &raw, test->control, max_frame, &thin));
  int *branch = pl_arena_alloc(arena, (size_t)thin.n_frame, sizeof *branch);
  if (!branch) return PL_ERROR_MEMORY;
  int before = test->raw_branch[0];
  for (int i = 0; i < thin.n_frame; i++) {
    branch[i] = thin.branch[i] == TURN ? before : thin.branch[i];
    before = thin.branch[i] == TURN && i + 1 < thin.n_frame ? thin.branch[i + 1] : branch[i];
  }
  path->n_frame = thin.n_frame;
  path->branch = branch;
  path->time = raw.time ? thin.value[raw.time] : NULL;
  for (int c = 0; c < protocol->n_channel; c++) {
    path->channel[c].value = thin.value[c];
    path->channel[c].sigma = test->raw_sigma[c] * sqrt(thin.variance);
    if (thin.n_frame != test->n_frame) path->channel[c].value_sigma = NULL;  // of other frames
  }
  return PL_OK;
}
