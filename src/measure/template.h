// template.h: the files of a filled-in experiment folder (`pliant new`), each written by a function.
#ifndef PL_MEASURE_TEMPLATE_H
#define PL_MEASURE_TEMPLATE_H

#include "base/text.h"

typedef struct pl__template_file {
  const char *name;
  void (*write)(pl_text *out);
} pl__template_file;

// Lists end with {NULL, NULL}; the experiment file comes last: without it the folder is no experiment.
extern const pl__template_file pl__hang_template[], pl__cantilever_template[];

#endif
