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
         "the name of a model for the protocol of the tests; or the path of a material file, or a name of `pliant material list`, whose "
         "terms are fitted"),
    TEXT("variant", variant, "",
         "linear, isotropic, convex, or several with commas between; nonlinear orthotropic with the thesis' stiffness curves when empty"),
    TEXT("addends", addends, "asymmetric",
         "captures: the last stage: stvk, anisotropic, cross, nonlinear, asymmetric; auto (also of bodies in poses): addends are added "
         "and taken away as examples left out ask for"),
    CHOICE("convexity", convexity, 2, "step|project|free",
           "the energy stays convex during the steps, is made convex after each (Miguel et al. 2016, 4.3), or is left alone"),
    INTEGER("folds", folds, 5, 2, 20,
            "parts that the examples (frames of captures, poses of bodies) are divided into; each is left out once"),
    CHOICE("compare", compare, 5, "file|default|forces|parallel|positions|both",
           "what is compared in every test, whatever the experiment file says; file follows it. A test without clips has positions only"),
    INTEGER("max-points", max_points, 5, 1, 8, "control points per curve at the most"),
    REAL("refine", refine, 0.01, 0, 1,
         "relative decrease of the residual below which a curve gets no more points; --addends auto: the same for a change of addends"),
    REAL("start", start, 1, 1e-6, 1e6, "factor on the first guesses of all stiffnesses"),
    INTEGER("samples", samples, 1, 0, 64,
            "material samples at the most, inserted in stages of 1, 2, 4, 8, ... where the residuals ask for them (Miguel et al. 2016, "
            "5.2); 1: the same material everywhere; 0: up to 16, the fewest with which the fitted poses, each left out once, are "
            "predicted as well as with any number, within one standard error; held-out poses have no say"),
    LENGTH("sample-radius", sample_radius, 0, 0, 1e3,
           "radius of the samples' weights; 0: the one with which they describe the map that the data ask for"),
    REAL("sample-contrast", sample_contrast, 0, 0, 1e3,
         "how much stiffness is thought to change from place to place before anything is measured, standard deviation over its mean, at "
         "least 0.0001; 0: as much as makes the data likeliest"),
    INTEGER("points", points, 6, 1, 11, "data points of the tensor field: 1, 4, 6, 10 or 11"),
    INTEGER("components", components, 4, 4, 6,
            "numbers per data point: 4, or 6 (c13 and c23 too, directions around half a turn) for cloth without mirror symmetry, which "
            "needs samples cut beyond 90 degrees"),
    REAL("ring", ring, 0, 0, 2,
         "extension at which the ring of data points lies; 0: 1/6 as in the published files, or the largest extension reached when that "
         "is less"),
    SWITCH("progressive", progressive, 1,
           "hung samples: from one data point to all of them in steps; captures: from StVK to the last stage in stages"),
    CHOICE("weights", weights, 1, "noise|paper",
           "residuals over their sigma, or divided by the displacement of the frame as in Wang 2011, eq. 7"),
    TEXT("bend-knots", bend_knots, "auto",
         "half-curvatures in 1/m at which the stiffness is a parameter, such as 0,5,10,15,20; visited: five up to the largest one found; "
         "auto: those five of Wang 2011 when they suit what was found, else visited"),
    CHOICE("friction", friction, 4, "auto|none|dahl|constant|alpha",
           "internal friction (Miguel et al. 2013): dahl: sigma_max = a + b |s|, rate tau; constant: sigma_max = a; alpha: slope alpha "
           "instead of tau; auto: dahl for weights and rolled strips, none for other tests"),
    CHOICE("path", path, 1, "exact|paper",
           "friction along the exact path, fitted to lengths; or the formula of Miguel et al. 2013, eqs. 4-6, fitted to forces, biased and "
           "without sigma, to compare with"),
    INTEGER("segments", segments, 3, 1, 50, "spline segments per curve"),
    INTEGER("order-elongation", order_elongation, 3, 1, 6, "spline order of warp and weft curves"),
    INTEGER("order-shear", order_shear, 2, 1, 6, "spline order of the shear curve"),
    CHOICE("cross", cross, 2, "auto|on|off", "warp-weft coupling; auto switches it on when lateral contraction was measured"),
    SWITCH("polyconvex", polyconvex, 0, "only polyconvex energies (docs/theory/additive.md)"),
    SWITCH("monotone", monotone, 1, "keep every stiffness above zero during the steps"),
    INTEGER("max-iterations", max_iterations, 60, 1, 10000, "damped Gauss-Newton iterations per stage"),
    REAL("tolerance", tolerance, 1e-8, 1e-15, 1,
         "relative decrease of the objective that ends a stage; below 1e-6 without effect on hung samples"),
    REAL("prior", prior, 10, 0, 1e9,
         "standard deviation of the weak prior on each parameter, in units of its first linear estimate; 0 switches it off"),
    CHOICE("mesh-error", mesh_error, 2, "auto|true|false",
           "predict the fitted tests once more on a mesh of half the cell and count the change of the parameters in their sigma; auto: the "
           "program does, the library does not"),
    SWITCH("mesh-correction", mesh_correction, 1,
           "add to each prediction what it changes on a mesh of half the cell, so that the map of stiffness does not answer for the mesh"),
    CHOICE("further", further, 2, "auto|on|off",
           "after a fit, simulate usual tests with the fitted material and say which would narrow the sigmas most; auto: when the sigma "
           "of some parameter is above 5 % of it, and slow tests only when no quick one would do. The library looks only when it is on"),
    REAL("accept-r2", accept_r2, 0.95, -1e9, 1, "R2 at or above which a curve counts as described, fitted or held out"),
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
