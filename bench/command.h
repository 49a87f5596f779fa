// command.h: what the program needs of the cases: their two commands (show.c). It includes no header of the library's inside.
#ifndef PL_BENCH_COMMAND_H
#define PL_BENCH_COMMAND_H

typedef enum evidence_kind { EVIDENCE_REPRODUCE, EVIDENCE_BENCH } evidence_kind;

struct cli;
// more: what the help says about the exit status.
int evidence_command(struct cli *c, int argc, char **argv, evidence_kind kind, const char *more);

#endif
