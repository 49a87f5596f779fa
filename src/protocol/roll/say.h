// say.h: sentences of the protocol `roll`.
#ifndef PL_PROTOCOL_ROLL_SAY_H
#define PL_PROTOCOL_ROLL_SAY_H

#define SAY_ROLL_STRAIGHT "roll.straight", "gravity opens the spirals: %d of %d samples keep less than a tenth of the curvature of the roll"
#define SAY_ROLL_NO_RIGIDITY \
  "roll.no-rigidity", "no bending stiffness is given: spirals identify k1 - b well, k1 and b only weakly, beyond their standard errors"
#define SAY_ROLL_SHORTER "remedy.roll-shorter", "this cloth is too heavy for its stiffness; roll shorter strips, which weigh less"
#define SAY_ROLL_GIVE_RIGIDITY \
  "remedy.roll-give-rigidity", "give \"rigidity\" or \"bending\" from a cantilever test; until then use neither k1 nor b"
#define SAY_ROLL_FAILED "remedy.roll-failed", "they were excluded; simulate with more --cells"
#define SAY_ROLL_UNKNOWN "remedy.roll-unknown", "roll around other radii, or give \"rigidity\""
#define SAY_ROLL_POOR "remedy.roll-poor", "check this strip first: file, side, radius, density, calibration; only then the model"
#define SAY_ROLL_SYSTEMATIC                                                                                                          \
  "remedy.roll-systematic", "the model cannot follow this strip; try another --friction, or fit it alone to see whether two strips " \
                            "disagree"
#define SAY_ROLL_FEW "remedy.roll-few", "label more points or roll around more radii"

#endif
