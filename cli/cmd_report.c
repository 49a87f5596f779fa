// cmd_report.c: `pliant report DIR`: write the HTML report of a result folder again, from its other files.
#include <stdio.h>

#include "load.h"

int cmd_report(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 1, 1, "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote.");
  if (go != CLI_CONTINUE) return go;
  pl_status status = pl_report_write(c->ctx, c->arg[0]);
  if (status != PL_OK) return cli_fail(c, status);
  char *path = pl_path_join(c->arena, c->arg[0], "report.html");
  if (!path) return cli_fail(c, PL_ERROR_MEMORY);
  if (c->json) {
    pl_json_writer *writer = pl_json_writer_create(c->ctx);
    if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "report", path);
    pl_json_end_object(writer);
    return cli_print_json(c, writer, CLI_DONE);
  }
  cli_report_line("report", path);
  return CLI_DONE;
}
