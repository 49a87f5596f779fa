// cmd_evidence.c: `pliant reproduce`: the papers' claims and the real-data cases, as numbers beside the published ones. The command `pliant
// bench` runs the speed cases: medians of repeats, ratios within one run. Timings inform; ratios have targets.
#include "bench/command.h"
#include "cli.h"

int cmd_bench(cli *c, int argc, char **argv) {
  return evidence_command(c, argc, argv, EVIDENCE_BENCH,
                          "Exit status: 0 when every ratio with a target holds, 1 when one does not. Use a quiet machine.\n");
}

int cmd_reproduce(cli *c, int argc, char **argv) {
  return evidence_command(
      c, argc, argv, EVIDENCE_REPRODUCE,
      "Exit status: 0 when every figure with a target holds, 1 when one does not, 77 when the data of a case are absent.\n"
      "Real data are looked for in $PLIANT_SHARED_DATA, else in ../shared/data beside the source tree.\n");
}
