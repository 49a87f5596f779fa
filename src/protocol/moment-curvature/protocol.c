// protocol.c: the row of the protocol `moment-curvature`: its channels and its parts.
#include <stddef.h>
#include <stdio.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/table/column_names.h"
#include "protocol/moment-curvature/moment_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const curvature_names[] = {"bending-curvature", "curvature", "k",        "kappa",     "bending curvature",
                                              "curvature k",       "krümmung",  "courbure", "curvatura", NULL};
static const char *const moment_names[] = {
    "moment",   "m",      "bending moment",   "moment per width", "moment-per-width", "bending moment per width",
    "moment m", "torque", "torque per width", "biegemoment",      "momento",          NULL};
static const char *const none[] = {NULL}, *const rigidity_names[] = {"rigidity", NULL},
                         *const hysteresis_names[] = {"bending-hysteresis", NULL};

static const pl_channel_form curvature_forms[] = {{PL_FORM_PLAIN, "curvature", {0, -1, 0, 0}, curvature_names}};
static const pl_channel_form moment_forms[] = {{PL_FORM_PLAIN, "moment-per-width", {1, 1, -2, 0}, moment_names},
                                               {PL_FORM_OF_WIDTH, "moment", {1, 2, -2, 0}, none}};
static const pl_channel_form rigidity_forms[] = {{PL_FORM_PLAIN, "rigidity", {1, 2, -2, 0}, rigidity_names}};
static const pl_channel_form hysteresis_forms[] = {{PL_FORM_PLAIN, "bending-hysteresis", {1, 1, -2, 0}, hysteresis_names}};
static const pl_channel_row channels[] = {
    [PL_MOMENT_CURVATURE] = {"bending-curvature",
                             {0, -1, 0, 0},
                             false,
                             curvature_names,
                             "of the cloth between the clamps, positive with its face outward",
                             COUNT(curvature_forms),
                             curvature_forms,
                             .rest = 0},
    [PL_MOMENT_MOMENT] = {"moment",
                          {1, 1, -2, 0},
                          true,
                          moment_names,
                          "per width of the specimen",
                          COUNT(moment_forms),
                          moment_forms,
                          .rest = 0,
                          .moment = true,
                          .traced = true},
    [PL_MOMENT_RIGIDITY] = {"rigidity",
                            {1, 2, -2, 0},
                            true,
                            rigidity_names,
                            "B of a data sheet: slope of the loading branch between 50 and 150 1/m",
                            COUNT(rigidity_forms),
                            rigidity_forms,
                            .rest = 0},
    [PL_MOMENT_HYSTERESIS] = {"bending-hysteresis",
                              {1, 1, -2, 0},
                              true,
                              hysteresis_names,
                              "2HB of a data sheet: moment of loading less that of unloading at 100 1/m",
                              COUNT(hysteresis_forms),
                              hysteresis_forms,
                              .rest = 0,
                              .moment = true},
};

static const char *const test_keys[] = {"direction", "angle", "rigidity", "bending-hysteresis", NULL}, *const keys[] = {"face", NULL};
static const pl_curve_format format = {.length_key = "length",
                                       .width_key = "width",
                                       .keys = keys,
                                       .test_keys = test_keys,
                                       .columns_example = "write {\"bending-curvature\": \"K\", \"moment\": \"M\"}",
                                       .test_example = "add at least one test: [{\"file\": \"warp.csv\", \"direction\": \"warp\"}]",
                                       .any_size = true,
                                       .no_offset = true,
                                       .specimen = pl__moment_specimen,
                                       .settings = pl__moment_settings,
                                       .complete = pl__moment_complete,
                                       .numbers = pl__moment_numbers,
                                       .has_numbers = pl__moment_has_numbers,
                                       .describe = pl__moment_describe,
                                       .write_test = pl__moment_write_test};
static const pl_protocol_thing things[] = {
    {"bending", "moment measured"}, {"kes-fb2", NULL}, {"kes", "bending"}, {"moment", NULL}, {"curvature", NULL}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__curve_read,
                                        .save = pl__curve_save,
                                        .describe = pl__curve_describe,
                                        .curve = &format,
                                        .directed = true,
                                        .ranges = pl__moment_ranges,
                                        .doubt = pl__moment_doubt,
                                        .template_files = pl__moment_template,
                                        .has = "loops and directions",
                                        .things = things};
// A loop, or a sheet of one face or both.
static pl_draws kind_of(const pl_test *test, char mode[PL_KIND_MODE]) {
  static const char *const sheets[] = {"sheet outward", "sheet inward", "sheet"};
  snprintf(mode, PL_KIND_MODE, "%s", pl__moment_has_numbers(test) ? sheets[pl_moment_of(test)->face] : "loop");
  return PL_DRAWS_EACH;
}

static const pl_protocol_fit fit_part = {.kind = kind_of, .models = &pl__moment_models, .joint = &pl__moment_joint, .raw_path = true};

const pl_protocol pl_protocol_moment_curvature = {.name = "moment-curvature",
                                                  .help = "cloth bent as a cylinder by a measured moment (KES-FB2, pure bending testers)",
                                                  .n_channel = COUNT(channels),
                                                  .channel = channels,
                                                  .files = &files,
                                                  .rig = &pl__moment_rig,
                                                  .plan = &pl__moment_plan,
                                                  .view = &pl__moment_view,
                                                  .fit = &fit_part,
                                                  .words = &pl__moment_words};
