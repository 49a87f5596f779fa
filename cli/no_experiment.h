// no_experiment.h: a curve, or a folder of curves, given instead of an experiment file.
#ifndef PLIANT_CLI_NO_EXPERIMENT_H
#define PLIANT_CLI_NO_EXPERIMENT_H

#include "cli.h"

// An error that says how to write the experiment file; PL_OK for anything else, also for what is not there.
pl_status cli_check_experiment(cli *c, const char *path);

#endif
