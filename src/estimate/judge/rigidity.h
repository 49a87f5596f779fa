// rigidity.h: the bending rigidity B of a sheet in N m: moment per width over curvature (Peirce's flexural rigidity). The laws define
// stiffness over other strains: B is 3 times the stiffness of strain `hinge`, a quarter of that of `fold`. On `curvature` it follows from
// D11, D22, D12 and D66 (material/plate.h).
#ifndef PL_ESTIMATE_JUDGE_RIGIDITY_H
#define PL_ESTIMATE_JUDGE_RIGIDITY_H

#include "estimate/problem/fit.h"

enum { PL_RIGIDITY_MAX = 3 };

typedef struct pl_rigidity {
  const char *name;                 // "bending rigidity, cut 0 deg"; "... at rest, ..." where the law depends on the bend
  int n_cut, cut[PL_RIGIDITY_MAX];  // deg from warp: cuts of strips with this rigidity
  const bool *term;                 // [n_term], the terms that contribute
  double value, sigma;              // N m, of the flat sheet; sigma is NAN where unknown: fixed, at a bound
  bool lost;                        // not determined by these data (marks.h)
  bool bounded;                     // determined by a bound
} pl_rigidity;

// Rigidities of the fitted bending terms, by cut. One row for cuts with the same terms and the same value. *n = 0 where no rigidity follows from the
// laws.
pl_status pl_rigidities_make(pl_arena *arena, const pl_fit *fit, int *n, pl_rigidity out[PL_RIGIDITY_MAX]);

#endif
