// say_times.h: what looks wrong in the times of a curve.
#ifndef PL_MEASURE_TABLE_SAY_TIMES_H
#define PL_MEASURE_TABLE_SAY_TIMES_H

#define SAY_TIME_SPEED "curve.time-speed", "the speed is stated as %s, but by the column of times it is %s"
#define SAY_TIME_SPEED_DO \
  "remedy.curve-time-speed", "correct \"speed\" or the unit of the times; rates and relaxation times follow from them"

#endif
