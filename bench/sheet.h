// sheet.h: the 1 m x 1 m sheet of Volino 4.3 with one material on it, ready to be evaluated, factorised and solved.
#ifndef PL_BENCH_SHEET_H
#define PL_BENCH_SHEET_H

#include "bench/evidence.h"
#include "solve/conjugate.h"

typedef struct sheet {
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_factor *factor;
  pl_conjugate conjugate;
  pl_block_matrix hess;
  double *x;         // [n_dof], m: stretched by 2 % or not at all, with a shallow bump
  double *gradient;  // [n_dof]
  double *inertia;   // [n_dof], kg: lumped mass of each dof
  double *step;      // [n_dof]
  double energy;
  pl_factor_outcome outcome;
  int32_t n_element;  // triangles, springs, or hinges
} sheet;

// Takes the material over. Held along one edge; analysed. Of its 20 members most are buffers of one step, kept so that a timing allocates nothing.
pl_status sheet_create(evidence *e, pl_material *material, pl_topology_kind kind, int cells, sheet **out);
void sheet_destroy(sheet *s);
// Bodies for evidence_median, user = sheet.
void sheet_energy_gradient(void *user);
void sheet_hessian(void *user);         // energy, gradient and exact Hessian with scatter
void sheet_implicit_step(void *user);   // assemble K, factor M/dt^2 + K at dt = 10 ms, solve for the step
void sheet_conjugate_step(void *user);  // the same step by conjugate gradients with the narrow factor, error 1e-6; needs patches
// Places it again, stretched by this factor.
void sheet_stretch(sheet *s, double stretch);
#endif
