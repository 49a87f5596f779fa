// homogeneous_run.h: shared by the schedules of homogeneous tests (protocol/homogeneous/fit.c, fit_ogden.c, fit_orthotropic.c).
#ifndef PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_RUN_H
#define PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_RUN_H

#include "estimate/model/rubber_model.h"
#include "estimate/stage/stage.h"

// The rubber of a row at its start (rubber_model.h), with a bulk modulus distinguishable from infinite, becomes the fit's material.
pl_status pl_homogeneous_take(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *guess,
                              const int segments[2]);
// Sums of powers of the stretches. guess: modulus and bulk modulus of the fitted neo-Hookean body.
pl_status pl_fit_ogden(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, pl_rubber_guess *guess, pl_solution *solution);

// Bodies with axes: the model of fit->problem.options.model. All tests are homogeneous, the first is orthotropic, and rows have weights.
pl_status pl_fit_orthotropic(pl_fit *fit, const pl_stage *stage, pl_solution *solution);

#endif
