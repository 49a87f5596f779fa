// further.h: which further test would help: for each usual test (rig/usual.h), the sigmas to expect when it is measured too.
//
// The test is simulated with the fitted material, its values are differentiated by theta exactly as in a fit, and expected.h gives the covariance
// afterwards. Widths are relative sigmas, as in the table of parameters: the standard deviation over the fitted value, or over the usual size of
// such numbers (marks.h) where the value is not told from zero. docs/theory/uncertainty.md
#ifndef PL_ESTIMATE_ADVISE_FURTHER_H
#define PL_ESTIMATE_ADVISE_FURTHER_H

#include <pliant/fit.h>

#include "estimate/problem/fit.h"
#include "rig/usual.h"

// The choices of --further.
typedef enum pl_further_choice {
  PL_FURTHER_AUTO,  // when something is known to no better than 5 %; captures only when nothing quicker would help
  PL_FURTHER_ON,    // every test
  PL_FURTHER_OFF
} pl_further_choice;

typedef struct pl_further_test {
  const pl_usual *usual;
  const char *reason;  // why it was left out; NULL: it was not
  const char *again;   // "once more, to a strain of 10 % instead of 4 %"; NULL: no such test was made yet
  int n_frame, n_failed;
  double seconds;
  double work;         // Newton iterations times unknowns
  double *width;       // [n_theta], expected relative sigma; NAN where nothing is asked
  int widest;          // the widest of them
  double combination;  // expected, as below
} pl_further_test;

typedef struct pl_further {
  int n_theta;
  double *size;        // [n_theta], SI: what widths are relative to
  bool *by_usual;      // [n_theta], that is the usual size, not the value: the value is not told from zero
  double *width;       // [n_theta], relative sigma now; INFINITY: not measured; NAN: not asked (held, at its bound)
  int worst;           // the widest that some test would narrow, else the widest of all
  bool helped;         // some test would
  double combination;  // standard deviation of the least determined combination of the measured parameters, each over its size
  int n_test;
  pl_further_test *test;  // [n_test], most useful for the worst parameter first; those left out behind them
  int n_tried;
  const char *words;  // one or two sentences
  double seconds;
} pl_further;

// What making a usual test once more would add to the one that was fitted, in words (further_made.c); NULL: none was. planned: [n_test], its specimens.
pl_status pl_further_again(const pl_fit *fit, const pl_usual *usual, int n_test, const pl_test *planned, const char **again);

// The order in which tests are advised, for further->worst.
void pl__further_sort(pl_further *further);

#endif
