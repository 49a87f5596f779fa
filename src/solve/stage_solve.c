// stage_solve.c: one implicit stage from its start to its solution (stage.h): the supports first, then Newton.
#include "solve/stage.h"

#include <math.h>

#include "model/contact/contact.h"
#include "model/potential.h"

// Rounds of supports that potentials limit, and Newton iterations between two of them. A round that admits less than LEAST_PART of the rest of the
// way is stuck; so many in sequence end the attempt.
enum { MAX_ROUND = 40, RELAX = 3, MAX_STUCK = 4 };
static const double LEAST_PART = 1e-3;

// trial: the way that the fixed dofs have before them, 0 at the free ones; returns its largest component.
static double way_left(pl_stage *s, const double *target) {
  double most = 0;
  for (int32_t i = 0; i < s->n_dof; i++) {
    s->trial[i] = s->model->fixed[i] ? target[i] - s->x[i] : 0;
    most = fmax(most, fabs(s->trial[i]));
  }
  return most;
}

// Which potential limits the step in `trial`, and which contact.
static void note_limit(pl_stage *s, pl_step_report *report) {
  const pl_potential *contact = pl_model_potential(s->model, &pl_potential_contact);
  report->limit = pl_model_limiting(s->model, s->x, s->trial, s->work);
  report->limit_vertex[0] = report->limit_vertex[1] = 0;
  if (contact) pl_contact_limiting(s->model, contact, s->x, s->trial, report->limit_vertex, s->work);
}

// The step of the free dofs when the fixed ones go the rest of their way, linearised at x. All dofs go the part of it that the potentials admit.
// With one solve per step this is the whole method. *part is 0 where no step could be made.
static pl_status follow_supports(pl_stage *s, const double *target, pl_hess_mode mode, pl_step_report *report, double *part) {
  bool found;
  double phi, moved = way_left(s, target);
  *part = 0;
  PL_TRY(pl__stage_direction(s, moved > 0 ? s->trial : NULL, mode, report, &found));
  if (!found) return PL_OK;
  way_left(s, target);
  for (int32_t i = 0; i < s->n_dof; i++) s->trial[i] += s->dx[i];
  double admitted = pl_model_max_step(s->model, s->x, s->trial, s->work);
  if (admitted < 1) note_limit(s, report);
  for (int32_t i = 0; i < s->n_dof; i++) s->trial[i] = s->model->fixed[i] && admitted >= 1 ? target[i] : s->x[i] + admitted * s->trial[i];
  if (!isfinite(pl__stage_largest(s, s->dx)) || !pl__stage_eval(s, s->trial, PL_HESS_EXACT, &phi, s->trial_gradient, false))
    return pl_work_status(s->work);
  pl__stage_accept(s, phi);
  *part = admitted;
  return PL_OK;
}

// The supports displaced and everything else in place, if that is admitted.
static bool displace(pl_stage *s, const double *target) {
  way_left(s, target);
  if (pl_model_max_step(s->model, s->x, s->trial, s->work) < 1) return false;
  for (int32_t i = 0; i < s->n_dof; i++) s->x[i] = s->model->fixed[i] ? target[i] : s->x[i];
  return pl__stage_eval(s, s->x, PL_HESS_EXACT, &s->phi, s->gradient, false);
}

// Supports on their way: as far as the potentials admit, the free dofs follow, and again until they have arrived. Between two rounds Newton
// with a line search moves the free dofs out of their way.
static pl_status move_supports(pl_stage *s, const double *target, int newton, double tolerance, pl_step_report *report, bool *arrived) {
  pl_hess_mode mode = newton > 1 ? PL_HESS_EXACT : PL_HESS_PSD;
  bool moves = way_left(s, target) > 0;
  *arrived = false;
  for (int round = 0, stuck = 0; round < MAX_ROUND && stuck < MAX_STUCK; round++) {
    double part;
    PL_TRY(follow_supports(s, target, mode, report, &part));
    *arrived = part >= 1 || (part > 0 && !moves);
    report->converged = part >= 1;
    if (*arrived) return PL_OK;
    if (part == 0) {  // no direction from here: what is left to try is the supports alone
      *arrived = displace(s, target);
      return pl_work_status(s->work);
    }
    stuck = part < LEAST_PART ? stuck + 1 : 0;
    if (newton > 1) PL_TRY(pl__stage_iterate(s, report->iterations + RELAX, tolerance, report));
  }
  return PL_OK;
}

pl_status pl__stage_solve(pl_stage *s, const double *target, int newton, double tolerance, pl_step_report *report) {
  bool arrived;
  *report = (pl_step_report){.finite = true};
  s->part = 0;
  s->has_factor = false;
  // with a single solve no line search can shorten the step of a nearly singular matrix
  PL_TRY(move_supports(s, target, newton, tolerance, report, &arrived));
  if (!arrived) {
    report->finite = report->converged = false;
    report->blocked = report->limit != NULL;
    return PL_OK;
  }
  if (newton == 1) {
    report->last = pl__stage_largest(s, s->dx);
    return PL_OK;
  }
  report->converged = false;
  // solves that limited supports took in addition do not count against the iterations
  int more = report->iterations > 1 ? report->iterations - 1 : 0;
  return pl__stage_iterate(s, newton + more, tolerance, report);
}
