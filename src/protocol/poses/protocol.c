// protocol.c: the row of the protocol `poses`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "estimate/stage/stage.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/poses/fit/body.h"
#include "protocol/poses/poses_part.h"
#include "rig/rig.h"

static const pl_protocol_thing things[] = {{"tissue", "a body of any shape"},
                                           {"gel", "a body of any shape"},
                                           {"foam", "a body of any shape"},
                                           {"body", NULL},
                                           {"solid", NULL},
                                           {"mesh", "a body"},
                                           {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__poses_read,
                                        .save = pl__poses_save,
                                        .describe = pl__poses_describe,
                                        .apart = "its held-out poses apart",
                                        .solid = true,
                                        .any_density = true,
                                        .template_files = pl__poses_template,
                                        .has = "body, poses and readings",
                                        .things = things};

static const pl_protocol_fit fit_part = {.models = &pl__poses_models,
                                         .prepare = pl__poses_on_elements,
                                         .begin = pl__poses_begin,
                                         .body = pl__poses_body_mesh,
                                         .refine = pl_poses_refine,
                                         .restores = true};

const pl_protocol pl_protocol_poses = {.name = "poses",
                                       .help = "a solid or sheet in several poses, and anything measured of it",
                                       .n_channel = PL_POSES_CHANNELS,
                                       .channel = pl__poses_channel,
                                       .files = &files,
                                       .rig = &pl__poses_rig,
                                       .view = &pl__poses_view,
                                       .plan = &pl__poses_plan,
                                       .fit = &fit_part,
                                       .words = &pl__poses_words};
