// warnings.c: see warnings.h. The order in which a user reads of them; those about the run of the fit and its files are here.
#include "estimate/advise/warnings.h"

#include "estimate/advise/remedy.h"
#include "estimate/advise/warning_rows.h"
#include "estimate/advise/warnings_part.h"
#include "protocol/poses/poses.h"
#include "protocol/homogeneous/homogeneous.h"

static void warn_convergence(pl_fit *fit) {
  if (!fit->solution.converged && fit->problem.n_fitted > 0)
    pl_warning_add(fit, pl_remedy_stop(fit),
                   pl_arena_printf(fit->arena, "the fit stopped before it converged: %s", fit->solution.stop_reason));
}

// A stage that was led on by shorter steps lost nothing; one that ended with refused ones may have.
static void warn_effort(pl_fit *fit) {
  const pl_spent *s = &fit->solution.fell_short;
  if (s->n_trial == 0) return;
  pl_warning_add(
      fit,
      "start nearer (other numbers in the material file, or --start), take fewer terms or stiffer bending, or raise "
      "--solver-max-iterations",
      pl_arena_printf(
          fit->arena,
          "stage '%s' may have ended short of its minimum: of its last trial steps %d were refused because equilibria were not found "
          "within %d iterations (first: '%s', frame %d)",
          s->stage, s->n_trial, s->effort, s->test, s->frame + 1));
}

static void warn_failed_frames(pl_fit *fit) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    if (c->report.n_failed == 0) continue;
    const char *remedy = pl_remedy(fit, c->test, PL_REMEDY_FAILED);
    if (pl_poses_of(c->test))
      pl_warning_add(fit, remedy,
                     pl_arena_printf(fit->arena, "%d of %d poses of '%s' found no equilibrium (first: \"%s\")", c->report.n_failed,
                                     c->test->n_frame, c->test->name, pl_poses_of(c->test)->pose[c->report.first_failed].name));
    else
      pl_warning_add(fit, remedy,
                     pl_arena_printf(fit->arena, "%d of %d frames of '%s' found no equilibrium (first: frame %d)", c->report.n_failed,
                                     c->test->n_frame, c->test->name, c->report.first_failed + 1));
    pl_warning_row(
        fit, pl_poses_of(c->test) ? "several bodies have poses without an equilibrium" : "several tests have frames without an equilibrium",
        "test|>without|>of|first", c->test->name, pl_warning_count(fit, c->report.n_failed), pl_warning_count(fit, c->test->n_frame),
        pl_poses_of(c->test) ? pl_poses_of(c->test)->pose[c->report.first_failed].name
                             : pl_arena_printf(fit->arena, "frame %d", c->report.first_failed + 1));
  }
}

// What the measurement layer found odd about the files.
static void warn_suspicions(pl_fit *fit) {
  const pl_measurement *last = NULL;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_measurement *m = fit->problem.fit_case[i].measurement;
    for (int k = 0; m != last && k < m->n_suspicion; k++)
      pl_warning_add(fit, m->suspicion[k].remedy, pl_arena_text(fit->arena, m->suspicion[k].text));
    last = m;
  }
}

// Uniform states say nothing about weight, and nothing in such a fit needs it: their reader notes that it is missing.
static void warn_missing(pl_fit *fit) {
  if (fit->problem.n_fitted > 0 && fit->material->density == 0 && !pl_homogeneous_of(fit->problem.fit_case[0].test))
    pl_warning_add(fit, "add \"density\" to the experiment file",
                   pl_arena_printf(fit->arena, "no density was given: the material cannot be simulated with gravity"));
  for (int i = fit->problem.n_fitted; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    if (!c->test->fit_offset) continue;
    pl_warning_add(fit, "its R2 is a little flattered; give \"fit-offset\": false in its file to predict it blind",
                   pl_arena_printf(fit->arena, "the displacement zero of held-out '%s' was found from its own curve: %.3g mm",
                                   c->test->name, 1e3 * c->intrinsic[0]));
    pl_warning_row(fit, "the displacement zeros of held-out tests were found from their own curves", "test|>zero", c->test->name,
                   pl_warning_number(fit, 1e3 * c->intrinsic[0], " mm"));
  }
}

pl_status pl_fit_warn(pl_fit *fit) {
  fit->findings.warning = pl_arena_alloc(fit->arena, PL_MAX_WARNING, sizeof *fit->findings.warning);
  if (!fit->findings.warning) return PL_ERROR_MEMORY;
  fit->findings.n_warning = 0;
  warn_suspicions(fit);
  pl__warn_contradictions(fit);
  PL_TRY(pl__warn_clips(fit));
  warn_convergence(fit);
  warn_effort(fit);
  pl__warn_schedule(fit);
  pl__warn_overfit(fit);
  warn_failed_frames(fit);
  PL_TRY(pl__warn_unknown(fit));
  pl__warn_parameters(fit);
  pl__warn_held(fit);
  pl__warn_weak(fit);
  pl__warn_scale(fit);
  pl__warn_samples(fit);
  pl__warn_choice(fit);
  pl__warn_mesh_error(fit);
  warn_missing(fit);
  pl__warn_intrinsics(fit);
  pl__warn_hysteresis(fit);
  pl__warn_friction(fit);
  pl__warn_roll(fit);
  pl__warn_poor(fit);
  pl__warn_sigma(fit);
  pl__warn_misses(fit);
  pl__warn_few(fit);
  pl__warn_correlated(fit);
  pl__warn_extrapolation(fit);
  pl__warn_falling(fit);
  PL_TRY(pl__warn_convexity(fit));
  PL_TRY(pl__warn_stability(fit));
  PL_TRY(pl__warn_locking(fit));
  PL_TRY(pl__warn_shear(fit));
  pl_warnings_finish(fit);
  return PL_OK;
}
