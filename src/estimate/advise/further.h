// further.h: which further test would help: for each usual test (rig/usual.h), the standard errors to expect once it is measured too.
//
// The test is simulated with the fitted material. Its values are differentiated by theta exactly as in a fit, and expected.h gives the
// covariance afterwards. Widths are relative standard errors, as in the table of parameters: divided by the fitted value. If that is
// indistinguishable from zero, they are divided by the usual size of such parameters (marks.h). docs/theory/uncertainty.md
#ifndef PL_ESTIMATE_ADVISE_FURTHER_H
#define PL_ESTIMATE_ADVISE_FURTHER_H

#include <pliant/fit.h>

#include "estimate/problem/fit.h"
#include "rig/usual.h"

// The choices of --further.
typedef enum pl_further_choice {
  PL_FURTHER_AUTO,  // when some standard error is above 5 %; captures only when nothing quicker would help
  PL_FURTHER_ON,    // every test
  PL_FURTHER_OFF
} pl_further_choice;

typedef struct pl_further_test {
  const pl_usual *usual;
  const char *reason;  // why it was skipped; NULL: it was not
  const char *again;   // "once more, to a strain of 10 % instead of 4 %"; NULL: no such test was made yet
  bool unscattered;    // it repeats a kind of test whose scatter between specimens is not measured
  int n_frame, n_failed;
  double seconds;
  double work;         // Newton iterations times unknowns
  double *width;       // [n_theta], expected relative standard error; NAN where it is not of interest
  int widest;          // index of the largest of them
  double combination;  // expected value of `combination` below
} pl_further_test;

typedef struct pl_further {
  int n_theta;
  double *size;        // [n_theta], SI: reference size of relative standard errors
  bool *by_usual;      // [n_theta], the reference is the usual size, because the value is indistinguishable from zero
  double *width;       // [n_theta], present relative standard error; INFINITY: not measured; NAN: not of interest (fixed, at its bound)
  int worst;           // the largest that some test would reduce, else the largest of all
  bool helped;         // some test would
  double combination;  // standard deviation of the least determined combination of the measured parameters, each over its size
  int n_test;
  pl_further_test *test;  // [n_test], most useful for the worst parameter first; skipped tests last
  int n_tried;
  const char *words;  // one or two sentences
  double seconds;
} pl_further;

// Describes what repeating a usual test would add to the one that was fitted (further_made.c); NULL: no such test was fitted. planned:
// [n_test], its specimens.
pl_status pl_further_again(const pl_fit *fit, const pl_usual *usual, int n_test, const pl_test *planned, const char **again);

// Sorts tests by their benefit for further->worst.
void pl__further_sort(pl_further *further);

#endif
