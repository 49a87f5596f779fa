// unit.h: dimensions, and numbers with units. Text comes in and goes out with a unit; inside everything is SI.
#ifndef PLIANT_EXTEND_UNIT_H
#define PLIANT_EXTEND_UNIT_H

#include <pliant/extend.h>

#ifdef __cplusplus
extern "C" {
#endif

// Exponents of kg, m, s, rad. Angles are a separate dimension, so that degrees are never forgotten.
typedef struct pl_dim {
  int8_t kg, m, s, rad;
} pl_dim;

#define PL_DIM_NONE ((pl_dim){0, 0, 0, 0})
#define PL_DIM_LENGTH ((pl_dim){0, 1, 0, 0})
#define PL_DIM_AREA ((pl_dim){0, 2, 0, 0})
#define PL_DIM_MASS ((pl_dim){1, 0, 0, 0})
#define PL_DIM_TIME ((pl_dim){0, 0, 1, 0})
#define PL_DIM_ANGLE ((pl_dim){0, 0, 0, 1})
#define PL_DIM_FORCE ((pl_dim){1, 1, -2, 0})
#define PL_DIM_ENERGY ((pl_dim){1, 2, -2, 0})
#define PL_DIM_LINE_FORCE ((pl_dim){1, 0, -2, 0})  // N/m: membrane stress and stiffness
#define PL_DIM_PRESSURE ((pl_dim){1, -1, -2, 0})
#define PL_DIM_DENSITY ((pl_dim){1, -2, 0, 0})         // kg/m^2: cloth
#define PL_DIM_VOLUME_DENSITY ((pl_dim){1, -3, 0, 0})  // kg/m^3: solids
#define PL_DIM_CURVATURE ((pl_dim){0, -1, 0, 0})
#define PL_DIM_ACCELERATION ((pl_dim){0, 1, -2, 0})
#define PL_DIM_RATE ((pl_dim){0, 0, -1, 0})  // 1/s: strain rates

PL_API bool pl_dim_equal(pl_dim a, pl_dim b);
PL_API pl_dim pl_dim_multiply(pl_dim a, pl_dim b);
PL_API pl_dim pl_dim_divide(pl_dim a, pl_dim b);
PL_API pl_dim pl_dim_power(pl_dim a, int exponent);

// A number followed by a unit: "100 mm", "-1.5e3 N/m", "5 %", "0.3". A decimal comma is not accepted here.
// *has_unit tells whether any unit text was there.
PL_API bool pl_quantity_parse(const char *text, double *si, pl_dim *dim, bool *has_unit);
// The preferred display unit of a dimension, "N/m", "mm", "g/m^2", "deg", "1": used by tables and files. Static text.
PL_API const char *pl_dim_unit(pl_dim dim);
// A plain-language name for messages: "length", "force per length", "stiffness...". Static text.
PL_API const char *pl_dim_name(pl_dim dim);
// Some units of this dimension, for hints: "mm, cm, m, in". Static text.
PL_API const char *pl_dim_examples(pl_dim dim);
// Value in the display unit: 0.1 with LENGTH gives 100 (mm).
PL_API double pl_dim_display(pl_dim dim, double si);
// Shortest decimal that reads back as the same double, with the display unit: "100 mm"; no unit for dimensionless values. Where no
// decimal in the display unit reads back exactly, base units are written ("0.1 m"). buffer of at least 64 bytes. Returns buffer.
PL_API char *pl_quantity_print(double si, pl_dim dim, char *buffer, size_t size);

// A unit with the prefix that suits the size of what is shown.
typedef struct pl_shown {
  double factor;     // shown = factor * SI
  const char *unit;  // static text, "" when there is none
} pl_shown;
// For values of this dimension up to `largest`, SI: 0.000123 N m is 123 µN m, 2.1e6 Pa are 2.1 MPa. The usual unit when largest is 0 or not finite.
PL_API pl_shown pl_dim_shown(pl_dim dim, double largest);

#ifdef __cplusplus
}
#endif
#endif
