// usual.c: loops without moments, and the usual next loop of a laboratory: a KES cycle to 250 1/m on both faces.
#include <math.h>

#include "protocol/moment-curvature/moment_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846

static int branches(const pl__moment_loop *loop) { return loop->cycles * (loop->one_side ? 2 : 4); }

int pl__moment_loop_frames(const pl__moment_loop *loop) { return 1 + branches(loop) * loop->n; }

void pl__moment_loop_fill(const pl__moment_loop *loop, double *curvature, int *branch) {
  curvature[0] = 0;
  branch[0] = PL_BRANCH_LOAD;
  for (int b = 0, i = 1; b < branches(loop); b++)
    for (int k = 1; k <= loop->n; k++, i++) {
      double share = (double)(b % 2 == 0 ? k : loop->n - k) / loop->n;
      curvature[i] = (!loop->one_side && b % 4 >= 2 ? -1 : 1) * loop->top * share + 0.0;
      branch[i] = b % 2 == 0 ? PL_BRANCH_LOAD : PL_BRANCH_UNLOAD;
    }
}

pl_status pl__moment_plan_test(pl_arena *arena, const pl__moment_loop *loop, const char *name, double angle, pl_test *test) {
  int n = pl__moment_loop_frames(loop);
  double *curvature = pl_arena_alloc(arena, (size_t)n, sizeof *curvature);
  int *branch = pl_arena_alloc(arena, (size_t)n, sizeof *branch);
  pl_moment *moment = pl_arena_alloc(arena, 1, sizeof *moment);
  if (!curvature || !branch || !moment || !name) return PL_ERROR_MEMORY;
  pl__moment_loop_fill(loop, curvature, branch);
  *moment = (pl_moment){.face = PL_FACE_BOTH};
  *test = (pl_test){.protocol = &pl_protocol_moment_curvature,
                    .name = name,
                    .file = "",
                    .strips = 1,
                    .angle = angle,
                    .n_frame = n,
                    .n_raw = n,
                    .branch = branch,
                    .raw_branch = branch,
                    .control = PL_MOMENT_CURVATURE,
                    .observed = PL_MOMENT_MOMENT,
                    .detail = moment};
  for (int k = 0; k < pl_protocol_moment_curvature.n_channel; k++) test->channel[k].row = &pl_protocol_moment_curvature.channel[k];
  test->channel[PL_MOMENT_CURVATURE].value = curvature;
  test->channel[PL_MOMENT_MOMENT].width = 1;
  return PL_OK;
}

static pl_status plan_loop(pl_arena *arena, const pl_usual *usual, const pl_material *material, const pl_test *like,
                           const pl_solve_options *solve, pl_usual_plan *plan) {
  (void)material, (void)like, (void)solve;
  const pl__moment_loop loop = {.top = 250, .n = 12, .cycles = 1};
  plan->n_test = 1;
  return pl__moment_plan_test(arena, &loop, usual->name, usual->angle, &plan->test[0]);
}

static const pl_usual usual[] = {
    {"moment-curvature", "bending loop warp", "a loop of moment over curvature of a warp strip", "moments to 1 % of the largest",
     PL_NEEDS_BEND, false, 0, 0, plan_loop},
    {"moment-curvature", "bending loop weft", "a loop of moment over curvature of a weft strip", "moments to 1 % of the largest",
     PL_NEEDS_BEND, false, PI / 2, 0, plan_loop},
    {"moment-curvature", "bending loop bias", "a loop of moment over curvature of a bias strip", "moments to 1 % of the largest",
     PL_NEEDS_BEND, false, PI / 4, 0, plan_loop},
};
const pl_protocol_plan pl__moment_plan = {.n_usual = COUNT(usual), .usual = usual, .laboratory = &pl__moment_laboratory};
