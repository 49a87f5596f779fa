// path.c: the loading path of a sequence of weights: branches, cycles, and the anchor of each frame (Miguel et al. 2013, 4.1 and 4.2).
//
// A frame belongs to the branch that led to it. A turning point is the last frame of a branch. It anchors the next one, because friction
// along a monotonic branch depends only on its start.
#include <math.h>

#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"

#define SAME 1e-6             // relative
#define UNKNOWN_SIGMA 0.5e-3  // m, of a length read with a rule

bool pl__weights_same(double a, double b) { return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b)) + 1e-9; }

double pl__weights_low(const pl_weights *w, int n_frame) {
  double low = w->weight[0];
  for (int i = 1; i < n_frame; i++) low = fmin(low, w->weight[i]);
  return low;
}

// Number of tops among the frames that did not occur before.
static int count_tops(const pl_weights *w, const int *branch, int n_frame) {
  int n = 0;
  for (int i = 0; i + 1 < n_frame; i++) {
    if (branch[i] != PL_BRANCH_LOAD || branch[i + 1] != PL_BRANCH_UNLOAD) continue;
    bool known = false;
    for (int j = 0; j < i && !known; j++)
      known = branch[j] == PL_BRANCH_LOAD && branch[j + 1] == PL_BRANCH_UNLOAD && pl__weights_same(w->weight[i], w->weight[j]);
    n += !known;
  }
  return n;
}

pl_status pl_weights_follow(pl_arena *arena, pl_weights *w, pl_test *test) {
  int n = test->n_frame;
  int *branch = pl_arena_alloc(arena, (size_t)n, sizeof *branch), *cycle = pl_arena_alloc(arena, (size_t)n, sizeof *cycle);
  int *anchor = pl_arena_alloc(arena, (size_t)n, sizeof *anchor);
  if (!branch || !cycle || !anchor) return PL_ERROR_MEMORY;
  w->n_turn = w->n_cycle = 0;
  branch[0] = PL_BRANCH_LOAD;
  int start = 0;  // of the branch
  for (int i = 1; i < n; i++) {
    bool same = pl__weights_same(w->weight[i], w->weight[i - 1]);
    branch[i] = same ? branch[i - 1] : w->weight[i] > w->weight[i - 1] ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
    bool turn = branch[i] != branch[i - 1];
    w->n_turn += turn;
    w->n_cycle += turn && branch[i] == PL_BRANCH_UNLOAD;
    cycle[i] = cycle[i - 1] + (turn && branch[i] == PL_BRANCH_LOAD);
    // before the first weight every repeated reading is a better start
    if (turn || (w->n_turn == 0 && same && start == i - 1)) start = turn ? i - 1 : i;
    anchor[i] = start;
  }
  w->n_top = count_tops(w, branch, n);
  w->cycle = cycle;
  w->anchor = anchor;
  test->branch = test->raw_branch = branch;
  return PL_OK;
}

double pl__weights_gap(const pl_test *test, int *n_pair, double *share) {
  const pl_weights *w = pl_weights_of(test);
  const double *length = test->channel[PL_WEIGHTS_LENGTH].value;
  double gap = 0, mean = 0;
  *n_pair = 0;
  for (int i = 0; i < test->n_frame; i++) {
    if (test->branch[i] != PL_BRANCH_UNLOAD) continue;
    for (int j = w->anchor[i] - 1; j >= 0 && w->cycle[j] == w->cycle[i]; j--) {
      if (test->branch[j] != PL_BRANCH_LOAD || !pl__weights_same(w->weight[i], w->weight[j])) continue;
      gap += length[i] - length[j];
      mean += 0.5 * (length[i] + length[j]) - length[0];
      ++*n_pair;
      break;
    }
  }
  *share = mean > 0 ? gap / mean : 0;
  return *n_pair > 0 ? gap / *n_pair : 0;
}

double pl__weights_against(const pl_test *test, int i) {
  const pl_weights *w = pl_weights_of(test);
  const pl_channel *channel = &test->channel[PL_WEIGHTS_LENGTH];
  if (i == 0 || pl__weights_same(w->weight[i], w->weight[i - 1])) return 0;
  double all = channel->sigma > 0 ? channel->sigma : UNKNOWN_SIGMA,
         sigma = channel->value_sigma ? hypot(channel->value_sigma[i], channel->value_sigma[i - 1]) : sqrt(2) * all;
  double growth = channel->value[i] - channel->value[i - 1];
  return fmax(w->weight[i] > w->weight[i - 1] ? -growth : growth, 0) / sigma;
}
