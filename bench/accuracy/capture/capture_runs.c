// capture_runs.c: see capture_runs.h.
#include "bench/accuracy/capture/capture_runs.h"
#include "protocol/capture/capture.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

const char capture_fitted[] = "stretch,picture-frame,table-edge-warp,table-edge-weft";
const char capture_plate[] = "stretch,picture-frame,table-edge";
const char capture_held[] = "complex-shear,corner-pull";

// Lines that both meshes have, along a side.
static int common_lines(const capture_sizes *sizes) {
  int a = sizes->cells, b = sizes->captured;
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

pl_motion_options capture_motion_options(const capture_sizes *sizes) {
  pl_motion_options o = pl_motion_options_default();
  o.cells = sizes->captured;
  o.frames = sizes->frames;
  if (sizes->even) o.jitter = 0;
  if (sizes->uniform) o.topology = PL_TOPOLOGY_UNIFORM;
  int common = common_lines(sizes);
  o.depth = o.size / common;
  if (common >= 20) o.depth *= floor(common / 20.0);
  o.overhang_step = sizes->overhang_step > 0 ? sizes->overhang_step : o.size / sizes->cells;
  return o;
}

pl_fit_options capture_fit_options(const capture_sizes *sizes, const char *model, const char *variant) {
  pl_fit_options o = pl_fit_options_default();
  o.model = model;
  o.variant = variant;
  o.rig.cells = sizes->cells;
  return o;
}

enum { OWN_SEEDS = 4 };  // of one run of a case: each run with --seed has others

pl_status capture_measure(evidence *e, const pl_material *material, const capture_sizes *sizes, const char *which, int seed,
                          pl_measurement **measurement, int *n_failed) {
  pl_motion_options o = capture_motion_options(sizes);
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  PL_ASSERT(seed < OWN_SEEDS);
  o.seed = (int)(((uint64_t)seed + OWN_SEEDS * e->seed) % INT32_MAX);
  PL_TRY(pl_motion_measure(e->ctx, which, material, &o, &solve, measurement, &report));
  *n_failed += report.n_failed;
  return PL_OK;
}

const pl_fit_case *capture_case(const pl_fit *fit, const char *test) {
  for (int i = 0; i < fit->problem.n_case; i++)
    if (strcmp(fit->work.fit_case[i].test->name, test) == 0) return &fit->work.fit_case[i];
  return NULL;
}

double capture_force_rms(const pl_fit_case *c, bool parallel, int *n_failed) {
  int channel = parallel ? PL_CAPTURE_CLIP_PARALLEL : PL_CAPTURE_CLIP_FORCE, n_clip = c ? pl_capture_of(c->test)->n_clip : 0;
  if (!c || !c->predicted[channel]) return NAN;
  double sum = 0, n = 0;
  int width = parallel ? 1 : 3;
  for (int i = 0; i < c->test->n_frame * n_clip; i++) {
    double square = 0;
    for (int k = 0; k < width; k++) square += pow(c->predicted[channel][width * i + k] - c->test->channel[channel].value[width * i + k], 2);
    if (isnan(square))
      *n_failed += i % n_clip == 0;
    else
      sum += square, n++;
  }
  return n > 0 ? sqrt(sum / n) : NAN;
}
