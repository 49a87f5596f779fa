// cli.h: what the commands of the program share: arguments, the context, messages, exit statuses.
//
// A command is one file cmd_NAME.c with one function `int cmd_NAME(cli *c, int argc, char **argv)` and one row in main.c. It gets the
// arguments after its name and returns an exit status. It calls cli_parse() first, which answers --help, rejects unknown flags and creates
// the context. Results go to standard output, everything else to standard error; with --json exactly one object is printed.
#ifndef PLIANT_CLI_H
#define PLIANT_CLI_H

#include <pliant/extend/flag.h>
#include <pliant/extend/settings.h>
#include <pliant/extend/table.h>
#include <pliant/report.h>

#include "progress.h"

typedef enum cli_exit {
  CLI_DONE = 0,
  CLI_GOAL_MISSED = 1,  // ran, but did not converge, or a validation failed, or a figure does not hold
  CLI_USAGE = 2,
  CLI_BAD_INPUT = 3,
  CLI_INTERNAL = 4,
  CLI_SKIPPED = 77,  // the data of a case are absent
  CLI_INTERRUPTED = 130
} cli_exit;

// cli_parse() gives this when the command should go on.
enum { CLI_CONTINUE = -1 };

// A flag of a command. Global flags (--json, --quiet, --threads, --help, --version) are known everywhere and not listed.
typedef struct cli_flag {
  const char *name;   // "output", typed --output
  char letter;        // 'o', typed -o; 0: none
  const char *value;  // what follows, for the help: "DIR"; NULL: a switch
  bool many;          // takes every argument up to the next flag, and may be repeated
  const char *help;   // one sentence; NULL: understood, so that it can be refused, and not listed
} cli_flag;

// Settings of an option table that become flags of a command. Names that the fit or rig tables use too get the table's name in
// front: --solver-method.
typedef struct cli_settings {
  const pl_option_table *table;
  void *options;  // the struct, filled with defaults before cli_parse; NULL: those of c->settings
} cli_settings;

struct cli;
typedef struct cli_command {
  const char *name;
  int (*run)(struct cli *c, int argc, char **argv);
  const char *help;   // one line
  const char *usage;  // what follows "pliant NAME", "FILE... -o DIR"; several lines for several forms
} cli_command;

typedef struct cli_given {
  const cli_flag *flag;
  int n_value;
  const char **value;  // [n_value]
} cli_given;

typedef struct cli {
  const char *program;  // as the user types it: "pliant", or "build/pliant"; for the hints
  const cli_command *command;
  const char *line;  // the command line as typed, for provenance
  pl_context *ctx;   // after cli_parse
  pl_arena *arena;   // lives as long as the program: for names, paths, settings
  bool json, quiet;
  int threads;            // 0: all cores
  int n_arg;              // arguments that are not flags
  const char **arg;       // [n_arg]
  int n_given;            // flags of the command that were given
  cli_given *given;       // [n_given]
  pl_settings *settings;  // after cli_parse_settings
  progress_line progress;
} cli;

// The program's ends: cli_open before, cli_close after the command. cli_start makes the context (cli_parse calls it).
bool cli_open(cli *c, int argc, char **argv);
bool cli_start(cli *c);
int cli_close(cli *c, int status);

// Understand the arguments. Returns CLI_CONTINUE, or the exit status to return at once (help printed, or wrong usage explained). The text
// `more` is printed at the end of the help; it may be NULL. There may be `least` to `most` plain arguments (most < 0: any number).
int cli_parse(cli *c, int argc, char **argv, int n_flag, const cli_flag *flag, int n_settings, const cli_settings *settings, int least,
              int most, const char *more);
// The same with the settings of a kind as flags, which c->settings has afterwards.
int cli_parse_settings(cli *c, int argc, char **argv, int n_flag, const cli_flag *flag, pl_settings_kind kind, int least, int most,
                       const char *more);
// The first argument that is neither one of these flags, nor global, nor the value of one; NULL: there is none. For commands whose flags depend on it.
const char *cli_first(int argc, char **argv, int n_flag, const cli_flag *flag);
bool cli_has(const cli *c, const char *flag);
const char *cli_value(const cli *c, const char *flag);  // the last value given, NULL when absent
int cli_values(const cli *c, const char *flag, const char ***value);

// Numbers of flags, checked: CLI_CONTINUE, or CLI_USAGE with a message. Absent flags leave *value alone.
int cli_quantity(cli *c, const char *flag, pl_dim dim, double lower, double upper, double *si);
int cli_integer(cli *c, const char *flag, int64_t lower, int64_t upper, int64_t *value);

// One line on standard error, "pliant: " in front. cli_usage returns CLI_USAGE.
void cli_say(cli *c, const char *format, ...) PL_PRINTF(2, 3);
int cli_usage(cli *c, const char *format, ...) PL_PRINTF(2, 3);
// Print the context's error and return the exit status that belongs to it. With --json also {"error": {...}} on standard output.
int cli_fail(cli *c, pl_status status);
// A value that is one of names, or a usage error "what 'x'; did you mean 'y'?".
int cli_unknown(cli *c, const char *what, const char *given, int n, const char *const *names);

// Print the writer's text on standard output and destroy it. Returns `status`, or the failure of writing.
int cli_print_json(cli *c, pl_json_writer *writer, int status);
// The same for a text of the library, which is freed.
int cli_print_text(cli *c, char *text, int status);
// A table on standard output.
void cli_print_table(cli *c, const pl_table *table);
// Columns for results: of the terminal on standard output, at least 60 and at most 100, 80 elsewhere; and whether it knows UTF-8.
pl_text_style cli_style(const cli *c);
// For commands that save a partial result: the first SIGINT stops work that reports progress, the second ends the program.
void cli_catch_interrupt(void);
bool cli_interrupted(void);
// Remove the progress line before printing.
void cli_clear_bar(cli *c);
// Refuse a folder that holds something else than a Pliant result: CLI_CONTINUE or CLI_BAD_INPUT with a message. The argument `kind` names
// the file by which our folders are known ("fit.json").
int cli_check_folder(cli *c, const char *directory, const char *kind);

int cmd_new(cli *c, int argc, char **argv);
int cmd_check(cli *c, int argc, char **argv);
int cmd_fit(cli *c, int argc, char **argv);
int cmd_predict(cli *c, int argc, char **argv);
int cmd_rig(cli *c, int argc, char **argv);
int cmd_simulate(cli *c, int argc, char **argv);
int cmd_material(cli *c, int argc, char **argv);
int cmd_show(cli *c, int argc, char **argv);
int cmd_report(cli *c, int argc, char **argv);
int cmd_plot(cli *c, int argc, char **argv);
int cmd_compare(cli *c, int argc, char **argv);
int cmd_render(cli *c, int argc, char **argv);
int cmd_reproduce(cli *c, int argc, char **argv);
int cmd_bench(cli *c, int argc, char **argv);
int cmd_docs(cli *c, int argc, char **argv);

#endif
