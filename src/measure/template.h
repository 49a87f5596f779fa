// template.h: the files of a filled-in experiment folder (`pliant new`), each written by a function.
#ifndef PL_MEASURE_TEMPLATE_H
#define PL_MEASURE_TEMPLATE_H

#include "base/text.h"

// Lists are terminated by {NULL, NULL}; the experiment file is written last: without it the folder is not an experiment.
typedef struct pl__template_file {
  const char *name;
  void (*write)(pl_text *out);
} pl__template_file;

// ---- curves out and back (table/template_curve.c) ----

enum { PL__TEMPLATE_STEPS = 30 };
// Share of the largest control at row i of 0 to 2 PL__TEMPLATE_STEPS.
double pl__template_travel(int i);
// Friction between the yarns: the force is 4 % higher on the way out and 4 % lower on the way back. It fades towards the turning point to
// avoid a jump.
double pl__template_friction_factor(int i);
// "1.000,0.0500"
void pl__template_row(pl_text *out, double control, double observed);

// ---- friction for the examples (template_friction.c) ----

// Dahl's law with sigma_max = a + b |s| and constant tau (friction paper 2013, eq. 2).
typedef struct pl__template_dahl {
  double a, b, tau;
} pl__template_dahl;
// Friction stress at strain `to`, reached monotonically from strain `from` with friction stress `stress`: the exact solution. tangent, its
// derivative by `to`, may be NULL.
double pl__template_friction(const pl__template_dahl *law, double from, double stress, double to, double *tangent);

#endif
