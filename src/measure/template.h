// template.h: the files of a filled-in experiment folder (`pliant new`), each written by a function.
#ifndef PL_MEASURE_TEMPLATE_H
#define PL_MEASURE_TEMPLATE_H

#include "base/text.h"

typedef struct pl__template_file {
  const char *name;
  void (*write)(pl_text *out);
} pl__template_file;

// Lists end with {NULL, NULL}; the experiment file comes last: without it the folder is no experiment.
extern const pl__template_file pl__hang_template[], pl__cantilever_template[], pl__weights_template[], pl__roll_template[],
    pl__homogeneous_template[], pl__poses_template[];

// ---- friction for the examples (template_friction.c) ----

// Dahl's law with sigma_max = a + b |s| and constant tau (friction paper 2013, eq. 2).
typedef struct pl__template_dahl {
  double a, b, tau;
} pl__template_dahl;
// Friction stress at strain `to`, reached on a monotonic path from strain `from` with friction stress `stress`: the exact solution. tangent, its
// derivative with respect to `to`, may be NULL.
double pl__template_friction(const pl__template_dahl *law, double from, double stress, double to, double *tangent);

#endif
