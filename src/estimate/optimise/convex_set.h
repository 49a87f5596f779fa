// convex_set.h: the set of convex materials as a set of parameters, for steps that stay inside it (least_squares.h).
//
// Inside: every control matrix of the summed energy (law/convexity.h: pl_convexity_conditions) has no eigenvalue below `floor`. The
// matrices are linear in theta, so the set is convex. The eigenvector v of an eigenvalue that is too small gives the cut v.K(theta)v >=
// floor. A material with samples is inside if it is at each of them: in between it is a mean of them (theory/heterogeneity.md).
#ifndef PL_ESTIMATE_OPTIMISE_CONVEX_SET_H
#define PL_ESTIMATE_OPTIMISE_CONVEX_SET_H

#include "math/least_squares.h"
#include "law/convexity.h"
#include "material/material.h"

typedef struct pl_convex_set pl_convex_set;

// The terms of `material` on one strain measure over the box [n_value][2], with `floor` > 0 in N/m or Pa. Terms must be linear in theta.
// `project`: use the papers' projection after each step instead. All memory is in the arena; the material must outlive the set.
pl_status pl_convex_set_create(pl_arena *arena, const pl_material *material, const pl_strain *strain, const double box[][2], double floor,
                               bool project, pl_convex_set **set);
// Moves the parameters of each sample outside the set towards `inner`, which is inside, until it is just inside.
void pl_convex_set_pull(const pl_convex_set *set, const double *inner, double *theta);
const pl_ls_set *pl_convex_set_ls(const pl_convex_set *set);
double pl_convex_set_floor(const pl_convex_set *set);
// Smallest eigenvalue among the control matrices at theta, N/m. A view for tests: the search uses the cuts of pl_convex_set_ls.
double pl_convex_set_smallest(const pl_convex_set *set, const double *theta);

#endif
