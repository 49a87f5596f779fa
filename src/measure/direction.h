// direction.h: common names of the two directions of a cloth, in several languages and for knits.
#ifndef PL_MEASURE_DIRECTION_H
#define PL_MEASURE_DIRECTION_H

#include <stdbool.h>

#include "base/json.h"

// NULL-terminated, lower case.
extern const char *const pl__warp_names[];
extern const char *const pl__weft_names[];

// True if the whole word is one of these names, in any case.
bool pl__is_direction(const char *word, const char *const *names);
// Fails for a direction that is neither of them; names "angle" for others.
pl_status pl__direction_fail(pl_context *ctx, pl_json *direction);

#endif
