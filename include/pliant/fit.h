// fit.h: estimates a material and its uncertainty from measurements, and tests a material against measurements.
//
//   pl_estimate          fits a material to measurements and predicts held-out ones
//   pl_predict_material  changes no parameter: every measurement is held out
// Both return a pl_fit. It is constant from then on, so several threads may read it. All numbers are SI. docs/library.md has a complete
// program.
#ifndef PLIANT_FIT_H
#define PLIANT_FIT_H

#include <pliant/material.h>
#include <pliant/measurement.h>
#include <pliant/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_fit pl_fit;

// Fits to n_fit >= 1 measurements and tests the result on n_hold >= 0 held-out ones (hold may be NULL if n_hold = 0).
// The measurements are borrowed: they must outlive the result. Settings are copied; NULL: defaults.
// The status reports input and resources only; convergence and quality of fit are fields of the result.
// When the progress sink requests a stop, the result is the best state so far, marked as not converged.
// Tests are predicted on the context's worker threads; the result does not depend on their number. On failure *fit is NULL.
PL_API pl_status pl_estimate(pl_context *ctx, int n_fit, pl_measurement *const *fit_to, int n_hold, pl_measurement *const *hold,
                             const pl_settings *settings, pl_fit **fit);
// Predicts n_hold >= 1 measurements with a material, which is copied. The measurements are borrowed, as above.
// A setting that only fits use is PL_ERROR_USAGE.
PL_API pl_status pl_predict_material(pl_context *ctx, const pl_material *material, int n_hold, pl_measurement *const *hold,
                                     const pl_settings *settings, pl_fit **fit);
// Sets the settings that the user left open and that depend on the measurements. With captures, sigma then includes the mesh error
// ("mesh-error"), as in the program.
PL_API pl_status pl_settings_adapt(pl_settings *settings, int n_fit, pl_measurement *const *fit_to);
PL_API void pl_fit_destroy(pl_fit *fit);  // NULL is allowed

// Writes material.json (not for a prediction), fit.json, curves.csv, predictions.csv, frames.csv (captures) and report.html into the
// folder.
// The folder is created if needed; files of an earlier result there are replaced. `command` is stored as the origin; NULL: "the library".
PL_API pl_status pl_fit_save(pl_context *ctx, const char *directory, const pl_fit *fit, const char *command);

// ---- the outcome ----

PL_API bool pl_fit_converged(const pl_fit *fit);
PL_API bool pl_fit_interrupted(const pl_fit *fit);  // the progress sink requested a stop
// True if every fitted and held-out channel is described (docs/theory/uncertainty.md) and every frame has an equilibrium.
PL_API bool pl_fit_passed(const pl_fit *fit);
PL_API bool pl_fit_validated(const pl_fit *fit);           // the same for held-out channels only
PL_API const char *pl_fit_stop_reason(const pl_fit *fit);  // borrowed
// The result and its uncertainty in one or two sentences. The caller frees *text with pl_free(ctx, text).
PL_API pl_status pl_fit_verdict(pl_context *ctx, const pl_fit *fit, char **text);

// A warning and its remedy. Borrowed from the fit.
typedef struct pl_warning {
  const char *id;         // id of the warning, "numbers.weak" (docs/formats.md); unchanged when the wording changes
  const char *text;       // what
  const char *remedy_id;  // "remedy.more-cells"
  const char *remedy;     // what to do
  const char *kind;       // text that warnings of one kind share; NULL when there is only one
  // Several warnings of a kind are one warning with a table: cell[n_row][n_column], numbers with their units. n_row = 0: no table.
  const char *columns;  // titles, separated by '|'; titles of numeric columns begin with '>'
  int n_row, n_column;
  const char *const *cell;
} pl_warning;
PL_API int pl_fit_warning_count(const pl_fit *fit);
PL_API pl_warning pl_fit_warning(const pl_fit *fit, int index);

// Further tests: which experiment would reduce the standard errors most. The first function: the setting "further" requests them; the
// second: they are computed.
PL_API bool pl_fit_asks_further(const pl_fit *fit);
PL_API bool pl_fit_has_further(const pl_fit *fit);
// Computes them once if requested; after an interruption they are missing. Not while another thread reads the fit.
PL_API pl_status pl_fit_further(pl_fit *fit);

// ---- the material and its parameters ----

// The fitted material with values, standard deviations and validity ranges; borrowed from the fit. material.h reads its parameters and
// terms.
PL_API const pl_material *pl_fit_material(const pl_fit *fit);
// True if the data determine parameter i of that material better than the prior does; false for a prediction, which has no data.
PL_API bool pl_fit_identified(const pl_fit *fit, int parameter);
PL_API bool pl_fit_at_bound(const pl_fit *fit, int parameter);
// Stress of a term at strain[n_input], and the half-width of its 95 % confidence interval from the parameters' covariance.
// Both outputs are [n_input], in the term's units, and may be NULL. The half-width is NAN when no uncertainty is known.
PL_API void pl_fit_stress(const pl_fit *fit, int term, const double *strain, double *stress, double *half_width);

// ---- tests, predictions and scores ----

typedef struct pl_fit_test_view {
  const char *name;  // borrowed, like all texts
  const char *rig;   // how and why it was predicted this way
  bool held_out;     // predicted, not fitted
  int n_frame;       // frames compared
  int n_failed;      // frames without an equilibrium
  int n_intrinsic;   // parameters of this specimen estimated along with the material (pl_fit_intrinsic)
} pl_fit_test_view;
PL_API int pl_fit_test_count(const pl_fit *fit);
PL_API pl_fit_test_view pl_fit_test(const pl_fit *fit, int test);
// A parameter of one specimen or its mounting: the zero of its displacement, the error of its cutting angle.
typedef struct pl_intrinsic_view {
  const char *name;  // "offset", borrowed
  const char *unit;  // SI, static text
  double value, sigma;
} pl_intrinsic_view;
PL_API pl_intrinsic_view pl_fit_intrinsic(const pl_fit *fit, int test, int index);
// Predicted values of an observed channel, SI, [n_frame][*width], NAN where there is no equilibrium. NULL if the channel was not observed.
// width may be NULL. pl_fit_measured returns the measured values. Borrowed from the fit.
PL_API const double *pl_fit_predicted(const pl_fit *fit, int test, const char *channel, int *width);
PL_API const double *pl_fit_measured(const pl_fit *fit, int test, const char *channel, int *width);

// Quality of fit of one observed channel of one test.
typedef struct pl_score_view {
  const char *test, *channel;  // borrowed
  const char *unit;            // of rms, largest and sigma: SI, static text
  bool held_out;
  bool used;        // part of what was fitted
  int n, n_failed;  // frames compared, and frames excluded because they have no equilibrium
  double rms;       // of measured minus predicted
  double largest;   // largest |measured - predicted|
  double relative;  // rms divided by the range of the measured values
  double r2;        // 1 - sum (m - p)^2 / sum (m - mean m)^2; for positions the denominator is over their displacement; NAN for one or two
                    // values, where only sigma applies
  double sigma;     // standard deviation of one value used as weight
  double sigmas;    // rms over the standard deviation that was given; NAN without one
} pl_score_view;
PL_API int pl_fit_score_count(const pl_fit *fit);
PL_API pl_score_view pl_fit_score(const pl_fit *fit, int index);

#ifdef __cplusplus
}
#endif
#endif
