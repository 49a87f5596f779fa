// cmd_new.c: `pliant new PROTOCOL DIR`: a filled-in template of an experiment folder.
#include <stdio.h>
#include <string.h>

#include "cli.h"

// The protocols, from their table.
static void list_protocols(char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "Protocols\n");
  for (int i = 0; i < pl_protocol_count() && n < size; i++)
    n += (size_t)snprintf(text + n, size - n, "  %-18s%s\n", pl_protocol_name(i), pl_protocol_help(i));
  if (n < size) snprintf(text + n, size - n, "\nDIR is made; files that are already there are never overwritten.");
}

static int fail_protocol(cli *c, const char *protocol) {
  const char *names[16];
  char known[256];
  int n = pl_protocol_count() < 16 ? pl_protocol_count() : 16;
  if (pl_protocols_for(protocol, known, sizeof known))
    return cli_usage(c, "'%s' is no protocol; take %s; 'pliant new' alone lists them", protocol, known);
  for (int i = 0; i < n; i++) names[i] = pl_protocol_name(i);
  return cli_unknown(c, "protocol", protocol, n, names);
}

int cmd_new(cli *c, int argc, char **argv) {
  char more[2048];
  list_protocols(more, sizeof more);
  int go = cli_parse(c, argc, argv, 0, NULL, 0, NULL, 0, 2, more);
  if (go != CLI_CONTINUE) return go;
  if (c->n_arg == 0) {
    cli_usage(c, PL_ID("usage.more-arguments") "'new' needs more arguments; usage: pliant new %s", c->command->usage);
    fprintf(stderr, "\n%s\n", more);
    return CLI_USAGE;
  }
  const char *protocol = c->arg[0];
  if (pl_protocol_index(protocol) < 0) return fail_protocol(c, protocol);
  if (c->n_arg == 1)
    return cli_usage(c, PL_ID("usage.more-arguments") "'new' needs more arguments: a folder to write to, pliant new %s my-%s", protocol,
                     protocol);
  const char *directory = c->arg[1];
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
  printf("A %s experiment to edit: %s\nReplace its %s by yours, then\n\nnext    %s check %s\n", protocol, experiment,
         pl_protocol_contents(pl_protocol_index(protocol)), c->program, experiment);
  return CLI_DONE;
}
