// supernodal.h: the numbers of a supernodal Cholesky factor whose structure CHOLMOD has found.
//
// CHOLMOD's own numeric phase opens a parallel region per supernode and walks each one's descendants; for the sizes of one specimen (2 000 to 20
// 000 unknowns) a third of its time is that bookkeeping. Here every place an update goes to is found once, in the analysis, and a factorisation is
// dense kernels and one scatter.
#ifndef PL_SOLVE_SUPERNODAL_H
#define PL_SOLVE_SUPERNODAL_H

#include <cholmod.h>

#include "solve/factor_backend.h"

typedef struct pl_supernodal pl_supernodal;

// l: a supernodal symbolic factor of `a` in natural order; its index arrays are borrowed.
pl_status pl__supernodal_create(pl_context *ctx, const pl_columns *a, const cholmod_factor *l, pl_supernodal **plan);
void pl__supernodal_destroy(pl_context *ctx, pl_supernodal *plan);
// Fills x, the values of L in CHOLMOD's layout (l->x). False when a pivot is not positive.
bool pl__supernodal_factorize(const pl_supernodal *plan, const pl_columns *a, double *x);

// L L^T x = b for one right-hand side, in place, with scratch[n]. For few right-hand sides the dense kernels of a library cost more than they do.
void pl__supernodal_solve(const pl_supernodal *plan, const double *x, double *b, double *scratch);

#endif
