// rigidity.h: the bending rigidity of a sheet, B in N m: moment per width over curvature, what people know strips of cloth by (Peirce's flexural
// rigidity). The laws count stiffness over strains of their own: B is 3 times that of strain `hinge`, a quarter of that of `fold` (strain.h).
#ifndef PL_ESTIMATE_JUDGE_RIGIDITY_H
#define PL_ESTIMATE_JUDGE_RIGIDITY_H

#include "estimate/problem/fit.h"

enum { PL_RIGIDITY_MAX = 3 };

typedef struct pl_rigidity {
  const char *name;                 // "bending rigidity, cut 0 deg"; "... at rest, ..." where the law changes with the bend
  int n_cut, cut[PL_RIGIDITY_MAX];  // deg from warp: strips cut this way have it
  const bool *term;                 // [n_term], the terms that it is made of
  double value, sigma;              // N m, of the flat sheet; sigma is NAN where it is not known: held, at a bound
  bool lost;                        // not determined by these data (marks.h)
  bool bounded;                     // a bound made it what it is
} pl_rigidity;

// Is this an elastic term of bending that acts on strips cut at 0, 45 or 90 deg?
bool pl_term_bends(const pl_term *term, int cut);
// Of the terms of bending that were fitted, by cut; one row where all cuts have the same terms. *n = 0 where no rigidity follows from the laws.
pl_status pl_rigidities_make(pl_arena *arena, const pl_fit *fit, int *n, pl_rigidity out[PL_RIGIDITY_MAX]);

#endif
