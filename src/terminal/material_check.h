// material_check.h: stiffnesses below zero, and data points of a polar-tensor.
#ifndef PL_TERMINAL_MATERIAL_CHECK_H
#define PL_TERMINAL_MATERIAL_CHECK_H

#include "terminal/terminal.h"
#include "material/material.h"

enum { PL_MATERIAL_MAX_WARNING = 24 };

typedef struct pl_material_warning {
  const char *text, *remedy;  // arena texts
} pl_material_warning;

// Negative entries and indefinite tensors of polar-tensor terms, negative values of stiffness curves. Returns how many; at most
// PL_MATERIAL_MAX_WARNING are kept.
int pl__material_check(pl_terminal *c, const pl_material *material, pl_material_warning warning[PL_MATERIAL_MAX_WARNING]);
void pl__material_print_warnings(pl_terminal *c, const pl_material *material);

// The data points of each polar-tensor term, and the stiffness curves on fold. Returns true when these are all parameters of the material.
bool pl__material_print_points(pl_terminal *c, const pl_material *material);

#endif
