// sample_run.h: shared by the files of the fit with material samples: fit_samples.c (stages) and sample_map.c (stiffness map).
#ifndef PL_ESTIMATE_FIELD_SAMPLE_RUN_H
#define PL_ESTIMATE_FIELD_SAMPLE_RUN_H

#include "estimate/field/sample_choice.h"
#include "estimate/field/sample_plan.h"
#include "estimate/stage/stage.h"

enum { PL__CANDIDATES = 240, PL__MAX_POINT = PL_SAMPLES_MAX_FIT };
#define PL__IN_PROPORTION 0.3  // of tau: prior standard deviation of the ratio of the stiffnesses of one place
#define PL__CANDIDATE_RADIUS \
  0.25  // of the distance between candidates: small radii, so that neighbours need not compensate each other's overlap

#define PL__SMALLEST 0.05  // of the reference: lower limit of a stiffness at the start

// Kind and size of a parameter of the homogeneous fit.
typedef struct pl__sample_size {
  bool stiffness;    // scales with the other stiffnesses; false for angles, exponents and parameters that are nearly zero
  double reference;  // SI
} pl__sample_size;

// A kept stage, so that it can be restored.
typedef struct pl__sample_record {
  int n, stage;         // number of samples; index in fit->way.sample_stage
  double radius;        // m
  const double *point;  // [n][3], m
  const double *level;  // [n], relative stiffness on which its regularisation is based
  double *theta;        // [n_theta] of its material
  pl_goodness goodness;
  pl_stage_end end;
  const pl_left_out *left;  // [n_pose], fitted poses, each left out once; NULL: a pose has no equilibrium
} pl__sample_record;

// The present samples.
typedef struct pl__sample_set {
  int n;
  double point[3 * PL__MAX_POINT];  // m
  double radius;                    // m
  double level[PL__MAX_POINT];      // relative stiffness of the samples, on which their regularisation is based
  double *theta;                    // [n_theta] of the material with n samples
  pl_goodness goodness;             // goodness of fit of theta
  pl_stage_end end;                 // of the stage that found theta
} pl__sample_set;

// Places where samples may be, and the stiffness map at them.
typedef struct pl__candidate_set {
  int n;
  double place[3 * PL__CANDIDATES];  // m
  double share[PL__CANDIDATES];      // m^3 or m^2, of the body
  double map[PL__CANDIDATES];        // estimated stiffness over that of the homogeneous fit
  double *theta;                     // of the material with the candidates as samples, at the map
  pl_field_prior prior;              // learned with the map
} pl__candidate_set;

// Left-out poses after the last stage.
typedef struct pl__sample_last {
  int n_pose;         // fitted poses
  pl_left_out *left;  // [n_pose], at the current material; NULL: a pose has no equilibrium
  double unsettled;   // root mean square of the last change of the mesh correction, in sigma
} pl__sample_last;

typedef struct pl__samples_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage stage;                     // settings of its stages, with the regularisation of the present samples
  const struct pl_convex_hold *hold;  // convexity constraint of the stages; NULL: none
  pl_material *base;                  // the homogeneous material: terms and reference parameters
  bool *chosen;                       // [base n_term], terms with samples
  const pl__sample_size *size;        // [base n_theta]
  pl_places places;
  int most;  // maximum number of samples
  pl__sample_set now;
  pl__candidate_set candidates;
  pl_field_prior tie;  // learned with the first map: regularises the samples
  pl__sample_last last;
  int n_record;
  pl__sample_record record[PL_MAX_SAMPLE_STAGE];
} pl__samples_run;

// ---- sample_ties.c ----
// A parameter of the homogeneous fit that is a stiffness and varies in space.
typedef struct pl__stiff_number {
  int term, parameter;  // of the term's law
  int first, step;      // its index at the first sample of a material with samples, and the index increment per sample
  double reference;     // SI, its size
} pl__stiff_number;
// Size of parameter j of a term of the homogeneous fit. It scales the steps and priors of samples. A parameter with the dimension of
// stiffness but nearly zero (an absent coupling) does not count as a stiffness. Its size is a tenth of the law's stiffness at rest. The
// size of other parameters is at least a tenth of their natural size. With the usual prior of ten sizes, a sample can then reach the
// natural size.
pl__sample_size pl__sample_size_of(const pl_material *base, const pl_term *term, int j);
// Sizes of all parameters, run->size.
pl_status pl__sample_find_sizes(pl__samples_run *run);
// All stiffnesses, stiff[base n_theta]; returns how many.
int pl__sample_find_stiff(const pl__samples_run *run, const pl_material *material, pl__stiff_number *stiff);
// Relative stiffness at sample m: the mean over its stiffnesses.
double pl__sample_stiffness(int n_stiff, const pl__stiff_number *stiff, const pl_material *material, int m);
// The same for n samples, level[n], bounded below by PL__SMALLEST for the regularisation.
pl_status pl__sample_levels(const pl__samples_run *run, const pl_material *material, int n, double *level);
// The rows run->stage.ties that regularise the samples of a material, by run->tie; level[samples n].
pl_status pl__sample_tie(pl__samples_run *run, const pl_material *material, const pl_samples *samples, const double *level);

// ---- fit_samples.c ----
pl_samples pl__samples_at(int n, const double *point, double radius);
pl_samples pl__sample_candidates(const pl__samples_run *run);
// The material of the homogeneous fit with these samples; the caller owns it.
pl_status pl__sample_material(const pl__samples_run *run, const pl_samples *samples, pl_material **material);
// Values at other samples whose field is nearest to that of `from`.
pl_status pl__sample_carry(const pl__samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to,
                           const pl_samples *samples);
// Residuals and their derivatives at the current material.
pl_status pl__sample_linearise(pl__samples_run *run, const pl_stage *stage);

// ---- sample_map.c ----
// Estimates the stiffness map run->candidates.map, its prior, and its theta. The fit's material becomes one with the candidates as samples.
pl_status pl__sample_ask_for_map(pl__samples_run *run);
// Standard deviation of stiffness at each element, fit->map.map_sigma, for the current material, which is restored.
pl_status pl__sample_map_sigma(pl__samples_run *run);

// ---- sample_spread.c ----
// Standard deviation of the samples' field at each element, spread[places n], of relative stiffness, per unit noise, from readings and
// regularisation alone. INFINITY where they do not determine it. The material is unchanged.
pl_status pl__sample_spread(pl__samples_run *run, double *spread);

#endif
