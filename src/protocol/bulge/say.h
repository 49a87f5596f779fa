// say.h: remedies of the protocol `bulge`.
#ifndef PL_PROTOCOL_BULGE_SAY_H
#define PL_PROTOCOL_BULGE_SAY_H

#define SAY_BULGE_FAILED "remedy.bulge-failed", "they were excluded; simulate with more --cells, or record smaller steps of pressure"
#define SAY_BULGE_UNKNOWN \
  "remedy.bulge-unknown", \
      "a pressure curve alone does not separate the stiffnesses; add a tensile strip along warp or weft, and one at 45 degrees for shear"
#define SAY_BULGE_UNKNOWN_ISOTROPIC \
  "remedy.bulge-unknown-isotropic", "a pressure curve alone identifies one stiffness; add a tensile strip, cut in any direction"
#define SAY_BULGE_POISSON "bulge.poisson-held", "Poisson's ratio is held at %g, not fitted: a pressure curve identifies one stiffness"
#define SAY_BULGE_POISSON_DO                                                                                                            \
  "remedy.bulge-poisson-held", "Young's modulus depends on it, E/(1 - nu) by less than 10 % from 0 to 0.5; add a tensile strip to fit " \
                               "both"
#define SAY_BULGE_POOR \
  "remedy.bulge-poor", "check this curve first: units, diameter, slip in the ring, slack at zero pressure; only then the model"
#define SAY_BULGE_SYSTEMATIC                                                                                                          \
  "remedy.bulge-systematic", "the model cannot follow this curve; check slip in the ring and slack at zero pressure, or try --model " \
                             "volino"
#define SAY_BULGE_FEW "remedy.bulge-few", "record more pressures, or use --model isotropic"
#define SAY_BULGE_BELOW "remedy.bulge-below", "the best-fitting stiffness there is negative; add a tensile strip, or use --model isotropic"

#endif
