// poses_check.h: poses that cannot be what was meant, and those that probably are not.
#ifndef PL_MEASURE_POSES_CHECK_H
#define PL_MEASURE_POSES_CHECK_H

#include "measure/poses_part.h"

pl_status pl__poses_check(pl__poses_reader *r);
// What is readable but probably not what was meant (poses_doubt.c, poses_doubt_force.c); sigma: SI, of each kind, 0: not said.
pl_status pl__poses_doubt(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]);
// Places, supports and the mesh in two units (poses_doubt_size.c).
pl_status pl__poses_doubt_size(pl__poses_reader *r);
pl_status pl__poses_doubt_forces(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]);

#endif
