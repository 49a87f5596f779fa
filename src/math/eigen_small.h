// eigen_small.h: eigenvalues of symmetric matrices up to 6 x 6, and their projection to positive semidefinite ones.
//
// Cyclic Jacobi rotations: as accurate as the entries allow, no special case for equal eigenvalues, and it ends for any input (NaN gives
// NaN). Only the upper triangle is read; matrices are row-major.
#ifndef PL_MATH_EIGEN_SMALL_H
#define PL_MATH_EIGEN_SMALL_H

enum { PL_EIGEN_MAX = 6 };

// Eigenvalues w[n] ascending, n = 1 .. PL_EIGEN_MAX.
void pl_sym_eigenvalues(int n, const double *a, double *w);
// Also the eigenvectors: v[i * n + k] is component i of the unit eigenvector of w[k].
void pl_sym_eigen(int n, const double *a, double *w, double *v);
// Replace a by the nearest (Frobenius norm) positive semidefinite matrix: negative eigenvalues become 0. A matrix that is safely positive
// definite is returned bit for bit.
void pl_sym_project(int n, double *a);
void pl_sym3_project(double a[9]);

#endif
