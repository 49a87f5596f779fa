// protocol.c: the row of the protocol `homogeneous`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/visit.h"
#include "rig/rig.h"

static const char *const usual[][2] = {{"file", "stretch, stress [MPa]"}, {NULL, NULL}};
static const pl_protocol_thing things[] = {{"rubber", NULL},
                                           {"elastomer", NULL},
                                           {"tissue", "curves of samples"},
                                           {"gel", "curves of samples"},
                                           {"foam", "curves of samples"},
                                           {"uniaxial", "rubber, tissue"},
                                           {"biaxial", "stresses"},
                                           {"shear", "rubber, tissue"},
                                           {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__homogeneous_read,
                                        .save = pl__homogeneous_save,
                                        .describe = pl__homogeneous_describe,
                                        .solid = true,
                                        .any_density = true,
                                        .template_files = pl__homogeneous_template,
                                        .has = "stresses and stretches",
                                        .things = things,
                                        .usual = usual};

static const pl_protocol_fit fit_part = {.models = &pl__homogeneous_models,
                                         .said = pl__homogeneous_said,
                                         .reach = pl__homogeneous_reach,
                                         .kind = pl__homogeneous_kind,
                                         .raw_path = true};

const pl_protocol pl_protocol_homogeneous = {.name = "homogeneous",
                                             .help = "sheets or blocks in a known homogeneous state of deformation",
                                             .n_channel = PL_HOMOGENEOUS_CHANNELS,
                                             .channel = pl__homogeneous_channel,
                                             .files = &files,
                                             .rig = &pl__homogeneous_rig,
                                             .view = &pl__homogeneous_view,
                                             .plan = &pl__homogeneous_plan,
                                             .fit = &fit_part,
                                             .words = &pl__homogeneous_words};
