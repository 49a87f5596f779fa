// fit_options.c: the table of estimation settings.
//
// Settings that are not shared are used only by the protocols, schedules and models that list them (registry.h, audience.h).
#include "estimate/problem/fit.h"

#define FIELD(name) offsetof(pl_fit_options, name)
#define INTEGER(name, member, usual, least, most, help) \
  { name, FIELD(member), PL_OPTION_INT, usual, least, most, {0}, NULL, help }
#define REAL(name, member, usual, least, most, help) \
  { name, FIELD(member), PL_OPTION_REAL, usual, least, most, {0}, NULL, help }
#define LENGTH(name, member, usual, least, most, help) \
  { name, FIELD(member), PL_OPTION_REAL, usual, least, most, {0, 1, 0, 0}, NULL, help }
#define SWITCH(name, member, usual, help) \
  { name, FIELD(member), PL_OPTION_BOOL, usual, 0, 1, {0}, NULL, help }
#define CHOICE(name, member, most, words, help) \
  { name, FIELD(member), PL_OPTION_CHOICE, 0, 0, most, {0}, words, help }
#define TEXT(name, member, usual, help) \
  { name, FIELD(member), PL_OPTION_TEXT, 0, 0, 0, {0}, usual, help }

static const pl_option options[] = {
    TEXT("model", model, "auto",
         "the name of a model for the protocol of the tests. Or a material whose terms are fitted: the path of its file, or a name of "
         "`pliant material list`"),
    TEXT("variant", variant, "",
         "linear, isotropic, convex, or several separated by commas; empty: nonlinear orthotropic with the thesis' stiffness curves"),
    TEXT("addends", addends, "asymmetric",
         "the last stage: stvk, anisotropic, cross, nonlinear, asymmetric; auto (also for bodies): addends are chosen "
         "by cross-validation"),
    CHOICE("convexity", convexity, 2, "step|project|free",
           "step: the energy stays convex during the steps; project: it is made convex after each (Miguel et al. 2016, 4.3); free: no "
           "constraint"),
    INTEGER("folds", folds, 5, 2, 20, "cross-validation folds of the examples (frames of cloth, poses of bodies); each is left out once"),
    CHOICE("compare", compare, 5, "file|default|forces|parallel|positions|both",
           "what is compared in every test; file: as in the experiment file, which other values override. A test without clips has "
           "positions only"),
    INTEGER("max-points", max_points, 5, 1, 8, "maximum number of control points per curve"),
    REAL("refine", refine, 0.01, 0, 1,
         "relative decrease of the residual below which a curve gets no more points; --addends auto: the same for a change of addends"),
    REAL("start", start, 1, 1e-6, 1e6, "factor on the first guesses of all stiffnesses"),
    INTEGER("samples", samples, 1, 0, 64,
            "maximum number of material samples, inserted in stages of 1, 2, 4, 8, ... where the stiffness map needs them (Miguel et al. "
            "2016, 5.2). 1: a homogeneous material. 0: up to 16, the fewest that predict left-out fitted poses as well as any number, "
            "within one standard error"),
    LENGTH("sample-radius", sample_radius, 0, 0, 1e3,
           "radius of the samples' weights; 0: the one that describes the estimated stiffness map best"),
    REAL("sample-contrast", sample_contrast, 0, 0, 1e3,
         "prior standard deviation of stiffness in space over its mean, at least 0.0001; 0: the value that makes the data most likely"),
    INTEGER("points", points, 6, 1, 11, "data points of the tensor field: 1, 4, 6, 10 or 11"),
    INTEGER("components", components, 4, 4, 6,
            "parameters per data point: 4, or 6 (c13 and c23 too, directions over half a turn). 6 are for cloth without mirror symmetry, "
            "and need samples cut beyond 90 degrees"),
    REAL("ring", ring, 0, 0, 2,
         "extension of the ring of data points; 0: 1/6 as in the published files, or the largest measured extension if that is less"),
    SWITCH("progressive", progressive, 1,
           "tensor fields: from one data point to all of them in steps; additive model: from StVK to the last stage in stages"),
    CHOICE("weights", weights, 1, "noise|paper",
           "noise: residuals over their sigma; paper: divided by the displacement of the frame as in Wang 2011, eq. 7"),
    TEXT("bend-knots", bend_knots, "auto",
         "curvatures in 1/m at which the rigidity is a parameter, such as 0,20,60; in models of fold lines half-curvatures. visited: five "
         "up to the largest measured one. auto: constants, and curves if they predict left-out strips better. For fold lines auto takes "
         "the five of Wang 2011 if they suit the measured range, else visited"),
    CHOICE("friction", friction, 4, "auto|none|dahl|constant|alpha",
           "internal friction (Miguel et al. 2013). dahl: sigma_max = a + b |s|, rate tau. constant: sigma_max = a. alpha: slope alpha "
           "instead of tau. auto: dahl where the protocol measures a hysteresis, else none"),
    CHOICE(
        "rate", rate, 2, "auto|none|prony",
        "relaxation in time. prony: shares and times of a series of one or two exponentials, from tests at several speeds or at rest. "
        "auto: where stresses at several speeds disagree beyond their scatter, or drop at rest. none: speeds are compared, not modelled"),
    CHOICE("path", path, 1, "exact|paper",
           "exact: friction along the exact path, fitted to lengths. paper: the formula of Miguel et al. 2013, eqs. 4-6, fitted to forces, "
           "for comparison: biased and without sigma"),
    INTEGER("segments", segments, 3, 1, 50, "spline segments per curve"),
    INTEGER("order-elongation", order_elongation, 3, 1, 6, "spline order of warp and weft curves"),
    INTEGER("order-shear", order_shear, 2, 1, 6, "spline order of the shear curve"),
    CHOICE("cross", cross, 2, "auto|on|off", "warp-weft coupling; auto switches it on when lateral contraction was measured"),
    SWITCH("polyconvex", polyconvex, 0, "only polyconvex energies (docs/theory/additive.md)"),
    SWITCH("monotone", monotone, 1, "keep every stiffness above zero during the steps"),
    INTEGER("max-iterations", max_iterations, 60, 1, 10000, "damped Gauss-Newton iterations per stage"),
    REAL("tolerance", tolerance, 1e-8, 1e-15, 1,
         "relative decrease of the objective that ends a stage; below 1e-6 without effect on tensor fields"),
    REAL("prior", prior, 10, 0, 1e9,
         "standard deviation of the weak prior on each parameter, in units of its first linear estimate; 0 switches it off"),
    CHOICE("mesh-error", mesh_error, 2, "auto|true|false",
           "predict the fitted tests again on a mesh of half the cell size and include the change of the parameters in their sigma. auto: "
           "on in the program, off in the library"),
    SWITCH("mesh-correction", mesh_correction, 1,
           "add to each prediction its change on a mesh of half the cell size, so that the stiffness map does not absorb the mesh error"),
    CHOICE("further", further, 2, "auto|on|off",
           "after a fit, simulate usual tests with the fitted material and name the one that would reduce the standard errors most. auto: "
           "if some standard error is above 5 %, slow tests only if no quick one helps"),
    REAL("accept-r2", accept_r2, 0.95, -1e9, 1,
         "smallest R2 at which a curve, fitted or held out, counts as described; a small share of its level, or noise, counts too"),
};
static const char *const shared[] = {"model", "max-iterations", "tolerance", "prior", "further", "accept-r2", NULL};
static const pl_option_need needs[] = {
    {"folds", "addends auto"}, {"sample-radius", "samples"}, {"sample-contrast", "samples"}, {"mesh-correction", "samples"}, {NULL, NULL}};
static const pl_option_audience audience = {FIELD(given), shared, needs};

const pl_option_table pl_fit_option_table = {.name = "fit",
                                             .title = "Estimation",
                                             .struct_size = sizeof(pl_fit_options),
                                             .n_option = (int)(sizeof options / sizeof options[0]),
                                             .option = options,
                                             .audience = &audience};

pl_fit_options pl_fit_options_default(void) {
  pl_fit_options result;
  pl_options_default(&pl_fit_option_table, &result);
  result.model = "auto";
  result.rig = pl_rig_options_default();
  result.solve = pl_solve_options_default();
  return result;
}
