// certificate.h: statements about the convexity of a material, and whether they are proven or sampled.
#ifndef PL_MATERIAL_CERTIFICATE_H
#define PL_MATERIAL_CERTIFICATE_H

#include "law/convexity.h"
#include "material/material.h"

// For the elastic terms of one strain measure, as in pl_material_convexity: the smallest eigenvalue of the strain Hessian over the
// validity ranges and its place. It is proven for the whole range or sampled (law/convexity.h). If theta is NULL, the material's values
// are used.
// Terms on stretches and invariants (row->rest) are excluded: pl_material_polyconvex and pl_material_stability cover them. Returns false
// when no term is left. Terms with material samples are examined sample by sample: no eigenvalue is below the smallest at a sample.
bool pl_material_certify(const pl_material *material, const pl_strain *strain, const double *theta, pl_convexity *convexity);

// True if every elastic term on stretches and invariants has a law that is polyconvex within its bounds, and is within them. False if there
// is no such term.
bool pl_material_polyconvex(const pl_material *material, const double *theta);

// All strain measures of the material to which pl_material_certify applies; returns their number.
enum { PL_MAX_CERTIFIED = 16 };
int pl_material_certify_all(const pl_material *material, const double *theta, pl_certified certified[PL_MAX_CERTIFIED]);
// "convex over the range, proven"; static text.
const char *pl_certified_words(const pl_certified *certified);
// True if no eigenvalue found is below zero and no stress drops across a knot.
bool pl_certified_convex(const pl_certified *certified);
// Dimension of the eigenvalues: energy / (weight * strain^2).
pl_dim pl_strain_tangent_dim(const pl_strain *strain);

// Statements about every elastic term, in arena memory; NULL: out of memory. One sentence per strain measure, then terms that are not
// covered:
//   "green: convex over the range, proven; smallest eigenvalue of the tangent 12.5 N/m at warp 0.1, weft 0, shear 0; of warp, weft, shear"
const char *pl_material_convexity_words(pl_arena *arena, const pl_material *material, const double *theta);
// For material->certificate: the same after the sampled stability of energies of stretches and invariants (stretch_stability.h).
const char *pl_material_certificate(pl_arena *arena, const pl_material *material, const double *theta);
// Stores both in the material: its sentence and its numbers go into material files.
pl_status pl_material_set_certificate(pl_material *material);

#endif
