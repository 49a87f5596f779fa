// method_hybrid.c: Newton with the exact Hessian wherever its Cholesky factor exists, else with the semidefinite one and a shift.
//
// At a stable equilibrium the exact Hessian is positive definite, so the last steps are always true Newton steps. On the way through
// wrinkles it is not. There the semidefinite replacement with a shift (relative to the diagonal, decaying while full steps succeed) is a
// safe descent direction. While the exact factor keeps failing it is tried less and less often: a failed try costs half a step.
//
// Bold steps: bending cloth is a narrow curved valley of the energy, a thousand times stiffer across than along. A full Newton step leaves
// it along the tangent, and its energy rises. A line search would shorten it to almost nothing, although the next Newton step leads
// straight back into the valley further down. So a full exact step is accepted provisionally, and must satisfy Armijo from its start after
// one more step. If not, the method returns to its start, searches the line, and allows no bold step for a while. This is the watchdog
// technique of Chamberlain, Powell et al. 1982. It halves the iterations of a cantilever. Waiting for more than one step did not help.
// (Tried without success: a chord correction of every trial point with the same factor. It does not contract when elements rotate. At the
// end, where steps are small, it does: drafts end with chord steps, pl__chord_finish.)
#include "solve/solver.h"

#include <math.h>
#include <string.h>

enum { MAX_ESCAPES = 8, MAX_WAIT = 4 };

static const double BOLD_MOVE = 0.1;  // of the specimen, at most

static const double SHIFT_RAISE = 1e-4, SHIFT_SMALL = 1e-9, SHIFT_HOPELESS = 1e6;

typedef struct bold {
  bool open;           // a bold step is still provisional
  int timid, penalty;  // iterations until the next bold step is allowed, and the next such number
  double goal;         // J, energy to be reached
} bold;

// The next shift, from the success of the last step.
static double next_shift(double shift, bool accepted, double alpha) {
  if (!accepted) return fmax(10 * shift, SHIFT_RAISE);
  if (alpha < 0.1) return fmax(4 * shift, SHIFT_RAISE);
  if (alpha < 0.9) return shift;
  return shift > SHIFT_SMALL ? 0.2 * shift : 0;
}

// Takes the full exact step although the energy rises. False if not applicable; then the line search is used.
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

// After an ordinary step: checks the bold step before it.
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
        // The bold step led into a higher valley.
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
    // No progress: a larger shift, and no exact step next.
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
