// wang_file.h: the material files published with Wang, O'Brien and Ramamoorthi 2011 (also read by the public cloth simulator ARCSim).
//
//   { "density": 0.2,                            kg/m^2
//     "stretching": [ 6 rows of c11, c12, c22, c33 ],   N/m: at rest, then at the extension 1/6 along 0, 22.5, 45, 67.5, 90 degrees from warp
//     "bending": [ 3 rows of 5 numbers ] }       N m: fold lines at 0, 45, 90 degrees from warp; at alpha = 0, 5, 10, 15, 20 1/m
//
// Numbers have no units and comments are allowed. A material from such a table has a term "stretch" (polar-tensor on green) and the terms
// "bend-0", "bend-45", "bend-90" (a piecewise linear stiffness on fold).
#ifndef PL_MATERIAL_WANG_FILE_H
#define PL_MATERIAL_WANG_FILE_H

#include "base/option.h"
#include "material/material.h"

enum { PL_WANG_POINT = 6, PL_WANG_COMPONENT = 4, PL_WANG_DIRECTION = 3, PL_WANG_BEND = 5 };

typedef struct pl_wang_table {
  double density;                                       // kg/m^2
  double stretching[PL_WANG_POINT][PL_WANG_COMPONENT];  // N/m
  double bending[PL_WANG_DIRECTION][PL_WANG_BEND];      // N m
} pl_wang_table;

// Interpretation of a file's numbers, which the files do not state. The default is that of the paper; factor 2 and `zero` are that of the
// public simulator for the same files.
typedef struct pl_wang_options {
  double factor;  // on every number of "stretching", > 0
  int zero;       // 1: interpolated stiffnesses below zero count as zero
  double ring;    // extension of the five outer points, > 0
} pl_wang_options;

extern const pl_option_table pl_wang_option_table;
pl_wang_options pl_wang_options_default(void);  // 1, 0, 1/6

pl_status pl_wang_load(pl_context *ctx, const char *path, pl_wang_table *table);
pl_status pl_wang_save(pl_context *ctx, const char *path, const pl_wang_table *table);

// The material of a table; `source` is mentioned in its note. Fails when `zero` is set and a bending entry is negative: bending has no such
// rule here.
pl_status pl_wang_material(pl_context *ctx, const char *name, const char *source, const pl_wang_table *table,
                           const pl_wang_options *options, pl_material **material);
// The reverse: the table that gives this material with these options. Fails with the reason when there is none. Exact, unless it bends by
// curvatures: then the table has the same moments at its knots for strips cut at 0, 45 and 90 degrees.
pl_status pl_wang_table_of(const pl_material *material, const pl_wang_options *options, pl_wang_table *table);

#endif
