// say.h: sentences of the protocol `homogeneous`.
#ifndef PL_PROTOCOL_HOMOGENEOUS_SAY_H
#define PL_PROTOCOL_HOMOGENEOUS_SAY_H

#define SAY_STATE_FAILED "remedy.state-failed", "they were excluded; omit states far from the others, or use another --model"
#define SAY_STATE_UNKNOWN \
  "remedy.state-unknown", "add a test in another state (uniaxial, equibiaxial, planar, shear), or use a model with fewer parameters"
#define SAY_STATE_POOR                                                                                                               \
  "remedy.state-poor", "check this curve first: stress measure, unit, area, damage; then use the more flexible --model additive or " \
                       "ogden-3"
#define SAY_STATE_POOR_CURVES "remedy.state-poor-curves", "check this curve first: stress measure, unit, area, damage; only then the model"
#define SAY_STATE_POOR_AXES \
  "remedy.state-poor-axes", "check this curve first: angle and axes, stress measure, unit, area, damage; only then the model"
#define SAY_STATE_SYSTEMATIC \
  "remedy.state-systematic", \
      "the model cannot follow this curve; use --model additive or ogden-3, or fit this state alone to see whether two tests disagree"
#define SAY_STATE_SYSTEMATIC_CURVES \
  "remedy.state-systematic-curves", "the model cannot follow this curve; fit this state alone to see whether two tests disagree"
#define SAY_STATE_SYSTEMATIC_AXES \
  "remedy.state-systematic-axes", \
      "the model cannot follow this curve; try --model fung or hgo-2, or fit this test alone to see whether two disagree"
#define SAY_STATE_FEW "remedy.state-few", "measure more points, or use a model with fewer parameters"
#define SAY_STATE_INCOMPRESSIBLE \
  "remedy.state-incompressible", "write \"incompressible\": true, or add tests with a measured lateral stretch"
#define SAY_STATE_CURVATURE_BOUND \
  "remedy.state-curvature-bound", \
      "no action is needed for a curvature: the data show no stiffening there, and the bound keeps the energy convex"
#define SAY_STATE_NO_SUCH_STIFFNESS \
  "remedy.state-no-such-stiffness", \
      "the best-fitting stiffness of that kind is zero or negative; use a model without it, or --model ogden-3"
#define SAY_STATE_BOUND_AXES \
  "remedy.state-bound-axes", "the best fit is a limit of the model; if that is implausible, use a model without the parameter"
#define SAY_STATE_CURVES_FIRST "remedy.state-curves-first", "first correct the misfit of the curves: until then the parameters mean little"
#define SAY_STATE_AXES_TEST "remedy.state-axes-test", "add a test (%s)%s"
#define SAY_STATE_AXES_POINTS "remedy.state-axes-points", "measure more points, at small and large strains%s"
#define SAY_STATE_FEWER_ONLY \
  "remedy.state-fewer-only", "use fewer parameters: %s; tests in other states (%s) would not reduce the standard errors"
#define SAY_STATE_OTHER_OR_FEWER "remedy.state-other-or-fewer", "add a test in another state (%s), or use fewer parameters: %s"
#define SAY_STATE_USE_CURVES \
  "remedy.state-use-curves", \
      "all usual states were tested: use the curves, whose sum is identifiable; for separate parameters use fewer: %s"
#define SAY_STATE_MORE_POINTS \
  "remedy.state-more-points", "all usual states were tested: measure more points, at small and large strains, or try fewer parameters: %s"
#define SAY_STATE_JUMPS_NEO "remedy.state-jumps-neo", "simulations may jump there; --model neo-hookean is stable"
#define SAY_STATE_JUMPS_ADDITIVE \
  "remedy.state-jumps-additive", "simulations may jump there; --model additive is convex in the logarithmic stretches"
#define SAY_STATE_CHECK_STRESS \
  "remedy.state-check-stress", \
      "check whether \"stress\" is nominal or cauchy, and the first points of the curves: rubber is stiff from the start"

#endif
