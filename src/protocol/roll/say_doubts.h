// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_ROLL_SAY_DOUBTS_H
#define PL_PROTOCOL_ROLL_SAY_DOUBTS_H

#define SAY_ROLL_BENDING_LENGTH "roll.bending-length", "the stated rigidity makes a bending length of %s; sheets have %s to %s"
#define SAY_ROLL_BENDING_LENGTH_DO "remedy.roll-bending-length", "check the units of \"rigidity\" or \"stiffness\" and of \"density\""
#define SAY_ROLL_TIGHT "roll.tight", "the released strip is bent %s times as much as on the cylinder; plausible are %s to %s"
#define SAY_ROLL_TIGHT_DO \
  "remedy.roll-tight", "check the unit of \"radius\" (not the diameter) and the scale; keep it if the strip curls by itself"
#define SAY_ROLL_STRIP_LENGTH "roll.strip-length", "the profile is %s mm long, the strip %s mm"
#define SAY_ROLL_ROUGH "roll.rough", "the points lie %s mm (rms) off a smooth curve, their sigma is %s mm"
#define SAY_ROLL_ROUGH_DO "remedy.roll-rough", "look for outliers; check \"sigma\""
#define SAY_ROLL_NOT_SMOOTH "roll.not-smooth", "no smooth curve through the points was found"
#define SAY_ROLL_NOT_SMOOTH_DO "remedy.roll-not-smooth", "check the order of the points and look for outliers"
#define SAY_ROLL_BENT_BACK "roll.bent-back", "at %d of %d samples the strip is bent against the side it was rolled to"
#define SAY_ROLL_BENT_BACK_DO \
  "remedy.roll-bent-back", "such samples are outside the one-sided law: use a shorter strip, or hang it so that gravity bends it less"
#define SAY_ROLL_ROLLED_UP "roll.rolled-up", "gravity rolls the strip up at all %d samples, against elasticity: none can be used"
#define SAY_ROLL_ROLLED_UP_DO "remedy.roll-rolled-up", "check \"held\" and \"down\"; hang the strip so that gravity opens the roll"
#define SAY_ROLL_SENSE "roll.sense", "the strip is rolled %s, that of \"%.80s\" is not"
#define SAY_ROLL_SENSE_DO \
  "remedy.roll-sense", "check \"side\" and \"held\" of both; keep it if the photograph was taken from the other side"
#define SAY_ROLL_STRIP_LONG_DO "remedy.roll-strip-long", "check \"length\" and the scale of the photograph"
#define SAY_ROLL_STRIP_SHORT_DO \
  "remedy.roll-strip-short", "label the strip from its held end to its free end; check \"length\" and the scale"

#endif
