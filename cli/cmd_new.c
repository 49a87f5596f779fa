// cmd_new.c: `pliant new PROTOCOL DIR`: a filled-in template of an experiment folder.
#include <stdio.h>

#include "cli.h"
#include "measure/measurement.h"

static const char more[] =
    "PROTOCOL is tensile (strips or sheets pulled or sheared by clamps) or disk-push (cloth on a frame pushed by a disk).\n"
    "DIR is made; files that are already there are never overwritten.";

int cmd_new(cli *c, int argc, char **argv) {
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 2, 2, more);
  if (go != CLI_CONTINUE) return go;
  const char *protocol = c->arg[0], *directory = c->arg[1];
  if (!pl_protocol_find(protocol)) {
    const char *names[16];
    int n = pl_protocol_count() < 16 ? pl_protocol_count() : 16;
    for (int i = 0; i < n; i++) names[i] = pl_protocol_at(i)->name;
    return cli_unknown(c, "protocol", protocol, n, names);
  }
  pl_status status = pl_measurement_new(c->ctx, protocol, directory);
  if (status != PL_OK) return cli_fail(c, status);
  char *experiment = pl_path_join(c->arena, directory, "experiment.json");
  if (!experiment) return cli_fail(c, PL_ERROR_MEMORY);
  if (c->json) {
    pl_json_writer *writer = pl_json_writer_create(c->ctx);
    if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "protocol", protocol);
    pl_json_put_text(writer, "folder", directory);
    pl_json_put_text(writer, "experiment", experiment);
    pl_json_end_object(writer);
    return cli_print_json(c, writer, CLI_DONE);
  }
  printf("A %s experiment to edit: %s\nReplace its curves and sizes by yours, then\n\nnext    pliant check %s\n", protocol, experiment,
         experiment);
  return CLI_DONE;
}
