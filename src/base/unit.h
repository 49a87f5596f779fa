// unit.h: the extender's dimensions and quantities, and units by themselves.
#ifndef PL_BASE_UNIT_H
#define PL_BASE_UNIT_H

#include <pliant/extend/unit.h>

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

#endif
