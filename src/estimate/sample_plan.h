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

// n_more of the places, each as far as can be from those chosen before; the first is the one nearest the centre. *n_chosen may be less: places at a
// point that is taken are not chosen. share[n_more]: the size of the places that are nearest to each.
pl_status pl_places_spread(pl_context *ctx, const pl_places *places, int n_more, int *n_chosen, int32_t *chosen, double *share);

// Which stiffness the residuals ask for. Candidates are many places, so many that a bump at each is nearly free to form any map; column k of `bump`
// says how the residuals change with a relative change d_k of the stiffness around candidate k, stiffness[k] times a reference now. One step of
// Gauss and Newton with neighbours tied to each other,
//
//   min  |r + B d|^2 + sum_kl overlap_kl (v_k - v_l)^2 / s^2 + sum_k d_k^2 / (20 s^2),   v_k = stiffness_k (1 + d_k),
//
// gives the map v that the residuals ask for, out[n], not below a tenth of what it was.
typedef struct pl_bumps {
  int n_row, n;
  const double *r;          // [n_row]
  const double *bump;       // [n_row][n]
  const double *stiffness;  // [n]
  const double *overlap;    // [n][n], pl_samples_overlap
  double s;                 // > 0
} pl_bumps;
pl_status pl_bumps_target(pl_context *ctx, const pl_bumps *bumps, double *out);

enum { PL_SAMPLES_MAX_FIT = 64 };  // samples that a fit inserts at the most

// New samples where the map is not described by those there are: one after the other, each the candidate with which the samples' field, fitted to the
// map by least squares, misses it least; size[n] weighs the candidates. point[n_point] has room for `wanted` points; radius as in
// pl_samples_radius_for. The first of all goes where the map differs most from its mean. Returns the new number of points.
int pl_samples_insert(int n, const double *candidate, const double *size, const double *map, double radius, int n_point, int wanted,
                      double *point);
// The radius of samples at these points: the asked one, or, when that is 0, PL_SAMPLE_RADIUS of their mean distance to the nearest neighbour.
#define PL_SAMPLE_RADIUS 0.4
double pl_samples_radius_for(int n, const double *point, double asked, double extent);

// Values at the samples of `to` whose field is nearest to that of `from`: least squares over the places, weighted with their sizes, and weakly towards
// the old field at the samples' own places. value: [from->n][n_value] in, out: [to->n][n_value]; out is not below lower[n_value].
pl_status pl_samples_carry(pl_context *ctx, const pl_places *places, const pl_samples *from, const double *value, const pl_samples *to,
                           int n_value, const double *lower, double *out);

// How much two samples share of the body: sum size phi_a phi_b over the geometric mean of what each has of it; overlap[n][n], symmetric, 0 on the
// diagonal, scaled so that the largest is 1.
pl_status pl_samples_overlap(pl_context *ctx, const pl_places *places, const pl_samples *samples, double *overlap);

#endif
