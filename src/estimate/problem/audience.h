// audience.h: which protocols and models use a setting. A setting without effect is an error, not ignored.
//
// Protocols, schedules and models list the estimation settings that they use (registry.h), rigs those of virtual specimens (rig.h). Shared
// ones (pl_option_audience) are used everywhere.
#ifndef PL_ESTIMATE_PROBLEM_AUDIENCE_H
#define PL_ESTIMATE_PROBLEM_AUDIENCE_H

#include "estimate/model/registry.h"

struct pl_lab;

// True if the protocol (for all models), the model, or its schedule uses the estimation setting of this name.
bool pl_model_reads(const pl_protocol *protocol, const pl_fit_model *model, const char *option);

// True if a fit to tests of the protocol uses this setting. model: with this model (registry.h); NULL: with any.
bool pl_option_is_read(const pl_protocol *protocol, const pl_fit_model *model, const pl_option_table *table, const pl_option *option);
// Its users as text: "all", "capture: additive; poses", for tables and remedies.
void pl_option_readers(const pl_option_table *table, const pl_option *option, struct pl_text *out);

// The first given setting that nothing uses is an error: estimation settings for the fitted tests, specimen settings for all tests.
pl_status pl_refuse_idle_options(const pl_fit *fit, const pl_model_choice *choice);
// The same for a prediction, which uses only specimen settings.
pl_status pl_refuse_idle_rig_options(const pl_fit *fit);
// The same of estimation settings, of which a prediction uses only the score that counts as good.
pl_status pl_refuse_idle_of_prediction(pl_context *ctx, const pl_fit_options *options);
// The same of a virtual measurement of this protocol; rig: what the user called it.
pl_status pl_refuse_idle_of_rig(pl_context *ctx, const pl_protocol *protocol, const char *rig, const pl_rig_options *options);
// The same of settings whose effect depends on the fitted material, once every rig is built. Settings of meshes need a specimen with one,
// those of equilibria a position to find.
pl_status pl_refuse_idle_beside_material(const pl_fit *fit);
// The same of a virtual measurement whose tests are planned: settings without effect on any of them beside the others.
pl_status pl_refuse_idle_of_plan(const struct pl_lab *lab);
// The flag of a setting: its name, after that of its table where an earlier table has the same name ("solver-method").
void pl_option_flag(const pl_option_table *table, const pl_option *option, char *name, size_t size);

#endif
