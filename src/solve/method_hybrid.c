// method_hybrid.c: Newton with the exact Hessian wherever its Cholesky factor exists, else with the semidefinite one and a shift.
//
// At a stable equilibrium the exact Hessian is positive definite, so the last steps are always true Newton steps. On the way through wrinkles
// it is not, and the semidefinite replacement with a shift (relative to the diagonal, decaying while full steps succeed) goes downhill safely.
// While the exact factor keeps failing it is tried ever less often: a failed try costs half a step.
//
// Bold steps: cloth that bends is a narrow curved valley, a thousand times stiffer across than along. A full Newton step leaves it along the
// tangent, its energy rises, and a line search would cut it down to a crawl, although the next Newton step leads straight back into the valley
// further down. So a full exact step is taken without asking, and must have paid off (Armijo from the point it started at) after one step more; if
// not, the method returns to that point, searches the line, and is timid for a while (the watchdog technique of Chamberlain, Powell et al. 1982).
// It halves the iterations of a cantilever. Waiting for more steps than one brought nothing.
// (Tried without success: a chord correction of every trial point with the same factor. It does not contract when elements turn. At the end, where
// steps are small, it does: drafts end with chord steps, pl__chord_finish.)
#include "solve/solver.h"

#include <math.h>
#include <string.h>

enum { MAX_ESCAPES = 8, MAX_WAIT = 4 };

static const double BOLD_MOVE = 0.1;  // of the specimen, at most

static const double SHIFT_RAISE = 1e-4, SHIFT_SMALL = 1e-9, SHIFT_HOPELESS = 1e6;

typedef struct bold {
  bool open;           // a bold step has still to pay off
  int timid, penalty;  // iterations until the next bold step is allowed, and how many next time
  double goal;         // J, to be reached
} bold;

// What the last step tells about the next shift.
static double next_shift(double shift, bool accepted, double alpha) {
  if (!accepted) return fmax(10 * shift, SHIFT_RAISE);
  if (alpha < 0.1) return fmax(4 * shift, SHIFT_RAISE);
  if (alpha < 0.9) return shift;
  return shift > SHIFT_SMALL ? 0.2 * shift : 0;
}

// Take the full exact step although the energy rises. False when it is not a case for it; the line search has then to do it.
static bool step_boldly(pl_solver *s, bold *b) {
  if (!s->model->symmetric || b->timid > 0 || b->open) return false;
  double slope = pl__dot(s, s->g, s->dx);
  if (!(slope < 0) || pl__largest(s, s->dx) > BOLD_MOVE * s->size || !pl__eval_step(s, 1)) return false;
  if (!pl__low_enough(s, 1, slope)) {
    memcpy(s->x_safe, s->x, (size_t)s->n_dof * sizeof *s->x);
    b->goal = s->energy + 1e-4 * slope;
    b->open = true;
  }
  pl__accept_trial(s);
  return true;
}

static void return_to_safety(pl_solver *s, bold *b) {
  memcpy(s->x, s->x_safe, (size_t)s->n_dof * sizeof *s->x);
  pl__eval_point(s, PL_HESS_EXACT, false);
  b->open = false;
  b->timid = b->penalty = b->penalty == 0 ? 2 : 2 * b->penalty;
}

// After an ordinary step: did the bold one before it pay off?
static void judge(pl_solver *s, bold *b) {
  if (!b->open) {
    if (b->timid > 0) b->timid--;
  } else if (s->energy <= b->goal) {
    b->open = false;
    b->penalty /= 2;
  } else {
    return_to_safety(s, b);
  }
}

static pl_status run(pl_solver *s, bold *b) {
  pl_solve_report *report = s->report;
  double shift = 0, alpha = 0;
  int escapes = 0, wait = 0, failures = 0;
  report->outcome = PL_SOLVE_ITERATIONS;
  for (int iteration = 0; iteration < s->options.max_iterations; iteration++) {
    bool exact = false, found = true;
    PL_TRY(pl_progress_poll(s->ctx));
    report->iterations++;
    if (wait > 0 && !pl__force_met(s)) {
      wait--;
    } else {
      PL_TRY(pl__exact_step(s, &exact));
      failures = exact ? 0 : failures + 1;
      wait = failures < 3 ? 0 : failures < 3 + MAX_WAIT ? failures - 2 : MAX_WAIT;
      if (b->open && pl__force_met(s) && s->energy > b->goal) {
        // The bold step has led into a higher valley.
        return_to_safety(s, b);
        continue;
      }
      if (exact && pl__at_solution(s)) {
        pl__converged(s);
        b->open = false;
        return PL_OK;
      }
      if (!exact && pl__force_met(s)) {
        bool moved = false;
        if (escapes++ < MAX_ESCAPES) PL_TRY(pl__escape(s, &moved));
        if (!moved) {
          report->outcome = PL_SOLVE_UNSTABLE;
          return PL_OK;
        }
        continue;
      }
    }
    if (exact && step_boldly(s, b)) {
      bool done = false;
      if (s->draft && !b->open) PL_TRY(pl__chord_finish(s, &done));
      if (done) return PL_OK;
      continue;
    }
    if (!exact) PL_TRY(pl__shifted_step(s, &shift, &found));
    bool accepted = found && pl__line_search(s, &alpha);
    bool was_bold = b->open;
    judge(s, b);
    if (was_bold || accepted) {
      if (!exact && !was_bold) shift = next_shift(shift, true, alpha);
      continue;
    }
    // A step that leads nowhere: a larger shift, and no exact step next.
    wait = 1;
    shift = exact ? fmax(shift, SHIFT_RAISE) : next_shift(shift, false, 0);
    if (!found || shift > SHIFT_HOPELESS) {
      report->outcome = PL_SOLVE_STALLED;
      return PL_OK;
    }
  }
  return PL_OK;
}

pl_status pl__method_hybrid(pl_solver *s) {
  bold b = {0};
  pl_status status = run(s, &b);
  if (b.open) return_to_safety(s, &b);
  return status;
}
