// sample_run.h: what the files of the fit with material samples share: fit_samples.c (stages) and sample_map.c (the map they follow).
#ifndef PL_ESTIMATE_SAMPLE_RUN_H
#define PL_ESTIMATE_SAMPLE_RUN_H

#include "estimate/sample_choice.h"
#include "estimate/sample_plan.h"
#include "estimate/stage.h"

enum { PL__CANDIDATES = 240, PL__MAX_POINT = PL_SAMPLES_MAX_FIT };
#define PL__IN_PROPORTION 0.3  // of tau: by how much the stiffnesses of one place are thought to change apart from each other
#define PL__CANDIDATE_RADIUS \
  0.25  // of the distance between candidates: cells with borders, so that neighbours need not undo each other's blur

// A stage that was kept, for a way back to it.
typedef struct pl__sample_record {
  int n, stage;         // samples; which of fit->sample_stage
  double radius;        // m
  const double *point;  // [n][3], m
  double *theta;        // [n_theta] of its material
  pl_met met;
  pl_stage_end end;
  const pl_left_out *left;  // [n_pose], fitted poses, each left out once; NULL: a pose has no equilibrium
} pl__sample_record;

typedef struct pl__samples_run {
  pl_fit *fit;
  pl_solution *solution;
  pl_material *base;  // the same everywhere: terms and reference numbers
  bool *chosen;       // [base n_term], terms that get samples
  pl_places places;
  int most;                         // samples at the most
  int n;                            // samples now
  double point[3 * PL__MAX_POINT];  // m
  double radius;                    // m
  double *theta;                    // [n_theta] of the material with n samples
  pl_met met;                       // the data, by theta
  pl_stage_end end;                 // of the stage that found theta
  int n_pose;                       // fitted ones
  pl_left_out *left;                // [n_pose], of the material as it stands; NULL: a pose has no equilibrium
  double unsettled;                 // root mean square, in sigma, by which the mesh's correction changed last
  int n_record;
  pl__sample_record record[PL_MAX_SAMPLE_STAGE];
  // candidates
  int n_candidate;
  double candidate[3 * PL__CANDIDATES];  // m
  double share[PL__CANDIDATES];          // m^3 or m^2, of the body
  double map[PL__CANDIDATES];            // stiffness that the data ask for, over that of the homogeneous fit
  pl_field_prior prior;                  // as learned with the last map
  pl_field_prior tie;                    // as learned with the first one: ties the samples
  double *candidate_theta;               // of the material with the candidates as samples: the map
} pl__samples_run;

double pl__sample_reference(const pl_material *base, int j);  // the size of parameter j of the homogeneous fit, SI
// A number of the homogeneous fit that is a stiffness and changes from place to place.
typedef struct pl__stiff_number {
  int term, parameter;  // of the term's law
  int first, step;      // where it is at the first sample of a material with samples, and how far the next sample's is
  double reference;     // SI, its size
} pl__stiff_number;
// All of them, stiff[base n_theta]; returns how many.
int pl__sample_find_stiff(const pl__samples_run *run, const pl_material *material, pl__stiff_number *stiff);
// Parameters of one dimension that are stiffnesses go up and down together; angles and exponents do not.
bool pl__sample_is_stiffness(const pl_material *base, const pl_term *term, int j);
pl_samples pl__samples_at(int n, const double *point, double radius);
pl_samples pl__sample_candidates(const pl__samples_run *run);
// The material of the homogeneous fit with these samples; the caller owns it.
pl_status pl__sample_material(const pl__samples_run *run, const pl_samples *samples, pl_material **material);
// Values at other samples whose field is nearest to that of `from`.
pl_status pl__sample_carry(const pl__samples_run *run, const pl_material *from, const pl_samples *old, pl_material *to,
                           const pl_samples *samples);
// Residuals and their derivatives where the material stands, for once.
pl_status pl__sample_linearise(pl__samples_run *run);

// ---- sample_map.c ----
// The map that the data ask for, run->map, its prior, and the same as candidate_theta. The fit's material becomes one with the candidates as samples.
pl_status pl__sample_ask_for_map(pl__samples_run *run);
// How well stiffness is known at each element, fit->map_sigma, by the material as it stands, which comes back unchanged.
pl_status pl__sample_map_sigma(pl__samples_run *run);

#endif
