// protocol.c: the row of the protocol `disk-push`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/disk-push/disk_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_form push_forms[] = {{PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, pl__displacement_names}};
static const pl_channel_form push_force_forms[] = {{PL_FORM_PLAIN, "force", {1, 1, -2, 0}, pl__force_names}};

static const pl_channel_row push_channels[] = {
    [PL_DISK_DISPLACEMENT] = {"displacement",
                              {0, 1, 0, 0},
                              false,
                              pl__displacement_names,
                              "travel of the disk perpendicular to the flat cloth, from first contact",
                              COUNT(push_forms),
                              push_forms,
                              .rest = 0},
    [PL_DISK_FORCE] = {"force",
                       {1, 1, -2, 0},
                       true,
                       pl__force_names,
                       "force on the disk along its travel",
                       COUNT(push_force_forms),
                       push_force_forms,
                       .rest = 0,
                       .answers = 1 + PL_DISK_DISPLACEMENT},
};

static const pl_protocol_fit fit_part = {.models = &pl__disk_models, .kind = pl_one_kind, .every_direction = true, .raw_path = true};

static const pl_curve_format format = {.length_key = "frame-diameter",
                                       .width_key = "disk-diameter",
                                       .columns_example = "write {\"displacement\": \"Stroke\", \"force\": \"Load\"}",
                                       .test_example = "add at least one test: [{\"file\": \"push.csv\"}]",
                                       .specimen = pl__disk_specimen,
                                       .describe = pl__disk_describe};
static const pl_protocol_files files = {.read = pl__curve_read,
                                        .save = pl__curve_save,
                                        .describe = pl__curve_describe,
                                        .curve = &format,
                                        .ranges = pl__disk_ranges,
                                        .template_files = pl__disk_template,
                                        .has = "curves and sizes"};

const pl_protocol pl_protocol_disk_push = {.name = "disk-push",
                                           .help = "cloth clamped on a circular frame, pushed by a round disk",
                                           .n_channel = COUNT(push_channels),
                                           .channel = push_channels,
                                           .files = &files,
                                           .rig = &pl__disk_rig,
                                           .plan = &pl__disk_plan,
                                           .view = &pl__disk_view,
                                           .fit = &fit_part,
                                           .words = &pl__disk_words};
