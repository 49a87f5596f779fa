// certificate.h: what can be said about the convexity of a material, and how surely.
#ifndef PL_MATERIAL_CERTIFICATE_H
#define PL_MATERIAL_CERTIFICATE_H

#include "law/convexity.h"
#include "material/material.h"

// The elastic terms of one strain measure, as pl_material_convexity takes them: the smallest eigenvalue of the strain Hessian over the validity
// ranges, where, and whether it is proven for the whole range or sampled (law/convexity.h). theta may be NULL: the material's own. Terms on stretches
// and invariants (row->rest) are left out: pl_material_polyconvex and pl_material_stability speak of them. Returns false when nothing is left.
// Terms with material samples are looked at sample by sample: nowhere is an eigenvalue below the smallest at a sample.
bool pl_material_certify(const pl_material *material, const pl_strain *strain, const double *theta, pl_convexity *convexity);

// Every elastic term on stretches and invariants is of a law that is polyconvex within its bounds, and within them. False when there is no such term.
bool pl_material_polyconvex(const pl_material *material, const double *theta);

// All strain measures of the material that pl_material_certify has an answer for; returns how many.
enum { PL_MAX_CERTIFIED = 16 };
int pl_material_certify_all(const pl_material *material, const double *theta, pl_certified certified[PL_MAX_CERTIFIED]);
// "convex over the range, proven"; static text.
const char *pl_certified_words(const pl_certified *certified);
// No eigenvalue that is not positive and no stress that falls across a knot, where it was looked at.
bool pl_certified_convex(const pl_certified *certified);
// Dimension of the eigenvalues: energy / (weight * strain^2).
pl_dim pl_strain_tangent_dim(const pl_strain *strain);

// What is known of every elastic term, in arena memory; NULL: out of memory. One sentence per strain measure, then terms that are not covered:
//   "green: convex over the range, proven; smallest eigenvalue of the tangent 12.5 N/m at warp 0.1, weft 0, shear 0; of warp, weft, shear"
const char *pl_material_convexity_words(pl_arena *arena, const pl_material *material, const double *theta);
// For material->certificate: the same after the stability of energies of stretches and invariants, which is sampled (stretch_stability.h).
const char *pl_material_certificate(pl_arena *arena, const pl_material *material, const double *theta);
// Puts both into the material as it stands: its sentence and its numbers go into material files.
pl_status pl_material_set_certificate(pl_material *material);

#endif
