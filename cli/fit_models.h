// fit_models.h: `pliant fit FILE... --all-models`.
#ifndef PLIANT_CLI_FIT_MODELS_H
#define PLIANT_CLI_FIT_MODELS_H

#include "cli.h"
#include "protocol/capture/view/model_table.h"

// Fits, writes the folder, prints the tables. Returns the exit status.
int fit_models(cli *c, const pl_model_task *task);

#endif
