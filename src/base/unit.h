// unit.h: units and dimensions. Text comes in and goes out with a unit; inside everything is SI.
#ifndef PL_BASE_UNIT_H
#define PL_BASE_UNIT_H

#include <pliant/base.h>

// Exponents of kg, m, s, rad. Angles are a dimension of their own, so that degrees are never forgotten.
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

bool pl_dim_equal(pl_dim a, pl_dim b);
pl_dim pl_dim_multiply(pl_dim a, pl_dim b);
pl_dim pl_dim_divide(pl_dim a, pl_dim b);
pl_dim pl_dim_power(pl_dim a, int exponent);

// A parsed unit: SI value = factor * number.
typedef struct pl_unit {
  double factor;
  pl_dim dim;
} pl_unit;

// "mm", "N/m", "g/m^2", "gf/cm", "g m^-2", "1/m", "%", "" (dimensionless), "N*m", "cN·m"; SI prefixes where usual.
// Returns false when the text is not a unit; *unit is then untouched.
bool pl_unit_parse(const char *text, pl_unit *unit);
// The SI value of a number in this unit, and back. Like factor * number, but correctly rounded for factors 1/n: 700 mm is exactly 0.7.
double pl_unit_si(pl_unit unit, double number);
double pl_unit_from_si(pl_unit unit, double si);
// A number followed by a unit: "100 mm", "-1.5e3 N/m", "5 %", "0.3". A decimal comma is not accepted here.
// *has_unit tells whether any unit text was there.
bool pl_quantity_parse(const char *text, double *si, pl_dim *dim, bool *has_unit);
// The preferred display unit of a dimension, "N/m", "mm", "g/m^2", "deg", "1": used by tables and files. Static text.
const char *pl_dim_unit(pl_dim dim);
// A plain-language name for messages: "length", "force per length", "stiffness...". Static text.
const char *pl_dim_name(pl_dim dim);
// Some units of this dimension, for hints: "mm, cm, m, in". Static text.
const char *pl_dim_examples(pl_dim dim);
// Value in the display unit: 0.1 with LENGTH gives 100 (mm).
double pl_dim_display(pl_dim dim, double si);
// Shortest decimal that reads back as the same double, with the display unit: "100 mm"; no unit for dimensionless values. Where no
// decimal in the display unit reads back exactly, base units are written ("0.1 m"). buffer of at least 64 bytes. Returns buffer.
char *pl_quantity_print(double si, pl_dim dim, char *buffer, size_t size);

#endif
