// plan.c: see plan_hang.h.
#include "protocol/biaxial-hang/plan_hang.h"
#include "protocol/biaxial-hang/hang.h"

static const double G = 9.80665;

pl_hang_plan pl_hang_plan_default(void) {
  static const double bottom[] = {0, 0.1 * G, 0.2 * G, 0.3 * G, 0.4 * G, 0.5 * G, 0.6 * G},
                      side[] = {0, 0.1 * G, 0.2 * G, 0.3 * G, 0.4 * G};
  return (pl_hang_plan){.name = "hang",
                        .width = 0.4,
                        .height = 0.4,
                        .clip = 0.06,
                        .n_bottom = 7,
                        .n_side = 5,
                        .bottom = bottom,
                        .left = side,
                        .right = side,
                        .points = 2,
                        .gravity = G};
}

static pl_status plan_points(pl_arena *arena, const pl_hang_plan *plan, pl_hang *hang) {
  static const char *const body[] = {"top", "bottom", "left", "right"};
  hang->n_point = PL_HANG_BODIES * plan->points;
  pl_hang_point *point = pl_arena_alloc(arena, (size_t)hang->n_point, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  for (int i = 0; i < hang->n_point; i++) {
    point[i].body = (pl_hang_body)(i / plan->points);
    point[i].name = pl_arena_printf(arena, "%s-%d", body[point[i].body], i % plan->points + 1);
    if (!point[i].name) return PL_ERROR_MEMORY;
  }
  hang->point = point;
  return PL_OK;
}

pl_status pl_plan_hang(pl_arena *arena, const pl_hang_plan *plan, pl_test *test) {
  int n_frame = plan->n_bottom * plan->n_side;
  pl_hang *hang = pl_arena_alloc(arena, 1, sizeof *hang);
  double *load = pl_arena_alloc(arena, 3 * (size_t)n_frame, sizeof *load);
  double *direction = pl_arena_alloc(arena, 6 * (size_t)n_frame, sizeof *direction);
  if (!hang || !load || !direction) return PL_ERROR_MEMORY;
  *hang = (pl_hang){.width = plan->width,
                    .height = plan->height,
                    .clip = plan->clip,
                    .load = load,
                    .direction = direction,
                    .gravity = plan->gravity,
                    .cut_sigma = 0.1,
                    .stretch_sigma = 0.02};
  PL_TRY(plan_points(arena, plan, hang));
  for (int f = 0; f < n_frame; f++) {
    const double where[6] = {0, -1, -1, 0, 1, 0};
    load[3 * f] = plan->bottom[f / plan->n_side];
    load[3 * f + 1] = plan->left[f % plan->n_side];
    load[3 * f + 2] = plan->right[f % plan->n_side];
    for (int k = 0; k < 6; k++) direction[6 * f + k] = where[k];
  }
  const pl_protocol *protocol = pl_protocol_find("biaxial-hang");
  *test = (pl_test){.name = plan->name,
                    .file = "",
                    .length = plan->height,
                    .width = plan->width,
                    .strips = 1,
                    .angle = plan->cut,
                    .method = PL_TEST_MESH,
                    .n_frame = n_frame,
                    .n_raw = n_frame,
                    .protocol = &pl_protocol_biaxial_hang,
                    .detail = hang};
  test->channel[PL_HANG_POINTS] = (pl_channel){.row = &protocol->channel[PL_HANG_POINTS], .width = 2 * hang->n_point};
  return PL_OK;
}
