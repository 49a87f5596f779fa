// load.h: measurements and materials that commands are given, and lines that several of them print.
#ifndef PLIANT_CLI_LOAD_H
#define PLIANT_CLI_LOAD_H

#include <pliant/extend/table.h>
#include <pliant/material.h>
#include <pliant/measurement.h>

#include "cli.h"

// Load measurements; CLI_CONTINUE, or the exit status of the first that fails. The caller destroys them with cli_unload.
int cli_load(cli *c, int n, const char *const *path, pl_measurement ***measurement);
void cli_unload(int n, pl_measurement **measurement);

// A material by file, by name, or by the result folder that holds its material.json.
pl_status cli_load_material(cli *c, const char *given, pl_material **material);

// "0.012 1/m": for people, with the display unit.
const char *cli_shown(cli *c, double si, pl_dim dim);
// "report  DIR/report.html", or that the program has no page to write; label: "report", "page".
void cli_report_line(const char *label, const char *path);

#endif
