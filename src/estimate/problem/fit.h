// fit.h: measurements in, a material with stated uncertainty out.
//
// The walk: candidate terms from the strains the tests visited (candidate.c) -> rigs -> damped Gauss-Newton within bounds on stacked residuals
// (least_squares.c) -> covariance, identifiability and scores (judge.c) -> what a user should know (warnings.c).
#ifndef PL_ESTIMATE_PROBLEM_FIT_H
#define PL_ESTIMATE_PROBLEM_FIT_H

#include <pliant/extend.h>
#include <pliant/fit.h>

#include "estimate/field/random_field.h"
#include "rig/rig.h"

// What refining the mesh of a capture does to the parameters is part of their sigma: asked for, or not. AUTO: the program asks, the library does not.
typedef enum pl_mesh_error { PL_MESH_ERROR_AUTO, PL_MESH_ERROR_TRUE, PL_MESH_ERROR_FALSE } pl_mesh_error;

// Every setting of estimation has one row in the table below and one member here, and nothing else. The table is the structure: its rows say
// default, range and meaning, and the protocols, schedules and models list those that they read (audience.h). members: one per row.
typedef struct pl_fit_options {
  const char *variant;     // captures: "", or a comma-separated choice of linear, isotropic, convex
  int compare;             // captures: 0: as the file says, else pl_compare + 1, for all
  int max_points;          // captures: control points per curve
  double refine;           // captures: relative decrease of the residual below which a curve gets no further points
  int samples;             // poses: material samples at the most; 1: the same everywhere
  double sample_radius;    // poses: m, radius of their weights; 0: from their distances
  double sample_contrast;  // poses: prior standard deviation of stiffness from place to place, over the homogeneous one; 0: the likeliest
  double start;            // captures: factor on the first guesses of all stiffnesses
  const char *addends;     // model additive: "auto", or of captures the last stage (fit_additive.c, body_choice.c)
  int convexity;           // captures, model additive: pl_convexity_hold
  int folds;               // addends auto: folds of the examples that addends are chosen by
  const char *model;       // candidate name (candidate.c) or the path of a material file whose terms are used
  int polyconvex;          // homogeneous, solids in poses: only polyconvex energies
  int points;              // biaxial-hang: data points of the polar tensor: 1, 4, 6, 10, 11
  double ring;             // biaxial-hang: extension of the ring of data points
  int components;          // biaxial-hang: numbers per data point: 4, or 6 without mirror symmetry
  int progressive;         // biaxial-hang: from one data point to the asked number in steps, not all at once
  int weights;             // biaxial-hang: by noise, or the paper's (eq. 7)
  const char *bend_knots;  // cantilever: "auto", "visited", or the knots of k(alpha) in 1/m with commas between
  int friction;            // pl_friction: internal friction beside elasticity
  int path;                // weights: pl_friction_path, friction along the exact path, or the paper's formula
  int segments;            // spline segments per curve
  int order_elongation;    // spline order of elongation curves
  int order_shear;         // spline order of shear curves
  int cross;               // auto, on, off: warp-weft coupling
  int monotone;            // hold stiffnesses >= 0 during the steps
  int max_iterations;      // damped Gauss-Newton iterations
  double tolerance;        // relative decrease of the objective that ends the fit
  double prior;            // standard deviation of the weak prior on each parameter, in units of its scale; 0 switches it off
  int mesh_error;          // pl_mesh_error. Captures: predict once more on a finer mesh, and count the change as an error
  int mesh_correction;     // poses with samples: predictions are those of a finer mesh
  int further;             // pl_further_choice: look for the test that would help most (further.h)
  double accept_r2;        // held-out R2 above which a validation counts as passed
  pl_options_given given;  // of the table
  pl_rig_options rig;
  pl_solve_options solve;
} pl_fit_options;

extern const pl_option_table pl_fit_option_table;
pl_fit_options pl_fit_options_default(void);

// How well one observed channel of one test is predicted. members: one per column of the table of scores.
typedef struct pl_score {
  const char *test;  // borrowed from the measurement
  const pl_channel_row *channel;
  int n;        // values compared (failed frames and values that were not measured left out)
  int n_frame;  // frames that have one of them
  int n_failed;
  double rms;       // SI
  double max;       // largest |residual|, SI
  double relative;  // rms over the range of what was measured (spread.h); rms, max and this are NAN without any value found
  // 1 - sum (m - p)^2 / sum (m - mean m)^2; of places the lower sum is over their motion (docs/theory/uncertainty.md); NAN: few
  double r2;
  double of_change;    // root mean square of the residuals over that of what the lower sum has: R2 is 1 - its square
  double sigmas;       // root mean square of the residuals over the sigma given; NAN: none given
  double doubts;       // the same over the sigma of the reading and of the prediction together, where that is known (held-out tests)
  bool few;            // one or two numbers have no scatter to explain: they are judged by doubts and of_change (pl_score_passes)
  double correlation;  // lag-one autocorrelation of the residuals
  double sigma;        // SI, used as weight
  bool used;           // part of the objective
  bool held_out;
  bool judged;  // it decides whether the test passes; false: told beside what does
} pl_score;

// A reading of a solid in poses that asks for quite another stiffness than the others do (poses_sizes.h).
typedef struct pl_contradiction {
  const char *test, *pose, *name;  // name: of the set, "" of landmarks
  const pl_channel_row *channel;
  const char *other_pose, *other_name;  // the reading it contradicts most
  const pl_channel_row *other_channel;
  double measured;       // SI, length of the vector read; of landmarks their largest motion
  double young, others;  // Pa: by it alone, and by those that agree with each other
  int n_others;          // how many these are
  bool opposite;         // it is a force of the opposite sign
} pl_contradiction;

typedef struct pl_iteration {
  const char *stage;  // "constant stiffness", "volino": static text
  double objective;   // half the weighted sum of squares, prior included
  double step;        // largest scaled parameter change
  double damping;
  bool accepted;
  int n_failed;  // frames without equilibrium in this trial
} pl_iteration;

// The objective over one parameter, all others at their best: what the data say about it, several minima included.
typedef struct pl_profile {
  int parameter;  // index in theta
  int n;
  double *value;  // [n], SI, ascending
  double *chi2;   // [n]
} pl_profile;

enum { PL_MAX_PROFILE = 8 };

// How convexity is held while an additive model is fitted; the order is that of the option's choices.
typedef enum pl_convexity_hold {
  PL_CONVEX_STEP,     // during the steps: they end inside the set of convex materials
  PL_CONVEX_PROJECT,  // after each step (Miguel 2016, section 4.3)
  PL_CONVEX_FREE      // not at all
} pl_convexity_hold;

// One step on the way of an additive fit: a model that was fitted, and how well.
typedef struct pl_fit_step {
  const char *name;        // "anisotropic", "+ warp-shear"
  const char *addends;     // "warp 3, weft 3, shear 3, area": addends with the number of their control values
  int n_parameter;         // free ones
  double chi2;             // weighted sum of squares of the fitted examples,
  int n_failed;            // without so many frames that found no equilibrium
  double force;            // N, root mean square over clips and frames of force vectors; of bodies over single readings; NAN: none
  double position;         // m, the same over vertices
  double held_out;         // root mean square of the weighted residuals of examples left out, k-fold; NAN: not asked for
  double unseen_force;     // N, as `force`, of the held-out tests (step_held_out.c); NAN: there are none
  double unseen_position;  // m, as `position`, of the same
  bool kept;               // part of the way to the result
  pl_material *material;   // as fitted; NULL when it was not kept
} pl_fit_step;

enum { PL_MAX_STEP = 64 };

// Standard deviation over size of a number that is called weakly known, and of one that is so weak that no fit with it is called good.
#define PL_WEAK 0.08
#define PL_VAGUE 0.25

// Intrinsic parameters of a specimen (rig->intrinsic, n of them), SI.
typedef struct pl_case_specimen {
  int n;
  double value[PL_MAX_INTRINSIC], sigma[PL_MAX_INTRINSIC];
} pl_case_specimen;

// What is known of the predicted values of each channel.
typedef struct pl_case_prediction {
  double *sigma[PL_MAX_CHANNEL];  // [n_frame][width], SI, from the parameters' covariance
  // [n_frame][width], SI, what a finer mesh predicts more (mesh_correction.h): part of the values. The fit's arena's; NULL: nothing.
  double *correction[PL_MAX_CHANNEL];
  double *by_theta[PL_MAX_CHANNEL];      // [n_frame][width][n_theta], their derivatives
  double *by_intrinsic[PL_MAX_CHANNEL];  // [n_frame][width][specimen n]
} pl_case_prediction;

// A test with its rig and its prediction.
typedef struct pl_fit_case {
  pl_arena *arena;  // owns the buffers below: they go when the case gets a new rig
  const pl_measurement *measurement;
  const pl_test *test;
  pl_rig *rig;
  pl_case_specimen specimen;
  double *predicted[PL_MAX_CHANNEL];  // [n_frame][width], NAN where failed; NULL where nothing is observed
  pl_case_prediction prediction;
  const bool *unfitted;  // [n_theta], parameters that were found without this case; NULL: none
  // The noise of a value: its own sigma (pl_channel.value_sigma), or this one of its channel: as given, or nominal.
  double sigma[PL_MAX_CHANNEL];  // SI
  // How much a value counts beside others, which changes no noise: sigma over counts_as, times its own importance.
  double counts_as[PL_MAX_CHANNEL];                // SI, the sigma that values of the channel count with; 0: their own
  const double *value_importance[PL_MAX_CHANNEL];  // [n_frame][width], of single values; NULL: 1
  pl_rig_report report;
  bool held_out;
  bool unused[PL_MAX_CHANNEL];  // observed and scored, but not part of the objective
} pl_fit_case;

// SI, standard deviation of one value of an observed channel: its noise.
static inline double pl_case_value_sigma(const pl_fit_case *c, int channel, int value) {
  const double *own = c->test->channel[channel].value_sigma;
  return own ? own[value] : c->sigma[channel];
}

// SI, what a residual of the channel is divided by where its values are alike.
static inline double pl_case_weight_sigma(const pl_fit_case *c, int channel) {
  return c->counts_as[channel] > 0 ? c->counts_as[channel] : c->sigma[channel];
}

// Factor on the residuals of a channel beside those of others; the importance of single values comes on top.
static inline double pl_case_importance(const pl_fit_case *c, int channel) { return c->sigma[channel] / pl_case_weight_sigma(c, channel); }

// Values of an observed channel over all frames.
static inline int pl_case_values(const pl_fit_case *c, int channel) {
  return c->test->n_frame * pl_channel_width(&c->test->channel[channel]);
}

// Observed channels that the objective compares: bit k for channel k.
static inline unsigned pl_case_compared(const pl_fit_case *c) {
  unsigned channels = 0;
  for (int k = 0; k < PL_MAX_CHANNEL; k++) channels |= (unsigned)(c->predicted[k] && !c->unused[k] && !c->held_out) << k;
  return channels;
}

// Is this channel part of the objective?
static inline bool pl_case_used(const pl_fit_case *c, int channel) { return c->predicted[channel] && !c->unused[channel]; }

// The least contrast that may be asked for. Ties weigh 1 / contrast^2 beside readings that weigh about 1: below, normal equations in 16 digits lose
// what the readings say.
#define PL_LEAST_SAMPLE_CONTRAST 1e-4

// One stage of a fit with material samples (fit_samples.c). members: one per column of the table of these stages.
typedef struct pl_sample_stage {
  int n_sample, n_parameter;  // free ones
  double start;               // weighted sum of squares of the data where the stage began
  double chi2;                // at its end
  double regularisation;      // the same of the regularisation rows
  double relative;            // root of chi2 over that of one sample
  double held_out;            // root mean square of the weighted residuals of held-out tests; NAN: none
  double left_out;            // the same of the fitted poses, each left out once, to first order (sample_choice.h)
  // How much the mean square of readings of fitted poses left out is above that of the best stage, and the standard error of that; NAN: the number of
  // samples was given, or this stage could not be compared
  double excess, excess_error;
  double radius;  // m
  double seconds;
  bool kept;         // the data are met better than before
  bool needed;       // false: readings left out are met as well with fewer samples, which is what the fit ended with
  bool lost;         // the number was chosen without this stage: a pose has no equilibrium in it
  double unsettled;  // root mean square, in sigma, by which the mesh's correction changed last
} pl_sample_stage;

enum { PL_MAX_SAMPLE_STAGE = 12 };

// Trial steps of a stage, since the last one that was accepted, that were refused because an equilibrium was not found within its effort.
typedef struct pl_spent {
  int n_trial;
  int effort;  // solver iterations of a frame
  const char *stage;
  const char *test;  // the first frame without one
  int frame;
} pl_spent;

// What was asked: constant once the cases are made.
typedef struct pl_fit_problem {
  pl_fit_options options;
  int n_mesh;  // simulation meshes of captures
  pl_mesh **mesh;
  int n_case;    // fitted ones first, then held-out ones
  int n_fitted;  // of them
  pl_fit_case *fit_case;
} pl_fit_problem;

// A regularisation row of some parameters: the sum of weight times parameter, in the weighted residuals.
typedef struct pl_fit_link {
  int n;
  const int *index;      // [n], in theta
  const double *weight;  // [n], per SI unit of each
} pl_fit_link;

// Regularisation rows, behind the prior's: ties between material samples.
typedef struct pl_fit_ties {
  int n;
  const pl_fit_link *link;  // [n]
  double noise;             // residual of one sigma of these rows
} pl_fit_ties;

// What was found, and how the search ended.
typedef struct pl_fit_solution {
  int n_parameter;      // theta, then the intrinsic parameters of each fitted case
  pl_fit_ties ties;     // of the last stage
  pl_spent fell_short;  // of the first stage that ended with such trials; n_trial = 0: none
  int n_cut;            // cuts of the set that held the last stage where it ended
  int cut_width;        // parameters of the material of that stage
  const double *cut;    // [n_cut][cut_width], their rows, strongest first
  int n_iteration;
  pl_iteration *iteration;
  const char *stop_reason;
  bool converged;
  bool interrupted;  // the result is the best point reached, not an end
  bool formula;      // the parameters are those of a formula: found from the data, but without a sigma
  bool scale_held;   // nothing measured tells how stiff the body is as a whole: one number stands where it was put
  double seconds;
  pl_times times;
} pl_fit_solution;

// The models on the way to the result.
typedef struct pl_fit_way {
  int n_step;
  pl_fit_step *step;  // [PL_MAX_STEP], the way of an additive fit
  int n_profile;
  pl_profile profile[PL_MAX_PROFILE];
  int n_choice_pose;  // poses by which the number of samples was chosen; below 2 none was; -1: not asked for
  int n_sample_stage;
  pl_sample_stage sample_stage[PL_MAX_SAMPLE_STAGE];
} pl_fit_way;

// How stiffness changes from place to place, where there are material samples.
typedef struct pl_fit_map {
  pl_field_prior tie;    // as the first map told it: the links of the stages (random_field.h)
  pl_field_prior field;  // the same as the last map told it: map_sigma
  int32_t n_place;
  const double *
      map_sigma;  // [n_place], relative, of what samples make of stiffness per element: by data, prior and what they do not describe; or NULL
  // The mean of the random field that the data ask for (sample_map.c), per element over what the samples make of it, and its standard deviation over
  // that mean; and the standard deviation of what the samples make of it, by readings and ties alone, over that; with map_sigma, or NULL.
  const double *field_ratio, *field_sigma, *samples_sigma;
  // [n_place], of the logarithm of the ratio of the two stiffnesses, where the samples have two (Poisson's ratio), by data and ties; or NULL. With it
  // [n_theta], how much of that logarithm the first of them takes, and the second, with its sign: 1/2, -1/2; 0 for other numbers.
  const double *apart_sigma, *apart_share;
} pl_fit_map;

// How sure it is: covariance and what adds to it, and how well each channel is predicted.
typedef struct pl_fit_evidence {
  double *covariance;        // [n_parameter][n_parameter], SI
  double *prior_sigma;       // [n_theta]
  struct pl_border *border;  // directions of parameters that cuts hold (sandwich.h); NULL: nothing was fitted
  double *mesh_shift;  // [n_parameter], SI, how far they would move on a mesh of half the cell; part of the covariance. NULL: not asked for
  int n_finer;
  const pl_moduli
      *finer;  // [n_finer], at rest, of the same law with finer knots: as found, then as readings with other errors would have it
  const struct pl_rest_error
      *rest_error;     // what curves that the model does not follow make of what is at rest (rest_error.h); NULL: not asked
  double *resolution;  // [n_parameter], with links: how much of each number the data tell, 0 to 1 (judge.c); NULL: no links
  double effective;    // its sum: how many parameters the data determine beside the links
  double chi2;         // weighted sum of squares of the data
  int n_residual;      // readings that were compared, neither what was never read nor priors and ties
  double inflation;    // factor on all sigmas for model error and correlated residuals, >= 1 unless sigmas were unknown
  int n_score;
  pl_score *score;  // per case and observed channel
} pl_fit_evidence;

// Which numbers, and which combinations of them, the data determine (judge.c, marks.c).
typedef struct pl_fit_known {
  int n_singular;           // parameters that were free at the end
  double *singular;         // [n_singular] singular values of the scaled Jacobian over them, descending
  double *worst_direction;  // [n_parameter] the least known combination: eigenvector of the relative covariance (marks.c), unit length
  double worst_sigma;       // its standard deviation, relative to the usual sizes of its parameters
  double *best_direction;   // [n_parameter] the best known combination of the numbers that were free, in the same way
  double best_sigma;
  int n_told;        // independent combinations known to better than half of the usual sizes (PL_UNTOLD)
  bool *acts;        // [n_theta] the data would tell it if all other numbers were known (judge.c); without it the data are silent about it
  bool *identified;  // [n_theta] determined by the data (marks.h)
  bool *weak;        // [n_theta] identified, but uncertain by PL_WEAK of its size or more
  bool *at_bound;    // [n_theta]
} pl_fit_known;

// What a user should know.
typedef struct pl_fit_findings {
  int n_warning;
  pl_warning *warning;
  int n_contradiction;
  pl_contradiction *contradiction;  // [n_contradiction], those that contradict most others first
  bool contradicts;                 // a hundredfold: one number was fitted
  const char *contradicted;  // the one of them that matters most in a sentence, where the fit does not meet them (warn_readings.c); or NULL
  int n_size_reading;
  const struct pl_size_reading *size_reading;  // [n_size_reading], all readings that were compared
  struct pl_further *further;                  // which further test would help; NULL: not asked for
  const char *unstable;     // where the material is not convex, or not stable, in a few words (warn_material.c); NULL: nowhere
  double shear_mismatch;    // relative rms difference of the two shear curves (Volino appendix); NAN when there are not two
  const char *shear_words;  // explained
  bool fit_passed;          // every fitted channel of the objective above accept_r2
  bool validation_passed;   // every held-out channel above accept_r2 (true when there is none)
} pl_fit_findings;

struct pl_fit {
  pl_arena *arena;
  pl_context *ctx;
  pl_material *material;  // terms, with the fitted theta, sigma, ranges
  pl_fit_problem problem;
  pl_fit_solution solution;
  pl_fit_way way;
  pl_fit_map map;
  pl_fit_evidence evidence;
  pl_fit_known known;
  pl_fit_findings findings;
};

// Fit to `n_fit` measurements and judge on `n_hold` held-out ones. Borrowed inputs must outlive the result.
pl_status pl_fit_run(pl_context *ctx, int n_fit, pl_measurement *const *fit, int n_hold, pl_measurement *const *hold,
                     const pl_fit_options *options, pl_fit **result);
// Judge a given material on measurements: no parameters change; every case is held out.
pl_status pl_fit_predict(pl_context *ctx, pl_material *material, int n_hold, pl_measurement *const *hold, const pl_fit_options *options,
                         pl_fit **result);

// 95 % half-width of a term's stress at strain s[n_in] from the covariance: sqrt(dt^T C dt) * 1.96, per input; of a term with material samples that
// of their mean.
void pl_fit_band(const pl_fit *fit, const pl_term *term, const double *s, double *half_width);

#endif
