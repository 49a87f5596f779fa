// method_hybrid.c: Newton with the exact Hessian wherever its Cholesky factor exists, else with the semidefinite one and a shift.
//
// At a stable equilibrium the exact Hessian is positive definite, so the last steps are always true Newton steps. On the way through wrinkles
// it is not, and the semidefinite replacement with a shift (relative to the diagonal, decaying while full steps succeed) goes downhill safely.
// While the exact factor keeps failing it is tried ever less often: a failed try costs half a step.
#include "solve/solver.h"

#include <math.h>

enum { MAX_ESCAPES = 8, MAX_WAIT = 4 };

static const double SHIFT_RAISE = 1e-4, SHIFT_SMALL = 1e-9, SHIFT_HOPELESS = 1e6;

// What the last step tells about the next shift.
static double next_shift(double shift, bool accepted, double alpha) {
  if (!accepted) return fmax(10 * shift, SHIFT_RAISE);
  if (alpha < 0.1) return fmax(4 * shift, SHIFT_RAISE);
  if (alpha < 0.9) return shift;
  return shift > SHIFT_SMALL ? 0.2 * shift : 0;
}

pl_status pl__method_hybrid(pl_solver *s) {
  pl_solve_report *report = s->report;
  double shift = 0, alpha;
  int escapes = 0, wait = 0, failures = 0;
  for (int iteration = 0; iteration < s->options.max_iterations; iteration++) {
    bool exact = false, found = true;
    report->iterations++;
    if (wait > 0 && !pl__force_met(s)) {
      wait--;
    } else {
      PL_TRY(pl__exact_step(s, &exact));
      failures = exact ? 0 : failures + 1;
      wait = failures < 3 ? 0 : failures < 3 + MAX_WAIT ? failures - 2 : MAX_WAIT;
      if (exact && pl__at_solution(s)) {
        pl__converged(s);
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
    if (!exact) PL_TRY(pl__shifted_step(s, &shift, &found));
    bool accepted = found && pl__line_search(s, &alpha);
    if (exact) {
      // A Newton step that leads nowhere: try a shifted one from here before the next exact one.
      if (!accepted) wait = 1;
      if (!accepted) shift = fmax(shift, SHIFT_RAISE);
    } else {
      shift = next_shift(shift, accepted, accepted ? alpha : 0);
      if (!accepted) wait = 1;
      if (!found || (!accepted && shift > SHIFT_HOPELESS)) {
        report->outcome = PL_SOLVE_STALLED;
        return PL_OK;
      }
    }
  }
  report->outcome = PL_SOLVE_ITERATIONS;
  return PL_OK;
}
