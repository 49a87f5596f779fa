// api_fit.c: estimation and prediction from outside the library.
#include <pliant/extend.h>
#include <pliant/fit.h>

#include <math.h>

#include "estimate/problem/audience.h"
#include "estimate/advise/further.h"
#include "api/api.h"
#include "report/result/result_parts.h"

static bool out_of_memory(const pl_context *ctx) { return pl_context_error(ctx)->status == PL_ERROR_MEMORY; }

// Functions that only describe (strain ranges, warnings) continue when out of memory and only record the failure. Such an incomplete result
// is not returned.
// `before`: the record was set before this call.
static pl_status give(pl_context *ctx, bool before, pl_status status, pl_fit *made, pl_fit **fit) {
  if (status == PL_OK && !before && out_of_memory(ctx)) status = PL_ERROR_MEMORY;
  if (status == PL_OK)
    *fit = made;
  else
    pl_fit_destroy(made);
  return status;
}

pl_status pl_estimate(pl_context *ctx, int n_fit, pl_measurement *const *fit_to, int n_hold, pl_measurement *const *hold,
                      const pl_settings *settings, pl_fit **fit) {
  *fit = NULL;
  if (n_fit < 1) return pl_fail(ctx, PL_ERROR_USAGE, NULL, "give at least one measurement", "there is nothing to fit");
  pl_fit_options options = pl__settings_options(settings);
  pl_fit *made = NULL;
  bool before = out_of_memory(ctx);
  pl_status status = pl_fit_run(ctx, n_fit, fit_to, n_hold, hold, &options, &made);
  return give(ctx, before, status, made, fit);
}

pl_status pl_predict_material(pl_context *ctx, const pl_material *material, int n_hold, pl_measurement *const *hold,
                              const pl_settings *settings, pl_fit **fit) {
  *fit = NULL;
  if (n_hold < 1) return pl_fail(ctx, PL_ERROR_USAGE, NULL, "give at least one measurement", "there is nothing to predict");
  pl_fit_options options = pl__settings_options(settings);
  pl_fit *made = NULL;
  PL_TRY(pl_refuse_idle_of_prediction(ctx, &options));
  bool before = out_of_memory(ctx);
  pl_status status = pl_fit_predict(ctx, (pl_material *)material, n_hold, hold, &options, &made);  // copied, not changed
  return give(ctx, before, status, made, fit);
}

pl_status pl_fit_save(pl_context *ctx, const char *directory, const pl_fit *fit, const char *command) {
  bool fitted = fit->problem.n_fitted > 0;
  pl_run run = {.command = command ? command : "the library",
                .verb = fitted ? "fit" : "predict",
                .next = fitted ? "pliant predict material.json OTHER.json" : "pliant fit FILE... -o DIR"};
  return pl_result_save(ctx, directory, fit, &run);
}

// ---- the outcome ----

bool pl_fit_interrupted(const pl_fit *fit) { return fit->solution.interrupted; }

bool pl_fit_has_further(const pl_fit *fit) { return fit->findings.further != NULL; }

bool pl_fit_converged(const pl_fit *fit) { return fit->solution.converged; }

bool pl_fit_passed(const pl_fit *fit) { return fit->findings.fit_passed && fit->findings.validation_passed; }

bool pl_fit_validated(const pl_fit *fit) { return fit->findings.validation_passed; }

const char *pl_fit_stop_reason(const pl_fit *fit) { return fit->solution.stop_reason; }

pl_status pl_fit_verdict(pl_context *ctx, const pl_fit *fit, char **text) {
  pl_text out;
  pl_text_init(&out, ctx);
  pl_result_verdict(fit, &out);
  return pl__text_give(&out, text);
}

int pl_fit_warning_count(const pl_fit *fit) { return fit->findings.n_warning; }

pl_warning pl_fit_warning(const pl_fit *fit, int index) {
  PL_ASSERT(index >= 0 && index < fit->findings.n_warning);
  return fit->findings.warning[index];
}

// ---- the material ----

const pl_material *pl_fit_material(const pl_fit *fit) { return fit->material; }

bool pl_fit_identified(const pl_fit *fit, int parameter) {
  PL_ASSERT(parameter >= 0 && parameter < fit->material->n_theta);
  return fit->known.identified && fit->known.identified[parameter];
}

bool pl_fit_at_bound(const pl_fit *fit, int parameter) {
  PL_ASSERT(parameter >= 0 && parameter < fit->material->n_theta);
  return fit->known.at_bound && fit->known.at_bound[parameter];
}

void pl_fit_stress(const pl_fit *fit, int term, const double *strain, double *stress, double *half_width) {
  PL_ASSERT(term >= 0 && term < fit->material->n_term);
  const pl_term *t = &fit->material->term[term];
  if (stress) pl_material_stress(fit->material, term, strain, stress, NULL);
  if (!half_width) return;
  pl_fit_band(fit, t, strain, half_width, NULL);
  for (int i = 0; i < t->law.row->n_in && !fit->material->sigma; i++) half_width[i] = NAN;
}

// ---- tests and scores ----

static const pl_fit_case *case_at(const pl_fit *fit, int test) {
  PL_ASSERT(test >= 0 && test < fit->problem.n_case);
  return &fit->work.fit_case[test];
}

int pl_fit_test_count(const pl_fit *fit) { return fit->problem.n_case; }

pl_fit_test_view pl_fit_test(const pl_fit *fit, int test) {
  const pl_fit_case *c = case_at(fit, test);
  return (pl_fit_test_view){.name = c->test->name,
                            .rig = c->rig ? c->rig->run.reason : "",
                            .held_out = c->given->held_out,
                            .n_frame = c->test->n_frame,
                            .n_failed = c->report.n_failed,
                            .n_intrinsic = c->specimen.n};
}

pl_intrinsic_view pl_fit_intrinsic(const pl_fit *fit, int test, int index) {
  const pl_fit_case *c = case_at(fit, test);
  PL_ASSERT(index >= 0 && index < c->specimen.n);
  const pl_intrinsic *row = &c->rig->intrinsic[index];
  return (pl_intrinsic_view){row->name, pl__si_unit(row->dim), c->specimen.value[index], c->specimen.sigma[index]};
}

static int channel_of(const pl_fit_case *c, const char *channel, int *width) {
  int k = pl_protocol_channel(c->given->measurement->protocol, channel);
  if (k >= 0 && !c->predicted[k]) k = -1;
  if (width) *width = k < 0 ? 0 : pl_channel_width(&c->test->channel[k]);
  return k;
}

const double *pl_fit_predicted(const pl_fit *fit, int test, const char *channel, int *width) {
  const pl_fit_case *c = case_at(fit, test);
  int k = channel_of(c, channel, width);
  return k < 0 ? NULL : c->predicted[k];
}

const double *pl_fit_measured(const pl_fit *fit, int test, const char *channel, int *width) {
  const pl_fit_case *c = case_at(fit, test);
  int k = channel_of(c, channel, width);
  return k < 0 ? NULL : c->test->channel[k].value;
}

int pl_fit_score_count(const pl_fit *fit) { return fit->evidence.n_score; }

pl_score_view pl_fit_score(const pl_fit *fit, int index) {
  PL_ASSERT(index >= 0 && index < fit->evidence.n_score);
  const pl_score *s = &fit->evidence.score[index];
  return (pl_score_view){.test = s->test,
                         .channel = s->channel->name,
                         .unit = pl__si_unit(s->channel->dim),
                         .held_out = s->held_out,
                         .used = s->used,
                         .n = s->n_frame,
                         .n_failed = s->n_failed,
                         .rms = s->rms,
                         .largest = s->max,
                         .relative = s->relative,
                         .r2 = s->r2,
                         .sigma = s->sigma,
                         .sigmas = s->sigmas};
}
