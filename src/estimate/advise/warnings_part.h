// warnings_part.h: functions shared by the files of warnings; warnings.c calls them in the order in which a user reads the warnings.
#ifndef PL_ESTIMATE_ADVISE_WARNINGS_PART_H
#define PL_ESTIMATE_ADVISE_WARNINGS_PART_H

#include "estimate/problem/fit.h"

// warn_readings.c
void pl__warn_poor(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_sigma(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_few(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_correlated(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_coupling(const pl_fit *fit, pl_fit_findings *findings);
// warn_unknown.c
pl_status pl__warn_unknown(const pl_fit *fit, pl_fit_findings *findings);
// warn_numbers.c
void pl__warn_parameters(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_held(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_scale(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_weak(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_moved(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_intrinsics(const pl_fit *fit, pl_fit_findings *findings);
// warn_specimens.c
void pl__warn_specimens(const pl_fit *fit, pl_fit_findings *findings);
// warn_samples.c
void pl__warn_samples(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_choice(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_mesh_error(const pl_fit *fit, pl_fit_findings *findings);
// warn_friction.c
void pl__warn_hysteresis(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_friction(const pl_fit *fit, pl_fit_findings *findings);
// warn_rate.c
void pl__warn_rate(const pl_fit *fit, pl_fit_findings *findings);
// warn_schedule.c
void pl__warn_schedule(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_overfit(const pl_fit *fit, pl_fit_findings *findings);
// warn_material.c
void pl__warn_extrapolation(const pl_fit *fit, pl_fit_findings *findings);
pl_status pl__warn_convexity(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_near_singular(const pl_fit *fit, pl_fit_findings *findings);
pl_status pl__warn_stability(const pl_fit *fit, pl_fit_findings *findings);
pl_status pl__warn_locking(const pl_fit *fit, pl_fit_findings *findings);
void pl__warn_falling(const pl_fit *fit, pl_fit_findings *findings);

#endif
