// repeats.h: tests of one kind are draws of a fabric: the scatter between their specimens, and the standard error of the mean fabric.
//
// A specimen s has every stiffness of the mean fabric times 1 + b_s. Its weighted residuals are then, to first order,
//
//   r = J d - z b_s + noise,     z = sum_j J_j theta_j over the parameters with a unit of force (mass to the first power),
//
// whatever was measured: forces, lengths under weights, profiles of bent strips. The standard deviation of b_s is t_g, one for each kind of
// test. It is estimated by restricted maximum likelihood (reml.h). docs/theory/specimens.md
#ifndef PL_ESTIMATE_JUDGE_REPEATS_H
#define PL_ESTIMATE_JUDGE_REPEATS_H

#include "estimate/judge/reml.h"
#include "estimate/problem/stack.h"

// One kind of test: protocol, mode, direction, main control and speed.
typedef struct pl_repeat_kind {
  int first;                // the first case of this kind
  int n;                    // fitted specimens
  pl_reml_scatter scatter;  // of stiffness, relative; value NAN: one specimen, so it is not measured
} pl_repeat_kind;

typedef struct pl_repeat_specimen {
  const char *name;
  int kind;
  double effect;  // its stiffness over that of the mean fabric, less 1
  double sigma;   // standard error of the effect from its own readings
  double chance;  // probability that one of n specimens deviates so far from the others (pl_repeats_outlying); NAN: fewer than 3
  bool outlying;
} pl_repeat_specimen;

typedef struct pl_repeats {
  int n_kind, n_specimen;  // of the fitted tests; kinds also of held-out ones
  pl_repeat_kind *kind;
  pl_repeat_specimen *specimen;
  int *kind_of, *specimen_of;  // [n_case]; -1: the test is of no kind; specimens of fitted cases only
  bool any;                    // some kind has several specimens
  int n_parameter;
  double *row_scale;   // [n_data], z
  int *row_specimen;   // [n_data], -1: of a kind with one specimen
  const double *left;  // [n_data], weighted residuals without the effects of specimens; NULL: there are no repeats
  double *load;        // [n_specimen][n_parameter], scaled: sum of J z over the specimen's rows, as they were fitted
  int *term_kind;      // [n_term of the material], the kind whose fitted tests determine most of a term; -1: none
  double *influence;   // [n_specimen][n_parameter], SI: change of the parameters by one standard deviation of the specimen's effect
} pl_repeats;

// Kinds and specimens of the cases, into fit->evidence.repeats.
pl_status pl_repeats_find(pl_fit *fit, const pl_stack *stack, const double *jacobian);
// Sets `left` of the repeats.
pl_status pl_repeats_remove(const pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian);
// `left` from the first row of a fitted channel on; NULL: there are no repeats.
const double *pl_repeats_left(const pl_fit *fit, int index, int channel);
// Scatter of each kind; v [n_residual]: variances of the rows.
pl_status pl_repeats_scatter(const pl_fit *fit, const pl_stack *stack, const double *r, const double *jacobian, const double *v);
// Adds row i of the scaled Jacobian to the load of its specimen; unfitted: [n_theta], parameters it was not fitted to, or NULL.
void pl_repeats_row(pl_repeats *repeats, int i, const double *row, const bool *unfitted, int n_theta);
// Adds the scatter of the specimens to the scatter of the gradient, b[n][n].
void pl_repeats_add(const pl_repeats *repeats, double *b);
// The influences, from the inverse[n][n] of the normal matrix.
void pl_repeats_influence(pl_repeats *repeats, const double *inverse, const double *scale);

// Kinds, scatter and influences into the scatter of the fit's material (material/scatter.h); none: no kind has several specimens.
pl_status pl_repeats_keep(const pl_fit *fit);
// Change of a value with the derivatives slope[n_theta] per unit of a specimen's effect: sum over stiffnesses of slope_j theta_j.
double pl_repeats_change(const pl_fit *fit, const double *slope);
// The kind whose fitted tests determine most of a term; -1: none.
int pl_repeats_kind_of(const pl_fit *fit, const pl_term *term);
// Standard deviation of the scatter between specimens of the kind of this test; NAN: not measured.
double pl_repeats_scatter_of(const pl_fit *fit, const pl_test *test);
// True if one specimen of the kind of this test was fitted.
bool pl_repeats_single(const pl_fit *fit, const pl_test *test);

#endif
