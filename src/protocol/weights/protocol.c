// protocol.c: the row of the protocol `weights`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/weights/weights_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_row weights_channels[] = {
    [PL_WEIGHTS_FORCE] = {"force", {1, 1, -2, 0}, false, pl__no_names, "weight, clip and half of the cloth", 0, NULL, .rest = 0},
    [PL_WEIGHTS_LENGTH] = {"length",
                           {0, 1, 0, 0},
                           true,
                           pl__no_names,
                           "of the hanging cloth, in the order in which the weights hung",
                           0,
                           NULL,
                           .rest = 0,
                           .answers = 1 + PL_WEIGHTS_FORCE},
};
static const char *const usual[][2] = {{"file", "weight [g], length [mm]"}, {NULL, NULL}};
static const pl_protocol_thing things[] = {{"friction", NULL}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__weights_read,
                                        .save = pl__weights_save,
                                        .describe = pl__weights_describe,
                                        .directed = true,
                                        .gravity = pl__weights_gravity,
                                        .ranges = pl__weights_ranges,
                                        .template_files = pl__weights_template,
                                        .has = "lengths and weights",
                                        .things = things,
                                        .usual = usual};

static const pl_protocol_fit fit_part = {
    .models = &pl__weights_models, .kind = pl_one_kind, .curve = pl__weights_curve, .nominal_path = pl__weights_nominal_path};

const pl_protocol pl_protocol_weights = {.name = "weights",
                                         .help = "a square of cloth that hangs, loaded and unloaded by weights",
                                         .n_channel = COUNT(weights_channels),
                                         .channel = weights_channels,
                                         .files = &files,
                                         .rig = &pl__weights_rig,
                                         .view = &pl__weights_view,
                                         .fit = &fit_part,
                                         .plan = &pl__weights_usual,
                                         .words = &pl__weights_words};
