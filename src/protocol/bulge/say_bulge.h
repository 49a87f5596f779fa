// say_bulge.h: what looks wrong in a bulge test, and what to check.
#ifndef PL_PROTOCOL_BULGE_SAY_BULGE_H
#define PL_PROTOCOL_BULGE_SAY_BULGE_H

#define SAY_BULGE_TENSION \
  "bulge.tension", "%s at a height of %s: a tension of about %s at the pole with a strain of %.3g %%, no cloth bears that"
#define SAY_BULGE_TENSION_DO "remedy.bulge-tension", "check in %.80s the units of pressure (Pa, kPa, mbar) and height, and the diameter"

#endif
