// friction.h: internal friction in a fit: its terms, starting values from the data, and a profile over its rate.
//
// Given tau, Dahl's stress along a known strain path is linear in a and b. With an elastic law that is also linear in its parameters, one
// linear least-squares problem determines all of them. The objective over tau has several minima, so tau is scanned over its whole range
// and only then fitted. (Started at one value, tau ends 95 % wrong for the paper's cotton.)
#ifndef PL_ESTIMATE_FRICTION_FRICTION_H
#define PL_ESTIMATE_FRICTION_FRICTION_H

#include "estimate/stage/stage.h"

// In the order of the option's choices.
typedef enum pl_friction {
  PL_FRICTION_AUTO,      // dahl where the protocol measures a hysteresis, else none
  PL_FRICTION_NONE,      //
  PL_FRICTION_DAHL,      // sigma_max = a + b |s|, tau constant: eq. 2 of the paper
  PL_FRICTION_CONSTANT,  // sigma_max = a (fig. 4, middle)
  PL_FRICTION_ALPHA      // sigma_max = a + b |s|, alpha constant (fig. 4, right)
} pl_friction;

// In the order of the option's choices.
typedef enum pl_friction_path { PL_PATH_EXACT, PL_PATH_PAPER } pl_friction_path;

// A uniform test as a strain path in time.
typedef struct pl_path {
  int n;
  double *strain;    // [n]
  double *stress;    // [n], N/m or N
  double *sigma;     // [n], standard deviation of the stress
  double *across;    // [n], Green strain across the pull; NULL: not measured
  bool conditioned;  // the specimen was loaded to its largest strain before
} pl_path;

pl_status pl_path_create(pl_arena *arena, int n, pl_path *path);

// The term `NAME-friction` beside the term NAME on the same strain, value and elements, for pl_material_add_term.
pl_status pl_friction_add_term(pl_material *material, const char *name, pl_friction kind);
// The term NAME-friction on any elements that have this value of a strain.
pl_status pl_friction_add_beside(pl_material *material, const char *name, const char *strain, const char *value, pl_friction kind);
// The elastic tangent at rest along the strain of a friction term. *beside is the elastic term with the matching name ("warp" for
// "warp-friction"), else the first elastic one on the same strain ("membrane"). Both are 0 and NULL if there is none.
double pl_friction_stiffness(const pl_material *material, const pl_term *friction, const pl_term **beside);
// The rate of a friction term: index of tau or alpha in theta.
int pl_friction_rate(const pl_material *material, const pl_term *friction);

// Replaces the curves among these cases by the paths on which they were measured (fit.c). Their rigs must not exist yet.
pl_status pl_fit_take_paths(pl_fit *fit, int first, int last);
// The same of the fitted cases that take part in the stage.
pl_status pl_fit_take_asked_paths(pl_fit *fit, const pl_stage *stage);

// Fits the terms NAME and, if there is one, NAME-friction to the stresses of these paths: theta (of the material).
// objective: half the weighted sum of squares. The result is exact for uniform specimens: the rest is linear for each rate.
// Rates are scanned over their whole range. profile: chi2 over the scanned rates, with room for PL_FRICTION_GRID; NULL: not kept.
enum { PL_FRICTION_GRID = 18 };
pl_status pl_friction_scan(pl_context *ctx, const pl_material *material, const char *name, int n_path, const pl_path *path, double *theta,
                           double *objective, pl_profile *profile);

// Fits one elastic term and its friction from these paths, with everything else fixed: the profile over tau, then tau as well. The profile
// is kept in fit->way.profile. `stage`: the cases and the tolerance.
pl_status pl_friction_fit(pl_fit *fit, const pl_stage *stage, const char *elastic, int n_path, const pl_path *path, pl_solution *solution);

#endif
