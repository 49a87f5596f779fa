// poses_check.h: poses that cannot be what was meant.
#ifndef PL_MEASURE_POSES_CHECK_H
#define PL_MEASURE_POSES_CHECK_H

#include "measure/poses_part.h"

pl_status pl__poses_check(pl__poses_reader *r);

#endif
