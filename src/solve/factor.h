// factor.h: the factorisation interface: analyse once per pattern, factorise often, solve many.
//
// Works on the free dofs of a block matrix. CHOLMOD serves symmetric positive definite matrices (AMD ordering below 10 000 unknowns, METIS
// above). UMFPACK serves unsymmetric ones (sensitivities that iteration does not solve), our own dense code up to 24 unknowns. "Not
// positive definite" is an outcome, not an error; so are pivots that span more than 1e15. Cholesky reads the lower triangle only. One
// factor per thread.
//
// Extra blocks of a matrix (block_matrix.h) take part once they were needed. Analysis happens again only if a new one appears between vertices
// that are not fixed. Then those of the past are dropped if there would be more than twice as many as needed.
#ifndef PL_SOLVE_FACTOR_H
#define PL_SOLVE_FACTOR_H

#include "base/timer.h"
#include "math/block_matrix.h"

// PL_FACTOR_SYMMETRIC_PART: Cholesky of (A + A^T)/2, of an unsymmetric pattern.
// PL_FACTOR_CHOLESKY_NONZERO: only blocks that pl_factor_use names, or that were nonzero in some matrix, take part. It is for time
// steps, whose parameters are constant. A law without coupling, such as an orthotropic one with c12 = 0, makes a part of the pattern zero.
// Analysis happens with the first matrix, and again if another block becomes nonzero.
typedef enum pl_factor_kind { PL_FACTOR_CHOLESKY, PL_FACTOR_LU, PL_FACTOR_SYMMETRIC_PART, PL_FACTOR_CHOLESKY_NONZERO } pl_factor_kind;

typedef struct pl_factor pl_factor;

// fixed: [3 n]; tie: [n], vertices with the same number >= 0 move together along their free axes (NULL: none); both are copied. The pattern must
// outlive the factor. Analysis happens here, but see above.
pl_status pl_factor_create(pl_context *ctx, const pl_block_pattern *pattern, const uint8_t *fixed, const int32_t *tie, pl_factor_kind kind,
                           pl_factor **factor);
// Before the first matrix of PL_FACTOR_CHOLESKY_NONZERO: blocks that take part, used[n_block].
void pl_factor_use(pl_factor *factor, const uint8_t *used);
void pl_factor_destroy(pl_factor *factor);
int32_t pl_factor_unknowns(const pl_factor *factor);
int pl_factor_analyses(const pl_factor *factor);  // so far; a view for tests: a fixed pattern is analysed once
// The extra blocks that take part (NULL: none); to go on with them in another factor of the same pattern and supports. The factors are then the
// same bit by bit.
const pl_block_extra *pl_factor_known(const pl_factor *factor);
pl_status pl_factor_know(pl_factor *factor, size_t n, const int32_t (*at)[2]);

typedef enum pl_factor_outcome { PL_FACTOR_OK, PL_FACTOR_NOT_POSITIVE, PL_FACTOR_SINGULAR } pl_factor_outcome;

// A + shift * diag(scale) on the free dofs; scale: [3 n] or NULL for the identity. outcome: whether a factor now exists.
pl_status pl_factor_compute(pl_factor *factor, const pl_block_matrix *matrix, double shift, const double *scale,
                            pl_factor_outcome *outcome);
// n_rhs full vectors [n_rhs][3 n]. Entries of b at fixed dofs are ignored, those of x are set to 0. b and x may be the same.
pl_status pl_factor_solve(pl_factor *factor, int n_rhs, const double *b, double *x);
// Solve with the transpose (LU), the same as solve for Cholesky: for adjoints.
pl_status pl_factor_solve_transposed(pl_factor *factor, int n_rhs, const double *b, double *x);
// Seconds spent so far, by phase.
const pl_times *pl_factor_times(const pl_factor *factor);

#endif
