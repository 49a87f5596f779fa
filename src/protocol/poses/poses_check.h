// poses_check.h: poses that cannot be what was meant, and those that probably are not.
#ifndef PL_PROTOCOL_POSES_POSES_CHECK_H
#define PL_PROTOCOL_POSES_POSES_CHECK_H

#include "protocol/poses/poses_part.h"

pl_status pl__poses_check(pl__poses_reader *r);
// What is readable but probably not what was meant (protocol/poses/read/doubt.c, protocol/poses/read/doubt_force.c); sigma: SI, of each kind, 0: not said.
pl_status pl__poses_doubt(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]);
// Two coordinates taken for each other (protocol/poses/read/doubt_exchange.c).
pl_status pl__poses_doubt_exchange(pl__poses_reader *r);
// A place with two coordinates exchanged, of three ways to do so, and their names: "x and y".
void pl__poses_exchange(int exchange, const double x[3], double out[3]);
const char *pl__poses_axes_words(int exchange);
// Places, supports and the mesh in two units (protocol/poses/read/doubt_size.c).
pl_status pl__poses_doubt_size(pl__poses_reader *r);
pl_status pl__poses_doubt_forces(pl__poses_reader *r, const double sigma[PL_POSES_CHANNELS]);

#endif
