// fit.h: estimates a material and its uncertainty from measurements.
//
// Sequence: candidate terms from the visited strains (candidate.c) -> rigs -> damped Gauss-Newton within bounds on stacked residuals
// (least_squares.c) -> covariance, identifiability and scores (judge.c) -> warnings (warnings.c).
#ifndef PL_ESTIMATE_PROBLEM_FIT_H
#define PL_ESTIMATE_PROBLEM_FIT_H

#include <pliant/extend.h>
#include <pliant/fit.h>

#include "estimate/field/random_field.h"
#include "rig/rig.h"

// True: standard errors include the change of the parameters on a finer capture mesh. AUTO: on in the program, off in the library.
typedef enum pl_mesh_error { PL_MESH_ERROR_AUTO, PL_MESH_ERROR_TRUE, PL_MESH_ERROR_FALSE } pl_mesh_error;

// Every estimation setting has one row in the table below and one member here. The rows define default, range and meaning; protocols,
// schedules and models list the settings they use (audience.h). members: one per row.
typedef struct pl_fit_options {
  const char *variant;     // captures: "", or a comma-separated choice of linear, isotropic, convex
  int compare;             // captures: 0: as in the file, else pl_compare + 1, for all
  int max_points;          // captures: control points per curve
  double refine;           // captures: relative decrease of the residual below which a curve gets no further points
  int samples;             // poses: maximum number of material samples; 1: homogeneous
  double sample_radius;    // poses: m, radius of their weights; 0: from their distances
  double sample_contrast;  // poses: prior standard deviation of stiffness in space, relative to the homogeneous one; 0: the most likely one
  double start;            // captures: factor on the first guesses of all stiffnesses
  const char *addends;     // model additive: "auto", or for captures the last stage (fit_additive.c, body_choice.c)
  int convexity;           // captures, model additive: pl_convexity_hold
  int folds;               // addends auto: cross-validation folds by which addends are chosen
  const char *model;       // candidate name (candidate.c) or the path of a material file whose terms are used
  int polyconvex;          // homogeneous, solids in poses: only polyconvex energies
  int points;              // biaxial-hang: data points of the polar tensor: 1, 4, 6, 10, 11
  double ring;             // biaxial-hang: extension of the ring of data points
  int components;          // biaxial-hang: parameters per data point: 4, or 6 without mirror symmetry
  int progressive;         // biaxial-hang: from one data point to the requested number in steps, not all at once
  int weights;             // biaxial-hang: by noise, or as in the paper (eq. 7)
  const char *bend_knots;  // cantilever: "auto", "visited", or the knots of bending curves in 1/m, comma-separated
  int friction;            // pl_friction: internal friction in addition to elasticity
  int rate;                // pl_rate_choice: relaxation in time (estimate/rate)
  int path;                // weights: pl_friction_path, friction along the exact path, or the paper's formula
  int segments;            // spline segments per curve
  int order_elongation;    // spline order of elongation curves
  int order_shear;         // spline order of shear curves
  int cross;               // auto, on, off: warp-weft coupling
  int monotone;            // keep stiffnesses >= 0 during the steps
  int max_iterations;      // damped Gauss-Newton iterations
  double tolerance;        // relative decrease of the objective that ends the fit
  double prior;            // standard deviation of the weak prior on each parameter, in units of its scale; 0: no prior
  int mesh_error;          // pl_mesh_error. Captures: predict again on a finer mesh, and include the change in the standard errors
  int mesh_correction;     // poses with samples: predictions are those of a finer mesh
  int further;             // pl_further_choice: find the test that would help most (further.h)
  double accept_r2;        // R2 from which a channel counts as described
  pl_options_given given;  // of the table
  pl_rig_options rig;
  pl_solve_options solve;
} pl_fit_options;

extern const pl_option_table pl_fit_option_table;
pl_fit_options pl_fit_options_default(void);

// Quality of the prediction of one observed channel of one test. members: one per column of the table of scores.
typedef struct pl_score {
  const char *test;  // borrowed from the measurement
  const pl_channel_row *channel;
  int n;        // values compared (without failed frames and values that were not measured)
  int n_frame;  // frames with at least one of them
  int n_failed;
  double rms;       // SI
  double max;       // largest |residual|, SI
  double relative;  // rms over the range of the measured values (spread.h); rms, max and this are NAN without any value
  // 1 - sum (m - p)^2 / sum (m - mean m)^2; for positions the denominator is over their displacement (docs/theory/uncertainty.md); NAN: too
  // few
  double r2;
  double of_change;    // rms of the residuals over the rms of the denominator: R2 is 1 - its square
  double level;        // SI, rms of the readings from rest: what errors are a share of, also where readings hardly change
  double share;        // rms of the residuals over the level; NAN without a level
  double bias;         // mean residual (predicted - measured) over the level
  double systematic;   // the part of the residuals that is no scatter, over the level (docs/theory/uncertainty.md)
  bool sequence;       // one value per frame and enough frames to tell what is systematic from scatter
  double sigmas;       // rms of the residuals over the given sigma; NAN: none given
  double doubts;       // the same over the combined sigma of reading and prediction, where known (held-out tests)
  bool few;            // one or two values have no scatter to explain: they are judged by doubts and of_change (pl_score_passes)
  double correlation;  // lag-one autocorrelation of the residuals; of repeats, without the effect of the specimen, as in `systematic`
  double sigma;        // SI, used as weight
  bool used;           // part of the objective
  bool held_out;
  bool judged;  // it decides whether the test passes; false: reported only
} pl_score;

typedef struct pl_iteration {
  const char *stage;  // "constant stiffness", "volino": static text
  double objective;   // half the weighted sum of squares, prior included
  double step;        // largest scaled parameter change
  double damping;
  bool accepted;
  int n_failed;  // frames without equilibrium in this trial
  bool scan;     // of a stage that scans a parameter: its objective rises and falls
} pl_iteration;

// The objective over one parameter with all others optimised; it shows several minima.
typedef struct pl_profile {
  int parameter;  // index in theta
  int n;
  double *value;  // [n], SI, ascending
  double *chi2;   // [n]
} pl_profile;

enum { PL_MAX_PROFILE = 8 };

// Convexity constraint in the fit of an additive model; in the order of the option's choices.
typedef enum pl_convexity_hold {
  PL_CONVEX_STEP,     // during the steps: they stay inside the set of convex materials
  PL_CONVEX_PROJECT,  // after each step (Miguel 2016, section 4.3)
  PL_CONVEX_FREE      // none
} pl_convexity_hold;

// One step of an additive fit: a fitted model and its quality.
typedef struct pl_fit_step {
  const char *name;        // "anisotropic", "+ warp-shear"
  const char *addends;     // "warp 3, weft 3, shear 3, area": addends with the number of their control values
  bool friction;           // it has friction besides the elastic addends
  bool tied;               // some of its addends share one parameter
  int n_parameter;         // free ones
  double chi2;             // weighted sum of squares of the fitted examples,
  int n_failed;            // number of frames without equilibrium, which chi2 excludes
  double force;            // N, rms of force vectors over clips and frames; for bodies over single readings; NAN: none
  double position;         // m, the same over vertices
  double held_out;         // rms of the weighted residuals of left-out examples, k-fold; NAN: not computed
  double unseen_force;     // N, like `force`, for the held-out tests (step_held_out.c); NAN: there are none
  double unseen_position;  // m, like `position`, for the same
  bool kept;               // part of the path to the result
  pl_material *material;   // as fitted; NULL when it was not kept
} pl_fit_step;

enum { PL_MAX_STEP = 64 };

// Relative standard errors: above the first a parameter is weakly determined; above the second no fit is called good.
#define PL_WEAK 0.08
#define PL_VAGUE 0.25

// Intrinsic parameters of a specimen (rig->intrinsic, n of them), SI.
typedef struct pl_case_specimen {
  int n;
  double value[PL_MAX_INTRINSIC], sigma[PL_MAX_INTRINSIC];
} pl_case_specimen;

// Uncertainty and derivatives of the predicted values of each channel.
typedef struct pl_case_prediction {
  double *sigma[PL_MAX_CHANNEL];  // [n_frame][width], SI, from the parameters' covariance
  // [n_frame][width], SI, half-widths of 95 % intervals: of the mean fabric, and of one more specimen (NAN: its scatter is not measured)
  double *half_width[PL_MAX_CHANNEL], *next[PL_MAX_CHANNEL];
  // [n_frame][width], SI, change of the prediction on a finer mesh (mesh_correction.h): included in the values. In the fit's arena; NULL:
  // none.
  double *correction[PL_MAX_CHANNEL];
  double *by_theta[PL_MAX_CHANNEL];      // [n_frame][width][n_theta], their derivatives
  double *by_intrinsic[PL_MAX_CHANNEL];  // [n_frame][width][specimen n]
} pl_case_prediction;

// How a stage compares the readings of one case. All members zero: every observed channel, weighted by its noise.
typedef struct pl_case_weighting {
  bool unused[PL_MAX_CHANNEL];  // observed and scored, but not part of the objective
  // Importance of a channel relative to others, which does not change its noise: sigma over counts_as.
  double counts_as[PL_MAX_CHANNEL];  // SI, the sigma used as weight of the channel; 0: the noise
  // [n_frame][width], of single values relative to others of their channel, in place of those of the test; NULL: those of the test.
  const double *value_importance[PL_MAX_CHANNEL];
} pl_case_weighting;

// A test of the problem: constant.
typedef struct pl_given_test {
  const pl_measurement *measurement;
  const pl_test *test;  // as it is simulated (pl_protocol_fit.prepare); a stage may compare its path instead (pl_fit_case.test)
  pl_mesh *mesh;        // made for this form of the test, owned; NULL: none
  bool held_out;
  double nominal[PL_MAX_CHANNEL];  // SI, sigma that repeats share where none is stated (nominal.h); 0: its own
} pl_given_test;

// A test during the fit: its rig and its prediction, which stages renew.
typedef struct pl_fit_case {
  pl_arena *arena;  // owns the buffers below: freed when the case gets a new rig
  const pl_given_test *given;
  const pl_test *test;  // the given one, or its frames in the order of measurement once the material has friction (pl_fit_take_paths)
  const pl_rig *rig;
  pl_case_specimen specimen;
  double *predicted[PL_MAX_CHANNEL];  // [n_frame][width], SI, NAN where failed; NULL where nothing is observed
  pl_case_prediction prediction;
  const bool *unfitted;  // [n_theta], parameters that were fitted without this case; NULL: none
  // The noise of a value: its given sigma (pl_channel.value_sigma), or this one of its channel: given, or nominal.
  double sigma[PL_MAX_CHANNEL];  // SI
  pl_rig_report report;
  const struct pl_start_choice *start;  // [n_frame], of held-out frames that have a measured start (rig/starts.h); NULL: no choice
  pl_case_weighting weighting;          // of the last stage, for scores and reports; a running stage has its own (pl_stage.weighting)
} pl_fit_case;

// SI, standard deviation of one value of an observed channel: its noise.
static inline double pl_case_value_sigma(const pl_fit_case *c, int channel, int value) {
  const double *own = c->test->channel[channel].value_sigma;
  return own ? own[value] : c->sigma[channel];
}

// SI, divisor of the channel's residuals where all values have the same weight.
static inline double pl_weighted_sigma(const pl_fit_case *c, const pl_case_weighting *weighting, int channel) {
  return weighting->counts_as[channel] > 0 ? weighting->counts_as[channel] : c->sigma[channel];
}

// Factor on the residual of each value of a channel, [n_frame][width]; NULL: 1.
static inline const double *pl_weighted_importance(const pl_fit_case *c, const pl_case_weighting *weighting, int channel) {
  return weighting->value_importance[channel] ? weighting->value_importance[channel] : c->test->channel[channel].importance;
}

// The functions below are for results: they use the weighting of the last stage. A running stage uses those of stage_settings.h.
static inline double pl_case_weight_sigma(const pl_fit_case *c, int channel) { return pl_weighted_sigma(c, &c->weighting, channel); }

// Divisor of the residual of one value in the objective: its sigma over its importance; INFINITY where that is 0.
double pl_weighted_row_sigma(const pl_fit_case *c, const pl_case_weighting *weighting, int channel, int value);
static inline double pl_case_row_sigma(const pl_fit_case *c, int channel, int value) {
  return pl_weighted_row_sigma(c, &c->weighting, channel, value);
}

// The same factors of a channel, of the last stage.
static inline const double *pl_case_value_importance(const pl_fit_case *c, int channel) {
  return pl_weighted_importance(c, &c->weighting, channel);
}

// Factor on the residuals of a channel relative to other channels; the importance of single values multiplies it.
static inline double pl_case_importance(const pl_fit_case *c, int channel) { return c->sigma[channel] / pl_case_weight_sigma(c, channel); }

// Values of an observed channel over all frames.
static inline int pl_case_values(const pl_fit_case *c, int channel) {
  return c->test->n_frame * pl_channel_width(&c->test->channel[channel]);
}

// Observed channels that the objective compares: bit k for channel k.
static inline unsigned pl_case_compared(const pl_fit_case *c) {
  unsigned channels = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) channels |= (unsigned)(c->predicted[k] && !c->weighting.unused[k] && !c->given->held_out) << k;
  return channels;
}

// Is this channel part of the objective?
static inline bool pl_case_used(const pl_fit_case *c, int channel) { return c->predicted[channel] && !c->weighting.unused[channel]; }

// The smallest allowed contrast. Regularisation rows have weight 1 / contrast^2, readings about 1: below this limit, normal equations in
// double precision no longer resolve the readings.
#define PL_LEAST_SAMPLE_CONTRAST 1e-4

// One stage of a fit with material samples (fit_samples.c). members: one per column of the table of these stages.
typedef struct pl_sample_stage {
  int n_sample, n_parameter;  // free ones
  double start;               // weighted sum of squares of the data at the start of the stage
  double chi2;                // at its end
  double regularisation;      // the same for the regularisation rows
  double relative;            // root of chi2 over that of one sample
  double held_out;            // rms of the weighted residuals of held-out tests; NAN: none
  double left_out;            // the same for the fitted poses, each left out once, to first order (sample_choice.h)
  // Excess of the mean square over left-out readings relative to the best stage, and its standard error. NAN: the number of samples was
  // given, or this stage could not be compared
  double excess, excess_error;
  double radius;  // m
  double seconds;
  bool kept;         // the fit is better than before
  bool needed;       // false: left-out readings are predicted as well with fewer samples, which are the result
  bool lost;         // a pose has no equilibrium: this stage was ignored in choosing the number
  double unsettled;  // rms of the last change of the mesh correction, in sigma
} pl_sample_stage;

enum { PL_MAX_SAMPLE_STAGE = 12 };

// Trial steps since the last accepted one that were refused because an equilibrium was not found within the iteration limit.
typedef struct pl_spent {
  int n_trial;
  int effort;  // solver iterations of a frame
  const char *stage;
  const char *test;  // the first frame without one
  int frame;
} pl_spent;

// The problem: constant once it is made.
typedef struct pl_fit_problem {
  pl_fit_options options;
  int n_case;                  // fitted ones first, then held-out ones
  int n_fitted;                // of them
  const pl_given_test *given;  // [n_case]
} pl_fit_problem;

// Memory of the stages: what one leaves for the next, and their record.
typedef struct pl_fit_work {
  pl_arena *arena;        // that of the fit, for what outlives a stage
  pl_fit_case *fit_case;  // [n_case], the tests of the problem in their order
  int n_iteration;
  pl_iteration *iteration;  // [PL_MAX_HISTORY]
  pl_times times;
  int n_stack;  // stacks made so far (pl_stack.columns)
} pl_fit_work;

// A regularisation row: the sum of weight times parameter, one of the weighted residuals.
typedef struct pl_fit_link {
  int n;
  const int *index;      // [n], in theta
  const double *weight;  // [n], per SI unit of each
} pl_fit_link;

// Regularisation rows, after those of the prior: they couple material samples.
typedef struct pl_fit_ties {
  int n;
  const pl_fit_link *link;  // [n]
  double noise;             // residual that corresponds to one sigma in these rows
} pl_fit_ties;

// Cuts of the set of a stage: rows over the parameters of its material, strongest first.
typedef struct pl_fit_cuts {
  int n, width;
  const double *row;  // [n][width]
} pl_fit_cuts;

// The solution and how the search ended.
typedef struct pl_fit_solution {
  const char *model;    // that is fitted, as users name it: what the option's auto, or a name of the database, stands for
  bool additive;        // it is a sum of convex curves of strains (registry.h)
  int n_parameter;      // theta, then the intrinsic parameters of each fitted case
  pl_fit_ties ties;     // of the last stage
  pl_spent fell_short;  // of the first stage that ended with such trials; n_trial = 0: none
  pl_fit_cuts cut;      // that hold the last stage where it ended
  const char *stop_reason;
  bool at_limit;  // the last stage used all its iterations
  int n_refused;  // steps refused in succession at the end, where convergence failed by them
  bool converged;
  bool interrupted;  // the result is the best point reached, not a minimum
  bool formula;      // the parameters come from a formula: computed from the data, but without a sigma
  bool scale_held;   // no measurement determines absolute stiffness: one parameter is fixed at its starting value
  double coupling;   // c12 / sqrt(c11 c22) of a coupling of warp and weft that no test measures and that was fixed there; 0: none
  double seconds;
} pl_fit_solution;

// The intermediate models on the path to the result.
typedef struct pl_fit_way {
  int n_step;
  pl_fit_step *step;  // [PL_MAX_STEP], steps of an additive fit
  int n_profile;
  pl_profile profile[PL_MAX_PROFILE];
  int n_choice_frame;  // frames, left out in turn, by which the number of samples was chosen; below 2: not chosen; -1: not requested
  int n_sample_stage;
  pl_sample_stage sample_stage[PL_MAX_SAMPLE_STAGE];
} pl_fit_way;

// The stiffness map of a heterogeneous material.
typedef struct pl_fit_map {
  pl_field_prior tie;    // prior from the first map: regularises the stages (random_field.h)
  pl_field_prior field;  // prior from the last map: for map_sigma
  int32_t n_place;
  // [n_place], relative standard deviation of the samples' stiffness per element, from data, prior and model error of the samples; or NULL.
  const double *map_sigma;
  // Per element: mean of the random field (sample_map.c) over the samples' stiffness; its standard deviation over that mean. Likewise the
  // relative standard deviation of the samples' stiffness from readings and regularisation alone. With map_sigma, or NULL.
  const double *field_ratio, *field_sigma, *samples_sigma;
  // [n_place], standard deviation of the logarithm of the ratio of two stiffnesses (Poisson's ratio), from data and regularisation; NULL if
  // the samples have one. With it [n_theta], coefficients of that logarithm: 1/2 for the first stiffness, -1/2 for the second, 0 for other
  // parameters.
  const double *apart_sigma, *apart_share;
} pl_fit_map;

// Uncertainty: covariance and its contributions, and how well each channel is predicted.
typedef struct pl_fit_evidence {
  double *covariance;        // [n_parameter][n_parameter], SI
  double *prior_sigma;       // [n_theta]
  struct pl_border *border;  // directions of parameters that cuts constrain (sandwich.h); NULL: nothing was fitted
  double *mesh_shift;        // [n_parameter], SI, shift on a mesh of half the cell size; included in the covariance. NULL: not computed
  int n_finer;
  const pl_moduli *finer;                  // [n_finer], at rest, of the same law with finer knots: the solution, then the bootstrap samples
  const struct pl_rest_error *rest_error;  // error at rest from curves that the model does not follow (rest_error.h); NULL: not computed
  double *resolution;  // [n_parameter], with regularisation: fraction of each parameter that the data determine, 0 to 1 (judge.c); NULL:
                       // none
  double effective;    // its sum: the effective number of parameters that the data determine
  double chi2;         // weighted sum of squares of the data
  int n_residual;      // compared readings, without priors and regularisation
  double inflation;    // factor on all sigmas for model error and correlated residuals, >= 1 unless sigmas were unknown
  struct pl_repeats *repeats;  // specimens of the fabric and their scatter (repeats.h); NULL: nothing was fitted
  int n_score;
  pl_score *score;  // per case and observed channel
} pl_fit_evidence;

// Which parameters, and which combinations of them, the data determine (judge.c, marks.c).
typedef struct pl_fit_known {
  int n_singular;           // parameters that were free at the end
  double *singular;         // [n_singular] singular values of the scaled Jacobian over them, descending
  double *worst_direction;  // [n_parameter] the least determined combination: eigenvector of the relative covariance (marks.c), unit length
  double worst_sigma;       // its standard deviation, relative to the usual sizes of its parameters
  double *best_direction;   // [n_parameter] the best determined combination of the free parameters, likewise
  double best_sigma;
  int n_determined;  // independent combinations determined to better than half of the usual sizes (PL_UNDETERMINED)
  bool *acts;        // [n_theta] the data would determine it if all others were known (judge.c); false: it does not affect the data
  bool *identified;  // [n_theta] determined by the data (marks.h)
  bool *weak;        // [n_theta] identified, but with a standard error of PL_WEAK of its size or more
  bool *at_bound;    // [n_theta]
  int n_moved;       // parameters that a test moves which the model does not describe (misfit.h)
  struct pl_moved *moved;
} pl_fit_known;

// What one protocol found about its tests (detail.h); a list.
typedef struct pl_finding_detail {
  const pl_protocol *protocol;
  void *data;  // of the protocol's own type, in the fit's arena
  struct pl_finding_detail *next;
} pl_finding_detail;

// Warnings and verdict.
typedef struct pl_fit_findings {
  pl_arena *arena;  // that of the fit, for the words
  int n_warning;
  pl_warning *warning;
  bool contradicts;           // readings contradict each other so much that only one parameter was fitted: standard errors are meaningless
  const char *contradicted;   // the contradiction in words, if the fit does not describe those readings; NULL: none
  bool contradicts_motion;    // it is one of sign: the readings contradict the imposed motion, not each other
  pl_finding_detail *detail;  // of the protocols of the tests; NULL: none
  const struct pl_rates *rates;  // tests at several speeds and at rest (estimate/rate); NULL: nothing was fitted
  struct pl_further *further;    // which further test would help; NULL: not computed
  const char *unstable;          // where the material is not convex or not stable, in a few words (warn_material.c); NULL: nowhere
  int n_extrapolated;            // predicted tests that go beyond PL_FAR (judge.h) of the fitted strains
  double extrapolated;           // the largest strain of those over the fitted one
  bool fit_passed;               // every fitted channel of the objective is described (pl_score_passes)
  bool validation_passed;        // every held-out channel is (true when there is none)
} pl_fit_findings;

struct pl_fit {
  pl_arena *arena;
  pl_context *ctx;
  pl_material *material;  // terms, with the fitted theta, sigma, ranges
  const pl_fit_problem problem;
  pl_fit_work work;
  pl_fit_solution solution;
  pl_fit_way way;
  pl_fit_map map;
  pl_fit_evidence evidence;
  pl_fit_known known;
  pl_fit_findings findings;
};

// Fits `n_fit` measurements and scores `n_hold` held-out ones. Borrowed inputs must outlive the result.
pl_status pl_fit_run(pl_context *ctx, int n_fit, pl_measurement *const *fit, int n_hold, pl_measurement *const *hold,
                     const pl_fit_options *options, pl_fit **result);
// Scores a given material on measurements: no parameters change; every case is held out.
pl_status pl_fit_predict(pl_context *ctx, pl_material *material, int n_hold, pl_measurement *const *hold, const pl_fit_options *options,
                         pl_fit **result);

// 95 % half-width of a term's stress at strain s[n_in] from the covariance, per input: t sqrt(dt^T C dt), t = 1.96 or Student's (repeats.h).
// With material samples, that of their mean. next: of one more specimen, NAN where the scatter is not measured; NULL: not wanted.
void pl_fit_band(const pl_fit *fit, const pl_term *term, const double *s, double *half_width, double *next);

#endif
