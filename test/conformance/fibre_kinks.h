// fibre_kinks.h: where the formulas of laws with fibres change, computed without their code.
#ifndef PLIANT_FIBRE_KINKS_H
#define PLIANT_FIBRE_KINKS_H

#include "law_subject.h"

enum { MAX_GAP = 40 };

// Distances gap = form - knot at the strain s, one per family and knot, from the names of the parameters; 0: the law has none.
int fibre_gaps(const law_subject *who, const double *theta, const double *s, double gap[MAX_GAP]);
// A lower estimate of the distance of s to the nearest of them, INFINITY without any.
double fibre_clearance(const law_subject *who, const double *theta, const double *s);
// Places f in (0, 1) of the ray f s where a gap changes its sign, appended to cut[n].
int fibre_cuts(const law_subject *who, const double *theta, const double *s, double *cut, int n, int most);

#endif
