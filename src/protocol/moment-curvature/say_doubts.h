// say_doubts.h: what looks wrong in loops of moment over curvature and in values of a data sheet, and what to check.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_SAY_DOUBTS_H
#define PL_PROTOCOL_MOMENT_CURVATURE_SAY_DOUBTS_H

#define SAY_MOMENT_CURVATURE "moment.curvature", "the largest curvature is %s; bending testers reach %s to %s"
#define SAY_MOMENT_CURVATURE_DO \
  "remedy.moment-curvature", "check the unit of the curvature: KES loops reach 2.5 1/cm, which is 250 1/m, a radius of 4 mm"
#define SAY_MOMENT_RIGIDITY "moment.rigidity", "moment per width over curvature is %s; sheets have %s to %s"
#define SAY_MOMENT_RIGIDITY_DO                                                                                                           \
  "remedy.moment-rigidity", "check the units: 1 gf cm^2/cm is 98.07 uN m; a moment of the whole specimen needs the width, a moment per " \
                            "width does not"
#define SAY_MOMENT_HYSTERESIS "moment.hysteresis", "2HB over B is %s; sheets have %s to %s"
#define SAY_MOMENT_HYSTERESIS_DO "remedy.moment-hysteresis", "check both units: B in gf cm^2/cm, 2HB in gf cm/cm; or they were exchanged"
#define SAY_MOMENT_OPEN "moment.open", "the record ends at a curvature of %s, not at that of its start: the loop is not closed"
#define SAY_MOMENT_OPEN_DO "remedy.moment-open", "export the whole cycle; keep it if the test was stopped there"
#define SAY_MOMENT_ZERO \
  "moment.zero", "halfway between the two branches at zero curvature the moment is %s, %.0f %% of the largest: its zero is off"
#define SAY_MOMENT_ZERO_DO \
  "remedy.moment-zero", "set the moment to zero with the specimen flat; a specimen that curls at rest shows the same"
#define SAY_MOMENT_REVERSED "moment.reversed", "unloading lies above loading by %s: a loop of friction runs the other way round"
#define SAY_MOMENT_REVERSED_DO "remedy.moment-reversed", "check the order of the rows, and the signs of curvature and moment"
#define SAY_MOMENT_DRIFT "moment.drift", "the last cycle has %.0f %% of the moment of the second, at the same curvature"
#define SAY_MOMENT_DRIFT_DO \
  "remedy.moment-drift", "check slip in the clamps and the drift of the sensor; one material predicts equal cycles"

#endif
