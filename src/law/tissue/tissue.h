// tissue.h: shared by the laws of tissue and of cloth with fibres: invariants of Green strains, and the chain from them to stress.
//
// With C = I + 2 E and a fibre in the plane of axes 1 and 2, at the angle `a` to axis 1,
//
//   x = I1 - 3        solids (6 Green strains): 2 (E11 + E22 + E33)
//                     sheets (3 Green strains): 2 (E11 + E22) + 1/D - 1,  D = det C in the plane: the thickness keeps the volume
//   y = I4 - 1 = 2 (cos^2 a E11 + sin^2 a E22 + sin a cos a 2E12): the squared stretch of the fibre minus 1
//
// y is linear in E. x is linear for solids, and convex for sheets: 1/D = exp(-ln D), and -ln det is convex on positive definite matrices.
// A convex function that does not decrease in x, of these two, is therefore convex in E wherever C is positive definite.
// Solids use I1 and I4 without removing the volume, so that fibres resist a uniform change of volume as well (Nolan et al. 2014).
#ifndef PL_LAW_TISSUE_TISSUE_H
#define PL_LAW_TISSUE_TISSUE_H

#include <math.h>

#include "law/rubber/rubber.h"

enum { PL_TISSUE_SHEET = 3, PL_TISSUE_SOLID = 6 };  // inputs of a law; the shear of axes 1 and 2 is the last of either

// The first invariant on a block.
typedef struct pl_tissue_first {
  pl_lanes x, dx[6], over;  // x, dx/ds_i; over: 1/D of a sheet
  pl_lanes d[3];            // dD/ds_i of a sheet
} pl_tissue_first;
// One family of fibres on a block.
typedef struct pl_tissue_fibre {
  pl_lanes y, turn;        // y, dy/d(angle)
  double a[3], turn_a[3];  // dy/ds and its derivative by the angle, of the strains 11, 22, 12
  double sense;            // +1 or -1: this family is at sense * angle
} pl_tissue_fibre;

void pl_tissue_first_fill(int n_in, const pl_lanes *s, pl_tissue_first *first);
void pl_tissue_fibre_fill(int n_in, const pl_lanes *s, double angle, double sense, pl_tissue_fibre *fibre);

// Adds psi = f(x, y) of one family; f.a and f.b are derivatives by x and y. Both psi and k may be NULL. Only the upper triangle of k is
// filled, see pl_tissue_mirror.
void pl_tissue_add(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_plane_function *f, pl_lanes *psi,
                   pl_lanes *t, pl_lanes *k);
// Zero, before the families are added; and the lower triangle of k after them.
void pl_tissue_clear(int n_in, pl_lanes *psi, pl_lanes *t, pl_lanes *k);
void pl_tissue_mirror(int n_in, pl_lanes *k);
// Adds d t / d theta for a parameter with d f,x / d theta = da and d f,y / d theta = db.
void pl_tissue_add_theta(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_lanes da, const pl_lanes db,
                         pl_lanes *dt);
// The same for the angle, which moves y: f with its second derivatives.
void pl_tissue_add_turn(int n_in, const pl_tissue_first *first, const pl_tissue_fibre *fibre, const pl_plane_function *f, pl_lanes *dt);

// exp(q) - 1, its first and second derivative. Beyond q = 100 it continues as the parabola with the same derivatives: still convex and
// increasing, and finite at any trial strain of a solver. No tissue reaches exp(100).
PL_LANE_FUNCTION void pl_tissue_exp(double q, double *f, double *df, double *ddf) {
  double most = 100, base = q > most ? most : q, beyond = q - base, e = exp(base);
  *f = expm1(base) + e * beyond * (1 + 0.5 * beyond);
  *df = e * (1 + beyond);
  *ddf = e;
}

// The optional member "families": 1 (default), or 2: at the angle and at minus the angle, with the same numbers.
pl_status pl_tissue_read_families(pl_context *ctx, pl_json *object, int *families);
void pl_tissue_write_families(pl_json_writer *writer, int families);
// Parameters that are pure numbers, and the angle to axis 1: of one family -90 to 90 degrees, of two 0 to 90.
void pl_tissue_number(pl_parameter *parameter, const char *name, double scale, double lower, double upper);
// A factor of a strain to this power within an exponential.
void pl_tissue_growth(pl_parameter *parameter, const char *name, double scale, pl_growth of, int power);
void pl_tissue_angle(pl_parameter *parameter, int families);

#endif
