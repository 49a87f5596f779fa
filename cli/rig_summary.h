// rig_summary.h: the last step of every virtual measurement: rig.json, which says how it was made.
#ifndef PLIANT_CLI_RIG_SUMMARY_H
#define PLIANT_CLI_RIG_SUMMARY_H

#include "cli.h"
#include "rig/rig.h"

// The head of rig.json: what was asked for. The caller adds its own, the report, and ends the object. NULL: out of memory.
pl_json_writer *rig_summary_begin(cli *c, const char *protocol, const char *folder);
void rig_summary_report(pl_json_writer *summary, const pl_rig_report *report);
// Saves and takes `summary` (NULL: memory was out). With --json it is printed too and `status` comes back; CLI_CONTINUE asks the caller for its
// table.
int rig_summary_save(cli *c, pl_json_writer *summary, const char *folder, int status);

#endif
