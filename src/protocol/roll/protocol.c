// protocol.c: the row of the protocol `roll`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/roll/roll_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_row roll_channels[] = {
    [PL_ROLL_PROFILE] = {"profile",
                         {0, 1, 0, 0},
                         true,
                         pl__no_names,
                         "labelled points along the spiral from its held to its free end, x and y",
                         .group = 2,
                         .drawing = PL_DRAW_LINE},
};

static const char *const usual[][2] = {{"profile", "radius [mm], repetition, x [mm], y [mm]"}, {NULL, NULL}};
static const pl_protocol_thing things[] = {{"friction", NULL}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__roll_read,
                                        .save = pl__roll_save,
                                        .describe = pl__roll_describe,
                                        .sum_up = pl__roll_sum_up,
                                        .directed = true,
                                        .gravity = pl__roll_gravity,
                                        .ranges = pl__roll_ranges,
                                        .template_files = pl__roll_template,
                                        .has = "profiles and sizes",
                                        .things = things,
                                        .usual = usual};

static const pl_protocol_fit fit_part = {.models = &pl__roll_models, .kind = pl_one_kind_named};

const pl_protocol pl_protocol_roll = {.name = "roll",
                                      .help = "a strip that was rolled on a cylinder and released",
                                      .n_channel = COUNT(roll_channels),
                                      .channel = roll_channels,
                                      .files = &files,
                                      .rig = &pl__roll_rig,
                                      .view = &pl__roll_view,
                                      .fit = &fit_part,
                                      .plan = &pl__roll_plan,
                                      .words = &pl__roll_words};
