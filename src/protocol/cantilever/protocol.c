// protocol.c: the row of the protocol `cantilever`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/cantilever/cantilever_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_row cantilever_channels[] = {
    [PL_CANTILEVER_PROFILE] = {"profile",
                               {0, 1, 0, 0},
                               true,
                               pl__no_names,
                               "labelled points along the strip from clamp to tip, x and y",
                               .group = 2,
                               .drawing = PL_DRAW_SIDE},
    [PL_CANTILEVER_TIP] = {"tip", {0, 1, 0, 0}, true, pl__no_names, "the tip of the strip, x and y", .drawing = PL_DRAW_END},
    [PL_CANTILEVER_ANGLE] =
        {"angle", {0, 0, 0, 1}, true, pl__no_names, "of the chord from clamp to tip, downwards", .drawing = PL_DRAW_CHORD},
};

static const char *const usual[][2] = {{"angles", "overhang [mm], angle [deg]"}, {"profile", "x [mm], y [mm]"}, {NULL, NULL}};
static const pl_protocol_thing things[] = {{"strip", "bent"}, {"bending", NULL}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__cantilever_read,
                                        .save = pl__cantilever_save,
                                        .describe = pl__cantilever_describe,
                                        .sum_up = pl__cantilever_sum_up,
                                        .directed = true,
                                        .gravity = pl__cantilever_gravity,
                                        .ranges = pl__cantilever_ranges,
                                        .template_files = pl__cantilever_template,
                                        .has = "profiles and sizes",
                                        .things = things,
                                        .usual = usual};

static const pl_protocol_fit fit_part = {.models = &pl__cantilever_models, .kind = pl_one_kind, .joint = &pl__cantilever_joint};

const pl_protocol pl_protocol_cantilever = {.name = "cantilever",
                                            .help = "a strip that bends under its own weight out of a clamp",
                                            .n_channel = COUNT(cantilever_channels),
                                            .channel = cantilever_channels,
                                            .files = &files,
                                            .rig = &pl__cantilever_rig,
                                            .view = &pl__cantilever_view,
                                            .fit = &fit_part,
                                            .plan = &pl__cantilever_plan,
                                            .words = &pl__cantilever_words};
