// strain_fold.c: bending of two triangles that share an edge, as in the data-driven cloth model (Wang 2011, section 3.2).
//
//   s = alpha = theta l / (2 A),  l the edge's rest length, A = A0 + A1 the rest area of the two triangles, weight A.
//
// theta is the hinge's angle (strain_hinge.c, whose kernels are used with another factor) and theta l / A its curvature, so alpha is half
// the curvature. With sigma = k(alpha) alpha the moment on the hinge is A sigma dalpha/dtheta = k alpha l / 2:
//   force  -k l^2/(2 A) (theta/2) grad theta,   energy k l^2 theta^2 / (8 A) for constant k,   plate rigidity about k/4.
// The paper and its published files differ in two points, and this file follows the files:
// - eqs. 4 and 5 have sin(theta/2) for theta/2. It is smaller by the fraction theta^2/24: 0.7 % at alpha = 20 1/m on cells of 10 mm
//   (theta = 23 degrees). As a strain it would be inconsistent with its force: the stress k sin(theta/2) adds a factor cos(theta/2) that
//   eq. 4 does not have, while theta/2 gives exactly the force above.
// - eq. 5 divides by h1 + h2 = 2 A / l, which gives a quarter of the curvature. The text says half, and the files agree with the text.
//
// Classes are the directions of the fold line, 0, 45 and 90 degrees from warp. An edge between two of them belongs to both, in proportion
// to the angle: k is interpolated linearly in the angle, as in the paper.
#include <math.h>

#include "strain/strain_rows.h"

static void prepare(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight) {
  const double *a = mesh->rest + 2 * vertex[0], *b = mesh->rest + 2 * vertex[1];
  rest[0] = hypot(b[0] - a[0], b[1] - a[1]) / (2 * area);
  *weight = area;
}

static double membership(const pl_mesh *mesh, const int32_t *vertex, int class_index) {
  const double row = 0.78539816339744831;  // 45 degrees between rows
  double at = pl_line_angle(mesh->rest + 2 * vertex[0], mesh->rest + 2 * vertex[1]) / row;
  // An edge along a row belongs to it in spite of rounding: otherwise it would be evaluated a second time for a share of 1e-16.
  if (fabs(at - round(at)) < 1e-9) at = round(at);
  return fmax(0, 1 - fabs(at - class_index));
}

static void eval(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds) { pl_strain_hinge.eval(rest, x, s, ds); }

static void add_hess(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h) {
  pl_strain_hinge.add_hess(rest, x, t, mode, h);
}

const pl_strain pl_strain_fold = {
    .name = "fold",
    .words = "bending",
    .value_words = {{"bending", "", "alpha, half the curvature"}},
    .note = "Stress is k alpha, twice the moment per width.",
    .help = "bending at an edge: theta l / (2 A), for a cylinder half its curvature",
    .source = "Wang, O'Brien, Ramamoorthi 2011, section 3.2",
    .element = PL_ELEMENT_HINGE,
    .n_vertex = 4,
    .n_value = 1,
    .n_rest = 1,
    .value_name = {"alpha"},
    .value_dim = {0, -1, 0, 0},
    .weight_dim = {0, 2, 0, 0},
    .prepare = prepare,
    .n_class = 3,
    .class_name = {"0", "45", "90"},
    .membership = membership,
    .rigidity = 0.25,  // w = 1
    .per_curvature = 0.5,
    .class_cut = {90, 45, 0},
    .eval = eval,
    .add_hess = add_hess,
};
