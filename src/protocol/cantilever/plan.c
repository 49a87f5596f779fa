// plan.c: see plan_cantilever.h.
#include "protocol/cantilever/plan_cantilever.h"
#include "protocol/cantilever/cantilever.h"

pl_cantilever_plan pl_cantilever_plan_default(void) {
  return (pl_cantilever_plan){
      .name = "strip", .width = 0.04, .overhang = 0.08, .gravity = 9.80665, .channel = PL_CANTILEVER_PROFILE, .n_point = 16};
}

pl_status pl_plan_cantilever(pl_arena *arena, const pl_cantilever_plan *plan, pl_test *test) {
  pl_cantilever *c = pl_arena_alloc(arena, 1, sizeof *c);
  if (!c) return PL_ERROR_MEMORY;
  bool profile = plan->channel == PL_CANTILEVER_PROFILE;
  *c = (pl_cantilever){.overhang = plan->overhang,
                       .inclination = plan->inclination,
                       .tip_labelled = profile,
                       .n_point = profile ? plan->n_point : 0,
                       .gravity = plan->gravity,
                       .turn_sigma = plan->turn_sigma,
                       .strip = plan->name};
  *test = (pl_test){.name = plan->name,
                    .file = "",
                    .length = plan->overhang,
                    .width = plan->width,
                    .strips = 1,
                    .angle = plan->cut,
                    .method = PL_TEST_MESH,
                    .n_frame = 1,
                    .n_raw = 1,
                    .protocol = &pl_protocol_cantilever,
                    .detail = c};
  int width = profile ? 2 * plan->n_point : plan->channel == PL_CANTILEVER_TIP ? 2 : 1;
  test->channel[plan->channel] = (pl_channel){.row = &pl_protocol_find("cantilever")->channel[plan->channel], .width = width};
  return PL_OK;
}
