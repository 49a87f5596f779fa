// material_check.h: stiffnesses below zero, and data points of a polar-tensor.
#ifndef PL_TERMINAL_MATERIAL_CHECK_H
#define PL_TERMINAL_MATERIAL_CHECK_H

#include "terminal/terminal.h"
#include "material/material.h"

enum { PL_MATERIAL_MAX_WARNING = 24 };

typedef struct pl_material_warning {
  const char *text, *remedy;  // arena texts
} pl_material_warning;

void pl__material_print_warnings(pl_terminal *c, const pl_material *material);

// The data points of each polar-tensor term, and the stiffness curves on fold. Returns true when these are all parameters of the material.
bool pl__material_print_points(pl_terminal *c, const pl_material *material);

#endif
