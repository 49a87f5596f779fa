// cmd_bench.c: the speed cases: medians of repeats, ratios within one run. Timings inform; ratios have targets.
#include "bench/evidence.h"
#include "cli.h"

int cmd_bench(cli *c, int argc, char **argv) {
  return evidence_command(c, argc, argv, n_bench_case, bench_case,
                          "Exit status: 0 when every ratio with a target holds, 1 when one does not. Use a quiet machine.\n");
}
