// rig.c: a rectangle of cloth stretched by weights on its lower side (Miguel et al. 2013, section 4.2).
//
// The stretch is assumed uniform and the width fixed: one triangle (0,0), (length,0), (0,width) whose second vertex moves along x and
// carries the load. It is half of the rectangle, hence half of the force. With epsilon = ((L/L0)^2 - 1)/2 its equilibrium is the paper's
// eq. 5,
//   F = (k epsilon + sigma) width L / L0.
// The stretch ratio depends on the force alone, so an error of the rest length scales the readings: L = (L0 + p) ratio.
#include <math.h>

#include "protocol/weights/weights.h"
#include "rig/rig_rows.h"

// The frame with the largest force: conditioned cloth was loaded to it before.
static pl_status condition(pl_rig *rig) {
  const double *force = rig->test->channel[PL_WEIGHTS_FORCE].value;
  int *top = pl_arena_alloc(rig->arena, 1, sizeof *top);
  if (!top) return PL_ERROR_MEMORY;
  for (int f = 1; f < rig->test->n_frame; f++)
    if (force[f] > force[*top]) *top = f;
  rig->path.prelude = top;
  rig->path.n_prelude = 1;
  return PL_OK;
}

static void add_rest_error(pl_rig *rig, double prior) {
  double length = rig->test->length;
  rig->n_intrinsic = 1;
  rig->intrinsic[PL_WEIGHTS_REST] = (pl_intrinsic){.name = "rest length error",
                                                   .dim = PL_DIM_LENGTH,
                                                   .scale = 1e-3 * length,
                                                   .lower = -0.1 * length,
                                                   .upper = 0.1 * length,
                                                   .prior = prior};
  rig->read.gauge.channel = PL_WEIGHTS_LENGTH;
  rig->read.gauge.intrinsic = PL_WEIGHTS_REST;
  rig->read.gauge.length = length;
}

static pl_status build(pl_rig *rig, const pl_rig_options *options) {
  (void)options;
  const pl_test *test = rig->test;
  rig->run.method = PL_TEST_CLAMPED;
  rig->run.reason = "stretched by its own length: taken as uniform";
  pl_specimen specimen = {.length = test->length, .width = test->width, .angle = test->angle, .n_length = 1, .n_width = 1};
  PL_TRY(pl_mesh_single(rig->ctx, &specimen, &rig->memory->mesh));
  rig->body.mesh = rig->memory->mesh;
  static const uint8_t fixed[9] = {1, 1, 1, 0, 1, 1, 1, 1, 1};
  PL_TRY(pl_rig_add_model(rig, &(pl_model_options){.fixed = fixed}));
  double *load = pl_arena_alloc(rig->arena, 9 * (size_t)test->n_frame, sizeof *load), *length = pl_rig_vector(rig);
  if (!load || !length) return PL_ERROR_MEMORY;
  for (int f = 0; f < test->n_frame; f++) load[9 * f + 3] = 0.5 * test->channel[PL_WEIGHTS_FORCE].value[f];
  rig->path.load = load;
  length[3] = 1;
  if (pl_weights_of(test) && pl_weights_of(test)->rest_sigma > 0) add_rest_error(rig, pl_weights_of(test)->rest_sigma);
  if (pl_weights_of(test) && pl_weights_of(test)->first == PL_WEIGHTS_CONDITIONED) PL_TRY(condition(rig));
  return pl_rig_observe(rig, PL_WEIGHTS_LENGTH, 0, -1, NULL, length);
}

const pl_rig_row pl__weights_rig = {
    .help = "a square stretched by weights hung on and taken off in order (Miguel et al. 2013, section 4.2)",
    .build = build,
};
