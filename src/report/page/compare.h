// compare.h: several result folders side by side: the output of `pliant compare` and its page.
//
// A folder of `pliant fit --all-models` stands for its fits. Everything is read from the fit.json of the folders; nothing is simulated.
#ifndef PL_REPORT_PAGE_COMPARE_H
#define PL_REPORT_PAGE_COMPARE_H

#include <pliant/report.h>

#include "base/json.h"

#define PL_COMPARE_FORMAT "compare 1"  // the member "pliant" of the page's data and of --json

// Printed below the tables.
#define PL_COMPARE_RULE                                                                                                         \
  "A tie: errors less than 1 % apart, held-out tests that both fits predict within sigma, or numbers that are equal as shown. " \
  "Then the fit with fewer parameters wins, and no number is marked."

enum { PL_COMPARE_MOST = 60 };  // fits on one page

// Why a fit that converged has no star.
typedef enum pl_compare_fault {
  PL_COMPARE_NO_FAULT,
  PL_COMPARE_HELD_OUT,  // it failed its held-out tests
  PL_COMPARE_SAMPLES,   // it warns that fewer samples predict better
} pl_compare_fault;
const char *pl_compare_fault_text(pl_compare_fault fault);  // NULL without

typedef struct pl_compared_fit {
  const char *folder;       // path relative to the working directory
  const char *label;        // unique among the fits
  const char *name;         // of the material
  const char *model;        // without its folders
  pl_json *fit;             // root of fit.json
  int n_free;               // parameters that were fitted
  double lowest_r2[2];      // of the judged fitted and held-out channels; NAN without any
  double error;             // ranking criterion of the star, see pl_comparison: fraction of full scale; NAN without
  double n_failed;          // frames without equilibrium in the tests that decide the star
  double chi2, n_residual;  // weighted sum of squares over this many residuals; NAN for predictions
  bool converged;
  const char *unfinished;  // "was interrupted", "did not converge": not ranked; NULL: it converged
  pl_compare_fault fault;  // ranked, but never the best
  bool tied;               // describes the deciding tests as well as the best
} pl_compared_fit;

// One channel of one test; a test fitted by one and held out by another makes two of them. members: one per column of the comparison.
typedef struct pl_compared_score {
  const char *test, *channel, *unit;
  const char *data;  // hash of the measured values of the first fit that has it; "" when none does
  bool held_out;
  bool differs;          // the fits used different data under this name: their errors are not ranked
  bool judged;           // for held-out ones: by every fit that has it
  double *rms, *r2;      // [n_fit], SI; NAN where a fit has no such test
  double *relative;      // [n_fit], rms over the range of the measured values
  double *values;        // [n_fit], number compared; NAN if a fit has no such test, or does not store it (older results)
  double *n_failed;      // [n_fit], frames without equilibrium, likewise
  double *sigmas;        // [n_fit], rms of the residuals over sigma (for one or two values: of reading and prediction); NAN without
  bool uneven;           // not all fits compared the same values: some have failed frames, whose errors are in no rms
  const char *unmarked;  // why none is marked although several fits have one: "within sigma"; NULL: one is, or there is nothing to compare
  int best;  // smallest rms; -1: fewer than two fits have one, a tie, different data, uneven values, or its fit cannot have the star
} pl_compared_score;

typedef struct pl_compared_parameter {
  const char *name, *unit;
  double *value, *sigma;  // [n_fit], SI; NAN where a fit has no such parameter
} pl_compared_parameter;

// Several fits side by side. members: the three lists, and what is marked as the best in them.
struct pl_comparison {
  pl_arena *arena;
  pl_context *ctx;
  const char *command;  // as typed
  int n_fit, n_score, n_parameter;
  pl_compared_fit *fit;              // [n_fit]
  pl_compared_score *score;          // [n_score], fitted tests first
  pl_compared_parameter *parameter;  // [n_parameter], in the order they first appear
  // The star: the fit with the smallest rms, relative to full scale. It is over the held-out channels that all fits predict and judge from
  // the same data, in every frame. Over the fitted ones only if no fit held a test out, since those favour the model with more parameters.
  // A fit with a failed frame in such a test cannot have it: the frames that fail are the hard ones. Nor can one that was stopped or has a
  // fault. Fits tie if their errors differ by less than a hundredth, or only in held-out channels that both predict within sigma, which is
  // noise. Then the one with the fewest parameters has the star.
  int star;             // -1: no such channels, fewer than two ranked fits, or a tie with equal numbers of parameters
  int n_tied;           // fits that tie, 0: one is better than the others
  bool tied_by_noise;   // some of them only because differences within sigma do not count
  bool star_by_fitted;  // nothing was held out
  int n_common;         // number of deciding channels
  const char *words;    // which fit has it and why, or why none does
  const char *table;    // folder with the table.json of --all-models, NULL without
  // Fit with the highest lowest_r2 of fitted and held-out tests. It is -1 for fewer than two, or if they are equal when rounded. It is -1
  // too for fits without the same tests of the same data, or a fit that cannot have the star.
  int best_r2[2];
};

// Determines what is marked as the best: star, words, best_r2, and best of every score (compare_star.c).
pl_status pl__comparison_mark(pl_comparison *comparison);

pl_status pl_comparison_json(pl_context *ctx, const pl_comparison *comparison, pl_json_writer **writer);

#endif
