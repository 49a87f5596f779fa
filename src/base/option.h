// option.h: the extender's rows of options, and their reading from JSON.
#ifndef PL_BASE_OPTION_H
#define PL_BASE_OPTION_H

#include <pliant/extend/option.h>

#include "base/json.h"

// Set every member of a JSON object; unknown keys are errors with the nearest name.
pl_status pl_options_read(pl_arena *arena, const pl_option_table *table, void *options, pl_json *object);

#endif
