// material_format.h: `pliant material import` and `export`, over the tables of importers and exporters.
#ifndef PLIANT_CLI_MATERIAL_FORMAT_H
#define PLIANT_CLI_MATERIAL_FORMAT_H

#include "cli.h"

enum { MATERIAL_MAX_FLAG = 32 };

// The flags that the formats' options are given by, after the n that `flag` has already; the new number. Memory is static.
int material_format_flags(int n, cli_flag flag[MATERIAL_MAX_FLAG]);
// Is it one of them?
bool material_format_has(const char *flag);
// "wang2011, the tables of ..., of cloth only": every exporter.
void material_format_list(char *text, size_t size);

int material_import(cli *c);
int material_export(cli *c);

#endif
