// direction.h: the names of the two directions of a cloth that people use, in their languages and of knits.
#ifndef PL_MEASURE_DIRECTION_H
#define PL_MEASURE_DIRECTION_H

#include <stdbool.h>

// NULL-terminated, small letters.
extern const char *const pl__warp_names[];
extern const char *const pl__weft_names[];

// Is the whole word one of these names, in whichever case?
bool pl__is_direction(const char *word, const char *const *names);

#endif
