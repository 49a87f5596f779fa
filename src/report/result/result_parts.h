// result_parts.h: shared by the writers of a result folder.
#ifndef PL_REPORT_RESULT_RESULT_PARTS_H
#define PL_REPORT_RESULT_RESULT_PARTS_H

#include "base/json.h"
#include "base/text.h"
#include "report/result/result.h"

#define PL_RESULT_FORMAT "fit 2"  // the member "pliant" of fit.json
enum { PL_CURVE_POINTS = 121 };

// One law sampled along one of its strains, the others at zero. A coupling law, whose direct stress is then zero, is shown by the stress on
// its other strain. members: one per entry of "curves" in fit.json.
typedef struct pl_curve_sample {
  const pl_term *term;
  const char *name;   // "warp", "membrane.warp"
  int input, output;  // which of the law's inputs varies, which stress is shown
  double range[2];    // validity; the law's range (or a modest one) if never measured
  bool measured;      // the validity comes from tests
  bool assumed;       // every parameter of the term was fixed
  int n;
  double *strain, *stress, *half_width;      // [n], SI; half_width is the 95 % one
  double *next;                              // [n], SI, 95 % half-width of one more specimen; NAN: its scatter is not measured
  double *stiffness, *stiffness_half_width;  // [n], SI, of the tangent
  double *secant, *secant_half_width;  // [n], SI, stress over strain, if the parameters are such secants (stiffness-spline); else NULL
  double zero_stiffness, zero_half_width, zero_sigma;  // at zero strain
} pl_curve_sample;

pl_status pl__curves_sample(pl_arena *arena, const pl_fit *fit, int *n, pl_curve_sample **curve);
// Within rounding.
bool pl__in_range(const double range[2], double x);
bool pl__curve_in_range(const pl_curve_sample *curve, double strain);
// A term of a fit whose parameters were all fixed.
bool pl__term_assumed(const pl_fit *fit, const pl_term *term);

// A unit without a factor, for SI numbers: "N", "N/m", "m", "1". Static text.
const char *pl__si_unit(pl_dim dim);

// Specimens of one kind and their scatter (result_specimens.c); nothing if nothing was fitted.
void pl__result_specimens_json(pl_json_writer *w, const pl_fit *fit);
// Speeds, rests and relaxation (report/rate); nothing without times.
pl_status pl__result_rates_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit);
// Which further test would help (result_further.c); nothing if not computed.
void pl__result_further_json(pl_json_writer *w, const pl_fit *fit);

// The case that parameter j of the covariance belongs to, as its intrinsic parameter *k; NULL for material parameters.
const pl_fit_case *pl__intrinsic_case(const pl_fit *fit, int j, int *k);
// "warp.k2", or "warp test.offset" for an intrinsic parameter of a test.
const char *pl__parameter_name(pl_arena *arena, const pl_fit *fit, int j);
// SI, standard deviation of parameter j; NAN if unknown: fixed, at a bound, or without any data.
double pl__parameter_sigma(const pl_fit *fit, int j);
// SI, half-width of its 95 % interval.
double pl__parameter_half_width(const pl_fit *fit, int j);

// The least determined combination of parameters in words; "" if there is none.
void pl__worst_direction_words(pl_arena *arena, const pl_fit *fit, pl_text *out);

// A folder with a table of models and no separate fit.
bool pl__result_is_models(pl_arena *arena, const char *directory);
// The finished fits of such a folder: names of their subfolders, in arena memory.
pl_status pl__result_models(pl_arena *arena, const char *directory, int *n, const char ***name);
// Error where a single fit is required; names one.
pl_status pl__result_of_models(pl_arena *arena, const char *directory);

// Cells of a CSV file: text, quoted if necessary; a number, empty if it is not finite.
void pl__csv_cell(pl_text *out, const char *text);
void pl__csv_number(pl_text *out, double value);
// Writes the text and clears it.
pl_status pl__csv_save(pl_context *ctx, pl_text *text, const char *path);

pl_status pl__result_curves_csv(pl_context *ctx, const pl_fit *fit, const char *path);
pl_status pl__result_predictions_csv(pl_context *ctx, const pl_fit *fit, const char *path);
// Frame by frame, for protocols with such lines; no file if there are none.
pl_status pl__result_frames_csv(pl_context *ctx, const pl_fit *fit, const char *path);
// Energies over pairs of strains; no file, no member if there are none.
pl_status pl__result_sections_csv(pl_context *ctx, const pl_fit *fit, const char *path);
pl_status pl__result_sections_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit);
// The member "samples" (result_samples.c); nothing if the material is homogeneous.
pl_status pl__result_samples_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit);
// The members "moduli" and "energy_curves" (result_solid.c); empty lists where there are none.
pl_status pl__result_solid_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit);
// The member "rigidities" (result_rigidity.c); an empty list where there are none.
pl_status pl__result_rigidities_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit);

#endif
