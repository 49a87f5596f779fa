// unit_scale.c: the unit that a table row or an axis is shown in, with the prefix that suits its size.
//
// A unit that is customary over a wide range is kept (N/m for cloth, mm for lengths). Pressures and moments change every three digits.
// web/src/units.ts has the same rows; test/unit/base/unit_scale.csv checks both on the same cases.
#include "base/unit.h"

#include <math.h>
#include <stddef.h>

typedef struct scale_row {
  pl_dim dim;
  double below;  // SI: upper limit of the sizes; rows of a dimension ascend
  double factor;
  const char *unit;
  bool usual;  // for unknown or zero size
} scale_row;

static const scale_row rows[] = {
    {PL_DIM_LENGTH, 1e-4, 1e6, "µm", false},     {PL_DIM_LENGTH, 10, 1e3, "mm", true},
    {PL_DIM_LENGTH, INFINITY, 1, "m", false},    {PL_DIM_FORCE, 1e-4, 1e6, "µN", false},
    {PL_DIM_FORCE, 0.1, 1e3, "mN", false},       {PL_DIM_FORCE, 1e4, 1, "N", true},
    {PL_DIM_FORCE, INFINITY, 1e-3, "kN", false}, {PL_DIM_LINE_FORCE, 0.1, 1e3, "mN/m", false},
    {PL_DIM_LINE_FORCE, 1e5, 1, "N/m", true},    {PL_DIM_LINE_FORCE, INFINITY, 1e-3, "kN/m", false},
    {PL_DIM_PRESSURE, 1e3, 1, "Pa", false},      {PL_DIM_PRESSURE, 1e6, 1e-3, "kPa", true},
    {PL_DIM_PRESSURE, 1e9, 1e-6, "MPa", false},  {PL_DIM_PRESSURE, INFINITY, 1e-9, "GPa", false},
    {PL_DIM_ENERGY, 1e-6, 1e9, "nN m", false},   {PL_DIM_ENERGY, 1e-3, 1e6, "µN m", true},
    {PL_DIM_ENERGY, 1, 1e3, "mN m", false},      {PL_DIM_ENERGY, INFINITY, 1, "N m", false},
};

pl_shown pl_dim_shown(pl_dim dim, double largest) {
  double size = fabs(largest);
  bool known = isfinite(size) && size > 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (pl_dim_equal(rows[i].dim, dim) && (known ? size < rows[i].below : rows[i].usual)) return (pl_shown){rows[i].factor, rows[i].unit};
  if (pl_dim_equal(dim, PL_DIM_NONE)) return (pl_shown){1, ""};
  return (pl_shown){pl_dim_display(dim, 1), pl_dim_unit(dim)};
}
