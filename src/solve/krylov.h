// krylov.h: linear systems whose matrix is not symmetric, by GMRES with the factor of a symmetric matrix near it.
//
// The symmetric part of a stiffness without an energy is about nine tenths of it, so its Cholesky factor P is an excellent preconditioner.
// GMRES on P^-1 H x = P^-1 b needs a few iterations, each a sparse product and a solve. An unsymmetric factorisation costs several times a
// Cholesky one and solves column by column (NUMERICS sections 3 and 7).
#ifndef PL_SOLVE_KRYLOV_H
#define PL_SOLVE_KRYLOV_H

#include "solve/factor.h"

enum { PL_KRYLOV_BASIS = 40 };

typedef struct pl_krylov {
  double *basis;    // [PL_KRYLOV_BASIS + 1][n_dof], allocated on first use
  double *product;  // [n_dof]
  int iterations;   // of the last system
} pl_krylov;

// Solves H x = b, or H^T x = b, until |P^-1 (b - H x)| <= tolerance |P^-1 b|, with at most `limit` iterations (PL_KRYLOV_BASIS at most).
// *solved is false otherwise; x [n_dof] is then the best found, or 0 where the system is singular. Vectors are zero at fixed dofs and equal
// over tied vertices, as the factor's solve ensures. Entries of b at fixed dofs are ignored. b and x may be the same.
pl_status pl__krylov_system(pl_krylov *krylov, pl_arena *arena, const pl_block_matrix *h, bool transposed, pl_factor *factor, int limit,
                            double tolerance, const double *b, double *x, bool *solved);

#endif
