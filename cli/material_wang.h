// material_wang.h: `pliant material import` and `export`: tables in the form of Wang 2011.
#ifndef PLIANT_CLI_MATERIAL_WANG_H
#define PLIANT_CLI_MATERIAL_WANG_H

#include "cli.h"

int material_import(cli *c);
int material_export(cli *c);

#endif
