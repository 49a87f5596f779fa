// protocol_fit.h: what a protocol brings to estimation: the part `fit` of its row. A member that is NULL or false does not apply to its tests.
#ifndef PL_ESTIMATE_PROBLEM_PROTOCOL_FIT_H
#define PL_ESTIMATE_PROBLEM_PROTOCOL_FIT_H

#include "estimate/problem/fit.h"

struct pl_mesh_parents;
struct pl_protocol_models;
struct pl_stack;
struct pl_stage_steps;

// What an experiment says about its material, beside the readings.
typedef struct pl_said {
  bool axes;            // orthotropic: every axis has moduli of its own
  bool incompressible;  // the volume does not change
} pl_said;

typedef struct pl_protocol_fit {
  const struct pl_protocol_models *models;  // estimate/model/registry.h: what can be fitted to its tests
  // The test as it is simulated and compared, in the place of *test as it was read; its memory is the fit's arena's.
  pl_status (*prepare)(pl_fit *fit, const pl_test **test);
  // Before the terms of a material file are fitted to its tests: what is compared, and limits of the steps.
  void (*begin)(pl_fit *fit, struct pl_stage_steps *steps);
  // What such a test is called, where no stage fits it: it is predicted and scored only ("complex-shear"). NULL: it is fitted.
  const char *(*unfitted)(const pl_test *test);
  const char *unfitted_remedy;  // which tests to give beside it
  // What refining the simulation mesh does to the parameters, into fit->evidence. jacobian: of the stack, [n_residual][n_parameter], at the solution.
  pl_status (*mesh_error)(pl_fit *fit, const struct pl_stack *stack, const double *jacobian);
  // The mesh of the undeformed body itself, where the test has one.
  const pl_mesh *(*body)(const pl_test *test);
  // The same test with a body of finer cells. *mesh is the caller's to destroy, all else the arena's. parents: [fine n_vertex].
  pl_status (*refine)(pl_arena *arena, const pl_test *test, pl_mesh **mesh, const struct pl_mesh_parents **parents, pl_test *fine);
  pl_said (*said)(const pl_test *test);
  double (*density)(const pl_test *test);  // kg/m^2, of what was tested, where its file gives none
  // How far a frame is from rest by what was imposed on it; the same measure for all tests of the protocol.
  double (*reach)(const pl_test *test, int frame);
  double usual_stiffness;  // N/m, of cloth that is tested so: a start where no force was read; 0: 1000
  bool raw_path;           // raw frames are in the order of measurement: a material with friction is fitted along them (pl_test_as_path)
  bool sheet;              // cloth is simulated as a sheet, whose edges bend in all directions, not as a strip
  bool restores;           // after a refused trial step, equilibria are searched from those of the accepted point
} pl_protocol_fit;

// The part of a case's protocol; one without members where the protocol brings nothing.
const pl_protocol_fit *pl_case_part(const pl_fit_case *c);

#endif
