// warnings.c: see warnings.h. Sets the order of the warnings; those about the run of the fit and its files are here.
#include "estimate/advise/warnings.h"

#include "base/sentence/say_run.h"
#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings_part.h"
#include "estimate/advise/words.h"
#include "material/certificate.h"

// Why the last steps were refused, from the trials of the last stage: frames without equilibrium, or larger residuals.
static void warn_refused(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_fit_work *work = &fit->work;
  int n = 0, n_failed = 0;
  const pl_iteration *last = work->n_iteration > 0 ? &work->iteration[work->n_iteration - 1] : NULL;
  for (int i = work->n_iteration - 1; i >= 0 && n < fit->solution.n_refused && !work->iteration[i].accepted; i--, n++)
    n_failed += work->iteration[i].n_failed > 0;
  if (n == 0) return;
  pl_warning_add(findings, PL_SAID(SAY_START_NEARER),
                 n_failed > 0 ? pl_say(fit->arena, SAY_REFUSED_NO_EQUILIBRIUM, last->stage, n_failed, n)
                              : pl_say(fit->arena, SAY_REFUSED_ROSE, last->stage, n, last->step));
}

static void warn_convergence(const pl_fit *fit, pl_fit_findings *findings) {
  if (fit->solution.converged || fit->problem.n_fitted == 0) return;
  if (fit->solution.n_refused > 0 && !fit->solution.interrupted) {
    pl_warning_add(findings, PL_SAID(SAY_START_NEARER), pl_say(fit->arena, SAY_ENDED_REFUSED, fit->solution.n_refused));
    warn_refused(fit, findings);
  } else
    pl_warning_add(findings, pl_remedy_stop(fit), pl_say(fit->arena, SAY_NOT_CONVERGED, fit->solution.stop_reason));
}

// A stage that continued with shorter steps is fine; one that ended with refused steps may be incomplete.
static void warn_effort(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_spent *s = &fit->solution.fell_short;
  if (s->n_trial == 0) return;
  pl_warning_add(findings, PL_SAID(SAY_START_NEARER),
                 pl_say(fit->arena, SAY_STEPS_REFUSED, s->stage, s->n_trial, s->effort, s->test, s->frame + 1));
}

// "bent" where frames have names, else "frame 12".
static const char *frame_words(const pl_fit *fit, const pl_fit_case *c, int frame) {
  const pl_protocol_words *words = pl_case_words(c);
  return words->frame_name ? words->frame_name(c->test, frame) : pl_arena_printf(fit->arena, "frame %d", frame + 1);
}

static void warn_failed_frames(const pl_fit *fit, pl_fit_findings *findings) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (c->report.n_failed == 0) continue;
    const char *frame = pl_protocol_frame(c->given->measurement->protocol), *first = frame_words(fit, c, c->report.first_failed);
    if (!first) return;
    pl_warning_add(findings, pl_remedy(fit, c, PL_REMEDY_FAILED),
                   pl_say(fit->arena, SAY_FRAMES_FAILED, c->report.n_failed, c->test->n_frame, frame, c->test->name, first));
    pl_warning_row(findings, pl_say(fit->arena, SAY_FRAMES_FAILED_ALL, frame), "test|>without|>of|first", c->test->name,
                   pl_warning_count(findings, c->report.n_failed), pl_warning_count(findings, c->test->n_frame), first);
  }
}

// Suspicions that the measurement layer found in the files.
static void warn_suspicions(const pl_fit *fit, pl_fit_findings *findings) {
  const pl_measurement *last = NULL;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_measurement *m = fit->work.fit_case[i].given->measurement;
    for (int k = 0; m != last && k < m->n_suspicion; k++)
      pl_warning_add(findings, (pl_sentence){m->suspicion[k].remedy_id, m->suspicion[k].remedy},
                     (pl_sentence){m->suspicion[k].id, pl_arena_text(fit->arena, m->suspicion[k].text)});
    last = m;
  }
}

// True if simulations of the fitted tests need the density. Their reader notes otherwise missing densities.
static bool needs_density(const pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_fitted; i++)
    if (!pl_case_words(&fit->work.fit_case[i])->weightless) return true;
  return false;
}

static void warn_missing(const pl_fit *fit, pl_fit_findings *findings) {
  if (fit->material->density == 0 && needs_density(fit)) pl_warning_add(findings, PL_SAID(SAY_GIVE_DENSITY), PL_SAID(SAY_NO_DENSITY));
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (!c->test->fit_offset) continue;
    pl_warning_add(findings, PL_SAID(SAY_PREDICT_BLIND), pl_say(fit->arena, SAY_HELD_OUT_ZERO, c->test->name, 1e3 * c->specimen.value[0]));
    pl_warning_row(findings, PL_SAID(SAY_HELD_OUT_ZERO_ALL), "test|>zero", c->test->name,
                   pl_warning_number(findings, 1e3 * c->specimen.value[0], " mm"));
  }
}

pl_status pl_fit_warn(pl_fit *fit) {
  pl_fit_findings *findings = &fit->findings;
  PL_TRY(pl_material_set_certificate(fit->material));
  findings->warning = pl_arena_alloc(fit->arena, PL_MAX_WARNING, sizeof *findings->warning);
  if (!findings->warning) return PL_ERROR_MEMORY;
  findings->n_warning = 0;
  warn_suspicions(fit, findings);
  PL_TRY(pl_fit_warn_own(fit, findings, PL_WARN_FIRST));
  warn_convergence(fit, findings);
  warn_effort(fit, findings);
  pl__warn_schedule(fit, findings);
  pl__warn_overfit(fit, findings);
  warn_failed_frames(fit, findings);
  PL_TRY(pl__warn_unknown(fit, findings));
  pl__warn_parameters(fit, findings);
  pl__warn_held(fit, findings);
  pl__warn_weak(fit, findings);
  pl__warn_scale(fit, findings);
  pl__warn_coupling(fit, findings);
  pl__warn_samples(fit, findings);
  pl__warn_choice(fit, findings);
  pl__warn_mesh_error(fit, findings);
  warn_missing(fit, findings);
  pl__warn_intrinsics(fit, findings);
  pl__warn_hysteresis(fit, findings);
  pl__warn_rate(fit, findings);
  pl__warn_friction(fit, findings);
  PL_TRY(pl_fit_warn_own(fit, findings, PL_WARN_FRICTION));
  pl__warn_poor(fit, findings);
  pl__warn_moved(fit, findings);
  pl__warn_sigma(fit, findings);
  PL_TRY(pl_fit_warn_own(fit, findings, PL_WARN_READINGS));
  pl__warn_few(fit, findings);
  pl__warn_specimens(fit, findings);
  pl__warn_correlated(fit, findings);
  pl__warn_extrapolation(fit, findings);
  pl__warn_falling(fit, findings);
  PL_TRY(pl__warn_convexity(fit, findings));
  pl__warn_near_singular(fit, findings);
  PL_TRY(pl__warn_stability(fit, findings));
  PL_TRY(pl__warn_locking(fit, findings));
  PL_TRY(pl_fit_warn_own(fit, findings, PL_WARN_TOGETHER));
  pl_warnings_finish(findings);
  return PL_OK;
}
