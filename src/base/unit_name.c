// unit_name.c: how dimensions are shown: display unit, plain-language name, examples. One row per named dimension.
#include "base/number.h"
#include "base/text.h"
#include "base/unit.h"
#include "base/unit_si.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// exponents of kg, m, s, rad; display unit; name; examples
#define DIM_LIST(X)                                                                  \
  X(0, 0, 0, 0, "1", "number without a unit", "1, %")                                \
  X(0, 1, 0, 0, "mm", "length", "mm, cm, m, in")                                     \
  X(0, 2, 0, 0, "cm^2", "area", "mm^2, cm^2, m^2")                                   \
  X(0, 3, 0, 0, "cm^3", "volume", "mm^3, cm^3, m^3")                                 \
  X(1, 0, 0, 0, "kg", "mass", "g, kg, oz, lb")                                       \
  X(0, 0, 1, 0, "s", "time", "s, ms, min, h")                                        \
  X(0, 0, 0, 1, "deg", "angle", "deg, rad")                                          \
  X(0, 0, -1, 0, "1/s", "rate", "1/s, Hz")                                           \
  X(0, 0, -1, 1, "rad/s", "angular velocity", "rad/s, deg/s")                        \
  X(0, 1, -1, 0, "m/s", "velocity", "m/s, mm/s, mm/min")                             \
  X(0, 1, -2, 0, "m/s^2", "acceleration", "m/s^2")                                   \
  X(0, -1, 0, 0, "1/m", "curvature", "1/m, 1/cm, 1/mm")                              \
  X(0, -1, 0, 1, "rad/m", "angle per length", "rad/m, deg/mm")                       \
  X(0, -2, 0, 0, "1/m^2", "inverse area", "1/m^2, 1/mm^2")                           \
  X(1, 1, -2, 0, "N", "force", "N, cN, mN, gf, lbf")                                 \
  X(1, 0, -2, 0, "N/m", "force per length", "N/m, N/mm, cN/cm, gf/cm")               \
  X(1, -1, -2, 0, "kPa", "pressure", "Pa, kPa, MPa, mbar, mmHg, cmH2O, psi, N/mm^2") \
  X(1, 2, -2, 0, "N m", "energy or bending stiffness", "N m, mJ, uN m, gf cm^2/cm")  \
  X(1, 3, -2, 0, "N m^2", "bending stiffness of a strip", "N m^2, cN cm^2, gf cm^2") \
  X(1, 1, -2, -1, "N/rad", "force per angle", "N/rad, N/deg")                        \
  X(1, 2, -2, -1, "N m/rad", "moment per angle", "N m/rad, N m/deg")                 \
  X(1, 2, -2, -2, "N m/rad^2", "energy per squared angle", "N m/rad^2")              \
  X(1, -2, -2, 0, "N/m^3", "force per volume", "N/m^3")                              \
  X(1, 0, -1, 0, "N s/m", "damping of a point", "N s/m")                             \
  X(1, 1, -1, 0, "N s", "impulse", "N s")                                            \
  X(1, -1, -1, 0, "Pa s", "viscosity", "Pa s")                                       \
  X(1, 2, -1, 0, "N m s", "bending viscosity", "N m s")                              \
  X(1, -2, 0, 0, "g/m^2", "mass per area", "g/m^2, kg/m^2, oz/yd^2")                 \
  X(1, -3, 0, 0, "kg/m^3", "mass per volume", "kg/m^3, g/cm^3")                      \
  X(1, -1, 0, 0, "kg/m", "mass per length", "tex, dtex, g/m")                        \
  X(-1, 0, 2, 0, "m/N", "compliance", "m/N, mm/N")

typedef struct dim_row {
  pl_dim dim;
  const char *unit, *name, *examples;
} dim_row;

static const dim_row *find_row(pl_dim dim) {
  static const dim_row rows[] = {
#define X(kg, m, s, rad, unit, name, examples) {{kg, m, s, rad}, unit, name, examples},
      DIM_LIST(X)
#undef X
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (pl_dim_equal(rows[i].dim, dim)) return &rows[i];
  return NULL;
}

const char *pl_dim_unit(pl_dim dim) {
  const dim_row *row = find_row(dim);
  return row != NULL ? row->unit : pl__dim_si_text(dim);
}

const char *pl_dim_name(pl_dim dim) {
  const dim_row *row = find_row(dim);
  return row != NULL ? row->name : pl__dim_si_text(dim);
}

const char *pl_dim_examples(pl_dim dim) {
  const dim_row *row = find_row(dim);
  return row != NULL ? row->examples : pl__dim_si_text(dim);
}

const char *pl__article(const char *noun) { return noun[0] != '\0' && strchr("aeiou", noun[0]) != NULL ? "an" : "a"; }

static pl_unit display_unit(pl_dim dim) {
  pl_unit unit = {1, dim};
  pl_unit_parse(pl_dim_unit(dim), &unit);  // leaves SI for the few dimensions without a readable text
  return unit;
}

double pl_dim_display(pl_dim dim, double si) { return pl_unit_from_si(display_unit(dim), si); }

bool pl__quantity_digits(double si, pl_unit unit, char *buffer, size_t size) {
  double shown = pl_unit_from_si(unit, si);
  for (int n_digit = 15; n_digit <= 17; n_digit++) {
    // Not every double is reached from the rounded quotient; one of its neighbours may do.
    for (int side = 0; side < 3; side++) {
      double candidate = side == 0 ? shown : nextafter(shown, side == 1 ? INFINITY : -INFINITY), back;
      pl__number_print_digits(candidate, n_digit, buffer, size);
      if (pl_number_parse(buffer, &back) && pl_unit_si(unit, back) == si) return true;
      if (n_digit < 17) break;
    }
  }
  return false;
}

char *pl_quantity_print(double si, pl_dim dim, char *buffer, size_t size) {
  char digits[40];
  const char *unit_text = pl_dim_unit(dim);
  if (!isfinite(si)) {
    pl_number_print(si, digits, sizeof digits);
  } else if (!pl__quantity_digits(si, display_unit(dim), digits, sizeof digits)) {
    // Base units always work: their factor is 1.
    pl_number_print(si, digits, sizeof digits);
    unit_text = pl__dim_si_text(dim);
  }
  if (pl_dim_equal(dim, PL_DIM_NONE)) {
    snprintf(buffer, size, "%s", digits);
  } else {
    snprintf(buffer, size, "%s %s", digits, unit_text);
  }
  return buffer;
}
