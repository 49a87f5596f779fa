// sample_run.h: what the files of the fit with material samples share: fit_samples.c (stages) and sample_map.c (the map they follow).
#ifndef PL_ESTIMATE_FIELD_SAMPLE_RUN_H
#define PL_ESTIMATE_FIELD_SAMPLE_RUN_H

#include "estimate/field/sample_choice.h"
#include "estimate/field/sample_plan.h"
#include "estimate/stage/stage.h"

enum { PL__CANDIDATES = 240, PL__MAX_POINT = PL_SAMPLES_MAX_FIT };
#define PL__IN_PROPORTION 0.3  // of tau: by how much the stiffnesses of one place are thought to change apart from each other
#define PL__CANDIDATE_RADIUS \
  0.25  // of the distance between candidates: cells with borders, so that neighbours need not undo each other's blur

#define PL__SMALLEST 0.05  // of the reference: what a stiffness may start with

// What kind of number of the homogeneous fit, and how large.
typedef struct pl__sample_size {
  bool stiffness;    // goes up and down with the others; angles, exponents and what is next to nothing do not
  double reference;  // SI
} pl__sample_size;

// A stage that was kept, for a way back to it.
typedef struct pl__sample_record {
  int n, stage;         // samples; which of fit->way.sample_stage
  double radius;        // m
  const double *point;  // [n][3], m
  const double *level;  // [n], by which its ties were made
  double *theta;        // [n_theta] of its material
  pl_met met;
  pl_stage_end end;
  const pl_left_out *left;  // [n_pose], fitted poses, each left out once; NULL: a pose has no equilibrium
} pl__sample_record;

// The samples there are now.
typedef struct pl__sample_set {
  int n;
  double point[3 * PL__MAX_POINT];  // m
  double radius;                    // m
  double level[PL__MAX_POINT];      // relative stiffness of the samples by which their ties were made
  double *theta;                    // [n_theta] of the material with n samples
  pl_met met;                       // the data, by theta
  pl_stage_end end;                 // of the stage that found theta
} pl__sample_set;

// Places where samples may be, and the map that the data ask for there.
typedef struct pl__candidate_set {
  int n;
  double place[3 * PL__CANDIDATES];  // m
  double share[PL__CANDIDATES];      // m^3 or m^2, of the body
  double map[PL__CANDIDATES];        // stiffness that the data ask for, over that of the homogeneous fit
  double *theta;                     // of the material with the candidates as samples: the map
  pl_field_prior prior;              // as learned with it
} pl__candidate_set;

// What the last stage left of the poses.
typedef struct pl__sample_last {
  int n_pose;         // fitted ones
  pl_left_out *left;  // [n_pose], of the material as it stands; NULL: a pose has no equilibrium
  double unsettled;   // root mean square, in sigma, by which the mesh's correction changed last
} pl__sample_last;

typedef struct pl__samples_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_stage stage;                     // settings of its stages, with the ties of the samples there are now
  const struct pl_convex_hold *hold;  // what they hold convex; NULL: nothing
  pl_material *base;                  // the same everywhere: terms and reference numbers
  bool *chosen;                       // [base n_term], terms that get samples
  const pl__sample_size *size;        // [base n_theta]
  pl_places places;
  int most;  // samples at the most
  pl__sample_set now;
  pl__candidate_set candidates;
  pl_field_prior tie;  // as learned with the first map: ties the samples
  pl__sample_last last;
  int n_record;
  pl__sample_record record[PL_MAX_SAMPLE_STAGE];
} pl__samples_run;

// ---- sample_ties.c ----
// A number of the homogeneous fit that is a stiffness and changes from place to place.
typedef struct pl__stiff_number {
  int term, parameter;  // of the term's law
  int first, step;      // where it is at the first sample of a material with samples, and how far the next sample's is
  double reference;     // SI, its size
} pl__stiff_number;
// Number j of a term of the homogeneous fit. Steps and priors of samples go by the reference. A number of the stiffnesses' dimension that is next to
// nothing beside the law's stiffness at rest (a coupling that is not there) is no stiffness, and its size is a tenth of that one; that of numbers of
// other dimensions is at least a tenth of their natural one. So with the usual prior of ten sizes a sample may have as much of it as is natural.
pl__sample_size pl__sample_size_of(const pl_material *base, const pl_term *term, int j);
// All of them, run->size.
pl_status pl__sample_find_sizes(pl__samples_run *run);
// All stiffnesses, stiff[base n_theta]; returns how many.
int pl__sample_find_stiff(const pl__samples_run *run, const pl_material *material, pl__stiff_number *stiff);
// Relative stiffness at sample m: the mean over its stiffnesses.
double pl__sample_stiffness(int n_stiff, const pl__stiff_number *stiff, const pl_material *material, int m);
// The same of n samples, level[n], as the ties take it: not below PL__SMALLEST.
pl_status pl__sample_levels(const pl__samples_run *run, const pl_material *material, int n, double *level);
// The rows run->stage.ties that tie the samples of a material to each other, by run->tie; level[samples n].
pl_status pl__sample_tie(pl__samples_run *run, const pl_material *material, const pl_samples *samples, const double *level);

// ---- fit_samples.c ----
pl_samples pl__samples_at(int n, const double *point, double radius);
pl_samples pl__sample_candidates(const pl__samples_run *run);
// The material of the homogeneous fit with these samples; the caller owns it.
pl_status pl__sample_material(const pl__samples_run *run, const pl_samples *samples, pl_material **material);
// Values at other samples whose field is nearest to that of `from`.
pl_status pl__sample_carry(const pl__samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to,
                           const pl_samples *samples);
// Residuals and their derivatives where the material stands, for once.
pl_status pl__sample_linearise(pl__samples_run *run, const pl_stage *stage);

// ---- sample_map.c ----
// The map that the data ask for, run->candidates.map, with its prior and the same as theta. The fit's material becomes one with the candidates as samples.
pl_status pl__sample_ask_for_map(pl__samples_run *run);
// How well stiffness is known at each element, fit->map.map_sigma, by the material as it stands, which comes back unchanged.
pl_status pl__sample_map_sigma(pl__samples_run *run);

// ---- sample_spread.c ----
// Standard deviation of the samples' field at each element, spread[places n], of relative stiffness, per noise of one, by readings and ties alone;
// INFINITY where they do not determine it. The material stays what it is.
pl_status pl__sample_spread(pl__samples_run *run, double *spread);

#endif
