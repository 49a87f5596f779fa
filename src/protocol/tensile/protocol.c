// protocol.c: the row of the protocol `tensile`: its channels and its parts.
//
// The forms of a channel are in order of preference: a file with both "Extension" and "Tensile strain" (Bluehill) is read from the
// extension.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "estimate/stage/joint.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/tensile/tensile_part.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const strain_names[] = {
    "strain",  "tensile strain", "axial strain", "engineering strain", "nominal strain", "eng. strain", "strain 1", "longitudinal strain",
    "dehnung", "zugdehnung",     "déformation",  "deformazione",       "deformación",    NULL};
static const char *const stretch_names[] = {"stretch", "axial stretch", "axial-stretch", "stretch ratio", "lambda", NULL};
static const char *const shear_names[] = {"shear-displacement",      "shear displacement", "lateral displacement",
                                          "transverse displacement", "shear travel",       NULL};
static const char *const shear_strain_names[] = {"shear strain", "shear-strain", "gamma", NULL};
static const char *const shear_angle_names[] = {"shear angle", "shear-angle", NULL};
static const char *const line_force_names[] = {"force per width", "force-per-width",         "line force", "line load",
                                               "line stress",     "tensile force per width", NULL};
static const char *const shear_force_names[] = {"shear-force", "shear force", "shear load", "transverse force", "lateral force", NULL};
static const char *const shear_line_names[] = {"shear force per width", "shear-force-per-width", "shear line force", "shear stress", NULL};
static const char *const lateral_names[] = {"lateral-stretch", "lateral stretch", "transverse stretch",
                                            "width stretch",   "width ratio",     NULL};
static const char *const lateral_strain_names[] = {"lateral strain", "lateral-strain", "transverse strain", NULL};
static const char *const width_names[] = {"width", "current width", NULL};

static const pl_channel_form displacement_forms[] = {
    {PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, pl__displacement_names},
    {PL_FORM_STRAIN, "strain", {0, 0, 0, 0}, strain_names},
    {PL_FORM_STRETCH, "stretch", {0, 0, 0, 0}, stretch_names},
    {PL_FORM_LENGTH, "length", {0, 1, 0, 0}, pl__no_names},
};
static const pl_channel_form shear_forms[] = {
    {PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, shear_names},
    {PL_FORM_STRAIN, "strain", {0, 0, 0, 0}, shear_strain_names},
    {PL_FORM_ANGLE, "angle", {0, 0, 0, 1}, shear_angle_names},
};
static const pl_channel_form force_forms[] = {
    {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, pl__force_names},
    {PL_FORM_PER_WIDTH, "force-per-width", {1, 0, -2, 0}, line_force_names},
};
static const pl_channel_form shear_force_forms[] = {
    {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, shear_force_names},
    {PL_FORM_PER_WIDTH, "force-per-width", {1, 0, -2, 0}, shear_line_names},
};
static const pl_channel_form lateral_forms[] = {
    {PL_FORM_PLAIN, "stretch", {0, 0, 0, 0}, lateral_names},
    {PL_FORM_STRAIN, "strain", {0, 0, 0, 0}, lateral_strain_names},
    {PL_FORM_WIDTH, "width", {0, 1, 0, 0}, width_names},
};
static const pl_channel_row tensile_channels[] = {
    [PL_TENSILE_DISPLACEMENT] = {"displacement",
                                 {0, 1, 0, 0},
                                 false,
                                 pl__displacement_names,
                                 "elongation of the specimen between the clamps, d_u",
                                 COUNT(displacement_forms),
                                 displacement_forms,
                                 .rest = 0},
    [PL_TENSILE_SHEAR_DISPLACEMENT] = {"shear-displacement",
                                       {0, 1, 0, 0},
                                       false,
                                       shear_names,
                                       "displacement of the moving clamp along itself, d_v",
                                       COUNT(shear_forms),
                                       shear_forms,
                                       .rest = 0},
    [PL_TENSILE_FORCE] = {"force",
                          {1, 1, -2, 0},
                          true,
                          pl__force_names,
                          "force on the moving clamp in the pulling direction, f_u",
                          COUNT(force_forms),
                          force_forms,
                          .rest = 0,
                          .answers = 1 + PL_TENSILE_DISPLACEMENT},
    [PL_TENSILE_SHEAR_FORCE] = {"shear-force",
                                {1, 1, -2, 0},
                                true,
                                shear_force_names,
                                "force on the moving clamp along itself, f_v",
                                COUNT(shear_force_forms),
                                shear_force_forms,
                                .rest = 0,
                                .answers = 1 + PL_TENSILE_SHEAR_DISPLACEMENT},
    [PL_TENSILE_LATERAL] = {"lateral-stretch",
                            {0, 0, 0, 0},
                            true,
                            lateral_names,
                            "current width divided by rest width, halfway between the clamps",
                            COUNT(lateral_forms),
                            lateral_forms,
                            .rest = 1},
};
static const pl_protocol_fit fit_part = {.models = &pl__tensile_models,
                                         .joint = &pl_joint_curves,
                                         .lateral = pl__tensile_lateral,
                                         .curve = pl__tensile_curve,
                                         .kind = pl_one_kind,
                                         .nominal_path = pl__tensile_nominal_path,
                                         .raw_path = true};

static const char *const keys[] = {"shear", "pretension", NULL}, *const test_keys[] = {"direction", "angle", NULL},
                         *const specimen_keys[] = {"strips", "lateral-gauge", NULL};
static const pl_curve_format format = {.length_key = "length",
                                       .width_key = "width",
                                       .keys = keys,
                                       .test_keys = test_keys,
                                       .specimen_keys = specimen_keys,
                                       .columns_example = "write {\"displacement\": \"Extension\", \"force\": \"Load\"}",
                                       .test_example = "add at least one test: [{\"file\": \"warp.csv\", \"direction\": \"warp\"}]",
                                       .per_width = true,
                                       .pretension = true,
                                       .specimen = pl__tensile_specimen,
                                       .settings = pl__tensile_settings,
                                       .complete = pl__shear_complete,
                                       .remake = pl__shear_keep_length,
                                       .note = pl__tensile_note,
                                       .describe = pl__tensile_describe,
                                       .write_test = pl__tensile_write_test,
                                       .write_specimen = pl__tensile_write_specimen};
static const pl_protocol_thing things[] = {{"uniaxial", "fabric"}, {"fabric", NULL},    {"cloth", NULL},
                                           {"textile", NULL},      {"knit", NULL},      {"kes", NULL},
                                           {"strip", "pulled"},    {"shear", "fabric"}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__curve_read,
                                        .save = pl__curve_save,
                                        .describe = pl__curve_describe,
                                        .curve = &format,
                                        .directed = true,
                                        .ranges = pl__tensile_ranges,
                                        .doubt = pl__tensile_doubt,
                                        .template_files = pl__tensile_template,
                                        .has = "curves and sizes",
                                        .things = things};

const pl_protocol pl_protocol_tensile = {.name = "tensile",
                                         .help = "a clamped strip or sheet, pulled or sheared by its clamps",
                                         .n_channel = COUNT(tensile_channels),
                                         .channel = tensile_channels,
                                         .files = &files,
                                         .rig = &pl__tensile_rig,
                                         .view = &pl__tensile_view,
                                         .plan = &pl__tensile_plan,
                                         .fit = &fit_part,
                                         .words = &pl__tensile_words};
