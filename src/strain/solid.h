// solid.h: strains that are functions of the deformation gradient F = dx/dX alone, on any element with one F per point.
//
// With G_a = dN_a/dX of the vertices a (rest data, in the place r[I * n_vertex + a] for axis I):
//   F_I = sum_a G_aI x_a                     column I of F, the image of the unit vector along material axis I
//   ds/dx_a = sum_I (ds/dF_I) G_aI,   hess(s)_ab = sum_IJ G_aI (d2s/dF_I dF_J) G_bJ
// A measure gives s, ds/dF and the contraction sum_i t_i d2s_i/dF dF; the files of the measures are independent of vertices. A triangle has
// two columns (warp, weft) in space, a tetrahedron or a Gauss point of a hexahedron three. F is stored by columns: f[3 I + p] is component
// p of F_I.
#ifndef PL_STRAIN_SOLID_H
#define PL_STRAIN_SOLID_H

#include "strain/strain.h"

enum { PL_SOLID_MAX_F = 9 };

// A measure as a function of F with n_axis columns, n = 3 n_axis entries.
typedef struct pl_solid_measure {
  int n_axis, n_value;
  // s[n_value]; p[n_value * n] = ds_i/dF or NULL.
  void (*eval)(const pl_lanes *f, pl_lanes *s, pl_lanes *p);
  // a[n * n] += sum_i t_i d2s_i/dF dF. k: the law's tangent [n_value^2], or NULL if not available (see add_hess_law).
  void (*add_hess)(const pl_lanes *f, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *a);
} pl_solid_measure;

extern const pl_solid_measure pl_solid_green3, pl_solid_invariants, pl_solid_isochoric, pl_solid_principal3, pl_solid_volume;
extern const pl_solid_measure pl_solid_area, pl_solid_principal;

// One F instead of a block, for tests against closed forms and differences: f[3 n_axis] by columns, s[n_value], ds[n_value][3 n_axis] (may
// be NULL).
void pl_solid_eval_one(const pl_solid_measure *measure, const double *f, double *s, double *ds);
// h[(3 n_axis)^2] = sum_i t_i d2s_i/dF dF, exact. k[n_value^2] may be NULL.
void pl_solid_hess_one(const pl_solid_measure *measure, const double *f, const double *t, const double *k, double *h);

// ---- for the rows: n_vertex is 3, 4 or 8 ----

// dN_a/dxi_I of the trilinear functions of the unit cube, corners in VTK order, at the Gauss point nearest corner `point`; each point has
// weight 1/8.
void pl_solid_cube_slopes(int point, double slope[8][3]);
// G_aI and weight of a tetrahedron, or of the Gauss point nearest the first vertex of a hexahedron (in VTK order).
void pl_solid_prepare_tet(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight);
void pl_solid_prepare_hex(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight);
void pl_solid_gradient(int n_axis, int n_vertex, const pl_lanes *rest, const pl_lanes *x, pl_lanes *f);
void pl_solid_eval(const pl_solid_measure *measure, int n_vertex, const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds);
void pl_solid_add_hess(const pl_solid_measure *measure, int n_vertex, const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t,
                       const pl_lanes *k, pl_hess_mode mode, pl_lanes *h);
// The whole Hessian of a Gauss point of a hexahedron. The product of first derivatives is formed in F, nine by nine, before it is spread to
// the vertices. For the four vertices of a tetrahedron this is not faster (measured).
void pl_solid_full_hess(const pl_solid_measure *measure, const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k,
                        pl_hess_mode mode, pl_lanes *h);

// The functions of a row for one number of vertices. They end in the number: eval_4, add_hess_4, add_hess_law_4.
#define PL_SOLID_FUNCTIONS(measure, n_vertex)                                                                                           \
  static void eval_##n_vertex(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) {                                     \
    pl_solid_eval(&measure, n_vertex, rest, x, s, ds);                                                                                  \
  }                                                                                                                                     \
  static void add_hess_law_##n_vertex(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, \
                                      pl_lanes *h) {                                                                                    \
    pl_solid_add_hess(&measure, n_vertex, rest, x, t, k, mode, h);                                                                      \
  }                                                                                                                                     \
  static void add_hess_##n_vertex(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {         \
    add_hess_law_##n_vertex(rest, x, t, NULL, mode, h);                                                                                 \
  }

// The whole Hessian: full_hess_8.
#define PL_SOLID_FULL(measure)                                                                                                             \
  static void full_hess_8(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *h) { \
    pl_solid_full_hess(&measure, rest, x, t, k, mode, h);                                                                                  \
  }

// The members common to all rows on tetrahedra, and to all rows on Gauss points of hexahedra.
#define PL_SOLID_TET(function)                                                                                                       \
  .element = PL_ELEMENT_TET, .n_vertex = 4, .n_rest = 12, .weight_dim = {0, 3, 0, 0}, .prepare = pl_solid_prepare_tet, .n_class = 1, \
  .class_name = {"all"}, .eval = function, .add_hess = add_hess_4
#define PL_SOLID_HEX(function)                                                                                                             \
  .element = PL_ELEMENT_HEX_POINT, .n_vertex = 8, .n_rest = 24, .weight_dim = {0, 3, 0, 0}, .prepare = pl_solid_prepare_hex, .n_class = 1, \
  .class_name = {"all"}, .eval = function, .add_hess = add_hess_8, .full_hess = full_hess_8

#endif
