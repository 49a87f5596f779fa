// protocol.c: the row of the protocol `slide`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "protocol/slide/slide_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const repeat_names[] = {"repeat", NULL}, *const static_force_names[] = {"static-force", NULL},
                         *const kinetic_force_names[] = {"kinetic-force", NULL}, *const static_angle_names[] = {"static-angle", NULL},
                         *const kinetic_angle_names[] = {"kinetic-angle", NULL};
static const pl_channel_form repeat_forms[] = {{PL_FORM_PLAIN, "repeat", {0, 0, 0, 0}, repeat_names}};
static const pl_channel_form static_force_forms[] = {{PL_FORM_PLAIN, "static-force", {1, 1, -2, 0}, static_force_names}};
static const pl_channel_form kinetic_force_forms[] = {{PL_FORM_PLAIN, "kinetic-force", {1, 1, -2, 0}, kinetic_force_names}};
static const pl_channel_form static_angle_forms[] = {{PL_FORM_PLAIN, "static-angle", {0, 0, 0, 1}, static_angle_names}};
static const pl_channel_form kinetic_angle_forms[] = {{PL_FORM_PLAIN, "kinetic-angle", {0, 0, 0, 1}, kinetic_angle_names}};

#define READ(name, dim, forms, words, help) \
  { name, dim, true, words, help, COUNT(forms), forms, .answers = 1 + PL_SLIDE_REPEAT }
#define FORCE \
  { 1, 1, -2, 0 }
#define ANGLE \
  { 0, 0, 0, 1 }
static const pl_channel_row channels[] = {
    [PL_SLIDE_REPEAT] =
        {.name = "repeat", .usual = repeat_names, .help = "number of the pull", .n_form = COUNT(repeat_forms), .form = repeat_forms},
    [PL_SLIDE_STATIC_FORCE] = READ("static-force", FORCE, static_force_forms, static_force_names, "pull at which it begins to slide"),
    [PL_SLIDE_KINETIC_FORCE] = READ("kinetic-force", FORCE, kinetic_force_forms, kinetic_force_names, "pull while it slides"),
    [PL_SLIDE_STATIC_ANGLE] = READ("static-angle", ANGLE, static_angle_forms, static_angle_names, "tilt at which it begins to slide"),
    [PL_SLIDE_KINETIC_ANGLE] =
        READ("kinetic-angle", ANGLE, kinetic_angle_forms, kinetic_angle_names, "tilt at which it keeps sliding after a push"),
};

static const char *const keys[] = {"against", NULL};
static const char *const test_keys[] = {"direction",     "angle",        "load",          "wrap",  "static-force",
                                        "kinetic-force", "static-angle", "kinetic-angle", "trace", NULL};
static const pl_curve_format format = {.length_key = "length",
                                       .width_key = "width",
                                       .keys = keys,
                                       .test_keys = test_keys,
                                       .columns_example = "tests of sliding have no columns",
                                       .test_example = "add at least one test: [{\"direction\": \"warp\", \"static-angle\": [\"26 deg\"]}]",
                                       .any_size = true,
                                       .no_offset = true,
                                       .specimen = pl__slide_specimen,
                                       .settings = pl__slide_settings,
                                       .numbers = pl__slide_numbers,
                                       .has_numbers = pl__slide_has_numbers,
                                       .describe = pl__slide_describe,
                                       .write_test = pl__slide_write_test};
static const pl_protocol_thing things[] = {{"friction", "of surfaces"}, {"sled", NULL}, {"incline", NULL}, {"capstan", NULL}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__curve_read,
                                        .save = pl__curve_save,
                                        .describe = pl__curve_describe,
                                        .curve = &format,
                                        .directed = true,
                                        .ranges = pl__slide_ranges,
                                        .template_files = pl__slide_template,
                                        .has = "readings and loads",
                                        .things = things};
static const pl_protocol_fit fit_part = {.models = &pl__slide_models};

const pl_protocol pl_protocol_slide = {.name = "slide",
                                       .help = "friction of cloth on a surface: a pulled sled, a tilted board, a strip around a rod",
                                       .n_channel = COUNT(channels),
                                       .channel = channels,
                                       .files = &files,
                                       .rig = &pl__slide_rig,
                                       .plan = &pl__slide_plan,
                                       .view = &pl__slide_view,
                                       .fit = &fit_part,
                                       .words = &pl__slide_words};
