// say_bulge.h: what looks wrong in a bulge test, and what to check.
#ifndef PL_PROTOCOL_BULGE_SAY_BULGE_H
#define PL_PROTOCOL_BULGE_SAY_BULGE_H

#define SAY_BULGE_HEIGHT "bulge.height", "the pole rises by %s times the diameter; plausible are %s to %s, a hemisphere"
#define SAY_BULGE_TENSION "bulge.tension", "the tension at the pole is about %s; sheets bear %s to %s"
#define SAY_BULGE_STIFFNESS "bulge.stiffness", "tension at the pole over strain is about %s; sheets have %s to %s"
#define SAY_BULGE_SIZES_DO "remedy.bulge-sizes", "check the units of pressure (Pa, kPa, mbar) and height (mm, m), and the diameter"

#endif
