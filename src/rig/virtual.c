// virtual.c: a virtual measurement: predicts a list of tests with a known material and returns the result as a measurement.
#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "base/rng.h"
#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "measure/table/curve.h"
#include "rig/rig.h"

// Warns where the simulation leaves the measured range of the material. Materials without validity ranges (hand-made ones) give no warning.
static void warn_extrapolation(const pl_rig *rig) {
  const pl_material *material = rig->material;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    pl_reach_input input[PL_LAW_MAX_IN], *worst = NULL;
    if (!material->sigma && !pl_term_has_range(term)) continue;
    int n = pl_rig_reaches(rig, term, input);
    for (int i = 0; i < n; i++)
      if (input[i].reach != PL_REACH_INSIDE && (!worst || input[i].times > worst->times)) worst = &input[i];
    if (!worst) continue;
    if (worst->reach == PL_REACH_UNMEASURED)
      pl_log(rig->ctx, PL_LOG_WARNING, PL_TEXT(SAY_UNMEASURED), rig->test->name, term->name);
    else
      pl_log(rig->ctx, PL_LOG_WARNING, PL_TEXT(SAY_EXTRAPOLATED_RANGE), rig->test->name, term->name, worst->used[0], worst->used[1],
             worst->valid[0], worst->valid[1]);
  }
}

static pl_status measure_test(pl_arena *arena, const pl_protocol *protocol, const pl_test *plan, const pl_material *material,
                              const pl_rig_options *options, const pl_solve_options *solve, const double *noise, pl_rng *rng, pl_test *out,
                              pl_rig_report *report) {
  pl_context *ctx = pl_arena_context(arena);
  const pl_rig *rig;
  PL_TRY(pl_rig_create(ctx, protocol, plan, material, options, solve, &rig));
  *out = *plan;
  out->file = "";
  out->protocol = protocol;
  double *value[PL_MAX_CHANNEL] = {0};
  pl_status status = PL_ERROR_MEMORY;
  for (int c = 0; c < protocol->n_channel; c++) {
    bool observed = protocol->channel[c].observed && rig->read.observes[c];
    if (!observed && !plan->channel[c].value) continue;
    size_t n_value = (size_t)plan->n_frame * (size_t)pl_channel_width(&plan->channel[c]);
    value[c] = pl_arena_alloc(arena, n_value, sizeof(double));
    if (!value[c]) goto cleanup;
    if (!observed) memcpy(value[c], plan->channel[c].value, n_value * sizeof(double));
    double sigma = noise && noise[c] > 0 ? noise[c] : protocol->rig->as_planned ? plan->channel[c].sigma : 0;
    out->channel[c] = plan->channel[c];
    out->channel[c].row = &protocol->channel[c];
    out->channel[c].value = value[c];
    out->channel[c].sigma = sigma;
    out->channel[c].source = NULL;
    if (!protocol->rig->as_planned || (noise && noise[c] > 0)) out->channel[c].value_sigma = NULL;
    out->raw[c] = value[c];
  }
  PL_TRY_CLEAN(pl_rig_predict(rig, &(pl_prediction){.theta = material->theta, .value = value}, report));
  warn_extrapolation(rig);
  for (int c = 0; c < protocol->n_channel && noise; c++)
    for (int i = 0; i < plan->n_frame * pl_channel_width(&plan->channel[c]) && value[c] && noise[c] > 0; i++)
      value[c][i] += noise[c] * pl_rng_normal(rng);
  for (int c = 0; c < protocol->n_channel && protocol->rig->as_planned; c++)
    for (int i = 0; i < plan->n_frame * pl_channel_width(&plan->channel[c]) && value[c] && plan->channel[c].value; i++)
      if (isnan(plan->channel[c].value[i])) value[c][i] = NAN;
  out->n_raw = plan->n_frame;
  int *branch = pl_arena_alloc(arena, (size_t)plan->n_frame, sizeof *branch);
  status = branch ? PL_OK : PL_ERROR_MEMORY;
  if (branch && plan->branch) memcpy(branch, plan->branch, (size_t)plan->n_frame * sizeof *branch);
  out->branch = out->raw_branch = branch;
  double *time = plan->time ? pl_arena_alloc(arena, (size_t)plan->n_frame, sizeof *time) : NULL;
  if (plan->time && !time) status = PL_ERROR_MEMORY;
  if (time) memcpy(time, plan->time, (size_t)plan->n_frame * sizeof *time);
  out->time = out->raw_time = time;
  pl_curve curve = {.n_frame = plan->n_frame, .n_channel = protocol->n_channel};
  memcpy(curve.value, value, sizeof value);
  pl__curve_main(protocol, &curve, &out->control, &out->observed);
cleanup:
  pl_rig_destroy(rig);
  return status;
}

pl_status pl_rig_measure(pl_context *ctx, const pl_protocol *protocol, int n_test, const pl_test *test, const pl_material *material,
                         const pl_rig_options *options, const pl_solve_options *solve, const double *noise, uint64_t seed,
                         pl_measurement **out, pl_rig_report *report) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_measurement *measurement = arena ? pl_arena_alloc(arena, 1, sizeof *measurement) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!measurement) goto cleanup;
  *measurement = (pl_measurement){.arena = arena,
                                  .protocol = protocol,
                                  .name = pl_arena_text(arena, material->name),
                                  .file = "",
                                  .density = material->density,
                                  .per_volume = pl_dim_equal(material->density_dim, PL_DIM_VOLUME_DENSITY),
                                  .n_test = n_test};
  measurement->test = pl_arena_alloc(arena, (size_t)n_test, sizeof *measurement->test);
  if (!measurement->name || !measurement->test) goto cleanup;
  if (options->elements == PL_ELEMENTS_HEXAHEDRA && protocol->rig->remesh) {
    pl_test *other = pl_arena_alloc(arena, (size_t)n_test, sizeof *other);
    if (!other) goto cleanup;
    PL_TRY_CLEAN(protocol->rig->remesh(arena, n_test, test, other));
    test = other;
  }
  pl_rng rng;
  pl_rng_init(&rng, seed);
  *report = (pl_rig_report){.first_failed = -1};
  int n_frame = 0;
  for (int i = 0; i < n_test; i++) n_frame += test[i].n_frame;
  pl_progress(ctx, "measuring", 0, "%s", material->name);
  pl_progress_examples(ctx, n_frame);
  for (int i = 0; i < n_test; i++) {
    pl_rig_report one;
    PL_TRY_CLEAN(measure_test(arena, protocol, &test[i], material, options, solve, noise, &rng, &measurement->test[i], &one));
    measurement->test[i].name = pl_arena_text(arena, test[i].name);
    report->n_failed += one.n_failed;
    report->iterations += one.iterations;
    if (one.max_iterations > report->max_iterations) report->max_iterations = one.max_iterations;
    if (one.worst > report->worst) report->worst = one.worst;
    pl_times_add(&report->times, &one.times);
  }
  pl_progress_examples(ctx, 0);
  *out = measurement;
  return PL_OK;
cleanup:
  pl_progress_examples(ctx, 0);
  pl_arena_destroy(arena);
  return status;
}
