// say.h: sentences of the protocol `tensile`.
#ifndef PL_PROTOCOL_TENSILE_SAY_H
#define PL_PROTOCOL_TENSILE_SAY_H

#define SAY_SHEAR_MISMATCH "material.shear-mismatch", "the two shear curves differ by %.1f %%"
#define SAY_SHEAR_NEAR_TENSION \
  "remedy.shear-near-tension", "use the shear curve only near the tested tension; a coupled model needs combined tests"
#define SAY_SHEAR_AGREES                                                                                                                \
  "tensile.shear-curves-agree", "The shear curves measured along warp and along weft agree within %.1f %%: independent warp, weft and " \
                                "shear curves describe this fabric."
#define SAY_SHEAR_DIFFERS                                                                                                              \
  "tensile.shear-curves-differ", "The shear curves measured along warp and along weft differ by %.1f %%. With independent elongation " \
                                 "modes they would be one curve, so "                                                                  \
                                 "shear depends on the elongation of this fabric (or one sample was mounted differently)."

#endif
