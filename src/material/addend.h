// addend.h: the addends of the additive model by name: strains, law, symmetry.
//
// The papers compose a cloth or a solid from a few addends (Miguel 2016, sections 3.2 and 5.1; thesis 4.2.2). These are a curve per strain,
// a grid per pair of strains, curves of area and volume. This table names them, and pl_addend_describe turns a name and control strains
// into the JSON text of a term, as in a material file. Addends with "-asymmetric" depend on the sign of their strains; the others do not,
// or keep the value at rest in compression.
#ifndef PL_MATERIAL_ADDEND_H
#define PL_MATERIAL_ADDEND_H

#include "base/context.h"

typedef enum pl_addend_kind {
  PL_ADDEND_CURVE,      // one strain: linear, convex-spline or energy-spline
  PL_ADDEND_CROSS,      // two strains: cross-spline or bilinear-grid
  PL_ADDEND_STRETCHES,  // two principal stretches: log-cross
  PL_ADDEND_LAW         // a law that takes all values of its strain and needs no control strains
} pl_addend_kind;

typedef struct pl_addend {
  const char *name;
  const char *help;
  bool solid;  // on tetrahedra and hexahedra; else on triangles
  pl_addend_kind kind;
  const char *strain;
  const char *value[2];  // values of the strain; NULL: all it has
  bool even[2];          // the energy is a function of |s| (curves: antisymmetric stress)
  bool asymmetric;       // control strains on both sides of 0
  const char *law;       // of PL_ADDEND_LAW
} pl_addend;

int pl_addend_count(void);
const pl_addend *pl_addend_at(int index);           // tests walk the table
const pl_addend *pl_addend_find(const char *name);  // NULL when unknown

// Positions of the control strains: evenly spaced on each side of 0; strains that are not asymmetric use only `high`.
typedef struct pl_addend_knots {
  int n[2];                // control strains per strain, 0 included; 1: a constant stiffness (linear, cross)
  double low[2], high[2];  // low < 0 < high: the visited range
  bool published;          // the papers' laws: energy-spline, bilinear-grid; else convex-spline, cross-spline
} pl_addend_knots;

// The JSON text of the term, in arena memory: {"name": "warp", "strain": "green", "values": ["warp"], "law": "convex-spline", "knots":
// [...]}. Fails for invalid control strains.
pl_status pl_addend_describe(pl_arena *arena, const pl_addend *addend, const pl_addend_knots *knots, const char **text);

#endif
