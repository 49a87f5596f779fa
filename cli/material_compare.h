// material_compare.h: the comparison of `pliant material`.
#ifndef PLIANT_CLI_MATERIAL_COMPARE_H
#define PLIANT_CLI_MATERIAL_COMPARE_H

#include "cli.h"

// Compares the materials named by the arguments after the first; an exit status.
int material_compare(cli *c);

#endif
