// protocol.c: the table of protocols: which channels an experiment has, which columns they may be read from.
//
// Order matters: within a channel the forms stand in order of preference, so that a file with both "Extension" and "Tensile strain"
// (Bluehill exports) is read from the extension.
#include <string.h>

#include "protocol/cantilever/cantilever.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/poses/poses_part.h"
#include "protocol/roll/roll.h"
#include "protocol/weights/weights.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const char *const no_name[] = {NULL};
static const char *const displacement_names[] = {"displacement",
                                                 "extension",
                                                 "tensile extension",
                                                 "tensile displacement",
                                                 "elongation",
                                                 "crosshead",
                                                 "crosshead extension",
                                                 "crosshead displacement",
                                                 "crosshead travel",
                                                 "stroke",
                                                 "axial displacement",
                                                 "standard travel",
                                                 "standardweg",
                                                 "weg",
                                                 "traverse",
                                                 "traversenweg",
                                                 "grip displacement",
                                                 "zugweg",
                                                 "verlängerung",
                                                 "verlaengerung",
                                                 "längenänderung",
                                                 "allongement",
                                                 "déplacement",
                                                 "élongation",
                                                 "allungamento",
                                                 "spostamento",
                                                 "alargamiento",
                                                 "desplazamiento",
                                                 NULL};
static const char *const strain_names[] = {
    "strain",  "tensile strain", "axial strain", "engineering strain", "nominal strain", "eng. strain", "strain 1", "longitudinal strain",
    "dehnung", "zugdehnung",     "déformation",  "deformazione",       "deformación",    NULL};
static const char *const stretch_names[] = {"stretch", "axial stretch", "axial-stretch", "stretch ratio", "lambda", NULL};
static const char *const shear_names[] = {"shear-displacement",      "shear displacement", "lateral displacement",
                                          "transverse displacement", "shear travel",       NULL};
static const char *const shear_strain_names[] = {"shear strain", "shear-strain", "gamma", NULL};
static const char *const shear_angle_names[] = {"shear angle", "shear-angle", NULL};
static const char *const force_names[] = {
    "force",         "load",   "tensile force", "tensile load",  "axial force", "axial load", "standard force",
    "standardkraft", "kraft",  "total force",   "pulling force", "zugkraft",    "prüfkraft",  "pruefkraft",
    "charge",        "effort", "forza",         "carico",        "fuerza",      "carga",      NULL};
static const char *const line_force_names[] = {"force per width", "force-per-width",         "line force", "line load",
                                               "line stress",     "tensile force per width", NULL};
static const char *const shear_force_names[] = {"shear-force", "shear force", "shear load", "transverse force", "lateral force", NULL};
static const char *const shear_line_names[] = {"shear force per width", "shear-force-per-width", "shear line force", "shear stress", NULL};
static const char *const lateral_names[] = {"lateral-stretch", "lateral stretch", "transverse stretch",
                                            "width stretch",   "width ratio",     NULL};
static const char *const lateral_strain_names[] = {"lateral strain", "lateral-strain", "transverse strain", NULL};
static const char *const width_names[] = {"width", "current width", NULL};

static const pl_channel_form displacement_forms[] = {
    {PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, displacement_names},
    {PL_FORM_STRAIN, "strain", {0, 0, 0, 0}, strain_names},
    {PL_FORM_STRETCH, "stretch", {0, 0, 0, 0}, stretch_names},
    {PL_FORM_LENGTH, "length", {0, 1, 0, 0}, no_name},
};
static const pl_channel_form shear_forms[] = {
    {PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, shear_names},
    {PL_FORM_STRAIN, "strain", {0, 0, 0, 0}, shear_strain_names},
    {PL_FORM_ANGLE, "angle", {0, 0, 0, 1}, shear_angle_names},
};
static const pl_channel_form force_forms[] = {
    {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, force_names},
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
static const pl_channel_form push_forms[] = {{PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, displacement_names}};
static const pl_channel_form push_force_forms[] = {{PL_FORM_PLAIN, "force", {1, 1, -2, 0}, force_names}};

static const pl_channel_row tensile_channels[] = {
    [PL_TENSILE_DISPLACEMENT] = {"displacement",
                                 {0, 1, 0, 0},
                                 false,
                                 displacement_names,
                                 "elongation of the specimen between the clamps, d_u",
                                 COUNT(displacement_forms),
                                 displacement_forms},
    [PL_TENSILE_SHEAR_DISPLACEMENT] = {"shear-displacement",
                                       {0, 1, 0, 0},
                                       false,
                                       shear_names,
                                       "displacement of the moving clamp along itself, d_v",
                                       COUNT(shear_forms),
                                       shear_forms},
    [PL_TENSILE_FORCE] = {"force",
                          {1, 1, -2, 0},
                          true,
                          force_names,
                          "force on the moving clamp in the pulling direction, f_u",
                          COUNT(force_forms),
                          force_forms},
    [PL_TENSILE_SHEAR_FORCE] = {"shear-force",
                                {1, 1, -2, 0},
                                true,
                                shear_force_names,
                                "force on the moving clamp along itself, f_v",
                                COUNT(shear_force_forms),
                                shear_force_forms},
    [PL_TENSILE_LATERAL] = {"lateral-stretch",
                            {0, 0, 0, 0},
                            true,
                            lateral_names,
                            "current width divided by rest width, halfway between the clamps",
                            COUNT(lateral_forms),
                            lateral_forms},
};
static const pl_channel_row push_channels[] = {
    [PL_DISK_DISPLACEMENT] = {"displacement",
                              {0, 1, 0, 0},
                              false,
                              displacement_names,
                              "travel of the disk perpendicular to the flat cloth, from first contact",
                              COUNT(push_forms),
                              push_forms},
    [PL_DISK_FORCE] =
        {"force", {1, 1, -2, 0}, true, force_names, "force on the disk along its travel", COUNT(push_force_forms), push_force_forms},
};

static const char *const no_names[] = {NULL};
static const pl_channel_row capture_channels[] = {
    [PL_CAPTURE_CLIP_FORCE] =
        {"clip-force", {1, 1, -2, 0}, true, no_names, "force of each clip on the cloth, three components per clip", 0, NULL},
    [PL_CAPTURE_POSITIONS] =
        {"positions", {0, 1, 0, 0}, true, no_names, "captured surface at the vertices of the simulation mesh", 0, NULL},
    [PL_CAPTURE_CLIP_PARALLEL] =
        {"clip-parallel", {1, 1, -2, 0}, true, no_names, "force of each clip on the cloth along the clip's own axis", 0, NULL},
};

static const pl_channel_row hang_channels[] = {
    [PL_HANG_POINTS] = {"points", {0, 1, 0, 0}, true, no_names, "labelled points of slats and clips on the board, x and y", 0, NULL},
};
static const pl_channel_row cantilever_channels[] = {
    [PL_CANTILEVER_PROFILE] =
        {"profile", {0, 1, 0, 0}, true, no_names, "labelled points along the strip from clamp to tip, x and y", 0, NULL},
    [PL_CANTILEVER_TIP] = {"tip", {0, 1, 0, 0}, true, no_names, "the tip of the strip, x and y", 0, NULL},
    [PL_CANTILEVER_ANGLE] = {"angle", {0, 0, 0, 1}, true, no_names, "of the chord from clamp to tip, downwards", 0, NULL},
};

static const pl_channel_row weights_channels[] = {
    [PL_WEIGHTS_FORCE] = {"force", {1, 1, -2, 0}, false, no_names, "weight, clip and half of the cloth", 0, NULL},
    [PL_WEIGHTS_LENGTH] = {"length", {0, 1, 0, 0}, true, no_names, "of the hanging cloth, in the order in which the weights hung", 0, NULL},
};
static const pl_channel_row roll_channels[] = {
    [PL_ROLL_PROFILE] =
        {"profile", {0, 1, 0, 0}, true, no_names, "labelled points along the spiral from its held to its free end, x and y", 0, NULL},
};

static const pl_protocol protocols[] = {
    {"tensile", "a clamped strip or sheet, pulled or sheared by its clamps", COUNT(tensile_channels), tensile_channels},
    {"disk-push", "cloth clamped on a circular frame, pushed by a round disk", COUNT(push_channels), push_channels},
    {"capture", "a full capture of shape and force: a mesh per frame, clips and cords", COUNT(capture_channels), capture_channels},
    {"biaxial-hang", "a square of cloth on a board, loaded by weights on three sides", COUNT(hang_channels), hang_channels},
    {"cantilever", "a strip that bends under its own weight out of a clamp", COUNT(cantilever_channels), cantilever_channels},
    {"weights", "a square of cloth that hangs, loaded and unloaded by weights", COUNT(weights_channels), weights_channels},
    {"homogeneous", "sheets or blocks in a known homogeneous state of deformation", PL_HOMOGENEOUS_CHANNELS, pl__homogeneous_channel},
    {"roll", "a strip that was rolled on a cylinder and released", COUNT(roll_channels), roll_channels},
    {"poses", "a solid or sheet in several poses, and anything measured of it", PL_POSES_CHANNELS, pl__poses_channel},
};

int pl_protocol_count(void) { return COUNT(protocols); }

const pl_protocol *pl_protocol_at(int index) {
  PL_ASSERT(index >= 0 && index < COUNT(protocols));
  return &protocols[index];
}

const pl_protocol *pl_protocol_find(const char *name) {
  for (int i = 0; i < COUNT(protocols); i++) {
    if (strcmp(protocols[i].name, name) == 0) return &protocols[i];
  }
  return NULL;
}

double pl_channel_rest(const pl_channel_row *row) { return strstr(row->name, "stretch") ? 1 : 0; }

int pl_protocol_channel(const pl_protocol *protocol, const char *name) {
  for (int i = 0; i < protocol->n_channel; i++) {
    if (strcmp(protocol->channel[i].name, name) == 0) return i;
  }
  return -1;
}
