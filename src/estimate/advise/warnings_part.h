// warnings_part.h: functions shared by the files of warnings; warnings.c calls them in the order in which a user reads the warnings.
#ifndef PL_ESTIMATE_ADVISE_WARNINGS_PART_H
#define PL_ESTIMATE_ADVISE_WARNINGS_PART_H

#include "estimate/problem/fit.h"

// warn_readings.c
void pl__warn_poor(pl_fit *fit);
void pl__warn_sigma(pl_fit *fit);
void pl__warn_few(pl_fit *fit);
void pl__warn_correlated(pl_fit *fit);
void pl__warn_coupling(pl_fit *fit);
// warn_unknown.c
pl_status pl__warn_unknown(pl_fit *fit);
// warn_numbers.c
void pl__warn_parameters(pl_fit *fit);
void pl__warn_held(pl_fit *fit);
void pl__warn_scale(pl_fit *fit);
void pl__warn_weak(pl_fit *fit);
void pl__warn_moved(pl_fit *fit);
void pl__warn_intrinsics(pl_fit *fit);
// warn_specimens.c
void pl__warn_specimens(pl_fit *fit);
// warn_samples.c
void pl__warn_samples(pl_fit *fit);
void pl__warn_choice(pl_fit *fit);
void pl__warn_mesh_error(pl_fit *fit);
// warn_friction.c
void pl__warn_hysteresis(pl_fit *fit);
void pl__warn_friction(pl_fit *fit);
// warn_rate.c
void pl__warn_rate(pl_fit *fit);
// warn_schedule.c
void pl__warn_schedule(pl_fit *fit);
void pl__warn_overfit(pl_fit *fit);
// warn_material.c
void pl__warn_extrapolation(pl_fit *fit);
pl_status pl__warn_convexity(pl_fit *fit);
void pl__warn_near_singular(pl_fit *fit);
pl_status pl__warn_stability(pl_fit *fit);
pl_status pl__warn_locking(pl_fit *fit);
void pl__warn_falling(pl_fit *fit);

#endif
