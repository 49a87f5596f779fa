// mollifier.h: the factor that removes the energy of parallel edges, whose nearest points are not unique (Li et al. 2020, section 5.3).
//
//   c = |e x f|^2,  m = c/cx (2 - c/cx) for c < cx, else 1;  e, f: the edges;  cx = 1e-3 |e|^2 |f|^2 at rest
//
// Where edges are parallel, pairs of points and triangles carry the contact. m is C1; its Hessian jumps at c = cx.
#ifndef PL_CONTACT_MOLLIFIER_H
#define PL_CONTACT_MOLLIFIER_H

// cx from the squared lengths of the edges at rest, m^4.
static inline double pl_mollifier_threshold(double square_e, double square_f) { return 1e-3 * square_e * square_f; }

// m in [0, 1]; for m < 1 also gradient[4][3] and hessian[12][12], unless NULL; for m = 1 they are not written.
double pl_mollifier_eval(const double x[4][3], double threshold, double gradient[4][3], double hessian[12][12]);
// The nearest semidefinite matrix to a Hessian of m, or of any function of the two edges alone.
void pl_mollifier_project(double hessian[12][12]);

#endif
