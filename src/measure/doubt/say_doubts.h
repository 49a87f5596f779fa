// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_MEASURE_DOUBT_SAY_DOUBTS_H
#define PL_MEASURE_DOUBT_SAY_DOUBTS_H

#define SAY_LOAD_DENSITY "load.density", "the areal density is %s g/m^2%s; cloth has %g to %g g/m^2"
#define SAY_LOAD_GRAVITY "load.gravity", "\"gravity\" is %s m/s^2, on Earth it is 9.81 m/s^2"
#define SAY_LOAD_GRAVITY_DO "remedy.load-gravity", "check its unit and value; keep it if it is intended, as on the Moon (1.62 m/s^2)"
#define SAY_LOAD_ALWAYS "load.always", "\"%s\" is %s, the heaviest weight only %s: the weights hardly change the load"
#define SAY_LOAD_ALWAYS_DO "remedy.load-always", "check the units of \"%s\" and of the weights; hang heavier weights if both are right"
#define SAY_LOAD_HEAVY "load.heavy", "the heaviest weight is %s: implausible for a cloth"
#define SAY_LOAD_HEAVY_DO "remedy.load-heavy", "check the unit of the weights (g, kg, N)"
#define SAY_LOAD_LIGHT "load.light", "the heaviest weight of \"%s\" is %s, the cloth itself weighs %s"
#define SAY_LOAD_LIGHT_DO "remedy.load-light", "check the unit of the weights (g, kg, N) and \"density\""
#define SAY_LOAD_DISK \
  "load.disk", "%s at a travel of %s: about %s per width around the disk at a strain of %.3g %%, more than any cloth carries"
#define SAY_LOAD_DISK_DO "remedy.load-disk", "check in %.80s the unit of %.120s (mN, N, kN), and the diameters"
#define SAY_LOAD_RIGIDITY "load.rigidity", "a rigidity of %s makes a bending length of %s; that of cloth is 10 to 60 mm"
#define SAY_LOAD_RIGIDITY_DO "remedy.load-rigidity", "check the units of \"rigidity\" or \"stiffness\" and of \"density\""
#define SAY_LOAD_RADIUS "load.radius", "the released strip is bent to a radius of %s on average, tighter than the cylinder of %s%s"
#define SAY_LOAD_RADIUS_DO \
  "remedy.load-radius", "check the unit of \"radius\" (not the diameter) and the scale; keep it if the strip curls by itself"
#define SAY_LOAD_SAME "load.same", "has the same readings as \"%.120s\""
#define SAY_LOAD_SAME_DO "remedy.load-same", "check the file names of both: two samples never give identical readings"
#define SAY_LOAD_DENSITY_DO "remedy.load-density", "check the unit of \"density\" at the top of the file (g/m^2, kg/m^2)"
#define SAY_LOAD_PERCENT "load.percent", "column \"%s\" has no unit and goes to %s: read as a ratio (1 is 100 %%)"
#define SAY_LOAD_PERCENT_DO "remedy.load-percent", "if it is in percent, write \"columns\": {\"%s\": {\"name\": \"%s\", \"unit\": \"%%\"}}"

#endif
