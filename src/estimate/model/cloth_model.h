// cloth_model.h: cloth models as six curves (thesis 3.3): a membrane strain and a bending strain, in four variants.
//
// Bending by strain `curvature` is a plate: bend-warp, bend-weft and bend-diagonal (on 2 k_uv) are the moments of D11, D22 and D66. Curves of
// single curvatures have no coupling: D12 = 0.
#ifndef PL_ESTIMATE_MODEL_CLOTH_MODEL_H
#define PL_ESTIMATE_MODEL_CLOTH_MODEL_H

#include "estimate/problem/fit.h"

// The six strain components, in the order they are fitted (thesis 3.4.2).
typedef enum pl_cloth_curve {
  PL_CURVE_STRETCH_WARP,
  PL_CURVE_STRETCH_WEFT,
  PL_CURVE_SHEAR,
  PL_CURVE_BEND_WARP,
  PL_CURVE_BEND_WEFT,
  PL_CURVE_BEND_DIAGONAL,
  PL_CURVE_COUNT
} pl_cloth_curve;

typedef struct pl_cloth_row {
  const char *name;  // "springs", "soft-constraints", "stvk", "shell", "soft+spring-2"
  const char *help;
  const char *membrane;  // strain: "spring", "soft", "green"
  const char *bending;   // strain: "spring-2", "hinge", "curvature"
} pl_cloth_row;

// The first pl_cloth_of_thesis() models are those of the thesis; then "shell", and pairings "MEMBRANE+BENDING".
int pl_cloth_count(void);
int pl_cloth_of_thesis(void);
const pl_cloth_row *pl_cloth_at(int index);
const pl_cloth_row *pl_cloth_find(const char *name);  // NULL when unknown

const char *pl_cloth_curve_name(pl_cloth_curve curve);

// One curve: control points spread evenly over [0, top], stiffness values at them.
enum { PL_CLOTH_MAX_POINT = 8 };
typedef struct pl_cloth_points {
  int n;
  double top;                        // strain of the last control point
  double value[PL_CLOTH_MAX_POINT];  // stiffness at the control points
} pl_cloth_points;

typedef struct pl_cloth_shape {
  const pl_cloth_row *row;
  bool isotropic;       // weft shares warp's curve, in membrane and in bending
  bool convex;          // convex-spline instead of the thesis' stiffness-spline
  unsigned simplified;  // bit c: curve c was simplified to a constant
  pl_cloth_points curve[PL_CURVE_COUNT];
} pl_cloth_shape;

// The material of a shape: terms named stretch-warp, ... bend-diagonal.
pl_status pl_cloth_material(pl_context *ctx, const char *name, double density, const pl_cloth_shape *shape, pl_material **material);
// Read the stiffness values back from a material of that shape.
void pl_cloth_values(const pl_material *material, pl_cloth_shape *shape);
// Gives a curve n points; the curve changes as little as possible.
void pl_cloth_subdivide(const pl_cloth_shape *shape, pl_cloth_points *points, int n);
// The curve whose parameters `curve` uses: itself, or warp's for weft when isotropic.
pl_cloth_curve pl_cloth_owner(const pl_cloth_shape *shape, pl_cloth_curve curve);

#endif
