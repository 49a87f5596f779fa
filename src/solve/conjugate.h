// conjugate.h: the linear systems of a time step by conjugate gradients, preconditioned with the factor of the narrow matrix (model/narrow.h).
//
// Curvatures couple more vertices than hinges do, so a factor of the exact matrix H takes 1.5 to 6 times the operations. Here the narrow matrix P is
// factorised instead, and H x = b is solved to a stated tolerance. Each iteration is a product with H and a solve with P. The spectrum of P^-1 H is
// bounded for any cell size, rigidity and time step. Where masses or tension dominate, it is close to 1, and two iterations suffice.
// Cases that need more iterations than the exact factor is worth are left to that factor, for a number of systems that doubles each time.
#ifndef PL_SOLVE_CONJUGATE_H
#define PL_SOLVE_CONJUGATE_H

#include "model/narrow.h"
#include "solve/factor.h"

typedef struct pl_conjugate {
  bool able;               // the model has patches and is symmetric
  pl_factor *factor;       // of the narrow matrix
  pl_block_matrix matrix;  // the narrow matrix, filled by pl_model_eval
  double *r, *z, *p, *q;   // [n_dof]
  int limit;               // iterations of one system
  int pause, next_pause;   // systems that the exact factor solves from now on, and after the next failure
  int iterations;          // of the last system
} pl_conjugate;

// Vectors and matrix in arena memory. No more than `able` is set for models that need it not.
pl_status pl__conjugate_create(pl_arena *arena, const pl_model *model, pl_conjugate *c);
void pl__conjugate_clear(pl_conjugate *c);
// Call first, and after the fixed dofs of the model have changed.
pl_status pl__conjugate_supports(const pl_model *model, pl_work *work, pl_conjugate *c);

// Pauses as an earlier step left them; 0 and 0 at the start of a motion. What is chosen depends on the state alone, not on this memory.
void pl__conjugate_set_pause(pl_conjugate *c, int64_t pause, int64_t next_pause);
// Is the next system to be solved here? Counts the systems of a pause.
bool pl__conjugate_next(pl_conjugate *c);
// Factorises the narrow matrix; *ready is false where it is not positive definite.
pl_status pl__conjugate_factor(pl_conjugate *c, bool *ready);
// x = H^-1 b at the free dofs [n_dof]; b and x may be the same. The error is below `tolerance` times the solution in the norm of the energy.
// *solved is false after too many iterations, or where H is not positive definite; x is then undefined.
pl_status pl__conjugate_solve(pl_conjugate *c, const pl_block_matrix *h, double tolerance, const double *b, double *x, bool *solved);

#endif
