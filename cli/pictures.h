// pictures.h: what `pliant plot` and `pliant render` share: a source, -o, settings, and the list of files that were made.
#ifndef PLIANT_CLI_PICTURES_H
#define PLIANT_CLI_PICTURES_H

#include "cli.h"

typedef struct picture_command {
  cli_flag output;      // -o
  const char *missing;  // what is said without it
  const char *more;     // help
  const char *list;     // what the files are called in JSON
  pl_settings_kind kind;
  pl_status (*draw)(pl_context *ctx, const char *source, const char *out, const pl_settings *settings, pl_file_list **files);
} picture_command;

// The whole command; prints the files, one per line or as JSON.
int pictures_run(cli *c, int argc, char **argv, const picture_command *of);

#endif
