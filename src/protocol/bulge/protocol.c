// protocol.c: the row of the protocol `bulge`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/table/column_names.h"
#include "protocol/bulge/bulge_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const pressure_names[] = {"pressure", "p", "druck", "pression", "pressione", "presión", NULL};
static const char *const height_names[] = {"height", "bulge height", "pole height", "deflection", "dome height", "höhe", NULL};

static const pl_channel_form pressure_forms[] = {{PL_FORM_PLAIN, "pressure", {1, -1, -2, 0}, pressure_names}};
static const pl_channel_form height_forms[] = {{PL_FORM_PLAIN, "height", {0, 1, 0, 0}, height_names}};
static const pl_channel_row channels[] = {
    [PL_BULGE_PRESSURE] = {"pressure",
                           {1, -1, -2, 0},
                           false,
                           pressure_names,
                           "below the sheet, over the pressure above it",
                           COUNT(pressure_forms),
                           pressure_forms,
                           .rest = 0},
    [PL_BULGE_HEIGHT] = {"height",
                         {0, 1, 0, 0},
                         true,
                         height_names,
                         "of the pole above the plane of the rim",
                         COUNT(height_forms),
                         height_forms,
                         .rest = 0,
                         .answers = 1 + PL_BULGE_PRESSURE},
};

static const char *const specimen_keys[] = {"thickness", NULL};
static const pl_curve_format format = {.length_key = "diameter",
                                       .no_offset = true,  // pressure is read against the air above, not from where the cloth is taut
                                       .specimen_keys = specimen_keys,
                                       .columns_example = "write {\"pressure\": \"Druck\", \"height\": \"Weg\"}",
                                       .test_example = "add at least one test: [{\"file\": \"bulge.csv\"}]",
                                       .specimen = pl__bulge_specimen,
                                       .describe = pl__bulge_describe,
                                       .write_specimen = pl__bulge_write_specimen};
static const pl_protocol_thing things[] = {
    {"pressure", NULL}, {"membrane", NULL}, {"inflation", NULL}, {"biaxial", "a clamped disc and pressure"}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__curve_read,
                                        .save = pl__curve_save,
                                        .describe = pl__curve_describe,
                                        .curve = &format,
                                        .ranges = pl__bulge_ranges,
                                        .template_files = pl__bulge_template,
                                        .has = "curves and sizes",
                                        .things = things};
static const pl_protocol_fit fit_part = {
    .models = &pl__bulge_models, .kind = pl_one_kind, .every_direction = true, .equibiaxial = true, .raw_path = true};

const pl_protocol pl_protocol_bulge = {.name = "bulge",
                                       .help = "a circular sheet clamped at its rim, bulged by a measured pressure",
                                       .n_channel = COUNT(channels),
                                       .channel = channels,
                                       .files = &files,
                                       .rig = &pl__bulge_rig,
                                       .plan = &pl__bulge_plan,
                                       .view = &pl__bulge_view,
                                       .fit = &fit_part,
                                       .words = &pl__bulge_words};
