// material_check.h: what `pliant material show` and `import` say about stiffnesses below zero and data points of a polar-tensor.
#ifndef PLIANT_CLI_MATERIAL_CHECK_H
#define PLIANT_CLI_MATERIAL_CHECK_H

#include "cli.h"
#include "material/material.h"

enum { MATERIAL_MAX_WARNING = 24 };

typedef struct material_warning {
  const char *text, *remedy;  // arena texts
} material_warning;

// Negative entries and indefinite tensors of polar-tensor terms, negative values of stiffness curves. Returns how many; at most
// MATERIAL_MAX_WARNING are kept.
int material_check(cli *c, const pl_material *material, material_warning warning[MATERIAL_MAX_WARNING]);
void material_print_warnings(cli *c, const pl_material *material);
// Warns of numbers that go into a file though the measurements did not determine them: who reads it there cannot see that. what: "exported".
void material_warn_undetermined(cli *c, const pl_material *material, const char *what);
void material_write_warnings(cli *c, const pl_material *material, pl_json_writer *w);

// The data points of each polar-tensor term, and the stiffness curves on fold. Returns true when these are all parameters of the material.
bool material_print_points(cli *c, const pl_material *material);

#endif
