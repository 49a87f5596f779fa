// sample_plan.h: where new material samples go, which values they start with, and what ties them to each other. Pure functions of places, columns
// and values; fit_samples.c uses them.
#ifndef PL_ESTIMATE_SAMPLE_PLAN_H
#define PL_ESTIMATE_SAMPLE_PLAN_H

#include "estimate/fit.h"

// The elements of a body as places with sizes.
typedef struct pl_places {
  int32_t n;
  const double *place;  // [n][3], m, material coordinates
  const double *size;   // [n], m^3 or m^2
  double extent;        // m, of the body: the diagonal of the box around it
} pl_places;

// Tetrahedra and hexahedra of a solid, triangles of a sheet; in arena memory.
pl_status pl_places_of_mesh(pl_arena *arena, const pl_mesh *mesh, pl_places *places);

// n_more of the places, each as far as can be from the n_given points [n_given][3] and from those chosen before; with none given, the first is the
// one nearest the centre. Returns how many were found: places at a point that is taken are not chosen.
int pl_places_spread(const pl_places *places, int n_given, const double *given, int n_more, int32_t *chosen);

// The choice among candidate bumps of stiffness. Residuals r and the Jacobian of the parameters so far are those of a solution, regularisation rows
// included; bump column k says how the residuals change with a relative change of the stiffness around candidate k. After the best change of the
// parameters so far, what a bump can still take away from half the sum of squares is
//
//   gain_k = (b_k . r)^2 / 2 (b_k . b_k + 1/s^2),   b_k: the part of the bump's column orthogonal to theirs, s: what a bump may be, relative,
//
// and after one is chosen the others are orthogonal to it too. Candidates nearer than `apart` (m) to a taken or chosen point are passed over.
typedef struct pl_bumps {
  int n_row, n_old, n;
  const double *r;          // [n_row]
  const double *old;        // [n_row][n_old]
  const double *bump;       // [n_row][n]
  const double *candidate;  // [n][3], m
  int n_taken;
  const double *taken;  // [n_taken][3], m
  double apart;         // m
  double s;
} pl_bumps;
// Up to `wanted` candidates in the order of their choice, chosen[wanted]; *n_chosen of them have a gain.
pl_status pl_bumps_choose(pl_context *ctx, const pl_bumps *bumps, int wanted, int *n_chosen, int *chosen);

// Values at the samples of `to` whose field is nearest to that of `from`: least squares over the places, weighted with their sizes, and weakly towards
// the old field at the samples' own places. value: [from->n][n_value] in, out: [to->n][n_value]; out is not below lower[n_value].
pl_status pl_samples_carry(pl_context *ctx, const pl_places *places, const pl_samples *from, const double *value, const pl_samples *to,
                           int n_value, const double *lower, double *out);

// How much two samples share of the body: sum size phi_a phi_b over the geometric mean of what each has of it; overlap[n][n], symmetric, 0 on the
// diagonal, scaled so that the largest is 1.
pl_status pl_samples_overlap(pl_context *ctx, const pl_places *places, const pl_samples *samples, double *overlap);

#endif
