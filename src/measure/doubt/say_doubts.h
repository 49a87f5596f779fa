// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_MEASURE_DOUBT_SAY_DOUBTS_H
#define PL_MEASURE_DOUBT_SAY_DOUBTS_H

#define SAY_LOAD_DENSITY "load.density", "the areal density is %s; sheets have %s to %s"
#define SAY_LOAD_GRAVITY "load.gravity", "\"gravity\" is %s; on Earth it is %s to %s"
#define SAY_LOAD_GRAVITY_DO "remedy.load-gravity", "check its unit and value; keep it if it is intended, as on the Moon (1.62 m/s^2)"
#define SAY_LOAD_SAME "load.same", "has the same readings as \"%.120s\""
#define SAY_LOAD_SAME_DO "remedy.load-same", "check the file names of both: two samples never give identical readings"
#define SAY_LOAD_DENSITY_DO "remedy.load-density", "check the unit of \"density\" at the top of the file (g/m^2, kg/m^2)"
#define SAY_LOAD_PERCENT "load.percent", "column \"%s\" has no unit and goes to %s: read as a ratio (1 is 100 %%)"
#define SAY_LOAD_PERCENT_DO "remedy.load-percent", "if it is in percent, write \"columns\": {\"%s\": {\"name\": \"%s\", \"unit\": \"%%\"}}"

#endif
