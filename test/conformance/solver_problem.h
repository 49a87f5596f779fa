// solver_problem.h: the equilibrium problems that every method is tried on, shared by the solver's tests.
#ifndef PLIANT_TEST_SOLVER_PROBLEM_H
#define PLIANT_TEST_SOLVER_PROBLEM_H

#include "solve/equilibrium.h"

typedef enum problem_kind {
  PROBLEM_STRETCH,     // planar strip pulled by a tenth, isotropic
  PROBLEM_SHEAR,       // planar square sheared by 11 degrees, orthotropic with a nonlinear warp
  PROBLEM_CANTILEVER,  // strip clamped at one end under gravity
  PROBLEM_HANG,        // square hung by two corners: wrinkles
  PROBLEM_CORNER,      // square with one corner pulled, gravity
  PROBLEM_BUCKLE,      // strip whose clamps come together
  PROBLEM_TANGLE,      // square held by one edge, every free vertex at a random place
  PROBLEM_COUNT
} problem_kind;

typedef struct problem {
  const char *name;
  bool planar;  // all z fixed
  bool unique;  // one stable equilibrium: all methods must find the same
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  double *start;  // [n_dof], m: displaced, noisy
} problem;

// cells: resolution of the longer side. Ends the test when something fails.
void problem_create(problem_kind kind, int cells, problem *p);
void problem_destroy(problem *p);
// The first term is made non-conservative (t0 gets a part of s1, and no energy): for tests of the unsymmetric path.
void problem_create_unsymmetric(int cells, problem *p);

#endif
