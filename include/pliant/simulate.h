// simulate.h: virtual measurements, a sheet at rest, a sheet in motion, and scenes run into a folder.
//
//   pl_simulate_measurement  the readings that a laboratory would take on a material
//   pl_sheet                 the static equilibrium of a sheet under supports, loads and gravity
//   pl_sheet_motion          the same sheet in time, step by step
//   pl_scene, pl_simulation  a scene file: sheets, clips, obstacles, wind (docs/simulate.md)
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

// One test: a specimen and its imposed displacements. Everything is copied.
typedef struct pl_virtual_test {
  const char *name;                  // name of the test; unique among the tests of a measurement
  double length;                     // m, between the clamps (tensile), inner diameter of the frame (disk-push)
  double width;                      // m, along the clamps (tensile), diameter of the disc (disk-push)
  double angle;                      // rad, pulling direction from warp towards weft
  int n_frame;                       // >= 2
  const double *displacement;        // [n_frame], m, along the pulling direction (tensile), downwards (disk-push); NULL: fixed at zero
  const double *shear_displacement;  // [n_frame], m, of the moving clamp along itself (tensile only); NULL: fixed at zero
  bool lateral;                      // tensile: read the lateral stretch too
} pl_virtual_test;

// Simulates the tests with a material and returns the readings of a laboratory: the force in each direction that moves. Normal noise of
// standard deviation `noise` (N, 0: none) is added; the same seed gives the same noise. `protocol` is "tensile" or "disk-push". Frames
// without an equilibrium are omitted; *n_failed (may be NULL) is their number. The caller destroys the measurement. Settings NULL:
// defaults.
PL_API pl_status pl_simulate_measurement(pl_context *ctx, const char *protocol, const pl_material *material, int n_test,
                                         const pl_virtual_test *test, const pl_settings *settings, double noise, uint64_t seed,
                                         pl_measurement **measurement, int *n_failed);

// ---- a sheet at rest ----

// How the search for an equilibrium ended: a numerical outcome, never an error.
typedef enum pl_solve_outcome {
  PL_SOLVE_CONVERGED,
  PL_SOLVE_STALLED,     // no further decrease is possible, but the residual is above the tolerance
  PL_SOLVE_ITERATIONS,  // ran out of iterations
  PL_SOLVE_NOT_FINITE,  // energy or force overflowed
  PL_SOLVE_UNSTABLE     // residual below the tolerance, but the exact Hessian is not positive definite: not a minimum
} pl_solve_outcome;
PL_API const char *pl_solve_outcome_text(pl_solve_outcome outcome);  // static text

typedef struct pl_sheet pl_sheet;

typedef struct pl_sheet_options {
  double gravity[3];     // m/s^2; needs a material with a density
  const double *load;    // [n_vertex][3], N, dead loads besides gravity; NULL: none
  const uint8_t *fixed;  // [n_vertex][3], 1 where a support fixes the coordinate; NULL: none
} pl_sheet_options;
PL_API pl_sheet_options pl_sheet_options_default(void);  // no gravity, no load, no support

// A sheet at the mesh's x0. Options and settings are copied (NULL: defaults); mesh and material are borrowed and must outlive the sheet.
// One thread at a time per sheet; sheets in different threads may share mesh, material and context.
PL_API pl_status pl_sheet_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_sheet_options *options,
                                 const pl_settings *settings, pl_sheet **sheet);
PL_API void pl_sheet_destroy(pl_sheet *sheet);  // NULL is allowed

// Current positions, [n_vertex][3], m. Borrowed; valid until the sheet changes.
PL_API const double *pl_sheet_positions(const pl_sheet *sheet);
// Sets the starting positions, including those of the supports (copied), [n_vertex][3], m.
PL_API void pl_sheet_set_positions(pl_sheet *sheet, const double *x);
// Moves the supports to their positions in x ([n_vertex][3], m; other entries are not read) and moves the cloth smoothly with them.
// This is a better start than displaced supports alone. It is not yet an equilibrium.
PL_API pl_status pl_sheet_move_supports(pl_sheet *sheet, const double *x);

typedef struct pl_sheet_report {
  pl_solve_outcome outcome;
  int iterations;  // linear solves
  double force;    // N, largest component of the residual force on a free coordinate
  double energy;   // J, elastic energy minus work of the loads
} pl_sheet_report;
// Minimises the energy from the current positions to a stable minimum; supports stay fixed. The status reports resources only.
// The sheet keeps the best positions reached.
PL_API pl_status pl_sheet_solve(pl_sheet *sheet, pl_sheet_report *report);

// Energy at the current positions in J: elastic minus the work of gravity and loads since the origin; NAN when it overflows.
PL_API double pl_sheet_energy(pl_sheet *sheet);
// Elastic forces minus loads at the current positions, force[n_vertex][3], N (the gradient of the energy).
// At an equilibrium it is near zero on free coordinates; on fixed ones it is the force of the support on the cloth.
PL_API void pl_sheet_gradient(pl_sheet *sheet, double *force);
// The sum of the supports' forces on the cloth, N.
PL_API void pl_sheet_reaction(pl_sheet *sheet, double total[3]);

// ---- a sheet in motion ----

// Time integrators (docs/theory/dynamics.md).
typedef enum pl_integrator {
  PL_BACKWARD_EULER,  // first order; dissipates energy, adds none
  PL_MIDPOINT,        // second order; keeps the energy of linear oscillations
  PL_BDF2,            // second order; dissipates little energy, more at high frequencies
  PL_STATIC,          // no inertia: each step ends in an equilibrium
  PL_INTEGRATOR_COUNT
} pl_integrator;

// Work and dissipation along a path since its start, J.
typedef struct pl_path_work {
  double friction;  // dissipated by laws with internal friction
  double damping;   // dissipated by strain damping and viscous terms
  double drag;      // dissipated by air drag; negative when the wind does work on the cloth
  double input;     // done by supports and by loads other than gravity
} pl_path_work;

typedef struct pl_energies {
  double kinetic;   // J, of the free coordinates; fixed ones move with their support
  double elastic;   // J
  double gravity;   // J, zero at the origin
  double obstacle;  // J, of the penalties
  pl_path_work work;
} pl_energies;
// Energy of the present state: kinetic + elastic + gravity + obstacle, J.
PL_API double pl_energies_total(const pl_energies *energies);
// That energy plus dissipation minus input: constant for exact time integration. Backward Euler can only lower it (if the elastic energy is
// convex
// along the step).
PL_API double pl_energies_balance(const pl_energies *energies);

typedef struct pl_sheet_motion pl_sheet_motion;

typedef struct pl_sheet_motion_options {
  double gravity[3];         // m/s^2
  const double *load;        // [n_vertex][3], N, dead loads besides gravity; NULL: none
  const uint8_t *fixed;      // [n_vertex][3], 1 where a support fixes the coordinate; NULL: none
  const double *velocity;    // [n_vertex][3], m/s, initial velocities; NULL: at rest
  pl_integrator integrator;  // default: backward Euler
  double step;               // s, > 0; default 0.005
  int newton;                // maximum number of linear solves per step, >= 1; default 50
  double tolerance;          // m, > 0, largest component of the last Newton step; default 1e-8
} pl_sheet_motion_options;
PL_API pl_sheet_motion_options pl_sheet_motion_options_default(void);

// A sheet at the mesh's x0 at time 0. Options are copied (NULL: defaults); mesh and material are borrowed and must outlive it.
// The material needs a density unless the integrator is static. One thread at a time per motion.
PL_API pl_status pl_sheet_motion_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material,
                                        const pl_sheet_motion_options *options, pl_sheet_motion **motion);
PL_API void pl_sheet_motion_destroy(pl_sheet_motion *motion);  // NULL is allowed

typedef struct pl_sheet_motion_report {
  int64_t n_step;      // steps made in this call; fewer than requested if one was not finite
  int64_t n_loose;     // of them, steps whose iteration did not converge
  int64_t n_parts;     // of them, steps made in parts because they did not converge as a whole
  int64_t iterations;  // linear solves in this call
  bool stopped;        // a step was not finite: the state is the one before that step
} pl_sheet_motion_report;
// Advances n >= 0 steps. The supports move at constant velocity to their positions in target ([n_vertex][3], m; other entries are not
// read).
// target NULL: the supports stay. The status reports input and resources. report may be NULL.
PL_API pl_status pl_sheet_motion_advance(pl_sheet_motion *motion, int64_t n, const double *target, pl_sheet_motion_report *report);

PL_API double pl_sheet_motion_time(const pl_sheet_motion *motion);  // s, since the start
// Positions in m and velocities in m/s, [n_vertex][3]. Borrowed; valid until the next step.
PL_API const double *pl_sheet_motion_positions(const pl_sheet_motion *motion);
PL_API const double *pl_sheet_motion_velocities(const pl_sheet_motion *motion);
PL_API pl_energies pl_sheet_motion_energies(pl_sheet_motion *motion);

// ---- a scene ----

typedef struct pl_scene pl_scene;

// Reads a scene file, or a folder with scene.json, and the meshes and materials it names, and checks the scene as a whole.
// The caller destroys the scene. It is constant from then on.
PL_API pl_status pl_scene_load_file(pl_context *ctx, const char *path, pl_scene **scene);
PL_API void pl_scene_destroy(pl_scene *scene);  // NULL is allowed
// Logs a warning for each material that lacks a stiffness a sheet needs, or that has parameters which no measurement determined.
PL_API void pl_scene_warn(const pl_scene *scene);

// Contents of the scene; texts are borrowed from it.
typedef struct pl_scene_view {
  const char *name, *file;
  int n_body;       // sheets and solids
  int64_t n_step;   // of the whole simulation
  double step;      // s
  double duration;  // s
  int newton;       // maximum number of linear solves per step
  bool mesh_files;  // frames are written as .obj or .vtk
  bool film;        // frames are also written as one animation, scene.glb
} pl_scene_view;
PL_API pl_scene_view pl_scene_describe(const pl_scene *scene);

// A scene in motion, step by step. The scene is borrowed and must outlive it. One thread at a time.
// Bodies move in parallel on the context's worker threads, and the result does not depend on their number.
typedef struct pl_simulation pl_simulation;
PL_API pl_status pl_simulation_create(const pl_scene *scene, pl_simulation **simulation);
PL_API void pl_simulation_destroy(pl_simulation *simulation);  // NULL is allowed
// Advances n steps. *stopped: a step of some body was not finite; its state is the one before that step.
PL_API pl_status pl_simulation_advance(pl_simulation *simulation, int64_t n, bool *stopped);
PL_API double pl_simulation_time(const pl_simulation *simulation);  // s
// Of body 0 <= body < n_body: positions in m, [n_vertex][3], borrowed until it advances; energies in J.
PL_API const double *pl_simulation_positions(const pl_simulation *simulation, int body);
PL_API pl_energies pl_simulation_energies(const pl_simulation *simulation, int body);

typedef struct pl_run_task {
  const char *directory;  // created if absent
  bool resume;            // continue from directory/checkpoint.bin
  int64_t max_step;       // maximum number of steps in this run; 0: all
  const char *command;    // for the summary; NULL: none
} pl_run_task;

typedef enum pl_run_outcome {
  PL_RUN_COMPLETE,
  PL_RUN_PAUSED,       // max_step was reached
  PL_RUN_INTERRUPTED,  // the progress sink requested a stop
  PL_RUN_STOPPED       // a step was not finite
} pl_run_outcome;

typedef struct pl_run_report {
  pl_run_outcome outcome;
  int64_t n_step, n_frame;  // since the start of the scene
  int64_t n_loose;          // steps whose iteration did not converge
  int64_t n_parts;          // steps made in parts because they did not converge as a whole
  int64_t n_halved;         // times that a step, or a part of one, was halved
  int64_t iterations;       // linear solves
  double time, seconds;     // s: simulated time, and wall-clock time of this run
  pl_energies energies;     // of all bodies at the end
  // Stopped: the body whose step has no end, and the time it reached, s. stopped_by is the other body, or the potential, that its supports could
  // not pass; NULL where the step was not finite for another reason. Texts are borrowed from the scene, or static.
  const char *stopped_body, *stopped_by;
  double stopped_time;
} pl_run_report;

// Runs the whole scene into a folder: frames, energies.csv, checkpoint.bin, simulation.json; progress goes to the context's sink. The
// status reports input and resources; the report says how the simulation ended. Files of an earlier simulation there are replaced.
PL_API pl_status pl_scene_run(const pl_scene *scene, const pl_run_task *task, pl_run_report *report);
// The report as the JSON text of simulation.json. The caller frees *text with pl_free.
PL_API pl_status pl_scene_report_json(const pl_scene *scene, const pl_run_task *task, const pl_run_report *report, char **text);

#ifdef __cplusplus
}
#endif
#endif
