// certificate.h: what can be said about the convexity of a material, and how surely.
#ifndef PL_MATERIAL_CERTIFICATE_H
#define PL_MATERIAL_CERTIFICATE_H

#include "law/convexity.h"
#include "material/material.h"

// The elastic terms of one strain measure, as pl_material_convexity takes them: the smallest eigenvalue of the strain Hessian over the validity
// ranges, where, and whether it is proven for the whole range or sampled (law/convexity.h). theta may be NULL: the material's own. Terms on stretches
// and invariants (row->rest) are left out: their convexity is polyconvexity, which pl_material_polyconvex speaks of. Returns false when nothing is
// left.
bool pl_material_certify(const pl_material *material, const pl_strain *strain, const double *theta, pl_convexity *convexity);

// Every elastic term on stretches and invariants is of a law that is polyconvex within its bounds, and within them. False when there is no such term.
bool pl_material_polyconvex(const pl_material *material, const double *theta);

// One sentence per strain measure, for material->certificate, in arena memory; NULL: out of memory. For example
//   "green: convex over the range, proven; smallest eigenvalue 12.5 N/m at warp 0.1, weft 0, shear 0"
const char *pl_material_certificate(pl_arena *arena, const pl_material *material, const double *theta);

#endif
