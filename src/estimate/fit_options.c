// fit_options.c: the table of estimation settings.
#include "estimate/fit.h"

#define FIELD(name) offsetof(pl_fit_options, name)
static const pl_option options[] = {
    {"model",
     FIELD(model),
     PL_OPTION_TEXT,
     0,
     0,
     0,
     {0},
     "auto",
     "volino, convex, coupled, linear, orthotropic, isotropic, or the path of a material file whose terms are fitted; auto takes volino, "
     "or coupled when lateral contraction was measured"},
    {"variant",
     FIELD(variant),
     PL_OPTION_TEXT,
     0,
     0,
     0,
     {0},
     "",
     "captures: linear, isotropic, convex, or several with commas between; nonlinear orthotropic with the thesis' stiffness curves when "
     "empty"},
    {"max-points", FIELD(max_points), PL_OPTION_INT, 5, 1, 8, {0}, NULL, "captures: control points per curve at the most"},
    {"refine",
     FIELD(refine),
     PL_OPTION_REAL,
     0.01,
     0,
     1,
     {0},
     NULL,
     "captures: relative decrease of the residual below which a curve gets no more points"},
    {"start", FIELD(start), PL_OPTION_REAL, 1, 1e-6, 1e6, {0}, NULL, "captures: factor on the first guesses of all stiffnesses"},
    {"segments", FIELD(segments), PL_OPTION_INT, 3, 1, 50, {0}, NULL, "spline segments per curve"},
    {"order-elongation", FIELD(order_elongation), PL_OPTION_INT, 3, 1, 6, {0}, NULL, "spline order of warp and weft curves"},
    {"order-shear", FIELD(order_shear), PL_OPTION_INT, 2, 1, 6, {0}, NULL, "spline order of the shear curve"},
    {"cross",
     FIELD(cross),
     PL_OPTION_CHOICE,
     0,
     0,
     2,
     {0},
     "auto|on|off",
     "warp-weft coupling; auto switches it on when lateral contraction was measured"},
    {"monotone", FIELD(monotone), PL_OPTION_BOOL, 1, 0, 1, {0}, NULL, "keep every stiffness above zero during the steps"},
    {"max-iterations", FIELD(max_iterations), PL_OPTION_INT, 60, 1, 10000, {0}, NULL, "damped Gauss-Newton iterations per stage"},
    {"tolerance", FIELD(tolerance), PL_OPTION_REAL, 1e-8, 1e-15, 1, {0}, NULL, "relative decrease of the objective that ends a stage"},
    {"prior",
     FIELD(prior),
     PL_OPTION_REAL,
     10,
     0,
     1e9,
     {0},
     NULL,
     "standard deviation of the weak prior on each parameter, in units of its first linear estimate; 0 switches it off"},
    {"accept-r2",
     FIELD(accept_r2),
     PL_OPTION_REAL,
     0.95,
     -1e9,
     1,
     {0},
     NULL,
     "R2 at or above which a curve counts as described, fitted or held out"},
};
const pl_option_table pl_fit_option_table = {"fit", "Estimation", sizeof(pl_fit_options), (int)(sizeof options / sizeof options[0]),
                                             options};

pl_fit_options pl_fit_options_default(void) {
  pl_fit_options result;
  pl_options_default(&pl_fit_option_table, &result);
  result.model = "auto";
  result.rig = pl_rig_options_default();
  result.solve = pl_solve_options_default();
  return result;
}
