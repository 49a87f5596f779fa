// compare.h: several result folders side by side: what `pliant compare` prints and the page it writes.
//
// A folder of `pliant fit --all-models` stands for the fits in it. Everything is read from the fit.json of the folders; nothing is simulated.
#ifndef PL_REPORT_PAGE_COMPARE_H
#define PL_REPORT_PAGE_COMPARE_H

#include <pliant/report.h>

#include "base/json.h"

#define PL_COMPARE_FORMAT "compare 1"  // the member "pliant" of the page's data and of --json

// Said under the tables.
#define PL_COMPARE_RULE                                                                                                                \
  "Errors less than a hundredth apart, held-out ones that both fits meet within their sigmas, and numbers that read alike are a tie: " \
  "the fit with fewer parameters wins, and no number is marked."

enum { PL_COMPARE_MOST = 60 };  // fits on one page

typedef struct pl_compared_fit {
  const char *folder;       // as it can be opened from here
  const char *label;        // unique among the fits
  const char *name;         // of the material
  const char *model;        // without its folders
  pl_json *fit;             // root of fit.json
  int n_free;               // parameters that were fitted
  double lowest_r2[2];      // of the fitted and the held-out channels that are judged; NAN without any
  double error;             // what the star goes by, see pl_comparison: a share of full scale; NAN without
  double n_lost;            // frames without equilibrium in the tests that the star goes by
  double chi2, n_residual;  // weighted sum of squares over so many residuals; NAN for predictions
  bool converged;
  const char *unfinished;  // "was interrupted", "did not converge": not ranked; NULL: it ended well
  const char *fault;  // "missed its held-out tests", "warns that fewer samples predict better": ranked, but never called the best; NULL
  bool tied;          // meets the tests that the star goes by as well as the best
} pl_compared_fit;

// One channel of one test; the same test fitted by one and held out by another makes two of them.
typedef struct pl_compared_score {
  const char *test, *channel, *unit;
  const char *data;  // hash of the measured values of the first fit that tells it; "" when none does
  bool held_out;
  bool differs;      // the fits measured different data under this name: their errors are not ranked
  bool judged;       // of held-out ones: by every fit that has it
  double *rms, *r2;  // [n_fit], SI; NAN where a fit has no such test
  double *relative;  // [n_fit], rms over the range of the measured values
  double *values;    // [n_fit], how many were compared; NAN where a fit has no such test, or does not say it (older results)
  double *lost;      // [n_fit], frames without equilibrium, likewise
  double *sigmas;    // [n_fit], rms of the residuals over their sigmas (of one or two values: those of reading and prediction); NAN without
  bool uneven;       // not all fits compared the same values: some lost frames, whose errors are in no rms
  const char
      *unmarked;  // why none is marked where several fits have one: "within their sigmas"; NULL: one is, or there is nothing to compare
  int best;  // smallest rms; -1: fewer than two fits have one, a tie, different data, uneven values, or it is of a fit that gets no star
} pl_compared_score;

typedef struct pl_compared_parameter {
  const char *name, *unit;
  double *value, *sigma;  // [n_fit], SI; NAN where a fit has no such parameter
} pl_compared_parameter;

struct pl_comparison {
  pl_arena *arena;
  pl_context *ctx;
  const char *command;  // as typed
  int n_fit, n_score, n_parameter;
  pl_compared_fit *fit;              // [n_fit]
  pl_compared_score *score;          // [n_score], fitted tests first
  pl_compared_parameter *parameter;  // [n_parameter], in the order they first appear
  // The star: the fit with the smallest rms, of full scale, over the held-out channels that all fits predict and judge from the same data, every
  // frame of them; over the fitted ones only when no fit held a test out, since those favour the model with more freedom. A fit that lost a frame of
  // such a test cannot have it: the frames that fail are the hard ones. Nor can one that was stopped or has a fault. Fits tie when their errors
  // are less than a hundredth apart, or differ only in held-out channels that both meet within their sigmas, which is noise: it goes to the one with
  // the fewest parameters.
  int star;             // -1: there are no such channels, fewer than two fits in the running, or a tie of as many parameters
  int n_tied;           // fits that meet those tests alike, 0: one is better than the others
  bool tied_by_noise;   // some of them only because a difference within the sigmas does not count
  bool star_by_fitted;  // nothing was held out
  int n_common;         // channels it was decided by
  const char *words;    // who has it and by what, or why nobody
  const char *table;    // folder with the table.json of --all-models, NULL without
  // Fit with the highest lowest_r2 of fitted and held-out tests; -1: fewer than two, numbers that read alike, fits that do not all have the same
  // tests of the same data, or it is of a fit that gets no star.
  int best_r2[2];
};

// Finds what is marked as the best: star, words, best_r2, and best of every score (compare_star.c).
pl_status pl__comparison_mark(pl_comparison *comparison);

pl_status pl_comparison_json(pl_context *ctx, const pl_comparison *comparison, pl_json_writer **writer);

#endif
