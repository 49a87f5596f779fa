// moment.h: cloth bent as a cylinder between two clamps while its moment is measured: KES-FB2 and other pure bending testers, protocol
// `moment-curvature`.
//
//   bending-curvature   control, 1/m, in the order of measurement: 0, 250, -250, 0 for a KES loop of 2.5 1/cm
//   moment              observed, N, per width: N m / m, 1 gf cm/cm = 9.807 mN
//   rigidity            observed, N m, B of a data sheet without its curve: slope of the loading branch between 50 and 150 1/m
//   bending-hysteresis  observed, N, 2HB of such a sheet: moment of loading less that of unloading at 100 1/m
// A test is a loop (curvature, moment) or a sheet (rigidity, and hysteresis if it is known), never both. Positive curvature turns the face of
// the cloth outward. Clamps 20 cm wide and 1 cm apart impose a cylinder: no curvature across it, no twist. Cut at c from warp,
//   kappa = curvature (cos^2 c, sin^2 c, 2 sin c cos c),   moment = sum of t_i d kappa_i / d curvature.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_MOMENT_H
#define PL_PROTOCOL_MOMENT_CURVATURE_MOMENT_H

#include "measure/protocol.h"

enum { PL_MOMENT_CURVATURE, PL_MOMENT_MOMENT, PL_MOMENT_RIGIDITY, PL_MOMENT_HYSTERESIS };

typedef enum pl_moment_face { PL_FACE_OUTWARD, PL_FACE_INWARD, PL_FACE_BOTH } pl_moment_face;
enum { PL_FACES = 2 };

typedef struct pl_moment {
  bool sheet;           // numbers of a data sheet
  pl_moment_face face;  // of a sheet: the side it is read on; both: their mean. A loop has both sides in its signs
} pl_moment;

extern const pl_protocol pl_protocol_moment_curvature;
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_moment *pl_moment_of(const pl_test *test) {
  return test->protocol == &pl_protocol_moment_curvature ? test->detail : NULL;
}

// ---- the convention of data sheets (sheet.c) ----

// Curvatures, 1/m: B is the slope from low to high, 2HB the width of the loop at `at`. Loops up to `top`.
typedef struct pl_moment_window {
  double low, high, at, top;
} pl_moment_window;
// KES: 50, 150, 100 of 250 1/m; the same shares of the largest curvature of loops that do not reach 150 1/m.
pl_moment_window pl_moment_window_of(double top);

// By face; NAN: the loop does not have it.
typedef struct pl_loop_values {
  double rigidity[PL_FACES];    // N m, slope of the loading branches, by least squares
  double hysteresis[PL_FACES];  // N
  double residual[PL_FACES];    // 1/m, curvature without moment on the way back
} pl_loop_values;
// branch: [n], pl_branch.
void pl_loop_values_of(int n, const double *curvature, const double *moment, const int *branch, const pl_moment_window *window,
                       pl_loop_values *out);

// Moments [n], N, of a material along curvatures [n] from rest, of cloth cut at this angle: its terms on curvatures, exactly, without a
// mesh. Terms other than `only` [n_term] are left out; NULL: none is.
struct pl_material;
void pl_moment_along(const struct pl_material *material, const double *theta, double angle, const bool *only, int n,
                     const double *curvature, double *moment);

#endif
