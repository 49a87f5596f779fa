// homogeneous_run.h: what the schedules of homogeneous tests share (fit_homogeneous.c, fit_orthotropic.c).
#ifndef PL_ESTIMATE_HOMOGENEOUS_RUN_H
#define PL_ESTIMATE_HOMOGENEOUS_RUN_H

#include "estimate/stage.h"

// Bodies with axes: the model of fit->options.model. All tests are homogeneous, the first is orthotropic, and rows have their weights.
pl_status pl_fit_orthotropic(pl_fit *fit, pl_solution *solution);

#endif
