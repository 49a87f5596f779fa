// protocol_fit.h: the part of a protocol for estimation, `fit` of its row. A member that is NULL or false does not apply to its tests.
#ifndef PL_ESTIMATE_PROBLEM_PROTOCOL_FIT_H
#define PL_ESTIMATE_PROBLEM_PROTOCOL_FIT_H

#include "estimate/problem/fit.h"
#include "material/scatter.h"

struct pl_joint_part;
struct pl_mesh_parents;
struct pl_path;
struct pl_protocol_models;
struct pl_stack;
struct pl_stage;

// Declared properties of the material, besides the readings.
typedef struct pl_said {
  bool axes;            // orthotropic: separate moduli for every axis
  bool incompressible;  // the volume does not change
} pl_said;

// Which tests of one kind are draws of a fabric.
typedef enum pl_draws {
  PL_DRAWS_UNKNOWN,  // none: the protocol has no kinds
  PL_DRAWS_EACH,     // each test is one specimen, unless names say otherwise
  PL_DRAWS_NAMED     // several tests are usually of one specimen: only named specimens count
} pl_draws;

// members: one per protocol-dependent question of estimation; each is independent of the others.
typedef struct pl_protocol_fit {
  const struct pl_protocol_models *models;  // estimate/model/registry.h: models for its tests
  const struct pl_joint_part *joint;        // estimate/stage/joint.h: its half of a fit of stretching and bending
  // Replaces *test by the form that is simulated and compared; memory in the arena. *mesh is one made for it, which the problem owns, or
  // stays NULL.
  pl_status (*prepare)(pl_arena *arena, const pl_fit_options *options, const pl_test **test, pl_mesh **mesh);
  // Before the terms of a material file are fitted to its tests: sets the compared channels and the step limits.
  pl_status (*begin)(const pl_fit *fit, struct pl_stage *stage);
  // Name of a kind of test that no stage fits, only predicts and scores ("complex-shear"). NULL: it is fitted.
  const char *(*unfitted)(const pl_test *test);
  const char *unfitted_remedy;  // which tests to add
  // Effect of mesh refinement on the parameters, into fit->evidence. jacobian: of the stack, [n_residual][n_parameter], at the solution.
  pl_status (*mesh_error)(pl_fit *fit, const struct pl_stack *stack, const double *jacobian);
  // The mesh of the undeformed body, if the test has one.
  const pl_mesh *(*body)(const pl_test *test);
  // The same test on a finer mesh. The caller destroys *mesh; all else is in the arena. parents: [fine n_vertex].
  pl_status (*refine)(pl_arena *arena, const pl_test *test, pl_mesh **mesh, const struct pl_mesh_parents **parents, pl_test *fine);
  pl_said (*said)(const pl_test *test);
  double (*density)(const pl_test *test);  // kg/m^2, of the specimen, if its file gives none
  // Distance of a frame from rest in terms of the imposed load or displacement; the same measure for all tests of the protocol.
  double (*reach)(const pl_test *test, int frame);
  // Writes the mode of a test: tests of the same mode, direction, control and speed are draws of one fabric (estimate/judge/repeats.h).
  // NULL: unknown.
  pl_draws (*kind)(const pl_test *test, char mode[PL_KIND_MODE]);
  // Does the test measure the strain across the pull, by which the coupling of warp and weft is identifiable?
  bool (*lateral)(const pl_test *test);
  // The curve that a test identifies best (estimate/stage/curves.h); -1: a mixture.
  int (*curve)(const pl_test *test);
  // Strain and stress along a test of such a curve as if its specimen were uniform: a start for those that are not.
  pl_status (*nominal_path)(pl_arena *arena, const pl_fit_case *c, int curve, struct pl_path *path);
  double usual_stiffness;  // N/m, of cloth in such tests: the start if no force was measured; 0: 1000
  bool every_direction;    // cloth is strained in all directions at once: one curve identifies one combination of its stiffnesses
  bool
      equibiaxial;  // one stiffness equal in all directions is identifiable: of isotropic laws Poisson's ratio is held, if all tests are so
  bool raw_path;    // raw frames are in the order of measurement: a material with friction is fitted along them (pl_test_as_path)
  bool sheet;       // cloth is simulated as a sheet, whose edges bend in all directions, not as a strip
  bool restores;    // after a refused trial step, equilibria are searched from those of the accepted point
} pl_protocol_fit;

// Protocols with one mode (pl_protocol_fit.kind): every test is one specimen, or those whose specimen is named.
pl_draws pl_one_kind(const pl_test *test, char mode[PL_KIND_MODE]);
pl_draws pl_one_kind_named(const pl_test *test, char mode[PL_KIND_MODE]);

// The part of a case's protocol; an empty one if the protocol has none.
const pl_protocol_fit *pl_case_part(const pl_fit_case *c);

#endif
