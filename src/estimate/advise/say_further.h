// say_further.h: sentences about further tests: which would reduce a standard error, and by how much.
#ifndef PL_ESTIMATE_ADVISE_SAY_FURTHER_H
#define PL_ESTIMATE_ADVISE_SAY_FURTHER_H

#define SAY_FURTHER_IDENTIFIES "further.identifies", "%s to a standard error of %s of %s"
#define SAY_FURTHER_NARROWS "further.narrows", "the standard error of %s from %s to %s of %s"
#define SAY_FURTHER_BEST "further.best", " would help most (%s). It would %s "
#define SAY_FURTHER_SO_FAR "further.so-far", " So far it is %s."
#define SAY_FURTHER_ZERO "further.zero", " The fitted value is %s."
#define SAY_FURTHER_SCALE \
  "further.scale", " It would also identify the size of the stiffness, unknown so far: %s to a standard error of %s."
#define SAY_FURTHER_SCALE_ALL "further.scale-all", " With it the size of all stiffnesses is identifiable."
#define SAY_FURTHER_UNSCATTERED \
  "further.unscattered", " This counts readings alone: scatter between specimens is not measured, and a second specimen would show it."
#define SAY_FURTHER_NONE_NARROWS \
  "further.none-narrows", "The largest standard error is that of %s, %s of %s. No test tried would reduce it by a fifth."
#define SAY_FURTHER_NONE_IDENTIFIES "further.none-identifies", "The data do not identify %s, and no test tried would."

#endif
