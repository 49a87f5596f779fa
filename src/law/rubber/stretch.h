// stretch.h: isotropic laws that add the same function of every logarithmic stretch,  psi = sum_i f(l_i).
//
// Solids (three principal stretches): l_i = ln lambda_i - L/3, L = sum ln lambda = ln J, so that f is independent of volume. A volumetric
// part bulk (J - 1)^2 / 2 is added. Sheets of incompressible rubber in plane stress (two stretches): l_i = ln lambda_i, and the thickness
// has l_2 = -l_0 - l_1. A stretch <= 0 gives an energy that is not finite.
#ifndef PL_LAW_RUBBER_STRETCH_H
#define PL_LAW_RUBBER_STRETCH_H

#include "law/rubber/rubber.h"

// l[3] of the stretches s[n_in], n_in = 3 (solid) or 2 (sheet).
void pl_stretch_logs(int n_in, const pl_lanes *s, pl_lanes *l);
// psi, t, k from f, w = f' and v = f'' at l (each [3] lanes). psi and k may be NULL. Then f and v are not read. bulk is 0 for sheets.
void pl_stretch_chain(int n_in, const pl_lanes *s, const pl_lanes *f, const pl_lanes *w, const pl_lanes *v, double bulk, pl_lanes *psi,
                      pl_lanes *t, pl_lanes *k);

#endif
