// project.h: the parameters with which one law represents another as well as it can.
//
// It is a least-squares fit of the stress over strain states s_m with weights w_m. With T_i the root mean square of stress i, minimise
//   sum over m and i of  w_m (t'_i(s_m; theta') - t_i(s_m; theta))^2 / T_i^2
// over theta' within its bounds. It is exact where the new law contains the old one.
#ifndef PL_MATERIAL_PROJECT_H
#define PL_MATERIAL_PROJECT_H

#include "material/material.h"

// Strain states that represent the validity of a law. Of laws with a memory they are a path, in order.
typedef struct pl_project_states {
  int n;
  double *s;                       // [n][n_in]
  double *weight;                  // [n]: 1 within the range of validity, small beyond it, where only the tendency counts
  double range[PL_LAW_MAX_IN][2];  // strains that the new law's knots should cover
  bool odd;                        // the old stress is odd in every strain
} pl_project_states;

// Two laws that take the same strains: equal numbers, the same values at rest, both with or both without a memory.
bool pl_laws_alike(const pl_law_row *a, const pl_law_row *b);

// The strains to cover by a law that replaces the one of `term`, and whether its stress is odd; theta: the term's, [law.n_param].
void pl_project_cover(const pl_term *term, const double *theta, pl_project_states *states);
// The states, in arena memory; after pl_project_cover. They reach over the knots of the new law too.
pl_status pl_project_sample(pl_arena *arena, const pl_term *term, const pl_law *to, pl_project_states *states);

typedef struct pl_projection {
  const pl_law *from, *to;
  const double *theta_from;       // [from->n_param]
  const pl_parameter *parameter;  // [to->n_param], bounds and scales
  const pl_project_states *states;
} pl_projection;

// theta[to->n_param], and map[to->n_param][from->n_param] = d theta / d theta_from at the solution (0 at a bound). *miss: root mean square
// difference of the stresses over that of the stress, within the validity.
pl_status pl_law_project(pl_arena *scratch, const pl_projection *projection, double *theta, double *map, double *miss);

#endif
