// polar.h: data points in polar strain space, and functions for fits of the two laws on them (polar-tensor, polar-energy).
//
// A scheme is the origin (the rest state) and n_ring x n_angle points. Ring i lies at the principal extension lambda_max = radius[i], angle
// j is its direction from warp (Wang, O'Brien and Ramamoorthi 2011, section 3.1, figure 2). Points are numbered origin first, then ring by
// ring, angle by angle: the rows of the published material files.
#ifndef PL_LAW_POLAR_POLAR_H
#define PL_LAW_POLAR_POLAR_H

#include "law/law.h"

enum { PL_POLAR_MAX_RING = 8, PL_POLAR_MAX_ANGLE = 24 };

// Position of the ring in the published material files: an extension of 1/6. A default for templates; files state their radii.
#define PL_POLAR_RING (1.0 / 6)

// The shape of a polar-tensor.
typedef struct pl_polar_scheme {
  int n_ring, n_angle;               // n_ring = 0: the origin only, n_angle = 0
  double radius[PL_POLAR_MAX_RING];  // [n_ring], extension, ascending, > 0
  double angle[PL_POLAR_MAX_ANGLE];  // [n_angle], rad, ascending: 0 .. pi/2 with both ends, or from 0 to below pi with shear coupling
  bool coupling;                     // six parameters per point (with c13, c23) and angles over half a turn: cloth without mirror symmetry
  bool zero;                         // interpolated coefficients below zero count as zero
  double smoothing;                  // difference of the principal strains below which the direction is smoothed out, > 0
} pl_polar_scheme;

int pl_polar_point_count(const pl_polar_scheme *scheme);
int pl_polar_component_count(const pl_polar_scheme *scheme);  // parameters per point: 4 or 6

// The paper's schemes (section 4.1.2, figure 10) for mirror-symmetric cloth with the outer ring at the extension `ring`. The number n_point
// is 1; 4 (0, 45, 90 degrees); 6 (every 22.5); or 10 (every 11.25). It may also be 11 (the six and a second ring of five at half the
// radius). False for other counts.
bool pl_polar_scheme_standard(int n_point, double ring, pl_polar_scheme *scheme);
// Its members of a material file ("radii", "angles", ...), to describe a term.
// The member "angles": 0, 22.5, ... 90 degrees.
void pl_polar_put_angles(pl_json_writer *writer);
void pl_polar_scheme_write(const pl_polar_scheme *scheme, pl_json_writer *writer);
// The reverse.
pl_status pl_polar_scheme_read(pl_arena *arena, pl_json *object, pl_polar_scheme *scheme);

// Reads an ascending list `key` of at most n_max values of the dimension into value[n_max], at least `least_step` apart. The text `what`
// names the list in messages, `example` shows how to write it.
pl_status pl_polar_read_list(pl_arena *arena, pl_json *object, const char *key, pl_dim dim, const char *what, const char *example,
                             int n_max, double least_step, int *n, double *value);
// Angles from 0 to 90 degrees, both included, or an error at `list`.
pl_status pl_polar_check_quarter(pl_context *ctx, const pl_json *list, int n, const double *angle);

// theta of another polar-tensor whose points have the values that `from` interpolates there. The field of tensors is the same on two
// conditions. The smoothing is equal, and `to` contains the rings and angles of `from` (1 -> 4 -> 6 -> 10 or 11). A law with shear coupling
// can take the values of one without, not the reverse.
void pl_polar_tensor_resample(const pl_law *from, const double *theta, const pl_law *to, double *to_theta);

// theta of a polar-energy that equals the linear law of the tensor c = {c11, c12, c22, c33}, N/m. As in polar-tensor, c33 acts on the
// tensor shear. If that is not convex: of one within the bounds, where negative diagonal entries become 0 and c12 is limited to what
// `balance` allows.
void pl_polar_energy_start(const pl_law *law, const double c[4], double *theta);
// The balance at which every positive definite tensor can be represented: sqrt(c22 / c11), within 1/8 .. 8.
double pl_polar_energy_balance(const double c[4]);

#endif
