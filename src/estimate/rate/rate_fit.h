// rate_fit.h: relaxation of a fitted material: shares and times of a Prony series (law/prony.h), from tests at several speeds or at rest.
//
// After the schedule of the model, whose elastic law is a mean over the speeds:
//   1. the paths of the tests with their times; of tests without friction the first loading and the rest in it
//   2. one relaxation time: several starts over the times that were measured, all parameters together
//   3. two times, kept if they reduce the residuals more than chance does
// Curves along one direction have separate series where their tests show one. Otherwise one series serves all membrane terms.
#ifndef PL_ESTIMATE_RATE_RATE_FIT_H
#define PL_ESTIMATE_RATE_RATE_FIT_H

#include "estimate/stage/stage.h"

// In the order of the option's choices.
typedef enum pl_rate_choice { PL_RATE_AUTO, PL_RATE_NONE, PL_RATE_PRONY } pl_rate_choice;

// Compares speeds, into fit->findings.rates, and estimates relaxation where they disagree, or if the option wants it. able: the model reads
// the option.
pl_status pl_rate_fit(pl_fit *fit, bool able, pl_solution *solution);

#endif
