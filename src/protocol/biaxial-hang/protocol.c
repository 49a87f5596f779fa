// protocol.c: the row of the protocol `biaxial-hang`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_row hang_channels[] = {
    [PL_HANG_POINTS] = {"points",
                        {0, 1, 0, 0},
                        true,
                        pl__no_names,
                        "labelled points of slats and clips on the board, x and y",
                        .own_range = true,
                        .drawing = PL_DRAW_LABELS},
};
static const pl_protocol_fit fit_part = {.models = &pl__hang_models,
                                         .kind = pl_one_kind_named,
                                         .joint = &pl__hang_joint,
                                         .usual_stiffness = 80};  // weights on a board are used for compliant cloth
static const char *const usual[][2] = {{"points", "image, bottom [g], side [g], body, point, x [px], y [px]"}, {NULL, NULL}};
static const pl_protocol_thing things[] = {{"biaxial", "a board and weights"}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__hang_read,
                                        .save = pl__hang_save,
                                        .describe = pl__hang_describe,
                                        .gravity = pl__hang_gravity,
                                        .ranges = pl__hang_ranges,
                                        .template_files = pl__hang_template,
                                        .has = "labels and loads",
                                        .things = things,
                                        .usual = usual};

const pl_protocol pl_protocol_biaxial_hang = {.name = "biaxial-hang",
                                              .help = "a square of cloth on a board, loaded by weights on three sides",
                                              .n_channel = COUNT(hang_channels),
                                              .channel = hang_channels,
                                              .files = &files,
                                              .rig = &pl__hang_rig,
                                              .view = &pl__hang_view,
                                              .fit = &fit_part,
                                              .plan = &pl__hang_plan,
                                              .words = &pl__hang_words};
