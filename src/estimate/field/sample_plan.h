// sample_plan.h: where new material samples are placed, and their starting values. Pure functions of places and values, used by
// fit_samples.c.
#ifndef PL_ESTIMATE_FIELD_SAMPLE_PLAN_H
#define PL_ESTIMATE_FIELD_SAMPLE_PLAN_H

#include "estimate/problem/fit.h"

// The first samples of the material, those of the body; NULL: it is homogeneous.
const pl_samples *pl_material_samples(const pl_material *material);

// The elements of a body as places with sizes.
typedef struct pl_places {
  int32_t n;
  const double *place;  // [n][3], m, material coordinates
  const double *size;   // [n], m^3 or m^2
  double extent;        // m, diagonal of the bounding box of the body
} pl_places;

// Tetrahedra and hexahedra of a solid, triangles of a sheet; in arena memory.
pl_status pl_places_of_mesh(pl_arena *arena, const pl_mesh *mesh, pl_places *places);

// Chooses n_more of the places, each as far as possible from those chosen before; the first is the one nearest the centre. *n_chosen may be
// less: places that coincide with a chosen one are skipped. share[n_more]: total size of the places nearest to each, m^3 or m^2.
pl_status pl_places_spread(pl_context *ctx, const pl_places *places, int n_more, int *n_chosen, int32_t *chosen, double *share);

enum { PL_SAMPLES_MAX_FIT = 64 };  // maximum number of samples that a fit inserts

// A map that samples should describe.
typedef struct pl_wanted_map {
  int n;
  const double *place;  // [n][3], m
  const double *size;   // [n], m^3 or m^2: volume or area of the body at each place
  const double *value;  // [n]
} pl_wanted_map;

// Inserts samples where the present ones do not describe the map. One after the other, each is the place that minimises the misfit of the
// samples' field, fitted to the map by least squares. point[n_point] has room for `wanted` points; radius as in pl_samples_radius_for. The
// first sample goes where the map differs most from its mean. Returns the new number of points.
int pl_samples_insert(const pl_wanted_map *map, double radius, int n_point, int wanted, double *point);
// The radius at which the field of these samples has the smallest misfit to the map, m; one sample: the extent.
double pl_samples_fit_radius(const pl_wanted_map *map, int n_point, const double *point, double extent);
// Replaces each sample by two, PL_SAMPLE_SPLIT of the radius before and behind it along the slope of the map: out[2 n_point][3], which may
// be point. Pairs with equal values give the field of one sample, slightly wider; with unequal values the cell gets a slope.
#define PL_SAMPLE_SPLIT 0.1
void pl_samples_split(const pl_wanted_map *map, int n_point, const double *point, double radius, double *out);
// The radius of samples at these points: the given one or, when that is 0, PL_SAMPLE_RADIUS of their mean distance to the nearest
// neighbour.
#define PL_SAMPLE_RADIUS 0.4
double pl_samples_radius_for(int n, const double *point, double asked, double extent);

// Values at the samples of `to` whose field is nearest to that of `from`. Least squares over the places, weighted with their sizes, with
// a weak pull to the old field at the samples' positions. value: [from->n][n_value] in, out: [to->n][n_value]; out is not below
// lower[n_value].
pl_status pl_samples_carry(pl_context *ctx, const pl_places *places, const pl_samples *from, const double *value, const pl_samples *to,
                           int n_value, const double *lower, double *out);

#endif
