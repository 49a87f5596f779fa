// predicate.h: signs of determinants of points, exact for all doubles (Shewchuk 1997).
//
// A rounded value decides if it exceeds its error bound. Otherwise the determinant is computed as an expansion, a sum of doubles without
// rounding. Coordinates up to 1e90 m, and differences that are 0 or above 1e-90 m, neither overflow nor underflow.
#ifndef PL_CONTACT_PREDICATE_H
#define PL_CONTACT_PREDICATE_H

// Sign (-1, 0, 1) of det[a - d, b - d, c - d]: 1 if the normal (b - a) x (c - a) points away from d.
int pl_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);
// Sign of det[a - c, b - c]: 1 if a, b, c turn left.
int pl_orient2d(const double a[2], const double b[2], const double c[2]);

#endif
