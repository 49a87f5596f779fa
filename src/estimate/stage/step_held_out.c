// step_held_out.c: predicts the held-out captures or poses with each model of an additive fit (the validation rows of Miguel 2016, table
// 2).
//
// Each model predicts once, with equilibria that start at the captured shapes or at rest, like those of the result. Frames without
// equilibrium are excluded; the result's scores count them.
#include <limits.h>
#include <math.h>

#include "estimate/stage/stage.h"

int pl_fit_free(const pl_fit *fit) {
  int n = 0;
  for (int j = 0; j < fit->material->n_theta; j++) n += !fit->material->parameter[j].frozen;
  return n;
}

pl_status pl_fit_note_step(pl_fit *fit, const pl_fit_step *step) {
  if (fit->way.n_step == PL_MAX_STEP) return PL_OK;
  pl_fit_step its = *step;
  its.name = pl_arena_text(fit->arena, step->name);
  if (!its.name || !its.addends) return PL_ERROR_MEMORY;
  if (its.kept) PL_TRY(pl_material_copy(fit->material, &its.material));
  fit->way.step[fit->way.n_step++] = its;
  return PL_OK;
}

static void forget_rigs(pl_fit *fit) {
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    pl_rig_destroy(fit->work.fit_case[i].rig);
    fit->work.fit_case[i].rig = NULL;
  }
}

// The channel of a case used for this figure; -1: none.
static int channel_of(const pl_fit_case *c, pl_misfit misfit) {
  const pl_protocol *protocol = c->given->measurement->protocol;
  for (int k = 0; k < protocol->n_channel; k++)
    if (protocol->channel[k].misfit == misfit) return k;
  return -1;
}

// Root mean square over the held-out cases, of vectors if the channel groups them (pl_channel_row.misfit_width); NAN: none was predicted.
static double unseen_rms(const pl_fit *fit, pl_misfit misfit) {
  double sum = 0, n = 0;
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    int channel = channel_of(c, misfit);
    if (channel < 0) continue;
    const double *predicted = c->predicted[channel], *measured = c->test->channel[channel].value;
    int wide = c->given->measurement->protocol->channel[channel].misfit_width;
    for (int v = 0; predicted && v < pl_case_values(c, channel); v++) {
      double miss = predicted[v] - measured[v];
      if (isnan(miss)) continue;
      sum += miss * miss;
      n += wide > 1 ? 1.0 / wide : 1;
    }
  }
  return n > 0 ? sqrt(sum / n) : NAN;
}

static pl_status predict(pl_fit *fit, pl_fit_step *step) {
  pl_stage stage = pl_stage_default(&fit->problem);
  stage.steps.chained = true;  // as in the fit
  int n_failed = INT_MAX;
  forget_rigs(fit);
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) PL_TRY(pl_case_create(&fit->work, &stage, step->material, i));
  PL_TRY(pl_cases_predict(
      &fit->problem, &fit->work, &stage,
      &(pl_cases_ask){
          .theta = step->material->theta, .first = fit->problem.n_fitted, .last = fit->problem.n_case, .wanted = PL_WANTED_VALUES},
      &n_failed));
  step->unseen_force = unseen_rms(fit, PL_MISFIT_FORCE);
  step->unseen_position = unseen_rms(fit, PL_MISFIT_POSITION);
  return PL_OK;
}

pl_status pl_steps_held_out(pl_fit *fit) {
  pl_status status = PL_OK;
  if (fit->solution.interrupted) return PL_OK;
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++)
    if (channel_of(&fit->work.fit_case[i], PL_MISFIT_POSITION) < 0) return PL_OK;
  for (int s = 0; s < fit->way.n_step && fit->problem.n_case > fit->problem.n_fitted && status == PL_OK; s++) {
    if (!fit->way.step[s].material) continue;
    if (!pl_progress(fit->ctx, "predicting", -1, "held-out tests with model %d of %d on the way", s + 1, fit->way.n_step)) break;
    status = predict(fit, &fit->way.step[s]);
  }
  if (fit->way.n_step > 0) forget_rigs(fit);
  return status;
}
