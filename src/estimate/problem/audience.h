// audience.h: who reads a setting. One that would have no effect is refused, not left aside.
//
// Settings of estimation are listed by protocols, schedules and models (registry.h), those of virtual specimens by rigs (rig.h). Shared ones
// (pl_option_audience) are read everywhere.
#ifndef PL_ESTIMATE_PROBLEM_AUDIENCE_H
#define PL_ESTIMATE_PROBLEM_AUDIENCE_H

#include "estimate/model/registry.h"

// Does any fit to tests of the protocol read this setting? model: of this model (registry.h); NULL: of any of them.
bool pl_option_is_read(const pl_protocol *protocol, const pl_fit_model *model, const pl_option_table *table, const pl_option *option);
// Who reads it, in words: "all", "capture: additive; poses", for tables and remedies.
void pl_option_readers(const pl_option_table *table, const pl_option *option, struct pl_text *out);

// The first setting that was given and that nothing reads is an error: of estimation for the fitted tests, of specimens for all.
pl_status pl_refuse_idle_options(const pl_fit *fit, const pl_model_choice *choice);
// The same of a prediction, which reads settings of specimens only.
pl_status pl_refuse_idle_rig_options(const pl_fit *fit);

#endif
