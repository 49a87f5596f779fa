// branches.c: the branches of a test that goes up and down, and which of its rows are fitted.
//
//   "branch": "all" (default), "load", "unload"   rows that lead away from rest, or back; all rows in their order are the path of friction
//   "cycle": 2, or "last"                         rows of one cycle: tissue is preconditioned, its first cycles differ
// A row leads away from rest if the distance of its imposed state from rest increases (pl__homogeneous_reach). In biaxial tests this is
// the length of both strains together.
#include <string.h>

#include "measure/table/curve.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/visit.h"

// Cycle of each row, from 1: a cycle begins with a load branch. Returns the number of cycles.
static int number_cycles(int n_segment, const pl_segment *segment, int *cycle) {
  int now = 0;
  bool before = false;  // a load branch is not followed by another one
  for (int s = 0; s < n_segment; s++) {
    bool load = segment[s].branch == PL_BRANCH_LOAD;
    if (now == 0 || (load && !before)) now++;
    before = load;
    for (int i = segment[s].first; i < segment[s].end; i++) cycle[i] = now;
  }
  return now;
}

static pl_status read_cycle(pl__label_reader *r, int n_cycle, int *chosen) {
  pl_json *value = pl__label_setting(r, "cycle");
  int64_t number;
  *chosen = 0;
  if (!value) return PL_OK;
  if (value->kind == PL_JSON_STRING && strcmp(value->text, "last") == 0) {
    *chosen = n_cycle;
    return PL_OK;
  }
  pl_where where = pl_json_where(value);
  if (value->kind == PL_JSON_STRING || pl_json_integer(r->ctx, value, 1, n_cycle, &number) != PL_OK)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write its number, or \"last\"",
                   PL_ID("homogeneous.cycle") "\"cycle\" must be 1 to %d or \"last\": '%s' has %d", n_cycle, r->name, n_cycle);
  *chosen = (int)number;
  return PL_OK;
}

static pl_status compact(pl_arena *arena, const bool *kept, int n, int n_kept, double **value) {
  double *own = pl_arena_alloc(arena, (size_t)n_kept + 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  for (int i = 0, at = 0; i < n; i++)
    if (kept[i]) own[at++] = (*value)[i];
  *value = own;
  return PL_OK;
}

static pl_status select_rows(pl_arena *arena, pl_test *test, const bool *kept, int n_kept) {
  int n = test->n_frame, *branch = pl_arena_alloc(arena, (size_t)n_kept + 1, sizeof *branch);
  if (!branch) return PL_ERROR_MEMORY;
  for (int i = 0, at = 0; i < n; i++)
    if (kept[i]) branch[at++] = test->raw_branch[i];
  for (int c = 0; c < PL_HOMOGENEOUS_CHANNELS; c++) {
    pl_channel *channel = &test->channel[c];
    double *sigma = (double *)channel->value_sigma;
    if (channel->value) PL_TRY(compact(arena, kept, n, n_kept, &channel->value));
    if (sigma) PL_TRY(compact(arena, kept, n, n_kept, &sigma));
    channel->value_sigma = sigma;
  }
  double *time = (double *)test->time;
  if (time) PL_TRY(compact(arena, kept, n, n_kept, &time));
  test->time = time;
  test->branch = branch;
  test->n_frame = n_kept;
  return PL_OK;
}

pl_status pl__homogeneous_branches(pl__label_reader *r, pl_test *test) {
  static const char *const names[] = {"load", "unload", "all"};  // in the order of pl_branch, then all
  enum { ALL = 2 };
  pl_arena *arena = r->m->arena;
  size_t n = (size_t)test->n_frame;
  int *branch = pl_arena_alloc(arena, n, sizeof *branch), *cycle = pl_arena_alloc(r->scratch, n, sizeof *cycle), n_segment, only,
      n_kept = 0;
  double *reach = pl_arena_alloc(r->scratch, n, sizeof *reach);
  bool *kept = pl_arena_alloc(r->scratch, n, sizeof *kept);
  pl_segment *segment;
  if (!branch || !cycle || !reach || !kept) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) reach[i] = pl__homogeneous_reach(test, (int)i);
  PL_TRY(pl__curve_segments(r->scratch, reach, (int)n, &n_segment, &segment));
  for (int s = 0; s < n_segment; s++)
    for (int i = segment[s].first; i < segment[s].end; i++) branch[i] = (int)segment[s].branch;
  int n_cycle = number_cycles(n_segment, segment, cycle), chosen = ALL;
  test->branch = test->raw_branch = branch;
  pl_json *value = pl__label_setting(r, "branch");
  if (value) PL_TRY(pl_json_choice(r->ctx, value, 3, names, &chosen));
  PL_TRY(read_cycle(r, n_cycle, &only));
  for (size_t i = 0; i < n; i++) {
    kept[i] = (chosen == ALL || branch[i] == chosen) && (only == 0 || cycle[i] == only);
    n_kept += kept[i];
  }
  if (n_kept == (int)n) return PL_OK;
  pl_where where = pl_json_where(value ? value : r->entry);
  if (n_kept < PL_HOMOGENEOUS_MIN_FRAME)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "choose another branch or cycle",
                   PL_ID("homogeneous.branch-rows") "'%s' has %d rows on this branch, must have %d or more", r->name, n_kept,
                   PL_HOMOGENEOUS_MIN_FRAME);
  return select_rows(arena, test, kept, n_kept);
}
