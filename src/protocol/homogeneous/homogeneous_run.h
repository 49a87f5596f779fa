// homogeneous_run.h: shared by the schedules of homogeneous tests (protocol/homogeneous/fit.c, fit_ogden.c, fit_orthotropic.c).
#ifndef PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_RUN_H
#define PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_RUN_H

#include "estimate/model/rubber_model.h"
#include "estimate/model/tissue_model.h"
#include "estimate/stage/stage.h"

// The rubber of a row at its start (rubber_model.h), with a bulk modulus distinguishable from infinite, becomes the fit's material.
pl_status pl_homogeneous_take(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, const pl_rubber_guess *guess,
                              const int segments[2]);
// Sums of powers of the stretches. guess: modulus and bulk modulus of the fitted neo-Hookean body.
pl_status pl_fit_ogden(pl_fit *fit, const pl_stage *stage, const pl_rubber_row *row, pl_rubber_guess *guess, pl_solution *solution);

// Bodies with axes: the model of fit->problem.options.model. All tests are homogeneous, the first is orthotropic, and rows have weights.
pl_status pl_fit_orthotropic(pl_fit *fit, const pl_stage *stage, pl_solution *solution);

// Bodies whose directions stiffen each other (fit_tissue.c). The material on entry is the fitted linear body; it gives name and density.
pl_status pl__fit_tissue(pl_fit *fit, const pl_stage *stage, const pl_tissue_row *row, const pl_tissue_guess *guess, pl_solution *solution);
// Which tests can be left out, [n_fitted] in the fit's arena; NULL: none.
pl_status pl__tissue_folds(const pl_fit *fit, const bool **fold);
// The model among them, and the material on entry, that predicts left-out tests best. The set of the stage is that of the latter. With *chosen false it is the material on entry, which
// must be run again.
pl_status pl__choose_tissue(pl_fit *fit, const pl_stage *stage, const pl_tissue_guess *guess, pl_solution *solution, bool *chosen);
// The visited invariants of all fitted tests.
void pl__tissue_visit(const pl_fit *fit, pl_tissue_guess *guess);

// Friction beside the fitted elastic material (fit_friction.c). range[n_value][2]: visited strains; modulus: size of its stiffness.
bool pl__homogeneous_has_friction(const pl_fit *fit);
// Before the first stage: the tests become the paths on which they were measured.
pl_status pl__homogeneous_take_paths(pl_fit *fit);
pl_status pl__homogeneous_friction(pl_fit *fit, const pl_stage *stage, const pl_strain *strain, const double range[][2], double modulus,
                                   pl_solution *solution);

#endif
