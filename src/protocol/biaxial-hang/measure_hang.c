// measure_hang.c: see measure_hang.h.
//
// The rest shape of a fit is R(cut + turn) (x, y / stretch) of the planned rectangle (protocol/biaxial-hang/rig.c). So the sample is
// planned at cut + turn with its height divided by stretch. The clips are too, so that their ends stay on the same mesh lines. The
// remaining difference is the cloth inside a clip: held unstretched here, stretched in the fit. For a stretch of 2 % that moves labels by
// up to 0.3 mm.
#include "protocol/biaxial-hang/measure_hang.h"
#include "protocol/biaxial-hang/hang.h"

#include <math.h>
#include <string.h>

static pl_hang_plan as_it_is(const pl_hang_plan *plan, const pl_hang_error *error) {
  pl_hang_plan real = *plan;
  real.cut += error->turn;
  real.height /= error->stretch;
  real.clip /= error->stretch;
  return real;
}

// Removes frames without equilibrium (NAN) from points, loads and directions. Returns their number.
static int drop_failed(pl_test *test, pl_hang *hang, double *load, double *direction) {
  double *value = test->channel[PL_HANG_POINTS].value;
  size_t width = 2 * (size_t)hang->n_point;
  int kept = 0;
  for (int f = 0; f < test->n_frame; f++) {
    if (isnan(value[(size_t)f * width])) continue;
    memmove(value + (size_t)kept * width, value + (size_t)f * width, width * sizeof *value);
    memmove(load + 3 * kept, load + 3 * f, 3 * sizeof *load);
    memmove(direction + 6 * kept, direction + 6 * f, 6 * sizeof *direction);
    kept++;
  }
  int dropped = test->n_frame - kept;
  test->n_frame = test->n_raw = kept;
  return dropped;
}

static int least_loaded(const pl_test *test, const double *load) {
  int least = 0;
  for (int f = 1; f < test->n_frame; f++)
    if (load[3 * f] + load[3 * f + 1] + load[3 * f + 2] < load[3 * least] + load[3 * least + 1] + load[3 * least + 2]) least = f;
  return least;
}

// The labelled test as the experimenter describes it: sizes and cut of the plan.
static pl_status as_planned(pl_arena *arena, const pl_hang_plan *plan, pl_test *test, int *n_failed) {
  pl_test planned;
  PL_TRY(pl_plan_hang(arena, plan, &planned));
  pl_hang *hang = pl_arena_alloc(arena, 1, sizeof *hang);
  double *load = pl_arena_alloc(arena, 3 * (size_t)planned.n_frame, sizeof *load);
  double *direction = pl_arena_alloc(arena, 6 * (size_t)planned.n_frame, sizeof *direction);
  if (!hang || !load || !direction) return PL_ERROR_MEMORY;
  *hang = *pl_hang_of(&planned);
  memcpy(load, hang->load, 3 * (size_t)planned.n_frame * sizeof *load);
  memcpy(direction, hang->direction, 6 * (size_t)planned.n_frame * sizeof *direction);
  *n_failed += drop_failed(test, hang, load, direction);
  hang->load = load;
  hang->direction = direction;
  hang->unloaded = least_loaded(test, load);
  test->protocol = planned.protocol;
  test->detail = hang;
  test->length = planned.length;
  test->width = planned.width;
  test->angle = planned.angle;
  if (test->n_frame > 0) return PL_OK;
  return pl_fail(pl_arena_context(arena), PL_ERROR_INPUT, NULL, "take lighter weights, more cells or another material",
                 "'%s' found no equilibrium under any of its weights", test->name);
}

pl_status pl_measure_hang(pl_context *ctx, int n, const pl_hang_plan *plan, const pl_hang_error *error, const pl_material *material,
                          const pl_rig_options *rig, const pl_solve_options *solve, double noise, uint64_t seed,
                          pl_measurement **measurement, pl_rig_report *report) {
  static const pl_hang_error none = {0, 1};
  *measurement = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_test *test = arena ? pl_arena_alloc(arena, (size_t)n, sizeof *test) : NULL;
  pl_status status = test ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < n && status == PL_OK; i++) {
    pl_hang_plan real = as_it_is(&plan[i], error ? &error[i] : &none);
    status = pl_plan_hang(arena, &real, &test[i]);
  }
  double sigma[PL_MAX_CHANNEL] = {[PL_HANG_POINTS] = noise};
  pl_measurement *made = NULL;
  if (status == PL_OK)
    status = pl_rig_measure(ctx, pl_protocol_find("biaxial-hang"), n, test, material, rig, solve, sigma, seed, &made, report);
  if (status == PL_OK) report->n_failed = 0;
  for (int i = 0; i < n && status == PL_OK; i++) status = as_planned(made->arena, &plan[i], &made->test[i], &report->n_failed);
  pl_arena_destroy(arena);
  if (status == PL_OK)
    *measurement = made;
  else
    pl_measurement_destroy(made);
  return status;
}
