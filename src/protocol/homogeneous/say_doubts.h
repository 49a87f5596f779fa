// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_HOMOGENEOUS_SAY_DOUBTS_H
#define PL_PROTOCOL_HOMOGENEOUS_SAY_DOUBTS_H

#define SAY_STATE_OFFSET "state.offset", "%g MPa at rest, in line %d"
#define SAY_STATE_OFFSET_DO "remedy.state-offset", "subtract the offset: an undeformed body has no stress"
#define SAY_STATE_TURNS "state.turns", "the %s reverses %d time%s, first in line %d"
#define SAY_STATE_TURNS_DO \
  "remedy.state-turns",    \
      "write \"branch\": \"load\", or fit with --friction dahl: an elastic body has one curve, and hysteresis counts as noise"
#define SAY_STATE_FALLS "state.falls", "the stress falls while the %s grows, in line %d"
#define SAY_STATE_FALLS_DO "remedy.state-falls", "remove the rows after damage; check the others"
#define SAY_STATE_VOLUME "state.volume", "the volume is %g of that at rest in line %d"
#define SAY_STATE_VOLUME_DO "remedy.state-volume", "write \"incompressible\": false"
#define SAY_STATE_STRESS_2_ZERO "state.stress-2-zero", "stress-2 is zero in every row"
#define SAY_STATE_STRESS_2_ZERO_DO "remedy.state-stress-2-zero", "if it was not measured, write \"columns\": {\"stress-2\": null}"
#define SAY_STATE_AXES_EXCHANGED "state.axes-exchanged", "the direction that is stretched more carries less, first in line %d"
#define SAY_STATE_AXES_EXCHANGED_DO "remedy.state-axes-exchanged", "check whether the columns of the two directions are exchanged"
#define SAY_STATE_PERCENT "state.percent", "column \"%s\" has no unit and goes to %g: read as a ratio (1 is 100 %%)"
#define SAY_STATE_PERCENT_DO "remedy.state-percent", "if it is in percent, write the unit %: \"strain [%]\""
#define SAY_STATE_ANGLE_UNUSED "state.angle-unused", "cut at an angle, but declared isotropic: the angle has no effect"
#define SAY_STATE_ANGLE_UNUSED_DO "remedy.state-angle-unused", "write \"symmetry\": \"orthotropic\", or omit the angle"
#define SAY_STATE_MODULUS_RATIO \
  "state.modulus-ratio", "a shear modulus of %s, %s times %s that of \"%.80s\" of the same body (%s), at equal strains"
#define SAY_STATE_MODULUS_RATIO_DO \
  "remedy.state-modulus-ratio", "check in %.80s the unit of %.120s and the sizes it is divided by, then those of %.80s"
#define SAY_STATE_MODULUS_MODE_DO \
  "remedy.state-modulus-mode",    \
      "check whether %.80s is \"%s\" and %.80s is \"%s\", whether their \"stress\" is nominal or cauchy, and their units"
#define SAY_STATE_STIFF "state.stiff", "a shear modulus of %s MPa at a strain of I1 - 3 = %.3g: stiffer than any elastomer"
#define SAY_STATE_STIFF_DO \
  "remedy.state-stiff", "check in %.80s the unit of %.120s and the area it is divided by; MPa is N/mm^2, kPa a thousandth of it"

#endif
