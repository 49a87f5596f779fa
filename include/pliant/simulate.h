// simulate.h: virtual measurements, and the static equilibrium of a sheet of cloth under supports, loads and gravity.
#ifndef PLIANT_SIMULATE_H
#define PLIANT_SIMULATE_H

#include <pliant/material.h>
#include <pliant/measurement.h>
#include <pliant/mesh.h>
#include <pliant/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- a virtual measurement ----

// One test: a specimen and what is imposed on it. Everything is copied.
typedef struct pl_virtual_test {
  const char *name;                  // of the test; unique among the tests of a measurement
  double length;                     // m, between the clamps (tensile), inner diameter of the frame (disk-push)
  double width;                      // m, along the clamps (tensile), diameter of the disc (disk-push)
  double angle;                      // rad, pulling direction from warp towards weft
  int n_frame;                       // >= 2
  const double *displacement;        // [n_frame], m, along the pulling direction (tensile), downwards (disk-push); NULL: held at zero
  const double *shear_displacement;  // [n_frame], m, of the moving clamp along itself (tensile only); NULL: held at zero
  bool lateral;                      // tensile: read the lateral stretch too
} pl_virtual_test;

// Simulates the tests with a material and gives what a laboratory would: the force of each direction that moves, with normal noise of
// standard deviation `noise` (N, 0: none; the same seed gives the same noise). `protocol` is "tensile" or "disk-push". Frames without an
// equilibrium are left out; *n_failed (may be NULL) tells how many. The caller destroys the measurement. Settings NULL: defaults.
PL_API pl_status pl_simulate_measurement(pl_context *ctx, const char *protocol, const pl_material *material, int n_test,
                                         const pl_virtual_test *test, const pl_settings *settings, double noise, uint64_t seed,
                                         pl_measurement **measurement, int *n_failed);

// ---- a sheet at rest ----

// How the search for an equilibrium ended: a numerical outcome, never an error.
typedef enum pl_solve_outcome {
  PL_SOLVE_CONVERGED,
  PL_SOLVE_STALLED,     // no further decrease is possible but the tolerance is not met
  PL_SOLVE_ITERATIONS,  // ran out of iterations
  PL_SOLVE_NOT_FINITE,  // energy or force overflowed
  PL_SOLVE_UNSTABLE     // force tolerance met, but the exact Hessian is not positive definite: not a minimum
} pl_solve_outcome;
PL_API const char *pl_solve_outcome_text(pl_solve_outcome outcome);  // static text

typedef struct pl_sheet pl_sheet;

typedef struct pl_sheet_options {
  double gravity[3];     // m/s^2; needs a material with a density
  const double *load;    // [n_vertex][3], N, dead loads besides gravity; NULL: none
  const uint8_t *fixed;  // [n_vertex][3], 1 where a coordinate is held by a support; NULL: none
} pl_sheet_options;
PL_API pl_sheet_options pl_sheet_options_default(void);  // no gravity, no load, no support

// A sheet at the mesh's x0. Options and settings are copied (NULL: defaults); mesh and material are borrowed and must outlive the sheet. One
// thread at a time per sheet; sheets in different threads may share mesh, material and context.
PL_API pl_status pl_sheet_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_sheet_options *options,
                                 const pl_settings *settings, pl_sheet **sheet);
PL_API void pl_sheet_destroy(pl_sheet *sheet);  // NULL is allowed

// Current positions, [n_vertex][3], m. Borrowed; valid until the sheet changes.
PL_API const double *pl_sheet_positions(const pl_sheet *sheet);
// A start of one's own, supports included (copied).
PL_API void pl_sheet_set_positions(pl_sheet *sheet, const double *x);
// Moves the supports to their places in x ([n_vertex][3]; other entries are not read) and carries the cloth along, a better start than
// displaced supports alone. No equilibrium yet.
PL_API pl_status pl_sheet_move_supports(pl_sheet *sheet, const double *x);

typedef struct pl_sheet_report {
  pl_solve_outcome outcome;
  int iterations;  // linear solves
  double force;    // N, largest component left on a free coordinate
  double energy;   // J, elastic minus work of the loads
} pl_sheet_report;
// From the current positions to a stable minimum of the energy, supports held where they are. The status is about resources only; the sheet
// keeps the best positions reached.
PL_API pl_status pl_sheet_solve(pl_sheet *sheet, pl_sheet_report *report);

// At the current positions. Energy in J: elastic minus the work of gravity and loads since the origin; NAN when it overflows.
PL_API double pl_sheet_energy(pl_sheet *sheet);
// Elastic forces minus loads, force[n_vertex][3], N (the energy's gradient): near zero on free coordinates at an equilibrium, and on held
// ones the force the support exerts on the cloth.
PL_API void pl_sheet_gradient(pl_sheet *sheet, double *force);
// The sum of the supports' forces on the cloth, N.
PL_API void pl_sheet_reaction(pl_sheet *sheet, double total[3]);

#ifdef __cplusplus
}
#endif
#endif
