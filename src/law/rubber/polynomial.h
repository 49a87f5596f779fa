// polynomial.h: the polynomials f(x, y) = sum c_mn x^m y^n behind neo-hookean, mooney-rivlin, yeoh and polynomial, on solids and on sheets.
#ifndef PL_LAW_RUBBER_POLYNOMIAL_H
#define PL_LAW_RUBBER_POLYNOMIAL_H

#include "law/rubber/rubber.h"

enum { PL_POLYNOMIAL_MAX_ORDER = 3, PL_POLYNOMIAL_MAX_TERM = 9 };

typedef struct pl_polynomial {
  int n;
  struct {
    int m, n;       // powers of x and y
    double factor;  // of the parameter: psi has factor * c
    char name[8];   // "c10", "mu"
    double lower;   // bound
  } term[PL_POLYNOMIAL_MAX_TERM];
} pl_polynomial;

typedef enum pl_polynomial_kind { PL_NEO_HOOKEAN, PL_MOONEY_RIVLIN, PL_YEOH, PL_POLYNOMIAL_ANY, PL_POLYNOMIAL_KINDS } pl_polynomial_kind;
extern const char *const pl_polynomial_name[PL_POLYNOMIAL_KINDS];

// Name, size and role of parameter j.
void pl_polynomial_parameter(const pl_polynomial *polynomial, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out);
// Terms of a kind; `order` applies to PL_POLYNOMIAL_ANY: all with 1 <= m + n <= order, or without products when `separate`. Lower bounds
// are 0 for neo-hookean and for all terms when `separate`.
void pl_polynomial_make(pl_polynomial_kind kind, int order, bool separate, pl_polynomial *polynomial);

// Derivatives of f with respect to x and y (as a and b in *f) for the coefficients c[n]; second derivatives only if requested.
void pl_polynomial_eval(const pl_polynomial *polynomial, const double *c, const pl_lanes x, const pl_lanes y, bool second,
                        pl_plane_function *f);
// Gradient of term j for a coefficient 1: d/dx, d/dy.
void pl_polynomial_term(const pl_polynomial *polynomial, int j, const pl_lanes x, const pl_lanes y, pl_lanes dx, pl_lanes dy);

#endif
