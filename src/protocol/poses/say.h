// say.h: sentences of the protocol `poses`.
#ifndef PL_PROTOCOL_POSES_SAY_H
#define PL_PROTOCOL_POSES_SAY_H

#define SAY_POSE_OPPOSITE "poses.opposite-sign", "%s has the opposite sign: the body was moved the other way"
#define SAY_POSE_OPPOSITE_ALL "poses.opposite-sign.all", "readings have the opposite sign: the body was moved the other way"
#define SAY_POSE_CONTRADICTS \
  "poses.contradiction", "%s contradicts the others: it gives a Young's modulus of about %s, %d others about %s; it seems %s times too %s"
#define SAY_POSE_CONTRADICTS_PAIR \
  "poses.contradiction-pair", "two readings disagree by a factor of %s: %s gives a Young's modulus of about %s, %s about %s"
#define SAY_POSE_CONTRADICTS_ALL "poses.contradiction.all", "readings contradict the others: they imply a quite different stiffness"
#define SAY_POSE_MISSED \
  "poses.missed", "the residual of %s of '%s' in pose \"%s\" is %s times the sigma given: %s measured, %s predicted (%s)"
#define SAY_POSE_MISSED_ALL "poses.missed.all", "%d readings have residuals above %g times the sigma given%s"
#define SAY_POSE_CHECK_UNIT \
  "remedy.pose-check-unit", \
      "check its unit (mN, N, kN; mm, m), \"density\" and loads; if all are right the body is heterogeneous: use --samples 4"
#define SAY_POSE_CHECK_MODEL                                                                                                             \
  "remedy.pose-check-model", "check its unit and size; if right, the body stiffens, has axes or is heterogeneous: use --model additive " \
                             "or orthotropic, or --samples 4"
#define SAY_POSE_CHECK_SIGN \
  "remedy.pose-check-sign", "check its sign: readings are what the support does to the body; \"of\": \"body\" reverses them"
#define SAY_POSE_LOOK \
  "remedy.pose-look", "check the pose of the first one (unit, sign, set, axes), then the model, and whether so small a sigma is meant"
#define SAY_POSE_LOOK_SAMPLES \
  "remedy.pose-look-samples", \
      "check the pose of the first one (unit, sign, set, axes), then the model (--samples 16 if heterogeneous), and the sigma"
#define SAY_BODY_FAILED "remedy.body-failed", "they were excluded; refine the mesh, use smaller motions, or a model with fewer parameters"
#define SAY_BODY_UNKNOWN "remedy.body-unknown", "add a pose that strains the body that way, or use a model with fewer parameters"
#define SAY_BODY_POOR "remedy.body-poor", "check this pose first: unit, sign, set, axes, supports and loads; only then the model"
#define SAY_BODY_SYSTEMATIC \
  "remedy.body-systematic", \
      "the model cannot follow these readings; refine the mesh, use a model with more parameters, or fit this pose alone"
#define SAY_BODY_SYSTEMATIC_WITH \
  "remedy.body-systematic-with", \
      "the model cannot follow these readings; refine the mesh, use %s, or fit this pose alone to see whether two poses disagree"
#define SAY_BODY_HEXAHEDRA_FIRST \
  "remedy.body-hexahedra-first", "fit with --elements hexahedra or a finer mesh first: few linear tetrahedra are too stiff; then: %s"
#define SAY_BODY_FEW "remedy.body-few", "read more places or forces, add poses, or use a model with fewer parameters"
#define SAY_BODY_FEW_SAMPLES "remedy.body-few-samples", "read more places or forces, add poses, or use fewer --samples"
#define SAY_BODY_WEAK \
  "remedy.body-weak", "add poses that strain the body in other ways, read more places or forces, or use a model with fewer parameters"
#define SAY_BODY_ZERO "remedy.body-zero", "add a pose that strains the body that way, or try a model without them"
#define SAY_BODY_BELOW "remedy.body-below", "the best-fitting stiffness there is negative; use a model with fewer parameters, or add poses"
#define SAY_BODY_BELOW_ADDENDS \
  "remedy.body-below-addends", \
      "the best-fitting stiffness there is negative; use --model stvk or orthotropic, or add poses that strain the body that way"
#define SAY_BODY_BELOW_CURVATURE \
  "remedy.body-below-curvature", \
      "no action is needed for a curvature: the data show no stiffening there, and the bound keeps the energy convex"
#define SAY_BODY_NO_SUCH_STIFFNESS \
  "remedy.body-no-such-stiffness", "the best-fitting stiffness of that kind is zero or negative; use a model without it"
#define SAY_BODY_BORDER_ADDENDS                                                                                                        \
  "remedy.body-border-addends", "the best fit is not convex, this is the nearest convex one; use --model stvk or orthotropic, or add " \
                                "poses"
#define SAY_BODY_NOT_CONVEX_ADDENDS \
  "remedy.body-not-convex-addends", "simulations may find several equilibria there; use --model stvk or orthotropic, or add poses"
#define SAY_BODY_NOT_CONVEX_FREE "remedy.body-not-convex-free", "simulations may find several equilibria there; use --convexity step"

#endif
