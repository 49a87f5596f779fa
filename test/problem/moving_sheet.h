// moving_sheet.h: sheets in motion, shared by the tests of the integrators.
#ifndef PROBLEM_MOVING_SHEET_H
#define PROBLEM_MOVING_SHEET_H

#include "solve/integrate.h"

typedef struct moving_sheet {
  pl_context *ctx;
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  uint8_t *fixed;  // [n_dof]
  pl_dynamics dynamics;
  pl_integrate_options options;
  pl_stepper *stepper;
  pl_state *state;
  double *target;     // [n_dof], m
  double gravity[3];  // m/s^2
} moving_sheet;

// A sheet of 2 n_length n_width triangles with the terms of a material ("" for none), density in kg/m^2. The function `hold` is called with
// each vertex to set fixed[3]. Fails the test when something cannot be made. Fill in dynamics and options, then call moving_sheet_begin.
typedef void (*moving_sheet_hold)(const double *x0, uint8_t *fixed);
void moving_sheet_make(moving_sheet *s, double length, double width, int n_length, int n_width, double density, const double gravity[3],
                       const char *const *term, moving_sheet_hold hold);
// Makes the model again with a further potential, whose data are borrowed.
void moving_sheet_add(moving_sheet *s, const pl_potential *potential);
void moving_sheet_begin(moving_sheet *s);  // stepper and state at x0; may be called again
// n steps with the supports where the target says; the last report. Every step must be finite and converged.
pl_step_report moving_sheet_run(moving_sheet *s, int n);
pl_energies moving_sheet_energies(moving_sheet *s);
void moving_sheet_destroy(moving_sheet *s);

#endif
