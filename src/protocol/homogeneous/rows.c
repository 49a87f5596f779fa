// rows.c: the channels of the protocol `homogeneous`, the columns they are read from, and its modes.
#include "protocol/homogeneous/homogeneous_part.h"

static const char *const stretch_names[] = {"stretch", "stretch 1", "stretch-1", "stretch ratio", "axial stretch", "axial-stretch",
                                            "lambda",  "lambda 1",  "lambda1",   "streckung",     "verstreckung",  NULL};
static const char *const strain_names[] = {
    "strain",         "strain 1", "strain-1",   "nominal strain", "engineering strain", "axial strain", "tensile strain",
    "biaxial strain", "dehnung",  "zugdehnung", "déformation",    "deformazione",       "deformación",  NULL};
static const char *const log_names[] = {"true strain", "log strain", "logarithmic strain", "hencky strain", NULL};
static const char *const elongation_names[] = {
    "elongation",  "elongation 1", "extension",    "displacement",  "displacement 1", "weg",
    "zugweg",      "traversenweg", "verlängerung", "verlaengerung", "allongement",    "élongation",
    "déplacement", "allungamento", "spostamento",  "alargamiento",  "desplazamiento", NULL};
static const char *const length_names[] = {"length", "current length", NULL};

static const char *const stretch_2_names[] = {"stretch 2", "stretch-2", "lambda 2", "lambda2", NULL};
static const char *const strain_2_names[] = {"strain 2", "strain-2", NULL};
static const char *const log_2_names[] = {"true strain 2", "log strain 2", NULL};
static const char *const elongation_2_names[] = {"elongation 2", "elongation-2", "displacement 2", "displacement-2", NULL};
static const char *const length_2_names[] = {"length 2", "length-2", NULL};

static const char *const shear_names[] = {
    "shear", "shear strain", "shear-strain", "amount of shear", "gamma", "scherung", "schiebung", "cisaillement", NULL};
static const char *const shear_displacement_names[] = {"shear displacement", "shear-displacement", NULL};
static const char *const shear_angle_names[] = {"shear angle", "shear-angle", NULL};

static const char *const stress_names[] = {"stress",       "stress 1",      "stress-1",     "nominal stress", "engineering stress",
                                           "true stress",  "cauchy stress", "axial stress", "tensile stress", "biaxial stress",
                                           "first stress", "spannung",      "zugspannung",  "nennspannung",   "contrainte",
                                           "tensione",     "sforzo",        "tensión",      "esfuerzo",       NULL};
static const char *const force_names[] = {"force",         "force 1", "force-1", "load",  "axial force", "kraft",  "zugkraft", "prüfkraft",
                                          "standardkraft", "charge",  "effort",  "forza", "carico",      "fuerza", "carga",    NULL};
static const char *const line_names[] = {"force per width", "force-per-width", "tension", "line force", NULL};
static const char *const stress_2_names[] = {"stress 2", "stress-2", "normal stress", "transverse stress", NULL};
static const char *const force_2_names[] = {"force 2", "force-2", "normal force", "transverse force", NULL};
static const char *const line_2_names[] = {"force per width 2", "tension 2", NULL};
static const char *const shear_stress_names[] = {
    "shear stress", "shear-stress", "tau", "schubspannung", "contrainte de cisaillement", NULL};
static const char *const shear_force_names[] = {"shear force", "shear-force", NULL};
static const char *const shear_line_names[] = {"shear force per width", NULL};

static const char *const lateral_names[] = {"lateral stretch", "lateral-stretch", "transverse stretch", "thickness stretch", NULL};
static const char *const lateral_strain_names[] = {"lateral strain", "lateral-strain", "transverse strain", NULL};

// The reader converts by the index in these lists, so all forms of the table are plain. A name that contains the word strain is a strain,
// so true strains come first.
static const pl_channel_form stretch_forms[PL_STRETCH_FORMS] = {
    [PL_STRETCH_PLAIN] = {PL_FORM_PLAIN, "stretch", {0, 0, 0, 0}, stretch_names},
    [PL_STRETCH_STRAIN] = {PL_FORM_PLAIN, "strain", {0, 0, 0, 0}, strain_names},
    [PL_STRETCH_LOG] = {PL_FORM_PLAIN, "true-strain", {0, 0, 0, 0}, log_names},
    [PL_STRETCH_ELONGATION] = {PL_FORM_PLAIN, "elongation", {0, 1, 0, 0}, elongation_names},
    [PL_STRETCH_LENGTH] = {PL_FORM_PLAIN, "length", {0, 1, 0, 0}, length_names},
};
static const pl_channel_form stretch_2_forms[PL_STRETCH_FORMS] = {
    [PL_STRETCH_PLAIN] = {PL_FORM_PLAIN, "stretch", {0, 0, 0, 0}, stretch_2_names},
    [PL_STRETCH_STRAIN] = {PL_FORM_PLAIN, "strain", {0, 0, 0, 0}, strain_2_names},
    [PL_STRETCH_LOG] = {PL_FORM_PLAIN, "true-strain", {0, 0, 0, 0}, log_2_names},
    [PL_STRETCH_ELONGATION] = {PL_FORM_PLAIN, "elongation", {0, 1, 0, 0}, elongation_2_names},
    [PL_STRETCH_LENGTH] = {PL_FORM_PLAIN, "length", {0, 1, 0, 0}, length_2_names},
};
static const pl_channel_form shear_forms[PL_SHEAR_FORMS] = {
    [PL_SHEAR_PLAIN] = {PL_FORM_PLAIN, "shear", {0, 0, 0, 0}, shear_names},
    [PL_SHEAR_DISPLACED] = {PL_FORM_PLAIN, "displacement", {0, 1, 0, 0}, shear_displacement_names},
    [PL_SHEAR_ANGLED] = {PL_FORM_PLAIN, "angle", {0, 0, 0, 1}, shear_angle_names},
};
static const pl_channel_form stress_forms[PL_STRESS_FORMS] = {
    [PL_STRESS_PLAIN] = {PL_FORM_PLAIN, "stress", {1, -1, -2, 0}, stress_names},
    [PL_STRESS_FORCE] = {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, force_names},
    [PL_STRESS_LINE] = {PL_FORM_PLAIN, "force-per-width", {1, 0, -2, 0}, line_names},
};
static const pl_channel_form stress_2_forms[PL_STRESS_FORMS] = {
    [PL_STRESS_PLAIN] = {PL_FORM_PLAIN, "stress", {1, -1, -2, 0}, stress_2_names},
    [PL_STRESS_FORCE] = {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, force_2_names},
    [PL_STRESS_LINE] = {PL_FORM_PLAIN, "force-per-width", {1, 0, -2, 0}, line_2_names},
};
static const pl_channel_form shear_stress_forms[PL_STRESS_FORMS] = {
    [PL_STRESS_PLAIN] = {PL_FORM_PLAIN, "stress", {1, -1, -2, 0}, shear_stress_names},
    [PL_STRESS_FORCE] = {PL_FORM_PLAIN, "force", {1, 1, -2, 0}, shear_force_names},
    [PL_STRESS_LINE] = {PL_FORM_PLAIN, "force-per-width", {1, 0, -2, 0}, shear_line_names},
};
static const pl_channel_form lateral_forms[PL_LATERAL_FORMS] = {
    [PL_LATERAL_PLAIN] = {PL_FORM_PLAIN, "stretch", {0, 0, 0, 0}, lateral_names},
    [PL_LATERAL_STRAIN] = {PL_FORM_PLAIN, "strain", {0, 0, 0, 0}, lateral_strain_names},
};

const pl_channel_row pl__homogeneous_channel[PL_HOMOGENEOUS_CHANNELS] = {
    [PL_HOMOGENEOUS_STRETCH] = {"stretch",
                                {0, 0, 0, 0},
                                false,
                                stretch_names,
                                "current length over rest length in direction 1",
                                PL_STRETCH_FORMS,
                                stretch_forms,
                                .rest = 1},
    [PL_HOMOGENEOUS_STRETCH_2] =
        {"stretch-2", {0, 0, 0, 0}, false, stretch_2_names, "the same in direction 2", PL_STRETCH_FORMS, stretch_2_forms, .rest = 1},
    [PL_HOMOGENEOUS_SHEAR] = {"shear",
                              {0, 0, 0, 0},
                              false,
                              shear_names,
                              "displacement of the sheared face over the rest distance of the faces",
                              PL_SHEAR_FORMS,
                              shear_forms,
                              .rest = 0},
    [PL_HOMOGENEOUS_STRESS] = {"stress",
                               {1, -1, -2, 0},
                               true,
                               stress_names,
                               "in direction 1, nominal or Cauchy as the test says",
                               PL_STRESS_FORMS,
                               stress_forms,
                               .traced = true,
                               .answers = 1 + PL_HOMOGENEOUS_STRETCH},
    [PL_HOMOGENEOUS_STRESS_2] = {"stress-2",
                                 {1, -1, -2, 0},
                                 true,
                                 stress_2_names,
                                 "in direction 2, across, or normal to the sheared face",
                                 PL_STRESS_FORMS,
                                 stress_2_forms,
                                 .traced = true,
                                 .answers = 1 + PL_HOMOGENEOUS_STRETCH_2},
    [PL_HOMOGENEOUS_SHEAR_STRESS] = {"shear-stress",
                                     {1, -1, -2, 0},
                                     true,
                                     shear_stress_names,
                                     "along the sheared face",
                                     PL_STRESS_FORMS,
                                     shear_stress_forms,
                                     .traced = true,
                                     .answers = 1 + PL_HOMOGENEOUS_SHEAR},
    [PL_HOMOGENEOUS_LATERAL] = {"lateral-stretch",
                                {0, 0, 0, 0},
                                true,
                                lateral_names,
                                "of the free direction: across a uniaxial specimen, of the thickness otherwise",
                                PL_LATERAL_FORMS,
                                lateral_forms,
                                .rest = 1,
                                .traced = true},
};

#define BIT(name) (1u << PL_HOMOGENEOUS_##name)
#define PULL BIT(STRETCH) | BIT(STRESS)
#define SIDE BIT(STRETCH_2) | BIT(STRESS_2) | BIT(LATERAL)
#define SLIDE BIT(SHEAR) | BIT(SHEAR_STRESS)

const pl__homogeneous_mode_row pl__homogeneous_mode[PL_HOMOGENEOUS_MODES] = {
    [PL_UNIAXIAL] = {"uniaxial", "pulled or pressed in one direction, free across", PULL, BIT(LATERAL), PL_HOMOGENEOUS_STRETCH,
                     PL_HOMOGENEOUS_STRESS, false, true},
    [PL_EQUIBIAXIAL] = {"equibiaxial", "stretched alike in two directions", PULL, SIDE, PL_HOMOGENEOUS_STRETCH, PL_HOMOGENEOUS_STRESS,
                        false, true},
    [PL_PLANAR] = {"planar", "pulled in one direction, held at rest width in the second (pure shear)", PULL, SIDE, PL_HOMOGENEOUS_STRETCH,
                   PL_HOMOGENEOUS_STRESS, false, true},
    [PL_STRIP_BIAXIAL] = {"strip-biaxial", "pulled in one direction, the second held at a stretch", PULL, SIDE, PL_HOMOGENEOUS_STRETCH,
                          PL_HOMOGENEOUS_STRESS, true, false},
    [PL_BIAXIAL] = {"biaxial", "stretched in two directions", PULL | BIT(STRETCH_2), SIDE, PL_HOMOGENEOUS_STRETCH, PL_HOMOGENEOUS_STRESS,
                    false, false},
    [PL_SIMPLE_SHEAR] = {"simple-shear", "two faces moved along each other at their rest distance", SLIDE, BIT(STRESS_2),
                         PL_HOMOGENEOUS_SHEAR, PL_HOMOGENEOUS_SHEAR_STRESS, false, true},
    [PL_COMPOUND_SHEAR] = {"compound-shear", "two faces moved along each other on a body stretched along their normal", SLIDE,
                           BIT(STRETCH_2) | BIT(STRESS_2), PL_HOMOGENEOUS_SHEAR, PL_HOMOGENEOUS_SHEAR_STRESS, true, true},
};

const char *pl_homogeneous_mode_name(pl_homogeneous_mode mode) { return pl__homogeneous_mode[mode].name; }
const char *pl_homogeneous_mode_words(pl_homogeneous_mode mode) { return pl__homogeneous_mode[mode].help; }
