// evidence.h: a case of `pliant reproduce` or `pliant bench`: figures beside their targets, and whether they hold.
//
// A case is one file with one function and one row in cases.c. It runs the public path (rig or file -> fit -> predict), adds figures and
// notes, and returns a status about resources only. A figure that misses its target is not an error.
#ifndef PL_BENCH_EVIDENCE_H
#define PL_BENCH_EVIDENCE_H

#include "estimate/problem/fit.h"

typedef enum evidence_verdict { EVIDENCE_INFORMS, EVIDENCE_HOLDS, EVIDENCE_FAILS } evidence_verdict;

typedef struct evidence_figure {
  const char *name;
  double value;
  const char *unit;    // "" when dimensionless
  const char *target;  // "< 0.01", "0.944 published"; "" when there is none
  evidence_verdict verdict;
} evidence_figure;

typedef struct evidence {
  pl_context *ctx;
  pl_arena *arena;  // owns all texts
  bool full;        // the papers' sizes
  uint64_t seed;    // 0: the virtual data of the documented figures; else others (evidence_seed)
  int n_figure, figure_capacity;
  evidence_figure *figure;
  int n_note, note_capacity;
  const char **note;   // what a reader should know about the figures, in words
  const char *absent;  // what is missing, when the case could not run; NULL otherwise
  const char *keep;    // where the user wants the files of the case; NULL: nowhere
  const char *folder;  // of those files, made on demand: `keep`, or a scratch folder
  double seconds;
} evidence;

typedef struct evidence_case {
  const char *name;
  const char *title;   // one line
  const char *source;  // paper and section, or data set
  pl_status (*run)(evidence *e);
} evidence_case;

// The tables (cases.c).
extern const evidence_case reproduce_case[], bench_case[];
extern const int n_reproduce_case, n_bench_case;
// True if the virtual data of the case follow evidence_seed, so that --seed gives others.
bool evidence_seeded(const evidence_case *row);

pl_status evidence_init(evidence *e, pl_context *ctx, bool full);
void evidence_clear(evidence *e);  // frees, and removes the scratch folder
bool evidence_holds(const evidence *e);
// The seed of a virtual experiment that has `own` by default (below 2^32); other runs of the case share none of them.
uint64_t evidence_seed(const evidence *e, uint64_t own);

// Figures: printf-style names. value < limit, <= limit, >= limit, > limit, and without a verdict (`beside` is shown as the target, may be "").
void evidence_below(evidence *e, double value, const char *unit, double limit, const char *name, ...) PL_PRINTF(5, 6);
void evidence_at_most(evidence *e, double value, const char *unit, double limit, const char *name, ...) PL_PRINTF(5, 6);
void evidence_at_least(evidence *e, double value, const char *unit, double limit, const char *name, ...) PL_PRINTF(5, 6);
void evidence_above(evidence *e, double value, const char *unit, double limit, const char *name, ...) PL_PRINTF(5, 6);
void evidence_inform(evidence *e, double value, const char *unit, const char *beside, const char *name, ...) PL_PRINTF(5, 6);
void evidence_note(evidence *e, const char *format, ...) PL_PRINTF(2, 3);
// The data of the case are not there: nothing else is said.
pl_status evidence_absent(evidence *e, const char *format, ...) PL_PRINTF(2, 3);
// A folder for the files of this case: removed at the end unless the user requested it (-o).
pl_status evidence_folder(evidence *e, const char **folder);
// Write a text as a file of that folder.
struct pl_text;
pl_status evidence_save(evidence *e, const char *name, const struct pl_text *text);

// ---- helpers of several cases ----

// Score of a test's channel in a fit; NULL when absent.
const pl_score *evidence_score(const pl_fit *fit, const char *test, const char *channel);
// Pooled R2 of a channel over all tests of a fit whose name starts with `prefix`. It is 1 - sum of squares of residuals / sum of squares
// about the pooled mean.
double evidence_pooled_r2(const pl_fit *fit, const char *prefix, int channel);
// Runs draw 0 .. n - 1 in parallel, each in a separate context with one thread. The first failure is that of the case.
typedef pl_status (*evidence_draw)(pl_context *ctx, void *user, int i);
pl_status evidence_draws(evidence *e, int n, evidence_draw draw, void *user);

// ---- timing (measure.c) ----

// Median seconds of one call of body, warm: repeats for about `budget` seconds, at least 5 calls, each long enough for the clock.
// *spread is (third quartile - first) / median; may be NULL.
double evidence_median(void (*body)(void *), void *user, double budget, double *spread);
// A fit with its processor time, s, and the time of its equilibria over all phases and threads, s. The measurement is destroyed when it fails.
pl_status evidence_fit(evidence *e, pl_measurement *measurement, const pl_fit_options *options, pl_fit **fit, double *processor,
                       double *equilibria);
// Two bodies measured in turns, so that a change of the machine's speed meets both: medians, and the median of the ratios b/a.
double evidence_ratio(void (*a)(void *), void *user_a, void (*b)(void *), void *user_b, double budget, double *median_a, double *median_b);
// What one core of this machine can do: double-precision multiply-adds in registers (flop/s), and a triad through memory (byte/s).
double evidence_flop_limit(void);
double evidence_bandwidth_limit(pl_context *ctx);

#endif
